/**
 * The words for a part in which some of several things that are alike were changed, or each in its own way:
 *
 *     signed q=a%20b+c+d     sent q=a%20b%20c%20d         "+" for 2 of the 3 "%20" (not the first)
 *     signed \u003cb>x</b>   sent <b>x</b> <i>             "\u003c" for 1 of the 3 "<" (only the first)
 *     signed {"id":7}        sent {"id":"7"}              the value of id without quotation marks
 *     signed {"id":7}        sent {"id":7,"at":1,"n":2}   without at and n
 *     signed /a_b?c=1;d=2    sent /a/b?c=1&d=2            "_" where "/" was sent, ";" where "&" was sent
 */
import { textDifferences } from './contentDifference.ts'
import { differingPlaces } from './differingPlaces.ts'
import { type EditedPart, editDifference, exchangedEverywhere, quoted, remedyOf } from './editDifference.ts'
import {
  type CountedExchange,
  elementsLeftOut,
  exchangeOf,
  mixedExchanges,
  type SomeExchanged,
} from './forms/exchangeOf.ts'
import { isJson } from './forms/isJson.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** No more things are named. */
const maxNamed = 4

const namedFirst = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.length <= maxNamed ? names : [...names.slice(0, maxNamed), `${names.length - maxNamed} more`]

// ---- Some of several pieces

/** Which of the pieces, for a sentence. */
const chosenName = ({ chosen, count }: SomeExchanged): string => {
  const [first = 0] = chosen
  const others = Array.from({ length: count }, (_, place) => place).filter((place) => !chosen.includes(place))
  const [other = 0] = others
  const nameOfPlace = (place: number): string =>
    place === 0 ? 'the first' : place === count - 1 ? 'the last' : `occurrence ${place + 1}`
  if (chosen.length === 1) return `only ${nameOfPlace(first)}`
  if (others.length === 1) return `not ${nameOfPlace(other)}`
  if (chosen.at(-1) === chosen.length - 1) return `the first ${chosen.length}`
  if (first === count - chosen.length) return `the last ${chosen.length}`
  return `occurrences ${listed(namedFirst(chosen.map((place) => String(place + 1))))}`
}

/** White space, which cannot be seen between quotation marks. */
const whiteSpaceNames: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  ' ': { one: 'a space', many: 'spaces' },
  '  ': { one: 'two spaces', many: 'pairs of spaces' },
  '    ': { one: 'four spaces', many: 'groups of four spaces' },
  '\t': { one: 'a tab', many: 'tabs' },
  '\n': { one: 'a line feed', many: 'line feeds' },
  '\n\n': { one: 'two line feeds', many: 'pairs of line feeds' },
  '\r': { one: 'a carriage return', many: 'carriage returns' },
  '\r\n': { one: 'CR LF', many: 'CR LF' },
}

/** A backslash is shown as it is: `"\n"` has two characters, for line feeds have a name. */
const inMarks = (piece: string): string => (piece.includes('"') ? `'${piece}'` : `"${piece}"`)

const nameOfOne = (piece: string): string => whiteSpaceNames[piece]?.one ?? inMarks(piece)
const nameOfMany = (piece: string): string => whiteSpaceNames[piece]?.many ?? inMarks(piece)

/** The words for pieces that are alike, some or all of which were exchanged or left out. */
export const someDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  if (signed === '' || sent === '') return undefined
  return (
    quotationMarksDifference(signed, sent) ??
    exchangeDifference(signed, sent, partName) ??
    elementsDifference(signed, sent, partName) ??
    mixedEscapesDifference(signed, sent, partName)
  )
}

/** Pieces that are the same were exchanged. */
const exchangeDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  const found = exchangeOf(signed, sent)
  if (found === undefined) return undefined
  const { from, to, chosen, count } = found
  if (count === 1) {
    const leftOut = to === '' ? editDifference(signed, sent, partName) : undefined
    return leftOut ?? placesTelling([{ signed: to, sent: from }], partName)
  }
  if (chosen.length === count) return exchangedEverywhere(found, partName)
  const pieces = `${chosen.length} of the ${count} ${nameOfMany(from)}`
  const which = chosenName(found)
  const remedy = remedyOf[partName]
  return to === ''
    ? {
        detail: `without ${pieces}`,
        what: `The caller signed the ${partName} without ${pieces} that it sent (${which}).`,
        remedy,
      }
    : {
        detail: `${nameOfOne(to)} for ${pieces}`,
        what: `The caller signed ${nameOfOne(to)} for ${pieces} in the ${partName} that it sent (${which}).`,
        remedy,
      }
}

/** Elements of XML that are not the same were left out. */
const elementsDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  const elements = elementsLeftOut(signed, sent)
  if (elements === undefined) return undefined
  const names = namedFirst(elements.map(quoted))
  return {
    detail: `without ${names.join(', ')}`,
    what: `The caller signed the ${partName} without some elements that it sent: ${listed(names)}.`,
    remedy: remedyOf[partName],
  }
}

const beginsWithEscape = /^(?:%[\dA-Fa-f]{2}|\\.|&#?\w+;)/

const isOfEscapes = ({ from, to }: CountedExchange): boolean => beginsWithEscape.test(from) || beginsWithEscape.test(to)

const isPartial = ({ chosenCount, count }: CountedExchange): boolean => chosenCount < count

/** Escapes of several kinds, and some of one kind are the same in both texts. Other words name kinds that all are others. */
const mixedEscapesDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  const exchanges = mixedExchanges(signed, sent)
  if (exchanges === undefined || !exchanges.every(isOfEscapes) || !exchanges.some(isPartial)) return undefined
  const pairs = namedFirst(
    exchanges.map(
      ({ from, to, chosenCount, count }) => `${nameOfOne(to)} for ${chosenCount} of the ${count} ${nameOfMany(from)}`,
    ),
  )
  return {
    detail: pairs.join(', '),
    what: `In the ${partName}, the caller signed ${listed(pairs)}.`,
    remedy: remedyOf[partName],
  }
}

// ---- Values of JSON with or without quotation marks

const serializeOnce = 'Serialize the body once. Then sign and send exactly these bytes.'

const differentValues = /^(\/.+?): (.+) where (.+) was sent$/s

/** Numbers or literals of JSON that one text has in quotation marks and the other has not. Both texts are the same otherwise. */
const quotationMarksDifference = (signed: string, sent: string): Telling | undefined => {
  if (withoutMarks(signed) !== withoutMarks(sent) || !isJson(signed) || !isJson(sent)) return undefined
  const values = Array.from(textDifferences(signed, sent), (difference) => differentValues.exec(difference) ?? [])
  const names = namedFirst(values.map(([, pointer = '']) => memberName(pointer)))
  const value = names.length === 1 ? `the value of ${names[0]}` : `the values of ${listed(names)}`
  if (values.length === 0) return undefined
  if (values.every(([, , signedValue, sentValue]) => sentValue !== undefined && signedValue === `"${sentValue}"`))
    return {
      detail: `${names.join(', ')} in quotation marks`,
      what: `The caller signed ${value} in quotation marks, but the JSON arrived without them.`,
      remedy: serializeOnce,
    }
  if (values.every(([, , signedValue, sentValue]) => signedValue !== undefined && sentValue === `"${signedValue}"`))
    return {
      detail: `${names.join(', ')} without quotation marks`,
      what: `The caller signed ${value} without quotation marks, but the JSON arrived with them.`,
      remedy: serializeOnce,
    }
  return undefined
}

const withoutMarks = (text: string): string => text.replaceAll('"', '')

/** `id` for `/id`. A member of an inner object has its whole pointer. */
const memberName = (pointer: string): string => (pointer.lastIndexOf('/') === 0 ? pointer.slice(1) : pointer)

// ---- Members that were left out

const leftOut = /^(\/.+?) left out where /s

/** The JSON was signed without some of its members, and is otherwise the same, also in the order of its members. */
export const membersLeftOut = (signed: string, sent: string): Telling | undefined => {
  const differences = [...textDifferences(signed, sent)]
  const pointers = differences.map((difference) => leftOut.exec(difference)?.[1])
  if (pointers.length === 0 || !pointers.every((pointer) => pointer !== undefined) || !isWithin(signed, sent))
    return undefined
  const names = pointers.map(memberName)
  const [lastName, ...otherNames] = new Set(pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)))
  return {
    detail: `without ${namedFirst(names).join(', ')}`,
    what: withoutMembers(names, otherNames.length === 0 ? lastName : undefined),
    remedy: serializeOnce,
  }
}

/** `commonName`: the name of all these members, if they have the same. */
const withoutMembers = (names: ReadonlyArray<string>, commonName: string | undefined): string => {
  if (names.length === 1)
    return `The caller signed the JSON without the member ${names[0]}, but it arrived with this member.`
  return commonName !== undefined && names.length > maxNamed
    ? `The caller signed the JSON without ${names.length} members with the name ${commonName}, but it arrived with these members.`
    : `The caller signed the JSON without the members ${listed(namedFirst(names))}, but it arrived with these members.`
}

/** Whether all characters of one text are in the other one, in the same order. */
const isWithin = (shorter: string, longer: string): boolean => {
  let offset = 0
  for (const c of shorter) {
    offset = longer.indexOf(c, offset) + 1
    if (offset === 0) return false
  }
  return true
}

// ---- Several places

/** A stretch in which two texts differ. */
interface Place {
  readonly signed: string
  readonly sent: string
}

const shownPiece = (piece: string): string => (piece === '' ? 'nothing' : quoted(piece))

const placesTelling = (places: ReadonlyArray<Place>, partName: EditedPart): Telling | undefined => {
  if (places.length === 0) return undefined
  const pairs = namedFirst(places.map(({ signed, sent }) => `${shownPiece(signed)} where ${shownPiece(sent)} was sent`))
  return {
    detail: pairs.join(', '),
    what: `In the ${partName}, the caller signed ${listed(pairs)}.`,
    remedy: remedyOf[partName],
  }
}

const word = /[\p{L}\p{N}]+|%[\dA-Fa-f]{2}|[\s\S]/gu

/** The words and signs in which two texts differ. */
export const placesDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  const places = differingPlaces(signed.match(word) ?? [], sent.match(word) ?? [])
  return placesTelling(
    places.map((place) => ({ signed: place.signed.join(''), sent: place.sent.join('') })),
    partName,
  )
}

const parametersOf = (text: string): ReadonlyArray<string> => text.split(/[?&]/)

/** The parameters in which two targets or forms differ. Undefined if some were only left out. */
export const parametersDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  const places = differingParameters(parametersOf(signed), parametersOf(sent))
  return places.every((place) => place.signed === '') ? undefined : placesTelling(places, partName)
}

/** As many parameters are compared one by one. */
const differingParameters = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): ReadonlyArray<Place> =>
  signed.length === sent.length
    ? pairsOf(signed, sent).filter((pair) => pair.signed !== pair.sent)
    : differingPlaces(signed, sent).flatMap((place) =>
        place.signed.length === place.sent.length
          ? pairsOf(place.signed, place.sent)
          : [{ signed: place.signed.join('&'), sent: place.sent.join('&') }],
      )

const pairsOf = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): ReadonlyArray<Place> =>
  sent.map((parameter, index) => ({ signed: signed[index] ?? '', sent: parameter }))
