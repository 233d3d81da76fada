/**
 * The replay guard for the processes of one machine: it lives in an LMDB database, a folder that all of them open, and any
 * of them may be killed at any moment.
 *
 * A claim is inserted if it is absent; when that is on the disk, the floor is read again. Whoever forgets a claim raises
 * the floor above its timestamp in the same transaction. So a claim that another process has forgotten in between is found
 * to lie below the floor, and no lock is held while any process thinks.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { IO } from 'fp-ts/lib/IO.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { clock } from '../ambient/clock.ts'
import { timer } from '../ambient/timer.ts'
import type { GuardUnavailable, Misconfigured } from '../core/VerifyError.ts'
import type { Clock } from '../effects/Clock.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard } from '../effects/ReplayGuard.ts'
import { type Timer, within } from '../effects/Timer.ts'
import { claimId } from './claimId.ts'
import { fields, parse, type Rules, type Settings } from './LmdbSettings.ts'
import * as LmdbStore from './LmdbStore.ts'
import { optionsOrThrow, orThrow } from './rejection.ts'

export type { Settings } from './LmdbSettings.ts'

export interface Stats {
  /** Claims that are remembered. */
  readonly claims: number
  /** The smallest timestamp that is remembered in full; below it a claim is answered `forgotten`. */
  readonly floor: number
  /** For how many seconds a claim is remembered: the most that any process has asked for. */
  readonly life: number
  /** What the database takes on the disk. It never shrinks: room that is free again is used again. */
  readonly bytes: number
}

export interface LmdbGuard extends ReplayGuard {
  readonly scope: 'host'
  /** As the last claim of this process found it: no look at the database, which may be closed or failing. */
  readonly floor: IO<number>
  /** As of now, all processes included; once it is closed, as it was at the end. */
  readonly stats: IO<Stats>
  /** Takes no claims any more, and resolves when those that were made have ended. */
  readonly close: () => Promise<void>
}

export interface Env {
  readonly clock: Clock
  readonly timer: Timer
}

type Outcome = E.Either<GuardUnavailable, ClaimAnswer>

/**
 * A guard with these settings. Fails if they make no sense, if lmdb is not installed, or if the folder cannot be used.
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
export const make = (settings: Settings, env: Env): TE.TaskEither<GuardUnavailable | Misconfigured, LmdbGuard> =>
  pipe(
    TE.fromEither(parse(settings)),
    TE.bindTo('rules'),
    TE.bindW('lmdb', () => TE.tryCatch(() => import('lmdb'), notLoaded)),
    TE.chainW(({ rules, lmdb }) =>
      TE.tryCatch(
        async () => {
          const beginning = { life: rules.life, floor: rules.floor ?? env.clock.now() }
          return start(rules, env, await LmdbStore.open(lmdb, rules.path, beginning))
        },
        (e) => unavailable(`the folder ${rules.path} cannot be used: ${reason(e)}`),
      ),
    ),
  )

// Forgotten in one transaction; it takes a few milliseconds, and then the next one's claims have their turn.
const portion = 256

const start = ({ path, deadlineMs, cap }: Rules, { clock, timer }: Env, store: LmdbStore.Store): LmdbGuard => {
  const failed = async (e: unknown): Promise<GuardUnavailable> =>
    unavailable(`the database in ${path} failed: ${await cause(e)}`)
  const overdue = unavailable(
    `the database in ${path} has not answered within ${deadlineMs} ms: a process that has its write lock stands still or was just killed, or the disk is slow`,
  )
  const closed = unavailable('the guard was closed')

  const running = new Set<Promise<unknown>>()
  /** Claims that were given up and have not ended yet. */
  let late = 0
  let isClosed = false

  const stats = (): Stats => {
    const { floor, life } = store.state()
    return { ...store.size(), floor, life }
  }
  let last = stats()

  let floor = last.floor
  const readFloor = (): number => {
    floor = store.state().floor
    return floor
  }

  let sweeping = false
  /** Something was due while a sweep was on its way. */
  let due = false
  let sweptAt = -1
  /** The claims that are remembered, as far as this process knows. */
  let expected = last.claims

  const sweepOnce = async (): Promise<boolean> => {
    const now = clock.now()
    const state = store.state()
    const { claims } = store.size()
    sweptAt = now
    expected = claims
    due = false
    // At the cap a 64th goes at once, or a portion: not every claim from then on brings a transaction for another.
    const surplus = claims > cap ? Math.max(claims - cap, Math.min(portion, Math.floor(cap / 64))) : 0
    const gone = store.oldest((reading, place) => place < portion && (place < surplus || now > reading + state.life))
    if (gone.length === 0) return false
    const done = await store.forget(state, gone)
    if (done) expected -= gone.length
    // Whoever was faster goes on.
    return done && (gone.length === portion || expected > cap)
  }

  const sweep = async (): Promise<void> => {
    sweeping = true
    try {
      while (!isClosed && ((await sweepOnce()) || due)) {}
    } catch (e) {
      // What is not forgotten now is forgotten later.
      await cause(e)
    } finally {
      sweeping = false
    }
  }

  const track = <A>(promise: Promise<A>): Promise<A> => {
    running.add(promise)
    void promise.then(() => running.delete(promise))
    return promise
  }

  /** Once a second there may be something old, and a claim may be one too many; other processes look, too. */
  const sweepIfDue = (now: number): void => {
    if (now === sweptAt && expected <= cap) return
    due = true
    if (!sweeping) void track(sweep())
  }

  const decide = async (c: NonceClaim): Promise<Outcome> => {
    try {
      const now = clock.now()
      if (c.timestamp < readFloor()) return E.right('forgotten')
      const isNew = await store.insert({ id: claimId(c), timestamp: c.timestamp, reading: now })
      if (isNew) expected++
      if (!isClosed) sweepIfDue(now)
      if (!isNew) return E.right('repeated')
      // Between the two readings it may have been first elsewhere and have been forgotten.
      return E.right(c.timestamp < readFloor() ? 'forgotten' : 'first')
    } catch (e) {
      return E.left(await failed(e))
    }
  }

  const claim = (c: NonceClaim) => (): Promise<Outcome> => {
    if (isClosed) return Promise.resolve(E.left(closed))
    // While nothing gets through, what would wait is refused: otherwise it would fill the memory.
    if (late > 0) return Promise.resolve(E.left(overdue))
    let isLate = false
    const ended = track(decide(c))
    void ended.then(() => {
      if (isLate) late--
    })
    return within(timer, deadlineMs)(
      () => ended,
      () => {
        isLate = true
        late++
        return E.left(overdue)
      },
    )()
  }

  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    isClosed = true
    closing ??= Promise.all(running)
      .then(() => {
        last = stats()
      })
      .finally(store.close)
    return closing
  }

  void track(sweep())
  return { scope: 'host', floor: () => floor, claim, stats: () => (isClosed ? last : stats()), close }
}

const unavailable = (detail: string): GuardUnavailable => ({ _tag: 'guard_unavailable', detail })

const notLoaded = (e: unknown): GuardUnavailable | Misconfigured =>
  (e as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND'
    ? { _tag: 'misconfigured', detail: 'the lmdb guard needs the package lmdb: npm install lmdb' }
    : unavailable(`the package lmdb cannot be loaded: ${reason(e)}`)

/** A message of the file system repeats the path behind a comma. */
const reason = (e: unknown): string =>
  e instanceof Error ? e.message.replace(/^(E[A-Z]+: [^,]*), .*/s, '$1') : String(e)

/**
 * What was wrong with a transaction: lmdb says it in a second promise on the error, which ends the process if nobody
 * listens to it. It settles in the same turn or never.
 */
const cause = (e: unknown): Promise<string> => {
  const { commitError } = e as { readonly commitError?: Promise<unknown> }
  if (commitError === undefined) return Promise.resolve(reason(e))
  const turn = new Promise<string>((resolve) => setImmediate(() => resolve(reason(e))))
  return Promise.race([commitError.then(() => reason(e), reason), turn])
}

export type LmdbGuardOptions = Settings

/**
 * The same guard for programs that do not use fp-ts, on the runtime's own clock. Rejects with an Error that says which
 * option makes no sense, that lmdb is not installed, or why the folder cannot be used.
 *
 * Every process that takes the same traffic opens the same folder, which is on a disk of this machine and not of another.
 * Opening waits for the write lock of the database, on the event loop; nothing does afterwards. While a process has the
 * folder open it must not be removed, or put back from a copy: what was accepted would be accepted again.
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
  return orThrow(await make(optionsOrThrow(fields)(options), { clock, timer })())
}
