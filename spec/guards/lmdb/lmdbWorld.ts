/**
 * A world of few processes and one LMDB database, for an exhaustive search. What a process decides is the functions that it runs
 * itself (src/guards/lmdb/LmdbDecisions.ts); the database is a record whose transactions are atomic and durable.
 */
import * as LmdbDecisions from '../../../src/guards/lmdb/LmdbDecisions.ts'
import type { Game, Move } from '../exploration.ts'

export interface Scope {
  readonly name: string
  readonly processes: number
  readonly life: number
  readonly cap: number
  /** The timestamps of the requests, from the begin. */
  readonly requests: ReadonlyArray<number>
  /** How often each of them may come, to any process. */
  readonly copies: ReadonlyArray<number>
  readonly seconds: number
  /** How many processes may be killed, at any step. Another one starts in its place. */
  readonly kills: number
  /** How often the machine's clock may step, by one of `by`. */
  readonly steps: number
  readonly by: ReadonlyArray<number>
  /** How many seconds after the last fault an honest request is accepted. */
  readonly recovers: number
}

interface Remembered {
  readonly request: number
  readonly timestamp: number
  readonly reading: number
}

interface Store {
  readonly floor: number
  readonly version: number
  /** By age. */
  readonly claims: ReadonlyArray<Remembered>
}

/** A claim between two steps; `isNew`: its transaction has ended. */
interface Pending extends Remembered {
  readonly process: number
  readonly isNew: boolean | undefined
}

/** A sweep that has read, and has not written. */
interface Sweep {
  readonly process: number
  readonly version: number
  readonly floor: number
  readonly gone: ReadonlyArray<Remembered>
}

export interface World {
  readonly now: number
  readonly time: number
  readonly store: Store
  readonly pending: ReadonlyArray<Pending>
  readonly sweeps: ReadonlyArray<Sweep>
  readonly sent: ReadonlyArray<number>
  readonly firsts: ReadonlyArray<number>
  readonly kills: number
  readonly steps: number
}

const begin = 1000

const processesOf = ({ processes }: Scope): ReadonlyArray<number> => Array.from({ length: processes }, (_, i) => i)

// ---- Transactions

/** The floor and the age of what is remembered, as the tables of the database order it. */
const insert = (store: Store, { request, timestamp, reading }: Pending): Store => ({
  ...store,
  claims: [...store.claims, { request, timestamp, reading }].sort(
    (a, b) => a.reading - b.reading || a.timestamp - b.timestamp || a.request - b.request,
  ),
})

const forget = (store: Store, { version, floor, gone }: Sweep): Store =>
  store.version !== version
    ? store
    : {
        floor: LmdbDecisions.raisedFloor(floor, gone),
        version: version + 1,
        claims: store.claims.filter(({ request, reading }) =>
          gone.every((each) => each.request !== request || each.reading !== reading),
        ),
      }

// ---- What may happen next

const movesOfCallers = (scope: Scope, world: World): ReadonlyArray<Move<World>> =>
  scope.requests.flatMap((at, request) =>
    (world.sent[request] as number) >= (scope.copies[request] as number)
      ? []
      : processesOf(scope).map((process) => come(world, process, request, begin + at)),
  )

const come = (world: World, process: number, request: number, timestamp: number): Move<World> => {
  const sent = world.sent.map((count, i) => (i === request ? count + 1 : count))
  const isForgotten = LmdbDecisions.isForgotten(timestamp, world.store.floor)
  const claim: Pending = { process, request, timestamp, reading: world.now, isNew: undefined }
  const pending = isForgotten ? world.pending : [...world.pending, claim]
  return { name: `request ${request} comes to process ${process}`, world: { ...world, sent, pending } }
}

const movesOfClaims = (world: World): ReadonlyArray<Move<World>> =>
  world.pending.map((claim) => {
    const { process, request, timestamp, isNew } = claim
    const others = world.pending.filter((each) => each !== claim)
    if (isNew === undefined) {
      const isAbsent = world.store.claims.every((each) => each.request !== request)
      const store = isAbsent ? insert(world.store, claim) : world.store
      const pending = [...others, { ...claim, isNew: isAbsent }]
      return { name: `process ${process} inserts request ${request}`, world: { ...world, store, pending } }
    }
    const answer = LmdbDecisions.answerTo(isNew, timestamp, () => world.store.floor)
    const firsts = world.firsts.map((count, i) => (i === request && answer === 'first' ? count + 1 : count))
    return {
      name: `process ${process} answers ${answer} to request ${request}`,
      world: { ...world, pending: others, firsts },
    }
  })

const movesOfSweeps = (scope: Scope, world: World): ReadonlyArray<Move<World>> => [
  ...processesOf(scope).flatMap((process): ReadonlyArray<Move<World>> => {
    const { claims, floor, version } = world.store
    const { cap, life } = scope
    const goes = LmdbDecisions.goes({ claims: claims.length, cap, life, now: world.now })
    const stays = claims.findIndex(({ reading }, place) => !goes(reading, place))
    const gone = stays < 0 ? claims : claims.slice(0, stays)
    if (gone.length === 0 || world.sweeps.some((each) => each.process === process)) return []
    const sweeps = [...world.sweeps, { process, version, floor, gone }]
    return [{ name: `process ${process} finds ${gone.length} claims to forget`, world: { ...world, sweeps } }]
  }),
  ...world.sweeps.map((sweep) => ({
    name: `process ${sweep.process} forgets`,
    world: { ...world, store: forget(world.store, sweep), sweeps: world.sweeps.filter((each) => each !== sweep) },
  })),
]

const movesOfFaults = (scope: Scope, world: World): ReadonlyArray<Move<World>> => {
  const moves: Array<Move<World>> = []
  if (world.time < scope.seconds)
    moves.push({ name: 'a second passes', world: { ...world, time: world.time + 1, now: world.now + 1 } })
  if (world.steps < scope.steps)
    for (const by of scope.by)
      moves.push({
        name: `the clock steps by ${by} s`,
        world: { ...world, now: world.now + by, steps: world.steps + 1 },
      })
  if (world.kills < scope.kills)
    for (const process of processesOf(scope))
      moves.push({
        name: `process ${process} is killed, and another one starts`,
        world: {
          ...world,
          kills: world.kills + 1,
          pending: world.pending.filter((each) => each.process !== process),
          sweeps: world.sweeps.filter((each) => each.process !== process),
        },
      })
  return moves
}

// ---- The laws

const judge =
  (scope: Scope) =>
  ({ firsts, store, now }: World): string | undefined => {
    const twice = firsts.findIndex((count) => count > 1)
    if (twice >= 0) return `request ${twice} is accepted twice`
    return LmdbDecisions.isForgotten(now + scope.recovers, store.floor)
      ? `${scope.recovers} s later an honest request is refused`
      : undefined
  }

/** A version counts only for the sweeps that have read it. */
const keyOf = ({ store, sweeps, pending, ...rest }: World): string =>
  JSON.stringify([
    rest,
    store.floor,
    store.claims,
    pending.map((claim) => JSON.stringify(claim)).sort(),
    sweeps.map((sweep) => JSON.stringify({ ...sweep, version: sweep.version === store.version })).sort(),
  ])

export const gameOf = (scope: Scope): Game<World> => ({
  first: {
    now: begin,
    time: 0,
    store: { floor: begin, version: 1, claims: [] },
    pending: [],
    sweeps: [],
    sent: scope.requests.map(() => 0),
    firsts: scope.requests.map(() => 0),
    kills: 0,
    steps: 0,
  },
  movesOf: (world) => [
    ...movesOfCallers(scope, world),
    ...movesOfClaims(world),
    ...movesOfSweeps(scope, world),
    ...movesOfFaults(scope, world),
  ],
  judge: judge(scope),
  keyOf,
})
