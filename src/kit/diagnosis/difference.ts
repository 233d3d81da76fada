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
