/**
 * A diagnosis for people at a terminal: the verdict, the mistake and its repair, then what was signed beside what should
 * have been.
 */
import type { Finding, Report } from '../diagnosis/Report.ts'
import { type Language, languages, rightCodeFor } from '../diagnosis/rightCode.ts'
import { sideBySide } from './sideBySide.ts'
import { type Colours, printable } from './terminal.ts'

export interface Shown {
  readonly report: Report
  /** Our verifier's own verdict; the report is about its cause. */
  readonly verdict:
    | { readonly outcome: 'accept'; readonly appId: string }
    | { readonly outcome: 'reject'; readonly reason: string; readonly message: string }
  /** What was assumed where the request was read. */
  readonly notes: ReadonlyArray<string>
  readonly code: Language | undefined
  readonly budgetMs: number
}

export const reportText =
  (it: Shown, width: number) =>
  (colours: Colours): string =>
    [
      verdictText(it, colours),
      it.notes.map((note) => `${colours.dim('note:')} ${printable(note)}\n`).join(''),
      causeText(it, colours),
      comparison(it.report, width, colours),
      codeText(it, colours),
    ]
      .filter((part) => part !== '')
      .join('\n')

const verdictText = ({ verdict }: Shown, { green, red }: Colours): string =>
  verdict.outcome === 'accept'
    ? `${green('accepted')}: the request was signed by ${verdict.appId}\n`
    : `${red('refused')}: ${verdict.reason}\n${verdict.message}\n`

const numbers = ['no mistake', 'one mistake', 'two mistakes', 'three mistakes']
const counted = (count: number): string => numbers[count] ?? `${count} mistakes`

const findingText = ({ id, detail, what, remedy, offset }: Finding, { bold, dim }: Colours): string => {
  const place = offset === undefined ? '' : `, at character ${offset} of the line`
  const form = detail === '' ? '' : dim(` (${printable(detail)}${place})`)
  return `  ${bold(id)}${form}\n    ${what}\n    → ${remedy}\n`
}

const causeText = (it: Shown, colours: Colours): string => {
  const { report, verdict } = it
  const { findings, alternatives, exact, key } = report
  const { bold, green, yellow } = colours
  if (findings.length === 0 && exact) return ''
  const whose = key === undefined ? '' : ` Signed with ${keyText(key)}.`
  const found = findings.map((finding) => findingText(finding, colours)).join('')
  if (exact) {
    const head =
      verdict.outcome === 'accept'
        ? `${yellow('but')}, and it will be refused sooner or later:`
        : `${green('found')}, and proven by the digest in the signature: ${bold(counted(findings.length))}.${whose}`
    return `${head}\n${found}${alternatives.map((others) => `or, which comes to the same text:\n${others.map((finding) => findingText(finding, colours)).join('')}`).join('')}`
  }
  if (key === undefined) {
    return findings.length === 0
      ? ''
      : `${yellow('seen')}, as far as it can be without a key that opens the signature:\n${found}`
  }
  const tried = `${report.tried.toLocaleString('en')} texts were tried${report.complete ? ', up to three mistakes at once' : ` in ${it.budgetMs} ms; --budget gives it longer`}, and none is what was signed.`
  const digest =
    report.signed === undefined
      ? ''
      : `\n  ${report.signed.hash} of what was signed    ${report.signed.digest}\n  ${report.expected?.hash ?? ''} of what should have been ${report.expected?.digest ?? ''}\n  Let the caller print the digest of the text that it signs: where it is the first, compare the texts.`
  const guesses = [findings, ...alternatives].map((guess) =>
    guess.map((finding) => findingText(finding, colours)).join(''),
  )
  return `${yellow('not found')}.${whose} ${tried}${digest}\n${guesses.length > 0 && findings.length > 0 ? `It may be one of these, or something else:\n${guesses.join('')}` : ''}`
}

const keyText = ({ appId, fingerprint, bits }: NonNullable<Report['key']>): string =>
  `${appId === undefined ? 'the key' : `the key of ${printable(appId)},`} ${fingerprint}, ${bits} bits`

const labels = ['method', 'target', 'timestamp', 'nonce', 'body']

const comparison = ({ signed, expected, difference, outcome }: Report, width: number, colours: Colours): string => {
  if (signed?.bytes === undefined || expected?.bytes === undefined || outcome === 'accept') return ''
  const left = { title: 'what the caller signed', bytes: signed.bytes }
  const right = { title: 'what it should have signed', bytes: expected.bytes }
  if (difference === undefined) return `The text that was signed is right, ${expected.bytes.length} bytes.\n`
  const place = `They differ from byte ${difference.offset} on, in the ${difference.part}: ${byteText(difference.signed)} was signed, ${byteText(difference.expected)} was expected.`
  return `${sideBySide(left, right, labels, width, colours)}${place}\n`
}

const byteText = (byte: number | undefined): string =>
  byte === undefined
    ? 'nothing'
    : `0x${byte.toString(16).padStart(2, '0')}${byte > 0x20 && byte < 0x7f ? ` ${String.fromCharCode(byte)}` : ''}`

const codeText = ({ report, code }: Shown, { dim, bold }: Colours): string => {
  const right = rightCodeFor(
    report.findings.map(({ id }) => id),
    code ?? 'python',
  )
  if (right === undefined) return ''
  if (code === undefined)
    return `${dim(`The right code: --code ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`)}\n`
  return `${bold(`Right, in ${code}:`)}\n${right.replace(/^(?=.)/gm, '  ')}\n`
}
