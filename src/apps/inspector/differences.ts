/**
 * All stretches in which two byte strings differ.
 */
import { diffArrays } from 'diff'
import type { Bytes } from '../../core/Bytes.ts'
import { firstDifference } from '../../kit/diagnosis/difference.ts'

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
  const head = firstDifference(signed, expected)
  if (head === undefined) return []
  const shorter = Math.min(signed.length, expected.length)
  let tail = 0
  while (tail < shorter - head && signed.at(-1 - tail) === expected.at(-1 - tail)) tail++
  const ours = signed.subarray(head, signed.length - tail)
  const theirs = expected.subarray(head, expected.length - tail)
  const whole = [{ signed: { from: 0, to: ours.length }, expected: { from: 0, to: theirs.length } }]
  const isLong = ours.length > maxBytes || theirs.length > maxBytes
  const found = isLong ? whole : (shortestEdits(ours, theirs) ?? whole)
  const moved = ({ from, to }: Span): Span => ({ from: from + head, to: to + head })
  return joined(found).map((stretch) => ({ signed: moved(stretch.signed), expected: moved(stretch.expected) }))
}

/** What the fewest bytes to leave out and to put in are; undefined if they are too many. */
const shortestEdits = (a: Bytes, b: Bytes): ReadonlyArray<Stretch> | undefined => {
  let x = 0
  let y = 0
  return diffArrays([...a], [...b], { maxEditLength: maxSteps })?.flatMap(({ added, removed, count }) => {
    const signed = { from: x, to: added ? x : x + count }
    const expected = { from: y, to: removed ? y : y + count }
    x = signed.to
    y = expected.to
    return added || removed ? [{ signed, expected }] : []
  })
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
