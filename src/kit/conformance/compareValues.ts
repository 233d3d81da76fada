/**
 * Compares values of an answer with the expected ones, and says where they differ. Bytes and texts differ from their first different byte
 * on. Other values differ in their first different member.
 *
 *     compareTexts('method', 'POST', 'post')        fail: the method first differs at byte 0, counted from 0: expected "POST", …
 *     failByValue({ a: { b: 1 } }, { a: { b: 2 } }) fail: /a/b is wrong: expected 1, received 2
 */
import { isDeepStrictEqual } from 'node:util'
import type * as Bytes from '../../core/Bytes.ts'
import { firstDifference } from '../diagnosis/difference.ts'
import { hex, ofHex } from './content.ts'
import { type DifferentValue, type Fault, fail, type Judgement, pass } from './Judgement.ts'
import { shown } from './shown.ts'

// ---- Texts and bytes. `what` names them in the message: `header`, `string to sign`.

export const compareTexts = (what: string, expected: string, received: string): Judgement => {
  const judgement = compareBytes(what, Buffer.from(expected), Buffer.from(received))
  if (judgement.verdict !== 'fail') return judgement
  const values = `expected ${shown(expected)}, received ${shown(received)}`
  return { ...judgement, message: `${judgement.message}: ${values}` }
}

/** Compares bytes in the form `{"hex": …}`. The expected value is from the suite, and so has this form. */
export const judgeBytes = (what: string, expected: unknown, received: unknown): Judgement => {
  const receivedBytes = bytesIn(received)
  if (receivedBytes === undefined) return fail(`the value must be {"hex": …}, but is ${shown(received)}`)
  return compareBytes(what, bytesIn(expected) as Bytes.Bytes, receivedBytes)
}

/** The bytes of `{"hex": …}`; undefined for a value of another form. */
export const bytesIn = (value: unknown): Bytes.Bytes | undefined => (hasMembers(value) ? ofHex(value.hex) : undefined)

const compareBytes = (what: string, expected: Bytes.Bytes, received: Bytes.Bytes): Judgement => {
  const offset = firstDifference(expected, received)
  if (offset === undefined) return pass
  const difference = { of: what, expected: hex(expected), received: hex(received), offset }
  return fail(`the ${what} ${differenceWords(expected, received, offset)}`, { difference })
}

const differenceWords = (expected: Bytes.Bytes, received: Bytes.Bytes, offset: number): string => {
  if (offset === received.length) return `ends early, after ${received.length} of ${expected.length} bytes`
  if (offset === expected.length) return `continues after its end, at byte ${expected.length}`
  return `first differs at byte ${offset}, counted from 0`
}

// ---- Other values

/** The failure for two values that differ: it names the first different member. `prefix` begins the message. */
export const failByValue = (expected: unknown, received: unknown, prefix = ''): Fault => {
  const difference = firstDifferentMember({ path: '', expected, received })
  const place = difference.path === '' ? 'the value' : difference.path
  const values = `expected ${shown(difference.expected)}, received ${shown(difference.received)}`
  return { verdict: 'fail', message: `${prefix}${place} is wrong: ${values}`, value: difference }
}

/** Goes down to the innermost member that differs. */
const firstDifferentMember = (difference: DifferentValue): DifferentValue => {
  const { path, expected, received } = difference
  if (!hasMembers(expected) || !hasMembers(received)) return difference
  const names = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
  const name = names.find((member) => !haveSameMember(expected, received, member))
  if (name === undefined) return difference
  return firstDifferentMember({ path: `${path}/${name}`, expected: expected[name], received: received[name] })
}

type UnknownRecord = Readonly<Record<string, unknown>>

/** Whether the value is an object or an array. */
export const hasMembers = (value: unknown): value is UnknownRecord => typeof value === 'object' && value !== null

/** Whether both have this member, and with the same value. */
const haveSameMember = (expected: UnknownRecord, received: UnknownRecord, name: string): boolean =>
  Object.hasOwn(expected, name) && Object.hasOwn(received, name) && isDeepStrictEqual(expected[name], received[name])
