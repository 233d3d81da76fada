/**
 * Writes the texts of choices into one buffer. A search tries millions of texts, and each differs from the one before in few parts.
 * All texts end where the buffer ends, so only the last part that changed and the parts before it are written again.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, jointsOf, type Layout, type Slot, textOf, writtenPart } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { type Choice, draftFrom } from './products.ts'
import { slots } from './values.ts'

/** For each layout, the places of its pieces in a choice. The app id is no slot: its place is -1. */
const placesOfLayouts = new WeakMap<Layout, ReadonlyArray<number>>()

const placesOf = (layout: Layout): ReadonlyArray<number> => {
  const places = placesOfLayouts.get(layout) ?? layout.order.map((piece) => slots.indexOf(piece as Slot))
  placesOfLayouts.set(layout, places)
  return places
}

/** Copying so few bytes in a loop is faster than `set`. */
const fewBytes = 48

const viewsOf = ({ length }: Bytes.Bytes): Array<Bytes.Bytes | undefined> =>
  new Array<Bytes.Bytes | undefined>(length).fill(undefined)

interface Writer {
  readonly right: Draft
  readonly appId: Bytes.Bytes
  buffer: Bytes.Bytes
  /** The texts by where they begin: to make one takes longer than to write it. An array with gaps would be a slow table. */
  views: Array<Bytes.Bytes | undefined>
  /** The layout of what is in the buffer; `undefined`: nothing there counts. */
  last: Layout | undefined
  places: ReadonlyArray<number>
  joints: ReadonlyArray<Bytes.Bytes>
  /** The pieces in the buffer, and where each begins. After the last one: where the last joint begins. */
  readonly written: Array<Bytes.Bytes | undefined>
  readonly starts: Array<number>
}

/** The function answers the text of a choice, which is overwritten by the next. */
export const writer = (right: Draft): ((choice: Choice) => Bytes.Bytes) => {
  const buffer = new Uint8Array(8192)
  const state: Writer = {
    right,
    appId: utf8(right.appId),
    buffer,
    views: viewsOf(buffer),
    last: undefined,
    places: [],
    joints: [],
    written: [],
    starts: [],
  }
  return (choice) => write(state, choice)
}

const write = (state: Writer, choice: Choice): Bytes.Bytes => {
  const layout = choice[1].value as Layout
  if (layout !== state.last) {
    if (layout.text !== undefined) return layout.text
    if (layout.whole !== undefined) return textOf(draftFrom(choice, state.right))
    beginLayout(state, layout)
  }
  const start = writePieces(state, choice)
  if (start < 0) {
    enlarge(state, -start)
    return write(state, choice)
  }
  const view = state.views[start] ?? state.buffer.subarray(start)
  state.views[start] = view
  return view
}

/** Writes the end of such texts. The last piece counts as changed, and so does all before it. */
const beginLayout = (state: Writer, layout: Layout): void => {
  const { buffer, starts, written } = state
  const places = placesOf(layout)
  const joints = jointsOf(layout)
  state.last = layout
  state.places = places
  state.joints = joints
  starts[places.length] = put(buffer, joints[places.length] as Bytes.Bytes, buffer.length)
  written[places.length - 1] = undefined
}

/** Writes the last piece that changed, and all before it. Answers where the text begins; below 0 if the buffer has no room. */
const writePieces = (state: Writer, choice: Choice): number => {
  const { buffer, places, joints, written, starts } = state
  let i = places.length - 1
  while (i >= 0 && written[i] === pieceAt(state, choice, i)) i--
  let start = starts[i + 1] as number
  for (; i >= 0; i--) {
    const bytes = pieceAt(state, choice, i)
    start = put(buffer, joints[i] as Bytes.Bytes, put(buffer, bytes, start))
    written[i] = bytes
    starts[i] = start
  }
  return start
}

/** The bytes of a piece of the text, as the layout writes them. */
const pieceAt = ({ last, places, appId }: Writer, choice: Choice, i: number): Bytes.Bytes => {
  const place = places[i] as number
  const part = place < 0 ? appId : choice[place as 0].bytes
  return (last as Layout).pieces === undefined ? part : writtenPart(last as Layout, part)
}

/** Writes bytes that end at `end`, and answers where they begin; below 0 if the buffer has no room. */
const put = (buffer: Bytes.Bytes, bytes: Bytes.Bytes, end: number): number => {
  const start = end - bytes.length
  if (start >= 0 && bytes.length > fewBytes) buffer.set(bytes, start)
  else if (start >= 0) for (let i = 0; i < bytes.length; i++) buffer[start + i] = bytes[i] as number
  return start
}

/** Makes the buffer larger, and forgets all that was written. */
const enlarge = (state: Writer, missing: number): void => {
  state.buffer = new Uint8Array(2 * (state.buffer.length + missing))
  state.views = viewsOf(state.buffer)
  state.last = undefined
}
