/**
 * A call of `fetch`, ready for any number of attempts. The platform reads URL, headers and bytes once, so the signed request
 * is the sent one.
 */
import * as BaseUrl from '../core/BaseUrl.ts'
import * as Bytes from '../core/Bytes.ts'
import * as Method from '../core/Method.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import { clientError, orReject, wrong } from './ClientError.ts'

export interface PreparedRequest {
  readonly url: string
  readonly method: Method.Method
  /** The path and query of `url`, as the platform sends them. */
  readonly target: RequestTarget.RequestTarget
  readonly body: Bytes.Bytes
  /** For the platform's fetch, without the Authorization header and the signal. */
  readonly init: RequestInit & { readonly headers: Headers }
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

/**
 * Rejects with a `ClientError` if the request cannot be signed or goes to another origin, with the caller's reason if the
 * caller aborts, and with the error of a stream that is the body.
 */
export const prepare = async (
  base: BaseUrl.BaseUrl,
  input: string | URL | Request,
  given: RequestInit | null | undefined,
): Promise<PreparedRequest> => {
  const init = given ?? {}
  if (typeof init !== 'object' || init instanceof Request) {
    throw wrong(
      'the second argument of fetch is a plain object; to change a Request, give fetch(new Request(url, request))',
    )
  }
  const source = input instanceof Request ? input : undefined
  const url = urlOf(base, input)
  const target = orReject(RequestTarget.parse(url.pathname + url.search))
  const method = methodOf(source, init)
  const redirect = redirectOf(source, init)
  // The platform would replace a lone surrogate by U+FFFD, and sign and send another text.
  if (typeof init.body === 'string') orReject(Bytes.ofText(init.body))

  const made = make(source ?? url.href, { ...init, method, redirect })
  if (made.headers.has('authorization')) throw wrong('the Authorization header is written by this client; leave it out')
  if (made.mode === 'no-cors') throw wrong('mode no-cors cannot send an Authorization header')
  const signal = init.signal === undefined ? source?.signal : (init.signal ?? undefined)
  const body = new Uint8Array(await unlessAborted(signal, () => made.arrayBuffer()))

  // The rest of init is kept: runtimes and frameworks have members of their own.
  const { signal: _, ...rest } = init
  const headers = new Headers(made.headers)
  return {
    url: url.href,
    method,
    target,
    body,
    init: {
      ...(source === undefined ? {} : settingsOf(made)),
      ...rest,
      method,
      redirect,
      headers,
      // GET and HEAD accept not even an empty body. The headers keep an empty body's type.
      body: body.length === 0 ? null : body,
    },
    signal,
  }
}

/** The URL, which must have the base URL's origin: another service must not receive a signature or a token for this one. */
const urlOf = (base: BaseUrl.BaseUrl, input: string | URL | Request): URL => {
  const home = parseUrl(BaseUrl.origin(base))
  if (home === undefined) throw clientError({ _tag: 'base_url_invalid', rule: 'host' })
  const text = textOf(input)
  const below = text.startsWith('/') ? orReject(BaseUrl.target('/')(base)) : undefined
  const url = parseUrl(below === undefined ? text : BaseUrl.origin(base) + below + text.slice(1))
  if (url === undefined)
    throw wrong('fetch takes a path that starts with /, which is joined to baseUrl, or a whole URL')
  // By parts: the origin of a blob: URL is that of the page that made it.
  if (url.protocol !== home.protocol || url.host !== home.host) {
    throw wrong('the URL has another origin than baseUrl; credentials are sent to baseUrl only')
  }
  if (url.username !== '' || url.password !== '') throw wrong('the URL holds a user name or password; leave it out')
  url.hash = ''
  // An empty URLSearchParams makes a bare `?`, which some platforms send and some drop. Without it all send what is signed.
  if (url.search === '') url.search = ''
  // Dot segments must not lead out of the base URL's path.
  if (url.href !== url.origin + url.pathname + url.search || !url.pathname.startsWith(below ?? '/')) {
    throw clientError({ _tag: 'target_rewritten' })
  }
  return url
}

const textOf = (input: string | URL | Request): string => {
  if (typeof input === 'string') return input
  if (input instanceof Request) return input.url
  // By its member: a URL of another realm is no instance of this realm's class.
  if (typeof input?.href === 'string') return input.href
  throw wrong('fetch takes a URL, its text, or a Request of this platform')
}

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** In upper case before the platform sees it: some send `patch` unchanged, and Bun turns it into GET. */
const methodOf = (source: Request | undefined, init: RequestInit): Method.Method => {
  const method: unknown = init.method ?? source?.method ?? 'GET'
  if (typeof method !== 'string') throw wrong('method must be text')
  return orReject(Method.parse(method))
}

/** A redirect is returned, as by submitJob: its target is not signed. */
const redirectOf = (source: Request | undefined, init: RequestInit): RequestRedirect => {
  if (init.redirect === 'follow') {
    throw wrong(
      'a redirect cannot be followed, for each request is signed by itself; leave redirect out, or give manual or error',
    )
  }
  // `follow` is a Request's default.
  return init.redirect ?? (source?.redirect === 'error' ? 'error' : 'manual')
}

const make = (input: string | Request, init: RequestInit): Request => {
  if (input instanceof Request && input.bodyUsed && (init.body ?? null) === null) {
    throw wrong('the body of this Request was read before; give a fresh one, or a clone')
  }
  try {
    // A stream as body requires `duplex`. It has no effect: the body is read before anything is sent.
    return new Request(input, { ...init, duplex: 'half' } as RequestInit)
  } catch {
    // The platform's message would quote the header or the URL.
    throw wrong(
      'the platform takes no such request: look for a body with GET or HEAD, for its headers, and for its other options',
    )
  }
}

/** The members of a Request beside method, headers and body, as far as the platform has them. */
const settingsOf = (made: Request): RequestInit => {
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = made
  const settings = { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** The result of `read`. Rejects with the signal's reason if the signal aborts first. */
const unlessAborted = <A>(signal: AbortSignal | undefined, read: () => Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    read()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort))
  })
