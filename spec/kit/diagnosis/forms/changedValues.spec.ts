/** Bodies in which a program changed every value, name, line or part: what is found, and what no change touches. */
import fc from 'fast-check'
import { sayDetail } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { changedValues, isChangedValues } from '../../../../src/kit/diagnosis/forms/changedValues.ts'
import { isJson } from '../../../../src/kit/diagnosis/forms/isJson.ts'
import { isJsonShape, jsonShapes } from '../../../../src/kit/diagnosis/forms/jsonShapes.ts'
import { type Node, treeOf } from '../../../../src/kit/diagnosis/forms/jsonText.ts'
import { lineForms } from '../../../../src/kit/diagnosis/forms/lineForms.ts'
import { multipartParts } from '../../../../src/kit/diagnosis/forms/multipart.ts'
import { multipartChanges } from '../../../../src/kit/diagnosis/forms/multipartChanges.ts'
import { withDepthLimits } from '../../../../src/kit/diagnosis/forms/powerShellJson.ts'
import { respelledDates } from '../../../../src/kit/diagnosis/forms/respelledDates.ts'
import { valueChanges } from '../../../../src/kit/diagnosis/forms/valueChanges.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'
import { findingOn, reportOn, signedBy } from './changes.ts'

const units = byTurns(2, suite('bodies with each value, line or part changed'))

const job =
  '{"id":"7","stages":[{"type":"A","diffusion":{"width":512,"scale":7.50,"prompts":[{"text":"R&D \\"x\\""}]}}],"done":null}'
const prices = '[{"sku":"A-1","price":19.99},{"sku":"B-2","price":5}]'
const digest = '{"id":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","sha256":"9F86D081884C7D65"}'
const dates = '{"at":"2024-03-05T08:09:10Z","event":{"at":"2024-03-07T12:30:00Z"}}'
const upload =
  '--b\r\nContent-Disposition: form-data; name="t"\r\n\r\nfox\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: text/plain\r\n\r\nabc\r\n--b--\r\n'
const lines = 'first  line\n\nsecond é\nlast\n'

const depth = '{"id":"7","stages":[{"type":"A","diffusion":'
for (const [what, sent, signed] of [
  [
    'objects of JSON below depth 2 as PowerShell prints them',
    job,
    `${depth}"@{width=512; scale=7.50; prompts=System.Object[]}"}],"done":null}`,
  ],
  ['hash tables below depth 2 as PowerShell prints them', job, `${depth}"System.Collections.Hashtable"}],"done":null}`],
  ['hexadecimal digits in lower case', digest, digest.replace(/"[0-9A-F-]{9,}"/g, (text) => text.toLowerCase())],
  ['UUIDs alone in lower case', digest, digest.replace(/"3F[^"]*"/, (text) => text.toLowerCase())],
  ['fractions cut off', prices, prices.replace('19.99', '19')],
  ['numbers in hundredths', prices, prices.replace('19.99', '1999').replace(':5', ':500')],
  ['lists without their last item', prices, prices.replace(/,\{.*\}/, '')],
  ['objects with $id', prices, '[{"$id":"1","sku":"A-1","price":19.99},{"$id":"2","sku":"B-2","price":5}]'],
  ['flattened', '{"a":{"b":1},"c":"x"}', '{"a.b":1,"c":"x"}'],
  [
    'dates at another offset, with milliseconds',
    dates,
    dates.replace('08:09:10Z', '16:09:10.000+08:00').replace('12:30:00Z', '20:30:00.000+08:00'),
  ],
  ['dates as Go prints them', dates, dates.replace(/T([\d:]+)Z/g, ' $1 +0000 UTC')],
  ['the first boundary twice', upload, `--b\r\n${upload}`],
  ['the content of files as [object File]', upload, upload.replace('abc', '[object File]')],
  ['lines in the reverse order', lines, 'last\nsecond é\n\nfirst  line\n'],
  ['each line as JSON', '{"a":1}\n{"b":[2,3]}\n', '{"a": 1}\n{"b": [2, 3]}\n'],
  ['a hash of a hash', job, hash('md5', Buffer.from(Buffer.from(hash('md5', Buffer.from(job))).toString('hex')))],
  ['members that are null within alone left out', '{"a":null,"b":{"c":null,"d":1}}', '{"a":null,"b":{"d":1}}'],
] as const)
  units(`${what}: found and proven`, () => {
    const text = typeof signed === 'string' ? signed : Buffer.from(signed).toString('hex')
    findingOn({ body: sent }, { body: text })
  })

units('of a large body the first 128 KiB', () => {
  const body = JSON.stringify(Array.from({ length: 14_000 }, (_, i) => ({ id: i })))
  const { recovered, tried } = reportOn({ body }, { body: body.slice(0, 131_072) }, 1_000_000_000)
  assert.ok(recovered && tried < 1000, `recovered: ${recovered}; ${tried} texts`)
})

units(
  'a program that changes values also writes the text anew: compact, and its numbers in their shortest form',
  () => {
    const texts = signedBy(['body-other'], 'body', { body: '{\n  "a": 1.50,\n  "b": "x y"\n}\n' })
    for (const text of ['{"a":1.5,"b":"X Y"}', '{"a": 1.5, "b": "X Y"}', '{\n  "a": 1.50,\n  "b": "X Y"\n}\n'])
      assert.ok(texts.has(text), text)
  },
)

/** The tree without its scalars and names. */
const shapeOf = (node: Node): unknown => {
  if (node._tag === 'Scalar') return 0
  return node._tag === 'Array' ? node.items.map(shapeOf) : node.members.map(([, child]) => [shapeOf(child)])
}

const ofScalars = new Set(
  valueChanges(hash)
    .filter(({ kind }) => kind !== 'empty')
    .map(({ detail }) => detail),
)

units('for all JSON: a change of scalars and names leaves objects and lists as they are', () =>
  forAll([fc.oneof(fc.array(arb.json()), fc.dictionary(fc.string(), arb.json()))], { numRuns: 20 }, (value) => {
    const json = JSON.stringify(value)
    if (!isJson(json)) return
    const shape = JSON.stringify(shapeOf(treeOf(json)))
    for (const [detail, text] of changedValues(json, hash)) {
      const isOfScalars =
        ofScalars.has(detail) && !/\{|\[|null as|empty strings as|DynamoDB|MongoDB|thousands/.test(detail)
      if (isOfScalars && isJson(text)) assert.is(JSON.stringify(shapeOf(treeOf(text))), shape, `${detail}: ${text}`)
    }
  }),
)

units('for all JSON: each text is made once, and is not the one that was sent', () =>
  forAll([fc.dictionary(fc.string(), arb.json())], { numRuns: 10 }, (value) => {
    const json = JSON.stringify(value)
    for (const forms of [changedValues(json, hash), jsonShapes(json)]) {
      const texts = Array.from(forms, ([, text]) => text)
      assert.is(new Set(texts).size, texts.length)
      assert.not(texts.includes(json))
    }
  }),
)

/** Bodies that have every kind of unit, in several styles. */
const everyUnit = [
  '{"a":[],"b":{},"c":"","d":"x y","e":1.50,"f":null,"g":true,"h":{"i":[1,2],"j":{"k":{"l":{"m":{}}}}}}',
  '{"T": "R&D \\"x\\" \\u00e9/\\n", "u_v": [{"w": 12345678901, "id": "3F2504E0-4F89-41D3-9A0C-0305E82C3301"}, [false]]}',
  '{\n  "a": "é <b>\\\\</b>",\n  "b": [\n    "b",\n    "a",\n    "a"\n  ]\n}\n',
  ' {"a":{"a":1},"a.a":-0.0}',
  '{"":"\u007f"}',
  '[]',
]

const checkWanted = (json: string): void => {
  for (const [detail, text] of changedValues(json, hash))
    assert.ok(isChangedValues(json, hash, text), `${detail}: ${json} -> ${text}`)
  for (const [detail, text] of jsonShapes(json)) assert.ok(isJsonShape(json, text), `${detail}: ${json} -> ${text}`)
}

units('each text is one that is looked for if it is wanted', () => everyUnit.forEach(checkWanted))

units('for all JSON: each text is one that is looked for if it is wanted', () =>
  forAll([fc.dictionary(fc.string(), arb.json()), fc.constantFrom(0, 2)], { numRuns: 10 }, (value, indent) =>
    checkWanted(JSON.stringify(value, null, indent)),
  ),
)

units('a text of another kind is not looked for', () => {
  for (const json of everyUnit.filter((text) => text !== '[]'))
    for (const text of ['', json, JSON.stringify(json), `\ufeff${json}`, json.replaceAll('"', '&quot;'), `${json}\n`])
      assert.not(isChangedValues(json, hash, text) || isJsonShape(json, text), `${json} -> ${text}`)
})

const depthOf = (node: Node): number => {
  if (node._tag === 'Scalar') return 0
  const children = node._tag === 'Array' ? node.items : node.members.map(([, child]) => child)
  return 1 + Math.max(0, ...children.map(depthOf))
}

units('for all JSON: below a depth limit there is no object and no list', () =>
  forAll([arb.json()], { numRuns: 50 }, (value) => {
    for (const [detail, tree] of withDepthLimits(treeOf(JSON.stringify(value)))) {
      const limit = Number(/below depth (\d)/.exec(detail)?.[1])
      assert.is(depthOf(tree), limit + 1, detail)
    }
  }),
)

units('for all texts: a change of the order of lines keeps every line', () =>
  forAll([fc.array(fc.stringMatching(/^[a-z ]{0,9}$/), { minLength: 2 })], { numRuns: 50 }, (texts) => {
    const sorted = (text: string) => text.split('\n').toSorted().join('\n')
    for (const [detail, text] of lineForms(texts.join('\n')))
      if (detail === 'lines in the reverse order' || detail === 'lines sorted')
        assert.is(sorted(text), sorted(texts.join('\n')), detail)
  }),
)

units('a multipart form with other headers or files has the same parts', () => {
  const names = ['t', 'f']
  for (const [detail, bytes] of multipartChanges(Buffer.from(upload), hash)) {
    if (!/header|Content-|content of files|filename/.test(detail) || detail.includes('empty lines')) continue
    const parts = multipartParts(Buffer.from(bytes).toString('latin1'))
    assert.equal(
      parts?.map(({ name }) => name),
      names,
      detail,
    )
  }
  assert.equal([...multipartChanges(Buffer.from('--'), hash)], [])
})

units('each of these changes has Chinese words', () => {
  const rich = '{"a":[],"b":{},"c":"","d":"x y","e":1.5,"f":null,"g":true,"h":{"i":[1,2],"j":{"k":{"l":{"m":{}}}}}}'
  const found = [
    ...valueChanges(hash).map(({ detail }) => detail),
    ...Array.from(changedValues(rich, hash), ([detail]) => detail),
    ...Array.from(jsonShapes(rich), ([detail]) => detail),
    ...Array.from(lineForms(lines), ([detail]) => detail),
    ...Array.from(lineForms('{"a":1}\n{"b":2}\n'), ([detail]) => detail),
    ...Array.from(multipartChanges(Buffer.from(upload), hash), ([detail]) => detail),
    ...Array.from(respelledDates(dates), ([detail]) => detail),
  ]
  const left = new Map(
    found.flatMap((detail) => {
      const chinese = sayDetail(detail)
      return restOfEnglish(chinese).length > 0 || chinese === detail ? [[detail, chinese]] : []
    }),
  )
  assert.equal([...left], [])
})
