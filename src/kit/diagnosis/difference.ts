/** Where two texts differ, for reports of the diagnosis: the first byte, and the part of the request that holds it. */
import type { Bytes } from '../../core/Bytes.ts'
import { definedOf } from '../../core/Settings.ts'
import type { Draft } from './Draft.ts'
import { utf8 } from './forms/charsets.ts'
import type { Difference } from './Report.ts'

/** The first offset at which two byte strings differ, be it the end of one of them; undefined if they are equal. */
export const firstDifference = (a: Bytes, b: Bytes): number | undefined => {
  let offset = 0
  while (offset < a.length && a[offset] === b[offset]) offset++
  return offset === a.length && offset === b.length ? undefined : offset
}

/** A longer name is not compared. */
const maxCompared = 128

/** How many characters are put in, left out or replaced on the way from one text to the other. 128 if a text is longer than that. */
export const editDistance = (a: string, b: string): number => {
  if (a.length > maxCompared || b.length > maxCompared) return maxCompared
  const letters = [...b]
  let row = Array.from({ length: letters.length + 1 }, (_, i) => i)
  for (const [i, c] of [...a].entries()) {
    const previousRow = row
    row = [i + 1]
    for (const [j, letter] of letters.entries()) {
      const replaced = (previousRow[j] as number) + (c === letter ? 0 : 1)
      row.push(Math.min(replaced, (previousRow[j + 1] as number) + 1, (row[j] as number) + 1))
    }
  }
  return row.at(-1) as number
}

/** Where the text that was signed first departs from the right one; undefined if it does not. */
export const differenceOf = (signed: Bytes, expected: Bytes, rightDraft: Draft): Difference | undefined => {
  const offset = firstDifference(signed, expected)
  if (offset === undefined) return undefined
  return {
    offset,
    part: partAt(offset, rightDraft),
    ...definedOf({ signed: signed[offset], expected: expected[offset] }),
  }
}

const partAt = (offset: number, { method, target, timestamp, nonce, body }: Draft): Difference['part'] => {
  let partStart = 0
  for (const [partName, partText] of Object.entries({ method, target, timestamp, nonce })) {
    partStart += utf8(partText).length
    if (offset < partStart) return partName as Difference['part']
    if (offset === partStart) return 'separator'
    partStart += 1
  }
  return offset < partStart + body.length ? 'body' : 'end'
}
