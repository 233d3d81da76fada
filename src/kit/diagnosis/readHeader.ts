/**
 * A forgiving reader of the Authorization header, for the diagnosis and for the page. It takes what people write, and names
 * each departure from the grammar, and where that is. A verifier reads by `Authorization.parse` alone.
 *
 *     SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=MEUC…
 *     └── opening ─┘ └─ item ───┘ └─ item ────┘ └─ item ───────────┘ └─ item ──────┘
 *
 * `readHeader` tries three readings of a line and takes the first that fits: the verifier's (`acceptSigned`), the verifier's
 * without the marks round the parts (`readWithoutMarks`), and the forgiving one (`readForgiving`). The forgiving one reads the
 * opening (`readOpening`) and then the items (`readItems`); `readItem` reads one item. If they are not clear, it tries other
 * forms of the line (`oddItems`), and then the shapes of the values (`keyedByShape`). `collectReading` sums up.
 *
 * The line may be hostile and of any length: every step looks at a character a bounded number of times.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../core/Authorization.ts'
import { isSchemeName } from '../../core/Credential.ts'
import * as Nonce from '../../core/Nonce.ts'
import { firstFault } from '../../core/Rule.ts'
import { definedOf } from '../../core/Settings.ts'
import { editDistance } from './difference.ts'
import { webToken } from './inPlaceOfSignature.ts'
import { aliases, isWhole, type Key, oddForm } from './oddHeader.ts'
import { basicTelling, isKnownScheme, otherSchemeTelling, schemeOfAuthType } from './otherSchemes.ts'
import { plainLine } from './plainMarks.ts'
import { isBlank, trimmed, trimmedEnd, trimmedStart } from './Received.ts'
import { leastListed } from './signatureRepairs.ts'
import { withoutMarks } from './strayMarks.ts'
import type { Telling } from './Telling.ts'
import { areMarksOfUnfilled, unfilledItem } from './unfilledItem.ts'
import { listed } from './variables.ts'

export type { Key } from './oddHeader.ts'

export const keys = Object.keys(aliases) as ReadonlyArray<Key>

export interface HeaderFault {
  /** The id of the mistake in the catalogue. */
  readonly id: string
  readonly detail: string
  /** In characters from the beginning of the line. */
  readonly offset: number
  /** The words for exactly this fault, if they say more than the words of the catalogue. */
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
  const commas = joinedLinesIn(credentials, grammar)
  if (commas.length > 0) return readJoined(credentials, commas, grammar)
  const reading = readAscii(credentials, grammar)
  return signedOf(credentials, grammar) === undefined ? (readPlain(credentials, reading, grammar) ?? reading) : reading
}

/** Further lines after a comma. Fetch and some proxies join several lines in this way (RFC 9110 §5.3). */
const joinedLinesIn = (credentials: string, grammar: Authorization.Grammar): ReadonlyArray<LaterAuthType> => {
  if (!isAuthType(firstWord(credentials), grammar)) return []
  const same = laterAuthTypes(credentials, grammar)
  if (same.length > 0) return same
  const signatureAt = credentials.search(signatureItem)
  return signatureAt < 0 ? [] : laterSchemes(credentials).filter(({ commaAt }) => commaAt > signatureAt)
}

const signatureItem = /\bsignature"?[ \t]{0,8}[=:]/i

/** The first of several lines that were joined. The others are usually the same. */
const readJoined = (
  credentials: string,
  later: ReadonlyArray<LaterAuthType>,
  grammar: Authorization.Grammar,
): Reading => {
  const commas = later.map(({ commaAt }) => commaAt)
  const [joinedAt = credentials.length] = commas
  const first = readAscii(credentials.slice(0, joinedAt), grammar)
  const lines = [0, ...commas].map((start, i) => credentials.slice(start, commas[i]))
  const otherType = later.find(({ word }) => !isAuthType(word, grammar))?.word
  const { detail = '', ...telling } =
    otherType !== undefined
      ? otherLinesTelling(otherType)
      : sameLinesTelling(
          lines.length,
          lines.every((part) => signatureItem.test(part)),
        )
  const fault = { id: 'header-several', detail, offset: joinedAt, telling }
  return {
    ...first,
    opening: { ...first.opening, faults: [fault, ...first.opening.faults] },
    faults: [fault, ...first.faults],
  }
}

const setOnce = 'Set the header once: replace the value instead of adding one.'

/** Lines with the auth type of the service. */
const sameLinesTelling = (lineCount: number, areSigned: boolean): Telling =>
  areSigned
    ? {
        detail: `${lineCount} signed lines, joined by commas`,
        what: `The value of Authorization consists of ${lineCount} signed lines, joined by commas. The program or a proxy added the header more than once.`,
        remedy: setOnce,
      }
    : {
        detail: `the auth type ${lineCount} times`,
        what: `The value of Authorization has the auth type ${lineCount} times. Perhaps the program or a proxy added the header more than once.`,
        remedy: setOnce,
      }

/** A signed line, and a line with the name of another scheme after it. */
const otherLinesTelling = (authType: string): Telling => ({
  detail: `a signed line, and ${authType} after it`,
  what: `The value of Authorization consists of several lines, joined by commas: a signed line, and after it a line with the auth type ${authType}. The program or a proxy added the header more than once.`,
  remedy: setOnce,
})

/** Reads a line as it is. */
const readAscii = (credentials: string, grammar: Authorization.Grammar): Reading => {
  const reading = readForgiving(credentials, grammar)
  const signed = signedOf(credentials, grammar)
  if (signed !== undefined) return acceptSigned(reading, signed)
  const read = isQuotedAlone(reading) ? reading : (readWithoutMarks(credentials, grammar) ?? reading)
  return asOtherScheme(read, grammar)
}

/**
 * The reading of a line with plain characters in place of those that only look like them. Undefined if the line has no such
 * characters, or if it is no clearer with plain ones.
 */
const readPlain = (credentials: string, asWritten: Reading, grammar: Authorization.Grammar): Reading | undefined => {
  const plain = plainLine(credentials)
  if (plain === undefined) return undefined
  const reading = readAscii(plain.line, grammar)
  const { replaced } = plain
  const isClearer =
    replaced === undefined
      ? reading.faults.length === 1 && reading.faults[0]?.id === 'header-quoted'
      : keys.every((key) => reading.values[key].length > 0) && isPlainer(reading, asWritten)
  if (!isClearer) return undefined
  const moved = withOffsets(reading, plain.offsets)
  if (replaced === undefined) return moved
  const fault = { id: 'header-form', detail: replaced.detail, offset: replaced.offset, telling: replaced }
  return {
    ...moved,
    opening: { ...moved.opening, faults: [fault, ...moved.opening.faults] },
    faults: [fault, ...moved.faults.filter(({ id }) => id !== 'header-form')],
  }
}

/** Whether plain characters show a value more, leave out a fault, or leave no odd character in the signature. */
const isPlainer = (plain: Reading, asWritten: Reading): boolean =>
  keys.some((key) => asWritten.values[key].length === 0) ||
  plain.faults.length < asWritten.faults.length ||
  plain.values.signature.every((signature) => /^[\0-\u007f]*$/.test(signature))

/** A reading whose offsets are those of another text. */
const withOffsets = (reading: Reading, offsets: ReadonlyArray<number>): Reading => {
  const moved = (offset: number): number => offsets[offset] ?? (offsets.at(-1) ?? -1) + 1
  const movedFault = (fault: HeaderFault): HeaderFault => ({ ...fault, offset: moved(fault.offset) })
  const movedPart = (part: HeaderPart): HeaderPart => ({
    ...part,
    offset: moved(part.offset),
    valueAt: moved(part.valueAt),
    faults: part.faults.map(movedFault),
  })
  return {
    ...reading,
    opening: movedPart(reading.opening),
    items: reading.items.map(movedPart),
    faults: reading.faults.map(movedFault),
  }
}

/** A header of another scheme has one fault: the names and marks of that scheme say nothing more. */
const asOtherScheme = (reading: Reading, { authType }: Authorization.Grammar): Reading => {
  const word = reading.opening.value
  const schemeName = schemeOfAuthType(word)
  const [wrongType] = reading.faults.filter(({ id }) => id === 'header-auth-type')
  if (wrongType === undefined || (schemeName === undefined && !isBasic(word))) return reading
  // The items are those of this scheme, so the auth type alone is wrong.
  if (keys.every((key) => reading.items.some(({ name }) => name === key))) return reading
  const telling = schemeName === undefined ? basicTelling(authType) : otherSchemeTelling(schemeName, authType)
  const fault = { ...wrongType, telling }
  return {
    ...reading,
    opening: { ...reading.opening, faults: [fault] },
    values: { ...reading.values, nonce_str: named(reading, 'nonce_str'), timestamp: named(reading, 'timestamp') },
    faults: [fault],
  }
}

/** The values of a key that stand under one of its names. In another scheme, the shape of a value says nothing. */
const named = ({ items }: Reading, key: Key): ReadonlyArray<string> =>
  items.filter((item) => item.key === key && aliases[key].includes(item.name.toLowerCase())).map(({ value }) => value)

/** The verifier's reading of a line. Undefined if the verifier refuses the line, or if the line has no signature. */
const signedOf = (credentials: string, grammar: Authorization.Grammar): Authorization.Signed | undefined => {
  const header = Authorization.parse(credentials, grammar)
  return E.isRight(header) && header.right._tag === 'Signed' ? header.right : undefined
}

/** A line that the verifier accepts has the verifier's values and no fault. */
const acceptSigned = (reading: Reading, signed: Authorization.Signed): Reading => {
  const { appId, nonce, timestamp, signature } = signed
  const withoutFaults = (headerPart: HeaderPart): HeaderPart => ({ ...headerPart, faults: [] })
  return {
    opening: withoutFaults(reading.opening),
    items: reading.items.map(withoutFaults),
    values: { app_id: [appId], nonce_str: [nonce], timestamp: [String(timestamp)], signature: [signature] },
    faults: [],
  }
}

/** Whether double quotes round values are all that is wrong. This is a usual form, so it needs no other reading. */
const isQuotedAlone = ({ items, faults }: Reading): boolean => {
  const hasQuotes = (item: HeaderPart): boolean => item.written !== item.value
  return (
    faults.every(({ id }) => id === 'header-quoted') &&
    items.some(hasQuotes) &&
    items.every((item) => !hasQuotes(item) || item.written === `"${item.value}"`)
  )
}

/** The reading of a line that the verifier accepts once the marks round its parts are removed. */
const readWithoutMarks = (credentials: string, grammar: Authorization.Grammar): Reading | undefined => {
  const bared = withoutMarks(credentials)
  const signed = bared === undefined ? undefined : signedOf(bared.line, grammar)
  if (bared === undefined || signed === undefined) return undefined
  const accepted = acceptSigned(readForgiving(bared.line, grammar), signed)
  // The marks of `<nil>` and of `{{nonce}}` are a part of the text.
  const isUnfilled = keys.some((key) => {
    const marked = unquoted(bared.written.get(key) ?? '')
    return marked !== accepted.values[key][0] && areMarksOfUnfilled(marked)
  })
  if (isUnfilled) return undefined
  const moveBack = (headerPart: HeaderPart): HeaderPart => ({
    ...headerPart,
    offset: bared.offsets[headerPart.offset] ?? 0,
    valueAt: bared.offsets[headerPart.valueAt] ?? 0,
  })
  const fault = { id: 'header-quoted', detail: bared.telling.detail, offset: bared.at, telling: bared.telling }
  // The marks may have been signed as well.
  const valuesWithMarks = (key: Key): ReadonlyArray<string> => {
    const [acceptedValue = ''] = accepted.values[key]
    const written = bared.written.get(key) ?? acceptedValue
    return written === acceptedValue ? [acceptedValue] : [acceptedValue, written]
  }
  return {
    opening: { ...moveBack(accepted.opening), faults: [fault] },
    items: accepted.items.map(moveBack),
    values: {
      ...accepted.values,
      nonce_str: valuesWithMarks('nonce_str'),
      timestamp: valuesWithMarks('timestamp'),
    },
    faults: [fault],
  }
}

/**
 * Reads every line. It finds no fault in what the policies of `grammar` allow, even if the verifier refuses the line for another
 * reason.
 */
const readForgiving = (credentials: string, grammar: Authorization.Grammar): Reading => {
  const opening = readOpening(credentials, grammar)
  // After `Basic` stand a user and a password in Base64. They are no items, whatever they look like.
  if (isBasic(opening.part.value) && nameOffsetsIn(credentials).length < 2)
    return { opening: opening.part, items: [], values: noValues, faults: opening.part.faults }
  const items = withAppId(withGroupedTime(readItems(credentials, opening.itemsStart, grammar)))
  if (isClear(items) || isSignatureOddAlone(items)) return collectReading(credentials, opening.part, items)
  const odd = oddItems(credentials)
  const isOdd = odd !== undefined && !haveValuesOf(items, odd) && !haveMoreThan(items, odd)
  return collectReading(credentials, opening.part, isOdd ? odd : keyedByShape(items))
}

/**
 * Whether the items have all values, and an odd form would only cut the signature: `Optional(MEUC…)` is no odd form of the header,
 * and `Optional` is no signature.
 */
const haveMoreThan = (items: ReadonlyArray<HeaderPart>, odd: ReadonlyArray<HeaderPart>): boolean => {
  if (!isWhole(items)) return false
  const signature = items.find(({ key }) => key === 'signature')?.value ?? ''
  const cut = odd.find(({ key }) => key === 'signature')?.value ?? ''
  // A letter beyond ASCII ends the signature of an odd form, but no separator is one.
  const isCutShort = cut.length < leastSignature || /[^\0-\u007f]/.test(signature)
  return isCutShort && signature.length > cut.length && signature.includes(cut)
}

/** The Base64 or hexadecimal digits of at least 512 bits. */
const leastSignature = 85

/** Whether these items have the values of the items of an odd form. Then the line is in no odd form, and one of its values is odd. */
const haveValuesOf = (items: ReadonlyArray<HeaderPart>, odd: ReadonlyArray<HeaderPart>): boolean =>
  odd.every(({ key, value }) => items.some((item) => item.key === key && item.value === value))

const noValues: Reading['values'] = { app_id: [], nonce_str: [], timestamp: [], signature: [] }

/** Sums up the parts: the values of each key, and each mistake once. */
const collectReading = (credentials: string, opening: HeaderPart, items: ReadonlyArray<HeaderPart>): Reading => {
  const valuesByKey: Record<Key, Array<string>> = { app_id: [], nonce_str: [], timestamp: [], signature: [] }
  // A hostile line repeats an item a thousand times; a mistaken one has it twice.
  for (const { key, value } of items) if (key !== undefined && valuesByKey[key].length < 2) valuesByKey[key].push(value)
  const faults = new Map<string, HeaderFault>()
  for (const headerPart of [opening, ...items])
    for (const fault of headerPart.faults) if (!faults.has(fault.id)) faults.set(fault.id, fault)
  nameAllMisnamed(faults, items)
  const missing = keys.filter((key) => valuesByKey[key].length === 0)
  if (missing.length === 0) nameFurtherItems(faults, opening, items)
  else faults.set('header-missing-key', missingFault(missing, credentials.length))
  // Then nothing in the line is an item of the scheme under another name.
  if (missing.length === keys.length) faults.delete('header-key-name')
  return { opening, items, values: valuesByKey, faults: [...faults.values()] }
}

/** The items that the header lacks. */
const missingFault = (missing: ReadonlyArray<Key>, offset: number): HeaderFault => ({
  id: 'header-missing-key',
  detail: missing.join(', '),
  offset,
  telling: {
    what: `The header lacks ${listed(missing)}.`,
    remedy: 'Write app_id, nonce_str, timestamp and signature.',
  },
})

/** Several items with wrong names are told together: `appId` and `nonceStr`. */
const nameAllMisnamed = (faults: Map<string, HeaderFault>, items: ReadonlyArray<HeaderPart>): void => {
  const fault = faults.get('header-key-name')
  if (fault === undefined || fault.detail === otherName) return
  const misnamed = items.flatMap(({ key, faults: itemFaults }) =>
    key === undefined
      ? []
      : itemFaults.filter((itemFault) => isMisnaming(itemFault)).map(({ detail }) => ({ key, name: detail })),
  )
  if (misnamed.length < 2) return
  const telling: Telling = {
    detail: misnamed.map(({ name }) => name).join(', '),
    what: `Items of the header have wrong names: ${listed(misnamed.map(({ name }) => name))}.`,
    remedy: `Call these items ${listed(misnamed.map(({ key }) => key))}.`,
  }
  faults.set('header-key-name', { ...fault, telling })
}

/**
 * An item of another name is no misnamed one if the line has all four keys. Then it is too much, so the quotation marks round its value say
 * nothing more.
 */
const nameFurtherItems = (
  faults: Map<string, HeaderFault>,
  opening: HeaderPart,
  items: ReadonlyArray<HeaderPart>,
): void => {
  const furtherItems = items.filter(({ key, name }) => key === undefined && name !== '')
  const fault = faults.get('header-key-name')
  if (furtherItems.length === 0 || fault?.detail !== otherName) return
  // One item has a wrong name, and without it the header has no such item: this says more than that others are too many.
  const misnamed = items
    .flatMap(({ key, faults: itemFaults }) => (key === undefined ? [] : itemFaults))
    .find(isMisnaming)
  faults.set('header-key-name', misnamed ?? { ...fault, telling: furtherItemsTelling(furtherItems) })
  const isQuoted = ({ id }: HeaderFault): boolean => id === 'header-quoted'
  const further = new Set(furtherItems)
  const areOthersQuoted = [opening, ...items].some((item) => !further.has(item) && item.faults.some(isQuoted))
  if (!areOthersQuoted) faults.delete('header-quoted')
}

const isMisnaming = ({ id }: HeaderFault): boolean => id === 'header-key-name'

/** A name in letters. The end of a token looks different: it has digits, or nothing after its `=`. */
const isNameQuotable = ({ name, written }: HeaderPart): boolean =>
  written !== '' && /^[A-Za-z]{1,12}(?:[_-][A-Za-z]{1,12}){0,3}$/.test(name)

const furtherItemsTelling = (furtherItems: ReadonlyArray<HeaderPart>): Telling => {
  const names =
    furtherItems.length <= maxFurtherNamed && furtherItems.every(isNameQuotable)
      ? furtherItems.map(({ name }) => name)
      : []
  const isOne = furtherItems.length === 1
  const subject = isOne ? 'One item of the header is' : `${furtherItems.length} items of the header are`
  const count = isOne ? 'one item too many' : `${furtherItems.length} items too many`
  const named = names.length === 0 ? '' : `: ${listed(names)}`
  return {
    detail: `${count}${named}`,
    what: `${subject} not part of the scheme${named}. The scheme has only app_id, nonce_str, timestamp and signature.`,
    remedy: 'Write only these four items. If the service must know more, send it in another header.',
  }
}

/** More names are counted. */
const maxFurtherNamed = 3

// The opening: the auth type and what people write before it.

interface Opening {
  readonly part: HeaderPart
  /** Where the items begin. */
  readonly itemsStart: number
}

const isBasic = (word: string): boolean => word.toLowerCase() === 'basic'

/** Whether the word is the auth type of a signed request. */
const isAuthType = (word: string, grammar: Authorization.Grammar): boolean => {
  const scheme = Authorization.scheme(word, grammar)
  return E.isRight(scheme) && scheme.right._tag === 'Signed'
}

const readOpening = (credentials: string, grammar: Authorization.Grammar): Opening => {
  const typeBeforeComma = authTypeBeforeComma(credentials, grammar)
  if (typeBeforeComma !== undefined) {
    const afterComma = credentials.indexOf(',') + 1
    const again = firstWord(trimmedStart(credentials.slice(afterComma)))
    return isAuthType(again, grammar)
      ? {
          ...openingOf(typeBeforeComma, 0, twiceFault(0)),
          itemsStart: credentials.indexOf(again, afterComma) + again.length,
        }
      : { ...openingOf(typeBeforeComma, 0, commaFault), itemsStart: afterComma }
  }
  const mark = markAfterType(credentials, grammar)
  if (mark !== undefined)
    return {
      ...openingOf(grammar.authType, 0, markFault(mark)),
      itemsStart: grammar.authType.length + mark.length,
    }
  const headerName = headerNameBefore.exec(credentials)?.[0]
  if (headerName !== undefined) {
    const word = firstWord(credentials.slice(headerName.length))
    return openingOf(word, headerName.length, nameInValueFault(grammar))
  }
  if (isGlued(credentials, grammar)) return openingOf(grammar.authType, 0, gluedFault)
  const word = firstWord(credentials)
  if (word === '') return openingOf(word, 0, noTypeFault(grammar))
  if (isAuthType(word, grammar)) return openingOf(word, 0, tabAfter(word, credentials))
  const [later] = laterAuthTypes(credentials, grammar)
  if (later !== undefined) return openingOf(later.word, later.offset, authTypeFault('another value before it'))
  return openingOf(word, 0, mayBeQuoted(word, grammar) ? otherTypeFault(word, grammar) : authTypeFault('another word'))
}

/** The opening that consists of this word, with this fault if it has one. The items begin after the word. */
const openingOf = (word: string, wordOffset: number, fault: HeaderFault | undefined): Opening => ({
  part: {
    name: 'auth type',
    value: word,
    written: word,
    offset: 0,
    valueAt: wordOffset,
    faults: fault === undefined ? [] : [fault],
  },
  itemsStart: wordOffset + word.length,
})

const authTypeFault = (detail: string): HeaderFault => ({ id: 'header-auth-type', detail, offset: 0 })

const beginWith = (authType: string): string => `Begin the header with the auth type ${authType} and a space.`

const otherTypeFault = (word: string, { authType }: Authorization.Grammar): HeaderFault => ({
  ...authTypeFault(word),
  telling: {
    what: `The header begins with ${word}, and not with the auth type ${authType}.`,
    remedy: beginWith(authType),
  },
})

const noTypeFault = ({ authType }: Authorization.Grammar): HeaderFault => ({
  ...authTypeFault('none'),
  telling: {
    what: `The header begins with its items, and the auth type ${authType} is missing before them.`,
    remedy: beginWith(authType),
  },
})

const nameInValueFault = ({ authType }: Authorization.Grammar): HeaderFault => ({
  ...authTypeFault('the name of the header is in its value'),
  telling: {
    what: 'The value of the header begins with the name of the header.',
    remedy: `Give the HTTP library the name and the value apart. The value begins with the auth type ${authType} and a space.`,
  },
})

/** The name of the header at the beginning of its value, once or several times: `Authorization: SVC-SHA256-RSA …`. */
const headerNameBefore = /^(?:[ \t]{0,8}authorization[ \t]{0,8}:[ \t]{0,8}){1,4}/i

/** The first word, unless it is the name of an item. */
const firstWord = (credentials: string): string => {
  const [word = ''] = /^[^\s=,]*/.exec(credentials) ?? []
  const followingLetter = trimmedStart(credentials.slice(word.length))[0]
  return followingLetter === '=' || followingLetter === ',' ? '' : word
}

/** The auth type in `SVC-SHA256-RSA, app_id=…`. */
const authTypeBeforeComma = (credentials: string, grammar: Authorization.Grammar): string | undefined => {
  const word = /^([0-9A-Za-z-]{1,64})[ \t]{0,8},/.exec(credentials)?.[1]
  return word !== undefined && isAuthType(word, grammar) ? word : undefined
}

/** Whether the name of an item follows the auth type without a space: `SVC-SHA256-RSAapp_id=…`. */
const isGlued = (credentials: string, { authType }: Authorization.Grammar): boolean => {
  if (credentials.slice(0, authType.length).toLowerCase() !== authType.toLowerCase()) return false
  const [, name = ''] = /^"?([A-Za-z_-]{1,16})"?[ \t]{0,4}[=:]/.exec(credentials.slice(authType.length)) ?? []
  return knownNames.has(name.toLowerCase())
}

const gluedFault: HeaderFault = {
  id: 'header-auth-type',
  detail: 'no space after it',
  offset: 0,
  telling: {
    what: 'The caller wrote no space after the auth type.',
    remedy: 'Write one space between the auth type and the first item.',
  },
}

/** The comma that joins the items stands after the auth type too. */
const commaFault: HeaderFault = {
  id: 'header-auth-type',
  detail: 'a comma after it',
  offset: 0,
  telling: {
    what: 'The caller wrote a comma after the auth type. Only a space is allowed there.',
    remedy: 'Write a space after the auth type, and commas only between the items.',
  },
}

/** A colon or an equals sign right after the auth type: `SVC-SHA256-RSA: app_id=…`. */
const markAfterType = (credentials: string, { authType }: Authorization.Grammar): string | undefined => {
  const isTyped = credentials.slice(0, authType.length).toLowerCase() === authType.toLowerCase()
  const mark = credentials[authType.length]
  return isTyped && (mark === ':' || mark === '=') ? mark : undefined
}

const markFault = (mark: string): HeaderFault => ({
  id: 'header-auth-type',
  detail: `${mark} after it`,
  offset: 0,
  telling: {
    what: `The caller wrote ${mark} after the auth type. Only a space is allowed there.`,
    remedy: 'Write a space after the auth type, and commas only between the items.',
  },
})

/** The fault of a tab among the blanks after the auth type. */
const tabAfter = (authType: string, credentials: string): HeaderFault | undefined => {
  const afterAuthType = credentials.slice(authType.length)
  const tabIndex = afterAuthType.slice(0, leadingBlanks(afterAuthType)).indexOf('\t')
  if (tabIndex < 0) return undefined
  const telling = {
    what: 'The header has a tab after the auth type.',
    remedy: 'Write one space between the auth type and the first item.',
  }
  return { id: 'header-whitespace', detail: 'a tab after the auth type', offset: authType.length + tabIndex, telling }
}

interface LaterAuthType {
  readonly word: string
  readonly offset: number
  readonly commaAt: number
}

/** Each auth type after another value and a comma: `Bearer abc, SVC-SHA256-RSA app_id=…`. */
const laterAuthTypes = (credentials: string, grammar: Authorization.Grammar): ReadonlyArray<LaterAuthType> =>
  [...credentials.matchAll(/,[ \t]{0,8}([^\s=,]{1,64})[ \t]/g)].flatMap((match): ReadonlyArray<LaterAuthType> => {
    const [whole, word = ''] = match
    return isAuthType(word, grammar) ? [{ word, offset: match.index + whole.indexOf(word), commaAt: match.index }] : []
  })

/** Each name of a scheme after a comma, with its credentials: `SVC-SHA256-RSA app_id=…, Bearer abc`. No name of an item is such a word. */
const laterSchemes = (credentials: string): ReadonlyArray<LaterAuthType> =>
  [...credentials.matchAll(/,[ \t]{0,8}([A-Za-z][0-9A-Za-z-]{0,63})(?:[ \t]{1,8}(?![ \t=:])|$)/g)].flatMap((match) => {
    const [whole, word = ''] = match
    const isScheme = word.toLowerCase() === 'bearer' || isSchemeName(word)
    return isScheme && !knownNames.has(word.toLowerCase())
      ? [{ word, offset: match.index + whole.indexOf(word), commaAt: match.index }]
      : []
  })

/**
 * Whether a report may quote a wrong auth type. The word may be a bare token or a password, which is a secret. So only the name of a scheme
 * is quoted, and a word that is the right auth type but for a slip.
 */
const mayBeQuoted = (word: string, { authType }: Authorization.Grammar): boolean =>
  isSchemeName(word) ||
  isKnownScheme(word) ||
  (word.length <= authType.length + maxSlips && editDistance(word.toLowerCase(), authType.toLowerCase()) <= maxSlips)

// The items.

type Separator = ',' | ';' | '&' | ' '

/** One item as it is written, between two separators. */
interface WrittenItem {
  readonly text: string
  /** Where the text begins in the line. */
  readonly start: number
  readonly isFirst: boolean
  readonly separator: Separator
  /** The keys of the items before this one. */
  readonly keysBefore: ReadonlySet<Key>
  /** The keys that some item of the line has as its name. Then an item with another name for such a key is none of the four. */
  readonly exactKeys: ReadonlySet<Key>
}

const joinItems = 'Write key=value for each of the four items, and join them with commas.'

const colonWords: Telling = {
  what: 'The header has a colon where an equals sign must be, between a name and its value.',
  remedy: joinItems,
}

/** The items from `start` on, whatever separates them. */
const readItems = (credentials: string, start: number, grammar: Authorization.Grammar): ReadonlyArray<HeaderPart> => {
  const itemsText = credentials.slice(start)
  if (trimmed(itemsText) === '') return []
  const nameOffsets = nameOffsetsIn(itemsText)
  const separator = separatorOf(itemsText, nameOffsets)
  const items: Array<HeaderPart> = []
  const keysBefore = new Set<Key>()
  let itemStart = start
  const pieces = separator === ' ' ? cutBefore(itemsText, nameOffsets) : piecesOf(itemsText, separator)
  const exactKeys = new Set(pieces.flatMap((text, i) => exactKeyOf(text, i === 0)))
  for (const text of pieces) {
    const item = readItem(
      { text, start: itemStart, isFirst: items.length === 0, separator, keysBefore, exactKeys },
      grammar,
    )
    if (item.key !== undefined) keysBefore.add(item.key)
    items.push(item)
    itemStart += text.length + 1
  }
  if (separator === ',') return items
  const detail = separator === ' ' ? 'spaces' : separator
  const offset = start + itemsText.indexOf(separator)
  const what = `The items of the header are joined by ${detail}, not by commas.`
  const fault = { id: 'header-separator', detail, offset, telling: { what, remedy: joinItems } }
  return items.map((item, i) => (i === 0 ? { ...item, faults: [fault, ...item.faults] } : item))
}

const knownNames: ReadonlySet<string> = new Set(Object.values(aliases).flat())

/** Where the names stand that people give to items. */
const nameOffsetsIn = (itemsText: string): ReadonlyArray<number> =>
  [...itemsText.matchAll(/(?<=^|[\s,;&])"?([A-Za-z_-]{1,16})"?[ \t]{0,4}[=:]/g)].flatMap((match) =>
    knownNames.has((match[1] ?? '').toLowerCase()) ? [match.index] : [],
  )

/** The last character before the second name, if it can separate items; otherwise a space. A comma if there is no second name. */
const separatorOf = (itemsText: string, nameOffsets: ReadonlyArray<number>): Separator => {
  const secondName = nameOffsets[1]
  if (secondName === undefined) return ','
  const letterBefore = trimmedEnd(itemsText.slice(0, secondName)).at(-1)
  return letterBefore === ',' || letterBefore === ';' || letterBefore === '&' ? letterBefore : ' '
}

/** The pieces between separators. A comma within a value separates no items. */
const piecesOf = (itemsText: string, separator: Separator): ReadonlyArray<string> => {
  const pieces = itemsText.split(separator)
  return separator === ',' ? joinedObject(joinedList(joinedFraction(joinedDate(pieces)))) : pieces
}

/** `timestamp=1700000000,25` is one item: some countries write a comma before a fraction. */
const joinedFraction = (pieces: ReadonlyArray<string>): ReadonlyArray<string> => {
  const index = pieces.findIndex((piece) => /^[ \t]*"?timestamp"?[=:] ?"?\d{10,13}$/i.test(piece))
  const fraction = index < 0 ? undefined : pieces[index + 1]
  return fraction !== undefined && /^\d{1,9}"?$/.test(fraction)
    ? pieces.toSpliced(index, 2, `${pieces[index]},${fraction}`)
    : pieces
}

/** `timestamp=Mon, 30 Nov 2026 18:50:21 GMT` is one item. */
const joinedDate = (pieces: ReadonlyArray<string>): ReadonlyArray<string> => {
  const index = pieces.findIndex(
    (piece, i) => /= ?"?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}$/.test(piece) && /^ ?\d/.test(pieces[i + 1] ?? ''),
  )
  return index < 0 ? pieces : pieces.toSpliced(index, 2, `${pieces[index]},${pieces[index + 1]}`)
}

/** The bytes of a signature as a list of numbers, `signature=58,239,…` and `signature=[58, 239, …]`, are one item. */
const joinedList = (pieces: ReadonlyArray<string>): ReadonlyArray<string> => {
  const start = pieces.findIndex((piece) => /^[ \t]*"?sign(?:ature)?"?[=:] ?(?:[[{(]|-?\d{1,3}$)/i.test(piece))
  if (start < 0) return pieces
  const rest = pieces.slice(start + 1)
  const count = rest.findIndex((piece) => !/^ ?(?:"(?:data|\d{1,4})": ?)?\[?-?\d{1,3}[\])}]{0,2}$/.test(piece))
  const end = start + 1 + (count < 0 ? rest.length : count)
  return end - start < leastListed ? pieces : pieces.toSpliced(start, end - start, pieces.slice(start, end).join())
}

/** An object of JSON as the signature, `signature={"alg":"RS256","signature":"MEUC…"}`, is one item. */
const joinedObject = (pieces: ReadonlyArray<string>): ReadonlyArray<string> => {
  const start = pieces.findIndex((piece) => /^[ \t]*sign(?:ature)?= ?\{ ?"/i.test(piece))
  const end = start < 0 ? -1 : pieces.findIndex((piece, i) => i >= start && /\}[ \t]*$/.test(piece))
  return end <= start ? pieces : pieces.toSpliced(start, end - start + 1, pieces.slice(start, end + 1).join())
}

/** Cuts before every name but the first. The blank before the name is the separator, and belongs to no item. */
const cutBefore = (itemsText: string, nameOffsets: ReadonlyArray<number>): ReadonlyArray<string> => {
  const cuts = nameOffsets.slice(1)
  return [0, ...cuts].map((itemStart, i) => {
    const nextStart = cuts[i]
    return nextStart === undefined ? itemsText.slice(itemStart) : itemsText.slice(itemStart, nextStart - 1)
  })
}

/** Reads one item: the blanks round it, its name and its value. */
const readItem = (item: WrittenItem, grammar: Authorization.Grammar): HeaderPart => {
  const text = trimmed(item.text)
  const textStart = item.start + leadingBlanks(item.text)
  // The blank after the auth type stands before the first item, and does not belong to it.
  const offset = item.isFirst ? textStart : item.start
  const signIndex = text.search(/[=:]/)
  if (signIndex < 0) {
    const detail = text === '' ? 'an empty item' : 'an item without ='
    const what =
      text === ''
        ? 'The header has a comma without an item before it or after it.'
        : 'An item of the header has no equals sign between a name and a value.'
    const place = text === '' ? item.start : textStart
    const fault = { id: 'header-separator', detail, offset: place, telling: { what, remedy: joinItems } }
    const faults = [...blankBefore(item, grammar), fault]
    return { name: '', value: text, written: text, offset, valueAt: textStart, faults }
  }
  const beforeSign = text.slice(0, signIndex)
  const name = readName(beforeSign, textStart, item)
  const value = readValue(text.slice(signIndex + 1), textStart + signIndex + 1)
  return {
    offset,
    valueAt: value.offset,
    name: name.bare,
    value: value.bare,
    written: value.written,
    key: name.key,
    faults: [
      ...blankBefore(item, grammar),
      ...signFaults(text, signIndex, textStart),
      ...blankAfter(item, grammar),
      ...wordsBeforeFaults(name, grammar),
      ...quoteFaults(name, value, textStart + signIndex + 1, grammar),
      ...keyFaults(name, item, grammar),
    ],
  }
}

/** Spaces between items are a fault of their own, which is found for all items at once. */
const areBlanksAllowed = (item: WrittenItem, { policies }: Authorization.Grammar): boolean =>
  item.separator === ' ' || policies.ows

const blankWords = (place: string): Telling => ({
  what: `The header has a space or a tab ${place}.`,
  remedy: 'Write only one space in the header: the one after the auth type.',
})

const blankBefore = (item: WrittenItem, grammar: Authorization.Grammar): ReadonlyArray<HeaderFault> =>
  item.isFirst || leadingBlanks(item.text) === 0 || areBlanksAllowed(item, grammar)
    ? []
    : [
        {
          id: 'header-whitespace',
          detail: 'a blank before an item',
          offset: item.start,
          telling: blankWords('before an item'),
        },
      ]

const blankAfter = (item: WrittenItem, grammar: Authorization.Grammar): ReadonlyArray<HeaderFault> => {
  const end = trimmedEnd(item.text).length
  return end === item.text.length || areBlanksAllowed(item, grammar)
    ? []
    : [
        {
          id: 'header-whitespace',
          detail: 'a blank after an item',
          offset: item.start + end,
          telling: blankWords('after an item'),
        },
      ]
}

/** A colon in place of `=`, and blanks on either side of it. `text` has no blanks round it. */
const signFaults = (text: string, signIndex: number, textStart: number): ReadonlyArray<HeaderFault> => {
  const faults: Array<HeaderFault> = []
  const nameEnd = trimmedEnd(text.slice(0, signIndex)).length
  if (text[signIndex] === ':')
    faults.push({
      id: 'header-separator',
      detail: ': in place of =',
      offset: textStart + signIndex,
      telling: colonWords,
    })
  if (nameEnd < signIndex || isBlank(text.charCodeAt(signIndex + 1)))
    faults.push({
      id: 'header-whitespace',
      detail: 'a blank beside =',
      offset: textStart + nameEnd,
      telling: blankWords('beside the sign between a name and its value'),
    })
  return faults
}

interface ItemName {
  /** The name alone. */
  readonly bare: string
  readonly offset: number
  readonly isQuoted: boolean
  /** Words that stand between the auth type and the name of the first item, or an empty text. */
  readonly wordsBefore: string
  /** Which of the four keys the name stands for. */
  readonly key: Key | undefined
}

/** In `SVC-SHA256-RSA SVC-SHA256-RSA app_id=…`, the auth type stands once more before the first name: these are words before it. */
const readName = (beforeSign: string, offset: number, { isFirst, exactKeys }: WrittenItem): ItemName => {
  const { written, inner, nameStart } = nameIn(beforeSign, isFirst)
  const bare = inner.slice(nameStart)
  const meant = keys.find((candidate) => aliases[candidate].includes(bare.toLowerCase()))
  const isOther = meant !== undefined && exactKeys.has(meant) && !isSameName(bare, meant)
  return {
    bare,
    offset,
    isQuoted: inner !== written,
    wordsBefore: trimmedEnd(inner.slice(0, nameStart)),
    key: isOther ? undefined : meant,
  }
}

/** The text before the sign, without the quotes round it, and where the name begins in it. */
const nameIn = (beforeSign: string, isFirst: boolean) => {
  const written = trimmedEnd(beforeSign)
  const inner = unquoted(written)
  const lastBlank = Math.max(inner.lastIndexOf(' '), inner.lastIndexOf('\t'))
  return { written, inner, nameStart: isFirst ? lastBlank + 1 : 0 }
}

/** The key that an item has as its name, if it has one. */
const exactKeyOf = (text: string, isFirst: boolean): ReadonlyArray<Key> => {
  const item = trimmed(text)
  const { inner, nameStart } = nameIn(item.slice(0, Math.max(0, item.search(/[=:]/))), isFirst)
  return keys.filter((key) => key === inner.slice(nameStart))
}

/** Whether two names are one in other letters: `appId` and `app_id`. */
const isSameName = (name: string, key: Key): boolean => {
  const letters = (text: string): string => text.replace(/[_-]/g, '').toLowerCase()
  return letters(name) === letters(key)
}

interface ItemValue {
  /** The value without its quotes. */
  readonly bare: string
  readonly written: string
  /** Where the bare value begins. */
  readonly offset: number
}

/** `start`: where the text after the sign begins in the line. */
const readValue = (afterSign: string, start: number): ItemValue => {
  const written = trimmed(afterSign)
  const bare = unquotedValue(written)
  const quotesBefore = written.startsWith(bare) ? 0 : 1
  return { bare, written, offset: start + leadingBlanks(afterSign) + quotesBefore }
}

/** Most often, the words before the first name are the auth type once more. */
const wordsBeforeFaults = (name: ItemName, grammar: Authorization.Grammar): ReadonlyArray<HeaderFault> => {
  if (name.wordsBefore === '') return []
  const isRepeated = name.wordsBefore.split(/[ \t]+/).every((word) => isAuthType(word, grammar))
  return isRepeated
    ? [twiceFault(name.offset)]
    : [{ id: 'header-auth-type', detail: 'a word after it', offset: name.offset }]
}

const twiceFault = (offset: number): HeaderFault => ({
  id: 'header-auth-type',
  detail: 'the auth type twice',
  offset,
  telling: {
    what: 'The caller wrote the auth type twice.',
    remedy: 'Write the auth type once, then a space and the items. Perhaps the HTTP library adds the auth type too.',
  },
})

const quoteFaults = (
  name: ItemName,
  value: ItemValue,
  afterSignOffset: number,
  { policies }: Authorization.Grammar,
): ReadonlyArray<HeaderFault> => {
  if (name.isQuoted) return [{ id: 'header-quoted', detail: 'a quotation mark round a name', offset: name.offset }]
  if (value.bare === value.written || policies['quoted-values']) return []
  const telling = quotesTelling(value)
  return [{ id: 'header-quoted', detail: 'a quotation mark', offset: afterSignOffset, ...definedOf({ telling }) }]
}

/** The words for other marks than double quotes round a whole value. */
const quotesTelling = ({ written }: ItemValue): Telling | undefined => {
  const [first = ''] = written
  const isWhole = written.length > 1 && first === written.at(-1)
  if (isWhole && first === '"') return undefined
  const remedy = 'Write the values without quotation marks.'
  if (isWhole) return { what: 'The caller put the values of the header in single quotes.', remedy }
  return { what: 'A value of the header has a quotation mark at one of its ends, and none at the other.', remedy }
}

const otherName = 'an item with another name'

/** A name that the policies do not allow, and a key that an item before this one has. */
const keyFaults = (
  { bare, key, offset }: ItemName,
  { keysBefore }: WrittenItem,
  { policies }: Authorization.Grammar,
): ReadonlyArray<HeaderFault> => {
  if (key === undefined) return policies['unknown-param'] ? [] : [{ id: 'header-key-name', detail: otherName, offset }]
  const faults: Array<HeaderFault> = []
  const isAllowed = bare === key || (bare === 'appid' && policies['appid-alias'])
  if (!isAllowed)
    faults.push({ id: 'header-key-name', detail: bare, offset, telling: misnamedTelling({ name: bare, key }) })
  if (keysBefore.has(key)) faults.push({ id: 'header-duplicate-key', detail: key, offset })
  return faults
}

/** Names the item as it is written, and as it must be. */
const misnamedTelling = ({ name, key }: { readonly name: string; readonly key: Key }): Telling => ({
  detail: name,
  what: `The item ${key} of the header is called ${name}.`,
  remedy: `Call this item ${key}.`,
})

const leadingBlanks = (text: string): number => text.length - trimmedStart(text).length

// Items that are not clear at first.

/** The digits of `timestamp=1,700,000,000` stand in groups. The commas between them separate no items, so this is one item. */
const withGroupedTime = (items: ReadonlyArray<HeaderPart>): ReadonlyArray<HeaderPart> => {
  const timeIndex = items.findIndex((item) => item.key === 'timestamp' && /^\d{1,3}$/.test(item.value))
  const time = items[timeIndex]
  if (time === undefined) return items
  const itemsAfterTime = items.slice(timeIndex + 1)
  const groupsEnd = itemsAfterTime.findIndex((item) => item.name !== '' || !/^\d{3}$/.test(item.value))
  const groups = groupsEnd < 0 ? itemsAfterTime : itemsAfterTime.slice(0, groupsEnd)
  const groupedTime = [time, ...groups].map((timePart) => timePart.value).join()
  return items.toSpliced(timeIndex, groups.length + 1, { ...time, value: groupedTime, written: groupedTime })
}

/** Names of the app id in other schemes. Beside an app id, such an item is one too many. */
const otherAppIdNames: ReadonlyArray<string> = [
  'mchid',
  'mch_id',
  'merchant_id',
  'partner_id',
  'app_key',
  'appkey',
  'access_key',
  'access_key_id',
  'api_key',
  'client_id',
  'clientid',
]

/** Gives the key app_id to an item with the name that another scheme has for it, if no item has this key. */
const withAppId = (items: ReadonlyArray<HeaderPart>): ReadonlyArray<HeaderPart> => {
  if (items.some(({ key }) => key === 'app_id')) return items
  const index = items.findIndex(({ name }) => otherAppIdNames.includes(name.toLowerCase()))
  return items.map((item, i) => (i === index ? misnamedItem(item, 'app_id') : item))
}

const misnamedItem = (item: HeaderPart, key: Key): HeaderPart => ({
  ...item,
  key,
  faults: item.faults.map((fault) =>
    fault.detail === otherName
      ? { ...fault, detail: item.name, telling: misnamedTelling({ name: item.name, key }) }
      : fault,
  ),
})

/**
 * Base64 in each of its spellings, with percent escapes, line ends or their escapes: `MEUC…+/=`, `MEUC…%3D`, `MEUC…\n…`. Also with
 * the `b'…'` in which Python prints bytes. Not `"MEUC…"` and not `=MEUC…`.
 */
const signatureShape = /^(?:b(["'])[0-9A-Za-z+/=_-]*\1|[0-9A-Za-z+/_%\s\\()-][0-9A-Za-z+/=_%\s\\()-]*)$/

/** `1700000000`, `-1`, `1700000000.5`, `1700000000,5`, `1,700,000,000` and `Mon, 30 Nov 2026 …`, or nothing. Not `now`, and not `1700000000\n` with an escape. */
const timestampShape =
  /^[-+]?\d[^\\,]*$|^\d{1,3}(?:,\d{3})+$|^\d{10,13},\d{1,9}$|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? \d[^\\,]*$|^$/

/** The rest of `=>`, as in `nonce => n-1`, white space, or an escaped line feed: these show that the value was cut wrongly. */
const brokenNonce = /^[=>]|\s|\\n/

/** `1517 5312.4551`: spaces between words without a sign between name and value are part of the nonce. */
const nonceWithSpaces = /^[^\s=:>\\]+(?: [^\s=:>\\]+)+$/

const isPlausible: Readonly<Record<Key, (candidate: string) => boolean>> = {
  app_id: () => true,
  nonce_str: (nonce) => !brokenNonce.test(nonce) || nonceWithSpaces.test(nonce),
  timestamp: (timestamp) => timestampShape.test(timestamp),
  signature: (signature) => signatureShape.test(signature) || webToken.test(signature),
}

/** Whether the value is no value: one that is missing, a variable or a mask. Then its item is clear, and so is the form of the header. */
const isUnfilled = (value: string): boolean => unfilledItem('value', value) !== undefined

/** Whether nonce, timestamp and signature are there, each in some spelling. */
const isClear = (items: ReadonlyArray<HeaderPart>): boolean =>
  isWhole(items) && items.every(({ key, value }) => key === undefined || isPlausible[key](value) || isUnfilled(value))

/**
 * Whether nothing but the value of the signature is odd. Then this value has another form, and the header has its own. One more equals
 * sign before the value is a form of the header, as in `nonce_str==n-1`.
 */
const isSignatureOddAlone = (items: ReadonlyArray<HeaderPart>): boolean =>
  items.length === keys.length &&
  items.every(
    ({ key, name, value, faults }) =>
      key !== undefined &&
      name === key &&
      faults.length === 0 &&
      (key === 'signature' ? !/^=(?!=)/.test(value) : isPlausible[key](value)),
  )

/** Items of a line that has another form; each stands where its value does, if that can be seen. */
const oddItems = (credentials: string): ReadonlyArray<HeaderPart> | undefined => {
  const odd = oddForm(credentials)
  return odd?.pairs.map(({ key, name, value }, i) => {
    const valueStart = Math.max(credentials.indexOf(value), 0)
    const faults = i > 0 ? [] : [oddFault(odd.detail, valueStart)]
    return { name, value, written: value, offset: valueStart, valueAt: valueStart, key, faults }
  })
}

/** Forms that are neither JSON nor an encoding of the whole, as the words of the catalogue say. */
const otherForms: ReadonlyArray<string> = [
  'brackets',
  'other signs',
  'two equals signs',
  'values without names',
  'a map, as Ruby or PHP prints it',
  'a map, as Go prints it',
]

const oddFault = (detail: string, offset: number): HeaderFault => ({
  id: 'header-form',
  detail,
  offset,
  ...(otherForms.includes(detail) ? { telling: otherFormTelling } : {}),
})

const otherFormTelling: Telling = {
  what: 'The items of the header are not in the form key=value, joined by commas.',
  remedy: 'After the auth type and a space, write key=value for each of the four items, and join them with commas.',
}

interface ValueShape {
  readonly key: Key
  readonly shape: RegExp
}

/** A missing key is found by the shape of a value that stands under an unknown name. */
const valueShapes: ReadonlyArray<ValueShape> = [
  { key: 'signature', shape: /^[0-9A-Za-z+/_-]{85,}={0,2}$/ },
  { key: 'timestamp', shape: /^\d{10}(?:\d{3})?$/ },
  { key: 'nonce_str', shape: /^[0-9A-Za-z-]{8,}$/ },
]

/** Gives each missing key to the first item of an unknown name whose value has its shape. */
const keyedByShape = (items: ReadonlyArray<HeaderPart>): ReadonlyArray<HeaderPart> =>
  valueShapes.reduce((keyedItems, { key, shape }) => {
    if (keyedItems.some((item) => item.key === key)) return keyedItems
    const shapedIndex = keyedItems.findIndex(
      (item) => item.key === undefined && item.name !== '' && shape.test(item.value),
    )
    return keyedItems.map((item, i) => (i === shapedIndex ? keyedItem(item, key) : item))
  }, items)

/** An item that is this one by the shape of its value. A name in letters, such as `signture`, is shown. */
const keyedItem = (item: HeaderPart, key: Key): HeaderPart => {
  if (!isNameQuotable(item)) return { ...item, key }
  const isSlip = editDistance(item.name.toLowerCase(), key) <= maxSlips
  const telling = isSlip ? misnamedTelling({ name: item.name, key }) : otherNameTelling({ name: item.name, key })
  return {
    ...item,
    key,
    faults: item.faults.map((fault) => (fault.detail === otherName ? { ...fault, telling } : fault)),
  }
}

/** A name that differs in more characters is another word, such as `expires`. */
const maxSlips = 2

/** The value alone shows which item this may be. */
const otherNameTelling = ({ name, key }: { readonly name: string; readonly key: Key }): Telling => ({
  detail: name,
  what: `The header has no item ${key}. The value of its item ${name} looks like one, so perhaps this item has a wrong name.`,
  remedy: `If the item ${name} is the ${key}, call it ${key}. Otherwise add an item ${key}.`,
})

// Quotes and nonces.

const unquoted = (quotedText: string): string =>
  quotedText.length > 1 && (quotedText[0] === '"' || quotedText[0] === "'") && quotedText.at(-1) === quotedText[0]
    ? quotedText.slice(1, -1)
    : quotedText

/** A value without its quotation marks, of which one may be missing. */
const unquotedValue = (writtenValue: string): string => {
  const inner = unquoted(writtenValue)
  return inner === writtenValue && writtenValue.length > 1 ? writtenValue.replace(/^"|"$/g, '') : inner
}

/** The detail for a character that no nonce may have. */
const kindsOfForeignCharacters: Readonly<Record<string, string>> = {
  _: 'underscore',
  '+': 'Base64',
  '/': 'Base64',
  '=': 'Base64',
  '{': 'braces',
}

/** Any other character. */
export const otherCharacter = 'another character'

/** What kind of character, or length, breaks the rule of nonces. */
export const nonceFault = (nonce: string): string | undefined => {
  const faultOffset = firstFault(Nonce.rule)(nonce)
  if (faultOffset === undefined) return undefined
  return faultOffset === Nonce.rule.maxLength
    ? 'too long'
    : (kindsOfForeignCharacters[nonce[faultOffset] ?? ''] ?? otherCharacter)
}
