/** One request to a verifier: valid, or with one fault in what is signed, in what is sent, or in the verifier's settings. */
import { createPublicKey } from 'node:crypto'
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import type { VerifyInput, VerifyKey } from '../Vector.ts'
import {
  alphanumerics,
  capitals,
  letters,
  ofAppIds,
  ofAuthTypes,
  ofMethods,
  ofNonces,
  ofTargets,
  ofTokens,
} from './characters.ts'
import { type Drawn, type Generator, generator, type Sample, sides, textOf, withOne } from './Generator.ts'
import {
  bearerRule,
  authTypes as configuredTypes,
  type ItemName,
  itemsIn,
  linesRule,
  misspellings,
  orders,
  rightly,
  severalLines,
  signatureRule,
  tokenRule,
  typeRule,
  type Written,
  writings,
} from './headers.ts'
import { keys, pemOf } from './keys.ts'
import { methods as anyMethods, nonces as anyNonces, appIds, targets, timestamps } from './parts.ts'
import {
  flippedBody,
  flippedSignature,
  hexOf,
  keyOf,
  latestClock,
  type Pair,
  type Parts,
  pemsOf,
  type Registered,
  signatureOf,
  starts,
  usual,
  type Window,
  windowSizes,
} from './signedRequest.ts'

const bytesOf = (least: number, most: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.nat(255).map((byte) => String.fromCharCode(byte)),
    minLength: least,
    maxLength: most,
    size: 'max',
  })

type SomeParts = Parts<number | string>

/** A request, and the verifier that it meets. */
interface Draft extends Window {
  readonly edition: VerifyInput['edition']
  readonly authType: string
  readonly bodyLimit: number
  readonly keys: ReadonlyArray<Registered>
  readonly otherKeys: VerifyInput['keys']
  readonly tokens: VerifyInput['tokens']
  readonly now: number
  readonly later?: number
  readonly allowed?: boolean
  readonly pair: Pair
  /** As they are signed. */
  readonly parts: SomeParts
  /** What is sent in their place. */
  readonly sent: Partial<SomeParts>
  readonly order: ReadonlyArray<ItemName>
  readonly written: Written
  /** The Authorization lines, of each written one. */
  readonly lines: (line: string) => ReadonlyArray<string>
  readonly signature: (signature: string) => string
  /** In place of a signature. */
  readonly token?: string
}

type Change = (draft: Draft) => Draft

const inputOf = (draft: Draft): VerifyInput => {
  const { edition, authType, maxAge, maxSkew, tokens, now, later, allowed, pair, parts, token } = draft
  const sent = { ...parts, ...draft.sent }
  const values = {
    app_id: sent.appId,
    nonce_str: sent.nonce,
    timestamp: String(sent.timestamp),
    signature: draft.signature(signatureOf(pair, parts)),
  }
  const written = token === undefined ? draft.written(authType, itemsIn(draft.order, values)) : [`Bearer ${token}`]
  return {
    edition,
    authType,
    maxAge,
    maxSkew,
    bodyLimit: draft.bodyLimit,
    keys: [...draft.keys.map(keyOf), ...draft.otherKeys],
    tokens,
    steps: [
      {
        now,
        ...(later !== undefined && { later }),
        method: sent.method,
        target: sent.target,
        authorization: written.flatMap(draft.lines),
        body: hexOf(sent.body),
        ...(allowed !== undefined && { allowed }),
      },
    ],
  }
}

const methods = fc.oneof(fc.constantFrom('POST', 'GET', 'PUT'), textOf(ofMethods, 1, 32))
const someTargets = fc.oneof(
  fc.constantFrom('/v1/jobs', '/', '/?', '//', '/v1/jobs?b=2&a=1&a=1', '/%7e/%zz', "/a/../b;c'd\\"),
  textOf(ofTargets, 0, 40).map((rest) => `/${rest}`),
)
const nonces = fc.oneof(textOf(ofNonces, 1, 40), textOf(ofNonces, 127, 128))
const names = fc.oneof(fc.constantFrom('app-1', '__proto__', 'constructor'), textOf(ofAppIds, 1, 128))
const bodies = fc.oneof(fc.constantFrom('', '{}', '{"stages":[]}\n', '\r\n'), bytesOf(0, 60))
/** With a letter, whose case can be changed. */
const characters = fc
  .tuple(textOf(ofTokens, 0, 30), fc.constantFrom(...letters), textOf(ofTokens, 0, 10))
  .map((texts) => texts.join(''))
const padding = fc.nat(3).map((length) => '='.repeat(length))
const tokens = fc.tuple(fc.oneof(characters, textOf(ofTokens, 1, 40)), padding).map((texts) => texts.join(''))

const firstPairs = ['app-1', 'app-1-next', 'app-2', 'exponent-65539'] as const

/** The app that stands beside the one of the draft. */
const otherApp = (appId: string): string => (appId === 'other' ? 'others' : 'other')

const signedDrafts: fc.Arbitrary<Draft> = fc
  .record({
    edition: fc.constantFrom('international', 'mainland'),
    maxAge: windowSizes,
    maxSkew: windowSizes,
    now: starts,
    appId: names,
    pair: fc.constantFrom(...firstPairs, 'bits-2049'),
    method: methods,
    target: someTargets,
    nonce: nonces,
    body: bodies,
    token: tokens,
    order: orders,
  })
  .map(({ edition, maxAge, maxSkew, now, appId, pair, method, target, nonce, body, token, order }) => ({
    edition,
    authType: standard,
    maxAge,
    maxSkew,
    bodyLimit: 1_048_576,
    keys: [
      { appId, pair },
      { appId: otherApp(appId), pair: 'exponent-largest' },
    ],
    otherKeys: [],
    tokens: edition === 'mainland' ? null : [{ appId: otherApp(appId), token: `${token}=` }],
    now,
    pair,
    parts: { appId, method, target, timestamp: now, nonce, body },
    sent: {},
    order,
    written: rightly,
    lines: (line) => [line],
    signature: (signature) => signature,
  }))

const unchanged = fc.constant<Change>((draft) => draft)

const sending =
  (change: (parts: SomeParts) => Partial<SomeParts>): Change =>
  (draft) => ({ ...draft, sent: change(draft.parts) })

/** Changes both what is signed and what is sent. */
const having =
  (parts: Partial<SomeParts>): Change =>
  (draft) => ({ ...draft, parts: { ...draft.parts, ...parts } })

/** A text with one character more, fewer or other; never the same, never empty, never too long. */
const nearMisses = (characters: string, most: number): fc.Arbitrary<(text: string) => string> =>
  fc
    .record({ kind: fc.constantFrom('more', 'fewer', 'other'), at: fc.nat(8191), by: fc.nat(92) })
    .map(({ kind, at, by: step }) => (text) => {
      const place = at % text.length
      const before = text.slice(0, place)
      const here = text[place] as string
      const after = text.slice(place + 1)
      const other = characters[(characters.indexOf(here) + 1 + (step % (characters.length - 1))) % characters.length]
      if (kind === 'more' && text.length < most) return before + here + other + after
      if (kind === 'fewer' && text.length > 1) return before + after
      return before + other + after
    })

const bits = fc.nat(4095)

/** The clock has this value at the start or when the body is there; else it is that of the timestamp. Windows are wide unless given. */
const timed =
  (timestamp: number, clock: number, at: 'now' | 'later', window: Partial<Window> = {}): Change =>
  (draft) => {
    const clocks = at === 'now' ? { now: clock } : { now: timestamp, later: clock }
    return { ...having({ timestamp })(draft), maxAge: 86_400, maxSkew: 86_400, ...window, ...clocks }
  }

/** Lengths of windows: also those that overflow as 32 bits of milliseconds, or as 64 bits of nanoseconds. */
const sizes = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0, 0, 1, 60, 300, 86_400) },
  { weight: 1, arbitrary: fc.nat(1_000_000) },
  { weight: 2, arbitrary: fc.constantFrom(2_147_484, 4_294_968, 9_223_372_037, 10_000_000_000, 9_007_199_254_741) },
)
const places = fc.constantFrom('now', 'later')
/** Of a second. */
const splits = fc.constantFrom(0, 0, 0.5, 0.999)

/** Where the compared numbers are: a fault in how 0 or a number below it is read does not show elsewhere. */
const origins = fc.constantFrom(usual, 0, 0, 1)
/** Near 0, a gap of few seconds: no timestamp is below 0, and each is fresh. */
const gapAt = (origin: number, gap: number): number => (origin === usual ? gap : Math.sign(gap) * (1 + (gap % 2) ** 2))

/** How far on this side of a limit. */
const within = fc.oneof(fc.constant(0), fc.nat(100_000))
/** How far beyond it. */
const beyond = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100_000 }))
const less = within.map((n) => -n)
const before = beyond.map((n) => -n)

/** Clocks so many seconds past the last fresh second. */
const ages = (past: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc
    .tuple(sizes, origins, past, splits, places)
    .map(([maxAge, origin, by, fraction, at]) =>
      timed(origin, origin + Math.max(maxAge + by, 0) + fraction, at, { maxAge }),
    )

/** Clocks so many seconds before the first fresh second. */
const skews = (before: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc.tuple(sizes, origins, before, splits, places).map(([maxSkew, origin, by, fraction, at]) => {
    const ahead = Math.max(maxSkew + gapAt(origin, by), 0)
    return timed(origin + maxSkew, origin + maxSkew - ahead + fraction, at, { maxSkew })
  })

/** The key of the draft's app, with this validity. */
const valid =
  (validity: Omit<VerifyKey, 'appId' | 'key'>): Change =>
  (draft) => ({ ...draft, keys: draft.keys.map((key) => (key.pair === draft.pair ? { ...key, ...validity } : key)) })

/** Clocks so many seconds on the valid side of an edge. */
const dated = (edge: 'notBefore' | 'notAfter', gaps: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc
    .tuple(origins, gaps, fc.integer({ min: -1000, max: 1000 }), splits, places)
    .map(([limit, drawn, ahead, fraction, at]) => (draft) => {
      const gap = gapAt(limit, drawn)
      const clock = edge === 'notBefore' ? limit + gap : limit - gap
      return valid({ [edge]: limit })(timed(Math.max(clock + ahead, 0), clock + fraction, at)(draft))
    })

const revoking = (revoked: boolean): fc.Arbitrary<Change> =>
  fc.tuple(fc.nat(1000), splits, places).map(
    ([age, fraction, at]) =>
      (draft) =>
        valid({ revoked })(timed(usual, usual + age + fraction, at)(draft)),
  )

/** Another case of the letter at this place, if it has one; else of the first that has one. */
const otherCase = (text: string, at: number): string => {
  const where = [...text].flatMap((character, i) => (letters.includes(character) ? [i] : []))
  const place = where[at % where.length] as number
  const letter = text[place] as string
  const other = capitals.includes(letter) ? letter.toLowerCase() : letter.toUpperCase()
  return text.slice(0, place) + other + text.slice(place + 1)
}

/** 1 to 64 characters of an HTTP token. */
const authTypes = fc
  .oneof(fc.constantFrom('SVC-SHA256-RSA', 'RSA', 'Bearer2', 'x'), textOf(ofAuthTypes, 1, 64))
  .filter((text) => text.toLowerCase() !== 'bearer')

/** The line with another auth type, which the change makes of the configured one. */
const spelling =
  (authType: string, change: (text: string) => string): Change =>
  (draft) => ({ ...draft, authType, lines: (line) => [change(authType) + line.slice(authType.length)] })

/** Bodies so many bytes over the limit. */
const lengths = (over: fc.Arbitrary<number>): fc.Arbitrary<Change> =>
  fc.tuple(fc.oneof(fc.constantFrom(0, 0, 1, 64), fc.nat(3000)), over).map(([limit, by]) => (draft) => ({
    ...having({ body: 'b'.repeat(Math.max(limit + by, 0)) })(draft),
    bodyLimit: limit,
  }))

type Samples = ReadonlyArray<fc.Arbitrary<Sample<Change>>>
const both = sides<Change>

/** Two pairs or more; the first is for the one that is missing. */
const fewKeys = fc.shuffledSubarray(['app-1', 'app-1-next', 'app-2', 'exponent-65539', 'exponent-largest'] as const, {
  minLength: 2,
})

/** The app has these keys, in any order, and signs with this one. */
const holding =
  (held: ReadonlyArray<Pair>, signer: Pair): Change =>
  (draft) => ({
    ...draft,
    pair: signer,
    keys: [...held].sort().map((pair) => ({ appId: draft.parts.appId, pair })),
  })

const capitalMethods = fc
  .tuple(textOf(ofMethods, 0, 15), fc.constantFrom('P', 'S', 'K', 'I', 'POST'), textOf(ofMethods, 0, 12))
  .map((texts) => texts.join(''))

const allowing = (allowed: boolean): fc.Arbitrary<Change> => fc.constant((draft) => ({ ...draft, allowed }))

/** A value that its rule decides about, in a request that is otherwise right. */
const valued = <A>(
  samples: fc.Arbitrary<Sample<A>>,
  to: (value: A, passes: boolean) => Change,
): fc.Arbitrary<Sample<Change>> =>
  samples.map(({ value, ...sample }) => ({ ...sample, value: to(value, sample.passes) }))

/** ASCII letters only. */
const upper = (method: string): string => method.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** An absolute-form loses scheme and authority, right or wrong; what is neither form stays. */
const originOf = (target: string): string => {
  const [, rest = target] = /^(?!\/).*?:\/\/[^/?]*(.*)$/s.exec(target) ?? []
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`
}

/** A comma, a quote or a blank would be a fault of the header as well. */
const inHeader = (samples: fc.Arbitrary<Sample<string>>): fc.Arbitrary<Sample<string>> =>
  samples.filter(({ value }) => !/[,"\s]|^$/.test(value))

/** The clock is what a lenient parser reads in the timestamp. */
const stamped = (timestamp: string): Change => {
  const lenient = [Number(timestamp), Number.parseInt(timestamp, 10), usual].find((n) => n >= 0) as number
  return (draft) => ({
    ...having({ timestamp })(draft),
    maxAge: 86_400,
    maxSkew: 86_400,
    now: Math.min(Math.floor(lenient), Number.MAX_SAFE_INTEGER),
  })
}

/** The app that is registered: of a malformed id, what is well formed in it. */
const known =
  (appId: string): Change =>
  (draft) => {
    const right =
      [...appId]
        .filter((one) => ofAppIds.includes(one))
        .join('')
        .slice(0, 128) || 'a'
    const keys = [
      { appId: right, pair: draft.pair },
      { appId: otherApp(right), pair: 'exponent-largest' as const },
    ]
    return { ...having({ appId })(draft), keys }
  }

/** The public keys that importing is asked about, as those of another app. */
const heldKeys = fc
  .oneof(...keys.flatMap(({ op, drawn }) => (op === 'importKey' ? [drawn as fc.Arbitrary<Drawn<'importKey'>>] : [])))
  .filter(({ input }) => input.use === 'verify')

/** The header, as a parser sees it. */
const headerSamples: Samples = [
  valued(inHeader(appIds), known),
  valued(inHeader(anyNonces), (nonce) => having({ nonce })),
  valued(inHeader(timestamps), stamped),
  ...writings.map((samples) => valued(samples, (written) => (draft) => ({ ...draft, written }))),
  both(
    signatureRule,
    unchanged,
    misspellings.map((signature) => (draft) => ({ ...draft, signature })),
  ),
]

const signedSamples: Samples = [
  both(
    'the method is signed',
    unchanged,
    nearMisses(ofMethods, 32).map((miss) => sending(({ method }) => ({ method: miss(method) }))),
  ),
  both(
    'the target is signed, byte for byte',
    unchanged,
    nearMisses(ofTargets, 8191).map((miss) =>
      sending(({ target }) => ({ target: `/${target === '/' ? '/' : miss(target.slice(1))}` })),
    ),
  ),
  both(
    'the timestamp is signed',
    unchanged,
    fc
      .constantFrom(1, -1, 60)
      .map((gap) => (draft) => ({ ...timed(usual, usual, 'now')(draft), sent: { timestamp: usual + gap } })),
  ),
  both(
    'the nonce is signed',
    unchanged,
    nearMisses(ofNonces, 128).map((miss) => sending(({ nonce }) => ({ nonce: miss(nonce) }))),
  ),
  both(
    'the body is signed, to the last bit',
    bytesOf(0, 300).map((body) => having({ body })),
    fc.oneof(
      bits.map((bit) => sending(({ body }) => ({ body: flippedBody(body, bit) }))),
      fc.constantFrom('\n', '\0', ' ', '\r\n').map((end) => sending(({ body }) => ({ body: body + end }))),
    ),
  ),
  both(
    'a signature has no wrong bit',
    fc
      .constantFrom(...firstPairs)
      .map((pair) => (draft) => ({ ...draft, pair, keys: [{ appId: draft.parts.appId, pair }] })),
    bits.map((bit) => (draft) => ({ ...draft, signature: (text) => flippedSignature(text, bit) })),
  ),
  both(
    'a signature is by a key of the app, whichever',
    fewKeys.map(
      ([, ...held]) =>
        (draft) =>
          holding(held, held[0] as Pair)(draft),
    ),
    fewKeys.map(
      ([missing, ...held]) =>
        (draft) =>
          holding(held, missing as Pair)(draft),
    ),
  ),
  both(
    'the app id is compared exactly, and its key is its own',
    names.map((appId) => (draft) => ({
      ...having({ appId })(draft),
      keys: [
        { appId, pair: draft.pair },
        { appId: otherApp(appId), pair: 'exponent-largest' },
      ],
    })),
    fc.oneof(
      fc.constant(sending(({ appId }) => ({ appId: otherApp(appId) }))),
      nearMisses(ofAppIds, 128).map((miss) => sending(({ appId }) => ({ appId: miss(appId) }))),
    ),
  ),
  both(
    typeRule,
    authTypes.map((authType) => spelling(authType, (text) => text)),
    fc.oneof(
      fc.tuple(authTypes, nearMisses(ofAuthTypes, 64)).map(([authType, miss]) => spelling(authType, miss)),
      fc
        .tuple(authTypes, fc.constantFrom('a', 'Z'), bits)
        .map(([authType, letter, at]) => spelling(authType.slice(1) + letter, (text) => otherCase(text, at))),
      authTypes.map((authType) => spelling(authType, (text) => `${text},`)),
    ),
  ),
  both(
    'a method is sent in upper case',
    capitalMethods.map((method) => having({ method })),
    fc.tuple(capitalMethods, bits).map(
      ([method, at]) =>
        (draft) =>
          sending(() => ({ method: otherCase(method, at) }))(having({ method })(draft)),
    ),
  ),
]

/** The rules that compare numbers. */
const clockSamples: Samples = [
  both('a timestamp is at most maxAge old, from the first check to the last', ages(less), ages(beyond)),
  both('a timestamp is at most maxSkew ahead, from the first check to the last', skews(less), skews(beyond)),
  both('a key counts from its notBefore on', dated('notBefore', within), dated('notBefore', before)),
  both('a key counts up to its notAfter', dated('notAfter', within), dated('notAfter', before)),
  both('a revoked key does not count', revoking(false), revoking(true)),
]

/** What the rules say of every request, whether it is signed or has a token. */
const commonSamples: Samples = [
  both('an app does only what it may do', allowing(true), allowing(false)),
  both(
    'a body has at most bodyLimit bytes',
    lengths(fc.integer({ min: -3000, max: 0 })),
    lengths(fc.integer({ min: 1, max: 3000 })),
  ),
  valued(anyMethods, (method) => having({ method: upper(method) })),
  ...targets.map((samples) =>
    valued(samples, (target) => (draft) => ({ ...having({ target: originOf(target) })(draft), sent: { target } })),
  ),
]

const requestOf = (draft: Draft, { value: change, rule, passes }: Sample<Change>): Drawn<'verify'> => ({
  input: inputOf(change(draft)),
  rule,
  passes: [passes],
})

/** The holder of the token. */
const holder = 'token-app'

const withToken =
  (sent: string, known: string): Change =>
  (draft) => ({
    ...draft,
    tokens: [
      { appId: otherApp(draft.parts.appId), token: `other-${known}` },
      { appId: holder, token: known },
    ],
    token: sent,
  })

/** A token as the verifier knows it, and as it is sent. */
const sentAs = (change: fc.Arbitrary<(token: string) => string>): fc.Arbitrary<Change> =>
  fc.tuple(characters, padding, change).map(([text, end, to]) => withToken(to(text + end), text + end))

const beforeToken =
  (change: (line: string) => string): Change =>
  (draft) => ({
    ...draft,
    lines: (line) => [change(line)],
  })

const tokenDrafts: fc.Arbitrary<Draft> = fc
  .tuple(signedDrafts, tokens)
  .map(([draft, token]) => withToken(token, token)({ ...draft, edition: 'international' }))

const exactToken = both(
  'a token is compared exactly',
  sentAs(fc.constant((token) => token)),
  sentAs(
    fc.oneof(
      nearMisses(alphanumerics, 200).map((miss) => (token: string) => {
        const end = token.search(/=*$/)
        return miss(token.slice(0, end)) + token.slice(end)
      }),
      fc.constant((token: string) => `${token}=`),
      bits.map((at) => (token: string) => otherCase(token, at)),
    ),
  ),
)

const tokenSamples: Samples = [
  both(
    tokenRule,
    tokens.map((token) => withToken(token, token)),
    fc.oneof(
      fc
        .tuple(tokens, withOne(fc.constant(''), fc.constantFrom(...'!"#$%&\'()*,:;<>?@[\\]^`{|}\t\0\x7f\xe9')), bits)
        .map(([token, wrong, at]) => {
          const place = at % (token.length + 1)
          return withToken(token.slice(0, place) + wrong + token.slice(place), token)
        }),
      tokens.map((token) => withToken(`=${token}`, token)),
      tokens.map((token) => withToken(`${token}=x`, token)),
      tokens.map((token) => withToken('', token)),
      tokens.map((token) => withToken('=', token)),
    ),
  ),
  both(
    'the mainland edition takes no tokens',
    fc.constant((draft) => ({ ...draft, edition: 'international' })),
    fc.constant((draft) => ({ ...draft, edition: 'mainland' })),
  ),
  both(
    'a token is taken where tokens are configured, and known',
    unchanged,
    fc.constantFrom(null, []).map((held) => (draft) => ({ ...draft, tokens: held })),
  ),
  both(
    bearerRule,
    unchanged,
    fc
      .constantFrom(
        ...[/ /, / /, / /].flatMap((space) => ['  ', '', '\t', ' \t', '\t '].map((other) => [space, other] as const)),
        [/^/, ' '] as const,
        [/$/, ' '] as const,
        [/$/, '\t'] as const,
      )
      .map(([place, other]) => beforeToken((line) => line.replace(place, other))),
  ),
  both(
    'Bearer is compared with its case, as a whole',
    unchanged,
    fc.oneof(
      fc
        .constantFrom('bearer', 'BEARER', 'bEARER', 'BeareR')
        .map((word) => beforeToken((line) => word + line.slice(6))),
      fc
        .constantFrom('Bearers', 'Beare', 'earer', 'Bearer:', 'Basic')
        .map((word) => beforeToken((line) => word + line.slice(6))),
    ),
  ),
  both(
    linesRule,
    unchanged,
    severalLines.map((lines) => (draft) => ({ ...draft, lines })),
  ),
]

// ---- Settings with which no verifier can be made

/** The app has these keys, and another app has one more. */
const someKeys = (least: number, most: number): fc.Arbitrary<Change> =>
  fc
    .array(fc.constantFrom(...firstPairs, 'bits-2049', 'bits-3072'), { minLength: least, maxLength: most })
    .map((held) => (draft) => ({
      ...draft,
      pair: held[0] as Pair,
      keys: [
        ...held.map((pair) => ({ appId: draft.parts.appId, pair })),
        { appId: otherApp(draft.parts.appId), pair: 'exponent-largest' },
      ],
    }))

/** The public key of a pair in a file of its own: other bytes, the same key. */
const files: fc.Arbitrary<(pair: Pair) => string> = fc
  .record({
    isPkcs1: fc.boolean(),
    width: fc.constantFrom(64, 76, 20, 1000),
    end: fc.constantFrom('\n', '\r\n'),
    isEnded: fc.boolean(),
  })
  .map(({ isPkcs1, width, end, isEnded }) => (pair) => {
    const type = isPkcs1 ? 'pkcs1' : 'spki'
    const label = isPkcs1 ? 'RSA PUBLIC KEY' : 'PUBLIC KEY'
    const der = createPublicKey(pemsOf(pair).publicKey).export({ type, format: 'der' })
    return pemOf({ use: 'verify', label, der }, width, end, isEnded ? end : '')
  })

const validities = fc.constantFrom<Omit<VerifyKey, 'appId' | 'key'>>(
  {},
  { revoked: true },
  { notAfter: 0 },
  { notBefore: latestClock },
)

/** A third app has this key; it may be of no use. */
const third = (pairOf: (draft: Draft) => Pair): fc.Arbitrary<Change> =>
  fc.tuple(files, validities, fc.boolean(), validities).map(([file, validity, isOwnToo, own]) => (draft) => {
    const pair = pairOf(draft)
    const key = { appId: 'third', key: file(pair), ...validity }
    const changed = isOwnToo && pair === draft.pair ? valid(own)(draft) : draft
    return { ...changed, otherKeys: [key] }
  })

/** The app's key stands twice, in two files: one entry is of no use, or none. */
const twice: fc.Arbitrary<Change> = fc
  .tuple(files, fc.constantFrom({}, { notAfter: 0 }, { notBefore: latestClock }))
  .map(([file, validity]) => (draft) => ({
    ...timed(usual, usual, 'now')(draft),
    otherKeys: [{ appId: draft.parts.appId, key: file(draft.pair), ...validity }],
  }))

const settingSamples: Samples = [
  both(
    'a key belongs to one app, in whichever file it stands, valid or not',
    fc.oneof(
      third(() => 'bits-3072'),
      twice,
    ),
    third(({ pair }) => pair),
  ),
  both('an app has at most 4 keys', someKeys(1, 4), fc.oneof(someKeys(5, 5), someKeys(6, 9))),
  valued(configuredTypes, (authType) => spelling(authType, (text) => text)),
]

/** `verify` with one step. */
export const requests: ReadonlyArray<Generator> = [
  generator({
    name: 'request-to-verify',
    op: 'verify',
    weight: 550,
    drawn: fc
      .tuple(signedDrafts, fc.oneof(...headerSamples, ...signedSamples, ...signedSamples, ...commonSamples))
      .map(([draft, sample]) => requestOf(draft, sample)),
  }),
  generator({
    name: 'clock-to-verify',
    op: 'verify',
    weight: 200,
    drawn: fc.tuple(signedDrafts, fc.oneof(...clockSamples)).map(([draft, sample]) => requestOf(draft, sample)),
  }),
  generator({
    name: 'token-to-verify',
    op: 'verify',
    weight: 200,
    drawn: fc
      .tuple(tokenDrafts, fc.oneof(...tokenSamples, exactToken, exactToken, ...commonSamples))
      .map(([draft, sample]) => requestOf(draft, sample)),
  }),
  generator({
    name: 'configured-verifier',
    op: 'verify',
    weight: 60,
    drawn: fc.tuple(signedDrafts, fc.oneof(...settingSamples)).map(([draft, sample]) => ({
      ...requestOf(draft, sample),
      passes: sample.passes ? [true] : false,
    })),
  }),
  generator({
    name: 'key-to-verify',
    op: 'verify',
    weight: 100,
    drawn: fc.tuple(signedDrafts, heldKeys).map(([draft, { input, rule, passes }]) => ({
      input: inputOf({ ...draft, otherKeys: [{ appId: 'third', key: input.pem }] }),
      rule,
      passes: passes === true ? [true] : false,
    })),
  }),
]
