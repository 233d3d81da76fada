/**
 * Text in the columns of a terminal, where a Chinese character takes two. Reports in Chinese are padded and wrapped by these.
 *
 *     columnsOf('ab签名')                 6
 *     padded('签名', 6)                   '签名  '
 *     wrappedColumns('签名无效。', 6)     ['签名无', '效。']        no line begins with 。
 */

/** Characters that take two columns: CJK, Hangul, full-width forms and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u

export const columnsOf = (text: string): number =>
  [...text].reduce((columns, character) => columns + (wide.test(character) ? 2 : 1), 0)

/** The text with spaces after it, up to a number of columns. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)))

/** Lines of at most `width` columns; a longer word gets a line of its own. */
export const wrappedColumns = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const piece of unbreakablePieces(text)) {
    const lastLine = lines.at(-1)
    if (lastLine !== undefined && columnsOf(`${lastLine}${piece}`.trimEnd()) <= width)
      lines[lines.length - 1] = lastLine + piece
    else lines.push(piece)
  }
  return lines.map((line) => line.trimEnd())
}

/** Pieces between which a line may be broken: words with the spaces after them, and single wide characters. */
const unbreakablePieces = (text: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let previous = ''
  for (const character of text) {
    if (previous === '' || mayBreakBetween(previous, character)) pieces.push(character)
    else pieces[pieces.length - 1] += character
    previous = character
  }
  return pieces
}

/** Punctuation that must not begin a line, and punctuation that must not end one. */
const closing = /[，。、：；！？）”》]/u
const opening = /[（“《]/u

const mayBreakBetween = (previous: string, character: string): boolean => {
  if (character === ' ') return false
  if (previous === ' ') return true
  const isWide = wide.test(character) || wide.test(previous)
  return isWide && !closing.test(character) && !opening.test(previous)
}
