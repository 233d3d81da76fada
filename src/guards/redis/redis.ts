/**
 * The replay guard for many machines. Claims are fields of hashes in one Redis, 7 or later, or in one Redis Cluster, set through the
 * program's own client.
 *
 * All claims of one turn that belong to one shard are one script (redisClaim.ts); without a cluster there is one shard. The
 * script makes them only if the store still has the earlier ones (settle.ts), or raises a floor above those that are gone. A
 * claim's field holds a token of its attempts: if a reply is lost, the guard sends the claim again and recognises its own token.
 *
 * No request is accepted twice while Redis runs, whatever the clocks of verifiers and Redis do. After a restart, failover or flush, the
 * next claim notices, and no request of the shards that were hit is accepted for `fence` and two more seconds (three in a
 * cluster). Persistence changes none of that. The conditions:
 *
 * - One primary at a time for each shard. Two primaries would accept a request each; `min-replicas-to-write` prevents that. A primary of a
 *   cluster that was suspended is not believed at once (Silence.ts).
 * - No caller's clock is more than `fence` seconds ahead of the verifier that notices a loss.
 * - A guard that starts on an empty store treats it as new and accepts requests of that second. So after a loss, a verifier
 *   that ran before must make a claim before a new one starts; or requests of that second may be accepted again.
 *
 * `maxmemory-policy noeviction`, because a full Redis is then unavailable: any other policy evicts all claims of a generation at
 * once, and the floor rises. A primary that gets its first replica, or has had none for an hour, changes its history, as if restarted.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { type GuardUnavailable, type Misconfigured, misconfigured } from '../../core/VerifyError.ts'
import type { Entropy } from '../../effects/Entropy.ts'
import { tell } from '../../effects/Listener.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { Claimed, NonceClaim, ReplayGuard } from '../../effects/ReplayGuard.ts'
import { type Timer, within } from '../../effects/Timer.ts'
import { clock, entropy, timer } from '../../platform/common/system.ts'
import { claimId, holderId } from '../claimId.ts'
import * as Shared from '../settings.ts'
import { givenUp } from './claim.ts'
import type { Claim, Outcome } from './Machine.ts'
import { ask, type RedisClient, recognise, type Sender } from './RedisClient.ts'
import { type Fault, nameOf, textOf } from './RedisFault.ts'
import * as RedisInfo from './RedisInfo.ts'
import { fields, parse, type Rules, type Settings } from './RedisSettings.ts'
import * as RedisShard from './RedisShard.ts'
import { shardOf, tags } from './redisSlots.ts'
import * as Silence from './Silence.ts'

export type { Ioredis, NodeRedis, NodeRedisCluster, NodeRedisSentinel, RedisClient } from './RedisClient.ts'
export type { Settings } from './RedisSettings.ts'

export interface Stats {
  /** Claims with a smaller timestamp are answered `forgotten`. */
  readonly floor: number
  /** How many claims Redis has not answered yet, including those over their deadline. */
  readonly waiting: number
}

export interface RedisGuard extends ReplayGuard {
  readonly sharedBy: 'cluster'
  readonly floor: IO<number>
  readonly stats: IO<Stats>
}

export interface Env extends Pick<Platform, 'clock' | 'entropy' | 'timer'> {
  /** Called once for each setting, of Redis or another guard, that should be changed. */
  readonly onWarning: NonNullable<Shared.WarningOption['onWarning']>
}

/** How long a guard's start waits for a connection: programs often make the client just before the guard. */
const startMs = 2_000
/** The pause before another attempt. */
const startPauseMs = 20
/** A bound on unanswered commands, which would fill the memory while Redis hangs. */
const maxWaiting = 10_000

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
    const sender = recognise(client)
    if (E.isLeft(sender)) return sender
    const { isCluster, send } = sender.right
    if (isCluster && rules.right.prefix.includes('{'))
      return E.left(misconfigured('in a cluster, prefix may not contain {: the guard adds its own hash tags'))
    // A node of a cluster, asked by a client for one Redis, would refuse the scripts in other words.
    const info = isCluster
      ? E.right('')
      : await patiently(env.timer, () => ask(send, ['INFO', ...RedisInfo.infoSections], ''))
    if (E.isLeft(info)) return info
    const refusal = isCluster ? undefined : refusalOf(textOf(info.right) ?? '', false)
    return refusal === undefined ? start(sender.right, rules.right, env) : E.left(misconfigured(refusal))
  }

const shownPolicy = (policy = ''): string => (/^[a-z-]{1,20}$/.test(policy) ? `is ${policy}` : 'cannot be read')

const refusalOf = (info: string, isCluster: boolean): string | undefined => {
  const memory = RedisInfo.memory(info)
  const evicting = `Redis may remove remembered nonces, because its maxmemory-policy ${shownPolicy(memory?.policy)}; set maxmemory-policy to noeviction`
  return RedisInfo.refusal(info, isCluster) ?? (memory !== undefined && RedisInfo.evicts(memory) ? evicting : undefined)
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
    if (!outcome.left.again || timer.elapsed() + startPauseMs >= end)
      return E.left(Shared.unavailable(outcome.left.detail))
    await timer.wait(startPauseMs)()
  }
}

const mayEvict = (memory: RedisInfo.Memory | undefined): string =>
  `Redis may evict claims once it has a maxmemory: its maxmemory-policy ${shownPolicy(memory?.policy)}; set it to noeviction`

/** A fifth of what fits, at 120 bytes each. */
const quotaOf = (memory: RedisInfo.Memory | undefined): number =>
  memory === undefined || memory.limit === 0 ? 4_000_000 : Math.ceil(memory.limit / 120 / 5)

const start = async (
  sender: Sender,
  rules: Rules,
  env: Env,
): Promise<E.Either<GuardUnavailable | Misconfigured, RedisGuard>> => {
  const { maxAge, maxSkew, deadlineMs, quota } = rules
  const { clock, timer, onWarning } = env
  const warned = new Set<string>()
  const warn = (text: string): void => {
    if (!warned.has(text)) tell(onWarning, text)
    warned.add(text)
  }
  let share = 0
  const shards = openShards(sender, rules, env, () => share, warn)

  // A shard whose primary cannot be reached begins with its first claim.
  const begun = await Promise.all(shards.map(({ begin }) => patiently(timer, begin)))
  const failure = begun.find(E.isLeft)
  if (failure !== undefined && begun.every(E.isLeft)) return failure
  const infos = begun.flatMap((each) => (E.isRight(each) ? [each.right] : []))
  const refusal = infos.map((info) => refusalOf(info, sender.isCluster)).find((each) => each !== undefined)
  if (refusal !== undefined) return E.left(misconfigured(refusal))
  const memories = infos.map(RedisInfo.memory)
  const unsafe = memories.findIndex((memory) => memory?.policy !== 'noeviction')
  if (unsafe >= 0) warn(mayEvict(memories[unsafe]))
  const primaries = new Set(infos.map((info) => RedisInfo.field(info, 'run_id'))).size
  const least = memories.reduce((least, memory) => Math.min(least, quotaOf(memory)), Number.POSITIVE_INFINITY)
  share = Math.ceil((quota ?? primaries * least) / shards.length)

  const floor = (): number => shards.reduce((most, shard) => Math.max(most, shard.floor()), Number.NEGATIVE_INFINITY)
  const watchFloor = Shared.watchFloor(onWarning, maxSkew, 'start every verifier again with another prefix')
  watchFloor(floor(), clock.now())
  const { claim, waiting } = claimOn(shards, deadlineMs, env, () => share, watchFloor)
  const stats = (): Stats => ({ floor: floor(), waiting: waiting() })
  return E.right({ sharedBy: 'cluster', window: { maxAge, maxSkew }, floor, claim, stats })
}

/** The shards of a cluster, or the only one. `share`: how many claims of a key each may hold. */
const openShards = (
  { send, isCluster }: Sender,
  { maxSkew, margin, life, prefix, fence, deadlineMs, floor: first }: Rules,
  { clock, entropy, timer }: Env,
  share: IO<number>,
  warn: (text: string) => void,
): ReadonlyArray<RedisShard.RedisShard> => {
  const silence = isCluster ? Silence.make(timer) : undefined
  const apart = Math.floor(margin / 2)
  return (isCluster ? tags().map((tag) => `${prefix}{${tag}}:`) : [prefix]).map((own) =>
    RedisShard.make({
      send,
      prefix: own,
      fence: isCluster ? fence + Math.ceil(Silence.silentMs / 1000) : fence,
      first,
      deadlineMs,
      clock,
      entropy,
      timer,
      life,
      ahead: maxSkew + apart,
      quota: share,
      silence,
      onTime: (millis) => {
        const seconds = Math.floor(millis / 1000) - clock.now()
        if (Math.abs(seconds) > Math.max(apart, 2)) warn(clocksDiffer(seconds > 0 ? 'ahead of' : 'behind', apart))
      },
      onFarAhead: () => warn(farAhead),
    }),
  )
}

/** Claims on these shards, each until it is answered or its deadline is over; and how many wait for Redis. */
const claimOn = (
  shards: ReadonlyArray<RedisShard.RedisShard>,
  deadlineMs: number,
  { clock, entropy, timer }: Env,
  share: IO<number>,
  watchFloor: (floor: number, now: number) => void,
): { readonly claim: RedisGuard['claim']; readonly waiting: IO<number> } => {
  let waiting = 0

  const outcomeOf = (shard: RedisShard.RedisShard, claim: Claim): Promise<Outcome> =>
    new Promise((resolve) => {
      waiting++
      shard.submit(claim, (outcome) => {
        waiting--
        resolve(outcome)
      })
    })

  const claimed = async (shard: RedisShard.RedisShard, claim: Claim, tooLate: () => Claimed): Promise<Claimed> => {
    const outcome = await outcomeOf(shard, claim)
    if (outcome === givenUp) return tooLate()
    if (outcome === 'full') return E.left({ _tag: 'guard_full', quota: share() })
    if (typeof outcome === 'object') return E.left(Shared.unavailable(outcome.detail))
    if (outcome === 'forgotten') watchFloor(shard.floor(), clock.now())
    return E.right(outcome)
  }

  const claim = (c: NonceClaim) => async (): Promise<Claimed> => {
    if (waiting >= maxWaiting) return E.left(Shared.unavailable(`${maxWaiting} claims already wait for Redis`))
    try {
      const begun = timer.elapsed()
      const id = claimId(c)
      const shard = shards[shards.length > 1 ? shardOf(id) : 0] as RedisShard.RedisShard
      const own = claimOf(c, id, shard.prefix, freshToken(entropy), begun + deadlineMs)
      const tooLate = (): Claimed => {
        const fault = shard.faultSince(begun)
        const why = fault === undefined ? '' : `: ${fault}`
        return E.left(Shared.unavailable(`Redis has not answered within ${deadlineMs} ms${why}`))
      }
      return await within(timer, deadlineMs)(() => claimed(shard, own, tooLate), tooLate)()
    } catch (thrown) {
      // A clock or an entropy has thrown.
      return E.left(Shared.unavailable(`the guard failed (${nameOf(thrown)})`))
    }
  }

  return { claim, waiting: () => waiting }
}

const claimOf = (c: NonceClaim, id: Buffer, prefix: string, token: string, end: number): Claim => ({
  id: id.toString('base64url'),
  tally: `${prefix}tally:${holderId(c.fingerprint).toString('base64url')}`,
  token,
  timestamp: c.timestamp,
  end,
})

const clocksDiffer = (side: string, apart: number): string =>
  `Redis's clock is more than ${apart} s ${side} this verifier's: correct both clocks by NTP; the guard uses Redis's clock to decide when it forgets claims`

const farAhead =
  "a request was refused because its timestamp is too far ahead of Redis's clock: compare the clocks of the verifier and Redis"

/** 72 bits: enough to tell the attempts at one claim apart, and short, for Redis stores one per claim. */
const freshToken = (entropy: Entropy): string => Buffer.from(entropy.nonce().slice(0, 18), 'hex').toString('base64url')

export interface RedisGuardOptions extends Settings, Shared.WarningOption {}

/**
 * The same guard for programs without fp-ts, on the runtime's clock, randomness and timeouts. `client` is a client, cluster,
 * sentinel or pool of ioredis or node-redis, connected; the program closes it. Rejects with an Error that names the wrong option
 * or says why this Redis cannot keep claims: not reached within two seconds, older than 7, a single node of a cluster, a sentinel, a
 * replica, or INFO denied.
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
  const { onWarning, ...settings } = Shared.optionsOrThrow({ ...fields, onWarning: Shared.onWarningField })(options)
  return Shared.orThrow(await make(client, settings, { clock, entropy, timer, onWarning })())
}
