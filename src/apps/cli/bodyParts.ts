/**
 * A body that is streamed and not kept, so that it may be of any size.
 */
import { open } from 'node:fs/promises'
import { toHex } from '../../core/Bytes.ts'
import { begin } from '../../effects/Digest.ts'
import { digest } from '../../platform/node/digest.ts'
import { fileParts } from '../../platform/node/fileParts.ts'
import { standardInput, unusable, usable } from './files.ts'
import type { CommandError, World } from './Outcome.ts'

export interface BodyParts {
  /** Each may be overwritten when it has been taken. */
  readonly parts: AsyncIterable<Uint8Array>
  /** How many bytes have been taken. */
  readonly length: () => number
  /** Their SHA-256, in hexadecimal; asked for once, at the end. */
  readonly sha256: () => Promise<string>
  /** Why not all of it could be read. */
  readonly fault: () => CommandError | undefined
  readonly close: () => Promise<void>
}

/** The parts of a file, which is opened at once, of standard input for `-`, of bytes, or of nothing. */
export const bodyParts = async (path: string | Uint8Array | undefined, world: World): Promise<BodyParts> => {
  const name = `--body ${path}`
  const { parts, close } = await usable(name, sourceOf(path, world))
  const hash = begin(digest)
  let length = 0
  let fault: CommandError | undefined
  const passing = async function* () {
    try {
      for await (const part of parts) {
        hash.update(part)
        length += part.length
        yield part
      }
    } catch (thrown) {
      fault = unusable(name, thrown)
      throw fault
    }
  }
  return {
    parts: passing(),
    length: () => length,
    sha256: async () => toHex(await hash.end()),
    fault: () => fault,
    close,
  }
}

const sourceOf = async (path: string | Uint8Array | undefined, world: World) => {
  if (typeof path !== 'string') return { parts: path === undefined ? [] : [path], close: async () => {} }
  if (path === '-') {
    const input = standardInput('--body', world)
    // The writer must not wait for a reader that has stopped.
    return { parts: input, close: async () => void input.destroy() }
  }
  const file = await open(path)
  // Opening a folder succeeds.
  if (!(await file.stat()).isDirectory()) return { parts: fileParts(file), close: () => file.close() }
  await file.close()
  throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
}
