/**
 * A mistake that callers make, as data: a hypothesis for whoever looks for the cause of a refusal, a negative for the
 * vectors, a bug to plant. A mistake is described from the request that a verifier has received.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../core/Base64.ts'
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
export type Need = 'nothing' | 'host' | 'url' | 'other keys' | 'decoded body'

/** The five parts, as somebody put them into a string to sign: by the rules or not. */
export interface Parts {
  readonly method: string
  readonly target: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: Bytes.Bytes
}

/** What stands in a string to sign, in which order, with what between and behind. */
export interface Layout {
  readonly order: ReadonlyArray<keyof Parts | 'appId'>
  readonly separator: string
  /** In front of the last piece, where it is another there. */
  readonly last?: string
  /** In front of the first piece. */
  readonly start?: string
  readonly end: string
  /** Without the body, whether or not one is sent. */
  readonly bodiless?: true
}

export const standard: Layout = { order: ['method', 'target', 'timestamp', 'nonce', 'body'], separator: '\n', end: '' }

/** How a digest was written that was then signed as if it were the text. */
export type Digested = 'bytes' | 'hex' | 'HEX' | 'base64' | 'hex LF' | 'openssl' | 'openssl 1' | 'sha256sum'

/** The request as the verifier received it: method, target, timestamp and nonce in their canonical form. */
export interface View extends Parts {
  readonly appId: string
  /** Of the Host header, perhaps with a port. */
  readonly host?: string | undefined
  /** What the caller says it has called. */
  readonly url?: string | undefined
  /** The body without its content coding, where it came with one. */
  readonly decoded?: Bytes.Bytes | undefined
  /** What stood in the file from which a command took the body, where it changed it on the way. */
  readonly file?: Bytes.Bytes | undefined
}

/** What a caller put to its signing function: by the rules, or with mistakes. */
export interface Draft extends View {
  /** The target that was sent, whatever was signed. */
  readonly sent: string
  readonly layout: Layout
  /** Hashed before it was signed, so often. */
  readonly digested: ReadonlyArray<Digested>
}

/** What a mistake can change of a draft; each change is of one of them. */
export type Slot = keyof Parts | 'layout' | 'digested'

/** What should have been signed. */
export const draftOf = (view: View): Draft => ({ ...view, sent: view.target, layout: standard, digested: [] })

export type HashName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** A hash by its name. An argument, because the pure layers have none. */
export type Hash = (name: HashName, bytes: Bytes.Bytes) => Bytes.Bytes

/** What a caller signed in place of the draft, or how it signed the right one. */
export type Signed =
  | { readonly _tag: 'Draft'; readonly change: Partial<Pick<Draft, Slot>> }
  /** `bare`: PKCS#1 v1.5 padding round the digest alone, without a DigestInfo. */
  | { readonly _tag: 'Scheme'; readonly hash: HashName; readonly padding: 'pkcs1' | 'pss' | 'bare' | 'without-null' }
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
  /** Its variations are too many to be tried with others before everything else has been. */
  readonly wide: boolean
  /** It says only that a part differs, so any other mistake that leads to the same value comes before it. */
  readonly vague: boolean
  /** Ids of the mistakes that it would undo in part if it were made after them. A search never combines the two in that order. */
  readonly undoes: ReadonlyArray<string>
  /** What of a draft it changes; nothing if it lies elsewhere. */
  readonly slots: ReadonlyArray<Slot>
  /** What may have been signed in place of this draft, one after the other: some take their time. */
  readonly variations: (draft: Draft, hash: Hash) => Iterable<Variation>
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

const pieceOf = (draft: Draft, piece: keyof Parts | 'appId'): Bytes.Bytes =>
  piece === 'body' ? draft.body : utf8(draft[piece])

/** What stands in front of each piece. */
export const gapsOf = ({ order, separator, last = separator }: Layout): ReadonlyArray<string> =>
  order.map((_, i) => (i === 0 ? '' : i === order.length - 1 ? last : separator))

/** The text of a draft, before any hashing of its own. */
export const textOf = (draft: Draft): Bytes.Bytes => {
  const gaps = gapsOf(draft.layout)
  const pieces = draft.layout.order.flatMap((piece, i) => [utf8(gaps[i] as string), pieceOf(draft, piece)])
  return Bytes.concat([utf8(draft.layout.start ?? ''), ...pieces, utf8(draft.layout.end)])
}

const written = (digest: Bytes.Bytes, as: Digested): Bytes.Bytes => {
  const hex = Bytes.toHex(digest)
  switch (as) {
    case 'bytes':
      return digest
    case 'hex':
      return utf8(hex)
    case 'HEX':
      return utf8(hex.toUpperCase())
    case 'base64':
      return utf8(Base64.encode(digest))
    case 'hex LF':
      return utf8(`${hex}\n`)
    case 'openssl':
      return utf8(`SHA2-256(stdin)= ${hex}\n`)
    case 'openssl 1':
      return utf8(`(stdin)= ${hex}\n`)
    case 'sha256sum':
      return utf8(`${hex}  -\n`)
  }
}

/** A character for each byte. */
export const binary = (bytes: Bytes.Bytes): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  return text
}

/** Bytes of a body that is not written anew any more, to see whether that was signed. */
export const mostRewritten: number = 1024 * 1024

/** What goes to the signing function for a text that was hashed beforehand. */
export const digestedOf = (text: Bytes.Bytes, forms: ReadonlyArray<Digested>, hash: Hash): Bytes.Bytes =>
  forms.reduce((bytes, form) => written(hash('sha256', bytes), form), text)

/** The byte string that was put to the signing function. */
export const message = (draft: Draft, hash: Hash): Bytes.Bytes => digestedOf(textOf(draft), draft.digested, hash)
