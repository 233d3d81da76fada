/**
 * The replay guard in the memory of one process: the default.
 *
 * It remembers a 128-bit keyed hash of each claim. If two claims had the same hash, the guard would refuse the second, although it is
 * new. A real repetition is refused in any case. The hash key is random, so nobody can construct two such claims.
 *
 * While the process lives, no request is accepted twice, whatever the clock does. A high-water mark extends that over
 * restarts. Without one, a request stamped in or after the second of the restart may be accepted once more.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { IO } from 'fp-ts/lib/IO.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { textThat } from '../../core/Rule.ts'
import * as Options from '../../core/Settings.ts'
import type { GuardUnavailable, Misconfigured } from '../../core/VerifyError.ts'
import type { HighWater } from '../../effects/HighWater.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { Claimed, NonceClaim, ReplayGuard } from '../../effects/ReplayGuard.ts'
import { entropy } from '../../platform/common/system.ts'
import * as Shared from '../settings.ts'
import * as ClaimMemory from './ClaimMemory.ts'
import * as ClaimTable from './ClaimTable.ts'
import * as DurableMark from './DurableMark.ts'
import * as highWaterFile from './highWaterFile.ts'
import { fields, parse, type Rules, type Settings } from './MemorySettings.ts'
import * as SipHash from './sipHash.ts'

export type { Settings } from './MemorySettings.ts'

export interface Stats {
  /** How many claims are remembered. */
  readonly claims: number
  /** Claims with a smaller timestamp are answered `forgotten`. */
  readonly floor: number
  /** The size of the claim table. */
  readonly bytes: number
}

export interface MemoryGuard extends ReplayGuard {
  readonly sharedBy: 'process'
  readonly floor: IO<number>
  readonly stats: IO<Stats>
  /** Lets another guard have the high-water file. The end of the process does so, too. */
  readonly close: () => Promise<void>
}

export interface Env extends Shared.WarningOption, Pick<Platform, 'clock' | 'entropy'> {
  readonly highWater?: HighWater | undefined
}

/** An answer, and the same as a resolved promise. */
interface Answer {
  readonly now: Claimed
  readonly later: Promise<Claimed>
}

const answer = (now: Claimed): Answer => ({ now, later: Promise.resolve(now) })

// Shared, so that a claim allocates nothing for its answer.
const first = answer(E.right('first'))
const repeated = answer(E.right('repeated'))
const forgotten = answer(E.right('forgotten'))

/**
 * Makes a guard. Fails if a setting is wrong or the high-water mark cannot be read.
 *
 * @example
 * ```ts
 * import { Nonce, Timestamp } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
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

/** What a guard consists of. */
interface Parts {
  readonly memory: ClaimMemory.ClaimMemory
  readonly now: () => number
  /** The answer to a key that has used its quota up. */
  readonly full: Answer
  readonly watchFloor: (floor: number, now: number) => void
}

const start = ({ life, cap, quota, floor, maxSkew }: Rules, env: Env, stored: number): MemoryGuard => {
  const { clock, entropy, highWater, onWarning } = env
  const alive = new Uint8Array(256)
  const table = ClaimTable.make(cap, alive)
  const seed = SipHash.keyed(entropy.nonce())
  // Without the setting `floor`, the floor is the time of the start. It is always above the stored mark.
  const startFloor = ClaimMemory.startFloor(floor, clock.now(), stored)
  const memory = ClaimMemory.make({ rules: { life, cap, quota }, floor: startFloor, seed, table, alive })
  const { generations } = memory
  const watchFloor = Shared.watchFloor(onWarning, maxSkew, 'start again with another high-water file')
  watchFloor(generations.floor, clock.now())
  const full = answer(E.left({ _tag: 'guard_full', quota }))
  const parts: Parts = { memory, now: clock.now, full, watchFloor }
  return {
    sharedBy: 'process',
    floor: () => generations.floor,
    stats: () => ({ claims: generations.size, floor: generations.floor, bytes: table.bytes() }),
    close: async () => highWater?.close?.(),
    claim: highWater === undefined ? claimAtOnce(parts) : claimAboveMark(parts, highWater, stored),
  }
}

const decide = ({ memory, now, full, watchFloor }: Parts, c: NonceClaim): Answer => {
  const reading = now()
  switch (ClaimMemory.decide(memory, c, reading)) {
    case 'first':
      return first
    case 'repeated':
      return repeated
    case 'full':
      return full
    case 'forgotten':
      watchFloor(memory.generations.floor, reading)
      return forgotten
  }
}

const failedWithin = (e: unknown): Answer => answer(E.left(Shared.unavailable(`the guard failed: ${e}`)))

/** V8 throws when there is no memory for a larger table. Fail closed, whatever is thrown. */
const claimed = (parts: Parts, c: NonceClaim): Answer => {
  try {
    return decide(parts, c)
  } catch (e) {
    return failedWithin(e)
  }
}

/** Without a high-water mark each claim is decided at once. */
const claimAtOnce = (parts: Parts): ReplayGuard['claim'] => {
  const claim = (c: NonceClaim) => () => claimed(parts, c).later
  return Object.assign(claim, { atOnce: (c: NonceClaim) => claimed(parts, c).now })
}

/** Writes the mark before it decides the claim, so that a failed write leaves no trace of the claim. */
const claimAboveMark = (parts: Parts, highWater: HighWater, stored: number): ReplayGuard['claim'] => {
  const { memory, now } = parts
  const mark = DurableMark.make(highWater, stored)
  let lookedAt = -1
  /** Once a second: whether the mark is still on the disk. If not, it is written again before the next claim is decided. */
  const look = (): void => {
    const reading = now()
    if (reading === lookedAt) return
    lookedAt = reading
    if (highWater.isLost?.() === true) mark.lose()
  }
  const atOnce = (c: NonceClaim): Claimed | undefined => {
    try {
      look()
    } catch (e) {
      return failedWithin(e).now
    }
    return mark.covers(c.timestamp) || c.timestamp < memory.generations.floor ? claimed(parts, c).now : undefined
  }
  const claim = (c: NonceClaim) => async (): Promise<Claimed> => {
    const known = atOnce(c)
    if (known !== undefined) return known
    const raised = await mark.raise(c.timestamp)()
    return E.isLeft(raised) ? raised : claimed(parts, c).now
  }
  return Object.assign(claim, { atOnce })
}

export interface MemoryGuardOptions extends Settings, Shared.ClockOption, Shared.WarningOption {
  /**
   * The path of a file that keeps the newest accepted timestamp, so that no request is accepted again after a crash.
   * One guard has the file until its process ends or it is closed; another one is refused. After a restart, requests with that timestamp or an earlier one are refused.
   */
  readonly highWater?: string | undefined
}

/**
 * The same guard for programs without fp-ts, on the runtime's randomness. Rejects with an Error that names the
 * wrong option or says why the high-water file cannot be used.
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
  const { highWater: path, clock, onWarning, ...settings } = Shared.optionsOrThrow(faceFields)(options)
  const highWater = path === undefined ? undefined : highWaterFile.open(path)
  return Shared.orThrow(await make(settings, { clock, entropy, highWater, onWarning })())
}

const file = textThat('the path of a file', (path) => path !== '')

const faceFields = {
  ...fields,
  clock: Shared.clockField,
  highWater: Options.optional(file),
  onWarning: Shared.onWarningField,
}
