/**
 * Secrets for every command, by one rule. On a command line stands the name of a file, never the secret: other users can read it. In
 * the environment, the variable of an option that takes a key, a certificate or a token holds either. A passphrase or a password may
 * look like a name: it stands in its variable, or in the file that the same variable with `_FILE` names, as containers mount it.
 */
import { isKeyItself } from './arguments.ts'
import { readText } from './files.ts'
import { CommandError, type World } from './Outcome.ts'

/** A passphrase or a password; undefined if neither variable is set. A line end after it is not part of it. */
export const secretFrom = async (variable: string, world: World): Promise<string | undefined> => {
  const fileVariable = `${variable}_FILE`
  // An empty variable counts as unset, as for options.
  const itself = world.env[variable] || undefined
  const file = world.env[fileVariable] || undefined
  if (file === undefined) return itself
  if (itself !== undefined) throw new CommandError(2, `${variable} and ${fileVariable} are both set; unset one of them`)
  return (await readText(fileVariable, file, world)).replace(/\r?\n$/, '')
}

/** What the option's file holds, or the environment itself. */
export const contentFrom = async (option: string, given: string, world: World): Promise<string> =>
  isKeyItself(given) ? given : readText(option, given, world)
