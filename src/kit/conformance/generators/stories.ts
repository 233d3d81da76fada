/** Histories that were made for one rule each, some of hundreds or thousands of requests. */

import { alphanumerics } from '../../values/characters.ts'
import * as Gen from '../../values/Gen.ts'
import { mapEach } from '../../values/Labelled.ts'
import { joined, lookalikes, ofAppsAlone, ofNoncesAlone, words } from '../../values/lookalikes.ts'
import { type Generator, generatorFrom } from './Generator.ts'
import type { Event, Fault, Setting } from './played.ts'
import { again, bySeconds, byWindows, crowd, faults, historyOf, play, quiet, rules, still } from './played.ts'
import { inGroups } from './requestDrafts.ts'
import { type Pair, type Registered, similarPairs, usual, type Window } from './signedRequest.ts'

/** A history that was made for one rule. */
interface Story {
  readonly rule: string
  readonly setting: Setting
  readonly events: ReadonlyArray<Event>
}

const oneKey: ReadonlyArray<Registered> = [{ appId: 'app-1', pair: 'quick-0' }]

const settled = (registered: ReadonlyArray<Registered>): Setting => ({
  maxAge: 300,
  maxSkew: 60,
  start: usual,
  registered,
})

const remembered = 'a nonce is remembered as long as its timestamp is fresh, whatever the turns of the clock'

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
const longRemembered = (
  window: Window,
  end: number,
  last: Event,
  times: (life: number) => Gen.Gen<ReadonlyArray<number>>,
): Gen.Gen<Story> => {
  const life = window.maxAge + window.maxSkew
  return Gen.tuple(Gen.integer(usual, usual + 600), times(life)).map(([start, between]) => {
    const clocks = [0, ...between.map((time) => Math.min(time, end * life)), end * life].map(Math.floor)
    const events = clocks.map((clock, i): Event => {
      const move = bySeconds(clock - (clocks[i - 1] ?? 0))
      if (i === clocks.length - 1) return { ...last, move }
      return { ...quiet, move, stamp: byWindows(0, 1), ...(i > 0 && { nonce: `between-${i}` }) }
    })
    return { rule: remembered, setting: { ...window, start, registered: oneKey }, events }
  })
}
const anyTimes = (life: number) =>
  Gen.array(Gen.nat(life), { maxLength: 6 }).map((times) => times.toSorted((a, b) => a - b))
/** A second after each full age, where generations turn over. */
const fullAges = (maxAge: number) => (life: number) =>
  Gen.constant(Array.from({ length: 6 }, (_, i) => (i + 1) * (maxAge + 1)).filter((time) => time < life))

/**
 * The clock goes forward beyond the first request's freshness, and back: then the first comes again, or a new request does. In
 * between, a request is accepted or refused.
 */
const forthAndBack = (by: number, isNew: boolean, between: Partial<Event> = {}): Gen.Gen<Story> =>
  Gen.constantFrom<Window>({ maxAge: 300, maxSkew: 60 }, { maxAge: 60, maxSkew: 300 }, { maxAge: 5, maxSkew: 0 }).map(
    (window) => {
      // The timestamp of a new request is just not too old.
      const forth = window.maxAge + by
      const back = isNew ? bySeconds(-window.maxAge) : bySeconds(-forth)
      const events = [
        quiet,
        { ...quiet, ...between, move: bySeconds(forth), nonce: 'between' },
        { ...(isNew ? { ...quiet, nonce: 'last' } : again), move: back },
      ]
      return { rule: rules.anyClock, setting: { ...window, start: usual, registered: oneKey }, events }
    },
  )

const hour = 3601
const day = 86_401
const tenYears = 315_360_001

/**
 * Some requests, then the clock leaps and others are accepted there; it comes back, and all of the first come again. A guard that
 * sweeps by the clock that it sees, at intervals or in the part of its table that it touches, has forgotten them.
 */
const leapt = (by: number, firsts: number, others: number): Story => {
  const far = Array.from({ length: others }, (_, i): Event => ({ ...quiet, nonce: `far-${i}`, bit: i }))
  const copies = Array.from({ length: firsts }, (): Event => ({ ...again, back: firsts + others - 1 }))
  return {
    rule: rules.anyClock,
    setting: settled(oneKey),
    events: [
      ...crowd(firsts),
      ...far.map((event, i) => (i === 0 ? { ...event, move: bySeconds(by) } : event)),
      ...copies.map((event, i) => (i === 0 ? { ...event, move: bySeconds(-by) } : event)),
    ],
  }
}
const leaps: ReadonlyArray<Gen.Gen<Story>> = [301, hour, day, tenYears].flatMap((by) => [
  Gen.constant(leapt(by, 3, 1)),
  Gen.integer(250, 350).map((others) => leapt(by, 3, others)),
])

const nothingElse = 'a request leaves nothing behind for the next but its nonce: neither its clocks nor its permission'

/** A request at another clock, or with a later one, or that is refused; then one or two at an edge. */
const leftBehind = (gap: number, at: 'now' | 'later'): Gen.Gen<Story> =>
  Gen.record({
    fault: Gen.constantFrom<Fault | undefined>(undefined, 'not allowed', 'stranger'),
    edge: Gen.constantFrom(undefined, 'notBefore', 'notAfter'),
    by: Gen.constantFrom(0, 0, 1, -1),
    stamp: Gen.constantFrom(still, byWindows(0, 1), byWindows(0, 1, 1), byWindows(-1, 0, -1)),
    twice: Gen.boolean,
  }).map(({ fault, edge, by, stamp, twice }) => {
    const first: Event =
      at === 'now' ? { ...quiet, move: bySeconds(gap), fault } : { ...quiet, later: bySeconds(gap), fault }
    const next: Event = { ...quiet, nonce: 'next', move: bySeconds(-gap) }
    const events = [first, ...(twice ? [next] : []), { ...next, nonce: 'last', stamp, ...(twice && { move: still }) }]
    const registered = oneKey.map((key) => ({ ...key, ...(edge !== undefined && { [edge]: usual + by }) }))
    return { rule: nothingElse, setting: settled(registered), events }
  })

const apart =
  'nonces and app ids are compared exactly and each for itself: not as numbers, by a hash, cut short or joined'

/** A request of each of these, and then each again. */
const andAgain = (firsts: ReadonlyArray<Event>): ReadonlyArray<Event> => [
  ...firsts,
  ...firsts.map((): Event => ({ ...again, back: firsts.length - 1 })),
]
/** All of these nonces with one key: each is accepted, and refused when it comes again. */
const manyNonces = (before: Gen.Gen<string>, behind: Gen.Gen<string>): Gen.Gen<Story> => {
  const all = [...new Set([...lookalikes, ...ofNoncesAlone].flat().concat(words))].filter((text) =>
    /^[0-9A-Za-z-]*$/.test(text),
  )
  return Gen.tuple(Gen.shuffledSubarray(all, all.length), before, behind).map(([nonces, start, end]) => ({
    rule: apart,
    setting: settled([{ appId: 'app', pair: 'quick-0' }]),
    events: andAgain(nonces.map((nonce) => ({ ...quiet, nonce: nonce.length > 120 ? nonce : start + nonce + end }))),
  }))
}

/** Apps with names that are nearly the same, each with a key of its own: none passes for its neighbour. */
const manyApps = (names: ReadonlyArray<readonly [string, string]>, areBothKnown: boolean): Gen.Gen<Story> =>
  Gen.constantFrom(0, 1).map((first) => {
    const turned = names.map(([one, other]) => (first === 0 ? [one, other] : [other, one]) as [string, string])
    const apps = [...new Set(areBothKnown ? turned.flat() : turned.map(([one]) => one))]
    const neighbours = new Map([...turned, ...turned.map(([one, other]) => [other, one] as const)])
    const nonces = areBothKnown ? 'x' : 'y'
    return {
      rule: apart,
      setting: settled(apps.map((appId, i) => ({ appId, pair: `quick-${i}` }))),
      events: apps.flatMap(
        (appId, signer): ReadonlyArray<Event> => [
          { ...quiet, signer, nonce: nonces, called: neighbours.get(appId) as string },
          { ...quiet, signer, nonce: nonces },
        ],
      ),
    }
  })
/** Two keys and two nonces that are the same when they are joined. */
const joinedAlike = ({ one, other }: (typeof joined)[number]): Gen.Gen<Story> =>
  Gen.boolean.map((turned) => {
    const registered: ReadonlyArray<Registered> = [
      { appId: one[0], pair: 'app-1' },
      { appId: one[0], pair: 'app-1-next' },
      { appId: other[0], pair: 'app-2' },
    ]
    const both = [
      { ...quiet, nonce: one[1], signer: one[2] },
      { ...quiet, nonce: other[1], signer: 2 },
    ]
    return { rule: apart, setting: settled(registered), events: andAgain(turned ? both.toReversed() : both) }
  })

/** Each of these keys takes the same nonce once. */
const oneForEach = (pairsOf: ReadonlyArray<Pair>, appOf: (i: number) => string): Gen.Gen<Story> =>
  Gen.shuffledSubarray(pairsOf, pairsOf.length).map((all) => ({
    rule: rules.perKey,
    setting: settled(all.map((pair, i) => ({ appId: appOf(i), pair }))),
    events: andAgain(all.map((_, signer) => ({ ...quiet, signer }))),
  }))

/** A nonce comes again in another string to sign, and each of these again: fresh under a policy alone. */
const inOtherMessages: Gen.Gen<Story> = Gen.shuffledSubarray(['method', 'target', 'body', 'timestamp'] as const, 4).map(
  (parts) => {
    const others = parts.map(
      (part, i): Event => ({
        ...again,
        again: [part],
        method: 'GET',
        target: '/v1/jobs?a=1',
        body: '',
        move: part === 'timestamp' ? bySeconds(1) : still,
        back: i,
      }),
    )
    const repeated = [...parts, 0].map((): Event => ({ ...again, back: parts.length }))
    return { rule: rules.perKey, setting: settled(oneKey), events: [quiet, ...others, ...repeated] }
  },
)

/** A header that was good but not allowed comes again with each fault, and then as it is: what was checked once is checked again. */
const checkedAgain: Gen.Gen<Story> = Gen.shuffledSubarray(faults, faults.length).map((all) => ({
  rule: rules.unburnt,
  setting: settled([...oneKey, { appId: 'app-2', pair: 'app-2' }]),
  events: all.flatMap((fault, i): ReadonlyArray<Event> => {
    const honest = { ...quiet, nonce: `checked-${i}`, bit: i }
    return [{ ...honest, fault: 'not allowed' }, { ...honest, fault }, honest]
  }),
}))

/** Each refusal, and then the honest request with the same nonce: at once, or after all refusals; then the last comes again. */
const burnt = (isAtOnce: boolean): Gen.Gen<Story> =>
  Gen.shuffledSubarray(faults, faults.length).map((all) => {
    const refusals: ReadonlyArray<Event> = [
      ...all.map((fault, i): Event => ({ ...quiet, fault, bit: i })),
      { ...quiet, stamp: byWindows(-1, 0, -1) },
      { ...quiet, stamp: byWindows(0, 1, 1) },
      { ...quiet, signer: 2 },
      // The last, since the clock goes on.
      { ...quiet, later: bySeconds(301) },
    ].map((event, i) => ({ ...event, nonce: `burnt-${i}` }))
    const honest = refusals.map(({ nonce, signer }): Event => ({ ...quiet, nonce, signer }))
    const begun: Event = { ...quiet, signer: 2, nonce: 'burnt-begun', move: bySeconds(1000) }
    return {
      rule: rules.unburnt,
      setting: settled([
        { appId: 'app-1', pair: 'app-1' },
        { appId: 'app-2', pair: 'app-2' },
        { appId: 'app-1', pair: 'app-1-next', notBefore: usual + 301 },
      ]),
      events: [
        ...(isAtOnce ? refusals.flatMap((one, i) => [one, honest[i] as Event]) : [...refusals, ...honest]),
        begun,
        ...(isAtOnce ? [] : [{ ...again, back: 0 }]),
      ],
    }
  })

/** The same key stands twice, and counts from one second to the next by the other entry. */
const handedOver = (last: Event): Gen.Gen<Story> =>
  Gen.boolean.map((turned) => {
    const entries: ReadonlyArray<Registered> = [
      { appId: 'app-1', pair: 'app-1', notAfter: usual },
      { appId: 'app-1', pair: 'app-1', notBefore: usual + 1 },
    ]
    const setting = settled(turned ? entries.toReversed() : entries)
    return { rule: rules.perKey, setting, events: [quiet, { ...last, move: bySeconds(1) }] }
  })

const otherOne: Event = { ...quiet, nonce: 'last' }

const crowded = 'hundreds or thousands of requests change nothing for the next, and no nonce is forgotten'

/** The first key is quick, and its crowd is signed once for all. */
const crowdStory = (all: Gen.Gen<readonly [Partial<Setting>, Story['events']]>): Gen.Gen<Story> =>
  all.map(([some, events]) => {
    const registered: ReadonlyArray<Registered> = [...oneKey, { appId: 'app-2', pair: 'app-2' }]
    return { rule: crowded, setting: { ...settled(registered), ...some }, events }
  })

const sizes = Gen.integer(130, 300)
/** The last one is the first again, or new. */
const ends = [again, otherOne]

const oneInASecond = { move: bySeconds(1), stamp: still }
const crowdsOfHundreds: ReadonlyArray<Gen.Gen<Story>> = ends.flatMap((end) =>
  [
    // At one time: of the first's key and of another.
    sizes.map((count) => [{}, [quiet, ...crowd(count), end]] as const),
    sizes.map((count) => [{}, [quiet, ...crowd(count), { ...end, signer: 1 }, end]] as const),
    sizes.map((count) => [{}, [{ ...quiet, signer: 1 }, ...crowd(count), { ...end, signer: 1 }]] as const),
    // The same one again and again.
    sizes.map((count) => [{}, [quiet, otherOne, ...Array.from({ length: count }, () => again), end]] as const),
    // One in a second, up to the last in which the first is fresh.
    Gen.constant([{}, [quiet, ...crowd(300, oneInASecond), end]] as const),
    Gen.constant([
      { maxAge: 100, maxSkew: 100 },
      [{ ...quiet, stamp: byWindows(0, 1) }, ...crowd(200, oneInASecond), end],
    ] as const),
    // Younger than the first, and older.
    sizes.map((count) => [{ start: usual - 60 }, [quiet, ...crowd(count), end]] as const),
    sizes.map((count) => [{ start: usual + 300 }, [quiet, ...crowd(count), end]] as const),
    // With a window of a day, and of a second.
    sizes.map(
      (count) =>
        [{ maxAge: 86_400, maxSkew: 0 }, [quiet, ...crowd(count), { ...end, move: bySeconds(86_400) }]] as const,
    ),
    sizes.map(
      (count) => [{ maxAge: 1, maxSkew: 1 }, [quiet, ...crowd(count), { ...end, move: bySeconds(1) }]] as const,
    ),
  ].map(crowdStory),
)

/** A hundred with the same fault shut nobody out. */
const refused: ReadonlyArray<Gen.Gen<Story>> = faults.map((fault) =>
  crowdStory(Gen.constantFrom(...ends).map((end) => [{}, [quiet, ...crowd(100, { fault }), end]] as const)),
)

/**
 * Thousands, when the first is too old; then the clock goes back, so that it is fresh once more. More than a memory of 4,096 holds,
 * and no longer an answer than the runner reads.
 */
const throngs: ReadonlyArray<Gen.Gen<Story>> = [
  crowdStory(
    Gen.tuple(Gen.integer(4100, 4200), Gen.constantFrom(...ends)).map(([count, end]) => [
      { start: usual - 301 },
      [
        quiet,
        { ...quiet, nonce: 'second', move: bySeconds(301) },
        ...crowd(count),
        { ...again, back: count },
        { ...again, move: bySeconds(-1) },
        end,
      ],
    ]),
  ),
]

const told = (name: string, all: ReadonlyArray<Gen.Gen<Story>>): Generator =>
  generatorFrom(
    name,
    'verify',
    mapEach(all, ({ rule, setting, events }) => ({ ...historyOf(setting, play(setting, events)), rule })),
  )

export const stories: ReadonlyArray<Generator> = [
  told('story', [
    ...windows.flatMap((window) => [
      longRemembered(window, 1, again, fullAges(window.maxAge)),
      longRemembered(window, 1, again, anyTimes),
      longRemembered(window, 0.6, again, anyTimes),
      longRemembered(window, 1, otherOne, anyTimes),
    ]),
    ...[1, 2, 61, 1000, 86_400, 10_000_000].flatMap((by) => [
      forthAndBack(by, false),
      forthAndBack(by, false, { fault: 'stranger' }),
      forthAndBack(by, true),
    ]),
    ...leaps,
    // Of many chains, one that is swept at a far claim is then that of an early one.
    Gen.constant(leapt(day, 200, 300)),
    ...[-100_000, -400, -61, -1, 1, 61, 240, 300, 301, 100_000].flatMap((gap) => [
      leftBehind(gap, 'now'),
      leftBehind(gap, 'later'),
    ]),
    manyNonces(Gen.constant(''), Gen.constant('')),
    manyNonces(Gen.stringOf(alphanumerics, 1, 3), Gen.constant('')),
    manyNonces(Gen.constant(''), Gen.stringOf(alphanumerics, 1, 3)),
    ...[true, false].flatMap((areBothKnown) =>
      inGroups([...lookalikes, ...ofAppsAlone], 12).map((names) => manyApps(names, areBothKnown)),
    ),
    ...joined.map(joinedAlike),
    ...[similarPairs, ['app-1', 'app-1-next', 'app-2', 'bits-2049'] as const].flatMap((all) => [
      oneForEach(all, () => 'app'),
      oneForEach(all, (i) => `app-${i}`),
    ]),
    inOtherMessages,
    checkedAgain,
    burnt(true),
    burnt(false),
    handedOver(again),
    handedOver(otherOne),
  ]),
  told('crowd', [...crowdsOfHundreds, ...refused]),
  told('throng', throngs),
]
