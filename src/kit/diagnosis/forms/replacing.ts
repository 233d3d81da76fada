/**
 * Whether one text may come of another by changes in some places: what stands before the first and behind the last is the same.
 * Of `{"a":1,"b":2}` only the values may have changed if `{"a":7,"b":2}` is wanted; no value makes `{"a": 1,"b":2}` of it.
 */

/** From the first character to the one behind the last. */
export interface Place {
  readonly from: number
  readonly to: number
}

export const mayBecome = (text: string, wanted: string): ((places: ReadonlyArray<Place>) => boolean) => {
  const most = Math.min(text.length, wanted.length)
  const behind = text.length - 1
  const behindWanted = wanted.length - 1
  let alike = 0
  while (alike < most && text.charCodeAt(alike) === wanted.charCodeAt(alike)) alike++
  let alikeAtEnd = 0
  while (alikeAtEnd < most && text.charCodeAt(behind - alikeAtEnd) === wanted.charCodeAt(behindWanted - alikeAtEnd))
    alikeAtEnd++
  return (places) => places.some(({ from }) => from <= alike) && places.some(({ to }) => text.length - to <= alikeAtEnd)
}
