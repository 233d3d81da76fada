/**
 * Requests that only a careless verifier accepts. The target `/v1/jobs/` is sent, and `/v1/jobs` was signed: a verifier that drops the
 * last slash finds the signature right. There is one such request for each trigger of each normalization in values/forbidden, and for
 * each part. Sixty come to one verifier in a run, beside one valid request: so a verifier that refuses everything does not pass.
 *
 * This file also has headers with one mistake, every edit of one character of a valid request, and requests that show that the method
 * changes no check.
 */

import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as AppId from '../../../core/AppId.ts'
import * as Method from '../../../core/Method.ts'
import * as Nonce from '../../../core/Nonce.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import * as Token from '../../../core/Token.ts'
import { misspellings } from '../../values/base64.ts'
import { forBodies } from '../../values/forbidden/inBodies.ts'
import {
  forMethods,
  forNames,
  forSignatures,
  forTimestamps,
  forTokens,
  usualTime,
} from '../../values/forbidden/inHeaders.ts'
import { forPaths, forTargets } from '../../values/forbidden/inTargets.ts'
import { toBytes } from '../../values/forbidden/textChanges.ts'
import * as Gen from '../../values/Gen.ts'
import { signatureRule } from '../../values/headers/headerValues.ts'
import { lenientWriters } from '../../values/headers/lenientWriters.ts'
import { foreignKeyWriters, writers } from '../../values/headers/writers.ts'
import { constants, type LabelledGens, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import { type Alteration, alterationsBy, type Normalization, onePerTrigger } from '../../values/Normalization.ts'
import { neighbours } from '../../values/neighbours.ts'
import { nonces, usualMethods } from '../../values/parts.ts'
import { type GeneratedInput, type Generator, generatorFrom } from './Generator.ts'
import * as drafts from './requestDrafts.ts'
import { lineSamples, originOf } from './requests.ts'
import { flipBitOfSignature, type Pair } from './signedRequest.ts'

// ---- Alterations of each part

/** One trigger of a normalization, and the texts of a part that have it. */
export interface TriggeredAlterations {
  readonly normalization: Normalization
  /** The texts are made only when they are needed: some triggers have thousands of long texts. */
  readonly alterations: () => ReadonlyArray<Alteration>
}

/** For each trigger, the alterations of some valid texts. They may depend on how many triggers came before. */
const alterationsOf = (
  normalizations: ReadonlyArray<Normalization>,
  validTexts: (index: number) => ReadonlyArray<string>,
  encode?: (text: string) => string,
): ReadonlyArray<TriggeredAlterations> =>
  normalizations.flatMap(onePerTrigger).map((normalization, index) => ({
    normalization,
    alterations: () => validTexts(index).flatMap((valid) => alterationsBy(normalization, valid, encode)),
  }))

/** A part of a request, or a target of one form. */
type AlteredPart =
  | 'method'
  | 'target'
  | 'absolute form'
  | 'path'
  | 'query'
  | 'timestamp'
  | 'nonce'
  | 'body'
  | 'signature'
  | 'app'
  | 'token'

const always =
  (...texts: ReadonlyArray<string>) =>
  (): ReadonlyArray<string> =>
    texts

/**
 * An app and a token are known under what a normalization makes of them. So each trigger has a valid text of its own with a number in
 * it: what one normalization makes is never what another makes.
 */
export const alterations: Readonly<Record<AlteredPart, ReadonlyArray<TriggeredAlterations>>> = {
  method: alterationsOf(forMethods, always('POST', 'GET')),
  target: alterationsOf(forTargets, always('/v1/jobs?b=2&a=1', '/', 'https://jobs.example/v1/jobs')),
  'absolute form': alterationsOf(forTargets, always('https://jobs.example/v1/jobs?b=2&a=1')),
  path: alterationsOf(forPaths, always('/v1/jobs')),
  query: alterationsOf(forTargets, always('/?b=2&a=1')),
  timestamp: alterationsOf(forTimestamps, always(usualTime)),
  nonce: alterationsOf(forNames, always('n-1', '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d', '7')),
  body: alterationsOf(forBodies, always('{"b":1,"a":[1,2]}', 'one\ntwo', ''), toBytes),
  signature: alterationsOf(forSignatures, always('AbCd')),
  app: alterationsOf(forNames, (index) => [`app-${index}`, `${index + 1}`]),
  token: alterationsOf(forTokens, (index) => [`tok-${index}_2~3+4/5=`, `${index + 1}`]),
}

// ---- One request for each trigger

const unchanged: drafts.Change = (draft) => draft

/** One item of a list that takes long to make: the list is made when the first item is drawn. Undefined if the list is empty. */
const oneOfLazy = <A>(make: () => ReadonlyArray<A>): Gen.Gen<A | undefined> => {
  let items: ReadonlyArray<A> | undefined
  return Gen.nat().map((index) => {
    items ??= make()
    return items[index % items.length]
  })
}

/** The altered text is sent, and the signature is over what the normalization makes of it. */
const requestsFor = (
  triggered: ReadonlyArray<TriggeredAlterations>,
  changeFor: (alteration: Alteration) => drafts.Change,
  isInvalid: (alteration: Alteration) => boolean = () => true,
): LabelledGens<drafts.Change> =>
  triggered.flatMap(({ normalization, alterations }) => {
    const changes = oneOfLazy(() => alterations().filter(isInvalid)).map((alteration) =>
      alteration === undefined ? unchanged : changeFor(alteration),
    )
    return validAndInvalid(drafts.signedRule, [], { [normalization.name]: changes })
  })

type SignedPart = 'method' | 'target' | 'timestamp' | 'nonce' | 'body'

const sendAndSign =
  (part: SignedPart, sent: string, signed: string): drafts.Change =>
  (draft) => ({ ...drafts.signAndSend({ [part]: signed })(draft), sent: { [part]: sent } })

const altering =
  (part: SignedPart) =>
  ({ sent, normalized }: Alteration): drafts.Change =>
    sendAndSign(part, sent, normalized)

/** A signer signs the origin form of a target, so what counts is the origin form of the normalized one. */
const alteringTarget = (targets: ReadonlyArray<TriggeredAlterations>): LabelledGens<drafts.Change> =>
  requestsFor(
    targets,
    ({ sent, normalized }) => sendAndSign('target', sent, originOf(normalized)),
    ({ sent, normalized }) => originOf(sent) !== originOf(normalized),
  )

const isOriginForm = ({ sent }: Alteration): boolean => /^\/[^#]*$/.test(sent)

// ---- Other encodings of a signature

const fromBase64 = (signature: string): Buffer => Buffer.from(signature, 'base64')

const encodings: ReadonlyArray<(signature: string) => string> = [
  (signature) => signature.replace(/.{64}/g, '$&\n'),
  (signature) => signature.replace(/.{76}/g, '$&\r\n'),
  encodeURIComponent,
  (signature) => fromBase64(signature).toString('hex'),
  (signature) => Buffer.from(signature).toString('base64'),
  (signature) => `data:;base64,${signature}`,
  // The first character as a URL, XML and JSON escape it, and in full width.
  (signature) => signature.replace(/^./, (digit) => `%${digit.charCodeAt(0).toString(16)}`),
  (signature) => signature.replace(/^./, (digit) => `&#${digit.charCodeAt(0)};`),
  (signature) => signature.replace(/^./, (digit) => `\\u00${digit.charCodeAt(0).toString(16)}`),
  (signature) => signature.replace(/[0-9A-Za-z]/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  (signature) => fromBase64(signature).reverse().toString('base64'),
  (signature) => fromBase64(signature).subarray(1).toString('base64'),
  (signature) => Buffer.concat([Buffer.alloc(1), fromBase64(signature)]).toString('base64'),
  (signature) => Buffer.concat([fromBase64(signature), fromBase64(signature)]).toString('base64'),
  ...[0, 7, 1000, 2047].map((bit) => (signature: string) => flipBitOfSignature(signature, bit)),
]

const byPart: { readonly [part: string]: LabelledGens<drafts.Change> } = {
  method: requestsFor(alterations.method, altering('method')),
  target: alteringTarget(alterations.target),
  'absolute form': alteringTarget(alterations['absolute form']),
  // A program may normalize a path alone, or a query alone.
  path: requestsFor(alterations.path, altering('target'), isOriginForm),
  query: requestsFor(alterations.query, altering('target'), isOriginForm),
  timestamp: requestsFor(alterations.timestamp, altering('timestamp')),
  'timestamp as it is sent': requestsFor(
    alterations.timestamp,
    ({ sent }) => drafts.signAndSend({ timestamp: sent }),
    ({ sent }) => sent !== usualTime,
  ),
  nonce: requestsFor(alterations.nonce, altering('nonce')),
  body: requestsFor(alterations.body, altering('body')),
  signature: [
    // The signature of the request is altered as the example was: by the same trigger, at the same place.
    ...requestsFor(
      alterations.signature,
      ({ alter }) =>
        (draft) => ({ ...draft, signature: alter }),
      ({ normalized, original }) => normalized === original,
    ),
    ...validAndInvalid(
      signatureRule,
      [],
      [...misspellings, ...constants(encodings)].map((writers) =>
        writers.map((signature) => (draft: drafts.Draft) => ({ ...draft, signature })),
      ),
    ),
  ],
}

// ---- Names that a normalization makes known

/** An app id or a token is sent that a normalization makes the known one. */
interface Misread {
  readonly name: string
  readonly sent: string
  readonly known: string
}

/** One such text for each trigger. None if the normalized text is not a valid app id or token. */
const misreadings = (
  triggered: ReadonlyArray<TriggeredAlterations>,
  isValid: (name: string) => boolean,
): Gen.Gen<ReadonlyArray<Misread>> => {
  const oneFor = ({ normalization, alterations }: TriggeredAlterations): Gen.Gen<ReadonlyArray<Misread>> =>
    oneOfLazy(() => alterations().filter(({ normalized }) => isValid(normalized))).map((alteration) =>
      alteration === undefined
        ? []
        : [{ name: normalization.name, sent: alteration.sent, known: alteration.normalized }],
    )
  return Gen.tuple(...triggered.map(oneFor)).map((misreads) => misreads.flat())
}

const misreadTogether = (
  draft: drafts.Draft,
  misreads: ReadonlyArray<Misread>,
  changeFor: (misread: Misread) => drafts.Change,
  isLast: boolean,
): GeneratedInput<'verify'> =>
  drafts.toOneVerifier(
    drafts.signedRule,
    draft,
    misreads.map((misread, index) => ({
      draft: flow(drafts.signAndSend({ nonce: `n-${index}` }), changeFor(misread))(draft),
      name: misread.name,
      passes: false,
    })),
    isLast,
  )

/** Each app has a key of its own. A run has few apps, because more keys would take time to make. */
const misreadApps: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = drafts
  .inGroups(alterations.app, 23)
  .map((group) =>
    Gen.tuple(misreadings(group, AppId.isAppId), Gen.boolean).map(([misreads, isLast]) => {
      const apps = [...new Set(misreads.map(({ known }) => known))]
      const pairOf = (appId: string): Pair => `quick-${apps.indexOf(appId) + 1}`
      const keys = [...drafts.plainDraft.keys, ...apps.map((appId) => ({ appId, pair: pairOf(appId) }))]
      const changeFor = ({ sent, known }: Misread): drafts.Change =>
        flow(drafts.signAndSend({ appId: known }), (draft) => ({
          ...draft,
          pair: pairOf(known),
          sent: { appId: sent },
        }))
      return misreadTogether({ ...drafts.plainDraft, keys }, misreads, changeFor, isLast)
    }),
  )

const misreadTokens: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = drafts
  .inGroups(alterations.token, drafts.requestsPerRun)
  .map((group) =>
    Gen.tuple(misreadings(group, Token.isToken), Gen.boolean).map(([misreads, isLast]) => {
      const knownTokens = [drafts.knownToken, ...new Set(misreads.map((misread) => misread.known))]
      const tokens = knownTokens.map((token, index) => ({ appId: `app-${index}`, token }))
      const changeFor =
        ({ sent }: Misread): drafts.Change =>
        (draft) => ({ ...draft, token: sent })
      return misreadTogether({ ...drafts.plainDraft, tokens, token: drafts.knownToken }, misreads, changeFor, isLast)
    }),
  )

// ---- Single changes

const single = (change: string, applyChange: drafts.Change, passes = false): LabelledGens<drafts.Change>[number] =>
  Gen.constant({ value: applyChange, rule: drafts.signedRule, change, passes })

/** Each neighbour of a valid part is signed as it is sent. */
const neighboursSigned = (
  part: 'method' | 'target' | 'nonce',
  valid: string,
  isValid: (text: string) => boolean,
): LabelledGens<drafts.Change> =>
  Object.entries(neighbours).flatMap(([edit, neighboursOf]) =>
    neighboursOf(valid).map((text) => single(edit, drafts.signAndSend({ [part]: text }), isValid(text))),
  )

const upperCaseMethod = (method: string): drafts.Change => drafts.signAndSend({ method: method.toUpperCase() })

/** The body is signed for every method. */
const otherBodies: LabelledGens<drafts.Change> = usualMethods.flatMap((method) =>
  [
    { signed: '{}', sent: '{}' },
    { signed: '', sent: '{}' },
    { signed: '{}', sent: '' },
  ].map(({ signed, sent }) => {
    const change = flow(upperCaseMethod(method), sendAndSign('body', sent, signed))
    return single(`${method} with another body than is signed`, change, signed === sent)
  }),
)

/** Permission and the second check of freshness do not depend on the method. */
const checkedForEachMethod: LabelledGens<drafts.Change> = usualMethods.flatMap((method) => {
  const forbid: drafts.Change = (draft) => ({ ...draft, allowed: false })
  const stall: drafts.Change = (draft) => ({ ...draft, later: draft.now + draft.maxAge + 1 })
  return [
    single(`${method} is not allowed`, flow(upperCaseMethod(method), forbid)),
    single(`${method} is stale when its body has come`, flow(upperCaseMethod(method), stall)),
  ]
})

/** Signed for another method than is sent: the query names it, as for programs that let a query override the method. */
const otherMethods: LabelledGens<drafts.Change> = usualMethods.flatMap((signedMethod) => {
  const signed = signedMethod.toUpperCase()
  return usualMethods
    .filter((sentMethod) => sentMethod !== signedMethod)
    .map((sentMethod) => {
      const override = drafts.signAndSend({ target: `/v1/jobs?_method=${signed}` })
      return single(`${signed} is signed`, flow(override, sendAndSign('method', sentMethod.toUpperCase(), signed)))
    })
})

/** The origin form of an absolute form is signed, and not the whole text. */
const signedAbsolute: LabelledGens<drafts.Change> = [
  'https://jobs.example/v1/jobs',
  'http://jobs.example:80/?a',
  'HTTPS://J/',
].map((url) => single('as it stands', sendAndSign('target', url, url)))

const singleChanges: LabelledGens<drafts.Change> = [
  ...signedAbsolute,
  ...otherBodies,
  ...checkedForEachMethod,
  ...otherMethods,
  ...lineSamples,
  ...mapValues(nonces, (nonce) => drafts.signAndSend({ nonce })).filter(({ labels }) => labels.passes === false),
  ...neighboursSigned('method', 'PO', (text) => E.isRight(Method.parseExact(text))),
  ...neighboursSigned('target', '/a?', (text) => E.isRight(RequestTarget.parse(text))),
  ...neighboursSigned('nonce', 'a-1', Nonce.isNonce),
]

// ---- Every edit of one character

interface EditedPart {
  readonly valid: string
  readonly changeFor: (text: string) => drafts.Change
  /** How many characters are edited, from the first one on. Absent: all. */
  readonly places?: number
}

/** One run for each kind of edit, with all texts that are one such edit away. */
const editsOf = (
  rule: string,
  draft: drafts.Draft,
  parts: ReadonlyArray<EditedPart>,
): ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> =>
  Object.entries(neighbours).map(([edit, neighboursOf]) =>
    Gen.boolean.map((isLast) => {
      // Any number of spaces may follow the auth type.
      const isInvalid = (text: string, valid: string): boolean => text.replace(/ +/, ' ') !== valid
      const changes = parts.flatMap(({ valid, changeFor, places }) =>
        neighboursOf(valid, places)
          .filter((text) => isInvalid(text, valid))
          .map(changeFor),
      )
      const requests = changes.map((change) => ({ draft: change(draft), name: edit, passes: false }))
      return drafts.toOneVerifier(rule, draft, requests, isLast)
    }),
  )

const lineOf = (draft: drafts.Draft, places?: number): EditedPart => ({
  valid: drafts.inputOf(draft).steps[0]?.authorization[0] ?? '',
  changeFor: (line) => (edited) => ({ ...edited, writeLines: () => [line] }),
  ...(places !== undefined && { places }),
})

const tokenDraft: drafts.Draft = { ...drafts.plainDraft, token: drafts.knownToken }
const edits: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>> = [
  ...editsOf('each character of a header counts', drafts.plainDraft, [lineOf(drafts.plainDraft, 90)]),
  ...editsOf('each character of a header counts', tokenDraft, [lineOf(tokenDraft)]),
  ...editsOf(
    'method, target and body are signed, to the last bit',
    drafts.plainDraft,
    (['method', 'target', 'body'] as const).map((part) => ({
      valid: drafts.plainDraft.parts[part],
      changeFor: (neighbour) => drafts.sendOnly(() => ({ [part]: neighbour })),
    })),
  ),
]

// ---- The generators

/** Each request of such a run has a verdict of its own. */
const batch = (name: string, gens: ReadonlyArray<Gen.Gen<GeneratedInput<'verify'>>>): Generator => ({
  ...generatorFrom(name, 'verify', gens),
  kind: 'batch',
})

export const altered: ReadonlyArray<Generator> = [
  batch('altered', [
    ...Object.values(byPart).flatMap((changes) => drafts.inBatches(changes)),
    ...misreadApps,
    ...misreadTokens,
  ]),
  batch(
    'written',
    drafts.inBatches(
      mapValues([...writers, ...lenientWriters, ...foreignKeyWriters], (writeHeader) => (draft) => ({
        ...draft,
        writeHeader,
      })),
    ),
  ),
  batch('edited', edits),
  batch('parts-to-verify', drafts.inBatches(singleChanges)),
]
