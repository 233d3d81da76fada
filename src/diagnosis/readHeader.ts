/**
 * A forgiving reader of the Authorization line: it takes what people write, and names each departure from the grammar, where
 * it stands and what belongs there. What it reads is for a diagnosis; a verifier has a strict reader of its own.
 *
 * The line may be anybody's, and of any length: every step looks at a character a bounded number of times.
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
  /** The values that were given for a key, in order, two at most; of a line without faults, one each. */
  readonly values: Readonly<Record<Key, ReadonlyArray<string>>>
  readonly faults: ReadonlyArray<HeaderFault>
}

/** What this service expects: the auth type, and which departures it allows. */
export interface Expected {
  readonly authType: string
  readonly anyCase: boolean
  readonly appid: boolean
  readonly blanks: boolean
  readonly quotes: boolean
  readonly others: boolean
}

type Tell = (id: string, detail: string, offset: number) => void

export const readHeader = (line: string, expected: Expected): Reading => {
  const faults: Array<HeaderFault> = []
  const fault: Tell = (id, detail, offset) => {
    // One mistake, however often it was made.
    if (!faults.some((known) => known.id === id)) faults.push({ id, detail, offset })
  }

  const start = openingOf(line, expected, fault)
  const values: Record<Key, Array<string>> = { app_id: [], nonce_str: [], timestamp: [], signature: [] }
  for (const item of itemsOf(line, start, expected, fault)) {
    const key = keyOf(item, expected, fault)
    if (key === undefined) continue
    if (values[key].length > 0) fault('header-duplicate-key', key, item.at)
    // Somebody may write an item a thousand times; a mistake writes it twice.
    if (values[key].length < 2) values[key].push(item.value)
  }
  for (const key of keys) if (values[key].length === 0) fault('header-missing-key', key, line.length)
  return { values, faults }
}

/** Where the items begin. */
const openingOf = (line: string, { authType, anyCase }: Expected, fault: Tell): number => {
  const name = /^[ \t]{0,8}authorization[ \t]{0,8}:[ \t]{0,8}/i.exec(line)?.[0] ?? ''
  const word = firstWord(line.slice(name.length))
  const same = anyCase ? word.toLowerCase() === authType.toLowerCase() : word === authType
  if (name !== '') fault('header-auth-type', 'the name of the header stands in its value', 0)
  else if (word === '') fault('header-auth-type', 'none', 0)
  else if (!same) {
    const isShown = word.length <= mostShown && namesIn(line.slice(word.length)).length > 0
    fault('header-auth-type', isShown ? word : 'another word', 0)
  }
  return name.length + word.length
}

/** Characters of the word in place of the auth type; what is longer, or has no items behind it, may be a bare token. */
const mostShown = 32

/** The first word, if it is no item's. */
const firstWord = (text: string): string => {
  const [word = ''] = /^[^\s=,]*/.exec(text) ?? []
  const next = trimmedStart(text.slice(word.length))[0]
  return next === '=' || next === ',' ? '' : word
}

interface Item {
  readonly key: string
  readonly value: string
  /** Where it begins. */
  readonly at: number
}

/** The items from `start` on, whatever separates them. */
const itemsOf = (line: string, start: number, expected: Expected, fault: Tell): ReadonlyArray<Item> => {
  const text = line.slice(start)
  const names = namesIn(text)
  const separator = separatorOf(text, names)
  if (separator !== ',')
    fault('header-separator', separator === ' ' ? 'spaces' : separator, start + text.indexOf(separator))
  const pieces = separator === ' ' ? cutAt(text, names) : text.split(separator)
  const items: Array<Item> = []
  let at = start
  for (const [i, piece] of pieces.entries()) {
    const item = itemOf(piece, at, i === 0, separator, expected, fault)
    if (item !== undefined) items.push(item)
    at += piece.length + 1
  }
  return items
}

const known: ReadonlySet<string> = new Set(Object.values(aliases).flat())

/** Where the names stand that people give to items. */
const namesIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/(?<=^|[\s,;&])"?([A-Za-z_-]{1,16})"?[ \t]{0,4}[=:]/g)].flatMap(({ 1: name = '', index }) =>
    known.has(name.toLowerCase()) ? [index] : [],
  )

/** What stands in front of the second name; a comma, if there is none. */
const separatorOf = (text: string, [, second]: ReadonlyArray<number>): ',' | ';' | '&' | ' ' => {
  const before = trimmedEnd(text.slice(0, second ?? 0)).at(-1)
  if (second === undefined || before === ',') return ','
  return before === ';' || before === '&' ? before : ' '
}

const cutAt = (text: string, names: ReadonlyArray<number>): ReadonlyArray<string> =>
  [0, ...names.slice(1)].map((from, i) => text.slice(from, (names[i + 1] ?? text.length + 1) - 1))

const itemOf = (
  piece: string,
  at: number,
  first: boolean,
  separator: string,
  { blanks, quotes }: Expected,
  fault: Tell,
): Item | undefined => {
  const lead = piece.length - trimmedStart(piece).length
  // The blank behind the auth type belongs there.
  if (lead > 0 && !first && separator !== ' ' && !blanks) fault('header-whitespace', 'in front of an item', at)
  const text = trimmed(piece)
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
  if (key !== trimmedEnd(key) || isBlank(value[0]))
    fault('header-whitespace', 'round =', at + lead + trimmedEnd(key).length)
  const end = trimmedEnd(piece).length
  if (end < piece.length && separator !== ' ' && !blanks) fault('header-whitespace', 'behind an item', at + end)
  const bare = unquoted(trimmed(value))
  if (bare !== trimmed(value) && !quotes) fault('header-quoted', 'the values', at + lead + eq + 1)
  return { key: unquoted(trimmed(key)), value: bare, at: at + lead }
}

const keyOf = ({ key, at }: Item, { appid, others }: Expected, fault: Tell): Key | undefined => {
  const meant = keys.find((name) => aliases[name].includes(key.toLowerCase()))
  if (meant === undefined) {
    if (!others) fault('header-key-name', 'an item with another name', at)
    return undefined
  }
  if (key !== meant && !(key === 'appid' && appid)) fault('header-key-name', key, at)
  return meant
}

/** Blanks, and no line ends: at these a signature was broken into lines. */
const isBlank = (c: string | undefined): boolean => c === ' ' || c === '\t'

const trimmedStart = (text: string): string => {
  let from = 0
  while (isBlank(text[from])) from++
  return text.slice(from)
}

const trimmedEnd = (text: string): string => {
  let to = text.length
  while (isBlank(text[to - 1])) to--
  return text.slice(0, to)
}

const trimmed = (text: string): string => trimmedEnd(trimmedStart(text))

const unquoted = (text: string): string =>
  text.length > 1 && (text[0] === '"' || text[0] === "'") && text.at(-1) === text[0] ? text.slice(1, -1) : text

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
