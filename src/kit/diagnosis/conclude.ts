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

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import * as Nonce from '../../core/Nonce.ts'
import { definedOf } from '../../core/Settings.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import { message as inWords, type Reason, reason, type VerifyError } from '../../core/VerifyError.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Hash, HashName } from '../../effects/Hash.ts'
import type { Case } from './Case.ts'
import { isFresh, wordsBySignedTime } from './clockFindings.ts'
import { type Draft, digestedOf, message } from './Draft.ts'
import { differenceOf } from './difference.ts'
import { finding, inWordsOf, mistakeOf } from './finding.ts'
import { type Guess, guesses } from './guesses.ts'
import type { HeaderEvidence } from './headerEvidence.ts'
import { headlineOf, type OtherFault } from './headline.ts'
import { findingOf, keyFound, otherKeyFindings, unopenedFindings } from './keyFindings.ts'
import { inOrderFor, type Library } from './library.ts'
import type { Finding, Report, Text } from './Report.ts'
import { bareForm, isCutAtZero, type Recovered } from './recover.ts'
import { proxiesNamedOnce } from './rewritten.ts'
import type { FoundText, SearchResult } from './search/search.ts'
import { cutDigestDetail, digestFound, hashOf, type Scheme, schemeFindings } from './signatureFindings.ts'
import { stepFindings } from './stepFindings.ts'
import { isCertain, type Opened } from './unlock.ts'

/** A report but for the verdict. */
type Ending = Omit<Report, 'outcome' | 'reason' | 'message'>

type Findings = ReadonlyArray<Finding>

// ---- Nothing was opened

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

// ---- The signed text is known

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
  /** The time of arrival. */
  readonly now: number | undefined
  /** Why the service refused the request, if that is known. */
  readonly refused: Reason | undefined
  /** The library that the request names. */
  readonly library: Library | undefined
}

/** The report if the text is known that the caller signed. */
export const reportExplained = (proven: ProvenText, policy: VerifyPolicy, hash: Hash): Report => {
  const { evidence, opened, recovered, searched, found } = proven
  const signedBytes = digestedOf(found.text, found.draft.digested, hash)
  const form = recovered._tag === 'Bare' ? bareForm(recovered.content, signedBytes, hash) : undefined
  const scheme: Scheme = { recovered, form, isCutAtZero: isCutAtZero(recovered, signedBytes, hash) }
  const sentDraft = evidence.isComplete ? evidence.expected[0] : found.draft
  const rightDraft = { ...sentDraft, timestamp: rightTimestamp(proven, sentDraft, policy) }
  const [findings, ...alternatives] = causesOf(proven, sentDraft, evidentOf(proven, scheme, policy), policy)
  const refusal = refusalFor(proven, findings)
  const expected = message(rightDraft, hash)
  const isHashed = found.draft.digested.length > 0
  const differenceFrom = (draft: Draft) =>
    differenceOf(isHashed ? found.text : signedBytes, message(draft, hash), draft)
  const difference = differenceFrom(rightDraft)
  const refusedParts = refusedPartsOf(rightDraft, proven.now, policy)
  const ending: Ending = {
    recovered: true,
    headline: headlineOf(found.draft, sentDraft, differenceFrom(sentDraft), otherFaultOf(findings, refusal)),
    exact: isProven(found) && findings.every(({ exact }) => exact),
    findings,
    alternatives,
    key: keyFound(opened.matchingKey, hash),
    signed: { ...textOf(signedBytes, hashOf(scheme), hash), ...(isHashed ? { hashed: found.text } : {}) },
    expected: textOf(expected, 'sha256', hash),
    ...(refusedParts.length === 0 ? {} : { refusedParts }),
    ...definedOf({ difference }),
    tried: searched.tried,
    complete: searched.complete,
    ...definedOf({ failed: searched.failed }),
  }
  return refusal === undefined ? { outcome: 'accept', ...ending } : reportRefused(refusal, ending)
}

/** Whether a verifier accepts this text as a timestamp at this moment, or at any if the moment is not known. */
const isAccepted = (timestamp: string, now: number | undefined, policy: VerifyPolicy): boolean => {
  const parsed = Timestamp.parse(timestamp)
  return E.isRight(parsed) && (now === undefined || isFresh(parsed.right, now, policy))
}

/**
 * The timestamp that the caller should have signed and sent: that of the header, unless a verifier refuses it. Then it is the time
 * that the header means in another unit or form, or a right time that was signed in its place.
 */
const rightTimestamp = ({ evidence, found, now }: ProvenText, sent: Draft, policy: VerifyPolicy): string => {
  const meant = evidence.seconds === undefined ? sent.timestamp : String(evidence.seconds)
  const isSignedRight = now !== undefined && isAccepted(found.draft.timestamp, now, policy)
  return !isAccepted(meant, now, policy) && isSignedRight ? found.draft.timestamp : meant
}

/** The parts of the right text that a verifier refuses all the same, because the request does not show the right ones. */
const refusedPartsOf = (
  { timestamp, nonce }: Draft,
  now: number | undefined,
  policy: VerifyPolicy,
): NonNullable<Report['refusedParts']> => [
  ...(isAccepted(timestamp, now, policy) ? [] : (['timestamp'] as const)),
  ...(Nonce.isNonce(nonce) ? [] : (['nonce'] as const)),
]

/** Whether one explanation is left, and the search has looked for every other. */
const isProven = ({ explanations, exhaustive }: FoundText): boolean => explanations.length === 1 && exhaustive

/** What header, signature and key show, with other words if the caller sent milliseconds and signed seconds. */
const evidentOf = (proven: ProvenText, scheme: Scheme, { policies }: VerifyPolicy): Findings => {
  const { evidence, opened, found } = proven
  const hasSignedSeconds = /^\d{1,11}$/.test(found.draft.timestamp)
  return evidentIn(evidence, opened, scheme, policies['missing-null']).map((evident) =>
    evident.id === 'header-milliseconds' && hasSignedSeconds ? { ...evident, ...millisecondsSent } : evident,
  )
}

const millisecondsSent = {
  what: 'The caller signed seconds, but sent milliseconds.',
  remedy: 'Calculate the whole seconds once. Then sign and send this number.',
}

/** The findings of each explanation, the likeliest first. They follow what is evident without the signed text. */
const causesOf = (
  { evidence, found, library, now }: ProvenText,
  sentDraft: Draft,
  evident: Findings,
  policy: VerifyPolicy,
): readonly [Findings, ...ReadonlyArray<Findings>] => {
  const isSignedInTime = now !== undefined && isAccepted(found.draft.timestamp, now, policy)
  const clock = evidence.clock.map((late) =>
    isSignedInTime ? inWordsOf(late, { ...wordsBySignedTime(late.id), detail: distanceOnly(late.detail) }) : late,
  )
  const isOnly = found.explanations.length === 1
  const isExact = isProven(found)
  const causes = inOrderFor(library, found.explanations).map((steps) => [
    ...evident,
    ...stepFindings(steps, { signed: found.draft, right: sentDraft, isOnly, isExact, library }),
    ...clock,
  ])
  const [likeliest = evident, ...alternatives] = proxiesNamedOnce(causes)
  return [likeliest, ...alternatives]
}

/** `25213 s` of `25213 s, about 7 h: perhaps …`. */
const distanceOnly = (detail: string): string => /^\d+ s/.exec(detail)?.[0] ?? detail

/** Why the request is refused. A request without a fault may have been refused as a replay. */
const refusalFor = ({ refusal, refused, invalid }: ProvenText, findings: Findings): VerifyError | undefined => {
  if (refusal !== undefined) return refusal
  const hasFault = findings.some(({ id }) => id !== 'nonce-from-clock')
  if (hasFault) return invalid
  return refused === 'nonce_replayed' ? { _tag: 'nonce_replayed' } : undefined
}

/** What is wrong although the right text was signed. A refusal such as that of the timestamp says nothing of the signature. */
const otherFaultOf = (findings: Findings, refusal: VerifyError | undefined): OtherFault | undefined => {
  const misspelled = misspelledIn(findings)
  if (misspelled !== undefined || refusal === undefined) return misspelled
  const refusalReason = reason(refusal)
  if (refusalReason === 'signature_invalid') return undefined
  const faultyPart = faultyPartOf(findings)
  if (faultyPart !== undefined) return faultyPart
  return findings.every(({ id }) => mistakeOf(id).seenAs === refusalReason) ? 'refusal' : undefined
}

/** All of these are written in the Authorization header. */
const partsOfHeader: ReadonlyArray<string> = ['header', 'signature', 'timestamp', 'nonce']

/** The part that is wrong, if all findings are of it; or `several` parts of the header. */
const faultyPartOf = (findings: Findings): OtherFault | undefined => {
  const parts = [...new Set(findings.map(({ id }) => mistakeOf(id).part))]
  const [part] = parts
  if (parts.length === 1) return part === 'timestamp' || part === 'nonce' ? part : undefined
  return parts.length > 1 && parts.every((name) => partsOfHeader.includes(name)) ? 'several' : undefined
}

/** What is wrong, if all findings are of the signature or of the header, or all are of the algorithm. */
const misspelledIn = (findings: Findings): 'signature' | 'header' | 'hash' | 'digest' | undefined => {
  const parts = new Set(findings.map(({ id }) => mistakeOf(id).part))
  if (parts.size === 1 && parts.has('hash'))
    return findings.every(({ detail }) => detail === cutDigestDetail) ? 'digest' : 'hash'
  if (parts.size === 0 || [...parts].some((part) => part !== 'signature' && part !== 'header')) return undefined
  return parts.has('signature') ? 'signature' : 'header'
}

// ---- The signed text is not known

/** The report if the key is known, and the text that it signed is not. */
export const reportUnexplained = (
  refusal: VerifyError,
  evidence: HeaderEvidence,
  opened: Opened,
  searched: SearchResult,
  request: Case,
  hash: Hash,
): Report => {
  const { tried, complete, values: excludedCounts, failed, unfinished } = searched
  const [recovered] = opened.recovered
  const evident = evidentWithoutText(evidence, opened)
  // Guesses are made only if all single mistakes were tried.
  const isGuessed = evidence.isComplete && recovered._tag !== 'Foreign' && excludedCounts !== undefined
  const [findings = evident, ...alternatives] = isGuessed ? guessedCauses(request, evident, recovered) : []
  return reportRefused(refusal, {
    recovered: false,
    exact: false,
    findings,
    alternatives,
    key: keyFound(opened.matchingKey, hash),
    ...definedOf({ signed: digestFound(recovered) }),
    ...expectation(evidence, hash),
    ...(isGuessed ? { excluded: excludedCounts, untried: untriedOf(request) } : {}),
    tried,
    complete,
    ...definedOf({ failed, unfinished }),
  })
}

/** What header, signature, key and clock show. Chance may make a block of PSS, so what that shows is a guess. */
const evidentWithoutText = (evidence: HeaderEvidence, opened: Opened): Findings => {
  const [recovered] = opened.recovered
  const evident = [
    ...evidentIn(evidence, opened, { recovered, form: undefined, isCutAtZero: false }, false),
    ...evidence.clock,
  ]
  if (isCertain(recovered)) return evident
  return evident.map((found) => (found.evidence === 'digest' ? finding(found.id, found.detail, 'guess') : found))
}

/** The evident findings with each guess, the likeliest first. */
const guessedCauses = (request: Case, evident: Findings, recovered: Recovered): ReadonlyArray<Findings> =>
  [...guesses(request), ...(isCertain(recovered) ? [] : [chance])].map(({ id, because, ...words }) => [
    ...evident,
    { ...finding(id, because, 'guess'), ...words },
  ])

const untriedOf = ({ host, url, urlIsSent = false, paths }: Case): NonNullable<Report['untried']> => [
  ...(host === undefined && url === undefined ? (['host'] as const) : []),
  ...((url === undefined || urlIsSent) && paths === undefined ? (['URL'] as const) : []),
]

const chance: Guess = {
  id: 'unknown-key',
  because: 'with a wrong key, one signature in 65,536 looks like this by chance',
  what: 'The opened signature looks like RSASSA-PSS. With a wrong key, this happens by chance once in 65,536 signatures.',
  remedy: 'Check whether another key made this signature.',
}

// ---- Parts of several reports

/** What the header, the signature and the key show by themselves. */
const evidentIn = (
  evidence: HeaderEvidence,
  opened: Opened,
  scheme: Scheme,
  isMissingNullAllowed: boolean,
): Findings => [
  ...evidence.findings,
  ...opened.repairs.map(findingOf),
  ...otherKeyFindings(evidence, opened),
  ...schemeFindings(scheme, isMissingNullAllowed),
]

const textOf = (bytes: Bytes.Bytes, hashName: HashName, hash: Hash): Text => ({
  bytes,
  hash: hashName,
  digest: Bytes.toHex(hash(hashName, bytes)),
})

/** The text that should have been signed, if the header has all parts of it. */
const expectation = ({ isComplete, expected: [rightDraft] }: HeaderEvidence, hash: Hash): Pick<Ending, 'expected'> =>
  isComplete ? { expected: textOf(message(rightDraft, hash), 'sha256', hash) } : {}

const reportRefused = (refusal: VerifyError, ending: Ending): Report => {
  const refusalReason = reason(refusal)
  const findings = markCauses(ending.findings, refusalReason)
  const alternatives = ending.alternatives.map((some) => markCauses(some, refusalReason))
  return { outcome: 'reject', reason: refusalReason, message: inWords(refusal), ...ending, findings, alternatives }
}

/** Marks the findings for which the service refuses the request, if there are other findings too. */
const markCauses = (findings: Findings, refusalReason: Reason): Findings => {
  const isCause = ({ id }: Finding): boolean => mistakeOf(id).seenAs === refusalReason
  return findings.every(isCause)
    ? findings
    : findings.map((each) => (isCause(each) ? { ...each, refuses: true } : each))
}
