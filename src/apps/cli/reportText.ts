/**
 * A diagnosis at a terminal: the verdict, the mistakes and their remedies, then what was signed beside what should have been.
 */

import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import type { Claim } from '../../kit/diagnosis/claimedText.ts'
import { claimWords, placeOf } from '../../kit/diagnosis/claimWords.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { type Circumstances, reportWords } from '../../kit/diagnosis/reportWords.ts'
import { type Language, languages, rightCodeFor, type SentRequest } from '../../kit/diagnosis/rightCode.ts'
import { type Examined, ticket } from '../../kit/diagnosis/ticket.ts'
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
}

export const reportText =
  (it: Shown, width: number) =>
  (colours: Colours): string =>
    [
      verdictText(it.verdict, colours),
      it.notes.map((note) => `${colours.dim('note:')} ${visibleLines(note)}\n`).join(''),
      it.claim === undefined ? '' : claimText(it.claim, it.report.recovered, width, colours),
      causeText(it, colours),
      comparison(it.report, width, colours),
      codeText(it, colours),
    ]
      .filter((part) => part !== '')
      .join('\n')

/** The same as Markdown, for a ticket. */
export const markdownText = (it: Shown, examined: Examined, withoutBody: boolean): string => {
  const { report, verdict, claim } = it
  const circumstances = circumstancesOf(it)
  return visibleLines(
    ticket({ inspection: examined, judgement: verdict, diagnosed: { report, circumstances, claim }, withoutBody }),
  )
}

const findingText = ({ id, detail, what, remedy, tells, offset, refuses }: Finding, colours: Colours): string => {
  const { bold, dim, red } = colours
  const place = offset === undefined ? '' : `, at character ${offset} of the line`
  const form = detail === '' ? '' : dim(` (${visibleLines(detail)}${place})`)
  const mark = refuses === true ? red(' refused for this') : ''
  return `  ${bold(id)}${form}${mark}\n    ${what}\n    → ${remedy}\n${tells === undefined ? '' : dim(`    ? ${tells}\n`)}`
}

const circumstancesOf = ({ report, keys, budgetMs, claim }: Shown): Circumstances => {
  const isStopped = !report.complete && budgetMs !== undefined
  const stopped = isStopped
    ? `the search was stopped after the work of ${budgetMs} ms of an idle machine (--budget gives it more)`
    : undefined
  return { keys, stopped, isTextGiven: claim !== undefined }
}

const causeText = (it: Shown, colours: Colours): string => {
  const { certainty, headline, message, points, facts, groups, next } = reportWords(it.report, circumstancesOf(it))
  if (certainty === 'Nothing to diagnose') return ''
  const { bold, green, yellow } = colours
  const tag = (certainty === 'Exact' ? green : yellow)(certainty.toLowerCase())
  return [
    `${tag}${headline === undefined ? '' : `: ${bold(visibleLines(headline))}`}\n`,
    `${message}\n`,
    ...(facts.length === 0 ? [] : [visibleLines(`(${facts.join('; ')})\n`)]),
    ...(points.length === 0 ? [] : ['\n', ...points.map((point) => `  - ${point}\n`)]),
    ...groups.flatMap(({ kind, title, findings }) => [
      `\n${title === undefined ? '' : `${title}${kind === 'clock' ? ' --now gives it.' : ''}\n`}`,
      ...findings.map((finding) => findingText(finding, colours)),
    ]),
    ...(next === undefined ? [] : [`\n${bold('next:')} ${next}\n`]),
  ].join('')
}

const comparison = ({ signed, expected, difference, outcome }: Report, width: number, colours: Colours): string => {
  if (signed === undefined || expected?.bytes === undefined || outcome === 'accept') return ''
  if (signed.bytes === undefined)
    return [
      `the digest that was signed       ${signed.digest}  (${signed.hash})\n`,
      `of what should have been signed  ${expected.digest}  (${expected.hash})\n`,
    ].join('')
  const { hashed } = signed
  const again = hashed === undefined ? '' : 'Its digest was then signed in place of the text.\n'
  const left = {
    title: hashed === undefined ? 'what the caller signed' : 'what the caller hashed',
    bytes: hashed ?? signed.bytes,
  }
  const right = { title: 'what it should have signed', bytes: expected.bytes }
  if (difference === undefined) return `The text is right, ${expected.bytes.length} bytes.\n${again}`
  return `${sideBySide(left, right, parts, width, colours)}${placeOf(difference)}\n${again}`
}

const parts = ['method', 'target', 'timestamp', 'nonce', 'body']

/** What the caller's own text proves. Where the search has found the text as well, its table stands below. */
const claimText = (claim: Claim, isRecovered: boolean, width: number, colours: Colours): string => {
  const { bold, green, yellow } = colours
  const { verdict, headline, message } = claimWords(claim, 'the text of --signed')
  const tag = (verdict === 'proven' || verdict === 'as it arrived' ? green : yellow)(verdict)
  const told = `${tag}: ${bold(visibleLines(headline))}\n`
  if (claim._tag !== 'Signed' || claim.difference === undefined) return `${told}${visibleLines(message)}\n`
  if (isRecovered) return told
  const left = { title: 'what the caller signed', bytes: claim.text }
  const right = { title: 'what it should have signed', bytes: claim.expected }
  return `${told}\n${sideBySide(left, right, parts, width, colours)}${message}\n`
}

const codeText = ({ report, code, sent }: Shown, { dim, bold }: Colours): string => {
  const ids = report.recovered ? report.findings.map(({ id }) => id) : []
  const right = rightCodeFor(ids, code ?? 'python', sent)
  if (right === undefined) return ''
  if (code === undefined)
    return `${dim(`The right code: --code ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`)}\n`
  return `${bold(`Right, in ${code}:`)}\n${right.replace(/^(?=.)/gm, '  ')}\n`
}
