/**
 * A draft is a request and the verifier that it meets, before it is signed. Generators take a valid draft, make one change and sign:
 *
 *   inputOf(sendOnly(() => ({ nonce: 'n-2' }))(plainDraft)) // an input of the op `verify`: `n` was signed, and `n-2` is sent
 */

import { standard } from '../../../core/AuthType.ts'
import {
  appIdCharacters,
  methodCharacters,
  nonceCharacters,
  targetCharacters,
  tokenCharacters,
} from '../../values/characters.ts'
import * as Gen from '../../values/Gen.ts'
import {
  type HeaderWriter,
  type ItemKey,
  itemOrders,
  itemsOf,
  writeCanonical,
} from '../../values/headers/HeaderWriter.ts'
import { combineWith, type LabelledGens, mapEach, onePerSide } from '../../values/Labelled.ts'
import type { VerifyInput, VerifyKey } from '../Vector.ts'
import type { GeneratedInput } from './Generator.ts'
import type { Pair, Parts, Registered } from './signedRequest.ts'
import { hexOf, keysFor, signatureOf } from './signedRequest.ts'
import type { Window } from './windows.ts'
import { startClocks, usualClock, windowSizes } from './windows.ts'

const bytesOf = (least: number, most: number): Gen.Gen<string> =>
  Gen.string(
    Gen.nat(255).map((byte) => String.fromCharCode(byte)),
    { minLength: least, maxLength: most, size: 'max' },
  )

type SomeParts = Parts<number | string>

/** A request, and the verifier that it meets. */
export interface Draft extends Window {
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
  /** The parts that are signed. */
  readonly parts: SomeParts
  /** The parts that are sent in place of the signed ones. */
  readonly sent: Partial<SomeParts>
  readonly order: ReadonlyArray<ItemKey>
  readonly writeHeader: HeaderWriter
  /** The Authorization lines that are sent for each line that was written. */
  readonly writeLines: (line: string) => ReadonlyArray<string>
  readonly signature: (signature: string) => string
  /** The request has this token in place of a signature. */
  readonly token?: string
}

export type Change = (draft: Draft) => Draft

/** The token of the plain verifier. */
export const knownToken = 'tok-en.1_2~3+4/5='
/** A request that passes. Its key is one of the quick keys. */
export const plainDraft: Draft = {
  edition: 'international',
  authType: standard,
  maxAge: 300,
  maxSkew: 60,
  bodyLimit: 1_048_576,
  now: usualClock,
  keys: [{ appId: 'app-1', pair: 'quick-0' }],
  otherKeys: [],
  tokens: [{ appId: 'b', token: knownToken }],
  pair: 'quick-0',
  parts: {
    appId: 'app-1',
    method: 'POST',
    target: '/v1/jobs?b=2&a=1',
    timestamp: usualClock,
    nonce: 'n',
    body: '{"b":1}',
  },
  sent: {},
  order: ['app_id', 'nonce_str', 'timestamp', 'signature'],
  writeHeader: writeCanonical,
  writeLines: (line) => [line],
  signature: (signature) => signature,
}

export const inputOf = (draft: Draft): VerifyInput => {
  const { edition, authType, maxAge, maxSkew, tokens, now, later, allowed, pair, parts, token } = draft
  const sentParts = { ...parts, ...draft.sent }
  const signedLines = (): ReadonlyArray<string> => {
    const { appId: app_id, nonce: nonce_str, timestamp } = sentParts
    const signature = draft.signature(signatureOf(pair, parts))
    const values = { app_id, nonce_str, timestamp: String(timestamp), signature }
    return draft.writeHeader(authType, itemsOf(draft.order, values))
  }
  const step = {
    now,
    ...(later !== undefined && { later }),
    method: sentParts.method,
    target: sentParts.target,
    authorization: (token === undefined ? signedLines() : [`Bearer ${token}`]).flatMap(draft.writeLines),
    body: hexOf(sentParts.body),
    ...(allowed !== undefined && { allowed }),
  }
  const keys = [...keysFor(draft.keys), ...draft.otherKeys]
  return { edition, authType, maxAge, maxSkew, bodyLimit: draft.bodyLimit, keys, tokens, steps: [step] }
}

const someTargets = Gen.oneof(
  Gen.constantFrom('/v1/jobs', '/', '/?', '//', '/v1/jobs?b=2&a=1&a=1', '/%7e/%zz', "/a/../b;c'd\\"),
  Gen.stringOf(targetCharacters, 0, 40).map((path) => `/${path}`),
)

const appIds: Gen.Gen<string> = Gen.oneof(
  Gen.stringOf(appIdCharacters, 1, 128),
  Gen.constantFrom('app-1', '__proto__', 'constructor'),
)

export const anyToken: Gen.Gen<string> = Gen.template`${Gen.stringOf(tokenCharacters, 1, 40)}${Gen.stringOf('=', 0, 3)}`

/** Another app, beside the app of the draft. */
export const otherAppId = (appId: string): string => (appId === 'other' ? 'others' : 'other')

export const signedDrafts: Gen.Gen<Draft> = Gen.record({
  edition: Gen.constantFrom('international', 'mainland'),
  maxAge: windowSizes,
  maxSkew: windowSizes,
  now: startClocks,
  appId: appIds,
  pair: Gen.constantFrom('app-1', 'app-1-next', 'app-2', 'exponent-65539', 'bits-2049'),
  method: Gen.oneof(Gen.constantFrom('POST', 'GET', 'PUT'), Gen.stringOf(methodCharacters, 1, 32)),
  target: someTargets,
  nonce: Gen.oneof(Gen.stringOf(nonceCharacters, 1, 40), Gen.stringOf(nonceCharacters, 127, 128)),
  body: Gen.oneof(Gen.constantFrom('', '{}', '{"stages":[]}\n', '\r\n'), bytesOf(0, 60)),
  token: anyToken,
  order: itemOrders,
}).map(({ edition, now, appId, method, target, nonce, body, token, ...draft }) => ({
  ...plainDraft,
  ...draft,
  edition,
  now,
  keys: [
    { appId, pair: draft.pair },
    { appId: otherAppId(appId), pair: 'exponent-largest' },
  ],
  tokens: edition === 'mainland' ? null : [{ appId: otherAppId(appId), token: `${token}=` }],
  parts: { appId, method, target, timestamp: now, nonce, body },
}))

export const sendOnly =
  (change: (parts: SomeParts) => Partial<SomeParts>): Change =>
  (draft) => ({ ...draft, sent: { ...draft.sent, ...change(draft.parts) } })

/** Changes both what is signed and what is sent. */
export const signAndSend =
  (parts: Partial<SomeParts>): Change =>
  (draft) => ({ ...draft, parts: { ...draft.parts, ...parts } })

/** The clock has this value at the start or when the body is there; else it is that of the timestamp. Windows are wide unless given. */
export const atClock =
  (timestamp: number, clock: number, when: 'now' | 'later', window: Partial<Window> = {}): Change =>
  (draft) => {
    const clocks = when === 'now' ? { now: clock } : { now: timestamp, later: clock }
    return { ...signAndSend({ timestamp })(draft), maxAge: 86_400, maxSkew: 86_400, ...window, ...clocks }
  }

/** The key of the draft's app, with this validity. */
export const withValidity =
  (validity: Omit<VerifyKey, 'appId' | 'key'>): Change =>
  (draft) => ({ ...draft, keys: draft.keys.map((key) => (key.pair === draft.pair ? { ...key, ...validity } : key)) })

export type Changes = LabelledGens<Change>

/** Two drawn values for each side of a rule. That is enough, because another op gets each of these values. */
export const twoPerSide = <A>(samples: LabelledGens<A>): LabelledGens<A> =>
  [onePerSide(samples), onePerSide(samples)].flat()

export const requestsOf = (
  drafts: Gen.Gen<Draft>,
  samples: Changes,
): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> =>
  mapEach(
    combineWith(drafts, samples, (draft, change) => inputOf(change(draft))),
    ({ value: input, rule, change, passes }) => ({ input, rule, passes: [passes], changes: [change] }),
  )

interface Together {
  readonly draft: Draft
  readonly name: string
  readonly passes: boolean
}
/** Several requests to one verifier. The first or the last one passes, so a verifier that refuses everything fails. */
export const toOneVerifier = (
  rule: string,
  draft: Draft,
  requests: ReadonlyArray<Together>,
  isLast: boolean,
): GeneratedInput<'verify'> => {
  const validRequest = { draft: signAndSend({ nonce: 'right' })(draft), name: 'nothing', passes: true }
  const requestsInOrder = isLast ? [...requests, validRequest] : [validRequest, ...requests]
  return {
    input: { ...inputOf(draft), steps: requestsInOrder.flatMap((request) => inputOf(request.draft).steps) },
    rule,
    passes: requestsInOrder.map(({ passes }) => passes),
    changes: requestsInOrder.map(({ name }) => name),
  }
}

export const signedRule = 'a verifier verifies exactly the parts that were sent, and repairs nothing first'

export const inGroups = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** Requests to one verifier in one run. */
export const requestsPerRun = 60
export const inBatches = (
  changes: Changes,
  base: Draft = plainDraft,
): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> =>
  inGroups(changes, requestsPerRun).map((group) =>
    Gen.tuple(Gen.tuple(...group), Gen.boolean).map(([drawnChanges, isLast]) => {
      const drafted = drawnChanges.flatMap(({ value: applyChange, change, passes }, n): ReadonlyArray<Together> => {
        const numbered = signAndSend({ nonce: `n-${n}` })(base)
        const draft = applyChange(numbered)
        return draft === numbered ? [] : [{ draft, name: change, passes }]
      })
      return toOneVerifier(signedRule, base, drafted, isLast)
    }),
  )
