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

export const live = async (settings: Settings, durable: boolean, steps: Iterable<Step>): Promise<Story> => {
  let now = begin
  let life = 0
  let startedAt = begin
  let serial = 0
  const repeats: Array<Repeat> = []
  const counts = { first: 0, repeated: 0, forgotten: 0, guard_full: 0, guard_unavailable: 0, restart: 0 }

  // The record: the acceptance with the newest timestamp for each key and nonce, and all acceptances in order.
  const newest = new Map<string, Acceptance>()
  const accepted: Array<NonceClaim> = []

  let onDisk: O.Option<Timestamp> = O.none
  let nextWrite: Write = 'lands'
  let pending:
    | { readonly mark: Timestamp; readonly end: (outcome: E.Either<GuardUnavailable, void>) => void }
    | undefined
  const highWater: HighWater = {
    read: async () => E.right(onDisk),
    write: (mark) => () =>
      new Promise((end) => {
        if (pending !== undefined) throw new Error('two writes at once')
        pending = { mark, end }
      }),
  }

  const start = async (): Promise<MemoryGuard> => {
    life++
    startedAt = now
    pending = undefined
    const env = {
      clock: { now: () => now as Timestamp },
      entropy: { nonce: () => (life * 0x9e3779b1).toString(16).padStart(32, '0').slice(-32) as Nonce },
    }
    return right(await make(settings, durable ? { ...env, highWater } : env)())
  }

  let guard = await start()

  const restart = async (): Promise<void> => {
    counts.restart++
    guard = await start()
  }

  const judge = (claim: NonceClaim, outcome: E.Either<GuardUnavailable | GuardFull, ClaimAnswer>): void => {
    if (E.isLeft(outcome)) {
      counts[outcome.left._tag]++
      return
    }
    counts[outcome.right]++
    if (outcome.right !== 'first') return
    const id = `${claim.fingerprint[0]} ${claim.unique}`
    const earlier = newest.get(id)
    if (earlier !== undefined && earlier.claim.timestamp >= claim.timestamp) {
      repeats.push({ claim, sameLife: earlier.life === life, sinceStart: claim.timestamp >= startedAt })
    }
    if (earlier === undefined || earlier.claim.timestamp <= claim.timestamp) newest.set(id, { claim, life })
    accepted.push(claim)
  }

  /** Makes claims in one tick. A process that dies leaves the rest unanswered. */
  const claimAll = async (claims: ReadonlyArray<NonceClaim>): Promise<void> => {
    const ours = life
    let open = claims.length
    for (const claim of claims) {
      void guard
        .claim(claim)()
        .then((outcome) => {
          if (life !== ours) return
          open--
          judge(claim, outcome)
        })
    }
    await undefined
    while (open > 0) {
      if (pending !== undefined) {
        const { mark, end } = pending
        const write = nextWrite
        nextWrite = 'lands'
        if (write === 'lands' || write === 'fails-but-lands' || write === 'crash-after') onDisk = O.some(mark)
        if (write === 'crash-before' || write === 'crash-after') return restart()
        pending = undefined
        end(write === 'lands' ? E.right(undefined) : E.left({ _tag: 'guard_unavailable', detail: 'no disk' }))
      }
      await undefined
    }
  }

  const stamp = (offset: number): Timestamp => Math.max(0, now + offset) as Timestamp

  for (const step of steps) {
    switch (step.do) {
      case 'claim': {
        const claim = {
          fingerprint: fingerprints[step.key] as Fingerprint,
          unique: `n${serial++}`,
          timestamp: stamp(step.offset),
        }
        await claimAll(Array(step.copies).fill(claim))
        break
      }
      case 'replay':
      case 'reuse': {
        const claim = accepted.at(-1 - step.back)
        if (claim !== undefined)
          await claimAll([step.do === 'replay' ? claim : { ...claim, timestamp: stamp(step.offset) }])
        break
      }
      case 'clock':
        now = Math.max(0, now + step.seconds)
        break
      case 'restart':
        await restart()
        break
      case 'disk':
        nextWrite = step.write
        break
    }
  }

  // Finally the attacker replays every accepted request.
  for (const claim of [...accepted]) await claimAll([claim])
  return { repeats, counts }
}
