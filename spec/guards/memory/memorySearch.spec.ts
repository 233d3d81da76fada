/**
 * All that may happen in small scopes of a memory guard, its file and its clock (memoryWorld.ts). To see whether the search finds a
 * fault: change src/guards/memory, and run this spec.
 */
import { assert, suite } from '../../support/suite.ts'
import { explore, isTold, words } from '../exploration.ts'
import { gameOf, type Scope } from './memoryWorld.ts'

const small = { life: 2, cap: 100, quota: 100, isDurable: true, seconds: 1, recovers: 2 }
const now = { key: 0, at: 0 }
const soon = { key: 0, at: 1 }

const scopes: ReadonlyArray<Scope> = [
  {
    name: 'memory: the clock steps during the life of a claim',
    ...small,
    isDurable: false,
    requests: [now, soon],
    seconds: 2,
    faults: { step: 2 },
    steps: [-5, -1, 1, 5],
    recovers: 13,
  },
  {
    name: 'memory: there are a cap and a quota; the clock steps',
    ...small,
    cap: 2,
    quota: 1,
    isDurable: false,
    requests: [now, soon, { key: 1, at: 1 }],
    faults: { step: 1 },
    steps: [-3, 3],
    recovers: 6,
  },
  {
    name: 'memory: the process ends and has no file; the clock steps',
    ...small,
    isDurable: false,
    requests: [now, soon],
    copies: 3,
    faults: { crash: 2, step: 1 },
    steps: [-1, 1],
    recovers: 4,
  },
  {
    name: 'memory: the process ends and has a file; a write fails; the clock steps',
    ...small,
    requests: [now, soon],
    faults: { crash: 1, write: 1, step: 1 },
    steps: [-1],
    recovers: 5,
  },
  {
    name: 'memory: the file is removed or replaced; the process ends',
    ...small,
    requests: [now, soon],
    faults: { file: 1, crash: 1 },
    seconds: 2,
  },
]

const whole = suite('memory: every interleaving of')

for (const scope of scopes)
  whole(`${scope.name}: nothing is accepted twice, and honest requests soon, once`, () => {
    const explored = explore(gameOf(scope))
    assert.ok(explored.isWhole, words(scope.name, explored))
    assert.ok(isTold(scope.name, explored), `SECURITY.md tells other states than ${words(scope.name, explored)}`)
  })
