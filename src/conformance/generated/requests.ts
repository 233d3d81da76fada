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
import {
  anyOf,
  type Drawn,
  each,
  eachOf,
  type Generator,
  generator,
  mapped,
  type Sample,
  type Samples,
  sides,
  textOf,
  type Ways,
  withEach,
} from './Generator.ts'
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
import { pemOf, publicKeys } from './keys.ts'
import { lookalikes, ofAppsAlone, ofTokensAlone, words } from './lookalikes.ts'
import { methods as anyMethods, nonces as anyNonces, appIds, targets, timestamps } from './parts.ts'
import {
  flippedBody,
  flippedSignature,
  hexOf,
  keyOf,
  latestClock,
  type Pair,
  type Parts,
  publicPem,
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
  /** Of requests before it, to the same verifier: each passes if it is known. */
  readonly before?: ReadonlyArray<string>
  /** Of one more request, to the same verifier. */
  readonly again?: string | undefined
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
  const step = (written: ReadonlyArray<string>) => ({
    now,
    ...(later !== undefined && { later }),
    method: sent.method,
    target: sent.target,
    authorization: written.flatMap(draft.lines),
    body: hexOf(sent.body),
    ...(allowed !== undefined && { allowed }),
  })
  const bearing = (one: string | undefined) => (one === undefined ? [] : [step([`Bearer ${one}`])])
  return {
    edition,
    authType,
    maxAge,
    maxSkew,
    bodyLimit: draft.bodyLimit,
    keys: [...draft.keys.map(keyOf), ...draft.otherKeys],
    tokens,
    steps: [
      ...(draft.before ?? []).flatMap(bearing),
      ...(token === undefined ? [step(draft.written(authType, itemsIn(draft.order, values)))] : bearing(token)),
      ...bearing(draft.again),
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
const nearMisses = (characters: string, most: number): ReadonlyArray<fc.Arbitrary<(text: string) => string>> =>
  (['more', 'fewer', 'other', 'end', 'start'] as const).map((kind) =>
    fc.record({ at: fc.nat(8191), by: fc.nat(92) }).map(({ at, by: step }) => (text) => {
      const place = kind === 'end' ? text.length - 1 : kind === 'start' ? 0 : at % text.length
      const before = text.slice(0, place)
      const here = text[place] as string
      const after = text.slice(place + 1)
      const other = characters[(characters.indexOf(here) + 1 + (step % (characters.length - 1))) % characters.length]
      if (kind === 'more' && text.length < most) return before + here + other + after
      if (kind === 'fewer' && text.length > 1) return before + after
      return before + other + after
    }),
  )

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
const places = ['now', 'later'] as const
type At = (typeof places)[number]
/** Of a second. */
const fractions = [fc.constant(0), fc.constantFrom(0.5, 0.999)]
type Fraction = fc.Arbitrary<number>
const splits = fc.oneof(...fractions)

/** Where the compared numbers are: a fault in how 0 or a number below it is read does not show elsewhere. */
const origins = [usual, 0, 1]
/** Near 0, a gap of one second: no timestamp is below 0, and each is fresh. */
const gapAt = (origin: number, gap: number): number => (origin === usual ? gap : Math.sign(gap))

/** How far on this side of a limit. */
const within = fc.oneof(fc.constant(0), fc.nat(100_000))
/** How far beyond it: also so far that 32 bits hold the same number, or as seconds that are read as milliseconds. */
const beyond = fc.oneof(
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 100_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 33) },
)
const less = within.map((n) => -n)
const before = beyond.map((n) => -n)

/** One for each origin, place and part of a second. */
const anywhere = <A>(of: (origin: number, at: At, split: Fraction) => A): ReadonlyArray<A> =>
  origins.flatMap((origin) => places.flatMap((at) => fractions.map((split) => of(origin, at, split))))

/** Clocks so many seconds past the last fresh second. */
const ages = (past: fc.Arbitrary<number>): ReadonlyArray<fc.Arbitrary<Change>> =>
  anywhere((origin, at, split) =>
    fc
      .tuple(sizes, past, split)
      .map(([maxAge, by, fraction]) => timed(origin, origin + Math.max(maxAge + by, 0) + fraction, at, { maxAge })),
  )

/** Clocks so many seconds before the first fresh second. */
const skews = (before: fc.Arbitrary<number>): ReadonlyArray<fc.Arbitrary<Change>> =>
  anywhere((origin, at, split) =>
    fc.tuple(sizes, before, split).map(([maxSkew, by, fraction]) => {
      const ahead = Math.max(maxSkew + gapAt(origin, by), 0)
      return timed(origin + maxSkew, origin + maxSkew - ahead + fraction, at, { maxSkew })
    }),
  )

/** The key of the draft's app, with this validity. */
const valid =
  (validity: Omit<VerifyKey, 'appId' | 'key'>): Change =>
  (draft) => ({ ...draft, keys: draft.keys.map((key) => (key.pair === draft.pair ? { ...key, ...validity } : key)) })

/** Clocks so many seconds on the valid side of an edge. */
const dated = (edge: 'notBefore' | 'notAfter', gaps: fc.Arbitrary<number>): ReadonlyArray<fc.Arbitrary<Change>> =>
  anywhere((limit, at, split) =>
    fc.tuple(gaps, fc.integer({ min: -1000, max: 1000 }), split).map(([drawn, ahead, fraction]) => (draft) => {
      const gap = gapAt(limit, drawn)
      const clock = edge === 'notBefore' ? limit + gap : limit - gap
      return valid({ [edge]: limit })(timed(Math.max(clock + ahead, 0), clock + fraction, at)(draft))
    }),
  )

const revoking = (revoked: boolean): ReadonlyArray<fc.Arbitrary<Change>> =>
  places.map((at) =>
    fc.tuple(fc.nat(1000), splits).map(
      ([age, fraction]) =>
        (draft) =>
          valid({ revoked })(timed(usual, usual + age + fraction, at)(draft)),
    ),
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

const lengthRule = 'a body has at most bodyLimit bytes'
/** Bodies so many bytes over the limit. */
const lengths = (...overs: ReadonlyArray<fc.Arbitrary<number>>): ReadonlyArray<fc.Arbitrary<Change>> =>
  [...each([0, 1, 64]), fc.nat(3000)].flatMap((limits) =>
    overs.map((over) =>
      fc.tuple(limits, over).map(([limit, by]) => (draft) => ({
        ...having({ body: 'b'.repeat(Math.max(limit + by, 0)) })(draft),
        bodyLimit: limit,
      })),
    ),
  )

type Changes = Samples<Change>
const both = (rule: string, right: Ways<Change>, wrong: Ways<Change>): Changes => sides(rule, right, wrong)

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

/** The app of the draft has two keys of these validities, in either order, of one length or of two. */
const besides = (
  of: (signer: Registered, other: Registered, validity: Partial<Registered>) => ReadonlyArray<Registered>,
): ReadonlyArray<fc.Arbitrary<Change>> =>
  each([{ revoked: true }, { notAfter: usual - 1 }, { notBefore: usual + 1 }]).flatMap((validities) =>
    [true, false].map((turned) =>
      fc.tuple(validities, fc.constantFrom('app-2', 'bits-3072')).map(([validity, pair]) => (draft) => {
        const { appId } = draft.parts
        const keys = of({ appId, pair: draft.pair === pair ? 'app-1' : draft.pair }, { appId, pair }, validity)
        const pairs = { pair: draft.pair === pair ? ('app-1' as const) : draft.pair }
        return { ...timed(usual, usual, 'now')(draft), ...pairs, keys: turned ? keys.toReversed() : keys }
      }),
    ),
  )

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']

const capitalMethods = fc
  .tuple(textOf(ofMethods, 0, 15), fc.constantFrom('P', 'S', 'K', 'I', 'POST'), textOf(ofMethods, 0, 12))
  .map((texts) => texts.join(''))

const allowing = (allowed: boolean): fc.Arbitrary<Change> => fc.constant((draft) => ({ ...draft, allowed }))

/** A value that its rule decides about, in a request that is otherwise right. */
const valued = <A>(samples: Samples<A>, to: (value: A, passes: boolean) => Change): Changes =>
  mapped(samples, ({ value, ...sample }) => ({ ...sample, value: to(value, sample.passes) }))
/** The same, by chance: another op meets each of them. */
const some = <A>(samples: Samples<A>): Samples<A> => [anyOf(samples), anyOf(samples)].flat()

/** ASCII letters only. */
const upper = (method: string): string => method.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** An absolute-form loses scheme and authority, right or wrong; what is neither form stays. */
const originOf = (target: string): string => {
  const [, rest = target] = /^(?!\/).*?:\/\/[^/?]*(.*)$/s.exec(target) ?? []
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`
}

/** The clock is what a lenient parser reads in the timestamp. */
const stamped = (timestamp: string): Change => {
  const lenient = [Number(timestamp), Number.parseInt(timestamp, 10), usual].find(
    (n) => n >= 0 && n < Number.POSITIVE_INFINITY,
  ) as number
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

/** The header, as a parser sees it. */
const headerSamples: Changes = [
  ...valued(some(appIds), known),
  ...valued(some(anyNonces), (nonce) => having({ nonce })),
  ...valued(some(timestamps), stamped),
  ...valued([...some(writings), ...some(writings)], (written) => (draft) => ({ ...draft, written })),
  ...both(
    signatureRule,
    unchanged,
    mapped(misspellings, (signature) => (draft) => ({ ...draft, signature })),
  ),
]

const signedSamples: Changes = [
  ...both(
    'the method is signed',
    unchanged,
    mapped(nearMisses(ofMethods, 32), (miss) => sending(({ method }) => ({ method: miss(method) }))),
  ),
  ...both(
    'the target is signed, byte for byte',
    unchanged,
    mapped(nearMisses(ofTargets, 8191), (miss) =>
      sending(({ target }) => ({ target: `/${target === '/' ? '/' : miss(target.slice(1))}` })),
    ),
  ),
  ...both(
    'the timestamp is signed',
    unchanged,
    mapped(each([1, -1, 60]), (gap) => (draft) => ({
      ...timed(usual, usual, 'now')(draft),
      sent: { timestamp: usual + gap },
    })),
  ),
  ...both(
    'the nonce is signed',
    unchanged,
    mapped(nearMisses(ofNonces, 128), (miss) => sending(({ nonce }) => ({ nonce: miss(nonce) }))),
  ),
  ...both(
    'the body is signed, to the last bit',
    [bytesOf(0, 300), ...each(['\n', '{}\r\n', '\xef\xbb\xbf{}', '\xff\xfe', '\0', ' {} ', 'b'.repeat(70_000)])].map(
      (some) => some.map((body) => having({ body })),
    ),
    [
      bits.map((bit) => sending(({ body }) => ({ body: flippedBody(body, bit) }))),
      ...mapped(each(['\n', '\0', ' ', '\r\n']), (end) => sending(({ body }) => ({ body: body + end }))),
      fc.constant(sending(({ body }) => ({ body: body === '' ? ' ' : '' }))),
    ],
  ),
  ...both(
    'a signature has no wrong bit',
    mapped(each(firstPairs), (pair) => (draft) => ({ ...draft, pair, keys: [{ appId: draft.parts.appId, pair }] })),
    mapped([...[0, 7, 2047].map((bit) => fc.constant(bit)), bits], (bit) => (draft) => ({
      ...draft,
      signature: (text) => flippedSignature(text, bit),
    })),
  ),
  ...both(
    'a signature is exactly as long as the modulus',
    unchanged,
    mapped(
      each<(bytes: Buffer) => ReadonlyArray<Uint8Array>>([
        (bytes) => [bytes.subarray(1)],
        (bytes) => [bytes.subarray(0, -1)],
        (bytes) => [Buffer.alloc(1), bytes],
        (bytes) => [bytes, Buffer.alloc(1)],
        (bytes) => [bytes, bytes],
        () => [Buffer.alloc(1)],
        () => [Buffer.from('countersign')],
      ]),
      (change) => (draft) => ({
        ...draft,
        signature: (text) => Buffer.concat(change(Buffer.from(text, 'base64'))).toString('base64'),
      }),
    ),
  ),
  ...both(
    'the body is signed, whatever the method',
    mapped(each(knownMethods), (method) => having({ method, body: '{}' })),
    [
      ...mapped(each(knownMethods), (method) => (draft: Draft) => ({
        ...having({ method, body: '' })(draft),
        sent: { body: '{}' },
      })),
      ...mapped(each(knownMethods), (method) => (draft: Draft) => ({
        ...having({ method, body: '{}' })(draft),
        sent: { body: '' },
      })),
    ],
  ),
  ...both(
    'both editions take signed requests, whatever tokens are configured',
    each<Partial<Draft>>([
      { edition: 'mainland', tokens: [{ appId: 'other', token: 'a-token' }] },
      { edition: 'mainland', tokens: [] },
      { edition: 'mainland', tokens: null },
      { edition: 'international', tokens: [] },
      { edition: 'international', tokens: null },
    ]).map((settings) => settings.map((some) => (draft) => ({ ...draft, ...some }))),
    // No key at all.
    fc.constant((draft) => ({ ...draft, keys: [] })),
  ),
  ...both(
    'a key that does not count changes nothing for the others of its app',
    besides((signer, other, validity) => [signer, { ...other, ...validity }]),
    besides((signer, other, validity) => [{ ...signer, ...validity }, other]),
  ),
  ...both(
    'a signature is by a key of the app, whichever',
    [0, 1, 2].map(() =>
      fewKeys.map(
        ([, ...held]) =>
          (draft) =>
            holding(held, held[0] as Pair)(draft),
      ),
    ),
    fewKeys.map(
      ([missing, ...held]) =>
        (draft) =>
          holding(held, missing as Pair)(draft),
    ),
  ),
  ...both(
    'the app id is compared exactly, and its key is its own',
    names.map((appId) => (draft) => ({
      ...having({ appId })(draft),
      keys: [
        { appId, pair: draft.pair },
        { appId: otherApp(appId), pair: 'exponent-largest' },
      ],
    })),
    [
      fc.constant(sending(({ appId }) => ({ appId: otherApp(appId) }))),
      ...mapped(each(['__proto__', 'constructor', 'toString', 'null']), (appId) =>
        sending((parts) => ({ appId: parts.appId === appId ? 'other' : appId })),
      ),
      ...mapped(nearMisses(ofAppIds, 128), (miss) => sending(({ appId }) => ({ appId: miss(appId) }))),
    ],
  ),
  ...both(
    typeRule,
    [authTypes, ...each(['Bearer2', 'BearerX', 'Beare', 'Basic', `${standard}2`, '0', "!#$%&'*+-.^_`|~"])].map(
      (types) => types.map((authType) => spelling(authType, (text) => text)),
    ),
    [
      ...nearMisses(ofAuthTypes, 64).map((misses) =>
        fc.tuple(authTypes, misses).map(([authType, miss]) => spelling(authType, miss)),
      ),
      fc
        .tuple(authTypes, fc.constantFrom('a', 'Z'), bits)
        .map(([authType, letter, at]) => spelling(authType.slice(1) + letter, (text) => otherCase(text, at))),
      authTypes.map((authType) => spelling(authType, (text) => `${text},`)),
      ...mapped(each(lookalikes.filter(([type]) => type.length <= 64)), ([type, other]) => spelling(type, () => other)),
      // As a pattern, it matches another.
      ...mapped(
        each([
          ['A.B', 'AxB'],
          ['A*', 'AA'],
          ['A|B', 'A'],
          ['A+', 'AA'],
          ['^A', 'A'],
        ] as const),
        ([type, other]) => spelling(type, () => other),
      ),
    ],
  ),
]

/** The rules that compare numbers. */
const clockSamples: Changes = [
  ...both('a timestamp is at most maxAge old, from the first check to the last', ages(less), ages(beyond)),
  ...both('a timestamp is at most maxSkew ahead, from the first check to the last', skews(less), skews(beyond)),
  ...both('a key counts from its notBefore on', dated('notBefore', within), dated('notBefore', before)),
  ...both('a key counts up to its notAfter', dated('notAfter', within), dated('notAfter', before)),
  ...both('a revoked key does not count', revoking(false), revoking(true)),
]

/** Characters of several bytes, and what a reader of text cuts off. */
const pieces = ['\u00e9', '\u20ac', '\u{1f600}', 'e\u0301', '\r\n', ' ', '\0', '"\\', '\xff'].map((piece) =>
  piece === '\xff' ? piece : Buffer.from(piece).toString('latin1'),
)
/** Bodies of such characters, at the limit or a byte beyond it. */
const bytesCounted = (over: number): ReadonlyArray<fc.Arbitrary<Change>> =>
  mapped(each(pieces), (piece) => (draft) => {
    const body = piece.repeat(24)
    return { ...having({ body })(draft), bodyLimit: body.length - over }
  })

/** What the rules say of every request, whether it is signed or has a token. */
const commonSamples: ReadonlyArray<Changes> = [
  both('an app does only what it may do', allowing(true), allowing(false)),
  both(
    lengthRule,
    lengths(fc.constant(0), fc.integer({ min: -3000, max: 0 })),
    lengths(fc.constant(1), fc.integer({ min: 1, max: 3000 })),
  ),
  both(
    lengthRule,
    [
      ...bytesCounted(0),
      // More than 31 or 32 bits hold.
      ...mapped(each([2 ** 31, 2 ** 32, 2 ** 53 - 1]), (bodyLimit) => (draft) => ({
        ...having({ body: '{}' })(draft),
        bodyLimit,
      })),
    ],
    bytesCounted(1),
  ),
  valued(anyMethods, (method) => having({ method: upper(method) })),
  both(
    'a method is sent in upper case',
    capitalMethods.map((method) => having({ method })),
    [
      fc.tuple(capitalMethods, bits).map(
        ([method, at]) =>
          (draft) =>
            sending(() => ({ method: otherCase(method, at) }))(having({ method })(draft)),
      ),
      ...mapped(each(['post', 'Post', 'get']), (sent) => (draft) => ({
        ...having({ method: upper(sent) })(draft),
        sent: { method: sent },
      })),
    ],
  ),
  valued(targets, (target) => (draft) => ({ ...having({ target: originOf(target) })(draft), sent: { target } })),
]

/** The sample says what becomes of the last request. Others come before it with a known token or an unknown one. */
const requestOf = (draft: Draft, { value: change, rule, passes }: Sample<Change>): Drawn<'verify'> => {
  const changed = change(draft)
  const input = inputOf(changed)
  const isKnown = (token: string): boolean => changed.tokens?.some((one) => one.token === token) === true
  const before = (changed.before ?? []).map(isKnown)
  const others = input.steps.slice(before.length + 1).length
  return { input, rule, passes: [...before, ...Array.from({ length: others }, () => true), passes] }
}
const requestsOf = (drafts: fc.Arbitrary<Draft>, samples: Changes): ReadonlyArray<fc.Arbitrary<Drawn<'verify'>>> =>
  samples.map((each) => fc.tuple(drafts, each).map(([draft, sample]) => requestOf(draft, sample)))

/** The holder of the token. */
const holder = 'token-app'

const tokensOf =
  (known: ReadonlyArray<string>, sent: string): Change =>
  (draft) => ({
    ...draft,
    // An app id of `0` is one as any other.
    tokens: known.map((token, i) => ({ appId: String(i), token })),
    token: sent,
  })

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

/** Pairs of tokens of which none counts as the other. */
const tokenPairs = [...lookalikes, ...ofTokensAlone]
/** All of these tokens with one verifier. Of each pair both are known, or the first alone; both come, and the last one known or unknown. */
const manyTokens = (areBothKnown: boolean, first: 0 | 1, isLastKnown: boolean): fc.Arbitrary<Change> => {
  const all = [...new Set(tokenPairs.flat())]
  const known = areBothKnown ? all : [...new Set(tokenPairs.map((pair) => pair[first]))]
  return fc.shuffledSubarray(all, { minLength: all.length }).map((sent) => {
    const isLast = (token: string): boolean => known.includes(token) === isLastKnown
    const [last = 'a-token', ...others] = [...sent.filter(isLast), ...sent.filter((token) => !isLast(token))]
    return (draft) => ({
      ...tokensOf(known, last)(draft),
      before: others,
    })
  })
}

const exactToken: Changes = both(
  'a token is compared exactly',
  [
    sentAs(fc.constant((token) => token)),
    manyTokens(true, 0, true),
    ...([0, 1] as const).map((first) => manyTokens(false, first, true)),
    ...mapped(each([...words, 'Bearer', 'bearer']), (word) => tokensOf([word, `${word}0`], word)),
    // Of the app 0, which is no less an app than others; of the last of many; of an app that has several.
    ...mapped(each([0, 999]), (at) => {
      const all = Array.from({ length: 1000 }, (_, i) => `token-${i}`)
      return tokensOf(all, all[at] as string)
    }),
    ...mapped(each(['one', 'two', 'three']), (token) => (draft) => ({
      ...draft,
      tokens: ['one', 'two', 'three'].map((each) => ({ appId: holder, token: each })),
      token,
    })),
    ...mapped(each(words), (appId) => (draft) => ({
      ...draft,
      tokens: [{ appId, token: 'a-token' }],
      token: 'a-token',
    })),
  ],
  [
    ...([0, 1] as const).map((first) => manyTokens(false, first, false)),
    ...mapped(each(words), (word) => tokensOf([`${word}0`], word)),
    ...nearMisses(alphanumerics, 200).map((misses) =>
      sentAs(
        misses.map((miss) => (token: string) => {
          const end = token.search(/=*$/)
          return miss(token.slice(0, end)) + token.slice(end)
        }),
      ),
    ),
    sentAs(fc.constant((token: string) => `${token}=`)),
    sentAs(bits.map((at) => (token: string) => otherCase(token, at))),
    ...mapped(each(['constructor', '__proto__', 'toString', 'undefined', 'null', 'token-app']), (token) =>
      tokensOf(['a-token'], token),
    ),
  ],
)

const tokenSamples: Changes = [
  ...both(
    tokenRule,
    tokens.map((token) => withToken(token, token)),
    [
      ...withEach(fc.constant('ab'), '!"#$%&\'()*,:;<>?@[\\]^`{|}\t\0\x7f\xe9').map((wrongs) =>
        fc.tuple(tokens, wrongs).map(([token, wrong]) => withToken(wrong + token, token)),
      ),
      tokens.map((token) => withToken(`=${token}`, token)),
      tokens.map((token) => withToken(`${token}=x`, token)),
      ...each(['', '=']).map((sent) => fc.tuple(sent, tokens).map(([one, token]) => withToken(one, token))),
    ],
  ),
  ...both(
    'the mainland edition takes no tokens',
    fc.constant((draft) => ({ ...draft, edition: 'international' })),
    fc.constant((draft) => ({ ...draft, edition: 'mainland' })),
  ),
  ...both(
    'a token is taken where tokens are configured, and known',
    [
      unchanged,
      // Nothing of a signed request is looked at.
      fc.constant((draft) => ({ ...draft, keys: [] })),
      ...mapped(each(['Bearer2', 'beare', 'x']), (authType) => (draft) => ({ ...draft, authType })),
    ],
    mapped(each([null, []]), (held) => (draft) => ({ ...draft, tokens: held })),
  ),
  ...both(
    bearerRule,
    unchanged,
    mapped(
      each([
        ...['  ', '', '\t', ' \t', '\t '].map((other) => [/ /, other] as const),
        [/^/, ' '] as const,
        [/$/, ' '] as const,
        [/$/, '\t'] as const,
      ]),
      ([place, other]) => beforeToken((line) => line.replace(place, other)),
    ),
  ),
  ...both(
    'Bearer is compared with its case, as a whole',
    unchanged,
    mapped(
      each(['bearer', 'BEARER', 'bEARER', 'Bearers', 'Beare', 'earer', 'Bearer:', 'Basic', 'Be\u0430rer']),
      (word) => beforeToken((line) => word + line.slice(6)),
    ),
  ),
  ...both(
    linesRule,
    unchanged,
    mapped(severalLines, (lines) => (draft) => ({ ...draft, lines })),
  ),
  // The second time it is another, or the same: no guard remembers tokens.
  ...both(
    'a token may come any number of times',
    fc.constant((draft) => ({ ...draft, again: draft.token })),
    fc.constant((draft) => ({ ...draft, again: `${draft.token}x=` })),
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
    const der = createPublicKey(publicPem(pair)).export({ type, format: 'der' })
    return pemOf({ use: 'verify', label, der }, width, end, isEnded ? end : '')
  })

const validities: ReadonlyArray<Omit<VerifyKey, 'appId' | 'key'>> = [
  {},
  { revoked: true },
  { notAfter: 0 },
  { notBefore: latestClock },
]

/** A third app has this key; it may be of no use. */
const third = (pairOf: (draft: Draft) => Pair): ReadonlyArray<fc.Arbitrary<Change>> =>
  validities.map((validity) =>
    fc.tuple(files, fc.boolean(), fc.constantFrom(...validities)).map(([file, isOwnToo, own]) => (draft) => {
      const pair = pairOf(draft)
      const key = { appId: 'third', key: file(pair), ...validity }
      const changed = isOwnToo && pair === draft.pair ? valid(own)(draft) : draft
      return { ...changed, otherKeys: [key] }
    }),
  )

const ofBase64 = /[A-Za-z0-9+/]/
/** Two characters in the middle of a file change, in ways that many hashes and all shortened texts miss. */
const swaps: ReadonlyArray<(one: number, two: number) => readonly [number, number]> = [
  (one, two) => [one + 1, two - 31],
  (one, two) => [one + 1, two - 33],
  (one, two) => [two, one],
  (one, two) => [one + 1, two],
]
/** A third app has another key, whose file is nearly the same. */
const nearlySames: ReadonlyArray<fc.Arbitrary<Change>> = swaps.map((swap) =>
  fc.integer({ min: 110, max: 200 }).map((start) => (draft) => {
    const pem = publicPem(draft.pair)
    for (let at = start; ; at++) {
      const before = pem.slice(at, at + 2)
      const after = String.fromCharCode(...swap(before.charCodeAt(0), before.charCodeAt(1)))
      if (after !== before && [...before, ...after].every((one) => ofBase64.test(one)))
        return { ...draft, otherKeys: [{ appId: 'third', key: pem.slice(0, at) + after + pem.slice(at + 2) }] }
    }
  }),
)

/** The app's key stands twice, in two files: one entry is of no use, or none. */
const twice: fc.Arbitrary<Change> = fc
  .tuple(files, fc.constantFrom({}, { notAfter: 0 }, { notBefore: latestClock }))
  .map(([file, validity]) => (draft) => ({
    ...timed(usual, usual, 'now')(draft),
    otherKeys: [{ appId: draft.parts.appId, key: file(draft.pair), ...validity }],
  }))

/** Two apps with names that are nearly the same have the same key, or each its own. */
const namesakes = (isShared: boolean): ReadonlyArray<fc.Arbitrary<Change>> =>
  mapped(each([...lookalikes, ...ofAppsAlone]), ([one, other]) => (draft) => ({
    ...having({ ...usualParts, appId: one })(draft),
    now: usual,
    pair: 'app-1',
    keys: [
      { appId: one, pair: 'app-1' },
      { appId: other, pair: isShared ? 'app-1' : 'app-2' },
    ],
    tokens: null,
  }))
/** Signed once for all. */
const usualParts = { method: 'POST', target: '/v1/jobs', timestamp: usual, nonce: 'n', body: '' }

/** One app has several keys, and another one of them, among several of its own. */
const sharedAmong: ReadonlyArray<fc.Arbitrary<Change>> = [0, 1, 2, 3].flatMap((at) =>
  [0, 1, 2].map((place) =>
    fc.boolean().map((turned) => (draft) => {
      const { appId } = draft.parts
      const own = ['app-1', 'app-1-next', 'app-2', 'bits-2049'] as const
      const theirs: ReadonlyArray<Pair> = (['plain', 'sameModulus', 'sameStart'] as const).map((pair, i) =>
        i === place ? (own[at] as Pair) : pair,
      )
      const keys = [
        ...own.map((pair) => ({ appId, pair })),
        ...theirs.map((pair) => ({ appId: otherApp(appId), pair })),
      ]
      return { ...draft, pair: 'app-1', keys: turned ? keys.toReversed() : keys }
    }),
  ),
)

/** So many entries for one app: of few keys, or of keys that do not count. */
const entries = (count: number): ReadonlyArray<fc.Arbitrary<Change>> =>
  [
    (): Partial<Registered> => ({ pair: 'app-1' }),
    (i: number): Partial<Registered> => ({ pair: i % 2 === 0 ? 'app-1' : 'app-2' }),
    (i: number): Partial<Registered> => (i === count - 1 ? { pair: 'app-1' } : {}),
    (i: number): Partial<Registered> => (i === 0 ? {} : { revoked: true }),
    (i: number): Partial<Registered> => (i === 0 ? {} : { notAfter: 0 }),
  ].map((of) =>
    fc.constant((draft: Draft): Draft => {
      const { appId } = draft.parts
      const all = ['app-1', 'app-1-next', 'app-2', 'bits-2049', 'exponent-65539'] as const
      return {
        ...timed(usual, usual, 'now')(draft),
        pair: 'app-1',
        keys: Array.from({ length: count }, (_, i) => ({ appId, pair: all[i] as Pair, ...of(i) })),
      }
    }),
  )

const settingSamples: Changes = [
  ...both(
    'a key belongs to one app, however alike the names of two are',
    [fc.oneof(...namesakes(false)), fc.oneof(...namesakes(false))],
    [...namesakes(true), ...sharedAmong],
  ),
  ...both('an app has at most 4 keys, each entry of its own', entries(4), entries(5)),
  ...both(
    'a key belongs to one app, in whichever file it stands, valid or not',
    [...third(() => 'bits-3072'), twice, twice, ...nearlySames],
    third(({ pair }) => pair),
  ),
  ...both(
    'an app has at most 4 keys',
    [1, 3, 4, 4].map((count) => someKeys(count, count)),
    [5, 5, 6, 9].map((count) => someKeys(count, count)),
  ),
  ...valued(configuredTypes, (authType) => spelling(authType, (text) => text)),
]

/** Without a verifier there is no verdict on a step. */
const orNone = (drawn: Drawn<'verify'>): Drawn<'verify'> => ({
  ...drawn,
  passes: [drawn.passes].flat().every(Boolean) ? drawn.passes : false,
})

/** `verify` with one step. */
export const requests: ReadonlyArray<Generator> = [
  generator({
    name: 'request-to-verify',
    op: 'verify',
    ...eachOf(requestsOf(signedDrafts, [...headerSamples, ...signedSamples, ...commonSamples.flat()])),
  }),
  generator({
    name: 'clock-to-verify',
    op: 'verify',
    ...eachOf(requestsOf(signedDrafts, clockSamples)),
  }),
  generator({
    name: 'token-to-verify',
    op: 'verify',
    ...eachOf(requestsOf(tokenDrafts, [...tokenSamples, ...exactToken, ...commonSamples.flatMap(some)])),
  }),
  generator({
    name: 'configured-verifier',
    op: 'verify',
    ...eachOf(mapped(requestsOf(signedDrafts, settingSamples), orNone)),
  }),
  generator({
    name: 'key-to-verify',
    op: 'verify',
    ...eachOf(
      mapped(
        [
          ...some(publicKeys).map((samples) =>
            fc.tuple(signedDrafts, samples).map(([draft, { value: key, rule, passes }]) => ({
              input: inputOf({ ...draft, otherKeys: [{ appId: 'third', key }] }),
              rule,
              passes: [passes],
            })),
          ),
        ],
        orNone,
      ),
    ),
    weight: 40,
  }),
]
