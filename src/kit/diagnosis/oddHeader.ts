/**
 * The values of a header in another form than items: JSON, a map as a language prints it, values alone, or all of it encoded.
 * Whoever reads such a line sees the signature, and the diagnosis needs no more.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import { decode } from './forms/percent.ts'
import { latin1 } from './Received.ts'

/** The names that people give to the four keys, in lower case. */
export const aliases: Readonly<Record<'app_id' | 'nonce_str' | 'timestamp' | 'signature', ReadonlyArray<string>>> = {
  app_id: ['app_id', 'appid', 'app-id', 'app', 'keyid', 'key_id', 'client_id'],
  nonce_str: ['nonce_str', 'nonce', 'noncestr', 'nonce-str'],
  timestamp: ['timestamp', 'time', 'ts', 'created', 'time_stamp'],
  signature: ['signature', 'sign', 'sig'],
}

export type Key = keyof typeof aliases

export interface Pair {
  readonly key: Key
  readonly name: string
  readonly value: string
}

export interface OddForm {
  readonly detail: string
  readonly pairs: ReadonlyArray<Pair>
}

/** A verifier refuses a header of more than 8 KiB; encoded, it is longer. */
const maxCharacters = 16_384

const keyNamed: ReadonlyMap<string, Key> = new Map(
  Object.entries(aliases).flatMap(([key, names]) => names.map((name) => [bare(name), key as Key] as const)),
)

/** Without what tells `appId`, `app-id` and `APP_ID` apart. */
function bare(name: string): string {
  return name.replace(/[^0-9A-Za-z]/g, '').toLowerCase()
}

/** A name, what may stand between it and its value, and the value, in quotes or without. */
const pair =
  /(?<![0-9A-Za-z_-])([A-Za-z][A-Za-z_-]{1,20})\]?["'“”‘’]?[ \t]{0,4}(?:=>|:=|==|[=:])[ \t]{0,4}(?:"([^"]{0,3000})"|'([^']{0,3000})'|[“‘"']?([!#-&(-+.-:=?-Z^-z~/-]{1,3000}))/g

const pairsIn = (text: string): ReadonlyArray<Pair> =>
  [...text.matchAll(pair)].flatMap(([, name = '', double, single, plain = '']) => {
    const key = keyNamed.get(bare(name))
    return key === undefined ? [] : [{ key, name, value: double ?? single ?? plain.replace(/[;&)]+$/, '') }]
  })

/** The Base64 or hexadecimal digits of at least 512 bits. */
const signatureIn = /[0-9A-Za-z+/_-]{85,2800}={0,2}/

/** Without names: the signature is long, the timestamp has ten or thirteen digits, app id and nonce come in this order. */
const valuesIn = (text: string): ReadonlyArray<Pair> => {
  const signature = signatureIn.exec(text)?.[0]
  if (signature === undefined) return []
  const rest = text.replace(signature, ' ').replace(/^[ \t]*[0-9A-Za-z-]+[ \t]+/, '')
  const words = /\.\d{10}(?:\d{3})?\./.test(rest) ? /[0-9A-Za-z_~-]+/g : /[0-9A-Za-z._~-]+/g
  const others = (rest.match(words) ?? []).filter((word) => keyNamed.get(bare(word)) === undefined)
  const timestamp = others.find((word) => /^\d{10}(?:\d{3})?$/.test(word))
  const [app, nonce, ...more] = others.filter((word) => word !== timestamp)
  if (timestamp === undefined || app === undefined || nonce === undefined || more.length > 0) return []
  const nameless = (key: Key, value: string): Pair => ({ key, name: '', value })
  return [
    nameless('app_id', app),
    nameless('nonce_str', nonce),
    // The other way round, if the nonce comes first.
    nameless('nonce_str', app),
    nameless('timestamp', timestamp),
    nameless('signature', signature),
  ]
}

const isPrintable = (text: string): boolean => /^[\t\n\r -~]+$/.test(text)

/** The text of Base64, of either alphabet, which may stand behind the auth type. */
const unBase64 = (line: string): string | undefined => {
  const [, word = ''] = /^(?:[0-9A-Za-z-]{1,64}[ \t]+)?([0-9A-Za-z+/_-]{60,}={0,2})[ \t]*$/.exec(line) ?? []
  const digits = word.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Base64.decode(digits + '='.repeat((4 - (digits.length % 4)) % 4))
  const text = E.isRight(bytes) && bytes.right.length > 0 ? latin1(bytes.right) : ''
  return isPrintable(text) ? text : undefined
}

/** As in a JSON string, where `/`, `+` and `=` may be escaped too. */
const unescapedJson = (text: string): string =>
  text
    .replace(/\\u00(2[bBfF]|3[dD])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(["/])/g, '$1')
    .replace(/\\[nrt]/g, ' ')

/** What the line may hold, decoded. */
function* textsOf(line: string): Generator<readonly [detail: string, text: string]> {
  yield ['', unescapedJson(line)]
  const unescaped = /%(?:3D|3A|22|2C|20|25)/i.test(line) ? decode(line) : line
  if (unescaped !== line) yield ['percent escapes', unescaped]
  if (/%3D/i.test(unescaped)) yield ['percent escapes, twice', decode(unescaped)]
  const inner = unBase64(unescaped)
  if (inner !== undefined) yield ['Base64', inner]
  if (inner !== undefined && /%3D/i.test(inner)) yield ['Base64 of percent escapes', decode(inner)]
}

const formOf = (text: string): string => {
  if (/["“]\s{0,4}:/.test(text)) return 'JSON'
  if (/=>/.test(text)) return 'a map, as Ruby or PHP prints it'
  if (/map\[/.test(text)) return 'a map, as Go prints it'
  if (/[{[(<]/.test(text)) return 'brackets'
  return 'other signs'
}

/** Whether nonce, timestamp and signature stand there. */
export const isWhole = (pairs: ReadonlyArray<{ readonly key?: Key | undefined }>): boolean =>
  (['nonce_str', 'timestamp', 'signature'] as const).every((key) => pairs.some((one) => one.key === key))

/** The form in which a line holds nonce, timestamp and signature, if it is one of these. */
export const oddForm = (line: string): OddForm | undefined => {
  if (line.length > maxCharacters) return undefined
  for (const [encoded, text] of textsOf(line)) {
    const named = pairsIn(text)
    if (isWhole(named)) return { detail: encoded === '' ? formOf(text) : encoded, pairs: named }
    const values = valuesIn(text)
    if (named.length === 0 && values.length > 0)
      return { detail: encoded === '' ? 'values without names' : encoded, pairs: values }
  }
  return undefined
}
