/**
 * The closed list of points where sound implementations may differ. Each is a setting; `ours` is the default. Vectors and ports
 * use the same names.
 */
export interface Policies extends HeaderPolicies, KeyPolicies, ReplayPolicies, JobPolicies {
  /** A lower-case method on the wire verifies against its upper-case form. */
  readonly 'method-case': boolean
}

export interface HeaderPolicies {
  /** `appid` is read as `app_id`; the interface writes both. */
  readonly 'appid-alias': boolean
  /** The auth type and `Bearer` match in any ASCII case (RFC 9110 §11.1). */
  readonly 'scheme-case': boolean
  /** A space or tab around a comma is skipped. */
  readonly ows: boolean
  /** Values may be in double quotes. */
  readonly 'quoted-values': boolean
  /** Items with other keys are ignored. */
  readonly 'unknown-param': boolean
}

export interface KeyPolicies {
  /** A public exponent of 3 is accepted. */
  readonly 'small-exponent': boolean
  /** A DigestInfo without NULL parameters verifies. */
  readonly 'missing-null': boolean
}

/** Which nonces count as repeated. */
export interface ReplayPolicies {
  /** The same nonce under another timestamp is fresh. */
  readonly 'nonce-per-timestamp': boolean
  /** The same nonce in another string to sign is fresh. */
  readonly 'nonce-per-message': boolean
}

/** How a job is decoded. */
export interface JobPolicies {
  /** Stage types that the interface does not show are kept. */
  readonly 'unknown-stage': boolean
  /** An integer may come as a string of digits. */
  readonly 'int64-string': boolean
  /** `1.0`, `1e0` and `-0` count as integers. */
  readonly 'int-spelling': boolean
}

/** The default of each policy. */
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

/** A verifier's behaviour under each policy, in the words of vectors, ports and the page. */
export const meanings: Readonly<Record<keyof Policies, string>> = {
  'method-case': 'a lower-case method on the wire is verified as its upper-case form',
  'appid-alias': 'appid is read as app_id',
  'scheme-case': 'the auth type, and Bearer, are compared without regard to ASCII case',
  ows: 'a space or tab around a comma is skipped',
  'quoted-values': 'values may stand in double quotes',
  'unknown-param': 'items with other keys are ignored; appid is never ignored',
  'small-exponent': 'a public exponent of 3 is accepted',
  'missing-null': 'a DigestInfo without NULL parameters verifies',
  'nonce-per-timestamp': 'the same nonce under another timestamp is fresh',
  'nonce-per-message':
    'the same nonce in another string to sign is fresh; a port with this policy declares nonce-per-timestamp too',
  'unknown-stage': 'stages of unknown types are kept',
  'int64-string': 'an integer may be a string of digits; it is decoded as the number',
  'int-spelling': '1.0, 1e0 and -0 count as integers',
}
