/**
 * Forms of a target that libraries make: escapes decoded, written anew, or parameters in another order. `/v1/a%20b?y=1&x=2` may have
 * been signed as `/v1/a b?y=1&x=2` or with `?x=2&y=1`. All of this works on text, because a URL parser changes more than it is asked.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Bytes from '../../../core/Bytes.ts'
import { unreserved } from '../Received.ts'
import { movedEntries } from './movedEntries.ts'
import { percentEncode } from './percentEncode.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'

const escapes = /(?:%[0-9A-Fa-f]{2})+/g

/** Decodes every run of escapes that is UTF-8. */
export const decode = (escapedText: string): string =>
  escapedText.includes('%') ? escapedText.replace(escapes, decodeRun) : escapedText

/** Decodes the escapes of a query or a form, where a plus sign is a space. */
export const decodeForm = (escapedText: string): string => decode(escapedText.replaceAll('+', ' '))

const decodeRun = (escapeRun: string): string => {
  // Most runs are one character of ASCII.
  const firstByte = Number.parseInt(escapeRun.slice(1, 3), 16)
  if (escapeRun.length === 3 && firstByte < 0x80) return String.fromCharCode(firstByte)
  const bytes = O.getOrElse(() => Bytes.empty)(Bytes.ofHex(escapeRun.replaceAll('%', '')))
  return E.getOrElse(() => escapeRun)(Bytes.toText(bytes))
}

/** What `encodeURI` keeps. It escapes `%`, so it encodes escapes twice. */
const uri = /^[0-9A-Za-z;,/?:@&=+$!'()*_.~-]$/

/** What `encodeURIComponent` keeps. */
const component = /^[0-9A-Za-z!'()*_.~-]$/

/** What Python's `quote` keeps, and what forms keep (application/x-www-form-urlencoded), where a space becomes a plus sign. */
const quoted = /^[0-9A-Za-z/_.~-]$/
const ofForm = /^[0-9A-Za-z*_. -]$/

/** The path, and the query with its question mark. The query is empty if there is none. */
export const splitTarget = (target: string): readonly [path: string, query: string] => {
  const question = target.indexOf('?')
  return question < 0 ? [target, ''] : [target.slice(0, question), target.slice(question)]
}

/** The target with another query, which is given and answered without its question mark. */
export const mapQuery = (target: string, f: (query: string) => string): string => {
  const [path, query] = splitTarget(target)
  return query === '' ? path : `${path}?${f(query.slice(1))}`
}

/** The target decoded, as frameworks and routers give it. */
export const decodings = (target: string): ReadonlyArray<Form> => {
  const [path, query] = splitTarget(target)
  return [
    ['all of it', decode(target)],
    ['all of it, and + as a space', decodeForm(target)],
    ['the path', decode(path) + query],
    ['the query', path + decode(query)],
    ['the query, and + as a space', path + decodeForm(query)],
  ]
}

const spacesAsPlus = (target: string): string => mapQuery(target, (query) => query.replaceAll('%20', '+'))

/** Names only what is changed in this target. */
const lowerCaseLabel = (isLowered: boolean, hasSpace: boolean): string => {
  if (!isLowered) return 'spaces as +'
  return hasSpace ? 'escapes in lower case, spaces as + (for example UrlEncode of .NET)' : 'escapes in lower case'
}

/** The target encoded anew, as URL libraries write a target that they have parsed. */
export const reencodings = (target: string): ReadonlyArray<Form> => {
  const recased = (f: (escapeRun: string) => string): string => target.replace(escapes, f)
  const encodeValues =
    (unescaped: RegExp) =>
    (query: string): string =>
      query.replace(/[^&=]+/g, (component) => percentEncode(decode(component), unescaped))
  const quote = mapQuery(target, (query) => encodeValues(quoted)(query.replaceAll('+', ' ')))
  const inLowerCase = recased((escapeRun) => escapeRun.toLowerCase())
  return [
    ['escapes in upper case', recased((escapeRun) => escapeRun.toUpperCase())],
    ['escapes in lower case', inLowerCase],
    [lowerCaseLabel(inLowerCase !== target, inLowerCase !== spacesAsPlus(inLowerCase)), spacesAsPlus(inLowerCase)],
    [
      'unreserved characters decoded',
      target.replace(/%[0-9A-Fa-f]{2}/g, (escapeText) =>
        unreserved.test(decode(escapeText)) ? decode(escapeText) : escapeText,
      ),
    ],
    ['names and values of the query encoded', mapQuery(target, encodeValues(unreserved))],
    [
      'values by encodeURIComponent, + as a space',
      mapQuery(target, (query) => encodeValues(component)(query.replaceAll('+', ' '))),
    ],
    // A text without an escape is among the decoded ones.
    ...(splitTarget(quote)[1].includes('%') ? [['by quote (Python), / as it is', quote] as const] : []),
    [
      'as of a form, spaces as +',
      mapQuery(target, (query) => encodeValues(ofForm)(query.replaceAll('+', ' ')).replaceAll(' ', '+')),
    ],
    ['apostrophes encoded', mapQuery(target, (query) => query.replaceAll("'", '%27'))],
    ['empty values without =', mapQuery(target, (query) => query.replace(/=(?=&|$)/g, ''))],
    ['names without a value with =', mapQuery(target, (query) => query.replace(/(^|&)([^=&]+)(?=&|$)/g, '$1$2='))],
    ['spaces as +', spacesAsPlus(target)],
    ['spaces as +, in the path too', target.replaceAll('%20', '+')],
    ['+ as %20', mapQuery(target, (query) => query.replaceAll('+', '%20'))],
    ['raw characters encoded', percentEncode(target, /^[!-~]$/)],
    ['encoded twice', percentEncode(target, uri)],
    ['bytes as negative numbers (C)', target.replace(/%([89A-F][0-9A-F])/gi, '%FFFFFF$1')],
    ['encoded as a value', percentEncode(target, unreserved)],
  ]
}

/** More parameters have too many orders. The orders of more than `usual` parameters are rare forms. */
const usual = 4
const maxShuffled = 6
/** Up to so many parameters, one of them moves. */
const maxMoved = 20
/** The parameters of a longer target are only sorted and reversed. */
const maxReordered = 2048

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const nameOf = (parameter: string): string => parameter.split('=', 1)[0] as string

/** The form of a query whose names were sorted before they were encoded. */
export const byDecodedName = 'sorted by decoded name'

/** The parameters in another order. */
export function* reorderings(target: string): Generator<Form> {
  const reordered = (f: (parameters: ReadonlyArray<string>) => ReadonlyArray<string>): string =>
    mapQuery(target, (query) => f(query.split('&')).join('&'))
  yield* [
    ['sorted by name', reordered((parameters) => parameters.toSorted((a, b) => compare(nameOf(a), nameOf(b))))],
    ['sorted by name and value', reordered((parameters) => parameters.toSorted(compare))],
    ['reversed', reordered((parameters) => parameters.toReversed())],
  ]
  // `list[10]` stands before `list[1]` if names are sorted decoded, and behind it if they are sorted as they are sent.
  if (/%5[BD]|\[/i.test(splitTarget(target)[1]))
    yield [
      byDecodedName,
      reordered((parameters) => parameters.toSorted((a, b) => compare(decode(nameOf(a)), decode(nameOf(b))))),
    ]
  const sentParameters = target.length > maxReordered ? [] : splitTarget(target)[1].slice(1).split('&')
  const { length } = sentParameters
  if (length > maxMoved) return
  const isShuffled = length <= maxShuffled
  const orders = isShuffled ? permutations(sentParameters) : [...movedEntries(sentParameters)]
  const rare = isShuffled ? (length > usual ? true : undefined) : 'alone'
  for (const [i, reorderedParameters] of orders.entries())
    yield [`in another order (variant ${i + 1})`, reordered(() => reorderedParameters), rare]
}
