/**
 * The grammar of a command line: what a command takes, how each argument is read, and all that is wrong at once.
 *
 * The platform splits the line; what it finds is judged here. A complaint names an option or a place and never repeats a
 * value: a header whose quotes were forgotten falls into several arguments, and a signature is among them.
 */
import { parseArgs } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import { nearest } from './nearest.ts'
import type { Outcome } from './Outcome.ts'

/** How one value is read. */
export interface Reading<A> {
  /** What stands for the value in a help text, such as FILE. */
  readonly shows: string
  /** Ends the sentence "expected …". */
  readonly expected: string
  readonly read: (text: string) => A | undefined
}

export interface Argument<A> {
  readonly kind: 'option' | 'flag' | 'operand'
  readonly name: string
  /** Empty for a flag. */
  readonly shows: string
  readonly about: string
  readonly required: boolean
  readonly repeatable: boolean
  /** The value of what was given, which may be nothing; or what is wrong with it. */
  readonly take: (given: ReadonlyArray<string>) => E.Either<Fault, A>
}

type Fault = 'missing' | { readonly expected: string }

const taking =
  <A>({ expected, read }: Reading<A>, none: E.Either<Fault, A>) =>
  ([text]: ReadonlyArray<string>): E.Either<Fault, A> => {
    if (text === undefined) return none
    const value = read(text)
    return value === undefined ? E.left({ expected }) : E.right(value)
  }

/** `--name VALUE`, which must be given. */
export const option = <A>(name: string, value: Reading<A>, about: string): Argument<A> => {
  const take = taking(value, E.left('missing'))
  return { kind: 'option', name, shows: value.shows, about, required: true, repeatable: false, take }
}

/** `--name VALUE`, which may be left out. */
export const optional = <A>(name: string, value: Reading<A>, about: string): Argument<A | undefined> => {
  const take = taking<A | undefined>(value, E.right(undefined))
  return { kind: 'option', name, shows: value.shows, about, required: false, repeatable: false, take }
}

/** `--name VALUE`, which stands for `fallback` when it is left out; the help text says so. */
export const defaulting = <A>(name: string, value: Reading<A>, fallback: A, about: string): Argument<A> => {
  const take = taking(value, E.right(fallback))
  const whole = `${about} (${fallback} unless set)`
  return { kind: 'option', name, shows: value.shows, about: whole, required: false, repeatable: false, take }
}

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

/** What a command works on, such as a file; it must be given. */
export const operand = <A>(value: Reading<A>, about: string): Argument<A> => {
  const { shows } = value
  const take = taking(value, E.left('missing'))
  return { kind: 'operand', name: shows, shows, about, required: true, repeatable: false, take }
}

/** All that stands behind `--`, such as another command and its arguments; may be empty. */
export const rest = (shows: string, about: string): Argument<ReadonlyArray<string>> => ({
  kind: 'operand',
  name: shows,
  shows,
  about,
  required: false,
  repeatable: true,
  take: E.right,
})

export const flag = (name: string, about: string): Argument<boolean> => ({
  kind: 'flag',
  name,
  shows: '',
  about,
  required: false,
  repeatable: false,
  take: (given) => E.right(given.length > 0),
})

const json = flag('json', 'answer with one JSON object')
const help = flag('help', 'show this')

export type Request =
  | { readonly _tag: 'Help' }
  | { readonly _tag: 'Wrong'; readonly complaints: ReadonlyArray<string> }
  | { readonly _tag: 'Ready'; readonly run: () => Promise<Outcome> }

export interface Command {
  readonly args: ReadonlyArray<Argument<unknown>>
  /** What it takes in an ordinary case. */
  readonly example: string
  readonly parse: (argv: ReadonlyArray<string>) => Request
}

type Arguments = Readonly<Record<string, Argument<unknown>>>
type Given<Args extends Arguments> = { readonly [K in keyof Args]: Args[K] extends Argument<infer A> ? A : never }

/** A command: what it takes, by the names under which `run` finds it, and what it does. `--json` and `--help` are every command's. */
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
      // Told only of a line that can be read: what is missing from another is most likely there, in the wrong place.
      if (complaints.length > 0) return { _tag: 'Wrong', complaints }

      const taken = Object.entries(it.args).map(([key, arg]) => ({ key, arg, value: arg.take(texts.get(arg) ?? []) }))
      const faults = taken.flatMap(({ arg, value }) => (E.isLeft(value) ? [complaint(arg, value.left)] : []))
      if (faults.length > 0) return { _tag: 'Wrong', complaints: faults }
      const given = Object.fromEntries(taken.map(({ key, value }) => [key, E.toUnion(value)])) as Given<Args>
      return { _tag: 'Ready', run: () => it.run(given) }
    },
  }
}

const called = ({ kind, name }: Argument<unknown>): string => (kind === 'operand' ? name : `--${name}`)

const complaint = (arg: Argument<unknown>, fault: Fault): string =>
  fault === 'missing' ? `${called(arg)} is missing: ${arg.about}` : `${called(arg)}: expected ${fault.expected}`

interface Split {
  /** What was given for each argument; a flag's text is empty. */
  readonly texts: ReadonlyMap<Argument<unknown>, ReadonlyArray<string>>
  readonly complaints: ReadonlyArray<string>
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
    // The command itself stands before them.
    const place = `argument ${token.index + 2}`
    if (token.kind === 'positional') {
      // What follows an option that does not exist is taken for its value.
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
      const meant = nearest(token.name, [...named.keys()])
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

/** Nothing is refused by the platform's parser: its words would repeat what it refuses. */
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

/** An option where a value belongs: the value was forgotten. */
const isOption = (named: ReadonlyMap<string, unknown>, text: string): boolean =>
  text.startsWith('--') && named.has(text.slice(2).replace(/=.*$/s, ''))
