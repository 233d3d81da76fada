/**
 * The result as Markdown, for a ticket: of the page, and of `diagnose --markdown`. It quotes the request, but no credential, and
 * nothing that seems to be secret. Without the body, it quotes no more than a few bytes round the first difference.
 */
import type * as Bytes from '../../core/Bytes.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Case } from './Case.ts'
import { inEnglish, type Say } from './chinese/dictionary.ts'
import type { Claim } from './claimedText.ts'
import { claimWords } from './claimWords.ts'
import { utf8 } from './forms/charsets.ts'
import { byteName, glyphsOf } from './glyphs.ts'
import { readingOf } from './headerParts.ts'
import { capital, counted, number, sentence } from './numerals.ts'
import { latin1 } from './Received.ts'
import type { Finding, Report, Text } from './Report.ts'
import { type Circumstances, reportWords } from './reportWords.ts'
import { hasCredential, holdsSecret } from './secrets.ts'

/** A report, and how it came about. */
export interface Diagnosed {
  readonly report: Report
  readonly circumstances: Circumstances
  /** What the caller's own text proves, if it was given. */
  readonly claim?: Claim | undefined
}

/** The request, and by what it was judged. */
export interface Examined extends Pick<Case, 'method' | 'target' | 'authorization' | 'body'> {
  /** In seconds since 1970. */
  readonly now: number
  readonly settings: Pick<VerifyPolicy, 'authType' | 'maxAge' | 'maxSkew'>
}

/** What a verifier says. */
export type Judgement =
  | { readonly outcome: 'accept'; readonly appId: string }
  | { readonly outcome: 'reject'; readonly reason: string; readonly message: string }
  | { readonly outcome: 'none'; readonly why: string }

export interface Finished {
  readonly inspection: Examined
  readonly judgement: Judgement
  /** Absent while the search is under way, and where there is nothing to diagnose. */
  readonly diagnosed?: Diagnosed | undefined
  /** The ticket is for those who must not see the body. */
  readonly withoutBody?: boolean | undefined
}

/** The verdict, the request, the causes, and the two texts around their first difference; the report is in the language of `say`. */
export const ticket = (
  { inspection, judgement, diagnosed, withoutBody = false }: Finished,
  say: Say = inEnglish,
): string =>
  [
    verdict(judgement, say),
    facts(inspection, say),
    ...(diagnosed === undefined ? [] : diagnosis(diagnosed, withoutBody ? little : much, say)),
  ]
    .join('\n\n')
    .concat('\n')

const verdict = (judgement: Judgement, say: Say): string => {
  switch (judgement.outcome) {
    case 'accept':
      return `## ${say('Accepted')}\n\n${say(`The signature is right; the request was signed by ${code(judgement.appId)}.`)}`
    case 'reject':
      return `## ${say(`Refused: ${code(judgement.reason)}`)}\n\n${say(sentence(judgement.message))}`
    case 'none':
      return `## ${say('No verdict')}\n\n${say(sentence(judgement.why))}`
  }
}

/** The characters of a value that a ticket shows. */
const maxInLine = 300

const facts = (inspection: Examined, say: Say): string => {
  const { method, target, authorization, body, now, settings } = inspection
  const place = holdsSecret(target) ? target.replace(/[?#].*$/s, '?… (not shown: it seems to hold a secret)') : target
  const [credentials = ''] = authorization
  const { values: readValues } = readingOf(credentials, settings.authType)
  const showFirst = ([firstValue]: ReadonlyArray<string>): string =>
    firstValue === undefined ? 'missing' : code(firstValue)
  const header = hasCredential(inspection)
    ? ['Authorization: another kind of credential, not shown here']
    : authorization.length === 0
      ? ['Authorization: none']
      : [
          `App id: ${showFirst(readValues.app_id)}`,
          `Nonce: ${showFirst(readValues.nonce_str)}`,
          `Timestamp: ${showFirst(readValues.timestamp)}; judged at ${code(String(now))}`,
        ]
  const bulletPoints = [
    `Request: ${code(`${method} ${place}`)}, ${counted(body.length, 'byte')} of body`,
    ...header,
    `Verifier: ${code(settings.authType)}, max age ${settings.maxAge} s, max skew ${settings.maxSkew} s`,
  ]
  return bulletPoints.map((point) => `- ${say(point)}`).join('\n')
}

const claimed = (claim: Claim, say: Say): ReadonlyArray<string> => {
  const { verdict, headline, message } = claimWords(claim, 'the text that the caller says it signs')
  return [
    `### ${say(`The caller's own text: ${verdict}`)}`,
    `${say(`${capital(headline)}.`)} ${holdsSecret(message) ? '' : say(message)}`.trim(),
  ]
}

const diagnosis = ({ report, circumstances, claim }: Diagnosed, shown: Extent, say: Say): ReadonlyArray<string> => {
  const { certainty, headline, message, points, facts, groups, next } = reportWords(report, circumstances)
  const claimSection = claim === undefined ? [] : claimed(claim, say)
  if (certainty === 'Nothing to diagnose') return claimSection
  return [
    ...claimSection,
    `### ${say(certainty)}`,
    ...(headline === undefined || holdsSecret(headline) ? [] : [code(headline)]),
    say(message) + (facts.length === 0 ? '' : say(' (') + capital(facts.map(say).join(say('; '))) + say('.)')),
    ...(points.length === 0 ? [] : [points.map((point) => `- ${say(point)}`).join('\n')]),
    ...groups.flatMap(({ title, findings }) => [...(title === undefined ? [] : [say(title)]), listOf(findings)]),
    ...(next === undefined ? [] : [`**${say('Next:')}** ${say(next)}`]),
    ...bothTexts(report, shown, say),
  ]
}

const listOf = (findings: ReadonlyArray<Finding>): string =>
  findings
    .map(({ id, detail, what, remedy, tells }, i) => {
      const form = detail === '' || holdsSecret(detail) ? '' : ` (${format(utf8(detail))})`
      return `${i + 1}. **${id}**${form}: ${what}\n   → ${remedy}${tells === undefined ? '' : `\n   ? ${tells}`}`
    })
    .join('\n')

/** Bytes shown before and behind the first difference. */
interface Extent {
  readonly before: number
  readonly behind: number
}

const much: Extent = { before: 400, behind: 800 }
const little: Extent = { before: 20, behind: 20 }

const bothTexts = ({ signed, expected, difference }: Report, shown: Extent, say: Say): ReadonlyArray<string> => {
  if (difference === undefined) return []
  const [ours, theirs] = [signed, expected].map((signedText) => signedText?.hashed ?? signedText?.bytes)
  if (ours === undefined || theirs === undefined) return []
  const title = `### ${say('Signed and expected')}`
  if ([ours, theirs].some((bytes) => holdsSecret(latin1(bytes))))
    return [title, say('The texts are not shown here: they seem to hold a token, a password or a private key.')]
  const showByte = (octet: number | undefined): string => (octet === undefined ? 'the end' : code(byteName(octet)))
  const { offset, part } = difference
  const firstDifference = `They first differ at byte ${number(offset)} (${part}): the signed byte is ${showByte(difference.signed)}, the expected byte is ${showByte(difference.expected)}.`
  return [
    title,
    say(firstDifference),
    say('What the caller signed:'),
    block(ours, offset, shown),
    say('What a verifier expects:'),
    block(theirs, offset, shown),
    ...(shown === little ? [digests(signed, expected, say)] : []),
  ]
}

/** What the parts that are not shown can be compared by. */
const digests = (signed: Text | undefined, expected: Text | undefined, say: Say): string => {
  const textLine = (textName: string, { bytes, hash, digest }: Text): string => {
    const length = bytes === undefined ? '' : `${say(counted(bytes.length, 'byte'))}, `
    return `- ${say(textName)}: ${length}${hash} ${code(digest)}`
  }
  const textLines = [
    ...(signed === undefined ? [] : [textLine('signed', signed)]),
    ...(expected === undefined ? [] : [textLine('expected', expected)]),
  ]
  return textLines.join('\n')
}

/** The text round an offset, with a name for every byte that a reader could not see. */
const block = (bytes: Bytes.Bytes, offset: number, { before: bytesBefore, behind: bytesAfter }: Extent): string => {
  const blockStart = Math.max(0, offset - bytesBefore)
  const blockEnd = Math.min(bytes.length, offset + bytesAfter)
  const glyphTexts = glyphsOf(bytes, blockStart, blockEnd).map(({ text: glyphText, name: glyphName, kind }) =>
    kind === 'line end' ? '␊\n' : glyphName === undefined ? glyphText : `⟨${glyphName}⟩`,
  )
  const blockText = `${blockStart > 0 ? '…' : ''}${glyphTexts.join('')}${blockEnd < bytes.length ? '…' : ''}`
  const fence = '`'.repeat(Math.max(3, longestRun(blockText) + 1))
  return `${fence}text\n${blockText}\n${fence}`
}

const longestRun = (markdown: string): number =>
  (markdown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)

/** In one line, with a name for what has no look. */
const format = (bytes: Bytes.Bytes): string =>
  glyphsOf(bytes, 0, maxInLine)
    .map(({ text: glyphText, name: glyphName }) => (glyphName === undefined ? glyphText : `⟨${glyphName}⟩`))
    .join('')
    .concat(bytes.length > maxInLine ? '…' : '')

/** A value of the request as code; Markdown reads nothing in it. */
const code = (codeValue: string): string => {
  const codeText = format(utf8(codeValue))
  const mark = '`'.repeat(longestRun(codeText) + 1)
  return codeText.includes('`') ? `${mark} ${codeText} ${mark}` : `${mark}${codeText}${mark}`
}
