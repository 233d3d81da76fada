/**
 * The replay guard for many machines: its claims are keys of one Redis, 7 or later, through the client that the program
 * already has.
 *
 * A claim is three commands: set the key unless it is there, then read the epoch and ask the server who it is. The last two,
 * which all claims of one turn share, come after the first on the same connection, so they tell whether the server that took
 * the claim still knows the claims before it (RedisEpoch.ts). The key's value is a token of this attempt: where a reply is
 * lost, the claim is sent again and finds itself.
 *
 * No request is accepted twice, whatever the verifiers' clocks do while Redis runs; nor over its restart, its failover or a
 * flush, which are noticed by the next claim and cost `fence` and two seconds in which nothing is accepted. Persistence is
 * therefore not needed: with or without it a restart costs the same. The conditions:
 *
 * - One primary at a time. Two that both take writes accept a request each; `min-replicas-to-write` narrows that.
 * - `maxmemory-policy noeviction`. A full Redis is then unavailable; under any other policy it forgets claims in silence.
 * - The clocks of the verifiers lie within half the margin of each other and of that of Redis, and no caller's clock is more
 *   than `fence` seconds ahead of that of the verifier which notices a loss.
 * - An empty store is new to a guard that starts on it, and its first second counts: where the store was lost, some verifier
 *   that ran before must make its claim before a new one starts, or requests of that second may be accepted once more.
 *
 * A primary that gets its first replica, or has had none for an hour, begins a new history too, and is taken for restarted.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { clock } from '../ambient/clock.ts'
import { entropy } from '../ambient/entropy.ts'
import { timer } from '../ambient/timer.ts'
import { fn } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import { type GuardUnavailable, type Misconfigured, misconfigured } from '../core/VerifyError.ts'
import type { Clock } from '../effects/Clock.ts'
import type { Entropy } from '../effects/Entropy.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard } from '../effects/ReplayGuard.ts'
import { type Timer, within } from '../effects/Timer.ts'
import { claimId } from './claimId.ts'
import * as Epoch from './Epoch.ts'
import { ask, type Fault, type RedisClient, recognise, type Send, textOf } from './RedisClient.ts'
import * as RedisEpoch from './RedisEpoch.ts'
import * as RedisInfo from './RedisInfo.ts'
import { fields, parse, type Rules, type Settings } from './RedisSettings.ts'
import { optionsOrThrow, orThrow } from './rejection.ts'

export type { Ioredis, NodeRedis, RedisClient } from './RedisClient.ts'
export type { Settings } from './RedisSettings.ts'

export interface Stats {
  /** The smallest timestamp that is taken; below it a claim is answered `forgotten`. */
  readonly floor: number
  /** Claims that were sent and that Redis has not answered, those over their deadline included. */
  readonly waiting: number
}

export interface RedisGuard extends ReplayGuard {
  readonly scope: 'shared'
  readonly floor: IO<number>
  readonly stats: IO<Stats>
}

export interface Env {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly timer: Timer
  /** Told what should be set otherwise, in Redis or in another guard; each once. */
  readonly onWarning: (text: string) => void
}

type Outcome = E.Either<GuardUnavailable, ClaimAnswer>

const unavailable = (detail: string): E.Either<GuardUnavailable, never> => E.left({ _tag: 'guard_unavailable', detail })

/** How long a start may wait for a connection; a program often makes the client just before the guard. */
const startMs = 2_000
/** Pauses before a claim, and a start, try again. */
const claimPauseMs = 5
const startPauseMs = 20
/** While Redis hangs, what a client keeps of commands without a reply must not fill the memory. */
const mostWaiting = 10_000

/**
 * A guard on this client, with these settings. Fails if they make no sense, or if Redis cannot be reached or cannot keep
 * claims.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { clock, entropy, timer } from 'countersign/node'
 * import { make } from 'countersign/guards/redis'
 *
 * const client = { call: () => Promise.reject(new Error('OOM command not allowed')) }
 * const guard = await make(client, { maxAge: 300 }, { clock, entropy, timer, onWarning: () => {} })()
 * assert.ok(E.isLeft(guard) && guard.left._tag === 'guard_unavailable')
 * ```
 */
export const make =
  (client: RedisClient, settings: Settings, env: Env): TE.TaskEither<GuardUnavailable | Misconfigured, RedisGuard> =>
  async () => {
    const rules = parse(settings)
    if (E.isLeft(rules)) return rules
    const send = recognise(client)
    if (E.isLeft(send)) return send
    const info = await patiently(env.timer, () => ask(send.right, [['INFO', 'server', 'replication', 'memory']]))
    if (E.isLeft(info)) return info
    const text = textOf(info.right[0]) ?? ''
    const refusal = RedisInfo.refusal(text)
    if (refusal !== undefined) return E.left(misconfigured(refusal))
    for (const warning of evictionWarning(text)) env.onWarning(warning)
    return start(send.right, rules.right, env)
  }

/** What `attempt` comes to at the start: again and again while the client is connecting. */
const patiently = async <A>(
  timer: Timer,
  attempt: () => Promise<E.Either<Fault, A>>,
): Promise<E.Either<GuardUnavailable, A>> => {
  const end = timer.elapsed() + startMs
  for (;;) {
    const outcome = await within(timer, end - timer.elapsed())(attempt, late)()
    if (E.isRight(outcome)) return outcome
    if (!outcome.left.again || timer.elapsed() + startPauseMs >= end) return unavailable(outcome.left.detail)
    await timer.wait(startPauseMs)()
  }
}

const late = (): E.Either<Fault, never> =>
  E.left({ detail: `Redis has not answered within ${startMs} ms`, again: false })

const evictionWarning = (info: string): ReadonlyArray<string> => {
  const policy = RedisInfo.field(info, 'maxmemory_policy') ?? ''
  if (policy === 'noeviction') return []
  const shown = /^[a-z-]{1,20}$/.test(policy) ? `is ${policy}` : 'cannot be read'
  return [
    `Redis may forget claims, and a request may be accepted twice: its maxmemory-policy ${shown}; set it to noeviction`,
  ]
}

const start = async (
  send: Send,
  { lifetime: { maxAge, maxSkew, margin, life }, prefix, deadlineMs, fence, floor }: Rules,
  { clock, entropy, timer, onWarning }: Env,
): Promise<E.Either<GuardUnavailable, RedisGuard>> => {
  const epoch = RedisEpoch.make({
    send,
    prefix,
    fence,
    start: () => floor ?? clock.now(),
    reach: maxAge + Math.floor(margin / 2),
    clock,
    entropy,
    onShorterReach: (reach) =>
      onWarning(
        `another guard of this Redis remembers for less time, so requests older than ${reach} s are refused here too; when none does any more, delete the key ${prefix}epoch`,
      ),
  })
  const px = String(life * 1000)
  let waiting = 0
  let wasFarAhead = false

  /** One turn; `undefined` stands for one that has to be made again. */
  const turn = async (c: NonceClaim, key: string, token: string): Promise<E.Either<Fault, ClaimAnswer | undefined>> => {
    const known = epoch.known()
    waiting++
    const [set, read] = await Promise.all([ask(send, [['SET', key, token, 'PX', px, 'NX', 'GET']]), epoch.read()])
    waiting--
    if (E.isLeft(set)) return set
    if (E.isLeft(read)) return read
    const [held] = set.right
    const { text, server } = read.right

    // What was asked under an epoch that has ended meanwhile says nothing about the present one.
    if (epoch.known() !== known || known === undefined) return again
    if (text !== known.text || !Epoch.isOf(known.epoch, server)) {
      const settled = await epoch.settle(read.right)
      return E.isLeft(settled) ? settled : again
    }
    if (c.timestamp < epoch.floor() || c.timestamp <= expiring(server, known.epoch.reach)) return forgotten
    if (c.timestamp > lasting(server, maxSkew, margin)) {
      if (!wasFarAhead) onWarning(farAhead)
      wasFarAhead = true
      return forgotten
    }
    const holder = held === null ? token : textOf(held)
    if (holder === token) {
      epoch.accepted(c.timestamp)
      return first
    }
    return holder !== undefined && isToken(holder) ? repeated : E.left(RedisEpoch.unexpected)
  }

  /** Turns until one is answered; each tells its fault, and `isOver` ends them. */
  const turns = async (c: NonceClaim, isOver: IO<boolean>, note: (fault: Fault) => void): Promise<Outcome> => {
    const key = prefix + claimId(c).toString('base64url')
    const token = freshToken(entropy)
    for (;;) {
      const outcome = await turn(c, key, token)
      if (isOver()) return givenUp
      if (E.isRight(outcome)) {
        if (outcome.right !== undefined) return E.right(outcome.right)
        if (c.timestamp < epoch.floor()) return E.right('forgotten')
        continue
      }
      if (!outcome.left.again) return unavailable(outcome.left.detail)
      note(outcome.left)
      await timer.wait(claimPauseMs)()
      if (isOver()) return givenUp
    }
  }

  const claim = (c: NonceClaim) => async (): Promise<Outcome> => {
    if (c.timestamp < epoch.floor()) return E.right('forgotten')
    if (waiting >= mostWaiting) return unavailable(`${mostWaiting} claims wait for Redis already`)
    let over = false
    let fault = ''
    const isOver = () => over
    const note = ({ detail }: Fault) => {
      fault = `: ${detail}`
    }
    const tooLate = (): Outcome => {
      over = true
      return unavailable(`Redis has not answered within ${deadlineMs} ms${fault}`)
    }
    try {
      return await within(timer, deadlineMs)(() => turns(c, isOver, note), tooLate)()
    } catch (thrown) {
      // A clock or an entropy that throws. Its words are not ours to show.
      return unavailable(`it failed within (${thrown instanceof Error ? thrown.name : 'something was thrown'})`)
    }
  }

  const stats = (): Stats => ({ floor: epoch.floor(), waiting })

  const begin = async (): Promise<E.Either<Fault, void>> => {
    const read = await epoch.read()
    return E.isLeft(read) ? read : epoch.settle(read.right)
  }
  const begun = await patiently(timer, begin)
  return E.isLeft(begun)
    ? begun
    : E.right({ scope: 'shared', window: { maxAge, maxSkew }, floor: epoch.floor, claim, stats })
}

const again = E.right(undefined)
const first = E.right('first' as const)
const repeated = E.right('repeated' as const)
const forgotten = E.right('forgotten' as const)
/** What is answered after the deadline: nobody sees it. */
const givenUp = unavailable('it was given up')

/**
 * The newest timestamp whose claim may be expiring. A claim was made at most `maxSkew`, and by clocks half a margin apart,
 * before its timestamp, and lives for `maxAge + maxSkew + margin`: so it outlives its timestamp by the reach. With the
 * server's clock, by which it expires, this holds wherever a verifier's clock steps.
 */
const expiring = ({ millis }: RedisInfo.Server, reach: number): number => Math.floor(millis / 1000) - reach

/**
 * The newest timestamp whose claim lives as long as it can be accepted. One further ahead comes of a verifier that accepts
 * more than its guard was told, or whose clock is wrong by more than half the margin.
 */
const lasting = ({ millis }: RedisInfo.Server, maxSkew: number, margin: number): number =>
  Math.floor(millis / 1000) + maxSkew + Math.floor(margin / 2)

const farAhead =
  "a timestamp lay too far ahead of Redis's clock, and its request was refused: compare the clocks of verifier and Redis"

/** 72 bits: told from the tokens of other attempts at one claim, and no longer than it need be, for each claim holds one. */
const freshToken = (entropy: Entropy): string => Buffer.from(entropy.nonce().slice(0, 18), 'hex').toString('base64url')

const isToken = (text: string): boolean => /^[\w-]{12}$/.test(text)

export interface RedisGuardOptions extends Settings {
  /** Told, once each, what should be set otherwise; `process.emitWarning` where it is missing and the platform has one. */
  readonly onWarning?: ((text: string) => void) | undefined
}

/**
 * The same guard for programs that do not use fp-ts, on the runtime's own clock, randomness and timeouts. `client` is an
 * ioredis `Redis` or a connected client of node-redis; it stays the program's own, which closes it. Rejects with an Error
 * that says which option makes no sense, or why this Redis cannot keep claims: it cannot be reached within two seconds, is
 * older than 7, a cluster, a sentinel or a replica, or may not be asked INFO.
 *
 * While the client is not connected a claim fails, whether the client has a queue or not. Let it connect again well within
 * `deadlineMs`, and a connection that is lost on the way refuses nobody: in ioredis `retryStrategy: () => 20`, in node-redis
 * `socket: { reconnectStrategy: () => 20 }`.
 *
 * @example
 * ```ts
 * import { redisGuard } from 'countersign/guards/redis'
 *
 * const client = { call: () => Promise.reject(new Error('NOAUTH Authentication required.')) }
 * await assert.rejects(redisGuard(client, { prefix: 'jobs:' }), /Redis asks for a password/)
 * ```
 */
export const redisGuard = async (client: RedisClient, options: RedisGuardOptions = {}): Promise<RedisGuard> => {
  const { onWarning, ...settings } = optionsOrThrow(faceFields)(options)
  return orThrow(await make(client, settings, { clock, entropy, timer, onWarning })())
}

const emitWarning = (text: string): void => globalThis.process?.emitWarning?.(text, 'CountersignWarning')

const faceFields = { ...fields, onWarning: Options.defaulting(fn<(text: string) => void>(), emitWarning) }
