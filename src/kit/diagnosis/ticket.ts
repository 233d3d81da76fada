/**
 * The result as Markdown, for a ticket: of the page, and of `diagnose --markdown`. It quotes the request, but no credential, and
 * nothing that seems to be secret. Without the body, it shows no value of the body.
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
import type { Difference, Finding, Report, Text } from './Report.ts'
import { headOf, hidesSecrets, hidesValues, type MayShow, redacted, showAll, textsOf } from './redaction.ts'
import { type Circumstances, reportWords } from './reportWords.ts'
import { hasCredential, holdsSecret, secretsOf } from './secrets.ts'

/** A report, and how it came about. */
export interface Diagnosed {
  readonly report: Report
  readonly circumstances: Circumstances
  /** What the caller's own text proves, if it was given. */
  readonly claim?: Claim | undefined
}

/** The request, and by what it was judged. */
export interface Examined
  extends Pick<Case, 'method' | 'target' | 'authorization' | 'body' | 'headers' | 'host' | 'url' | 'paths'> {
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
): string => {
  const texts = diagnosed === undefined ? [] : shownTexts(diagnosed)
  const secrets = secretsOf(inspection, texts.map(latin1))
  const mayShow = hidesSecrets(secrets, holdsSecret)
  const hidesBody = withoutBody ? hidesValues([inspection.body, ...texts.map(bodyIn)]) : showAll
  const limits: Limits = { mayShow, mayTell: (words) => mayShow(words) && hidesBody(words), secrets, withoutBody }
  return [
    verdict(judgement, say),
    facts(inspection, limits, say),
    ...(diagnosed === undefined ? [] : diagnosis(diagnosed, limits, say)),
  ]
    .join('\n\n')
    .concat('\n')
}

/** What a ticket may not show. */
interface Limits {
  /** For a value of the header or the request line: it holds no secret. */
  readonly mayShow: MayShow
  /** For a sentence of the report: it holds no secret, and no value of a body that is left out. */
  readonly mayTell: MayShow
  readonly secrets: ReadonlyArray<string>
  readonly withoutBody: boolean
}

/** The texts of the report and of the claim. */
const shownTexts = ({ report, claim }: Diagnosed): ReadonlyArray<Bytes.Bytes> => [
  ...textsOf(report),
  ...(claim?._tag === 'Signed' ? [claim.text, claim.expected] : []),
  ...(claim?._tag === 'OfService' ? [claim.service.beginning, utf8(claim.service.url ?? '')] : []),
]

/** The body in a signed text. If the text is joined in another way, any part of it may be the body. */
const bodyIn = (text: Bytes.Bytes): Bytes.Bytes => text.subarray(headOf(text)?.length ?? 0)

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

/** The request line. Of a target that holds a secret, the path is shown if it holds none. */
const requestLine = (method: string, target: string, mayShow: MayShow): string => {
  if (mayShow(target)) return code(`${method} ${target}`)
  const [path = ''] = target.split(/[?#]/)
  const shown = mayShow(path) ? `${method} ${path}` : method
  return `${code(shown)} (the rest of the target is not shown: it seems to hold a secret)`
}

const facts = (inspection: Examined, { mayShow }: Limits, say: Say): string => {
  const { method, target, authorization, body, now, settings } = inspection
  const [credentials = ''] = authorization
  const { values: readValues } = readingOf(credentials, settings.authType)
  const showFirst = ([firstValue]: ReadonlyArray<string>): string =>
    firstValue === undefined ? 'missing' : mayShow(firstValue) ? code(firstValue) : '…'
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
    `Request: ${requestLine(method, target, mayShow)}, ${counted(body.length, 'byte')} of body`,
    ...header,
    `Verifier: ${code(settings.authType)}, max age ${settings.maxAge} s, max skew ${settings.maxSkew} s`,
  ]
  return bulletPoints.map((point) => `- ${say(point)}`).join('\n')
}

const claimed = (claim: Claim, mayTell: MayShow, say: Say): ReadonlyArray<string> => {
  const words = claimWords(claim, 'the text that the caller says it signs')
  return [
    `### ${say(`The caller's own text: ${words.verdict}`)}`,
    `${say(`${capital(words.headline)}.`)} ${mayTell(words.message) ? say(words.message) : ''}`.trim(),
  ]
}

const diagnosis = ({ report, circumstances, claim }: Diagnosed, limits: Limits, say: Say): ReadonlyArray<string> => {
  const shown = redacted(report, limits.mayTell, say)
  const { certainty, headline, message, points, facts, groups, next } = reportWords(shown, circumstances)
  const claimSection = claim === undefined ? [] : claimed(claim, limits.mayTell, say)
  if (certainty === 'Nothing to diagnose') return claimSection
  return [
    ...claimSection,
    `### ${say(certainty)}`,
    ...(headline === undefined ? [] : [code(headline)]),
    say(message) + (facts.length === 0 ? '' : say(' (') + capital(facts.map(say).join(say('; '))) + say('.)')),
    ...(points.length === 0 ? [] : [points.map((point) => `- ${say(point)}`).join('\n')]),
    ...groups.flatMap(({ title, findings }) => [...(title === undefined ? [] : [say(title)]), listOf(findings)]),
    ...(next === undefined ? [] : [`**${say('Next:')}** ${say(next)}`]),
    ...bothTexts(report, limits, say),
  ]
}

const listOf = (findings: ReadonlyArray<Finding>): string =>
  findings
    .map(({ id, detail, what, remedy, tells }, i) => {
      const form = detail === '' ? '' : ` (${format(utf8(detail))})`
      return `${i + 1}. **${id}**${form}: ${what}\n   → ${remedy}${tells === undefined ? '' : `\n   ? ${tells}`}`
    })
    .join('\n')

const bothTexts = (
  { signed: signedText, expected: expectedText, difference }: Report,
  limits: Limits,
  say: Say,
): ReadonlyArray<string> => {
  if (difference === undefined) return []
  const [signed, expected] = [signedText, expectedText].map((each) => each?.hashed ?? each?.bytes)
  const title = `### ${say('Signed and expected')}`
  const isHidden = signed === undefined || expected === undefined
  if (isHidden || limits.secrets.length > 0 || [signed, expected].some((bytes) => holdsSecret(latin1(bytes))))
    return [title, say(textsNotShown)]
  if (limits.withoutBody)
    return [title, ...withoutBodies(signed, expected, difference, limits, say), digests(signedText, expectedText, say)]
  return [title, say(placeOfBytes(difference)), ...blocks(signed, expected, difference.offset, say)]
}

/** Said where texts are left out that hold a secret. */
export const textsNotShown = 'The texts are not shown here: they seem to hold a token, a password or a private key.'

const blocks = (signed: Bytes.Bytes, expected: Bytes.Bytes, offset: number, say: Say): ReadonlyArray<string> => [
  say('What the caller signed:'),
  block(signed, offset),
  say('What a verifier expects:'),
  block(expected, offset),
]

/** The lines before the body. A difference in the body is named by its place alone: its bytes belong to a value. */
const withoutBodies = (
  signed: Bytes.Bytes,
  expected: Bytes.Bytes,
  difference: Difference,
  { mayTell }: Limits,
  say: Say,
): ReadonlyArray<string> => {
  const signedHead = headOf(signed)
  const expectedHead = headOf(expected)
  const isInHead = ['method', 'target', 'timestamp', 'nonce'].includes(difference.part)
  if (!isInHead || signedHead === undefined || expectedHead === undefined || !mayTell(latin1(signedHead)))
    return [say(`They first differ at byte ${number(difference.offset)} (${difference.part}).`)]
  return [say(placeOfBytes(difference)), ...blocks(signedHead, expectedHead, difference.offset, say)]
}

const placeOfBytes = ({ offset, part, signed, expected }: Difference): string => {
  const nameByte = (octet: number | undefined): string => (octet === undefined ? 'the end' : code(byteName(octet)))
  return `They first differ at byte ${number(offset)} (${part}): the signed byte is ${nameByte(signed)}, the expected byte is ${nameByte(expected)}.`
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

/** Bytes shown before and after the first difference. */
const shownBefore = 400
const shownAfter = 800

/** The text round an offset, with a name for every byte that a reader could not see. */
const block = (bytes: Bytes.Bytes, offset: number): string => {
  const blockStart = Math.max(0, offset - shownBefore)
  const blockEnd = Math.min(bytes.length, offset + shownAfter)
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
