/** Public keys in any number: making a pair takes a tenth of a second. Nobody can sign by these. */
import { generateKeyPairSync, randomFillSync } from 'node:crypto'

const real = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' })
/** Of the modulus: its first byte keeps it at 2048 bits. */
const [first, last] = [34, 288]

/** The PEM text of a key with a random odd modulus. */
export const randomKey = (): string => {
  const der = Buffer.from(real)
  randomFillSync(der, first, last - first + 1)
  der[last] = (der[last] as number) | 1
  return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`
}
