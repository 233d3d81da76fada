/**
 * A forgiving reader of the Authorization header, for the diagnosis and for the page. It takes what people write, and names
 * each departure from the grammar, and where that is. A verifier reads by `Authorization.parse` alone.
 *
 * The line may be hostile and of any length: every step looks at a character a bounded number of times.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../core/Authorization.ts'
import * as Nonce from '../../core/Nonce.ts'
import { firstFault } from '../../core/Rule.ts'
import { aliases, isWhole, type Key, oddForm } from './oddHeader.ts'
import { isBlank, trimmed, trimmedEnd, trimmedStart } from './Received.ts'
import { webToken } from './signatureText.ts'
import { withoutMarks } from './strayMarks.ts'
import type { Telling } from './Telling.ts'

export type { Key } from './oddHeader.ts'

export const keys = Object.keys(aliases) as ReadonlyArray<Key>

export interface HeaderFault {
  /** Of the catalogue. */
  readonly id: string
  readonly detail: string
  /** In characters from the beginning of the line. */
  readonly offset: number
  /** In closer words than those of the catalogue. */
  readonly telling?: Telling
}

/** The auth type, or an item. Offsets are in characters from the beginning of the line. */
export interface HeaderPart {
  /** Name and value, without the blanks and quotes round them. */
  readonly name: string
  readonly value: string
  /** The value with its quotes. */
  readonly written: string
  readonly offset: number
  readonly valueAt: number
  /** Which of the four keys the name stands for. */
  readonly key?: Key | undefined
  readonly faults: ReadonlyArray<HeaderFault>
}

export interface Reading {
  readonly opening: HeaderPart
  readonly items: ReadonlyArray<HeaderPart>
  /** The first two values of each key; a line without faults has one each. */
  readonly values: Readonly<Record<Key, ReadonlyArray<string>>>
  /** Each mistake once, however often it was made. */
  readonly faults: ReadonlyArray<HeaderFault>
}

/** Reads a line as the verifier does; if the verifier refuses it, as the caller may have meant it. */
export const readHeader = (line: string, grammar: Authorization.Grammar): Reading => {
  const reading = forgiving(line, grammar)
  const header = Authorization.parse(line, grammar)
  if (E.isRight(header) && header.right._tag === 'Signed') return settled(reading, header.right)
  return isQuotedAlone(reading) ? reading : (unmarked(line, grammar) ?? reading)
}

/** Values in double quotes, and nothing else, are a usual form of such a line. */
const isQuotedAlone = ({ items, faults }: Reading): boolean =>
  faults.every(({ id }) => id === 'header-quoted') &&
  items.every(({ value, written }) => value === written || written === `"${value}"`) &&
  items.some(({ value, written }) => value !== written)

/** The reading of a line that the verifier accepts without the marks that stand round its parts. */
const unmarked = (line: string, grammar: Authorization.Grammar): Reading | undefined => {
  const bared = withoutMarks(line)
  if (bared === undefined) return undefined
  const header = Authorization.parse(bared.line, grammar)
  if (E.isLeft(header) || header.right._tag !== 'Signed') return undefined
  const { opening, items, values } = settled(forgiving(bared.line, grammar), header.right)
  const moved = (part: HeaderPart): HeaderPart => ({
    ...part,
    offset: bared.offsets[part.offset] ?? 0,
    valueAt: bared.offsets[part.valueAt] ?? 0,
  })
  const fault = { id: 'header-quoted', detail: bared.telling.detail, offset: bared.at, telling: bared.telling }
  // The marks may have been signed as well.
  const orWritten = (key: Key): ReadonlyArray<string> => {
    const [value = ''] = values[key]
    const written = bared.written.get(key) ?? value
    return written === value ? [value] : [value, written]
  }
  return {
    opening: { ...moved(opening), faults: [fault] },
    items: items.map(moved),
    values: { ...values, nonce_str: orWritten('nonce_str'), timestamp: orWritten('timestamp') },
    faults: [fault],
  }
}

/** A line that the verifier accepts has the verifier's values and no fault. */
const settled = ({ opening, items }: Reading, signed: Authorization.Signed): Reading => {
  const { appId, nonce, timestamp, signature } = signed
  const values = { app_id: [appId], nonce_str: [nonce], timestamp: [String(timestamp)], signature: [signature] }
  const faultless = (part: HeaderPart): HeaderPart => ({ ...part, faults: [] })
  return { opening: faultless(opening), items: items.map(faultless), values, faults: [] }
}

/** What the policies of `grammar` allow is no fault here either: the line may be refused for something else. */
const forgiving = (line: string, grammar: Authorization.Grammar): Reading => {
  const opening = openingOf(line, grammar)
  // Its credentials are no items, whatever they look like.
  if (isBasic(opening.value)) return { opening, items: [], values: noValues, faults: opening.faults }
  const items = withGroupedTime(itemsOf(line, opening.valueAt + opening.value.length, grammar))
  return readingOf(line, opening, isClear(items) ? items : (oddItems(line) ?? byShape(items)))
}

/** A timestamp whose digits stand in groups, with commas between them, is one item all the same. */
const withGroupedTime = (items: ReadonlyArray<HeaderPart>): ReadonlyArray<HeaderPart> => {
  const at = items.findIndex(({ key, value }) => key === 'timestamp' && /^\d{1,3}$/.test(value))
  const time = items[at]
  if (time === undefined) return items
  const rest = items.slice(at + 1)
  const next = rest.findIndex(({ name, value }) => name !== '' || !/^\d{3}$/.test(value))
  const groups = next < 0 ? rest : rest.slice(0, next)
  const value = [time, ...groups].map((part) => part.value).join()
  return items.toSpliced(at, groups.length + 1, { ...time, value, written: value })
}

const isBasic = (word: string): boolean => word.toLowerCase() === 'basic'

const noValues: Reading['values'] = { app_id: [], nonce_str: [], timestamp: [], signature: [] }

/** What a signature may be made of, in each of its spellings. */
const spelled = /^(?:b(["'])[0-9A-Za-z+/=_-]*\1|[0-9A-Za-z+/_%\s\\()-][0-9A-Za-z+/=_%\s\\()-]*)$/

const isPlausible: Readonly<Record<Key, (value: string) => boolean>> = {
  app_id: () => true,
  nonce_str: (value) => !/^[=>]|\s|\\n/.test(value),
  timestamp: (value) => /^[-+]?\d[^\\,]*$|^\d{1,3}(?:,\d{3})+$|^$/.test(value),
  signature: (value) => spelled.test(value) || webToken.test(value),
}

/** Nonce, timestamp and signature stand there, each in some spelling. */
const isClear = (items: ReadonlyArray<HeaderPart>): boolean =>
  isWhole(items) && items.every(({ key, value }) => key === undefined || isPlausible[key](value))

/** Items of a line that has another form; each stands where its value does, if that can be seen. */
const oddItems = (line: string): ReadonlyArray<HeaderPart> | undefined => {
  const odd = oddForm(line)
  return odd?.pairs.map(({ key, name, value }, i) => {
    const at = Math.max(line.indexOf(value), 0)
    const faults = i > 0 ? [] : [{ id: 'header-form', detail: odd.detail, offset: at }]
    return { name, value, written: value, offset: at, valueAt: at, key, faults }
  })
}

/** What the value of an item under another name shows to be one that is missing. */
const shapes: ReadonlyArray<readonly [Key, RegExp]> = [
  ['signature', /^[0-9A-Za-z+/_-]{85,}={0,2}$/],
  ['timestamp', /^\d{10}(?:\d{3})?$/],
  ['nonce_str', /^[0-9A-Za-z-]{8,}$/],
]

const byShape = (items: ReadonlyArray<HeaderPart>): ReadonlyArray<HeaderPart> =>
  shapes.reduce((before, [key, shape]) => {
    if (before.some((item) => item.key === key)) return before
    const at = before.findIndex((item) => item.key === undefined && item.name !== '' && shape.test(item.value))
    return before.map((item, i) => (i === at ? { ...item, key } : item))
  }, items)

const readingOf = (line: string, opening: HeaderPart, items: ReadonlyArray<HeaderPart>): Reading => {
  const values: Record<Key, Array<string>> = { app_id: [], nonce_str: [], timestamp: [], signature: [] }
  // A hostile line repeats an item a thousand times; a mistaken one has it twice.
  for (const { key, value } of items) if (key !== undefined && values[key].length < 2) values[key].push(value)
  const faults = new Map<string, HeaderFault>()
  for (const part of [opening, ...items])
    for (const fault of part.faults) if (!faults.has(fault.id)) faults.set(fault.id, fault)
  const missing = keys.find((key) => values[key].length === 0)
  if (missing !== undefined)
    faults.set('header-missing-key', { id: 'header-missing-key', detail: missing, offset: line.length })
  return { opening, items, values, faults: [...faults.values()] }
}

const isSigned = (word: string, grammar: Authorization.Grammar): boolean => {
  const scheme = Authorization.scheme(word, grammar)
  return E.isRight(scheme) && scheme.right._tag === 'Signed'
}

const openingOf = (line: string, grammar: Authorization.Grammar): HeaderPart => {
  const name = /^(?:[ \t]{0,8}authorization[ \t]{0,8}:[ \t]{0,8}){1,4}/i.exec(line)?.[0] ?? ''
  const word = firstWord(line.slice(name.length))
  const end = name.length + word.length
  const part = { name: 'auth type', value: word, written: word, offset: 0, valueAt: name.length }
  const wrong = (detail: string, opening = part): HeaderPart => ({
    ...opening,
    faults: [{ id: 'header-auth-type', detail, offset: 0 }],
  })
  if (name !== '') return wrong('the name of the header is in its value')
  if (word === '') return wrong('none')
  if (!isSigned(word, grammar)) {
    const second = [...line.matchAll(/,[ \t]{0,8}([^\s=,]{1,64})[ \t]/g)].find(([, own = '']) => isSigned(own, grammar))
    if (second !== undefined) {
      const [text, own = ''] = second
      const opening = { ...part, value: own, written: own, valueAt: second.index + text.indexOf(own) }
      return wrong('another value in front of it', opening)
    }
    // A longer word, or one without items behind it, may be a bare token.
    const isShown = isBasic(word) || (word.length <= 32 && namesIn(line.slice(end)).length > 0)
    return wrong(isShown ? word : 'another word')
  }
  const rest = line.slice(end)
  const tab = rest.slice(0, rest.length - trimmedStart(rest).length).indexOf('\t')
  if (tab < 0) return { ...part, faults: [] }
  return { ...part, faults: [{ id: 'header-whitespace', detail: 'a tab behind the auth type', offset: end + tab }] }
}

/** The first word, unless it is the name of an item. */
const firstWord = (text: string): string => {
  const [word = ''] = /^[^\s=,]*/.exec(text) ?? []
  const next = trimmedStart(text.slice(word.length))[0]
  return next === '=' || next === ',' ? '' : word
}

type Separator = ',' | ';' | '&' | ' '

/** The items from `start` on, whatever separates them. */
const itemsOf = (line: string, start: number, grammar: Authorization.Grammar): ReadonlyArray<HeaderPart> => {
  const text = line.slice(start)
  if (trimmed(text) === '') return []
  const names = namesIn(text)
  const separator = separatorOf(text, names)
  const pieces = separator === ' ' ? cutAt(text, names) : text.split(separator)
  const seen = new Set<Key>()
  let at = start
  return pieces.map((piece, i) => {
    const item = itemOf(piece, at, i === 0, separator, seen, grammar)
    if (item.key !== undefined) seen.add(item.key)
    at += piece.length + 1
    if (i > 0 || separator === ',') return item
    const detail = separator === ' ' ? 'spaces' : separator
    const fault = { id: 'header-separator', detail, offset: start + text.indexOf(separator) }
    return { ...item, faults: [fault, ...item.faults] }
  })
}

const known: ReadonlySet<string> = new Set(Object.values(aliases).flat())

/** Where the names stand that people give to items. */
const namesIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/(?<=^|[\s,;&])"?([A-Za-z_-]{1,16})"?[ \t]{0,4}[=:]/g)].flatMap(({ 1: name = '', index }) =>
    known.has(name.toLowerCase()) ? [index] : [],
  )

/** What stands before the second name; a comma, if there is none. */
const separatorOf = (text: string, [, second]: ReadonlyArray<number>): Separator => {
  const before = trimmedEnd(text.slice(0, second ?? 0)).at(-1)
  if (second === undefined || before === ',') return ','
  return before === ';' || before === '&' ? before : ' '
}

const cutAt = (text: string, names: ReadonlyArray<number>): ReadonlyArray<string> =>
  [0, ...names.slice(1)].map((from, i) => text.slice(from, (names[i + 1] ?? text.length + 1) - 1))

const itemOf = (
  piece: string,
  at: number,
  isFirst: boolean,
  separator: Separator,
  seen: ReadonlySet<Key>,
  { policies }: Authorization.Grammar,
): HeaderPart => {
  const faults: Array<HeaderFault> = []
  const fault = (id: string, detail: string, offset: number): number => faults.push({ id, detail, offset })
  const lead = piece.length - trimmedStart(piece).length
  const end = trimmedEnd(piece).length
  const text = trimmed(piece)
  // The blank behind the auth type is in front of the first item.
  const offset = isFirst ? at + lead : at
  const from = at + lead
  if (lead > 0 && !isFirst && separator !== ' ' && !policies.ows)
    fault('header-whitespace', 'a blank in front of an item', at)
  const eq = text.search(/[=:]/)
  if (eq < 0) {
    if (text === '') fault('header-separator', 'an empty item', at)
    else fault('header-separator', 'an item without =', from)
    return { name: '', value: text, written: text, offset, valueAt: from, faults }
  }
  const left = text.slice(0, eq)
  const right = text.slice(eq + 1)
  const name = trimmedEnd(left)
  const value = trimmed(right)
  if (text[eq] === ':') fault('header-separator', ': in place of =', from + eq)
  if (name !== left || isBlank(right.charCodeAt(0))) fault('header-whitespace', 'a blank beside =', from + name.length)
  if (end < piece.length && separator !== ' ' && !policies.ows)
    fault('header-whitespace', 'a blank behind an item', at + end)
  const first = unquoted(name) ?? ''
  const bare = unquoted(value)
  // As in `Bearer SVC-SHA256-RSA app_id=…`.
  const bareName =
    isFirst && /[ \t]/.test(first) ? first.slice(Math.max(first.lastIndexOf(' '), first.lastIndexOf('\t')) + 1) : first
  if (bareName !== first) fault('header-auth-type', 'a word behind it', from)
  const valueAt = from + eq + 1 + (right.length - trimmedStart(right).length)
  if (first !== name) fault('header-quoted', 'a quotation mark round a name', from)
  else if (bare !== value && !policies['quoted-values']) fault('header-quoted', 'a quotation mark', from + eq + 1)
  const key = keys.find((one) => aliases[one].includes(bareName.toLowerCase()))
  const isRight = key === undefined ? policies['unknown-param'] : isName(bareName, key, policies['appid-alias'])
  if (!isRight) fault('header-key-name', key === undefined ? 'an item with another name' : bareName, from)
  if (key !== undefined && seen.has(key)) fault('header-duplicate-key', key, from)
  const where = { offset, valueAt: bare === value ? valueAt : valueAt + 1 }
  return { ...where, name: bareName, value: bare, written: value, key, faults }
}

const isName = (name: string, key: Key, alias: boolean): boolean => name === key || (name === 'appid' && alias)

const unquoted = (text: string): string =>
  text.length > 1 && (text[0] === '"' || text[0] === "'") && text.at(-1) === text[0] ? text.slice(1, -1) : text

const strangers: Readonly<Record<string, string>> = {
  _: 'underscore',
  '+': 'Base64',
  '/': 'Base64',
  '=': 'Base64',
  '{': 'braces',
}

/** What kind of character, or length, breaks the rule of nonces. */
export const nonceFault = (nonce: string): string | undefined => {
  const at = firstFault(Nonce.rule)(nonce)
  if (at === undefined) return undefined
  return at === Nonce.rule.maxLength ? 'too long' : (strangers[nonce[at] ?? ''] ?? 'another character')
}
