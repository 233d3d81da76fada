/** A request as it arrived, with the keys that may have signed it: what a diagnosis examines. */
import type { Bytes } from '../../core/Bytes.ts'
import type { PublicKey } from '../../core/PublicKey.ts'
import type { Reason } from '../../core/VerifyError.ts'
import type { Settings } from '../../core/VerifyPolicy.ts'

/** A public key, and whose it is; without an app id it counts for any app. */
export interface KnownKey {
  readonly appId?: string | undefined
  readonly key: PublicKey
}

/** A request as it arrived, and what is known about it. */
export interface Case {
  readonly method: string
  /** As on the request line. */
  readonly target: string
  /** Every Authorization line, each without its name. */
  readonly authorization: ReadonlyArray<string>
  /** The content as transmitted. */
  readonly body: Bytes
  /** The app's keys, and those of others if there are any. */
  readonly keys: ReadonlyArray<KnownKey>
  /** The Host header's value. */
  readonly host?: string | undefined
  /** The URL that the caller says it called. */
  readonly url?: string | undefined
  /** Whether `url` comes from the request, not from the caller's words. Then the caller may have signed another URL. */
  readonly urlIsSent?: boolean | undefined
  /** Targets that the verifier knows, the likeliest first: those that it has accepted lately, or the routes of the service. */
  readonly paths?: ReadonlyArray<string> | undefined
  /** The body without its content coding, if it has one: `decompress` of `countersign/node` takes gzip, deflate and br off. */
  readonly decoded?: Bytes | undefined
  /** The file that a command sent as the body, if the command changed it, as curl does with -d @FILE. */
  readonly file?: Bytes | undefined
  /** Other headers of the request, their names in lower case: evidence for guesses, and no proof. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]> | undefined
  /** When it arrived, in seconds since 1970; unless set, every timestamp is fresh. */
  readonly now?: number | undefined
  /** A text that the caller says it signed: if the signature proves it, nothing is searched for. */
  readonly claimed?: Bytes | undefined
  /** The body of `claimed`, as `bodyOfText` finds it, without its content coding, if it has one. */
  readonly claimedDecoded?: Bytes | undefined
  /** Why the service refused it, if that is known: a nonce that was used cannot be seen in the request. */
  readonly refused?: Reason | undefined
  /** The verifier's; the defaults unless set. */
  readonly settings?: Settings | undefined
}

/** Whether a key counts for an app; without a name, every key does. */
export const belongsTo =
  (appId: string | undefined) =>
  (candidate: KnownKey): boolean =>
    appId === undefined || candidate.appId === undefined || candidate.appId === appId
