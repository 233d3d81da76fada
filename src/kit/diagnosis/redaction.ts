/**
 * Removes from a report what must not leave it: secrets of the request, and for a ticket without the body the values of the body. A
 * sentence that holds a piece of such a value is replaced by the general words of the catalogue, which quote nothing.
 *
 *     The caller signed the query without access_token=Zm9vYmFy.
 *     The caller signed the query in another spelling.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { inspect } from '../../core/untrusted.ts'
import { catalogue } from './catalogue.ts'
import type { Claim } from './claimedText.ts'
import { mistakeOf } from './finding.ts'
import { utf8 } from './forms/charsets.ts'
import { decode, decodeForm } from './forms/percent.ts'
import { latin1, textOf } from './Received.ts'
import type { Finding, Report, Text } from './Report.ts'
import { spellingsOf } from './secretSpellings.ts'
import { holdsSecret, type Inspected, secretsOf } from './secrets.ts'

/** Whether a sentence of ours holds nothing that must not be shown. It judges English sentences: redact first, then translate. */
export type MayShow = (sentence: string) => boolean

export const showAll: MayShow = () => true

// ---- What may leave a report

/** What may be shown of a request and its report: no token, no password and no private key. */
export interface Limits {
  /** Whether the request or a signed text holds a secret. Then no whole text is shown. */
  readonly hasSecrets: boolean
  /** Whether a sentence, or a value of the request, holds no secret. */
  readonly mayShow: MayShow
  readonly withoutSecrets: (report: Report) => Report
  /** A sentence with `***` in place of each secret. Show it only if `mayShow` allows it. */
  readonly mask: Mask
  /** A text with `***` in place of each secret. Undefined if a part of a secret would be left. */
  readonly masked: (bytes: Bytes.Bytes) => Bytes.Bytes | undefined
}

/** The limits for all outputs that tell of this request: its report, if there is one, and what the caller's own text proves. */
export const limitsOf = (request: Inspected, report: Report | undefined, claim?: Claim): Limits => {
  const secrets = secretsOf(request, shownTexts(report, claim).map(textOf))
  const hasSecrets = secrets.length > 0
  const mayShow = hidesSecrets(secrets, holdsSecret)
  const mask = maskOf(secrets)
  return {
    hasSecrets,
    mayShow,
    withoutSecrets: (given) => redacted(hasSecrets ? withoutTexts(given) : given, mayShow, mask),
    mask,
    masked: (bytes) => {
      const text = mask(textOf(bytes))
      return mayShow(text) ? utf8(text) : undefined
    },
  }
}

/** Replaces each secret, in each of its spellings. Two texts that differ in a secret alone become the same text. */
type Mask = (text: string) => string

const maskOf = (secrets: ReadonlyArray<string>): Mask => {
  if (secrets.some(({ length }) => length < leastMasked)) return (text) => text
  // Then no sentence and no text is shown.
  if (lengthOf(secrets) > maxCompared) return (text) => text
  const patterns = secrets.map(spellingsOf)
  return (text) => withMasks(text, patterns)
}

/** With one mask in place of all that these patterns find. Where two secrets overlap, neither leaves an end of the other. */
const withMasks = (text: string, patterns: ReadonlyArray<RegExp>): string => {
  const found = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
    .sort((a, b) => a.start - b.start)
  let shown = ''
  let end = 0
  let isMasked = false
  for (const range of found) {
    if (!isMasked || range.start > end) shown += text.slice(end, range.start) + maskText
    isMasked = true
    end = Math.max(end, range.end)
  }
  return shown + text.slice(end)
}

/** A shorter secret is a part of many words. */
const leastMasked = 3

/** No letter and no digit, so it is no value of its own. */
const maskText = '***'

/** The texts that a report and a claim would show. */
export const shownTexts = (report: Report | undefined, claim: Claim | undefined): ReadonlyArray<Bytes.Bytes> => {
  const reportTexts = [report?.signed?.bytes, report?.signed?.hashed, report?.expected?.bytes]
  return [...reportTexts, ...claimTexts(claim)].filter((bytes) => bytes !== undefined)
}

const claimTexts = (claim: Claim | undefined): ReadonlyArray<Bytes.Bytes> => {
  switch (claim?._tag) {
    case 'Signed':
      return [claim.text, claim.expected]
    case 'OfService':
      return [claim.service.beginning, utf8(claim.service.url ?? '')]
    default:
      return []
  }
}

/**
 * The report with masks in place of secrets, with general words in place of each sentence that may not be shown even so, and without a
 * headline that may not be shown.
 *
 *     signed the query without api_key=***
 */
export const redacted = (report: Report, mayShow: MayShow, mask: Mask = unmasked): Report => {
  const { headline: fullHeadline, findings, alternatives, ...others } = report
  const headline = fullHeadline === undefined ? undefined : mask(fullHeadline)
  const redact = (some: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
    some.map((found) => redactedFinding(found, mayShow, mask))
  return {
    ...others,
    ...(headline === undefined || !mayShow(headline) ? {} : { headline }),
    findings: redact(findings),
    alternatives: alternatives.map(redact),
  }
}

const unmasked: Mask = (text) => text

/** A sentence that names two texts which differ in a secret alone: `signed token=***, but token=*** was sent`. It says nothing. */
const isMaskedAlike = (sentence: string): boolean =>
  /(\S*\*{3}[^\s,]*),? (?:where|but|instead of) \1(?:\s|$)/.test(sentence)

/** All words of a finding, each with masks. */
const maskedFinding = (found: Finding, mask: Mask): Finding => ({
  ...found,
  detail: mask(found.detail),
  what: mask(found.what),
  remedy: mask(found.remedy),
  ...(found.remedyFor === undefined
    ? {}
    : { remedyFor: { caller: mask(found.remedyFor.caller), operator: mask(found.remedyFor.operator) } }),
})

const redactedFinding = (found: Finding, mayShow: MayShow, mask: Mask): Finding => {
  const masked = maskedFinding(found, mask)
  const { what, remedy, remedyFor, detail, ...others } = masked
  const sentences = [what, remedy, remedyFor?.caller ?? '', remedyFor?.operator ?? '']
  const isTelling = (sentence: string): boolean => mayShow(sentence) && !isMaskedAlike(sentence)
  const shownDetail = isTelling(detail) ? detail : ''
  if (sentences.every(isTelling)) return { ...masked, detail: shownDetail }
  const general = mistakeOf(found.id)
  return {
    ...others,
    detail: shownDetail,
    what: general.what,
    remedy: general.remedy,
    ...(general.remedyFor === undefined ? {} : { remedyFor: general.remedyFor }),
  }
}

/** The report without the bytes of its texts. Their digests stay. */
export const withoutTexts = ({ signed, expected, ...others }: Report): Report => ({
  ...others,
  ...(signed === undefined ? {} : { signed: withoutBytes(signed) }),
  ...(expected === undefined ? {} : { expected: withoutBytes(expected) }),
})

const withoutBytes = ({ hash, digest }: Text): Text => ({ hash, digest })

// ---- Pieces of a secret

/** A shorter piece of a secret shows little, and longer pieces would let the rest of a cut secret pass. */
const pieceLength = 5

/** Each sentence is compared with all secrets. If they have more characters than this, no sentence is shown. */
const maxCompared = 16_384

const lengthOf = (secrets: ReadonlyArray<string>): number => secrets.reduce((sum, { length }) => sum + length, 0)

/** Letters and digits alone: an escape, a blank or a mark between them hides no piece. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Base64 depends on the offset of the text: the first and the last character may belong to other bytes as well. */
const base64Forms = (bytes: Bytes.Bytes): ReadonlyArray<string> =>
  [0, 1, 2].map((shift) =>
    Base64.encode(Bytes.concat([new Uint8Array(shift), bytes])).slice(shift === 0 ? 0 : shift + 1),
  )

/** A value as it is, without its escapes, its bytes as characters, as escapes of JSON, as hexadecimal digits and as Base64. */
const formsOf = (value: string): ReadonlyArray<string> => {
  const encoded = Bytes.ofText(value)
  const bytes = E.isRight(encoded) ? encoded.right : Bytes.empty
  const jsonEscapes = Array.from(value, (c) => `u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  return [value, decode(value), latin1(bytes), jsonEscapes, Bytes.toHex(bytes), ...base64Forms(bytes)].map(plain)
}

/** Answers for a sentence that holds none of these secrets, no piece of one and no name of a secret before a value. */
export const hidesSecrets = (secrets: ReadonlyArray<string>, seemsSecret: (text: string) => boolean): MayShow => {
  if (lengthOf(secrets) > maxCompared) return () => false
  // A request may hold thousands of secrets, so no sentence is compared with one secret after the other.
  const pieces = new Set([...new Set(secrets.flatMap(formsOf))].flatMap(piecesOf))
  const shortSecrets = byLength(secrets.filter((secret) => plain(secret).length < pieceLength))
  return (sentence) =>
    !seemsSecret(sentence) &&
    !piecesOf(plain(sentence)).some((piece) => pieces.has(piece)) &&
    ![sentence, decode(sentence)].some((text) => hasWord(shortSecrets, text))
}

const piecesOf = (letters: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, letters.length - pieceLength + 1) }, (_, start) =>
    letters.slice(start, start + pieceLength),
  )

type ByLength = ReadonlyMap<number, ReadonlySet<string>>

const byLength = (texts: ReadonlyArray<string>): ByLength => {
  const lengths = new Map<number, Set<string>>()
  for (const text of texts) {
    const sameLength = lengths.get(text.length)
    if (sameLength === undefined) lengths.set(text.length, new Set([text]))
    else sameLength.add(text)
  }
  return lengths
}

/** Whether a text holds one of these secrets that is no part of a longer word: `a-1` is in `x=a-1&y=2`, but not in `data-10`. */
const hasWord = (secrets: ByLength, text: string): boolean => {
  for (const [length, sameLength] of secrets)
    for (let start = 0; start + length <= text.length; start++)
      if (sameLength.has(text.slice(start, start + length)) && isWord(text, start, start + length)) return true
  return false
}

const beginsWithLetter = /^[\p{L}\p{N}]/u
const endsWithLetter = /[\p{L}\p{N}]$/u

/** The most UTF-16 units of one character. */
const maxUnits = 2

/** Whether no letter and no digit at an end of this piece is joined to another one beside the piece. */
const isWord = (text: string, start: number, end: number): boolean => {
  const piece = text.slice(start, end)
  const isJoinedBefore =
    beginsWithLetter.test(piece) && endsWithLetter.test(text.slice(Math.max(0, start - maxUnits), start))
  const isJoinedAfter = endsWithLetter.test(piece) && beginsWithLetter.test(text.slice(end, end + maxUnits))
  return !isJoinedBefore && !isJoinedAfter
}

// ---- Values of a body

const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** A value is cut into blocks of this length. A sentence that holds a block quotes the value, whatever its words. */
const blockLength = 12

/** The values in a body: those of JSON or of a form, otherwise the whole text. */
const valuesOf = (body: string): ReadonlyArray<string> => {
  if (inspect<unknown>(() => JSON.parse(body), undefined) !== undefined) return valuesOfJson(body)
  return /^[^\s={}<>"]+=/.test(body) ? body.split('&').flatMap(fieldValuesOf) : [body]
}

/** The value of a field as it is, and decoded. */
const fieldValuesOf = (field: string): ReadonlyArray<string> => {
  const value = field.slice(field.indexOf('=') + 1)
  return [value, decodeForm(value)]
}

/** A string of JSON, with the colon after it if it is a name, or a number. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/g

/**
 * Each string and number, as it is written and as it is read: `1e3` and `1000`, `\u5f20` and `张`. The text is read by its tokens,
 * because `JSON.parse` drops the first value of a name that is repeated. A string may hold JSON or a form again.
 */
const valuesOfJson = (json: string): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (const [token, colon] of json.matchAll(stringOrNumber)) {
    if (colon !== undefined) continue
    const value: unknown = JSON.parse(token)
    values.push(token, String(value))
    if (typeof value === 'string' && /[=:]/.test(value)) for (const inner of valuesOf(value)) values.push(inner)
  }
  return values
}

/** Lengths and places say nothing of a value, though they may have its digits. */
const counts =
  /\b\d+ (?:more )?(?:bytes?|characters?|digits|lines?|texts?|times|items?)\b|\bbyte \d+|\bUTF-\d+|\bBase64/g

let wordsOfCatalogue: ReadonlySet<string> | undefined

/** Words that our sentences have for every request. */
const commonWords = (): ReadonlySet<string> => {
  wordsOfCatalogue ??= new Set(
    catalogue
      .flatMap(({ what, remedy, tells }) => wordsOf(`${what} ${remedy} ${tells}`))
      .filter((word) => !/\d/.test(word)),
  )
  return wordsOfCatalogue
}

/** Answers for a sentence that shows no value of these bodies. */
export const hidesValues = (bodies: ReadonlyArray<Bytes.Bytes>): MayShow => {
  const values = new Set(bodies.filter((body) => body.length > 0).flatMap((body) => valuesOf(textOf(body))))
  const words = new Set<string>()
  const blocks = new Set<string>()
  for (const value of values) {
    for (const word of wordsOf(value)) if (!commonWords().has(word)) words.add(word)
    for (let start = 0; start + blockLength <= value.length; start += blockLength)
      blocks.add(value.slice(start, start + blockLength))
  }
  return (sentence) => {
    if (wordsOf(sentence.replace(counts, '')).some((word) => words.has(word))) return false
    for (let start = 0; start + blockLength <= sentence.length; start++)
      if (blocks.has(sentence.slice(start, start + blockLength))) return false
    return true
  }
}

/** The lines of a text to sign before its body: method, target, timestamp and nonce, each as its rule demands. */
const standardHead = /^[A-Za-z]{1,32}\n\/[!-~]{0,8192}\n\d{1,32}\n[0-9A-Za-z-]{1,128}\n/

/** At least the longest head. */
const maxHead = 9000

/**
 * The lines of a text before its body, with their line feeds. Undefined if the text may be joined in another way: then any part of
 * it may be the body.
 */
export const headOf = (text: Bytes.Bytes): Bytes.Bytes | undefined => {
  const [head] = standardHead.exec(latin1(text.subarray(0, maxHead))) ?? []
  return head === undefined ? undefined : text.subarray(0, head.length)
}
