/**
 * All that may happen in small scopes of guards and Redis (guardWorld.ts). Larger scopes: redisSearch.live.spec.ts. To see whether the
 * search finds a fault: change the machine (src/guards/redis) or the twin (storeTwin.ts), and run this spec.
 */
import { assert, suite } from '../../support/suite.ts'
import { quick } from './scopes.ts'
import { isTold, search, words } from './search.ts'

const whole = suite('redis: every interleaving of')

for (const scope of quick)
  whole(`${scope.name}: nothing is accepted twice, and honest requests soon, once`, () => {
    const searched = search(scope)
    assert.ok(searched.isWhole, words(scope, searched))
    assert.ok(isTold(scope, searched), `SECURITY.md tells other states than ${words(scope, searched)}`)
  })
