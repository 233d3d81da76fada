/**
 * The field of the body in the inspector's form. If a pasted command names a file, the body is missing, and the page asks for the file.
 * Its bytes are then changed as the command would change them (`treat`).
 */
import type { Bytes } from '../../core/Bytes.ts'
import { bytesField } from './bytesField.ts'
import { area, box, button, field } from './element.ts'
import { takeFiles } from './files.ts'
import { tell } from './language.ts'

export interface BodyField {
  readonly bytes: () => Bytes
  readonly set: (bytes: Bytes, origin?: string) => void
  /** Asks for the body with these words. `treat` makes the body from the bytes of the next file. */
  readonly want: (words: string, treat?: (bytes: Bytes) => Bytes) => void
  /** Whether it is still missing. */
  readonly missing: () => boolean
  /** Empties the field, and drops a file that is still being read. */
  readonly clear: () => void
}

/** Whether the page waits for a body, and how it treats the next file. */
interface State {
  /** Makes the body from the next file. */
  treat: (bytes: Bytes) => Bytes
  isAwaited: boolean
}

const asItIs = (bytes: Bytes): Bytes => bytes

export const bodyField = (changed: () => void): BodyField => {
  const state: State = { treat: asItIs, isAwaited: false }
  const set = (bytes: Bytes, origin = 'from the request'): void => {
    endWanting(state)
    body.set(bytes, origin)
  }
  const take = (bytes: Bytes, fileName: string): void => set(state.treat(bytes), `from ${fileName}`)
  const body = bytesField('body', changed, take)
  for (const [control, type] of [
    [area('body'), 'input'],
    [button('body-remove'), 'click'],
  ] as const)
    control.addEventListener(type, () => endWanting(state))
  const complain = (complaint: string): void => tell(box('wanted-says'), complaint)
  const forget = takeFiles(field('wanted-file'), box('wanted'), { take, complain })
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
