/**
 * The report, from what was found. It is exact only if the text is known that the caller signed, and nothing else explains it.
 */

import * as Bytes from '../../core/Bytes.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import { message as inWords, reason, type VerifyError } from '../../core/VerifyError.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import { digestSizes, type Hash, type HashName } from '../../effects/Hash.ts'
import { catalogue } from './catalogue.ts'
import type { Claims } from './claims.ts'
import { differenceOf } from './difference.ts'
import { finding, ofMistake } from './finding.ts'
import { headlineOf } from './headline.ts'
import type { Case, KnownKey } from './judge.ts'
import { digestedOf, message } from './Mistake.ts'
import type { Finding, KeyFound, Report, Text } from './Report.ts'
import { type BareForm, bareForm, type Recovered } from './recover.ts'
import type { Found, Searched } from './search/search.ts'
import type { Explanation } from './search/values.ts'
import { meanings, type Repair } from './signatureText.ts'
import type { Opened } from './unlock.ts'

type Ending = Omit<Report, 'outcome' | 'reason' | 'message'>

const refused = (refusal: VerifyError, ending: Ending): Report => ({
  outcome: 'reject',
  reason: reason(refusal),
  message: inWords(refusal),
  ...ending,
})

/** Nothing was signed, or the settings make no sense. */
export const unexamined = (refusal: VerifyError): Report =>
  refused(refusal, { recovered: false, exact: false, findings: [], alternatives: [], tried: 0, complete: true })

/** None of the keys opens the signature. */
export const unopened = (refusal: VerifyError, claims: Claims, complete: boolean, { keys }: Case, hash: Hash): Report =>
  refused(refusal, {
    recovered: false,
    exact: false,
    findings: [...claims.findings, ...signerFindings(claims.signature, keys), ...claims.clock],
    alternatives: [],
    ...expectation(claims, hash),
    tried: 0,
    complete,
  })

/** The longest digest has 64 bytes; what is no longer is no RSA signature. */
const leastBytes = 65

const signerFindings = (signature: string | undefined, keys: ReadonlyArray<KnownKey>): ReadonlyArray<Finding> => {
  if (signature === undefined) return []
  const fits = (length: number): boolean => keys.some(({ key }) => key.signatureLength === length)
  const [fitting] = meanings(signature, fits)
  const [meaning = fitting] = fitting === undefined ? meanings(signature, (length) => length >= leastBytes) : []
  const isLine = [60, 64, 72, 76].includes(signature.length)
  const cut = finding(
    'signature-truncated',
    `${signature.length} characters${isLine ? ', the first line of wrapped Base64' : ''}`,
  )
  if (signature.length <= mostPrinted && printedValue.test(signature)) return [finding('signature-printed', signature)]
  if (meaning === undefined)
    return signature === '' ? [] : [withoutKey(meanings(signature, () => true)[0]?.bytes) ?? cut]
  if (fitting === undefined && isRuined(meaning.bytes))
    return [finding('signature-as-text', 'bytes that are no text were replaced')]
  if (fitting === undefined && !isModulusLength(meaning.bytes.length)) return [withoutKey(meaning.bytes) ?? cut]
  const detail =
    fitting === undefined
      ? `the signature has ${meaning.bytes.length} bytes, and no key here does`
      : 'or a damaged signature'
  return [...meaning.repairs.map(repaired), finding('unknown-key', detail)]
}

/** What languages print for a value that is no text, or for none: no bytes of a signature are in it. */
const printedValue =
  /^(?:undefined|null|None|nil|Array|\[object \w+\]|Promise \{[ -~]*\}|<[\w .]+(?: at 0x[0-9a-f]+)?>|\[B@[0-9a-f]+|[\w.$]+@[0-9a-f]{1,8}|System\.Byte\[\])$/i

/** No language prints a longer one. */
const mostPrinted = 100

/** What has the length of a digest is a digest, or an HMAC. */
const withoutKey = (bytes: Bytes.Bytes | undefined): Finding | undefined =>
  bytes !== undefined && Object.values(digestSizes).includes(bytes.length)
    ? finding('signature-not-rsa', `${bytes.length} bytes`)
    : undefined

/** Usual keys have a multiple of 256 bits. */
const isModulusLength = (bytes: number): boolean => bytes % 32 === 0 || bytes === 257

/** Many U+FFFD in UTF-8: a decoder of text has replaced bytes that are no text. */
const isRuined = (bytes: Bytes.Bytes): boolean => Bytes.toHex(bytes).split('efbfbd').length > 8

const repaired = ({ id, detail }: Repair): Finding => finding(id, detail)

export interface Explained {
  readonly refusal: VerifyError | undefined
  /** The refusal if everything is right but what was signed. */
  readonly invalid: VerifyError
  readonly claims: Claims
  readonly opened: Opened
  readonly recovered: Recovered
  readonly searched: Searched
  readonly found: Found
}

/** The text that the caller signed is known. */
export const explained = (it: Explained, { policies }: VerifyPolicy, hash: Hash): Report => {
  const { claims, opened, recovered, searched, found } = it
  const signedBytes = digestedOf(found.text, found.draft.digested, hash)
  const form = recovered._tag === 'Bare' ? bareForm(recovered.content, signedBytes, hash) : undefined
  const evident = evidentIn(claims, opened, recovered, form, policies['missing-null'])
  const isOnly = found.explanations.length === 1
  const [findings = evident, ...alternatives] = found.explanations.map((steps) => [
    ...evident,
    ...stepsOf(steps, isOnly),
    ...claims.clock,
  ])
  const wrong = findings.filter(({ id }) => id !== 'nonce-from-clock')
  const refusal = it.refusal ?? (wrong.length === 0 ? undefined : it.invalid)

  const right = claims.settled ? claims.rights[0] : found.draft
  const expected = message(right, hash)
  const hashName = form?.hash ?? hashOf(recovered)
  const isHashed = found.draft.digested.length > 0
  const difference = differenceOf(isHashed ? found.text : signedBytes, expected, right)
  const ending: Ending = {
    recovered: true,
    headline: headlineOf(found.draft, right, difference),
    exact: isOnly && found.exhaustive,
    findings,
    alternatives,
    key: keyFound(opened.known, hash),
    signed: { ...textOf(signedBytes, hashName, hash), ...(isHashed ? { hashed: found.text } : {}) },
    expected: textOf(expected, 'sha256', hash),
    ...(difference === undefined ? {} : { difference }),
    tried: searched.tried,
    complete: searched.complete,
  }
  return refusal === undefined ? { outcome: 'accept', ...ending } : refused(refusal, ending)
}

/** The key is known, and not what it signed. */
export const unexplained = (
  refusal: VerifyError,
  claims: Claims,
  opened: Opened,
  searched: Searched,
  request: Case,
  hash: Hash,
): Report => {
  const [recovered] = opened.recovered
  const evident = [...evidentIn(claims, opened, recovered, undefined, false), ...claims.clock]
  const isGuess = claims.settled && recovered._tag !== 'Foreign'
  const [findings = evident, ...alternatives] = isGuess
    ? guesses(request)
        // A nonce that is made of the clock was not drawn twice.
        .filter(({ id }) => id !== 'nonce-drift' || !evident.some((known) => known.id === 'nonce-from-clock'))
        .map((each) => [...evident, each])
        .concat(recovered._tag === 'Pss' && recovered.evidence !== 'certain' ? [[guess('unknown-key')]] : [])
    : []
  const signed = digestFound(recovered)
  return refused(refusal, {
    recovered: false,
    exact: false,
    findings,
    alternatives,
    key: keyFound(opened.known, hash),
    ...(signed === undefined ? {} : { signed }),
    ...expectation(claims, hash),
    tried: searched.tried,
    complete: searched.complete,
  })
}

const guess = (id: string, detail = 'a guess'): Finding => ({ ...finding(id, detail), guess: true })

/** The mistakes that a search cannot reach, or for which an input was missing. */
const guesses = ({ host, url, urlIsSent = false, paths, body, decoded }: Case): ReadonlyArray<Finding> => [
  // The magic number of gzip.
  ...(decoded === undefined && body[0] === 0x1f && body[1] === 0x8b ? [guess('body-compressed')] : []),
  ...['nonce-drift', body.length === 0 ? 'body-left-over' : 'body-other'].map((id) => guess(id)),
  ...catalogue
    .filter(
      ({ needs }) =>
        (needs === 'host' && host === undefined && url === undefined) ||
        (needs === 'url' && (url === undefined || urlIsSent)) ||
        (needs === 'url or paths' && (url === undefined || urlIsSent) && paths === undefined),
    )
    .map(({ id, needs }) =>
      guess(id, `a guess; it can be tried when the ${needs} ${needs === 'url or paths' ? 'are' : 'is'} given`),
    ),
]

/** In the order of the catalogue. */
const stepsOf = (steps: Explanation, isOnly: boolean): ReadonlyArray<Finding> =>
  steps
    .toSorted((a, b) => catalogue.indexOf(a.mistake) - catalogue.indexOf(b.mistake))
    .map(({ mistake, detail }) => ({
      ...ofMistake(mistake, detail),
      ...(isOnly ? {} : { tells: mistake.tells }),
    }))

/** What header, signature and key show by themselves. */
const evidentIn = (
  claims: Claims,
  { repairs, own, known }: Opened,
  recovered: Recovered,
  form: BareForm | undefined,
  missingNull: boolean,
): ReadonlyArray<Finding> => [
  ...claims.findings,
  ...repairs.map(repaired),
  ...(own ? [] : [finding('other-key', known.appId ?? '')]),
  ...schemeFindings(recovered, form, missingNull),
]

const schemeFindings = (
  recovered: Recovered,
  form: BareForm | undefined,
  missingNull: boolean,
): ReadonlyArray<Finding> => {
  const wrongHash = (name: string): ReadonlyArray<Finding> => (name === 'sha256' ? [] : [finding('wrong-hash', name)])
  switch (recovered._tag) {
    case 'Digest':
      return [
        ...(recovered.withoutNull && !missingNull ? [finding('missing-null', 'no NULL')] : []),
        ...wrongHash(recovered.hash),
      ]
    case 'Foreign':
      return wrongHash(recovered.hash)
    case 'Pss':
      return [finding('pss-padding', 'PSS'), ...wrongHash(recovered.hash)]
    case 'Bare':
      return [
        finding('bare-digest', recovered.padding === 'none' ? 'no padding' : bareNames[form?.as ?? 'bytes']),
        ...wrongHash(form?.as === 'text' ? 'sha256' : (form?.hash ?? 'sha256')),
      ]
  }
}

const bareNames = { bytes: 'no DigestInfo', hex: 'the digest in hexadecimal', text: 'the text itself' }

const hashOf = (recovered: Recovered): HashName =>
  recovered._tag === 'Digest' || recovered._tag === 'Pss' ? recovered.hash : 'sha256'

const textOf = (bytes: Bytes.Bytes, name: HashName, hash: Hash): Text => ({
  bytes,
  hash: name,
  digest: Bytes.toHex(hash(name, bytes)),
})

const expectation = ({ settled, rights: [right] }: Claims, hash: Hash): Pick<Ending, 'expected'> =>
  settled ? { expected: textOf(message(right, hash), 'sha256', hash) } : {}

/** The digest of a text that is not known. */
const digestFound = (recovered: Recovered): Text | undefined => {
  if (recovered._tag === 'Digest') return { hash: recovered.hash, digest: Bytes.toHex(recovered.digest) }
  if (recovered._tag !== 'Bare') return undefined
  const name = (Object.keys(digestSizes) as ReadonlyArray<HashName>).find(
    (each) => digestSizes[each] === recovered.content.length,
  )
  return name === undefined ? undefined : { hash: name, digest: Bytes.toHex(recovered.content) }
}

const keyFound = ({ appId, key }: KnownKey, hash: Hash): KeyFound => ({
  ...(appId === undefined ? {} : { appId }),
  fingerprint: Fingerprint.short(Fingerprint.ofDigest(hash('sha256', key.spki))),
  bits: key.bits,
})
