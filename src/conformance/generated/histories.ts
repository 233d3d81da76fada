/**
 * Requests to one verifier, with the verdict that the rules give to each. The verdicts are those of a model that
 * remembers each accepted request for ever. Two kinds of steps are left out, because the rules leave their verdict open:
 * - a nonce under another timestamp, when the timestamp under which it was accepted has been too old for the clock,
 * - a timestamp that was too old for an earlier reading of the clock, which has gone back since: a verifier may have
 *   forgotten, and then refuses all such timestamps.
 */
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import type { VerifyStep } from '../Vector.ts'
import { type Drawn, eachOf, type Generator, generator } from './Generator.ts'
import { joined, lookalikes } from './lookalikes.ts'
import {
  clamped,
  flippedBody,
  flippedSignature,
  fractions,
  hexOf,
  isFresh,
  keyOf,
  lineOf,
  type Pair,
  type Parts,
  pairs,
  type Registered,
  signatureOf,
  starts,
  usual,
  type Window,
  windowSizes,
} from './signedRequest.ts'

/** No app of a history has this key. */
const stranger: Pair = 'exponent-largest'

const once = 'a key takes each nonce once'
const perKey = 'a used nonce stays used in any other request of its key, and is unused with every other key'
const anyClock = 'a request is accepted once, whatever the clock does'
const unburnt = 'a refused request uses up no nonce'
const fresh = 'a timestamp is at most maxAge old and at most maxSkew ahead, both inclusive'
const stillFresh = 'a timestamp is still fresh when the body has arrived'
const valid = 'a key counts from notBefore to notAfter, when the body has arrived, unless it is revoked'
const rules = [once, perKey, anyClock, unburnt, fresh, stillFresh, valid]
const crowded = 'hundreds or thousands of requests change nothing for the next, and no nonce is forgotten'

/** Each makes a request wrong in one way. */
const faults = [
  'body',
  'method',
  'target',
  'nonce',
  'timestamp',
  'signature',
  'stranger',
  'other app',
  'unknown app',
  'two headers',
  'no header',
  'too large',
  'not allowed',
] as const
type Fault = (typeof faults)[number]

interface Setting extends Window {
  readonly start: number
  readonly registered: ReadonlyArray<Registered>
}

/** The clock moves by whole windows and seconds, or to an edge: of the freshness of an earlier request, or of a key's validity. */
type Move =
  | { readonly ages: number; readonly skews: number; readonly seconds: number }
  | { readonly edge: 'oldest' | 'newest' | 'notBefore' | 'notAfter'; readonly seconds: number }

type Part = 'timestamp' | 'method' | 'target' | 'body' | 'key'

interface Event {
  /** Which earlier request the clock moves to, and is sent again: 0 is the last, −1 the first. */
  readonly back: number
  readonly move: Move
  readonly fraction: number
  readonly later: Move | undefined
  /** Sent again: the same, or with other parts. */
  readonly again: ReadonlyArray<Part> | undefined
  readonly signer: number
  readonly nonce: string
  readonly stamp: Exclude<Move, { readonly edge: string }>
  readonly method: string
  readonly target: string
  readonly body: string
  readonly fault: Fault | undefined
  /** Which bit, or which other app. */
  readonly bit: number
}

/** So many requests with nonces of their own. */
interface Crowd {
  readonly crowd: number
}

const seldom = <A>(often: number, values: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.oneof({ weight: often, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })

const appIds = fc.shuffledSubarray(
  ['app-1', 'app-2', 'App-1', 'app-1.', '__proto__', 'constructor', '0', '~'.repeat(128)],
  {
    minLength: 2,
    maxLength: 2,
  },
)

const periods = fc.record({
  notBefore: seldom(4, fc.integer({ min: -2, max: 302 })),
  notAfter: seldom(4, fc.integer({ min: -2, max: 302 })),
  revoked: seldom(12, fc.boolean()),
})

const settings: fc.Arbitrary<Setting> = fc
  .record({
    maxAge: windowSizes,
    maxSkew: windowSizes,
    start: starts,
    apps: appIds,
    // The app of each further key, if it is registered.
    owners: fc.array(fc.constantFrom(0, 1, 0, undefined), { maxLength: 5 }),
    periods: fc.array(periods, { minLength: 6, maxLength: 6 }),
  })
  .map(({ maxAge, maxSkew, start, apps, owners, periods: drawn }) => {
    const registered: Array<Registered> = []
    for (const [i, owner] of [0, ...owners].entries()) {
      const appId = apps[owner ?? 2]
      if (appId === undefined || registered.filter((key) => key.appId === appId).length === 4) continue
      const { notBefore, notAfter, revoked } = drawn[i] as (typeof drawn)[number]
      registered.push({
        appId,
        pair: pairs[i] as Pair,
        ...(notBefore !== undefined && { notBefore: clamped(start + notBefore) }),
        ...(notAfter !== undefined && { notAfter: clamped(start + notAfter) }),
        ...(revoked !== undefined && { revoked }),
      })
    }
    return { maxAge, maxSkew, start, registered }
  })

const still = { ages: 0, skews: 0, seconds: 0 }
const nearby = fc.constantFrom(0, 1, -1)
const by = fc.record({ ages: nearby, skews: nearby, seconds: fc.integer({ min: -2, max: 2 }) })
const toEdge = fc.record({ edge: fc.constantFrom('oldest', 'newest'), seconds: nearby })
const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(still) },
  {
    weight: 2,
    arbitrary: fc.record({ ages: fc.constant(0), skews: fc.constant(0), seconds: fc.integer({ min: -5, max: 20 }) }),
  },
  { weight: 2, arbitrary: toEdge },
  { weight: 2, arbitrary: fc.record({ edge: fc.constantFrom('notBefore', 'notAfter'), seconds: nearby }) },
  { weight: 1, arbitrary: by },
)

/** Few, so that they meet again; some differ in a letter's case, a hyphen or a zero. */
const fewNonces = fc.constantFrom('n', 'N', 'n-', '0', '00', '-', '--proto--', 'a'.repeat(128))

const events: fc.Arbitrary<Event> = fc.record({
  back: fc.oneof(fc.constant(0), fc.constant(-1), fc.nat(2000)),
  move: moves,
  fraction: fractions,
  later: seldom(4, fc.oneof(toEdge, by)),
  again: fc.oneof(
    fc.constant(undefined),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom<Part>('key', 'key', 'key', 'timestamp', 'method', 'target', 'body')
          .map((part) => [part]),
      },
    ),
  ),
  signer: fc.oneof(fc.constant(0), fc.nat(5)),
  nonce: fewNonces,
  stamp: fc.oneof(
    { weight: 8, arbitrary: fc.constant(still) },
    { weight: 1, arbitrary: by },
    // The edges of freshness, and one second beyond.
    {
      weight: 1,
      arbitrary: fc.record({ ages: fc.constant(-1), skews: fc.constant(0), seconds: fc.constantFrom(0, -1) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ages: fc.constant(0), skews: fc.constant(1), seconds: fc.constantFrom(0, 1) }),
    },
  ),
  method: fc.constantFrom('POST', 'GET', 'DELETE'),
  target: fc.constantFrom('/v1/jobs', '/v1/jobs?a=1&a=2', '/'),
  body: fc.constantFrom('', '{}', '\xff\0'),
  fault: seldom(6, fc.constantFrom(...faults)),
  bit: fc.nat(4095),
})

/** In histories; one request says more about the limit. */
const bodyLimit = 16

interface Asked {
  readonly parts: Parts
  readonly pair: Pair
}

interface Judged {
  /** Signs it: most of a draw's time, and a history may end before it. */
  readonly step: () => VerifyStep
  readonly rule: string
  readonly passes: boolean
}

const moved = (setting: Setting, clock: number, move: Move, timestamp: number): number => {
  const { maxAge, maxSkew, registered } = setting
  if (!('edge' in move)) return clamped(clock + move.ages * maxAge + move.skews * maxSkew + move.seconds)
  switch (move.edge) {
    case 'oldest':
      return clamped(timestamp + maxAge + move.seconds)
    case 'newest':
      return clamped(timestamp - maxSkew - move.seconds)
    case 'notBefore':
    case 'notAfter': {
      const { edge } = move
      return clamped((registered.find((key) => key[edge] !== undefined)?.[edge] ?? clock) + move.seconds)
    }
  }
}

/** What an event asks for, perhaps by repeating an earlier request. */
const askedBy = (event: Event, { registered }: Setting, timestamp: number, earlier: Asked | undefined): Asked => {
  const { again, method, target, body, nonce } = event
  const { appId, pair } = registered[event.signer % registered.length] as Registered
  if (earlier === undefined || again === undefined)
    return { parts: { appId, method, target, timestamp, nonce, body }, pair }
  const { parts } = earlier
  if (again.includes('key')) return { parts: { ...parts, appId }, pair }
  const changes: Partial<Parts> = { timestamp, method, target, body }
  const changed = Object.fromEntries(Object.entries(changes).filter(([part]) => again.includes(part as Part)))
  return { parts: { ...parts, ...changed }, pair: earlier.pair }
}

type Sent = Pick<VerifyStep, 'method' | 'target' | 'authorization' | 'body' | 'allowed'>

const honestly = ({ parts, pair }: Asked): Sent => ({
  method: parts.method,
  target: parts.target,
  authorization: [lineOf(standard, parts, signatureOf(pair, parts))],
  body: hexOf(parts.body),
})

/** The request with one fault. */
const wrongly = (fault: Fault, asked: Asked, { registered }: Setting, bit: number): Sent => {
  const { parts, pair } = asked
  const honest = honestly(asked)
  const sentAs = (sent: Parts): ReadonlyArray<string> => [lineOf(standard, sent, signatureOf(pair, parts))]
  switch (fault) {
    case 'body':
      return { ...honest, body: hexOf(flippedBody(parts.body, bit)) }
    case 'method':
      return { ...honest, method: `${parts.method}X` }
    case 'target':
      return { ...honest, target: `${parts.target}x` }
    case 'nonce':
      return { ...honest, authorization: sentAs({ ...parts, nonce: parts.nonce === '1' ? '2' : '1' }) }
    case 'timestamp':
      return { ...honest, authorization: sentAs({ ...parts, timestamp: parts.timestamp + 1 }) }
    case 'signature':
      return {
        ...honest,
        authorization: [lineOf(standard, parts, flippedSignature(signatureOf(pair, parts), bit))],
      }
    case 'stranger':
      return honestly({ parts, pair: stranger })
    case 'other app': {
      const other = registered.find(({ appId }) => appId !== parts.appId)?.appId ?? 'other'
      return { ...honest, authorization: sentAs({ ...parts, appId: other }) }
    }
    case 'unknown app':
      return { ...honest, authorization: sentAs({ ...parts, appId: `x${parts.appId}`.slice(0, 128) }) }
    case 'two headers':
      return { ...honest, authorization: [...honest.authorization, ...honest.authorization] }
    case 'no header':
      return { ...honest, authorization: [] }
    case 'too large':
      return honestly({ parts: { ...parts, body: 'x'.repeat(bodyLimit + 1) }, pair })
    case 'not allowed':
      return { ...honest, allowed: false }
  }
}

const crowdParts = (i: number): Omit<Parts, 'appId'> => ({
  method: 'POST',
  target: '/v1/jobs',
  timestamp: usual,
  nonce: `crowd-${i}`,
  body: '',
})

/** The steps of the events, except those about which the rules leave the verdict open. */
const play = (setting: Setting, drawn: ReadonlyArray<Event | Crowd>): ReadonlyArray<Judged> => {
  const { registered, start, maxAge } = setting
  const judged: Array<Judged> = []
  const asked: Array<Asked> = []
  /** By key and nonce, the timestamps under which it was accepted. */
  const accepted = new Map<string, ReadonlyArray<number>>()
  const acceptedNonces = new Set<string>()
  const refused = new Set<string>()
  let clock = start
  let highest = 0

  /** The rule that decides, and the verdict; undefined if the rules leave it open. */
  const judge = (
    { parts: { timestamp, nonce, appId }, pair }: Asked,
    now: number,
    later: number,
    reached: number,
    fault: Fault | undefined,
  ): readonly [rule: string, passes: boolean] | undefined => {
    if (fault !== undefined) return [unburnt, false]
    if (!isFresh(setting, timestamp, now)) return [fresh, false]
    // The same key may stand twice: it counts if either does.
    const keys = registered.filter((one) => one.appId === appId && one.pair === pair)
    const counts = ({ notBefore = 0, notAfter = later, revoked = false }: Registered): boolean =>
      !revoked && notBefore <= later && later <= notAfter
    if (!keys.some(counts)) return [valid, false]
    if (!isFresh(setting, timestamp, later)) return [stillFresh, false]

    // Below this a verifier may have forgotten what it accepted, if it then refuses such timestamps for ever.
    const floor = reached - maxAge
    const earlier = accepted.get(`${pair} ${nonce}`) ?? []
    if (earlier.includes(timestamp)) return [timestamp < floor ? anyClock : once, false]
    if (earlier.some((one) => one >= floor)) return [perKey, false]
    if (earlier.length > 0 || timestamp < floor) return undefined

    if (acceptedNonces.has(nonce)) return [perKey, true]
    if (keys.some(({ notBefore, notAfter }) => notBefore !== undefined || notAfter !== undefined)) return [valid, true]
    if (refused.has(`${pair} ${nonce}`)) return [unburnt, true]
    if (now !== later) return [stillFresh, true]
    if (now < reached) return [anyClock, true]
    if (!isFresh(setting, timestamp, now + 1) || !isFresh(setting, timestamp, now - 1)) return [fresh, true]
    return [once, true]
  }

  const put = (
    one: Asked,
    now: number,
    later: number,
    fraction: number,
    fault: Fault | undefined,
    bit: number,
  ): void => {
    const reached = Math.max(highest, now, later)
    const verdict = judge(one, now, later, reached, fault)
    if (verdict === undefined) return
    const [rule, passes] = verdict
    const { parts, pair } = one
    const name = `${pair} ${parts.nonce}`
    highest = reached
    asked.push(one)
    if (passes) {
      accepted.set(name, [...(accepted.get(name) ?? []), parts.timestamp])
      acceptedNonces.add(parts.nonce)
    } else refused.add(name)
    const clocks = { now: now + fraction, ...(later !== now && { later: later + fraction }) }
    const step = () => ({ ...clocks, ...(fault === undefined ? honestly(one) : wrongly(fault, one, setting, bit)) })
    judged.push({ step, rule, passes })
  }

  for (const event of drawn) {
    if ('crowd' in event) {
      const { appId, pair } = registered[0] as Registered
      for (let i = 0; i < event.crowd; i++)
        put({ parts: { appId, ...crowdParts(i) }, pair }, clock, clock, 0, undefined, 0)
      continue
    }
    const { back, move, later, stamp, fraction, fault, bit } = event
    const earlier = back < 0 ? asked[0] : asked.at(-1 - (back % Math.max(asked.length, 1)))
    clock = moved(setting, clock, move, earlier?.parts.timestamp ?? clock)
    const one = askedBy(event, setting, moved(setting, clock, stamp, clock), earlier)
    const after = later === undefined ? clock : moved(setting, clock, later, one.parts.timestamp)
    put(one, clock, after, fraction, fault, bit)
    clock = after
  }
  return judged
}

/** The last step's rule is that of the run. */
const historyOf = (setting: Setting, judged: ReadonlyArray<Judged>): Drawn<'verify'> => ({
  input: {
    edition: 'international',
    authType: standard,
    maxAge: setting.maxAge,
    maxSkew: setting.maxSkew,
    bodyLimit,
    keys: setting.registered.map(keyOf),
    tokens: null,
    steps: judged.map(({ step }) => step()),
  },
  rule: judged.at(-1)?.rule ?? once,
  passes: judged.map(({ passes }) => passes),
})

const many: Generator = generator({
  name: 'history',
  op: 'verify',
  weight: 120,
  drawn: fc
    .tuple(settings, fc.array(events, { minLength: 1, maxLength: 16 }), fc.constantFrom(...rules), fc.boolean())
    .map(([setting, drawn, rule, passes]) => {
      // Up to the last step that the rule decides in this way: so all of them are met as often.
      const judged = play(setting, drawn)
      const last = judged.findLastIndex((one) => one.rule === rule && one.passes === passes)
      return historyOf(setting, last < 0 ? judged : judged.slice(0, last + 1))
    }),
})

/** A plain request that passes, or the first again. */
const quiet: Event = {
  back: -1,
  move: still,
  fraction: 0,
  later: undefined,
  again: undefined,
  signer: 0,
  nonce: 'first',
  stamp: still,
  method: 'POST',
  target: '/v1/jobs',
  body: '{}',
  fault: undefined,
  bit: 0,
}

const bySeconds = (seconds: number) => ({ ages: 0, skews: 0, seconds })
const again: Event = { ...quiet, again: [] }

/** A history that was made for one rule. */
interface Story {
  readonly rule: string
  readonly setting: Setting
  readonly events: ReadonlyArray<Event>
}

const oneKey: ReadonlyArray<Registered> = [{ appId: 'app-1', pair: 'app-1' }]

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
  times: (life: number) => fc.Arbitrary<ReadonlyArray<number>>,
): fc.Arbitrary<Story> => {
  const life = window.maxAge + window.maxSkew
  return fc.tuple(fc.integer({ min: usual, max: usual + 600 }), times(life)).map(([start, between]) => {
    const clocks = [0, ...between.map((time) => Math.min(time, end * life)), end * life].map(Math.floor)
    const events = clocks.map((clock, i): Event => {
      const move = bySeconds(clock - (clocks[i - 1] ?? 0))
      if (i === clocks.length - 1) return { ...last, move }
      return { ...quiet, move, stamp: { ages: 0, skews: 1, seconds: 0 }, ...(i > 0 && { nonce: `between-${i}` }) }
    })
    return { rule: remembered, setting: { ...window, start, registered: oneKey }, events }
  })
}
const anyTimes = (life: number) =>
  fc.array(fc.nat({ max: life }), { maxLength: 6 }).map((times) => times.toSorted((a, b) => a - b))
/** A second after each full age, where generations turn over. */
const fullAges = (maxAge: number) => (life: number) =>
  fc.constant(Array.from({ length: 6 }, (_, i) => (i + 1) * (maxAge + 1)).filter((time) => time < life))

/** The clock goes forward beyond the first request's freshness, and back: then the first comes again, or a new request does. */
const forthAndBack = (by: number, isNew: boolean): fc.Arbitrary<Story> =>
  fc
    .tuple(
      fc.constantFrom<Window>({ maxAge: 300, maxSkew: 60 }, { maxAge: 60, maxSkew: 300 }, { maxAge: 5, maxSkew: 0 }),
      fc.constantFrom<Partial<Event>>({}, { fault: 'stranger' }),
    )
    .map(([window, between]) => {
      // The timestamp of a new request is just not too old.
      const forth = window.maxAge + by
      const back = isNew ? bySeconds(-window.maxAge) : bySeconds(-forth)
      const events = [
        quiet,
        { ...quiet, ...between, move: bySeconds(forth), nonce: 'between' },
        { ...(isNew ? { ...quiet, nonce: 'last' } : again), move: back },
      ]
      return { rule: anyClock, setting: { ...window, start: usual, registered: oneKey }, events }
    })

const nothingElse = 'a request leaves nothing behind for the next but its nonce: neither its clocks nor its permission'

/** A request at another clock, or with a later one, or that is refused; then one or two at an edge. */
const leftBehind = (gap: number, at: 'now' | 'later'): fc.Arbitrary<Story> =>
  fc
    .record({
      fault: fc.constantFrom<Fault | undefined>(undefined, 'not allowed', 'stranger'),
      edge: fc.constantFrom(undefined, 'notBefore', 'notAfter'),
      by: fc.constantFrom(0, 0, 1, -1),
      stamp: fc.constantFrom(
        still,
        { ages: 0, skews: 1, seconds: 0 },
        { ages: 0, skews: 1, seconds: 1 },
        { ages: -1, skews: 0, seconds: -1 },
      ),
      twice: fc.boolean(),
    })
    .map(({ fault, edge, by, stamp, twice }) => {
      const first: Event =
        at === 'now' ? { ...quiet, move: bySeconds(gap), fault } : { ...quiet, later: bySeconds(gap), fault }
      const next: Event = { ...quiet, nonce: 'next', move: bySeconds(-gap) }
      const events = [first, ...(twice ? [next] : []), { ...next, nonce: 'last', stamp, ...(twice && { move: still }) }]
      const registered = oneKey.map((key) => ({ ...key, ...(edge !== undefined && { [edge]: usual + by }) }))
      return { rule: nothingElse, setting: { maxAge: 300, maxSkew: 60, start: usual, registered }, events }
    })

const apart =
  'nonces and app ids are compared exactly and each for itself: not as numbers, by a hash, cut short or joined'

/** Two requests that a careless map takes for one, and then one of them again or not. */
const alike = ([appId, nonce, otherApp, otherNonce]: (typeof joined)[number]): fc.Arbitrary<Story> =>
  fc.record({ turned: fc.boolean(), isAgain: fc.boolean(), back: fc.nat(1) }).map(({ turned, isAgain, back }) => {
    const registered: ReadonlyArray<Registered> = [
      { appId, pair: 'app-1' },
      ...(appId === otherApp ? [] : [{ appId: otherApp, pair: 'app-2' } as const]),
    ]
    const one = { ...quiet, nonce }
    const other = { ...quiet, nonce: otherNonce, signer: 1 }
    const events = turned ? [other, one] : [one, other]
    return {
      rule: apart,
      setting: { maxAge: 300, maxSkew: 60, start: usual, registered },
      events: isAgain ? [...events, { ...again, back }] : events,
    }
  })

/** The same key stands twice, and counts from one second to the next by the other entry. */
const handedOver = (last: Event): fc.Arbitrary<Story> =>
  fc.boolean().map((turned) => {
    const entries: ReadonlyArray<Registered> = [
      { appId: 'app-1', pair: 'app-1', notAfter: usual },
      { appId: 'app-1', pair: 'app-1', notBefore: usual + 1 },
    ]
    return {
      rule: perKey,
      setting: { maxAge: 300, maxSkew: 60, start: usual, registered: turned ? entries.toReversed() : entries },
      events: [quiet, { ...last, move: bySeconds(1) }],
    }
  })

const told = (stories: ReadonlyArray<fc.Arbitrary<Story>>): ReadonlyArray<fc.Arbitrary<Drawn<'verify'>>> =>
  stories.map((each) =>
    each.map(({ rule, setting, events: all }) => ({ ...historyOf(setting, play(setting, all)), rule })),
  )

const otherOne: Event = { ...quiet, nonce: 'last' }
const stories: Generator = generator({
  name: 'story',
  op: 'verify',
  ...eachOf<'verify'>(
    told([
      ...windows.flatMap((window) => [
        longRemembered(window, 1, again, fullAges(window.maxAge)),
        longRemembered(window, 1, again, anyTimes),
        longRemembered(window, 0.6, again, anyTimes),
        longRemembered(window, 1, otherOne, anyTimes),
      ]),
      ...[1, 2, 61, 1000, 86_400, 10_000_000].flatMap((by) => [forthAndBack(by, false), forthAndBack(by, true)]),
      ...[-100_000, -400, -61, -1, 1, 61, 240, 300].flatMap((gap) => [
        leftBehind(gap, 'now'),
        leftBehind(gap, 'later'),
      ]),
      ...lookalikes.map(([one, other]) => alike(['app', one, 'app', other])),
      ...lookalikes.map(([one, other]) => alike([one, 'x', other, 'x'])),
      ...joined.map(alike),
      handedOver(again),
      handedOver(otherOne),
    ]),
  ),
})

/** One request, so many others, and then the first again, or a new one. */
const crowdOf = (count: fc.Arbitrary<number>): fc.Arbitrary<Drawn<'verify'>> =>
  fc
    .record({
      window: fc.constantFrom({ maxAge: 300, maxSkew: 60 }, { maxAge: 86_400, maxSkew: 0 }, { maxAge: 1, maxSkew: 1 }),
      count,
      between: fc.array(events, { maxLength: 2 }),
      last: fc.oneof(
        { weight: 1, arbitrary: fewNonces.map((nonce) => ({ ...quiet, nonce })) },
        {
          weight: 1,
          arbitrary: fc.oneof(
            fc.constant({ ...quiet, again: [] }),
            fc.nat(2000).map((back) => ({ ...quiet, back, again: [] })),
            fc
              .constantFrom<Part>('method', 'target', 'body')
              .map((part) => ({ ...quiet, method: 'GET', target: '/', body: '', again: [part] })),
            // The first request's last fresh second.
            fc.constant({ ...quiet, move: { edge: 'oldest', seconds: 0 } as const, again: [] }),
          ),
        },
      ),
    })
    .map(({ window, count: size, between, last }) => {
      const setting = { ...window, start: usual, registered: [{ appId: 'app-1', pair: 'app-1' }] } as const
      const judged = play(setting, [quiet, { crowd: size }, { ...quiet, again: [] }, ...between, last])
      return { ...historyOf(setting, judged), rule: crowded }
    })

/** `verify` with several steps. */
export const histories: ReadonlyArray<Generator> = [
  many,
  stories,
  generator({ name: 'crowd', op: 'verify', weight: 5, drawn: crowdOf(fc.integer({ min: 130, max: 300 })) }),
  generator({ name: 'throng', op: 'verify', weight: 1, drawn: crowdOf(fc.integer({ min: 2000, max: 2200 })) }),
]
