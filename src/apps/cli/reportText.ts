/**
 * A diagnosis at a terminal: the verdict, the mistakes and their remedies, then what was signed beside what should have been.
 */

import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import { byteName } from '../../kit/diagnosis/glyphs.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { type Language, languages, rightCodeFor } from '../../kit/diagnosis/rightCode.ts'
import { excludedWords, inTimeWords, sorted } from '../../kit/diagnosis/sorted.ts'
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
  readonly budgetMs: number
}

export const reportText =
  (it: Shown, width: number) =>
  (colours: Colours): string =>
    [
      verdictText(it.verdict, colours),
      it.notes.map((note) => `${colours.dim('note:')} ${visibleLines(note)}\n`).join(''),
      causeText(it, colours),
      comparison(it.report, width, colours),
      codeText(it, colours),
    ]
      .filter((part) => part !== '')
      .join('\n')

const numbers = ['no mistake', 'one mistake', 'two mistakes', 'three mistakes']
const counted = (count: number): string => numbers[count] ?? `${count} mistakes`

const ways = (count: number): string => `${count === 2 ? 'two' : count} explanations lead`

const findingText = ({ id, detail, what, remedy, tells, offset, refuses }: Finding, colours: Colours): string => {
  const { bold, dim, red } = colours
  const place = offset === undefined ? '' : `, at character ${offset} of the line`
  const form = detail === '' ? '' : dim(` (${visibleLines(detail)}${place})`)
  const mark = refuses === true ? red(' refused for this') : ''
  return `  ${bold(id)}${form}${mark}\n    ${what}\n    → ${remedy}\n${tells === undefined ? '' : dim(`    ? ${tells}\n`)}`
}

const causeText = (it: Shown, colours: Colours): string => {
  const { findings, recovered, key } = it.report
  if (recovered) return findings.length === 0 ? '' : recoveredText(it, colours)
  if (key !== undefined) return unexplainedText(it, colours)
  const { proven } = sorted(it.report)
  const seen =
    proven.length === 0
      ? ''
      : `${colours.yellow('seen')} on the face of it; no key that was given opens the signature:\n${textOf(proven, colours)}`
  return seen + clockText(it.report, colours)
}

const textOf = (findings: ReadonlyArray<Finding>, colours: Colours): string =>
  findings.map((finding) => findingText(finding, colours)).join('')

/** What depends on the time of asking. */
const clockText = (report: Report, colours: Colours): string => {
  const { clock } = sorted(report)
  const words = inTimeWords(report)
  return clock.length === 0
    ? ''
    : `${colours.yellow('depends on the time')} (--now gives the time of arrival). ${words ?? ''}\n${textOf(clock, colours)}`
}

const recoveredText = ({ report, verdict }: Shown, colours: Colours): string => {
  const { key } = report
  const { bold, green, yellow } = colours
  const { proven, alternatives } = sorted(report)
  const parts: Array<string> = []
  if (verdict.outcome === 'accept')
    parts.push(`${yellow('but')} there is something that will have requests refused sooner or later:\n`)
  else if (proven.length === 0) parts.push(`${green('The text and the key are right.')} ${signedWith(key)}\n`)
  else {
    parts.push(`${green('recovered')}: ${bold(visibleLines(report.headline ?? ''))}\n`)
    parts.push(`The digest in the signature proves this text. ${signedWith(key)}\n\n`)
    parts.push(
      proven.every(({ exact }) => exact)
        ? `${green('exact')}: ${counted(proven.length)}; no other cause leads to this text as simply.\n`
        : alternatives.length > 0
          ? `${yellow('not exact')}: ${ways(alternatives.length + 1)} to this text, each as simply as the others.\n`
          : `${yellow('not exact')}: the search ended before it had looked for other causes.\n`,
    )
  }
  parts.push(textOf(proven, colours))
  for (const some of alternatives) parts.push(`or\n${textOf(some, colours)}`)
  return parts.join('') + clockText(report, colours)
}

/** The key, the digest of the text that was signed, and what it was not. */
const unexplainedText = ({ report, budgetMs }: Shown, colours: Colours): string => {
  const { signed, expected, key, tried, complete } = report
  const { bold, yellow } = colours
  const { proven, guesses } = sorted(report)
  const how = complete ? 'up to three mistakes at once' : `within ${budgetMs} ms; --budget gives it longer`
  const lines = [
    ...(proven.length === 0 ? [] : [`${yellow('seen')} on the face of it:\n${textOf(proven, colours).trimEnd()}`]),
    `${yellow('not found')}: ${tried.toLocaleString('en')} ${tried === 1 ? 'text was' : 'texts were'} tried, ${how}. ${signedWith(key)}`,
    ...excludedWords(report),
    ...(signed === undefined || expected === undefined
      ? []
      : [
          `  the digest that was signed       ${signed.digest}  (${signed.hash})`,
          `  of what should have been signed  ${expected.digest}  (${expected.hash})`,
          'Let the caller print the text that it signs, and its digest: where that is the first of these, compare the texts.',
        ]),
    ...(guesses.length === 0 ? [] : ['A guess, by what this request shows:']),
    ...guesses.map(({ id, detail, what }) => `  ${bold(id)}: ${detail}. Perhaps: ${what}`),
  ]
  return `${lines.join('\n')}\n${clockText(report, colours)}`
}

const signedWith = (key: Report['key']): string => (key === undefined ? '' : `Signed with ${keyText(key)}.`)

const keyText = ({ appId, fingerprint, bits }: NonNullable<Report['key']>): string =>
  `${appId === undefined ? 'the key' : `the key of ${visibleLines(appId)},`} ${fingerprint}, ${bits} bits`

const labels = ['method', 'target', 'timestamp', 'nonce', 'body']

const comparison = ({ signed, expected, difference, outcome }: Report, width: number, colours: Colours): string => {
  if (signed?.bytes === undefined || expected?.bytes === undefined || outcome === 'accept') return ''
  const { hashed } = signed
  const again = hashed === undefined ? '' : 'Its digest was then signed in place of the text.\n'
  const left = {
    title: hashed === undefined ? 'what the caller signed' : 'what the caller hashed',
    bytes: hashed ?? signed.bytes,
  }
  const right = { title: 'what it should have signed', bytes: expected.bytes }
  if (difference === undefined) return `The text is right, ${expected.bytes.length} bytes.\n${again}`
  const place = `They differ from byte ${difference.offset} on, in the ${difference.part}: ${byteText(difference.signed)} was signed, ${byteText(difference.expected)} was expected.`
  return `${sideBySide(left, right, labels, width, colours)}${place}\n${again}`
}

const byteText = (byte: number | undefined): string => (byte === undefined ? 'nothing' : byteName(byte))

const codeText = ({ report, code }: Shown, { dim, bold }: Colours): string => {
  const ids = report.recovered ? report.findings.map(({ id }) => id) : []
  const right = rightCodeFor(ids, code ?? 'python')
  if (right === undefined) return ''
  if (code === undefined)
    return `${dim(`The right code: --code ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`)}\n`
  return `${bold(`Right, in ${code}:`)}\n${right.replace(/^(?=.)/gm, '  ')}\n`
}
