/**
 * What one guard knows of its store's epoch, and how it settles a new one when the past has become uncertain.
 *
 * Why guards that settle at once do no harm. Let L be the last instant at which claims were lost, by a failover, a restart
 * or a flush. What L took was stamped at most `fence` seconds after L, which is the condition that SECURITY.md states.
 *
 * - An epoch is written with a floor of now + fence + 2, and the write is dead a second after its `now` was read. So any
 *   epoch that is written after L, by whichever guard, early, late or twice, has a floor above all that L took.
 * - An epoch that was written before L is not believed after it: a flush took it; a restart or a promotion gave the server
 *   another replication id. One that was lost never comes back, for its write is dead by then and its id is random.
 * - A claim is `first` only if the guard knew its epoch before the claim was sent and finds the same after it, so the claim
 *   lies within that epoch, and above its floor.
 * - The last writer wins. Overwriting takes no claim away; the others find a text that they do not know and take over its
 *   floor, or settle again if they have accepted something that it does not cover. A guard's own floor only ever rises.
 *
 * One epoch is written without a fence: that of a guard which starts and finds none. It takes the store for new, as the
 * memory guard takes its own start.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { Clock } from '../effects/Clock.ts'
import type { Entropy } from '../effects/Entropy.ts'
import * as Epoch from './Epoch.ts'
import { ask, type Fault, type Send, textOf } from './RedisClient.ts'
import * as RedisInfo from './RedisInfo.ts'

/** The epoch key's text, and who gave it. */
export interface Reading {
  /** Undefined where there is no such key. */
  readonly text: string | undefined
  readonly server: RedisInfo.Server
}

export interface Known {
  readonly text: string
  readonly epoch: Epoch.Epoch
}

export interface RedisEpoch {
  /** What stands in the store after all commands that were sent before this was called; one reading for all who ask in a turn. */
  readonly read: Task<E.Either<Fault, Reading>>
  /** The same object for as long as nothing has changed. */
  readonly known: IO<Known | undefined>
  /** No claim below is accepted. */
  readonly floor: IO<number>
  /** Notes that a claim with this timestamp is first. */
  readonly accepted: (timestamp: number) => void
  /** Brings guard and store to one epoch, beginning at a reading that is not of the known one. */
  readonly settle: (seen: Reading) => Promise<E.Either<Fault, void>>
}

export interface Setting {
  readonly send: Send
  readonly prefix: string
  readonly fence: number
  /** The first timestamp that is taken where no epoch was ever seen. */
  readonly start: IO<number>
  readonly reach: number
  readonly clock: Clock
  readonly entropy: Entropy
  /** Told when another guard of this store remembers less. */
  readonly onShorterReach: (reach: number) => void
}

/** How long a write of an epoch is alive, in milliseconds by the server's clock from its last answer. */
const alive = 1000

export const unexpected: Fault = { detail: 'Redis gave a reply that the guard does not understand', again: false }
const noPrimary: Fault = {
  detail: 'this Redis is no primary: the client must talk to the primary',
  again: false,
}
const restless: Fault = { detail: 'the epoch key changes faster than it can be read', again: false }

export const make = ({ send, prefix, fence, start, reach, clock, entropy, onShorterReach }: Setting): RedisEpoch => {
  const key = `${prefix}epoch`
  const question = [
    ['GET', key],
    ['INFO', 'server', 'replication'],
  ]

  let known: Known | undefined
  let floor = 0
  let newest = -1
  let settling: Promise<E.Either<Fault, void>> | undefined
  let coming: Promise<E.Either<Fault, Reading>> | undefined

  const readingOf = ([epochReply, infoReply]: ReadonlyArray<unknown>): E.Either<Fault, Reading> => {
    const server = RedisInfo.parse(textOf(infoReply) ?? '')
    const text = epochReply === null ? undefined : textOf(epochReply)
    if (server === undefined || (text === undefined && epochReply !== null)) return E.left(unexpected)
    return E.right({ text, server })
  }

  // With 64 claims in flight a claim takes half the time, or less, that it takes with a reading of its own.
  const read = (): Promise<E.Either<Fault, Reading>> => {
    coming ??= new Promise((resolve) => {
      setImmediate(() => {
        coming = undefined
        resolve(ask(send, question).then(E.chain(readingOf)))
      })
    })
    return coming
  }

  /** Whether nothing that this guard has accepted can have been lost before the epoch began, unless its floor covers it. */
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
    // A write that comes late, or that the client sends again, writes a key that has expired already.
    ['SET', key, Epoch.serialize(epoch), 'PXAT', String(server.millis + alive), ...(onlyIfNone ? ['NX'] : [])],
    ['PERSIST', key],
    ...question,
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
        // One second more because `now` is a second's beginning, and one for the time in which the write is alive.
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

  return {
    read,
    known: () => known,
    floor: () => floor,
    accepted: (timestamp) => {
      if (timestamp > newest) newest = timestamp
    },
    settle,
  }
}
