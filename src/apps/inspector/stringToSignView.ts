/**
 * The string to sign as a verifier assembles it from the request, and its digest; when the diagnosis knows what was signed,
 * both side by side.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import * as Method from '../../core/Method.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import { byteName } from '../../kit/diagnosis/glyphs.ts'
import { isBearer, isCredential, readingOf } from '../../kit/diagnosis/headerParts.ts'
import { counted } from '../../kit/diagnosis/numerals.ts'
import type { Difference, Report, Text } from '../../kit/diagnosis/Report.ts'
import { bytesView } from './bytesView.ts'
import { differences, type Span } from './differences.ts'
import { code, el } from './element.ts'
import { hash } from './hash.ts'
import type { Inspection } from './Inspection.ts'
import { say } from './language.ts'

/**
 * What a verifier would assemble; a malformed part is as it came, a missing one is empty. With gaps, it would have refused the
 * request before.
 */
const assemble = ({ method, target, authorization, body, settings }: Inspection) => {
  const verb = Method.parse(method)
  const place = RequestTarget.parse(target)
  const { values } = readingOf(authorization[0] ?? '', settings.authType)
  const timestamp = values.timestamp[0]
  const nonce = values.nonce_str[0]
  const head: ReadonlyArray<readonly [part: string, gap?: string]> = [
    E.isRight(verb) ? [verb.right] : [method, 'the method is malformed'],
    E.isRight(place) ? [place.right] : [target, 'the target is malformed'],
    timestamp === undefined ? ['', 'the header gives no timestamp'] : [timestamp],
    nonce === undefined ? ['', 'the header gives no nonce'] : [nonce],
  ]
  const text = E.getOrElse(() => Bytes.empty)(Bytes.ofText(head.map(([part]) => `${part}\n`).join('')))
  return { bytes: Bytes.concat([text, body]), gaps: head.flatMap(([, gap]) => gap ?? []) }
}

/** With a report, beside the text that was signed. */
export const stringToSignView = (inspection: Inspection, report?: Report): ReadonlyArray<HTMLElement> => {
  const title = el('h3', say('String to sign'))
  const [line] = inspection.authorization
  if (isBearer(line ?? '')) return [title, el('p.quiet', say('A request with a token is not signed.'))]
  if (line !== undefined && isCredential(line, inspection.settings.authType))
    return [title, el('p.quiet', say('The header is not that of a signed request.'))]
  const compared = report === undefined ? undefined : comparisonView(report)
  const { bytes, gaps } = assemble(inspection)
  const notice = gaps.length === 0 ? [] : [el('p.bad', say(`Not whole: ${gaps.join(', ')}.`))]
  return [title, ...notice, ...(compared ?? signedBytes(bytes))]
}

/** Bytes with their length and digest below. */
export const signedBytes = (bytes: Bytes.Bytes): ReadonlyArray<HTMLElement> => [
  bytesView(bytes, 'The string to sign'),
  el(
    'dl.facts',
    el('dt', say('Length')),
    el('dd', say(`${bytes.length} bytes`)),
    el('dt', 'SHA-256'),
    el('dd', code(Bytes.toHex(hash('sha256', bytes)))),
  ),
]

/** Undefined if the report has no two texts that differ. */
export const comparisonView = ({ signed, expected, difference }: Report): ReadonlyArray<HTMLElement> | undefined => {
  if (signed === undefined || expected === undefined) return undefined
  const same = difference === undefined && signed.hash === expected.hash && signed.digest === expected.digest
  if (same) return undefined
  const ours = textOf(signed)
  const theirs = textOf(expected)
  const stretches = ours === undefined || theirs === undefined ? [] : differences(ours, theirs)
  const marks = { signed: stretches.map((one) => one.signed), expected: stretches.map((one) => one.expected) }
  const again = 'The caller then signed the digest in place of the text.'
  const hashed = difference === undefined ? `The text itself is right. ${again}` : again
  return [
    ...(difference === undefined ? [] : [differenceInWords(difference, stretches.length)]),
    ...(signed.hashed === undefined ? [] : [el('p.first-difference', say(hashed))]),
    el(
      'div.sides',
      side('What the caller signed', signed, marks.signed),
      side('What a verifier expects', expected, marks.expected),
    ),
  ]
}

// A digest beside a text says nothing, so the hashed text is shown.
const textOf = ({ hashed, bytes }: Text): Uint8Array | undefined => hashed ?? bytes

/** Where a difference is that is in no part of the text. */
const places: Partial<Record<Difference['part'], string>> = {
  separator: 'where a line of the string to sign ends',
  end: 'at the end',
}

const differenceInWords = ({ offset, part, signed, expected }: Difference, count: number): HTMLElement =>
  el(
    'p.first-difference',
    say(
      `They differ in ${counted(count, 'place')}; the first is at byte ${offset}, ${places[part] ?? `in the ${part}`}:`,
    ),
    say(' signed was '),
    byteOf(signed),
    say(', expected is '),
    byteOf(expected),
    say('.'),
  )

const byteOf = (byte: number | undefined): Node =>
  byte === undefined ? document.createTextNode(say('the end')) : code(byteName(byte))

const side = (title: string, text: Text, marks: ReadonlyArray<Span>): HTMLElement => {
  const bytes = textOf(text)
  const shown =
    bytes === undefined
      ? el('p.quiet', say('The text is not known; only its digest is in the signature.'))
      : bytesView(bytes, title, marks)
  const length = bytes === undefined ? '' : `${say(`${bytes.length} bytes`)}, `
  const ofDigest = text.hashed === undefined ? '' : say(' of its digest')
  const caption = el('figcaption', `${length}${hashName(text.hash)}${ofDigest} `, code(text.digest))
  return el('figure', el('h4', say(title)), shown, caption)
}

/** `md5` is MD5, `sha256` is SHA-256. */
const hashName = (name: Text['hash']): string => name.toUpperCase().replace('SHA', 'SHA-')
