/** JSON that a caller signed otherwise than it was sent, by habits of serializers, formatters, templates and enumerations. */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { changedValues, isChangedValues } from '../../../../src/kit/diagnosis/forms/changedValues.ts'
import { codeLayouts } from '../../../../src/kit/diagnosis/forms/codeLayouts.ts'
import { enumerationNumbers } from '../../../../src/kit/diagnosis/forms/enumerationNumbers.ts'
import { isJson } from '../../../../src/kit/diagnosis/forms/isJson.ts'
import { treeOf } from '../../../../src/kit/diagnosis/forms/jsonText.ts'
import { emptiedStrings } from '../../../../src/kit/diagnosis/forms/looseJson.ts'
import { inJq } from '../../../../src/kit/diagnosis/forms/numberText.ts'
import { partsAlone, partTelling } from '../../../../src/kit/diagnosis/forms/partsAlone.ts'
import { printedValues, rarelyPrintedValues } from '../../../../src/kit/diagnosis/forms/printedValue.ts'
import { renamedJson } from '../../../../src/kit/diagnosis/forms/renamedJson.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const habits = suite('JSON that was signed otherwise than it was sent')
const habitsFound = byTurns(4, habits)

const job =
  '{"request_id":"20260101","stages":[{"type":"INPUT_INITIALIZE","input":{"seed":-1}},{"type":"DIFFUSION","diffusion":{"width":512,"prompts":[{"text":"a cat"}]}}]}'
const order = '{"order_id":"1","last_login":null,"item_list":[{"unit_price":1}]}'

/** The words of the finding are in its detail or its message. */
for (const [what, sent, signed, words] of [
  ['a variable without a value', job, job.replace('20260101', 'undefined'), /"undefined" as the value of "request_id"/],
  ['two variables without a value', job, job.replace('20260101', '').replace('a cat', ''), /"request_id" and "text"/],
  ['a number without a value', job, job.replace('512', 'undefined'), /undefined as the value of "width"/],
  ['an inner object alone', job, '{"width":512,"prompts":[{"text":"a cat"}]}', /only the value of "diffusion"/],
  ['an item alone', job, '{"type":"INPUT_INITIALIZE","input":{"seed":-1}}', /only item 1 of "stages"/],
  ['a part, sorted', '{"data":{"z":1,"a":"é/"},"v":1}', '{"a":"é/","z":1}', /only the value of "data".* anew/],
  ['a part as a form', '{"data":{"z":1,"a":"x"},"v":1}', 'a=x&z=1', /only the value of "data".* anew/],
  ['sorted at the top by PHP', '{"z":"é/","a":{"y":1,"b":2}}', '{"a":{"y":1,"b":2},"z":"\\u00e9\\/"}', /another order/],
  ['other names, without null', order, '{"orderId":"1","itemList":[{"unitPrice":1}]}', /camelCase.*without null/],
  ['words of enumerations', '{"mode":"IMAGE_TO_IMAGE"}', '{"mode":"ImageToImage"}', /enumerations as PascalCase/],
  ['the number of a word', job, job.replace('"DIFFUSION"', '1'), /1 for "DIFFUSION"/],
  ['an unsigned seed', job, job.replace('-1', '4294967295'), /unsigned ones of 32 bits/],
  ['a variation selector', '{"t":"I ❤\ufe0f you"}', '{"t":"I ❤ you"}', /without variation selectors/],
  ['signs of ASCII', '{"t":"it’s – “x”…"}', '{"t":"it\'s - \\"x\\"..."}', /ASCII for those of typography/],
  ['entities in values', '{"t":"&lt;b&gt; &quot;q&quot;"}', '{"t":"<b> \\"q\\""}', /without HTML entities/],
  ['Base64url', '{"i":"aGVs/G8+IQ=="}', '{"i":"aGVs_G8-IQ"}', /Base64 as Base64url/],
  ['Base64 without padding', '{"i":"aGVsbG8gIQ=="}', '{"i":"aGVsbG8gIQ"}', /Base64 without its padding/],
  ['a data URL', '{"i":"data:image/png;base64,iVBORw0KGgo="}', '{"i":"iVBORw0KGgo="}', /beginning of its data URL/],
  [
    'null in items of one type',
    '[{"t":1,"a":2},{"t":1,"b":3}]',
    '[{"t":1,"b":null,"a":2},{"t":1,"b":3,"a":null}]',
    /b: null where nothing was sent/,
  ],
  ['an emoji among other letters', '{"t":"é 🐟"}', '{"t":"é ????"}', /\?\?\?\? in place of each character beyond/],
  ['a no-break space', '{"t":"a\u00a0b"}', '{"t":"a b"}', /each no-break space/],
  ['Windows PowerShell', '{"a":{"b":1}}', '{\r\n    "a":  {\r\n              "b":  1\r\n          }\r\n}', /CR LF/],
  ['lists on one line', '{"a":[1,2],"b":{"c":1}}', '{\n  "a": [1, 2],\n  "b": {\n    "c": 1\n  }\n}', /indented by 2/],
  ['empty brackets of Swift', '{"a":[],"b":1}', '{\n  "a" : [\n\n  ],\n  "b" : 1\n}', /indented by 2/],
  ['a control character of Go', '{"t":"a\\bb\\nc"}', '{"t":"a\\u0008b\\nc"}', /\\u0008 where \\b was sent/],
  ['JSON_NUMERIC_CHECK', '{"id":"20260101120000000001","p":"7.50"}', '{"id":2.026010112e+19,"p":7.5}', /7\.5/],
  ['every depth of util.inspect', job, inspect(JSON.parse(job), { depth: null }), /util\.inspect of Node/],
  ['nested values in querystring', '{"a":1,"b":[{"c":1}],"d":{}}', 'a=1&b=&d=', /names and values of a form/],
  ['an escaped field', '{"a":"x y"}', 'payload=%7B%22a%22%3A%22x%20y%22%7D', /value of the field payload of a form/],
  ['a block of Markdown', '{"a":1}', '```json\n{"a":1}\n```', /block of Markdown/],
  ['shortened for a log', job, `${job.slice(0, 100)}...`, /only the first 100 characters .* \.\.\. after them/],
  ['shortened within a length', job, `${job.slice(0, 77)}...`, /shortened to 80 characters/],
  ['trimmed and null', '{"a":"x","b":null}', '{"a":"x\\n","b":""}', /trimmed or as null/],
  ['a day as a date', '{"d":"2026-01-05"}', '{"d":"2026-01-05T00:00:00.000Z"}', /T00:00:00\.000Z/],
  ['a date of Gson', '{"d":"2026-01-05T13:00:00Z"}', '{"d":"Jan 5, 2026, 1:00:00 PM"}', /Jan 5, 2026/],
  ['a form that PHP has read', 'a%5Bb%5D=1&a%5Bc%5D=2', '{"a":{"b":"1","c":"2"}}', /signed JSON.*a form arrived/],
  ['brackets in names', 'a=1&t%5B%5D=x&t%5B%5D=y', '{"a":"1","t[]":["x","y"]}', /signed JSON.*a form arrived/],
  ['a form as tuples', 'a=1&b=2', "[('a', '1'), ('b', '2')]", /prints an object|prints/],
  ['the values of a form', 'b=2&a=1', '12', /values of the form without their names, sorted by name/],
  [
    'zero values of Go',
    '[{"a":1,"n":2},{"a":1,"s":"x"}]',
    '[{"a":1,"n":2,"s":""},{"a":1,"n":0,"s":"x"}]',
    /n: 0 where nothing/,
  ],
  ['null of a model', '[{"a":1,"n":2},{"a":1}]', '[{"a": 1, "n": 2}, {"a": 1, "n": null}]', /n: null where nothing/],
  ['values of Python', '{"u":12.5}', "{'u': Decimal('12.5')}", /repr of Python/],
  ['a date of Python', '{"d":"2026-01-05T10:00:00"}', "{'d': datetime.datetime(2026, 1, 5, 10, 0)}", /repr of Python/],
  ['YAML with letters', '{"t":"é 🐟"}', 't: é 🐟\n', /as YAML/],
  ['a Buffer', '{"a":1}', '<Buffer 7b 22 61 22 3a 31 7d>', /Buffer|util\.inspect/],
  [
    'CESU-8',
    '{"t":"🐟"}',
    Buffer.concat([Buffer.from('{"t":"'), Buffer.from('eda0bdedb09f', 'hex'), Buffer.from('"}')]),
    /cesu-8/,
  ],
  ['wrapped on lines', '{"a":1}', '{\n  "data": {\n    "a": 1\n  }\n}', /as the member data/],
  ['the sum of two fractions', '{"a":0.3,"b":1}', '{"a":0.30000000000000004,"b":1}', /next larger double/],
  ['all but the signature', '{"z":1,"a":2,"sign":"abc"}', 'a=2&z=1', /names and values of a form, sorted/],
  ['a part on lines', job, '{\n  "text": "a cat"\n}', /only item 1 of "prompts".*anew/],
  ['quotation marks of Node', '{"t":"it\'s \\"x\\""}', '{ t: `it\'s "x"` }', /util\.inspect of Node/],
  ['a block of Markdown on lines', '{"a":1}', '```json\n{\n  "a": 1\n}\n```', /block of Markdown/],
  ['brackets in names, all lists', 'a=1&t%5B%5D=x', '{"a":["1"],"t[]":["x"]}', /signed JSON.*a form arrived/],
  ['jq', '{"id":600423083519508503,"t":0.00001,"p":1.0}', '{"id":600423083519508500,"t":1e-05,"p":1}', /600423/],
] as const)
  habitsFound(`${what}: found, and told`, () => {
    const { detail, what: message } = findingOn({ body: sent }, { body: signed })
    assert.match(`${message} ${detail}`, words)
  })

const textsOf = (forms: Iterable<readonly [string, string, ...ReadonlyArray<unknown>]>): ReadonlySet<string> =>
  new Set(Array.from(forms, ([, text]) => text))

const names = fc.stringMatching(/^[a-z]{1,6}(?:_[a-z]{1,6})?$/)

habits('for all objects: any string as any word that programs print for no value', () =>
  forAll(
    [
      fc.dictionary(names, fc.string({ minLength: 1 }), { minKeys: 1, maxKeys: 8 }),
      fc.constantFrom('', 'undefined', 'null'),
    ],
    (object, word) => {
      const json = JSON.stringify(object)
      const texts = textsOf(emptiedStrings(json))
      for (const name of Object.keys(object)) {
        const signed = JSON.stringify({ ...object, [name]: word })
        assert.ok(signed === json || texts.has(signed), signed)
      }
    },
  ),
)

/** Every object and list within a value. */
const partsOf = (value: unknown): ReadonlyArray<unknown> =>
  typeof value !== 'object' || value === null
    ? []
    : Object.values(value).flatMap((child) => [
        ...(typeof child === 'object' && child !== null && Object.keys(child).length > 0 ? [child] : []),
        ...partsOf(child),
      ])

habits('for all JSON: each of its parts alone, and its telling names a place', () =>
  forAll([fc.array(arb.json(), { minLength: 1, maxLength: 3 })], (value) => {
    const json = JSON.stringify({ outer: [value] })
    const parts = partsOf([value]).slice(0, 8)
    if (!isJson(json)) return
    const forms = [...partsAlone(json)]
    const texts = textsOf(forms)
    assert.ok(forms.every(([detail]) => partTelling(detail) !== undefined))
    for (const part of parts) assert.ok(texts.has(JSON.stringify(part)), JSON.stringify(part))
  }),
)

habits('for all JSON: a layout changes white space alone', () =>
  forAll([fc.dictionary(names, arb.json())], (value) => {
    const json = JSON.stringify(value)
    if (!isJson(json)) return
    for (const [detail, text] of codeLayouts(json))
      assert.is(JSON.stringify(JSON.parse(text)), JSON.stringify(JSON.parse(json)), detail)
  }),
)

habits('for all objects: other names leave the values, but for null', () =>
  forAll([fc.dictionary(names, fc.oneof(fc.integer(), fc.string(), fc.constant(null)), { maxKeys: 6 })], (object) => {
    const sorted = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
      values
        .filter((value) => value !== null)
        .map((value) => JSON.stringify(value))
        .toSorted()
    for (const [detail, text] of renamedJson(JSON.stringify(object)))
      assert.equal(sorted(Object.values(JSON.parse(text) as object)), sorted(Object.values(object)), detail)
  }),
)

habits('for all numbers: jq keeps the value', () =>
  forAll([fc.double({ noNaN: true, noDefaultInfinity: true })], (number) => {
    assert.is(Number(inJq(JSON.stringify(number))), number === 0 ? 0 : number)
  }),
)

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.integer(),
    fc.stringMatching(/^[a-z]{0,12}$/),
    fc.constantFrom(true, null),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(names, tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).any

habits('for all objects: what util.inspect of this Node prints, with the options of most callers', () =>
  forAll([fc.dictionary(names, value, { maxKeys: 5, noNullPrototype: true })], (object) => {
    const tree = treeOf(JSON.stringify(object))
    const texts = textsOf([...printedValues(tree), ...rarelyPrintedValues(tree)])
    for (const options of [
      {},
      { depth: null },
      { depth: null, breakLength: Infinity },
      { depth: null, compact: false },
    ]) {
      const printed = inspect(object, options)
      assert.ok(texts.has(printed), printed)
    }
  }),
)

const word = fc.stringMatching(/^[A-Z]{4,8}(?:_[A-Z]{2,5})?$/)

habits('for all words: any number of a word, and any two numbers of two words', () =>
  forAll([word, word, fc.nat(9), fc.nat(9)], (first, second, number, other) => {
    const json = JSON.stringify({ a: first, b: [{ c: second }] })
    const texts = textsOf(enumerationNumbers(json))
    assert.ok(first === second || texts.has(JSON.stringify({ a: number, b: [{ c: second }] })))
    if (first !== second) assert.ok(texts.has(JSON.stringify({ a: number, b: [{ c: other }] })))
  }),
)

habits('for all bytes: Base64 is in the alphabet of URLs, and back', () =>
  forAll([fc.uint8Array({ minLength: 30, maxLength: 120 })], (bytes) => {
    const buffer = Buffer.from(bytes)
    const standard = JSON.stringify({ i: buffer.toString('base64') })
    const ofUrls = JSON.stringify({ i: buffer.toString('base64url') })
    if (standard === ofUrls) return
    assert.ok(textsOf(changedValues(standard, hash)).has(ofUrls))
    assert.ok(textsOf(changedValues(ofUrls, hash)).has(standard))
    assert.ok(isChangedValues(standard, hash, ofUrls))
  }),
)
