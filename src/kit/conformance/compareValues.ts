/**
 * Compares the values in an answer, and says where they differ: bytes and texts by their first differing byte, other values by their
 * first differing member.
 *
 *     compareTexts('method', 'POST', 'post')        fail: the method differs from byte 0 on, counted from 0: expected "POST", …
 *     failByValue({ a: { b: 1 } }, { a: { b: 2 } }) fail: /a/b is wrong: expected 1, received 2
 */
import { isDeepStrictEqual } from 'node:util'
import type * as Bytes from '../../core/Bytes.ts'
import { firstDifference } from '../diagnosis/difference.ts'
import { hex, ofHex } from './content.ts'
import { type DifferentValue, type Fault, fail, type Judgement, pass } from './Judgement.ts'
import { shown } from './shown.ts'

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

// ---- Bytes and texts. `of` says what they are: `header`, `string to sign`.

/** The bytes of `{"hex": …}`. */
export const bytesIn = (value: unknown): Bytes.Bytes | undefined => (isRecord(value) ? ofHex(value.hex) : undefined)

export const judgeBytes = (of: string, expected: unknown, received: unknown): Judgement => {
  const receivedBytes = bytesIn(received)
  if (receivedBytes === undefined) return fail(`the value must be {"hex": …}, and is ${shown(received)}`)
  return compareBytes(of, bytesIn(expected) as Bytes.Bytes, receivedBytes)
}

export const compareTexts = (of: string, expected: string, received: string): Judgement => {
  const judged = compareBytes(of, Buffer.from(expected), Buffer.from(received))
  return judged.verdict === 'fail'
    ? { ...judged, message: `${judged.message}: expected ${shown(expected)}, received ${shown(received)}` }
    : judged
}

const compareBytes = (of: string, expected: Bytes.Bytes, received: Bytes.Bytes): Judgement => {
  const offset = firstDifference(expected, received)
  if (offset === undefined) return pass
  const difference = { of, expected: hex(expected), received: hex(received), offset }
  return fail(`the ${of} ${differenceWords(expected, received, offset)}`, { difference })
}

const differenceWords = (expected: Bytes.Bytes, received: Bytes.Bytes, offset: number): string => {
  if (offset === received.length) return `ends early, after ${received.length} of ${expected.length} bytes`
  if (offset === expected.length) return `goes on behind its end, at byte ${expected.length}`
  return `differs from byte ${offset} on, counted from 0`
}

// ---- Other values

/** A failure by the first member that differs. `start` begins the message. */
export const failByValue = (expected: unknown, received: unknown, start = ''): Fault => {
  const value = firstDifferent(expected, received, '')
  const where = value.path === '' ? 'the value' : value.path
  const words = `${where} is wrong: expected ${shown(value.expected)}, received ${shown(value.received)}`
  return { verdict: 'fail', message: `${start}${words}`, value }
}

const firstDifferent = (expected: unknown, received: unknown, path: string): DifferentValue => {
  if (isRecord(expected) && isRecord(received)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
    const name = names.find((member) => !hasSame(expected, received, member))
    if (name !== undefined) return firstDifferent(expected[name], received[name], `${path}/${name}`)
  }
  return { path, expected, received }
}

/** Whether both have the member, and with the same value. */
const hasSame = (
  expected: Readonly<Record<string, unknown>>,
  received: Readonly<Record<string, unknown>>,
  member: string,
): boolean =>
  Object.hasOwn(expected, member) &&
  Object.hasOwn(received, member) &&
  isDeepStrictEqual(expected[member], received[member])
