/**
 * The string to sign on the page of the inspector: as a verifier assembles it from the request, with its digest. If the diagnosis knows
 * the text that the caller signed, both are shown side by side, with marks where they differ:
 *
 *     What the caller signed     What a verifier expects
 *     POST\n/jobs\n…             POST\n/v1/jobs\n…
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

/** The view for a request. With a report, the text that the caller signed is beside it. */
export const stringToSignView = (inspection: Inspection, report?: Report): ReadonlyArray<HTMLElement> => {
  const title = el('h3', say('String to sign'))
  const [line] = inspection.authorization
  if (line !== undefined && isCredential(line, inspection.settings.authType)) {
    if (isBearer(line)) return [title, el('p.quiet', say('A request with a token is not signed.'))]
    // A credential of another kind, such as that of Basic.
    return [title, el('p.quiet', say('The header is not that of a signed request.'))]
  }
  const compared = report === undefined ? undefined : comparisonView(report)
  const { bytes, gaps } = assemble(inspection)
  const notice = gaps.length === 0 ? [] : [el('p.bad', say(`The string to sign is not complete: ${gaps.join(', ')}.`))]
  return [title, ...notice, ...(compared ?? signedBytes(bytes))]
}

/** A part of the string to sign, as far as the request has it. */
interface HeadPart {
  /** A malformed part is as it came, a missing part is empty. */
  readonly text: string
  /** Why a verifier refuses the request before it assembles the string to sign. */
  readonly gap?: string
}

/** The string to sign, and why a verifier would not have assembled it. */
const assemble = ({ method, target, authorization, body, settings }: Inspection) => {
  const parsedMethod = Method.parse(method)
  const parsedTarget = RequestTarget.parse(target)
  const { values } = readingOf(authorization[0] ?? '', settings.authType)
  const timestamp = values.timestamp[0]
  const nonce = values.nonce_str[0]
  const head: ReadonlyArray<HeadPart> = [
    E.isRight(parsedMethod) ? { text: parsedMethod.right } : { text: method, gap: 'the method is malformed' },
    E.isRight(parsedTarget) ? { text: parsedTarget.right } : { text: target, gap: 'the target is malformed' },
    timestamp === undefined ? { text: '', gap: 'the header gives no timestamp' } : { text: timestamp },
    nonce === undefined ? { text: '', gap: 'the header gives no nonce' } : { text: nonce },
  ]
  const headBytes = E.getOrElse(() => Bytes.empty)(Bytes.ofText(head.map(({ text }) => `${text}\n`).join('')))
  return { bytes: Bytes.concat([headBytes, body]), gaps: head.flatMap(({ gap }) => gap ?? []) }
}

/** Bytes, with their length and digest below. */
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

/** Both texts, side by side. Undefined if the report has not both, or if neither text nor hash nor digest differ. */
export const comparisonView = ({ signed, expected, difference }: Report): ReadonlyArray<HTMLElement> | undefined => {
  if (signed === undefined || expected === undefined) return undefined
  const isSame = difference === undefined && signed.hash === expected.hash && signed.digest === expected.digest
  if (isSame) return undefined
  const signedText = textOf(signed)
  const expectedText = textOf(expected)
  const stretches = signedText === undefined || expectedText === undefined ? [] : differences(signedText, expectedText)
  return [
    ...(difference === undefined ? [] : [differenceInWords(difference, stretches.length)]),
    ...(signed.hashed === undefined ? [] : [el('p.first-difference', say(digestInWords(difference)))]),
    el(
      'div.sides',
      side(
        'What the caller signed',
        signed,
        stretches.map((stretch) => stretch.signed),
      ),
      side(
        'What a verifier expects',
        expected,
        stretches.map((stretch) => stretch.expected),
      ),
    ),
  ]
}

/** The words for a caller that signed the digest of a text as if the digest were the text. */
const digestInWords = (difference: Difference | undefined): string =>
  difference === undefined
    ? 'The text itself is right. The caller then signed the digest instead of the text.'
    : 'The caller then signed the digest instead of the text.'

/** The bytes to show. If the caller signed the digest of a text, they are that text. */
const textOf = ({ hashed, bytes }: Text): Uint8Array | undefined => hashed ?? bytes

/** Where a difference is, if it is in no part of the request. */
const placeWords: Partial<Record<Difference['part'], string>> = {
  separator: 'where a line of the string to sign ends',
  end: 'at the end',
}

const differenceInWords = ({ offset, part, signed, expected }: Difference, count: number): HTMLElement =>
  el(
    'p.first-difference',
    say(
      `They differ in ${counted(count, 'place')}; the first is at byte ${offset}, ${placeWords[part] ?? `in the ${part}`}:`,
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
  // `bytes` are then the text, and `digest` is that of its digest.
  const ofDigest = text.hashed === undefined ? '' : say(' of its digest')
  const caption = el('figcaption', `${length}${hashName(text.hash)}${ofDigest} `, code(text.digest))
  return el('figure', el('h4', say(title)), shown, caption)
}

/** `md5` is MD5, `sha256` is SHA-256. */
const hashName = (name: Text['hash']): string => name.toUpperCase().replace('SHA', 'SHA-')
