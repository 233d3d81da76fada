/**
 * What a report may call exact, on all that exact.spec takes samples of.
 *
 * `COUNTERSIGN_ALL=1 npm test -- --limit=7200 diagnosis/exact.live` takes 20,000 targets and 100,000 clients.
 */
import { drawn } from '../../support/finding.ts'
import { assert, suite } from '../../support/suite.ts'
import { claimsTheTruth, showsWhatIsClaimed, slices, tellsForms, views } from './exactness.ts'

const exact = suite('what is exact, of all')

exact('for all targets signed in place of another: the signed text shows each mistake claimed', () =>
  showsWhatIsClaimed(drawn(20_000, 200)),
)

exact('for all clients whose mistakes are known: none is called exact with another cause', () => {
  const count = drawn(100_000, 500)
  const exactly = claimsTheTruth(count, 1)
  assert.ok(exactly > count / 3, `${exactly} of ${count} were exact`)
})

for (const [i, view] of views.entries())
  for (let slice = 0; slice < slices; slice++)
    exact(`each form of each mistake is told by its own id: request ${i + 1}, slice ${slice + 1} of ${slices}`, () =>
      tellsForms(view, slice),
    )
