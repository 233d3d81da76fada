/**
 * Pages of other origins (CORS): which of them may send signed requests. Before such a request a browser asks for permission by a
 * preflight, an OPTIONS request that it cannot sign. No cookie is ever allowed: the signature proves who the caller is.
 *
 *     OPTIONS, Origin: https://app.example, Access-Control-Request-Method: POST
 *     204      Access-Control-Allow-Origin: https://app.example, Access-Control-Allow-Methods: POST, …
 */
import * as E from 'fp-ts/lib/Either.js'
import { isToken, type Rule, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'

/** Which pages may send requests, and what they may read. */
export interface Cors {
  /** An origin such as `https://app.example`, several, or `*` for all. */
  readonly origins: string | ReadonlyArray<string>
  /** Headers of the app's own answers that a page may read, beside those of a refusal. */
  readonly exposed?: ReadonlyArray<string> | undefined
  /** Seconds for which a browser need not ask again. Default: 600. */
  readonly maxAge?: number | undefined
}

/** What CORS adds to the answer of one request. */
export interface CorsAnswer {
  /** Absent on an answer that its origin may not read. */
  readonly headers: Readonly<Record<string, string>>
  /** To add to the answer's Vary, so that no cache gives one origin's answer to another; may be empty. */
  readonly vary: string
  /** The adapter answers 204 with these headers, and no handler runs. */
  readonly isPreflight: boolean
}

/** `header` gives the value of a request's header, by its name in lower case. */
export type CorsPolicy = (method: string, header: (name: string) => string | null | undefined) => CorsAnswer

/** What a client needs of a refusal, and a browser hides unless it is named. */
const exposedAlways = ['Date', 'Retry-After', 'WWW-Authenticate']

const isTokens = (list: string): boolean => list.split(',').every((name) => isToken(name.trim()))

const origins: Settings.Field<ReadonlyArray<string>> = (name, given) => {
  const listed: unknown = typeof given === 'string' ? [given] : given
  if (!Array.isArray(listed) || listed.length === 0) return Settings.complain(`${name} must name the allowed origins`)
  const [flaw, ...otherFlaws] = new Set(listed.flatMap((origin) => flawOf(origin) ?? []))
  return flaw === undefined ? E.right(listed) : E.left([flaw, ...otherFlaws])
}

const headerNames: Rule<ReadonlyArray<string>> = {
  expected: 'names of headers',
  is: (value): value is ReadonlyArray<string> =>
    Array.isArray(value) && value.every((name) => typeof name === 'string' && isToken(name)),
}

const decode = Settings.decode<Required<Cors>>({
  origins,
  exposed: Settings.defaulting(headerNames, []),
  maxAge: Settings.defaulting(wholeNumber('seconds'), 600),
})

/** The option `cors`: the policy that it sets. */
export const corsField: Settings.Field<CorsPolicy | undefined> = (name, given) => {
  if (given === undefined) return E.right(undefined)
  const cors = decode(typeof given === 'string' || Array.isArray(given) ? { origins: given } : given)
  if (E.isLeft(cors)) return Settings.complain(Settings.message(name)(cors.left))
  const { origins, exposed = [], maxAge } = cors.right
  return E.right(policyOf(new Set(origins), [...exposedAlways, ...exposed].join(', '), String(maxAge)))
}

/** What is wrong with an origin. It must be as a browser sends it: lower case, no path, no default port. */
const flawOf = (origin: unknown): string | undefined => {
  if (origin === '*') return undefined
  const example = 'an origin is written like https://app.example'
  if (typeof origin !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@,"]+\/?$/i.test(origin)) return example
  if (!/^https?:/i.test(origin)) return undefined
  if (!URL.canParse(origin)) return example
  const written = new URL(origin).origin
  return written === origin ? undefined : `write ${written}, as browsers do`
}

/** Whether a browser asks for permission before a request. It cannot sign this question. */
export const isPreflight = (method: string, header: Parameters<CorsPolicy>[1]): boolean =>
  method === 'OPTIONS' && Boolean(header('origin')) && Boolean(header('access-control-request-method'))

/** The origins, the headers that a page may read, and the seconds for which a preflight holds. */
const policyOf = (origins: ReadonlySet<string>, exposed: string, maxAge: string): CorsPolicy => {
  const isOpen = origins.has('*')
  return (method, header) => {
    const origin = header('origin') ?? ''
    const wantedMethod = header('access-control-request-method') ?? ''
    const asksFirst = isPreflight(method, header)
    const vary = varyOf(isOpen, asksFirst)
    if (!isOpen && !origins.has(origin)) return { headers: {}, vary, isPreflight: false }
    const allowOrigin = { 'Access-Control-Allow-Origin': isOpen ? '*' : origin }
    if (!asksFirst || !isToken(wantedMethod))
      return { headers: { ...allowOrigin, 'Access-Control-Expose-Headers': exposed }, vary, isPreflight: false }
    // Named one by one: a star does not include Authorization.
    const wantedHeaders = header('access-control-request-headers') ?? ''
    return {
      headers: {
        ...allowOrigin,
        'Access-Control-Allow-Methods': wantedMethod,
        'Access-Control-Allow-Headers': isTokens(wantedHeaders) ? wantedHeaders : 'Authorization, Content-Type',
        'Access-Control-Max-Age': maxAge,
      },
      vary,
      isPreflight: true,
    }
  }
}

/** The request's headers on which the answer depends. */
const varyOf = (isOpen: boolean, asksFirst: boolean): string => {
  const ofOrigin = isOpen ? [] : ['Origin']
  const ofPreflight = asksFirst ? ['Access-Control-Request-Method', 'Access-Control-Request-Headers'] : []
  return [...ofOrigin, ...ofPreflight].join(', ')
}

/** A Vary header with these names as well: `varying('Accept, Origin', 'Origin, Host')` is `Accept, Origin, Host`. */
export const varying = (present: unknown, names: string): string => {
  const presentNames = [present].flat().filter(Boolean).join(', ')
  const listed = presentNames
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const isListed = (name: string): boolean => listed.includes(name.toLowerCase()) || listed.includes('*')
  const missing = names.split(', ').filter((name) => !isListed(name))
  return [presentNames, ...missing].filter(Boolean).join(', ')
}
