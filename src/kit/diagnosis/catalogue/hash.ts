/**
 * What the signing function made of the right text: a digest too many, another hash or padding, or another key.
 */
import type { HashName } from '../../../effects/Hash.ts'
import type { Form } from '../forms/Respelling.ts'
import type { Mistake, SignedText } from '../Mistake.ts'
import { changes, mistake, signs } from './mistake.ts'

type Padding = (SignedText & { readonly _tag: 'Scheme' })['padding']

const scheme = (
  id: string,
  statement: string,
  remedy: string,
  padding: Padding,
  forms: ReadonlyArray<Form<HashName>>,
): Mistake =>
  signs(id, 'hash', statement, remedy, [], () =>
    forms.map(([detail, hash]) => ({ detail, signed: { _tag: 'Scheme', hash, padding } })),
  )

const digested = changes('digested', 'hash')

export const hashMistakes: ReadonlyArray<Mistake> = [
  digested(
    'double-hash',
    'The caller hashed the string to sign and gave the digest to a function that hashes again.',
    'Give the string to sign itself to the signing function.',
    ({ digested: earlierDigests }) => [['SHA-256 of SHA-256', [...earlierDigests, 'bytes']]],
  ),
  digested(
    'hex-digest-signed',
    'The caller signed the digest of the string to sign, written as text, in place of the string.',
    'Give the string to sign itself to the signing function.',
    ({ digested: earlierDigests }) =>
      (['hex', 'HEX', 'base64', 'hex LF', 'openssl', 'openssl 1', 'sha256sum'] as const).map((form) => [
        form,
        [...earlierDigests, form],
      ]),
  ),
  scheme(
    'wrong-hash',
    'The caller signed with another hash than SHA-256.',
    'Sign with SHA-256.',
    'pkcs1',
    (['sha1', 'sha512', 'sha384', 'sha224', 'md5'] as const).map((hash) => [hash, hash]),
  ),
  scheme(
    'pss-padding',
    'The caller signed with PSS padding.',
    'Sign with PKCS #1 v1.5 padding, RSASSA-PKCS1-v1_5.',
    'pss',
    [['PSS', 'sha256']],
  ),
  scheme(
    'bare-digest',
    'The caller padded only the digest, without the DigestInfo that names the hash.',
    'Use the function that signs with SHA-256, not the function that encrypts with the private key.',
    'bare',
    [['no DigestInfo', 'sha256']],
  ),
  scheme(
    'missing-null',
    'The caller left the NULL out of the DigestInfo.',
    'Let the library write the DigestInfo, with its NULL.',
    'without-null',
    [['no NULL', 'sha256']],
  ),
  signs(
    'other-key',
    'key',
    'The caller signed with the key of another app than the header names.',
    'Use the private key and the app id of the same app.',
    [],
    () => [{ detail: 'another app', signed: { _tag: 'Key', of: 'another app' } }],
    { needs: 'other keys' },
  ),
  mistake(
    'unknown-key',
    'key',
    'None of the given keys opens the signature: another key made the signature, or it was damaged on its way.',
    'Compare the fingerprint of the key that signs with the fingerprint of the registered key; if they are the same, compare the signatures.',
    { candidateOnly: true },
  ),
]
