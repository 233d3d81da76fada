/**
 * Stories with hundreds or thousands of requests, for a guard whose memory is too small: it forgets old nonces, or refuses new requests.
 */
import * as Gen from '../../values/Gen.ts'
import {
  baseline,
  bySeconds,
  byWindows,
  clockUnchanged,
  crowd,
  type Event,
  faults,
  replay,
  type Setting,
} from './played.ts'
import { newRequest, oneKey, type Story, usualSetting } from './Story.ts'
import type { Registered } from './signedRequest.ts'
import { usualClock } from './windows.ts'

const crowdRule =
  'after hundreds or thousands of requests, the next request is judged in the same way, and no nonce is forgotten'

/** The first key is a quick one, and its crowd is signed only once. */
const crowdStory = (all: Gen.Gen<readonly [Partial<Setting>, Story['events']]>): Gen.Gen<Story> =>
  all.map(([some, events]) => {
    const registered: ReadonlyArray<Registered> = [...oneKey, { appId: 'app-2', pair: 'app-2' }]
    return { rule: crowdRule, setting: { ...usualSetting(registered), ...some }, events }
  })

const crowdSizes = Gen.integer(130, 300)
/** The event after a crowd: the first request again, or a new one. */
const lastEvents = [replay, newRequest]
type LastEvents = readonly [next: Event, last: Event]
/** Both events, in either order: a full memory may forget the first request, or refuse new ones. */
const eachOrder: ReadonlyArray<LastEvents> = [
  [replay, newRequest],
  [newRequest, replay],
]

const oneInASecond = { move: bySeconds(1), stamp: clockUnchanged }

/** Hundreds of requests, and the events after them. */
const crowdsBefore: ReadonlyArray<(inOrder: LastEvents) => Gen.Gen<readonly [Partial<Setting>, Story['events']]>> = [
  // Requests at one time: of the first request's key, and of another key.
  (inOrder) => crowdSizes.map((count) => [{}, [baseline, ...crowd(count), ...inOrder]]),
  ([next, last]) => crowdSizes.map((count) => [{}, [baseline, ...crowd(count), { ...next, signer: 1 }, next, last]]),
  (inOrder) =>
    crowdSizes.map((count) => {
      const ofOtherKey = inOrder.map((end) => ({ ...end, signer: 1 }))
      return [{}, [{ ...baseline, signer: 1 }, ...crowd(count), ...ofOtherKey]]
    }),
  // The same request again and again, after another one that was accepted.
  (inOrder) =>
    crowdSizes.map((count) => [
      {},
      [baseline, newRequest, ...Array<Event>(count).fill(replay), ...inOrder, { ...baseline, nonce: 'new' }],
    ]),
  // One request in each second, up to the last second in which the first request is fresh.
  (inOrder) => Gen.constant([{}, [baseline, ...crowd(300, oneInASecond), ...inOrder]]),
  (inOrder) =>
    Gen.constant([
      { maxAge: 100, maxSkew: 100 },
      [{ ...baseline, stamp: byWindows(0, 1) }, ...crowd(200, oneInASecond), ...inOrder],
    ]),
  // Requests with later and with earlier timestamps than the first one.
  (inOrder) => crowdSizes.map((count) => [{ start: usualClock - 60 }, [baseline, ...crowd(count), ...inOrder]]),
  (inOrder) => crowdSizes.map((count) => [{ start: usualClock + 300 }, [baseline, ...crowd(count), ...inOrder]]),
  // Verifiers with a window of a day, and of a second.
  ([next, last]) =>
    crowdSizes.map((count) => [
      { maxAge: 86_400, maxSkew: 0 },
      [baseline, ...crowd(count), { ...next, move: bySeconds(86_400) }, last],
    ]),
  ([next, last]) =>
    crowdSizes.map((count) => [
      { maxAge: 1, maxSkew: 1 },
      [baseline, ...crowd(count), { ...next, move: bySeconds(1) }, last],
    ]),
]

/** Each crowd has one order of its last events. So both orders come, and no crowd comes twice. */
export const crowdsOfHundreds: ReadonlyArray<Gen.Gen<Story>> = crowdsBefore.map((before, i) =>
  crowdStory(before(eachOrder[i % eachOrder.length] as LastEvents)),
)

/** A hundred requests with the same fault must not lock out anybody. */
export const crowdsOfRefusals: ReadonlyArray<Gen.Gen<Story>> = faults.map((fault) =>
  crowdStory(Gen.constantFrom(...lastEvents).map((end) => [{}, [baseline, ...crowd(100, { fault }), end]] as const)),
)

/**
 * Thousands of requests, when the first request is too old. Then the clock goes back, so that the first is fresh once more. They are more
 * than a memory of 4,096 entries holds, and few enough for an answer that the runner reads.
 */
export const thousands: ReadonlyArray<Gen.Gen<Story>> = [
  crowdStory(
    Gen.tuple(Gen.integer(4100, 4200), Gen.constantFrom(...lastEvents)).map(([count, end]) => [
      { start: usualClock - 301 },
      [
        baseline,
        { ...baseline, nonce: 'second', move: bySeconds(301) },
        ...crowd(count),
        { ...replay, earlier: count },
        { ...replay, move: bySeconds(-1) },
        end,
      ],
    ]),
  ),
]
