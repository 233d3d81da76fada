/**
 * Bytes as the libraries of Apple describe them where a program puts them into a string: `<7b226122 3a317d>` of NSData up to iOS 12,
 * `{length = 7, bytes = 0x7b2261223a317d}` since iOS 13, and `7 bytes` of Data in Swift.
 */
import * as Bytes from '../../../core/Bytes.ts'
import type { Form } from './Respelling.ts'

/** NSData describes more bytes by its first sixteen and its last eight. */
const maxDescribed = 24
const firstDescribed = 16
const lastDescribed = 8

/** Hexadecimal digits, four bytes to a group. */
const groupsOf = (bytes: Bytes.Bytes): string => (Bytes.toHex(bytes).match(/.{1,8}/g) ?? []).join(' ')

const shortDescription = (bytes: Bytes.Bytes): string =>
  bytes.length <= maxDescribed
    ? `0x${Bytes.toHex(bytes)}`
    : `0x${groupsOf(bytes.subarray(0, firstDescribed))} ... ${groupsOf(bytes.subarray(-lastDescribed))} `

/** Every description of the bytes. With `wanted`, at least those that are this text. */
export function* describedData(bytes: Bytes.Bytes, wanted?: string): Generator<Form> {
  if (wanted !== undefined && !/^[<{0-9a-f]/.test(wanted)) return
  const groups = groupsOf(bytes)
  yield ['its description (NSData)', `<${groups}>`, 'alone']
  yield ['its description without brackets (NSData)', groups, 'alone']
  yield [
    'its description (NSData since iOS 13)',
    `{length = ${bytes.length}, bytes = ${shortDescription(bytes)}}`,
    'alone',
  ]
  yield ['its description (Data of Swift)', `${bytes.length} bytes`, 'alone']
}
