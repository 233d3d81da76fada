/**
 * A body that a program shortened for a log or a display, with a mark at its end, and then signed:
 *
 *     {"prompt":"a red fox"}     {"prompt":"a r...
 */
import type { Telling } from '../Telling.ts'
import type { Form } from './Respelling.ts'

/** A longer text has too many forms. */
const maxLength = 65_536

/** The lengths to which programs shorten a text. */
const lengths = [30, 32, 40, 50, 60, 64, 80, 100, 120, 128, 140, 150, 160, 200, 250, 255, 256, 300, 400, 500, 512]
const largeLengths = [1000, 1024, 2000, 2048, 4000, 4096, 5000, 8192, 10_000]

const marks = ['...', '…', ' ...', ' [...]', '[truncated]', '...[truncated]', '... (truncated)', '…(truncated)']

/** These lengths with the mark, too. */
const marksWithin = ['...', '…']

/** The text up to a round length with a mark behind it, and up to a place from which the mark makes its length round. */
export function* shortenedText(text: string): Generator<Form> {
  if (text.length > maxLength) return
  for (const length of [...lengths, ...largeLengths].filter((each) => each < text.length)) {
    for (const mark of marks) yield [`shortened to ${length} characters and ${mark}`, text.slice(0, length) + mark]
    for (const mark of marksWithin)
      yield [`shortened to ${length} characters with ${mark}`, text.slice(0, length - mark.length) + mark]
  }
}

/** Says how the text was shortened, by the detail of such a form. */
export const shortenedTelling = (detail: string): Telling | undefined => {
  const [, length, joint, mark] = /^shortened to (\d+) characters (and|with) (.*)$/s.exec(detail) ?? []
  if (length === undefined || mark === undefined) return undefined
  return {
    detail,
    what:
      joint === 'and'
        ? `The caller signed only the first ${length} characters of the body, and ${mark.trim()} after them. Its program shortens a text in this way for a log or a display.`
        : `The caller signed the body shortened to ${length} characters, with ${mark} at its end. Its program shortens a text in this way for a log or a display.`,
    remedy: 'Sign all bytes of the body, exactly as they are sent.',
  }
}
