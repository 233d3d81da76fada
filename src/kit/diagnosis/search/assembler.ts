/**
 * Writes the texts of drafts into one buffer: a search tries millions, and most of them share a body.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, textOf } from '../Draft.ts'

/** Bytes before the body; few heads are longer. */
const room = 4096

/** The function answers the text of a draft, which is overwritten by the next. */
export const assembler = (): ((draft: Draft) => Bytes.Bytes) => {
  let buffer = new Uint8Array(room)
  let body: Bytes.Bytes | undefined

  return (draft) => {
    const { order, separator, last = separator, end, labels, pieces, whole } = draft.layout
    if (order.at(-1) !== 'body' || end !== '' || pieces !== undefined || whole !== undefined) return textOf(draft)
    let head = draft.layout.start ?? ''
    for (let i = 0; i < order.length - 1; i++) {
      if (labels !== undefined) head += labels[order[i] as 'nonce'] ?? ''
      head += draft[order[i] as 'nonce'] + (i === order.length - 2 ? last : separator)
    }
    if (labels !== undefined) head += labels.body ?? ''
    if (head.length > room) return textOf(draft)
    const length = room + draft.body.length
    if (body !== draft.body) {
      body = draft.body
      // Rare bodies are a little longer, one after the other.
      if (buffer.length < length) buffer = new Uint8Array(room + 2 * body.length)
      buffer.set(body, room)
    }
    const start = room - head.length
    for (let i = 0; i < head.length; i++) {
      const unit = head.charCodeAt(i)
      if (unit > 0x7f) return textOf(draft)
      buffer[start + i] = unit
    }
    return buffer.subarray(start, length)
  }
}
