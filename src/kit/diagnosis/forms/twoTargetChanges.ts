/**
 * Two usual changes of one target, which come together in one program or on one way:
 *
 *     /v1/jobs?b=2&a=x%20y       /api/v1/jobs?a=x%20y&b=2        a prefix that a gateway removes, and a sorted query
 *     /v1/jobs?b=2&a=1&_=17      /v1/jobs?a=1&b=2                a parameter that is added later, and a sorted query
 *     /v1/jobs?a=x%20y&b=2       /v1/jobs?a=x+y&amp;b=2          http_build_query of PHP with its setting for web pages
 *     /jobs                      /api/jobs/                      a prefix that a gateway removes, and the slash at the end
 *     /v1/jobs?b=x%20y&a=1       /v1/jobs?a=1&b=x%2520y          a value that was escaped twice, and a sorted query
 *
 * The second change is one of order, of escapes or of the slash at the end of the path.
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
  '/v1',
  '/v2',
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

/** The targets with the escapes of one parameter escaped again, and those with the names of the parameters in lower case. */
const respelledParameters = (target: string): ReadonlyArray<string> => {
  const [path, query] = splitTarget(target)
  const parameters = query.slice(1).split('&')
  if (parameters.length < 2 || parameters.length > maxParameters) return []
  const escapedAgain = parameters.map((parameter, i) => parameters.toSpliced(i, 1, parameter.replaceAll('%', '%25')))
  const inLowerCase = parameters.map((parameter) => parameter.replace(/^[^=]+/, (name) => name.toLowerCase()))
  return [...escapedAgain, inLowerCase]
    .map((changed) => `${path}?${changed.join('&')}`)
    .filter((text) => text !== target)
}

const uuid = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=[/?]|$)/gi

const withSlashToggled = (target: string): string => {
  const [path, query] = splitTarget(target)
  return (path.endsWith('/') ? path.slice(0, -1) : `${path}/`) + query
}

/** The targets with another slash at the end of the path, and a prefix more or other letters in a UUID. */
const withOtherSlash = (target: string): ReadonlyArray<string> => {
  const toggled = withSlashToggled(target)
  if (target === '/' || toggled.startsWith('?') || toggled === '') return []
  const recased = [
    toggled.replace(uuid, (digits) => digits.toUpperCase()),
    toggled.replace(uuid, (digits) => digits.toLowerCase()),
  ].filter((text) => text !== toggled)
  return [...prefixes.map((prefix) => prefix + toggled), ...recased]
}

const hasEscapes = (target: string): boolean => /[%+]/.test(target)

function* everyChange(target: string): Generator<string> {
  const escapes = hasEscapes(target) ? reescaped(target) : []
  const orders = reordered(target)
  for (const prefix of prefixes) for (const changed of [...orders, ...escapes]) yield prefix + changed
  for (const shorter of shortened(target)) yield* reordered(shorter)
  for (const respelled of respelledParameters(target)) yield* reordered(respelled)
  yield* withOtherSlash(target)
  const [path, query] = splitTarget(target)
  if (query.includes('&'))
    for (const changed of [...orders, ...escapes])
      if (changed.startsWith(`${path}?`)) yield changed.replaceAll('&', '&amp;')
}

/** Whether a text may be one of these forms of the target: all begin with a prefix, or with the path up to its UUID. */
const mayBe = (wanted: string, target: string): boolean => {
  const [beforeUuid = ''] = splitTarget(target)[0].split(uuid)
  const path = beforeUuid.replace(/\/$/, '')
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
