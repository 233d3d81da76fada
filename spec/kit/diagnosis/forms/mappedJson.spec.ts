/** Bodies that differ in two respects at once, as a program maps its objects to JSON: what is found and told, and what holds for all JSON. */
import fc from 'fast-check'
import { sayDetail } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { isJson } from '../../../../src/kit/diagnosis/forms/isJson.ts'
import { mappedJson } from '../../../../src/kit/diagnosis/forms/mappedJson.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'
import { findingOn } from './changes.ts'

const mapped = byTurns(2, suite('JSON that a program maps by two rules'))

const job =
  '{"request_id":"7","created_at":"2026-01-01T12:00:00.000Z","steps":20,"is_draft":false,"callback":"https://x.example/y","notes":null}'
const shop = '{"zip":"1","order":{"total":19.90,"name":"José ","note":""},"paid":true,"at":"2026-01-01T12:00:00Z"}'

for (const [what, sent, signed, details] of [
  [
    'dates without a fraction, and null left out',
    job,
    '{"request_id":"7","created_at":"2026-01-01T12:00:00Z","steps":20,"is_draft":false,"callback":"https://x.example/y"}',
    ['/created_at: "2026-01-01T12:00:00Z" where "2026-01-01T12:00:00.000Z" was sent', '/notes left out where null'],
  ],
  [
    'names in PascalCase, and dates without a fraction',
    job,
    '{"RequestId":"7","CreatedAt":"2026-01-01T12:00:00Z","Steps":20,"IsDraft":false,"Callback":"https://x.example/y","Notes":null}',
    ['the name "RequestId" where "request_id" was sent', '/created_at: "2026-01-01T12:00:00Z" where'],
  ],
  [
    'numbers in quotation marks, sorted',
    job,
    '{"callback":"https://x.example/y","created_at":"2026-01-01T12:00:00.000Z","is_draft":false,"notes":null,"request_id":"7","steps":"20"}',
    ['/steps: "20" where 20 was sent', 'members in alphabetical order (at each level)'],
  ],
  [
    'a member that was added after signing, sorted',
    job,
    '{"created_at":"2026-01-01T12:00:00.000Z","is_draft":false,"notes":null,"request_id":"7","steps":20}',
    ['/callback left out where "https://x.example/y"', 'members in alphabetical order (at each level)'],
  ],
  [
    'dates with +00:00, with spaces',
    shop,
    '{"zip": "1", "order": {"total": 19.90, "name": "José ", "note": ""}, "paid": true, "at": "2026-01-01T12:00:00+00:00"}',
    ['/at: "2026-01-01T12:00:00+00:00"', 'with spaces'],
  ],
  [
    'strings trimmed, and empty values left out',
    shop,
    '{"zip":"1","order":{"total":19.90,"name":"José"},"paid":true,"at":"2026-01-01T12:00:00Z"}',
    ['/order/name: "José" where "José " was sent', '/order/note left out where ""'],
  ],
  [
    'only the outermost object sorted, as ksort of PHP does, with its escapes',
    '{"url":"a/b","type":1,"data":{"z":1,"m":2,"a":2,"k":3},"steps":2,"zoom":7,"count":1}',
    '{"count":1,"data":{"z":1,"m":2,"a":2,"k":3},"steps":2,"type":1,"url":"a\\/b","zoom":7}',
    ['members in another order', '\\/ where / was sent'],
  ],
] as const)
  mapped(`${what}: found and told`, () => {
    const { id, detail } = findingOn({ body: sent }, { body: signed })
    assert.match(id, /^body-(?:other|reserialized)$/)
    for (const part of details) assert.ok(detail.includes(part), detail)
  })

const everyUnit = [
  job,
  shop,
  '{"a":[],"b":{},"c":"","D_e":"x & y","e":1.50,"f":null,"g":true,"h":{"j":[1,2],"i":{"l":"2026-01-01T12:00:00.5Z","k":null}}}',
  '{"b": "é\\n\\u00e9/", "a": [{"c": 1.0, "b": null}, {"B_C": "x "}]}\n',
  '{\n  "b": "e\u0301",\n  "a": "2026-01-01T12:00:00Z"\n}',
]

const checkForms = (json: string): void => {
  const forms = [...mappedJson(json, hash)]
  assert.is(new Set(forms.map(([, text]) => text)).size, forms.length)
  for (const [i, [detail, text]] of forms.entries()) {
    assert.not(text === json, detail)
    assert.ok(isJson(text), `${detail}: ${text}`)
    if (i % 9 !== 0) continue
    assert.ok(
      [...mappedJson(json, hash, text)].some(([, other]) => other === text),
      `${detail}: ${json} -> ${text}`,
    )
  }
}

mapped('each form is JSON, is made once, and is among those that are made if it is wanted', () =>
  everyUnit.forEach(checkForms),
)

mapped('for all JSON: each form is JSON, is made once, and is among those that are made if it is wanted', () =>
  forAll([fc.dictionary(fc.string(), arb.json()), fc.constantFrom(0, 2)], { numRuns: 8 }, (value, indent) =>
    checkForms(JSON.stringify(value, null, indent)),
  ),
)

mapped('a text in another style alone is none of these', () => {
  for (const json of everyUnit) {
    const texts = Array.from(mappedJson(json, hash), ([, text]) => text)
    const value: unknown = JSON.parse(json)
    for (const indent of [0, 2, 4]) assert.not(texts.includes(JSON.stringify(value, null, indent)), json)
  }
})

mapped('there are few of them', () => {
  for (const json of everyUnit) assert.ok([...mappedJson(json, hash)].length < 800, json)
  assert.equal([...mappedJson('[]', hash)], [])
  assert.equal([...mappedJson('{"a":1', hash)], [])
})

mapped('each has Chinese words', () => {
  for (const json of everyUnit)
    for (const [detail] of mappedJson(json, hash)) {
      const quotedLess = sayDetail(detail).replace(/"[^"]*"/g, '')
      assert.equal(restOfEnglish(quotedLess), [], sayDetail(detail))
    }
})

mapped('a backslash before an n is no line end', () => {
  const texts = Array.from(mappedJson(String.raw`{"b":"C:\\new\n","a":null}`, hash), ([, text]) => text)
  assert.ok(texts.includes(String.raw`{"b":"C:\\new\r\n"}`), texts.join('\n'))
})
