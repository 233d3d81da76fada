/**
 * The input of a run as a report shows it: JSON in which a reader recognizes things. Bytes that are text have the text beside them,
 * a key of the suite is its name, and a long signature is its start.
 *
 *     { body: { hex: '6869' } }                   {"body":{"hex":"6869","text":"hi"}}
 *     { key: '-----BEGIN PUBLIC KEY-----…' }      {"key":"app-1"}
 *     { authorization: ['…,signature=kz3V…'] }    {"authorization":["…,signature=kz3VAbCdE… (344 characters)"]}
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { ofHex, within } from './content.ts'
import { longest, shown } from './shown.ts'
import { readTestKeys } from './suite.ts'

export const shownInput = (input: unknown): string => shown(abbreviate(readable(input)), longest)

// ---- Bytes beside their text

/** The input with a member `text` beside `hex`, wherever the bytes are text. */
export const readable = (json: unknown): unknown => {
  if (typeof json !== 'object' || json === null) return json
  const bytes = Object.keys(json).length === 1 ? ofHex((json as { readonly hex?: unknown }).hex) : undefined
  if (bytes === undefined) return within(json, readable)
  const decoded = printableText(bytes)
  return decoded === undefined ? json : { ...json, text: decoded }
}

/** The text of the bytes; undefined if they are empty, not UTF-8, or contain a control character other than a tab or a line end. */
const printableText = (bytes: Bytes.Bytes): string | undefined => {
  const decoded = E.getOrElse(() => '')(Bytes.toText(bytes))
  return decoded === '' || /(?![\t\n\r])\p{Cc}/u.test(decoded) ? undefined : decoded
}

// ---- Keys and signatures

const abbreviate = (json: unknown): unknown => {
  if (typeof json === 'string') return abbreviateString(json)
  // Such a run tests the key file itself, so the file is shown as it is.
  return Object.hasOwn(Object(json), 'pem') ? json : within(json, abbreviate)
}

/** A key file with nothing around it: its kind, and the last eight digits of its Base64. */
const keyFile = /^-----BEGIN (?:RSA )?([A-Z]+) KEY-----\s[^-]*([^-\s]{8})\s*-----END [A-Z ]+-----\s*$/
const longSignature = /signature=([^,]{50,})/g

const abbreviateString = (string: string): string => {
  const keyName = string.startsWith('-----BEGIN') ? namesByPem().get(string) : undefined
  if (keyName !== undefined) return keyName
  return string
    .replace(longSignature, (_, signature: string) => `signature=${abbreviateSignature(signature)}`)
    .replace(keyFile, '$1_KEY_…$2')
}

let namesOfTestKeys: ReadonlyMap<string, string> | undefined
/** The names of the suite's keys by their PEM. Read once: every failure of a report needs them. */
const namesByPem = (): ReadonlyMap<string, string> => {
  namesOfTestKeys ??= new Map(
    Object.entries(readTestKeys()).flatMap(([name, pems]) => Object.values(pems).map((pem) => [pem, name] as const)),
  )
  return namesOfTestKeys
}

/** The start of a signature and its length. A signature of one repeated character stays: `shown` shortens it. */
const abbreviateSignature = (signature: string): string =>
  /^(.)\1*$/.test(signature) ? signature : `${signature.slice(0, 9)}… (${signature.length} characters)`
