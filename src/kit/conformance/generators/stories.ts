/**
 * Histories for one rule each: a fixed sequence of requests to one verifier, with drawn sizes and orders. Each attacks a bug that a random
 * history seldom meets: a guard that forgets by its own clock, nonces compared as numbers, a nonce that a refused request uses up, a
 * memory of 4,096 entries. A story gives events alone: the model of `played.ts` knows the verdicts, and `historyOf` signs.
 */

import { alphanumerics } from '../../values/characters.ts'
import * as Gen from '../../values/Gen.ts'
import { mapEach } from '../../values/Labelled.ts'
import { alikeAppIds, alikeNonces, alikeWhenJoined, falsyTexts, lookalikes } from '../../values/lookalikes.ts'
import { type Generator, generatorFrom } from './Generator.ts'
import type { Event, Fault, Setting } from './played.ts'
import {
  baseline,
  bySeconds,
  byWindows,
  clockUnchanged,
  crowd,
  faults,
  historyOf,
  play,
  replay,
  rules,
} from './played.ts'
import { inGroups } from './requestDrafts.ts'
import { type Pair, type Registered, similarPairs, usualClock, type Window } from './signedRequest.ts'

/** A history that was made for one rule. */
interface Story {
  readonly rule: string
  readonly setting: Setting
  readonly events: ReadonlyArray<Event>
}

const oneKey: ReadonlyArray<Registered> = [{ appId: 'app-1', pair: 'quick-0' }]

const usualSetting = (registered: ReadonlyArray<Registered>): Setting => ({
  maxAge: 300,
  maxSkew: 60,
  start: usualClock,
  registered,
})

const rememberedRule = 'a nonce is remembered as long as its timestamp is fresh, whatever the turns of the clock'

const windows: ReadonlyArray<Window> = [
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
const replayedAtTheEnd = (
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
const anyTimes = (life: number) =>
  Gen.array(Gen.nat(life), { maxLength: 6 }).map((times) => times.toSorted((a, b) => a - b))
/** Times one second after each full age, when the generations of a guard turn over. */
const fullAges = (maxAge: number) => (life: number) =>
  Gen.constant(Array.from({ length: 6 }, (_, i) => (i + 1) * (maxAge + 1)).filter((time) => time < life))

/**
 * The clock goes forward beyond the first request's freshness, and back: then the first comes again, or a new request does. In
 * between, a request is accepted or refused.
 */
const clockGoesBack = (seconds: number, isNew: boolean, between: Partial<Event> = {}): Gen.Gen<Story> =>
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
const day = 86_401
const tenYears = 315_360_001

/**
 * After some requests the clock leaps, and others are accepted there. It comes back, and all of the first come again. A guard that
 * sweeps by the clock that it sees, at intervals or in the part of its table that it touches, has forgotten them.
 */
const clockLeaps = (seconds: number, firsts: number, laterOnes: number): Story => {
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
const leaps: ReadonlyArray<Gen.Gen<Story>> = [301, hour, day, tenYears].flatMap((seconds) => [
  Gen.constant(clockLeaps(seconds, 3, 1)),
  Gen.integer(250, 350).map((laterOnes) => clockLeaps(seconds, 3, laterOnes)),
])

const statelessRule =
  'a request leaves nothing behind for the next but its nonce: neither its clocks nor its permission'

/** A request that moves the first or the second reading of the clock, and that may be refused. Then one or two requests come at an edge. */
const nothingLeftBehind = (gap: number, when: 'now' | 'later'): Gen.Gen<Story> =>
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

const comparedExactlyRule =
  'nonces and app ids are compared exactly and each for itself: not as numbers, by a hash, cut short or joined'

/** These requests, and then a replay of each. */
const withReplays = (firsts: ReadonlyArray<Event>): ReadonlyArray<Event> => [
  ...firsts,
  ...firsts.map((): Event => ({ ...replay, earlier: firsts.length - 1 })),
]
/** One key takes hundreds of nonces that resemble each other: each is accepted, and refused when it comes again. */
const manyNonces = (prefixes: Gen.Gen<string>, suffixes: Gen.Gen<string>): Gen.Gen<Story> => {
  const nonceTexts = [...new Set([...lookalikes, ...alikeNonces].flat().concat(falsyTexts))].filter((nonce) =>
    /^[0-9A-Za-z-]*$/.test(nonce),
  )
  return Gen.tuple(Gen.shuffledSubarray(nonceTexts, nonceTexts.length), prefixes, suffixes).map(
    ([nonces, start, end]) => ({
      rule: comparedExactlyRule,
      setting: usualSetting([{ appId: 'app', pair: 'quick-0' }]),
      events: withReplays(
        nonces.map((nonce) => ({ ...baseline, nonce: nonce.length > 120 ? nonce : start + nonce + end })),
      ),
    }),
  )
}

/** Apps with names that are nearly the same, each with a key of its own: none passes for its neighbour. */
const manyApps = (pairs: ReadonlyArray<readonly [string, string]>, areBothKnown: boolean): Gen.Gen<Story> =>
  Gen.constantFrom(0, 1).map((knownSide) => {
    const orderedPairs = pairs.map(
      ([former, latter]) => (knownSide === 0 ? [former, latter] : [latter, former]) as [string, string],
    )
    const apps = [...new Set(areBothKnown ? orderedPairs.flat() : orderedPairs.map(([former]) => former))]
    const neighbours = new Map([...orderedPairs, ...orderedPairs.map(([former, latter]) => [latter, former] as const)])
    const nonces = areBothKnown ? 'x' : 'y'
    return {
      rule: comparedExactlyRule,
      setting: usualSetting(apps.map((appId, i) => ({ appId, pair: `quick-${i}` }))),
      events: apps.flatMap(
        (appId, signer): ReadonlyArray<Event> => [
          { ...baseline, signer, nonce: nonces, claimedAppId: neighbours.get(appId) as string },
          { ...baseline, signer, nonce: nonces },
        ],
      ),
    }
  })
/** The keys and nonces of two requests are the same text when they are joined. */
const alikeJoined = ({ one: former, other: latter }: (typeof alikeWhenJoined)[number]): Gen.Gen<Story> =>
  Gen.boolean.map((turned) => {
    const registered: ReadonlyArray<Registered> = [
      { appId: former[0], pair: 'app-1' },
      { appId: former[0], pair: 'app-1-next' },
      { appId: latter[0], pair: 'app-2' },
    ]
    const both = [
      { ...baseline, nonce: former[1], signer: former[2] },
      { ...baseline, nonce: latter[1], signer: 2 },
    ]
    return {
      rule: comparedExactlyRule,
      setting: usualSetting(registered),
      events: withReplays(turned ? both.toReversed() : both),
    }
  })

/** Several keys use the same nonce, once each. */
const sameNonceForEachKey = (pairsOf: ReadonlyArray<Pair>, appOf: (i: number) => string): Gen.Gen<Story> =>
  Gen.shuffledSubarray(pairsOf, pairsOf.length).map((shuffledPairs) => ({
    rule: rules.perKey,
    setting: usualSetting(shuffledPairs.map((pair, i) => ({ appId: appOf(i), pair }))),
    events: withReplays(shuffledPairs.map((_, signer) => ({ ...baseline, signer }))),
  }))

/** A nonce comes again in another string to sign, and each of these again: fresh under a policy alone. */
const nonceInOtherMessages: Gen.Gen<Story> = Gen.shuffledSubarray(
  ['method', 'target', 'body', 'timestamp'] as const,
  4,
).map((members) => {
  const laterOnes = members.map(
    (member, i): Event => ({
      ...replay,
      again: [member],
      method: 'GET',
      target: '/v1/jobs?a=1',
      body: '',
      move: member === 'timestamp' ? bySeconds(1) : clockUnchanged,
      earlier: i,
    }),
  )
  const repeated = [...members, 0].map((): Event => ({ ...replay, earlier: members.length }))
  return { rule: rules.perKey, setting: usualSetting(oneKey), events: [baseline, ...laterOnes, ...repeated] }
})

/** A header that was good but not allowed comes again with each fault, and then as it is: what was checked once is checked again. */
const checkedAgainEachTime: Gen.Gen<Story> = Gen.shuffledSubarray(faults, faults.length).map((shuffledFaults) => ({
  rule: rules.unburnt,
  setting: usualSetting([...oneKey, { appId: 'app-2', pair: 'app-2' }]),
  events: shuffledFaults.flatMap((fault, i): ReadonlyArray<Event> => {
    const honest = { ...baseline, nonce: `checked-${i}`, bit: i }
    return [{ ...honest, fault: 'not allowed' }, { ...honest, fault }, honest]
  }),
}))

/**
 * Each refusal, and the valid request with the same nonce: right after it, or after all refusals. At the end the last request comes
 * again.
 */
const refusalsBurnNoNonce = (isAtOnce: boolean): Gen.Gen<Story> =>
  Gen.shuffledSubarray(faults, faults.length).map((shuffledFaults) => {
    const refusals: ReadonlyArray<Event> = [
      ...shuffledFaults.map((fault, i): Event => ({ ...baseline, fault, bit: i })),
      { ...baseline, stamp: byWindows(-1, 0, -1) },
      { ...baseline, stamp: byWindows(0, 1, 1) },
      { ...baseline, signer: 2 },
      // This event is the last one, because it moves the clock.
      { ...baseline, later: bySeconds(301) },
    ].map((event, i) => ({ ...event, nonce: `burnt-${i}` }))
    const honest = refusals.map(({ nonce, signer }): Event => ({ ...baseline, nonce, signer }))
    const begun: Event = { ...baseline, signer: 2, nonce: 'burnt-begun', move: bySeconds(1000) }
    return {
      rule: rules.unburnt,
      setting: usualSetting([
        { appId: 'app-1', pair: 'app-1' },
        { appId: 'app-2', pair: 'app-2' },
        { appId: 'app-1', pair: 'app-1-next', notBefore: usualClock + 301 },
      ]),
      events: [
        ...(isAtOnce ? refusals.flatMap((refusal, i) => [refusal, honest[i] as Event]) : [...refusals, ...honest]),
        begun,
        ...(isAtOnce ? [] : [{ ...replay, earlier: 0 }]),
      ],
    }
  })

/** The same key stands twice, and counts from one second to the next by the other entry. */
const keyHandedOver = (lastEvent: Event): Gen.Gen<Story> =>
  Gen.boolean.map((turned) => {
    const entries: ReadonlyArray<Registered> = [
      { appId: 'app-1', pair: 'app-1', notAfter: usualClock },
      { appId: 'app-1', pair: 'app-1', notBefore: usualClock + 1 },
    ]
    const setting = usualSetting(turned ? entries.toReversed() : entries)
    return { rule: rules.perKey, setting, events: [baseline, { ...lastEvent, move: bySeconds(1) }] }
  })

const newRequest: Event = { ...baseline, nonce: 'last' }

const crowdRule = 'hundreds or thousands of requests change nothing for the next, and no nonce is forgotten'

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
const crowdsOfHundreds: ReadonlyArray<Gen.Gen<Story>> = crowdsBefore.map((before, i) =>
  crowdStory(before(eachOrder[i % eachOrder.length] as LastEvents)),
)

/** A hundred requests with the same fault must not lock out anybody. */
const crowdsOfRefusals: ReadonlyArray<Gen.Gen<Story>> = faults.map((fault) =>
  crowdStory(Gen.constantFrom(...lastEvents).map((end) => [{}, [baseline, ...crowd(100, { fault }), end]] as const)),
)

/**
 * Thousands, when the first is too old; then the clock goes back, so that it is fresh once more. More than a memory of 4,096 holds,
 * and no longer an answer than the runner reads.
 */
const thousands: ReadonlyArray<Gen.Gen<Story>> = [
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

const generatorOfStories = (name: string, gens: ReadonlyArray<Gen.Gen<Story>>): Generator =>
  generatorFrom(
    name,
    'verify',
    mapEach(gens, ({ rule, setting, events }) => ({ ...historyOf(setting, play(setting, events)), rule })),
  )

export const stories: ReadonlyArray<Generator> = [
  generatorOfStories('story', [
    ...windows.flatMap((window) => [
      replayedAtTheEnd(window, 1, replay, fullAges(window.maxAge)),
      replayedAtTheEnd(window, 1, replay, anyTimes),
      replayedAtTheEnd(window, 0.6, replay, anyTimes),
      replayedAtTheEnd(window, 1, newRequest, anyTimes),
    ]),
    ...[1, 2, 61, 1000, 86_400, 10_000_000].flatMap((seconds) => [
      clockGoesBack(seconds, false),
      clockGoesBack(seconds, false, { fault: 'stranger' }),
      clockGoesBack(seconds, true),
    ]),
    ...leaps,
    // Among many chains, a claim at the far clock sweeps the chain of an early claim.
    Gen.constant(clockLeaps(day, 200, 300)),
    ...[-100_000, -400, -61, -1, 1, 61, 240, 300, 301, 100_000].flatMap((gap) => [
      nothingLeftBehind(gap, 'now'),
      nothingLeftBehind(gap, 'later'),
    ]),
    manyNonces(Gen.constant(''), Gen.constant('')),
    manyNonces(Gen.stringOf(alphanumerics, 1, 3), Gen.constant('')),
    manyNonces(Gen.constant(''), Gen.stringOf(alphanumerics, 1, 3)),
    ...[true, false].flatMap((areBothKnown) =>
      inGroups([...lookalikes, ...alikeAppIds], 12).map((pairs) => manyApps(pairs, areBothKnown)),
    ),
    ...alikeWhenJoined.map(alikeJoined),
    ...[similarPairs, ['app-1', 'app-1-next', 'app-2', 'bits-2049'] as const].flatMap((keyPairs) => [
      sameNonceForEachKey(keyPairs, () => 'app'),
      sameNonceForEachKey(keyPairs, (i) => `app-${i}`),
    ]),
    nonceInOtherMessages,
    checkedAgainEachTime,
    refusalsBurnNoNonce(true),
    refusalsBurnNoNonce(false),
    keyHandedOver(replay),
    keyHandedOver(newRequest),
  ]),
  generatorOfStories('crowd', [...crowdsOfHundreds, ...crowdsOfRefusals]),
  generatorOfStories('throng', thousands),
]
