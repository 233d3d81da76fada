/**
 * All stretches in which two byte strings differ.
 */
import type { Bytes } from '../../core/Bytes.ts'

/** From one offset up to another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What stands on each side in place of the other; one of the two may be empty. */
export interface Stretch {
  readonly signed: Span
  readonly expected: Span
}

/** Bytes that are compared behind the first difference: more than the page shows. */
const maxBytes = 8000
/** Steps of the comparison; texts that differ in more bytes differ as a whole. */
const maxSteps = 1000

/** The stretches in order, none touching the next. Behind the first 8,000 bytes that differ, the rest is one stretch. */
export const differences = (signed: Bytes, expected: Bytes): ReadonlyArray<Stretch> => {
  let head = 0
  const shorter = Math.min(signed.length, expected.length)
  while (head < shorter && signed[head] === expected[head]) head++
  let tail = 0
  while (tail < shorter - head && signed.at(-1 - tail) === expected.at(-1 - tail)) tail++
  const ours = signed.subarray(head, signed.length - tail)
  const theirs = expected.subarray(head, expected.length - tail)
  if (ours.length === 0 && theirs.length === 0) return []
  const whole = [{ signed: { from: 0, to: ours.length }, expected: { from: 0, to: theirs.length } }]
  const isLong = ours.length > maxBytes || theirs.length > maxBytes
  const found = isLong ? whole : (shortestEdits(ours, theirs) ?? whole)
  const moved = ({ from, to }: Span): Span => ({ from: from + head, to: to + head })
  return joined(found).map((stretch) => ({ signed: moved(stretch.signed), expected: moved(stretch.expected) }))
}

/** The fewest bytes to leave out and to put in (Myers, "An O(ND) Difference Algorithm"); undefined if they are too many. */
const shortestEdits = (a: Bytes, b: Bytes): ReadonlyArray<Stretch> | undefined => {
  const reached: Array<Int32Array> = []
  const size = Math.min(maxSteps, a.length + b.length) + 1
  // How far in `a` a path comes on each diagonal.
  const far = new Int32Array(2 * size + 1)
  for (let steps = 0; steps < size; steps++) {
    reached.push(far.slice(size - steps - 1, size + steps + 2))
    for (let k = -steps; k <= steps; k += 2) {
      const [below, above] = [far[size + k - 1] as number, far[size + k + 1] as number]
      let x = k === -steps || (k !== steps && below < above) ? above : below + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      far[size + k] = x
      if (x >= a.length && x - k >= b.length) return walkedBack(reached, a.length, b.length)
    }
  }
  return undefined
}

/** The edits of the path that ends at the end of both. */
const walkedBack = (reached: ReadonlyArray<Int32Array>, endOfA: number, endOfB: number): ReadonlyArray<Stretch> => {
  const edits: Array<Stretch> = []
  let [x, y] = [endOfA, endOfB]
  for (let steps = reached.length - 1; steps > 0; steps--) {
    const far = reached[steps] as Int32Array
    const at = (k: number): number => far[steps + 1 + k] as number
    const k = x - y
    const isInsertion = k === -steps || (k !== steps && at(k - 1) < at(k + 1))
    const from = isInsertion ? at(k + 1) : at(k - 1)
    const fromY = from - (isInsertion ? k + 1 : k - 1)
    const [toX, toY] = isInsertion ? [from, fromY + 1] : [from + 1, fromY]
    edits.push({ signed: { from, to: toX }, expected: { from: fromY, to: toY } })
    x = from
    y = fromY
  }
  return edits.reverse()
}

const lengthOf = ({ signed, expected }: Stretch): number =>
  Math.max(signed.to - signed.from, expected.to - expected.from)

/** Joins stretches with no more equal bytes between them than each has: in two random texts some bytes agree by chance. */
const joined = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<Stretch> => {
  const done: Array<Stretch> = []
  for (const stretch of stretches) {
    let last = stretch
    for (let before = done.at(-1); before !== undefined; before = done.at(-1)) {
      const between = last.signed.from - before.signed.to
      if (between > Math.min(lengthOf(before), lengthOf(last))) break
      done.pop()
      last = {
        signed: { from: before.signed.from, to: last.signed.to },
        expected: { from: before.expected.from, to: last.expected.to },
      }
    }
    done.push(last)
  }
  return done
}
