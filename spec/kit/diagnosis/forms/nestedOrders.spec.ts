/** The members of nested objects in orders that programs know, one outside and another within. */
import fc from 'fast-check'
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
      assert.match(found.detail, /members in another order/)
    },
  ),
)
