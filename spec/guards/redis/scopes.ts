/**
 * The scopes that the search of the Redis guard looks at. `quick`: in `npm test`; `larger`: in the live specs; `largest`: by hand, with
 * COUNTERSIGN_ALL=1. SECURITY.md tells how many states each has.
 *
 * Within each scope the conditions of SECURITY.md hold: no caller's clock is further than the fence ahead of a guard that notices a
 * loss, but for the app b, which is far ahead where only evictions happen.
 */
import type { Scope } from './guardWorld.ts'

/** Two verifiers with right clocks, and no fence, so that a run is short. */
const small = { clocks: [0, 0], fence: 0, life: 20, ahead: 4, seconds: 2, callersAhead: 0 }

const sooner = { app: 'a', at: 0 }
const later = { app: 'a', at: 2 }
const aheadInFence = { app: 'a', at: 4 }
const aheadOfAll = { app: 'b', at: 4 }

export const quick: ReadonlyArray<Scope> = [
  {
    name: 'a flush, with clocks apart',
    ...small,
    clocks: [0, 3],
    seconds: 1,
    callersAhead: 1,
    fence: 1,
    requests: [sooner, { app: 'a', at: 2 }],
    faults: { flush: 1 },
    recovers: 6,
  },
  {
    name: 'a flush, and a verifier that was idle meanwhile and had accepted what was stamped ahead',
    ...small,
    redisAhead: 3,
    seconds: 0,
    callersAhead: 3,
    requests: [sooner, { app: 'b', at: 3, isOutside: true }],
    faults: { flush: 1 },
    recovers: 4,
  },
  {
    name: 'a write of an epoch that is held up over two flushes',
    ...small,
    isLost: true,
    requests: [sooner, later],
    faults: { flush: 1 },
    recovers: 2,
  },
  {
    name: 'steps of the clock of Redis over a life, beside an app that is ahead',
    ...small,
    life: 6,
    seconds: 0,
    callersAhead: 4,
    requests: [sooner, aheadOfAll],
    faults: { step: 2 },
    steps: [-7, 7],
  },
  {
    name: 'the loss of a generation, beside an app that is ahead',
    ...small,
    seconds: 0,
    callersAhead: 4,
    requests: [sooner, aheadOfAll],
    faults: { evict: 1 },
    evicted: ['claims', 'tally:a', 'tally:b'],
    recovers: 2,
  },
  {
    name: 'a command that is given up, or comes twice, and a flush',
    ...small,
    seconds: 0,
    requests: [sooner],
    faults: { flush: 1, cut: 1, miss: 1, duplicate: 1 },
    most: 2,
    recovers: 2,
  },
  {
    name: 'a failover to an older state',
    ...small,
    seconds: 1,
    requests: [sooner],
    faults: { failover: 1, restart: 1 },
    most: 1,
    saves: 1,
    recovers: 2,
  },
  {
    name: 'a flush, with a fence and callers that are ahead',
    ...small,
    fence: 4,
    ahead: 6,
    seconds: 0,
    callersAhead: 4,
    requests: [sooner, aheadInFence],
    faults: { flush: 1 },
    recovers: 8,
  },
  {
    name: 'a command that is given up, with a fence and callers that are ahead',
    ...small,
    fence: 4,
    seconds: 0,
    callersAhead: 4,
    requests: [aheadInFence, sooner],
    faults: { miss: 1 },
    recovers: 1,
  },
  {
    name: 'late replies of one second, and a flush',
    ...small,
    seconds: 0,
    requests: [sooner, { app: 'a', at: 0, to: [0] }],
    faults: { flush: 1 },
    lateReplies: true,
    recovers: 2,
  },
  {
    name: 'a restart from what was saved, and a verifier that starts',
    ...small,
    begun: 1,
    isSaved: true,
    seconds: 0,
    requests: [sooner],
    faults: { restart: 1 },
    recovers: 2,
  },
  {
    name: 'a generation that ends, with two requests of an app that is ahead',
    ...small,
    life: 3,
    seconds: 3,
    callersAhead: 4,
    requests: [aheadOfAll, { app: 'b', at: 3 }],
    faults: {},
  },
  {
    name: 'the loss of the generation before, beside an app that is ahead',
    ...small,
    life: 2,
    seconds: 2,
    callersAhead: 4,
    requests: [sooner, aheadOfAll],
    faults: { evict: 1 },
    evicted: ['earlier'],
    recovers: 2,
  },
  {
    name: 'steps of the clock of Redis over two lives, with an app that is ahead',
    ...small,
    life: 6,
    ahead: 20,
    redisAhead: -14,
    seconds: 0,
    callersAhead: 1,
    requests: [
      { app: 'b', at: 0 },
      { app: 'b', at: 1, to: [0] },
    ],
    faults: { step: 2 },
    steps: [7],
  },
]

export const larger: ReadonlyArray<Scope> = [
  { name: 'two flushes', ...small, requests: [sooner, later], faults: { flush: 2 }, recovers: 2 },
  {
    name: 'a write that is held up over two flushes, and a step of the clock of Redis',
    ...small,
    requests: [sooner, later],
    faults: { flush: 2, step: 1 },
    steps: [-3],
  },
  {
    name: 'late replies, and a flush',
    ...small,
    seconds: 1,
    requests: [sooner, { app: 'a', at: 1 }],
    faults: { flush: 1 },
    lateReplies: true,
    recovers: 2,
  },
  {
    name: 'a reading that comes twice, and two flushes',
    ...small,
    isLost: true,
    requests: [sooner, later],
    faults: { flush: 1, duplicate: 1 },
  },
  {
    name: 'a failover to a replica that has the ticket',
    ...small,
    isLost: true,
    requests: [sooner, later],
    faults: { failover: 1 },
    saves: 1,
  },
  {
    name: 'failovers there and back, and a restart',
    ...small,
    requests: [sooner, later],
    faults: { failover: 1, failback: 1, restart: 1 },
    most: 2,
    saves: 1,
    recovers: 2,
  },
  {
    name: 'two evictions of claims and tallies, beside an app that is ahead',
    ...small,
    seconds: 1,
    callersAhead: 4,
    requests: [sooner, aheadOfAll],
    faults: { evict: 2 },
    evicted: ['claims', 'earlier', 'tally:a', 'tally:b'],
    recovers: 2,
  },
  {
    name: 'two evictions of any keys',
    ...small,
    seconds: 1,
    callersAhead: 4,
    requests: [sooner, { app: 'b', at: 4, isOutside: true }],
    faults: { evict: 2 },
    recovers: 5,
  },
  {
    name: 'steps of the clock of Redis, inside and outside the limits',
    ...small,
    // So that its clock stays above 0.
    begin: 3_000,
    life: 6,
    seconds: 0,
    callersAhead: 4,
    requests: [sooner, { app: 'b', at: 3 }],
    faults: { step: 2, evict: 1 },
    evicted: ['claims', 'earlier'],
    most: 2,
    steps: [-1000, -2, 2, 7],
  },
]

export const largest: ReadonlyArray<Scope> = [
  {
    name: 'three guards with clocks apart, and a flush',
    ...small,
    clocks: [0, 2, -1],
    fence: 1,
    requests: [sooner, later],
    faults: { flush: 1 },
    recovers: 6,
  },
  {
    name: 'two commands that are cut, given up or come twice, and a flush',
    ...small,
    requests: [sooner, later],
    faults: { flush: 1, cut: 1, miss: 1, duplicate: 1 },
    most: 3,
    recovers: 2,
  },
]
