/**
 * A field for bytes: written as text, or kept as they are where a text field would change them, such as CR, or what is no UTF-8.
 * Its elements have ids that begin with its name: `body`, `body-file`, `body-bytes`, …
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, empty, ofText, toText } from '../../core/Bytes.ts'
import { counted } from '../../kit/diagnosis/numerals.ts'
import { area, box, button, field } from './element.ts'
import { takeFiles } from './files.ts'
import { tell } from './language.ts'

export interface BytesField {
  readonly bytes: () => Bytes
  /** `from` says where the bytes come from, such as `from job.json`. */
  readonly set: (bytes: Bytes, from: string) => void
  /** Says something below the field. */
  readonly say: (text: string) => void
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
  readonly name: string
  readonly text: HTMLTextAreaElement
  readonly changed: () => void
  /** Bytes that the text field would change. */
  kept: Bytes | undefined
}

const lengthIn = (bytes: Bytes): string => counted(bytes.length, 'byte')

/** `changed` is called at each change; `take` gets the files that are chosen, and sets the field. */
export const bytesField = (
  fieldName: string,
  changed: () => void,
  take: (bytes: Bytes, file: string) => void,
): BytesField => {
  const state: State = { name: fieldName, text: area(fieldName), changed, kept: undefined }
  state.text.addEventListener('input', () => {
    describe(state)
    state.changed()
  })
  button(`${fieldName}-remove`).addEventListener('click', () => {
    setBytes(state, empty, '')
    state.text.focus()
  })
  const say = (message: string): void => tell(box(`${fieldName}-says`), message)
  const forget = takeFiles(field(`${fieldName}-file`), box(`${fieldName}-drop`), { take, complain: say })
  return {
    bytes: () => bytesOf(state),
    set: (newBytes, origin) => setBytes(state, newBytes, origin),
    say,
    clear: () => {
      forget()
      setBytes(state, empty, '')
    },
  }
}

// A user cannot type a lone surrogate.
const bytesOf = ({ kept: keptBytes, text: textArea }: State): Bytes =>
  keptBytes ?? E.getOrElse((): Bytes => empty)(ofText(textArea.value))

const setBytes = (state: State, newBytes: Bytes, origin: string): void => {
  const { name: fieldName, text: textArea } = state
  const shown = asText(newBytes)
  state.kept = shown === undefined ? newBytes : undefined
  textArea.value = shown ?? ''
  textArea.hidden = shown === undefined
  box(`${fieldName}-bytes`).hidden = shown !== undefined
  const why =
    newBytes.length > maxInField ? 'too many for a text field' : 'not all of them can be written in a text field'
  tell(box(`${fieldName}-bytes-says`), `${lengthIn(newBytes)}, ${origin}; ${why}.`)
  describe(state)
  state.changed()
}

/** Says how long the text is. */
const describe = (state: State): void => {
  const now = bytesOf(state)
  const ending = now.at(-1) === 0x0a ? ', the last a line feed' : now.includes(0x0a) ? ', with LF as line end' : ''
  const saysNothing = state.kept !== undefined || now.length === 0
  tell(box(`${state.name}-says`), saysNothing ? '' : `${lengthIn(now)} in UTF-8${ending}`)
}
