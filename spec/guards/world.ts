/**
 * A simulated world for the memory guard: a clock that steps, a disk that fails, a process that dies, callers, and an
 * attacker who kept every request. A record that is independent of the guard judges the answers.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Fingerprint } from '../../src/core/Fingerprint.ts'
import type { Nonce } from '../../src/core/Nonce.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { GuardFull, GuardUnavailable } from '../../src/core/VerifyError.ts'
import type { HighWater } from '../../src/effects/HighWater.ts'
import type { ClaimAnswer, NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { type MemoryGuard, make, type Settings } from '../../src/guards/memory/memory.ts'
import { right } from '../support/suite.ts'
import { begin } from './claims.ts'

/** What a write of the mark does: whether the mark is on the disk afterwards, and whether the process sees success, failure or dies. */
export type Write = 'lands' | 'fails' | 'fails-but-lands' | 'crash-before' | 'crash-after'

export type Step =
  /** `copies` of a new request at once, stamped `offset` seconds from the clock reading. */
  | { readonly do: 'claim'; readonly key: number; readonly offset: number; readonly copies: number }
  /** The request accepted `back` acceptances ago, unchanged. */
  | { readonly do: 'replay'; readonly back: number }
  /** The key's owner signs again with the same nonce and a new timestamp. */
  | { readonly do: 'reuse'; readonly back: number; readonly offset: number }
  | { readonly do: 'clock'; readonly seconds: number }
  | { readonly do: 'restart' }
  /** What the next write will do. */
  | { readonly do: 'disk'; readonly write: Write }

/** An accepted claim whose nonce had been accepted before, with the same or a later timestamp. */
export interface Repeat {
  readonly claim: NonceClaim
  /** Whether the earlier acceptance was in the same life of the process. */
  readonly sameLife: boolean
  /** Whether its timestamp is in or after the second of the last start. */
  readonly sinceStart: boolean
}

export interface Story {
  readonly repeats: ReadonlyArray<Repeat>
  /** How often each answer was given, and how often the process restarted. */
  readonly counts: Readonly<Record<ClaimAnswer | 'guard_full' | 'guard_unavailable' | 'restart', number>>
}

const fingerprints = ['1', '2', '3', '4'].map((digit) => digit.repeat(64) as Fingerprint)

interface Acceptance {
  readonly claim: NonceClaim
  readonly life: number
}

/** A write of the mark that has begun, and what tells the guard its outcome. */
interface PendingWrite {
  readonly mark: Timestamp
  readonly end: (outcome: E.Either<GuardUnavailable, void>) => void
}

interface Disk {
  mark: O.Option<Timestamp>
  nextWrite: Write
  pending: PendingWrite | undefined
}

/** What was accepted, kept apart from the guard. */
interface Book {
  /** For each key and nonce, the acceptance with the newest timestamp. */
  readonly newest: Map<string, Acceptance>
  /** All acceptances, in their order. */
  readonly accepted: Array<NonceClaim>
  readonly repeats: Array<Repeat>
  readonly counts: { -readonly [answer in keyof Story['counts']]: number }
}

interface World {
  readonly settings: Settings
  /** Whether the guard keeps its mark on the disk. */
  readonly isDurable: boolean
  readonly disk: Disk
  readonly book: Book
  now: number
  /** The number of the process. */
  life: number
  startedAt: number
  /** The number of the next nonce. */
  serial: number
}

/** Plays the steps to a guard. At the end the attacker replays every accepted request. */
export const live = async (settings: Settings, durable: boolean, steps: Iterable<Step>): Promise<Story> => {
  const world: World = {
    settings,
    isDurable: durable,
    disk: { mark: O.none, nextWrite: 'lands', pending: undefined },
    book: {
      newest: new Map(),
      accepted: [],
      repeats: [],
      counts: { first: 0, repeated: 0, forgotten: 0, guard_full: 0, guard_unavailable: 0, restart: 0 },
    },
    now: begin,
    life: 0,
    startedAt: begin,
    serial: 0,
  }
  let guard = await startProcess(world)
  for (const step of steps) guard = await take(world, guard, step)
  for (const claim of [...world.book.accepted]) guard = await claimAll(world, guard, [claim])
  const { repeats, counts } = world.book
  return { repeats, counts }
}

// ---- The process and its disk

const startProcess = async (world: World): Promise<MemoryGuard> => {
  world.life++
  world.startedAt = world.now
  world.disk.pending = undefined
  const { settings, isDurable, disk, life } = world
  const env = {
    clock: { now: () => world.now as Timestamp },
    entropy: { nonce: () => (life * 0x9e3779b1).toString(16).padStart(32, '0').slice(-32) as Nonce },
  }
  return right(await make(settings, isDurable ? { ...env, highWater: highWaterOn(disk) } : env)())
}

const restart = (world: World): Promise<MemoryGuard> => {
  world.book.counts.restart++
  return startProcess(world)
}

const highWaterOn = (disk: Disk): HighWater => ({
  read: async () => E.right(disk.mark),
  write: (mark) => () =>
    new Promise((end) => {
      if (disk.pending !== undefined) throw new Error('two writes at once')
      disk.pending = { mark, end }
    }),
})

/** Carries out the write that has begun. Answers whether the process outlives it. */
const finishWrite = (disk: Disk, { mark, end }: PendingWrite): boolean => {
  const write = disk.nextWrite
  disk.nextWrite = 'lands'
  if (write === 'lands' || write === 'fails-but-lands' || write === 'crash-after') disk.mark = O.some(mark)
  if (write === 'crash-before' || write === 'crash-after') return false
  disk.pending = undefined
  end(write === 'lands' ? E.right(undefined) : E.left({ _tag: 'guard_unavailable', detail: 'no disk' }))
  return true
}

// ---- The callers

/**
 * Makes claims in one tick, and waits for their answers. A process that dies leaves the rest unanswered. Answers the guard of the process
 * that lives then.
 */
const claimAll = async (world: World, guard: MemoryGuard, claims: ReadonlyArray<NonceClaim>): Promise<MemoryGuard> => {
  const { disk, life } = world
  let unanswered = claims.length
  for (const claim of claims) {
    void guard
      .claim(claim)()
      .then((outcome) => {
        if (world.life !== life) return
        unanswered--
        note(world, claim, outcome)
      })
  }
  await undefined
  while (unanswered > 0) {
    if (disk.pending !== undefined && !finishWrite(disk, disk.pending)) return restart(world)
    await undefined
  }
  return guard
}

/** Writes an answer into the book, and an acceptance that the book shows to be a repetition. */
const note = (
  { book, life, startedAt }: World,
  claim: NonceClaim,
  outcome: E.Either<GuardUnavailable | GuardFull, ClaimAnswer>,
): void => {
  book.counts[E.isLeft(outcome) ? outcome.left._tag : outcome.right]++
  if (E.isLeft(outcome) || outcome.right !== 'first') return
  const id = `${claim.fingerprint[0]} ${claim.unique}`
  const earlier = book.newest.get(id)
  if (earlier !== undefined && earlier.claim.timestamp >= claim.timestamp) {
    book.repeats.push({ claim, sameLife: earlier.life === life, sinceStart: claim.timestamp >= startedAt })
  }
  if (earlier === undefined || earlier.claim.timestamp <= claim.timestamp) book.newest.set(id, { claim, life })
  book.accepted.push(claim)
}

const stampAt = ({ now }: World, offset: number): Timestamp => Math.max(0, now + offset) as Timestamp

/** Takes one step. Answers the guard of the process that lives then. */
const take = async (world: World, guard: MemoryGuard, step: Step): Promise<MemoryGuard> => {
  switch (step.do) {
    case 'claim': {
      const fingerprint = fingerprints[step.key] as Fingerprint
      const claim = { fingerprint, unique: `n${world.serial++}`, timestamp: stampAt(world, step.offset) }
      return claimAll(world, guard, Array(step.copies).fill(claim))
    }
    case 'replay': {
      const claim = world.book.accepted.at(-1 - step.back)
      return claim === undefined ? guard : claimAll(world, guard, [claim])
    }
    case 'reuse': {
      const claim = world.book.accepted.at(-1 - step.back)
      if (claim === undefined) return guard
      return claimAll(world, guard, [{ ...claim, timestamp: stampAt(world, step.offset) }])
    }
    case 'clock':
      world.now = Math.max(0, world.now + step.seconds)
      return guard
    case 'restart':
      return restart(world)
    case 'disk':
      world.disk.nextWrite = step.write
      return guard
  }
}
