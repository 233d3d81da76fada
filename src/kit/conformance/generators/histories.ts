/**
 * Random histories: up to sixteen requests to one verifier, with a moving clock, few nonces, and faults. The model of `played.ts` gives
 * each its verdict. A history ends with the last request that one rule decides in one way: so both sides of each rule come in every run.
 */
import * as Gen from '../../values/Gen.ts'
import { type Generator, generatorFrom } from './Generator.ts'
import type { Event, Move, Part, Setting } from './played.ts'
import { bySeconds, byWindows, clockUnchanged, faults, historyOf, play, rules } from './played.ts'
import type { Pair, Registered } from './signedRequest.ts'
import { pairs } from './signedRequest.ts'
import { stories } from './stories.ts'
import { clampClock, fractions, latestClock, startClocks, windowSizes } from './windows.ts'

const seldom = <A>(often: number, otherwise: Gen.Gen<A>): Gen.Gen<A | undefined> =>
  Gen.weighted<A | undefined>([often, Gen.constant(undefined)], [1, otherwise])

const appIds = Gen.shuffledSubarray(
  ['app-1', 'app-2', 'App-1', 'app-1.', '__proto__', 'constructor', '0', '~'.repeat(128)],
  2,
  2,
)

const edges = Gen.weighted([3, Gen.integer(-2, 302)], [1, Gen.logUniform(latestClock)])
const periods = Gen.record({
  notBefore: seldom(2, edges),
  notAfter: seldom(2, edges),
  revoked: seldom(12, Gen.boolean),
})

const settings: Gen.Gen<Setting> = Gen.record({
  maxAge: windowSizes,
  maxSkew: windowSizes,
  start: startClocks,
  apps: appIds,
  // The app of each further key, if it is registered.
  owners: Gen.array(Gen.constantFrom(0, 1, 0, undefined), { maxLength: 5 }),
  periods: Gen.array(periods, { minLength: 6, maxLength: 6 }),
}).map(({ maxAge, maxSkew, start, apps, owners, periods: drawn }) => {
  const registered: Array<Registered> = []
  for (const [i, owner] of [0, ...owners].entries()) {
    const appId = apps[owner ?? 2]
    if (appId === undefined || registered.filter((key) => key.appId === appId).length === 4) continue
    const { notBefore, notAfter, revoked } = drawn[i] as (typeof drawn)[number]
    registered.push({
      appId,
      pair: pairs[i] as Pair,
      ...(notBefore !== undefined && { notBefore: clampClock(start + notBefore) }),
      ...(notAfter !== undefined && { notAfter: clampClock(start + notAfter) }),
      ...(revoked !== undefined && { revoked }),
    })
  }
  return { maxAge, maxSkew, start, registered }
})

const secondsNearby = Gen.constantFrom(0, 1, -1)
const byFewWindows = Gen.tuple(secondsNearby, secondsNearby, Gen.integer(-2, 2)).map((windows) => byWindows(...windows))
/** The clock moves to the first or last second in which an earlier request is fresh, or to the second beside it. */
const toEdge = Gen.tuple(Gen.constantFrom('oldest', 'newest'), secondsNearby).map(
  ([edge, seconds]): Move =>
    ({ maxAge, maxSkew }, _, timestamp) =>
      edge === 'oldest' ? timestamp + maxAge + seconds : timestamp - maxSkew - seconds,
)
/** The clock moves to the first or last second in which a key counts, or to the second beside it. */
const toValidity = Gen.tuple(Gen.constantFrom('notBefore', 'notAfter'), secondsNearby).map(
  ([edge, seconds]): Move =>
    ({ registered }, clock) =>
      (registered.find((key) => key[edge] !== undefined)?.[edge] ?? clock) + seconds,
)
const moves: Gen.Gen<Move> = Gen.weighted<Move>(
  [4, Gen.constant(clockUnchanged)],
  [2, Gen.integer(-5, 20).map(bySeconds)],
  [2, toEdge],
  [5, toValidity],
  [1, byFewWindows],
)

/** Few nonces, so that they repeat. Some differ only in a letter's case, a hyphen or a zero. */
const fewNonces = Gen.constantFrom('n', 'N', 'n-', '0', '00', '-', '--proto--', 'a'.repeat(128))
/** Mostly the greatest length. It shrinks to the least length at which the port fails. */
const nonceLength = Gen.nat(1000).map((random) => Math.min(random + 1, 128))

const events: Gen.Gen<Event> = Gen.record({
  earlier: Gen.oneof(Gen.constant(0), Gen.constant(-1), Gen.nat(2000)),
  move: moves,
  fraction: fractions,
  later: seldom(4, Gen.oneof(toEdge, byFewWindows)),
  again: Gen.oneof(
    Gen.constant(undefined),
    Gen.weighted<ReadonlyArray<Part>>(
      [2, Gen.constant([])],
      [1, Gen.tuple(Gen.constantFrom<Part>('key', 'key', 'key', 'timestamp', 'method', 'target', 'body'))],
    ),
  ),
  signer: Gen.oneof(Gen.constant(0), Gen.nat(5)),
  nonce: fewNonces,
  stamp: Gen.weighted<Move>(
    [8, Gen.constant(clockUnchanged)],
    [1, byFewWindows],
    // The edges of freshness, and one second beyond each of them.
    [1, Gen.constantFrom(0, -1).map((seconds) => byWindows(-1, 0, seconds))],
    [1, Gen.constantFrom(0, 1).map((seconds) => byWindows(0, 1, seconds))],
  ),
  method: Gen.constantFrom('POST', 'GET', 'DELETE'),
  target: Gen.constantFrom('/v1/jobs', '/v1/jobs?a=1&a=2', '/'),
  body: Gen.constantFrom('', '{}', '\xff\0'),
  fault: seldom(6, Gen.constantFrom(...faults)),
  bit: Gen.nat(4095),
})

/**
 * Ends a history with the last step that this rule decides in this way. So both sides of each rule come in every run, and equally
 * often.
 */
const historyGenerator = generatorFrom(
  'history',
  'verify',
  Object.values(rules).flatMap((rule) =>
    [true, false].map((passes) =>
      Gen.tuple(settings, Gen.array(events, { minLength: 1, maxLength: 16 }), nonceLength)
        .map(([setting, drawnEvents, length]) => {
          const judged = play(
            setting,
            drawnEvents.map((event) => ({ ...event, nonce: event.nonce.slice(0, length) })),
          )
          const lastIndex = judged.findLastIndex((verdict) => verdict.rule === rule && verdict.passes === passes)
          return { setting, judged: judged.slice(0, lastIndex + 1) }
        })
        .filter(({ judged }) => judged.length > 0)
        .map(({ setting, judged }) => historyOf(setting, judged)),
    ),
  ),
  120,
)

/** `verify` with several steps. */
export const histories: ReadonlyArray<Generator> = [historyGenerator, ...stories]
