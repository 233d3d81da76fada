/**
 * All that may happen in small scopes of processes and their database (lmdbWorld.ts). To see whether the search finds a fault:
 * change src/guards/lmdb/LmdbDecisions.ts, and run this spec.
 */
import { assert, suite } from '../../support/suite.ts'
import { explore, isTold, words } from '../exploration.ts'
import { gameOf, type Scope } from './lmdbWorld.ts'

const small = { processes: 2, life: 1, cap: 100, copies: [2], seconds: 0, kills: 0, steps: 0, by: [], recovers: 3 }

const scopes: ReadonlyArray<Scope> = [
  {
    name: 'lmdb: two processes forget claims; one is killed',
    ...small,
    requests: [0],
    seconds: 2,
    life: 0,
    kills: 1,
  },
  {
    name: 'lmdb: the clock steps; a process is killed',
    ...small,
    requests: [0],
    kills: 1,
    steps: 2,
    by: [-3, 3],
    recovers: 8,
  },
  {
    name: 'lmdb: the database is full; there are two timestamps',
    ...small,
    cap: 1,
    requests: [0, 1],
    copies: [1, 2],
    seconds: 1,
  },
  {
    // A sweep that ignored the version of what it has read would set the floor back here, and accept a request twice.
    name: 'lmdb: an older sweep after a newer one',
    ...small,
    cap: 0,
    requests: [1, 0],
    copies: [2, 1],
  },
]

const whole = suite('lmdb: every interleaving of')

for (const scope of scopes)
  whole(`${scope.name}: nothing is accepted twice, and honest requests soon`, () => {
    const explored = explore(gameOf(scope))
    assert.ok(explored.isWhole, words(scope.name, explored))
    assert.ok(isTold(scope.name, explored), `SECURITY.md tells other states than ${words(scope.name, explored)}`)
  })
