/**
 * What the library says to a program, in the words of the command line: it names the options as a shell takes them.
 *
 *   the option retries sends idempotent requests again   →   --retries sends idempotent requests again
 */
import { optionName } from './grammar.ts'

/** The first that fits counts; each is looked for in the whole text. */
const replacements: ReadonlyArray<readonly [of: RegExp, by: string | ((whole: string, name: string) => string)]> = [
  [/the option ca, in PEM/g, '--ca, a file in PEM'],
  [/the option proxy to another proxy, or to false to use none/g, '--proxy to another proxy, or to none'],
  [/the option ([A-Za-z]+)/g, (_, name) => `--${optionName(name)}`],
  [/\bbaseUrl\b/g, '--base-url'],
  [/^the function until accepted no answer/, '--until accepted no answer'],
]

/** The words of a `ClientError`. */
export const inOptions = (message: string): string =>
  replacements.reduce(
    (text, [of, by]) => (typeof by === 'string' ? text.replace(of, by) : text.replace(of, by)),
    message,
  )
