/**
 * The words for two texts of a part that differ by one edit, and for which no other words fit. They say what the texts show, and not why:
 *
 *     signed {"a":1,"a":1}   sent {"a":1}         signed '"a":1,' twice in a row, sent it once
 *     signed <a/><c/>        sent <a/><b/><c/>    signed without "<b/>"
 *     signed say "hi" now    sent say hi now      signed '"hi"' where "hi" was sent
 *     signed 2026/12/01      sent 2026-12-01      signed "/" for each "-"
 */
import { beginningOf } from './shownPair.ts'
import type { Telling } from './Telling.ts'

export type EditedPart = 'target' | 'body'

export const remedyOf: Readonly<Record<EditedPart, string>> = {
  target: 'Write the target once. Then sign and send exactly this text.',
  body: 'Make the body once. Then sign and send exactly these bytes.',
}

/** The difference of two texts in words. Undefined if a text is empty or both are the same. */
export const editDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  if (signed === sent || signed === '' || sent === '') return undefined
  const pieces = widened(piecesOf(signed, sent))
  return (
    onlyInOne(piecesOf(signed, sent), partName) ??
    everywhere({ signed, sent }, partName) ??
    exchanged(pieces, partName) ??
    replaced(pieces, partName)
  )
}

/** A longer piece is cut to so many characters. */
const maxShown = 60

/** A piece in quotation marks. If double ones and backslashes are all that would need an escape, the marks are single ones. */
export const quoted = (piece: string): string => {
  const shown = beginningOf(piece, maxShown)
  const literal = JSON.stringify(shown)
  const isPlain = literal === `"${shown.replace(/["\\]/g, '\\$&')}"`
  return /["\\]/.test(shown) && isPlain && !shown.includes("'") ? `'${shown}'` : literal
}

/** The pieces in which two texts differ: what stands between their common beginning and their common end. */
interface Pieces {
  readonly before: string
  readonly signed: string
  readonly sent: string
  readonly after: string
}

/** The length of the common beginning. No surrogate pair is divided. */
const commonStart = (one: string, other: string): number => {
  const limit = Math.min(one.length, other.length)
  let length = 0
  while (length < limit && one[length] === other[length]) length++
  return /[\ud800-\udbff]$/.test(one.slice(0, length)) ? length - 1 : length
}

const commonEnd = (one: string, other: string, limit: number): number => {
  let length = 0
  while (length < limit && one.at(-1 - length) === other.at(-1 - length)) length++
  return length > 0 && /^[\udc00-\udfff]/.test(one.slice(-length)) ? length - 1 : length
}

const piecesOf = (signed: string, sent: string): Pieces => {
  const start = commonStart(signed, sent)
  const end = commonEnd(signed, sent, Math.min(signed.length, sent.length) - start)
  return {
    before: signed.slice(0, start),
    signed: signed.slice(start, signed.length - end),
    sent: sent.slice(start, sent.length - end),
    after: signed.slice(signed.length - end),
  }
}

const opening = /^[<{["'&?/]/
const closing = /[>}\]"',;&/\n]$/

/** The more a piece looks like a whole one, the larger: a line, an element, or a member with its comma. */
const wholeness = ({ before, signed, sent, after }: Pieces): number => {
  const piece = signed + sent
  const isLine = (before === '' || before.endsWith('\n')) && (after === '' || piece.endsWith('\n'))
  const isBalanced =
    (piece.split('"').length - 1) % 2 === 0 &&
    ['<>', '{}', '[]'].every(([open = '', close = '']) => piece.split(open).length === piece.split(close).length)
  return (isLine ? 4 : 0) + (isBalanced ? 2 : 0) + (opening.test(piece) ? 1 : 0) + (closing.test(piece) ? 1 : 0)
}

/** The most characters by which a piece is shifted. */
const maxShift = 200

/**
 * The piece that only one text has, as a person would cut it: `<b/>`, not `b/><` of `<a/><b/><c/>`. Both are right, because the characters
 * before the piece are the same as those at its end.
 */
const asWhole = (pieces: Pieces): Pieces => {
  let shifted = pieces
  let best = pieces
  for (let count = 0; count < maxShift; count++) {
    const { before, signed, sent, after } = shifted
    const last = (signed + sent).at(-1)
    if (last === undefined || before.at(-1) !== last) break
    const shift = (piece: string): string => (piece === '' ? '' : last + piece.slice(0, -1))
    shifted = { before: before.slice(0, -1), signed: shift(signed), sent: shift(sent), after: last + after }
    if (wholeness(shifted) > wholeness(best)) best = shifted
  }
  return best
}

/** Whether a piece repeats what stands before or behind it. */
const isRepeated = ({ before, signed, sent, after }: Pieces): boolean =>
  before.endsWith(signed + sent) || after.startsWith(signed + sent)

const repeated = ({ signed, sent }: Pieces, partName: EditedPart): Telling => {
  const shown = quoted(signed + sent)
  const isSigned = sent === ''
  return {
    detail: isSigned ? `${shown} twice` : `${shown} once`,
    what: isSigned
      ? `The caller signed ${shown} twice in a row, but sent it once.`
      : `The caller signed ${shown} once, but sent it twice in a row.`,
    remedy: remedyOf[partName],
  }
}

const wordAtEnd = /[\p{L}\p{N}]$/u
const wordAtStart = /^[\p{L}\p{N}]/u

/** Whether a piece is only a part of a word. Then the whole word is shown: `1200`, and not `00` after `12`. */
const isWithinWord = ({ before, signed, sent, after }: Pieces): boolean =>
  (wordAtEnd.test(before) && wordAtStart.test(signed + sent)) ||
  (wordAtEnd.test(signed + sent) && wordAtStart.test(after))

/** The words for a segment or a parameter of a target that stands twice in a row in one of the texts. The first segment is a prefix. */
export const repeatedInTarget = (signed: string, sent: string): Telling | undefined => {
  const pieces = asWhole(piecesOf(signed, sent))
  const isWhole = /^(?:\/[^/?&]+|[^/?&]+\/|[^/?&]+&|&[^/?&]+)$/.test(pieces.signed + pieces.sent)
  const isPrefix = pieces.before.length <= (pieces.signed + pieces.sent).length + 1
  return isWhole && !isPrefix && (pieces.signed === '') !== (pieces.sent === '') && isRepeated(pieces)
    ? repeated(pieces, 'target')
    : undefined
}

/** A piece stands only in one of the texts. */
const onlyInOne = (found: Pieces, partName: EditedPart): Telling | undefined => {
  if ((found.signed === '') === (found.sent === '')) return undefined
  const pieces = asWhole(found)
  if (isRepeated(pieces)) return repeated(pieces, partName)
  if (isWithinWord(pieces)) return undefined
  const { before, signed, sent } = pieces
  const shown = quoted(signed + sent)
  const place = `after ${before.length} characters of the ${partName}`
  const isSigned = sent === ''
  return {
    detail: isSigned ? `with ${shown}` : `without ${shown}`,
    what: isSigned
      ? `The caller signed ${shown}, ${place}, but did not send it.`
      : `The caller did not sign ${shown}, ${place}, but sent it.`,
    remedy: remedyOf[partName],
  }
}

/** For each place of one character in the sent text, another text was signed, or nothing. */
const everywhere = (
  { signed, sent }: { readonly signed: string; readonly sent: string },
  partName: EditedPart,
): Telling | undefined => {
  const start = commonStart(signed, sent)
  const character = String.fromCodePoint(sent.codePointAt(start) ?? 0)
  const count = sent.split(character).length - 1
  if (count < 2 || start >= sent.length) return undefined
  const added = (signed.length - sent.length) / count + character.length
  if (!Number.isInteger(added) || added < 0) return undefined
  const substitute = signed.slice(start, start + added)
  if (sent.replaceAll(character, () => substitute) !== signed) return undefined
  return exchangedEverywhere({ from: character, to: substitute, count }, partName)
}

/** The words for a text `to` that was signed wherever `from` was sent, so many times. */
export const exchangedEverywhere = (
  { from, to, count }: { readonly from: string; readonly to: string; readonly count: number },
  partName: EditedPart,
): Telling => ({
  detail: `${quoted(to)} for each ${quoted(from)}`,
  what:
    to === ''
      ? `The caller signed the ${partName} without any ${quoted(from)}, but sent it with all ${count} of them.`
      : `The caller signed ${quoted(to)} for each ${quoted(from)} in the ${partName} that it sent.`,
  remedy: remedyOf[partName],
})

/** The same two words, in the other order. */
const exchanged = ({ signed, sent }: Pieces, partName: EditedPart): Telling | undefined => {
  for (let length = 1; length < Math.min(signed.length, maxShown); length++) {
    const first = signed.slice(0, length)
    const last = sent.slice(0, signed.length - length)
    if (!sent.endsWith(first)) continue
    for (let lastLength = 1; lastLength <= Math.min(signed.length - length, maxShown); lastLength++) {
      const second = signed.slice(-lastLength)
      const between = signed.slice(length, -lastLength)
      if (last.startsWith(second) && sent === second + between + first)
        return {
          detail: `${quoted(first)} and ${quoted(second)} exchanged`,
          what: `The caller signed ${quoted(first)} and ${quoted(second)} in exchanged places: in the ${partName} that was sent, ${quoted(second)} comes first.`,
          remedy: remedyOf[partName],
        }
    }
  }
  return undefined
}

/** One piece instead of another. The rest, which is the same in both texts, is at least as long. */
const replaced = ({ before, signed, sent, after }: Pieces, partName: EditedPart): Telling | undefined => {
  if (Math.max(signed.length, sent.length) > before.length + after.length) return undefined
  return {
    detail: `${quoted(signed)} where ${quoted(sent)} was sent`,
    what: `The caller signed ${quoted(signed)} where ${quoted(sent)} was sent, after ${before.length} characters of the ${partName}.`,
    remedy: remedyOf[partName],
  }
}

const ofWord = /[\p{L}\p{N}_-]/u

/** The length of the part of a word at the end of a text. */
const wordLengthAtEnd = (text: string): number => {
  let length = 0
  while (length < text.length && ofWord.test(text.charAt(text.length - 1 - length))) length++
  return length
}

/** The pieces with the rest of the words in which they begin and end. */
const widened = ({ before, signed, sent, after }: Pieces): Pieces => {
  const from = before.length - wordLengthAtEnd(before)
  const start = before.slice(from)
  const end = /^[\p{L}\p{N}_-]*/u.exec(after)?.[0] ?? ''
  return {
    before: before.slice(0, from),
    signed: start + signed + end,
    sent: start + sent + end,
    after: after.slice(end.length),
  }
}
