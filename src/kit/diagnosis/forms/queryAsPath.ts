/**
 * Targets whose question mark was escaped: the caller gave path and query together to a function that escapes a path.
 *
 *     sent     /v1/jobs?status=done&limit=5
 *     signed   /v1/jobs%3Fstatus=done&limit=5       by url.URL of Go, which keeps = and &
 *              /v1/jobs%3Fstatus%3Ddone%26limit%3D5 by escapeUriPath of AWS, which keeps only the slashes
 */
import { distinct } from './distinct.ts'
import { splitTarget } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'

/** A function that escapes a path, and what it keeps of a text. All of them escape the question mark. */
interface PathEscaper {
  readonly escaperName: string
  readonly kept: RegExp
}

const pathEscapers: ReadonlyArray<PathEscaper> = [
  { escaperName: 'what a path may have is kept', kept: /^[0-9A-Za-z/_.~$&+,:=@;!'()*-]$/ },
  { escaperName: 'url.URL of Go', kept: /^[0-9A-Za-z/_.~$&+,:;=@-]$/ },
  { escaperName: 'url.PathEscape of Go for each segment', kept: /^[0-9A-Za-z/_.~$&+:=@-]$/ },
  { escaperName: 'encodeURIComponent for each segment', kept: /^[0-9A-Za-z/_.~!'()*-]$/ },
  { escaperName: 'quote of Python', kept: /^[0-9A-Za-z/_.~-]$/ },
]

/** Escapes the text, but not the escapes that it has already. */
const escapeOthers = (text: string, kept: RegExp): string =>
  text.replace(/(%[0-9A-Fa-f]{2})|[^%]+|%/g, (piece, escapeText?: string) =>
    escapeText === undefined ? percentEncode(piece, kept) : piece,
  )

/** None if there is no query. Escapes that the query has already are kept, or escaped once more. */
export const queriesAsPath = (target: string): Iterable<Form> => {
  const [path, query] = splitTarget(target)
  if (query === '') return []
  const form = (how: string, escaped: string): Form => [
    `the query escaped as a part of the path (${how})`,
    path + escaped,
  ]
  const ways = pathEscapers.flatMap(({ escaperName, kept }) => [
    form(`${escaperName}; its escapes are kept`, escapeOthers(query, kept)),
    form(escaperName, percentEncode(query, kept)),
  ])
  return distinct([target], {}, [form('%3f', `%3f${query.slice(1)}`), ...ways])
}
