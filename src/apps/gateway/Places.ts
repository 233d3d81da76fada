/**
 * Places that are few, such as requests at an upstream, shared fairly between those who want them. `Shares` decides; this file
 * tells the holders, and looks again while somebody waits.
 *
 * A share is what a user is sure of, and no limit: a place that nobody else wants is lent. The laws:
 *
 * - A place is free only while nobody waits for one.
 * - A holder loses its place only to a user who waits, and only if it is lent, or makes no progress.
 * - A place is lent if its user has at least two more than the one who waits, and no other has more. So no place goes back and
 *   forth, and nobody loses its share.
 * - A lent place stays for a term, which the wait of the other shortens: quick work ends by itself, and is not disturbed.
 */
import type { Timer } from '../../effects/Timer.ts'
import type { Loss } from './Shares.ts'
import * as Shares from './Shares.ts'

export type { Loss } from './Shares.ts'

export interface Holder {
  /** Who wants a place, from the widest group to the narrowest, such as address and app. Each group shares among its members. */
  readonly path: ReadonlyArray<string>
  /** For how many milliseconds the user has owed progress. Undefined: the place cannot be lost any more. */
  readonly behind: () => number | undefined
  /** The place is lost, and is to be left soon. Called once at most. */
  readonly onLoss: (why: Loss) => void
}

/** Leaves a place; a second call does nothing. */
export type Leave = () => void

export interface Places {
  /**
   * Takes a place, or waits for one so many milliseconds. Undefined: none was to be had. As many wait as there are places; of
   * one user, as many as there is room for others.
   */
  readonly take: (holder: Holder, waitMs: number) => Leave | undefined | Promise<Leave | undefined>
  /** Whether a user who asked now would be sure of a place within a term. The path is asked for only if no place is free. */
  readonly hasRoom: (path: () => Holder['path']) => boolean
  readonly state: () => { readonly taken: number; readonly waiting: number; readonly most: number }
}

export interface Resources extends Shares.Limits {
  readonly timer: Timer
}

/** Whoever asked for a place, and where the answer goes if it waits. */
interface Client {
  readonly holder: Holder
  readonly answer: (leave: Leave | undefined) => void
}

interface State {
  readonly timer: Timer
  readonly shares: Shares.Shares<Client>
  /** While somebody waits. */
  stopLooking: (() => void) | undefined
}

/** How often those who wait are looked at, in a term. */
const looks = 10

export const make = ({ timer, ...limits }: Resources): Places => {
  const state: State = { timer, shares: Shares.empty(limits), stopLooking: undefined }
  return {
    take: (holder, waitMs) => take(state, holder, waitMs),
    state: () => ({ taken: state.shares.held.size, waiting: state.shares.waiting.length, most: state.shares.most }),
    hasRoom: (path) => {
      const { held, most } = state.shares
      return held.size < most || Shares.hasRoom(state.shares, Shares.groupsOf(path()), nowOf(state))
    },
  }
}

const nowOf = ({ timer }: State): Shares.Now<Client> => ({ ms: timer.elapsed(), behind })

const behind = ({ holder }: Client): number | undefined => holder.behind()

const take = (state: State, holder: Holder, waitMs: number): ReturnType<Places['take']> => {
  const { shares, timer } = state
  const groups = Shares.groupsOf(holder.path)
  const since = timer.elapsed()
  const place = Shares.takeFree(shares, { holder: { holder, answer: ignore }, groups, since })
  if (place !== undefined) return leaveOf(state, place)
  if (!Shares.mayWait(shares, groups)) return undefined
  return new Promise((answer) => {
    const lost = Shares.wait(shares, { holder: { holder, answer }, groups, since }, waitMs, nowOf(state))
    watch(state)
    tell(lost)
  })
}

const ignore = (): void => {}

const leaveOf =
  (state: State, place: Shares.Held<Client>): Leave =>
  () => {
    if (Shares.leave(state.shares, place)) serve(state)
  }

/** A place was left: somebody may get it. */
const serve = (state: State): void => {
  const now = nowOf(state)
  for (const { waited, place } of Shares.grantFree(state.shares, now)) waited.holder.answer(leaveOf(state, place))
  const lost = Shares.recall(state.shares, now)
  watch(state)
  tell(lost)
}

const look = (state: State): void => {
  const now = nowOf(state)
  for (const { holder } of Shares.giveUpLate(state.shares, now)) holder.answer(undefined)
  const lost = Shares.recall(state.shares, now)
  watch(state)
  tell(lost)
}

/** At last in each step: the holders may leave at once. */
const tell = (lost: ReadonlyArray<Shares.Lost<Client>>): void => {
  for (const { holder: client, why } of lost) client.holder.onLoss(why)
}

/** Looks again while somebody waits. */
const watch = (state: State): void => {
  const { timer, shares } = state
  if (shares.waiting.length > 0) {
    state.stopLooking ??= timer.after(shares.termMs / looks, () => {
      state.stopLooking = undefined
      look(state)
    })
    return
  }
  state.stopLooking?.()
  state.stopLooking = undefined
}
