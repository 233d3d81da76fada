/**
 * Runs the machine of `UrlDocument` for `keysFromUrl`: sends the fetches that it begins, tells it how they end, and wakes those
 * who wait. The only place with a timer and promises.
 */
import type { AppId } from '../../core/AppId.ts'
import { type Timer, within } from '../../effects/Timer.ts'
import type { Apps } from './fetchDocument.ts'
import * as UrlDocument from './UrlDocument.ts'

interface Waiter {
  /** The fetch that it waits for has at least this number. */
  readonly number: number
  /** Only a fetch of the whole will do. */
  readonly isReload: boolean
  readonly resolve: (outcome: UrlDocument.Outcome<Apps>) => void
}

export interface DocumentRunner {
  state: UrlDocument.State<Apps>
  readonly rules: UrlDocument.Rules
  readonly timer: Timer
  readonly waiters: Set<Waiter>
  /** Never rejects. */
  readonly fetch: (etag: string | undefined) => Promise<UrlDocument.Outcome<Apps>>
  readonly onDocument: (apps: Apps) => void
  /** `appId` is the app whose look-up began the fetch; '' for a reload. */
  readonly onFailure: (appId: AppId | '', detail: string) => void
}

/** The apps of the document, if it counts for this app without another fetch. */
export const appsNow = ({ rules, state, timer }: DocumentRunner, appId: AppId): Apps | undefined =>
  UrlDocument.fresh(rules, state, appId, timer.elapsed())?.document

/**
 * The apps of the document that counts for this app, perhaps after a wait; `undefined` if none does. `fitsNone`: a signature fits
 * none of the keys that the document has for the app.
 */
export const lookUp = async (runner: DocumentRunner, appId: AppId, fitsNone: boolean): Promise<Apps | undefined> => {
  const { rules, timer } = runner
  const at = timer.elapsed()
  const before = UrlDocument.usable(rules, runner.state, appId, at)?.document
  const lacks = fitsNone || (before !== undefined && !Object.hasOwn(before, appId))
  const { wait } = step(runner, { _tag: 'Asked', at, appId, lacks }, appId)
  if (wait === undefined) return before
  await ended(runner, wait)
  return UrlDocument.afterWait(rules, runner.state, appId, timer.elapsed(), wait)?.document
}

/** Answers why the document could not be fetched, if it could not. */
export const reload = async (runner: DocumentRunner): Promise<string | undefined> => {
  const { wait } = step(runner, { _tag: 'ReloadAsked', at: runner.timer.elapsed() }, '')
  const { number = 0 } = wait ?? {}
  const outcome = await new Promise<UrlDocument.Outcome<Apps>>((resolve) => {
    runner.waiters.add({ number, isReload: true, resolve })
  })
  return outcome._tag === 'Failed' ? outcome.detail : undefined
}

export const forget = (runner: DocumentRunner, appId: AppId | undefined): void => {
  step(runner, { _tag: 'Forgotten', appId }, '')
}

const step = (
  runner: DocumentRunner,
  event: UrlDocument.Event<Apps>,
  appId: AppId | '',
): UrlDocument.Decision<Apps> => {
  const decision = UrlDocument.decide(runner.rules, runner.state, event)
  runner.state = decision.state
  if (decision.begin !== undefined) void send(runner, decision.begin, appId)
  return decision
}

const send = async (runner: DocumentRunner, fetch: UrlDocument.Fetch, appId: AppId | ''): Promise<void> => {
  const outcome = await runner.fetch(fetch.etag)
  const before = runner.state.kept?.document
  step(runner, { _tag: 'Ended', at: runner.timer.elapsed(), fetch, outcome }, '')
  const after = runner.state.kept?.document
  if (after !== undefined && after !== before) runner.onDocument(after)
  if (outcome._tag === 'Failed') runner.onFailure(appId, outcome.detail)
  for (const waiter of runner.waiters) {
    if (waiter.number > fetch.number || (waiter.isReload && fetch.etag !== undefined)) continue
    runner.waiters.delete(waiter)
    waiter.resolve(outcome)
  }
}

/** Waits for the fetch, at most until the time is over. */
const ended = async (runner: DocumentRunner, { number, until }: UrlDocument.Wait): Promise<void> => {
  let waiter: Waiter | undefined
  const end = () =>
    new Promise<unknown>((resolve) => {
      waiter = { number, isReload: false, resolve }
      runner.waiters.add(waiter)
    })
  await within(runner.timer, until - runner.timer.elapsed())(end, () => undefined)()
  if (waiter !== undefined) runner.waiters.delete(waiter)
}
