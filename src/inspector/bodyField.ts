/**
 * A body that is written as text, or kept as bytes where a text field would change it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, empty, ofText, toText } from '../core/Bytes.ts'
import { area, box, button, field, fill } from './element.ts'
import { takesFiles } from './files.ts'
import { counted } from './words.ts'

export interface BodyField {
  readonly bytes: () => Bytes
  readonly set: (bytes: Bytes, from?: string) => void
  /** How the next file becomes the body. */
  readonly takeFileBy: (treat: (bytes: Bytes) => Bytes) => void
  /** Empties the field, and drops a file that is still being read. */
  readonly clear: () => void
}

/** A longer text slows the whole page down: 2 MB block it for more than a second. */
export const mostInField = 200_000

/** The text, if a text field gives it back unchanged. */
const asText = (bytes: Bytes): string | undefined => {
  if (bytes.length > mostInField) return undefined
  const text = toText(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a field turns CR into LF, and the others are invisible
  return E.isRight(text) && !/[\x00-\x08\x0b-\x1f\x7f\ufeff]/.test(text.right) ? text.right : undefined
}

const asItIs = (bytes: Bytes): Bytes => bytes

const lengthIn = (bytes: Bytes): string => counted(bytes.length, 'byte')

export const bodyField = (changed: () => void): BodyField => {
  const text = area('body')
  const file = box('body-bytes')
  let kept: Bytes | undefined
  let treat = asItIs

  // A user cannot type a lone surrogate.
  const bytes = (): Bytes => kept ?? E.getOrElse((): Bytes => empty)(ofText(text.value))

  const say = (): void => {
    const now = bytes()
    const ending = now.at(-1) === 0x0a ? ', the last a line feed' : now.includes(0x0a) ? ', with LF as line end' : ''
    fill(box('body-says'), kept !== undefined || now.length === 0 ? '' : `${lengthIn(now)} in UTF-8${ending}`)
  }

  const set = (given: Bytes, from = 'from the request'): void => {
    const shown = asText(given)
    kept = shown === undefined ? given : undefined
    treat = asItIs
    text.value = shown ?? ''
    text.hidden = kept !== undefined
    file.hidden = kept === undefined
    const why =
      given.length > mostInField ? 'too many for a text field' : 'not all of them can be written in a text field'
    fill(box('body-bytes-says'), `${lengthIn(given)}, ${from}; ${why}.`)
    say()
    changed()
  }

  text.addEventListener('input', () => {
    say()
    changed()
  })
  button('body-remove').addEventListener('click', () => {
    set(empty)
    text.focus()
  })
  const forget = takesFiles(field('body-file'), box('body-drop'), (given, name) => set(treat(given), `from ${name}`))
  return {
    bytes,
    set,
    takeFileBy: (next) => {
      treat = next
    },
    clear: () => {
      forget()
      set(empty)
    },
  }
}
