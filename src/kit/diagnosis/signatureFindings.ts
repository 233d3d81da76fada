/**
 * What the opened signature shows by itself: its hash and its padding, whatever was signed. In a *bare* block there is no DigestInfo that
 * names the hash.
 */
import * as Bytes from '../../core/Bytes.ts'
import type { HashName } from '../../effects/Hash.ts'
import { finding, inWordsOf } from './finding.ts'
import type { Finding, Text } from './Report.ts'
import { type BareForm, hashOfSize, type Recovered } from './recover.ts'
import type { Telling } from './Telling.ts'

/** How the block says which text was signed, as far as it is known. */
export interface Scheme {
  readonly recovered: Recovered
  /** For a bare block whose text is known: what the caller put into it. */
  readonly form: BareForm | undefined
  /** Whether the digest of the signed text ends at its first zero byte in the block. */
  readonly isCutAtZero: boolean
}

/** The findings on hash and padding. A verifier with the policy `missing-null` accepts a DigestInfo without its NULL. */
export const schemeFindings = (
  { recovered, form, isCutAtZero }: Scheme,
  isMissingNullAllowed: boolean,
): ReadonlyArray<Finding> => {
  const found = (id: string, detail: string): Finding => finding(id, detail, 'digest')
  const findings: Array<Finding> = []
  if (recovered._tag === 'Digest' && recovered.withoutNull && !isMissingNullAllowed)
    findings.push(found('missing-null', 'no NULL'))
  if (isCutAtZero) findings.push(inWordsOf(found('wrong-hash', cutDigestDetail), cutDigest))
  if (recovered._tag === 'Pss') findings.push(found('pss-padding', 'PSS'))
  if (recovered._tag === 'Bare')
    findings.push(
      form === undefined && hashOfSize(recovered.content.length) === undefined
        ? unknownContent(recovered.content)
        : bareFinding(recovered.padding === 'none' ? 'no padding' : bareNames[form?.as ?? 'bytes']),
    )
  const hashName = recovered._tag === 'Bare' ? (form?.hash ?? 'sha256') : recovered.hash
  if (recovered._tag === 'Digest' && recovered.named !== undefined)
    findings.push(otherName(recovered.named, recovered.hash, recovered.digest.length))
  else if (hashName !== 'sha256') findings.push(inWordsOf(found('wrong-hash', hashName), otherHash(nameOf(hashName))))
  return findings
}

const nameOf = (hashName: string): string => hashName.toUpperCase().replace('SHA', 'SHA-')

const otherHash = (hashName: string): Telling => ({
  what: `The caller signed with ${hashName} instead of SHA-256.`,
  remedy: 'Sign with SHA-256.',
})

/** The detail of the finding on a digest that ends at its first zero byte. */
export const cutDigestDetail = 'cut at its first zero byte'

const cutDigest: Telling = {
  what: 'The signature was made of a digest that ends at its first zero byte, with zeros after it. The program keeps the digest as a string of C, which ends at a zero byte.',
  remedy: 'Keep the digest as an array of bytes with its length. Or use a function that hashes and signs.',
}

/** The DigestInfo names a hash whose digests have another length. */
const otherName = (named: HashName, hashName: HashName, length: number): Finding =>
  inWordsOf(finding('wrong-hash', `the name of ${nameOf(named)}`, 'digest'), {
    what: `The digest in the signature has ${length} bytes, as one of ${nameOf(hashName)}. But the DigestInfo, the structure round it, names ${nameOf(named)}.`,
    remedy:
      'Make the digest with SHA-256, and give the name of SHA-256 to the function that signs it. Or use a function that hashes and signs.',
  })

const bareNames = { bytes: 'no DigestInfo', hex: 'the digest in hexadecimal', text: 'the text itself' }

/** What the block has in place of a DigestInfo, by the form. The words of the catalogue are those for a digest alone. */
const bareWords: Readonly<Record<string, string>> = {
  'no padding':
    'The caller encrypted the digest with the private key, without a padding and without a DigestInfo, the structure that names the hash.',
  'the digest in hexadecimal':
    'The signature has the hexadecimal digits of the digest, without a DigestInfo, the structure that names the hash.',
  'the text itself':
    'The caller encrypted the text itself with the private key. A signature has the digest of the text, in a DigestInfo.',
}

/** The content is no digest, and no text that was tried. Structures of DER, such as a DigestInfo, begin with a SEQUENCE. */
const unknownContent = (content: Bytes.Bytes): Finding =>
  inWordsOf(finding('bare-digest', `${content.length} bytes`, 'digest'), {
    what:
      content[0] === sequenceTag
        ? `The caller encrypted ${content.length} bytes with the private key. They begin like a DigestInfo, but have no digest of a known hash.`
        : `The caller encrypted ${content.length} bytes with the private key, which are neither a digest nor a DigestInfo with a digest.`,
    remedy:
      'Use a function that hashes and signs, with SHA-256. Do not use a function that only encrypts with the private key.',
  })

const sequenceTag = 0x30

const bareFinding = (form: string): Finding => {
  const general = finding('bare-digest', form, 'digest')
  return { ...general, what: bareWords[form] ?? general.what }
}

/** The hash of the signed text. */
export const hashOf = ({ recovered, form }: Scheme): HashName => {
  if (form !== undefined) return form.hash
  return recovered._tag === 'Digest' || recovered._tag === 'Pss' ? recovered.hash : 'sha256'
}

/** The digest of a text that is not known. Undefined if the block does not show it. */
export const digestFound = (recovered: Recovered): Text | undefined => {
  if (recovered._tag === 'Digest') return { hash: recovered.hash, digest: Bytes.toHex(recovered.digest) }
  if (recovered._tag !== 'Bare') return undefined
  const hashName = hashOfSize(recovered.content.length)
  return hashName === undefined ? undefined : { hash: hashName, digest: Bytes.toHex(recovered.content) }
}
