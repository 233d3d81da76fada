/**
 * One request to a verifier: valid, or with one fault in what is signed, in what is sent, or in the verifier's settings. A request is a
 * draft (`requestDrafts.ts`) after one change, and the label of the change says whether it passes:
 *
 *   validAndInvalid<Change>('a request is accepted only if the app is allowed to send it', withPermission(true), withPermission(false))
 */
import { flow } from 'fp-ts/lib/function.js'
import * as Gen from '../../values/Gen.ts'
import { linesRule, wrongLineCounts } from '../../values/headers/writers.ts'
import { innerPartsOfTargets } from '../../values/innerParts.ts'
import { constants, mapEach, mapValues, onePerChange, validAndInvalid } from '../../values/Labelled.ts'
import { alikeLongTokens, alikeTokens, falsyTexts, lookalikes } from '../../values/lookalikes.ts'
import * as parts from '../../values/parts.ts'
import { targetRule, targets } from '../../values/targets.ts'
import { type GeneratedInput, type Generator, generatorFrom } from './Generator.ts'
import { publicKeys } from './keys.ts'
import { largeRequest } from './largeBody.ts'
import * as drafts from './requestDrafts.ts'
import { atClock, type Change, type Changes, type Draft, inputOf, signAndSend, withValidity } from './requestDrafts.ts'
import type { Pair, Registered } from './signedRequest.ts'
import { configurations, lastOfMany, orNone, settingSamples } from './verifierSettings.ts'
import { latestClock, usualClock } from './windows.ts'

// ---- Every request, whether it is signed or has a token

const lengthRule = 'a body has at most bodyLimit bytes'

/** Bodies whose length is the limit plus an excess. A negative excess makes a body below the limit. */
const bodiesBeyondLimit = (...excessGens: ReadonlyArray<Gen.Gen<number>>): ReadonlyArray<Gen.Gen<Change>> =>
  [...constants([0, 1, 64]), Gen.nat(3000)].flatMap((limits) =>
    excessGens.map((excesses) =>
      Gen.tuple(limits, excesses).map(([limit, excess]) => (draft) => ({
        ...signAndSend({ body: 'b'.repeat(Math.max(limit + excess, 0)) })(draft),
        bodyLimit: limit,
      })),
    ),
  )

const withPermission = (allowed: boolean): Gen.Gen<Change> => Gen.constant((draft) => ({ ...draft, allowed }))

/** Unlike `toUpperCase`, changes ASCII letters only: `ß` stays. */
const upper = (method: string): string => method.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** `http://a.example/b` → `/b`, `http://a.example?b` → `/?b`. An origin-form, and a text of neither form, stays. */
export const originOf = (target: string): string => {
  const [, withoutOrigin = target] = /^(?!\/).*?:\/\/[^/?]*(.*)$/s.exec(target) ?? []
  return withoutOrigin === target || withoutOrigin.startsWith('/') ? withoutOrigin : `/${withoutOrigin}`
}

/** Characters of several bytes, and characters that a reader of text removes. */
const multibyteTexts = ['\u00e9', '\u20ac', '\u{1f600}', 'e\u0301', '\r\n', ' ', '\0', '"\\']
/** A draft has the bytes of its body as characters. The last piece is a byte that is not UTF-8. */
const multibytePieces = [...multibyteTexts.map((text) => Buffer.from(text).toString('latin1')), '\xff']

/** Bodies of such characters, at the limit or one byte beyond it: the limit counts bytes, not characters. */
const multibyteBodies = (excess: number): ReadonlyArray<Gen.Gen<Change>> =>
  mapEach(constants(multibytePieces), (piece) => (draft) => {
    const body = piece.repeat(24)
    return { ...signAndSend({ body })(draft), bodyLimit: body.length - excess }
  })

const commonSamples: ReadonlyArray<Changes> = [
  validAndInvalid<Change>(
    'a request is accepted only if the app is allowed to send it',
    withPermission(true),
    withPermission(false),
  ),
  validAndInvalid<Change>(
    lengthRule,
    bodiesBeyondLimit(Gen.constant(0), Gen.integer(-3000, 0)),
    bodiesBeyondLimit(Gen.constant(1), Gen.integer(1, 3000)),
  ),
  validAndInvalid<Change>(
    lengthRule,
    [
      ...multibyteBodies(0),
      // These limits overflow 31 or 32 bits.
      ...mapEach(constants([2 ** 31, 2 ** 32, 2 ** 53 - 1]), (bodyLimit) => (draft: Draft) => ({
        ...signAndSend({ body: '{}' })(draft),
        bodyLimit,
      })),
    ],
    multibyteBodies(1),
  ),
]

/** The request line. */
export const lineSamples: Changes = [
  ...mapValues(parts.methods, (method) => signAndSend({ method: upper(method) })),
  ...validAndInvalid<Change>(
    'a method is sent in upper case',
    [],
    mapEach(constants(['post', 'Post', 'get']), (method) => drafts.sendOnly(() => ({ method }))),
  ),
  ...mapValues([...targets, ...innerPartsOfTargets], (target) => (draft: Draft) => ({
    ...signAndSend({ target: originOf(target) })(draft),
    sent: { target },
  })),
]

// ---- The rules that compare numbers

/** Windows in seconds. 0 comes three times as often as the others, because some programs treat it like a window that was not set. */
const usualWindows = Gen.constantFrom(0, 0, 0, 1, 60, 300, 86_400)
/** Windows that overflow: as 32 bits of milliseconds, as 64 bits of nanoseconds, and the last as a double of milliseconds. */
const overflowingWindows = Gen.constantFrom(2_147_484, 4_294_968, 9_223_372_037, 10_000_000_000, 9_007_199_254_741)
const windowSizes = Gen.weighted([4, usualWindows], [1, Gen.logUniform(1_000_000)], [2, overflowingWindows])

/**
 * The seconds around which the compared numbers lie. Only near 0 a verifier shows that it misreads 0 or negative numbers. Only far from 0
 * it shows that it takes seconds for milliseconds. At 2^40, a double still holds the fraction of a second.
 */
const origins = [Gen.constant(usualClock), ...constants([0, 1]), Gen.logUniform(2 ** 40)]

/** Near 0 the gap is one second: no timestamp is below 0. */
const gapAt = (origin: number, gap: number): number => (origin < usualClock ? Math.sign(gap) : gap)

/** Seconds from a limit, on its valid side. */
const distancesWithin = Gen.oneof(Gen.constant(0), Gen.logUniform(100_000))
/** So many seconds that 32 bits hold the same number as without them. */
const wrappingDistances = Gen.constantFrom(2 ** 31, 2 ** 32, 2 ** 33)
/** Seconds beyond a limit. */
const distancesBeyond = Gen.weighted(
  [2, Gen.constant(1)],
  [2, Gen.logUniform(100_000).map((seconds) => seconds + 1)],
  [1, wrappingDistances],
)
const negate = (seconds: number): number => -seconds

const clockPlaces = ['now', 'later'] as const
/** Fractions of a second. A double of the latest clock rounds more than 0.999 up to the next second. */
const fractions = [Gen.constant(0), Gen.constantFrom(0.5, 0.999)]

interface Compared<Distance> {
  readonly origin: number
  /** Which reading of the clock is near the limit. */
  readonly when: (typeof clockPlaces)[number]
  readonly fraction: number
  /** The length of the window, in seconds. */
  readonly size: number
  readonly distance: Distance
}
/** Requests near a limit, for each origin, reading of the clock and fraction of a second. `distances` are seconds from the limit. */
const atEachOrigin = <Distance>(
  distances: Gen.Gen<Distance>,
  changeFor: (compared: Compared<Distance>) => Change,
): ReadonlyArray<Gen.Gen<Change>> =>
  origins.flatMap((origin) =>
    clockPlaces.flatMap((place) =>
      fractions.map((fraction) =>
        Gen.record({ origin, when: Gen.constant(place), fraction, size: windowSizes, distance: distances }).map(
          (compared) => changeFor(compared),
        ),
      ),
    ),
  )

/** Clocks so many seconds past the last fresh second. */
const agesBeyondWindow = (secondsPast: Gen.Gen<number>): ReadonlyArray<Gen.Gen<Change>> =>
  atEachOrigin(secondsPast, ({ origin, when, fraction, size, distance }) =>
    atClock(origin, origin + Math.max(size + distance, 0) + fraction, when, { maxAge: size }),
  )

/** Clocks so many seconds before the first fresh second. */
const skewsBeyondWindow = (secondsBefore: Gen.Gen<number>): ReadonlyArray<Gen.Gen<Change>> =>
  atEachOrigin(secondsBefore, ({ origin, when, fraction, size, distance }) => {
    const ahead = Math.max(size + gapAt(origin, distance), 0)
    return atClock(origin + size, origin + size - ahead + fraction, when, { maxSkew: size })
  })

/** Seconds beyond the limit that overflow to a number within it: as 32 bits of milliseconds, or as 64 bits of nanoseconds. */
const overflows = constants([2_147_484, 4_294_968, 9_223_372_037, 10_000_000_000, 18_446_744_074])
const farOff = (direction: 1 | -1): ReadonlyArray<Gen.Gen<Change>> => [
  ...mapEach(overflows, (seconds) =>
    atClock(usualClock, usualClock + direction * seconds, 'now', { maxAge: 300, maxSkew: 60 }),
  ),
  // Some programs treat a window of 0 like a window that was not set.
  Gen.constant(atClock(usualClock, usualClock + direction, 'now', { maxAge: 0, maxSkew: 0 })),
]

/** Uses a drawn number as a coin, too: a draw of its own would change what a seed draws. */
const isHeads = (drawnNumber: number): boolean => drawnNumber % 2 === 0

/** Clocks so many seconds on the valid side of an edge. Half of the keys have the other edge as well, where it changes nothing. */
const aroundKeyLimit = (edge: 'notBefore' | 'notAfter', gaps: Gen.Gen<number>): ReadonlyArray<Gen.Gen<Change>> =>
  atEachOrigin(
    Gen.tuple(gaps, Gen.integer(-1000, 1000)),
    ({ origin, when, fraction, distance: [gapFromEdge, timestampAhead] }) => {
      const limit = origin % latestClock
      const gap = gapAt(limit, gapFromEdge)
      const clock = edge === 'notBefore' ? limit + gap : limit - gap
      const bothLimits = { notBefore: Math.min(clock, limit), notAfter: Math.max(clock, limit) }
      const hasBothLimits = isHeads(timestampAhead) && clock >= 0
      const validity = { ...(hasBothLimits && bothLimits), [edge]: limit }
      return flow(atClock(Math.max(clock + timestampAhead, 0), clock + fraction, when), withValidity(validity))
    },
  )

/** Half of the keys have limits, too: a revoked key is refused within them. */
const withRevocation = (revoked: boolean): ReadonlyArray<Gen.Gen<Change>> =>
  clockPlaces.map((when) =>
    Gen.tuple(Gen.nat(1000), Gen.oneof(...fractions)).map(([age, fraction]) => {
      const validity = { revoked, ...(isHeads(age) && { notBefore: usualClock, notAfter: latestClock }) }
      return flow(atClock(usualClock, usualClock + age + fraction, when), withValidity(validity))
    }),
  )

const clockSamples: Changes = [
  ...validAndInvalid<Change>(
    'at the first check and at the last, a timestamp is at most maxAge old',
    agesBeyondWindow(distancesWithin.map(negate)),
    [...agesBeyondWindow(distancesBeyond), ...farOff(1)],
  ),
  ...validAndInvalid<Change>(
    'at the first check and at the last, a timestamp is at most maxSkew ahead',
    skewsBeyondWindow(distancesWithin.map(negate)),
    [...skewsBeyondWindow(distancesBeyond), ...farOff(-1)],
  ),
  ...(['notBefore', 'notAfter'] as const).flatMap((edge) =>
    validAndInvalid<Change>(
      `a key is valid ${edge === 'notBefore' ? 'from its notBefore on' : 'up to its notAfter'}; the verifier reads the clock when the body has arrived`,
      aroundKeyLimit(edge, distancesWithin),
      aroundKeyLimit(edge, distancesBeyond.map(negate)),
    ),
  ),
  ...validAndInvalid<Change>('a revoked key is not accepted', withRevocation(false), withRevocation(true)),
]

// ---- The keys of an app

/** Two key pairs or more, in any order. The app has all of them but the first. */
const fewPairs = Gen.shuffledSubarray(
  ['app-1', 'app-1-next', 'app-2', 'exponent-65539', 'exponent-largest'] as const,
  2,
)

/** The app has these keys, in any order, and signs with this one. */
const appHoldsKeys =
  (held: ReadonlyArray<Pair>, signer: Pair): Change =>
  (draft) => ({
    ...draft,
    pair: signer,
    keys: [...held].sort().map((pair) => ({ appId: draft.parts.appId, pair })),
  })

/** The app signs with one of its keys. */
const anyOfItsKeys = fewPairs.map(([, ...held]) => appHoldsKeys(held, held[0] as Pair))
/** The app signs with a key that is not registered. */
const unregisteredKey = fewPairs.map(([unregistered, ...held]) => appHoldsKeys(held, unregistered as Pair))

/** The ways in which a key is not valid at the usual clock. */
const invalidities = constants([{ revoked: true }, { notAfter: usualClock - 1 }, { notBefore: usualClock + 1 }])

/** The app of the draft has two keys, one of which is not valid. They come in either order, and have one length or two. */
const besideAnotherKey = (
  keysOf: (signer: Registered, besideKey: Registered, invalidity: Partial<Registered>) => ReadonlyArray<Registered>,
): ReadonlyArray<Gen.Gen<Change>> =>
  invalidities.flatMap((oneInvalidity) =>
    [true, false].map((turned) =>
      Gen.tuple(oneInvalidity, Gen.constantFrom('app-2', 'bits-3072')).map(([invalidity, besidePair]) => (draft) => {
        const { appId } = draft.parts
        const pair = draft.pair === besidePair ? 'app-1' : draft.pair
        const keys = keysOf({ appId, pair }, { appId, pair: besidePair }, invalidity)
        return { ...atClock(usualClock, usualClock, 'now')(draft), pair, keys: turned ? keys.toReversed() : keys }
      }),
    ),
  )

const signedSamples: Changes = [
  ...validAndInvalid<Change>(
    'a key that is not valid changes nothing for the other keys of its app',
    besideAnotherKey((signer, besideKey, invalidity) => [signer, { ...besideKey, ...invalidity }]),
    besideAnotherKey((signer, besideKey, invalidity) => [{ ...signer, ...invalidity }, besideKey]),
  ),
  ...validAndInvalid<Change>(
    'any key of the app can make the signature',
    // Three of four valid requests have any keys, and one the longest key.
    [anyOfItsKeys, anyOfItsKeys, anyOfItsKeys, Gen.constant(appHoldsKeys(['bits-8192', 'app-2'], 'bits-8192'))],
    unregisteredKey,
  ),
]

// ---- Tokens

/** The app of each token: `falsyTexts` first, because some languages take such an app id for none. */
const falsyAppOf = (i: number): string => falsyTexts[i] ?? String(i)

/** A verifier knows the tokens `held`, and gets requests with the tokens `tokensSent`, one after the other. */
const tokensToOneVerifier = (
  held: ReadonlyArray<string>,
  tokensSent: ReadonlyArray<string>,
  appOf: (i: number) => string = falsyAppOf,
): GeneratedInput<'verify'> => {
  const draft: Draft = {
    ...drafts.plainDraft,
    keys: [],
    tokens: held.map((token, i) => ({ appId: appOf(i), token })),
  }
  return {
    input: { ...inputOf(draft), steps: tokensSent.flatMap((token) => inputOf({ ...draft, token }).steps) },
    rule: 'a token is compared exactly, and each token is accepted any number of times',
    passes: tokensSent.map((token) => held.includes(token)),
    changes: tokensSent.map((token) => (held.includes(token) ? 'a known token' : 'a token that resembles a known one')),
  }
}

/** Pairs of tokens that some program confuses. Neither token may count as the other. */
const tokenPairs = [...lookalikes, ...alikeTokens, ...alikeLongTokens]
const alikeTokenTexts = [...new Set(tokenPairs.flat())]

/** The first tokens of the pairs, or the second ones: a verifier that knows one of each pair must refuse the other. */
const heldOfPairs = (place: 0 | 1): ReadonlyArray<string> => [
  ...new Set(tokenPairs.map((pair) => pair[place] as string)),
]

/** The verifier knows the tokens `held`, and gets all tokens of the pairs in any order. */
const allOfPairs = (held: ReadonlyArray<string>): Gen.Gen<GeneratedInput<'verify'>> =>
  Gen.shuffledSubarray(alikeTokenTexts, alikeTokenTexts.length).map((tokensSent) =>
    tokensToOneVerifier(held, tokensSent),
  )

const tokenWords = [...falsyTexts, 'Bearer', 'bearer', 'app', 'a-token', 'A', 'a']
const mostWordsHeld = 12

/** The verifier knows at least so many of the words, and gets all of them in any order. */
const wordsHeld = (fewestWords: number): Gen.Gen<GeneratedInput<'verify'>> =>
  Gen.tuple(
    Gen.shuffledSubarray(tokenWords, fewestWords, mostWordsHeld),
    Gen.shuffledSubarray(tokenWords, tokenWords.length),
  ).map(([held, tokensSent]) => tokensToOneVerifier(held, tokensSent))

const thousandTokens = Array.from({ length: 1000 }, (_, i) => `token-${i}`)

/** The verifier knows a few tokens, and gets each of them, then each with one more character, and then each again. */
const longerByOne = Gen.array(drafts.anyToken, { minLength: 1, maxLength: 6 }).map((drawnTokens) => {
  const held = [...new Set(drawnTokens)]
  const longer = held.map((token) => `${token}=`)
  return tokensToOneVerifier(held, [...held, ...longer, ...held], () => 'app')
})

/** A token signs nothing. Still, the target of its request must follow the rule, and so has no fragment. */
const targetsOfTokens = validAndInvalid<Change>(
  targetRule,
  mapEach(constants(['/', '/%23', '/a?b']), (target) => signAndSend({ target })),
  mapEach(constants(['/#', '/a#', '/a#b', '/a?b#c', '/a%23#']), (target) => signAndSend({ target })),
)
const lineCounts = validAndInvalid<Change>(
  linesRule,
  [],
  mapEach(wrongLineCounts, (writeLines) => (draft) => ({ ...draft, writeLines })),
)

const tokenRequests: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = [
  allOfPairs(alikeTokenTexts),
  allOfPairs(heldOfPairs(0)),
  allOfPairs(heldOfPairs(1)),
  ...[0, 1, 2, 3].map(wordsHeld),
  Gen.constant(thousandTokens).map((held) =>
    tokensToOneVerifier(held, ['token-0', 'token-999', 'token-1000', 'token-', 'token-0']),
  ),
  // Twice: so many tokens are possible that one run in each round is few.
  longerByOne,
  longerByOne,
  ...drafts.inBatches([...lineSamples, ...targetsOfTokens, ...lineCounts], {
    ...drafts.plainDraft,
    token: drafts.knownToken,
  }),
  ...drafts.requestsOf(
    drafts.signedDrafts.map(
      (draft): Draft => ({
        ...draft,
        edition: 'international',
        tokens: drafts.plainDraft.tokens,
        token: drafts.knownToken,
      }),
    ),
    commonSamples.flatMap(drafts.twoPerSide),
  ),
]

/** `verify` with one step. */
export const requests: ReadonlyArray<Generator> = [
  generatorFrom(
    'request-to-verify',
    'verify',
    drafts.requestsOf(drafts.signedDrafts, [...signedSamples, ...commonSamples.flat()]),
  ),
  generatorFrom('clock-to-verify', 'verify', drafts.requestsOf(drafts.signedDrafts, clockSamples)),
  { ...generatorFrom('token-to-verify', 'verify', tokenRequests), kind: 'batch' },
  generatorFrom('configured-verifier', 'verify', [
    ...configurations,
    lastOfMany,
    largeRequest,
    ...mapEach(drafts.requestsOf(drafts.signedDrafts, settingSamples), orNone),
  ]),
  generatorFrom(
    'key-to-verify',
    'verify',
    mapEach(
      drafts.requestsOf(
        drafts.signedDrafts,
        mapValues(onePerChange(publicKeys), (key) => (draft) => ({ ...draft, otherKeys: [{ appId: 'third', key }] })),
      ),
      orNone,
    ),
  ),
]
