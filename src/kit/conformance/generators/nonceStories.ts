/**
 * Stories about nonces and keys: nonces that resemble each other, the same nonce with other keys or in other requests, and nonces of refused
 * requests. They attack a guard that compares nonces as numbers, cut or joined, and a verifier that uses up the nonce of a refused request.
 */
import * as Gen from '../../values/Gen.ts'
import { alikeNonces, type alikeWhenJoined, falsyTexts, lookalikes } from '../../values/lookalikes.ts'
import { baseline, bySeconds, byWindows, clockUnchanged, type Event, faults, replay, rules } from './played.ts'
import { oneKey, type Story, usualSetting } from './Story.ts'
import type { Pair, Registered } from './signedRequest.ts'
import { usualClock } from './windows.ts'

const comparedExactlyRule =
  'nonces and app ids are compared separately and character by character: not as numbers, not by a hash, not cut, and not joined into one text'

/**
 * These requests, and then a replay of each, in the same order. `earlier` counts back from the last request, and a replay is a request
 * too: after each replay the same distance reaches the next of the first requests.
 */
const withReplays = (firsts: ReadonlyArray<Event>): ReadonlyArray<Event> => [
  ...firsts,
  ...firsts.map((): Event => ({ ...replay, earlier: firsts.length - 1 })),
]

/** With a prefix and a suffix, a longer nonce could exceed the 128 characters that a nonce may have. */
const maxAffixedLength = 120

/** One key takes hundreds of nonces that resemble each other: each is accepted, and refused when it comes again. */
export const manyNonces = (prefixes: Gen.Gen<string>, suffixes: Gen.Gen<string>): Gen.Gen<Story> => {
  const nonceTexts = [...new Set([...lookalikes, ...alikeNonces].flat().concat(falsyTexts))].filter((nonce) =>
    /^[0-9A-Za-z-]*$/.test(nonce),
  )
  return Gen.tuple(Gen.shuffledSubarray(nonceTexts, nonceTexts.length), prefixes, suffixes).map(
    ([nonces, start, end]) => ({
      rule: comparedExactlyRule,
      setting: usualSetting([{ appId: 'app', pair: 'quick-0' }]),
      events: withReplays(
        nonces.map((nonce) => ({ ...baseline, nonce: nonce.length > maxAffixedLength ? nonce : start + nonce + end })),
      ),
    }),
  )
}

/** Apps with names that are nearly the same, each with a key of its own: none passes for its neighbour. */
export const manyApps = (pairs: ReadonlyArray<readonly [string, string]>, areBothKnown: boolean): Gen.Gen<Story> =>
  Gen.constantFrom(0, 1).map((knownSide) => {
    const orderedPairs = pairs.map(
      ([former, latter]) => (knownSide === 0 ? [former, latter] : [latter, former]) as [string, string],
    )
    const apps = [...new Set(areBothKnown ? orderedPairs.flat() : orderedPairs.map(([former]) => former))]
    const neighbours = new Map([...orderedPairs, ...orderedPairs.map(([former, latter]) => [latter, former] as const)])
    // All apps use this one nonce. Each of the two kinds of story has its own.
    const nonce = areBothKnown ? 'x' : 'y'
    return {
      rule: comparedExactlyRule,
      setting: usualSetting(apps.map((appId, i) => ({ appId, pair: `quick-${i}` }))),
      events: apps.flatMap(
        (appId, signer): ReadonlyArray<Event> => [
          { ...baseline, signer, nonce, claimedAppId: neighbours.get(appId) as string },
          { ...baseline, signer, nonce },
        ],
      ),
    }
  })
/** The keys and nonces of two requests are the same text when they are joined. */
export const alikeJoined = ({ one: former, other: latter }: (typeof alikeWhenJoined)[number]): Gen.Gen<Story> =>
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
export const sameNonceForEachKey = (pairsOf: ReadonlyArray<Pair>, appOf: (i: number) => string): Gen.Gen<Story> =>
  Gen.shuffledSubarray(pairsOf, pairsOf.length).map((shuffledPairs) => ({
    rule: rules.perKey,
    setting: usualSetting(shuffledPairs.map((pair, i) => ({ appId: appOf(i), pair }))),
    events: withReplays(shuffledPairs.map((_, signer) => ({ ...baseline, signer }))),
  }))

/**
 * A nonce comes again in other strings to sign, one for each member that may change. Then each of these requests is replayed, and the
 * first one too. Only a verifier under a policy accepts the nonce in another string to sign.
 */
export const nonceInOtherMessages: Gen.Gen<Story> = Gen.shuffledSubarray(
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
  const requestCount = 1 + members.length
  // The same distance reaches the next request each time, as in `withReplays`.
  const repeated = Array.from({ length: requestCount }, (): Event => ({ ...replay, earlier: requestCount - 1 }))
  return { rule: rules.perKey, setting: usualSetting(oneKey), events: [baseline, ...laterOnes, ...repeated] }
})

/** A valid header whose request was not allowed comes again with each fault, and then as it is. A verifier must check everything again. */
export const checkedAgainEachTime: Gen.Gen<Story> = Gen.shuffledSubarray(faults, faults.length).map(
  (shuffledFaults) => ({
    rule: rules.unburnt,
    setting: usualSetting([...oneKey, { appId: 'app-2', pair: 'app-2' }]),
    events: shuffledFaults.flatMap((fault, i): ReadonlyArray<Event> => {
      const honest = { ...baseline, nonce: `checked-${i}`, bit: i }
      return [{ ...honest, fault: 'not allowed' }, { ...honest, fault }, honest]
    }),
  }),
)

/**
 * Each refusal, and the valid request with the same nonce: right after it, or after all refusals. Then a request whose key became valid
 * meanwhile. If the valid requests came after all refusals, this last request is replayed at the end.
 */
export const refusalsBurnNoNonce = (isAtOnce: boolean): Gen.Gen<Story> =>
  Gen.shuffledSubarray(faults, faults.length).map((shuffledFaults) => {
    const refusals: ReadonlyArray<Event> = [
      ...shuffledFaults.map((fault, i): Event => ({ ...baseline, fault, bit: i })),
      { ...baseline, stamp: byWindows(-1, 0, -1) },
      { ...baseline, stamp: byWindows(0, 1, 1) },
      // Refused, because the key of signer 2 is not valid yet: see its `notBefore`.
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

/** The same key has two entries. From one second to the next, the other entry becomes the valid one. */
export const keyHandedOver = (lastEvent: Event): Gen.Gen<Story> =>
  Gen.boolean.map((turned) => {
    const entries: ReadonlyArray<Registered> = [
      { appId: 'app-1', pair: 'app-1', notAfter: usualClock },
      { appId: 'app-1', pair: 'app-1', notBefore: usualClock + 1 },
    ]
    const setting = usualSetting(turned ? entries.toReversed() : entries)
    return { rule: rules.perKey, setting, events: [baseline, { ...lastEvent, move: bySeconds(1) }] }
  })
