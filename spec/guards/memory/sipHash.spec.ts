import fc from 'fast-check'
import { toHex } from '../../../src/core/Bytes.ts'
import * as SipHash from '../../../src/guards/memory/sipHash.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import * as openssl from '../../support/openssl.ts'
import { assert, forAll, needs, suite } from '../../support/suite.ts'

const bytesOf = (n: number): Uint8Array => Uint8Array.from({ length: n }, (_, i) => i)
const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const keyHex = toHex(bytesOf(16))

const digestOf = (state: SipHash.State, text: string): string => {
  const out = new Int32Array(4)
  SipHash.digest(state, text, out)
  return toHex(new Uint8Array(out.buffer))
}

/** The message of n bytes 00 01 02 … under the key 00 01 … 0f, by OpenSSL. */
const vectors: ReadonlyArray<readonly [n: number, digest: string]> = [
  [0, 'e77ebcb22788a5befd62db6add303001'],
  [1, 'fc6f370460d3eda85e0573cc2b2ff063'],
  [7, '1084b923f2aae0c3a62f2ec80848ab77'],
  [8, 'aa12fee1d5e3dab4724f16ab35f9c799'],
  [15, 'c17e5505b2bd526c2921cdec1e7e0109'],
  [16, 'd0a8d95715518eebb513b0f83d9e1793'],
  [255, 'f528a4c10a2158a5f1a465d0aebb3ee9'],
  [256, 'f56c8b243a0c025a6a687aa2b99c707a'],
]

const digest = suite('sipHash.digest')

digest('meets the vectors', () => {
  for (const [n, expected] of vectors)
    assert.is(digestOf(SipHash.keyed(keyHex), textOf(bytesOf(n))), expected, `${n} bytes`)
})

digest('leaves the state as it was', () => {
  const state = SipHash.keyed(keyHex)
  const before = Array.from(state)
  digestOf(state, 'text')
  assert.equal(Array.from(state), before)
})

digest('answers which bits are set in the code units, so that text which is not bytes is noticed', () => {
  const out = new Int32Array(4)
  const state = SipHash.keyed(keyHex)
  assert.is(SipHash.digest(state, '', out), 0)
  assert.is(SipHash.digest(state, '0123456789abcdef', out) & ~0x7f, 0)
  for (const text of ['é', 'abcdefgh\u0080', '\u0080abcdefghi', 'abcdefgh1234\u0100', 'abc\u8000defghij']) {
    assert.ok(SipHash.digest(state, text, out) > 0x7f, text)
  }
})

needs('openssl', digest)('for all keys and bytes: is what openssl says', () =>
  forAll(
    [fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.uint8Array({ maxLength: 300 })],
    { numRuns: 30 },
    (key, message) => assert.is(digestOf(SipHash.keyed(toHex(key)), textOf(message)), openssl.sipHash(key, message)),
  ),
)

const absorb = suite('sipHash.absorb')

absorb('for all beginnings of whole blocks: the rest hashes as if it came in one piece', () =>
  forAll(
    [arb.nonce(), arb.fingerprint(), fc.array(fc.uint8Array({ minLength: 8, maxLength: 8 }))],
    (rest, key, blocks) => {
      const seed = SipHash.keyed(key.slice(0, 32))
      const begun = blocks.reduce((state, block) => SipHash.absorb(state, textOf(block)), seed)
      assert.is(digestOf(begun, rest), digestOf(seed, blocks.map(textOf).join('') + rest))
    },
  ),
)
