/**
 * Bytes that come in pieces, under a limit. Each piece is copied behind the last: whoever sends a body in pieces of one
 * byte makes us keep one byte for each, and not an object.
 */
import type { Bytes } from './Bytes.ts'

export interface ByteBuffer {
  /** Takes a piece; false if that would go beyond the limit, and then nothing has changed. */
  readonly add: (piece: Bytes) => boolean
  /** All that was taken. */
  readonly bytes: () => Bytes
}

const least = 4096

export const upTo = (limit: number): ByteBuffer => {
  let room: Bytes = new Uint8Array(0)
  let length = 0

  const add = (piece: Bytes): boolean => {
    const needed = length + piece.length
    if (needed > limit) return false
    if (needed > room.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(least, room.length * 2, needed)))
      larger.set(room.subarray(0, length))
      room = larger
    }
    room.set(piece, length)
    length = needed
    return true
  }

  return { add, bytes: () => room.slice(0, length) }
}
