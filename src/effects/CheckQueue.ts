/**
 * The queue in front of signature checks. It bounds how many run at once, and is fair between the claimed apps: forgeries in
 * the name of one app do not delay the requests of another.
 *
 * The order is start-time fair queueing (Goyal, Vin, Cheng 1996). A check starts in virtual time where the previous check of
 * its app ends, or now if that is later; the earliest start runs first. So an app that sends little waits for about one check
 * of each other app, however many they send. Virtual time also passes with each check, by its cost shared among the apps that
 * wait, so that ever new apps do not stop the others. Costs are modelled: a measured time would include other work.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../core/AppId.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import type { CheckAnswer, KeyRing, VerificationKey } from './KeyRing.ts'
import type { Timer } from './Timer.ts'

type Answer = CheckAnswer | Promise<CheckAnswer>

/** A check that asks for its turn. */
export interface Check {
  /** Checks of one app wait for each other. */
  readonly appId: AppId
  /** Relative to a check with a 2048-bit key and a short body. */
  readonly cost: number
  /** Milliseconds that it may wait. */
  readonly timeoutMs: number
  readonly run: () => Answer
}

/**
 * Runs the check when its turn comes: synchronously if nothing waits. `undefined`: it was not run, because its time is over
 * or because too many of its app wait already.
 */
export type CheckQueue = (check: Check) => Answer

export interface Resources {
  readonly timer: Timer
  /** How many checks the platform's threads run at once. */
  readonly atOnce: number
  /** Calls `then` once the event loop has looked for input and output again. */
  readonly nextTurn: (then: () => void) => void
  /** Checks that may wait; of one app, at most as many as there are free places. */
  readonly mostWaiting?: number
}

/** In one turn of the event loop, checks may hold it for this many milliseconds. */
const sliceMs = 1

interface App {
  /** The virtual time at which its last check ends. */
  end: number
  waiting: number
}

interface Waiting extends Check {
  readonly app: App
  /** In virtual time. */
  readonly start: number
  readonly answer: (answer: Answer) => void
  readonly cancelTimeout: () => void
}

/**
 * An empty queue. Make one for all verifiers that share the resources.
 *
 * @example
 * ```ts
 * import { AppId, CheckQueue, type Timer } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const after: Timer['after'] = (ms, then) => {
 *   const timeout = setTimeout(then, ms)
 *   return () => clearTimeout(timeout)
 * }
 * const wait: Timer['wait'] = (ms) => () => new Promise((resolve) => void after(ms, resolve))
 * const timer = { after, wait, elapsed: () => performance.now() }
 * const queue = CheckQueue.make({ timer, atOnce: 4, nextTurn: setImmediate })
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(appId))
 * assert.equal(await queue({ appId: appId.right, cost: 1, timeoutMs: 2000, run: () => true }), true)
 * ```
 */
export const make = ({ timer, atOnce, nextTurn, mostWaiting = 8192 }: Resources): CheckQueue => {
  const apps = new Map<AppId, App>()
  /** The latest start first: the next check is at the end. */
  const waiting: Array<Waiting> = []
  let sweepAt = mostWaiting
  let virtualNow = 0
  /** By how much virtual time passes with the check that began last. */
  let share = 0
  let appsWaiting = 0
  let running = 0
  /** Milliseconds that checks have held this turn of the event loop; undefined before the first check of the turn. */
  let held: number | undefined

  const hasRoom = (): boolean => running < atOnce && (held ?? 0) < sliceMs

  const begin = (run: Check['run']): Answer => {
    const began = timer.elapsed()
    const answer = run()
    if (held === undefined) nextTurn(onNextTurn)
    held = (held ?? 0) + timer.elapsed() - began
    if (typeof answer === 'object') {
      running++
      answer.then(onEnd, onEnd)
    }
    return answer
  }

  const onNextTurn = (): void => {
    held = undefined
    serve()
  }

  const onEnd = (): void => {
    running--
    serve()
  }

  const serve = (): void => {
    while (hasRoom()) {
      const next = waiting.pop()
      if (next === undefined) break
      virtualNow = Math.max(next.start, virtualNow + share)
      share = next.cost / appsWaiting
      leave(next)
      // In a promise of its own: a check that throws, against its law, is a rejection.
      next.answer(new Promise((answer) => answer(begin(next.run))))
    }
    if (waiting.length === 0) apps.clear()
  }

  const leave = ({ app, cancelTimeout }: Waiting): void => {
    if (--app.waiting === 0) appsWaiting--
    cancelTimeout()
  }

  const giveUp = (one: Waiting): void => {
    waiting.splice(waiting.indexOf(one), 1)
    leave(one)
    one.answer(undefined)
  }

  /** Forgets apps whose turn is past. A stranger can name every app, so the map must not grow with their number. */
  const sweep = (): void => {
    for (const [appId, app] of apps) if (app.waiting === 0 && app.end <= virtualNow) apps.delete(appId)
    sweepAt = Math.max(mostWaiting, 2 * apps.size)
  }

  const appOf = (appId: AppId): App => {
    const before = apps.get(appId)
    if (before !== undefined) return before
    if (apps.size >= sweepAt) sweep()
    const app = { end: 0, waiting: 0 }
    apps.set(appId, app)
    return app
  }

  /** Behind every check that starts at the same time or earlier. */
  const placeOf = (start: number): number => {
    let [low, high] = [0, waiting.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((waiting[middle] as Waiting).start > start) low = middle + 1
      else high = middle
    }
    return low
  }

  const wait = (check: Check): Answer => {
    const app = appOf(check.appId)
    if (app.waiting >= mostWaiting - waiting.length) return undefined
    const start = Math.max(virtualNow, app.end)
    app.end = start + check.cost
    if (app.waiting++ === 0) appsWaiting++
    return new Promise((answer) => {
      const cancelTimeout = timer.after(check.timeoutMs, () => giveUp(one))
      const one: Waiting = { ...check, app, start, answer, cancelTimeout }
      waiting.splice(placeOf(start), 0, one)
    })
  }

  return (check) => (waiting.length === 0 && hasRoom() ? begin(check.run) : wait(check))
}

/** By the time that node:crypto takes: SHA-256 of 40,000 bytes costs as much as a check with a 2048-bit key. */
const costOf = ({ signatureLength }: VerificationKey, bodyLength: number): number =>
  (signatureLength / 256) ** 2 + bodyLength / 40_000

/**
 * The same keys; each of their checks waits for its turn in the queue, and at most `timeoutMs` milliseconds.
 *
 * @example
 * ```ts
 * import { AppId, CheckQueue, KeyRing } from 'countersign'
 * import { checkQueue } from 'countersign/node'
 * import { pipe } from 'fp-ts/lib/function.js'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const keyRing = pipe(KeyRing.ofKeys([]), E.map(CheckQueue.inTurn(checkQueue, 2000)))
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(keyRing) && E.isRight(appId))
 * assert.deepEqual(await keyRing.right.keysOf(appId.right)(), E.right([]))
 * ```
 */
export const inTurn =
  (queue: CheckQueue, timeoutMs: number) =>
  ({ keysOf }: KeyRing): KeyRing => {
    type Keys = ReadonlyArray<VerificationKey>
    type Found = E.Either<KeySourceUnavailable, Keys>

    const queued = (appId: AppId, key: VerificationKey): VerificationKey => {
      const { begin } = key
      const check = (bodyLength: number, run: Check['run']): Answer =>
        queue({ appId, cost: costOf(key, bodyLength), timeoutMs, run })
      return {
        ...key,
        verify: (message, signature) => check(message.body.length, () => key.verify(message, signature)),
        ...(begin && {
          begin: (head) => {
            const { update, end } = begin(head)
            return { update, end: (signature) => check(0, () => end(signature)) }
          },
        }),
      }
    }

    /** A ring answers the same list many times. */
    const cache = new WeakMap<Keys, { readonly appId: AppId; readonly found: Found }>()
    const inQueue = (appId: AppId, found: Found): Found => {
      if (E.isLeft(found) || found.right.length === 0) return found
      const before = cache.get(found.right)
      if (before?.appId === appId) return before.found
      const after = E.right(found.right.map((key) => queued(appId, key)))
      cache.set(found.right, { appId, found: after })
      return after
    }

    return {
      keysOf: Object.assign((appId: AppId) => async () => inQueue(appId, await keysOf(appId)()), {
        atOnce: (appId: AppId) => {
          const found = keysOf.atOnce?.(appId)
          return found && inQueue(appId, found)
        },
      }),
    }
  }
