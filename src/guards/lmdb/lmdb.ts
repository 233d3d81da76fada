/**
 * The replay guard for the processes of one machine, in an LMDB database that all of them open. Any process may be killed
 * at any moment.
 *
 * The guard inserts a claim if it is absent and, once that is on the disk, reads the floor again. The transaction that
 * forgets a claim also raises the floor above its timestamp. So the second reading reveals a claim that another process
 * has forgotten in between, and no process computes while it holds a lock.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Package from '../../core/Package.ts'
import { type GuardFull, type GuardUnavailable, type Misconfigured, misconfigured } from '../../core/VerifyError.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { Claimed, NonceClaim, ReplayGuard } from '../../effects/ReplayGuard.ts'
import { type Timer, within } from '../../effects/Timer.ts'
import { timer } from '../../platform/common/system.ts'
import { claimInTime, type InTime } from '../claimInTime.ts'
import * as Shared from '../settings.ts'
import * as LmdbDecisions from './LmdbDecisions.ts'
import { fields, parse, type Rules, type Settings } from './LmdbSettings.ts'
import * as LmdbStore from './LmdbStore.ts'

export type { Settings } from './LmdbSettings.ts'

export interface Stats {
  /** How many claims are remembered. */
  readonly claims: number
  /** Claims with a smaller timestamp are answered `forgotten`. */
  readonly floor: number
  /** For how many seconds a claim is remembered: the most that any process has asked for. */
  readonly life: number
  /** The size of the database on the disk. It never shrinks; free space is reused. */
  readonly bytes: number
}

export interface LmdbGuard extends ReplayGuard {
  readonly sharedBy: 'host'
  /** As of this process's last claim: the database is not read, for it may be closed or failing. */
  readonly floor: IO<number>
  /** As of now, over all processes; after `close`, as of then. */
  readonly stats: IO<Stats>
  /** Refuses new claims, and resolves when the pending ones have ended. */
  readonly close: () => Promise<void>
}

export interface Env extends Shared.WarningOption, Pick<Platform, 'clock' | 'timer'> {}

/**
 * Makes a guard. Fails if a setting is wrong, lmdb is not installed, or the folder cannot be used.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import * as E from 'fp-ts/lib/Either.js'
 * import { clock, timer } from 'countersign/node'
 * import { make } from 'countersign/guards/lmdb'
 *
 * const path = await mkdtemp(join(tmpdir(), 'nonces-'))
 * const guard = await make({ path, maxAge: 300, maxSkew: 60 }, { clock, timer })()
 * assert.ok(E.isRight(guard))
 * await guard.right.close()
 * await rm(path, { recursive: true })
 * ```
 */
export const make =
  (settings: Settings, env: Env): TE.TaskEither<GuardUnavailable | Misconfigured, LmdbGuard> =>
  async () => {
    const rules = parse(settings)
    if (E.isLeft(rules)) return rules
    const lmdb = await TE.tryCatch(() => import('lmdb'), notLoaded)()
    if (E.isLeft(lmdb)) return lmdb
    // 3.4 exports this first. Over 3.0 to 3.3 claims stay for ever.
    if (!('setSpecialWriteValue' in lmdb.right)) return E.left(misconfigured(Package.unserved(Package.lmdb)))
    const { path, life } = rules.right
    try {
      const { floor = env.clock.now() } = rules.right
      return E.right(start(rules.right, env, await LmdbStore.open(lmdb.right, path, { life, floor })))
    } catch (e) {
      return E.left(Shared.unavailable(`the folder ${path} cannot be used: ${reason(e)}`))
    }
  }

/** What a guard consists of, and what it knows. */
interface Running {
  readonly rules: Rules
  readonly env: Env
  readonly store: LmdbStore.Store
  readonly inTime: InTime
  readonly full: E.Either<GuardFull, never>
  readonly watchFloor: (floor: number, now: number) => void
  /** The claims and the sweep that have not ended. */
  readonly pending: Set<Promise<unknown>>
  isClosed: boolean
  closing: Promise<void> | undefined
  /** Why the database must not be used any more. */
  lost: GuardUnavailable | undefined
  lookedAt: number
  /** The floor as of the last claim. */
  floor: number
  /** As of when the guard was last sound. */
  last: Stats
  sweeping: boolean
  /** Another sweep is due after the running one. */
  due: boolean
  sweptAt: number
  /** How many claims are remembered, as far as this process knows. */
  expected: number
}

const closed = Shared.unavailable('the guard was closed')

const start = (rules: Rules, env: Env, store: LmdbStore.Store): LmdbGuard => {
  const { path, deadlineMs, quota, maxSkew } = rules
  const overdue = Shared.unavailable(
    `the database in ${path} has not answered within ${deadlineMs} ms: a process with its write lock is stopped or was just killed, or the disk is slow`,
  )
  const last = statsOf(store)
  const running: Running = {
    rules,
    env,
    store,
    // While the database is blocked, one claim waits for it.
    inTime: claimInTime({ timer: env.timer, deadlineMs, mostLate: 1, overdue }),
    full: E.left({ _tag: 'guard_full', quota }),
    watchFloor: Shared.watchFloor(env.onWarning, maxSkew, 'start every process again with another folder'),
    pending: new Set(),
    isClosed: false,
    closing: undefined,
    lost: undefined,
    lookedAt: -1,
    floor: last.floor,
    last,
    sweeping: false,
    due: false,
    sweptAt: -1,
    expected: last.claims,
  }
  running.watchFloor(running.floor, env.clock.now())
  void track(running, sweep(running))
  return {
    sharedBy: 'host',
    floor: () => running.floor,
    claim: (c) => () => claim(running, c),
    stats: () => (running.isClosed || running.lost !== undefined ? running.last : statsOf(store)),
    close: () => close(running),
  }
}

const statsOf = (store: LmdbStore.Store): Stats => {
  const { floor, life } = store.state()
  return { ...store.size(), floor, life }
}

const failed = async ({ rules, env }: Running, e: unknown): Promise<GuardUnavailable> =>
  Shared.unavailable(`the database in ${rules.path} failed: ${await cause(env.timer, e)}`)

const readFloor = (running: Running): number => {
  running.floor = running.store.state().floor
  return running.floor
}

/** Once a second: whether the files on the disk are still those that are open. What is lost stays lost. */
const isLost = (running: Running, now: number): boolean => {
  const { lost, lookedAt, rules, store } = running
  if (lost === undefined && now !== lookedAt) {
    running.lookedAt = now
    const why = store.lost()
    if (why !== undefined)
      running.lost = Shared.unavailable(
        `the database in ${rules.path} cannot be used any more: ${why} while it was open; start again every process that uses it`,
      )
  }
  return running.lost !== undefined
}

/** Whether another sweep follows at once. */
const sweepOnce = async (running: Running): Promise<boolean> => {
  const { store, env, rules } = running
  const now = env.clock.now()
  const state = store.state()
  const { claims } = store.size()
  running.sweptAt = now
  running.expected = claims
  running.due = false
  const gone = store.oldest(LmdbDecisions.goes({ claims, cap: rules.cap, life: state.life, now }))
  if (gone.length === 0) return false
  const done = await store.forget(state, gone)
  if (done) running.expected -= gone.length
  // If another process was faster, that process goes on.
  return done && (gone.length === LmdbDecisions.portion || running.expected > rules.cap)
}

const sweep = async (running: Running): Promise<void> => {
  const { clock, timer } = running.env
  running.sweeping = true
  try {
    while (!running.isClosed && !isLost(running, clock.now()) && ((await sweepOnce(running)) || running.due)) {}
  } catch (e) {
    // The next sweep tries again.
    await cause(timer, e)
  } finally {
    running.sweeping = false
  }
}

const track = <A>({ pending }: Running, promise: Promise<A>): Promise<A> => {
  pending.add(promise)
  void promise.then(() => pending.delete(promise))
  return promise
}

/** Claims expire by the second, and a claim may exceed the cap. Other processes sweep, too. */
const sweepIfDue = (running: Running, now: number): void => {
  if (now === running.sweptAt && running.expected <= running.rules.cap) return
  running.due = true
  if (!running.sweeping) void track(running, sweep(running))
}

const decide = async (running: Running, c: NonceClaim): Promise<Claimed> => {
  const { store, env, full, watchFloor } = running
  const { quota, cap } = running.rules
  try {
    const now = env.clock.now()
    if (isLost(running, now)) return E.left(running.lost as GuardUnavailable)
    if (LmdbDecisions.isForgotten(c.timestamp, readFloor(running))) {
      watchFloor(running.floor, now)
      return E.right('forgotten')
    }
    const id = LmdbStore.idOf(c)
    // Claims in flight are not counted yet, so a key may exceed its quota by as many.
    if (quota < cap && store.held(id) >= quota) return store.has(id) ? E.right('repeated') : full
    const isNew = await store.insert({
      id,
      timestamp: c.timestamp,
      reading: now,
    })
    if (isNew) running.expected++
    if (!running.isClosed) sweepIfDue(running, now)
    return E.right(LmdbDecisions.answerTo(isNew, c.timestamp, () => readFloor(running)))
  } catch (e) {
    return E.left(await failed(running, e))
  }
}

const claim = (running: Running, c: NonceClaim): Promise<Claimed> =>
  running.isClosed ? Promise.resolve(E.left(closed)) : running.inTime(() => track(running, decide(running, c)))

const close = (running: Running): Promise<void> => {
  const { store, pending } = running
  running.isClosed = true
  running.closing ??= Promise.all(pending)
    .then(() => {
      if (running.lost === undefined) running.last = statsOf(store)
    })
    .finally(store.close)
  return running.closing
}

const notLoaded = (e: unknown): GuardUnavailable | Misconfigured =>
  (e as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND'
    ? misconfigured('the lmdb guard needs the package lmdb: npm install lmdb')
    : Shared.unavailable(`the package lmdb cannot be loaded: ${reason(e)}`)

/** The path, after a comma, repeats ours; the details of a page that lmdb could not write may be garbage. */
const reason = (e: unknown): string =>
  e instanceof Error
    ? e.message.replace(/^(E[A-Z]+: [^,]*), .*/s, '$1').replace(/: Attempting to write page.*/s, '')
    : String(e)

/**
 * Why a transaction failed. lmdb rejects a second promise with the reason, some turns later. That promise must be
 * listened to: its unhandled rejection would end the process.
 */
const cause = (timer: Timer, e: unknown): Promise<string> => {
  const { commitError } = e as { readonly commitError?: Promise<unknown> }
  if (commitError === undefined) return Promise.resolve(reason(e))
  return within(timer, 100)(
    () => commitError.then(() => reason(e), reason),
    () => reason(e),
  )()
}

export interface LmdbGuardOptions extends Settings, Shared.ClockOption, Shared.WarningOption {}

/**
 * The same guard for programs without fp-ts. Rejects with an Error that names the wrong option,
 * or says that lmdb is not installed or why the folder cannot be used.
 *
 * All processes behind one address open the same folder, on a local disk. Opening waits for the database's write lock and
 * blocks the event loop meanwhile; claims do not. Do not remove or restore the folder while a process has it open:
 * accepted requests would be accepted again.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { lmdbGuard } from 'countersign/guards/lmdb'
 *
 * const path = await mkdtemp(join(tmpdir(), 'nonces-'))
 * const guard = await lmdbGuard({ path, maxAge: 300, maxSkew: 60 })
 * assert.equal(guard.stats().claims, 0)
 * await guard.close()
 * await rm(path, { recursive: true })
 * ```
 */
export const lmdbGuard = async (options: LmdbGuardOptions): Promise<LmdbGuard> => {
  const { clock, onWarning, ...settings } = Shared.optionsOrThrow(faceFields)(options)
  return Shared.orThrow(await make(settings, { clock, timer, onWarning })())
}

const faceFields = {
  ...fields,
  clock: Shared.clockField,
  onWarning: Shared.onWarningField,
}
