/** Texts that are nearly those that arrived: JSON as people write it, values that were filled in later, escapes of some characters. */
import fc from 'fast-check'
import { escapedSubsets } from '../../../../src/kit/diagnosis/forms/escapedSubsets.ts'
import { emptiedStrings, looseJson, sentInFrames } from '../../../../src/kit/diagnosis/forms/looseJson.ts'
import { emptiedFields, respelledFieldTexts } from '../../../../src/kit/diagnosis/forms/respelledFieldTexts.ts'
import { withoutTwoParameters } from '../../../../src/kit/diagnosis/forms/targets.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const loose = suite('texts that are nearly those that arrived')

/** A search for a late form takes long. */
const searchLoose = byTurns(5, loose)

const textsOf = (forms: Iterable<readonly [string, string, ...ReadonlyArray<unknown>]>): ReadonlySet<string> =>
  new Set(Array.from(forms, ([, text]) => text))

const signs = fc.string({ unit: fc.constantFrom('a', '/', '&', '<', 'é', '"', '\\'), maxLength: 8 })
const chosen = fc.subarray(['/', '&', '<', 'é'])

const escapeIn = (json: string, characters: ReadonlyArray<string>): string =>
  characters.reduce((text, c) => {
    const escapeText = c === '/' ? '\\/' : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
    return text.split(c).join(escapeText)
  }, json)

loose('for all strings and all choices of signs: escaped by replacing in the text', () =>
  forAll([signs, chosen], (text, characters) => {
    const json = JSON.stringify({ a: text, n: 1 })
    const signed = escapeIn(json, characters)
    for (const wanted of [undefined, signed])
      assert.ok(signed === json || textsOf(escapedSubsets(json, wanted)).has(signed), signed)
  }),
)

const pairs = fc.uniqueArray(
  fc.tuple(fc.constantFrom('a', 'b', 'sign', 'ts'), fc.constantFrom('1', 'x y', 'é', '{"k":[1]}')),
  {
    selector: ([name]) => name,
    minLength: 1,
  },
)

loose('for all forms: one value that was filled in after signing', () =>
  forAll([pairs, fc.nat()], (fields, index) => {
    const place = index % fields.length
    const form = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
    const signed = new URLSearchParams(fields.map(([name, value], i) => [name, i === place ? '' : value])).toString()
    assert.ok(textsOf(emptiedFields(form)).has(signed), signed)
  }),
)

loose('for all JSON in a field: with other white space, as the library of the form escapes it', () =>
  forAll([fc.dictionary(fc.constantFrom('a', 'b'), fc.integer(), { minKeys: 1 }), fc.boolean()], (value, isForm) => {
    const write = (json: string): string =>
      isForm
        ? new URLSearchParams([
            ['x', '1'],
            ['filter', json],
          ]).toString()
        : `x=1&filter=${encodeURIComponent(json)}`
    const compact = JSON.stringify(value)
    const spaced = compact.replaceAll(':', ': ').replaceAll(',', ', ')
    assert.ok(textsOf(respelledFieldTexts(write(compact))).has(write(spaced)), write(spaced))
    assert.ok(textsOf(respelledFieldTexts(write(spaced))).has(write(compact)), write(compact))
  }),
)

loose('for all bodies: with the framing of chunks, and twice', () =>
  forAll([fc.array(fc.string({ minLength: 1, unit: 'binary' }), { minLength: 1, maxLength: 3 })], (chunks) => {
    const bytes = chunks.map((chunk) => Buffer.from(chunk))
    const framed = Buffer.concat([
      ...bytes.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
      Buffer.from('0\r\n\r\n'),
    ])
    const whole = Buffer.concat(bytes)
    const formsOf = (sent: Uint8Array): ReadonlyArray<string> =>
      [...sentInFrames(new Uint8Array(sent))].map(([, form]) => Buffer.from(form).toString('hex'))
    assert.ok(formsOf(framed).includes(whole.toString('hex')))
    if (whole.length > 1) assert.ok(formsOf(Buffer.concat([whole, whole])).includes(whole.toString('hex')))
  }),
)

for (const [sent, signed, id] of [
  [{ body: '{"a":"x","b":2}' }, { body: "{'a':'x','b':2}" }, 'body-other'],
  [{ body: '{"a":"x","b":2}' }, { body: "{a:'x',b:2}" }, 'body-other'],
  [{ body: '{"a":"x","b":2}' }, { body: '{"a":"x","b":2,}' }, 'body-other'],
  [{ body: '{"a":"x","b":2}' }, { body: 'callback({"a":"x","b":2})' }, 'body-other'],
  [{ body: '{"a":1,"sign":"abc="}' }, { body: '{"a":1,"sign":""}' }, 'body-other'],
  [{ body: '{"id":12345678901234567890}' }, { body: '{"id":"12345678901234567890"}' }, 'body-reserialized'],
  [{ target: '/v1/jobs?a=1&token=x&ts=3&b=2' }, { target: '/v1/jobs?a=1&b=2' }, 'target-other'],
  [{ target: '/v1/jobs?a=1&sign=x' }, { target: '/v1/jobs?a=1&sign=' }, 'query-respelled'],
  [
    { target: '/v1/jobs?at=2024-01-02T03:04:05Z' },
    { target: '/v1/jobs?at=2024-01-02T03:04:05.000Z' },
    'query-respelled',
  ],
] as const)
  searchLoose(`one cause: ${JSON.stringify(signed)} for ${JSON.stringify(sent)}`, () => {
    const found = findingOn(sent, signed)
    assert.is(found.id, id)
    assert.not.match(found.detail + found.what, /12345678901234567000/)
  })

loose('nothing of texts that have none of it', () => {
  for (const text of ['', 'text', '{}', '{"a":1', '[]']) {
    assert.equal([...looseJson(text)], [], text)
    assert.equal([...escapedSubsets(text)], [], text)
    assert.equal([...emptiedStrings(text)], [], text)
  }
  assert.equal([...sentInFrames(new Uint8Array(Buffer.from('5\r\nab')))], [])
  assert.equal([...respelledFieldTexts('a=1&b=x')], [])
  assert.equal(withoutTwoParameters('/v1/jobs?a=1&b=2'), [])
})
