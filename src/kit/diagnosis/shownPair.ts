/** Two texts that differ, cut for a reader so that the difference stays: `…/jobs?page=2` and `…/jobs?page=3` of two long targets. */

/** Characters that are shown of a text. */
const maxShown = 120
/** Of these, so many stand before the first difference, if the beginning is cut. */
const maxBefore = 40

/** No cut divides a surrogate pair. */
const isDivided = (text: string, index: number): boolean =>
  /[\ud800-\udbff]/.test(text[index - 1] ?? '') && /[\udc00-\udfff]/.test(text[index] ?? '')

/** The beginning of a text, and an ellipsis if it is longer. */
export const beginningOf = (text: string, length: number): string => {
  if (text.length <= length) return text
  return `${text.slice(0, isDivided(text, length) ? length - 1 : length)}…`
}

const cut = (text: string, from: number): string => {
  const start = isDivided(text, from) ? from - 1 : from
  const end = isDivided(text, start + maxShown) ? start + maxShown - 1 : start + maxShown
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

const firstDifference = (a: string, b: string): number => {
  let offset = 0
  while (offset < a.length && a[offset] === b[offset]) offset++
  return offset
}

/** Both texts, each as it is or cut round their first difference. */
export const shownPair = (a: string, b: string): readonly [string, string] => {
  const place = firstDifference(a, b)
  // A difference near the beginning is seen without a cut there.
  const from = place < maxShown - maxBefore ? 0 : place - maxBefore
  return [cut(a, from), cut(b, from)]
}
