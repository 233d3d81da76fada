/**
 * Reads files and standard input. An error names the file and the reason.
 */
import * as E from 'fp-ts/lib/Either.js'
import { visible } from '../../kit/conformance/reports/visible.ts'
import { fileParts } from '../../platform/node/fileParts.ts'
import { mostEndless, wholeFile, wholeOf } from '../../platform/node/wholeFile.ts'
import { CommandError, type World } from './Outcome.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder; give a file',
  EEXIST: 'it exists already',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of its path is not a folder',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
  ERR_ENDLESS: `it is larger than ${mostEndless / 2 ** 20} MiB`,
}

/** The platform's error code in words. */
export const fileReason = (thrown: unknown): string => {
  const { code } = (thrown ?? {}) as NodeJS.ErrnoException
  return reasons[String(code)] ?? `the system says ${code}`
}

const taken = new WeakSet<World['stdin']>()

/** Standard input, once. */
export const standardInput = (what: string, { stdin }: World): World['stdin'] => {
  if (taken.has(stdin)) throw new CommandError(2, `${what} -: only one option can read standard input`)
  taken.add(stdin)
  return stdin
}

/** Why a file, or what its option calls it, cannot be used. A `CommandError` stays as it is. */
export const unusable = (what: string, thrown: unknown, exit: 2 | 3 = 2): CommandError =>
  thrown instanceof CommandError ? thrown : new CommandError(exit, `${visible(what)}: ${fileReason(thrown)}`)

/** Awaits work on a file. */
export const usable = <A>(what: string, work: Promise<A>, exit?: 2 | 3): Promise<A> =>
  work.catch((thrown) => Promise.reject(unusable(what, thrown, exit)))

/** The bytes of a file, or of standard input for `-`; `what` is what the command calls it. */
export const readBytes = async (what: string, path: string, world: World): Promise<Uint8Array> =>
  usable(`${what} ${path}`, path === '-' ? wholeOf(standardInput(what, world)) : wholeFile(path))

/** The same for what people paste: a regular file has the limit that a pipe has. */
export const readBounded = async (what: string, path: string, world: World): Promise<Uint8Array> =>
  path === '-' ? readBytes(what, path, world) : usable(`${what} ${path}`, wholeOf(fileParts(path, { size: 2 ** 16 })))

/** A text file, such as a key. */
export const readText = async (what: string, path: string, world: World): Promise<string> =>
  Buffer.from(await readBytes(what, path, world)).toString('utf8')

/** The content of a text file, parsed. */
export const parsedText = async <A>(
  what: string,
  path: string,
  parse: (text: string) => E.Either<string, A>,
  world: World,
): Promise<A> => {
  const parsed = parse(await readText(what, path, world))
  if (E.isLeft(parsed)) throw new CommandError(2, `${what} ${path}: ${parsed.left}`)
  return parsed.right
}
