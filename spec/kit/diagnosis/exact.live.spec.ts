/**
 * What a report may call exact, on more of what exact.spec takes samples of.
 *
 * `COUNTERSIGN_ALL=1 npm test -- --limit=7200 diagnosis/exact.live` takes 20,000 targets, 100,000 clients and all forms.
 */
import fc from 'fast-check'
import { drawn } from '../../support/finding.ts'
import { assert, suite } from '../../support/suite.ts'
import { claimsTheTruth, slices, tellsForms, views } from './exactness.ts'

const exact = suite('what is exact, of many')

exact('for all clients whose mistakes are known: none is called exact with another cause', () => {
  const count = drawn(100_000, 150)
  const exactly = claimsTheTruth(count, 1)
  assert.ok(exactly > count / 4, `${exactly} of ${count} were exact`)
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
