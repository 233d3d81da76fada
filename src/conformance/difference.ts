import type { Bytes } from '../core/Bytes.ts'

/** The first offset at which the two differ: the shorter one's length where it begins the other; undefined if they are equal. */
export const firstDifference = (a: Bytes, b: Bytes): number | undefined => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at === a.length && at === b.length ? undefined : at
}
