/** Histories: requests to one verifier, one after the other. */
import * as fc from 'fast-check'
import { crowds } from './crowds.ts'
import { type Generator, generator } from './Generator.ts'
import { type Event, faults, historyOf, type Move, type Part, play, rules, type Setting, still } from './played.ts'
import { clamped, fractions, type Pair, pairs, type Registered, starts, windowSizes } from './signedRequest.ts'
import { stories } from './stories.ts'

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

/** `verify` with several steps. */
export const histories: ReadonlyArray<Generator> = [many, stories, ...crowds]
