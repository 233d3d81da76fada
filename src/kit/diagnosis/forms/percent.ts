/**
 * What libraries do to a target: percent codecs and query strings. A URL parser would do some of it unasked, so these work on
 * text.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Bytes from '../../../core/Bytes.ts'
import { unreserved } from '../Received.ts'
import { encode } from './percentEncode.ts'
import type { Respelling } from './Respelling.ts'

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
export const decodings = (target: string): ReadonlyArray<Respelling> => {
  const [path, query] = split(target)
  return [
    { detail: 'all of it', text: decode(target) },
    { detail: 'all of it, and + as a space', text: decode(target.replaceAll('+', ' ')) },
    { detail: 'the path', text: decode(path) + query },
    { detail: 'the query', text: path + decode(query) },
    { detail: 'the query, and + as a space', text: path + decode(query.replaceAll('+', ' ')) },
  ]
}

/** What URL libraries write for a target that they have parsed. */
export const reencodings = (target: string): ReadonlyArray<Respelling> => {
  const recased = (f: (run: string) => string): string => target.replace(escapes, f)
  const values =
    (kept: RegExp) =>
    (query: string): string =>
      query.replace(/[^&=]+/g, (text) => encode(decode(text), kept))
  return [
    { detail: 'escapes in upper case', text: recased((run) => run.toUpperCase()) },
    { detail: 'escapes in lower case', text: recased((run) => run.toLowerCase()) },
    {
      detail: 'unreserved characters decoded',
      text: target.replace(/%[0-9A-Fa-f]{2}/g, (one) => (unreserved.test(decode(one)) ? decode(one) : one)),
    },
    { detail: 'names and values of the query encoded', text: inQuery(target, values(unreserved)) },
    {
      detail: 'values by encodeURIComponent, + as a space',
      text: inQuery(target, (query) => values(component)(query.replaceAll('+', ' '))),
    },
    { detail: 'apostrophes encoded', text: inQuery(target, (query) => query.replaceAll("'", '%27')) },
    { detail: 'empty values without =', text: inQuery(target, (query) => query.replace(/=(?=&|$)/g, '')) },
    {
      detail: 'names without a value with =',
      text: inQuery(target, (query) => query.replace(/(^|&)([^=&]+)(?=&|$)/g, '$1$2=')),
    },
    { detail: 'spaces as +', text: inQuery(target, (query) => query.replaceAll('%20', '+')) },
    { detail: 'spaces as +, in the path too', text: target.replaceAll('%20', '+') },
    { detail: '+ as %20', text: inQuery(target, (query) => query.replaceAll('+', '%20')) },
    { detail: 'raw characters encoded', text: encode(target, /^[!-~]$/) },
    { detail: 'encoded twice', text: encode(target, uri) },
    { detail: 'encoded as a value', text: encode(target, unreserved) },
  ]
}

/** More items have too many orders. The orders of more than `usual` items are rare forms. */
const [usual, maxShuffled] = [4, 6]
/** Of a longer target the parameters are only sorted and reversed. */
const maxReordered = 2048

function* shuffles(items: ReadonlyArray<string>): Generator<ReadonlyArray<string>> {
  if (items.length > maxShuffled) return
  if (items.length < 2) yield items
  else
    for (const [i, item] of items.entries()) for (const rest of shuffles(items.toSpliced(i, 1))) yield [item, ...rest]
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const nameOf = (item: string): string => item.split('=', 1)[0] as string

/** The parameters in another order. */
export function* reorderings(target: string): Generator<Respelling> {
  const reordered = (f: (items: ReadonlyArray<string>) => ReadonlyArray<string>): string =>
    inQuery(target, (query) => f(query.split('&')).join('&'))
  yield* [
    { detail: 'sorted by name', text: reordered((items) => items.toSorted((a, b) => compare(nameOf(a), nameOf(b)))) },
    { detail: 'sorted by name and value', text: reordered((items) => items.toSorted(compare)) },
    { detail: 'reversed', text: reordered((items) => items.toReversed()) },
  ]
  const items = target.length > maxReordered ? [] : split(target)[1].slice(1).split('&')
  const rarity = items.length > usual ? { rare: true as const } : {}
  let i = 0
  for (const some of shuffles(items))
    yield { detail: `in another order (${++i})`, text: reordered(() => some), ...rarity }
}
