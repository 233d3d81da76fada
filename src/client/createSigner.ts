/** `createSigner`: signs requests that a program sends by other means. */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as AppId from '../core/AppId.ts'
import type { OwnBytes } from '../core/Bytes.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import * as Nonce from '../core/Nonce.ts'
import * as Settings from '../core/Settings.ts'
import * as StringToSign from '../core/StringToSign.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { memberOf } from '../core/untrusted.ts'
import type { SigningApp } from '../effects/Credentials.ts'
import type { CryptoOn, Platform } from '../effects/Platform.ts'
import { partsOf, signContent, signRequest } from '../programs/signRequest.ts'
import { type SigningFault, signedOrReject, signingError } from './ClientError.ts'
import { bodyReader, bodyRule, isReadable, type ReadableBody } from './outgoingBody.ts'
import { type OwnEffects, withOwn } from './ownEffects.ts'
import type { ReadKey } from './readKey.ts'
import type { RemoteKeyOptions, Without } from './remoteKey.ts'
import { type KeySettings, read, readSigner, text, unread } from './settings.ts'

export interface AppOptions {
  readonly appId: string
  /** `SVC-SHA256-RSA` unless the service says otherwise. */
  readonly authType?: string | undefined
}

/** For a key that this process holds. */
export interface PrivateKeyOptions extends Without<'publicKey' | 'signDigest' | 'sign'> {
  /** In any form of `KeyInput`; PEM and DER are PKCS#1, PKCS#8, on Node also encrypted PKCS#8. */
  readonly privateKey: KeyInput
  /** For an encrypted key. */
  readonly passphrase?: string | undefined
  /** `pool` (the default) keeps the event loop free while it signs; `loop` suits programs that sign one request at a time. */
  readonly cryptoOn?: CryptoOn | undefined
}

/** The private key itself, or the public key and a function that has the private key sign elsewhere. */
export type KeyOptions = PrivateKeyOptions | RemoteKeyOptions

/** How long to wait for a key that is elsewhere. */
export interface Timeout {
  /** For each call of `signDigest` or `sign`, in milliseconds; 30,000 unless set. */
  readonly timeoutMs?: number | undefined
}

export interface BodyLimit {
  /** The most bytes of a streamed body that are kept, where the key signs whole texts only; 64 MiB unless set. */
  readonly bodyLimit?: number | undefined
}

export type SignerOptions = AppOptions &
  OwnEffects &
  BodyLimit &
  ((PrivateKeyOptions & Without<'timeoutMs'>) | (RemoteKeyOptions & Timeout))

export interface RequestToSign {
  readonly method: string
  /** A URL, or a target that starts with `/`. */
  readonly url: string
  /** Exactly what will be sent. Text is sent as UTF-8. */
  readonly body?: Uint8Array | string | undefined
  /** Seconds since 1970; now unless set. */
  readonly timestamp?: number | undefined
  /** A fresh one unless set. */
  readonly nonce?: string | undefined
}

/** A signed request: `fetch(url, signed)` sends it, and `verifier.verify(signed)` takes it as it is. */
export interface SignedHeaders {
  /** The value of the Authorization header. */
  readonly authorization: string
  /** The header to send, beside those that are not signed. */
  readonly headers: { readonly authorization: string }
  /** The method to send, in upper case. */
  readonly method: string
  /** The request target to send, byte for byte. */
  readonly target: string
  /** The content to send, as it was signed; absent if there is none. */
  readonly body?: OwnBytes
  /** The bytes that were signed. */
  readonly stringToSign: OwnBytes
}

/** A request whose body is read part by part, and not kept. */
export interface StreamToSign extends Omit<RequestToSign, 'body'> {
  readonly body: ReadableBody
}

/** What was signed of a `StreamToSign`: send the same content with it. */
export type SignedHead = Omit<SignedHeaders, 'body' | 'stringToSign'>

export interface RequestSigner {
  /** Signs one request. Rejects with a `ClientError`, or with the error of a body that is read. */
  readonly sign: {
    (request: RequestToSign): Promise<SignedHeaders>
    /** A key that signs whole texts only needs the whole body in memory, up to `bodyLimit`. */
    (request: StreamToSign): Promise<SignedHead>
  }
}

export type CreateSigner = (options: SignerOptions) => Promise<RequestSigner>

/** What a signer needs of a platform; it sends nothing. */
export interface SigningPlatform extends Pick<Platform, 'clock' | 'digest' | 'entropy' | 'timer'> {
  readonly readKey: ReadKey
}

export const signingApp =
  (platform: SigningPlatform) =>
  (settings: KeySettings): TaskEither<SigningFault, SigningApp> =>
  async () => {
    const { appId, authType } = settings
    if (!AppId.rule.is(appId)) return E.left({ _tag: 'app_id_malformed' })
    const signer = await platform.readKey(platform, settings)()
    return E.isLeft(signer) ? signer : E.right({ _tag: 'SigningApp', appId, authType, signer: signer.right })
  }

type AnyToSign = Omit<RequestToSign, 'body'> & { readonly body?: RequestToSign['body'] | ReadableBody }

const requestFields: Settings.Fields<AnyToSign> = {
  method: Settings.required(text),
  url: Settings.required(text),
  body: Settings.optional(bodyRule),
  timestamp: unread(),
  nonce: unread(),
}
const requestNames: ReadonlySet<string> = new Set(Object.keys(requestFields))
const readRequest = read('sign', requestFields)

/** The same check, without words: reading costs 2 % of a signature. */
const isRequest = (given: Partial<AnyToSign> | null | undefined): given is AnyToSign =>
  text.is(given?.method) &&
  text.is(given?.url) &&
  (given?.body === undefined || bodyRule.is(given.body)) &&
  Object.keys(given ?? {}).every((name) => requestNames.has(name))

export const requestSigner = (
  { clock, digest, entropy }: Pick<Platform, 'clock' | 'digest' | 'entropy'>,
  app: SigningApp,
  bodyLimit: number,
): RequestSigner => {
  const env = { clock, entropy, signer: app.signer }
  const reader = bodyReader(app.signer.begin === undefined ? 'none' : 'all', bodyLimit)
  const sign = async (request: AnyToSign): Promise<SignedHead> => {
    // A body under another name, such as `data`, must not be overlooked: an empty one would be signed.
    const given = isRequest(request) ? request : signedOrReject(readRequest(request))
    const { method, url } = given
    const body = memberOf(given, 'body')
    const timestamp = memberOf(given, 'timestamp')
    const nonce = memberOf(given, 'nonce')
    if (timestamp !== undefined && !Timestamp.rule.is(timestamp)) throw signingError({ _tag: 'timestamp_malformed' })
    if (nonce !== undefined && !Nonce.rule.is(nonce)) throw signingError({ _tag: 'nonce_malformed' })
    const kept = isReadable(body) ? await reader(body) : body
    if (typeof kept === 'object' && 'open' in kept) {
      const parts = signedOrReject(partsOf({ method, url, timestamp, nonce })(env))
      const { authorization } = signedOrReject(await signContent(app, parts, kept, app.signer, digest)())
      return { authorization, headers: { authorization }, method: parts.method, target: parts.target }
    }
    const signed = signedOrReject(await signRequest(app)({ method, url, body: kept, timestamp, nonce })(env)())
    const { authorization, target, stringToSign } = signed
    const content = stringToSign.body as OwnBytes
    return {
      authorization,
      headers: { authorization },
      method: signed.method,
      target,
      ...(content.length === 0 ? {} : { body: content }),
      stringToSign: StringToSign.toBytes(stringToSign),
    } satisfies SignedHeaders as SignedHead
  }
  return { sign } as RequestSigner
}

export const createSignerOn =
  (platform: SigningPlatform): CreateSigner =>
  async (options) => {
    const settings = signedOrReject(readSigner(options))
    const own = withOwn(platform, settings)
    const app = signedOrReject(await signingApp(own)(settings)())
    return requestSigner(own, app, settings.bodyLimit)
  }
