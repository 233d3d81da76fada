/**
 * Why a job could not be submitted. HTTP error statuses are not errors here; the response is returned.
 */
import type { BaseUrlInvalid } from './BaseUrl.ts'
import { type BodyUnreadable, message as unreadable } from './BodyUnreadable.ts'
import { certificateMessage, networkMessage, type PlatformFault, proxyMessage } from './ConnectionFault.ts'
import { type Fault, messageOf } from './Fault.ts'
import { type SignError, message as signMessage } from './SignError.ts'

export type { BodyUnreadable } from './BodyUnreadable.ts'

/** What the platform told, if it told anything. */
interface WithCause {
  readonly cause?: PlatformFault
}

export type ConnectionRefused = Fault<'connection_refused', WithCause>

/** The service's certificate is not trusted; nothing was sent. `detail` is the platform's code. */
export type CertificateUntrusted = Fault<'certificate_untrusted', WithCause & { readonly detail: string }>

export type TimedOut = Fault<'timed_out', { readonly afterMs: number }>

/** This HTTP client would change the signed target: `fetch` drops a bare `?` and turns `'` into `%27`. */
export type TargetRewritten = Fault<'target_rewritten'>

/** Any other failure below HTTP, or an answer that is none; `detail` is the platform's error code, or the status. */
export type NetworkFailed = Fault<'network_failed', WithCause & { readonly detail: string }>

/** The proxy opened no way to the service; nothing was sent to the service. `detail` is the proxy's status or an error code. */
export type ProxyFailed = Fault<'proxy_failed', WithCause & { readonly detail: string }>

/** The body was no longer what had been signed, so its last part was not sent. */
export type BodyChanged = Fault<'body_changed'>

/** The caller's signal aborted. */
export type Aborted = Fault<'aborted'>

export type HttpError =
  | ConnectionRefused
  | CertificateUntrusted
  | TimedOut
  | TargetRewritten
  | NetworkFailed
  | ProxyFailed
  | BodyChanged
  | BodyUnreadable
  | Aborted

/** The edition offers signed requests only, and the credentials are a token. */
export type TokenNotOffered = Fault<'bearer_not_offered'>

export type SubmitError = BaseUrlInvalid | TokenNotOffered | SignError | HttpError

/**
 * The cause and the remedy, for the caller; contains nothing of the credentials or the body.
 *
 * @example
 * ```ts
 * import { SubmitError } from 'countersign'
 *
 * assert.match(SubmitError.message({ _tag: 'base_url_invalid', rule: 'https' }), /^the base URL is not usable: /)
 * ```
 */
export const message: (e: SubmitError) => string = /* @__PURE__ */ messageOf<SubmitError, SignError>(
  {
    base_url_invalid: (e) => `the base URL is not usable: ${baseUrlWords[e.rule]}`,
    bearer_not_offered: 'the mainland edition does not offer token authentication; give an app id and a private key',
    connection_refused: 'the service refused the connection; is the base URL right, and is the service running?',
    timed_out: (e) => `the service did not answer within ${e.afterMs} ms`,
    target_rewritten:
      'this HTTP client would change the request target after signing; percent-encode the target, or use another client',
    certificate_untrusted: (e) => certificateMessage(e.detail),
    network_failed: (e) => networkMessage(e.detail),
    proxy_failed: (e) => proxyMessage(e.detail),
    body_changed:
      'the body changed after it was signed, so the client stopped the request before the end of the body; sign and send the body again when no program writes to it',
    body_unreadable: unreadable,
    aborted: 'the caller stopped the request',
  },
  signMessage,
)

const baseUrlWords: Record<BaseUrlInvalid['rule'], string> = {
  form: 'it does not start with https://',
  https: 'it must be https; plain http is accepted for a loopback host only',
  userinfo: 'it must not contain a user name or password',
  query: 'it must not contain a query',
  fragment: 'it must not contain a fragment',
  host: 'its host must be a name that does not end in a dot, or an IP address in its usual form (IPv6 in brackets)',
  port: 'its port is not a number from 1 to 65535',
  path: 'its path may contain only visible ASCII, at most 8 KiB',
}
