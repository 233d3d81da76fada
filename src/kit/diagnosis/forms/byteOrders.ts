/**
 * Other orders of the bytes of a signature. Each of them undoes itself.
 *
 *     01 02 03 04    04 03 02 01    reversed, as CryptoAPI on Windows writes a number
 *     01 02 03 04    02 01 04 03    pairs exchanged, as hexdump and od -x print numbers of 16 bits
 */
import type * as Bytes from '../../../core/Bytes.ts'

export interface ByteOrder {
  /** The form of the mistake `signature-byte-order`. */
  readonly name: 'little-endian' | 'pairs of bytes exchanged'
  readonly reorder: (bytes: Bytes.Bytes) => Bytes.Bytes
}

/** A last byte without a partner stays. */
const exchangePairs = (bytes: Bytes.Bytes): Bytes.Bytes => bytes.map((byte, i) => bytes[i ^ 1] ?? byte)

export const byteOrders: ReadonlyArray<ByteOrder> = [
  { name: 'little-endian', reorder: (bytes) => bytes.toReversed() },
  { name: 'pairs of bytes exchanged', reorder: exchangePairs },
]
