/** Bodies that a program read and wrote in another form, or put into something: dates, repeated names, wrappers, encodings, names. */
import fc from 'fast-check'
import { respelledDates } from '../../../../src/kit/diagnosis/forms/respelledDates.ts'
import { sentEncoded, wrappedBodies } from '../../../../src/kit/diagnosis/forms/wrappedBody.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, signedBy } from './changes.ts'

const rewritten = suite('bodies that were read and written again')

/** A search for a late form takes long. */
const searchRewritten = byTurns(3, rewritten)

const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2037-01-01'), noInvalidDate: true })

/** What programs write for a date: JSON.NET, Python, Java, .NET with ticks, PHP, Rails, SQL. */
const writers: ReadonlyArray<(at: Date) => string> = [
  (at) => at.toISOString(),
  (at) => at.toISOString().replace(/\.\d+/, ''),
  (at) => at.toISOString().replace('Z', '+00:00'),
  (at) => at.toISOString().replace(/\.\d+Z/, '+00:00'),
  (at) => at.toISOString().replace('Z', '0000Z'),
  (at) =>
    at
      .toISOString()
      .replace(/0{1,3}Z/, 'Z')
      .replace('.Z', 'Z'),
  (at) => at.toISOString().slice(0, 19),
  (at) => at.toISOString().slice(0, 19).replace('T', ' '),
  (at) => new Date(at.getTime() + 8 * 3_600_000).toISOString().replace(/\.\d+Z/, '+08:00'),
  (at) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  (at) => new Date(at.getTime() - 5 * 3_600_000).toISOString().replace(/\.\d+Z/, '-0500'),
]

rewritten('for all dates: what another program writes of the text that arrived', () =>
  forAll([moment, fc.constantFrom(...writers), fc.boolean()], { numRuns: 20 }, (at, write, isTwice) => {
    const text = (date: string): string => JSON.stringify({ a: 'x', at: date, ...(isTwice ? { list: [date] } : {}) })
    const sent = text(at.toISOString())
    const signed = text(write(at))
    const forms = new Set([...respelledDates(sent)].map(([, form]) => form))
    assert.ok(signed === sent || forms.has(signed), `${signed} for ${sent}`)
  }),
)

rewritten('one of two dates alone, and dates of .NET', () => {
  const forms = (text: string): ReadonlySet<string> => new Set([...respelledDates(text)].map(([, form]) => form))
  const two = '{"a":"2024-01-02T03:04:05.000Z","b":"2024-01-02T03:04:05.000Z"}'
  assert.ok(forms(two).has(two.replace('.000Z', 'Z')))
  assert.ok(forms('{"a":"/Date(1704164645000)/"}').has('{"a":"2024-01-02T03:04:05Z"}'))
  assert.ok(forms('{"a":"2024-01-02T03:04:05.250Z"}').has('{"a":"\\/Date(1704164645250)\\/"}'))
})

rewritten('no form of a text without a date, or of a date that is none', () => {
  for (const text of ['{"a":1}', '', '{"a":"2024-13-45"}', '{"a":"2024-13-45T99:99:99Z"}'])
    assert.equal([...respelledDates(text)].length, 0, text)
})

const value = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.integer(), fc.constantFrom('x', 'é"')), {
  minKeys: 1,
})

rewritten('for all JSON: a wrapper that was signed, and not sent', () =>
  forAll([value, fc.constantFrom('data', 'body', 'payload')], (json, name) => {
    const body = JSON.stringify(json)
    const forms = new Set([...wrappedBodies(body)].map(([, form]) => form))
    for (const signed of [
      JSON.stringify({ [name]: json }),
      JSON.stringify([json]),
      JSON.stringify({ [name]: body }),
      `=${body}`,
    ])
      assert.ok(forms.has(signed), signed)
  }),
)

rewritten('for all texts: Base64, Base64url and hexadecimal digits that arrived', () =>
  forAll([fc.string({ minLength: 6, unit: fc.constantFrom('a', '{', '"', 'é', '?') })], (signed) => {
    const bytes = Buffer.from(signed)
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const forms = [...sentEncoded(bytes.toString(encoding))].map(([, form]) => Buffer.from(form).toString())
      assert.ok(forms.includes(signed), `${encoding}: ${signed}`)
    }
  }),
)

rewritten('no Base64 in a text of other letters', () => {
  for (const text of ['{"a":1}', 'a b c', 'abc=def', '']) assert.equal([...sentEncoded(text)], [], text)
})

for (const [signed, body, id, what] of [
  [
    '{"a":3,"b":2}',
    '{"a":1,"b":2,"a":3}',
    'body-reserialized',
    /a name is repeated, but signed JSON with each name once/,
  ],
  ['{"l":["x","y"]}', '{"l":{"0":"x","1":"y"}}', 'body-reserialized', /have different content/],
  ['=a text', 'a text', 'body-other', /an equals sign before the body/],
  ['{"data":{"a":1}}', '{"a":1}', 'body-other', /as the member data/],
  ['[{"a":1}]', '{"a":1}', 'body-other', /as the only item of a list/],
  ['{"ORDER_ID":1}', '{"orderId":1}', 'body-other', /as UPPER_CASE/],
  ['{"order-id":1}', '{"order_id":1}', 'body-other', /as kebab-case/],
  ['a text', 'YSB0ZXh0', 'body-other', /is the Base64 of the body that was signed/],
] as const)
  searchRewritten(`one cause: ${signed} for ${body}`, () => {
    const found = findingOn({ body }, { body: signed })
    assert.is(found.id, id)
    assert.match(found.what, what)
  })

rewritten('repeated names, and another fault: no JSON was written of it', () => {
  const forms = signedBy(['body-reserialized'], 'body', { body: '{"a":1,"a":2' })
  assert.not.ok(forms.has(inLatin1('{"a":2}')))
})

rewritten('the query joined to the body, where the target has none', () => {
  const { target, body } = { target: '/v1/jobs?a=1', body: 'b=2' }
  for (const signed of ['a=1&b=2', 'a=1b=2', 'b=2&a=1', 'b=2a=1']) {
    const found = findingOn({ target, body }, { target: '/v1/jobs', body: signed })
    assert.is(`${found.id} ${found.detail}`, 'body-other signed a=1 with the body')
  }
})

for (const [sent, signed, what] of [
  ['/v1/jobs;jsessionid=1A2B?a=1', '/v1/jobs?a=1', /without ;jsessionid=1A2B\. Either/],
  ['/v1/a;x=1/b;y=2', '/v1/a/b', /without ;x=1 and ;y=2/],
  ['/v1/jobs?a=1', '=/v1/jobs?a=1', /an equals sign before the target/],
  ['/v1/jobs', '/v1/./jobs', /dot segments/],
] as const)
  searchRewritten(`${signed} for ${sent}`, () => {
    const found = findingOn({ target: sent }, { target: signed })
    assert.is(found.id, 'target-other')
    assert.match(found.what, what)
  })
