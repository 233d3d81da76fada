/**
 * What the library says to a program, in the words of the command line: it names the options as a shell takes them.
 *
 *   the option retries sends idempotent requests again   →   --retries sends idempotent requests again
 */
import { optionName } from './grammar.ts'

interface Replacement {
  readonly pattern: RegExp
  readonly replace: (match: string, option: string) => string
}

/** In this order: the general pattern for an option would also match the special ones before it. */
const replacements: ReadonlyArray<Replacement> = [
  { pattern: /the option ca, in PEM/g, replace: () => '--ca, a file in PEM' },
  {
    pattern: /the option proxy to another proxy, or to false to use none/g,
    replace: () => '--proxy to another proxy, or to none',
  },
  { pattern: /the option ([A-Za-z]+)/g, replace: (_, option) => `--${optionName(option)}` },
  { pattern: /\bbaseUrl\b/g, replace: () => '--base-url' },
  { pattern: /^the function `until` accepted no answer/, replace: () => '--until accepted no answer' },
]

/** The words of a `ClientError`. */
export const inOptions = (message: string): string =>
  replacements.reduce((words, { pattern, replace }) => words.replace(pattern, replace), message)
