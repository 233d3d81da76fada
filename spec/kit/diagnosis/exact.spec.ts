/** What a report may call exact, on a sample of which a part changes from run to run; exact.live.spec takes all. */
import fc from 'fast-check'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { sameCause } from '../../../src/kit/diagnosis/search/sameCause.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { claimsTheTruth, slices, tellsForms, views } from './exactness.ts'

/** The cheapest of the first 500 that together make the mistakes, and get the answers, of them all. */
const fixed = [
  45, 61, 63, 65, 92, 99, 130, 137, 158, 163, 197, 205, 240, 242, 249, 294, 314, 324, 326, 338, 339, 347, 381, 386, 387,
  389, 404, 410, 414, 422, 423, 427, 463, 485, 533, 542, 564, 568, 569, 571, 589, 592, 604, 608, 610, 615, 617, 621,
  626, 629, 630, 640, 654, 692, 694, 720, 730, 737, 738, 745,
]

const exact = suite('what is exact')

exact('for clients whose mistakes are known: none is called exact with another cause', () => {
  const exactly = fixed.reduce((sum, seed) => sum + claimsTheTruth(1, seed), 0)
  assert.ok(exactly > fixed.length / 3, `${exactly} were exact`)
})

exact('for all such clients: none is called exact with another cause', () =>
  forAll(
    [fc.noShrink(fc.integer({ min: 1000, max: 100_000 }))],
    { numRuns: 20 },
    (seed) => void claimsTheTruth(1, seed),
  ),
)

for (const [i, view] of views.entries())
  exact(`some of the forms of each mistake are told by their own id, or one that means the same: ${i + 1}`, () =>
    forAll([fc.noShrink(fc.nat(slices - 1))], { numRuns: 1 }, (slice) => tellsForms(view, slice)),
  )

exact('two ids mean the same cause only where both are of the catalogue', () => {
  const known = catalogue.map(({ id }) => id)
  const unknown = sameCause.flatMap(({ cause, alsoLedTo }) => [cause, alsoLedTo]).filter((id) => !known.includes(id))
  assert.equal(unknown, [])
})
