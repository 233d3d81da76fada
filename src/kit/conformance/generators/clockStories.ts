/**
 * Stories about the clock of a verifier: it runs up to the last second in which a request is fresh, goes back, leaps, or moves while a
 * request comes in. They attack a guard that forgets by its own clock, and a verifier that keeps a reading of the clock.
 *
 * A story is a list of events, and each event is one request (`Event` in played.ts). These members move the time:
 *
 *   move       moves the clock before the request; the clock stays there for the next event
 *   later      moves the clock while the body comes in: the verifier's second reading of it
 *   stamp      the timestamp of the request, counted from the moved clock; `baseline` has the clock itself
 *   earlier    which earlier request `replay` sends again: 0 the last one, 1 the one before it, -1 the first
 *
 * `bySeconds(60)` is a minute later, and `byWindows(0, 1)` is `maxSkew` seconds later. In this story the first request comes again
 * when the clock was set forward by an hour and back:
 *
 *     [
 *       baseline,
 *       { ...baseline, nonce: 'between', move: bySeconds(3600) },
 *       { ...replay, move: bySeconds(-3600) },
 *     ]
 */
import * as Gen from '../../values/Gen.ts'
import {
  baseline,
  bySeconds,
  byWindows,
  clockUnchanged,
  crowd,
  type Event,
  type Fault,
  replay,
  rules,
} from './played.ts'
import { oneKey, type Story, usualSetting } from './Story.ts'
import { usualClock, type Window } from './windows.ts'

const rememberedRule =
  'a nonce is remembered as long as its timestamp is fresh, even if the clock is set forward or back'

export const windows: ReadonlyArray<Window> = [
  [300, 60],
  [60, 300],
  [10, 10],
  [100, 99],
  [2, 86_400],
  [0, 5],
  [300, 0],
].map(([maxAge = 0, maxSkew = 0]) => ({ maxAge, maxSkew }))

/** A generator of times in ascending order. `life` is how long a request is fresh. All are in seconds. */
type DrawTimes = (life: number) => Gen.Gen<ReadonlyArray<number>>

/**
 * The first request is sent again in its last fresh second or earlier, after others in between. A guard forgets too early
 * that counts from its own clock, or that turns over its generations by the maximal age alone.
 *
 * Each timestamp but that of `lastEvent` is `maxSkew` seconds ahead. So the first request is fresh for `maxAge` + `maxSkew` seconds.
 * @param end when `lastEvent` comes, as a share of this time: 1 is the last fresh second.
 * @param drawTimes when the others come, in seconds after the first request.
 */
export const replayedAtTheEnd = (
  window: Window,
  end: number,
  lastEvent: Event,
  drawTimes: DrawTimes,
): Gen.Gen<Story> => {
  const life = window.maxAge + window.maxSkew
  const endTime = end * life
  return Gen.tuple(Gen.integer(usualClock, usualClock + 600), drawTimes(life)).map(([start, timesBetween]) => {
    // Seconds after the start: the first request, those in between, and the last one.
    const times = [0, ...timesBetween.map((time) => Math.min(time, endTime)), endTime].map(Math.floor)
    const events = times.map((time, i): Event => {
      const move = bySeconds(time - (times[i - 1] ?? 0))
      if (i === times.length - 1) return { ...lastEvent, move }
      return { ...baseline, move, stamp: byWindows(0, 1), ...(i > 0 && { nonce: `between-${i}` }) }
    })
    return { rule: rememberedRule, setting: { ...window, start, registered: oneKey }, events }
  })
}
/** Up to six times while the first request is fresh. */
export const anyTimes: DrawTimes = (life) =>
  Gen.array(Gen.nat(life), { maxLength: 6 }).map((times) => times.toSorted((a, b) => a - b))
/** Times one second after each `maxAge`, when the generations of a guard turn over. */
export const fullAges =
  (maxAge: number): DrawTimes =>
  (life) =>
    Gen.constant(Array.from({ length: 6 }, (_, i) => (i + 1) * (maxAge + 1)).filter((time) => time < life))

/**
 * The clock goes forward, `seconds` beyond the freshness of the first request, and back. Then the first request comes again, or, with
 * `isNew`, a new one. The request in between is accepted, or refused if `between` gives it a fault.
 */
export const clockGoesBack = (seconds: number, isNew: boolean, between: Partial<Event> = {}): Gen.Gen<Story> =>
  Gen.constantFrom<Window>({ maxAge: 300, maxSkew: 60 }, { maxAge: 60, maxSkew: 300 }, { maxAge: 5, maxSkew: 0 }).map(
    (window) => {
      const forward = window.maxAge + seconds
      // The new request is exactly `maxAge` old by the highest reading of the clock, so no verifier may refuse it yet.
      const back = isNew ? window.maxAge : forward
      const events = [
        baseline,
        { ...baseline, ...between, move: bySeconds(forward), nonce: 'between' },
        { ...(isNew ? { ...baseline, nonce: 'last' } : replay), move: bySeconds(-back) },
      ]
      return { rule: rules.anyClock, setting: { ...window, start: usualClock, registered: oneKey }, events }
    },
  )

/** Leaps of the clock, in seconds. Each is a second longer than a time after which a guard may sweep. */
const overFiveMinutes = 301
const overAnHour = 3601
export const overADay = 86_401
const overTenYears = 315_360_001

/**
 * After `firsts` requests the clock leaps by `seconds`, and `laterOnes` others are accepted there. It comes back, and all of the first
 * come again. A guard that sweeps by the clock that it sees, at intervals or in the part of its table that it touches, has forgotten
 * them.
 */
export const clockLeaps = (seconds: number, firsts: number, laterOnes: number): Story => {
  // The bit differs in each event, as in `crowd`; without a fault nothing is flipped.
  const far = Array.from({ length: laterOnes }, (_, i): Event => ({ ...baseline, nonce: `far-${i}`, bit: i }))
  // From the last request so many steps back is the first one. Each copy is a request too, so the next copy is of the second one.
  const stepsBack = firsts + laterOnes - 1
  const copies = Array.from({ length: firsts }, (): Event => ({ ...replay, earlier: stepsBack }))
  return {
    rule: rules.anyClock,
    setting: usualSetting(oneKey),
    events: [...crowd(firsts), ...withFirstMove(far, seconds), ...withFirstMove(copies, -seconds)],
  }
}
/** The events, where the clock moves before the first of them. */
const withFirstMove = (events: ReadonlyArray<Event>, seconds: number): ReadonlyArray<Event> =>
  events.map((event, i) => (i === 0 ? { ...event, move: bySeconds(seconds) } : event))

export const leaps: ReadonlyArray<Gen.Gen<Story>> = [overFiveMinutes, overAnHour, overADay, overTenYears].flatMap(
  (seconds) => [
    Gen.constant(clockLeaps(seconds, 3, 1)),
    Gen.integer(250, 350).map((laterOnes) => clockLeaps(seconds, 3, laterOnes)),
  ],
)

const statelessRule =
  'only the nonce of a request is kept; its time and its permission are not used for the next request'

/**
 * The first request moves the clock by `gap` seconds, and it may be refused. Then one or two requests come with the clock back where
 * it was, at an edge: of their freshness, or of the time in which their key is valid.
 * @param when `now`: the verifier's first reading of the clock is moved; `later`: the second one, when the body has arrived.
 */
export const nothingLeftBehind = (gap: number, when: 'now' | 'later'): Gen.Gen<Story> =>
  Gen.record({
    fault: Gen.constantFrom<Fault | undefined>(undefined, 'not allowed', 'stranger'),
    limit: Gen.constantFrom(undefined, 'notBefore', 'notAfter'),
    // How far the limit is from the clock of the last requests. On the clock is the edge itself, so it is drawn twice as often.
    secondsAway: Gen.constantFrom(0, 0, 1, -1),
    // At the clock, and at the edges of freshness: the last second that may be ahead, one too many, one too old.
    stamp: Gen.constantFrom(clockUnchanged, byWindows(0, 1), byWindows(0, 1, 1), byWindows(-1, 0, -1)),
    isTwice: Gen.boolean,
  }).map(({ fault, limit, secondsAway, stamp, isTwice }) => {
    const disturbing: Event =
      when === 'now' ? { ...baseline, move: bySeconds(gap), fault } : { ...baseline, later: bySeconds(gap), fault }
    const next: Event = { ...baseline, nonce: 'next', move: bySeconds(-gap) }
    const last: Event = { ...baseline, nonce: 'last', stamp, move: isTwice ? clockUnchanged : bySeconds(-gap) }
    const events = isTwice ? [disturbing, next, last] : [disturbing, last]
    const registered = oneKey.map((key) => ({
      ...key,
      ...(limit !== undefined && { [limit]: usualClock + secondsAway }),
    }))
    return { rule: statelessRule, setting: usualSetting(registered), events }
  })
