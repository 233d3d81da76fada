/** Parses and writes the Authorization header. */
import { type Part, refuse } from './switches.ts'

export interface Signed {
  readonly scheme: 'signed'
  readonly appId: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
}

export type Authorization = Signed | { readonly scheme: 'bearer'; readonly token: string }

export interface Header {
  /** The one line; undefined if there is none and the check is off. */
  readonly oneLine: (lines: ReadonlyArray<string>) => string | undefined
  /** The scheme of the line, and the text after its auth type. */
  readonly readScheme: (line: string, authType: string) => { readonly scheme: Authorization['scheme']; rest: string }
  /** Of an auth type that is configured. */
  readonly checkAuthType: (authType: string) => void
  readonly sameType: (given: string, authType: string) => boolean
  readonly readToken: (rest: string) => string
  readonly splitItems: (rest: string) => ReadonlyArray<string>
  readonly readItem: (item: string) => readonly [key: string, value: string]
  readonly nameOf: (key: string) => string
  readonly collect: (items: ReadonlyArray<readonly [key: string, value: string]>) => ReadonlyMap<string, string>
  readonly readValue: (value: string) => string
  readonly readSigned: (rest: string) => Signed
  readonly formatSigned: (authType: string, signed: Omit<Signed, 'scheme'>) => string
  readonly formatToken: (token: string) => string
}

const malformed = 'authorization_malformed'
const names = ['app_id', 'nonce_str', 'timestamp', 'signature']

/** Without white space and control characters at the ends. */
const trimmed = (text: string): string => text.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, '')

/** The key as a careless parser compares it: ſ equals S, and %5F equals _. */
const folded = (key: string): string => key.replaceAll('%5F', '_').toUpperCase().toLowerCase()

export const header: Part<Header> = (f, { on, takes }) => ({
  oneLine: (lines) => {
    const [line] = lines
    if (on('header-present') && line === undefined) refuse('authorization_missing')
    if (on('header-once') && lines.length > 1) refuse('authorization_multiple')
    if (on('header-length') && line !== undefined && line.length > 8192) refuse(malformed)
    return line
  },

  checkAuthType: (authType) => {
    const fits = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(authType) && !/^bearer$/i.test(authType)
    if (on('auth-type-form') && !fits) refuse('auth_type_malformed')
  },

  sameType: (given, authType) =>
    given === authType || ((takes('scheme-case') || !on('auth-type')) && f.upperCase(given) === f.upperCase(authType)),

  readScheme: (whole, authType) => {
    const line = on('item-form') ? whole : trimmed(whole)
    const space = line.search(on('auth-type') ? / / : /[ \t]/)
    const type = space < 0 ? line : line.slice(0, space)
    if (f.sameType(type, 'Bearer')) return { scheme: 'bearer', rest: line.slice(type.length) }
    // With header-space off, the auth type may be a prefix of the line.
    if (!on('header-space') && line.startsWith(authType)) return { scheme: 'signed', rest: line.slice(authType.length) }
    if (on('auth-type') && !f.sameType(type, authType)) refuse('scheme_unsupported')
    if (space < 0) refuse(malformed)
    return { scheme: 'signed', rest: ` ${line.slice(space + 1)}` }
  },

  readToken: (rest) => {
    if (on('token-form') && !/^ [A-Za-z0-9._~+/-]+=*$/.test(rest)) refuse(malformed)
    return rest.trim()
  },

  splitItems: (rest) => {
    const comma = on('item-form') ? ',' : /[,;]/
    return rest.replace(/^ +/, '').split(takes('ows') ? /[ \t]*,[ \t]*/ : comma)
  },

  // White space in or around a value breaks that value's own rule.
  readItem: (item) => {
    const equals = item.search(on('item-form') ? /=/ : /[=:]/)
    if (on('item-form') && equals < 1) refuse(malformed)
    const key = equals < 1 ? '' : item.slice(0, equals)
    const value = item.slice(equals + 1)
    if (on('item-form') && key !== trimmed(key)) refuse(malformed)
    return on('item-form') ? [key, value] : [trimmed(key), trimmed(value)]
  },

  nameOf: (key) => {
    const name = on('item-key') ? key : folded(key)
    return name === 'appid' && takes('appid-alias') ? 'app_id' : name
  },

  collect: (items) => {
    const found = new Map<string, string>()
    for (const [key, value] of items) {
      if (!on('item-form') && key === '') continue
      if (on('item-empty') && value === '') refuse(malformed)
      const name = f.nameOf(key)
      const known = names.includes(name)
      if (on('item-unknown') && !known && !(takes('unknown-param') && name !== 'appid')) refuse(malformed)
      // An ignored item has a key and a value all the same.
      if (on('item-form') && !known && !/^[!-~]+$/.test(key + value)) refuse(malformed)
      if (on('item-empty') && !known && f.readValue(value) === '') refuse(malformed)
      if (on('item-repeated') && found.has(name) && known) refuse(malformed)
      if (!found.has(name)) found.set(name, value)
    }
    return found
  },

  readValue: (value) => {
    const quoted = takes('quoted-values') && /^"[^"]*"$/.test(value) ? value.slice(1, -1) : value
    if (on('item-quote') && quoted.includes('"')) refuse(malformed)
    return quoted.replaceAll('"', '')
  },

  readSigned: (rest) => {
    // The text is empty, without even a space, only if header-space is off.
    if (rest === '') return { scheme: 'signed', appId: '', nonce: '', timestamp: '', signature: '' }
    const elements = f.splitItems(rest)
    if (on('item-element') && elements.includes('')) refuse(malformed)
    const found = f.collect(elements.filter((element) => element !== '').map(f.readItem))
    // An absent or empty value that passed is not checked any further.
    const textOf = (name: string, check: (value: string) => void): string => {
      const given = found.get(name)
      if (on('item-missing') && given === undefined) refuse(malformed)
      const value = f.readValue(given ?? '')
      if (on('item-empty') && given !== undefined && value === '') refuse(malformed)
      if (value !== '') check(value)
      return value
    }
    return {
      scheme: 'signed',
      appId: textOf('app_id', (value) => f.checkAppId(value, malformed)),
      nonce: textOf('nonce_str', (value) => f.checkNonce(value, malformed)),
      timestamp: textOf('timestamp', (value) => f.checkTimestamp(value, malformed)),
      signature: textOf('signature', (value) => f.decodeBase64(value, 'signature_malformed')),
    }
  },

  formatSigned: (authType, { appId, nonce, timestamp, signature }) => {
    const line = `${authType} app_id=${appId},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
    if (on('header-length') && line.length > 8192) refuse('header_too_long')
    return line
  },

  formatToken: (token) => {
    f.readToken(` ${token}`)
    if (on('header-length') && token.length > 8192 - 'Bearer '.length) refuse('token_malformed')
    return `Bearer ${token}`
  },
})
