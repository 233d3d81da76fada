/** What the guard in Durable Objects decides: when the floor of a key rises, and by which text a claim is stored. Pure. */

/** Claims are deleted a minute's worth at a time. */
const step = 60

/**
 * The floor after a claim. It follows the clock, and never beyond what the claim's own timestamp allows: neither a clock that
 * jumps ahead nor a caller whose clock is ahead raises it alone.
 */
export const raisedFloor = (
  floor: number,
  { now, timestamp, keep }: { readonly now: number; readonly timestamp: number; readonly keep: number },
): number => {
  const old = Math.min(now, timestamp) - keep
  return old > floor + step ? old : floor
}

/** SQLite and the call to the object know no halves of surrogate pairs, so other text than ASCII goes as its UTF-16 units. */
export const idOf = (unique: string): string =>
  /^[ -~]*$/.test(unique)
    ? `=${unique}`
    : `#${Array.from({ length: unique.length }, (_, at) => unique.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`
