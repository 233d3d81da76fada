/**
 * Recognizes private keys, tokens and passwords in a request, for everything that passes a request on: a ticket, a link, a report. They
 * leave out a request that seems to hold a secret.
 *
 *     {"password": "x"}     seems secret          {"prompt": "a"}     does not
 */

import type { AuthType } from '../../core/AuthType.ts'
import { type Bytes, empty } from '../../core/Bytes.ts'
import { inspect } from '../../core/untrusted.ts'
import type { Case } from './Case.ts'
import { isCredential } from './headerParts.ts'
import { textOf } from './Received.ts'
import { maxLayers, readingsOf, withoutEscapes } from './secretSpellings.ts'

/** The header of a request, and the auth type that its verifier expects. */
interface RequestHeader extends Pick<Case, 'authorization'> {
  readonly settings: { readonly authType: AuthType }
}

/** The rest of the request. */
interface RequestContent extends Pick<Case, 'method' | 'target' | 'body' | 'host' | 'url' | 'paths' | 'headers'> {
  /** The text that the caller says it signs. */
  readonly claimed?: Bytes | undefined
}

// ---- Secrets in a text

const label = 'PRIVATE KEY-----'

const secretName =
  '(?:token|secret(?:[_-]?(?:access[_-]?)?key)?|passw(?:or)?d|pwd|passphrase|passcode|(?:api|access|private)[_-]?key)'

/** Between a name and its value: `password=`, `"password": `, `user[password]=`, `password[]=` and `"password" => `. */
const beforeValue = `(?:\\[\\w{0,32}\\])?["']?\\]?\\s*(?:=>?|[:：])\\s*`

/**
 * The values that make a text seem secret, each in a group: what is between the labels of a private key, a token after its scheme,
 * and a value after its name or in an element with its name.
 *
 *     -----BEGIN PRIVATE KEY-----Zm9v-----END    Bearer Zm9vYmFy    access_token=Zm9v&page=2    "api_key": "Zm9v"
 *     <password>Zm9v</password>
 */
const values: ReadonlyArray<RegExp> = [
  new RegExp(`${label}([^-]+)`, 'g'),
  // Not before the items of a signature: then the word is a wrong auth type.
  /\b(?:bearer|basic)\s+(?!(?:app_?id|nonce(?:_?str)?|timestamp|sign(?:ature)?)=)([\w.~+/=-]{8,})/gi,
  new RegExp(`${secretName}${beforeValue}(?:"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)|'([^']*)|([^\\s"'&;,[\\]{}<]+))`, 'gi'),
  new RegExp(
    `<(?:[\\w.-]{1,64}:)?[\\w.-]{0,64}${secretName}(?:\\s[^<>]*)?>\\s*(?:<!\\[CDATA\\[([^<]+)\\]\\]>|([^<]+))`,
    'gi',
  ),
]

/** An array or an object after the name of a secret: each value in it is secret. */
const collection = new RegExp(`${secretName}${beforeValue}([[{](?:"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?|[^"\\]}])*)`, 'gi')

/** A name with its colon, then a string, perhaps without an end, or a bare value. Only the last two have a group. */
const valueInCollection = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:|"([^"\\]*(?:\\.[^"\\]*)*)"?|([^\s"'=:,[\]{}]+)/g

// ---- Whole values

/** A name that ends with that of a secret: `access_token`, `user[password]`, `user%5Bpassword%5D` and `password[]`. */
const endsWithSecretName = new RegExp(`${secretName}(?:\\[\\w{0,32}\\])?\\]?$`, 'i')

const namesSecret = (name: string): boolean => endsWithSecretName.test(withoutEscapes(name).trim())

/** A target or a URL, and the beginning of a form, of cookies and of a setting. */
const address = /^(?:[a-z][0-9a-z+.-]*:\/)?\/[^?"]*\?(.*)$/i
const beginsWithField = /^[^\s={}<>"',:?/]+=/
const setting = /^\s*((?:set-)?cookie|[\w.[\]-]+)\s*:\s+([^\s"'[{].*)$/i

/**
 * The secret values of a line whose shape tells where a value ends, whatever characters it has: a target, a form, cookies or a setting.
 *
 *     /v1/jobs?token=a b;c&page=2     token=a b&page=2     Cookie: id=1; token=a&b     X-Api-Key: a b
 */
const wholeValuesOf = (text: string): ReadonlyArray<string> => {
  const [, query] = address.exec(text) ?? []
  if (query !== undefined) return secretFields(query.replace(/ HTTP\/\d[\d.]*$/i, ''), '&')
  if (beginsWithField.test(text)) return secretFields(text, '&')
  const [, name, value = ''] = setting.exec(text) ?? []
  if (name === undefined) return []
  if (/cookie$/i.test(name)) return secretFields(value, ';')
  const [, queryOfValue] = address.exec(value) ?? []
  if (queryOfValue !== undefined) return secretFields(queryOfValue, '&')
  return namesSecret(name) ? [value] : []
}

const secretFields = (fields: string, separator: string): ReadonlyArray<string> =>
  fields.split(separator).flatMap((field) => {
    const equals = field.indexOf('=')
    return equals >= 0 && namesSecret(field.slice(0, equals)) ? [field.slice(equals + 1)] : []
  })

/** The strings and numbers in JSON whose name, or that of a value around them, is that of a secret. */
const membersOf = (text: string): ReadonlyArray<string> => {
  if (!/^\s*[[{]/.test(text)) return []
  const found: Array<string> = []
  const pending: Array<readonly [json: unknown, isSecretValue: boolean]> = [
    [inspect<unknown>(() => JSON.parse(text), undefined), false],
  ]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [json, isSecretValue] = next
    if (typeof json === 'object' && json !== null)
      for (const [name, value] of Object.entries(json)) pending.push([value, isSecretValue || namesSecret(name)])
    else if (isSecretValue && (typeof json === 'string' || typeof json === 'number')) found.push(String(json))
  }
  return found
}

/** The private exponent of a JWK, and all its private numbers. */
const privateExponent = /"d"\s*:\s*"[\w-]{16,}/
const privateNumber = /"(?:d|p|q|dp|dq|qi)"\s*:\s*"([\w-]{16,})/g

/** A mask such as `***` is no secret, and neither are the words for no value. */
const isValue = (candidate: string): boolean =>
  /[\p{L}\p{N}]/u.test(candidate) && !/^(?:null|true|false|none|nil|undefined)$/i.test(candidate)

const groupsIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter((group) => group !== undefined))

const secretsAsWritten = (text: string): ReadonlyArray<string> =>
  [
    ...text.split(/\r?\n/).flatMap(wholeValuesOf),
    ...membersOf(text),
    ...values.flatMap((pattern) => groupsIn(text, pattern)),
    ...groupsIn(text, collection).flatMap((inside) => groupsIn(inside, valueInCollection)),
    ...(privateExponent.test(text) ? groupsIn(text, privateNumber) : []),
  ]
    .map((value) => value.trim())
    .filter(isValue)

/** The text as it is written, and without one layer of escapes after the other. */
const layersOf = (text: string): ReadonlyArray<string> => {
  const layers = [text]
  for (let layer = text; layers.length <= maxLayers; layers.push(layer)) {
    const inner = withoutEscapes(layer)
    if (inner === layer) break
    layer = inner
  }
  return layers
}

/** The values of a text that are secret. */
const secretsIn = (text: string): ReadonlyArray<string> => layersOf(text).flatMap(secretsAsWritten)

/** Whether a text seems to hold a secret. */
export const holdsSecret = (text: string): boolean => text.includes(label) || secretsIn(text).length > 0

// ---- Secrets in a request

/** Whether the header is a credential of another kind, of which nothing may be shown. */
export const hasCredential = ({ authorization, settings }: RequestHeader): boolean =>
  authorization.some((line) => isCredential(line, settings.authType))

/** Every text of a request that may hold a secret. */
const textsIn = ({
  method,
  target,
  authorization,
  body,
  claimed = empty,
  host = '',
  url = '',
  paths = [],
  headers = [],
}: Pick<Case, 'authorization'> & RequestContent): ReadonlyArray<string> => [
  method,
  target,
  ...authorization,
  textOf(body),
  textOf(claimed),
  host,
  url,
  ...paths,
  ...headers.map(([name, value]) => `${name}: ${value}`),
]

/** A request in which secrets are looked for. */
export interface Inspected extends RequestHeader, RequestContent {}

/** Whether any part of the request seems to hold a secret. */
export const isSecret = (inspection: Inspected): boolean =>
  hasCredential(inspection) || textsIn(inspection).some(holdsSecret)

/** The user and the password before the host of a URL. */
const user = /^((?:[a-z][0-9a-z+.-]*:)?\/\/|)([^/?#]*)@/i

/** The values of a request that are secret, and those of texts that belong to it, such as the text that was signed. */
export const secretsOf = (inspection: Inspected, texts: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const { authorization, settings, target, url = '' } = inspection
  const credentials = authorization.filter((line) => isCredential(line, settings.authType))
  const found = [
    ...[...textsIn(inspection), ...texts].flatMap(secretsIn),
    ...credentials.flatMap((line) => line.split(/\s+/).slice(1)),
    ...[url, target].flatMap((address) => user.exec(address)?.[2]?.split(':') ?? []),
  ]
  return [...new Set(found.flatMap(readingsOf))].filter(isValue)
}

/** A URL without the user and the password before its host, with or without its scheme. */
export const withoutUser = (url: string): string => url.replace(user, '$1')
