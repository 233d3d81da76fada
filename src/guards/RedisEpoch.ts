/**
 * What one guard knows of its store's epoch, and how it settles a new one after claims may have been lost.
 *
 * Why several guards may settle at the same time. Let L be the last instant at which claims were lost, by a failover, a
 * restart or a flush. The lost claims were stamped at most `fence` seconds after L: a condition in SECURITY.md.
 *
 * - An epoch's floor is now + fence + 2, and its write expires a second after `now` was read. So every epoch written after
 *   L, by any guard, early, late or twice, has a floor above all lost claims.
 * - No guard trusts an epoch from before L: a flush deletes it; a restart or promotion changes the replication id. A lost
 *   epoch never comes back, because its write has expired and its id is random.
 * - A claim is `first` only if the guard finds the same epoch before and after sending it. So the claim was made within
 *   that epoch, and above its floor.
 * - The last writer wins. Overwriting an epoch removes no claim. The other guards adopt its floor, or settle again if they
 *   have accepted a claim that it does not cover. A guard's own floor only rises.
 *
 * One epoch has no fence: that of a guard that starts and finds none. It treats the store as new.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { Clock } from '../effects/Clock.ts'
import type { Entropy } from '../effects/Entropy.ts'
import * as Epoch from './Epoch.ts'
import { ask, type Fault, type Send, textOf } from './RedisClient.ts'
import * as RedisInfo from './RedisInfo.ts'

/** The epoch key's text, and the server that answered it. */
export interface Reading {
  /** `undefined` if there is no epoch key. */
  readonly text: string | undefined
  readonly server: RedisInfo.Server
  /** Only in some readings: Redis computes it at some cost. */
  readonly memory: RedisInfo.Memory | undefined
}

export interface Known {
  readonly text: string
  readonly epoch: Epoch.Epoch
}

export interface RedisEpoch {
  /** Reads the epoch after all commands sent before this call. All callers in one turn share one reading. */
  readonly read: Task<E.Either<Fault, Reading>>
  /** The same object until the epoch changes. */
  readonly known: IO<Known | undefined>
  /** Claims with a smaller timestamp are refused. */
  readonly floor: IO<number>
  /** Notes that a claim with this timestamp is first. */
  readonly accepted: (timestamp: number) => void
  /** Brings guard and store to one epoch; `seen` is a reading that differs from the known epoch. */
  readonly settle: (seen: Reading) => Promise<E.Either<Fault, void>>
}

export interface Setting {
  readonly send: Send
  readonly prefix: string
  readonly fence: number
  /** The first timestamp that is accepted in a new store. */
  readonly start: IO<number>
  readonly reach: number
  readonly clock: Clock
  readonly entropy: Entropy
  /** Called when another guard of this store remembers for less time. */
  readonly onShorterReach: (reach: number) => void
  /** Whether the next reading is to include the memory. */
  readonly isMemoryDue: IO<boolean>
}

/** An epoch's write expires so many milliseconds after the server's last answer, by the server's clock. */
const writeMs = 1000

export const unexpected: Fault = { detail: 'Redis gave a reply that the guard does not understand', again: false }
const noPrimary: Fault = { detail: 'this Redis is no primary: the client must talk to the primary', again: false }
const restless: Fault = { detail: 'the epoch key changes faster than it can be read', again: false }

export const make = ({
  send,
  prefix,
  fence,
  start,
  reach,
  clock,
  entropy,
  onShorterReach,
  isMemoryDue,
}: Setting): RedisEpoch => {
  const key = `${prefix}epoch`
  const question = () => [
    ['GET', key],
    ['INFO', 'server', 'replication', ...(isMemoryDue() ? RedisInfo.memorySections : [])],
  ]

  let known: Known | undefined
  let floor = 0
  let newest = -1
  let settling: Promise<E.Either<Fault, void>> | undefined
  let coming: Promise<E.Either<Fault, Reading>> | undefined

  const readingOf = ([epochReply, infoReply]: ReadonlyArray<unknown>): E.Either<Fault, Reading> => {
    const info = textOf(infoReply) ?? ''
    const server = RedisInfo.parse(info)
    const text = epochReply === null ? undefined : textOf(epochReply)
    if (server === undefined || (text === undefined && epochReply !== null)) return E.left(unexpected)
    return E.right({ text, server, memory: RedisInfo.memory(info) })
  }

  // Sharing a reading at least halves the time of a claim when 64 are in flight.
  const read = (): Promise<E.Either<Fault, Reading>> => {
    coming ??= new Promise((resolve) => {
      setImmediate(() => {
        coming = undefined
        resolve(ask(send, question()).then(E.chain(readingOf)))
      })
    })
    return coming
  }

  /** Whether the epoch's floor covers every claim that this guard has accepted. */
  const covers = (epoch: Epoch.Epoch): boolean => known === undefined || epoch.floor > newest

  const adopt = (text: string, epoch: Epoch.Epoch): void => {
    const told = known?.epoch.reach ?? reach
    known = { text, epoch }
    floor = Math.max(floor, epoch.floor)
    if (epoch.reach < reach && epoch.reach !== told) onShorterReach(epoch.reach)
  }

  const write = (
    { server }: Reading,
    epoch: Epoch.Epoch,
    onlyIfNone: boolean,
  ): ReadonlyArray<ReadonlyArray<string>> => [
    // PXAT: a write that arrives late, or again, sets a key that has already expired.
    ['SET', key, Epoch.serialize(epoch), 'PXAT', String(server.millis + writeMs), ...(onlyIfNone ? ['NX'] : [])],
    ['PERSIST', key],
    ...question(),
  ]

  const settleFrom = async (first: Reading): Promise<E.Either<Fault, void>> => {
    let seen = first
    for (let rounds = 0; rounds < 10; rounds++) {
      const { text, server } = seen
      if (server.role !== 'master') return E.left(noPrimary)
      const told = text === undefined ? undefined : Epoch.parse(text)
      if (text !== undefined && told !== undefined && Epoch.isOf(told, server) && told.reach <= reach && covers(told)) {
        adopt(text, told)
        return E.right(undefined)
      }
      const isNew = known === undefined && text === undefined
      const next: Epoch.Epoch = {
        run_id: server.runId,
        replid: server.replId,
        // One more second because `now` is rounded down, and one until the write expires.
        floor: isNew ? start() : Math.max(floor, told?.floor ?? 0, newest + 1, clock.now() + fence + 2),
        reach,
        id: entropy.nonce(),
      }
      const asked = await ask(send, write(seen, next, isNew))
      if (E.isLeft(asked)) return asked
      const again = readingOf(asked.right.slice(2))
      if (E.isLeft(again)) return again
      seen = again.right
    }
    return E.left(restless)
  }

  const settle = (seen: Reading): Promise<E.Either<Fault, void>> => {
    settling ??= settleFrom(seen).finally(() => {
      settling = undefined
    })
    return settling
  }

  const accepted = (timestamp: number): void => {
    newest = Math.max(newest, timestamp)
  }

  return { read, known: () => known, floor: () => floor, accepted, settle }
}
