/**
 * Two usual changes of one target, which come together in one program or on one way:
 *
 *     /v1/jobs?b=2&a=x%20y       /api/v1/jobs?a=x%20y&b=2        a prefix that a gateway removes, and a sorted query
 *     /v1/jobs?b=2&a=1&_=17      /v1/jobs?a=1&b=2                a parameter that is added later, and a sorted query
 *     /v1/jobs?a=x%20y&b=2       /v1/jobs?a=x+y&amp;b=2          http_build_query of PHP with its setting for web pages
 *
 * The second change is one of order or of escapes. A target without a query and without escapes has none of these forms.
 */
import { decodings, reencodings, reorderings, splitTarget } from './percent.ts'

/** What gateways most often remove before they pass a request on. */
const prefixes: ReadonlyArray<string> = [
  '/api',
  '/prod',
  '/stage',
  '/staging',
  '/dev',
  '/test',
  '/gateway',
  '/svc',
  '/app',
  '/api/v1',
]

/** A query of more parameters has too many forms. */
const maxParameters = 8
/** A longer target has its single changes only. */
const maxLength = 1024

/** The targets with one parameter left out, as far as two are left. */
const shortened = (target: string): ReadonlyArray<string> => {
  const [path, query] = splitTarget(target)
  const parameters = query.slice(1).split('&')
  if (parameters.length < 3 || parameters.length > maxParameters) return []
  return parameters.map((_, i) => `${path}?${parameters.toSpliced(i, 1).join('&')}`)
}

/** The orders that programs make. Any other order would be thousands of texts. */
const orders = ['sorted by name', 'sorted by name and value', 'reversed']

const reordered = (target: string): ReadonlyArray<string> =>
  Array.from(reorderings(target)).flatMap(([detail, text]) =>
    orders.includes(detail) && text !== target ? [text] : [],
  )

const reescaped = (target: string): ReadonlyArray<string> =>
  [...decodings(target), ...reencodings(target)]
    .map(([, text]) => text)
    .filter((text) => text.startsWith('/') && text !== target)

const hasEscapes = (target: string): boolean => /[%+]/.test(target)

function* everyChange(target: string): Generator<string> {
  const escapes = hasEscapes(target) ? reescaped(target) : []
  const orders = reordered(target)
  for (const prefix of prefixes) for (const changed of [...orders, ...escapes]) yield prefix + changed
  for (const shorter of shortened(target)) yield* reordered(shorter)
  const [path, query] = splitTarget(target)
  if (query.includes('&'))
    for (const changed of [...orders, ...escapes])
      if (changed.startsWith(`${path}?`)) yield changed.replaceAll('&', '&amp;')
}

/** Whether a text may be one of these forms of the target: all begin with a prefix or with the path, or hold an entity. */
const mayBe = (wanted: string, target: string): boolean => {
  const [path] = splitTarget(target)
  return wanted.startsWith(path) || prefixes.some((prefix) => wanted.startsWith(`${prefix}/`))
}

/** With `wanted`, at most this target. */
export function* twoTargetChanges(target: string, wanted?: string): Generator<string> {
  if (target.length > maxLength || (wanted !== undefined && !mayBe(wanted, target))) return
  const seen = new Set([target])
  for (const changed of everyChange(target)) {
    if (seen.has(changed) || (wanted !== undefined && changed !== wanted)) continue
    seen.add(changed)
    yield changed
  }
}
