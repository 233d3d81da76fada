/**
 * Writes the texts of drafts into one buffer: a search tries millions, and most of them share a body. Each ends where the body
 * begins, so a draft that differs from the last one in a part has only that part written anew, and what is left of it.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, type Layout, textOf } from '../Draft.ts'

/** Bytes before the body; few heads are longer. */
const room = 4096

/** The function answers the text of a draft, which is overwritten by the next. */
export const assembler = (): ((draft: Draft) => Bytes.Bytes) => {
  let buffer = new Uint8Array(room)
  let body: Bytes.Bytes | undefined
  let layout: Layout | undefined
  const written: Array<string> = []
  const starts: Array<number> = []
  /** The texts by where they begin: to make one takes longer than to write it. */
  let views: Array<Bytes.Bytes> = []

  /** Writes a text that ends at `end`, and answers where it begins; below 0 if it has no room or is not ASCII. */
  const put = (text: string, end: number): number => {
    const start = end - text.length
    for (let i = text.length - 1; i >= 0; i--) {
      const unit = text.charCodeAt(i)
      if (unit > 0x7f || start < 0) return -1
      buffer[start + i] = unit
    }
    return start
  }

  return (draft) => {
    const { order, separator, last = separator, start = '', end, labels, pieces, whole } = draft.layout
    if (order.at(-1) !== 'body' || end !== '' || pieces !== undefined || whole !== undefined) return textOf(draft)
    if (body !== draft.body) {
      body = draft.body
      // Rare bodies are a little longer, one after the other.
      if (buffer.length < room + body.length) buffer = new Uint8Array(room + 2 * body.length)
      buffer.set(body, room)
      views = []
      layout = undefined
    }
    let isKept = layout === draft.layout
    layout = draft.layout
    let at = isKept ? (starts[order.length - 1] as number) : put(labels?.body ?? '', room)
    starts[order.length - 1] = at
    for (let i = order.length - 2; i >= 0; i--) {
      const name = order[i] as 'nonce'
      const piece = draft[name]
      isKept &&= written[i] === piece
      if (!isKept) {
        at = put(i === order.length - 2 ? last : separator, at)
        at = put(piece, at)
        at = put(labels?.[name] ?? '', at)
        written[i] = piece
        starts[i] = at
      }
      at = starts[i] as number
    }
    at = put(start, at)
    if (at < 0) {
      layout = undefined
      return textOf(draft)
    }
    const view = views[at] ?? buffer.subarray(at, room + body.length)
    views[at] = view
    return view
  }
}
