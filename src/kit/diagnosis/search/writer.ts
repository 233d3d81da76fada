/**
 * Writes the texts of choices into one buffer: a search tries millions, and each differs from the last one in few parts. All end
 * where the buffer ends, so a part that changed is written anew with what stands before it, and nothing behind it.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, jointsOf, type Layout, textOf } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { type Choice, draftFrom } from './products.ts'
import { slots } from './values.ts'

/** The place of each piece in a choice; the app id is no slot, and has none. */
const places = Object.fromEntries(slots.map((slot, i) => [slot, i])) as Readonly<
  Record<Layout['order'][number], number | undefined>
>

/** The function answers the text of a choice, which is overwritten by the next. */
export const writer = (right: Draft): ((choice: Choice) => Bytes.Bytes) => {
  let buffer = new Uint8Array(8192)
  let last: Layout | undefined
  const appId = utf8(right.appId)
  const written: Array<Bytes.Bytes | undefined> = []
  const starts: Array<number> = []
  /** The texts by where they begin: to make one takes longer than to write it. An array with gaps would be a slow table. */
  let views = Array.from<Bytes.Bytes | undefined>({ length: buffer.length })

  /** Writes bytes that end at `end`, and answers where they begin; below 0 if the buffer has no room. */
  const put = (bytes: Bytes.Bytes, end: number): number => {
    const start = end - bytes.length
    if (start >= 0) buffer.set(bytes, start)
    return start
  }

  const write = (choice: Choice): Bytes.Bytes => {
    const layout = choice[1].value as Layout
    if (layout.pieces !== undefined || layout.whole !== undefined) return textOf(draftFrom(choice, right))
    let isKept = layout === last
    const [{ order }, joints] = [layout, jointsOf(layout)]
    let at = isKept ? (starts[order.length] as number) : put(joints[order.length] as Bytes.Bytes, buffer.length)
    starts[order.length] = at
    for (let i = order.length - 1; i >= 0; i--) {
      const place = places[order[i] as Layout['order'][number]]
      const bytes = place === undefined ? appId : choice[place as 0].bytes
      isKept &&= written[i] === bytes
      if (isKept) at = starts[i] as number
      else {
        at = put(joints[i] as Bytes.Bytes, put(bytes, at))
        written[i] = bytes
        starts[i] = at
      }
    }
    last = layout
    if (at < 0) {
      // Twice what is missing, and all is written anew.
      buffer = new Uint8Array(2 * (buffer.length - at))
      last = undefined
      views = Array.from({ length: buffer.length })
      return write(choice)
    }
    const view = views[at] ?? buffer.subarray(at)
    views[at] = view
    return view
  }
  return write
}
