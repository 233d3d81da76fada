/**
 * Keys, certificates, passphrases and passwords for every command, by one rule. A command line has the name of a file and never the
 * secret, because other users can read the command line. In the environment:
 *
 *   key or certificate        the variable of its option holds the name of a file, or the key or certificate itself
 *   passphrase or password    its variable holds it; or the same variable with `_FILE` names a file, as containers mount it
 *
 * The second kind has two variables, because a passphrase may look like the name of a file. A token has two variables as well, but
 * clientArguments.ts reads it: a token contains no blanks, so those around it are left out.
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

/** For the two ways to give a secret: what was given, or the names of the options in messages. */
interface TwoWays<A> {
  /** The secret itself. */
  readonly itself: A
  /** The name of a file that holds the secret. */
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

/** The key or certificate of an option: `given` itself if it is one, and otherwise the text of the file with this name. */
export const contentFrom = async (option: string, given: string, world: World): Promise<string> =>
  isKeyItself(given) ? given : readText(option, given, world)
