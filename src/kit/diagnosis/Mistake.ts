/**
 * A mistake that callers make, as data. The diagnosis tries it as a hypothesis, the vectors have a negative case for it, and tests
 * plant it as a bug. All its functions start from the request that a verifier has received.
 *
 * Terms: a *draft* is a string to sign that is not joined yet, and a *slot* is one part of it. The *layout* is the order of the parts in
 * the text and what stands between them. A *form* is one way in which the same mistake can be made. The
 * search tries *rare* forms last (`Rare`), and a *wide* mistake has very many forms.
 */

import type * as Bytes from '../../core/Bytes.ts'
import type { Reason } from '../../core/VerifyError.ts'
import type { Hash, HashName } from '../../effects/Hash.ts'
import type { Draft, DraftParts, Slot, View } from './Draft.ts'
import type { Rare, Respelling, Traits } from './forms/Respelling.ts'
import type { RemedyFor } from './remedies.ts'

export type { Rare, Respelling, Traits }

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

/** Facts that the diagnosis needs beside the request and the app's keys. */
export type Need = 'nothing' | 'host' | 'url' | 'url or paths' | 'other keys' | 'decoded body'

/** A text that the caller signed in place of the right one, or the wrong way in which it signed the right one. */
export type SignedText =
  | { readonly _tag: 'Draft'; readonly change: Partial<Pick<Draft, Slot>> }
  /** `bare`: PKCS #1 v1.5 padding round the digest alone, without a DigestInfo. */
  | { readonly _tag: 'Scheme'; readonly hash: HashName; readonly padding: 'pkcs1' | 'pss' | 'bare' | 'without-null' }
  | { readonly _tag: 'Key'; readonly of: 'another app' }

export interface Variation {
  /** Names the form of the mistake in a few words. */
  readonly detail: string
  readonly signed: SignedText
  readonly rare?: Rare | undefined
  readonly traits?: Traits | undefined
}

/** Wrong parts that were both signed and sent. */
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
  /** The remedy by addressee. Present if it says something to the operator of the service. */
  readonly remedyFor?: RemedyFor
  /** How to tell it from other mistakes that lead to the same text, in one sentence. */
  readonly tells: string
  /**
   * The search cannot confirm it in general, so a report only suggests it. Exceptions are requests of a special kind, such as one
   * whose nonce is a time.
   */
  readonly candidateOnly: boolean
  /** It has so many variations that they are tried last, and never two such mistakes together. */
  readonly wide: boolean
  /** All its forms are rare. */
  readonly rarely: boolean
  /** Its last forms have the rarity `late`: the search tries them after all other mistakes. */
  readonly hasLateForms: boolean
  /** Ids of the mistakes that it would undo in part. The search never makes it after one of them. */
  readonly undoes: ReadonlyArray<string>
  /** The slots of a draft that it changes. Empty if it changes something else, such as the header. */
  readonly slots: ReadonlyArray<Slot>
  /**
   * The forms that may have been signed in place of this draft. Some take long to make, so they are made one by one. With `only`, the
   * search looks for one value of one slot: for these bytes of a part, or for a layout that makes this text. `slot` names the slot of a
   * mistake that has several.
   *
   * - This value must be made, if the mistake can make it.
   * - Other values need not be made. They may be, and so may the unchanged value.
   * - The `layouts` are not made.
   */
  readonly variations: (draft: Draft, hash: Hash, only?: Bytes.Bytes, slot?: Slot) => Iterable<Variation>
  /** The layouts that replace the standard one. They are the same for every request. `variations` has them too, except with `only`. */
  readonly layouts: () => ReadonlyArray<Variation>
  /** Other spellings of the right Base64 (for the part `signature`) or of the right header line (for the part `header`). */
  readonly respellings: (right: string) => ReadonlyArray<Respelling>
  /** Wrong parts that may have been both signed and sent. */
  readonly sendings: (view: View, hash: Hash) => ReadonlyArray<Sending>
}
