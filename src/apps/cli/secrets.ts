/**
 * Secrets for every command, by one rule. On a command line stands the name of a file, never the secret: other users can read it. In
 * the environment, the variable of an option that takes a key or a certificate holds either. A token, a passphrase or a password may
 * look like a name: it stands in its variable, or in the file that the same variable with `_FILE` names, as containers mount it.
 */
import { isKeyItself } from './arguments.ts'
import { readText } from './files.ts'
import { CommandError, type World } from './Outcome.ts'

/** A password that has no option; undefined if neither variable is set. */
export const passwordFrom = (variable: string, world: World): Promise<string | undefined> => {
  const fileVariable = `${variable}_FILE`
  // An empty variable counts as unset, as for options.
  const itself = world.env[variable] || undefined
  const file = world.env[fileVariable] || undefined
  return secretFrom({ itself, file }, { itself: variable, file: fileVariable }, world)
}

/** The passphrase of the options; undefined if none is given. */
export const passphraseFrom = (given: GivenPassphrase, world: World): Promise<string | undefined> =>
  secretFrom(
    { itself: given.passphrase, file: given.passphraseFile },
    { itself: 'COUNTERSIGN_PASSPHRASE', file: '--passphrase-file' },
    world,
  )

export interface GivenPassphrase {
  readonly passphrase: string | undefined
  readonly passphraseFile: string | undefined
}

/** A secret, and the file that holds it; or what each is called. */
interface TwoWays<A> {
  readonly itself: A
  readonly file: A
}

/** A line end behind the secret in the file is not part of it. */
const secretFrom = async (
  { itself, file }: TwoWays<string | undefined>,
  called: TwoWays<string>,
  world: World,
): Promise<string | undefined> => {
  if (file === undefined) return itself
  if (itself !== undefined)
    throw new CommandError(2, `${called.itself} and ${called.file} are both given; leave one of them out`)
  return (await readText(called.file, file, world)).replace(/\r?\n$/, '')
}

/** What the option's file holds, or the environment itself. */
export const contentFrom = async (option: string, given: string, world: World): Promise<string> =>
  isKeyItself(given) ? given : readText(option, given, world)
