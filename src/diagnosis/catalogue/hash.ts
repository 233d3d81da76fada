/**
 * What the signing function made of the right text: a digest too many, another hash or padding, or another key.
 */
import type { Mistake, Signed, Variation } from '../Mistake.ts'
import { mistake, part, signs } from './mistake.ts'

const scheme = (detail: string, signed: Omit<Signed & { readonly _tag: 'Scheme' }, '_tag'>): Variation => ({
  detail,
  signed: { _tag: 'Scheme', ...signed },
})

export const hashMistakes: ReadonlyArray<Mistake> = [
  signs(
    {
      id: 'double-hash',
      part: 'hash',
      what: 'The caller hashed the string to sign and gave the digest to a function that hashes again.',
      remedy: 'Give the string to sign itself to the signing function.',
    },
    ['digested'],
    ({ digested }) => [part('SHA-256 of SHA-256', { digested: [...digested, 'bytes'] })],
  ),
  signs(
    {
      id: 'hex-digest-signed',
      part: 'hash',
      what: 'The caller signed the digest of the string to sign, written as text, in place of the string.',
      remedy: 'Give the string to sign itself to the signing function.',
    },
    ['digested'],
    ({ digested }) =>
      (['hex', 'HEX', 'base64', 'hex LF', 'openssl', 'openssl 1', 'sha256sum'] as const).map((form) =>
        part(form, { digested: [...digested, form] }),
      ),
  ),
  signs(
    {
      id: 'wrong-hash',
      part: 'hash',
      what: 'The caller signed with another hash than SHA-256.',
      remedy: 'Sign with SHA-256.',
    },
    [],
    () =>
      (['sha1', 'sha512', 'sha384', 'sha224', 'md5'] as const).map((hash) => scheme(hash, { hash, padding: 'pkcs1' })),
  ),
  signs(
    {
      id: 'pss-padding',
      part: 'hash',
      what: 'The caller signed with PSS padding.',
      remedy: 'Sign with PKCS #1 v1.5 padding, RSASSA-PKCS1-v1_5.',
    },
    [],
    () => [scheme('PSS', { hash: 'sha256', padding: 'pss' })],
  ),
  signs(
    {
      id: 'bare-digest',
      part: 'hash',
      what: 'The caller padded the digest alone, without the DigestInfo that names the hash.',
      remedy: 'Use the function that signs with SHA-256, and not the one that encrypts with the private key.',
    },
    [],
    () => [scheme('no DigestInfo', { hash: 'sha256', padding: 'bare' })],
  ),

  signs(
    {
      id: 'missing-null',
      part: 'hash',
      what: 'The caller left the NULL out of the DigestInfo.',
      remedy: 'Let the library write the DigestInfo, with its NULL.',
    },
    [],
    () => [scheme('no NULL', { hash: 'sha256', padding: 'without-null' })],
  ),

  signs(
    {
      id: 'other-key',
      part: 'key',
      what: "The caller signed with the key of another app, or wrote another app's id.",
      needs: 'other keys',
      remedy: 'Let the private key and the app id in the header be of the same app.',
    },
    [],
    () => [{ detail: 'another app', signed: { _tag: 'Key', of: 'another app' } }],
  ),
  mistake({
    id: 'unknown-key',
    part: 'key',
    what: "None of the keys that were given opens the signature: it is another key's, or it was damaged on its way.",
    remedy:
      'Compare the fingerprint of the key that signs with that of the registered one; if they are the same, compare the signatures.',
    candidateOnly: true,
  }),
]
