/**
 * Bytes to look at one by one. A body that is one byte repeated a million times is never laid out.
 */
import type { ByteView } from '../../diagnosis/glyphs.ts'
import { ofHex } from '../content.ts'
import type { VectorBytes } from '../Vector.ts'

/** Undefined where the digits are no bytes: a port's trace may hold anything. */
export const viewOf = (bytes: VectorBytes): ByteView | undefined => {
  const one = ofHex('hex' in bytes ? bytes.hex : bytes.repeat.hex)
  if (one === undefined) return undefined
  const times = 'hex' in bytes ? 1 : bytes.repeat.times
  if (!Number.isSafeInteger(times) || times < 0) return undefined
  const length = one.length * times
  return { length, at: (offset) => (offset >= 0 && offset < length ? one[offset % one.length] : undefined) }
}
