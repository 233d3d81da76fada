// A mutant: the code without one of its defences. Specs that are worth something fail on it.
// Where a mutant changes the code, and how. The place is found in the syntax tree, by the declaration that holds it and by
// words that it mentions: formatting, comments, the order of statements and most renamings do not matter.
// `never('ofNumbers', 'modulus-too-short')`: of the conditions in `ofNumbers`, the one that decides 'modulus-too-short' is false.

export interface Change {
  /** What is looked for: the smallest one that mentions all the words is changed. */
  readonly kind: 'condition' | 'part' | 'expression' | 'statement'
  /** The name of a declaration, at any depth: a function, a constant, a property. `outer inner`: the one inside the other. */
  readonly within: string
  /** Identifiers, numbers, words of strings, pieces of regular expressions and templates. None: all of the declaration. */
  readonly words: string
  readonly code: string
}

type Make = (within: string, words: string) => Change

const make =
  (kind: Change['kind'], code: string): Make =>
  (within, words) => ({ kind, within, words, code })

/** The condition is false. It may mention the words itself, or in the branches that it decides. */
export const never: Make = make('condition', 'false')

/** The condition is true. */
export const always: Make = make('condition', 'true')

/** A statement, argument, element or property is removed. */
export const gone: Make = make('part', '')

/** An expression, or a piece of a regular expression or template, is replaced. In the code, `_` is the old expression. */
export const instead = (within: string, words: string, code: string): Change => make('expression', code)(within, words)

/** Code is inserted before a statement. */
export const before = (within: string, words: string, code: string): Change => make('statement', code)(within, words)

export interface Mutant {
  /** The threat that the defence answers, of threats.ts. */
  readonly threat: string
  /** What the mutant does wrong. */
  readonly fault: string
  /** One of them has the place of the change. */
  readonly files: ReadonlyArray<string>
  readonly change: Change
  /** Words of `npm test -- WORDS`: the specs that must notice. */
  readonly specs: ReadonlyArray<string>
}

/** The spec that has the path of the file. */
export const own: ReadonlyArray<string> = []

/** The words of the specs that must notice a mutant whose place is in the file. */
export const specsOf = ({ specs }: Mutant, file: string): ReadonlyArray<string> =>
  specs === own ? [file.replace(/^src\/|\.ts$/g, '')] : specs

/** The mutants that the same specs notice, each under its threat and its fault; `src/{core,job}/Rule.ts` are two files. */
export const inFiles = (
  pattern: string,
  specs: ReadonlyArray<string>,
  changes: Readonly<Record<`T${number} ${string}`, Change>>,
): ReadonlyArray<Mutant> => {
  const [before = '', names = '', after = ''] = pattern.split(/[{}]/)
  const files = names.split(',').map((name) => before + name + after)
  return Object.entries(changes).map(([title, change]) => {
    const [threat = '', ...words] = title.split(' ')
    return { threat, fault: words.join(' '), files, change, specs }
  })
}
