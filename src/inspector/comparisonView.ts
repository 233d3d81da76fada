/**
 * What was signed and what was expected, side by side, with the first difference in words and marked.
 */
import { byteName } from '../diagnosis/glyphs.ts'
import type { Difference, Report, Text } from '../diagnosis/Report.ts'
import { bytesView } from './bytesView.ts'
import { code, el } from './element.ts'

export const comparisonView = ({ signed, expected, difference }: Report): ReadonlyArray<HTMLElement> => {
  if (signed === undefined || expected === undefined) return []
  const same = difference === undefined && signed.hash === expected.hash && signed.digest === expected.digest
  if (same) return []
  const mark = difference?.offset
  const again = 'Its digest was then signed in place of the text.'
  return [
    el('h4', { class: 'compare' }, 'Signed and expected'),
    difference === undefined ? undefined : differenceInWords(difference),
    signed.hashed === undefined
      ? undefined
      : el('p', firstDifference, difference === undefined ? `The text itself is right. ${again}` : again),
    el(
      'div',
      { class: 'sides' },
      side('What the caller signed', signed, mark),
      side('What a verifier expects', expected, mark),
    ),
  ].filter((part) => part !== undefined)
}

const firstDifference = { class: 'first-difference' }

const partWords: Record<Difference['part'], string> = {
  method: 'in the method',
  target: 'in the target',
  timestamp: 'in the timestamp',
  nonce: 'in the nonce',
  body: 'in the body',
  separator: 'in what separates the parts',
  end: 'at the end',
}

const differenceInWords = ({ offset, part, signed, expected }: Difference): HTMLElement =>
  el(
    'p',
    firstDifference,
    `The first difference is at byte ${offset}, ${partWords[part]}: signed was `,
    byteOf(signed),
    ', expected is ',
    byteOf(expected),
    '.',
  )

const byteOf = (byte: number | undefined): Node =>
  byte === undefined ? document.createTextNode('the end') : code(byteName(byte))

// A digest beside a text says nothing, so the hashed text is shown.
const side = (title: string, { hashed, hash, digest, ...text }: Text, mark: number | undefined): HTMLElement => {
  const bytes = hashed ?? text.bytes
  const shown =
    bytes === undefined
      ? el('p', { class: 'quiet' }, 'The text is not known; only its digest is in the signature.')
      : bytesView(bytes, { label: title, mark })
  const length = bytes === undefined ? '' : `${bytes.length} bytes, `
  const ofDigest = hashed === undefined ? '' : ' of its digest'
  const caption = el('figcaption', {}, `${length}${hashName(hash)}${ofDigest} `, code(digest))
  return el('figure', {}, el('h4', {}, title), shown, caption)
}

/** `md5` is MD5, `sha256` is SHA-256. */
const hashName = (name: Text['hash']): string => name.toUpperCase().replace('SHA', 'SHA-')
