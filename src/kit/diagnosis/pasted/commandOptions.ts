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
export const namesIn = (blankSeparated: string): ReadonlySet<string> => new Set(blankSeparated.trim().split(/\s+/))

/** Pairs such as `d:data` between blanks. */
export const lettersIn = (blankSeparated: string): ReadonlyMap<string, string> =>
  new Map([...namesIn(blankSeparated)].map((pair) => [pair[0] as string, pair.slice(2)]))

/** A name, or the beginning of exactly one name. */
const fullName = (abbreviation: string, { withArgument, withoutArgument }: Program): string | undefined => {
  if (withoutArgument === undefined || withArgument.has(abbreviation) || withoutArgument.has(abbreviation))
    return abbreviation
  if (abbreviation === '') return undefined
  const [only, ...furtherMatches] = [...withArgument, ...withoutArgument].filter((candidate) =>
    candidate.startsWith(abbreviation),
  )
  return furtherMatches.length === 0 ? only : undefined
}

/** The name, unless a secret argument may be stuck to it. */
const showName = (optionName: string): string => (/^[a-z][a-z0-9.-]{0,30}$/.test(optionName) ? ` --${optionName}` : '')

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
  const optionName = fullName(word, program)
  const negated = word.startsWith('no-') ? fullName(word.slice(3), program) : undefined
  return optionName === undefined && negated !== undefined && !program.withArgument.has(negated)
    ? { name: negated, called: '', on: false }
    : { name: optionName, called: showName(optionName ?? word), stuck }
}

/** Letters without an argument, perhaps before one that takes the rest of the word or the next word. */
const letterOptions = (
  bytes: Bytes.Bytes,
  { letters, withArgument, withoutArgument }: Program,
): ReadonlyArray<Named> => {
  const word = latin1(bytes)
  const options: Array<Named> = []
  for (let k = 1; k < word.length || k === 1; k++) {
    const letter = word[k] ?? ''
    const optionName = letters.get(letter) ?? (withoutArgument === undefined ? letter : undefined)
    const takes = optionName !== undefined && withArgument.has(optionName)
    const stuck = takes && k + 1 < word.length ? bytes.subarray(k + 1) : undefined
    options.push({ name: optionName, called: ` -${/^[0-9A-Za-z]$/.test(letter) ? letter : '…'}`, stuck })
    if (takes) break
  }
  return options
}

/** The program's name and the words behind it: a prompt and assignments may precede it. */
export const behindPrompt = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const programIndex = words.findIndex(({ bytes }, i) => {
    const word = latin1(bytes.subarray(0, 256))
    return !(i === 0 && /^[$%]$/.test(word)) && !/^[A-Za-z_][0-9A-Za-z_]*=/.test(word)
  })
  return programIndex < 0 ? [] : words.slice(programIndex)
}

/** The options that stand in the words behind a program's name, in their order. */
export const optionsOf = (
  command: Bytes.Bytes,
  words: ReadonlyArray<Word>,
  program: Program,
): E.Either<Unreadable, ReadonlyArray<Given>> => {
  const options: Array<Given> = []
  const remainingWords = words.values()
  let plain = false // behind `--`
  for (const { bytes, offset } of remainingWords) {
    const word = latin1(bytes)
    const problem = program.refused?.(word)
    if (plain || !word.startsWith('-')) options.push({ name: 'url', on: true, argument: bytes, offset })
    else if (word === '--') plain = true
    else if (problem !== undefined) return unreadable(command, offset, problem)
    else
      for (const option of word.startsWith('--') ? [longOption(bytes, program)] : letterOptions(bytes, program)) {
        const { name: optionName, called, on: isSwitchedOn = true, stuck } = option
        if (optionName === undefined) {
          const unknownOption = `the option${called} is not known; remove it if the request does not depend on it`
          return unreadable(command, offset, unknownOption)
        }
        const takes = isSwitchedOn && stuck === undefined && program.withArgument.has(optionName)
        const argument = takes ? remainingWords.next().value?.bytes : (stuck ?? Bytes.empty)
        if (argument === undefined)
          return unreadable(command, offset, `the argument of ${called.trim()} is missing; paste the whole command`)
        options.push({ name: optionName, on: isSwitchedOn, argument, offset })
      }
  }
  return E.right(options)
}

/** The argument of the last option of one of these names: programs take the last. */
export const lastArgument = (
  options: ReadonlyArray<Given>,
  ...optionNames: ReadonlyArray<string>
): Bytes.Bytes | undefined => options.findLast(({ name: optionName }) => optionNames.includes(optionName))?.argument

/** The same as text. */
export const lastText = (options: ReadonlyArray<Given>, ...optionNames: ReadonlyArray<string>): string | undefined => {
  const argument = lastArgument(options, ...optionNames)
  return argument === undefined ? undefined : textOf(argument)
}

/** Whether a switch is on in the end. */
export const isOn = (options: ReadonlyArray<Given>, optionName: string): boolean =>
  options.findLast((option) => option.name === optionName)?.on === true
