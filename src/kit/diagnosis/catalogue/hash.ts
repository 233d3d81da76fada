/**
 * What the signing function made of the right text: a digest too many, another hash or padding, or another key.
 */
import type { HashName } from '../../../effects/Hash.ts'
import { type Draft, type OtherDigest, rareDigestNames } from '../Draft.ts'
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

/** Digests by the hashes of older services. */
const otherDigests: ReadonlyArray<OtherDigest> = (['md5', 'sha1', 'sha512'] as const).flatMap((hashName) =>
  (['hex', 'HEX', 'base64'] as const).map((writing): OtherDigest => `${hashName} ${writing}`),
)

export const hashMistakes: ReadonlyArray<Mistake> = [
  digested(
    'double-hash',
    'The caller hashed the string to sign, and then the signing function hashed the digest again.',
    'Pass the string to sign to the signing function, not its digest.',
    ({ digested: earlierDigests }) => [['the SHA-256 digest, hashed again', [...earlierDigests, 'bytes']]],
  ),
  digested(
    'hex-digest-signed',
    'The caller signed the text of a digest (for example in hexadecimal) instead of the string to sign.',
    'Pass the string to sign to the signing function, not its digest.',
    ({ digested: earlierDigests }) => [
      ...(['hex', 'HEX', 'base64', 'hex LF', 'openssl', 'openssl 1', 'sha256sum'] as const).map(
        (form): Form<Draft['digested']> => [form, [...earlierDigests, form]],
      ),
      ...(earlierDigests.length > 0 ? [] : otherDigests).map(
        (form): Form<Draft['digested']> => [form, [form], 'alone'],
      ),
      ...(earlierDigests.length > 0 ? [] : rareDigestNames).map(
        (form): Form<Draft['digested']> => [form, [form], 'alone'],
      ),
    ],
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
    'The signature has the digest without a DigestInfo, the structure that names the hash.',
    'Use a function that signs with SHA-256. Do not use a function that only encrypts with the private key.',
    'bare',
    [['no DigestInfo', 'sha256']],
  ),
  scheme(
    'missing-null',
    'The DigestInfo in the signature has no NULL after the name of the hash.',
    'Use the signing function of a library. It writes the DigestInfo with the NULL.',
    'without-null',
    [['no NULL', 'sha256']],
  ),
  signs(
    'other-key',
    'key',
    'The header names one app, but the key of another app made the signature.',
    'Use the private key and the app id of the same app.',
    [],
    () => [{ detail: 'another app', signed: { _tag: 'Key', of: 'another app' } }],
    { needs: 'other keys' },
  ),
  mistake(
    'unknown-key',
    'key',
    'The signature does not fit any of the given keys. Another key made it, something damaged it on the way, or it is the result of a function that does not sign, such as one that encrypts.',
    'Compare the fingerprint of the key that signs with the fingerprint of the registered key. If they are equal, compare the signature that the caller made with the signature that arrived. Also check that the program calls a function that signs.',
    { candidateOnly: true },
  ),
]
