/**
 * A handler runs only for the method and target that were signed, authorised and reported: generated requests over raw sockets to
 * the lowest and the highest version of each framework, in turn. `COUNTERSIGN_ALL=1` sends fifty times as many.
 */
import { stands } from '../../../scripts/evidence/routing/stands.ts'
import { tryStand } from '../../../scripts/evidence/routing/trial.ts'
import { closeSessions } from '../../../scripts/evidence/routing/wire.ts'
import { assert, inTurn, suite } from '../../support/suite.ts'

const routing = suite('generated requests run only the handler that was signed for')

const { COUNTERSIGN_ALL, SPEC_SEED = '3', SPEC_TURN } = process.env
/** Those of the first seed are always the same: they are enough for every mutant of an adapter. The live specs of CI draw others. */
const requestsOfSeeds = SPEC_TURN === undefined ? { 1: 2000, 2: 500, [SPEC_SEED]: 500 } : { [SPEC_SEED]: 700 }
const times = COUNTERSIGN_ALL === '1' ? 50 : 1

for (const { name, start } of inTurn(2, stands)) {
  routing(name, async () => {
    const running = await start()
    try {
      for (const [seed, requests] of Object.entries(requestsOfSeeds)) {
        const difference = await tryStand(running, requests * times, Number(seed))
        assert.is(difference && JSON.stringify({ seed, ...difference }, null, 1), undefined)
      }
    } finally {
      closeSessions()
      await running.stop()
    }
  })
}
