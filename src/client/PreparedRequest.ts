/**
 * A call of `fetch` as it will be sent, however often: its URL, headers and bytes are the platform's own reading of what the
 * caller gave, taken once, so that what is signed is what is sent.
 */
import * as BaseUrl from '../core/BaseUrl.ts'
import * as Bytes from '../core/Bytes.ts'
import * as Method from '../core/Method.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import { ClientError, orReject, wrong } from './ClientError.ts'

export interface PreparedRequest {
  readonly url: string
  readonly method: Method.Method
  /** The path and query of `url`: what the platform puts on the wire. */
  readonly target: RequestTarget.RequestTarget
  readonly body: Bytes.Bytes
  /** For the platform's fetch; the Authorization header and a signal are still to be added. */
  readonly init: RequestInit & { readonly headers: Headers }
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

/**
 * Rejects with a `ClientError` for what cannot be signed, or would leave for another origin; with the caller's own reason
 * if the caller aborts; and with what a stream that is the body fails with.
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
  // The platform would write U+FFFD for it, and another text would be signed and sent than was given.
  if (typeof init.body === 'string') orReject(Bytes.ofText(init.body))

  const made = make(source ?? url.href, { ...init, method, redirect })
  if (made.headers.has('authorization')) throw wrong('the Authorization header is written by this client; leave it out')
  if (made.mode === 'no-cors') throw wrong('in the mode no-cors no Authorization header can be sent')
  const signal = init.signal === undefined ? source?.signal : (init.signal ?? undefined)
  const body = new Uint8Array(await unlessAborted(signal, () => made.arrayBuffer()))

  // The rest of init is left as it is: runtimes and frameworks have members of their own there.
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
      // With GET and HEAD not even an empty one may be given. The type of one that is empty stands in the headers.
      body: body.length === 0 ? null : body,
    },
    signal,
  }
}

/** Where to, which is nowhere but under the origin of the base URL: a signature or a token for one service is none for others. */
const urlOf = (base: BaseUrl.BaseUrl, input: string | URL | Request): URL => {
  const home = parseUrl(BaseUrl.origin(base))
  if (home === undefined) throw new ClientError({ _tag: 'base_url_invalid', rule: 'host' })
  const text = textOf(input)
  const below = text.startsWith('/') ? orReject(BaseUrl.target('/')(base)) : undefined
  const url = parseUrl(below === undefined ? text : BaseUrl.origin(base) + below + text.slice(1))
  if (url === undefined)
    throw wrong('fetch takes a path that starts with /, which is joined to baseUrl, or a whole URL')
  // By its parts, for a blob: URL shows the origin of the page that made it.
  if (url.protocol !== home.protocol || url.host !== home.host) {
    throw wrong('the URL is of another origin than baseUrl, and what proves who you are goes there alone')
  }
  if (url.username !== '' || url.password !== '') throw wrong('the URL holds a user name or password; leave it out')
  url.hash = ''
  // A bare `?` stands in the text and not in the parts. And dot segments may not lead out of the base URL's path.
  if (url.href !== url.origin + url.pathname + url.search || !url.pathname.startsWith(below ?? '/')) {
    throw new ClientError({ _tag: 'target_rewritten' })
  }
  return url
}

const textOf = (input: string | URL | Request): string => {
  if (typeof input === 'string') return input
  if (input instanceof Request) return input.url
  // By its member, for a URL of another realm is no instance of this one's class.
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

/** In upper case before the platform sees it: some send `patch` as it is, and one makes a GET of it. */
const methodOf = (source: Request | undefined, init: RequestInit): Method.Method => {
  const method: unknown = init.method ?? source?.method ?? 'GET'
  if (typeof method !== 'string') throw wrong('the method is text')
  return orReject(Method.parse(method))
}

/** Handed back, as submitJob does it: where a redirect leads is a request that nobody has signed. */
const redirectOf = (source: Request | undefined, init: RequestInit): RequestRedirect => {
  if (init.redirect === 'follow') {
    throw wrong(
      'a redirect cannot be followed, for each request is signed by itself; leave redirect out, or give manual or error',
    )
  }
  // A Request says `follow` of itself if nobody has said anything.
  return init.redirect ?? (source?.redirect === 'error' ? 'error' : 'manual')
}

const make = (input: string | Request, init: RequestInit): Request => {
  if (input instanceof Request && input.bodyUsed && (init.body ?? null) === null) {
    throw wrong('the body of this Request was read before; give a fresh one, or a clone')
  }
  try {
    // Without `duplex` no stream is taken for a body. It is read before anything is sent, so nothing comes of it.
    return new Request(input, { ...init, duplex: 'half' } as RequestInit)
  } catch {
    // The platform's words would quote the header, or the URL.
    throw wrong(
      'the platform takes no such request: look for a body with GET or HEAD, for its headers, and for its other options',
    )
  }
}

/** What a Request knows beside its method, headers and body; not every platform knows all of it. */
const settingsOf = (made: Request): RequestInit => {
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = made
  const settings = { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** What `read` resolves to, unless the signal is aborted before: then its reason is what this rejects with. */
const unlessAborted = <A>(signal: AbortSignal | undefined, read: () => Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    read()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort))
  })
