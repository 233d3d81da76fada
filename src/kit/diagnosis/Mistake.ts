/**
 * A mistake that callers make, as data: a hypothesis of the diagnosis, a negative case of the vectors, a bug to plant. It is
 * described from the request that a verifier has received.
 */

import type * as Bytes from '../../core/Bytes.ts'
import type { Reason } from '../../core/VerifyError.ts'
import type { Hash, HashName } from '../../effects/Hash.ts'
import type { Draft, DraftParts, Slot, View } from './Draft.ts'
import type { Rare, Respelling } from './forms/Respelling.ts'

export type { Rare, Respelling }

export type Part =
  | 'method'
  | 'target'
  | 'timestamp'
  | 'nonce'
  | 'body'
  | 'join'
  | 'encoding'
  | 'hash'
  | 'signature'
  | 'header'
  | 'clock'
  | 'key'

/** What the diagnosis must know beside the request and the app's keys. */
export type Need = 'nothing' | 'host' | 'url' | 'url or paths' | 'other keys' | 'decoded body'

/** What the caller signed in place of the draft, or how it signed the right one. */
export type SignedText =
  | { readonly _tag: 'Draft'; readonly change: Partial<Pick<Draft, Slot>> }
  /** `bare`: PKCS #1 v1.5 padding round the digest alone, without a DigestInfo. */
  | { readonly _tag: 'Scheme'; readonly hash: HashName; readonly padding: 'pkcs1' | 'pss' | 'bare' | 'without-null' }
  | { readonly _tag: 'Key'; readonly of: 'another app' }

export interface Variation {
  /** Which of the mistake's forms, in a few words. */
  readonly detail: string
  readonly signed: SignedText
  readonly rare?: Rare | undefined
}

/** Parts that were signed and sent alike, and are wrong all the same. */
export interface Sending {
  readonly detail: string
  readonly parts: Partial<DraftParts>
}

export interface Mistake {
  readonly id: string
  readonly part: Part
  /** What the caller did, in one sentence. */
  readonly what: string
  /** The verifier's reason. */
  readonly seenAs: Reason
  readonly needs: Need
  /** What to do instead, in one sentence. */
  readonly remedy: string
  /** What would tell it apart from other mistakes that lead to the same text, in one sentence. */
  readonly tells: string
  /** The search cannot reach it, so it is never more than a guess. */
  readonly candidateOnly: boolean
  /** It has so many variations that they are tried last, and never two such mistakes together. */
  readonly wide: boolean
  /** All its forms are rare. */
  readonly rarely: boolean
  /** Ids of the mistakes that it would undo in part. The search never makes it after one of them. */
  readonly undoes: ReadonlyArray<string>
  /** What it changes of a draft; empty if the mistake lies elsewhere. */
  readonly slots: ReadonlyArray<Slot>
  /**
   * What may have been signed in place of this draft; a generator, for some take long to make. Where only one value of the
   * slot is of use, others need not be made, one that changes nothing is no matter, and `layouts` are left out.
   */
  readonly variations: (draft: Draft, hash: Hash, only?: Bytes.Bytes) => Iterable<Variation>
  /** Those of its variations that put a layout in the standard one's place, the same for every request. */
  readonly layouts: () => ReadonlyArray<Variation>
  /** For the part `signature`, from the right Base64; for the part `header`, from the right line. */
  readonly respellings: (right: string) => ReadonlyArray<Respelling>
  /** What may have been signed and sent alike. */
  readonly sendings: (view: View, hash: Hash) => ReadonlyArray<Sending>
}
