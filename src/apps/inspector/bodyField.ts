/**
 * A body that is written as text, or kept as bytes where a text field would change it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, empty, ofText, toText } from '../../core/Bytes.ts'
import { area, box, button, field, fill } from './element.ts'
import { takesFiles } from './files.ts'
import { counted } from './words.ts'

export interface BodyField {
  readonly bytes: () => Bytes
  readonly set: (bytes: Bytes, from?: string) => void
  /** The body is missing until one is given, as `words` say. `treat` makes it from the next file. */
  readonly want: (words: string, treat?: (bytes: Bytes) => Bytes) => void
  /** Whether it is still missing. */
  readonly missing: () => boolean
  /** Empties the field, and drops a file that is still being read. */
  readonly clear: () => void
}

/** A longer text slows the whole page down: 2 MB block it for more than a second. */
export const maxInField = 200_000

/** The text, if a text field gives it back unchanged. */
export const asText = (bytes: Bytes): string | undefined => {
  if (bytes.length > maxInField) return undefined
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
  let awaited = false

  const given = (): void => {
    treat = asItIs
    awaited = false
    box('wanted').hidden = true
  }

  // A user cannot type a lone surrogate.
  const bytes = (): Bytes => kept ?? E.getOrElse((): Bytes => empty)(ofText(text.value))

  const say = (): void => {
    const now = bytes()
    const ending = now.at(-1) === 0x0a ? ', the last a line feed' : now.includes(0x0a) ? ', with LF as line end' : ''
    fill(box('body-says'), kept !== undefined || now.length === 0 ? '' : `${lengthIn(now)} in UTF-8${ending}`)
  }

  const set = (next: Bytes, from = 'from the request'): void => {
    const shown = asText(next)
    kept = shown === undefined ? next : undefined
    given()
    text.value = shown ?? ''
    text.hidden = kept !== undefined
    file.hidden = kept === undefined
    const why =
      next.length > maxInField ? 'too many for a text field' : 'not all of them can be written in a text field'
    fill(box('body-bytes-says'), `${lengthIn(next)}, ${from}; ${why}.`)
    say()
    changed()
  }

  text.addEventListener('input', () => {
    given()
    say()
    changed()
  })
  button('body-remove').addEventListener('click', () => {
    set(empty)
    text.focus()
  })
  const take = (bytes: Bytes, name: string): void => set(treat(bytes), `from ${name}`)
  const forgets = [
    takesFiles(field('body-file'), box('body-drop'), take),
    takesFiles(field('wanted-file'), box('wanted'), take),
  ]
  return {
    bytes,
    set,
    want: (words, next = asItIs) => {
      treat = next
      awaited = true
      fill(box('wanted-says'), words)
      box('wanted').hidden = false
    },
    missing: () => awaited,
    clear: () => {
      for (const forget of forgets) forget()
      set(empty)
    },
  }
}
