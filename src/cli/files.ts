/**
 * Files and standard input, for commands: what cannot be read is named with the reason and what to do.
 */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { CommandError } from './Outcome.ts'

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; give a file',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of its path is not a folder',
}

/** What the platform says about a file, in words. */
export const fileReason = (thrown: unknown): string => {
  const code = (thrown as { code?: unknown } | null)?.code
  return reasons[String(code)] ?? `the system says ${String(code)}`
}

/** The bytes of a file, or of standard input for `-`; `what` names its part in the command. */
export const readBytes = async (what: string, path: string): Promise<Uint8Array> => {
  try {
    return path === '-' ? await buffer(process.stdin) : await readFile(path)
  } catch (thrown) {
    throw new CommandError(2, `${what} ${path}: ${fileReason(thrown)}`)
  }
}

/** A text file, such as a key. */
export const readText = async (what: string, path: string): Promise<string> =>
  Buffer.from(await readBytes(what, path)).toString('utf8')

/** A secret from the environment; undefined if the variable is not set. */
export const secretFrom = (variable: string): string | undefined => process.env[variable]
