/**
 * Which headers pass between the caller and the service behind the gateway, the upstream. The gateway drops headers of one connection,
 * and every header by which a caller could pose as a proxy or as somebody else. It adds its own headers about the verified caller.
 *
 *     Content-Type: text/plain            →   Content-Type: text/plain
 *     X-Forwarded-For: 10.0.0.1           →   X-Forwarded-For: 203.0.113.9      the address of the connection
 *     Countersign-App-Id: chosen          →   Countersign-App-Id: app-1         the app that signed
 *     Remote-User: admin                  →   –
 */
import type { VerifiedCaller } from '../../core/Caller.ts'

/** Headers as in `rawHeaders` of Node: a name and its value in turn. Order, letter case and repetitions stay. */
export type Lines = ReadonlyArray<string>

/**
 * A name as CGI, WSGI and PHP know it: `Countersign_App.Id` becomes the same variable as `Countersign-App-Id`. So
 * names are compared in lower case, with a hyphen for each character that is no letter or digit.
 */
export const folded = (name: string): string => name.toLowerCase().replace(/[^0-9a-z]/g, '-')

/** Headers of one connection (RFC 9110 §7.6.1). A `Proxy` header is among them, since CGI makes the variable HTTP_PROXY of it. */
const hopByHop =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|proxy|proxy-.*|content-length|expect)$/

/** Headers that the gateway alone writes. */
const ownHeaders = /^(?:countersign(?:-.*)?|forwarded|x-forwarded-(?:for|proto|host))$/

/** The gateway writes this header too. A trusted proxy in front may choose the value. */
const requestId = 'x-request-id'

/** Headers that say who calls, as proxies and identity services in front of a service write them. */
const callerPatterns = [
  'remote-.*|authenticated-.*|auth-(?:request-.*|type)|webauth-.*|(?:ssl|tls)-.*',
  'client-(?:cert|verif|dn|subject|issuer|serial|principal).*|ms-(?:client-principal|token).*',
  'amzn-oidc-.*|goog-(?:iap|authenticated)-.*|cf-access-.*|tailscale-.*',
]
/** Headers that say from which address and to which host the request came. */
const placePatterns = [
  '(?:client|peer|source)-(?:addr|address|port)',
  'forwarded|forwarded-.*|envoy-.*|host|http-host.*|server-(?:addr|name|port|protocol)',
  'https|front-end-https|scheme|url-scheme|gateway-interface',
]
/** Headers that name a path, perhaps another path than the signed one. */
const pathPatterns = [
  'original-(?:url|uri|path|query|method|host|proto|prefix|for|to|forwarded-.*|remote-.*)|rewrite-.*',
  'script-(?:name|filename|uri|url)|path-(?:info|translated)|(?:request|document)-(?:uri|url|path)',
  'document-root|query-string',
]

/** Headers that a service believes, because a proxy in front of it writes them. Some are variables of CGI (RFC 3875 §4.1). */
const proxyHeaders = new RegExp(`^(?:x-)?(?:${[...callerPatterns, ...placePatterns, ...pathPatterns].join('|')})$`)
/** Headers that name an address. The pattern may begin anywhere and costs as much as all others, so it is tried for few names. */
const addressHeaders = /(?:real|client|connecting|originating|remote|source|user|peer)-?ip(?:v6)?$/

const isProxyHeader = (foldedName: string): boolean =>
  proxyHeaders.test(foldedName) || (/[p6]/.test(foldedName.at(-1) ?? '') && addressHeaders.test(foldedName))

/** Headers that a trusted proxy in front sets on every request, so that none of them is the caller's. */
export interface Trusted {
  /** The names in lower case. */
  readonly names: ReadonlySet<string>
  /** The names as `folded` writes them. */
  readonly folded: ReadonlySet<string>
}

export const isName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)

/** Whether a proxy in front may be trusted with this header: the gateway does not set it, and it concerns no connection. */
export const isTrustable = (name: string): boolean =>
  isName(name) && ![ownHeaders, hopByHop, /^(?:host|authorization)$/].some((refused) => refused.test(folded(name)))

export const trusted = (names: ReadonlyArray<string>): Trusted => ({
  names: new Set(names.map((name) => name.toLowerCase())),
  folded: new Set(names.map(folded)),
})

/** The values of all headers of this name, which is in lower case. */
export const valuesOf = (lines: Lines, name: string | undefined): ReadonlyArray<string> =>
  lines.filter((_, i) => i % 2 === 1 && lines[i - 1]?.toLowerCase() === name)

/** The names in Connection: headers that concern this connection alone. */
const connectionOptions = (lines: Lines): ReadonlySet<string> =>
  new Set(
    valuesOf(lines, 'connection')
      .flatMap((value) => value.split(','))
      .map((name) => folded(name.trim())),
  )

/** The lines of an HTTP/2 request begin with `:method`. */
const isHttp2 = (lines: Lines): boolean => lines[0]?.startsWith(':') === true

/** Where a request came from, and for which host. */
export interface Origin {
  /** The caller's address. */
  readonly address: string
  readonly protocol: 'http' | 'https'
  /** The Host line, or `:authority` of HTTP/2; absent in HTTP/1.0. */
  readonly host: string | undefined
}

/** How one request is passed on. */
export interface Passing {
  readonly trusted: Trusted
  readonly passAuthorization: boolean
  /** Bytes of the body. Undefined: no Content-Length is sent, so the request has no body. */
  readonly contentLength: number | undefined
  /** The Host of a request that has none. */
  readonly upstreamHost: string
  /** Replaces what the caller says in `X-Request-Id`. */
  readonly requestId: string
}

/** The headers for the upstream: the caller's end-to-end headers, and after them the gateway's own. */
export const toUpstream = (lines: Lines, who: VerifiedCaller, origin: Origin, passing: Passing): Array<string> => {
  const passed = endToEnd(lines, origin.host, passing)
  if (passing.contentLength !== undefined) passed.push('Content-Length', String(passing.contentLength))
  appendOrigin(passed, origin)
  appendCaller(passed, who)
  passed.push('X-Request-Id', passing.requestId)
  return passed
}

/** The caller's headers that pass, with exactly one Host. */
const endToEnd = (lines: Lines, host: string | undefined, passing: Passing): Array<string> => {
  const namedInConnection = connectionOptions(lines)
  const passed: Array<string> = []
  const cookies: Array<string> = []
  // A Host line passes in its place. HTTP/2 has `:authority` instead. HTTP/1.0 may have neither.
  const hasHostLine = host !== undefined && !isHttp2(lines)
  if (!hasHostLine) passed.push('Host', host ?? passing.upstreamHost)
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] as string
    const value = lines[i + 1] as string
    const foldedName = folded(name)
    if (foldedName === 'host') {
      if (hasHostLine) passed.push(name, value)
      continue
    }
    if (isDropped(name, foldedName, namedInConnection, passing)) continue
    // HTTP/2 splits cookies over several lines (RFC 9113 §8.2.3).
    if (foldedName === 'cookie' && isHttp2(lines)) cookies.push(value)
    else passed.push(name, value)
  }
  if (cookies.length > 0) passed.push('Cookie', cookies.join('; '))
  return passed
}

/** Whether a header other than Host does not pass. */
const isDropped = (
  name: string,
  foldedName: string,
  namedInConnection: ReadonlySet<string>,
  { trusted: trustedHeaders, passAuthorization }: Passing,
): boolean => {
  if (name.startsWith(':') || hopByHop.test(foldedName) || ownHeaders.test(foldedName)) return true
  if (foldedName === requestId) return true
  if (foldedName === 'authorization' && !passAuthorization) return true
  // A trusted header passes as the proxy in front spells it. Connection cannot remove it.
  if (trustedHeaders.names.has(name.toLowerCase())) return false
  return trustedHeaders.folded.has(foldedName) || isProxyHeader(foldedName) || namedInConnection.has(foldedName)
}

const appendOrigin = (passed: Array<string>, { address, protocol, host }: Origin): void => {
  passed.push('X-Forwarded-For', address, 'X-Forwarded-Proto', protocol)
  if (host !== undefined) passed.push('X-Forwarded-Host', host)
  const node = address.includes(':') ? `"[${address}]"` : address
  passed.push('Forwarded', `for=${node};proto=${protocol}${host === undefined ? '' : `;host="${host}"`}`)
}

const appendCaller = (passed: Array<string>, who: VerifiedCaller): void => {
  passed.push('Countersign-App-Id', who.appId, 'Countersign-Scheme', who.scheme)
  if (who.scheme === 'signed')
    passed.push('Countersign-Timestamp', String(who.timestamp), 'Countersign-Key', who.fingerprint)
}

const hopByHopInAnswer = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|proxy-.*)$/

/** The upstream's headers for the caller. */
export const toCaller = (lines: Lines): Array<string> => {
  const namedInConnection = connectionOptions(lines)
  const passed: Array<string> = []
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] as string
    const value = lines[i + 1] as string
    const lowerName = name.toLowerCase()
    // Content-Length frames the answer, whatever Connection says.
    const isNamedInConnection = namedInConnection.has(folded(name)) && lowerName !== 'content-length'
    if (!hopByHopInAnswer.test(lowerName) && !isNamedInConnection) passed.push(name, value)
  }
  return passed
}
