/** One request to a verifier: valid, or with one fault in what is signed, in what is sent, or in the verifier's settings. */

import { standard } from '../../../core/AuthType.ts'
import { misspellings } from '../../values/base64.ts'
import { ofAppIds, ofAuthTypes, ofMethods, ofNonces, ofTargets } from '../../values/characters.ts'
import * as Draw from '../../values/Draw.ts'
import { each, mapped, over } from '../../values/Grammar.ts'
import { signatureRule, typeRule, writings } from '../../values/header.ts'
import { lookalikes } from '../../values/lookalikes.ts'
import { nonces as anyNonces, appIds, timestamps } from '../../values/parts.ts'
import { clockSamples } from './clockRequests.ts'
import { commonSamples } from './commonRequests.ts'
import { drawing, type Generator } from './Generator.ts'
import { publicKeys } from './keys.ts'
import {
  bits,
  both,
  bytesOf,
  type Change,
  type Changes,
  type Draft,
  firstPairs,
  having,
  names,
  nearMisses,
  otherApp,
  otherCase,
  requestsOf,
  sending,
  signedDrafts,
  some,
  spelling,
  timed,
  unchanged,
  valued,
} from './requestDrafts.ts'
import { flippedBody, flippedSignature, type Pair, type Registered, usual } from './signedRequest.ts'
import { exactToken, tokenDrafts, tokenSamples, tokenTargets } from './tokenRequests.ts'
import { orNone, settingSamples } from './verifierSettings.ts'

/** 1 to 64 characters of an HTTP token. */
const authTypes = Draw.oneof(
  Draw.constantFrom('SVC-SHA256-RSA', 'RSA', 'Bearer2', 'x'),
  Draw.textOf(ofAuthTypes, 1, 64),
).filter((text) => text.toLowerCase() !== 'bearer')

/** Two pairs or more; the first is for the one that is missing. */
const fewKeys = Draw.shuffled(['app-1', 'app-1-next', 'app-2', 'exponent-65539', 'exponent-largest'] as const, 2)

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
): ReadonlyArray<Draw.Draw<Change>> =>
  each([{ revoked: true }, { notAfter: usual - 1 }, { notBefore: usual + 1 }]).flatMap((validities) =>
    [true, false].map((turned) =>
      Draw.tuple(validities, Draw.constantFrom('app-2', 'bits-3072')).map(([validity, pair]) => (draft) => {
        const { appId } = draft.parts
        const keys = of({ appId, pair: draft.pair === pair ? 'app-1' : draft.pair }, { appId, pair }, validity)
        const pairs = { pair: draft.pair === pair ? ('app-1' as const) : draft.pair }
        return { ...timed(usual, usual, 'now')(draft), ...pairs, keys: turned ? keys.toReversed() : keys }
      }),
    ),
  )

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']

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
      Draw.constant(sending(({ body }) => ({ body: body === '' ? ' ' : '' }))),
    ],
  ),
  ...both(
    'a signature has no wrong bit',
    mapped(each(firstPairs), (pair) => (draft) => ({ ...draft, pair, keys: [{ appId: draft.parts.appId, pair }] })),
    mapped([...[0, 7, 2047].map((bit) => Draw.constant(bit)), bits], (bit) => (draft) => ({
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
    Draw.constant((draft) => ({ ...draft, keys: [] })),
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
      Draw.constant(sending(({ appId }) => ({ appId: otherApp(appId) }))),
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
        Draw.tuple(authTypes, misses).map(([authType, miss]) => spelling(authType, miss)),
      ),
      Draw.tuple(authTypes, Draw.constantFrom('a', 'Z'), bits).map(([authType, letter, at]) =>
        spelling(authType.slice(1) + letter, (text) => otherCase(text, at)),
      ),
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

/** `verify` with one step. */
export const requests: ReadonlyArray<Generator> = [
  drawing(
    'request-to-verify',
    'verify',
    requestsOf(signedDrafts, [...headerSamples, ...signedSamples, ...commonSamples.flat()]),
  ),
  drawing('clock-to-verify', 'verify', requestsOf(signedDrafts, clockSamples)),
  drawing(
    'token-to-verify',
    'verify',
    requestsOf(tokenDrafts, [...tokenSamples, ...exactToken, ...tokenTargets, ...commonSamples.flatMap(some)]),
  ),
  drawing('configured-verifier', 'verify', mapped(requestsOf(signedDrafts, settingSamples), orNone)),
  drawing(
    'key-to-verify',
    'verify',
    mapped(
      requestsOf(
        signedDrafts,
        over(some(publicKeys), (key) => (draft) => ({ ...draft, otherKeys: [{ appId: 'third', key }] })),
      ),
      orNone,
    ),
    40,
  ),
]
