/**
 * A diagnosis for people at a terminal: the verdict, the mistake and its repair, then what was signed beside what should
 * have been.
 */
import { catalogue } from '../diagnosis/catalogue.ts'
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
  const { findings, exact, key } = it.report
  if (exact) return findings.length === 0 ? '' : provenText(it, colours)
  if (key !== undefined) return guessedText(it, colours)
  if (findings.length === 0) return ''
  const found = findings.map((finding) => findingText(finding, colours)).join('')
  return `${colours.yellow('seen')} on the face of it; no key that was given opens the signature:\n${found}`
}

const provenText = ({ report, verdict }: Shown, colours: Colours): string => {
  const { findings, alternatives, key } = report
  const { bold, green, yellow } = colours
  const textOf = (some: ReadonlyArray<Finding>): string => some.map((finding) => findingText(finding, colours)).join('')
  const head =
    verdict.outcome === 'accept'
      ? `${yellow('but')} there is something that will have requests refused sooner or later:`
      : `${green('found')}, and proven by the digest in the signature: ${bold(counted(findings.length))}. ${signedWith(key)}`
  const others = alternatives.map((some) => `or, which comes to the same text:\n${textOf(some)}`).join('')
  return `${head}\n${textOf(findings)}${others}`
}

/** What is known all the same: whose key it was, and the digest of the text that it signed. */
const guessedText = ({ report, budgetMs }: Shown, { bold, dim, yellow }: Colours): string => {
  const { findings, alternatives, signed, expected, key, tried, complete } = report
  const how = complete ? 'up to three mistakes at once' : `in ${budgetMs} ms; --budget gives it longer`
  const lines = [
    `${yellow('not found')}: ${tried.toLocaleString('en')} texts were tried, ${how}. ${signedWith(key)}`,
    ...(signed === undefined || expected === undefined
      ? []
      : [
          `  the digest that was signed       ${signed.digest}  (${signed.hash})`,
          `  of what should have been signed  ${expected.digest}  (${expected.hash})`,
          'Let the caller print the text that it signs, and its digest: where that is the first of these, compare the texts.',
        ]),
  ]
  const guesses = [findings, ...alternatives].filter((some) => some.length > 0)
  if (guesses.length > 0) lines.push('It may be one of these, or something else:')
  for (const some of guesses) {
    const names = some.map(({ id }) => bold(id)).join(' + ')
    lines.push(`  ${names}: ${some.at(-1)?.what ?? ''}${hintOf(some, dim)}`)
  }
  return `${lines.join('\n')}\n`
}

/** With what option a guess can be put to the test. */
const hintOf = (findings: ReadonlyArray<Finding>, dim: (text: string) => string): string => {
  const needs = catalogue.find(({ id }) => id === findings.at(-1)?.id)?.needs
  return needs === 'host' || needs === 'url' ? dim(` --${needs} would tell.`) : ''
}

const signedWith = (key: Report['key']): string => (key === undefined ? '' : `Signed with ${keyText(key)}.`)

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
  if (right === undefined || !report.exact) return ''
  if (code === undefined)
    return `${dim(`The right code: --code ${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`)}\n`
  return `${bold(`Right, in ${code}:`)}\n${right.replace(/^(?=.)/gm, '  ')}\n`
}
