/**
 * The grammar of a command line: the arguments of a command, how each is read, and every complaint at once.
 *
 * The platform splits the line. A complaint names an option or a place and never repeats a value: a header without quotes
 * becomes several arguments, and one of them is the signature.
 */
import { parseArgs } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { Rule } from '../core/Rule.ts'
import { didYouMean } from './didYouMean.ts'
import type { Outcome } from './Outcome.ts'

/** A rule, and how the command line reads a value that obeys it. */
export interface Reading<A> extends Rule<A> {
  /** The value's placeholder in a help text, such as FILE. */
  readonly shows: string
  /** The value that a text spells; it may still break the rule. */
  readonly read: (text: string) => unknown
}

export interface Argument<A> {
  readonly kind: 'option' | 'flag' | 'operand'
  readonly name: string
  /** Empty for a flag. */
  readonly shows: string
  readonly about: string
  readonly required: boolean
  readonly repeatable: boolean
  /** The value of the texts that were given, or a complaint. */
  readonly take: (given: ReadonlyArray<string>) => E.Either<Complaints, A>
}

type Complaints = ReadonlyArray<string>

type Kind = Pick<Argument<unknown>, 'kind' | 'name'>
const called = ({ kind, name }: Kind): string => (kind === 'operand' ? name : `--${name}`)

/** An argument with one value; `none` where it was left out, unless it is required. */
const single = <A>(
  arg: Kind & Pick<Argument<A>, 'about'>,
  { shows, expected, is, read }: Reading<A>,
  none?: { readonly value: A },
): Argument<A> => ({
  ...arg,
  shows,
  required: none === undefined,
  repeatable: false,
  take: ([text]) => {
    if (text === undefined)
      return none === undefined ? E.left([`${called(arg)} is missing: ${arg.about}`]) : E.right(none.value)
    const value = read(text)
    return is(value) ? E.right(value) : E.left([`${called(arg)}: expected ${expected}`])
  },
})

/** `--name VALUE`, which must be given. */
export const option = <A>(name: string, value: Reading<A>, about: string): Argument<A> =>
  single({ kind: 'option', name, about }, value)

/** `--name VALUE`, which may be left out. */
export const optional = <A>(name: string, value: Reading<A>, about: string): Argument<A | undefined> =>
  single<A | undefined>({ kind: 'option', name, about }, value, { value: undefined })

/** `--name VALUE`, by default `fallback`; the help text says so. */
export const defaulting = <A>(name: string, value: Reading<A>, fallback: A, about: string): Argument<A> =>
  single({ kind: 'option', name, about: `${about} (${fallback} unless set)` }, value, { value: fallback })

/** What a command works on, such as a file; it must be given. */
export const operand = <A>(value: Reading<A>, about: string): Argument<A> =>
  single({ kind: 'operand', name: value.shows, about }, value)

/** `--name TEXT`, any number of times. */
export const repeated = (name: string, shows: string, about: string): Argument<ReadonlyArray<string>> => ({
  kind: 'option',
  name,
  shows,
  about,
  required: false,
  repeatable: true,
  take: E.right,
})

/** Everything after `--`, such as another command and its arguments; may be empty. */
export const rest = (shows: string, about: string): Argument<ReadonlyArray<string>> => ({
  kind: 'operand',
  name: shows,
  shows,
  about,
  required: false,
  repeatable: true,
  take: E.right,
})

/** `--name`, which is there or not. */
export const flag = (name: string, about: string): Argument<boolean> => {
  const take = (given: ReadonlyArray<string>) => E.right(given.length > 0)
  return { kind: 'flag', name, shows: '', about, required: false, repeatable: false, take }
}

const json = flag('json', 'answer with one JSON object')
const help = flag('help', 'show this')

export type ParsedCommand =
  | { readonly _tag: 'Help' }
  | { readonly _tag: 'Wrong'; readonly complaints: Complaints }
  | { readonly _tag: 'Ready'; readonly run: () => Promise<Outcome> }

export interface Command {
  readonly args: ReadonlyArray<Argument<unknown>>
  /** The arguments of a typical call. */
  readonly example: string
  readonly parse: (argv: ReadonlyArray<string>) => ParsedCommand
}

type Arguments = Readonly<Record<string, Argument<unknown>>>
type Given<Args extends Arguments> = { readonly [K in keyof Args]: Args[K] extends Argument<infer A> ? A : never }

/** A command. `run` finds each argument under its key in `args`. Every command also takes `--json` and `--help`. */
export const command = <Args extends Arguments>(it: {
  readonly args: Args
  readonly example: string
  readonly run: (given: Given<Args>) => Promise<Outcome>
}): Command => {
  const args = [...Object.values(it.args), json, help]
  return {
    args,
    example: it.example,
    parse: (argv) => {
      const { texts, complaints } = split(args, argv)
      if (texts.has(help)) return { _tag: 'Help' }
      return pipe(
        // A misread line hides arguments: do not call them missing.
        complaints.length > 0 ? E.left(complaints) : E.right(Object.entries(it.args)),
        E.chain(
          every(([key, arg]) =>
            pipe(
              arg.take(texts.get(arg) ?? []),
              E.map((value) => [key, value] as const),
            ),
          ),
        ),
        E.matchW(
          (complaints): ParsedCommand => ({ _tag: 'Wrong', complaints }),
          (values) => ({ _tag: 'Ready', run: () => it.run(Object.fromEntries(values) as Given<Args>) }),
        ),
      )
    },
  }
}

/** All complaints at once. */
const every = RA.traverse(E.getApplicativeValidation(RA.getSemigroup<string>()))

interface Split {
  /** The texts given for each argument; a flag's text is empty. */
  readonly texts: ReadonlyMap<Argument<unknown>, ReadonlyArray<string>>
  readonly complaints: Complaints
}

const split = (args: ReadonlyArray<Argument<unknown>>, argv: ReadonlyArray<string>): Split => {
  const named = new Map(args.filter(({ kind }) => kind !== 'operand').map((arg) => [arg.name, arg]))
  const operands = args.filter(({ kind }) => kind === 'operand')
  const texts = new Map<Argument<unknown>, Array<string>>()
  const complaints: Array<string> = []
  const add = (arg: Argument<unknown>, text: string): void => {
    const before = texts.get(arg)
    if (before === undefined) texts.set(arg, [text])
    else if (arg.repeatable) before.push(text)
    else complaints.push(`${called(arg)} is given more than once`)
  }

  let unknownAt = Number.NaN
  for (const token of tokensOf(named, argv)) {
    if (token.kind === 'option-terminator') continue
    // Counted as the shell does, from 1; the command's name is argument 1.
    const place = `argument ${token.index + 2}`
    if (token.kind === 'positional') {
      // Presumably the value of an unknown option.
      if (token.index === unknownAt + 1) continue
      const operand = operands[0]?.repeatable === true ? operands[0] : operands.shift()
      if (operand !== undefined) add(operand, token.value)
      else complaints.push(`${place} is one too many; what holds spaces belongs in quotes`)
      continue
    }
    const arg = named.get(token.name)
    if (arg === undefined) {
      unknownAt = token.index
      const name = /^[a-z-]{1,32}$/i.test(token.name) ? token.rawName : place
      const meant = didYouMean(token.name, [...named.keys()])
      complaints.push(`there is no option ${name}${meant === undefined ? '' : `; is it --${meant}?`}`)
    } else if (arg.kind === 'flag') {
      if (token.value === undefined) add(arg, '')
      else complaints.push(`${called(arg)} takes no value`)
    } else if (token.value === undefined || (!token.inlineValue && isOption(named, token.value))) {
      complaints.push(`${called(arg)} needs a value: ${arg.about}`)
    } else {
      add(arg, token.value)
    }
  }
  return { texts, complaints }
}

/** Not strict: the messages of the platform's parser would repeat values. */
const tokensOf = (named: ReadonlyMap<string, Argument<unknown>>, argv: ReadonlyArray<string>) =>
  parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      [...named.values()].map((arg) => {
        const type = arg.kind === 'flag' ? ('boolean' as const) : ('string' as const)
        return [arg.name, arg === help ? { type, short: 'h' } : { type }]
      }),
    ),
  }).tokens

/** An option in place of a value: the value was forgotten. */
const isOption = (named: ReadonlyMap<string, unknown>, text: string): boolean =>
  text.startsWith('--') && named.has(text.slice(2).replace(/=.*$/s, ''))
