/**
 * The replay guard for many machines. Claims are keys of one Redis, 7 or later, set through the program's own client.
 *
 * A claim is three commands: set the key if it is absent and below its quota, read the epoch, ask the server who it is. The last two come after
 * the first on the same connection, and all claims of one turn share them. They show whether the server that took the
 * claim still has the earlier ones (RedisEpoch.ts). The key's value is a token of this attempt: if a reply is lost, the
 * guard sends the claim again and recognises its own token.
 *
 * No request is accepted twice while Redis runs, whatever the verifiers' clocks do. After a restart, failover or flush, the
 * next claim notices, and no request is accepted for `fence` and two more seconds. Persistence changes none of that. The
 * conditions:
 *
 * - One primary at a time. Two primaries would accept a request each; `min-replicas-to-write` makes that rarer.
 * - `maxmemory-policy noeviction`: a full Redis is then unavailable. Any other policy evicts claims silently, so the guard
 *   looks at it every 20 seconds and accepts nothing under another one.
 * - All clocks, of verifiers and Redis, agree within half the margin. No caller's clock is more than `fence` seconds ahead
 *   of the verifier that notices a loss.
 * - A guard that starts on an empty store treats it as new and accepts requests of that second. So after a loss, a verifier
 *   that ran before must make a claim before a new one starts; or requests of that second may be accepted again.
 *
 * A primary that gets its first replica, or has had none for an hour, changes its history, too, as if restarted.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { clock } from '../ambient/clock.ts'
import { entropy } from '../ambient/entropy.ts'
import { timer } from '../ambient/timer.ts'
import { fn } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import { type GuardFull, type GuardUnavailable, type Misconfigured, misconfigured } from '../core/VerifyError.ts'
import type { Clock } from '../effects/Clock.ts'
import type { Entropy } from '../effects/Entropy.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard } from '../effects/ReplayGuard.ts'
import { type Timer, within } from '../effects/Timer.ts'
import { claimId, holderId } from './claimId.ts'
import * as Epoch from './Epoch.ts'
import { ask, type Fault, type RedisClient, recognise, type Send, textOf } from './RedisClient.ts'
import * as RedisEpoch from './RedisEpoch.ts'
import * as RedisInfo from './RedisInfo.ts'
import { fields, parse, type Rules, type Settings } from './RedisSettings.ts'
import { type Claim, claimCommand } from './redisClaim.ts'
import { optionsOrThrow, orThrow, unavailable } from './rejection.ts'

export type { Ioredis, NodeRedis, RedisClient } from './RedisClient.ts'
export type { Settings } from './RedisSettings.ts'

export interface Stats {
  /** Claims with a smaller timestamp are answered `forgotten`. */
  readonly floor: number
  /** How many claims Redis has not answered yet, including those over their deadline. */
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
  /** Called once for each setting, of Redis or another guard, that should be changed. */
  readonly onWarning: (text: string) => void
}

type Outcome = E.Either<GuardUnavailable | GuardFull, ClaimAnswer>

/** How long a guard's start waits for a connection: programs often make the client just before the guard. */
const startMs = 2_000
/** Pauses before another attempt. */
const claimPauseMs = 5
const startPauseMs = 20
/** A bound on unanswered commands, which would fill the memory while Redis hangs. */
const mostWaiting = 10_000
/** How often a claim's reading includes the eviction policy. */
const memoryMs = 20_000

/**
 * Makes a guard on a client. Fails if a setting is wrong, or if Redis cannot be reached or cannot keep claims.
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
    const info = await patiently(env.timer, () =>
      ask(send.right, [['INFO', 'server', 'replication', ...RedisInfo.memorySections]]),
    )
    if (E.isLeft(info)) return info
    const text = textOf(info.right[0]) ?? ''
    const refusal = RedisInfo.refusal(text)
    if (refusal !== undefined) return E.left(misconfigured(refusal))
    const memory = RedisInfo.memory(text)
    if (memory !== undefined && RedisInfo.evicts(memory)) return E.left(misconfigured(evicting(memory)))
    if (memory?.policy !== 'noeviction') env.onWarning(mayEvict(memory))
    return start(send.right, { ...rules.right, quota: rules.right.quota ?? quotaOf(memory) }, memory, env)
  }

/** Repeats an attempt at the start while the client is connecting. */
const patiently = async <A>(
  timer: Timer,
  attempt: () => Promise<E.Either<Fault, A>>,
): Promise<E.Either<GuardUnavailable, A>> => {
  const end = timer.elapsed() + startMs
  const late = E.left<Fault>({ detail: `Redis has not answered within ${startMs} ms`, again: false })
  for (;;) {
    const outcome = await within(timer, end - timer.elapsed())(attempt, () => late)()
    if (E.isRight(outcome)) return outcome
    if (!outcome.left.again || timer.elapsed() + startPauseMs >= end) return E.left(unavailable(outcome.left.detail))
    await timer.wait(startPauseMs)()
  }
}

const shownPolicy = (policy = ''): string => (/^[a-z-]{1,20}$/.test(policy) ? `is ${policy}` : 'cannot be read')

const evicting = ({ policy }: RedisInfo.Memory): string =>
  `Redis evicts claims, and a request may be accepted twice: its maxmemory-policy ${shownPolicy(policy)}; set it to noeviction`

const mayEvict = (memory: RedisInfo.Memory | undefined): string =>
  `Redis may evict claims once it has a maxmemory: its maxmemory-policy ${shownPolicy(memory?.policy)}; set it to noeviction`

/** A fifth of what fits, at 200 bytes each. */
const quotaOf = (memory: RedisInfo.Memory | undefined): number =>
  memory === undefined || memory.limit === 0 ? 2_000_000 : Math.ceil(memory.limit / 200 / 5)

const start = async (
  send: Send,
  { maxAge, maxSkew, margin, life, prefix, deadlineMs, fence, floor, quota }: Rules & { readonly quota: number },
  memory: RedisInfo.Memory | undefined,
  { clock, entropy, timer, onWarning }: Env,
): Promise<E.Either<GuardUnavailable, RedisGuard>> => {
  /** Whether claims may have been evicted, until a new epoch has begun. */
  let mayHaveEvicted = false
  let evicted = memory?.evicted ?? 0
  let lookedAt = timer.elapsed()
  const epoch = RedisEpoch.make({
    send,
    prefix,
    fence,
    start: () => floor ?? clock.now(),
    reach: maxAge + Math.floor(margin / 2),
    clock,
    entropy,
    isMemoryDue: () => mayHaveEvicted || timer.elapsed() - lookedAt >= memoryMs,
    onShorterReach: (reach) =>
      onWarning(
        `another guard of this Redis remembers for less time, so this guard refuses requests older than ${reach} s, too; once that guard is gone, delete the key ${prefix}epoch`,
      ),
  })
  const command = claimCommand(life, quota)
  const full = E.left<GuardFull>({ _tag: 'guard_full', quota })
  let isLoaded = false
  let waiting = 0
  let wasFarAhead = false

  /** Notes whether claims are or were evicted. */
  const look = (seen: RedisInfo.Memory): void => {
    lookedAt = timer.elapsed()
    if (RedisInfo.evicts(seen) || seen.evicted > evicted) mayHaveEvicted = true
    evicted = seen.evicted
  }

  /** One attempt; `undefined` means: try again. */
  const turn = async (c: NonceClaim, claim: Claim): Promise<E.Either<Fault | GuardFull, ClaimAnswer | undefined>> => {
    const known = epoch.known()
    waiting++
    const [set, read] = await Promise.all([ask(send, [command(claim, isLoaded)]), epoch.read()])
    waiting--
    if (E.isLeft(set)) {
      if (set.left.noScript === true) isLoaded = false
      return set.left.noScript === true ? again : set
    }
    isLoaded = true
    if (E.isLeft(read)) return read
    const [held] = set.right
    const { text, server, memory } = read.right

    // These replies belong to an epoch that has ended.
    if (epoch.known() !== known || known === undefined) return again
    if (memory !== undefined) look(memory)
    if (mayHaveEvicted) {
      if (memory === undefined) return again
      if (RedisInfo.evicts(memory)) return E.left({ detail: evicting(memory), again: false })
      // Claims were evicted, and are no more. A new epoch has a floor above them.
      const settled = await epoch.settle({ ...read.right, text: undefined })
      if (E.isRight(settled) && epoch.known() !== known) mayHaveEvicted = false
      return E.isLeft(settled) ? settled : again
    }
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
    if (held === 0) return full
    const holder = held === null ? claim.token : textOf(held)
    if (holder === claim.token) {
      epoch.accepted(c.timestamp)
      return first
    }
    return holder !== undefined && isToken(holder) ? repeated : E.left(RedisEpoch.unexpected)
  }

  /** Attempts until one is answered or `isOver`; `note` hears of the faults in between. */
  const turns = async (c: NonceClaim, isOver: IO<boolean>, note: (fault: Fault) => void): Promise<Outcome> => {
    const claim: Claim = {
      key: prefix + claimId(c).toString('base64url'),
      tally: `${prefix}tally:${holderId(c.fingerprint).toString('base64url')}`,
      token: freshToken(entropy),
    }
    for (;;) {
      const outcome = await turn(c, claim)
      if (isOver()) return givenUp
      if (E.isRight(outcome)) {
        if (outcome.right !== undefined) return E.right(outcome.right)
        if (c.timestamp < epoch.floor()) return E.right('forgotten')
        continue
      }
      if ('_tag' in outcome.left) return E.left(outcome.left)
      if (!outcome.left.again) return E.left(unavailable(outcome.left.detail))
      note(outcome.left)
      await timer.wait(claimPauseMs)()
      if (isOver()) return givenUp
    }
  }

  const claim = (c: NonceClaim) => async (): Promise<Outcome> => {
    if (c.timestamp < epoch.floor()) return E.right('forgotten')
    if (waiting >= mostWaiting) return E.left(unavailable(`${mostWaiting} claims wait for Redis already`))
    let over = false
    let fault = ''
    const isOver = () => over
    const note = ({ detail }: Fault) => {
      fault = `: ${detail}`
    }
    const tooLate = (): Outcome => {
      over = true
      return E.left(unavailable(`Redis has not answered within ${deadlineMs} ms${fault}`))
    }
    try {
      return await within(timer, deadlineMs)(() => turns(c, isOver, note), tooLate)()
    } catch (thrown) {
      // A clock or an entropy has thrown. Its message may hold secrets.
      const name = thrown instanceof Error ? thrown.name : 'something was thrown'
      return E.left(unavailable(`it failed within (${name})`))
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
/** The answer after the deadline, which nobody awaits. */
const givenUp = E.left(unavailable('it was given up'))

/**
 * The newest timestamp whose claim may have expired. A claim is made at most `maxSkew` and half a margin before its
 * timestamp and lives for `maxAge + maxSkew + margin`, so it outlives its timestamp by the reach. Computed by the server's
 * clock, which also expires it: so the steps of a verifier's clock do not matter.
 */
const expiring = ({ millis }: RedisInfo.Server, reach: number): number => Math.floor(millis / 1000) - reach

/**
 * The newest timestamp whose claim lives long enough. A later one means that the verifier's `maxSkew` exceeds the guard's,
 * or that the verifier's clock is wrong by more than half the margin.
 */
const lasting = ({ millis }: RedisInfo.Server, maxSkew: number, margin: number): number =>
  Math.floor(millis / 1000) + maxSkew + Math.floor(margin / 2)

const farAhead =
  "a timestamp lay too far ahead of Redis's clock, and its request was refused: compare the clocks of verifier and Redis"

/** 72 bits: enough to tell the attempts at one claim apart, and short, for Redis stores one per claim. */
const freshToken = (entropy: Entropy): string => Buffer.from(entropy.nonce().slice(0, 18), 'hex').toString('base64url')

const isToken = (text: string): boolean => /^[\w-]{12}$/.test(text)

export interface RedisGuardOptions extends Settings {
  /** Called once for each setting that should be changed. Default: `process.emitWarning`, if the platform has it. */
  readonly onWarning?: ((text: string) => void) | undefined
}

/**
 * The same guard for programs without fp-ts, on the runtime's clock, randomness and timeouts. `client` is an ioredis
 * `Redis` or a connected node-redis client; the program closes it. Rejects with an Error that names the wrong option or
 * says why this Redis cannot keep claims: not reached within two seconds, older than 7, a cluster, a sentinel, a replica,
 * or INFO denied.
 *
 * While the client is not connected, claims fail, even if the client has a queue. A lost connection refuses nobody if the
 * client reconnects well within `deadlineMs`: `retryStrategy: () => 20` in ioredis,
 * `socket: { reconnectStrategy: () => 20 }` in node-redis.
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
