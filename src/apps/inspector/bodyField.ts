/**
 * The body in the inspector's form. It may be missing: then the page asks for it, and a file that is given may be changed as a
 * command would change it.
 */
import type { Bytes } from '../../core/Bytes.ts'
import { bytesField } from './bytesField.ts'
import { area, box, button, field } from './element.ts'
import { takesFiles } from './files.ts'
import { tell } from './language.ts'

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

/** What the page waits for. */
interface State {
  /** Makes the body from the next file. */
  treat: (bytes: Bytes) => Bytes
  isAwaited: boolean
}

const asItIs = (bytes: Bytes): Bytes => bytes

export const bodyField = (changed: () => void): BodyField => {
  const state: State = { treat: asItIs, isAwaited: false }
  const set = (bytes: Bytes, from = 'from the request'): void => {
    endWanting(state)
    body.set(bytes, from)
  }
  const take = (bytes: Bytes, name: string): void => set(state.treat(bytes), `from ${name}`)
  const body = bytesField('body', changed, take)
  for (const [part, type] of [
    [area('body'), 'input'],
    [button('body-remove'), 'click'],
  ] as const)
    part.addEventListener(type, () => endWanting(state))
  const complain = (text: string): void => tell(box('wanted-says'), text)
  const forget = takesFiles(field('wanted-file'), box('wanted'), { take, complain })
  return {
    bytes: body.bytes,
    set,
    want: (words, treat) => want(state, words, treat),
    missing: () => state.isAwaited,
    clear: () => {
      forget()
      endWanting(state)
      body.clear()
    },
  }
}

const want = (state: State, words: string, treat: State['treat'] = asItIs): void => {
  state.treat = treat
  state.isAwaited = true
  tell(box('wanted-says'), words)
  box('wanted').hidden = false
}

const endWanting = (state: State): void => {
  state.treat = asItIs
  state.isAwaited = false
  box('wanted').hidden = true
}
