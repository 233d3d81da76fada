/** Why a key is refused. A message never contains key material. */
import * as E from 'fp-ts/lib/Either.js'
import { rule as appIdRule } from './AppId.ts'
import { mustBe } from './Rule.ts'

export interface KeyError {
  readonly _tag: 'key_invalid'
  readonly rule: KeyRule
  /** The offending bit length, public exponent, JWK member, use, label or settings. */
  readonly found?: string
  /** The key's owner, if there are several keys: an app id or a file name. */
  readonly subject?: string
}

export type KeyRule = keyof typeof words

/**
 * The error for a broken rule of the key policy; `found` must not be secret.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 *
 * assert.equal(KeyError.keyError('modulus-too-short', '1024 bits').found, '1024 bits')
 * ```
 */
export const keyError = (rule: KeyRule, found?: string): KeyError =>
  found === undefined ? { _tag: 'key_invalid', rule } : { _tag: 'key_invalid', rule, found }

/** What was read of a key, or why it is not accepted. */
export type KeyResult<A> = E.Either<KeyError, A>

/**
 * The refusal for a broken rule.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(KeyError.refused('not-rsa'), E.left(KeyError.keyError('not-rsa')))
 * ```
 */
export const refused = (rule: KeyRule, found?: string): KeyResult<never> => E.left(keyError(rule, found))

/**
 * Adds the key's owner to an error.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 *
 * assert.equal(KeyError.about('app-1')(KeyError.keyError('not-rsa')).subject, 'app-1')
 * ```
 */
export const about =
  (subject: string) =>
  (e: KeyError): KeyError => ({ ...e, subject })

/**
 * The key's owner, the fault and the found value, for the operator; contains no key material.
 *
 * @example
 * ```ts
 * import { KeyError } from 'countersign'
 *
 * const error = KeyError.about('app-1')(KeyError.keyError('modulus-too-short', '1024 bits'))
 * assert.equal(KeyError.message(error), 'app-1: the modulus is shorter than 2048 bits (found 1024 bits)')
 * ```
 */
export const message = (e: KeyError): string => {
  const subject = e.subject === undefined ? '' : `${e.subject}: `
  const found =
    e.found === undefined ? '' : ['validity', 'unreadable'].includes(e.rule) ? `: ${e.found}` : ` (found ${e.found})`
  return `${subject}${words[e.rule]}${found}`
}

const words = {
  'not-a-key': 'this is no key: expected one whole PEM block, DER, a JWK, a JWK Set or a key of the platform',
  missing: 'there is no key; is the environment variable set, and the file not empty?',
  promise: 'this is a promise and not yet a key; await it first: await key',
  'one-line':
    'this is only the first line of a PEM; where the key is set, such as in a .env file, put the whole of it in quotes',
  'cut-off': 'the end of the PEM is missing, with its line END; copy the whole key',
  'lost-backslashes':
    'the PEM has the letter n where its lines should end, so a shell has removed the backslashes; where the key is set, put it in single quotes',
  'escaped-newlines':
    "the PEM has backslash-n where its lines should end; replace each by a line end: String(key).replace(/\\\\+[nr]/g, '\\n')",
  escaped:
    "the key has backslashes, and quotes perhaps; remove them: String(key).replace(/\\\\+[nr]/g, '\\n').replace(/[\\\\\"'`]/g, '')",
  quoted: 'there are quotes around the key; remove them: String(key).trim().slice(1, -1)',
  'json-string': 'the key is in a JSON string, with quotes and backslashes; decode it: JSON.parse(key)',
  'bare-base64':
    "this is the Base64 of a key without the lines BEGIN and END; add them, or give the bytes: Buffer.from(String(key), 'base64')",
  'utf-16': 'this is text in UTF-16, which some Windows programs write; save it as UTF-8',
  path: 'this is the path of a file; give what the file holds: readFileSync(path)',
  json: 'this begins like a JWK, and is no JSON',
  'escaped-json':
    "this has backslashes, as within a JSON string; decode it: JSON.parse('\"' + String(key).trim() + '\"')",
  openssh:
    'this is a key in the format of OpenSSH; convert it with ssh-keygen: -m PEM -p for a private key, -m PKCS8 -e for a public one',
  'two-blocks': 'there is more than one PEM block; put each key into a file of its own',
  'text-around': 'there is text before or after the PEM block; remove it',
  base64: 'the PEM block is not well-formed Base64',
  der: 'the key does not hold well-formed DER of an RSA key in the form that it claims to have',
  'trailing-data': 'there are bytes after the end of the key, or it is not encoded in the one canonical way',
  'private-for-public': 'this is a private key instead of a public key; keep it secret and give the public key',
  'public-for-private': 'this is a public key instead of a private key',
  'legacy-encryption':
    'this PEM uses the old encryption of PKCS#1; convert it: openssl pkcs8 -topk8 -in OLD.pem -out NEW.pem',
  'passphrase-missing': 'the private key is encrypted, and no passphrase was given',
  'passphrase-wrong': 'the passphrase does not open the private key',
  'not-rsa': 'the key is not an RSA key',
  symmetric: 'this is a symmetric key; the scheme signs with an RSA private key, and verifies with its public key',
  pss: 'the key is for RSASSA-PSS only; the scheme signs with RSASSA-PKCS1-v1_5',
  'multi-prime': 'the private key has more than two primes, which few platforms can use',
  'modulus-too-short': 'the modulus is shorter than 2048 bits',
  'modulus-too-long': 'the modulus is longer than 8192 bits',
  'max-key-bits': 'the modulus is longer than the setting maxKeyBits; raise it to accept the key',
  'modulus-even': 'the modulus is even, so the key is damaged',
  exponent: 'the public exponent is not an odd number from 65537 to 2^32 - 1',
  jwk: 'the JWK is not a well-formed RSA key: a member is missing or malformed',
  'jwk-set':
    'the JWK Set does not hold what belongs here: for a verifier RSA keys, for a signer exactly one private key',
  'key-use': 'the key says that it is for another use than RS256 signatures',
  'not-extractable': 'the CryptoKey cannot be exported; make or import it with extractable set to true',
  inconsistent: 'the numbers of the private key do not belong together, so the key is damaged; export it again',
  'app-id': /* @__PURE__ */ mustBe('the name', appIdRule) as string,
  'same-key-for-two-apps': 'the same key is given to two apps; the app id is not signed, so each app needs its own',
  'same-key-twice':
    'the same key is given to an app twice, and is revoked in one place only; revoke it in both or remove one',
  'too-many-keys': 'an app has at most 4 keys',
  'test-key':
    'this is a key of countersign/testing, whose private half is published, and NODE_ENV is production; give a key of your own',
  validity: 'the validity period of the key is malformed',
  unreadable: 'the file or folder cannot be read',
  'unsupported-here': 'this runtime does not support this kind of key or this operation',
  'no-webcrypto': 'there is no WebCrypto here: browsers offer it only to pages from https or loopback',
  'refused-by-platform': "the platform's own crypto refuses this key",
} as const
