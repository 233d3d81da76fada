/** The search of small worlds judges every world, and says whether it has seen all of them. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../support/suite.ts'
import { explore, type Game } from './exploration.ts'

/** A ring of `size` worlds, each with one move to the next one. The law is that `broken` is not reached. */
const ring = (size: number, broken: number): Game<number> => ({
  first: 0,
  movesOf: (world) => [{ name: `to ${(world + 1) % size}`, world: (world + 1) % size }],
  judge: (world) => (world === broken ? `${world} is reached` : undefined),
  keyOf: String,
})

const exploring = suite('the search of small worlds')

exploring('a first world that breaks the law is found, with no step before it', () => {
  const { found, isWhole } = explore(ring(3, 0))
  assert.equal(found, { law: '0 is reached', trace: [] })
  assert.not(isWhole)
})

exploring('for all rings: the broken world is found wherever it is, by the shortest way', () =>
  forAll([fc.integer({ min: 1, max: 9 }), fc.nat(8)], (size, place) => {
    const broken = place % size
    const { found, states } = explore(ring(size, broken))
    assert.is(found?.trace.length, broken)
    assert.is(states, broken + 1)
  }),
)

exploring('for all rings: without a broken world the search is whole, unless it is cut off', () =>
  forAll([fc.integer({ min: 2, max: 9 })], (size) => {
    assert.equal(explore(ring(size, -1)), { states: size, isWhole: true, found: undefined })
    assert.equal(explore(ring(size, -1), size), { states: size, isWhole: false, found: undefined })
  }),
)
