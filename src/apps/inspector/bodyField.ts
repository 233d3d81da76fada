/**
 * The body in the inspector's form: written as text, or kept as bytes where a text field would change it.
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

/** The field, and what it holds beside its text. */
interface State {
  readonly text: HTMLTextAreaElement
  readonly changed: () => void
  /** Bytes that the text field would change. */
  kept: Bytes | undefined
  /** Makes the body from the next file. */
  treat: (bytes: Bytes) => Bytes
  isAwaited: boolean
}

const asItIs = (bytes: Bytes): Bytes => bytes

const lengthIn = (bytes: Bytes): string => counted(bytes.length, 'byte')

export const bodyField = (changed: () => void): BodyField => {
  const state: State = { text: area('body'), changed, kept: undefined, treat: asItIs, isAwaited: false }
  listen(state)
  const take = (bytes: Bytes, name: string): void => set(state, state.treat(bytes), `from ${name}`)
  const forgets = [
    takesFiles(field('body-file'), box('body-drop'), take),
    takesFiles(field('wanted-file'), box('wanted'), take),
  ]
  return {
    bytes: () => bytesOf(state),
    set: (next, from) => set(state, next, from),
    want: (words, treat) => want(state, words, treat),
    missing: () => state.isAwaited,
    clear: () => {
      for (const forget of forgets) forget()
      set(state, empty)
    },
  }
}

const listen = (state: State): void => {
  state.text.addEventListener('input', () => {
    endWanting(state)
    describe(state)
    state.changed()
  })
  button('body-remove').addEventListener('click', () => {
    set(state, empty)
    state.text.focus()
  })
}

// A user cannot type a lone surrogate.
const bytesOf = ({ kept, text }: State): Bytes => kept ?? E.getOrElse((): Bytes => empty)(ofText(text.value))

const set = (state: State, next: Bytes, from = 'from the request'): void => {
  const { text } = state
  const shown = asText(next)
  state.kept = shown === undefined ? next : undefined
  endWanting(state)
  text.value = shown ?? ''
  text.hidden = shown === undefined
  box('body-bytes').hidden = shown !== undefined
  const why = next.length > maxInField ? 'too many for a text field' : 'not all of them can be written in a text field'
  fill(box('body-bytes-says'), `${lengthIn(next)}, ${from}; ${why}.`)
  describe(state)
  state.changed()
}

/** Says how long the text is. */
const describe = (state: State): void => {
  const now = bytesOf(state)
  const ending = now.at(-1) === 0x0a ? ', the last a line feed' : now.includes(0x0a) ? ', with LF as line end' : ''
  const saysNothing = state.kept !== undefined || now.length === 0
  fill(box('body-says'), saysNothing ? '' : `${lengthIn(now)} in UTF-8${ending}`)
}

const want = (state: State, words: string, treat: State['treat'] = asItIs): void => {
  state.treat = treat
  state.isAwaited = true
  fill(box('wanted-says'), words)
  box('wanted').hidden = false
}

const endWanting = (state: State): void => {
  state.treat = asItIs
  state.isAwaited = false
  box('wanted').hidden = true
}
