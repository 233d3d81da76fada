/**
 * What was signed beside what was expected, with every difference marked, and the first one in words.
 */
import { byteName } from '../../kit/diagnosis/glyphs.ts'
import type { Difference, Report, Text } from '../../kit/diagnosis/Report.ts'
import { bytesView } from './bytesView.ts'
import { differences, type Span } from './differences.ts'
import { code, el } from './element.ts'
import { counted } from './words.ts'

/** Undefined if the report has no two texts that differ. */
export const comparisonView = ({ signed, expected, difference }: Report): ReadonlyArray<HTMLElement> | undefined => {
  if (signed === undefined || expected === undefined) return undefined
  const same = difference === undefined && signed.hash === expected.hash && signed.digest === expected.digest
  if (same) return undefined
  const [ours, theirs] = [textOf(signed), textOf(expected)]
  const stretches = ours === undefined || theirs === undefined ? [] : differences(ours, theirs)
  const again = 'Its digest was then signed in place of the text.'
  const hashed = difference === undefined ? `The text itself is right. ${again}` : again
  return [
    ...(difference === undefined ? [] : [differenceInWords(difference, stretches.length)]),
    ...(signed.hashed === undefined ? [] : [el('p', firstDifference, hashed)]),
    el(
      'div',
      { class: 'sides' },
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

const firstDifference = { class: 'first-difference' }

// A digest beside a text says nothing, so the hashed text is shown.
const textOf = ({ hashed, bytes }: Text): Uint8Array | undefined => hashed ?? bytes

const partWords: Record<Difference['part'], string> = {
  method: 'in the method',
  target: 'in the target',
  timestamp: 'in the timestamp',
  nonce: 'in the nonce',
  body: 'in the body',
  separator: 'in what separates the parts',
  end: 'at the end',
}

const differenceInWords = ({ offset, part, signed, expected }: Difference, places: number): HTMLElement =>
  el(
    'p',
    firstDifference,
    `They differ in ${counted(places, 'place')}; the first is at byte ${offset}, ${partWords[part]}: signed was `,
    byteOf(signed),
    ', expected is ',
    byteOf(expected),
    '.',
  )

const byteOf = (byte: number | undefined): Node =>
  byte === undefined ? document.createTextNode('the end') : code(byteName(byte))

const side = (title: string, text: Text, marks: ReadonlyArray<Span>): HTMLElement => {
  const bytes = textOf(text)
  const shown =
    bytes === undefined
      ? el('p', { class: 'quiet' }, 'The text is not known; only its digest is in the signature.')
      : bytesView(bytes, { label: title, marks })
  const length = bytes === undefined ? '' : `${bytes.length} bytes, `
  const ofDigest = text.hashed === undefined ? '' : ' of its digest'
  const caption = el('figcaption', {}, `${length}${hashName(text.hash)}${ofDigest} `, code(text.digest))
  return el('figure', {}, el('h4', {}, title), shown, caption)
}

/** `md5` is MD5, `sha256` is SHA-256. */
const hashName = (name: Text['hash']): string => name.toUpperCase().replace('SHA', 'SHA-')
