/**
 * Wrong spellings of a signature and wrong forms of a header, each made from the right one.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import { toHex } from '../../../core/Bytes.ts'
import type { Respelling } from '../Mistake.ts'
import { unreserved } from '../Received.ts'
import { utf8 } from './charsets.ts'
import { encode } from './percentEncode.ts'

type Respell = (right: string) => ReadonlyArray<Respelling>

/** The one form of a mistake. */
export const one =
  (detail: string, f: (right: string) => string): Respell =>
  (right) => [{ detail, text: f(right) }]

export const base64url: Respell = (right) => {
  const text = right.replaceAll('+', '-').replaceAll('/', '_')
  return [
    { detail: 'padded', text },
    { detail: 'unpadded', text: text === right ? right : text.replace(/=+$/, '') },
  ]
}

export const hex: Respell = (right) => {
  const bytes = Base64.decode(right)
  if (E.isLeft(bytes)) return []
  const text = toHex(bytes.right)
  return [
    { detail: 'lower case', text },
    { detail: 'upper case', text: text.toUpperCase() },
    { detail: 'with the prefix of openssl', text: `SHA2-256(stdin)= ${text}` },
  ]
}

export const printed: Respell = (right) => [
  { detail: "b'…' (Python)", text: `b'${right}'` },
  { detail: 'sha256= in front of it', text: `sha256=${right}` },
]

export const reversed: Respell = (right) => {
  const bytes = Base64.decode(right)
  return E.isLeft(bytes) ? [] : [{ detail: 'little-endian', text: Base64.encode(bytes.right.toReversed()) }]
}

export const wrapped: Respell = (right) =>
  [64, 76].flatMap((width) =>
    ['\n', '\r\n'].map((end) => ({
      detail: `${width} columns, ${end === '\n' ? 'line feeds' : 'CRLF'}`,
      text: right.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`),
    })),
  )

/** The auth type and the items. */
const open = (line: string): readonly [type: string, items: ReadonlyArray<string>] => {
  const space = line.indexOf(' ')
  return [line.slice(0, space), line.slice(space + 1).split(',')]
}

const withItems =
  (
    f: (items: ReadonlyArray<string>) => ReadonlyArray<readonly [detail: string, items: ReadonlyArray<string>]>,
  ): Respell =>
  (right) => {
    const [type, items] = open(right)
    return f(items).map(([detail, changed]) => ({ detail, text: `${type} ${changed.join(',')}` }))
  }

const keyOf = (item: string): string => item.slice(0, item.indexOf('='))

export const quoted: Respell = withItems((items) => [
  ['every value', items.map((item) => `${item.replace('=', '="')}"`)],
])

export const missingKey: Respell = withItems((items) =>
  items.map((item) => [keyOf(item), items.filter((i) => i !== item)]),
)

export const duplicateKey: Respell = withItems((items) => items.map((item) => [keyOf(item), [...items, item]]))

export const authType: Respell = (right) => {
  const [type, items] = open(right)
  const names = [`${type}2`, type.replace(/-RSA$/, ''), 'Signature', type.replaceAll('-', '_')]
  return [
    { detail: 'none', text: items.join(',') },
    ...names.map((name) => ({ detail: name, text: `${name} ${items.join(',')}` })),
  ]
}

export const whitespace: Respell = (right) => [
  { detail: 'behind commas', text: right.replaceAll(',', ', ') },
  { detail: 'round =', text: right.replace('=', ' = ') },
  { detail: 'in front of commas', text: right.replaceAll(',', ' ,') },
]

export const separated: Respell = (right) => {
  const [type, items] = open(right)
  return [
    { detail: 'semicolons', text: `${type} ${items.join(';')}` },
    { detail: 'ampersands', text: `${type} ${items.join('&')}` },
    { detail: 'spaces', text: `${type} ${items.join(' ')}` },
  ]
}

/** The items as languages print a map, without their names, or encoded. */
export const otherForms: Respell = (right) => {
  const [type, items] = open(right)
  // Another mistake has left no auth type.
  if (type.includes('=')) return []
  const pairs = items.map((item) => [keyOf(item), item.slice(keyOf(item).length + 1)] as const)
  const map = (pair: (key: string, value: string) => string, joint: string): string =>
    pairs.map(([key, value]) => pair(key, value)).join(joint)
  return [
    ['JSON', `${type} {${map((key, value) => `"${key}":"${value}"`, ',')}}`],
    ['a map, as Ruby or PHP prints it', `${type} {${map((key, value) => `"${key}"=>"${value}"`, ', ')}}`],
    ['a map, as Go prints it', `${type} map[${map((key, value) => `${key}:${value}`, ' ')}]`],
    ['brackets', `${type} {${map((key, value) => `${key}=${value}`, ', ')}}`],
    ['percent escapes', `${type} ${encode(items.join(','), unreserved)}`],
    ['Base64', `${type} ${Base64.encode(utf8(items.join(',')))}`],
    ['values without names', `${type} ${map((_, value) => value, ':')}`],
  ].map(([detail = '', text = '']) => ({ detail, text }))
}

/** The names that people give to the four keys, in lower case. */
export const aliases: Readonly<Record<'app_id' | 'nonce_str' | 'timestamp' | 'signature', ReadonlyArray<string>>> = {
  app_id: ['app_id', 'appid', 'app-id', 'app', 'keyid', 'key_id', 'client_id'],
  nonce_str: ['nonce_str', 'nonce', 'noncestr', 'nonce-str'],
  timestamp: ['timestamp', 'time', 'ts', 'created', 'time_stamp'],
  signature: ['signature', 'sign', 'sig'],
}

export const keyName: Respell = (right) =>
  ['nonce_str nonce', 'nonce_str nonceStr', 'signature sign', 'timestamp ts', 'app_id appId'].map((pair) => {
    const [key, other] = pair.split(' ') as [string, string]
    return { detail: other, text: right.replace(`${key}=`, `${other}=`) }
  })
