/**
 * Arbitraries, named after the domain. Each reaches every value that its rule allows and leans towards the edges; none
 * has a limit that is not the rule's own. A generator that breaks the rule of its type throws.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../src/core/AppId.ts'
import * as Authorization from '../../src/core/Authorization.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import type { Bytes } from '../../src/core/Bytes.ts'
import { type Edition, editions } from '../../src/core/Edition.ts'
import * as Fingerprint from '../../src/core/Fingerprint.ts'
import type { Window } from '../../src/core/Freshness.ts'
import * as Method from '../../src/core/Method.ts'
import * as Nonce from '../../src/core/Nonce.ts'
import { ours, type Policies } from '../../src/core/Policies.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import * as Signature from '../../src/core/Signature.ts'
import type { Parts } from '../../src/core/StringToSign.ts'
import * as Timestamp from '../../src/core/Timestamp.ts'
import * as Token from '../../src/core/Token.ts'
import type { Offer, VerifyError } from '../../src/core/VerifyError.ts'
import type { VerifyPolicy } from '../../src/core/VerifyPolicy.ts'
import type * as Job from '../../src/job/Job.ts'
import * as Stage from '../../src/job/Stage.ts'

// ---------------------------------------------------------------------------------------------------------------- core

/** Narrows a generated value by its type's own guard. */
const of =
  <A, B extends A>(is: (a: A) => a is B) =>
  (a: A): B => {
    if (is(a)) return a
    throw new Error(`generated outside of the rule: ${JSON.stringify(a)}`)
  }

const characters = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')

const digits = '0123456789'
const upper = characters(0x41, 0x5a)
const lower = upper.toLowerCase()
const alphanumeric = digits + upper + lower
const tokenMarks = "!#$%&'*+.^_`|~-"

/** Text of the characters of `alphabet`, of any length between the limits; often at one of them. */
const text = (alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> => {
  const unit = fc.constantFrom(...alphabet)
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit, minLength, maxLength }) },
    { weight: 2, arbitrary: fc.string({ unit, minLength, maxLength, size: 'max' }) },
    { weight: 1, arbitrary: fc.string({ unit, minLength, maxLength: minLength }) },
    // Reaches the maximum with few draws.
    {
      weight: 1,
      arbitrary: fc
        .string({ unit, minLength: Math.max(1, minLength) })
        .map((s) => s.padEnd(maxLength, s).slice(0, maxLength)),
    },
  )
}

/** A method in any letter case; `method` is upper-case. */
export const methodText = (): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom('GET', 'POST', 'post', 'pAtCh', 'options'), text(alphanumeric + tokenMarks, 1, 32))

export const method = (): fc.Arbitrary<Method.Method> =>
  fc
    .oneof(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      text(digits + upper + tokenMarks, 1, 32),
    )
    .map(of(Method.isMethod))

const visibleWithoutHash = characters(0x21, 0x7e).replace('#', '')

/** A shape that some client, server or proxy rewrites. */
const awkwardTarget = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom(
        '/',
        '//',
        '/.',
        '/..',
        '/%2e%2e',
        '/%2F',
        '/%7e',
        '/%zz',
        '/a',
        '?',
        '?a=1',
        '&a=1',
        '&b',
        '+',
        '%20',
        "'",
        '\\',
        ';p=1',
        ':',
        '@',
        'http://h',
      ),
    )
    .map((pieces) => `/${pieces.join('')}`)

export const target = (): fc.Arbitrary<RequestTarget.RequestTarget> =>
  fc
    .oneof(
      { weight: 3, arbitrary: awkwardTarget() },
      { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...visibleWithoutHash) }).map((s) => `/${s}`) },
      // Reaches the limit with few draws.
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.string({ unit: fc.constantFrom(...visibleWithoutHash), minLength: 1 }), fc.nat({ max: 40 }))
          .map(([s, short]) => '/'.padEnd(RequestTarget.maxLength - short, s)),
      },
    )
    .map(of(RequestTarget.isRequestTarget))

export const timestamp = (): fc.Arbitrary<Timestamp.Timestamp> =>
  fc
    .oneof(
      fc.integer({ min: 1_500_000_000, max: 2_500_000_000 }),
      fc.constantFrom(0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 2, 2 ** 53 - 1),
      fc.maxSafeNat(),
    )
    .map(of(Timestamp.isTimestamp))

export const nonce = (): fc.Arbitrary<Nonce.Nonce> =>
  fc
    .oneof(
      { weight: 2, arbitrary: text(`${alphanumeric}-`, 1, Nonce.rule.maxLength) },
      { weight: 1, arbitrary: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(Nonce.ofRandom) },
    )
    .map(of(Nonce.isNonce))

export const appId = (): fc.Arbitrary<AppId.AppId> =>
  fc
    .oneof(
      {
        weight: 1,
        arbitrary: fc.constantFrom('app-1', '123', '0123', '__proto__', 'constructor', 'toString', '.', '..'),
      },
      { weight: 4, arbitrary: text(`${alphanumeric}._~-`, 1, AppId.rule.maxLength) },
    )
    .map(of(AppId.isAppId))

export const authType = (): fc.Arbitrary<AuthType.AuthType> =>
  fc
    .oneof(
      fc.constantFrom('SVC-SHA256-RSA', 'SVC-SHA256-RSA2', 'Basic', 'Bearer2'),
      text(alphanumeric + tokenMarks, 1, 64),
    )
    .filter(AuthType.isAuthType)

/** A token as long as a header of 8 KiB holds, at most. */
export const token = (): fc.Arbitrary<Token.Token> =>
  fc
    .tuple(text(`${alphanumeric}-._~+/`, 1, 8192 - 'Bearer '.length), fc.constantFrom('', '=', '==', '==='))
    .map(([letters, padding]) => letters.slice(0, 8192 - 'Bearer '.length - padding.length) + padding)
    .map(of(Token.isToken))

/** Random bytes in Base64: of the length of a key's modulus, or of any from 1 to the 1,024 bytes of the longest key. */
export const signature = (): fc.Arbitrary<Signature.Signature> =>
  fc
    .oneof(
      fc.uint8Array({ minLength: 1, maxLength: 1024 }),
      fc.constantFrom(256, 257, 384, 512, 1024).chain((n) => fc.uint8Array({ minLength: n, maxLength: n })),
    )
    .map(Signature.ofBytes)

export const signed = (
  type: fc.Arbitrary<AuthType.AuthType> = fc.constant(AuthType.standard),
): fc.Arbitrary<Authorization.Signed> =>
  fc.record(
    {
      _tag: fc.constant('Signed' as const),
      authType: type,
      appId: appId(),
      nonce: nonce(),
      timestamp: timestamp(),
      signature: signature(),
    },
    { noNullPrototype: true },
  )

export const bearer = (): fc.Arbitrary<Authorization.Bearer> =>
  fc.record({ _tag: fc.constant('Bearer' as const), token: token() }, { noNullPrototype: true })

/** A signed header of any auth type, or a bearer header. */
export const authorization = (): fc.Arbitrary<Authorization.Authorization> =>
  fc.oneof({ weight: 3, arbitrary: signed(authType()) }, { weight: 1, arbitrary: bearer() })

/** The header of an authorization that fits into one. */
export const written = (a: Authorization.Authorization): string => {
  const header = Authorization.serialize(a)
  if (E.isLeft(header)) throw new Error(`a header of ${header.left.length} characters`)
  return header.right
}

/** Any bytes: any text, line feeds, a byte order mark, invalid UTF-8, none. */
export const body = (): fc.Arbitrary<Bytes> =>
  fc.oneof(
    fc.uint8Array(),
    fc.uint8Array({ size: 'large' }),
    fc
      .array(fc.constantFrom(0x0a, 0x0d, 0x00, 0x22, 0x2c, 0x7b, 0xef, 0xbb, 0xbf, 0xff))
      .map((bytes) => Uint8Array.from(bytes)),
    fc.json().map((json) => new TextEncoder().encode(json)),
    fc.constant(new Uint8Array(0)),
  )

export const parts = (): fc.Arbitrary<Parts> =>
  fc.record({ method: method(), target: target(), timestamp: timestamp(), nonce: nonce() }, { noNullPrototype: true })

/** Any character that UTF-8 can carry. (fast-check's own unit 'binary' is the same, and takes 0.7 s to set up.) */
export const character = (): fc.Arbitrary<string> =>
  fc
    .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((point) => String.fromCodePoint(point))

/** Text that UTF-8 can carry. */
export const unicodeText = (): fc.Arbitrary<string> => fc.string({ unit: character() })

/** Any text at all: every UTF-16 code unit, lone surrogates too. */
export const anyText = (): fc.Arbitrary<string> =>
  fc.oneof(
    unicodeText(),
    fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.string({ unit: fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\ufeff', '\u0000', 'a', '€', '𝄞') }),
  )

/** Pieces of a header in any order: gets further into a parser than random text. */
export const headerLike = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'SVC-SHA256-RSA',
          'Bearer',
          ' ',
          ' ',
          '\t',
          ',',
          ',',
          '=',
          '=',
          '"',
          'app_id',
          'appid',
          'nonce_str',
          'timestamp',
          'signature',
        ),
        fc.constantFrom(
          'AAAA',
          'AA==',
          '1700000000',
          'n-1',
          '__proto__',
          '\n',
          '\r',
          '\u00a0',
          '\ufeff',
          '\u0085',
          'ſ',
          '\u0000',
          '\ud800',
        ),
        anyText(),
      ),
      { size: 'medium' },
    )
    .map((pieces) => pieces.join(''))

/** A text with one change: a piece removed, inserted, doubled or replaced. */
export const mutated = (original: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      original,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat({ max: 3 }),
      fc.oneof(fc.constantFrom('', ',', '=', ' ', '"', '\n', 'ſ'), anyText()),
    )
    .map(([s, place, removed, inserted]) => {
      const at = Math.floor(place * s.length)
      return s.slice(0, at) + inserted + s.slice(at + removed)
    })

export const edition = (): fc.Arbitrary<Edition> => fc.constantFrom(...editions)

/** Each policy on or off, at random. */
export const policies = (): fc.Arbitrary<Policies> =>
  fc.record(
    Object.fromEntries(Object.keys(ours).map((name) => [name, fc.boolean()])) as {
      [P in keyof Policies]: fc.Arbitrary<boolean>
    },
    { noNullPrototype: true },
  )

export const grammar = (): fc.Arbitrary<Authorization.Grammar> =>
  fc.record({ authType: authType(), policies: policies() }, { noNullPrototype: true })

/** Any valid setting in seconds or bytes. */
const amount = (): fc.Arbitrary<number> => fc.oneof(fc.constantFrom(0, 1, 60, 300), fc.maxSafeNat())

export const window = (): fc.Arbitrary<Window> =>
  fc.record({ maxAge: amount(), maxSkew: amount() }, { noNullPrototype: true })

export const verifyPolicy = (): fc.Arbitrary<VerifyPolicy> =>
  fc.record(
    {
      edition: edition(),
      authType: authType(),
      maxAge: amount(),
      maxSkew: amount(),
      bodyLimit: amount(),
      policies: policies(),
    },
    { noNullPrototype: true },
  )

export const offer = (): fc.Arbitrary<Offer> =>
  fc.record({ authType: authType(), edition: edition(), tokens: fc.boolean() }, { noNullPrototype: true })

const loopback = ['localhost', 'LocalHost', '127.0.0.1', '127.255.255.254', '[::1]']
const host = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.constantFrom(...loopback),
  )
const port = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 65535 }).map((n) => `:${n}`),
  )
const basePath = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', '/', '//', '/a', '/a/'),
    target().map((t) => t.replace(/\?.*$/, '')),
  )

/** An https URL of any host, or an http one of loopback, with or without port and path. */
export const baseUrl = (): fc.Arbitrary<BaseUrl.BaseUrl> =>
  fc
    .oneof(
      fc.tuple(fc.constantFrom('https://', 'HTTPS://'), host(), port(), basePath()),
      fc.tuple(fc.constantFrom('http://', 'Http://'), fc.constantFrom(...loopback), port(), basePath()),
    )
    .map((pieces) => pieces.join(''))
    .map(of((s: string): s is BaseUrl.BaseUrl => E.isRight(BaseUrl.parse(s))))

const offset = (): fc.Arbitrary<number> => fc.nat({ max: 8192 })
const only = <T extends VerifyError['_tag']>(_tag: T): fc.Arbitrary<{ readonly _tag: T }> => fc.constant({ _tag })
const withFields = <T extends VerifyError['_tag'], F extends object>(
  _tag: T,
  fields: { [K in keyof F]: fc.Arbitrary<F[K]> },
) =>
  fc.record({ _tag: fc.constant(_tag), ...fields }, { noNullPrototype: true }) as unknown as fc.Arbitrary<
    { readonly _tag: T } & F
  >

/** One arbitrary for each member of the union: a new member does not compile without one. */
export const verifyErrors: {
  readonly [T in VerifyError['_tag']]: fc.Arbitrary<Extract<VerifyError, { readonly _tag: T }>>
} = {
  authorization_missing: only('authorization_missing'),
  authorization_multiple: withFields('authorization_multiple', { count: fc.integer({ min: 2 }) }),
  authorization_malformed: withFields('authorization_malformed', {
    rule: fc.constantFrom<Authorization.Rule>(
      'length',
      'auth-type',
      'space',
      'key=value',
      'empty-element',
      'unknown-key',
      'repeated-key',
      'missing-key',
      'empty-value',
      'quote',
      'app_id',
      'nonce_str',
      'timestamp',
      'token68',
    ),
    offset: offset(),
  }),
  scheme_unsupported: only('scheme_unsupported'),
  bearer_not_offered: withFields('bearer_not_offered', { because: fc.constantFrom('edition', 'no-token-book') }),
  method_invalid: withFields('method_invalid', { rule: fc.constantFrom('token', 'length', 'upper-case') }),
  target_invalid: withFields('target_invalid', {
    rule: fc.constantFrom('empty', 'length', 'form', 'authority', 'character', 'fragment'),
    offset: offset(),
  }),
  timestamp_expired: fc.oneof(
    withFields('timestamp_expired', {
      because: fc.constant('age'),
      ageSeconds: fc.maxSafeNat(),
      maxAgeSeconds: amount(),
      now: timestamp(),
    }),
    withFields('timestamp_expired', { because: fc.constant('forgotten'), now: timestamp() }),
    withFields('timestamp_expired', {
      because: fc.constant('forgotten'),
      now: timestamp(),
      retryAfterSeconds: fc.integer({ min: 1 }),
    }),
  ),
  timestamp_in_future: withFields('timestamp_in_future', {
    aheadSeconds: fc.maxSafeNat(),
    maxSkewSeconds: amount(),
    now: timestamp(),
  }),
  app_unknown: only('app_unknown'),
  signature_malformed: fc.oneof(
    withFields('signature_malformed', {
      rule: fc.constantFrom('alphabet', 'length', 'padding', 'spare-bits'),
      offset: offset(),
    }),
    withFields('signature_malformed', { rule: fc.constant('modulus'), bytes: fc.nat() }),
  ),
  signature_invalid: withFields('signature_invalid', { keys: fc.integer({ min: 1, max: 4 }) }),
  key_revoked: withFields('key_revoked', { because: fc.constantFrom('revoked', 'not-yet-valid', 'no-longer-valid') }),
  nonce_replayed: only('nonce_replayed'),
  token_unknown: only('token_unknown'),
  body_too_large: withFields('body_too_large', { limitBytes: amount() }),
  body_incomplete: only('body_incomplete'),
  body_consumed: only('body_consumed'),
  app_forbidden: only('app_forbidden'),
  verifier_busy: only('verifier_busy'),
  key_source_unavailable: withFields('key_source_unavailable', { detail: fc.string() }),
  guard_unavailable: withFields('guard_unavailable', { detail: fc.string() }),
  guard_full: withFields('guard_full', { quota: fc.nat() }),
  misconfigured: withFields('misconfigured', { detail: fc.string() }),
}

export const verifyError = (): fc.Arbitrary<VerifyError> =>
  fc.oneof(...(Object.values(verifyErrors) as Array<fc.Arbitrary<VerifyError>>))

// -------------------------------------------------------------------------------------------------------------- guards

export const fingerprint = (): fc.Arbitrary<Fingerprint.Fingerprint> =>
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map(Fingerprint.ofDigest)

/** A claim's unique key: a nonce, alone or with a timestamp or digest, or any text. */
export const unique = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: nonce() },
    { weight: 1, arbitrary: fc.tuple(timestamp(), nonce()).map(([t, n]) => `${t}:${n}`) },
    { weight: 1, arbitrary: fc.tuple(nonce(), fingerprint()).map(([n, digest]) => `${n}:${digest}`) },
    { weight: 1, arbitrary: anyText() },
  )

// ----------------------------------------------------------------------------------------------------------------- job

/** A member's name: any text, often one special to JavaScript, JSON Pointers or jobs. */
export const memberName = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'toJSON',
      '',
      '0',
      '2',
      '10',
      '-1',
      '01',
      '~',
      '/',
      '~1',
      '\u0000',
    ),
    fc.constantFrom(
      'request_id',
      'stages',
      'type',
      'inputInitialize',
      'diffusion',
      'seed',
      'width',
      'text',
      'sdModel',
      'é',
      '\u2028',
      '𝄞',
    ),
    fc.string({ unit: 'binary' }),
  )

/** An object with these own members, even `__proto__`. */
const objectOf = <A>(value: fc.Arbitrary<A>): fc.Arbitrary<{ readonly [name: string]: A }> =>
  fc
    .uniqueArray(fc.tuple(memberName(), value), { selector: ([name]) => name, size: '-1' })
    .map((members) => Object.fromEntries(members))

const jsonNumber = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(0, -0, 7.5, 1e-7, 5e-324, 2 ** 53 - 1, 1 - 2 ** 53),
    fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  )

/** Every JSON value that survives being written and read, except that −0 becomes 0. */
export const json = (): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown; array: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(fc.constantFrom<unknown>(null, true, false), jsonNumber(), fc.string({ unit: 'binary' })),
      tie('array'),
      tie('object'),
    ),
    array: fc.array(tie('value'), { size: '-1' }),
    object: objectOf(tie('value')),
  })).value

/** Some of the `shown` fields, and undocumented ones; `reserved` names are excluded from those. */
const openRecord = (
  shown: { readonly [name: string]: fc.Arbitrary<unknown> },
  reserved: ReadonlyArray<string> = [],
): fc.Arbitrary<Job.Open> =>
  fc
    .tuple(objectOf(json()), fc.record(shown, { requiredKeys: [], noNullPrototype: true }))
    .map(([others, fields]) =>
      Object.fromEntries(
        Object.entries({ ...others, ...fields }).filter(
          ([name]) => !reserved.includes(name) && (!Object.hasOwn(shown, name) || Object.hasOwn(fields, name)),
        ),
      ),
    )

const integer = (): fc.Arbitrary<number> =>
  fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(0, -1, 2 ** 53 - 1, 1 - 2 ** 53))
const anyString = (): fc.Arbitrary<string> => fc.string({ unit: 'binary' })
const payloads = ['inputInitialize', 'diffusion']

export const inputInitializeStage = (): fc.Arbitrary<Stage.InputInitializeStage> =>
  fc
    .tuple(openRecord({}, payloads), openRecord({ seed: integer(), count: integer() }))
    .map(([others, inputInitialize]) => ({ ...others, type: 'INPUT_INITIALIZE' as const, inputInitialize }))

export const diffusionStage = (): fc.Arbitrary<Stage.DiffusionStage> =>
  fc
    .tuple(
      openRecord({}, payloads),
      openRecord({
        width: integer(),
        height: integer(),
        prompts: fc.array(openRecord({ text: anyString() })),
        steps: integer(),
        sd_model: anyString(),
        clip_skip: integer(),
        cfg_scale: jsonNumber(),
      }),
    )
    .map(([others, diffusion]) => ({ ...others, type: 'DIFFUSION' as const, diffusion }))

/** A stage of an undocumented type, with any members. */
export const otherStage = (): fc.Arbitrary<Stage.OtherStage> =>
  fc
    .tuple(
      openRecord({}),
      fc.oneof(fc.constantFrom('UPSCALE', 'diffusion', 'DIFFUSION ', '__proto__', ''), anyString()),
    )
    .filter(([, type]) => type !== 'DIFFUSION' && type !== 'INPUT_INITIALIZE')
    .map(([others, type]) => Stage.other(type, others))

export const stage = (): fc.Arbitrary<Stage.Stage> => fc.oneof(inputInitializeStage(), diffusionStage(), otherStage())

export const job = (): fc.Arbitrary<Job.Job> =>
  fc
    .tuple(openRecord({}), anyString(), fc.array(stage()))
    .map(([others, request_id, stages]) => ({ ...others, request_id, stages }))

/** RFC 8259 JSON in every spelling, sometimes unsafe: repeated names, numbers that are too large. */
export const jsonText = (): fc.Arbitrary<string> => {
  const space = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: text(' \t\n\r', 0, 3) })
  const spaced = (token: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(space, token, space).map((pieces) => pieces.join(''))
  const number = fc.oneof(
    jsonNumber().map((n) => JSON.stringify(n)),
    fc.constantFrom(
      '-0',
      '0.0',
      '1.0',
      '1e0',
      '1E+0',
      '10e-1',
      '1.00000000000000000001',
      '9007199254740991',
      '9007199254740992',
      '9007199254740993.0',
      '-9e15',
      '1e400',
      '1e-400',
    ),
    fc
      .tuple(jsonNumber(), fc.integer({ min: -400, max: 400 }))
      .map(([n, e]) => `${JSON.stringify(Math.trunc(n % 1e6))}.${Math.abs(e)}e${e}`),
  )
  const character = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).map((s) => JSON.stringify(s).slice(1, -1)),
    fc.nat({ max: 0xffff }).map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
    fc.constantFrom(
      'a',
      '\\u0061',
      '\\u0041',
      '\\/',
      '/',
      '\\b',
      '\\ud83c\\udf0a',
      '\\uD83C',
      '\\udf0a',
      '🌊',
      '\u007f',
      '\u2028',
    ),
  )
  const string = fc.oneof(
    fc.array(character).map((s) => `"${s.join('')}"`),
    memberName().map((s) => JSON.stringify(s)),
    fc.constantFrom('"a"', '"\\u0061"', '"b"'),
  )
  const listed =
    (open: string, close: string) =>
    (items: ReadonlyArray<string>): string =>
      `${open}${items.join(',')}${close}`
  return fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
    value: spaced(
      fc.oneof(
        { depthSize: 'small' },
        fc.oneof(fc.constantFrom('null', 'true', 'false'), number, string),
        tie('array'),
        tie('object'),
      ),
    ),
    array: fc.oneof(
      fc.array(tie('value'), { minLength: 1 }).map(listed('[', ']')),
      space.map((s) => `[${s}]`),
    ),
    object: fc.oneof(
      fc
        .array(
          fc.tuple(spaced(string), tie('value')).map((member) => member.join(':')),
          { minLength: 1 },
        )
        .map(listed('{', '}')),
      space.map((s) => `{${s}}`),
    ),
  })).value
}

// ---------------------------------------------------------------------------------------------------------------- keys

/** A number without leading zero bytes, up to slightly more than the longest modulus; zero is empty. */
export const magnitude = (): fc.Arbitrary<Bytes> =>
  fc
    .oneof(
      fc.uint8Array(),
      fc
        .constantFrom(1, 127, 128, 255, 256, 257, 1024, 1025)
        .chain((n) => fc.uint8Array({ minLength: n, maxLength: n })),
    )
    .map((bytes) =>
      bytes.slice(
        Math.max(
          0,
          bytes.findIndex((byte) => byte !== 0),
        ),
      ),
    )
    .filter((bytes) => bytes[0] !== 0)

/** A tag of one byte. */
export const derTag = (): fc.Arbitrary<number> => fc.nat({ max: 255 }).filter((tag) => (tag & 0x1f) !== 0x1f)

/** Content of every length at which the DER length encoding changes. */
export const derContent = (): fc.Arbitrary<Bytes> =>
  fc.oneof(
    fc.uint8Array(),
    fc.constantFrom(127, 128, 255, 256, 65_535).map((n) => new Uint8Array(n).fill(0xa5)),
  )

/** Bytes that begin like an element. */
export const derLike = (): fc.Arbitrary<Bytes> =>
  fc
    .tuple(
      fc.constantFrom(0x02, 0x03, 0x04, 0x05, 0x06, 0x30, 0xa0, 0x1f),
      fc.constantFrom([], [0x80], [0x81], [0x82], [0x84, 0, 0]),
      fc.uint8Array({ max: 20 }),
      fc.uint8Array(),
    )
    .map(([tag, length, more, rest]) => Uint8Array.of(tag, ...length, ...more, ...rest))

/** White space allowed in PEM. */
export const blanks = (): fc.Arbitrary<string> => fc.constantFrom('\n', '\r\n', '\r', '', ' \n', '\n\t', '\n\n', ' ')
