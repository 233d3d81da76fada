/** What the two halves of the guard in Durable Objects decide, and what they refuse. */
import fc from 'fast-check'
import { type ClaimsNamespace, durableObjectGuard } from '../../../src/guards/durableObject/durableObject.ts'
import { idOf, raisedFloor } from '../../../src/guards/durableObject/objectDecisions.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { answer, claimOf } from '../claims.ts'

const halves = suite('durable object: the guard')

const namespaceOf = (claim: () => unknown): ClaimsNamespace =>
  ({ idFromName: (name: string) => name, get: () => ({ claim }) }) as never

halves('an object that fails, or answers something else, accepts nothing, and its message is not told', async () => {
  for (const claim of [
    () => {
      throw new Error('secret')
    },
    () => Promise.reject(new Error('secret')),
    () => undefined,
    () => 'first',
    () => ({ answer: 'maybe' }),
  ]) {
    const outcome = await durableObjectGuard(namespaceOf(claim)).claim(claimOf('n-1'))()
    assert.is(outcome._tag, 'Left')
    assert.not.match(JSON.stringify(outcome), 'secret')
  }
})

halves('its floor is that of the last forgotten claim', async () => {
  const guard = durableObjectGuard(namespaceOf(async () => ({ answer: 'forgotten', floor: 1_700_000_000 })))
  assert.is(guard.floor(), 0)
  assert.is(await answer(guard, claimOf('n-1')), 'forgotten')
  assert.is(guard.floor(), 1_700_000_000)
})

halves('refuses a missing binding and a wrong option in words', () => {
  assert.throws(() => durableObjectGuard(undefined as never), /needs a binding to a Durable Object class/)
  assert.throws(
    () =>
      durableObjectGuard(
        namespaceOf(() => 1),
        { maxage: 1 } as never,
      ),
    /"maxage" is not an option here/,
  )
})

halves('for all texts: an id is ASCII, and belongs to one text', () =>
  forAll(
    [fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }), fc.string()],
    (one, other) => {
      assert.match(idOf(one), /^[ -~]*$/)
      assert.is(idOf(one) === idOf(other), one === other)
      assert.is(idOf(idOf(one)) === idOf(one), false)
    },
  ),
)

halves('for all clocks and timestamps: the floor never falls, and never rises above what a claim still needs', () =>
  forAll([fc.integer(), fc.integer(), fc.integer(), fc.nat(1_000)], (floor, now, timestamp, keep) => {
    const raised = raisedFloor(floor, { now, timestamp, keep })
    assert.ok(raised >= floor)
    assert.ok(raised === floor || raised <= Math.min(now, timestamp) - keep)
  }),
)
