/**
 * The service's base address, `{base_url}` in the interface: where `/v1/jobs` is found.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import { type MalformedTarget, parse as parseTarget, type RequestTarget } from './RequestTarget.ts'
import * as Rule from './Rule.ts'

/** An https URL, or an http URL of a loopback host; may have a path, but no userinfo, query or fragment. */
export type BaseUrl = Named<string, 'BaseUrl'>

export interface BaseUrlInvalid {
  readonly _tag: 'base_url_invalid'
  readonly rule: 'form' | 'https' | 'userinfo' | 'query' | 'fragment' | 'host' | 'port' | 'path'
}

export const rule: Rule.Rule<BaseUrl> = /* @__PURE__ */ Rule.textThat(
  'an https URL, or an http URL of a loopback host, without user name, query and fragment',
  (s): s is BaseUrl => E.isRight(parse(s)),
)

/** Decodes untyped data. The error names the rule, and does not repeat the refused text. */
export const codec: Codec<BaseUrl, string> = /* @__PURE__ */ codecOf('BaseUrl', rule)
export const Eq: Rule.Equality<BaseUrl> = Rule.equality
export const Show: Rule.Shown<BaseUrl> = Rule.show

const invalid = (rule: BaseUrlInvalid['rule']): E.Either<BaseUrlInvalid, never> =>
  E.left({ _tag: 'base_url_invalid', rule })

const form = /^(https?):\/\/([^/?#]*)([^?#]*)(\??)[^#]*(#?)/i
const hostName = /^[0-9A-Za-z](?:[0-9A-Za-z._-]*[0-9A-Za-z])?$/
// URL Standard §3.5: a URL parser reads such a host as an IPv4 address, and 127.051.2.5 as 127.41.2.5.
const endsInNumber = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = `${octet}(?:\\.${octet}){3}`
const wholeIpv4 = new RegExp(`^${ipv4}$`)
const embeddedIpv4 = new RegExp(`:${ipv4}$`)
const loopback = new RegExp(`^(?:localhost|127(?:\\.${octet}){3}|\\[::1\\])$`, 'i')

/**
 * IPv6address (RFC 3986 §3.2.2): eight groups of 1 to 4 hexadecimal digits. One `::` stands for one or more groups of zeros,
 * and an IPv4 address for the last two.
 */
const isIpv6 = (text: string): boolean => {
  const [before = '', after, ...more] = text.replace(embeddedIpv4, ':0:0').split('::')
  const groups = [before, after ?? ''].flatMap((half) => (half === '' ? [] : half.split(':')))
  const length = after === undefined ? groups.length === 8 : groups.length < 8
  return more.length === 0 && length && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
}

const isHost = (text: string): boolean => {
  if (text.startsWith('[')) return text.endsWith(']') && isIpv6(text.slice(1, -1))
  return endsInNumber.test(text) ? wholeIpv4.test(text) : hostName.test(text)
}

/** No pattern: one that ends in `$` takes quadratic time for many slashes in the middle. */
const withoutLastSlashes = (text: string): string => {
  let end = text.length
  while (text.charCodeAt(end - 1) === 0x2f) end--
  return text.slice(0, end)
}

/**
 * Parses a base URL. Plain http is for loopback only: nothing goes over a network in the clear. Fails with `base_url_invalid`
 * and the malformed part.
 *
 * @example
 * ```ts
 * import { BaseUrl } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(BaseUrl.parse('https://jobs.example/api'), E.right('https://jobs.example/api'))
 * assert.deepEqual(BaseUrl.parse('http://jobs.example'), E.left({ _tag: 'base_url_invalid', rule: 'https' }))
 * ```
 */
export const parse = (text: string): E.Either<BaseUrlInvalid, BaseUrl> => {
  const m = form.exec(text)
  if (m === null) return invalid('form')
  const [, scheme, authority, path, query, fragment] = m as unknown as [string, string, string, string, string, string]
  if (authority.includes('@')) return invalid('userinfo')
  if (query !== '') return invalid('query')
  if (fragment !== '') return invalid('fragment')
  const port = /:(\d*)$/.exec(authority)
  const name = port === null ? authority : authority.slice(0, port.index)
  if (!isHost(name)) return invalid('host')
  if (port !== null && !(Number(port[1]) > 0 && Number(port[1]) < 65_536)) return invalid('port')
  if (scheme.toLowerCase() !== 'https' && !loopback.test(name)) return invalid('https')
  const kept = withoutLastSlashes(path)
  if (kept !== '' && E.isLeft(parseTarget(kept))) return invalid('path')
  return E.right(text as BaseUrl)
}

/**
 * Scheme and authority, in lower case: the key under which a client remembers a clock offset.
 *
 * @example
 * ```ts
 * import { BaseUrl } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const base = BaseUrl.parse('https://Jobs.example/api')
 * assert.deepEqual(E.map(BaseUrl.origin)(base), E.right('https://jobs.example'))
 * ```
 */
export const origin = (base: BaseUrl): string => (/^[^/]*\/\/[^/]*/.exec(base) as RegExpExecArray)[0].toLowerCase()

/**
 * The target of a resource under the base: the base's path and `path`, joined by exactly one `/`.
 *
 * @example
 * ```ts
 * import { BaseUrl } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const base = BaseUrl.parse('https://jobs.example/api/')
 * assert.ok(E.isRight(base))
 * assert.deepEqual(BaseUrl.target('/v1/jobs')(base.right), E.right('/api/v1/jobs'))
 * ```
 */
export const target =
  (path: `/${string}`) =>
  (base: BaseUrl): E.Either<MalformedTarget, RequestTarget> =>
    parseTarget(withoutLastSlashes(base).slice(origin(base).length) + path)
