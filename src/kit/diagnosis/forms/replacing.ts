/**
 * Whether changes in some spans of a text can make a wanted text of it: all before the first span and all after the last one is the
 * same in both. New values in `{"a":1,"b":2}` can make `{"a":7,"b":2}`, but not `{"a": 1,"b":2}`. Thousands of forms are not made
 * where this says no.
 */

/** A stretch of a text, from its first character to the one after its last. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Whether changes in these spans of the text can make the wanted one. */
export const mayBecome = (changedText: string, wanted: string): ((places: ReadonlyArray<Span>) => boolean) => {
  const most = Math.min(changedText.length, wanted.length)
  const lastIndex = changedText.length - 1
  const behindWanted = wanted.length - 1
  let alike = 0
  while (alike < most && changedText.charCodeAt(alike) === wanted.charCodeAt(alike)) alike++
  let alikeAtEnd = 0
  while (
    alikeAtEnd < most &&
    changedText.charCodeAt(lastIndex - alikeAtEnd) === wanted.charCodeAt(behindWanted - alikeAtEnd)
  )
    alikeAtEnd++
  return (places) =>
    places.some(({ from }) => from <= alike) && places.some(({ to }) => changedText.length - to <= alikeAtEnd)
}
