/**
 * Who of those that want a place gets one, and who loses one: the decisions of `Places`, as a record and functions of it. No
 * promise, timer or clock: what the interpreter sees at a moment comes in, and what it has to do goes out.
 *
 * For example, `a` holds both of two places when `b` asks. `b` waits. After the term a look answers that `a` loses one place,
 * which is promised to `b`; once it is left, `b` is granted it.
 */

/** Why a place is lost: it was lent, or no progress was made on it. */
export type Loss = 'recalled' | 'stalled'

export interface Limits {
  /** As many places there are. */
  readonly most: number
  /** How long a lent place is safe, in milliseconds. */
  readonly termMs: number
  /** A user who owes progress for so many milliseconds loses its place to whoever waits. */
  readonly stallMs: number
}

/** What the interpreter sees. */
export interface Now<A> {
  readonly ms: number
  /** For how many milliseconds the holder has owed progress. Undefined: the place cannot be lost any more. */
  readonly behind: (holder: A) => number | undefined
}

export interface Asking<A> {
  readonly holder: A
  /** A key for each group of the user: see `groupsOf`. */
  readonly groups: ReadonlyArray<string>
  /** When it asked, or got its place. */
  readonly since: number
}

export interface Held<A> extends Asking<A> {
  /** It is lost, and about to be left. */
  isLost: boolean
}

export interface Waiting<A> extends Asking<A> {
  readonly deadline: number
  /** Somebody is leaving a place for this one. */
  isPromised: boolean
}

export interface Shares<A> extends Limits {
  /** Lost places, too, until they are left. The oldest is first. */
  readonly held: Set<Held<A>>
  /** Of each group: the places that it holds and has not lost, and those that it was promised. */
  readonly counts: Map<string, number>
  /** The oldest is first. */
  waiting: ReadonlyArray<Waiting<A>>
}

/** A place for one who has waited. */
export interface Grant<A> {
  readonly waited: Waiting<A>
  readonly place: Held<A>
}

export interface Lost<A> {
  readonly holder: A
  readonly why: Loss
}

/** Nobody holds a place. */
export const empty = <A>({ most, termMs, stallMs }: Limits): Shares<A> => ({
  most,
  termMs,
  stallMs,
  held: new Set(),
  counts: new Map(),
  waiting: [],
})

/** `['a', 'a\nb']` for a user `b` of the group `a`. */
export const groupsOf = (path: ReadonlyArray<string>): ReadonlyArray<string> =>
  path.length === 1 ? path : path.map((_, i) => path.slice(0, i + 1).join('\n'))

/** Takes a place that is free. */
export const takeFree = <A>(shares: Shares<A>, asking: Asking<A>): Held<A> | undefined => {
  if (shares.held.size >= shares.most) return undefined
  count(shares, asking.groups, 1)
  return enter(shares, asking)
}

/** Whether this user may wait: so many as there are places, and of one user as many as there is room for others. */
export const mayWait = <A>(shares: Shares<A>, groups: ReadonlyArray<string>): boolean =>
  waitingOf(shares, groups).length < shares.most - shares.waiting.length

/** A user waits from now on. Answers the places that are lost for it. */
export const wait = <A>(shares: Shares<A>, asking: Asking<A>, waitMs: number, now: Now<A>): ReadonlyArray<Lost<A>> => {
  const { holder, groups, since } = asking
  shares.waiting = [...shares.waiting, { holder, groups, since, deadline: since + waitMs, isPromised: false }]
  return recall(shares, now)
}

/** A holder leaves its place. Answers whether it had the place. */
export const leave = <A>(shares: Shares<A>, place: Held<A>): boolean => {
  if (!shares.held.delete(place)) return false
  if (!place.isLost) count(shares, place.groups, -1)
  return true
}

/** Gives the free places to those who were promised one, then to those who have the fewest. */
export const grantFree = <A>(shares: Shares<A>, { ms }: Now<A>): ReadonlyArray<Grant<A>> => {
  const granted: Array<Grant<A>> = []
  while (shares.held.size < shares.most) {
    const waited = shares.waiting.find(({ isPromised }) => isPromised) ?? neediest(shares, shares.waiting)
    if (waited === undefined) break
    if (!waited.isPromised) count(shares, waited.groups, 1)
    shares.waiting = shares.waiting.filter((other) => other !== waited)
    const { holder, groups } = waited
    granted.push({ waited, place: enter(shares, { holder, groups, since: ms }) })
  }
  return granted
}

/** Those whose time to wait is over wait no longer. */
export const giveUpLate = <A>(shares: Shares<A>, { ms }: Now<A>): ReadonlyArray<Waiting<A>> => {
  const late = shares.waiting.filter(({ deadline }) => deadline <= ms)
  shares.waiting = shares.waiting.filter(({ deadline }) => deadline > ms)
  for (const { groups, isPromised } of late) if (isPromised) count(shares, groups, -1)
  return late
}

/** Finds a place for each who waits, where the laws of `Places` allow it. Answers those that are lost. */
export const recall = <A>(shares: Shares<A>, now: Now<A>): ReadonlyArray<Lost<A>> => {
  if (shares.waiting.length === 0) return []
  const round = beginRound(shares)
  loseStalled(shares, now, round)
  for (let next = neediest(shares, round.open); next !== undefined; next = neediest(shares, round.open)) {
    const lent = round.spare > 0 ? undefined : lentBefore(shares, now, next)
    if (lent !== undefined) lose(shares, round, lent, 'recalled')
    if (round.spare > 0) promise(shares, round, next)
    else passOver(round, next)
  }
  return round.lost
}

/** Whether a user of these groups who asked now would be sure of a place within a term. */
export const hasRoom = <A>(shares: Shares<A>, groups: ReadonlyArray<string>, now: Now<A>): boolean => {
  const before = waitingOf(shares, groups).filter(({ isPromised }) => !isPromised).length
  for (const place of shares.held) {
    const behind = owed(place, now)
    if (behind === undefined) continue
    if (behind >= shares.stallMs || lead(shares, place.groups, groups) > 1 + before) return true
  }
  return false
}

/** The search of one `recall`. */
interface Round<A> {
  /** Those who wait, and were not promised a place. */
  open: ReadonlyArray<Waiting<A>>
  /** Places that are being left, beyond those that are promised. */
  spare: number
  readonly lost: Array<Lost<A>>
}

const beginRound = <A>({ held, waiting }: Shares<A>): Round<A> => {
  const open = waiting.filter(({ isPromised }) => !isPromised)
  let leaving = 0
  for (const { isLost } of held) if (isLost) leaving++
  return { open, spare: leaving - (waiting.length - open.length), lost: [] }
}

const lose = <A>(shares: Shares<A>, round: Round<A>, place: Held<A>, why: Loss): void => {
  place.isLost = true
  count(shares, place.groups, -1)
  round.spare++
  round.lost.push({ holder: place.holder, why })
}

const loseStalled = <A>(shares: Shares<A>, now: Now<A>, round: Round<A>): void => {
  for (const place of shares.held) {
    if (round.spare >= round.open.length) return
    if ((owed(place, now) ?? 0) >= shares.stallMs) lose(shares, round, place, 'stalled')
  }
}

const promise = <A>(shares: Shares<A>, round: Round<A>, to: Waiting<A>): void => {
  round.spare--
  round.open = round.open.filter((other) => other !== to)
  to.isPromised = true
  count(shares, to.groups, 1)
}

/** If a user's first waiter gets no place, its others get none either. */
const passOver = <A>(round: Round<A>, { groups }: Waiting<A>): void => {
  round.open = round.open.filter((other) => other.groups.at(-1) !== groups.at(-1))
}

/** A place that may be recalled, and how far its user is ahead. */
interface Candidate<A> {
  readonly place: Held<A> | undefined
  readonly lead: number
  readonly behind: number
}

/** The place that is lent before this one: of the user with the most, where most progress is owed, the oldest. */
const lentBefore = <A>(shares: Shares<A>, now: Now<A>, one: Waiting<A>): Held<A> | undefined => {
  let best: Candidate<A> = { place: undefined, lead: 2, behind: -1 }
  for (const place of shares.held) {
    const behind = owed(place, now)
    if (behind === undefined) continue
    const ahead = lead(shares, place.groups, one.groups)
    if (ahead < best.lead) continue
    // A user with fewer does not lose its place because the term of who has the most is not over.
    if (ahead > best.lead) best = { place: undefined, lead: ahead, behind: -1 }
    if (behind > best.behind && isTermOver(shares, now, place, one)) best = { place, lead: ahead, behind }
  }
  return best.place
}

/** A lent place stays for a term, which the wait of the other shortens. */
const isTermOver = <A>({ termMs }: Shares<A>, { ms }: Now<A>, place: Held<A>, one: Waiting<A>): boolean =>
  ms - place.since + ms - one.since >= termMs

/** For how long the holder has owed progress; undefined: the place cannot be lost, or is lost already. */
const owed = <A>({ isLost, holder }: Held<A>, { behind }: Now<A>): number | undefined =>
  isLost ? undefined : behind(holder)

/** The one whose user has the fewest places; of those, the one who has waited longest. */
const neediest = <A>(shares: Shares<A>, all: ReadonlyArray<Waiting<A>>): Waiting<A> | undefined => {
  let best = all[0]
  for (const one of all) if (best !== undefined && lead(shares, best.groups, one.groups) > 0) best = one
  return best
}

/** How many places the one has more than the other, in the widest of their groups that differ. */
const lead = <A>({ counts }: Shares<A>, one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const level = one.findIndex((group, i) => group !== other[i])
  return level < 0 ? 0 : (counts.get(one[level] as string) ?? 0) - (counts.get(other[level] as string) ?? 0)
}

const enter = <A>({ held }: Shares<A>, { holder, groups, since }: Asking<A>): Held<A> => {
  const place = { holder, groups, since, isLost: false }
  held.add(place)
  return place
}

const count = <A>({ counts }: Shares<A>, groups: ReadonlyArray<string>, by: 1 | -1): void => {
  for (const group of groups) {
    const now = (counts.get(group) ?? 0) + by
    if (now === 0) counts.delete(group)
    else counts.set(group, now)
  }
}

const waitingOf = <A>({ waiting }: Shares<A>, groups: ReadonlyArray<string>): ReadonlyArray<Waiting<A>> =>
  waiting.filter((one) => one.groups.at(-1) === groups.at(-1))
