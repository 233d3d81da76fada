/**
 * Writes the texts of drafts one after the other, into one place: a search tries millions, and most of them share a body.
 */
import type * as Bytes from '../core/Bytes.ts'
import { type Draft, textOf } from './Mistake.ts'

/** Room in front of the body; a head has at most two texts of 8 KiB and a few small ones, and few have more than this. */
const room = 4096

/** Answers the text of a draft, which stands until the next is asked for. */
export const assembler = (): ((draft: Draft) => Bytes.Bytes) => {
  let place = new Uint8Array(room)
  let body: Bytes.Bytes | undefined

  return (draft) => {
    const { order, separator, last = separator, end } = draft.layout
    if (order.at(-1) !== 'body' || end !== '') return textOf(draft)
    let head = draft.layout.start ?? ''
    for (let i = 0; i < order.length - 1; i++)
      head += draft[order[i] as 'nonce'] + (i === order.length - 2 ? last : separator)
    if (head.length > room) return textOf(draft)
    if (body !== draft.body) {
      body = draft.body
      place = new Uint8Array(room + body.length)
      place.set(body, room)
    }
    const start = room - head.length
    for (let i = 0; i < head.length; i++) {
      const unit = head.charCodeAt(i)
      if (unit > 0x7f) return textOf(draft)
      place[start + i] = unit
    }
    return place.subarray(start)
  }
}
