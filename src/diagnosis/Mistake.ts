/**
 * A mistake that callers make, as data: a hypothesis for whoever looks for the cause of a refusal, a negative for the
 * vectors, a bug to plant. A mistake is described from the request that a verifier has received.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import type { Reason } from '../core/VerifyError.ts'

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

/** What must be known beside the request and the app's keys. */
export type Need = 'nothing' | 'host' | 'url' | 'other keys'

/** The five parts, as somebody put them into a string to sign: by the rules or not. */
export interface Parts {
  readonly method: string
  readonly target: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: Bytes.Bytes
}

/** The request as the verifier received it: method, target, timestamp and nonce in their canonical form. */
export interface View extends Parts {
  readonly appId: string
  /** Of the Host header, perhaps with a port. */
  readonly host?: string | undefined
  /** What the caller says it has called. */
  readonly url?: string | undefined
}

export type HashName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** A hash by its name. An argument, because the pure layers have none. */
export type Hash = (name: HashName, bytes: Bytes.Bytes) => Bytes.Bytes

/** What a caller signed, or how: some parts in place of the request's, a whole byte string, or the right one otherwise. */
export type Signed =
  | { readonly _tag: 'Parts'; readonly parts: Partial<Parts> }
  | { readonly _tag: 'Whole'; readonly bytes: Bytes.Bytes }
  /** `bare`: PKCS#1 v1.5 padding round the digest alone, without a DigestInfo. */
  | { readonly _tag: 'Scheme'; readonly hash: HashName; readonly padding: 'pkcs1' | 'pss' | 'bare' }
  | { readonly _tag: 'Key'; readonly of: 'another app' }

export interface Variation {
  /** Which of the mistake's forms, in a few words. */
  readonly detail: string
  readonly signed: Signed
}

/** A text that was written where another belongs. */
export interface Respelling {
  readonly detail: string
  readonly text: string
}

/** Parts that were signed and sent alike, and that are wrong all the same. */
export interface Sending {
  readonly detail: string
  readonly parts: Partial<Parts>
}

export interface Mistake {
  readonly id: string
  readonly part: Part
  /** What the caller did, in one sentence. */
  readonly what: string
  /** The reason that a verifier gives. */
  readonly seenAs: Reason
  readonly needs: Need
  /** What to do instead, in one sentence. */
  readonly remedy: string
  /** No input leads to it, so it is never more than a guess. */
  readonly candidateOnly: boolean
  /** What may have been signed in place of what was sent. */
  readonly variations: (view: View, hash: Hash) => ReadonlyArray<Variation>
  /** For the part `signature`, from the right Base64; for the part `header`, from the right line. */
  readonly respellings: (right: string) => ReadonlyArray<Respelling>
  /** What may have been signed and sent alike. */
  readonly sendings: (view: View, hash: Hash) => ReadonlyArray<Sending>
}

/** UTF-8; a text that has none was signed by nobody, and gives nothing to compare. */
export const utf8 = (text: string): Bytes.Bytes => {
  const bytes = Bytes.ofText(text)
  return E.isRight(bytes) ? bytes.right : Bytes.empty
}

/** The parts joined as they should be. */
export const join = (p: Parts): Bytes.Bytes =>
  Bytes.concat([utf8(`${p.method}\n${p.target}\n${p.timestamp}\n${p.nonce}\n`), p.body])

/** The byte string that was put to the hash, where the mistake is in it; otherwise that of the request. */
export const message = (view: View, signed: Signed): Bytes.Bytes => {
  switch (signed._tag) {
    case 'Parts':
      return join({ ...view, ...signed.parts })
    case 'Whole':
      return signed.bytes
    case 'Scheme':
    case 'Key':
      return join(view)
  }
}
