/** Parts that were signed in part, spelled numbers, and a body in letters: the forms, and what a report says of them. */
import fc from 'fast-check'
import {
  cutBodies,
  cutFields,
  cutStrings,
  cutTargets,
  withoutEnd,
} from '../../../../src/kit/diagnosis/forms/cutParts.ts'
import { spelledNumbers } from '../../../../src/kit/diagnosis/forms/spelledNumbers.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, reportOn } from './changes.ts'

const cuts = suite('parts that were signed in part')

const textsOf = (forms: Iterable<readonly [string, string, ...ReadonlyArray<unknown>]>): ReadonlySet<string> =>
  new Set(Array.from(forms, ([, text]) => text))

const word = fc.string({ unit: fc.constantFrom('a', 'b', '写', 'é', ' ', '/'), minLength: 1, maxLength: 6 })
const words = fc.array(word, { minLength: 1, maxLength: 4 })

const writeForm = (values: ReadonlyArray<string>): string =>
  values.map((value, i) => `k${i}=${encodeURIComponent(value)}`).join('&')

cuts('for all fields and lengths: one value or each, as many characters of the escaped text', () =>
  forAll([words, fc.integer({ min: 1, max: 12 }), fc.nat()], (values, length, index) => {
    const cut = (value: string): string => (encodeURIComponent(value).match(/%..|./g) ?? []).slice(0, length).join('')
    const place = index % values.length
    const form = writeForm(values)
    for (const isCut of [(i: number) => i === place, () => true]) {
      const signed = values.map((value, i) => `k${i}=${isCut(i) ? cut(value) : encodeURIComponent(value)}`).join('&')
      assert.ok(signed === form || textsOf(cutFields(form)).has(signed), signed)
    }
  }),
)

cuts('for all strings of JSON and lengths: one string or each, and no name', () =>
  forAll([words, fc.integer({ min: 1, max: 6 }), fc.nat()], (values, length, index) => {
    const place = index % values.length
    const json = JSON.stringify({ list: values, name: 'x' })
    for (const isCut of [(i: number) => i === place, () => true]) {
      const list = values.map((value, i) => (isCut(i) ? Array.from(value).slice(0, length).join('') : value))
      const signed = JSON.stringify({ list, name: 'x' })
      assert.ok(signed === json || textsOf(cutStrings(json)).has(signed), signed)
    }
    for (const text of textsOf(cutStrings(json))) assert.equal(Object.keys(JSON.parse(text)), ['list', 'name'])
  }),
)

cuts('for all targets: every beginning and every end of the path and of the query', () =>
  forAll([words, words, fc.nat()], (segments, values, index) => {
    const path = `/${segments.map(encodeURIComponent).join('/')}`
    const query = writeForm(values)
    const targets = new Set(cutTargets(`${path}?${query}`))
    const at = 1 + (index % (query.length - 1))
    for (const part of [query.slice(0, at), query.slice(at)]) assert.ok(targets.has(`${path}?${part}`), part)
    if (path.length > 2) {
      const place = 1 + (index % (path.length - 1))
      for (const part of [path.slice(0, place), path.slice(place)]) assert.ok(targets.has(`${part}?${query}`), part)
    }
  }),
)

cuts('for all bodies: every beginning and every end, but for one that only lacks blanks', () =>
  forAll([fc.uint8Array({ minLength: 2, maxLength: 40 }), fc.nat()], (bytes, index) => {
    const body = new Uint8Array(bytes)
    const forms = [...withoutEnd(body), ...cutBodies(body)].map(([, form]) => Buffer.from(form).toString('hex'))
    const at = 1 + (index % (body.length - 1))
    const isBlank = Buffer.from(body.subarray(at)).toString('latin1').trim() === ''
    assert.ok(forms.includes(Buffer.from(body.subarray(at)).toString('hex')))
    assert.ok(isBlank || forms.includes(Buffer.from(body.subarray(0, at)).toString('hex')))
    assert.ok(forms.length <= 2 * (body.length - 1))
  }),
)

const spelled = fc.constantFrom('0', '0.0', '9', '9.0', '9.00', '1.5', '1.50', '0.01', '1.0e-2', '1e-2', '0.010', '26')

cuts('for all numbers in usual spellings: the text before a program wrote each in its shortest form', () =>
  forAll([fc.array(spelled, { minLength: 2, maxLength: 4 })], (numbers) => {
    const signed = `{"a":[${numbers.join(',')}]}`
    const sent = JSON.stringify(JSON.parse(signed))
    assert.ok(signed === sent || textsOf(spelledNumbers(sent)).has(signed), signed)
  }),
)

cuts('nothing of texts that have no such part, or too many', () => {
  assert.equal([...cutFields('flag')], [])
  assert.equal([...cutStrings('{"a":1}')], [])
  assert.equal([...cutStrings('"unended')], [])
  assert.equal(cutTargets('/'), [])
  assert.equal(cutTargets(`/${'a'.repeat(2000)}`), [])
  assert.equal([...cutBodies(new Uint8Array(9000))], [])
  assert.equal([...spelledNumbers('{"a":1}')], [])
  assert.equal([...spelledNumbers(JSON.stringify(Array.from({ length: 40 }, (_, i) => i)))], [])
  assert.equal([...spelledNumbers('{"id":20260729101231000147,"other":20260729101231000148}')], [])
})

const target = '/v1/jobs?limit=50&symbol=XBTUSD'

for (const [sent, signed, id, what] of [
  [
    { target: "/v1/jobs/8812'" },
    { target: '/v1/jobs/8812' },
    'target-other',
    /arrived with ' at the end of its path.*typing/,
  ],
  [{ target: '/v1/jobs%20' }, { target: '/v1/jobs' }, 'target-other', /arrived with %20 at the end of its path/],
  [
    { target: '/v1/jobs?a=x%22' },
    { target: '/v1/jobs?a=x' },
    'query-respelled',
    /arrived with %22 at the end of its query/,
  ],
  [
    { target },
    { target: '/v1/jobs?imit=50&symbol=XBTUSD' },
    'target-other',
    /only the end of the query, imit=50&symbol/,
  ],
  [{ target }, { target: '/v1/jobs?ymbol=XBTUSD' }, 'target-other', /only the end of the query, ymbol=XBTUSD\./],
  [
    { target: '/v1/s?q=%E5%86%99%E8%BC%AA&n=1' },
    { target: '/v1/s?q=%E5%86%99&n=1' },
    'query-respelled',
    /signed q=%E5%86%99, but q=%E5%86%99%E8%BC%AA was sent\. The signed text lacks %E8%BC%AA \(輪\)\.$/,
  ],
  [{ body: 'q=abcdef&n=x' }, { body: 'q=abc&n=x' }, 'form-reencoded', /signed q=abc, but q=abcdef was sent/],
  [
    { body: '{"t":"abcdef"}' },
    { body: '{"t":"abcd"}' },
    'body-other',
    /signed "abcd" in the JSON, but "abcdef" was sent/,
  ],
  [{ body: '{"t":"abc"}' }, { body: '{"t":"abc"' }, 'body-other', /without "}", its last bytes/],
  [{ body: '"t":"abc"}' }, { body: '"abc"}' }, 'body-other', /only the last 6 bytes of the body, which has 10\./],
  [{ body: '{"t":"é"}' }, { body: 'eyJ0Ijoiw6kifQ' }, 'body-encoding', /Base64url of the body/],
  [{ body: '{"t":1}' }, { body: '7b2274223a317d' }, 'body-encoding', /written in hexadecimal digits/],
  [
    { body: '{"t":1}' },
    { body: 'eyJhbGciOiJSUzI1NiJ9.eyJ0IjoxfQ' },
    'body-encoding',
    /signing input of a JWS.*header \{"alg":"RS256"\}/,
  ],
] as const)
  cuts(`one cause: ${JSON.stringify(signed)} for ${JSON.stringify(sent)}`, () => {
    const found = findingOn(sent, signed)
    assert.is(found.id, id)
    assert.match(found.what, what)
  })

cuts('a decimal without its last zero, or a body without its last character: both are told', () => {
  const { exact, findings, alternatives } = reportOn({ body: 'a=x&fee=128.50' }, { body: 'a=x&fee=128.5' })
  assert.not(exact)
  const ids = [findings, ...alternatives].map((some) => some.map(({ id, detail }) => `${id}: ${detail}`).join())
  assert.equal(ids, ['form-reencoded: fee=128.5 where fee=128.50 was sent', 'body-other: without "0" at its end'])
})
