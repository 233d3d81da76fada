/**
 * Why a request is refused. The public key opens the signature, and in it is the digest of what the caller signed. So the
 * diagnosis tries texts until one has that digest. Then the text is proven; a cause is proven only if no other explains it.
 *
 * First header and signature are repaired, as far as their text shows how; then the key is found that opens the signature;
 * then the text is searched for.
 */

import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from '../../core/Bytes.ts'
import { offersBearer } from '../../core/Edition.ts'
import { definedOf } from '../../core/Settings.ts'
import * as Signature from '../../core/Signature.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import { reason, type VerifyError } from '../../core/VerifyError.ts'
import * as VerifyPolicy from '../../core/VerifyPolicy.ts'
import { misnamedLine } from '../../effects/evidenceHeaders.ts'
import type { Hash } from '../../effects/Hash.ts'
import { type Opened, readHead, readScheme } from '../../programs/verifyRequest.ts'
import { belongsTo, type Case } from './Case.ts'
import { reportExplained, reportUnexamined, reportUnexplained, reportUnopened } from './conclude.ts'
import type { Draft } from './Draft.ts'
import { finding, inWordsOf } from './finding.ts'
import { type HeaderEvidence, headerEvidence } from './headerEvidence.ts'
import { libraryOf } from './library.ts'
import type { Finding, Progress, Report } from './Report.ts'
import { matcherOf } from './recover.ts'
import { forOperator } from './remedies.ts'
import { explainProven } from './search/provenText.ts'
import { type Query, type SearchResult, search } from './search/search.ts'
import type { Telling } from './Telling.ts'
import { isLikely, type Unlocked, unlock } from './unlock.ts'

export type { Case, KnownKey } from './Case.ts'

/** A running diagnosis: it pauses at least every millisecond of work, and ends when it is given `enough`. */
export type Examination = Generator<Progress, Report, 'enough' | undefined>

/**
 * Looks for the cause; the last value is the report. The same request has the same report each time.
 *
 * @example
 * ```ts
 * import { examine, type Case } from 'countersign/diagnosis'
 * import { hash } from 'countersign/node'
 *
 * const request: Case = {
 *   method: 'GET',
 *   target: '/',
 *   authorization: [],
 *   body: new Uint8Array(),
 *   keys: [],
 *   now: 1_700_000_000,
 * }
 * const examination = examine(request, hash)
 * let step = examination.next()
 * while (!step.done) step = examination.next()
 * assert.equal(step.value.outcome, 'reject')
 * ```
 */
export function* examine(given: Case, hash: Hash): Examination {
  // Timestamps are whole seconds.
  const request = given.now === undefined ? given : { ...given, now: Math.floor(given.now) }
  const settings = VerifyPolicy.parse(request.settings ?? {})
  if (E.isLeft(settings)) return reportUnexamined(settings.left)
  const report = yield* examined(request, settings.right, hash)
  const inTime = report.findings.some(isOfTime) ? verdictInTime(request, report, settings.right) : undefined
  const sender = libraryOf(request.headers)?.name
  return { ...report, ...definedOf({ inTime, sender }) }
}

/** What the service would answer at the timestamp of the request; undefined if that takes a key, and none was given. */
const verdictInTime = (
  { now: _, ...request }: Case,
  { recovered, findings }: Report,
  policy: VerifyPolicy.VerifyPolicy,
): Report['inTime'] => {
  const checked = checkBeforeSignature(request, policy)
  if (E.isRight(checked)) return recovered && findings.every(isOfTime) ? 'accept' : 'signature_invalid'
  return checked.left._tag === 'app_unknown' && request.keys.length === 0 ? undefined : reason(checked.left)
}

/** A verifier's checks before the signature, in its order: what the header says, or the first refusal. */
const checkBeforeSignature = (request: Case, policy: VerifyPolicy.VerifyPolicy): E.Either<VerifyError, Opened> => {
  const scheme = readScheme(policy, request)
  if (E.isLeft(scheme)) return scheme
  if (scheme.right._tag === 'Bearer')
    return E.left({ _tag: 'bearer_not_offered', because: offersBearer(policy.edition) ? 'no-token-book' : 'edition' })
  const head = readHead(policy, request, scheme.right, request.now as Timestamp | undefined)
  if (E.isLeft(head)) return E.left(head.left.error)
  const { body, keys } = request
  const { appId, signature } = head.right
  const keysOfApp = keys.filter(belongsTo(appId))
  if (keysOfApp.length === 0) return E.left({ _tag: 'app_unknown' })
  if (body.length > policy.bodyLimit) return E.left({ _tag: 'body_too_large', limitBytes: policy.bodyLimit })
  const bytes = Signature.byteLength(signature)
  return keysOfApp.some(({ key }) => key.signatureLength === bytes)
    ? head
    : E.left({ _tag: 'signature_malformed', rule: 'modulus', bytes })
}

const isOfTime = ({ evidence }: Finding): boolean => evidence === 'clock'

function* examined(request: Case, policy: VerifyPolicy.VerifyPolicy, hash: Hash): Examination {
  const checked = checkBeforeSignature(request, policy)
  const [credentials, elsewhere] = lineOf(request)
  if (E.isLeft(checked) && credentials === undefined && signatureInQuery.test(request.target))
    return {
      ...reportUnexamined(checked.left),
      findings: [inWordsOf(finding('header-name', 'the query'), sentInQuery)],
    }
  if (E.isLeft(checked) && (credentials === undefined || isToken(checked.left, credentials) || !isText(request)))
    return reportUnexamined(checked.left)

  const read = headerEvidence(credentials as string, request, policy, hash)
  const shown = { ...read, findings: [...elsewhere, ...read.findings] }
  const refusal = E.isLeft(checked) ? checked.left : undefined
  const invalid: VerifyError = { _tag: 'signature_invalid', keys: request.keys.filter(belongsTo(shown.appId)).length }
  const { opened, complete } =
    shown.signature === undefined ? nothingToOpen : yield* unlock(shown.signature, shown.appId, request.keys, hash)
  if (opened === undefined) return reportUnopened(refusal ?? invalid, shown, complete, request, hash)
  const evidence = shown.appId === undefined ? ownedBy(opened.matchingKey.appId, shown) : shown

  let lastSearch: SearchResult = { tried: 0, complete: true }
  const foreign = opened.recovered.findIndex(({ _tag }) => _tag === 'Foreign')
  const readings = foreign < 0 ? opened.recovered : opened.recovered.slice(0, foreign)
  for (const [i, recovered] of readings.entries()) {
    const isOpen = evidence.expected.length > 4 || evidence.isBare || !isLikely(recovered)
    const matches = matcherOf(recovered, hash)
    const query: Query = {
      expected: evidence.expected,
      matches,
      hash,
      // Where much is open already, each further mistake would be one more guess.
      maxMistakes: isOpen ? 1 : 3,
    }
    const isProven = request.claimed !== undefined && matches(request.claimed)
    const searching = isProven ? explainProven(request.claimed as Bytes, query) : search(query)
    const searched = yield* asPart(searching, i, readings.length)
    const { found: solution } = searched
    if (solution !== undefined) {
      const { refused, headers, now } = request
      const library = libraryOf(headers)
      return reportExplained(
        { refusal, invalid, evidence, opened, recovered, searched, found: solution, now, refused, library },
        policy,
        hash,
      )
    }
    lastSearch = { ...searched, complete: complete && searched.complete }
  }
  return opened.recovered.some(isLikely)
    ? reportUnexplained(refusal ?? invalid, evidence, opened, lastSearch, request, hash)
    : reportUnopened(refusal ?? invalid, evidence, lastSearch.complete, request, hash)
}

/** A parameter with the Base64 of a whole signature, with percent escapes or without. */
const signatureInQuery = /[?&](?:sign|signature|authorization)=[0-9A-Za-z+/%_=. -]{85,}/i

const sentInQuery: Telling = {
  what: 'The signature is a parameter of the query, but this service reads it from the header Authorization.',
  remedy: 'Send the signature in the header Authorization, and sign the query without it.',
}

const isItemized = (credentials: string): boolean => /signature\s*=/i.test(credentials)

const replacedBy = (headerName: string): Telling => ({
  what: `A proxy or gateway before the service put its own credentials into Authorization. The signed line arrived in ${headerName}.`,
  ...forOperator(
    'Configure the proxy or gateway so that it does not change Authorization. It must use another header for its own credentials.',
  ),
})

/** The line that is looked at, and what is wrong with where it stands. */
const lineOf = ({
  authorization,
  headers,
}: Case): readonly [line: string | undefined, findings: ReadonlyArray<Finding>] => {
  const [firstLine, ...furtherLines] = authorization
  if (firstLine === undefined) {
    const [headerName, misnamed] = misnamedLine(headers) ?? []
    return headerName === undefined ? [undefined, []] : [misnamed, [finding('header-name', headerName)]]
  }
  if (furtherLines.length === 0) {
    const [headerName, misnamed] = isItemized(firstLine) ? [] : (misnamedLine(headers) ?? [])
    return headerName === undefined
      ? [firstLine, []]
      : [misnamed, [inWordsOf(finding('header-name', headerName), replacedBy(headerName))]]
  }
  const itemizedIndex = Math.max(authorization.findIndex(isItemized), 0)
  const count = authorization.filter(isItemized).length
  const detail = count > 1 ? `${count} signed lines` : `line ${itemizedIndex + 1} of ${authorization.length} is signed`
  return [authorization[itemizedIndex], [finding('header-several', detail)]]
}

/** One of several searches: its progress is that of them all. */
function* asPart(
  searching: ReturnType<typeof search>,
  before: number,
  all: number,
): Generator<Progress, SearchResult, 'enough' | undefined> {
  let step = searching.next()
  while (step.done !== true) step = searching.next(yield { ...step.value, share: (before + step.value.share) / all })
  return step.value
}

/** A token, and not the items of a signed request behind the word `Bearer`. */
const isToken = ({ _tag }: VerifyError, credentials: string): boolean =>
  _tag === 'bearer_not_offered' && !(credentials.includes('signature=') && credentials.includes(','))

/** A lone surrogate has no UTF-8, so nobody can have signed it. */
const isText = ({ method, target, authorization, host = '', url = '' }: Case): boolean =>
  ![method, target, ...authorization, host, url].some((component) => /\p{Cs}/u.test(component))

/** If the header names no app, the key tells whose request it is. */
const ownedBy = (appId: string | undefined, evidence: HeaderEvidence): HeaderEvidence => {
  const owned = (draft: Draft): Draft => ({ ...draft, appId: appId ?? '' })
  const [rightDraft, ...otherDrafts] = evidence.expected
  return { ...evidence, appId, expected: [owned(rightDraft), ...otherDrafts.map(owned)] }
}

const nothingToOpen: Unlocked = { complete: true }

/** About a second with native hashing. */
const usualBudget = 1_000_000_000

/**
 * The report on a request, within a budget of work: about nanoseconds with native hashing. The budget counts work and not
 * time, so every machine gives the same report.
 *
 * @example
 * ```ts
 * import { diagnose, type Case } from 'countersign/diagnosis'
 * import { hash } from 'countersign/node'
 *
 * const request: Case = {
 *   method: 'GET',
 *   target: '/',
 *   authorization: [],
 *   body: new Uint8Array(),
 *   keys: [],
 *   now: 1_700_000_000,
 * }
 * assert.equal(diagnose(request, hash).outcome, 'reject')
 * ```
 */
export const diagnose = (request: Case, hash: Hash, budget: number = usualBudget): Report => {
  const examination = examine(request, hash)
  let step = examination.next()
  while (step.done !== true) step = examination.next(step.value.work < budget ? undefined : 'enough')
  return step.value
}
