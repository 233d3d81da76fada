/**
 * Requests that only a careless verifier accepts. The target `/v1/jobs/` is sent, and `/v1/jobs` was signed: a verifier that drops the
 * last slash finds the signature right. There is one such request for each part, and for each trigger of each forbidden normalization
 * (`alterations.ts`). Sixty of them come to one verifier in a run, beside one valid request: so a verifier that refuses everything does not
 * pass.
 *
 * The generators here also have app ids and tokens that a normalization makes known (`misreadNames.ts`), headers with one mistake, every edit
 * of one character (`editedRequests.ts`), and other single changes (`singleChanges.ts`).
 */
import { misspellings } from '../../values/base64.ts'
import { usualTime } from '../../values/forbidden/inHeaders.ts'
import type * as Gen from '../../values/Gen.ts'
import { signatureRule } from '../../values/headers/headerValues.ts'
import { lenientWriters } from '../../values/headers/lenientWriters.ts'
import { foreignKeyWriters, writers } from '../../values/headers/writers.ts'
import { constants, type LabelledGens, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import type { Alteration } from '../../values/Normalization.ts'
import { alterations, oneOfLazy, type SignedPart, sendAndSign, type TriggeredAlterations } from './alterations.ts'
import { edits } from './editedRequests.ts'
import { type GeneratedInput, type Generator, generatorFrom } from './Generator.ts'
import { misreadApps, misreadTokens } from './misreadNames.ts'
import * as drafts from './requestDrafts.ts'
import { originOf } from './requests.ts'
import { flipBitOfSignature } from './signedRequest.ts'
import { singleChanges } from './singleChanges.ts'

// ---- One request for each trigger

const unchanged: drafts.Change = (draft) => draft

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

// ---- The parts

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
