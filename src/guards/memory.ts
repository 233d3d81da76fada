/**
 * The replay guard that lives in the process: the default where one process verifies.
 *
 * It remembers a 128-bit keyed hash a claim. Two claims that hash alike are taken for one, which can refuse a request of
 * the key's owner and never accepts one; the guard's key is random, so that no one can bring it about.
 *
 * Within the life of the process no request is accepted twice, whatever the clock does. Over a restart: with a high-water
 * mark neither; without one, a request that is stamped in or after the second in which the guard starts again may be
 * accepted once more.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { IO } from 'fp-ts/lib/IO.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { clock } from '../ambient/clock.ts'
import { entropy } from '../ambient/entropy.ts'
import type { Fingerprint } from '../core/Fingerprint.ts'
import type { Rule } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import type { GuardFull, GuardUnavailable, Misconfigured } from '../core/VerifyError.ts'
import type { Clock } from '../effects/Clock.ts'
import type { Entropy } from '../effects/Entropy.ts'
import type { HighWater } from '../effects/HighWater.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard } from '../effects/ReplayGuard.ts'
import * as ClaimTable from './ClaimTable.ts'
import * as DurableMark from './DurableMark.ts'
import * as Generations from './Generations.ts'
import * as highWaterFile from './highWaterFile.ts'
import { fields, parse, type Rules, type Settings } from './MemorySettings.ts'
import { optionsOrThrow, orThrow } from './rejection.ts'
import * as SipHash from './sipHash.ts'

export type { Settings } from './MemorySettings.ts'

export interface Stats {
  /** Claims that are remembered. */
  readonly claims: number
  /** The smallest timestamp that is remembered in full; below it a claim is answered `forgotten`. */
  readonly floor: number
  /** What the table of claims takes up. */
  readonly bytes: number
}

export interface MemoryGuard extends ReplayGuard {
  readonly scope: 'process'
  readonly floor: IO<number>
  readonly stats: IO<Stats>
}

export interface Env {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly highWater?: HighWater | undefined
}

type Outcome = E.Either<GuardUnavailable | GuardFull, ClaimAnswer>

interface Key extends Generations.Holder {
  readonly fingerprint: Fingerprint
  /** The hash's state after the fingerprint. */
  readonly state: SipHash.State
}

/** An answer, and a promise of it, which may be awaited any number of times. */
interface Answer {
  readonly now: Outcome
  readonly later: Promise<Outcome>
}

const answer = (now: Outcome): Answer => ({ now, later: Promise.resolve(now) })

// The usual ones exist already, and a claim allocates nothing for them.
const first = answer(E.right('first'))
const repeated = answer(E.right('repeated'))
const forgotten = answer(E.right('forgotten'))

/**
 * A guard with these settings. Fails if they make no sense, or if the high-water mark cannot be read.
 *
 * @example
 * ```ts
 * import { Nonce } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 * import { Timestamp } from 'countersign'
 * import { make } from 'countersign/guards/memory'
 *
 * const clock = { now: () => Timestamp.ofMillis(Date.now()) }
 * const entropy = { nonce: () => Nonce.ofRandom(crypto.getRandomValues(new Uint8Array(16))) }
 * const guard = await make({ maxAge: 300, maxSkew: 60 }, { clock, entropy })()
 * assert.ok(E.isRight(guard))
 * ```
 */
export const make = (settings: Settings, env: Env): TE.TaskEither<GuardUnavailable | Misconfigured, MemoryGuard> =>
  pipe(
    TE.fromEither(parse(settings)),
    TE.bindTo('rules'),
    TE.bindW('stored', () => env.highWater?.read ?? TE.right(O.none)),
    TE.map(({ rules, stored }) => start(rules, env, O.isSome(stored) ? stored.value : -1)),
  )

const start = ({ life, cap, quota, floor }: Rules, { clock, entropy, highWater }: Env, stored: number): MemoryGuard => {
  const seed = SipHash.keyed(entropy.nonce())
  const keys = new Map<Fingerprint, Key>()
  const alive = new Uint8Array(256)
  const table = ClaimTable.make(cap, alive)
  const generations = Generations.make<Key>({
    alive,
    life,
    cap,
    floor: Math.max(floor ?? clock.now(), stored + 1),
    sweep: table.sweep,
    release: (key) => keys.delete(key.fingerprint),
  })
  const full = answer(E.left({ _tag: 'guard_full', quota }))
  const hash = new Int32Array(4)

  const decide = ({ fingerprint, unique, timestamp }: NonceClaim): Answer => {
    const now = clock.now()
    generations.advance(now)
    if (timestamp < generations.floor()) return forgotten

    const key = keys.get(fingerprint) ?? {
      fingerprint,
      state: SipHash.absorb(seed, blocks(fingerprint)),
      live: 0,
      recent: 0,
    }
    if (SipHash.digest(key.state, unique, hash) > 0x7f) SipHash.digest(key.state, wide(unique), hash)
    if (table.has(hash)) return repeated
    if (key.live >= quota && quota < cap) return full

    // The claim itself may now lie below the floor. It is first all the same: it was not known while the floor was below it.
    if (generations.size() >= cap) generations.forgetOne()
    table.put(hash, generations.open())
    if (key.live === 0) keys.set(fingerprint, key)
    generations.add(key, timestamp, now)
    return first
  }

  // Where there is no memory for a larger table, V8 throws. Whatever is thrown, nothing is accepted on it.
  const claimed = (c: NonceClaim): Answer => {
    try {
      return decide(c)
    } catch (e) {
      return answer(E.left({ _tag: 'guard_unavailable', detail: `it failed within: ${e}` }))
    }
  }

  const stats = (): Stats => ({ claims: generations.size(), floor: generations.floor(), bytes: table.bytes() })

  const guard = { scope: 'process', floor: generations.floor, stats } as const
  if (highWater === undefined) {
    const claim = (c: NonceClaim) => () => claimed(c).later
    return { ...guard, claim: Object.assign(claim, { atOnce: (c: NonceClaim) => claimed(c).now }) }
  }

  // The mark is written before the claim is looked at. A write that fails leaves no trace of the claim.
  const mark = DurableMark.make(highWater, stored)
  const atOnce = (c: NonceClaim): Outcome | undefined =>
    mark.covers(c.timestamp) || c.timestamp < generations.floor() ? claimed(c).now : undefined
  const claim = (c: NonceClaim) => async (): Promise<Outcome> => {
    const known = atOnce(c)
    if (known !== undefined) return known
    const raised = await mark.raise(c.timestamp)()
    return E.isLeft(raised) ? raised : claimed(c).now
  }
  return { ...guard, claim: Object.assign(claim, { atOnce }) }
}

/** A fingerprint as whole blocks of eight bytes behind its length: none is the beginning of another. */
const blocks = (fingerprint: string): string => {
  const { length } = fingerprint
  return length.toString(16).padStart(8, '0') + fingerprint.padEnd((length + 7) & ~7, '\0')
}

/** Text that is not ASCII, as two bytes a code unit behind a byte that no ASCII text holds. */
const wide = (text: string): string => {
  let bytes = '\xff'
  for (let i = 0; i < text.length; i++)
    bytes += String.fromCharCode(text.charCodeAt(i) & 0xff, text.charCodeAt(i) >>> 8)
  return bytes
}

export interface MemoryGuardOptions extends Settings {
  /**
   * The path of a file that keeps the newest accepted timestamp, so that nothing accepted before a crash is accepted
   * after it. For one process at a time. After a restart, requests wait until they are stamped later than that.
   */
  readonly highWater?: string | undefined
}

/**
 * The same guard for programs that do not use fp-ts, on the runtime's own clock and randomness. Rejects with an Error
 * that says which option makes no sense, or why the high-water file cannot be used.
 *
 * @example
 * ```ts
 * import { memoryGuard } from 'countersign/guards/memory'
 *
 * const guard = await memoryGuard({ cap: 100_000 })
 * assert.equal(guard.stats().claims, 0)
 * ```
 */
export const memoryGuard = async (options: MemoryGuardOptions = {}): Promise<MemoryGuard> => {
  const { highWater: path, ...settings } = optionsOrThrow(faceFields)(options)
  const highWater = path === undefined ? undefined : highWaterFile.open(path)
  return orThrow(await make(settings, { clock, entropy, highWater })())
}

const file: Rule<string> = {
  expected: 'the path of a file',
  is: (path): path is string => typeof path === 'string' && path !== '',
}

const faceFields = { ...fields, highWater: Options.optional(file) }
