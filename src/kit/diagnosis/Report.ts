/**
 * What a diagnosis says: what the caller did wrong, how certain that is, and what to do. A report carries the request's own
 * text: it is for the person who looks for the cause, and never for an answer to the caller.
 */

import type { Bytes } from '../../core/Bytes.ts'
import type { Reason } from '../../core/VerifyError.ts'
import type { HashName } from '../../effects/Hash.ts'
import type { Slot } from './Draft.ts'
import type { Part } from './Mistake.ts'

/**
 * What a finding rests on. `digest`: on what stands in the signature. `header`, `body`: on the request as it was received.
 * `clock`: on the time that is taken for that of the arrival. `guess`: on nothing that proves it.
 */
export type Evidence = 'digest' | 'header' | 'body' | 'clock' | 'guess'

/** One mistake that was found. */
export interface Finding {
  /** Of the catalogue. */
  readonly id: string
  /** Which form of the mistake, in a few words, which may quote the request. */
  readonly detail: string
  readonly part: Part
  /** What the caller did, in one sentence. */
  readonly what: string
  /** What to do instead, in one sentence. */
  readonly remedy: string
  /** What would tell it apart from the others, in one sentence; present where several explanations lead to the text. */
  readonly tells?: string
  readonly evidence: Evidence
  /** The request itself proves it, and nothing else explains what proves it. Never true of `clock` and `guess`. */
  readonly exact: boolean
  /** Because of this the service refuses the request; present where other findings stand beside it. */
  readonly refuses?: true
  /** Where in the Authorization line, in characters from 0, if it is there. */
  readonly offset?: number
}

/** A byte string that was signed, or should have been. */
export interface Text {
  /** Absent where only the digest is known. */
  readonly bytes?: Bytes
  /** The text that the caller hashed, if it signed the digest in place of the text. */
  readonly hashed?: Bytes
  /** The hash of the signature. */
  readonly hash: HashName
  /** In hexadecimal. */
  readonly digest: string
}

/** Where two byte strings begin to differ. */
export interface Difference {
  /** In bytes from 0. */
  readonly offset: number
  /** The part of the expected text. */
  readonly part: 'method' | 'target' | 'timestamp' | 'nonce' | 'body' | 'separator' | 'end'
  /** The byte on each side; absent if that side ends here. */
  readonly signed?: number
  readonly expected?: number
}

/** The key that opens the signature. */
export interface KeyFound {
  /** Whose it is; absent if it was given without an app id. */
  readonly appId?: string
  /** `sha256:` and 8 digits. */
  readonly fingerprint: string
  /** Of the modulus. */
  readonly bits: number
}

export interface Report {
  /** Whether the request would pass, apart from the replay guard. Never let a request in by it: a verifier decides. */
  readonly outcome: 'accept' | 'reject'
  readonly reason?: Reason
  /** The refusal in words, for the operator. */
  readonly message?: string
  /** This text was signed: its digest stands in the signature. Says nothing of the cause. */
  readonly recovered: boolean
  /** What was signed and what was sent, in a few words, such as `signed /v1/jobs, sent /v1/jobs/8812`; present if recovered. */
  readonly headline?: string
  /**
   * The text was recovered, and every finding is exact: no other mistakes of the catalogue, as few or fewer, lead to it. Never
   * true with `alternatives`, nor with a finding that depends on the time.
   */
  readonly exact: boolean
  /** The fewest mistakes that together explain it; if not `exact`, one explanation of several, or the likeliest guess. */
  readonly findings: ReadonlyArray<Finding>
  /** Further sets of as few mistakes that explain it as well; if not `recovered`, further guesses. Empty if `exact`. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Finding>>
  /** The library that sent the request, by its User-Agent: a fact of no weight, for a caller writes there what it likes. */
  readonly sender?: string
  readonly key?: KeyFound
  /** What the caller signed, as far as the signature shows it. */
  readonly signed?: Text
  /** What it should have signed. */
  readonly expected?: Text
  readonly difference?: Difference
  /** The verdict if the request came in time; present if a finding depends on the time. */
  readonly inTime?: Reason | 'accept'
  /** If the key is known, and not what it signed: by part, how many other values than the right one were not signed. */
  readonly excluded?: Readonly<Partial<Record<Slot, number>>>
  /** What was not given, so that the mistakes which need it were not tried; present with `excluded`. */
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
