/**
 * A forgiving reader of the Authorization line: it takes what people write, and names each departure from the grammar, where
 * it stands and what belongs there. What it reads is for a diagnosis; a verifier has a strict reader of its own.
 */
import * as Nonce from '../core/Nonce.ts'
import { aliases } from './respell.ts'

export type Key = keyof typeof aliases

const keys = Object.keys(aliases) as ReadonlyArray<Key>

export interface HeaderFault {
  /** Of the catalogue. */
  readonly id: string
  readonly detail: string
  /** In characters from the beginning of the line. */
  readonly offset: number
}

export interface Reading {
  /** Every value that was given for a key, in order: of a line without faults, one each. */
  readonly values: Readonly<Record<Key, ReadonlyArray<string>>>
  readonly faults: ReadonlyArray<HeaderFault>
}

interface Item {
  readonly key: string
  readonly value: string
  /** Where the item and its value begin. */
  readonly at: number
  readonly valueAt: number
}

/** `grammar` is what this service expects: the auth type, and which departures it allows. */
export interface Expected {
  readonly authType: string
  readonly anyCase: boolean
  readonly appid: boolean
  readonly blanks: boolean
  readonly quotes: boolean
  readonly others: boolean
}

export const readHeader = (line: string, expected: Expected): Reading => {
  const faults: Array<HeaderFault> = []
  const fault = (id: string, detail: string, offset: number): void => {
    // One mistake, however often it was made.
    if (!faults.some((known) => known.id === id)) faults.push({ id, detail, offset })
  }

  const start = openingOf(line, expected, fault)
  const values: Record<Key, Array<string>> = { app_id: [], nonce_str: [], timestamp: [], signature: [] }
  for (const item of itemsOf(line, start, expected, fault)) {
    const key = keyOf(item, expected, fault)
    if (key === undefined) continue
    if (values[key].length > 0) fault('header-duplicate-key', key, item.at)
    values[key].push(item.value)
  }
  for (const key of keys) if (values[key].length === 0) fault('header-missing-key', key, line.length)
  return { values, faults }
}

type Tell = (id: string, detail: string, offset: number) => void

/** Where the items begin. */
const openingOf = (line: string, { authType, anyCase }: Expected, fault: Tell): number => {
  const name = /^\s*authorization\s*:\s*/i.exec(line)?.[0] ?? ''
  const word = /^[^\s=,]*(?=\s+[^\s=]|\s*$)/.exec(line.slice(name.length))?.[0] ?? ''
  const same = anyCase ? word.toLowerCase() === authType.toLowerCase() : word === authType
  if (name !== '') fault('header-auth-type', 'the name of the header stands in its value', 0)
  else if (word === '') fault('header-auth-type', 'none', 0)
  else if (!same) fault('header-auth-type', word.slice(0, 64), 0)
  return name.length + word.length
}

const blank = /[ \t]/

/** The items from `start` on, whatever separates them. */
const itemsOf = (line: string, start: number, expected: Expected, fault: Tell): ReadonlyArray<Item> => {
  const text = line.slice(start)
  const separator = separatorOf(text)
  if (separator !== ',')
    fault('header-separator', separator === ' ' ? 'spaces' : separator, start + text.indexOf(separator))
  const items: Array<Item> = []
  let at = start
  for (const [i, piece] of piecesOf(text, separator).entries()) {
    const item = itemOf(piece, at, i === 0, separator, expected, fault)
    if (item !== undefined) items.push(item)
    at += piece.length + 1
  }
  return items
}

/** Where blanks separate the items, those round an equals sign do not. */
const piecesOf = (text: string, separator: string): ReadonlyArray<string> =>
  separator === ' ' ? text.split(/ (?="?[A-Za-z_-]{1,32}"? *[=:])/) : text.split(separator)

/** A comma, unless there is none between one key and the next. */
const separatorOf = (text: string): string => {
  const [, between = ','] = /=[^,;&\s]*\s*([,;& ])\s*"?[A-Za-z_-]+"?\s*=/.exec(text) ?? []
  return between
}

const itemOf = (
  piece: string,
  at: number,
  first: boolean,
  separator: string,
  { blanks, quotes }: Expected,
  fault: Tell,
): Item | undefined => {
  const lead = piece.length - piece.trimStart().length
  // The blank behind the auth type belongs there.
  if (lead > 0 && !first && separator !== ' ' && !blanks) fault('header-whitespace', 'in front of an item', at)
  const text = piece.trim()
  if (text === '') {
    if (!first || piece === '') fault('header-separator', 'an empty item', at)
    return undefined
  }
  const eq = text.search(/[=:]/)
  if (eq < 0) {
    fault('header-separator', 'an item without =', at + lead)
    return undefined
  }
  const key = text.slice(0, eq)
  const value = text.slice(eq + 1)
  if (text[eq] === ':') fault('header-separator', ': in place of =', at + lead + eq)
  if (key !== key.trimEnd() || blank.test(value.slice(0, 1)))
    fault('header-whitespace', 'round =', at + lead + key.trimEnd().length)
  const trailing = piece.length - piece.trimEnd().length
  if (trailing > 0 && separator !== ' ' && !blanks)
    fault('header-whitespace', 'behind an item', at + piece.length - trailing)
  const bare = unquoted(value.trim())
  if (bare !== value.trim() && !quotes) fault('header-quoted', 'the values', at + lead + eq + 1)
  return { key: unquoted(key.trim()), value: bare, at: at + lead, valueAt: at + lead + eq + 1 }
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text

const keyOf = ({ key, at }: Item, { appid, others }: Expected, fault: Tell): Key | undefined => {
  const known = keys.find((name) => aliases[name].includes(key.toLowerCase()))
  if (known === undefined) {
    if (!others) fault('header-key-name', 'an item with another name', at)
    return undefined
  }
  if (key !== known && !(key === 'appid' && appid)) fault('header-key-name', key, at)
  return known
}

/** What kind of character, or length, keeps a nonce from being one. */
export const nonceFault = (nonce: string): string | undefined => {
  if (Nonce.isNonce(nonce)) return undefined
  if (nonce.length > 128) return 'too long'
  const [other = ''] = /[^0-9A-Za-z-]/.exec(nonce) ?? []
  const names: Readonly<Record<string, string>> = {
    _: 'underscore',
    '+': 'Base64',
    '/': 'Base64',
    '=': 'Base64',
    '{': 'braces',
  }
  return names[other] ?? 'another character'
}
