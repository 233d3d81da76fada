/**
 * The queue in front of signature checks, fair between those who ask. Whose last signature was right shares as an app; whoever
 * was never right, as the claimed app and the caller's address together. Three lanes keep them apart, so that forgeries delay neither the
 * requests of another app nor those of the app that they name:
 *
 * - Proven callers have all threads but one.
 * - Unknown callers have one thread, so that a newcomer is sure of a turn, and a flood from ever new addresses of no more.
 * - Suspects, whose last checks were all wrong, have one check in a millisecond, and few of them wait: forgeries leave the
 *   threads, the event loop and the memory to the others.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { AppId } from '../core/AppId.ts'
import { memberOf } from '../core/untrusted.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import type { CheckAnswer, Checked, KeyRing, VerificationKey } from '../effects/KeyRing.ts'
import type { Timer } from '../effects/Timer.ts'
import { aroundChecks } from './aroundChecks.ts'
import * as FairQueue from './FairQueue.ts'
import type { Standing } from './Reputation.ts'
import * as Reputation from './Reputation.ts'

/** A check that asks for its turn. Costs are relative to a check with a 2048-bit key and a short body. Like a key's `verify`, `run` never throws or rejects. */
export interface Check extends Omit<FairQueue.QueuedWork, 'user'> {
  readonly appId: AppId
  /** Where the request comes from, such as an address. */
  readonly callerAddress?: string | undefined
  /** Whether no further key is tried if this one says no: then the request is a forgery, or wrongly signed. */
  readonly isLast: boolean
}

/**
 * Runs the check when its turn comes: synchronously if nothing waits. `undefined`: it was not run, because its time is over
 * or because too many of its app wait already.
 */
export interface CheckQueue {
  (check: Check): Checked
  /** How many checks wait, for metrics. */
  readonly waiting?: () => number
}

export interface Resources {
  readonly timer: Timer
  /** For how many threads of the platform there is work at once: two or more. */
  readonly atOnce: number
  /** Calls `then` once the event loop has looked for input and output again. */
  readonly nextTurn: (then: () => void) => void
}

/** Checks that may wait; of one app, at most as many as there are free places. */
export const mostWaiting = 8192
/** Of suspect apps. A request that waits is memory that the garbage collector copies. */
export const mostSuspectsWaiting = 128
/** From one check of a suspect to the next. Without it, a flood for long keys took a third of the event loop, or a core. */
const suspectsPauseMs = 1

export { mostWrong } from './Reputation.ts'

/**
 * What is handed to a thread at once, by cost: about a millisecond. Work of others in the same pool waits no longer than that.
 * With less the threads fall asleep between checks, and to wake one costs as much as a check.
 */
const perThread = 28

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
 * const queue = CheckQueue.make({ timer, atOnce: 4, nextTurn: setImmediate })()
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(appId))
 * const check = { appId: appId.right, isLast: true, cost: 1, timeoutMs: 2000, run: () => true }
 * assert.equal(await queue(check), true)
 * ```
 */
export const make =
  (resources: Resources): IO<CheckQueue> =>
  () => {
    const lanes = lanesOf(resources)
    const reputation = Reputation.empty(mostWaiting)
    const ask = ({ appId, callerAddress, isLast, cost, timeoutMs, run }: Check): Checked => {
      const caller = callerAddress === undefined ? appId : `${appId} ${callerAddress}`
      const standing = Reputation.standingOf(reputation, caller)
      return lanes[standing]({
        // Who was right shares as an app, whoever else as app and address.
        user: standing === 'proven' ? appId : caller,
        cost,
        timeoutMs,
        run: () => noting(run(), (answer) => Reputation.note(reputation, caller, isLast, answer)),
      })
    }
    const waiting = () => lanes.proven.waiting() + lanes.unknown.waiting() + lanes.suspect.waiting()
    return Object.assign(ask, { waiting })
  }

/** The queue of each standing. They share the resources. */
const lanesOf = ({ timer, nextTurn, atOnce }: Resources): Readonly<Record<Standing, FairQueue.FairQueue>> => {
  const lane = { timer, nextTurn, largest: perThread, sliceMs: 1, mostWaiting }
  return {
    proven: FairQueue.make({ ...lane, window: Math.max(1, atOnce - 1) * perThread }),
    unknown: FairQueue.make({ ...lane, window: perThread, sliceMs: 0.25 }),
    suspect: FairQueue.make({
      ...lane,
      nextTurn: (then) => void timer.after(suspectsPauseMs, then),
      window: 1,
      largest: 1,
      sliceMs: 0,
      mostWaiting: mostSuspectsWaiting,
    }),
  }
}

/** The answer itself, which `note` gets as soon as it is known. A rejection is no answer. */
const noting = (answer: Checked, note: (answer: CheckAnswer) => void): Checked => {
  if (typeof answer === 'object') answer.then(note, () => {})
  else note(answer)
  return answer
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
  ({ keysOf, ...ring }: KeyRing): KeyRing => {
    type Keys = ReadonlyArray<VerificationKey>
    type Found = E.Either<KeySourceUnavailable, Keys>

    const queued = (appId: AppId, key: VerificationKey, isLast: boolean): VerificationKey =>
      aroundChecks(key, (run, callerAddress, bodyLength) =>
        queue({ appId, callerAddress, isLast, cost: costOf(key, bodyLength), timeoutMs, run }),
      )

    /** A ring answers the same list many times. */
    const cache = new WeakMap<Keys, { readonly appId: AppId; readonly found: Found }>()
    const inQueue = (appId: AppId, found: Found): Found => {
      if (E.isLeft(found) || found.right.length === 0) return found
      const before = cache.get(found.right)
      if (before?.appId === appId) return before.found
      // A signature is tried with the keys of its length.
      const lengths = found.right.map(({ signatureLength }) => signatureLength)
      const after = E.right(
        found.right.map((key, i) => queued(appId, key, lengths.lastIndexOf(key.signatureLength) === i)),
      )
      cache.set(found.right, { appId, found: after })
      return after
    }

    // Own or of its class: a polluted Object.prototype adds nothing.
    const lookAgain = memberOf(ring as KeyRing, 'lookAgain')
    return {
      ...ring,
      ...(lookAgain && { lookAgain: (appId) => async () => inQueue(appId, await lookAgain(appId)()) }),
      keysOf: Object.assign((appId: AppId) => async () => inQueue(appId, await keysOf(appId)()), {
        atOnce: (appId: AppId) => {
          const found = keysOf.atOnce?.(appId)
          return found && inQueue(appId, found)
        },
      }),
    }
  }
