/**
 * A diagnosis at a terminal: the verdict, the mistakes and their remedies, then what was signed beside what should have been.
 */

import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import type { Say } from '../../kit/diagnosis/chinese/dictionary.ts'
import type { Words } from '../../kit/diagnosis/chinese/Words.ts'
import type { Claim } from '../../kit/diagnosis/claimedText.ts'
import { claimWords, placeOf } from '../../kit/diagnosis/claimWords.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import type { Limits } from '../../kit/diagnosis/redaction.ts'
import { type Circumstances, reportWords } from '../../kit/diagnosis/reportWords.ts'
import { type Language, languages, rightCodeFor, type SentRequest } from '../../kit/diagnosis/rightCode.ts'
import { type Examined, textsNotShown, ticket } from '../../kit/diagnosis/ticket.ts'
import type { DryVerdict } from '../../server/dryRun.ts'
import type { Colours } from './Outcome.ts'
import { sideBySide } from './sideBySide.ts'
import { verdictText } from './verdict.ts'

export interface Shown {
  readonly report: Report
  readonly verdict: DryVerdict
  /** What was assumed when the request was read. */
  readonly notes: ReadonlyArray<string>
  readonly code: Language | undefined
  /** By which the right code is written. */
  readonly sent: SentRequest
  /** What the text of --signed proves; absent if none was given. */
  readonly claim?: Claim | undefined
  /** How many keys were given. */
  readonly keys: number
  /** How much it searched at most, in milliseconds of work; undefined if it did not. */
  readonly budgetMs: number | undefined
  /** What of the request may be printed. */
  readonly limits: Limits
  /** The texts of the report without their secrets, if the request has secrets and the texts can be shown without them. */
  readonly masked?: MaskedTexts | undefined
  /** The language of the words; that of report and verdict are in it. */
  readonly say: Say
}

export const reportText =
  (it: Shown, width: number) =>
  (colours: Colours): string =>
    [
      verdictText(it.verdict, colours, it.say),
      it.notes.map((note) => `${colours.dim(it.say('note:'))}${it.say(' ')}${visibleLines(note)}\n`).join(''),
      it.claim === undefined ? '' : claimText(it.claim, it, width, colours),
      causeText(it, colours),
      comparison(it, width, colours),
      codeText(it, colours),
    ]
      .filter((part) => part !== '')
      .join('\n')

/** The same as Markdown, for a ticket. Its report is in English; the ticket translates it. */
export const markdownText = (it: Shown, examined: Examined, words: Words, withoutBody: boolean): string => {
  const { report, verdict, claim } = it
  const circumstances = circumstancesOf(it)
  const diagnosed = { report, circumstances, claim }
  return visibleLines(ticket({ inspection: examined, judgement: verdict, diagnosed, withoutBody }, words))
}

const findingText = (
  { id, detail, what, remedy, tells, offset, refuses }: Finding,
  colours: Colours,
  say: Say,
): string => {
  const { bold, dim, red } = colours
  const place = offset === undefined ? '' : say(`, at character ${offset} of the line`)
  const form = detail === '' ? '' : dim(` (${visibleLines(detail)}${place})`)
  const mark = refuses === true ? red(say(' refused for this')) : ''
  return `  ${bold(id)}${form}${mark}\n    ${what}\n    → ${remedy}\n${tells === undefined ? '' : dim(`    ? ${tells}\n`)}`
}

const circumstancesOf = ({ report, keys, budgetMs, claim }: Shown): Circumstances => {
  const isStopped = !report.complete && budgetMs !== undefined
  const stopped = isStopped
    ? `the search used up its budget, the work of ${budgetMs} ms on an idle machine (to search longer, give a larger --budget)`
    : undefined
  return { keys, stopped, isTextGiven: claim !== undefined, isTextProven: claim?._tag === 'Signed' }
}

const causeText = (it: Shown, colours: Colours): string => {
  const { say } = it
  const { certainty, headline, message, points, facts, groups, next } = reportWords(it.report, circumstancesOf(it))
  if (certainty === 'Nothing to diagnose') return ''
  const { bold, green, yellow } = colours
  const tag = (certainty === 'Exact' ? green : yellow)(say(certainty).toLowerCase())
  return [
    `${tag}${headline === undefined ? '' : `${say(': ')}${bold(visibleLines(headline))}`}\n`,
    `${say(message)}\n`,
    ...(facts.length === 0 ? [] : [visibleLines(`${say('(')}${facts.map(say).join(say('; '))}${say(')')}\n`)]),
    ...(points.length === 0 ? [] : ['\n', ...points.map((point) => `  - ${say(point)}\n`)]),
    ...groups.flatMap(({ kind, title, findings }) => [
      `\n${title === undefined ? '' : `${say(`${title}${kind === 'clock' ? ' Use --now to give another time of arrival.' : ''}`)}\n`}`,
      ...findings.map((finding) => findingText(finding, colours, say)),
    ]),
    ...(next === undefined ? [] : [`\n${bold(say('next:'))}${say(' ')}${say(next)}\n`]),
  ].join('')
}

/** Both texts of a report, with a mask in place of each secret. */
export interface MaskedTexts {
  readonly signed: Uint8Array
  readonly expected: Uint8Array
}

/** Undefined if one of the texts is not known or cannot be masked, or if they differ in a secret alone. */
export const maskedTexts = ({ signed, expected }: Report, { masked }: Limits): MaskedTexts | undefined => {
  if (signed?.bytes === undefined || signed.hashed !== undefined || expected?.bytes === undefined) return undefined
  const pair = { signed: masked(signed.bytes), expected: masked(expected.bytes) }
  if (pair.signed === undefined || pair.expected === undefined) return undefined
  return Buffer.compare(pair.signed, pair.expected) === 0 ? undefined : (pair as MaskedTexts)
}

const maskedComparison = ({ masked, say }: Shown, place: string, width: number, colours: Colours): string => {
  if (masked === undefined) return `${say(textsNotShown)}\n${place}\n`
  const left = { title: say('what the caller signed'), bytes: masked.signed }
  const right = { title: say('what it should have signed'), bytes: masked.expected }
  return `${sideBySide(left, right, parts.map(say), width, colours, say)}${say(secretsMasked)}\n${place}\n`
}

const secretsMasked = 'In place of each token and password stands ***.'

const comparison = (it: Shown, width: number, colours: Colours): string => {
  const { report, say, limits } = it
  const { signed, expected, difference, outcome, refusedParts = [] } = report
  if (limits.hasSecrets && difference !== undefined)
    return maskedComparison(it, say(placeOf(difference)), width, colours)
  if (signed === undefined || expected?.bytes === undefined || outcome === 'accept') return ''
  if (signed.bytes === undefined)
    return [
      `${say('the digest that was signed        ')}${signed.digest}  (${signed.hash})\n`,
      `${say('the digest that should be signed  ')}${expected.digest}  (${expected.hash})\n`,
    ].join('')
  const { hashed } = signed
  const again = hashed === undefined ? '' : `${say('The caller then signed the digest instead of the text.')}\n`
  const left = {
    title: say(hashed === undefined ? 'what the caller signed' : 'what the caller hashed'),
    bytes: hashed ?? signed.bytes,
  }
  // No request line may hold this target, so it is no text to sign either.
  const isRaw = report.findings.some(({ id }) => id === 'target-raw')
  const isOfClock = report.findings.some(({ evidence }) => evidence === 'clock')
  const hasRightParts = refusedParts.length === 0 || isOfClock
  const title = isRaw ? 'what arrived' : hasRightParts ? 'what it should have signed' : 'what fits the header'
  const right = { title: say(title), bytes: expected.bytes }
  if (difference === undefined) {
    const verdict = refusedParts.length === 0 ? 'The text is right' : 'The signed text agrees with the header'
    return `${say(`${verdict}, ${expected.bytes.length} bytes.`)}\n${again}`
  }
  return `${sideBySide(left, right, parts.map(say), width, colours, say)}${say(placeOf(difference))}\n${again}`
}

const parts = ['method', 'target', 'timestamp', 'nonce', 'body']

/** What the caller's own text proves. Where the search has found the text as well, its table stands below. */
const claimText = (claim: Claim, { report, say, limits }: Shown, width: number, colours: Colours): string => {
  const { bold, green, yellow } = colours
  const { verdict, headline, message } = claimWords(claim, 'the text of --signed')
  const tag = (verdict === 'proven' || verdict === 'as it arrived' ? green : yellow)(say(verdict))
  const told = `${tag}${say(': ')}${bold(visibleLines(say(headline)))}\n`
  if (claim._tag !== 'Signed' || claim.difference === undefined)
    return `${told}${limits.mayShow(message) ? visibleLines(say(message)) : say(textsNotShown)}\n`
  if (report.recovered) return told
  if (limits.hasSecrets) return `${told}\n${say(textsNotShown)}\n${say(message)}\n`
  const left = { title: say('what the caller signed'), bytes: claim.text }
  const right = { title: say('what it should have signed'), bytes: claim.expected }
  return `${told}\n${sideBySide(left, right, parts.map(say), width, colours, say)}${say(message)}\n`
}

const codeText = ({ report, code, sent, say }: Shown, { dim, bold }: Colours): string => {
  const ids = report.recovered ? report.findings.map(({ id }) => id) : []
  const right = rightCodeFor(ids, code ?? 'python', sent)
  if (right === undefined) return ''
  if (code === undefined)
    return `${dim(say(`The right code: --code ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`))}\n`
  return `${bold(say(`Right, in ${code}:`))}\n${right.replace(/^(?=.)/gm, '  ')}\n`
}
