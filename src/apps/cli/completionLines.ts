/**
 * The words that may stand where the user of a shell presses Tab: commands, options that are not given yet, and values of closed lists.
 * The scripts of `completion.ts` call this.
 *
 *     completionLines(['sig'])            'sign\tsign a request and print its Authorization header\n'
 *     completionLines(['sign', '--bo'])   '--body\tthe body exactly as sent; - for standard input\n'
 */
import { commands } from './commands.ts'
import type { Command, Named } from './grammar.ts'

interface Candidate {
  readonly word: string
  readonly about: string
}

/** The candidates; or `files`, if the shell is to complete names of files. */
type Completed = ReadonlyArray<Candidate> | 'files'

/** The lines for a script. `words` are the words after `countersign`. The last one is being typed, and may be empty. */
export const completionLines = async (words: ReadonlyArray<string>): Promise<string> => {
  const completed = await complete(words)
  if (completed === 'files') return ':files\n'
  return completed.map(({ word, about }) => `${word}\t${about}\n`).join('')
}

const complete = async (words: ReadonlyArray<string>): Promise<Completed> => {
  const [name = '', ...rest] = words
  const typed = words.at(-1) ?? ''
  if (words.length < 2) return beginningWith(typed, topLevel)
  if (name === 'help') return beginningWith(typed, commandNames)
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  const before = rest.slice(0, -1)
  // After `--` comes another command with its arguments.
  if (entry === undefined || before.includes('--')) return 'files'
  return completeIn(await entry.load(), before, typed)
}

/** Completes within the arguments of a command. `before`: its words before the typed one. */
const completeIn = ({ args }: Command, before: ReadonlyArray<string>, typed: string): Completed => {
  const needsValue = args.find((arg) => arg.kind === 'option' && isCalled(arg, before.at(-1)))
  if (needsValue !== undefined) return valuesOf(needsValue, typed)
  if (typed.startsWith('-')) {
    const isOpen = (arg: Named): boolean => arg.repeatable || !before.some((word) => isCalled(arg, word))
    const openOptions = args.filter((arg) => arg.kind !== 'operand' && isOpen(arg))
    return beginningWith(
      typed,
      openOptions.map(({ name, about }) => ({ word: `--${name}`, about })),
    )
  }
  const operand = args.find(({ kind }) => kind === 'operand')
  return operand === undefined ? [] : valuesOf(operand, typed)
}

const isCalled = ({ name, alias }: Named, word: string | undefined): boolean =>
  word === `--${name}` || (alias !== undefined && word === `--${alias}`)

const valuesOf = ({ words, shows }: Named, typed: string): Completed => {
  if (words !== undefined && words.length > 0)
    return beginningWith(
      typed,
      words.map((word) => ({ word, about: '' })),
    )
  return /FILE|DIR|JOB|COMMAND/.test(shows) ? 'files' : []
}

const commandNames: ReadonlyArray<Candidate> = Object.entries(commands).map(([word, { about }]) => ({ word, about }))

const topLevel: ReadonlyArray<Candidate> = [
  ...commandNames,
  { word: 'help', about: 'show the options of a command' },
  { word: '--version', about: 'show the version' },
]

const beginningWith = (typed: string, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  candidates.filter(({ word }) => word.startsWith(typed))
