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

/** How many characters two texts have in common at their starts, and at their ends. */
export const alikeIn = (text: string, otherText: string): readonly [atStart: number, atEnd: number] => {
  const most = Math.min(text.length, otherText.length)
  const lastIndex = text.length - 1
  const otherLastIndex = otherText.length - 1
  let atStart = 0
  while (atStart < most && text.charCodeAt(atStart) === otherText.charCodeAt(atStart)) atStart++
  let atEnd = 0
  while (atEnd < most && text.charCodeAt(lastIndex - atEnd) === otherText.charCodeAt(otherLastIndex - atEnd)) atEnd++
  return [atStart, atEnd]
}

/** Whether changes in these spans of the text can make the wanted one. */
export const mayBecome = (changedText: string, wanted: string): ((places: ReadonlyArray<Span>) => boolean) => {
  const [alike, alikeAtEnd] = alikeIn(changedText, wanted)
  return (places) =>
    places.some(({ from }) => from <= alike) && places.some(({ to }) => changedText.length - to <= alikeAtEnd)
}
