// Larger scopes of the Redis guard, each searched to its end. COUNTERSIGN_ALL=1: the largest as well, which take minutes.
import { assert, inTurn, suite } from '../../support/suite.ts'
import { larger, largest } from './scopes.ts'
import { isTold, search, words } from './search.ts'

const whole = suite('redis: every interleaving of')

for (const scope of process.env.COUNTERSIGN_ALL === undefined ? inTurn(6, larger) : [...larger, ...largest])
  whole(`${scope.name}: nothing is accepted twice, and honest requests soon, once`, () => {
    const begun = performance.now()
    const searched = search(scope, 4_000_000)
    console.log(`${words(scope, searched)} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
    assert.ok(searched.isWhole, words(scope, searched))
    assert.ok(isTold(scope, searched), `SECURITY.md tells other states than ${words(scope, searched)}`)
  })
