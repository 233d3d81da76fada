/**
 * Writes the texts of choices into one buffer: a search tries millions, and each differs from the last one in few parts. All end
 * where the buffer ends, so a part that changed is written anew with what stands before it, and nothing behind it.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, isPlain, jointsOf, type Layout, type Slot, textOf } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { type Choice, draftFrom } from './products.ts'
import { slots } from './values.ts'

/** Of each layout, the places of its pieces in a choice; the app id is no slot, and has none. */
const placesOfLayouts = new WeakMap<Layout, ReadonlyArray<number>>()

const placesOf = (layout: Layout): ReadonlyArray<number> => {
  const places = placesOfLayouts.get(layout) ?? layout.order.map((piece) => slots.indexOf(piece as Slot))
  placesOfLayouts.set(layout, places)
  return places
}

/** So many are copied sooner one by one. */
const fewBytes = 48

const viewsOf = ({ length }: Bytes.Bytes): Array<Bytes.Bytes | undefined> =>
  new Array<Bytes.Bytes | undefined>(length).fill(undefined)

/** The function answers the text of a choice, which is overwritten by the next. */
export const writer = (right: Draft): ((choice: Choice) => Bytes.Bytes) => {
  let buffer = new Uint8Array(8192)
  let last: Layout | undefined
  let places: ReadonlyArray<number> = []
  let joints: ReadonlyArray<Bytes.Bytes> = []
  const appId = utf8(right.appId)
  const written: Array<Bytes.Bytes | undefined> = []
  const starts: Array<number> = []
  /** The texts by where they begin: to make one takes longer than to write it. An array with gaps would be a slow table. */
  let views = viewsOf(buffer)

  /** Writes bytes that end at `end`, and answers where they begin; below 0 if the buffer has no room. */
  const put = (bytes: Bytes.Bytes, end: number): number => {
    const start = end - bytes.length
    if (start >= 0 && bytes.length > fewBytes) buffer.set(bytes, start)
    else if (start >= 0) for (let i = 0; i < bytes.length; i++) buffer[start + i] = bytes[i] as number
    return start
  }

  const write = (choice: Choice): Bytes.Bytes => {
    const layout = choice[1].value as Layout
    let isKept = layout === last
    if (!isKept) {
      if (layout.text !== undefined) return layout.text
      if (!isPlain(layout)) return textOf(draftFrom(choice, right))
      places = placesOf(layout)
      joints = jointsOf(layout)
      starts[places.length] = put(joints[places.length] as Bytes.Bytes, buffer.length)
    }
    let at = starts[places.length] as number
    for (let i = places.length - 1; i >= 0; i--) {
      const place = places[i] as number
      const bytes = place < 0 ? appId : choice[place as 0].bytes
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
      views = viewsOf(buffer)
      return write(choice)
    }
    const view = views[at] ?? buffer.subarray(at)
    views[at] = view
    return view
  }
  return write
}
