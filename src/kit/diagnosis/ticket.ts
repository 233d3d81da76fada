/**
 * The result as Markdown, for a ticket: of the page, and of `diagnose --markdown`. It quotes the request, but no credential, and
 * nothing that seems to be secret. Without the body, it shows no value of the body.
 *
 *     ## Refused: `signature_invalid`          the verdict
 *     - Request: `POST /v1/jobs`, …            the request
 *     ### Exact                                the diagnosis: its causes,
 *     1. **target-other**: The caller …
 *     ### Signed and expected                  and both texts around their first difference
 */
import type * as Bytes from '../../core/Bytes.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Case } from './Case.ts'
import { english, type Words } from './chinese/Words.ts'
import type { Claim } from './claimedText.ts'
import { claimWords } from './claimWords.ts'
import { utf8 } from './forms/charsets.ts'
import { byteName, glyphsOf } from './glyphs.ts'
import { readingOf } from './headerParts.ts'
import { capital, counted, number, sentence } from './numerals.ts'
import { latin1 } from './Received.ts'
import type { Difference, Finding, Report, Text } from './Report.ts'
import { headOf, hidesValues, type Limits, limitsOf, type MayShow, redacted, showAll, shownTexts } from './redaction.ts'
import { type Circumstances, reportWords } from './reportWords.ts'
import { hasCredential } from './secrets.ts'

/** A report, and how it came about. */
export interface Diagnosed {
  /** In English. */
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

/** What the sections of one ticket have in common. */
interface Context {
  /** For a value of the header or the request line, and for a sentence about them: it holds no secret. */
  readonly mayShow: MayShow
  /** For a sentence of the report: it holds no secret, and no value of a body that is left out. */
  readonly mayTell: MayShow
  readonly mask: Limits['mask']
  readonly hasSecrets: boolean
  readonly withoutBody: boolean
  readonly words: Words
}

/** The verdict, the request, the causes, and the two texts around their first difference. */
export const ticket = (finished: Finished, words: Words = english): string => {
  const { inspection, judgement, diagnosed } = finished
  const context = contextOf(finished, words)
  const sections = [
    verdict(judgement, context),
    facts(inspection, context),
    ...(diagnosed === undefined ? [] : diagnosis(diagnosed, context)),
  ]
  return `${sections.join('\n\n')}\n`
}

const contextOf = ({ inspection, diagnosed, withoutBody = false }: Finished, words: Words): Context => {
  const { mayShow, mask, hasSecrets } = limitsOf(inspection, diagnosed?.report, diagnosed?.claim)
  const bodies = [inspection.body, ...shownTexts(diagnosed?.report, diagnosed?.claim).map(bodyIn)]
  const hidesBody = withoutBody ? hidesValues(bodies) : showAll
  const mayTell: MayShow = (sentenceText) => mayShow(sentenceText) && hidesBody(sentenceText)
  return { mayShow, mayTell, mask, hasSecrets, withoutBody, words }
}

/** The body in a signed text. If the text may be joined in another way, any part of it may be the body. */
const bodyIn = (text: Bytes.Bytes): Bytes.Bytes => text.subarray(headOf(text)?.length ?? 0)

// ---- The verdict

const verdict = (judgement: Judgement, { mayShow, words: { say } }: Context): string => {
  const explain = (message: string): string =>
    say(mayShow(message) ? sentence(message) : 'The message is not shown here: it seems to hold a secret.')
  switch (judgement.outcome) {
    case 'accept': {
      const appId = mayShow(judgement.appId) ? code(judgement.appId) : '…'
      return `## ${say('Accepted')}\n\n${say(`The signature is right; the request was signed by ${appId}.`)}`
    }
    case 'reject':
      return `## ${say(`Refused: ${code(judgement.reason)}`)}\n\n${explain(judgement.message)}`
    case 'none':
      return `## ${say('No verdict')}\n\n${explain(judgement.why)}`
  }
}

// ---- The request

const facts = (inspection: Examined, context: Context): string => {
  const { body, settings } = inspection
  const bulletPoints = [
    `${requestLine(inspection, context)}, ${counted(body.length, 'byte')} of body`,
    ...headerLines(inspection, context),
    `Verifier: ${code(settings.authType)}, max age ${settings.maxAge} s, max skew ${settings.maxSkew} s`,
  ]
  return bulletPoints.map((point) => `- ${context.words.say(point)}`).join('\n')
}

/** The request line. Of a target that holds a secret, the path is shown if it holds none. */
const requestLine = ({ method, target }: Examined, { mayShow }: Context): string => {
  if (!mayShow(method)) return 'Request: not shown here (it seems to hold a secret)'
  if (mayShow(target)) return `Request: ${code(`${method} ${target}`)}`
  const [path = ''] = target.split(/[?#]/)
  const shown = mayShow(path) ? `${method} ${path}` : method
  return `Request: ${code(shown)} (the rest of the target is not shown: it seems to hold a secret)`
}

const headerLines = (inspection: Examined, { mayShow }: Context): ReadonlyArray<string> => {
  const { authorization, now, settings } = inspection
  const [credentials] = authorization
  if (hasCredential(inspection)) return ['Authorization: another kind of credential, not shown here']
  if (credentials === undefined) return ['Authorization: none']
  const { values } = readingOf(credentials, settings.authType)
  const showFirst = ([firstValue]: ReadonlyArray<string>): string => {
    if (firstValue === undefined) return 'missing'
    if (firstValue === '') return 'empty'
    return mayShow(firstValue) ? code(firstValue) : '…'
  }
  return [
    `App id: ${showFirst(values.app_id)}`,
    `Nonce: ${showFirst(values.nonce_str)}`,
    `Timestamp: ${showFirst(values.timestamp)}; judged at ${code(String(now))}`,
  ]
}

// ---- The diagnosis

const diagnosis = ({ report, circumstances, claim }: Diagnosed, context: Context): ReadonlyArray<string> => {
  const { say, inLanguage } = context.words
  // The rules of redaction read English, so the translation comes after it.
  const shown = inLanguage(redacted(report, context.mayTell, context.mask))
  const { certainty, headline, message, points, facts, groups, next } = reportWords(shown, circumstances)
  const claimSection = claim === undefined ? [] : claimed(claim, context)
  if (certainty === 'Nothing to diagnose') return claimSection
  return [
    ...claimSection,
    `### ${say(certainty)}`,
    ...(headline === undefined ? [] : [code(headline)]),
    say(message) + (facts.length === 0 ? '' : say(' (') + capital(facts.map(say).join(say('; '))) + say('.)')),
    ...(points.length === 0 ? [] : [points.map((point) => `- ${say(point)}`).join('\n')]),
    ...groups.flatMap(({ title, findings }) => [...(title === undefined ? [] : [say(title)]), listOf(findings)]),
    ...(next === undefined ? [] : [`**${say('Next:')}** ${say(next)}`]),
    ...comparison(report, context),
  ]
}

const claimed = (claim: Claim, { mayTell, words: { say } }: Context): ReadonlyArray<string> => {
  const { verdict: claimVerdict, headline, message } = claimWords(claim, 'the text that the caller says it signs')
  return [
    `### ${say(`The caller's own text: ${claimVerdict}`)}`,
    `${say(`${capital(headline)}.`)} ${mayTell(message) ? say(message) : ''}`.trim(),
  ]
}

const listOf = (findings: ReadonlyArray<Finding>): string =>
  findings
    .map(({ id, detail, what, remedy, tells }, i) => {
      const form = detail === '' ? '' : ` (${format(utf8(detail))})`
      return `${i + 1}. **${id}**${form}: ${what}\n   → ${remedy}${tells === undefined ? '' : `\n   ? ${tells}`}`
    })
    .join('\n')

// ---- Both texts

/** Said where texts are left out that hold a secret. */
export const textsNotShown = 'The texts are not shown here: they seem to hold a token, a password or a private key.'

/** The two texts around their first difference. None if one of the texts is not known. */
const comparison = (report: Report, context: Context): ReadonlyArray<string> => {
  const { difference } = report
  const { say } = context.words
  if (difference === undefined) return []
  const title = `### ${say('Signed and expected')}`
  if (context.hasSecrets || isLeftOut(report.signed) || isLeftOut(report.expected)) return [title, say(textsNotShown)]
  const signed = report.signed?.hashed ?? report.signed?.bytes
  const expected = report.expected?.bytes
  if (signed === undefined || expected === undefined) return []
  const texts: TextPair = { signed, expected, difference }
  if (!context.withoutBody) return [title, say(placeOfBytes(difference)), ...blocks(texts, context)]
  return [title, ...beforeBodies(texts, context), digests(report, context)]
}

/** Whether the report has no bytes of a text that is known: a difference was found in it, and then the bytes were left out. */
const isLeftOut = (text: Text | undefined): boolean => text !== undefined && text.bytes === undefined

interface TextPair {
  readonly signed: Bytes.Bytes
  readonly expected: Bytes.Bytes
  readonly difference: Difference
}

const blocks = ({ signed, expected, difference }: TextPair, { words: { say } }: Context): ReadonlyArray<string> => [
  say('What the caller signed:'),
  block(signed, difference.offset),
  say('What a verifier expects:'),
  block(expected, difference.offset),
]

/** The lines before the body, if one of them differs. Otherwise the place alone: the bytes there may belong to a value of the body. */
const beforeBodies = ({ signed, expected, difference }: TextPair, context: Context): ReadonlyArray<string> => {
  const { say } = context.words
  const signedHead = headOf(signed)
  const expectedHead = headOf(expected)
  if (
    signedHead === undefined ||
    expectedHead === undefined ||
    !differInOneLine(signedHead, expectedHead) ||
    !context.mayTell(latin1(signedHead))
  )
    return [say(`They first differ at byte ${number(difference.offset)} (${difference.part}).`)]
  const heads: TextPair = { signed: signedHead, expected: expectedHead, difference }
  return [say(placeOfBytes(difference)), ...blocks(heads, context)]
}

/** Whether method, target or timestamp differs and nothing else. In another layout, a line may be a part of the body. */
const differInOneLine = (signedHead: Bytes.Bytes, expectedHead: Bytes.Bytes): boolean => {
  const signedLines = latin1(signedHead).split('\n')
  const differing = latin1(expectedHead)
    .split('\n')
    .flatMap((headLine, i) => (headLine === signedLines[i] ? [] : [i]))
  const [differingLine = nonceLine] = differing
  return differing.length === 1 && differingLine !== nonceLine
}

const nonceLine = 3

const placeOfBytes = ({ offset, part, signed, expected }: Difference): string => {
  const nameByte = (octet: number | undefined): string => (octet === undefined ? 'the end' : code(byteName(octet)))
  return `They first differ at byte ${number(offset)} (${part}): the signed byte is ${nameByte(signed)}, the expected byte is ${nameByte(expected)}.`
}

/** By these, two people can compare texts that are not shown. */
const digests = ({ signed, expected }: Report, { words: { say } }: Context): string => {
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

// ---- Markdown

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

/** The characters of a value that a ticket shows. */
const maxInLine = 300

/** In one line, with a name for each character that a reader could not see. */
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
