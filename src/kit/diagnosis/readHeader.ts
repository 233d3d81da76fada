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
export const readHeader = (credentials: string, grammar: Authorization.Grammar): Reading => {
  const reading = readForgiving(credentials, grammar)
  const header = Authorization.parse(credentials, grammar)
  if (E.isRight(header) && header.right._tag === 'Signed') return acceptSigned(reading, header.right)
  return isQuotedAlone(reading) ? reading : (readWithoutMarks(credentials, grammar) ?? reading)
}

/** Values in double quotes, and nothing else, are a usual form of such a line. */
const isQuotedAlone = ({ items: readItems, faults }: Reading): boolean =>
  faults.every(({ id }) => id === 'header-quoted') &&
  readItems.every(({ value: bareValue, written }) => bareValue === written || written === `"${bareValue}"`) &&
  readItems.some(({ value: bareValue, written }) => bareValue !== written)

/** The reading of a line that the verifier accepts without the marks that stand round its parts. */
const readWithoutMarks = (credentials: string, grammar: Authorization.Grammar): Reading | undefined => {
  const bared = withoutMarks(credentials)
  if (bared === undefined) return undefined
  const header = Authorization.parse(bared.line, grammar)
  if (E.isLeft(header) || header.right._tag !== 'Signed') return undefined
  const {
    opening,
    items: acceptedItems,
    values: acceptedValues,
  } = acceptSigned(readForgiving(bared.line, grammar), header.right)
  const moveBack = (headerPart: HeaderPart): HeaderPart => ({
    ...headerPart,
    offset: bared.offsets[headerPart.offset] ?? 0,
    valueAt: bared.offsets[headerPart.valueAt] ?? 0,
  })
  const fault = { id: 'header-quoted', detail: bared.telling.detail, offset: bared.at, telling: bared.telling }
  // The marks may have been signed as well.
  const orWritten = (key: Key): ReadonlyArray<string> => {
    const [acceptedValue = ''] = acceptedValues[key]
    const written = bared.written.get(key) ?? acceptedValue
    return written === acceptedValue ? [acceptedValue] : [acceptedValue, written]
  }
  return {
    opening: { ...moveBack(opening), faults: [fault] },
    items: acceptedItems.map(moveBack),
    values: { ...acceptedValues, nonce_str: orWritten('nonce_str'), timestamp: orWritten('timestamp') },
    faults: [fault],
  }
}

/** A line that the verifier accepts has the verifier's values and no fault. */
const acceptSigned = ({ opening, items: readItems }: Reading, signed: Authorization.Signed): Reading => {
  const { appId, nonce, timestamp, signature } = signed
  const signedValues = { app_id: [appId], nonce_str: [nonce], timestamp: [String(timestamp)], signature: [signature] }
  const withoutFaults = (headerPart: HeaderPart): HeaderPart => ({ ...headerPart, faults: [] })
  return { opening: withoutFaults(opening), items: readItems.map(withoutFaults), values: signedValues, faults: [] }
}

/** What the policies of `grammar` allow is no fault here either: the line may be refused for something else. */
const readForgiving = (credentials: string, grammar: Authorization.Grammar): Reading => {
  const opening = openingOf(credentials, grammar)
  // Its credentials are no items, whatever they look like.
  if (isBasic(opening.value)) return { opening, items: [], values: noValues, faults: opening.faults }
  const openingEnd = opening.valueAt + opening.value.length
  const itemsStart = opening.faults.includes(commaFault) ? credentials.indexOf(',', openingEnd) + 1 : openingEnd
  const readItems = withGroupedTime(itemsOf(credentials, itemsStart, grammar))
  return readingOf(credentials, opening, isClear(readItems) ? readItems : (oddItems(credentials) ?? byShape(readItems)))
}

/** A timestamp whose digits stand in groups, with commas between them, is one item all the same. */
const withGroupedTime = (readItems: ReadonlyArray<HeaderPart>): ReadonlyArray<HeaderPart> => {
  const timeIndex = readItems.findIndex(
    ({ key, value: itemValue }) => key === 'timestamp' && /^\d{1,3}$/.test(itemValue),
  )
  const time = readItems[timeIndex]
  if (time === undefined) return readItems
  const itemsAfterTime = readItems.slice(timeIndex + 1)
  const groupsEnd = itemsAfterTime.findIndex(
    ({ name: itemName, value: itemValue }) => itemName !== '' || !/^\d{3}$/.test(itemValue),
  )
  const groups = groupsEnd < 0 ? itemsAfterTime : itemsAfterTime.slice(0, groupsEnd)
  const groupedTime = [time, ...groups].map((timePart) => timePart.value).join()
  return readItems.toSpliced(timeIndex, groups.length + 1, { ...time, value: groupedTime, written: groupedTime })
}

const isBasic = (word: string): boolean => word.toLowerCase() === 'basic'

const noValues: Reading['values'] = { app_id: [], nonce_str: [], timestamp: [], signature: [] }

/** What a signature may be made of, in each of its spellings. */
const spelled = /^(?:b(["'])[0-9A-Za-z+/=_-]*\1|[0-9A-Za-z+/_%\s\\()-][0-9A-Za-z+/=_%\s\\()-]*)$/

const isPlausible: Readonly<Record<Key, (candidate: string) => boolean>> = {
  app_id: () => true,
  nonce_str: (nonce) => !/^[=>]|\s|\\n/.test(nonce),
  timestamp: (timestamp) => /^[-+]?\d[^\\,]*$|^\d{1,3}(?:,\d{3})+$|^$/.test(timestamp),
  signature: (signature) => spelled.test(signature) || webToken.test(signature),
}

/** Nonce, timestamp and signature stand there, each in some spelling. */
const isClear = (readItems: ReadonlyArray<HeaderPart>): boolean =>
  isWhole(readItems) && readItems.every(({ key, value: itemValue }) => key === undefined || isPlausible[key](itemValue))

/** Items of a line that has another form; each stands where its value does, if that can be seen. */
const oddItems = (credentials: string): ReadonlyArray<HeaderPart> | undefined => {
  const odd = oddForm(credentials)
  return odd?.pairs.map(({ key, name: itemName, value: itemValue }, i) => {
    const valueStart = Math.max(credentials.indexOf(itemValue), 0)
    const faults = i > 0 ? [] : [{ id: 'header-form', detail: odd.detail, offset: valueStart }]
    return {
      name: itemName,
      value: itemValue,
      written: itemValue,
      offset: valueStart,
      valueAt: valueStart,
      key,
      faults,
    }
  })
}

/** What the value of an item under another name shows to be one that is missing. */
const shapes: ReadonlyArray<readonly [Key, RegExp]> = [
  ['signature', /^[0-9A-Za-z+/_-]{85,}={0,2}$/],
  ['timestamp', /^\d{10}(?:\d{3})?$/],
  ['nonce_str', /^[0-9A-Za-z-]{8,}$/],
]

const byShape = (readItems: ReadonlyArray<HeaderPart>): ReadonlyArray<HeaderPart> =>
  shapes.reduce((keyedItems, [key, shape]) => {
    if (keyedItems.some((keyedItem) => keyedItem.key === key)) return keyedItems
    const shapedIndex = keyedItems.findIndex(
      (keyedItem) => keyedItem.key === undefined && keyedItem.name !== '' && shape.test(keyedItem.value),
    )
    return keyedItems.map((keyedItem, i) => (i === shapedIndex ? { ...keyedItem, key } : keyedItem))
  }, readItems)

const readingOf = (credentials: string, opening: HeaderPart, readItems: ReadonlyArray<HeaderPart>): Reading => {
  const valuesByKey: Record<Key, Array<string>> = { app_id: [], nonce_str: [], timestamp: [], signature: [] }
  // A hostile line repeats an item a thousand times; a mistaken one has it twice.
  for (const { key, value: itemValue } of readItems)
    if (key !== undefined && valuesByKey[key].length < 2) valuesByKey[key].push(itemValue)
  const faults = new Map<string, HeaderFault>()
  for (const headerPart of [opening, ...readItems])
    for (const fault of headerPart.faults) if (!faults.has(fault.id)) faults.set(fault.id, fault)
  const missing = keys.find((key) => valuesByKey[key].length === 0)
  if (missing !== undefined)
    faults.set('header-missing-key', { id: 'header-missing-key', detail: missing, offset: credentials.length })
  return { opening, items: readItems, values: valuesByKey, faults: [...faults.values()] }
}

const isSigned = (word: string, grammar: Authorization.Grammar): boolean => {
  const scheme = Authorization.scheme(word, grammar)
  return E.isRight(scheme) && scheme.right._tag === 'Signed'
}

/** The comma that joins the items stands behind the auth type too. */
const commaFault: HeaderFault = {
  id: 'header-auth-type',
  detail: 'a comma behind it',
  offset: 0,
  telling: {
    what: 'The caller wrote a comma after the auth type. Only a space is allowed there.',
    remedy: 'Write a space after the auth type, and commas only between the items.',
  },
}

const openingOf = (credentials: string, grammar: Authorization.Grammar): HeaderPart => {
  const [, typeBeforeComma = ''] = /^([0-9A-Za-z-]{1,64})[ \t]{0,8},/.exec(credentials) ?? []
  if (typeBeforeComma !== '' && isSigned(typeBeforeComma, grammar))
    return {
      name: 'auth type',
      value: typeBeforeComma,
      written: typeBeforeComma,
      offset: 0,
      valueAt: 0,
      faults: [commaFault],
    }
  const headerName = /^(?:[ \t]{0,8}authorization[ \t]{0,8}:[ \t]{0,8}){1,4}/i.exec(credentials)?.[0] ?? ''
  const word = firstWord(credentials.slice(headerName.length))
  const end = headerName.length + word.length
  const authTypePart = { name: 'auth type', value: word, written: word, offset: 0, valueAt: headerName.length }
  const withAuthTypeFault = (detail: string, opening = authTypePart): HeaderPart => ({
    ...opening,
    faults: [{ id: 'header-auth-type', detail, offset: 0 }],
  })
  if (headerName !== '') return withAuthTypeFault('the name of the header is in its value')
  if (word === '') return withAuthTypeFault('none')
  if (!isSigned(word, grammar)) {
    const second = [...credentials.matchAll(/,[ \t]{0,8}([^\s=,]{1,64})[ \t]/g)].find(([, laterWord = '']) =>
      isSigned(laterWord, grammar),
    )
    if (second !== undefined) {
      const [laterValue, laterType = ''] = second
      const opening = {
        ...authTypePart,
        value: laterType,
        written: laterType,
        valueAt: second.index + laterValue.indexOf(laterType),
      }
      return withAuthTypeFault('another value in front of it', opening)
    }
    // A longer word, or one without items behind it, may be a bare token.
    const isShown = isBasic(word) || (word.length <= 32 && namesIn(credentials.slice(end)).length > 0)
    return withAuthTypeFault(isShown ? word : 'another word')
  }
  const afterAuthType = credentials.slice(end)
  const tab = afterAuthType.slice(0, afterAuthType.length - trimmedStart(afterAuthType).length).indexOf('\t')
  if (tab < 0) return { ...authTypePart, faults: [] }
  return {
    ...authTypePart,
    faults: [{ id: 'header-whitespace', detail: 'a tab behind the auth type', offset: end + tab }],
  }
}

/** The first word, unless it is the name of an item. */
const firstWord = (credentials: string): string => {
  const [word = ''] = /^[^\s=,]*/.exec(credentials) ?? []
  const followingLetter = trimmedStart(credentials.slice(word.length))[0]
  return followingLetter === '=' || followingLetter === ',' ? '' : word
}

type Separator = ',' | ';' | '&' | ' '

/** The items from `start` on, whatever separates them. */
const itemsOf = (credentials: string, start: number, grammar: Authorization.Grammar): ReadonlyArray<HeaderPart> => {
  const itemsText = credentials.slice(start)
  if (trimmed(itemsText) === '') return []
  const nameOffsets = namesIn(itemsText)
  const separator = separatorOf(itemsText, nameOffsets)
  const writtenItems = separator === ' ' ? cutAt(itemsText, nameOffsets) : itemsText.split(separator)
  const seen = new Set<Key>()
  let offset = start
  return writtenItems.map((writtenItem, i) => {
    const readItem = itemOf(writtenItem, offset, i === 0, separator, seen, grammar)
    if (readItem.key !== undefined) seen.add(readItem.key)
    offset += writtenItem.length + 1
    if (i > 0 || separator === ',') return readItem
    const detail = separator === ' ' ? 'spaces' : separator
    const fault = { id: 'header-separator', detail, offset: start + itemsText.indexOf(separator) }
    return { ...readItem, faults: [fault, ...readItem.faults] }
  })
}

const knownNames: ReadonlySet<string> = new Set(Object.values(aliases).flat())

/** Where the names stand that people give to items. */
const namesIn = (itemsText: string): ReadonlyArray<number> =>
  [...itemsText.matchAll(/(?<=^|[\s,;&])"?([A-Za-z_-]{1,16})"?[ \t]{0,4}[=:]/g)].flatMap(
    ({ 1: itemName = '', index }) => (knownNames.has(itemName.toLowerCase()) ? [index] : []),
  )

/** What stands before the second name; a comma, if there is none. */
const separatorOf = (itemsText: string, [, second]: ReadonlyArray<number>): Separator => {
  const letterBeforeSecond = trimmedEnd(itemsText.slice(0, second ?? 0)).at(-1)
  if (second === undefined || letterBeforeSecond === ',') return ','
  return letterBeforeSecond === ';' || letterBeforeSecond === '&' ? letterBeforeSecond : ' '
}

const cutAt = (itemsText: string, nameOffsets: ReadonlyArray<number>): ReadonlyArray<string> =>
  [0, ...nameOffsets.slice(1)].map((nameOffset, i) =>
    itemsText.slice(nameOffset, (nameOffsets[i + 1] ?? itemsText.length + 1) - 1),
  )

const itemOf = (
  writtenItem: string,
  itemStart: number,
  isFirst: boolean,
  separator: Separator,
  seen: ReadonlySet<Key>,
  grammar: Authorization.Grammar,
): HeaderPart => {
  const { policies } = grammar
  const faults: Array<HeaderFault> = []
  const fault = (id: string, detail: string, offset: number): number => faults.push({ id, detail, offset })
  const lead = writtenItem.length - trimmedStart(writtenItem).length
  const end = trimmedEnd(writtenItem).length
  const trimmedItem = trimmed(writtenItem)
  // The blank behind the auth type is in front of the first item.
  const offset = isFirst ? itemStart + lead : itemStart
  const trimmedStartAt = itemStart + lead
  if (lead > 0 && !isFirst && separator !== ' ' && !policies.ows)
    fault('header-whitespace', 'a blank in front of an item', itemStart)
  const eq = trimmedItem.search(/[=:]/)
  if (eq < 0) {
    if (trimmedItem === '') fault('header-separator', 'an empty item', itemStart)
    else fault('header-separator', 'an item without =', trimmedStartAt)
    return { name: '', value: trimmedItem, written: trimmedItem, offset, valueAt: trimmedStartAt, faults }
  }
  const beforeEquals = trimmedItem.slice(0, eq)
  const afterEquals = trimmedItem.slice(eq + 1)
  const writtenName = trimmedEnd(beforeEquals)
  const writtenValue = trimmed(afterEquals)
  if (trimmedItem[eq] === ':') fault('header-separator', ': in place of =', trimmedStartAt + eq)
  if (writtenName !== beforeEquals || isBlank(afterEquals.charCodeAt(0)))
    fault('header-whitespace', 'a blank beside =', trimmedStartAt + writtenName.length)
  if (end < writtenItem.length && separator !== ' ' && !policies.ows)
    fault('header-whitespace', 'a blank behind an item', itemStart + end)
  const nameWithoutQuotes = unquoted(writtenName) ?? ''
  const bare = unquotedValue(writtenValue)
  // As in `Bearer SVC-SHA256-RSA app_id=…`.
  const bareName =
    isFirst && /[ \t]/.test(nameWithoutQuotes)
      ? nameWithoutQuotes.slice(Math.max(nameWithoutQuotes.lastIndexOf(' '), nameWithoutQuotes.lastIndexOf('\t')) + 1)
      : nameWithoutQuotes
  const wordsBefore = trimmedEnd(nameWithoutQuotes.slice(0, nameWithoutQuotes.length - bareName.length))
  if (wordsBefore !== '') faults.push({ ...wordsBehindType(wordsBefore, grammar), offset: trimmedStartAt })
  const valueAt = trimmedStartAt + eq + 1 + (afterEquals.length - trimmedStart(afterEquals).length)
  if (nameWithoutQuotes !== writtenName) fault('header-quoted', 'a quotation mark round a name', trimmedStartAt)
  else if (bare !== writtenValue && !policies['quoted-values'])
    fault('header-quoted', 'a quotation mark', trimmedStartAt + eq + 1)
  const key = keys.find((candidateKey) => aliases[candidateKey].includes(bareName.toLowerCase()))
  const isRight = key === undefined ? policies['unknown-param'] : isName(bareName, key, policies['appid-alias'])
  if (!isRight) fault('header-key-name', key === undefined ? 'an item with another name' : bareName, trimmedStartAt)
  if (key !== undefined && seen.has(key)) fault('header-duplicate-key', key, trimmedStartAt)
  const isQuotedBefore = bare !== writtenValue && !writtenValue.startsWith(bare)
  const offsets = { offset, valueAt: isQuotedBefore ? valueAt + 1 : valueAt }
  return { ...offsets, name: bareName, value: bare, written: writtenValue, key, faults }
}

/** What stands between the auth type and the first item: most often the auth type once more. */
const wordsBehindType = (words: string, grammar: Authorization.Grammar): Omit<HeaderFault, 'offset'> => {
  const isRepeated = words.split(/[ \t]+/).every((word) => isSigned(word, grammar))
  return {
    id: 'header-auth-type',
    detail: isRepeated ? 'the auth type twice' : 'a word behind it',
    ...(isRepeated
      ? {
          telling: {
            what: 'The caller wrote the auth type twice.',
            remedy:
              'Write the auth type once, then a space and the items. Perhaps the HTTP library adds the auth type too.',
          },
        }
      : {}),
  }
}

const isName = (itemName: string, key: Key, alias: boolean): boolean =>
  itemName === key || (itemName === 'appid' && alias)

const unquoted = (quotedText: string): string =>
  quotedText.length > 1 && (quotedText[0] === '"' || quotedText[0] === "'") && quotedText.at(-1) === quotedText[0]
    ? quotedText.slice(1, -1)
    : quotedText

/** A value without its quotation marks, of which one may be missing. */
const unquotedValue = (writtenValue: string): string => {
  const inner = unquoted(writtenValue)
  return inner === writtenValue && writtenValue.length > 1 ? writtenValue.replace(/^"|"$/g, '') : inner
}

const strangers: Readonly<Record<string, string>> = {
  _: 'underscore',
  '+': 'Base64',
  '/': 'Base64',
  '=': 'Base64',
  '{': 'braces',
}

/** What kind of character, or length, breaks the rule of nonces. */
export const nonceFault = (nonce: string): string | undefined => {
  const faultOffset = firstFault(Nonce.rule)(nonce)
  if (faultOffset === undefined) return undefined
  return faultOffset === Nonce.rule.maxLength
    ? 'too long'
    : (strangers[nonce[faultOffset] ?? ''] ?? 'another character')
}
