/** What reasons and policies mean, for authors of ports. */
import { meanings, ours } from '../../src/core/Policies.ts'

export const reasons: Readonly<Record<string, string>> = {
  authorization_missing: 'the request has no Authorization line',
  authorization_multiple: 'the request has more than one Authorization line',
  authorization_malformed: 'the header breaks its grammar, or its app id, nonce or timestamp breaks its rule',
  scheme_unsupported: 'the auth type is not the configured one, and not Bearer',
  bearer_not_offered: 'tokens are not offered by this edition or this configuration',
  method_invalid: 'the method is not an HTTP token, is too long, or is not in upper case although it must be',
  target_invalid: 'the request target or the URL breaks its rule',
  timestamp_expired: 'the timestamp is older than maxAge',
  timestamp_in_future: 'the timestamp is further ahead than maxSkew',
  app_unknown: 'no key is registered for this app id',
  signature_malformed: 'the signature is not canonical Base64, or not as long as the modulus',
  signature_invalid: 'no key of the app verifies the signature over the string to sign',
  key_revoked: 'the signature is right, but its key is revoked, not valid yet, or no longer valid',
  key_invalid:
    'a key breaks the rules of keys, is registered for two apps, or is the fifth key of an app (four are allowed)',
  nonce_replayed: 'the nonce has been accepted before under this key',
  token_unknown: 'the token is not registered',
  body_too_large: 'the body is larger than bodyLimit',
  app_forbidden: 'the identity is proven, but the app is not allowed to do this',
  job_malformed: 'the body is not JSON',
  job_invalid: 'the body is JSON but not a job',
  app_id_malformed: 'a signer was given an app id that breaks the rule of app ids',
  timestamp_malformed: 'a signer was given a timestamp that breaks the rule of timestamps',
  nonce_malformed: 'a signer was given a nonce that breaks the rule of nonces',
  body_not_unicode: 'a signer was given a text with half of a surrogate pair',
  base_url_invalid: 'the base URL breaks its rule',
  token_malformed: 'a client was given a token that breaks the rule of tokens',
  header_too_long: 'a signer would write a header of more than 8,192 characters',
  auth_type_malformed: 'a configured auth type is not an HTTP token of at most 64 characters, or is Bearer',
}

/** Each policy: what a port with it does, and whether it is countersign's default. */
export const policies: Readonly<Record<string, { readonly means: string; readonly countersign: boolean }>> =
  Object.fromEntries(
    Object.entries(meanings).map(([name, means]) => [name, { means, countersign: ours[name as keyof typeof ours] }]),
  )
