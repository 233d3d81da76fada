/** JSON that was laid out on lines where it was signed, and in another way where it was sent. */
import fc from 'fast-check'
import { linedJson } from '../../../../src/kit/diagnosis/forms/linedJson.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const lined = suite('JSON on lines')

/** A search for a late form takes long. */
const searchLined = byTurns(2, lined)

const leaf = fc.oneof(fc.constantFrom('x', 'é', 'a,b', '},{'), fc.integer(), fc.constant(null))
const row = fc.dictionary(fc.constantFrom('a', 'b', 'c'), leaf, { minKeys: 1 })
const member = fc.oneof(leaf, row, fc.array(row, { maxLength: 3 }))
const value = fc.dictionary(fc.constantFrom('id', 'items', 'note', 'price'), member, { minKeys: 2 })
const lineEnd = fc.constantFrom('\n', '\r\n')

const textsFor = (sent: string): ReadonlySet<string> => new Set([...linedJson(sent)].map(([, text]) => text))

lined('for all values: indented by any program, with CR LF, with and without one at the end', () =>
  forAll(
    [value, fc.constantFrom(' ', '  ', '    ', '\t'), fc.constantFrom('', '\r\n')],
    { numRuns: 12 },
    (json, indent, end) => {
      const signed = JSON.stringify(json, null, indent).replaceAll('\n', '\r\n') + end
      assert.ok(textsFor(JSON.stringify(json)).has(signed), signed)
    },
  ),
)

lined('for all values: a line for each member of the outermost object, whatever the sent text looks like', () =>
  forAll(
    [value, fc.constantFrom('', '  ', '    ', '\t'), lineEnd, fc.constantFrom(':', ': '), fc.boolean()],
    { numRuns: 12 },
    (json, indent, end, colon, isOpen) => {
      const members = Object.entries(json).map(([name, child]) => JSON.stringify(name) + colon + JSON.stringify(child))
      const [first, last] = isOpen ? [end + indent, end] : ['', '']
      const signed = `{${first}${members.join(`,${end}${indent}`)}${last}}`
      for (const sent of [JSON.stringify(json), JSON.stringify(json, null, 2)])
        assert.ok(sent === signed || textsFor(sent).has(signed), signed)
    },
  ),
)

lined('for all lists of objects: a line for each object', () =>
  forAll([fc.array(row, { minLength: 2, maxLength: 4 }), lineEnd, fc.boolean()], (rows, end, isWrapped) => {
    const list = `[${rows.map((each) => JSON.stringify(each)).join(`,${end}`)}]`
    const signed = isWrapped ? `{"items":${list},"n":1}` : list
    const sent = JSON.stringify(isWrapped ? { items: rows, n: 1 } : rows)
    assert.ok(textsFor(sent).has(signed), signed)
  }),
)

for (const [signed, detail] of [
  ['{\r\n  "a": "x",\r\n  "b": [\r\n    1\r\n  ]\r\n}', 'indented by 2 with CR LF'],
  ['{\r\n\t"a": "x",\r\n\t"b": [1]\r\n}', 'indented by tabs with CR LF'],
  ['{"a":"x",\r\n"b":[1]}', 'on several lines with CR LF'],
  ['{\n"a":"x",\n"b":[1]\n}', 'on several lines'],
] as const)
  searchLined(`one cause: ${JSON.stringify(signed)}`, () => {
    const found = findingOn({ body: '{"a":"x","b":[1]}' }, { body: signed })
    assert.is(`${found.id} ${found.detail}`, `body-reserialized ${detail}`)
  })

lined('no text for what is no object or array, is empty, or is long', () => {
  for (const text of ['', '"a"', '{}', '[ ]', '{"a":1', 'a=1', JSON.stringify({ a: 'x'.repeat(20_000) })])
    assert.is(textsFor(text).size, 0, text.slice(0, 20))
})
