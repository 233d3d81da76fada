/** Where two texts differ, for reports of the diagnosis: the first byte, and the part of the request that holds it. */
import type { Bytes } from '../../core/Bytes.ts'
import { definedOf } from '../../core/Settings.ts'
import type { Draft } from './Draft.ts'
import { utf8 } from './forms/charsets.ts'
import type { Difference } from './Report.ts'

/** The first offset at which two byte strings differ, be it the end of one of them; undefined if they are equal. */
export const firstDifference = (a: Bytes, b: Bytes): number | undefined => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at === a.length && at === b.length ? undefined : at
}

/** A longer name is not compared. */
const maxCompared = 128

/** How many characters are put in, left out or replaced on the way from one text to the other. */
export const editDistance = (a: string, b: string): number => {
  if (a.length > maxCompared || b.length > maxCompared) return maxCompared
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, c] of [...a].entries()) {
    const before = row
    row = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (before[j] as number) + (c === other ? 0 : 1)
      row.push(Math.min(replaced, (before[j + 1] as number) + 1, (row[j] as number) + 1))
    }
  }
  return row.at(-1) as number
}

/** Where the text that was signed first departs from the right one; undefined if it does not. */
export const differenceOf = (signed: Bytes, expected: Bytes, right: Draft): Difference | undefined => {
  const offset = firstDifference(signed, expected)
  if (offset === undefined) return undefined
  return { offset, part: partAt(offset, right), ...definedOf({ signed: signed[offset], expected: expected[offset] }) }
}

const partAt = (offset: number, { method, target, timestamp, nonce, body }: Draft): Difference['part'] => {
  let at = 0
  for (const [part, text] of Object.entries({ method, target, timestamp, nonce })) {
    at += utf8(text).length
    if (offset < at) return part as Difference['part']
    if (offset === at) return 'separator'
    at += 1
  }
  return offset < at + body.length ? 'body' : 'end'
}
