/**
 * The grammar of a command line: the arguments of a command, how each is read, and every complaint at once.
 *
 *     const { parse } = command({ args: { appId: option(appId, 'the id of the app') }, example: '--app-id app-1', run })
 *     parse(['--app-id', 'app-1'])    Ready: calls run({ appId: 'app-1' }, world)
 *     parse(['--ap-id', 'app-1'])     Wrong: there is no option --ap-id; is it --app-id?
 *
 * The platform splits the command line. A complaint names an option or a place, and quotes a value only if it cannot be a secret: a
 * header without quotes becomes several arguments, and one of them is the signature. If the line lacks an option with a value, its
 * value is taken from the environment.
 *
 * Sections: what an argument is · the kinds of arguments · commands · the line and the environment.
 */
import { parseArgs } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { Rule } from '../../core/Rule.ts'
import { visible } from '../../kit/conformance/reports/visible.ts'
import { didYouMean } from './didYouMean.ts'
import type { Environment, Outcome, World } from './Outcome.ts'

// ---- What an argument is

/** Where a value was given. */
export type Source = 'line' | 'environment'

/** A rule, and how the command line reads a value that obeys it. */
export interface Reading<A> extends Rule<A> {
  /** The value's placeholder in a help text, such as FILE. */
  readonly shows: string
  /** The value that a text spells; it may still break the rule. */
  readonly read: (text: string, source: Source) => unknown
  /** The words that the value may be, if there are only these. */
  readonly words?: ReadonlyArray<string>
  /** The index of the first character that is wrong, if one is. */
  readonly wrongAt?: (text: string) => number | undefined
  /** Whether errors must not quote the value. */
  readonly isSecret?: boolean
}

/** An argument without its name, which is its key in the record of a command: `appId` is `--app-id`. */
export interface Argument<A> {
  readonly kind: 'option' | 'flag' | 'operand'
  /** The option's name in other commands, which is understood as well. */
  readonly alias?: string
  /** The value's placeholder in a help text; empty for a flag. */
  readonly shows: string
  readonly about: string
  readonly required: boolean
  readonly repeatable: boolean
  /** The words that the value may be, if there are only these. */
  readonly words?: ReadonlyArray<string>
  /** Few callers need it: help shows it after the others. */
  readonly rare?: boolean
  /** The value of the texts that were given, or a complaint; `called` is where they were given. */
  readonly take: (given: ReadonlyArray<string>, called: string, source: Source) => E.Either<Complaints, A>
}

type Complaints = ReadonlyArray<string>

/** An argument of a command. */
export interface Named extends Argument<unknown> {
  readonly name: string
}

/** The option's name: `app-id` for the key `appId`. */
export const optionName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type KindAndName = Pick<Named, 'kind' | 'name'>

/** How the line and complaints call an argument: `--app-id`, or `FILE` for an operand. */
const nameOnLine = ({ kind, name }: KindAndName): string => (kind === 'operand' ? name : `--${name}`)

const prefix = 'COUNTERSIGN_'

/** The environment variable of an option with a value: `COUNTERSIGN_APP_ID` for `--app-id`. */
export const variableOf = ({ kind, name }: KindAndName): string | undefined =>
  kind === 'option' ? `${prefix}${name.toUpperCase().replaceAll('-', '_')}` : undefined

/** How a complaint calls the place of a value: `COUNTERSIGN_APP_ID` for one of the environment. */
const nameIn = (source: Source, arg: KindAndName): string => {
  const variable = source === 'environment' ? variableOf(arg) : undefined
  return variable ?? nameOnLine(arg)
}

// ---- The kinds of arguments

interface SingleArgument<A> {
  readonly kind: 'option' | 'operand'
  readonly reading: Reading<A>
  readonly about: string
  /** The value of an argument that was left out. Absent: the argument is required. */
  readonly whenAbsent?: { readonly value: A }
}

/** An argument with one value. */
const single = <A>({ kind, reading, about, whenAbsent }: SingleArgument<A>): Argument<A> => ({
  kind,
  shows: reading.shows,
  ...(reading.words === undefined ? {} : { words: reading.words }),
  about,
  required: whenAbsent === undefined,
  repeatable: false,
  take: ([text], called, source) => {
    if (text !== undefined) return valueFrom(reading, called, source)(text)
    return whenAbsent === undefined ? E.left([`${called} is missing: ${about}`]) : E.right(whenAbsent.value)
  },
})

/** The value that a text spells, or one complaint: `--nonce: expected 1 to 128 digits, …; found "a,b", wrong at character 2`. */
const valueFrom =
  <A>({ expected, is, read, wrongAt, words = [], isSecret = false }: Reading<A>, called: string, source: Source) =>
  (text: string): E.Either<Complaints, A> => {
    const value = read(text, source)
    if (is(value)) return E.right(value)
    const mayQuote = source === 'line' && !isSecret && isQuotable(text)
    const index = wrongAt?.(text) ?? -1
    const clues = [
      mayQuote ? `found "${visible(text)}"` : '',
      index < 0 || index >= text.length ? '' : `wrong at character ${index + 1}`,
    ]
    const meant = meantWord(text, words)
    const faults = [expected, joinFilled(clues, ', '), meant === undefined ? '' : `is it ${meant}?`]
    return E.left([`${called}: expected ${joinFilled(faults, '; ')}`])
  }

const joinFilled = (phrases: ReadonlyArray<string>, separator: string): string =>
  phrases.filter((phrase) => phrase !== '').join(separator)

/** The word that the first misspelled one resembles, in a value that may be a list with commas. */
const meantWord = (text: string, words: ReadonlyArray<string>): string | undefined => {
  const unknown = text.split(',').filter((word) => !words.includes(word))
  return unknown.flatMap((word) => didYouMean(word, words) ?? [])[0]
}

/** Whether the text can be no key (`-----BEGIN`, `{`), token or header (`Bearer …`, `=`), and no URL with a password (`@`). */
const isQuotable = (text: string): boolean =>
  text !== '' && text.length <= 30 && !/[@={]|-----|^(?:bearer|basic)\b/i.test(text)

/** `--name VALUE`, which must be given. */
export const option = <A>(reading: Reading<A>, about: string): Argument<A> => single({ kind: 'option', reading, about })

/** `--name VALUE`, which may be left out. */
export const optional = <A>(reading: Reading<A>, about: string): Argument<A | undefined> =>
  single<A | undefined>({ kind: 'option', reading, about, whenAbsent: { value: undefined } })

/** The argument, which is also understood under another name. */
export const alsoCalled = <A>(alias: string, arg: Argument<A>): Argument<A> => ({ ...arg, alias })

/** The argument, which help shows after the others. */
export const rarely = <A>(arg: Argument<A>): Argument<A> => ({ ...arg, rare: true })

/** `--name VALUE`, by default `fallback`; the help text says so. */
export const defaulting = <A>(reading: Reading<A>, fallback: A, about: string): Argument<A> =>
  single({ kind: 'option', reading, about: `${about} (default: ${fallback})`, whenAbsent: { value: fallback } })

/** What a command works on, such as a file; it must be given. */
export const operand = <A>(reading: Reading<A>, about: string): Argument<A> =>
  single({ kind: 'operand', reading, about })

/** What a command works on, if it is given. */
export const optionalOperand = <A>(reading: Reading<A>, about: string): Argument<A | undefined> =>
  single<A | undefined>({ kind: 'operand', reading, about, whenAbsent: { value: undefined } })

/** `--name VALUE`, any number of times. */
export const repeated = <A>(reading: Reading<A>, about: string): Argument<ReadonlyArray<A>> => ({
  ...optional(reading, about),
  repeatable: true,
  take: (given, called, source) => every(valueFrom(reading, called, source))(given),
})

/** `--name`, which is there or not. */
export const flag = (about: string): Argument<boolean> => ({
  kind: 'flag',
  shows: '',
  about,
  required: false,
  repeatable: false,
  take: (given) => E.right(given.length > 0),
})

/** Everything after `--`, such as another command and its arguments; may be empty. */
export const rest = (shows: string, about: string): Argument<ReadonlyArray<string>> => ({
  ...flag(about),
  kind: 'operand',
  shows,
  repeatable: true,
  take: E.right,
})

// ---- Commands

/** The arguments that every command takes. */
const common = { json: flag('answer with one JSON object'), help: flag('show this') }

export type ParsedCommand =
  | { readonly _tag: 'Help' }
  | { readonly _tag: 'Wrong'; readonly complaints: Complaints }
  | {
      readonly _tag: 'Ready'
      readonly run: (world: World) => Promise<Outcome>
      /** The variables from which values were taken. */
      readonly variables: ReadonlyArray<string>
    }

export interface Command {
  readonly args: ReadonlyArray<Named>
  /** The arguments of a typical call. */
  readonly example: string
  /** What a line asks for. What it leaves out is taken from the environment. */
  readonly parse: (argv: ReadonlyArray<string>, environment?: Environment) => ParsedCommand
}

/** A command in the list of all. */
export interface Entry {
  /** What it does, in one line. */
  readonly about: string
  /** Loaded when it is asked for: a command should not wait for the others. */
  readonly load: () => Promise<Command>
}

type Arguments = Readonly<Record<string, Argument<unknown>>>
export type Given<Args extends Arguments> = {
  readonly [K in keyof Args]: Args[K] extends Argument<infer A> ? A : never
}

/** Several ways to say the same, each by one or more arguments. */
export type Ways<Key> = ReadonlyArray<ReadonlyArray<Key>>

interface CommandDescription<Args extends Arguments> {
  readonly args: Args
  readonly example: string
  /** Lists of ways to say the same. Where the line says it in one way, the others are not taken from the environment. */
  readonly either?: ReadonlyArray<Ways<keyof Args>>
  readonly run: (given: Given<Args>, world: World) => Promise<Outcome>
}

/** A command. `run` finds each argument under its key in `args`. Every command also takes `--json` and `--help`. */
export const command = <Args extends Arguments>(description: CommandDescription<Args>): Command => {
  const { example, either = [], run } = description
  const own = namedIn(description.args)
  const args = [...own, ...namedIn(common)].map(({ arg }) => arg)
  const argumentsOf = (keys: ReadonlyArray<keyof Args>) =>
    own.flatMap(({ key, arg }) => (keys.includes(key) ? [arg] : []))
  const alternatives = either.map((ways) => ways.map(argumentsOf))
  return {
    args,
    example,
    parse: (argv, environment = {}) => {
      const line = split(args, argv)
      if (args.some((arg) => arg.name === 'help' && line.texts.has(arg))) return { _tag: 'Help' }
      // A misread line hides arguments: do not call them missing.
      if (line.complaints.length > 0) return { _tag: 'Wrong', complaints: line.complaints }
      const superseded = supersededBy(line.texts, alternatives)
      const open = args.filter((arg) => !line.texts.has(arg) && !superseded.includes(arg))
      const variables = environmentOf(open, environment)
      const { values, complaints } = valuesOf(own, line.texts, variables, environment)
      if (complaints.length > 0) return { _tag: 'Wrong', complaints }
      return {
        _tag: 'Ready',
        run: (world) => run(values as Given<Args>, world),
        variables: [...variables.keys()].flatMap((arg) => variableOf(arg) ?? []),
      }
    },
  }
}

/** The arguments that say in another way what the line says already: with `--method` on the line, `--request` is one. */
const supersededBy = (
  texts: ReadonlyMap<Named, unknown>,
  alternatives: ReadonlyArray<Ways<Named>>,
): ReadonlyArray<Named> =>
  alternatives.flatMap((ways) => {
    const onLine = ways.find((way) => way.some((arg) => texts.has(arg)))
    return onLine === undefined ? [] : ways.filter((way) => way !== onLine).flat()
  })

/** The values of a command's own arguments by their keys, of the environment or of the line, and what is wrong with them. */
const valuesOf = (
  own: ReadonlyArray<KeyedArgument>,
  textsOnLine: ReadonlyMap<Named, ReadonlyArray<string>>,
  variables: ReadonlyMap<Named, string>,
  environment: Environment,
) => {
  const values: Record<string, unknown> = {}
  const complaints: Array<string> = []
  for (const { key, arg } of own) {
    const variable = variables.get(arg)
    const texts = variable === undefined ? textsOnLine.get(arg) : [variable]
    const source = variable === undefined ? 'line' : 'environment'
    const value = arg.take(texts ?? [], nameIn(source, arg), source)
    if (E.isRight(value)) values[key] = value.right
    else for (const fault of value.left) complaints.push(texts ? fault : `${fault}${misnamed(arg, environment)}`)
  }
  return { values, complaints }
}

interface KeyedArgument {
  readonly key: string
  readonly arg: Named
}

const namedIn = (args: Arguments): ReadonlyArray<KeyedArgument> =>
  Object.entries(args).map(([key, arg]) => ({
    key,
    arg: { ...arg, name: arg.kind === 'operand' ? arg.shows : optionName(key) },
  }))

// ---- The line and the environment

/** The values of these options in the environment. An empty variable counts as unset. */
const environmentOf = (args: ReadonlyArray<Named>, environment: Environment): ReadonlyMap<Named, string> =>
  new Map(
    args.flatMap((arg) => {
      const text = environment[variableOf(arg) ?? '']
      return text === undefined || text === '' ? [] : [[arg, text] as const]
    }),
  )

/** Asks whether a variable of nearly the right name was meant for a missing option. */
const misnamed = (arg: KindAndName, environment: Environment): string => {
  const variable = variableOf(arg)
  const others = Object.keys(environment).filter((name) => /^COUNTERSIGN_[A-Z_]{1,32}$/.test(name) && name !== variable)
  const words = others.map((name) => name.slice(prefix.length))
  const near = didYouMean(variable?.slice(prefix.length) ?? '', words)
  return near === undefined ? '' : `; ${prefix}${near} is set, is it ${variable}?`
}

/** The values of all texts, or the complaints about all of them. */
const every = RA.traverse(E.getApplicativeValidation(RA.getSemigroup<string>()))

/** A command line that is being split. */
interface SplitLine {
  /** The texts given for each argument; the text of a flag is empty. */
  readonly texts: Map<Named, Array<string>>
  /** What cannot be read. */
  readonly complaints: Array<string>
}

const split = (args: ReadonlyArray<Named>, argv: ReadonlyArray<string>): SplitLine => {
  const options = args.filter(({ kind }) => kind !== 'operand')
  const byName = new Map(
    options.flatMap((arg) => [arg.name, arg.alias ?? arg.name].map((name) => [name, arg] as const)),
  )
  const operands = args.filter(({ kind }) => kind === 'operand')
  const line: SplitLine = { texts: new Map(), complaints: [] }
  let unknownOptionAt = Number.NaN
  for (const token of tokensOf(byName, argv)) {
    if (token.kind === 'option-terminator') continue
    // Counted as the shell does, from 1; the command's name is argument 1.
    const place = `argument ${token.index + 2}`
    if (token.kind === 'positional') {
      // A text after an unknown option is presumably its value.
      if (token.index === unknownOptionAt + 1) continue
      const operand = operands[0]?.repeatable === true ? operands[0] : operands.shift()
      if (operand !== undefined) addText(line, operand, token.value)
      else line.complaints.push(`there is one argument too many: ${place}. If a value has spaces, put it in quotes`)
      continue
    }
    const arg = byName.get(token.name)
    if (arg !== undefined) addOption(line, arg, token, byName)
    else {
      if (token.value === undefined) unknownOptionAt = token.index
      const name = /^[a-z-]{1,32}$/i.test(token.name) ? token.rawName : place
      line.complaints.push(`there is no option ${name}${hintFor(token.name, byName)}`)
    }
  }
  return line
}

interface OptionToken {
  readonly value?: string | undefined
  /** Whether the value follows the name and `=`. */
  readonly inlineValue?: boolean | undefined
}

const addOption = (
  line: SplitLine,
  arg: Named,
  { value, inlineValue }: OptionToken,
  byName: ReadonlyMap<string, Named>,
): void => {
  if (arg.kind === 'flag') {
    if (value === undefined) addText(line, arg, '')
    else line.complaints.push(`${nameOnLine(arg)} takes no value`)
  } else if (value === undefined || (!inlineValue && isOption(byName, value))) {
    line.complaints.push(`${nameOnLine(arg)} needs a value: ${arg.about}`)
  } else {
    addText(line, arg, value)
  }
}

const addText = ({ texts, complaints }: SplitLine, arg: Named, text: string): void => {
  const earlierTexts = texts.get(arg)
  if (earlierTexts === undefined) texts.set(arg, [text])
  else if (arg.repeatable) earlierTexts.push(text)
  else complaints.push(`${nameOnLine(arg)} is given more than once`)
}

/** Options by their names before 1.0. A command that has the option says how it is called now. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['called-as', 'public-url'],
  ['emit', 'write-runs'],
  ['emitted', 'runs'],
  ['judge', 'answers'],
  ['after', 'preceded-by'],
])

const hintFor = (unknown: string, named: ReadonlyMap<string, Named>): string => {
  const current = formerNames.get(unknown)
  if (current !== undefined && named.has(current)) return `; the option is called --${current} now`
  const meant = didYouMean(unknown, [...named.keys()])
  return meant === undefined ? '' : `; is it --${meant}?`
}

/** Not strict: the messages of the platform's parser would repeat values. */
const tokensOf = (named: ReadonlyMap<string, Named>, argv: ReadonlyArray<string>) =>
  parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      [...named].map(([name, arg]) => {
        const type = arg.kind === 'flag' ? ('boolean' as const) : ('string' as const)
        return [name, name === 'help' ? { type, short: 'h' } : { type }]
      }),
    ),
  }).tokens

/** Whether a text is `--name` or `--name=VALUE` of an option. In place of a value, this shows that the value was forgotten. */
const isOption = (named: ReadonlyMap<string, unknown>, text: string): boolean =>
  text.startsWith('--') && named.has(text.slice(2).replace(/=.*$/s, ''))
