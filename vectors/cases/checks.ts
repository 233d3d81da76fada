/** The checks of the scheme, each with the rule that it belongs to. Every case that is refused names one of them as its fault. */
import { deepestJson, longestAppId, longestNonce } from './limits.ts'

/**
 * A check of the scheme. Cases name it in `fault`: a port without this check would accept the case. `rule` is the part of
 * the scheme that the check belongs to.
 */
export interface Check {
  readonly rule: Rule
  readonly enforces: string
}

export const rules = [
  'method',
  'target',
  'timestamp',
  'freshness',
  'nonce',
  'replay',
  'app id',
  'body',
  'join',
  'header',
  'auth type',
  'signature text',
  'signature',
  'keys',
  'bearer',
  'editions',
  'job',
  'request',
] as const
export type Rule = (typeof rules)[number]

const check = (rule: Rule, enforces: string): Check => ({ rule, enforces })

export const checks: Readonly<Record<string, Check>> = {
  'method-token': check('method', 'the method has the characters of an HTTP token only, and at least one'),
  'method-length': check('method', 'the method has at most 32 characters'),
  'method-upper-case': check(
    'method',
    'the method on the wire is in upper case, except if the policy method-case is on',
  ),

  'target-form': check('target', 'the target starts with / or is an absolute URL'),
  'target-authority': check('target', 'the authority of an absolute URL is well formed'),
  'target-character': check('target', 'the target is visible ASCII'),
  'target-fragment': check('target', 'a received target has no fragment'),
  'target-length': check('target', 'the target has at most 8,192 characters'),

  'timestamp-form': check('timestamp', 'the timestamp is canonical decimal'),
  'timestamp-range': check('timestamp', 'the timestamp is at most 2^53 − 1'),

  'fresh-age': check('freshness', 'the timestamp is at most maxAge old'),
  'fresh-skew': check('freshness', 'the timestamp is at most maxSkew ahead'),
  'fresh-again': check('freshness', 'the timestamp is still fresh when the body has arrived'),

  'nonce-alphabet': check('nonce', 'the nonce has digits, letters and hyphens only'),
  'nonce-length': check('nonce', `the nonce has at most ${longestNonce} characters`),
  'nonce-unused': check('replay', 'the nonce has not been accepted before under this key'),
  'nonce-fresh': check('nonce', 'a signer draws a new nonce for each request'),

  'app-id-alphabet': check('app id', 'the app id has unreserved URL characters only'),
  'app-id-length': check('app id', `the app id has at most ${longestAppId} characters`),
  'app-id-known': check('app id', 'a key is registered for exactly this app id'),
  'app-allowed': check('app id', 'the app is allowed to send the request'),

  'body-limit': check('body', 'the body is within its limit'),
  'body-unicode': check('body', 'a text to sign holds no half surrogate pair'),

  'header-present': check('header', 'there is an Authorization line'),
  'header-once': check('header', 'there is one Authorization line only'),
  'header-length': check('header', 'the line has at most 8,192 characters, read or written'),
  'header-space': check('header', 'a space follows the auth type'),
  'item-form': check('header', 'an item is key=value, and white space follows the auth type only'),
  'item-element': check('header', 'no element between commas is empty'),
  'item-key': check(
    'header',
    'the name of an item is compared character by character: its case does not change, and nothing is decoded',
  ),
  'item-unknown': check('header', 'there are no items with another name'),
  'item-repeated': check('header', 'no item is repeated; app_id and appid are the same item'),
  'item-missing': check('header', 'all four items are present'),
  'item-empty': check('header', 'no value is empty'),
  'item-quote': check('header', 'no value holds a double quote'),
  'auth-type-form': check('auth type', 'a configured auth type is an HTTP token'),
  'auth-type': check('auth type', 'the whole auth type is the configured one'),

  'base64-alphabet': check('signature text', 'the signature has characters of the standard Base64 alphabet only'),
  'base64-length': check('signature text', 'the Base64 does not end in a group of one character'),
  'base64-padding': check('signature text', 'the Base64 is padded'),
  'base64-spare-bits': check('signature text', 'the unused bits of the last Base64 character are zero'),

  'signature-length': check('signature', 'the signature is as long as the modulus'),
  signature: check('signature', 'the signature verifies over the string to sign, with a key of the app'),
  'rsa-range': check('signature', 'the signature, as a number, is below the modulus'),
  'rsa-block-type': check('signature', 'the block begins with 00 01'),
  'rsa-padding': check('signature', 'every padding byte is FF, and 00 ends the padding'),
  'rsa-padding-length': check('signature', 'the padding fills the block, so that nothing follows the digest'),
  'rsa-hash': check('signature', 'the DigestInfo names SHA-256'),
  'rsa-digest-info': check('signature', 'the DigestInfo is the one DER encoding that exists'),
  'rsa-digest': check('signature', 'all 32 bytes of the digest are compared'),

  'key-form': check('keys', 'a key is one whole PEM block with nothing after its DER'),
  'key-algorithm': check('keys', 'the key is for plain RSA'),
  'key-purpose': check(
    'keys',
    'if a public key is expected, a public key is given; if a private key is expected, a private key is given',
  ),
  'key-consistent': check('keys', 'the numbers of a private key fit each other'),
  'key-short': check('keys', 'the modulus has at least 2048 bits'),
  'key-long': check('keys', 'the modulus has at most 8192 bits'),
  'key-exponent': check('keys', 'the public exponent is odd and at least 65537'),
  'key-exponent-long': check('keys', 'the public exponent is below 2^32'),
  'key-few': check('keys', 'an app has at most 4 keys'),
  'key-distinct': check('keys', 'no key belongs to two apps'),
  'key-validity': check('keys', 'the key that verifies the signature is neither revoked nor outside its validity'),

  'token-form': check('bearer', 'a token follows Bearer and exactly one space'),
  'token-known': check('bearer', 'the token is registered'),
  'token-offered': check('bearer', 'tokens are accepted only if they are configured'),
  edition: check('editions', 'the mainland edition neither accepts nor sends a token'),

  'json-syntax': check('job', 'the body is JSON, and nothing but one JSON value'),
  'json-utf8': check('job', 'the JSON is UTF-8 without a byte order mark'),
  'json-names': check('job', 'no name is repeated in an object'),
  'json-numbers': check('job', 'no number is beyond ±(2^53 − 1)'),
  'json-depth': check('job', `arrays and objects are nested at most ${deepestJson} deep`),
  'json-surrogates': check('job', 'no half of a surrogate pair is escaped alone'),
  'job-fields': check('job', 'required fields are present'),
  'job-types': check('job', 'each field that the description of the job in README.md lists has the type that it gives'),
  'job-payload': check('job', 'a stage has the payload of its type, and no payload of another known type'),
  'job-integers': check('job', 'an integer is a JSON number without a fraction'),

  'base-url': check(
    'request',
    'the base URL is https without userinfo, query and fragment, or http for a loopback host; its host is well formed',
  ),
}
