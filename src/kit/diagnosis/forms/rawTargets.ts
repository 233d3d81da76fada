/**
 * Targets as they were before an HTTP library escaped them: the caller signed `/a b?c="d"`, and the library sent `/a%20b?c=%22d%22`.
 * Most callers escape some characters themselves, so every subset of the characters that libraries escape is tried.
 */

import { decode, splitTarget } from './percent.ts'
import type { Form, Rare } from './Respelling.ts'
import { subsets } from './subsets.ts'

type Place = 'path' | 'query'

/**
 * The characters that HTTP libraries escape in a given target. `é` means all characters beyond ASCII. Twenty libraries, each in its
 * newest release of 2026, were asked to send every character, and the request line was read from the socket.
 */
const escapable: Readonly<Record<Place, string>> = { path: ' "%<>[\\]^`{|}é', query: ' "\'%<>[\\]^`{|}é+' }

/** The kind of a character in that table: the character itself, or `é`. */
const kindOf = (c: string): string => (c > '\u007f' ? 'é' : c)

/** A character that begins a part, an escape of ASCII, a run of escapes beyond ASCII, or a plus sign. */
const marks = /[/?&]|%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+|\+/g

/** The character of an escape that a library may have written, and its kind. A plus sign in a query is an escaped space. */
const rawOf = (written: string, place: Place): readonly [kind: string, raw: string] | undefined => {
  if (written === '+') return place === 'query' ? ['+', ' '] : undefined
  const raw = decode(written)
  const kind = kindOf(raw)
  return raw !== written && escapable[place].includes(kind) ? [kind, raw] : undefined
}

/** The target with some of its escapes decoded: those that `isWanted` chooses by their kind and by the number of their part. */
const decodeSome = (target: string, isWanted: (kind: string, partNumber: number) => boolean): string => {
  let partNumber = 0
  let place: Place = 'path'
  return target.replace(marks, (mark) => {
    if (mark === '&' || mark === '?' || (mark === '/' && place === 'path')) partNumber++
    if (mark === '?') place = 'query'
    if (mark.length === 1 && mark !== '+') return mark
    const raw = rawOf(mark, place)
    return raw !== undefined && isWanted(raw[0], partNumber) ? raw[1] : mark
  })
}

/** Every subset of a few items. Of more items, each alone and all but each. */
const choicesOf = <A>(choices: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  choices.length > maxDistinct
    ? choices.flatMap((choice) => [[choice], choices.filter((otherChoice) => otherChoice !== choice)])
    : subsets(choices)

const maxDistinct = 6

/** If more parts have escapes, the parts are not decoded one by one. */
const maxParts = 24

/** The forms of a longer target take long to write. */
const maxLength = 4096

const words: Readonly<Record<string, string>> = { ' ': 'space', é: 'letters beyond ASCII', '+': '+ for a space' }

/** The kinds of escapes in a target, and the numbers of the parts with escapes. */
const escapesIn = (target: string): readonly [kinds: ReadonlyArray<string>, parts: ReadonlyArray<number>] => {
  const kinds = new Set<string>()
  const partNumbers = new Set<number>()
  decodeSome(target, (kind, partNumber) => {
    kinds.add(kind)
    partNumbers.add(partNumber)
    return false
  })
  return [[...kinds], [...partNumbers]]
}

const inLowerCase = (target: string): string =>
  target.replace(/%[0-9A-F]{2}/g, (escapeText) => escapeText.toLowerCase())

/** More kinds of escapes have more choices than are tried together with other mistakes of the target. */
const maxUsualKinds = 3

/** The target with some kinds of its escapes decoded. */
function* rawKinds(target: string, kinds: ReadonlyArray<string>, rare?: Rare): Generator<Form> {
  for (const chosenKinds of choicesOf(kinds)) {
    const rawTarget = decodeSome(target, (kind) => chosenKinds.includes(kind))
    yield [`raw: ${chosenKinds.map((kind) => words[kind] ?? kind).join(' ')}`, rawTarget, rare]
  }
}

/** The target with some of many kinds of its escapes decoded, or with the escapes of some of its parts. */
function* rarelyHalfRaw(target: string): Generator<Form> {
  const [kinds, partNumbers] = escapesIn(target)
  if (kinds.length > maxUsualKinds) yield* rawKinds(target, kinds, true)
  const rawTarget = decodeSome(target, () => true)
  yield ['raw, and the other escapes in lower case', inLowerCase(rawTarget), true]
  for (const chosenParts of partNumbers.length > maxParts ? [] : choicesOf(partNumbers)) {
    const detail = `raw in part ${chosenParts.join(', ')}`
    yield [detail, decodeSome(target, (_, partNumber) => chosenParts.includes(partNumber)), true]
    const rawTarget = decodeSome(target, (kind, partNumber) => kind !== '+' && chosenParts.includes(partNumber))
    yield [`${detail}, but for +`, rawTarget, true]
  }
}

/** The places of the characters that match. */
const placesIn = (text: string, characters: RegExp): ReadonlyArray<number> =>
  Array.from(text.matchAll(characters), ({ index }) => index)

const escapeAscii = (c: string): string => `%${c.charCodeAt(0).toString(16).toUpperCase()}`

/** The text with the characters at these places escaped, the first place first. */
const escapeAt = (text: string, places: ReadonlyArray<number>): string => {
  let written = ''
  let start = 0
  for (const place of places) {
    written += text.slice(start, place) + escapeAscii(text.charAt(place))
    start = place + 1
  }
  return written + text.slice(start)
}

/** More characters have too many forms. */
const maxLetters = 48

/** Characters escaped without need, which a URL library decodes: one mark or all marks, together with one letter or digit. */
function* needless(target: string): Generator<Form> {
  const [path, query] = splitTarget(target)
  const marksIn = (component: string): ReadonlyArray<string> => [...new Set(component.match(/[._~-]/g))]
  const marks = marksIn(path)
  const letters = placesIn(path, /(?<!%.?)[0-9A-Za-z]/g).slice(0, maxLetters)
  for (const chosenMarks of [[], marks, ...marks.map((mark) => [mark])]) {
    const placesOfMarks = placesIn(path, /[._~-]/g).filter((place) => chosenMarks.includes(path.charAt(place)))
    for (const chosenLetter of [[], ...letters.map((letter) => [letter])]) {
      const places = [...placesOfMarks, ...chosenLetter].toSorted((a, b) => a - b)
      const kinds = [...chosenMarks, ...chosenLetter.map((letter) => path.charAt(letter))]
      const detail = `needless escapes: ${kinds.join(' ')}`
      const escapedPath = escapeAt(path, places)
      yield [detail, escapedPath + query, true]
      yield [`${detail}, lower case`, inLowerCase(escapedPath) + query, true]
    }
  }
  for (const chosenMarks of [marksIn(query), ...marksIn(query)]) {
    const escapedQuery = query.replace(/[._~-]/g, (c) => (chosenMarks.includes(c) ? escapeAscii(c) : c))
    yield [`needless escapes in the query: ${[...chosenMarks].join(' ')}`, path + escapedQuery, true]
  }
}

/** What needs no escape, by kinds that programs escape together. */
const needlessKinds: Readonly<Record<string, RegExp>> = {
  '0-9 A-Z a-z -._~': /[0-9A-Za-z._~-]/,
  'A-Z a-z': /[A-Za-z]/,
  'A-Z': /[A-Z]/,
  '0-9': /[0-9]/,
  '-._~': /[._~-]/,
  'A-Z -._~': /[A-Z._~-]/,
  '0-9 A-Z -._~': /[0-9A-Z._~-]/,
}

/** In a longer target each form takes long to write. */
const maxSearched = 1024

/** More places have too many subsets. */
const maxPlaces = 8

/** Each choice of few places; else the first, the last, all, and all but one of these. */
const placesChosen = (places: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> =>
  places.length > maxPlaces
    ? [places.slice(0, 1), places.slice(-1), places.slice(1), places.slice(0, -1), places]
    : subsets(places)

/** Needless escapes at some places of the whole target: a URL library decodes all of them, so nothing tells where they stood. */
function* needlessAtPlaces(target: string): Generator<Form> {
  const [path] = splitTarget(target)
  const unreserved = placesIn(target, /(?<!%.?)[0-9A-Za-z._~-]/g)
  for (const [kind, expression] of Object.entries(needlessKinds)) {
    const places = unreserved.filter((place) => expression.test(target.charAt(place)))
    const inPath = places.filter((place) => place < path.length)
    const halves = [inPath, places.filter((place) => place > path.length)]
    for (const chosen of [...placesChosen(places), ...halves.flatMap(placesChosen)]) {
      const text = escapeAt(target, chosen)
      const detail = `needless escapes: ${kind}: ${chosen.join(' ')}`
      yield [detail, text, 'alone']
      yield [`${detail}, lower case`, inLowerCase(text), 'alone']
    }
  }
}

/** The other way round: needless escapes were sent, and not signed in one half. */
function* needlessInHalf(target: string): Generator<Form> {
  const [path, query] = splitTarget(target)
  const decodeNeedless = (text: string): string =>
    text.replace(/%[2-7][0-9A-Fa-f]/g, (one) => (/^[0-9A-Za-z._~-]$/.test(decode(one)) ? decode(one) : one))
  yield ['unreserved characters decoded, in the path', decodeNeedless(path) + query, 'alone']
  yield ['unreserved characters decoded, in the query', path + decodeNeedless(query), 'alone']
}

const isLeftAlone = (target: string): boolean => target.length > maxLength

/** Whether no library escapes anything in the target. */
const isPlain = (target: string): boolean => !/[%+]|[^0-9A-Za-z/._~-]/.test(target)

/** The usual ones of these forms. The same text may come more than once. */
export function* rawTargets(target: string): Generator<Form> {
  if (isLeftAlone(target) || isPlain(target)) return
  const [kinds] = escapesIn(target)
  if (kinds.length <= maxUsualKinds) yield* rawKinds(target, kinds)
}

/** The rare ones of these forms. */
export function* rarelyRawTargets(target: string): Generator<Form> {
  if (isLeftAlone(target)) return
  if (!isPlain(target)) yield* rarelyHalfRaw(target)
  yield* needless(target)
  yield* needlessInHalf(target)
  if (target.length <= maxSearched) yield* needlessAtPlaces(target)
}
