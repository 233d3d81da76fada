/**
 * Writes the texts of choices into one buffer: a search tries millions, and each differs from the last one in few parts. All end
 * where the buffer ends, so a part that changed is written anew with what stands before it, and nothing behind it.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, type Layout, textOf } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { type Choice, draftFrom } from './products.ts'
import { slots, type Value } from './values.ts'

/** A layout, ready to be written. */
interface Plan {
  /** The places of the pieces in a choice. */
  readonly places: ReadonlyArray<number>
  /** What stands before each piece, and behind the last. */
  readonly between: ReadonlyArray<Bytes.Bytes>
}

/** The app id is no slot: it is written with what stands before it. */
const planOf = ({ order, separator, last = separator, start = '', end, labels = {} }: Layout, appId: string): Plan => {
  const [places, between]: [Array<number>, Array<Bytes.Bytes>] = [[], []]
  let text = start
  for (const [i, piece] of order.entries()) {
    text += (i === 0 ? '' : i === order.length - 1 ? last : separator) + (labels[piece] ?? '')
    if (piece === 'appId') text += appId
    else {
      places.push(slots.indexOf(piece))
      between.push(utf8(text))
      text = ''
    }
  }
  return { places, between: [...between, utf8(text + end)] }
}

/** The function answers the text of a choice, which is overwritten by the next. */
export const writer = (right: Draft): ((choice: Choice) => Bytes.Bytes) => {
  let buffer = new Uint8Array(8192)
  let plan: Plan | undefined
  const plans = new WeakMap<Layout, Plan>()
  const written: Array<Value | undefined> = []
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
    const next = plans.get(layout) ?? planOf(layout, right.appId)
    plans.set(layout, next)
    let isKept = next === plan
    const { places, between } = next
    let at = isKept ? (starts[places.length] as number) : put(between[places.length] as Bytes.Bytes, buffer.length)
    starts[places.length] = at
    for (let i = places.length - 1; i >= 0; i--) {
      const value = choice[places[i] as number] as Value
      isKept &&= written[i] === value
      if (isKept) at = starts[i] as number
      else {
        at = put(between[i] as Bytes.Bytes, put(value.bytes, at))
        written[i] = value
        starts[i] = at
      }
    }
    plan = next
    if (at < 0) {
      // Twice what is missing, and all is written anew.
      buffer = new Uint8Array(2 * (buffer.length - at))
      plan = undefined
      views = Array.from({ length: buffer.length })
      return write(choice)
    }
    const view = views[at] ?? buffer.subarray(at)
    views[at] = view
    return view
  }
  return write
}
