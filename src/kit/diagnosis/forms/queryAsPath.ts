/**
 * Targets whose question mark was escaped: the caller gave path and query together to a function that escapes a path.
 *
 *     sent     /v1/jobs?status=done&limit=5
 *     signed   /v1/jobs%3Fstatus=done&limit=5       by url.PathEscape of Go, which keeps = and &
 *              /v1/jobs%3Fstatus%3Ddone%26limit%3D5 by escapeUriPath of AWS, which keeps only the slashes
 */
import { distinct } from './distinct.ts'
import { splitTarget } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'

/** What functions that escape a path keep of a text: `?` is escaped by all of them. */
const keptInPaths: ReadonlyArray<RegExp> = [
  // Each character that a path may have as it is.
  /^[0-9A-Za-z/_.~$&+,:=@;!'()*-]$/,
  // url.PathEscape of Go.
  /^[0-9A-Za-z/_.~$&+:=@-]$/,
  // encodeURIComponent, segment by segment.
  /^[0-9A-Za-z/_.~!'()*-]$/,
  // quote of Python, escapeUriPath of AWS.
  /^[0-9A-Za-z/_.~-]$/,
]

/** None if there is no query. Escapes that the query has already are kept, or escaped once more. */
export const queriesAsPath = (target: string): Iterable<Form> => {
  const [path, query] = splitTarget(target)
  if (query === '') return []
  const ways = keptInPaths.flatMap((kept) => {
    const escapesKept = query.replace(/(%[0-9A-Fa-f]{2})|[^%]+|%/g, (piece, escapeText?: string) =>
      escapeText === undefined ? percentEncode(piece, kept) : piece,
    )
    return [escapesKept, percentEncode(query, kept)]
  })
  const inLowerCase = `%3f${query.slice(1)}`
  return distinct(
    [target],
    {},
    [inLowerCase, ...ways].map(
      (escaped, i): Form => [`the query escaped as a part of the path (${i + 1})`, path + escaped],
    ),
  )
}
