/**
 * Runs the machine of `VerifierStart` for the adapters, which take a verifier, a promise of one, or a function that makes one: calls
 * the function, lets requests wait, and says each failure. No request passes without a verifier.
 *
 *   verified(verifier)                             judges at once
 *   verified(createVerifier({ keys }))             requests wait until the promise has resolved
 *   verified(() => createVerifier({ keys }))       the first request calls the function
 *
 * One function or promise has one start in the process: adapters, routes and copies of this package find it by the object itself.
 */
import * as E from 'fp-ts/lib/Either.js'
import { wordsOf } from '../../core/untrusted.ts'
import { type Misconfigured, misconfigured, type VerifierStarting } from '../../core/VerifyError.ts'
import { type Timer, within } from '../../effects/Timer.ts'
import { timer as systemTimer } from '../../platform/common/system.ts'
import { warn as systemWarn } from '../../platform/common/warn.ts'
import { isPromise } from '../untrusted.ts'
import { unconfiguredError, VerificationError } from '../VerificationError.ts'
import type { Outcome, Verifier, VerifierSource } from '../Verifier.ts'
import * as VerifierStart from './VerifierStart.ts'

/** A start, as adapters and other copies of this package know it. */
export interface Start {
  /** The verifier, once there is one. */
  readonly now: () => Verifier | undefined
  /** The verifier, perhaps after a wait, or the refusal of the request that asks. Never rejects. */
  readonly ask: () => Promise<Outcome<Verifier>>
}

type Failure = Misconfigured | VerifierStarting
type Answer = VerifierStart.Answer<Verifier, Failure>

/** What a start needs of its surroundings. */
export interface Means {
  readonly timer: Timer
  readonly warn: (reason: string, message: string) => void
}

/** As long as a verifier's own effects may take, unless its `timeoutMs` says otherwise. */
const patienceMs = 2000

const rules = { retryMs: 1000, silentMs: 10_000, mostWaiting: 1024 } as const

const retryAfterSeconds = 1

interface Runner extends Means {
  state: VerifierStart.State<Verifier, Failure>
  readonly rules: VerifierStart.Rules
  readonly make: () => unknown
  readonly waiters: Set<(answer: Answer) => void>
}

/** Undefined for what is no verifier, no promise and no function. */
export const startOf = (
  source: VerifierSource,
  means: Means = { timer: systemTimer, warn: systemWarn },
): Start | undefined => {
  if (isVerifier(source)) return { now: () => source, ask: async () => E.right(source) }
  if (!isPromise(source) && typeof source !== 'function') return undefined
  const starts = sharedStarts()
  const known = starts.get(source)
  if (known !== undefined) return known
  const start = typeof source === 'function' ? ofFunction(source, means) : ofPromise(source, means)
  starts.set(source, start)
  return start
}

const isVerifier = (value: unknown): value is Verifier =>
  typeof (value as Partial<Verifier> | null | undefined)?.verify === 'function'

const registry: unique symbol = Symbol.for('countersign.verifiers')

/** The key is in the registry of symbols, so another copy of this package, such as the CommonJS one, finds the same starts. */
const sharedStarts = (): WeakMap<object, Start> => {
  const shared = globalThis as { [registry]?: WeakMap<object, Start> }
  if (!Object.hasOwn(shared, registry)) Object.defineProperty(shared, registry, { value: new WeakMap() })
  return shared[registry] as WeakMap<object, Start>
}

const ofFunction = (make: () => unknown, means: Means): Start => startOn(runnerOf(make, true, means))

/**
 * The promise is awaited before the first request, so that its rejection is reported and does not end the process. As only a question
 * begins an attempt, one is asked and leaves at once. Its time, 0, is never read: a promise has no second attempt.
 */
const ofPromise = (promise: PromiseLike<unknown>, means: Means): Start => {
  const runner = runnerOf(() => promise, false, means)
  const { state, begin } = VerifierStart.ask(runner.rules, runner.state, 0)
  runner.state = VerifierStart.after(state, { _tag: 'Left' })
  if (begin !== undefined) void attempt(runner, begin)
  return startOn(runner)
}

const runnerOf = (make: () => unknown, canRetry: boolean, means: Means): Runner => ({
  ...means,
  state: VerifierStart.none,
  rules: { ...rules, canRetry },
  make,
  waiters: new Set(),
})

const startOn = (runner: Runner): Start => ({
  now: () => runner.state.verifier,
  ask: async () => {
    const { state, begin, answer } = VerifierStart.ask(runner.rules, runner.state, runner.timer.elapsed())
    runner.state = state
    if (begin !== undefined) void attempt(runner, begin)
    return outcomeOf(runner, answer._tag === 'Wait' ? await waited(runner) : answer)
  },
})

/** Waits for the end of the attempt, at most `patienceMs`. */
const waited = async (runner: Runner): Promise<Answer> => {
  let onAnswer: ((answer: Answer) => void) | undefined
  const end = () =>
    new Promise<Answer>((resolve) => {
      onAnswer = resolve
      runner.waiters.add(resolve)
    })
  const answer = await within(runner.timer, patienceMs)(end, () => VerifierStart.answerNow(runner.state))()
  if (onAnswer !== undefined) runner.waiters.delete(onAnswer)
  runner.state = VerifierStart.after(runner.state, { _tag: 'Left' })
  return answer
}

const outcomeOf = ({ state }: Runner, answer: Answer): Outcome<Verifier> => {
  if (answer._tag === 'Ready') return E.right(answer.verifier)
  const failure = answer._tag === 'Refused' ? answer.failure : undefined
  return E.left(unconfiguredError(failure ?? stillStarting(answer, state.failure)))
}

const stillStarting = ({ _tag }: Answer, before: Failure | undefined): VerifierStarting => ({
  _tag: 'verifier_starting',
  detail:
    (_tag === 'Wait'
      ? `the verifier was not ready within ${patienceMs} ms`
      : `${rules.mostWaiting} requests already wait for the verifier`) +
    (before === undefined ? '' : `; before that, ${before.detail}`),
  retryAfterSeconds,
})

/** One try to make the verifier. Never rejects. */
const attempt = async (runner: Runner, number: number): Promise<void> => {
  const outcome = await made(runner)
  runner.state = VerifierStart.after(runner.state, { _tag: 'Ended', number, outcome })
  if (outcome._tag === 'Failed') sayFailure(runner, outcome.failure)
  const answer = VerifierStart.answerNow(runner.state)
  if (answer._tag === 'Wait') return
  for (const resolve of runner.waiters) resolve(answer)
}

const made = async ({ make, rules }: Runner): Promise<VerifierStart.Outcome<Verifier, Failure>> => {
  try {
    const verifier = await make()
    if (isVerifier(verifier)) return { _tag: 'Made', verifier }
    return { _tag: 'Failed', failure: misconfigured(noVerifier) }
  } catch (thrown) {
    return { _tag: 'Failed', failure: failureOf(thrown, rules.canRetry) }
  }
}

const noVerifier =
  'the argument of `verified` is not a verifier, and not a function that makes one: write verified(() => createVerifier({ keys }))'

/** A wrong setting is the program's mistake; anything else, such as a store without an answer, may be over soon. */
const failureOf = (thrown: unknown, canRetry: boolean): Failure => {
  const isSetting = thrown instanceof VerificationError && thrown.reason === 'misconfigured'
  const words = isSetting ? thrown.message.replace(/^misconfigured: /, '') : wordsOf(thrown)
  if (!canRetry) return { ...misconfigured(`${words}; ${rejected}`), cause: thrown }
  if (isSetting) return { ...misconfigured(words), cause: thrown }
  return {
    _tag: 'verifier_starting',
    detail: `the function that makes the verifier threw ${words}`,
    cause: thrown,
    retryAfterSeconds,
  }
}

const rejected =
  'the promise of a verifier was rejected, and a promise cannot be tried again: give verified a function, () => createVerifier(…), which can be called again'

const sayFailure = ({ warn }: Runner, failure: Failure): void =>
  warn(failure._tag, failure._tag === 'misconfigured' ? failure.detail : `there is no verifier yet: ${failure.detail}`)
