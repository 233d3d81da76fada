/**
 * Values of the headers that carry the digest of a body: `Digest` (RFC 3230), `Content-Digest` and `Repr-Digest` (RFC 9530), and those of
 * webhooks. A caller that knows another scheme signs such a value in place of the body.
 *
 *     SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=
 *     sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash, HashName } from '../../../effects/Hash.ts'
import type { Form } from './Respelling.ts'

interface DigestName {
  readonly hash: HashName
  /** As `Digest` writes the algorithm, as `Content-Digest` does, and as webhooks do. */
  readonly names: readonly [digest: string, contentDigest: string, webhook: string]
}

const algorithms: ReadonlyArray<DigestName> = [
  { hash: 'sha256', names: ['SHA-256', 'sha-256', 'sha256'] },
  { hash: 'sha512', names: ['SHA-512', 'sha-512', 'sha512'] },
  { hash: 'sha1', names: ['SHA', 'sha', 'sha1'] },
  { hash: 'md5', names: ['MD5', 'md5', 'md5'] },
]

/** What begins the details of these forms. */
const ofHeader = 'the value of a digest header: '

/** The value that was signed, by the detail of the form. Undefined for other forms. */
export const digestHeaderIn = (detail: string): string | undefined =>
  detail.startsWith(ofHeader) ? detail.slice(ofHeader.length) : undefined

/** The values of such headers for this body, and whole headers with them. Those of SHA-256 are the likeliest. */
export function* digestHeaders(body: Bytes.Bytes, hash: Hash): Generator<Form> {
  const seen = new Set<string>()
  for (const { hash: hashName, names } of algorithms) {
    const digest = hash(hashName, body)
    const base64 = Base64.encode(digest)
    const hex = Bytes.toHex(digest)
    const [digestName, contentName, webhookName] = names
    const values = [
      ...names.map((name) => `${name}=${base64}`),
      `${contentName}=:${base64}:`,
      ...names.map((name) => `${name}=${hex}`),
      `${webhookName}:${hex}`,
      `digest: ${digestName}=${base64}`,
      `Digest: ${digestName}=${base64}`,
      `content-digest: ${contentName}=:${base64}:`,
      `Content-Digest: ${contentName}=:${base64}:`,
      ...(hashName === 'md5' ? [`content-md5: ${base64}`, `Content-MD5: ${base64}`] : []),
    ]
    for (const value of values)
      if (!seen.has(value)) {
        seen.add(value)
        yield [ofHeader + value, value, hashName === 'sha256' ? 'alone' : 'late']
      }
  }
}
