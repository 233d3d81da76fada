/**
 * The report of a diagnosis: what the caller did wrong, how certain that is, and what to do. A report quotes the request. It is for
 * the person who looks for the cause, and never for an answer to the caller.
 */

import type { Bytes } from '../../core/Bytes.ts'
import type { Reason } from '../../core/VerifyError.ts'
import type { HashName } from '../../effects/Hash.ts'
import type { Slot } from './Draft.ts'
import type { Part } from './Mistake.ts'
import type { RemedyFor } from './remedies.ts'

/**
 * The evidence for a finding. `digest`: the digest in the signature. `header`, `body`: the request as it was received. `clock`: the time
 * that is taken for the time of arrival. `guess`: nothing proves it.
 */
export type Evidence = 'digest' | 'header' | 'body' | 'clock' | 'guess'

/** One mistake that was found. */
export interface Finding {
  /** The id of a mistake of the catalogue. */
  readonly id: string
  /** The form of the mistake, in a few words. May quote the request. */
  readonly detail: string
  readonly part: Part
  /** What the caller did, in one sentence. */
  readonly what: string
  /** What to do instead, in one sentence. */
  readonly remedy: string
  /** The remedy by addressee. Present if the operator of the service has something to do, such as to a proxy. */
  readonly remedyFor?: RemedyFor
  /** How to tell it from the others, in one sentence. Present if several explanations lead to the text. */
  readonly tells?: string
  readonly evidence: Evidence
  /** The request itself proves the finding: no other mistake explains the same evidence. Never true of `clock` and `guess`. */
  readonly exact: boolean
  /** The service refuses the request because of this finding. Present if there are other findings too. */
  readonly refuses?: true
  /** The offset in the Authorization line, in characters from 0, if the mistake is there. */
  readonly offset?: number
}

/** A byte string that was signed, or should have been. */
export interface Text {
  /** Absent if only the digest is known. */
  readonly bytes?: Bytes
  /** The text that the caller hashed, if it signed the digest in place of the text. */
  readonly hashed?: Bytes
  /** The hash of the signature. */
  readonly hash: HashName
  /** The digest in hexadecimal digits. */
  readonly digest: string
}

/** The place where two byte strings begin to differ. */
export interface Difference {
  /** The offset in bytes, from 0. */
  readonly offset: number
  /** The part of the expected text. */
  readonly part: 'method' | 'target' | 'timestamp' | 'nonce' | 'body' | 'separator' | 'end'
  /** The byte on each side. Absent if that side ends here. */
  readonly signed?: number
  readonly expected?: number
}

/** The key that opens the signature. */
export interface KeyFound {
  /** The app that owns the key. Absent if the key was given without an app id. */
  readonly appId?: string
  /** `sha256:` and 8 digits. */
  readonly fingerprint: string
  /** The size of the modulus. */
  readonly bits: number
}

export interface Report {
  /** Whether the request would pass, apart from the replay guard. Never let a request in by it: a verifier decides. */
  readonly outcome: 'accept' | 'reject'
  readonly reason?: Reason
  /** The refusal in words, for the operator. */
  readonly message?: string
  /** Whether the signed text is known, because its digest is in the signature. Says nothing of the cause. */
  readonly recovered: boolean
  /** The difference in a few words, such as `signed /v1/jobs, sent /v1/jobs/8812`. Present if recovered. */
  readonly headline?: string
  /**
   * The text was recovered, and every finding is exact. No other set of mistakes of the catalogue leads to the text, unless it has more
   * mistakes. Never true with `alternatives`, nor with a finding that depends on the time.
   */
  readonly exact: boolean
  /** The fewest mistakes that together explain the text. If not `exact`, one explanation of several, or the likeliest guess. */
  readonly findings: ReadonlyArray<Finding>
  /** Further sets of as few mistakes that explain the text as well. If not `recovered`, further guesses. Empty if `exact`. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Finding>>
  /** The library that sent the request, by its User-Agent. It proves nothing, because a caller may write anything there. */
  readonly sender?: string
  readonly key?: KeyFound
  /** The text that the caller signed, as far as the signature shows it. */
  readonly signed?: Text
  /** The text that the caller should have signed. */
  readonly expected?: Text
  /**
   * Parts of `expected` that the service refuses: the caller must replace them before it signs again. The request does not show the
   * right ones. Present if there are such parts.
   */
  readonly refusedParts?: ReadonlyArray<'timestamp' | 'nonce'>
  readonly difference?: Difference
  /** The verdict if the request had come in time. Present if a finding depends on the time. */
  readonly inTime?: Reason | 'accept'
  /** If the key is known and the signed text is not: for each part, how many other values were not signed. */
  readonly excluded?: Readonly<Partial<Record<Slot, number>>>
  /** Facts that were not given, so that mistakes which need them were not tried. Present with `excluded`. */
  readonly untried?: ReadonlyArray<'host' | 'URL'>
  /** How many texts were tried. */
  readonly tried: number
  /** Whether every key was tried, and up to three mistakes at once; otherwise the budget ended first. */
  readonly complete: boolean
  /** If the budget ended first: how many mistakes at once were being tried. All fewer had been tried. */
  readonly unfinished?: 1 | 2 | 3
  /**
   * Ids of the catalogue's mistakes that failed with an error and were skipped: a fault of this package. Present if there is one;
   * then no cause is exact.
   */
  readonly failed?: ReadonlyArray<string>
}

/** How far a search has come. */
export interface Progress {
  readonly tried: number
  /** The work so far: about nanoseconds with native hashing. */
  readonly work: number
  /** How many mistakes at once are being tried. */
  readonly mistakes: number
  /** About how much of the whole search is done, from 0 to 1. Never falls. */
  readonly share: number
}
