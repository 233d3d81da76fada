/**
 * The values of a header in another form than items: JSON, a map as a language prints it, values alone, or all of it encoded.
 * Whoever reads such a line sees the signature, and the diagnosis needs no more.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import { decode } from './forms/percent.ts'
import { latin1, withoutAtEnd } from './Received.ts'

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
  Object.entries(aliases).flatMap(([key, keyAliases]) => keyAliases.map((alias) => [bare(alias), key as Key] as const)),
)

/** Without what tells `appId`, `app-id` and `APP_ID` apart. */
function bare(keyName: string): string {
  return keyName.replace(/[^0-9A-Za-z]/g, '').toLowerCase()
}

/** A name, what may stand between it and its value, and the value, in quotes or without. */
const pair =
  /(?<![0-9A-Za-z_-])([A-Za-z][A-Za-z_-]{1,20})\]?["'“”‘’]?[ \t]{0,4}(?:=>|:=|==|[=:])[ \t]{0,4}(?:"([^"]{0,3000})"|'([^']{0,3000})'|[“‘"']?([!#-&(-+.-:=?-Z^-z~/-]{1,3000}))/g

const pairsIn = (headerText: string): ReadonlyArray<Pair> =>
  [...headerText.matchAll(pair)].flatMap(([, pairName = '', double, single, plain = '']) => {
    const key = keyNamed.get(bare(pairName))
    return key === undefined ? [] : [{ key, name: pairName, value: double ?? single ?? withoutAtEnd(plain, ';&)') }]
  })

/** The Base64 or hexadecimal digits of at least 512 bits. */
const signatureIn = /[0-9A-Za-z+/_-]{85,2800}={0,2}/

/** Without names: the signature is long, the timestamp has ten or thirteen digits, app id and nonce come in this order. */
const valuesIn = (headerText: string): ReadonlyArray<Pair> => {
  const signature = signatureIn.exec(headerText)?.[0]
  if (signature === undefined) return []
  const withoutSignature = headerText.replace(signature, ' ').replace(/^[ \t]*[0-9A-Za-z-]+[ \t]+/, '')
  const words = /\.\d{10}(?:\d{3})?\./.test(withoutSignature) ? /[0-9A-Za-z_~-]+/g : /[0-9A-Za-z._~-]+/g
  const candidates = (withoutSignature.match(words) ?? []).filter((word) => keyNamed.get(bare(word)) === undefined)
  const timestamp = candidates.find((word) => /^\d{10}(?:\d{3})?$/.test(word))
  const [app, nonce, ...furtherWords] = candidates.filter((word) => word !== timestamp)
  if (timestamp === undefined || app === undefined || nonce === undefined || furtherWords.length > 0) return []
  const nameless = (key: Key, namelessValue: string): Pair => ({ key, name: '', value: namelessValue })
  return [
    nameless('app_id', app),
    nameless('nonce_str', nonce),
    // The other way round, if the nonce comes first.
    nameless('nonce_str', app),
    nameless('timestamp', timestamp),
    nameless('signature', signature),
  ]
}

const isPrintable = (decoded: string): boolean => /^[\t\n\r -~]+$/.test(decoded)

/** The text of Base64, of either alphabet, which may stand behind the auth type. */
const unBase64 = (headerLine: string): string | undefined => {
  const [, word = ''] = /^(?:[0-9A-Za-z-]{1,64}[ \t]+)?([0-9A-Za-z+/_-]{60,}={0,2})[ \t]*$/.exec(headerLine) ?? []
  const digits = withoutAtEnd(word, '=').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Base64.decode(digits + '='.repeat((4 - (digits.length % 4)) % 4))
  const decoded = E.isRight(bytes) && bytes.right.length > 0 ? latin1(bytes.right) : ''
  return isPrintable(decoded) ? decoded : undefined
}

/** As in a JSON string, where `/`, `+` and `=` may be escaped too. */
const unescapedJson = (jsonText: string): string =>
  jsonText
    .replace(/\\u00(2[bBfF]|3[dD])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(["/])/g, '$1')
    .replace(/\\[nrt]/g, ' ')

/** What the line may hold, decoded. */
function* textsOf(headerLine: string): Generator<readonly [detail: string, text: string]> {
  yield ['', unescapedJson(headerLine)]
  const unescaped = /%(?:3D|3A|22|2C|20|25)/i.test(headerLine) ? decode(headerLine) : headerLine
  if (unescaped !== headerLine) yield ['percent escapes', unescaped]
  if (/%3D/i.test(unescaped)) yield ['percent escapes, twice', decode(unescaped)]
  const inner = unBase64(unescaped)
  if (inner !== undefined) yield ['Base64', inner]
  if (inner !== undefined && /%3D/i.test(inner)) yield ['Base64 of percent escapes', decode(inner)]
}

const formOf = (headerText: string): string => {
  if (/["“]\s{0,4}:/.test(headerText)) return 'JSON'
  if (/=>/.test(headerText)) return 'a map, as Ruby or PHP prints it'
  if (/map\[/.test(headerText)) return 'a map, as Go prints it'
  if (/[{[(<]/.test(headerText)) return 'brackets'
  if (/(?:id|nonce|str|timestamp|sign|signature)==[^=,]/i.test(headerText)) return 'two equals signs'
  return 'other signs'
}

/** Whether nonce, timestamp and signature stand there. */
export const isWhole = (pairs: ReadonlyArray<{ readonly key?: Key | undefined }>): boolean =>
  (['nonce_str', 'timestamp', 'signature'] as const).every((key) => pairs.some((candidate) => candidate.key === key))

/** The form in which a line holds nonce, timestamp and signature, if it is one of these. */
export const oddForm = (headerLine: string): OddForm | undefined => {
  if (headerLine.length > maxCharacters) return undefined
  for (const [encoded, headerText] of textsOf(headerLine)) {
    const namedPairs = pairsIn(headerText)
    if (isWhole(namedPairs)) return { detail: encoded === '' ? formOf(headerText) : encoded, pairs: namedPairs }
    const namelessPairs = valuesIn(headerText)
    if (namedPairs.length === 0 && namelessPairs.length > 0)
      return { detail: encoded === '' ? 'values without names' : encoded, pairs: namelessPairs }
  }
  return undefined
}
