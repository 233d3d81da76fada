/**
 * What a report may call exact, on more of what exact.spec takes samples of.
 *
 * `COUNTERSIGN_ALL=1 npm test -- --limit=7200 diagnosis/exact.live` takes 5,000 exact reports on clients with habits, 100,000 clients
 * of the catalogue and all forms.
 */
import fc from 'fast-check'
import { assert, byTurns, drawn, suite } from '../../support/suite.ts'
import { claimsTheTruth, slices, tellsForms, views } from './exactness.ts'
import { untrueReports } from './habits.ts'

const exact = suite('what is exact, of many')

exact('for all clients whose mistakes are known: none is called exact with another cause', () => {
  const count = drawn(100_000, 150)
  const exactly = claimsTheTruth(count, 1)
  assert.ok(exactly > count / 5, `${exactly} of ${count} were exact`)
})

// Others in every run.
const some = fc.sample(
  fc.shuffledSubarray(
    Array.from({ length: slices }, (_, at) => at),
    { minLength: slices },
  ),
  1,
)
for (const [i, view] of views.entries())
  for (const slice of some[0]?.slice(0, drawn(slices, 2)) ?? [])
    exact(`each form of each mistake is told by its own id: request ${i + 1}, slice ${slice + 1} of ${slices}`, () =>
      tellsForms(view, slice),
    )

const habits = byTurns(3, suite('causes of clients with bad habits'))

habits('for all clients with one or two habits: what an exact report says was done, and nothing is left out', () => {
  const first = drawn(1, fc.sample(fc.integer({ min: 1, max: 1_000_000 }), 1)[0] ?? 1)
  assert.equal(untrueReports(drawn(5000, 12), first), [])
})
