/**
 * Stories about the clock of a verifier: it runs up to the last second in which a request is fresh, goes back, leaps, or moves while a
 * request comes in. They attack a guard that forgets by its own clock, and a verifier that keeps a reading of the clock.
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

/**
 * The first request is sent again in its last fresh second or earlier, after others in between. A guard forgets too early
 * that counts from its own clock, or that turns over its generations by the maximal age alone.
 */
export const replayedAtTheEnd = (
  window: Window,
  end: number,
  lastEvent: Event,
  times: (life: number) => Gen.Gen<ReadonlyArray<number>>,
): Gen.Gen<Story> => {
  const life = window.maxAge + window.maxSkew
  return Gen.tuple(Gen.integer(usualClock, usualClock + 600), times(life)).map(([start, between]) => {
    const clocks = [0, ...between.map((time) => Math.min(time, end * life)), end * life].map(Math.floor)
    const events = clocks.map((clock, i): Event => {
      const move = bySeconds(clock - (clocks[i - 1] ?? 0))
      if (i === clocks.length - 1) return { ...lastEvent, move }
      return { ...baseline, move, stamp: byWindows(0, 1), ...(i > 0 && { nonce: `between-${i}` }) }
    })
    return { rule: rememberedRule, setting: { ...window, start, registered: oneKey }, events }
  })
}
/** Some times within this number of seconds, in order. */
export const anyTimes = (life: number): Gen.Gen<ReadonlyArray<number>> =>
  Gen.array(Gen.nat(life), { maxLength: 6 }).map((times) => times.toSorted((a, b) => a - b))
/** Times one second after each full age, when the generations of a guard turn over. */
export const fullAges =
  (maxAge: number) =>
  (life: number): Gen.Gen<ReadonlyArray<number>> =>
    Gen.constant(Array.from({ length: 6 }, (_, i) => (i + 1) * (maxAge + 1)).filter((time) => time < life))

/**
 * The clock goes forward beyond the first request's freshness, and back: then the first comes again, or a new request does. In
 * between, a request is accepted or refused.
 */
export const clockGoesBack = (seconds: number, isNew: boolean, between: Partial<Event> = {}): Gen.Gen<Story> =>
  Gen.constantFrom<Window>({ maxAge: 300, maxSkew: 60 }, { maxAge: 60, maxSkew: 300 }, { maxAge: 5, maxSkew: 0 }).map(
    (window) => {
      // The timestamp of a new request is in its last fresh second.
      const forth = window.maxAge + seconds
      const back = isNew ? bySeconds(-window.maxAge) : bySeconds(-forth)
      const events = [
        baseline,
        { ...baseline, ...between, move: bySeconds(forth), nonce: 'between' },
        { ...(isNew ? { ...baseline, nonce: 'last' } : replay), move: back },
      ]
      return { rule: rules.anyClock, setting: { ...window, start: usualClock, registered: oneKey }, events }
    },
  )

const hour = 3601
export const day = 86_401
const tenYears = 315_360_001

/**
 * After some requests the clock leaps, and others are accepted there. It comes back, and all of the first come again. A guard that
 * sweeps by the clock that it sees, at intervals or in the part of its table that it touches, has forgotten them.
 */
export const clockLeaps = (seconds: number, firsts: number, laterOnes: number): Story => {
  const far = Array.from({ length: laterOnes }, (_, i): Event => ({ ...baseline, nonce: `far-${i}`, bit: i }))
  const copies = Array.from({ length: firsts }, (): Event => ({ ...replay, earlier: firsts + laterOnes - 1 }))
  return {
    rule: rules.anyClock,
    setting: usualSetting(oneKey),
    events: [
      ...crowd(firsts),
      ...far.map((event, i) => (i === 0 ? { ...event, move: bySeconds(seconds) } : event)),
      ...copies.map((event, i) => (i === 0 ? { ...event, move: bySeconds(-seconds) } : event)),
    ],
  }
}
export const leaps: ReadonlyArray<Gen.Gen<Story>> = [301, hour, day, tenYears].flatMap((seconds) => [
  Gen.constant(clockLeaps(seconds, 3, 1)),
  Gen.integer(250, 350).map((laterOnes) => clockLeaps(seconds, 3, laterOnes)),
])

const statelessRule =
  'only the nonce of a request is kept; its time and its permission are not used for the next request'

/** A request that moves the first or the second reading of the clock, and that may be refused. Then one or two requests come at an edge. */
export const nothingLeftBehind = (gap: number, when: 'now' | 'later'): Gen.Gen<Story> =>
  Gen.record({
    fault: Gen.constantFrom<Fault | undefined>(undefined, 'not allowed', 'stranger'),
    edge: Gen.constantFrom(undefined, 'notBefore', 'notAfter'),
    by: Gen.constantFrom(0, 0, 1, -1),
    stamp: Gen.constantFrom(clockUnchanged, byWindows(0, 1), byWindows(0, 1, 1), byWindows(-1, 0, -1)),
    twice: Gen.boolean,
  }).map(({ fault, edge, by: seconds, stamp, twice }) => {
    const disturbing: Event =
      when === 'now' ? { ...baseline, move: bySeconds(gap), fault } : { ...baseline, later: bySeconds(gap), fault }
    const probe: Event = { ...baseline, nonce: 'next', move: bySeconds(-gap) }
    const events = [
      disturbing,
      ...(twice ? [probe] : []),
      { ...probe, nonce: 'last', stamp, ...(twice && { move: clockUnchanged }) },
    ]
    const registered = oneKey.map((key) => ({ ...key, ...(edge !== undefined && { [edge]: usualClock + seconds }) }))
    return { rule: statelessRule, setting: usualSetting(registered), events }
  })
