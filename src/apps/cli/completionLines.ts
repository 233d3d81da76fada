/**
 * What may stand where a shell's user presses Tab: commands, options that are not given yet, and values of closed lists. The scripts of
 * `completion.ts` ask for it.
 */
import { commands } from './commands.ts'
import type { Command, Named } from './grammar.ts'

interface Candidate {
  readonly word: string
  readonly about: string
}

type Completed = ReadonlyArray<Candidate> | 'files'

/** The lines for a script. `words` are those after `countersign`; the last of them may be empty. */
export const completionLines = async (words: ReadonlyArray<string>): Promise<string> => {
  const completed = await complete(words)
  if (completed === 'files') return ':files\n'
  return completed.map(({ word, about }) => `${word}\t${about}\n`).join('')
}

const complete = async (words: ReadonlyArray<string>): Promise<Completed> => {
  const [name = '', ...rest] = words
  const typed = words.at(-1) ?? ''
  if (words.length < 2) return beginningWith(typed, topLevel)
  if (name === 'help') return beginningWith(typed, named)
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry === undefined || rest.slice(0, -1).includes('--')) return 'files'
  return completeIn(await entry.load(), rest.slice(0, -1), typed)
}

const completeIn = ({ args }: Command, before: ReadonlyArray<string>, typed: string): Completed => {
  const last = args.find((arg) => arg.kind === 'option' && isCalled(arg, before.at(-1)))
  if (last !== undefined) return valuesOf(last, typed)
  if (typed.startsWith('-')) {
    const open = args.filter(
      (arg) => arg.kind !== 'operand' && (arg.repeatable || !before.some((it) => isCalled(arg, it))),
    )
    return beginningWith(
      typed,
      open.map(({ name, about }) => ({ word: `--${name}`, about })),
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

const named: ReadonlyArray<Candidate> = Object.entries(commands).map(([word, { about }]) => ({ word, about }))

const topLevel: ReadonlyArray<Candidate> = [
  ...named,
  { word: 'help', about: 'show the options of a command' },
  { word: '--version', about: 'show the version' },
]

const beginningWith = (typed: string, candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  candidates.filter(({ word }) => word.startsWith(typed))
