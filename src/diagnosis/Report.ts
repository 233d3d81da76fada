/**
 * What a diagnosis says: what the caller did wrong, how certain that is, and what to do. A report carries the request's own
 * text, because that is its purpose: it is for whoever looks for the cause, and never for an answer to the caller.
 */
import type { Bytes } from '../core/Bytes.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { HashName, Part } from './Mistake.ts'

/** One mistake, in the form in which it was found. */
export interface Finding {
  /** Of the catalogue. */
  readonly id: string
  /** Which form of the mistake, in a few words; a part of the request may stand in it. */
  readonly detail: string
  readonly part: Part
  /** What the caller did, in one sentence. */
  readonly what: string
  /** What to do instead, in one sentence. */
  readonly remedy: string
  /** It may be so, and nothing shows it. */
  readonly guess?: true
  /** Where in the Authorization line it stands, in characters from 0, if it stands there. */
  readonly offset?: number
}

/** A byte string that was signed, or should have been. */
export interface Text {
  /** Absent where only the digest is known. */
  readonly bytes?: Bytes
  /** Where its own digest was signed in place of it: what was hashed beforehand. */
  readonly hashed?: Bytes
  /** By which hash it was signed. */
  readonly hash: HashName
  /** In hexadecimal. */
  readonly digest: string
}

/** Where two byte strings begin to differ. */
export interface Difference {
  /** In bytes from 0. */
  readonly offset: number
  /** In which part of the expected text that is. */
  readonly part: 'method' | 'target' | 'timestamp' | 'nonce' | 'body' | 'separator' | 'end'
  /** The byte on each side; absent where that side ends. */
  readonly signed?: number
  readonly expected?: number
}

/** The key under which the signature opens. */
export interface KeyFound {
  /** Whose it is; absent if it was given without an app id. */
  readonly appId?: string
  /** `sha256:` and 8 digits. */
  readonly fingerprint: string
  /** Of the modulus. */
  readonly bits: number
}

export interface Report {
  /** Whether the request would pass, as far as it can be said without a replay guard. Never let anything in by it: a verifier decides. */
  readonly outcome: 'accept' | 'reject'
  readonly reason?: Reason
  /** The refusal in words, for the operator. */
  readonly message?: string
  /**
   * The digest in the signature proves the text that was signed, and the findings lead to it. They are proven as its cause
   * only without `alternatives`: then no other mistakes of the catalogue, as few or fewer, lead to that text.
   */
  readonly exact: boolean
  /** The fewest mistakes that explain it, all of them together, none of which undoes a part of another; if not `exact`, the likeliest guess. */
  readonly findings: ReadonlyArray<Finding>
  /** Further sets of as few mistakes that explain it as well; if not `exact`, further guesses. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Finding>>
  readonly key?: KeyFound
  /** What the caller signed, as far as it could be read out of the signature. */
  readonly signed?: Text
  /** What it should have signed. */
  readonly expected?: Text
  readonly difference?: Difference
  /** How many byte strings were tried. */
  readonly tried: number
  /** Whether everything was tried: every key, and up to three mistakes at once; otherwise the budget ended first. */
  readonly complete: boolean
}

/** How far a search has come. */
export interface Progress {
  readonly tried: number
  /** What it has cost so far, in nanoseconds or so where hashing is native. */
  readonly work: number
  /** How many mistakes at once are being tried. */
  readonly mistakes: number
  /** How much of that has been tried, from 0 to 1. */
  readonly share: number
}
