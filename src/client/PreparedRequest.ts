/**
 * A call of `fetch`, ready for any number of attempts. URL, headers and body are read once, so each attempt signs what it sends.
 *
 *     prepare(base, reader, '/jobs', { method: 'post', body: '{}', cache: 'no-store' })
 *
 *     request   { method: 'POST', target: '/v1/jobs', headers: {…}, body: the bytes of {}, init: { cache: 'no-store' } }
 *
 * The call becomes a Request of the platform first, so the platform's own checks hold.
 */
import * as BaseUrl from '../core/BaseUrl.ts'
import * as Bytes from '../core/Bytes.ts'
import * as Method from '../core/Method.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import { mustBe } from '../core/Rule.ts'
import { definedOf } from '../core/Settings.ts'
import type { RequestToSend } from '../programs/sendAuthorized.ts'
import type { CallOptions } from './CallOptions.ts'
import { clientError, orReject, wrong } from './ClientError.ts'
import { readCallerHeaders } from './callerHeaders.ts'
import { type BodyReader, bodyRule, contentOf, type ReadableBody } from './outgoingBody.ts'
import { isOwn } from './settings.ts'

/** The options of a call: those of the platform's fetch, and this client's own. */
export interface FetchInit extends Omit<RequestInit, 'body'>, Omit<CallOptions, 'signal' | 'headers'> {
  /** A body of fetch, or one that can be read again, and so may have any size. */
  readonly body?: BodyInit | ReadableBody | null | undefined
}

export interface PreparedRequest {
  readonly request: Pick<RequestToSend, 'method' | 'target' | 'body' | 'headers' | 'init'>
  /** The signal by which the caller aborts. */
  readonly signal: AbortSignal | undefined
  /** The caller asked that a redirect be an error. */
  readonly failsOnRedirect: boolean
}

/**
 * Rejects with a `ClientError` if the request cannot be signed or goes to another origin, with the caller's reason if the
 * caller aborts, and with the error of a stream that is the body.
 */
export const prepare = async (
  base: BaseUrl.BaseUrl,
  reader: BodyReader,
  input: string | URL | Request,
  given: FetchInit | null | undefined,
): Promise<PreparedRequest> => {
  const init = initOf(given)
  const source = isRequest(input) ? input : undefined
  const { target, url } = targetOf(base, input)
  const method = methodOf(source, init)
  const redirect = redirectOf(source, init)
  checkBody(init.body)
  const content = contentOf(init.body)

  const request = makeRequest(source ?? url, {
    ...init,
    ...bodyMember(init.body, content !== undefined),
    headers: headersOf(source, init),
    method,
    redirect: redirect === 'error' ? 'error' : (init.redirect ?? 'manual'),
  } as RequestInit)
  if (request.mode === 'no-cors') throw wrong('mode no-cors cannot send an Authorization header')
  if (content?.type && !request.headers.has('content-type')) request.headers.set('content-type', content.type)
  const signal = init.signal === undefined ? source?.signal : (init.signal ?? undefined)
  const body = content === undefined ? (request.body ?? Bytes.empty) : (init.body as ReadableBody)
  return {
    request: {
      method,
      target,
      headers: Object.fromEntries(request.headers),
      body: await reader(body, signal),
      init: { ...(source === undefined ? {} : settingsOf(request)), ...furtherMembers(init) },
    },
    signal,
    failsOnRedirect: redirect === 'error',
  }
}

// ---- The options of the call

const initOf = (given: FetchInit | null | undefined): FetchInit => {
  const init = given ?? {}
  if (typeof init !== 'object' || isRequest(init))
    throw wrong(
      'the second argument of fetch is a plain object; to change a Request, give fetch(new Request(url, request))',
    )
  return init
}

/** In upper case before the platform sees the method: some platforms send `patch` unchanged, and Bun turns it into GET. */
const methodOf = (source: Request | undefined, init: FetchInit): Method.Method => {
  const method: unknown = init.method ?? source?.method ?? 'GET'
  if (typeof method !== 'string') throw wrong('method must be text')
  return orReject(Method.parse(method))
}

const redirectOf = (source: Request | undefined, init: FetchInit): RequestRedirect | undefined => {
  if (init.redirect === 'follow')
    throw wrong(
      "a redirect cannot be followed, because each request has its own signature; leave out the option redirect, or set it to 'manual' or 'error'",
    )
  return init.redirect ?? source?.redirect
}

const checkBody = (body: FetchInit['body']): void => {
  // The platform would send a plain object as the text [object Object].
  if (body !== undefined && body !== null && !isBody(body)) throw wrong(mustBe('fetch: body', bodyRule))
  // The platform would replace a lone surrogate by U+FFFD, and sign and send another text.
  if (typeof body === 'string') orReject(Bytes.ofText(body))
}

/** Whether fetch sends the value as it is, or serializes it itself. Fetch would turn any other value into text. */
const isBody = (body: unknown): boolean =>
  bodyRule.is(body) ||
  ArrayBuffer.isView(body) ||
  /^\[object (ArrayBuffer|FormData|URLSearchParams|ReadableStream|Blob|File)\]$/.test(
    Object.prototype.toString.call(body),
  )

/** The platform gets an empty body in place of one that this client reads itself. Without a body, that of a Request stays. */
const bodyMember = (given: FetchInit['body'], isReadHere: boolean): { readonly body?: BodyInit | null } => {
  const body = isReadHere ? new Uint8Array(0) : (given as BodyInit | null | undefined)
  return body === undefined ? {} : { body }
}

const headersOf = (source: Request | undefined, init: FetchInit): Headers => {
  const headers = new Headers()
  for (const [name, value] of readCallerHeaders(init.headers ?? source?.headers)) headers.append(name, value)
  return headers
}

/** The members that this client does not read: runtimes and frameworks have members of their own. */
const furtherMembers = (init: FetchInit): RequestInit => {
  const isRead = (name: string): boolean => isOwn(name) || ['signal', 'body', 'headers'].includes(name)
  return Object.fromEntries(Object.entries(init).filter(([name]) => !isRead(name)))
}

// ---- The URL

/**
 * The target as it was written, byte for byte; a space and what is not ASCII are percent-encoded. The URL must have the base
 * URL's origin: another service must not receive a signature or a token for this one.
 */
const targetOf = (base: BaseUrl.BaseUrl, input: string | URL | Request) => {
  const home = parseUrl(BaseUrl.origin(base))
  if (home === undefined) throw clientError({ _tag: 'base_url_invalid', rule: 'host' })
  const text = textOf(input)
  const [written = ''] = text.replace(/[^!-~]/gu, encoded).split('#')
  const isPath = written.startsWith('/')
  const url = isPath ? undefined : parseUrl(text)
  if (!isPath && url === undefined)
    throw wrong('fetch takes a path that starts with / (it is joined to baseUrl), or a whole URL')
  // By parts: the origin of a blob: URL is that of the page that made it.
  if (url !== undefined && (url.protocol !== home.protocol || url.host !== home.host))
    throw wrong('the URL has another origin than baseUrl; credentials are sent to baseUrl only')
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw wrong('remove the user name or password from the URL')
  const target = orReject(isPath ? BaseUrl.target(written as `/${string}`)(base) : RequestTarget.parse(written))
  // Dot segments must not lead out of the base URL's path.
  const resolved = parseUrl(home.origin + target)
  const below = isPath ? orReject(BaseUrl.target('/')(base)) : '/'
  if (resolved === undefined || resolved.origin !== home.origin || !resolved.pathname.startsWith(below))
    throw clientError({ _tag: 'target_rewritten' })
  return { target, url: resolved.href }
}

/** Percent-encodes a character. A control character and half a surrogate pair stay, so that they are refused. */
const encoded = (character: string): string =>
  /\p{Cc}|\p{Cs}/u.test(character) ? character : encodeURIComponent(character)

const textOf = (input: string | URL | Request): string => {
  if (typeof input === 'string') return input
  if (isRequest(input)) return input.url
  // A URL of another realm is no instance of this realm's class, and has the member.
  if (typeof input?.href === 'string') return input.href
  throw wrong('fetch takes a URL, its text, or a Request of this platform')
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

// ---- The platform's Request

/**
 * Whether a value is a Request of the platform. By the platform's getter too: a server library such as @hono/node-server replaces
 * the global class by its own.
 */
const isRequest = (value: unknown): value is Request => {
  try {
    return value instanceof Request || Reflect.get(Request.prototype, 'bodyUsed', value) !== undefined
  } catch {
    return false // The getter throws for every other object.
  }
}

const makeRequest = (input: string | Request, init: RequestInit): Request => {
  if (isRequest(input) && input.bodyUsed && (init.body ?? null) === null)
    throw wrong('the body of this Request was read before; give a new Request, or a clone')
  try {
    // A stream as body requires `duplex`. It has no effect: the body is read before anything is sent.
    return new Request(input, { ...init, duplex: 'half' } as RequestInit)
  } catch {
    // The platform's message would quote the header or the URL.
    throw wrong('the platform does not accept this request: perhaps GET or HEAD has a body, or another option is wrong')
  }
}

/** The members of a Request other than method, headers and body, if the platform has them. */
const settingsOf = (request: Request): RequestInit => {
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request
  return definedOf({ cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy })
}
