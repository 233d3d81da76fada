/**
 * The Authorization header's value (interface §5): `Bearer TOKEN`, or an auth type and `key=value` items in any order.
 *
 * One scan from left to right over at most 8 KiB. Item names are only compared, never used as property names. An error
 * carries an offset and a rule, never the text.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from './AppId.ts'
import * as AuthType from './AuthType.ts'
import * as Base64 from './Base64.ts'
import type { Fault } from './Fault.ts'
import * as Nonce from './Nonce.ts'
import { type HeaderPolicies, ours } from './Policies.ts'
import { mustBe } from './Rule.ts'
import type * as Signature from './Signature.ts'
import * as Timestamp from './Timestamp.ts'
import * as Token from './Token.ts'

/** A signed request's header: the auth type and four items. */
export interface Signed {
  readonly _tag: 'Signed'
  readonly authType: AuthType.AuthType
  readonly appId: AppId.AppId
  readonly nonce: Nonce.Nonce
  readonly timestamp: Timestamp.Timestamp
  readonly signature: Signature.Signature
}

/** Simple authentication. Carries a secret. */
export interface Bearer {
  readonly _tag: 'Bearer'
  readonly token: Token.Token
}

export type Authorization = Signed | Bearer

export type Rule = keyof typeof headerFaults

/** What is wrong with a header that breaks each rule. */
export const headerFaults = {
  length: 'it is longer than 8 KiB',
  'auth-type': 'it does not begin with an auth type',
  space: 'a space is missing after the auth type',
  'key=value': 'an item does not have the form key=value',
  'empty-element': 'an item is empty: there are two commas together, or a comma at the start or the end',
  'unknown-key': 'the name of an item is not app_id, nonce_str, timestamp or signature, or a space is before the name',
  'repeated-key': 'an item is repeated (app_id and appid are the same item)',
  'missing-key': 'one of app_id, nonce_str, timestamp, signature is missing',
  'empty-value': 'the value of an item is empty',
  quote: 'a value contains a double quote',
  app_id: /* @__PURE__ */ mustBe('app_id', AppId.rule) as string,
  nonce_str: /* @__PURE__ */ mustBe('nonce_str', Nonce.rule) as string,
  timestamp: 'timestamp is not a whole number of seconds in plain decimal digits',
  token68: 'the text after Bearer and one space is not a token',
} as const

export type AuthorizationMalformed = Fault<'authorization_malformed', { readonly rule: Rule; readonly offset: number }>

/** The auth type is neither `Bearer` nor the configured auth type. */
export type SchemeUnsupported = Fault<'scheme_unsupported'>

/** The signature's text is not canonical Base64. */
export type SignatureMalformed = Fault<'signature_malformed', Omit<Base64.MalformedBase64, '_tag'>>

/** The header to write, of `length` characters, would be longer than `maxLength`, and no verifier would read it. */
export type HeaderTooLong = Fault<'header_too_long', { readonly length: number }>

export interface Grammar {
  readonly authType: AuthType.AuthType
  readonly policies: HeaderPolicies
}

/** The auth type of the interface, under our own policies. */
export const standard: Grammar = { authType: AuthType.standard, policies: ours }

/** The longest accepted header, in characters. The interface sets no limit. */
export const maxLength = 8192

const malformed = (rule: Rule, offset: number): E.Either<AuthorizationMalformed, never> =>
  E.left({ _tag: 'authorization_malformed', rule, offset })

const unsupported: E.Either<SchemeUnsupported, never> = E.left({ _tag: 'scheme_unsupported' })

/**
 * A header whose first word names its form. `wordEnd` is the offset after that word: there the items or the token begin, with
 * a space. Only `scheme` makes one, so nobody reads the items of a header whose first word is unchecked.
 */
export type Scheme<Form extends Authorization['_tag'] = Authorization['_tag']> = Form extends unknown
  ? { readonly _tag: Form; readonly header: string; readonly wordEnd: number }
  : never

/**
 * Decides the header's form by its whole first word: `SVC-SHA256-RSA2` is unsupported.
 *
 * @example
 * ```ts
 * import { Authorization } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const header = 'Bearer abc'
 * assert.deepEqual(Authorization.scheme(header), E.right({ _tag: 'Bearer', header, wordEnd: 6 }))
 * assert.deepEqual(Authorization.scheme('Basic abc'), E.left({ _tag: 'scheme_unsupported' }))
 * ```
 */
export const scheme = (
  header: string,
  grammar: Grammar = standard,
): E.Either<AuthorizationMalformed | SchemeUnsupported, Scheme> => {
  if (header.length > maxLength) return malformed('length', maxLength)
  const space = header.indexOf(' ')
  const wordEnd = space < 0 ? header.length : space
  const word = header.slice(0, wordEnd)
  if (word === '') return malformed('auth-type', 0)
  const form = formOf(word, grammar)
  return form === undefined ? unsupported : E.right({ _tag: form, header, wordEnd })
}

const formOf = (word: string, { authType, policies }: Grammar): Authorization['_tag'] | undefined => {
  if (word === authType) return 'Signed'
  if (word === 'Bearer') return 'Bearer'
  if (!policies['scheme-case']) return undefined
  // Case mapping turns U+017F into S and U+212A into k; only ASCII may match.
  if (!visibleAscii.test(word)) return undefined
  const lower = word.toLowerCase()
  if (lower === 'bearer') return 'Bearer'
  return lower === authType.toLowerCase() ? 'Signed' : undefined
}

const visibleAscii = /^[\x21-\x7e]+$/

const isOws = (code: number): boolean => code === 0x20 || code === 0x09

/**
 * The items of a signed header, which `scheme` has opened under the same grammar.
 *
 * Checks the whole grammar first, then the values: app id, nonce, timestamp and signature, in that order.
 *
 * @example
 * ```ts
 * import { Authorization } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const header = 'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAAA'
 * const scheme = Authorization.scheme(header)
 * assert.ok(E.isRight(scheme) && scheme.right._tag === 'Signed')
 * const read = Authorization.parseSigned(scheme.right)
 * assert.ok(E.isRight(read) && read.right.appId === 'app-1')
 * ```
 */
export const parseSigned = (
  { header, wordEnd }: Scheme<'Signed'>,
  grammar: Grammar = standard,
): E.Either<AuthorizationMalformed | SignatureMalformed, Signed> => {
  const { policies, authType } = grammar
  if (wordEnd === header.length) return malformed('space', wordEnd)
  const hasQuotes = header.includes('"')
  // Start and end of each value; 0 is "not seen", because no value starts at 0. Hot path: with a record that is filled item by
  // item, parsing takes 4 to 7 % longer (the row `parse` of npm run bench).
  let appIdAt = 0
  let appIdEnd = 0
  let nonceAt = 0
  let nonceEnd = 0
  let timestampAt = 0
  let timestampEnd = 0
  let signatureAt = 0
  let signatureEnd = 0
  let at = afterSpaces(header, wordEnd)
  while (at <= header.length) {
    const comma = header.indexOf(',', at)
    const end = comma < 0 ? header.length : comma
    const item = itemBetween(header, at, end, policies, hasQuotes)
    const malformedItem = checkForm(header, item, hasQuotes)
    if (malformedItem !== undefined) return malformedItem
    const key = header.slice(item.keyAt, item.keyEnd)
    // The interface writes this key both ways.
    switch (key === 'appid' && policies['appid-alias'] ? 'app_id' : key) {
      case 'app_id':
        if (appIdAt > 0) return malformed('repeated-key', item.keyAt)
        appIdAt = item.valueAt
        appIdEnd = item.valueEnd
        break
      case 'nonce_str':
        if (nonceAt > 0) return malformed('repeated-key', item.keyAt)
        nonceAt = item.valueAt
        nonceEnd = item.valueEnd
        break
      case 'timestamp':
        if (timestampAt > 0) return malformed('repeated-key', item.keyAt)
        timestampAt = item.valueAt
        timestampEnd = item.valueEnd
        break
      case 'signature':
        if (signatureAt > 0) return malformed('repeated-key', item.keyAt)
        signatureAt = item.valueAt
        signatureEnd = item.valueEnd
        break
      default: {
        const brokenRule = unknownItem(header, item, key, policies)
        if (brokenRule !== undefined) return malformed(brokenRule, item.keyAt)
      }
    }
    if (item.valueAt === item.valueEnd) return malformed('empty-value', item.valueAt)
    at = end + 1
  }
  const values = { appIdAt, appIdEnd, nonceAt, nonceEnd, timestampAt, timestampEnd, signatureAt, signatureEnd }
  return readValues(header, values, authType)
}

/** An item `key=value`, by the offsets of its key and its value in the header. */
interface Item {
  readonly keyAt: number
  readonly keyEnd: number
  readonly valueAt: number
  readonly valueEnd: number
}

/** The offsets of the four values; 0: there is none. */
interface Values {
  readonly appIdAt: number
  readonly appIdEnd: number
  readonly nonceAt: number
  readonly nonceEnd: number
  readonly timestampAt: number
  readonly timestampEnd: number
  readonly signatureAt: number
  readonly signatureEnd: number
}

const afterSpaces = (header: string, from: number): number => {
  let at = from
  while (header.charCodeAt(at) === 0x20) at++
  return at
}

/** What may be an item, between two commas or at an end of the items: `checkForm` says whether it is one. */
const itemBetween = (
  header: string,
  start: number,
  end: number,
  policies: HeaderPolicies,
  hasQuotes: boolean,
): Item => {
  if (hasQuotes || policies.ows) return trimmedItem(header, start, end, policies)
  const keyEnd = header.indexOf('=', start)
  return { keyAt: start, keyEnd, valueAt: keyEnd + 1, valueEnd: end }
}

/** Without the blanks and quotes that the policies permit. */
const trimmedItem = (header: string, start: number, end: number, policies: HeaderPolicies): Item => {
  const keyAt = policies.ows ? owsEnd(header, start, end) : start
  const valueEnd = policies.ows ? owsStart(header, keyAt, end) : end
  const keyEnd = header.indexOf('=', keyAt)
  const valueAt = keyEnd + 1
  if (policies['quoted-values'] && /^"[^"]*"$/.test(header.slice(valueAt, valueEnd)))
    return { keyAt, keyEnd, valueAt: valueAt + 1, valueEnd: valueEnd - 1 }
  return { keyAt, keyEnd, valueAt, valueEnd }
}

/** Why this is no item; `undefined`: it is one. No `Either`: this is on the hot path. */
const checkForm = (
  header: string,
  { keyAt, keyEnd, valueAt, valueEnd }: Item,
  hasQuotes: boolean,
): E.Either<AuthorizationMalformed, never> | undefined => {
  if (keyAt === valueEnd) return malformed('empty-element', keyAt)
  if (keyEnd <= keyAt || keyEnd >= valueEnd) return malformed('key=value', keyAt)
  return hasQuotes && header.slice(valueAt, valueEnd).includes('"') ? malformed('quote', valueAt) : undefined
}

/** Where blanks after a comma end. Before the first item there may be none. */
const owsEnd = (header: string, start: number, end: number): number => {
  let at = start
  if (header.charCodeAt(start - 1) === 0x2c) while (at < end && isOws(header.charCodeAt(at))) at++
  return at
}

/** Where blanks before a comma begin. After the last item there may be none. */
const owsStart = (header: string, start: number, end: number): number => {
  let at = end
  if (end < header.length) while (at > start && isOws(header.charCodeAt(at - 1))) at--
  return at
}

/** The rule that an item with another key breaks. */
const unknownItem = (header: string, item: Item, key: string, policies: HeaderPolicies): Rule | undefined => {
  // Another reader of the header may use an ignored `appid` instead of `app_id`.
  if (!policies['unknown-param'] || key === 'appid') return 'unknown-key'
  // An ignored item must not hide a blank or a line end either.
  return visibleAscii.test(header.slice(item.keyAt, item.valueEnd)) ? undefined : 'key=value'
}

/** The values, once the grammar of all items is right. */
const readValues = (
  header: string,
  values: Values,
  authType: AuthType.AuthType,
): E.Either<AuthorizationMalformed | SignatureMalformed, Signed> => {
  const { appIdAt, nonceAt, timestampAt, signatureAt } = values
  if (appIdAt === 0 || nonceAt === 0 || timestampAt === 0 || signatureAt === 0)
    return malformed('missing-key', header.length)
  const appId = header.slice(appIdAt, values.appIdEnd)
  if (!AppId.isAppId(appId)) return malformed('app_id', appIdAt)
  const nonce = header.slice(nonceAt, values.nonceEnd)
  if (!Nonce.isNonce(nonce)) return malformed('nonce_str', nonceAt)
  const timestamp = Timestamp.parse(header.slice(timestampAt, values.timestampEnd))
  if (E.isLeft(timestamp)) return malformed('timestamp', timestampAt)
  const broken = Base64.fault(header, signatureAt, values.signatureEnd)
  if (broken !== undefined) return E.left({ ...broken, _tag: 'signature_malformed' })
  return E.right({
    _tag: 'Signed',
    authType,
    appId,
    nonce,
    timestamp: timestamp.right,
    signature: header.slice(signatureAt, values.signatureEnd) as Signature.Signature,
  })
}

/**
 * One space and a token (interface §5.1, rule 1), in a header that `scheme` has opened.
 *
 * @example
 * ```ts
 * import { Authorization } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const scheme = Authorization.scheme('Bearer abc')
 * assert.ok(E.isRight(scheme) && scheme.right._tag === 'Bearer')
 * const read = Authorization.parseBearer(scheme.right)
 * assert.ok(E.isRight(read) && read.right._tag === 'Bearer')
 * ```
 */
export const parseBearer = ({ header, wordEnd }: Scheme<'Bearer'>): E.Either<AuthorizationMalformed, Bearer> => {
  if (wordEnd === header.length) return malformed('space', wordEnd)
  const token = header.slice(wordEnd + 1)
  return Token.isToken(token) ? E.right({ _tag: 'Bearer', token }) : malformed('token68', wordEnd + 1)
}

/**
 * Parses a header's value, without the name `Authorization` and the colon.
 *
 * @example
 * ```ts
 * import { Authorization } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const read = Authorization.parse('SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAAA')
 * assert.ok(E.isRight(read) && read.right._tag === 'Signed' && read.right.timestamp === 1700000000)
 * ```
 */
export const parse = (
  header: string,
  grammar: Grammar = standard,
): E.Either<AuthorizationMalformed | SchemeUnsupported | SignatureMalformed, Authorization> => {
  const opened = scheme(header, grammar)
  if (E.isLeft(opened)) return opened
  return opened.right._tag === 'Signed' ? parseSigned(opened.right, grammar) : parseBearer(opened.right)
}

/**
 * The header's value: items in the interface's order, no space after a comma. Fails with `header_too_long` above `maxLength`
 * characters: `parse` reads every header that this writes.
 *
 * @example
 * ```ts
 * import { Authorization } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const header = 'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAAA'
 * assert.deepEqual(E.chainW(Authorization.serialize)(Authorization.parse(header)), E.right(header))
 * ```
 */
export const serialize = (a: Authorization): E.Either<HeaderTooLong, string> => {
  const header =
    a._tag === 'Bearer'
      ? `Bearer ${a.token}`
      : `${a.authType} app_id=${a.appId},nonce_str=${a.nonce},timestamp=${a.timestamp},signature=${a.signature}`
  return header.length > maxLength ? E.left({ _tag: 'header_too_long', length: header.length }) : E.right(header)
}
