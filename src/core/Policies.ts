/**
 * The closed list of points where sound implementations may differ. Each is a setting of a verifier, a key import or a job
 * reader. The types, the defaults, the options of the command line, the words of vectors and the tables of the guides come from
 * the one table below. Vectors and ports use the same names.
 */

/** The part of the work that a policy changes: the request line, the header, keys, repeated nonces, or the reading of a job. */
export type PolicyPart = 'request' | 'header' | 'key' | 'replay' | 'job'

interface Policy {
  readonly part: PolicyPart
  /** Our own default. */
  readonly ours: boolean
  /** What an implementation with this policy does, in the words of vectors, ports and the page. */
  readonly means: string
}

/** Each policy by its name, in the order in which people read them. */
export const table = {
  'method-case': {
    part: 'request',
    ours: true,
    means: 'a request with a lower-case method is verified with the method in upper case',
  },
  /** The interface writes the key both ways (§5.2). */
  'appid-alias': { part: 'header', ours: true, means: 'appid is read as app_id' },
  /** RFC 9110 §11.1. */
  'scheme-case': {
    part: 'header',
    ours: true,
    means: 'upper and lower case are equal in the auth type and in Bearer',
  },
  ows: { part: 'header', ours: false, means: 'a space or tab around a comma is skipped' },
  'quoted-values': { part: 'header', ours: false, means: 'values may be in double quotes' },
  'unknown-param': {
    part: 'header',
    ours: false,
    means: 'items with unknown keys are ignored; without appid-alias, appid is still refused',
  },
  'small-exponent': { part: 'key', ours: false, means: 'a public key may have the exponent 3' },
  'missing-null': { part: 'key', ours: false, means: 'a signature may have a DigestInfo without NULL parameters' },
  'nonce-per-timestamp': {
    part: 'replay',
    ours: false,
    means: 'the same nonce is accepted again with another timestamp',
  },
  'nonce-per-message': {
    part: 'replay',
    ours: false,
    means:
      'the same nonce is accepted again in another string to sign (a port must then declare nonce-per-timestamp, too)',
  },
  'unknown-stage': { part: 'job', ours: true, means: 'stages of unknown types are kept' },
  'int64-string': {
    part: 'job',
    ours: false,
    means: 'an integer may be a string of digits; it is decoded as the number',
  },
  'int-spelling': { part: 'job', ours: true, means: '1.0, 1e0 and -0 count as integers' },
} as const

type Table = typeof table
export type PolicyName = keyof Table
/** The names of the policies of some parts. */
export type NamesOf<Part extends PolicyPart> = {
  [Name in PolicyName]: Table[Name]['part'] extends Part ? Name : never
}[PolicyName]

/** Each policy, on or off. */
export type Policies = { readonly [Name in PolicyName]: boolean }
/** How the Authorization header is read. */
export type HeaderPolicies = Pick<Policies, NamesOf<'header'>>
/** Which keys are accepted, and which signatures verify under them. */
export type KeyPolicies = Pick<Policies, NamesOf<'key'>>
/** Which nonces count as repeated. */
export type ReplayPolicies = Pick<Policies, NamesOf<'replay'>>
/** How a job is decoded. */
export type JobPolicies = Pick<Policies, NamesOf<'job'>>

const rows = Object.entries(table) as ReadonlyArray<readonly [PolicyName, Policy]>

const eachPolicy = <A>(pick: (policy: Policy) => A): Readonly<Record<PolicyName, A>> =>
  Object.fromEntries(rows.map(([name, policy]) => [name, pick(policy)])) as Readonly<Record<PolicyName, A>>

/**
 * The names of the policies of these parts, in the order of the table.
 *
 * @example
 * ```ts
 * import { Policies } from 'countersign'
 *
 * assert.deepEqual(Policies.namesOf('key'), ['small-exponent', 'missing-null'])
 * ```
 */
export const namesOf = <Part extends PolicyPart>(...parts: ReadonlyArray<Part>): ReadonlyArray<NamesOf<Part>> =>
  rows.flatMap(([name, { part }]) => (parts.some((wanted) => wanted === part) ? [name as NamesOf<Part>] : []))

/** The default of each policy. */
export const ours: Policies = /* @__PURE__ */ eachPolicy((policy) => policy.ours)

/** A verifier's behaviour under each policy, in the words of vectors, ports and the page. */
export const meanings: Readonly<Record<PolicyName, string>> = /* @__PURE__ */ eachPolicy((policy) => policy.means)
