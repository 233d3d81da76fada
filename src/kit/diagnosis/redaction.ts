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
import { inEnglish, type Say } from './chinese/dictionary.ts'
import { mistakeOf } from './finding.ts'
import { decode } from './forms/percent.ts'
import { textOf } from './Received.ts'
import type { Finding, Report, Text } from './Report.ts'

/** Whether a sentence of ours holds nothing that must not be shown. */
export type MayShow = (sentence: string) => boolean

export const showAll: MayShow = () => true

/** The report with general words in place of each sentence that may not be shown, and without a headline that may not be shown. */
export const redacted = (report: Report, mayShow: MayShow, say: Say = inEnglish): Report => {
  const { headline, findings, alternatives, ...others } = report
  const redact = (some: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
    some.map((found) => redactedFinding(found, mayShow, say))
  return {
    ...others,
    ...(headline === undefined || !mayShow(headline) ? {} : { headline }),
    findings: redact(findings),
    alternatives: alternatives.map(redact),
  }
}

const redactedFinding = (found: Finding, mayShow: MayShow, say: Say): Finding => {
  const { what, remedy, remedyFor, detail, ...others } = found
  const sentences = [what, remedy, remedyFor?.caller ?? '', remedyFor?.operator ?? '']
  const shownDetail = mayShow(detail) ? detail : ''
  if (sentences.every(mayShow)) return { ...found, detail: shownDetail }
  const general = mistakeOf(found.id)
  return {
    ...others,
    detail: shownDetail,
    what: say(general.what),
    remedy: say(general.remedy),
    ...(general.remedyFor === undefined
      ? {}
      : { remedyFor: { caller: say(general.remedyFor.caller), operator: say(general.remedyFor.operator) } }),
  }
}

/** The report without the bytes of its texts. Their digests stay. */
export const withoutTexts = ({ signed, expected, ...others }: Report): Report => ({
  ...others,
  ...(signed === undefined ? {} : { signed: withoutBytes(signed) }),
  ...(expected === undefined ? {} : { expected: withoutBytes(expected) }),
})

const withoutBytes = ({ hash, digest }: Text): Text => ({ hash, digest })

/** The texts that a report holds. */
export const textsOf = ({ signed, expected }: Report): ReadonlyArray<Bytes.Bytes> =>
  [signed?.bytes, signed?.hashed, expected?.bytes].filter((bytes) => bytes !== undefined)

// ---- Pieces of a secret

/** A shorter piece of a secret shows little, and longer pieces would let the rest of a cut secret pass. */
const pieceLength = 5

/** Letters and digits alone: an escape, a blank or a mark between them hides no piece. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Base64 depends on the offset of the text: the first and the last character may belong to other bytes as well. */
const base64Forms = (bytes: Bytes.Bytes): ReadonlyArray<string> =>
  [0, 1, 2].map((shift) =>
    Base64.encode(Bytes.concat([new Uint8Array(shift), bytes])).slice(shift === 0 ? 0 : shift + 1),
  )

/** A value as it is, without its escapes, as escapes of JSON, as hexadecimal digits and as Base64. */
const formsOf = (value: string): ReadonlyArray<string> => {
  const encoded = Bytes.ofText(value)
  const bytes = E.isRight(encoded) ? encoded.right : Bytes.empty
  const jsonEscapes = Array.from(value, (c) => `u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  return [value, decode(value), jsonEscapes, Bytes.toHex(bytes), ...base64Forms(bytes)].map(plain)
}

/** Answers for a sentence that holds none of these secrets, no piece of one and no name of a secret before a value. */
export const hidesSecrets = (secrets: ReadonlyArray<string>, seemsSecret: (text: string) => boolean): MayShow => {
  if (secrets.length === 0) return (sentence) => !seemsSecret(sentence)
  const pieces = new Set<string>()
  for (const form of new Set(secrets.flatMap(formsOf)))
    for (let start = 0; start + pieceLength <= form.length; start++) pieces.add(form.slice(start, start + pieceLength))
  const short = new Set(secrets.filter((secret) => plain(secret).length < pieceLength))
  return (sentence) => {
    if (seemsSecret(sentence) || wordsOf(sentence).some((word) => short.has(word))) return false
    const letters = plain(sentence)
    for (let start = 0; start + pieceLength <= letters.length; start++)
      if (pieces.has(letters.slice(start, start + pieceLength))) return false
    return true
  }
}

// ---- Values of a body

const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** A value is cut into blocks of this length. A sentence that holds a block quotes the value, whatever its words. */
const blockLength = 12

/** The values in a body: those of JSON or of a form, otherwise the whole text. */
const valuesOf = (body: string): ReadonlyArray<string> => {
  const json = inspect<unknown>(() => JSON.parse(body), undefined)
  if (json !== undefined) return leavesOf(json)
  return /^[^\s={}<>"]+=/.test(body) ? body.split('&').flatMap(fieldValuesOf) : [body]
}

/** The value of a field as it is, and decoded. */
const fieldValuesOf = (field: string): ReadonlyArray<string> => {
  const value = field.slice(field.indexOf('=') + 1)
  return [value, decode(value.replaceAll('+', ' '))]
}

/** Every text and number at any depth. */
const leavesOf = (json: unknown): ReadonlyArray<string> => {
  const leaves: Array<string> = []
  const rest: Array<unknown> = [json]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string' || typeof value === 'number') leaves.push(String(value))
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) rest.push(member)
  }
  return leaves
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

/** The first lines of a text, up to the line feed before the body. Undefined if it has fewer lines. */
export const headOf = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  let end = 0
  for (let line = 0; line < headLines; line++) {
    const lineFeed = bytes.indexOf(0x0a, end)
    if (lineFeed < 0) return undefined
    end = lineFeed + 1
  }
  return bytes.subarray(0, end)
}

const headLines = 4
