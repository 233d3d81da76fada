/**
 * The document of keys behind a URL, as a state and a pure function, for `keysFromUrl`. Each event carries its time; `decide`
 * answers the next state, whether a fetch begins, and what the asker waits for. Nothing here has a timer, a socket or a promise.
 *
 * The idea: a document counts until `staleLimit` after its own fetch began, whatever happens later. When it is no longer fresh,
 * a look-up asks for the next one, but waits for it no longer than `patienceMs` while the document before still counts.
 *
 * Fetches are numbered in the order in which they begin. The answer of an older fetch never replaces that of a newer one.
 */

/** Times are in milliseconds. */
export interface Rules {
  /** How long a document is fresh if its answer does not say. */
  readonly ttl: number
  /** How long a document counts at most. */
  readonly staleLimit: number
  /** The least time between two fetches that no document's age asks for. */
  readonly coolDown: number
  /** How long a fetch may take. */
  readonly timeout: number
}

export interface Fetch {
  readonly number: number
  /** When it began: what it brings may have changed since. */
  readonly since: number
  /** The condition: an answer of 304 means that the document of this ETag is unchanged. Absent: the whole is fetched. */
  readonly etag: string | undefined
  readonly isReload: boolean
}

/** A document, and how long it counts. */
export interface Kept<D> {
  readonly document: D
  readonly etag: string | undefined
  /** The last fetch that brought or confirmed it. */
  readonly number: number
  /** When the fetch began that brought the whole: a 304 does not change it. */
  readonly since: number
  /** When it was last brought or confirmed. */
  readonly confirmedAt: number
  readonly freshUntil: number
  /** Of its `Cache-Control`. */
  readonly lifetime: number | undefined
}

export interface State<D> {
  readonly kept: Kept<D> | undefined
  /** The number of the fetch that began last; 0 before the first. */
  readonly begun: number
  /** Fetches without an answer. */
  readonly running: ReadonlyArray<Fetch>
  /** When the last fetch began. */
  readonly triedAt: number
  /** When a document that is too old is fetched again. */
  readonly nextAt: number
  /** Why the newest fetch failed. */
  readonly failure: string | undefined
  /** The number of the newest fetch that ended. */
  readonly ended: number
  /** For which apps a document counts only if its fetch has a larger number. */
  readonly forgotten: { readonly all: number; readonly apps: ReadonlyMap<string, number> }
  /** Whether another reload begins when the present one ends. */
  readonly isReloadQueued: boolean
}

/** What a fetch has brought. */
export type Outcome<D> =
  | {
      readonly _tag: 'Whole'
      readonly document: D
      readonly etag: string | undefined
      readonly lifetime: number | undefined
    }
  | { readonly _tag: 'Unchanged'; readonly lifetime: number | undefined }
  | { readonly _tag: 'Failed'; readonly detail: string }

export type Event<D> =
  /**
   * Somebody needs the keys of an app. `lacks`: the document has no keys that do, either because the app is not in it, or
   * because a signature fits none of its keys.
   */
  | { readonly _tag: 'Asked'; readonly at: number; readonly appId: string; readonly lacks: boolean }
  | { readonly _tag: 'ReloadAsked'; readonly at: number }
  /** From now on the keys of this app, or of all, count only if they are fetched anew. */
  | { readonly _tag: 'Forgotten'; readonly appId: string | undefined }
  | { readonly _tag: 'Ended'; readonly at: number; readonly fetch: Fetch; readonly outcome: Outcome<D> }

/** Until when the asker waits for the end of a fetch that has at least this number. */
export interface Wait {
  readonly number: number
  readonly until: number
}

export interface Decision<D> {
  readonly state: State<D>
  /** The fetch that begins now. */
  readonly begin?: Fetch | undefined
  /** Absent: nobody waits. */
  readonly wait?: Wait | undefined
}

/** A look-up waits so long for a fetch while the document before still counts. */
export const patienceMs = 1000

/** A worker's runtime may end a fetch silently. When it is so late, nobody waits for it any more. */
const graceMs = 1000

export const initial: State<never> = {
  kept: undefined,
  begun: 0,
  running: [],
  triedAt: Number.NEGATIVE_INFINITY,
  nextAt: Number.NEGATIVE_INFINITY,
  failure: undefined,
  ended: 0,
  forgotten: { all: 0, apps: new Map() },
  isReloadQueued: false,
}

export const decide = <D>(rules: Rules, state: State<D>, event: Event<D>): Decision<D> => {
  switch (event._tag) {
    case 'Asked':
      return asked(rules, withoutLost(rules, state, event.at), event)
    case 'ReloadAsked':
      return reloadAsked(rules, withoutLost(rules, state, event.at), event.at)
    case 'Forgotten':
      return { state: forgotten(state, event.appId) }
    case 'Ended':
      return ended(rules, state, event)
  }
}

/** The document, if it counts for this app: not older than `staleLimit`, and not forgotten. */
export const usable = <D>(
  rules: Rules,
  { kept, forgotten }: State<D>,
  appId: string,
  at: number,
): Kept<D> | undefined =>
  kept !== undefined &&
  at - kept.since < rules.staleLimit &&
  kept.number > forgotten.all &&
  kept.number > (forgotten.apps.get(appId) ?? 0)
    ? kept
    : undefined

/** The document, if it counts for this app without another fetch. */
export const fresh = <D>(rules: Rules, state: State<D>, appId: string, at: number): Kept<D> | undefined => {
  const kept = usable(rules, state, appId, at)
  return kept !== undefined && at < kept.freshUntil ? kept : undefined
}

/** Whether the document is used without another fetch, for apps that were not forgotten. */
export const isFresh = <D>({ staleLimit }: Rules, { kept, forgotten }: State<D>, at: number): boolean =>
  kept !== undefined && at < kept.freshUntil && at - kept.since < staleLimit && kept.number > forgotten.all

/** The document that counts for an asker who waited for this fetch: what it has brought counts, even with a `staleLimit` of 0. */
export const afterWait = <D>(
  rules: Rules,
  state: State<D>,
  appId: string,
  at: number,
  wait: Wait,
): Kept<D> | undefined =>
  state.kept !== undefined && state.kept.number >= wait.number ? state.kept : usable(rules, state, appId, at)

const asked = <D>(
  rules: Rules,
  state: State<D>,
  { at, appId, lacks }: Extract<Event<D>, { readonly _tag: 'Asked' }>,
): Decision<D> => {
  const kept = usable(rules, state, appId, at)
  const isOld = kept === undefined || at >= kept.freshUntil
  if (!isOld && !lacks) return { state }
  // A fetch that began before its app was forgotten helps nobody who asks now.
  const least = Math.max(state.forgotten.all, state.forgotten.apps.get(appId) ?? 0) + 1
  const running = state.running.findLast(({ number }) => number >= least)
  if (running !== undefined) return { state, wait: waitFor(rules, running, kept, at) }
  if (!isDue(rules, state, kept, least, at, lacks)) return { state }
  const fetch = { number: state.begun + 1, since: at, etag: lacks ? undefined : conditionOf(rules, state, at) }
  return begin(rules, state, { ...fetch, isReload: false }, kept)
}

/** Whether a fetch may begin: for what was forgotten at once, for a document's age in its time, else after the cool-down. */
const isDue = <D>(
  { coolDown }: Rules,
  { begun, triedAt, nextAt }: State<D>,
  kept: Kept<D> | undefined,
  least: number,
  at: number,
  lacks: boolean,
): boolean => {
  if (kept === undefined) return begun < least || at >= Math.min(nextAt, triedAt + coolDown)
  return (at >= kept.freshUntil && at >= nextAt) || (lacks && at >= triedAt + coolDown)
}

const begin = <D>(rules: Rules, state: State<D>, fetch: Fetch, kept: Kept<D> | undefined): Decision<D> => ({
  state: { ...state, begun: fetch.number, triedAt: fetch.since, running: [...state.running, fetch] },
  begin: fetch,
  wait: waitFor(rules, fetch, kept, fetch.since),
})

/** `undefined`: the fetch has had its time, and the document before counts. */
const waitFor = <D>(rules: Rules, fetch: Fetch, kept: Kept<D> | undefined, at: number): Wait | undefined => {
  const until = fetch.since + (kept === undefined ? rules.timeout + graceMs : patienceMs)
  return at < until ? { number: fetch.number, until } : undefined
}

/**
 * The ETag to ask with. A server may not change it with the content, as where it is made of time and size. So after half of
 * `staleLimit`, and when keys were forgotten, the whole is fetched.
 */
const conditionOf = <D>(rules: Rules, { kept, forgotten }: State<D>, at: number): string | undefined => {
  if (kept === undefined || at - kept.since >= rules.staleLimit / 2) return undefined
  const isForgotten = forgotten.all > 0 || forgotten.apps.size > 0
  return isForgotten ? undefined : kept.etag
}

/** A reload fetches the whole, and begins after it was asked for. All who ask while one runs share the next. */
const reloadAsked = <D>(rules: Rules, state: State<D>, at: number): Decision<D> => {
  const number = state.begun + 1
  if (state.running.some(({ isReload }) => isReload))
    return { state: { ...state, isReloadQueued: true }, wait: { number, until: Number.POSITIVE_INFINITY } }
  const decision = begin(rules, state, { number, since: at, etag: undefined, isReload: true }, undefined)
  return { ...decision, wait: { number, until: Number.POSITIVE_INFINITY } }
}

const forgotten = <D>(state: State<D>, appId: string | undefined): State<D> => {
  const { begun, forgotten } = state
  if (appId === undefined) return { ...state, forgotten: { all: begun, apps: new Map() } }
  return { ...state, forgotten: { ...forgotten, apps: new Map(forgotten.apps).set(appId, begun) } }
}

/** What was forgotten before this fetch began is fetched anew by it. */
const remembered = ({ all, apps }: State<never>['forgotten'], { number }: Fetch): State<never>['forgotten'] => ({
  all: all < number ? 0 : all,
  apps: apps.size === 0 ? apps : new Map([...apps].filter(([, least]) => least >= number)),
})

const ended = <D>(
  rules: Rules,
  before: State<D>,
  { at, fetch, outcome }: Extract<Event<D>, { readonly _tag: 'Ended' }>,
): Decision<D> => {
  const running = before.running.filter(({ number }) => number !== fetch.number)
  const state = noted(rules, { ...before, running }, fetch, outcome, at)
  // A reload that was given up may end late, while another one runs.
  const isReloading = running.some(({ isReload }) => isReload)
  if (isReloading || !state.isReloadQueued) return { state }
  const next = { number: state.begun + 1, since: at, etag: undefined, isReload: true }
  const decision = begin(rules, { ...state, isReloadQueued: false }, next, undefined)
  return { state: decision.state, begin: decision.begin }
}

const noted = <D>(rules: Rules, state: State<D>, fetch: Fetch, outcome: Outcome<D>, at: number): State<D> => {
  const isNewest = fetch.number > state.ended
  const next = isNewest ? { ...state, ended: fetch.number } : state
  const failed = { ...next, nextAt: state.triedAt + rules.coolDown }
  if (outcome._tag === 'Failed') return isNewest ? { ...failed, failure: outcome.detail } : state
  // A newer fetch has brought a document already.
  if (state.kept !== undefined && fetch.number < state.kept.number) return state
  const kept = keptOf(rules, state, fetch, outcome, at)
  // Unchanged since a document that is no longer the one that is kept: that says nothing.
  if (kept === undefined) return failed
  return {
    ...next,
    kept,
    failure: isNewest ? undefined : state.failure,
    nextAt: nextFetchAt(rules, state, kept),
    forgotten: fetch.etag === undefined ? remembered(state.forgotten, fetch) : state.forgotten,
  }
}

const keptOf = <D>(
  rules: Rules,
  { kept }: State<D>,
  fetch: Fetch,
  outcome: Exclude<Outcome<D>, { readonly _tag: 'Failed' }>,
  at: number,
): Kept<D> | undefined => {
  const whole = outcome._tag === 'Whole' ? { ...outcome, since: fetch.since } : kept
  if (whole === undefined || (outcome._tag === 'Unchanged' && whole.etag !== fetch.etag)) return undefined
  const { document, etag, since } = whole
  const lifetime = outcome.lifetime ?? whole.lifetime
  const freshUntil = Math.min(at + (lifetime ?? rules.ttl), since + rules.staleLimit)
  return { document, etag, since, number: fetch.number, confirmedAt: at, freshUntil, lifetime }
}

/** A document that may not be kept at all would be fetched by each request: so the cool-down bounds these fetches. */
const nextFetchAt = <D>(rules: Rules, { triedAt }: State<D>, { since, lifetime, freshUntil }: Kept<D>): number =>
  (lifetime ?? rules.ttl) > 0 ? freshUntil : Math.min(triedAt + rules.coolDown, since + rules.staleLimit)

const withoutLost = <D>(rules: Rules, state: State<D>, at: number): State<D> => {
  const isLost = ({ since }: Fetch): boolean => at - since > rules.timeout + graceMs
  if (!state.running.some(isLost)) return state
  return { ...state, running: state.running.filter((fetch) => !isLost(fetch)) }
}
