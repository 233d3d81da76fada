/**
 * The words for a part in which some of several things that are alike were changed, or each in its own way:
 *
 *     signed q=a%20b+c+d     sent q=a%20b%20c%20d         "+" for 2 of the 3 "%20" (not the first)
 *     signed {"id":7}        sent {"id":7,"at":1,"n":2}   without at and n
 *     signed /a_b?c=1;d=2    sent /a/b?c=1&d=2            "_" where "/" was sent, ";" where "&" was sent
 */
import { textDifferences } from './contentDifference.ts'
import { type EditedPart, exchangedEverywhere, quoted, remedyOf } from './editDifference.ts'
import { exchangeOf, type SomeExchanged } from './forms/someExchanged.ts'
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

/** Some pieces that are alike were exchanged, or all of them. */
export const someDifference = (signed: string, sent: string, partName: EditedPart): Telling | undefined => {
  const found = signed === '' || sent === '' ? undefined : exchangeOf(signed, sent)
  if (found === undefined) return undefined
  const { from, to, chosen, count } = found
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

// ---- Members that were left out

const serializeOnce = 'Serialize the body once. Then sign and send exactly these bytes.'

const leftOut = /^(\/.+?) left out where /s

/** The JSON was signed without some of its members, and is otherwise the same, also in the order of its members. */
export const membersLeftOut = (signed: string, sent: string): Telling | undefined => {
  const differences = [...textDifferences(signed, sent)]
  const pointers = differences.map((difference) => leftOut.exec(difference)?.[1])
  if (pointers.length === 0 || !pointers.every((pointer) => pointer !== undefined) || !isWithin(signed, sent))
    return undefined
  const names = pointers.map((pointer) => (pointer.lastIndexOf('/') === 0 ? pointer.slice(1) : pointer))
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

/** More pieces are not compared one by one. */
const maxPieces = 1000

const startAlike = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a[count] === b[count]) count++
  return count
}

/** For each place in both lists, how many pieces the lists have in common from there on, in order. */
const commonLengths = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<number>> => {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const skipped = Math.max(lengths[i + 1]?.[j] ?? 0, lengths[i]?.[j + 1] ?? 0)
      const row = lengths[i] as Array<number>
      row[j] = a[i] === b[j] ? Math.max((lengths[i + 1]?.[j + 1] ?? 0) + 1, skipped) : skipped
    }
  return lengths
}

/** The stretches in which two lists of pieces differ. */
const differingPlaces = (
  signed: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
): ReadonlyArray<{ readonly signed: ReadonlyArray<string>; readonly sent: ReadonlyArray<string> }> => {
  const start = startAlike(signed, sent)
  const end = startAlike(signed.slice(start).toReversed(), sent.slice(start).toReversed())
  const signedPieces = signed.slice(start, signed.length - end)
  const sentPieces = sent.slice(start, sent.length - end)
  if (signedPieces.length > maxPieces || sentPieces.length > maxPieces)
    return [{ signed: signedPieces, sent: sentPieces }]
  const lengths = commonLengths(signedPieces, sentPieces)
  const places: Array<{ signed: Array<string>; sent: Array<string> }> = []
  let isAlike = true
  const openPlace = (): { signed: Array<string>; sent: Array<string> } => {
    if (isAlike) places.push({ signed: [], sent: [] })
    isAlike = false
    return places.at(-1) as { signed: Array<string>; sent: Array<string> }
  }
  let i = 0
  let j = 0
  while (i < signedPieces.length || j < sentPieces.length) {
    if (i < signedPieces.length && j < sentPieces.length && signedPieces[i] === sentPieces[j]) {
      isAlike = true
      i++
      j++
    } else if (
      j >= sentPieces.length ||
      (i < signedPieces.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    )
      openPlace().signed.push(signedPieces[i++] as string)
    else openPlace().sent.push(sentPieces[j++] as string)
  }
  return places
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
  const places = differingPlaces(parametersOf(signed), parametersOf(sent))
  if (places.every((place) => place.signed.length === 0)) return undefined
  const pairs = places.flatMap((place): ReadonlyArray<Place> => {
    const isOneForOne = place.signed.length === place.sent.length
    return isOneForOne
      ? place.sent.map((parameter, index) => ({ signed: place.signed[index] ?? '', sent: parameter }))
      : [{ signed: place.signed.join('&'), sent: place.sent.join('&') }]
  })
  return placesTelling(pairs, partName)
}
