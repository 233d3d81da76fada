/**
 * The alterations of each part of a request by the forbidden normalizations (values/forbidden): for each trigger, some valid texts of the
 * part with the trigger in them. For `altered.ts` and `misreadNames.ts`.
 *
 *     alterations.nonce    the first is `trimmed` with a space: { sent: ' n-1', normalized: 'n-1', … }, …
 */

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
import { type Alteration, alterationsBy, type Normalization, onePerTrigger } from '../../values/Normalization.ts'
import * as drafts from './requestDrafts.ts'

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

/** One item of a list that takes long to make: the list is made when the first item is drawn. Undefined if the list is empty. */
export const oneOfLazy = <A>(make: () => ReadonlyArray<A>): Gen.Gen<A | undefined> => {
  let items: ReadonlyArray<A> | undefined
  return Gen.nat().map((index) => {
    items ??= make()
    return items[index % items.length]
  })
}

export type SignedPart = 'method' | 'target' | 'timestamp' | 'nonce' | 'body'

/** The part is sent as `sent`, and signed as `signed`. */
export const sendAndSign =
  (part: SignedPart, sent: string, signed: string): drafts.Change =>
  (draft) => ({ ...drafts.signAndSend({ [part]: signed })(draft), sent: { [part]: sent } })
