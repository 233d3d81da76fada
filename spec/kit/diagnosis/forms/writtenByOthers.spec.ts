/** JSON as other programs write it, where the sent text shows what they were given. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, signedBy } from './changes.ts'

const written = suite('JSON as other programs write it')

type Json = string | number | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** The pretty printer of Jackson, by its own rules: lists on one line, a space on both sides of a colon. */
const jacksonPretty = (json: Json, lineEnd: string, level = 0): string => {
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  if (Array.isArray(json))
    return json.length === 0 ? '[ ]' : `[ ${json.map((item) => jacksonPretty(item, lineEnd, level)).join(', ')} ]`
  const entries = Object.entries(json)
  if (entries.length === 0) return '{ }'
  const start = lineEnd + '  '.repeat(level + 1)
  const texts = entries.map(([name, value]) => `${JSON.stringify(name)} : ${jacksonPretty(value, lineEnd, level + 1)}`)
  return `{${start}${texts.join(`,${start}`)}${lineEnd}${'  '.repeat(level)}}`
}

const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>('x', 'a b', 7, null),
    fc.array(tie('tree'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

written('for all objects: as Jackson indents them', () =>
  forAll(
    [fc.record({ id: tree, of: tree }, { noNullPrototype: true }), fc.boolean()],
    { numRuns: 20 },
    (json, isWindows) => {
      const pretty = jacksonPretty(json, isWindows ? '\r\n' : '\n')
      assert.ok(signedBy(['body-reserialized'], 'body', { body: JSON.stringify(json) }).has(pretty), pretty)
    },
  ),
)

const goNames = fc.constantFrom(
  ['request_id', 'RequestID'],
  ['callbackUrl', 'CallbackURL'],
  ['api_key', 'APIKey'],
  ['name', 'Name'],
  ['identity', 'Identity'],
)

written('for all members: with the names that Go programs give them', () =>
  forAll([fc.uniqueArray(goNames, { minLength: 1, maxLength: 3 })], { numRuns: 20 }, (names) => {
    const jsonOf = (side: 0 | 1): string => JSON.stringify(Object.fromEntries(names.map((name, i) => [name[side], i])))
    assert.ok(signedBy(['body-other'], 'body', { body: jsonOf(0) }).has(jsonOf(1)), jsonOf(1))
  }),
)

const empties = fc.array(fc.constantFrom('[]', '{}', 'null', '"[]"', '"null"', '1'), { minLength: 1, maxLength: 4 })

written('for all empty values: null for each of a kind, and the reverse', () =>
  forAll(
    [empties, fc.constantFrom(['[]', 'null'], ['{}', 'null'], ['null', '[]'], ['null', '{}'])],
    { numRuns: 20 },
    (values, [from, to]) => {
      const jsonOf = (texts: ReadonlyArray<string>): string => `{${texts.map((text, i) => `"m${i}":${text}`).join()}}`
      const signed = jsonOf(values.map((text) => (text === from ? (to ?? '') : text)))
      if (signed === jsonOf(values)) return
      assert.ok(signedBy(['body-reserialized'], 'body', { body: jsonOf(values) }).has(signed), signed)
    },
  ),
)

for (const [sent, signed, what] of [
  ['{"a":1,"b":true,"c":2.5,"d":false,"e":null}', '{"a":"1","b":"1","c":"2.5","d":"","e":""}', /different content/],
  ['{"n":"007","m":"x"}', '{"n":7,"m":"x"}', /different content/],
  ['{"tags":[],"a":1}', '{"tags":null,"a":1}', /different content/],
  ['{"at":1795943107000}', '{"at":"2026-11-29T09:05:07.000+0000"}', /different content/],
  ['{"at":1795943107}', '{"at":"2026-11-29 17:05:07"}', /different content/],
  ['{"at":"2026-11-29T09:05:07Z","n":1}', '{"at":"\\/Date(1795943107000)\\/","n":1}', /different content/],
] as const)
  written(`${signed} for ${sent}`, () => assert.match(findingOn({ body: sent }, { body: signed }).what, what))

written('a number within a string, and one of other years, are no times', () => {
  for (const body of ['{"s":"x:1795943107000"}', '{"n":2995943107000,"m":179594310}', '{"n":1795943107.5}']) {
    const made = signedBy(['body-reserialized'], 'body', { body })
    assert.not.ok(
      [...made].some((text) => /\d{4}-\d\d-\d\d/.test(text)),
      body,
    )
  }
})
