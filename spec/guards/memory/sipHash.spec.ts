import fc from 'fast-check'
import { toHex } from '../../../src/core/Bytes.ts'
import * as SipHash from '../../../src/guards/memory/sipHash.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { sipHash128 } from './referenceSipHash.ts'

const bytesOf = (n: number): Uint8Array => Uint8Array.from({ length: n }, (_, i) => i)
const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const keyHex = toHex(bytesOf(16))

const digestOf = (state: SipHash.State, text: string): string => {
  const out = new Int32Array(4)
  SipHash.digest(state, text, out)
  return toHex(new Uint8Array(out.buffer))
}

/** The message of n bytes 00 01 02 … under the key 00 01 … 0f, by OpenSSL: `openssl mac -macopt size:16 … SipHash`. */
const openssl: ReadonlyArray<readonly [n: number, sip24: string, sip13: string]> = [
  [0, 'a3817f04ba25a8e66df67214c7550293', 'e77ebcb22788a5befd62db6add303001'],
  [1, 'da87c1d86b99af44347659119b22fc45', 'fc6f370460d3eda85e0573cc2b2ff063'],
  [7, 'a1f1ebbed8dbc153c0b84aa61ff08239', '1084b923f2aae0c3a62f2ec80848ab77'],
  [8, '3b62a9ba6258f5610f83e264f31497b4', 'aa12fee1d5e3dab4724f16ab35f9c799'],
  [9, '264499060ad9baabc47f8b02bb6d71ed', '81ddb8042cf33994f4720e0094137c42'],
  [15, '5493e99933b0a8117e08ec0f97cfc3d9', 'c17e5505b2bd526c2921cdec1e7e0109'],
  [16, '6ee2a4ca67b054bbfd3315bf85230577', 'd0a8d95715518eebb513b0f83d9e1793'],
  [63, '5150d1772f50834a503e069a973fbd7c', '4c5800e34efe426f079f6b0aa75260ad'],
  [64, '1eaf077dc0d4cd3f8cad4d383658a74b', '1253def24b4aa5364ec8a759ba6a66c2'],
  [255, '1c9bb67528165f8e468248e3799b0eab', 'f528a4c10a2158a5f1a465d0aebb3ee9'],
  [256, '67a00304d3834c4612eaee7b5f579acb', 'f56c8b243a0c025a6a687aa2b99c707a'],
  [300, 'ce005a406d14b36d5386b5f7a7e1b311', '3165ead62761c51719819dcf73cd572b'],
]

const reference = suite('the reference SipHash')

reference('meets the vectors of 2-4 and of 1-3', () => {
  for (const [n, sip24, sip13] of openssl) {
    assert.is(sipHash128(2, 4, bytesOf(16), bytesOf(n)), sip24)
    assert.is(sipHash128(1, 3, bytesOf(16), bytesOf(n)), sip13)
  }
})

const digest = suite('sipHash.digest')

digest('meets the vectors', () => {
  for (const [n, , sip13] of openssl)
    assert.is(digestOf(SipHash.keyed(keyHex), textOf(bytesOf(n))), sip13, `${n} bytes`)
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

digest('for all keys and bytes: is what the reference says', () =>
  forAll([fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.uint8Array({ maxLength: 300 })], (key, message) =>
    assert.is(digestOf(SipHash.keyed(toHex(key)), textOf(message)), sipHash128(1, 3, key, message)),
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
