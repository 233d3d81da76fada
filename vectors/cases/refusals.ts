/** Why a case is refused: the reason follows from the check that refuses it, or from the policy that is not taken. */
import type { Op } from '../../src/kit/conformance/Vector.ts'
import { checks, type Rule } from './checks.ts'

/** What a verifier or a reader says when a check of this rule refuses. */
const byRule: Readonly<Partial<Record<Rule, string>>> = {
  method: 'method_invalid',
  target: 'target_invalid',
  timestamp: 'authorization_malformed',
  freshness: 'timestamp_expired',
  nonce: 'authorization_malformed',
  replay: 'nonce_replayed',
  'app id': 'authorization_malformed',
  body: 'body_too_large',
  header: 'authorization_malformed',
  'auth type': 'scheme_unsupported',
  'signature text': 'signature_malformed',
  signature: 'signature_invalid',
  keys: 'key_invalid',
  bearer: 'authorization_malformed',
  editions: 'bearer_not_offered',
  job: 'job_invalid',
  request: 'base_url_invalid',
}

/** What a signer says, where that differs: it names the part that it was given. */
const bySigner: Readonly<Partial<Record<Rule, string>>> = {
  timestamp: 'timestamp_malformed',
  nonce: 'nonce_malformed',
  'app id': 'app_id_malformed',
  header: 'signature_malformed',
  'auth type': 'auth_type_malformed',
  bearer: 'token_malformed',
}
const signing: ReadonlySet<Op> = new Set(['stringToSign', 'formatAuthorization', 'sign', 'request', 'encodeJob'])

/** Checks with a reason of their own. */
const byCheck: Readonly<Record<string, string>> = {
  'fresh-skew': 'timestamp_in_future',
  'app-id-known': 'app_unknown',
  'app-allowed': 'app_forbidden',
  'body-unicode': 'body_not_unicode',
  'header-present': 'authorization_missing',
  'header-once': 'authorization_multiple',
  'signature-length': 'signature_malformed',
  'key-validity': 'key_revoked',
  'token-known': 'token_unknown',
  'token-offered': 'bearer_not_offered',
  'json-syntax': 'job_malformed',
  'json-utf8': 'job_malformed',
}

/** Any other policy is about the header. */
const byPolicy: Readonly<Record<string, string>> = {
  'scheme-case': 'scheme_unsupported',
  'small-exponent': 'key_invalid',
  'missing-null': 'signature_invalid',
  'unknown-stage': 'job_invalid',
  'int64-string': 'job_invalid',
  'int-spelling': 'job_invalid',
}

const found = <A>(name: string, value: A | undefined): A => {
  if (value === undefined) throw new Error(`${name} has no reason`)
  return value
}

/** The usual reason; undefined where nothing refuses. */
export const reasonOf = (
  { fault, policy }: { readonly fault?: string; readonly policy?: string },
  op: Op,
): string | undefined => {
  if (fault === undefined) return policy === undefined ? undefined : (byPolicy[policy] ?? 'authorization_malformed')
  const { rule } = found(fault, checks[fault])
  return found(fault, byCheck[fault] ?? (signing.has(op) ? bySigner[rule] : undefined) ?? byRule[rule])
}
