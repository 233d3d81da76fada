import type * as Bytes from '../core/Bytes.ts'
import { type Draft, utf8 } from './Mistake.ts'
import type { Difference } from './Report.ts'

/** Where what was signed first departs from what should have been; nothing if it does not. */
export const differenceOf = (signed: Bytes.Bytes, expected: Bytes.Bytes, right: Draft): Difference | undefined => {
  let offset = 0
  while (offset < signed.length && signed[offset] === expected[offset]) offset++
  const [ours, theirs] = [expected[offset], signed[offset]]
  if (ours === undefined && theirs === undefined) return undefined
  return {
    offset,
    part: partAt(offset, right),
    ...(theirs === undefined ? {} : { signed: theirs }),
    ...(ours === undefined ? {} : { expected: ours }),
  }
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
