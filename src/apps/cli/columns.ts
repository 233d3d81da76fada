/** Text in the columns of a terminal, where a Chinese character takes two. */

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u

export const columnsOf = (text: string): number => [...text].reduce((sum, c) => sum + (wide.test(c) ? 2 : 1), 0)

/** With blanks after it, up to a number of columns. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)))

/** Marks that begin no line, and marks that end none. */
const closing = /[，。、：；！？）”》]/u
const opening = /[（“《]/u

/** Pieces that a line may be broken between: words with the blank after them, and single wide characters. */
const piecesOf = (text: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let before = ''
  for (const character of text) {
    const isBreak =
      before === ' ' ||
      ((wide.test(character) || wide.test(before)) && !closing.test(character) && !opening.test(before))
    if (before === '' || (isBreak && character !== ' ')) pieces.push(character)
    else pieces[pieces.length - 1] += character
    before = character
  }
  return pieces
}

/** Lines of at most `width` columns; a longer word gets a line of its own. */
export const wrappedColumns = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const piece of piecesOf(text)) {
    const last = lines.at(-1)
    if (last !== undefined && columnsOf(`${last}${piece}`.trimEnd()) <= width) lines[lines.length - 1] = last + piece
    else lines.push(piece)
  }
  return lines.map((line) => line.trimEnd())
}
