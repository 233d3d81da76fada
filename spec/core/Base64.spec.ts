import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../src/core/Base64.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const platform = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/** Canonical by the platform's lenient decoder: decoding and encoding give the same text. */
const isCanonical = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text

const agrees = (text: string): void => {
  const bytes = Base64.decode(text)
  assert.is(E.isRight(bytes), isCanonical(text), JSON.stringify(text))
  if (E.isRight(bytes)) assert.equal(bytes.right, platform(text))
}

const refused = (text: string, rule: Base64.MalformedBase64['rule'], offset: number): void =>
  assert.equal(Base64.decode(text), E.left({ _tag: 'MalformedBase64', rule, offset }), JSON.stringify(text))

const decode = suite('Base64.decode')

/** Texts that are wrong, and where. */
const faults: ReadonlyArray<readonly [Base64.MalformedBase64['rule'], { readonly [text: string]: number }]> = [
  // The URL alphabet, white space, a space for +, letters whose low byte is in the alphabet, padding inside.
  ['alphabet', { '+/-/': 2, 'AAAA+/+_': 7, ' Zm9v': 0, 'Zm9v\n': 4, 'Zm9v fo=': 4, Ｚm9v: 0, 'Zm9\u0141': 3 }],
  ['alphabet', { [`${'A'.repeat(76)}\r\n`]: 76, 'Zg==Zg==': 2, 'Zm8=A': 3, 'Zg===': 2, '====': 0 }],
  ['padding', { Zg: 2, 'Zg=': 2, Zm8: 3, 'Zm9v=': 4, 'Zm8==': 3, '=': 0, '==': 0 }],
  ['spare-bits', { 'Zh==': 1, 'Zv==': 1, 'Zm9=': 2, 'Zm+=': 2, 'AAAAZh==': 5 }],
  ['length', { Z: 1, Zm9vZ: 5, 'Z=': 1, 'Z==': 1 }],
]

decode('names the fault of every other spelling, and where it is', () => {
  for (const [rule, texts] of faults) for (const [text, offset] of Object.entries(texts)) refused(text, rule, offset)
})

decode('agrees with the platform on every text of up to four characters of ten', () => {
  const letters = ['A', 'B', 'Q', 'g', '9', '+', '/', '-', '=', ' ']
  let texts = ['']
  for (let length = 0; length <= 4; length++) {
    for (const text of texts) agrees(text)
    texts = texts.flatMap((text) => letters.map((letter) => text + letter))
  }
})

keepsRoundTrip(decode, 'Base64.decode')

decode('for all bytes with one invalid character anywhere: the offset is its position', () =>
  forAll(
    [fc.uint8Array({ minLength: 3 }), fc.nat(), fc.constantFrom('*', '-', '_', ' ', '\n', 'é', '😀')],
    (bytes, place, c) => {
      const text = Base64.encode(bytes)
      const at = place % text.replace(/=+$/, '').length
      refused(text.slice(0, at) + c + text.slice(at + 1), 'alphabet', at)
    },
  ),
)

const fault = suite('Base64.fault')

fault('for all texts inside a longer one: finds the same fault, at its offset in the longer text', () =>
  forAll(
    [
      fc.string({ unit: fc.constantFrom('A', 'Q', '=', ',') }),
      fc.string({ unit: fc.constantFrom('A', 'Q', '+', '=', '*') }),
      fc.string({ unit: fc.constantFrom('A', 'Q', '=', ',') }),
    ],
    { numRuns: 1000 },
    (before, text, after) => {
      const alone = Base64.fault(text)
      const found = Base64.fault(before + text + after, before.length, before.length + text.length)
      assert.equal(found, alone === undefined ? undefined : { ...alone, offset: alone.offset + before.length })
    },
  ),
)

const parse = suite('Base64.parse')

parse('returns a canonical text, and names the fault of any other', () => {
  assert.equal(Base64.parse('Zg=='), E.right('Zg=='))
  assert.equal(Base64.parse('Zh=='), E.left({ _tag: 'MalformedBase64', rule: 'spare-bits', offset: 1 }))
  assert.ok(Base64.isBase64('Zg=='))
  assert.not(Base64.isBase64('Zh=='))
})

const encode = suite('Base64.encode')

encode('for all bytes: writes what the platform writes', () =>
  forAll([fc.uint8Array()], (bytes) => assert.is(Base64.encode(bytes), Buffer.from(bytes).toString('base64'))),
)

const byteLength = suite('Base64.byteLength')

byteLength('for all bytes: the length of the decoded bytes', () =>
  forAll([fc.uint8Array()], (bytes) => {
    assert.is(Base64.byteLength(Base64.encode(bytes)), bytes.length)
    assert.equal(Base64.toBytes(Base64.encode(bytes)), bytes)
  }),
)
