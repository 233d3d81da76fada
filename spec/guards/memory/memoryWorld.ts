/**
 * A world of one memory guard, its high-water file and a clock, for an exhaustive search. The guard is the functions that it runs
 * itself (src/guards/memory: ClaimMemory, Generations, MarkState); its table of hashes is a Map here, so that a world can be copied.
 */
import type { Fingerprint } from '../../../src/core/Fingerprint.ts'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import * as ClaimMemory from '../../../src/guards/memory/ClaimMemory.ts'
import type { ClaimTable } from '../../../src/guards/memory/ClaimTable.ts'
import * as MarkState from '../../../src/guards/memory/MarkState.ts'
import * as SipHash from '../../../src/guards/memory/sipHash.ts'
import type { Game, Move } from '../exploration.ts'

/** What may go wrong, and how often at most in one run. */
export interface Faults {
  /** The process ends, at any step of a write. */
  readonly crash?: number
  /** The clock steps, by one of `steps`. */
  readonly step?: number
  /** A write of the mark fails, whether or not it reached the disk. */
  readonly write?: number
  /** The file is removed, or replaced by an older copy. No crash follows until the guard has written it again. */
  readonly file?: number
}

type Fault = keyof Faults

export interface Scope {
  readonly name: string
  readonly life: number
  readonly cap: number
  readonly quota: number
  readonly isDurable: boolean
  /** The timestamps of the requests, from the begin. */
  readonly requests: ReadonlyArray<{ readonly key: number; readonly at: number }>
  /** How often each request may come. Default: 2. */
  readonly copies?: number
  readonly seconds: number
  readonly faults: Faults
  readonly steps?: ReadonlyArray<number>
  /** How many seconds after the last fault an honest request is accepted. */
  readonly recovers: number
}

interface Table extends ClaimTable {
  readonly entries: Map<string, number>
}

interface Guard {
  readonly memory: ClaimMemory.ClaimMemory
  readonly table: Table
  readonly alive: Uint8Array
  readonly mark: MarkState.MarkState
  readonly lookedAt: number
}

/** A claim that waits for a write. */
interface Waiting {
  readonly request: number
  readonly by: 'running' | 'waiting'
}

export interface World {
  readonly now: number
  /** The second by the true time. */
  readonly time: number
  readonly guard: Guard | undefined
  /** The mark in the file; `undefined`: there is no file. */
  readonly disk: number | undefined
  /** Earlier content of the file. */
  readonly older: number | undefined
  /** Whether the file is the one that the guard wrote last. */
  readonly isOwn: boolean
  /** Whether the running write has reached the disk. */
  readonly hasLanded: boolean
  readonly waiting: ReadonlyArray<Waiting>
  readonly startedAt: number
  /** The second of a damage to the file that the guard need not have seen yet; −1: none. No process ends meanwhile. */
  readonly damagedAt: number
  readonly sent: ReadonlyArray<number>
  readonly firsts: ReadonlyArray<number>
  /** Whether a request was accepted again although no condition of SECURITY.md allows it. */
  readonly isBroken: boolean
  readonly faults: Readonly<Record<Fault, number>>
}

const begin = 1000
const seed = SipHash.keyed('0'.repeat(32))
const fingerprints = ['1', '2'].map((digit) => digit.repeat(64) as Fingerprint)

// ---- The guard, and how it is copied

const tableOf = (entries: Map<string, number>, alive: Uint8Array): Table => ({
  entries,
  has: (hash) => alive[entries.get(hash.join()) ?? 0] === 1,
  put: (hash, generation) => void entries.set(hash.join(), generation),
  sweep: () => {
    for (const [hash, generation] of entries) if (alive[generation] === 0) entries.delete(hash)
  },
  bytes: () => 0,
})

const startGuard = ({ life, cap, quota }: Scope, now: number, stored: number): Guard => {
  const alive = new Uint8Array(256)
  const table = tableOf(new Map(), alive)
  const floor = ClaimMemory.startFloor(undefined, now, stored)
  const memory = ClaimMemory.make({ rules: { life, cap, quota }, floor, seed, table, alive })
  return { memory, table, alive, mark: MarkState.make(stored), lookedAt: -1 }
}

/** The functions change a memory, so that each move changes a copy. */
const copyOf = (guard: Guard): Guard => {
  const { memory, table } = guard
  const alive = guard.alive.slice()
  const copied = tableOf(new Map(table.entries), alive)
  const own = new Map(Array.from(memory.keys.values(), (key) => [key, { ...key }]))
  const copyOfKey = (key: ClaimMemory.Key): ClaimMemory.Key => {
    const copy = own.get(key) ?? { ...key }
    own.set(key, copy)
    return copy
  }
  const keys = new Map(Array.from(memory.keys, ([name, key]) => [name, copyOfKey(key)]))
  const { generations } = memory
  const { life, cap } = generations.setting
  const release = (key: ClaimMemory.Key): void => void keys.delete(key.fingerprint)
  const open = { ...generations.open, holders: generations.open.holders.map(copyOfKey) }
  const closed = generations.closed.map((each) => ({
    ...each,
    shares: each.shares.map(({ holder, claims }) => ({ holder: copyOfKey(holder), claims })),
  }))
  const numbers = generations.numbers.slice()
  const resting = generations.resting.slice()
  const setting = { alive, life, cap, sweep: copied.sweep, release }
  const copiedGenerations = { ...generations, setting, open, closed, numbers, resting }
  const copiedMemory = { ...memory, keys, table: copied, generations: copiedGenerations, hash: new Int32Array(4) }
  return { ...guard, memory: copiedMemory, table: copied, alive }
}

// ---- A claim comes

const claimOf = ({ requests }: Scope, request: number): NonceClaim => {
  const { key, at } = requests[request] as Scope['requests'][number]
  return {
    fingerprint: fingerprints[key] as Fingerprint,
    unique: `nonce-${request}`,
    timestamp: (begin + at) as Timestamp,
  } as NonceClaim
}

/** The guard decides the claim; the world changes its own copy. */
const decideClaim = (scope: Scope, world: World, request: number): World => {
  const guard = copyOf(world.guard as Guard)
  const claim = claimOf(scope, request)
  const next = { ...world, guard }
  if (ClaimMemory.decide(guard.memory, claim, world.now) !== 'first') return next
  const wasAccepted = (world.firsts[request] as number) > 0
  // Without a file, SECURITY.md allows a second acceptance of what is stamped in or after the second of the start.
  const isAllowed = !scope.isDurable && claim.timestamp >= world.startedAt && world.faults.crash > 0
  return {
    ...next,
    isBroken: world.isBroken || (wasAccepted && !isAllowed),
    firsts: world.firsts.map((count, i) => (i === request ? Math.min(2, count + 1) : count)),
  }
}

/** As `atOnce` of memory.ts: once a second the guard looks for its file. */
const look = (world: World): World => {
  const guard = world.guard as Guard
  if (guard.lookedAt === world.now) return world
  const isLost = guard.mark.running === undefined && !world.isOwn
  const mark = isLost ? MarkState.lose(guard.mark) : guard.mark
  return { ...world, guard: { ...guard, lookedAt: world.now, mark } }
}

const claim = (scope: Scope, before: World, request: number): World => {
  if (!scope.isDurable) return decideClaim(scope, before, request)
  const world = look(before)
  const guard = world.guard as Guard
  const { timestamp } = claimOf(scope, request)
  if (timestamp < guard.memory.generations.floor) return decideClaim(scope, world, request)
  if (MarkState.covers(guard.mark, timestamp)) {
    // A claim of another second counts only once the file is written again.
    const damagedAt = world.damagedAt === world.now ? world.now : -1
    return decideClaim(scope, { ...world, damagedAt }, request)
  }
  const { state, by } = MarkState.raise(guard.mark, timestamp)
  const waiting: ReadonlyArray<Waiting> = [...world.waiting, { request, by: by === 'waiting' ? 'waiting' : 'running' }]
  return { ...world, guard: { ...guard, mark: state }, waiting, hasLanded: by === 'begun' ? false : world.hasLanded }
}

/** The running write ends; the claims that waited for it are decided or refused, and the next write begins. */
const endWrite = (scope: Scope, world: World, isDurable: boolean): World => {
  const guard = world.guard as Guard
  const mark = MarkState.end(guard.mark, isDurable)
  const ended = world.waiting.filter(({ by }) => by === 'running')
  const others = world.waiting
    .filter(({ by }) => by === 'waiting')
    .map(({ request }) => ({ request, by: 'running' as const }))
  const idle: World = { ...world, guard: { ...guard, mark }, waiting: others }
  const decided = isDurable ? ended.reduce((next, { request }) => decideClaim(scope, next, request), idle) : idle
  const after = decided.guard as Guard
  return { ...decided, guard: { ...after, mark: MarkState.follow(after.mark) }, hasLanded: false }
}

// ---- What may happen next

const mayFail = (scope: Scope, { faults }: World, fault: Fault): boolean => faults[fault] < (scope.faults[fault] ?? 0)

const faulty = (world: World, fault: Fault, more: Partial<World>): World => ({
  ...world,
  ...more,
  faults: { ...world.faults, [fault]: world.faults[fault] + 1 },
})

const movesOfCallers = (scope: Scope, world: World): ReadonlyArray<Move<World>> =>
  scope.requests.flatMap((_, request) => {
    const count = world.sent[request] as number
    if (count >= (scope.copies ?? 2)) return []
    const sent = world.sent.map((each, i) => (i === request ? each + 1 : each))
    return [{ name: `request ${request} comes`, world: claim(scope, { ...world, sent }, request) }]
  })

const movesOfWrites = (scope: Scope, world: World): ReadonlyArray<Move<World>> => {
  const running = world.guard?.mark.running
  if (running === undefined) return []
  const moves: Array<Move<World>> = []
  if (!world.hasLanded)
    moves.push({
      name: `the mark ${running} is on the disk`,
      world: { ...world, hasLanded: true, disk: running, older: world.disk, isOwn: true, damagedAt: -1 },
    })
  else moves.push({ name: `the write of ${running} ends`, world: endWrite(scope, world, true) })
  if (mayFail(scope, world, 'write'))
    moves.push({ name: `the write of ${running} fails`, world: endWrite(scope, faulty(world, 'write', {}), false) })
  return moves
}

const movesOfFaults = (scope: Scope, world: World): ReadonlyArray<Move<World>> => {
  const moves: Array<Move<World>> = []
  const add = (fault: Fault, name: string, more: Partial<World>): void => {
    if (mayFail(scope, world, fault)) moves.push({ name, world: faulty(world, fault, more) })
  }
  for (const by of scope.steps ?? []) add('step', `the clock steps by ${by} s`, { now: world.now + by })
  if (world.guard === undefined) return moves
  // The end of a process before it has written a damaged file again is outside the conditions.
  if (world.damagedAt < 0) add('crash', 'the process ends', { guard: undefined, waiting: [], hasLanded: false })
  const isWriting = world.guard.mark.running !== undefined
  if (scope.isDurable && world.disk !== undefined && !isWriting) {
    const damage = { isOwn: false, damagedAt: world.now }
    add('file', 'the file is removed', { ...damage, disk: undefined })
    if (world.older !== undefined) add('file', 'an older copy of the file comes back', { ...damage, disk: world.older })
  }
  return moves
}

/** A guard that starts writes the mark again before it takes claims. */
const restart = (scope: Scope, world: World): World => ({
  ...world,
  guard: startGuard(scope, world.now, scope.isDurable ? (world.disk ?? -1) : -1),
  startedAt: world.now,
  isOwn: true,
})

const movesOf =
  (scope: Scope) =>
  (world: World): ReadonlyArray<Move<World>> => {
    const passes: ReadonlyArray<Move<World>> =
      world.time < scope.seconds
        ? [{ name: 'a second passes', world: { ...world, time: world.time + 1, now: world.now + 1 } }]
        : []
    if (world.guard === undefined)
      return [{ name: 'a new process starts', world: restart(scope, world) }, ...passes, ...movesOfFaults(scope, world)]
    return [...movesOfCallers(scope, world), ...movesOfWrites(scope, world), ...passes, ...movesOfFaults(scope, world)]
  }

// ---- The laws

/** From here on nothing goes wrong: after the stated seconds, an honest request is accepted, and once. */
const recovers = (scope: Scope, world: World): boolean => {
  const running = world.guard ?? (restart(scope, world).guard as Guard)
  const guard = copyOf(running)
  const now = world.now + scope.recovers
  const honest = {
    fingerprint: '3'.repeat(64) as Fingerprint,
    unique: 'honest',
    timestamp: now as Timestamp,
  } as NonceClaim
  const answers = [1, 2].map(() => ClaimMemory.decide(guard.memory, honest, now))
  return answers[0] === 'first' && answers[1] === 'repeated'
}

const judge =
  (scope: Scope) =>
  (world: World): string | undefined => {
    if (world.isBroken) return 'a request is accepted twice'
    if (!recovers(scope, world)) return `${scope.recovers} s later an honest request is refused, or accepted twice`
    return undefined
  }

/** The numbers of generations only name them, so that they do not count. */
const guardKey = ({ memory, table, mark, lookedAt, alive }: Guard): unknown => {
  const { generations, keys } = memory
  const { floor, size, open, closed, due } = generations
  const numbers = [open.number, ...closed.map(({ number }) => number)]
  const entries = Array.from(table.entries).filter(([, generation]) => alive[generation] === 1)
  return [
    [floor, size, due, open.openedAt, open.size, open.lastReading, open.newestTimestamp],
    closed.map(({ lastReading, newestTimestamp, size }) => [lastReading, newestTimestamp, size]),
    entries.map(([hash, generation]) => `${hash} ${numbers.indexOf(generation)}`).sort(),
    Array.from(keys.values(), ({ fingerprint, live, recent }) => [fingerprint[0], live, recent]).sort(),
    [mark, lookedAt],
  ]
}

const keyOf = ({ guard, ...rest }: World): string =>
  JSON.stringify([rest, guard === undefined ? null : guardKey(guard)])

export const gameOf = (scope: Scope): Game<World> => ({
  first: {
    now: begin,
    time: 0,
    guard: startGuard(scope, begin, -1),
    disk: undefined,
    older: undefined,
    isOwn: true,
    hasLanded: false,
    waiting: [],
    startedAt: begin,
    damagedAt: -1,
    sent: scope.requests.map(() => 0),
    firsts: scope.requests.map(() => 0),
    isBroken: false,
    faults: { crash: 0, step: 0, write: 0, file: 0 },
  },
  movesOf: movesOf(scope),
  judge: judge(scope),
  keyOf,
})
