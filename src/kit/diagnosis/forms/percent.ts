/**
 * What libraries do to a target: percent codecs and query strings. A URL parser would do some of it unasked, so these work on
 * text.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Bytes from '../../../core/Bytes.ts'
import { unreserved } from '../Received.ts'
import { orders } from './orders.ts'
import { encode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'

const escapes = /(?:%[0-9A-Fa-f]{2})+/g

/** Decodes every run of escapes that is UTF-8. */
export const decode = (text: string): string =>
  text.replace(escapes, (run) => {
    const bytes = O.getOrElse(() => Bytes.empty)(Bytes.ofHex(run.replaceAll('%', '')))
    return E.getOrElse(() => run)(Bytes.toText(bytes))
  })

/** What `encodeURI` keeps; it escapes `%`, and so encodes twice. */
const uri = /^[0-9A-Za-z;,/?:@&=+$!'()*_.~-]$/

/** What `encodeURIComponent` keeps. */
const component = /^[0-9A-Za-z!'()*_.~-]$/

/** What Python's `quote` keeps, and what forms keep (application/x-www-form-urlencoded), where a space becomes a plus sign. */
const quoted = /^[0-9A-Za-z/_.~-]$/
const ofForm = /^[0-9A-Za-z*_. -]$/

/** The path, and the query with its question mark. */
export const split = (target: string): readonly [path: string, query: string] => {
  const at = target.indexOf('?')
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
}

export const inQuery = (target: string, f: (query: string) => string): string => {
  const [path, query] = split(target)
  return query === '' ? path : `${path}?${f(query.slice(1))}`
}

/** What a server's framework or router may give in place of the target. */
export const decodings = (target: string): ReadonlyArray<Form> => {
  const [path, query] = split(target)
  return [
    ['all of it', decode(target)],
    ['all of it, and + as a space', decode(target.replaceAll('+', ' '))],
    ['the path', decode(path) + query],
    ['the query', path + decode(query)],
    ['the query, and + as a space', path + decode(query.replaceAll('+', ' '))],
  ]
}

/** What URL libraries write for a target that they have parsed. */
export const reencodings = (target: string): ReadonlyArray<Form> => {
  const recased = (f: (run: string) => string): string => target.replace(escapes, f)
  const values =
    (kept: RegExp) =>
    (query: string): string =>
      query.replace(/[^&=]+/g, (text) => encode(decode(text), kept))
  const quote = inQuery(target, (query) => values(quoted)(query.replaceAll('+', ' ')))
  const inLowerCase = recased((run) => run.toLowerCase())
  return [
    ['escapes in upper case', recased((run) => run.toUpperCase())],
    ['escapes in lower case', inLowerCase],
    [
      'escapes in lower case, spaces as + (UrlEncode of .NET)',
      inQuery(inLowerCase, (query) => query.replaceAll('%20', '+')),
    ],
    [
      'unreserved characters decoded',
      target.replace(/%[0-9A-Fa-f]{2}/g, (one) => (unreserved.test(decode(one)) ? decode(one) : one)),
    ],
    ['names and values of the query encoded', inQuery(target, values(unreserved))],
    [
      'values by encodeURIComponent, + as a space',
      inQuery(target, (query) => values(component)(query.replaceAll('+', ' '))),
    ],
    // Without an escape it is a target that was decoded.
    ...(split(quote)[1].includes('%') ? [['by quote (Python), / as it is', quote] as const] : []),
    [
      'as of a form, spaces as +',
      inQuery(target, (query) => values(ofForm)(query.replaceAll('+', ' ')).replaceAll(' ', '+')),
    ],
    ['apostrophes encoded', inQuery(target, (query) => query.replaceAll("'", '%27'))],
    ['empty values without =', inQuery(target, (query) => query.replace(/=(?=&|$)/g, ''))],
    ['names without a value with =', inQuery(target, (query) => query.replace(/(^|&)([^=&]+)(?=&|$)/g, '$1$2='))],
    ['spaces as +', inQuery(target, (query) => query.replaceAll('%20', '+'))],
    ['spaces as +, in the path too', target.replaceAll('%20', '+')],
    ['+ as %20', inQuery(target, (query) => query.replaceAll('+', '%20'))],
    ['raw characters encoded', encode(target, /^[!-~]$/)],
    ['encoded twice', encode(target, uri)],
    ['bytes as negative numbers (C)', target.replace(/%([89A-F][0-9A-F])/gi, '%FFFFFF$1')],
    ['encoded as a value', encode(target, unreserved)],
  ]
}

/** More items have too many orders. The orders of more than `usual` items are rare forms. */
const usual = 4
const maxShuffled = 6
/** Of a longer target the parameters are only sorted and reversed. */
const maxReordered = 2048

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const nameOf = (item: string): string => item.split('=', 1)[0] as string

/** The parameters in another order. */
export function* reorderings(target: string): Generator<Form> {
  const reordered = (f: (items: ReadonlyArray<string>) => ReadonlyArray<string>): string =>
    inQuery(target, (query) => f(query.split('&')).join('&'))
  yield* [
    ['sorted by name', reordered((items) => items.toSorted((a, b) => compare(nameOf(a), nameOf(b))))],
    ['sorted by name and value', reordered((items) => items.toSorted(compare))],
    ['reversed', reordered((items) => items.toReversed())],
  ]
  const items = target.length > maxReordered ? [] : split(target)[1].slice(1).split('&')
  const rare = items.length > usual ? true : undefined
  for (const [i, some] of (items.length > maxShuffled ? [] : orders(items)).entries())
    yield [`in another order (${i + 1})`, reordered(() => some), rare]
}
