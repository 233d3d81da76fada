/**
 * A URL or a target without quotes, for literalTree.ts. A comma, a semicolon, an apostrophe and brackets may be part of it, or they
 * are of the text round it. They are of the text where a blank, a line end or a closing mark follows, and where they close a
 * bracket that the text has opened.
 *
 *     Request{method=GET, url=http://h/v1/jobs?ids=1,2, headers=[…]}      http://h/v1/jobs?ids=1,2
 *     GET /v1/jobs(7);a=b {                                              /v1/jobs(7);a=b
 */

import { matchAt } from '../../matchAt.ts'
import { pathNames, plainName, queryNames, targetNames, wholeUrlNames } from '../usualNames.ts'
import type { LiteralScan } from './LiteralScan.ts'

const beginning = /https?:\/\/|\//y
/** The characters of a target, and of marks round it. */
const run = /[^\s"`<>{}]*/y
/** No target is longer. */
const longest = 65_536
/** A target follows a method or its usual name, or it has a query. Another word with a slash may be a path of files, or a part of a date. */
const endsInMethod = /(?:^|[^A-Za-z])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) {1,4}$/
/** A comma without a blank ends a target only before the name of another part of the request, or before the list of headers of Akka. */
const nextPart =
  /,(?=(?:headers?|body|method|payload|tags|httpVersion|protocol|client|params|status|contentType|url|uri)[=:]|(?:List|Vector|Seq|ListBuffer)\()/i
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** The beginning of a query with its first name, perhaps with brackets: `?a[0]=1`. */
const queryBegins = /\??[\w%.~+-]{1,256}(?:\[[^\]\s]{0,256}\]){0,8}=/y

/** The mark of a query that stands under its usual name, `QueryString: ?a[0]=1`. Undefined if no query begins at the offset. */
const queryMarkAt = ({ key, source }: LiteralScan, offset: number): string | undefined =>
  key !== undefined && queryNames.test(plainName(key)) && matchAt(queryBegins, source, offset) !== null
    ? '?'
    : undefined

/** The URL or target at the offset. Undefined if none begins there. */
export const targetAt = (scan: LiteralScan, offset: number): string | undefined => {
  const { source } = scan
  const scheme = matchAt(beginning, source, offset)?.[0] ?? queryMarkAt(scan, offset)
  if (scheme === undefined) return undefined
  const { to, lastQuestionMark } = runAt(scan, offset)
  if (to === offset + 1) return undefined
  const name = plainName(scan.key ?? '')
  const isNamed = wholeUrlNames.test(name) || targetNames.test(name) || pathNames.test(name)
  const isTarget =
    isNamed ||
    scheme !== '/' ||
    lastQuestionMark > offset ||
    endsInMethod.test(source.slice(Math.max(0, offset - 16), offset))
  if (!isTarget) return undefined
  const written = source.slice(offset, Math.min(to, offset + longest))
  return withoutEnd(scan, written.split(nextPart, 1)[0] ?? '')
}

/** The run round this offset. It is read once: a run such as `/a,/b,/c` has many places where a target may begin. */
const runAt = (scan: LiteralScan, offset: number): LiteralScan['run'] => {
  if (offset >= scan.run.from && offset < scan.run.to) return scan.run
  const [characters = ''] = matchAt(run, scan.source, offset) ?? []
  const mark = characters.lastIndexOf('?')
  scan.run = { from: offset, to: offset + characters.length, lastQuestionMark: mark < 0 ? mark : offset + mark }
  return scan.run
}

/** The word without the marks at its end that belong to the text round it. */
const withoutEnd = (scan: LiteralScan, written: string): string => {
  let target = written.slice(0, closedAt(scan, written))
  // One mark: the comma of a list, or the end of a statement. A comma of the target stands before it.
  if (/[,;]$/.test(target)) target = target.slice(0, -1)
  return target.endsWith("'") && target.split("'").length % 2 === 0 ? target.slice(0, -1) : target
}

/** Closing brackets and marks at the end of a word. */
const closingMarks = /$(?<=([\])]*[,;:.'|]*))/

/** Where the first bracket closes that the text has opened before the word; the length of the word if none does. */
const closedAt = ({ stack }: LiteralScan, written: string): number => {
  const endOfTarget = written.length - (closingMarks.exec(written)?.[1] ?? '').length
  const open: Array<string> = []
  for (let offset = 0; offset < written.length; offset++) {
    const c = written[offset] as string
    if (c === '(' || c === '[') open.push(c)
    if (openers[c] === undefined) continue
    if (open.at(-1) === openers[c]) open.pop()
    else if (offset + 1 >= endOfTarget && stack.some(({ closer }) => closer === c)) return offset
  }
  return written.length
}
