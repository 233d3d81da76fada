/**
 * A diagnosis at a terminal: the verdict, the mistakes and their remedies, then what was signed beside what should have been.
 */

import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import { catalogue } from '../../kit/diagnosis/catalogue.ts'
import { byteName } from '../../kit/diagnosis/glyphs.ts'
import type { Need } from '../../kit/diagnosis/Mistake.ts'
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { type Language, languages, rightCodeFor } from '../../kit/diagnosis/rightCode.ts'
import type { DryVerdict } from '../../server/dryRun.ts'
import { sideBySide } from './sideBySide.ts'
import type { Colours } from './terminal.ts'
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

const findingText = ({ id, detail, what, remedy, tells, offset }: Finding, { bold, dim }: Colours): string => {
  const place = offset === undefined ? '' : `, at character ${offset} of the line`
  const form = detail === '' ? '' : dim(` (${visibleLines(detail)}${place})`)
  return `  ${bold(id)}${form}\n    ${what}\n    → ${remedy}\n${tells === undefined ? '' : dim(`    ? ${tells}\n`)}`
}

const causeText = (it: Shown, colours: Colours): string => {
  const { findings, recovered, key } = it.report
  if (recovered) return findings.length === 0 ? '' : recoveredText(it, colours)
  if (key !== undefined) return guessedText(it, colours)
  if (findings.length === 0) return ''
  return `${colours.yellow('seen')} on the face of it; no key that was given opens the signature:\n${textOf(findings, colours)}`
}

/** A wrong clock, or a request that was kept: no digest proves which. */
const isClock = ({ part }: Finding): boolean => part === 'clock'
const isGuess = ({ guess }: Finding): boolean => guess === true

const textOf = (findings: ReadonlyArray<Finding>, colours: Colours): string =>
  findings.map((finding) => findingText(finding, colours)).join('')

const recoveredText = ({ report, verdict }: Shown, colours: Colours): string => {
  const { key, exact } = report
  const { bold, green, yellow } = colours
  const [findings = [], ...alternatives] = [report.findings, ...report.alternatives].map((some) =>
    some.filter((finding) => !isClock(finding)),
  )
  const clock = report.findings.filter(isClock)
  const parts: Array<string> = []
  if (verdict.outcome === 'accept')
    parts.push(`${yellow('but')} there is something that will have requests refused sooner or later:\n`)
  else if (findings.length === 0) parts.push(`${green('The text and the key are right.')} ${signedWith(key)}\n`)
  else {
    parts.push(`${green('recovered')}: ${bold(visibleLines(report.headline ?? ''))}\n`)
    parts.push(`The digest in the signature proves this text. ${signedWith(key)}\n\n`)
    parts.push(
      exact
        ? `${green('exact')}: ${counted(findings.length)}; no other cause leads to this text as simply.\n`
        : alternatives.length > 0
          ? `${yellow('not exact')}: ${ways(alternatives.length + 1)} to this text, each as simply as the others.\n`
          : `${yellow('not exact')}: the search ended before it had looked for other causes.\n`,
    )
  }
  parts.push(textOf(findings, colours))
  for (const some of alternatives) parts.push(`or\n${textOf(some, colours)}`)
  if (clock.length > 0)
    parts.push(
      `${yellow('by the clock')} (where the request was saved, give the time of its arrival with --now):\n${textOf(clock, colours)}`,
    )
  return parts.join('')
}

/** The key, and the digest of the text that was signed. */
const guessedText = ({ report, budgetMs }: Shown, colours: Colours): string => {
  const { findings, alternatives, signed, expected, key, tried, complete } = report
  const { bold, dim, yellow } = colours
  const how = complete ? 'up to three mistakes at once' : `within ${budgetMs} ms; --budget gives it longer`
  const certain = findings.filter((finding) => !isGuess(finding))
  const lines = [
    ...(certain.length === 0 ? [] : [`${yellow('seen')} on the face of it:\n${textOf(certain, colours).trimEnd()}`]),
    `${yellow('not found')}: ${tried.toLocaleString('en')} ${tried === 1 ? 'text was' : 'texts were'} tried, ${how}. ${signedWith(key)}`,
    ...(signed === undefined || expected === undefined
      ? []
      : [
          `  the digest that was signed       ${signed.digest}  (${signed.hash})`,
          `  of what should have been signed  ${expected.digest}  (${expected.hash})`,
          'Let the caller print the text that it signs, and its digest: where that is the first of these, compare the texts.',
        ]),
  ]
  const guesses = [findings, ...alternatives].flatMap((some) => some.filter(isGuess))
  if (guesses.length > 0) lines.push('It may be one of these, or something else:')
  for (const guess of guesses) lines.push(`  ${bold(guess.id)}: ${guess.what}${hintOf(guess, dim)}`)
  return `${lines.join('\n')}\n`
}

const options: Partial<Record<Need, string>> = {
  host: '--host',
  url: '--url',
  'url or paths': '--url or --paths',
}

/** The option that would test a guess. */
const hintOf = ({ id }: Finding, dim: (text: string) => string): string => {
  const needs = catalogue.find((mistake) => mistake.id === id)?.needs
  return needs === undefined || !Object.hasOwn(options, needs) ? '' : dim(` ${options[needs]} would tell.`)
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
  const right = rightCodeFor(
    report.findings.map(({ id }) => id),
    code ?? 'python',
  )
  if (right === undefined || !report.recovered) return ''
  if (code === undefined)
    return `${dim(`The right code: --code ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`)}\n`
  return `${bold(`Right, in ${code}:`)}\n${right.replace(/^(?=.)/gm, '  ')}\n`
}
