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

/** The condition is false. It may mention the words itself, or in the branches that it decides. */
export const never = (within: string, words: string): Change => ({ kind: 'condition', within, words, code: 'false' })

/** The condition is true. */
export const always = (within: string, words: string): Change => ({ kind: 'condition', within, words, code: 'true' })

/** A statement, argument, element or property is removed. */
export const gone = (within: string, words: string): Change => ({ kind: 'part', within, words, code: '' })

/** An expression, or a piece of a regular expression or template, is replaced. In the code, `_` is the old expression. */
export const instead = (within: string, words: string, code: string): Change => ({
  kind: 'expression',
  within,
  words,
  code,
})

/** Code is inserted before a statement. */
export const before = (within: string, words: string, code: string): Change => ({
  kind: 'statement',
  within,
  words,
  code,
})
