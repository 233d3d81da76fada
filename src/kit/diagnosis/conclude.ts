/**
 * The report of an examination. An examination ends in one of four ways, each with a function of its own:
 *
 *   reportUnexamined   nothing was signed, or the settings make no sense
 *   reportUnopened     no key opens the signature: what the header and the signature show
 *   reportUnexplained  a key opens it, and no text that was tried has its digest: guesses
 *   reportExplained    the signed text is known, with the mistakes that lead to it
 *
 * A report is exact only if the signed text is known and the search has shown that nothing else explains it as simply.
 */

import * as Bytes from '../../core/Bytes.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import { definedOf } from '../../core/Settings.ts'
import { inspect } from '../../core/untrusted.ts'
import { message as inWords, type Reason, reason, type VerifyError } from '../../core/VerifyError.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Hash, HashName } from '../../effects/Hash.ts'
import { appIdMiswritten, otherKey } from './appIdFault.ts'
import { belongsTo, type Case, type KnownKey } from './Case.ts'
import { catalogue } from './catalogue.ts'
import { type Draft, digestedOf, message } from './Draft.ts'
import { differenceOf } from './difference.ts'
import { finding, inWordsOf, mistakeOf } from './finding.ts'
import { type Guess, guesses } from './guesses.ts'
import type { HeaderEvidence } from './headerEvidence.ts'
import { headlineOf, type OtherFault } from './headline.ts'
import { inOrderFor, type Library } from './library.ts'
import type { Finding, KeyFound, Report, Text } from './Report.ts'
import { type BareForm, bareForm, hashOfSize, type Recovered } from './recover.ts'
import { orRewritten, proxiesNamedOnce } from './rewritten.ts'
import type { Explanation } from './search/Explanation.ts'
import type { FoundText, SearchResult } from './search/search.ts'
import { type Repair, unopenedFaults } from './signatureText.ts'
import { tellingOf } from './tellingOf.ts'
import { isCertain, type Opened } from './unlock.ts'

type Ending = Omit<Report, 'outcome' | 'reason' | 'message'>

/** Marks the findings for which the service refuses the request, if there are other findings too. */
const markCauses =
  (refusalReason: Reason) =>
  (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
    const isCause = ({ id }: Finding): boolean => mistakeOf(id).seenAs === refusalReason
    return findings.every(isCause)
      ? findings
      : findings.map((each) => (isCause(each) ? { ...each, refuses: true } : each))
  }

const reportRefused = (refusal: VerifyError, ending: Ending): Report => {
  const refusalReason = reason(refusal)
  const mark = markCauses(refusalReason)
  const marks = { findings: mark(ending.findings), alternatives: ending.alternatives.map(mark) }
  return { outcome: 'reject', reason: refusalReason, message: inWords(refusal), ...ending, ...marks }
}

const nothingFound = { recovered: false, exact: false, findings: [], alternatives: [] } as const

/** The report if nothing was signed, or if the settings make no sense. */
export const reportUnexamined = (refusal: VerifyError): Report =>
  reportRefused(refusal, { ...nothingFound, tried: 0, complete: true })

/** The report if none of the keys opens the signature. */
export const reportUnopened = (
  refusal: VerifyError,
  evidence: HeaderEvidence,
  complete: boolean,
  { keys }: Case,
  hash: Hash,
): Report =>
  reportRefused(refusal, {
    ...nothingFound,
    findings: [...evidence.findings, ...unopenedFindings(evidence, keys, hash), ...evidence.clock],
    ...expectation(evidence, hash),
    tried: 0,
    complete,
  })

const unopenedFindings = (
  { signature, appId }: HeaderEvidence,
  keys: ReadonlyArray<KnownKey>,
  hash: Hash,
): ReadonlyArray<Finding> => {
  if (signature === undefined) return []
  const faults = unopenedFaults(signature, (length) => keys.some(({ key }) => key.signatureLength === length))
  return faults.map((fault) => (fault.id === 'unknown-key' ? unknownKey(fault, appId, keys, hash) : findingOf(fault)))
}

/** More keys are not listed. */
const maxNamed = 4

/** No key fits. Names the keys that were tried, and the command that prints the fingerprint of the caller's key. */
const unknownKey = (fault: Repair, appId: string | undefined, keys: ReadonlyArray<KnownKey>, hash: Hash): Finding => {
  const ownKeys = keys.filter(belongsTo(appId))
  const keyNames = (ownKeys.length > 0 ? ownKeys : keys).slice(0, maxNamed).map((tried) => {
    const { appId: owner, fingerprint } = keyFound(tried, hash)
    return owner === undefined ? fingerprint : `${owner} ${fingerprint}`
  })
  const triedKeys = keyNames.length === 0 ? '' : `; tried: ${keyNames.join(', ')}`
  return {
    ...findingOf({ ...fault, detail: fault.detail + triedKeys }),
    remedy: `${printFingerprint} prints the fingerprint of the key that signs. Compare it with the fingerprint of the registered key. If they are equal, compare the signature that the caller made with the signature that arrived.`,
  }
}

const printFingerprint = 'openssl pkey -in private_key.pem -pubout -outform DER | sha256sum'

const findingOf = ({ id, detail, telling }: Repair): Finding =>
  telling === undefined ? finding(id, detail) : inWordsOf(finding(id, detail), telling)

/** A signed text that is known, and all that a report says of it. */
export interface ProvenText {
  /** Why a verifier refuses the request before it looks at the signature. */
  readonly refusal: VerifyError | undefined
  /** The refusal if only the signed text is wrong. */
  readonly invalid: VerifyError
  readonly evidence: HeaderEvidence
  readonly opened: Opened
  readonly recovered: Recovered
  readonly searched: SearchResult
  readonly found: FoundText
  /** Why the service refused the request, if that is known. */
  readonly refused: Reason | undefined
  /** The library that the request names. */
  readonly library: Library | undefined
}

const isSeconds = /^\d{1,11}$/

const millisecondsSent = {
  what: 'The caller signed seconds, but sent milliseconds.',
  remedy: 'Calculate the whole seconds once. Then sign and send this number.',
}

/** The report if the text is known that the caller signed. */
export const reportExplained = (input: ProvenText, policy: VerifyPolicy, hash: Hash): Report => {
  const { evidence, opened, recovered, searched, found: foundText } = input
  const signedBytes = digestedOf(foundText.text, foundText.draft.digested, hash)
  const form = recovered._tag === 'Bare' ? bareForm(recovered.content, signedBytes, hash) : undefined
  const rightDraft = evidence.isComplete ? evidence.expected[0] : foundText.draft
  const isExact = foundText.explanations.length === 1 && foundText.exhaustive
  const [findings, ...alternatives] = causesOf(input, rightDraft, evidentOf(input, form, policy))
  const refusal = refusalFor(input, findings)
  const expected = message(rightDraft, hash)
  const hashName = form?.hash ?? hashOf(recovered)
  const isHashed = foundText.draft.digested.length > 0
  const difference = differenceOf(isHashed ? foundText.text : signedBytes, expected, rightDraft)
  const ending: Ending = {
    recovered: true,
    headline: headlineOf(foundText.draft, rightDraft, difference, otherFaultOf(findings, refusal)),
    exact: isExact && findings.every(({ exact }) => exact),
    findings,
    alternatives,
    key: keyFound(opened.matchingKey, hash),
    signed: { ...textOf(signedBytes, hashName, hash), ...(isHashed ? { hashed: foundText.text } : {}) },
    expected: textOf(expected, 'sha256', hash),
    ...definedOf({ difference }),
    tried: searched.tried,
    complete: searched.complete,
    ...definedOf({ failed: searched.failed }),
  }
  return refusal === undefined ? { outcome: 'accept', ...ending } : reportRefused(refusal, ending)
}

/** What is wrong although the right text was signed. A refusal such as that of the timestamp says nothing of the signature. */
const otherFaultOf = (findings: Findings, refusal: VerifyError | undefined): OtherFault | undefined => {
  const misspelled = misspelledIn(findings)
  if (misspelled !== undefined || refusal === undefined) return misspelled
  const refusalReason = reason(refusal)
  const isOfRefusal = findings.every(({ id }) => mistakeOf(id).seenAs === refusalReason)
  return refusalReason !== 'signature_invalid' && isOfRefusal ? refusedFor(findings) : undefined
}

/** The part for which the request is refused, if all findings are of it. */
const refusedFor = (findings: Findings): OtherFault => {
  const [part, ...furtherParts] = new Set(findings.map(({ id }) => mistakeOf(id).part))
  return furtherParts.length === 0 && (part === 'timestamp' || part === 'nonce') ? part : 'refusal'
}

/** What is wrong, if all findings are of the signature or of the header, or all are of the algorithm. */
const misspelledIn = (findings: Findings): 'signature' | 'header' | 'hash' | undefined => {
  const parts = new Set(findings.map(({ id }) => mistakeOf(id).part))
  if (parts.size === 1 && parts.has('hash')) return 'hash'
  if (parts.size === 0 || [...parts].some((part) => part !== 'signature' && part !== 'header')) return undefined
  return parts.has('signature') ? 'signature' : 'header'
}

/** What header, signature and key show, with other words if the caller sent milliseconds and signed seconds. */
const evidentOf = (
  { evidence, opened, recovered, found }: ProvenText,
  form: BareForm | undefined,
  { policies }: VerifyPolicy,
): ReadonlyArray<Finding> => {
  const signedSeconds = isSeconds.test(found.draft.timestamp)
  return evidentIn(evidence, opened, recovered, form, policies['missing-null']).map((evidentFinding) =>
    evidentFinding.id === 'header-milliseconds' && signedSeconds
      ? { ...evidentFinding, ...millisecondsSent }
      : evidentFinding,
  )
}

type Findings = ReadonlyArray<Finding>

/** The findings of each explanation, the likeliest first. They follow what is evident without the signed text. */
const causesOf = (
  { evidence, found, library }: ProvenText,
  rightDraft: Draft,
  evident: Findings,
): readonly [Findings, ...ReadonlyArray<Findings>] => {
  const isOnly = found.explanations.length === 1
  const isExact = isOnly && found.exhaustive
  const causes = inOrderFor(library, found.explanations).map((steps) => [
    ...evident,
    ...stepsOf(steps, { signed: found.draft, right: rightDraft, isOnly, isExact, library }),
    ...evidence.clock,
  ])
  const [likeliest = evident, ...alternatives] = proxiesNamedOnce(causes)
  return [likeliest, ...alternatives]
}

/** Why the request is refused. A request without a fault may have been refused as a replay. */
const refusalFor = ({ refusal, refused, invalid }: ProvenText, findings: Findings): VerifyError | undefined => {
  if (refusal !== undefined) return refusal
  const hasFault = findings.some(({ id }) => id !== 'nonce-from-clock')
  if (hasFault) return invalid
  return refused === 'nonce_replayed' ? { _tag: 'nonce_replayed' } : undefined
}

/** The report if the key is known, and the text that it signed is not. */
export const reportUnexplained = (
  refusal: VerifyError,
  evidence: HeaderEvidence,
  opened: Opened,
  searched: SearchResult,
  request: Case,
  hash: Hash,
): Report => {
  const [recovered] = opened.recovered
  const isChance = !isCertain(recovered)
  const evident = [...evidentIn(evidence, opened, recovered, undefined, false), ...evidence.clock].map(
    (evidentFinding) =>
      isChance && evidentFinding.evidence === 'digest'
        ? finding(evidentFinding.id, evidentFinding.detail, 'guess')
        : evidentFinding,
  )
  // Guesses are made only if all single mistakes were tried.
  const isGuess = evidence.isComplete && recovered._tag !== 'Foreign' && searched.values !== undefined
  const [findings = evident, ...alternatives] = isGuess
    ? guesses(request)
        .concat(isChance ? [chance] : [])
        .map(({ id, because, ...words }) => [...evident, { ...finding(id, because, 'guess'), ...words }])
    : []
  const { tried, complete, values: excludedCounts, failed, unfinished } = searched
  return reportRefused(refusal, {
    recovered: false,
    exact: false,
    findings,
    alternatives,
    key: keyFound(opened.matchingKey, hash),
    ...definedOf({ signed: digestFound(recovered) }),
    ...expectation(evidence, hash),
    ...(excludedCounts === undefined || !isGuess ? {} : { excluded: excludedCounts, untried: untriedOf(request) }),
    tried,
    complete,
    ...definedOf({ failed, unfinished }),
  })
}

const untriedOf = ({ host, url, urlIsSent = false, paths }: Case): NonNullable<Report['untried']> => [
  ...(host === undefined && url === undefined ? (['host'] as const) : []),
  ...((url === undefined || urlIsSent) && paths === undefined ? (['URL'] as const) : []),
]

const chance: Guess = {
  id: 'unknown-key',
  because: 'by chance, one block in 65,536 has this form with a wrong key',
  what: 'The opened signature looks like RSASSA-PSS. With a wrong key, this happens by chance once in 65,536 signatures.',
  remedy: 'Check whether another key made this signature.',
}

/** The drafts that findings compare, and how certain they are. */
interface Proof {
  readonly signed: Draft
  readonly right: Draft
  /** Whether nothing else explains the text as simply. */
  readonly isOnly: boolean
  readonly isExact: boolean
  /** The library that the request names. */
  readonly library: Library | undefined
}

/** The findings of an explanation, in the order of the catalogue. If the signed text shows more, it gives the words. */
const stepsOf = (
  steps: Explanation,
  { signed, right: rightDraft, isOnly, isExact, library }: Proof,
): ReadonlyArray<Finding> =>
  steps
    .toSorted((a, b) => catalogue.indexOf(a.mistake) - catalogue.indexOf(b.mistake))
    .map(({ mistake, slot, detail }) => {
      const isAlone = steps.filter((step) => step.slot === slot).length === 1
      // Comparing may fail for a text that is nested too deep. Then the catalogue gives the words.
      const telling = inspect(
        () => tellingOf({ id: mistake.id, detail }, signed, rightDraft, isAlone, library),
        undefined,
      )
      const general = finding(telling?.id ?? mistake.id, detail, 'digest')
      const described = telling === undefined ? general : inWordsOf(general, telling)
      return {
        ...(slot === 'target' ? orRewritten(described, signed.target, rightDraft.target) : described),
        exact: isExact,
        ...(isOnly ? {} : { tells: mistake.tells }),
      }
    })

/** Whether the finding on the app id says already which app has the key. */
const isOwnersMiswritten = ({ findings, appId = '' }: HeaderEvidence, { appId: owner = '' }: KnownKey): boolean =>
  findings.some(({ id }) => id === 'app-id-form') && appIdMiswritten(appId, owner) !== undefined

/** What the header, the signature and the key show by themselves. */
const evidentIn = (
  evidence: HeaderEvidence,
  { repairs, isAppsKey, matchingKey }: Opened,
  recovered: Recovered,
  form: BareForm | undefined,
  missingNull: boolean,
): ReadonlyArray<Finding> => [
  ...evidence.findings,
  ...repairs.map(findingOf),
  ...(isAppsKey || isOwnersMiswritten(evidence, matchingKey)
    ? []
    : [otherKey(matchingKey, evidence.appId, evidence.isRegistered)]),
  ...schemeFindings(recovered, form, missingNull),
]

const schemeFindings = (
  recovered: Recovered,
  form: BareForm | undefined,
  missingNull: boolean,
): ReadonlyArray<Finding> => {
  const faults: Array<readonly [id: string, detail: string]> = []
  if (recovered._tag === 'Digest' && recovered.withoutNull && !missingNull) faults.push(['missing-null', 'no NULL'])
  if (recovered._tag === 'Pss') faults.push(['pss-padding', 'PSS'])
  if (recovered._tag === 'Bare')
    faults.push(['bare-digest', recovered.padding === 'none' ? 'no padding' : bareNames[form?.as ?? 'bytes']])
  const hashName = recovered._tag === 'Bare' ? (form?.hash ?? 'sha256') : recovered.hash
  if (hashName !== 'sha256') faults.push(['wrong-hash', hashName])
  return faults.map(([id, detail]) => finding(id, detail, 'digest'))
}

const bareNames = { bytes: 'no DigestInfo', hex: 'the digest in hexadecimal', text: 'the text itself' }

const hashOf = (recovered: Recovered): HashName =>
  recovered._tag === 'Digest' || recovered._tag === 'Pss' ? recovered.hash : 'sha256'

const textOf = (bytes: Bytes.Bytes, hashName: HashName, hash: Hash): Text => ({
  bytes,
  hash: hashName,
  digest: Bytes.toHex(hash(hashName, bytes)),
})

/** The text that should have been signed, if the header has all parts of it. */
const expectation = ({ isComplete, expected: [rightDraft] }: HeaderEvidence, hash: Hash): Pick<Ending, 'expected'> =>
  isComplete ? { expected: textOf(message(rightDraft, hash), 'sha256', hash) } : {}

/** The digest of an unknown text. */
const digestFound = (recovered: Recovered): Text | undefined => {
  if (recovered._tag === 'Digest') return { hash: recovered.hash, digest: Bytes.toHex(recovered.digest) }
  if (recovered._tag !== 'Bare') return undefined
  const hashName = hashOfSize(recovered.content.length)
  return hashName === undefined ? undefined : { hash: hashName, digest: Bytes.toHex(recovered.content) }
}

const keyFound = ({ appId, key }: KnownKey, hash: Hash): KeyFound => ({
  ...definedOf({ appId }),
  fingerprint: fingerprintOf(key, hash),
  bits: key.bits,
})

/** The short fingerprint of a key. */
export const fingerprintOf = (key: KnownKey['key'], hash: Hash): string =>
  Fingerprint.short(Fingerprint.ofDigest(hash('sha256', key.spki)))
