/**
 * The claims of a guard that lie on one server: all of them, or one shard of a cluster. They have an epoch of their own, so
 * that a loss is a loss of this shard alone. All claims of one turn of the event loop go to Redis together.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { GuardFull } from '../../core/VerifyError.ts'
import type { ClaimAnswer } from '../../effects/ReplayGuard.ts'
import type { Timer } from '../../effects/Timer.ts'
import type { Known } from './Epoch.ts'
import { ask, type Fault, faultOf, type Send, textOf } from './RedisClient.ts'
import { type RedisEpoch, unexpected } from './RedisEpoch.ts'
import { timeOf } from './RedisInfo.ts'
import { type Claim, claimsCommand } from './redisClaim.ts'
import type { Silence } from './Silence.ts'

export interface RedisShard {
  /** How the keys of this shard begin. */
  readonly prefix: string
  /** Claims with a smaller timestamp are refused. */
  readonly floor: IO<number>
  /** Takes part in the shard's epoch, and answers what its server says of itself. */
  readonly begin: () => Promise<E.Either<Fault, string>>
  /** One attempt; `undefined` means: try again. */
  readonly attempt: (claim: Claim) => Promise<E.Either<Fault | GuardFull, ClaimAnswer | undefined>>
}

export interface Setting {
  readonly send: Send
  readonly prefix: string
  readonly epoch: RedisEpoch
  readonly timer: Timer
  readonly life: number
  /** How many seconds a timestamp may be ahead of Redis's clock. */
  readonly ahead: number
  readonly quota: IO<number>
  /** Only in a cluster. */
  readonly silence: Silence | undefined
  /** Called with each reading of Redis's clock. */
  readonly onTime: (millis: number) => void
  /** Called when a timestamp lies too far ahead of Redis's clock. */
  readonly onFarAhead: () => void
}

/** As many claims as one script makes: Redis does nothing else meanwhile. */
const maxAtOnce = 64

/** What Redis answered to the claims of one turn. */
interface Replies {
  readonly known: Known
  /** One for each claim. */
  readonly held: ReadonlyArray<unknown>
}

type Answered = E.Either<Fault, Replies | undefined>

interface Waiting {
  readonly claim: Claim
  /** Gets the replies to the claims of its turn, and which of them is its own. */
  readonly answer: (replies: Promise<Answered>, at: number) => void
}

export const make = (setting: Setting): RedisShard => {
  const { send, prefix, epoch, timer, life, ahead, quota, silence, onTime, onFarAhead } = setting
  const key = `${prefix}epoch`
  const commandOf = claimsCommand(prefix, life, ahead)
  let isLoaded = false
  let queue: Array<Waiting> = []

  const settled = async (): Promise<E.Either<Fault, undefined>> => E.map(() => undefined)(await epoch.settle())

  /** `undefined`: try again. */
  const repliesTo = async (claims: ReadonlyArray<Claim>): Promise<E.Either<Fault, Replies | undefined>> => {
    const known = epoch.known()
    if (known === undefined) return settled()
    const sent = timer.elapsed()
    const command = commandOf({ known, claims, floor: epoch.floor(), quota: quota() }, isLoaded)
    const asked = await ask(send, command, key)
    if (E.isLeft(asked)) {
      if (asked.left.noScript === true) isLoaded = false
      return asked.left.noScript === true ? again : asked
    }
    isLoaded = true
    const [time, floor, ...held] = Array.isArray(asked.right) ? asked.right : []
    const millis = timeOf(textOf(time) ?? '')
    if (millis === undefined) return E.left(unexpected)
    onTime(millis)
    // These replies belong to an epoch that has ended.
    if (epoch.known() !== known) return again
    if (floor === undefined) return settled()
    const told = textOf(floor) ?? ''
    if (held.length !== claims.length || !/^\d{1,15}$/.test(told)) return E.left(unexpected)
    epoch.raise(Number(told))

    const pause = silence === undefined ? 0 : silence(known.epoch.run_id, sent)
    if (pause > 0) {
      await timer.wait(pause)()
      return again
    }
    return E.right({ known, held })
  }

  const flush = (): void => {
    const waiting = queue
    queue = []
    for (let from = 0; from < waiting.length; from += maxAtOnce) {
      const some = waiting.slice(from, from + maxAtOnce)
      const replies = repliesTo(some.map(({ claim }) => claim))
      for (const [at, { answer }] of some.entries()) answer(replies, at)
    }
  }

  const answerTo = (
    { token, tally, timestamp }: Claim,
    { held: all }: Replies,
    at: number,
  ): E.Either<Fault | GuardFull, ClaimAnswer> => {
    const held = all[at]
    const holder = held === null ? token : textOf(held)
    if (holder === '#') return E.left({ _tag: 'guard_full', quota: quota() })
    if (holder === '>') onFarAhead()
    if (holder === '<' || holder === '>') return forgotten
    if (holder === token) {
      epoch.accepted(tally, timestamp)
      return first
    }
    if (holder?.startsWith('!') === true) return E.left(faultOf(new Error(holder.slice(1))))
    return holder !== undefined && isToken(holder) ? repeated : E.left(unexpected)
  }

  const attempt = async (claim: Claim): Promise<E.Either<Fault | GuardFull, ClaimAnswer | undefined>> => {
    const { replies, at } = await new Promise<{ replies: Promise<Answered>; at: number }>((resolve) => {
      if (queue.length === 0) setImmediate(flush)
      queue.push({ claim, answer: (replies, at) => resolve({ replies, at }) })
    })
    // Here, so that what a clock or an entropy throws fails this claim alone.
    const answered = await replies
    if (E.isLeft(answered)) return answered
    const { right } = answered
    // The epoch may have ended since the replies were read.
    return right === undefined || right.known !== epoch.known() ? again : answerTo(claim, right, at)
  }

  return { prefix, floor: epoch.floor, begin: () => epoch.settle(true), attempt }
}

const again = E.right(undefined)
const first = E.right('first' as const)
const repeated = E.right('repeated' as const)
const forgotten = E.right('forgotten' as const)

const isToken = (text: string): boolean => /^[\w-]{12}$/.test(text)
