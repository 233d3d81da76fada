/**
 * What one guard knows of an epoch of its store (in a cluster: of one shard), and how it settles a new one after claims may
 * have been lost.
 *
 * Why several guards may settle at the same time. Let L be the last instant at which claims were lost, by a failover, a
 * restart, a flush or a move to another server. The lost claims were stamped at most `fence` seconds after L: a condition in
 * SECURITY.md.
 *
 * - An epoch's floor is now + fence + 2, and its write does nothing a second after `now` was read. So every epoch written
 *   after L, by any guard, early, late or twice, has a floor above all lost claims.
 * - No guard trusts an epoch from before L: a flush deletes it; a restart or promotion changes the replication id, and
 *   another server has another one. A lost epoch never comes back, because its write is too late and its id is random.
 * - A claim is made in one step with the check that the epoch is the one that the guard knows, and that the server is the one
 *   that it names. So the claim was made within that epoch, and above its floor.
 * - An epoch is written only over the one that was seen. Overwriting an epoch removes no claim. The other guards adopt its
 *   floor, or settle again if they have accepted a claim that it does not cover. A guard's own floor only rises.
 * - An app whose clock is further ahead than the fence would keep every app out. So its claims raise the floor of its key
 *   alone: whoever accepted them writes that floor into the key's tally, in the step that reads the epoch.
 *
 * One epoch has no fence: that of a guard that starts and finds none. It treats the store as new.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { Clock } from '../../effects/Clock.ts'
import type { Entropy } from '../../effects/Entropy.ts'
import * as Epoch from './Epoch.ts'
import { ask, type Fault, type Send, textOf } from './RedisClient.ts'
import * as RedisInfo from './RedisInfo.ts'
import { type KeyFloor, readingCommand, type Write } from './redisClaim.ts'

/** The epoch key's text, and the server that answered it. */
interface Reading {
  /** `undefined` if there is no epoch key. */
  readonly text: string | undefined
  readonly server: RedisInfo.Server
  readonly info: string
}

export interface RedisEpoch {
  /** The same object until the epoch changes. */
  readonly known: IO<Epoch.Known | undefined>
  /** Claims with a smaller timestamp are refused. */
  readonly floor: IO<number>
  /** Notes a floor that the store has told. */
  readonly raise: (floor: number) => void
  /** Notes that a claim of this tally is first. */
  readonly accepted: (tally: string, timestamp: number) => void
  /** Brings guard and store to one epoch, and answers the server's `INFO`. `isStart`: a store without an epoch is new. */
  readonly settle: (isStart?: boolean) => Promise<E.Either<Fault, string>>
}

export interface Setting {
  readonly send: Send
  /** The epoch's key. */
  readonly key: string
  readonly fence: number
  /** The first timestamp that is accepted in a new store. */
  readonly start: IO<number>
  readonly clock: Clock
  readonly entropy: Entropy
}

/** The write of an epoch does nothing so many milliseconds after the server's last answer, by the server's clock. */
const writeMs = 1000

export const unexpected: Fault = { detail: 'Redis gave a reply that the guard does not understand', again: false }
const noPrimary: Fault = { detail: 'this Redis is no primary: the client must talk to the primary', again: false }

const readingOf = (reply: unknown): E.Either<Fault, Reading> => {
  const [epochReply, infoReply] = Array.isArray(reply) ? reply : []
  const info = textOf(infoReply) ?? ''
  const server = RedisInfo.parse(info)
  const text = epochReply === null ? undefined : textOf(epochReply)
  if (server === undefined || (text === undefined && epochReply !== null)) return E.left(unexpected)
  return E.right({ text, server, info })
}

export const make = ({ send, key, fence, start, clock, entropy }: Setting): RedisEpoch => {
  let known: Epoch.Known | undefined
  let floor = 0
  /** The newest timestamp of a first claim, of those that lay within the fence. */
  let newest = -1
  /** The same for each tally, of those beyond it. */
  const beyond = new Map<string, number>()
  let settling: Promise<E.Either<Fault, string>> | undefined

  /** Each reading takes the keys' floors along: no other guard knows what this one has accepted. */
  const read = async (write?: Write): Promise<E.Either<Fault, Reading>> => {
    for (const [tally, timestamp] of beyond) if (timestamp < floor) beyond.delete(tally)
    const floors = Array.from(beyond, ([tally, timestamp]): KeyFloor => [tally, timestamp + 1])
    return E.chain(readingOf)(await ask(send, readingCommand(key, floors, write), key))
  }

  const adopt = (text: string, epoch: Epoch.Epoch): void => {
    if (known?.text !== text) known = { text, epoch }
    floor = Math.max(floor, epoch.floor)
  }

  const settleFrom = async (isStart: boolean): Promise<E.Either<Fault, string>> => {
    let seen = await read()
    for (let rounds = 0; rounds < 10; rounds++) {
      if (E.isLeft(seen)) return seen
      const { text, server, info } = seen.right
      if (server.role !== 'master') return E.left(noPrimary)
      const told = text === undefined ? undefined : Epoch.parse(text)
      if (text !== undefined && told !== undefined && isFit(told, server)) {
        adopt(text, told)
        return E.right(info)
      }
      const isNew = isStart && known === undefined && text === undefined
      const next = Epoch.serialize({
        run_id: server.runId,
        replid: server.replId,
        // One more second because `now` is rounded down, and one until the write is too late.
        floor: isNew ? start() : Math.max(floor, told?.floor ?? 0, newest + 1, clock.now() + fence + 2),
        id: entropy.nonce(),
      })
      seen = await read({ seen: text, next, before: server.millis + writeMs })
    }
    return E.left({ detail: 'the epoch key changes faster than it can be read', again: false })
  }

  /** Whether it is this server's, and its floor covers every claim that this guard has accepted within the fence. */
  const isFit = (epoch: Epoch.Epoch, server: RedisInfo.Server): boolean =>
    Epoch.isOf(epoch, server) && (known === undefined || epoch.floor > newest)

  const settle = (isStart = false): Promise<E.Either<Fault, string>> => {
    settling ??= settleFrom(isStart).finally(() => {
      settling = undefined
    })
    return settling
  }

  const raise = (told: number): void => {
    floor = Math.max(floor, told)
  }

  const accepted = (tally: string, timestamp: number): void => {
    if (timestamp <= clock.now() + fence) newest = Math.max(newest, timestamp)
    else beyond.set(tally, Math.max(beyond.get(tally) ?? 0, timestamp))
  }

  return { known: () => known, floor: () => floor, raise, accepted, settle }
}
