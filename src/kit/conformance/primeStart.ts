/** Where the search for a prime begins: at a number made from a word. So a prime is written as the word and a few steps. */
import { createHash } from 'node:crypto'

const digestOf = (word: string): string => createHash('sha256').update(word).digest('hex')

/** An odd number of so many bits, with its two highest bits set: a product of two such numbers has all its bits. */
export const primeStart = (word: string, length: number): bigint => {
  const count = Math.ceil(length / 256)
  const digests = Array.from({ length: count }, (_, i) => digestOf(`${word}/${i}`))
  const drawn = BigInt(`0x${digests.join('')}`) >> BigInt(256 * count - length)
  return drawn | (3n << BigInt(length - 2)) | 1n
}
