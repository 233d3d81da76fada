/**
 * All stretches in which two byte strings differ. For `{"a":1}` signed and `{"a":22}` expected it is one stretch: from 5 to 6 in the
 * one, from 5 to 7 in the other.
 */
import { diffArrays } from 'diff'
import type { Bytes } from '../../core/Bytes.ts'
import { firstDifference } from '../../kit/diagnosis/difference.ts'

/** From one offset up to another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Two spans that stand for one another, of which one may be empty. */
export interface Stretch {
  readonly signed: Span
  readonly expected: Span
}

/** Longer remainders after the first difference are one stretch. The page shows fewer bytes. */
const maxBytes = 8000
/** Texts that differ in more bytes are one stretch. */
const maxSteps = 1000

/** The stretches in order. None touches the next. */
export const differences = (signed: Bytes, expected: Bytes): ReadonlyArray<Stretch> => {
  const head = firstDifference(signed, expected)
  if (head === undefined) return []
  const shorter = Math.min(signed.length, expected.length)
  let tail = 0
  while (tail < shorter - head && signed.at(-1 - tail) === expected.at(-1 - tail)) tail++
  const ours = signed.subarray(head, signed.length - tail)
  const theirs = expected.subarray(head, expected.length - tail)
  const oneStretch = [{ signed: { from: 0, to: ours.length }, expected: { from: 0, to: theirs.length } }]
  const isLong = ours.length > maxBytes || theirs.length > maxBytes
  const stretches = isLong ? oneStretch : (shortestEdits(ours, theirs) ?? oneStretch)
  const inWholeText = ({ from, to }: Span): Span => ({ from: from + head, to: to + head })
  return joinStretches(stretches).map((stretch) => ({
    signed: inWholeText(stretch.signed),
    expected: inWholeText(stretch.expected),
  }))
}

/** The stretches with the fewest bytes to remove and to insert. Undefined if there are too many. */
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

/** Joins stretches if no more equal bytes lie between them than each has, because some bytes of two random texts agree by chance. */
const joinStretches = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<Stretch> => {
  const joinedStretches: Array<Stretch> = []
  for (const stretch of stretches) {
    let latest = stretch
    for (let previous = joinedStretches.at(-1); previous !== undefined; previous = joinedStretches.at(-1)) {
      const between = latest.signed.from - previous.signed.to
      if (between > Math.min(lengthOf(previous), lengthOf(latest))) break
      joinedStretches.pop()
      latest = {
        signed: { from: previous.signed.from, to: latest.signed.to },
        expected: { from: previous.expected.from, to: latest.expected.to },
      }
    }
    joinedStretches.push(latest)
  }
  return joinedStretches
}
