/**
 * An Authorization line taken to pieces for a reader: each item with its place, and with what is wrong about it. A verifier
 * stops at the first fault; a reader wants to see them all.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../core/AppId.ts'
import * as Authorization from '../core/Authorization.ts'
import type { AuthType } from '../core/AuthType.ts'
import * as Base64 from '../core/Base64.ts'
import * as Nonce from '../core/Nonce.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { readHeader } from '../diagnosis/readHeader.ts'

export interface Item {
  /** The key as it is written; `auth type` for the first word. */
  readonly name: string
  readonly value: string
  /** Where the item begins, in characters from 0. */
  readonly offset: number
  readonly fault?: Fault
}

export interface Fault {
  /** In characters from 0. */
  readonly offset: number
  readonly what: string
}

export interface HeaderParts {
  readonly items: ReadonlyArray<Item>
  /** Of the four keys, those that no item has. */
  readonly missing: ReadonlyArray<string>
}

type Key = 'app_id' | 'nonce_str' | 'timestamp' | 'signature'

const keys: ReadonlyArray<Key> = ['app_id', 'nonce_str', 'timestamp', 'signature']

const base64Words: Record<Base64.MalformedBase64['rule'], string> = {
  alphabet: 'not of the standard Base64 alphabet',
  length: 'a last group of one character encodes nothing',
  padding: 'the padding is missing or too long',
  'spare-bits': 'the unused bits of the last character are not zero',
}

/** The pieces of a line that is no credential (see `isCredential`), which is not to be shown. */
export const headerParts = (line: string, authType: AuthType): HeaderParts => {
  const word = /^[^\s=,]*(?=[ \t]|$)/.exec(line)?.[0] ?? ''
  const items: Array<Item> = [typeItem(line, word, authType)]
  const from = word.length + (/^\s*/.exec(line.slice(word.length))?.[0].length ?? 0)
  const seen = new Set<string>()
  let at = from
  for (const text of from < line.length ? line.slice(from).split(',') : []) {
    const item = itemOf(text, at, seen)
    seen.add(canonical(item.name))
    items.push(item)
    at += text.length + 1
  }
  return { items, missing: keys.filter((key) => !seen.has(key)) }
}

/** What the first item of this key holds, well formed or not: enough to put a string to sign together. */
export const valueFor = ({ items }: HeaderParts, key: Key): string | undefined =>
  items.find(({ name }) => canonical(name) === key)?.value

const typeItem = (line: string, word: string, authType: AuthType): Item => {
  const item = { name: 'auth type', value: word, offset: 0 }
  if (word === '') return { ...item, fault: { offset: 0, what: `missing; ${authType} and a space belong here` } }
  const same = word.toLowerCase() === authType.toLowerCase()
  if (!same) return { ...item, fault: { offset: 0, what: `not ${authType}` } }
  const gap = /^ *(\s)?/.exec(line.slice(word.length))
  const strange = gap?.[1]
  return strange === undefined || strange === ''
    ? item
    : { ...item, fault: { offset: word.length, what: 'only spaces may stand behind it' } }
}

/** `appid` is read as `app_id`, and a key with blanks round it is recognised, although it is refused. */
const canonical = (name: string): string => {
  const bare = name.trim()
  return bare === 'appid' ? 'app_id' : bare
}

const isKey = (name: string): name is Key => (keys as ReadonlyArray<string>).includes(name)

const itemOf = (text: string, offset: number, seen: ReadonlySet<string>): Item => {
  const eq = text.indexOf('=')
  const name = eq < 0 ? '' : text.slice(0, eq)
  const value = eq < 0 ? text : text.slice(eq + 1)
  const item = { name, value, offset }
  const wrong = (what: string, where = 0): Item => ({ ...item, fault: { offset: offset + where, what } })
  if (text === '') return wrong('nothing stands between two commas, or behind the last')
  if (eq <= 0) return wrong('not of the form key=value')
  const key = canonical(name)
  const blank = text.search(/\s/)
  if (!isKey(key)) return wrong('not one of app_id, nonce_str, timestamp, signature')
  if (seen.has(key)) return wrong('stands twice')
  if (blank >= 0) return wrong('a blank, which may stand behind the auth type only', blank)
  if (value.includes('"')) return wrong('a double quote', eq + 1 + value.indexOf('"'))
  if (value === '') return wrong('empty', eq + 1)
  const found = faultIn(key, value)
  return found === undefined ? item : wrong(found.what, eq + 1 + found.offset)
}

const faultIn = (key: Key, value: string): Fault | undefined => {
  switch (key) {
    case 'app_id':
      return AppId.isAppId(value) ? undefined : atFirst(value, /[^0-9A-Za-z._~-]/, '1 to 128 of 0-9 A-Z a-z . _ ~ -')
    case 'nonce_str':
      return Nonce.isNonce(value) ? undefined : atFirst(value, /[^0-9A-Za-z-]/, '1 to 128 digits, letters or hyphens')
    case 'timestamp':
      return E.isRight(Timestamp.parse(value)) ? undefined : atFirst(value, /[^0-9]/, 'whole seconds in plain decimal')
    case 'signature': {
      const broken = Base64.fault(value)
      return broken === undefined ? undefined : { offset: broken.offset, what: base64Words[broken.rule] }
    }
  }
}

const atFirst = (value: string, forbidden: RegExp, rule: string): Fault => ({
  offset: Math.max(0, value.search(forbidden)),
  what: `breaks the rule: ${rule}`,
})

/** Whether a line is one of token authentication. */
export const isBearer = (line: string): boolean => {
  const form = Authorization.scheme(line)
  return E.isRight(form) && form.right === 'Bearer'
}

/** The reading is to be as forgiving as it can be. */
const lenient = { anyCase: true, appid: true, blanks: true, quotes: true, others: true }

/**
 * Whether a line may be a credential of another kind: a token in whatever spelling, a user with a password. Such a line names
 * another scheme, or none of the four keys in any spelling; nothing of it is to be repeated.
 */
export const isCredential = (line: string, authType: AuthType): boolean => {
  if (isBearer(line) || /^\W*(?:bearer|basic|digest|token)\b/i.test(line)) return true
  const [word = ''] = /^[^\s=,:]*/.exec(line) ?? []
  if (word.toLowerCase() === authType.toLowerCase()) return false
  return Object.values(readHeader(line, { authType, ...lenient }).values).every((values) => values.length === 0)
}
