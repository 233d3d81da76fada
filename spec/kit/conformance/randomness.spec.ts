import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { enough, fewestBits, newBits } from '../../../src/kit/conformance/randomness.ts'
import { assert, suite } from '../../support/suite.ts'

const nonces = suite('newBits')

const drawn = (draw: (i: number) => string): ReadonlyArray<string> => Array.from({ length: enough }, (_, i) => draw(i))

const of = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A shift register of 32 bits, seeded once. */
const xorshift = (): (() => number) => {
  let x = randomInt(1, 2 ** 32)
  return () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    x >>>= 0
    return x
  }
}
const hexOf = (n: number): string => n.toString(16).padStart(8, '0')
/** The clock of a process that signs in a millisecond or two. */
const clocked = (unit: number): ((i: number) => string) => {
  let now = 1_700_000_000
  return () => {
    now += 0.001 + randomInt(1_000_000) / 1e9
    return String(Math.floor(now * unit))
  }
}
const next = xorshift()

const weak: { readonly [drawer: string]: (i: number) => string } = {
  'a counter': (i) => String(4_000_000 + i),
  'a counter in hexadecimal digits': (i) => (2 ** 40 + i).toString(16),
  'the clock in milliseconds': clocked(1e3),
  'the clock in microseconds': clocked(1e6),
  'the clock and a counter': (i) => `1700000000-${i}`,
  'a process id and a counter': (i) => `pid-31415-${i}`,
  'a process id, the clock and 16 bits': (i) => `31415-${clocked(1e3)(i)}-${randomBytes(2).toString('hex')}`,
  'a fixed prefix and 24 bits': () => `a2c4e6f80919-${randomBytes(3).toString('hex')}`,
  '32 bits in hexadecimal digits': () => randomBytes(4).toString('hex'),
  '32 bits in decimal digits': () => String(randomBytes(4).readUInt32BE()),
  '32 bits, four times': () => randomBytes(4).toString('hex').repeat(4),
  '32 bits of Math.random': () => Math.floor(Math.random() * 2 ** 32).toString(36),
  'a generator of 32 bits': () => hexOf(next()),
  'four draws of a generator of 32 bits': () => hexOf(next()) + hexOf(next()) + hexOf(next()) + hexOf(next()),
}

for (const [drawer, draw] of Object.entries(weak)) {
  nonces(`${drawer}: too few bits are new, 5 times`, () => {
    for (let i = 0; i < 5; i++) {
      const bits = newBits(drawn(draw))
      assert.ok(bits < fewestBits, `${bits}`)
    }
  })
}

const sound: { readonly [drawer: string]: (i: number) => string } = {
  'a UUID': () => randomUUID(),
  '40 bits in hexadecimal digits': () => randomBytes(5).toString('hex'),
  '64 bits in hexadecimal digits': () => randomBytes(8).toString('hex'),
  '128 bits in hexadecimal digits': () => randomBytes(16).toString('hex'),
  '22 letters and digits': () => of(base62, 22),
  '20 decimal digits': () => of('0123456789', 20),
  'the clock and 80 bits': (i) => `${1_700_000_000_000 + i}-${randomBytes(10).toString('hex')}`,
  'the clock and 64 bits, of any length': (i) =>
    `${1_700_000_000_000 + i}-${randomBytes(8).readBigUInt64BE().toString(36)}`,
  'a hash of a counter, which no look at nonces can tell': (i) => createHash('sha256').update(`${i}`).digest('hex'),
}

for (const [drawer, draw] of Object.entries(sound)) {
  nonces(`${drawer}: enough bits are new, 50 times`, () => {
    for (let i = 0; i < 50; i++) {
      const bits = newBits(drawn(draw))
      assert.ok(bits >= fewestBits, `${bits}`)
    }
  })
}
