/**
 * How a verifier starts that an adapter was given as a function or as a promise, as a state and a pure function, for
 * `startVerifier`. A question carries its time; `ask` answers the next state, whether an attempt begins, and what the request that asks
 * is to do. Nothing here has a timer or a promise.
 *
 * The idea: the first request begins an attempt, and requests wait for it. After a failure requests are refused with it; a second
 * after that attempt began, the next request begins another one. The first verifier that comes is the verifier for ever.
 */

/** Times are in milliseconds. */
export interface Rules {
  /** The least time between the beginnings of two attempts. */
  readonly retryMs: number
  /** An attempt that has been silent for so long may never answer: on workers it ends with the request that began it. */
  readonly silentMs: number
  /** Requests that wait at the same time. */
  readonly mostWaiting: number
  /** A function can be called again; a promise is one attempt. */
  readonly canRetry: boolean
}

/** `V` is the verifier, `F` a failure. */
export interface State<V extends object, F extends object> {
  readonly verifier: V | undefined
  /** The attempt that began last, counted from 1. */
  readonly latest: { readonly number: number; readonly since: number } | undefined
  /** Whether that attempt has not ended. */
  readonly isRunning: boolean
  /** Why the last attempt failed that ended. */
  readonly failure: F | undefined
  readonly waiting: number
}

export const none: State<never, never> = {
  verifier: undefined,
  latest: undefined,
  isRunning: false,
  failure: undefined,
  waiting: 0,
}

export type Outcome<V, F> =
  | { readonly _tag: 'Made'; readonly verifier: V }
  | { readonly _tag: 'Failed'; readonly failure: F }

export type Event<V, F> =
  /** A request waits no longer. */
  | { readonly _tag: 'Left' }
  /** An attempt has ended, perhaps after a newer one began. */
  | { readonly _tag: 'Ended'; readonly number: number; readonly outcome: Outcome<V, F> }

export type Answer<V, F> =
  | { readonly _tag: 'Ready'; readonly verifier: V }
  | { readonly _tag: 'Wait' }
  /** `failure` is absent if nothing failed, and too many wait. */
  | { readonly _tag: 'Refused'; readonly failure: F | undefined }

export interface Decision<V extends object, F extends object> {
  readonly state: State<V, F>
  /** The number of the attempt that begins. */
  readonly begin?: number
  /** What the request that asks is to do. */
  readonly answer: Answer<V, F>
}

/** A request asks for the verifier. One that is answered `Wait` counts until it has left. */
export const ask = <V extends object, F extends object>(
  rules: Rules,
  state: State<V, F>,
  at: number,
): Decision<V, F> => {
  const { verifier, waiting, failure } = state
  if (verifier !== undefined) return { state, answer: { _tag: 'Ready', verifier } }
  const begun = mayBegin(rules, state, at) ? begin(state, at) : { state }
  if (!begun.state.isRunning) return { ...begun, answer: { _tag: 'Refused', failure } }
  if (waiting >= rules.mostWaiting) return { ...begun, answer: { _tag: 'Refused', failure: undefined } }
  return { ...begun, state: { ...begun.state, waiting: waiting + 1 }, answer: { _tag: 'Wait' } }
}

/** The state after an event. */
export const after = <V extends object, F extends object>(state: State<V, F>, event: Event<V, F>): State<V, F> => {
  if (event._tag === 'Left') return { ...state, waiting: state.waiting - 1 }
  const { number, outcome } = event
  const isLatest = number === state.latest?.number
  const isRunning = state.isRunning && !isLatest
  if (outcome._tag === 'Made') return { ...state, isRunning, verifier: state.verifier ?? outcome.verifier }
  // The failure of an older attempt says nothing of the one that runs.
  return isLatest ? { ...state, isRunning, failure: outcome.failure } : state
}

/** What those who wait are to do now. */
export const answerNow = <V extends object, F extends object>(state: State<V, F>): Answer<V, F> => {
  const { verifier, isRunning, failure } = state
  if (verifier !== undefined) return { _tag: 'Ready', verifier }
  return isRunning ? { _tag: 'Wait' } : { _tag: 'Refused', failure }
}

const mayBegin = (
  { canRetry, retryMs, silentMs }: Rules,
  { latest, isRunning }: State<object, object>,
  at: number,
): boolean => {
  if (latest === undefined) return true
  return canRetry && at - latest.since >= (isRunning ? silentMs : retryMs)
}

const begin = <V extends object, F extends object>(
  state: State<V, F>,
  at: number,
): { readonly state: State<V, F>; readonly begin: number } => {
  const number = (state.latest?.number ?? 0) + 1
  return { state: { ...state, latest: { number, since: at }, isRunning: true }, begin: number }
}
