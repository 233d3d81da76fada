/**
 * The queue in front of signature checks, fair between the claimed apps: forgeries in the name of one app do not delay the
 * requests of another. Apps whose last checks were all wrong have a lane of their own, in which one check runs at once and
 * few wait, so that forgeries leave the platform's threads and memory to the others.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../core/AppId.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import * as FairQueue from './FairQueue.ts'
import type { CheckAnswer, KeyRing, VerificationKey } from './KeyRing.ts'
import type { Timer } from './Timer.ts'

type Answer = CheckAnswer | Promise<CheckAnswer>

/** A check that asks for its turn. */
export interface Check {
  readonly appId: AppId
  /** Whether no further key is tried if this one says no: then the request is a forgery, or wrongly signed. */
  readonly isLast: boolean
  /** Relative to a check with a 2048-bit key and a short body. */
  readonly cost: number
  /** Milliseconds that it may wait. */
  readonly timeoutMs: number
  /** Begins the check. Like a key's `verify`, it never throws or rejects. */
  readonly run: () => Answer
}

/**
 * Runs the check when its turn comes: synchronously if nothing waits. `undefined`: it was not run, because its time is over
 * or because too many of its app wait already.
 */
export type CheckQueue = (check: Check) => Answer

export interface Resources {
  readonly timer: Timer
  /** How many checks the platform's threads run at once: two or more. */
  readonly atOnce: number
  /** Calls `then` once the event loop has looked for input and output again. */
  readonly nextTurn: (then: () => void) => void
}

/** Checks that may wait; of one app, at most as many as there are free places. */
export const mostWaiting = 8192
/** Of suspect apps. A request that waits is memory that the garbage collector copies. */
export const mostSuspectsWaiting = 128
/** After so many wrong signatures without a right one, an app is suspect. */
export const mostWrong = 8

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
 * const check = { appId: appId.right, isLast: true, cost: 1, timeoutMs: 2000, run: () => true }
 * assert.equal(await queue(check), true)
 * ```
 */
export const make = ({ atOnce, ...resources }: Resources): CheckQueue => {
  const trusted = FairQueue.make({ ...resources, atOnce: Math.max(1, atOnce - 1), mostWaiting })
  const suspect = FairQueue.make({ ...resources, atOnce: 1, mostWaiting: mostSuspectsWaiting })
  /** Wrong signatures in the name of an app since its last right one. */
  const wrong = new Map<AppId, number>()

  const note = ({ appId, isLast }: Check, answer: CheckAnswer): void => {
    if (answer === true) wrong.delete(appId)
    if (answer !== false || !isLast) return
    // A stranger can name every app. Starting anew costs little.
    if (wrong.size >= mostWaiting) wrong.clear()
    wrong.set(appId, (wrong.get(appId) ?? 0) + 1)
  }

  return (check) => {
    const { appId, cost, timeoutMs } = check
    const run = (): Answer => {
      const answer = check.run()
      if (typeof answer !== 'object') note(check, answer)
      else
        answer.then(
          (isRight) => note(check, isRight),
          () => {},
        )
      return answer
    }
    const queue = (wrong.get(appId) ?? 0) < mostWrong ? trusted : suspect
    return queue({ user: appId, cost, timeoutMs, run })
  }
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

    const queued = (appId: AppId, key: VerificationKey, isLast: boolean): VerificationKey => {
      const { begin } = key
      const check = (bodyLength: number, run: Check['run']): Answer =>
        queue({ appId, isLast, cost: costOf(key, bodyLength), timeoutMs, run })
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
      // A signature is tried with the keys of its length.
      const lengths = found.right.map(({ signatureLength }) => signatureLength)
      const after = E.right(
        found.right.map((key, i) => queued(appId, key, lengths.lastIndexOf(key.signatureLength) === i)),
      )
      cache.set(found.right, { appId, found: after })
      return after
    }

    return {
      ...ring,
      keysOf: Object.assign((appId: AppId) => async () => inQueue(appId, await keysOf(appId)()), {
        atOnce: (appId: AppId) => {
          const found = keysOf.atOnce?.(appId)
          return found && inQueue(appId, found)
        },
      }),
    }
  }
