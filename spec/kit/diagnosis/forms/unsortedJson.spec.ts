/**
 * JSON that a program on the way read into sorted maps and wrote anew. The client signed documented fields in their order, and further ones
 * behind them or before them, in any order, as its own serializer writes them.
 */
import fc from 'fast-check'
import { documentedNames } from '../../../../src/kit/diagnosis/forms/serializers.ts'
import { unsortedJson } from '../../../../src/kit/diagnosis/forms/unsortedJson.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const sorted = suite('JSON that arrived sorted at every level')

type Entries = ReadonlyArray<readonly [name: string, value: unknown]>

const sortDeeply = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortDeeply)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, child]) => [name, sortDeeply(child)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** As encoding/json of Go writes a map. */
const writtenByGo = (value: unknown): string =>
  JSON.stringify(sortDeeply(value)).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)

/** Writers of clients. The values have no slashes. */
const writers = [
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, null, 2),
  (value: unknown) =>
    JSON.stringify(value, null, 1)
      .replace(/\n */g, ' ')
      .replace(/([[{]) /g, '$1')
      .replace(/ ([\]}])/g, '$1')
      .replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
] as const

const documented = fc.subarray(
  documentedNames.filter((name) => !['request_id', 'stages', 'type'].includes(name)),
  { minLength: 2 },
)
const further = fc.uniqueArray(fc.constantFrom('lora', 'vae', 'sampler', 'Mode', 'hr_scale', 'éa'), { maxLength: 3 })
const text = fc.constantFrom('fox', '<b>猫</b> & "dog"', 'a > b', 'été')

const job = (names: ReadonlyArray<string>, value: string, isTypeLast: boolean): unknown => {
  const settings: Entries = names.map((name, i) => [name, i === 1 ? [{ text: value }] : i])
  const stage: Entries = [
    ['type', 'DIFFUSION'],
    ['diffusion', Object.fromEntries(settings)],
  ]
  const stages = [Object.fromEntries(isTypeLast ? stage.toReversed() : stage)]
  return { request_id: '20260104', stages }
}

sorted('for all jobs with fields that are not documented: the text of the client is one of the forms', () =>
  forAll(
    [documented, further, text, fc.boolean(), fc.boolean(), fc.constantFrom(...writers)],
    { numRuns: 20 },
    (known, others, value, isBefore, isTypeLast, write) => {
      const client = job(isBefore ? [...others, ...known] : [...known, ...others], value, isTypeLast)
      const signed = write(client)
      const arrived = writtenByGo(client)
      if (signed === arrived) return
      const texts = Array.from(unsortedJson(arrived), ([, form]) => form)
      assert.ok(texts.includes(signed), `${arrived} arrived, ${signed} was signed`)
      const wanted = Array.from(unsortedJson(arrived, signed), ([, form]) => form)
      assert.equal(wanted, [signed])
    },
  ),
)

sorted('for all objects whose names are not sorted at some level: no form', () =>
  forAll([documented, text], { numRuns: 20 }, (names, value) => {
    const client = job(names, value, false)
    assert.equal([...unsortedJson(JSON.stringify(client))], [])
  }),
)

sorted('a client and a gateway in Go: one cause, found without the signed text', () => {
  const client = job(['width', 'prompts', 'steps', 'vae', 'lora', 'Mode'], 'a > b', false)
  const found = findingOn({ body: writtenByGo(client) }, { body: JSON.stringify(client) })
  assert.is(found.id, 'body-reserialized')
  assert.match(found.detail, /members in another order/)
})

sorted('no more texts than the limit, and none twice', () => {
  const names = Array.from({ length: 6 }, (_, i) => `name${i}`)
  const object = Object.fromEntries(names.map((name) => [name, { a: 1, b: 2, c: { x: '<', y: 2 } }]))
  const texts = Array.from(unsortedJson(JSON.stringify(object)), ([, form]) => form)
  assert.ok(texts.length > 1440 && texts.length <= 8640, String(texts.length))
  assert.is(new Set(texts).size, texts.length)
})
