/** The checksum that PayPal signs in place of a body. */
import type { Bytes } from '../../../core/Bytes.ts'

/** The checksum of zip files and PNG images (ISO 3309), as an unsigned number. */
export const crc32 = (bytes: Bytes): number => {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
