/**
 * Collects bytes that arrive in pieces, up to a limit. It copies each piece into one array, so a one-byte piece costs one byte
 * of memory, not one object.
 */
import type { Bytes } from './Bytes.ts'

export interface ByteBuffer {
  /** Appends a piece; false, and no change, if that would exceed the limit. */
  readonly add: (piece: Bytes) => boolean
  /** A copy of all pieces. */
  readonly bytes: () => Bytes
}

/** Of the second array: most contents come in one piece, and have an array of their own length. */
const least = 4096

export const upTo = (limit: number): ByteBuffer => {
  let room: Bytes = new Uint8Array(0)
  let length = 0

  const add = (piece: Bytes): boolean => {
    const needed = length + piece.length
    if (needed > limit) return false
    if (needed > room.length) {
      const larger = new Uint8Array(length === 0 ? needed : Math.min(limit, Math.max(least, room.length * 2, needed)))
      larger.set(room.subarray(0, length))
      room = larger
    }
    room.set(piece, length)
    length = needed
    return true
  }

  return { add, bytes: () => room.slice(0, length) }
}
