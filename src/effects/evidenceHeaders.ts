/**
 * The headers of a request that show what happened to it on the way: a verifier hands them on with a refused request, a kept
 * file holds them, and a diagnosis reads them. All other headers are left out, because a request's cookies and tokens are secrets.
 *
 *     evidenceOf({ 'User-Agent': 'curl/8.5', Cookie: 'id=7', 'X-Forwarded-Prefix': '/api' }, 'SVC-SHA256-RSA')
 *     [['user-agent', 'curl/8.5'], ['x-forwarded-prefix', '/api']]
 */
import { withoutSecret } from '../core/Credential.ts'

/** A header's name in lower case, and its value. */
export type Header = readonly [name: string, value: string]

/** Headers of the caller: which program sent the request, when, and what the body is. */
const ofCaller: ReadonlyArray<string> = [
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'user-agent',
  'date',
]

/** Headers by which a proxy reports what it has changed, or that it passed the request on. */
const ofProxies: ReadonlyArray<string> = [
  'via',
  'cdn-loop',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-uri',
  'x-forwarded-path',
  'x-original-uri',
  'x-original-url',
  'x-envoy-original-path',
  'x-replaced-path',
  'x-rewrite-url',
  'x-original-host',
]

/** Other names under which a signature arrives. */
const ofSignatures: ReadonlyArray<string> = [
  'x-authorization',
  'authentication',
  'proxy-authorization',
  'x-amzn-remapped-authorization',
  'x-original-authorization',
  'x-forwarded-authorization',
  // Misspelled.
  'authorisation',
  'x-authorisation',
  'autorization',
  'authorizaton',
  'authorizations',
  'authorization-header',
]

/** Longer values show nothing more. A line with a signature has about 500 characters. */
const maxValue = 4096

/** No request has more of them. */
const maxHeaders = 64

/**
 * The evidence among headers that a program hands over. A line that holds a token keeps the name of its scheme only. May throw
 * where a foreign object does.
 */
export const evidenceOf = (headers: object, authType: string): ReadonlyArray<Header> => {
  const lines = pairsOf(headers).flatMap(([name, value]): ReadonlyArray<Header> => {
    if (typeof name !== 'string' || typeof value !== 'string' || value.length > maxValue) return []
    return [[name.trim().toLowerCase(), value.trim()]]
  })
  return evidenceIn(lines).map(([name, value]) =>
    ofSignatures.includes(name) ? [name, withoutSecret(value, authType)] : [name, value],
  )
}

/** Pairs of any source: a `Headers`, a list of pairs, or an object whose values are texts or lists of texts. */
const pairsOf = (headers: object): ReadonlyArray<readonly [name: unknown, value: unknown]> => {
  if (Symbol.iterator in headers) return [...(headers as Iterable<readonly [unknown, unknown]>)]
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, unknown] => [name, value]),
  )
}

/** The headers that are evidence. */
export const evidenceIn = (headers: ReadonlyArray<Header>): ReadonlyArray<Header> =>
  headers
    .filter(([name]) => ofCaller.includes(name) || ofProxies.includes(name) || ofSignatures.includes(name))
    .slice(0, maxHeaders)

/** The line of a signature under another name than Authorization, and that name. */
export const misnamedLine = (headers: ReadonlyArray<Header> = []): Header | undefined =>
  headers.find(([name, value]) => isOfSignature(name) && /signature\s*[=:]/i.test(value))

const isOfSignature = (name: string): boolean =>
  ofSignatures.includes(name) || /authorization|authentication/.test(name)
