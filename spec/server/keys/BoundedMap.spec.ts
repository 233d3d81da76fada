import fc from 'fast-check'
import * as BoundedMap from '../../../src/server/keys/BoundedMap.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const bounded = suite('BoundedMap')

bounded('an entry that was read since outlives those that were not', () => {
  const map = BoundedMap.make<string, number>(3)
  for (const [i, key] of ['a', 'b', 'c'].entries()) map.set(key, i)
  for (let i = 0; i < 100; i++) {
    assert.is(map.get('a'), 0)
    map.set(`x${i}`, i)
  }
  assert.is(map.get('a'), 0)
})

bounded('if all entries are in use, one of them is evicted nevertheless', () => {
  const evicted: Array<number> = []
  const map = BoundedMap.make<number, string>(100, (key) => evicted.push(key))
  for (let i = 0; i < 100; i++) map.set(i, '')
  for (let i = 0; i < 100; i++) map.get(i)
  map.set(100, '')
  assert.is(evicted.length, 1)
  assert.ok(map.has(100))
})

const key = fc.integer({ min: 0, max: 12 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set' as const), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('get' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const), key }) },
)

bounded(
  'for all histories: it holds at most its size, forgets only what it evicts, and evicts only when it is full',
  () =>
    forAll([fc.array(step, { maxLength: 100 }), fc.integer({ min: 1, max: 8 })], (history, most) => {
      const model = new Map<number, number>()
      const map = BoundedMap.make<number, number>(most, (evicted, value) => {
        assert.is(model.size, most)
        assert.is(model.get(evicted), value)
        model.delete(evicted)
      })
      for (const [i, each] of history.entries()) {
        if (each.do === 'get') assert.is(map.get(each.key), model.get(each.key))
        else if (each.do === 'delete') {
          map.delete(each.key)
          model.delete(each.key)
        } else if (each.do === 'clear') {
          map.clear()
          model.clear()
        } else {
          map.set(each.key, i)
          model.set(each.key, i)
        }
        assert.equal([...map.keys()].sort(), [...model.keys()].sort())
        assert.ok(model.size <= most)
      }
    }),
)
