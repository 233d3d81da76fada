import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { boolean } from './Rule.ts'
import * as Settings from './Settings.ts'

/**
 * The points where a sound implementation may decide otherwise, as a closed list. Each is a setting; `ours` is the default.
 * Vectors and ports name them by the same words.
 */
export interface Policies {
  /** A lower-case method on the wire verifies against its upper-case form. */
  readonly 'method-case': boolean
  /** `appid` is read as `app_id`; the interface writes both. */
  readonly 'appid-alias': boolean
  /** The auth type, and `Bearer`, are compared without regard to ASCII case (RFC 9110 §11.1). */
  readonly 'scheme-case': boolean
  /** A space or tab round a comma is skipped. */
  readonly ows: boolean
  /** Values may stand in double quotes. */
  readonly 'quoted-values': boolean
  /** Items with other keys are ignored. */
  readonly 'unknown-param': boolean
  /** A public exponent of 3 is taken. */
  readonly 'small-exponent': boolean
  /** A DigestInfo without NULL parameters verifies. */
  readonly 'missing-null': boolean
  /** The same nonce under another timestamp is fresh. */
  readonly 'nonce-per-timestamp': boolean
  /** The same nonce in another string to sign is fresh. */
  readonly 'nonce-per-message': boolean
  /** Stage types that the interface does not show are kept. */
  readonly 'unknown-stage': boolean
  /** An integer may come as a string of digits. */
  readonly 'int64-string': boolean
  /** `1.0`, `1e0` and `-0` count as integers. */
  readonly 'int-spelling': boolean
}

/** What counts where a policy is left out: the column "ours" of the README. */
export const ours: Policies = {
  'method-case': true,
  'appid-alias': true,
  'scheme-case': true,
  ows: false,
  'quoted-values': false,
  'unknown-param': false,
  'small-exponent': false,
  'missing-null': false,
  'nonce-per-timestamp': false,
  'nonce-per-message': false,
  'unknown-stage': true,
  'int64-string': false,
  'int-spelling': true,
}

/** The option `policies`: a record of those that differ from `defaults`, which may be some of all policies. */
export const field = <P extends Partial<Policies>>(defaults: P): Settings.Field<P> => {
  const fields = Object.fromEntries(
    Object.entries(defaults).map(([name, taken]) => [name, Settings.defaulting(boolean, taken)]),
  )
  const decode = Settings.decode<P>(fields as Settings.Fields<P>)
  return (name, given) =>
    pipe(
      decode(given === undefined ? {} : given),
      E.mapLeft((complaints) => [Settings.words(name)(complaints)]),
    )
}
