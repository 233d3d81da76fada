/**
 * Collects bytes that arrive in pieces, up to a limit. It copies each piece into one array, so a one-byte piece costs one byte
 * of memory, not one object.
 */
import { type Bytes, empty } from './Bytes.ts'

export interface ByteBuffer {
  /** Appends a piece; false, and no change, if that would exceed the limit. */
  readonly add: (piece: Bytes) => boolean
  /** All pieces in one array. */
  readonly bytes: () => Bytes
}

/** Of an array that may have to grow. */
const least = 4096

/**
 * `copy`: the sender of a piece may overwrite it. `keep`: nobody writes into a piece any more, so the only piece of a content is
 * its bytes, without a copy. A piece that shares its memory is copied all the same, or it would keep the rest alive.
 */
export const upTo = (limit: number, pieces: 'copy' | 'keep' = 'copy'): ByteBuffer => {
  let only: Bytes | undefined
  let room = empty
  let length = 0

  const copy = (piece: Bytes): void => {
    const needed = length + piece.length
    if (needed > room.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(least, room.length * 2, needed)))
      larger.set(room.subarray(0, length))
      room = larger
    }
    room.set(piece, length)
    length = needed
  }

  const add = (piece: Bytes): boolean => {
    const before = only
    if (length + (before?.length ?? 0) + piece.length > limit) return false
    if (pieces === 'keep' && length === 0 && before === undefined) {
      only = ownsMemory(piece) ? piece : new Uint8Array(piece)
      return true
    }
    only = undefined
    if (before !== undefined) copy(before)
    copy(piece)
    return true
  }

  return {
    add,
    // A plain array also of a Buffer, whose `slice` shares memory.
    bytes: () => (only === undefined ? room.slice(0, length) : new Uint8Array(only.buffer, 0, only.length)),
  }
}

const ownsMemory = ({ length, buffer }: Bytes): boolean => length === buffer.byteLength
