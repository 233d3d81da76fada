/** Parameters and members of which one stands at another place, in lists too long for every order. */
import fc from 'fast-check'
import { memberOrders } from '../../../../src/kit/diagnosis/forms/memberOrders.ts'
import { movedEntries } from '../../../../src/kit/diagnosis/forms/movedEntries.ts'
import { reorderings } from '../../../../src/kit/diagnosis/forms/percent.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const moved = suite('moved entries')

const sentQuery = 'side=SELL&type=LIMIT&time=GTC&quantity=0.01&price=9000&id=order_1&symbol=BUSD'
const signedQuery = 'symbol=BUSD&side=SELL&type=LIMIT&time=GTC&quantity=0.01&price=9000&id=order_1'

moved('the last of seven parameters was signed first, in a query and in a form', () => {
  const inQuery = findingOn({ target: `/v1/jobs?${sentQuery}` }, { target: `/v1/jobs?${signedQuery}` })
  const inForm = findingOn({ body: sentQuery }, { body: signedQuery })
  for (const found of [inQuery, inForm]) {
    assert.is(found.detail, 'symbol, side, type, time, quantity, price, id')
    assert.match(found.what, /^The caller signed the parameters of the (?:query|form) in the order symbol, side, /)
  }
})

moved('the last of seven members was signed first', () => {
  const sent = '{"side":1,"type":2,"time":3,"quantity":4,"price":5,"id":6,"symbol":{"b":1,"a":2}}'
  const signed = '{"symbol":{"b":1,"a":2},"side":1,"type":2,"time":3,"quantity":4,"price":5,"id":6}'
  assert.is(findingOn({ body: sent }, { body: signed }).id, 'body-reserialized')
})

const places = fc
  .integer({ min: 2, max: 20 })
  .chain((count) => fc.tuple(fc.constant(count), fc.nat(count - 1), fc.nat()))

moved('for all lists: every move and every rotation is there once, and the given order is not', () =>
  forAll([places, fc.nat()], { numRuns: 30 }, ([count, from, start], end) => {
    const entries = Array.from({ length: count }, (_, i) => i)
    const orders = [...movedEntries(entries)].map((order) => order.join())
    assert.is(new Set([...orders, entries.join()]).size, orders.length + 1)
    const move = entries.toSpliced(from, 1).toSpliced(end % count, 0, from)
    const rotation = [...entries.slice(start % count), ...entries.slice(0, start % count)]
    for (const order of [move, rotation])
      assert.ok(order.join() === entries.join() || orders.includes(order.join()), order.join())
  }),
)

moved('for all queries and objects of 7 to 20 entries: each move of one entry is tried', () =>
  forAll([fc.integer({ min: 7, max: 20 }), fc.nat(), fc.nat()], { numRuns: 10 }, (count, from, to) => {
    const names = Array.from({ length: count }, (_, i) => `n${(i * 7) % count}x${i}`)
    const order = names.toSpliced(from % count, 1).toSpliced(to % count, 0, names[from % count] ?? '')
    if (order.join() === names.join()) return
    const query = (fields: ReadonlyArray<string>): string => `/v1?${fields.map((field) => `${field}=1`).join('&')}`
    const json = (members: ReadonlyArray<string>): string => `{${members.map((each) => `"${each}":1`).join()}}`
    assert.ok([...reorderings(query(names))].some(([, target]) => target === query(order)))
    assert.ok([...memberOrders(json(names))].some(([, text]) => text === json(order)))
  }),
)
