/**
 * A request, its public keys and the settings as the fragment of a link: a browser never sends a fragment to a server.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { inspect } from '../../core/untrusted.ts'
import type { Filled, Inspection } from './Inspection.ts'
import { pem } from './keyPair.ts'
import type { GivenKey } from './keyTexts.ts'
import { isSecret, withoutUser } from './secrets.ts'
import { number } from './words.ts'

/** Programs that carry links cut longer ones off, or refuse them. */
export const maxInLink = 32_000

/** The version of the format. */
const opening = '#1.'

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isLines = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isText)
const optional =
  <A>(is: (value: unknown) => value is A) =>
  (value: unknown): value is A | undefined =>
    value === undefined || is(value)

/** The members of a link; the body is text, or Base64 where it is none. */
const memberRules = {
  method: isText,
  target: isText,
  authorization: isLines,
  text: optional(isText),
  base64: optional(isText),
  host: optional(isText),
  url: optional(isText),
  paths: optional(isLines),
  appKeys: isText,
  otherKeys: isText,
  now: isNumber,
  maxAge: isNumber,
  maxSkew: isNumber,
  authType: isText,
}

type Members = {
  readonly [K in keyof typeof memberRules]: (typeof memberRules)[K] extends (value: unknown) => value is infer A
    ? A
    : never
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(memberRules).every(([name, is]) => is((value as Record<string, unknown>)[name]))

/** The fragment, or why there is none. Keys are written anew from their public numbers. */
export const fragmentOf = (inspection: Inspection): E.Either<string, string> => {
  // First, so that a large body costs nothing.
  if (inspection.body.length > maxInLink) return tooLong(inspection.body.length)
  if (isSecret(inspection)) return E.left('the request seems to hold a token, a password or a private key')
  const { body, url, appKeys, otherKeys, settings, ...rest } = inspection
  const text = Bytes.toText(body)
  // JSON leaves out what is undefined.
  const members = {
    ...rest,
    ...settings,
    ...(E.isRight(text) ? { text: text.right } : { base64: Base64.encode(body) }),
    url: url && withoutUser(url),
    appKeys: keyText(appKeys),
    otherKeys: keyText(otherKeys),
  }
  const json = Bytes.ofText(JSON.stringify(members))
  if (E.isLeft(json)) return E.left('the request holds half of a surrogate pair, which has no UTF-8')
  const fragment = `${opening}${Base64.encode(json.right).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
  return fragment.length > maxInLink ? tooLong(fragment.length) : E.right(fragment)
}

const tooLong = (length: number): E.Either<string, never> =>
  E.left(
    `it would have at least ${number(length)} characters, and programs cut links of more than ${number(maxInLink)}`,
  )

const keyText = (keys: ReadonlyArray<GivenKey>): string =>
  keys.map(({ appId, key }) => `${appId === undefined ? '' : `${appId}:\n`}${pem('PUBLIC KEY', key.spki)}`).join('')

/** What a fragment holds; undefined if it is none of this page's links. */
export const linked = (fragment: string): E.Either<string, Filled> | undefined => {
  if (!/^#[0-9]+\./.test(fragment)) return undefined
  const members = fragment.startsWith(opening) ? membersIn(fragment.slice(opening.length)) : undefined
  if (members === undefined) return E.left('This link is damaged, or another version of the page made it.')
  const { text = '', base64, appKeys: appKey, now, maxAge, maxSkew, authType, ...rest } = members
  const body = base64 === undefined ? Bytes.ofText(text) : Base64.decode(base64)
  const settings = { now: String(now), maxAge: String(maxAge), maxSkew: String(maxSkew), authType }
  return E.right({ ...rest, appKey, settings, body: E.isRight(body) ? body.right : Bytes.empty })
}

const membersIn = (text: string): Members | undefined => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Base64.decode(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
  if (E.isLeft(bytes)) return undefined
  const json = Bytes.toText(bytes.right)
  if (E.isLeft(json)) return undefined
  const value: unknown = inspect(() => JSON.parse(json.right), undefined)
  return isMembers(value) ? value : undefined
}
