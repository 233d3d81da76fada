/**
 * How the words of a command become options: `--name argument`, `--name=argument`, and letters, which may stand in one word. A
 * table tells what differs between programs.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, textOf, type Unreadable, unreadable } from '../Received.ts'
import type { Word } from './shellWords.ts'

/** An option as it is given in a command. What is no option has the name `url`. */
export interface Given {
  /** Its long name. */
  readonly name: string
  /** False if `--no-` negates it. */
  readonly on: boolean
  /** Empty if it takes none. */
  readonly argument: Bytes.Bytes
  /** Where its word begins in the text, in bytes. */
  readonly offset: number
}

/** What is wrong and what to do, in words. */
export type Wrong = string

/** The options that a program knows. */
export interface Program {
  /** The long options with an argument. */
  readonly withArgument: ReadonlySet<string>
  /** The long options without one, which `--no-` may negate. If absent, any other option is one of them. */
  readonly withoutArgument?: ReadonlySet<string>
  /** The long name of each one-letter option; one that is missing here has none. */
  readonly letters: ReadonlyMap<string, string>
  /** Why no option can have this form. */
  readonly refused?: (word: string) => Wrong | undefined
}

/** Names between blanks. */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Pairs such as `d:data` between blanks. */
export const lettersIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...namesIn(text)].map((pair) => [pair[0] as string, pair.slice(2)]))

/** A name, or the beginning of exactly one name. */
const fullName = (name: string, { withArgument, withoutArgument }: Program): string | undefined => {
  if (withoutArgument === undefined || withArgument.has(name) || withoutArgument.has(name)) return name
  if (name === '') return undefined
  const [only, ...others] = [...withArgument, ...withoutArgument].filter((known) => known.startsWith(name))
  return others.length === 0 ? only : undefined
}

/** The name, unless a secret argument may be stuck to it. */
const shown = (name: string): string => (/^[a-z][a-z0-9.-]{0,30}$/.test(name) ? ` --${name}` : '')

/** An option of a word, as it may be shown, and with the argument that is stuck to it. */
interface Named {
  /** Absent if the program does not know it. */
  readonly name: string | undefined
  readonly called: string
  readonly on?: boolean
  readonly stuck?: Bytes.Bytes | undefined
}

/** `--name`, `--name=argument` or `--no-name`. */
const longOption = (bytes: Bytes.Bytes, program: Program): Named => {
  const equals = bytes.indexOf(0x3d)
  const word = textOf(equals < 0 ? bytes : bytes.subarray(0, equals)).slice(2)
  const stuck = equals < 0 ? undefined : bytes.subarray(equals + 1)
  const name = fullName(word, program)
  const negated = word.startsWith('no-') ? fullName(word.slice(3), program) : undefined
  return name === undefined && negated !== undefined && !program.withArgument.has(negated)
    ? { name: negated, called: '', on: false }
    : { name, called: shown(name ?? word), stuck }
}

/** Letters without an argument, perhaps before one that takes the rest of the word or the next word. */
const letterOptions = (
  bytes: Bytes.Bytes,
  { letters, withArgument, withoutArgument }: Program,
): ReadonlyArray<Named> => {
  const word = latin1(bytes)
  const all: Array<Named> = []
  for (let k = 1; k < word.length || k === 1; k++) {
    const letter = word[k] ?? ''
    const name = letters.get(letter) ?? (withoutArgument === undefined ? letter : undefined)
    const takes = name !== undefined && withArgument.has(name)
    const stuck = takes && k + 1 < word.length ? bytes.subarray(k + 1) : undefined
    all.push({ name, called: ` -${/^[0-9A-Za-z]$/.test(letter) ? letter : '…'}`, stuck })
    if (takes) break
  }
  return all
}

/** The program's name and the words behind it: a prompt and assignments may precede it. */
export const behindPrompt = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const first = words.findIndex(({ bytes }, i) => {
    const word = latin1(bytes.subarray(0, 256))
    return !(i === 0 && /^[$%]$/.test(word)) && !/^[A-Za-z_][0-9A-Za-z_]*=/.test(word)
  })
  return first < 0 ? [] : words.slice(first)
}

/** The options that stand in the words behind a program's name, in their order. */
export const optionsOf = (
  text: Bytes.Bytes,
  words: ReadonlyArray<Word>,
  program: Program,
): E.Either<Unreadable, ReadonlyArray<Given>> => {
  const all: Array<Given> = []
  const left = words.values()
  let plain = false // behind `--`
  for (const { bytes, offset } of left) {
    const word = latin1(bytes)
    const wrong = program.refused?.(word)
    if (plain || !word.startsWith('-')) all.push({ name: 'url', on: true, argument: bytes, offset })
    else if (word === '--') plain = true
    else if (wrong !== undefined) return unreadable(text, offset, wrong)
    else
      for (const option of word.startsWith('--') ? [longOption(bytes, program)] : letterOptions(bytes, program)) {
        const { name, called, on = true, stuck } = option
        if (name === undefined) {
          const what = `the option${called} is not known; leave it out if the request does not depend on it`
          return unreadable(text, offset, what)
        }
        const takes = on && stuck === undefined && program.withArgument.has(name)
        const argument = takes ? left.next().value?.bytes : (stuck ?? Bytes.empty)
        if (argument === undefined)
          return unreadable(text, offset, `${called.trim()} lacks its argument; paste the whole command`)
        all.push({ name, on, argument, offset })
      }
  }
  return E.right(all)
}

/** The argument of the last option of one of these names: programs take the last. */
export const lastArgument = (given: ReadonlyArray<Given>, ...names: ReadonlyArray<string>): Bytes.Bytes | undefined =>
  given.findLast(({ name }) => names.includes(name))?.argument

/** The same as text. */
export const lastText = (given: ReadonlyArray<Given>, ...names: ReadonlyArray<string>): string | undefined => {
  const argument = lastArgument(given, ...names)
  return argument === undefined ? undefined : textOf(argument)
}

/** Whether a switch is on in the end. */
export const isOn = (given: ReadonlyArray<Given>, name: string): boolean =>
  given.findLast((each) => each.name === name)?.on === true
