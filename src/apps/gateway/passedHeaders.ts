/**
 * Which headers pass between caller and upstream. Lines are flat lists of names and values, as in `rawHeaders`:
 * order, letter case and repetitions stay.
 */
import type { VerifiedCaller } from '../../core/Caller.ts'

export type Lines = ReadonlyArray<string>

/**
 * A name as CGI, WSGI and PHP know it: `Countersign_App.Id` becomes the same variable as `Countersign-App-Id`. So
 * names are compared in lower case, with a hyphen for each character that is no letter or digit.
 */
export const folded = (name: string): string => name.toLowerCase().replace(/[^0-9a-z]/g, '-')

/** They concern one connection (RFC 9110 §7.6.1). A `Proxy` header becomes the variable HTTP_PROXY under CGI. */
const hopByHop =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|proxy|proxy-.*|content-length|expect)$/

/** Only the gateway says these. */
const own = /^(?:countersign(?:-.*)?|forwarded|x-forwarded-(?:for|proto|host))$/

/** The gateway says this, too. A trusted front may choose the value. */
const requestId = 'x-request-id'

/** Who calls, as proxies and identity services in front of a service tell it. */
const caller = [
  'remote-.*|authenticated-.*|auth-(?:request-.*|type)|webauth-.*|(?:ssl|tls)-.*',
  'client-(?:cert|verif|dn|subject|issuer|serial|principal).*|ms-(?:client-principal|token).*',
  'amzn-oidc-.*|goog-(?:iap|authenticated)-.*|cf-access-.*|tailscale-.*',
]
/** From where, and to where. */
const place = [
  '(?:client|peer|source)-(?:addr|address|port)',
  'forwarded|forwarded-.*|envoy-.*|host|http-host.*|server-(?:addr|name|port|protocol)',
  'https|front-end-https|scheme|url-scheme|gateway-interface',
]
/** For which path: of another one than was signed. */
const path = [
  'original-(?:url|uri|path|query|method|host|proto|prefix|for|to|forwarded-.*|remote-.*)|rewrite-.*',
  'script-(?:name|filename|uri|url)|path-(?:info|translated)|(?:request|document)-(?:uri|url|path)',
  'document-root|query-string',
]

/** What a service believes of a proxy in front of it: among others the variables of CGI (RFC 3875 §4.1). */
const ofFront = new RegExp(`^(?:x-)?(?:${[...caller, ...place, ...path].join('|')})$`)
/** Apart, and asked for few names: a pattern that may begin anywhere costs as much as all others. */
const address = /(?:real|client|connecting|originating|remote|source|user|peer)-?ip(?:v6)?$/

const isOfFront = (known: string): boolean =>
  ofFront.test(known) || (/[p6]/.test(known.at(-1) ?? '') && address.test(known))

/** Headers that a trusted proxy in front sets on every request, so that none of them is the caller's. */
export interface Trusted {
  /** In lower case. */
  readonly names: ReadonlySet<string>
  /** What CGI makes of them. */
  readonly folded: ReadonlySet<string>
}

export const isName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)

/** Whether a proxy in front may be trusted with this header: the gateway does not set it, and it concerns no connection. */
export const isTrustable = (name: string): boolean =>
  isName(name) && ![own, hopByHop, /^(?:host|authorization)$/].some((all) => all.test(folded(name)))

export const trusted = (names: ReadonlyArray<string>): Trusted => ({
  names: new Set(names.map((name) => name.toLowerCase())),
  folded: new Set(names.map(folded)),
})

export const valuesOf = (lines: Lines, name: string | undefined): ReadonlyArray<string> =>
  lines.filter((_, i) => i % 2 === 1 && lines[i - 1]?.toLowerCase() === name)

/** The names in Connection: headers that concern this connection alone. */
const connectionOptions = (lines: Lines): ReadonlySet<string> =>
  new Set(
    valuesOf(lines, 'connection')
      .flatMap((value) => value.split(','))
      .map((name) => folded(name.trim())),
  )

/** Its lines begin with `:method`. */
const isHttp2 = (lines: Lines): boolean => lines[0]?.startsWith(':') === true

export interface Origin {
  /** The caller's address. */
  readonly address: string
  readonly protocol: 'http' | 'https'
  /** The Host line, or `:authority` of HTTP/2; absent in HTTP/1.0. */
  readonly host: string | undefined
}

export interface Passing {
  readonly trusted: Trusted
  readonly passAuthorization: boolean
  /** Bytes of the body. Undefined: no Content-Length is sent, so the request has no body. */
  readonly contentLength: number | undefined
  /** Who takes a request without a Host line. */
  readonly upstreamHost: string
  /** Replaces what the caller says in `X-Request-Id`. */
  readonly requestId: string
}

/**
 * The headers for the upstream: the caller's end-to-end headers, and after them what the gateway says of the caller.
 */
export const toUpstream = (lines: Lines, who: VerifiedCaller, origin: Origin, passing: Passing): Array<string> => {
  const { host, protocol } = origin
  const dropped = connectionOptions(lines)
  const passed: Array<string> = []
  const cookies: Array<string> = []
  // A line in its place; of HTTP/2 the `:authority`, and of HTTP/1.0 nothing but the upstream's own name.
  const isLine = host !== undefined && !isHttp2(lines)
  if (!isLine) passed.push('Host', host ?? passing.upstreamHost)
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] as string
    const value = lines[i + 1] as string
    const known = folded(name)
    // First: Connection may not name Host away.
    if (known === 'host') {
      if (isLine) passed.push(name, value)
      continue
    }
    if (name.startsWith(':') || hopByHop.test(known) || own.test(known) || known === requestId) continue
    // A trusted one passes as the front spells it, and Connection may not name it away.
    const isTrusted = passing.trusted.names.has(name.toLowerCase())
    if (!isTrusted && (passing.trusted.folded.has(known) || isOfFront(known) || dropped.has(known))) continue
    if (known === 'authorization' && !passing.passAuthorization) continue
    // HTTP/2 splits cookies over several lines (RFC 9113 §8.2.3).
    if (known === 'cookie' && isHttp2(lines)) cookies.push(value)
    else passed.push(name, value)
  }
  if (cookies.length > 0) passed.push('Cookie', cookies.join('; '))
  if (passing.contentLength !== undefined) passed.push('Content-Length', String(passing.contentLength))
  passed.push('X-Forwarded-For', origin.address, 'X-Forwarded-Proto', protocol)
  if (host !== undefined) passed.push('X-Forwarded-Host', host)
  const node = origin.address.includes(':') ? `"[${origin.address}]"` : origin.address
  passed.push('Forwarded', `for=${node};proto=${protocol}${host === undefined ? '' : `;host="${host}"`}`)
  passed.push('Countersign-App-Id', who.appId, 'Countersign-Scheme', who.scheme)
  if (who.scheme === 'signed')
    passed.push('Countersign-Timestamp', String(who.timestamp), 'Countersign-Key', who.fingerprint)
  passed.push('X-Request-Id', passing.requestId)
  return passed
}

const hopByHopInAnswer = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|proxy-.*)$/

/** The upstream's headers for the caller. */
export const toCaller = (lines: Lines): Array<string> => {
  const dropped = connectionOptions(lines)
  const passed: Array<string> = []
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] as string
    const value = lines[i + 1] as string
    const known = name.toLowerCase()
    // Content-Length frames the answer, whatever Connection says.
    if (hopByHopInAnswer.test(known) || (dropped.has(folded(name)) && known !== 'content-length')) continue
    passed.push(name, value)
  }
  return passed
}
