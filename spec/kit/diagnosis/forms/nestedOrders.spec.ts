/** The members of nested objects in orders that programs know, one outside and another within. */
import fc from 'fast-check'
import { memberOrders } from '../../../../src/kit/diagnosis/forms/memberOrders.ts'
import { drawOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const nested = suite('orders of nested objects')

type Order = (entries: ReadonlyArray<readonly [string, unknown]>) => ReadonlyArray<readonly [string, unknown]>

const byName: Order = (entries) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))

const orders: Readonly<Record<string, Order>> = {
  unchanged: (entries) => entries,
  sorted: byName,
  reversed: (entries) => entries.toReversed(),
  'sorted downwards': (entries) => byName(entries).toReversed(),
  'by length': (entries) => byName(entries).toSorted(([a], [b]) => a.length - b.length),
}

const arrange = (value: unknown, outer: Order, inner: Order): unknown => {
  if (Array.isArray(value)) return value.map((each) => arrange(each, inner, inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(outer(Object.entries(value)).map(([name, each]) => [name, arrange(each, inner, inner)]))
}

const names = fc.uniqueArray(fc.constantFrom('zoom', 'a', 'kind', 'bb', 'seed', 'Mode', 'x_y', 'count'), {
  minLength: 5,
  maxLength: 8,
})

nested('for all objects with objects in them, and two known orders: one outside, the other within', () =>
  forAll(
    [names, names, names, fc.constantFrom(...Object.values(orders)), fc.constantFrom(...Object.values(orders))],
    { numRuns: 6 },
    (outerNames, innerNames, deepNames, outer, inner) => {
      const deep = Object.fromEntries(deepNames.map((name, i) => [name, i]))
      const within = Object.fromEntries(innerNames.map((name, i) => [name, i === 2 ? deep : `v${i}`]))
      const sent = Object.fromEntries(outerNames.map((name, i) => [name, i === 1 ? [within] : i]))
      const body = JSON.stringify(sent)
      const signed = JSON.stringify(arrange(sent, outer, inner))
      if (signed === body) return
      const found = findingOn({ body }, { body: signed })
      assert.is(found.id, 'body-reserialized')
      assert.match(found.detail, /order|sorted|alphabetical/)
    },
  ),
)

const everyLevel = suite('any order of members, at every level')

everyLevel('for all objects of six members with lists of small objects in them: the report is exact', () =>
  forAll([fc.integer({ min: 0 })], { numRuns: 2 }, (seed) => {
    const draw = drawOf(seed)
    const shuffled = <A>(entries: ReadonlyArray<A>): ReadonlyArray<A> =>
      entries
        .map((entry) => ({ entry, rank: draw.real() }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry)
    const outer = shuffled(['model', 'seed', 'prompts', 'steps', 'request_id', 'cfg_scale'])
    const inner = shuffled(['text', 'weight'])
    const write = (outerNames: ReadonlyArray<string>, innerNames: ReadonlyArray<string>): string => {
      const prompt = (i: number): string => `{${innerNames.map((name) => `"${name}": "${name}/${i}"`).join(', ')}}`
      const memberValue = (name: string): string =>
        name === 'prompts' ? `[${prompt(1)}, ${prompt(2)}]` : `"\\/${name}"`
      return `{${outerNames.map((name) => `"${name}": ${memberValue(name)}`).join(', ')}}`
    }
    const body = write(outer, inner)
    const signed = write(shuffled(outer), inner.toReversed())
    const found = findingOn({ body }, { body: signed })
    assert.equal(
      `${found.id}: ${found.detail}`,
      'body-reserialized: members in another order',
      JSON.stringify([found, body, signed]),
    )
  }),
)

everyLevel('each text once, and none that was sent', () => {
  const textsOf = (json: string): ReadonlyArray<string> => Array.from(memberOrders(json), ([, text]) => text)
  assert.equal(textsOf('{"b":[{"y":1,"x":2}],"a":3}'), [
    '{"b":[{"x":2,"y":1}],"a":3}',
    '{"a":3,"b":[{"y":1,"x":2}]}',
    '{"a":3,"b":[{"x":2,"y":1}]}',
  ])
  const flat = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i])))
  assert.equal(
    [5, 6, 7, 8].map((count) => textsOf(flat(count)).length),
    // Of eight members each one is moved, and all are rotated.
    [0, 719, 5039, 54],
  )
  // Beside another object, seven members have no more orders than that.
  assert.is(textsOf(`${flat(6).slice(0, -1)},"o":{"a":1}}`).length, 40)
  // A long text has fewer. An object with a name that occurs twice has no other order.
  assert.is(textsOf(`${flat(6).slice(0, -1)},"long":${JSON.stringify('x'.repeat(9000))}}`).length, 99)
  assert.equal(textsOf('{"a":{"b":1,"b":2}}'), [])
  assert.equal(textsOf('{"a":{"b":{}},"c":[{"d":{"e":1}}]}'), ['{"c":[{"d":{"e":1}}],"a":{"b":{}}}'])
})
