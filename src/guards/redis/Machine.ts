/**
 * What a guard knows of one store (in a cluster: of one shard), what may happen to it, and what it wants done. `decide`
 * (decide.ts) turns one state into the next; RedisShard.ts sends the commands and reads replies, clocks and timers.
 *
 * A value's way: `Submitted` with the claims of a turn; the command `Claim`; its reply as `ClaimsReplied`; an `Answer` for each claim.
 * Where the store may have lost claims, the claims wait meanwhile: `Read`, `ReadingReplied`, and the claims are sent.
 */
import type { Either } from 'fp-ts/lib/Either.js'
import type { ClaimAnswer } from '../../effects/ReplayGuard.ts'
import type * as Epoch from './Epoch.ts'
import type { Fault } from './RedisFault.ts'

/** One use of a nonce, as the store knows it. */
export interface Claim {
  readonly id: string
  /** The key of the tally. */
  readonly tally: string
  /** Random, so that the guard recognises its own claim when it sends it again. */
  readonly token: string
  readonly timestamp: number
  /** When its caller no longer waits, in milliseconds of the timer. */
  readonly end: number
}

export interface State {
  /** The epoch that the guard trusts. */
  readonly known: Epoch.Known | undefined
  /** Claims with a smaller timestamp are refused. Never sinks. */
  readonly floor: number
  /** The newest timestamp of a first claim, of those that lay within the fence. */
  readonly newest: number
  /** The same for each tally, of those beyond it. */
  readonly beyond: ReadonlyMap<string, number>
  /** The reading whose reply counts. */
  readonly settling: Reading | undefined
  /** How many readings there were. */
  readonly readings: number
  /** The claims that wait until the guard has settled. */
  readonly waiting: ReadonlyArray<Claim>
  /** Whether Redis has run the claims' script before. */
  readonly isLoaded: boolean
  /** How many commands in a row were given up. Claims are not sent then until a reading has an answer. */
  readonly missed: number
  /** The newest fault, and when it came. */
  readonly trouble: { readonly detail: string; readonly at: number } | undefined
}

export const initial: State = {
  known: undefined,
  floor: 0,
  newest: -1,
  beyond: new Map(),
  settling: undefined,
  readings: 0,
  waiting: [],
  isLoaded: false,
  missed: 0,
  trouble: undefined,
}

/** What never changes. */
export interface Rules {
  /** In seconds: how far ahead the timestamps of lost claims may have been. */
  readonly fence: number
  /** The first timestamp that is accepted in a new store; `undefined`: the second in which the guard starts. */
  readonly first: number | undefined
  /** For how many milliseconds a claim waits for Redis. */
  readonly deadlineMs: number
}

/** Readings of the verifier's clocks. */
export interface Instant {
  /** In seconds since 1970. It may step. */
  readonly now: number
  /** In milliseconds, monotonic. */
  readonly elapsed: number
}

/** The claims of one script. Its reply counts only while its epoch is the one that the guard trusts. */
export interface Turn {
  readonly known: Epoch.Known
  readonly floor: number
  readonly claims: ReadonlyArray<Claim>
  readonly isLoaded: boolean
  readonly sent: number
}

/** The next epoch, but for its id: whoever sends it draws that. */
export interface Draft {
  /** The epoch's text that it replaces; `undefined`: none. */
  readonly seen: string | undefined
  /** The write counts only while the store still has it. */
  readonly ticket: string
  readonly epoch: Omit<Epoch.Epoch, 'id'>
}

/** One reading of the store's epoch, which first tries to write the next one. */
export interface Reading {
  /** Tells the readings of a guard apart. */
  readonly serial: number
  /** A store without an epoch is new. */
  readonly isStart: boolean
  /** How many readings of this settling came before. */
  readonly round: number
  readonly draft: Draft | undefined
  /** The text of the epoch that the guard trusts. The floors below count only in another one. */
  readonly known: string | undefined
  /** The floor above all that the guard has accepted within the fence; 0: nothing. */
  readonly need: number
  /** The same for the keys of apps that were further ahead. */
  readonly floors: ReadonlyArray<KeyFloor>
}

/** A floor for the key of one app, by the key of its tally. */
export type KeyFloor = readonly [tally: string, floor: number]

/** What came back: a raw reply of Redis, or why there is none. */
export type Reply = Either<Fault, unknown>

export type Event =
  /** The guard starts. */
  | { readonly _tag: 'Begun' }
  /** Claims come. */
  | { readonly _tag: 'Submitted'; readonly claims: ReadonlyArray<Claim> }
  /** A pause is over. */
  | { readonly _tag: 'Rested'; readonly claims: ReadonlyArray<Claim> }
  /** `pause`: for how many milliseconds this server is not believed yet (Silence.ts). */
  | { readonly _tag: 'ClaimsReplied'; readonly turn: Turn; readonly reply: Reply; readonly pause: number }
  | { readonly _tag: 'ReadingReplied'; readonly reading: Reading; readonly reply: Reply }
  /** A command has had no reply for as long as its limit. A later reply is not told. */
  | { readonly _tag: 'ClaimsMissed'; readonly turn: Turn }
  | { readonly _tag: 'ReadingMissed'; readonly reading: Reading }

/** How a claim ends. */
export type Outcome = ClaimAnswer | 'full' | Fault

export type Command =
  /** `limitMs`: after so long without a reply, `ClaimsMissed` or `ReadingMissed`. */
  | { readonly _tag: 'Claim'; readonly turn: Turn; readonly limitMs: number }
  | { readonly _tag: 'Read'; readonly reading: Reading; readonly limitMs: number }
  | { readonly _tag: 'Answer'; readonly claim: Claim; readonly outcome: Outcome }
  /** After so many milliseconds, `Rested`. */
  | { readonly _tag: 'Rest'; readonly ms: number; readonly claims: ReadonlyArray<Claim> }
  /** A settling is over; the server's `INFO`, if the guard trusts the store. */
  | { readonly _tag: 'Settled'; readonly outcome: Either<Fault, string> }
  /** The store's clock was read. */
  | { readonly _tag: 'TellTime'; readonly millis: number }
  /** A timestamp was too far ahead of the store's clock. */
  | { readonly _tag: 'TellFarAhead' }

export interface Decision {
  readonly state: State
  readonly commands: ReadonlyArray<Command>
}
