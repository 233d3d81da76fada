/**
 * The queue in front of signature checks, fair between those who ask. Whose last signature was right shares as an app; whoever
 * was never right, as the claimed app and the client together. Three lanes keep them apart, so that forgeries delay neither the
 * requests of another app nor those of the app that they name:
 *
 * - Proven callers have all threads but one.
 * - Unknown callers have one thread, so that a newcomer is sure of a turn, and a flood from ever new addresses of no more.
 * - Suspects, whose last checks were all wrong, have one check in a millisecond, and few of them wait: forgeries leave the
 *   threads, the event loop and the memory to the others.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../core/AppId.ts'
import { memberOf } from '../core/untrusted.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import { aroundChecks } from './aroundChecks.ts'
import * as FairQueue from './FairQueue.ts'
import type { CheckAnswer, Checked, KeyRing, VerificationKey } from './KeyRing.ts'
import type { Timer } from './Timer.ts'

/** A check that asks for its turn. */
/** Costs are relative to a check with a 2048-bit key and a short body. Like a key's `verify`, `run` never throws or rejects. */
export interface Check extends Omit<FairQueue.Job, 'user'> {
  readonly appId: AppId
  /** Where the request comes from, such as an address. */
  readonly client?: string | undefined
  /** Whether no further key is tried if this one says no: then the request is a forgery, or wrongly signed. */
  readonly isLast: boolean
}

/**
 * Runs the check when its turn comes: synchronously if nothing waits. `undefined`: it was not run, because its time is over
 * or because too many of its app wait already.
 */
export type CheckQueue = (check: Check) => Checked

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
/** After so many wrong signatures without a right one, a caller is suspect. */
export const mostWrong = 8
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
 * const queue = CheckQueue.make({ timer, atOnce: 4, nextTurn: setImmediate })
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(appId))
 * const check = { appId: appId.right, isLast: true, cost: 1, timeoutMs: 2000, run: () => true }
 * assert.equal(await queue(check), true)
 * ```
 */
export const make = ({ atOnce, ...resources }: Resources): CheckQueue => {
  const lane = { ...resources, largest: perThread, sliceMs: 1, mostWaiting }
  const proven = FairQueue.make({ ...lane, window: Math.max(1, atOnce - 1) * perThread })
  const unknown = FairQueue.make({ ...lane, window: perThread, sliceMs: 0.25 })
  const nextTurn: Resources['nextTurn'] = (then) => void resources.timer.after(suspectsPauseMs, then)
  const suspect = FairQueue.make({
    ...lane,
    nextTurn,
    window: 1,
    largest: 1,
    sliceMs: 0,
    mostWaiting: mostSuspectsWaiting,
  })
  /** Of each caller, the wrong signatures since the last right one; nothing for one who was never right or wrong. */
  const wrong = new Map<string, number>()

  const note = (caller: string, isLast: boolean, answer: CheckAnswer): void => {
    const before = wrong.get(caller)
    const now = answer === true ? 0 : answer === false && isLast ? (before ?? 0) + 1 : before
    if (now === undefined || now === before) return
    wrong.set(caller, now)
    // A stranger can name every app. Starting anew costs the oldest little.
    if (wrong.size > mostWaiting) for (const oldest of wrong.keys()) return void wrong.delete(oldest)
  }

  return (check) => {
    const { appId, client, isLast, cost, timeoutMs } = check
    const caller = client === undefined ? appId : `${appId} ${client}`
    const before = wrong.get(caller)
    const run = (): Checked => {
      const answer = check.run()
      if (typeof answer !== 'object') note(caller, isLast, answer)
      else
        answer.then(
          (isRight) => note(caller, isLast, isRight),
          () => {},
        )
      return answer
    }
    if (before === 0) return proven({ user: appId, cost, timeoutMs, run })
    return ((before ?? 0) < mostWrong ? unknown : suspect)({ user: caller, cost, timeoutMs, run })
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

    const queued = (appId: AppId, key: VerificationKey, isLast: boolean): VerificationKey =>
      aroundChecks(key, (run, client, bodyLength) =>
        queue({ appId, client, isLast, cost: costOf(key, bodyLength), timeoutMs, run }),
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
