import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../core/AppId.ts'
import * as AuthType from '../core/AuthType.ts'
import { isBytes, type OwnBytes } from '../core/Bytes.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import * as Nonce from '../core/Nonce.ts'
import * as OptionName from '../core/OptionName.ts'
import * as StringToSign from '../core/StringToSign.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { SigningApp } from '../effects/Credentials.ts'
import type { Platform, Where } from '../effects/Platform.ts'
import type { Signer } from '../effects/Signer.ts'
import { signRequest } from '../programs/signRequest.ts'
import { defaults } from '../programs/submitJob.ts'
import { ClientError, type ClientFault } from './ClientError.ts'
import { type RemoteKeyOptions, remoteSigner } from './remoteKey.ts'

export interface AppOptions {
  readonly appId: string
  /** `SVC-SHA256-RSA` unless the service says otherwise. */
  readonly authType?: string | undefined
}

/** For a key that this process holds. */
export interface PrivateKeyOptions {
  /** PEM (PKCS#1, PKCS#8, on Node also encrypted PKCS#8) or a JWK. */
  readonly privateKey: KeyInput
  /** For an encrypted key. */
  readonly passphrase?: string | undefined
  /** `pool` (the default) keeps the event loop free while it signs; `loop` is for programs that sign one thing at a time. */
  readonly where?: Where | undefined
  readonly publicKey?: never
  readonly signDigest?: never
  readonly sign?: never
}

/** The private key itself, or the public key and a function that signs where the private key lies. */
export type KeyOptions = PrivateKeyOptions | RemoteKeyOptions

/** For how long a key that lies elsewhere is waited for. */
export interface Patience {
  /** For each call of `signDigest` or `sign`, in milliseconds; 30,000 unless set. */
  readonly timeoutMs?: number | undefined
}

export type SignerOptions = AppOptions &
  ((PrivateKeyOptions & { readonly timeoutMs?: never }) | (RemoteKeyOptions & Patience))

export interface RequestToSign {
  readonly method: string
  /** A URL, or a target that starts with `/`. */
  readonly url: string
  /** Exactly what will be sent. Text is sent as UTF-8. */
  readonly body?: Uint8Array | string | undefined
  /** Seconds since 1970; now, if absent. */
  readonly timestamp?: number | undefined
  /** A fresh one, if absent. */
  readonly nonce?: string | undefined
}

export interface SignedHeaders {
  /** The value of the Authorization header. */
  readonly authorization: string
  /** The method to send, in upper case. */
  readonly method: string
  /** The request target to send, byte for byte. */
  readonly target: string
  /** The bytes that were signed. */
  readonly stringToSign: OwnBytes
}

export interface RequestSigner {
  /** Signs one request. Rejects with a `ClientError`. */
  readonly sign: (request: RequestToSign) => Promise<SignedHeaders>
}

export type CreateSigner = (options: SignerOptions) => Promise<RequestSigner>

/** A setting or an argument that makes no sense. */
export const wrong = (detail: string): ClientError => new ClientError({ _tag: 'setting_invalid', detail })

/** Unwraps at the border of the Promise face: a Left becomes a rejection. */
export const orReject = <A>(result: E.Either<ClientFault, A>): A => {
  if (E.isLeft(result)) throw new ClientError(result.left)
  return result.right
}

/** In the order in which an error lists them. */
export const keyNames: ReadonlyArray<string> = [
  'appId',
  'privateKey',
  'passphrase',
  'publicKey',
  'signDigest',
  'sign',
  'authType',
  'where',
] satisfies ReadonlyArray<keyof SignerOptions>

/** An option that is misspelled is a mistake, and not a default. */
export const knowing = (names: ReadonlyArray<string>, options: object): void => {
  if (typeof options !== 'object' || options === null) throw wrong('the options are missing')
  const complaint = OptionName.complaint(names, options)
  if (complaint !== undefined) throw wrong(complaint)
}

/** For each attempt of a client, and for each signature that comes from elsewhere. */
export const milliseconds = (timeoutMs: number): number => {
  if (Number.isSafeInteger(timeoutMs) && timeoutMs >= 1) return timeoutMs
  throw wrong('timeoutMs is a whole number of milliseconds, 1 or more')
}

export const signingApp = async (
  platform: Platform,
  options: AppOptions & KeyOptions,
  timeoutMs: number,
): Promise<SigningApp> => {
  const { authType = AuthType.standard } = options
  if (typeof authType !== 'string' || !AuthType.isAuthType(authType)) {
    throw wrong('authType is an HTTP token of at most 64 characters, and not Bearer')
  }
  const appId = orReject(
    typeof options.appId === 'string' ? AppId.parse(options.appId) : E.left({ _tag: 'app_id_malformed' }),
  )
  const signer = isRemote(options)
    ? await remoteSigner(platform, options, timeoutMs)
    : await localSigner(platform, options)
  return { _tag: 'SigningApp', appId, authType, signer }
}

/** Whether the private key lies elsewhere. From JavaScript both kinds may come at once, or half of one. */
const isRemote = (options: KeyOptions): options is RemoteKeyOptions => {
  const { privateKey, passphrase, where, publicKey, signDigest, sign } = options
  if (signDigest === undefined && sign === undefined) {
    if (publicKey === undefined) return false
    throw wrong('a publicKey belongs to signDigest or sign; give one of them, or a privateKey alone')
  }
  if (privateKey !== undefined) throw wrong('give either a privateKey, or a publicKey with signDigest or sign')
  if (signDigest !== undefined && sign !== undefined) throw wrong('give either signDigest or sign')
  if (passphrase !== undefined || where !== undefined) throw wrong('passphrase and where belong to a privateKey')
  if (typeof (signDigest ?? sign) !== 'function')
    throw wrong('signDigest and sign are functions that take bytes and answer with the signature’s bytes')
  if (publicKey === undefined)
    throw wrong('the publicKey is missing: each signature of signDigest or sign is verified with it before it is sent')
  return true
}

const localSigner = async (
  platform: Platform,
  { privateKey, passphrase, where = 'pool' }: PrivateKeyOptions,
): Promise<Signer> => {
  if (where !== 'loop' && where !== 'pool') throw wrong('where is loop or pool')
  if (passphrase !== undefined && typeof passphrase !== 'string') throw wrong('the passphrase is text')
  return orReject(await platform.signer(privateKey, { passphrase, where })())
}

const requestMembers: ReadonlyArray<string> = ['method', 'url', 'body', 'timestamp', 'nonce'] satisfies ReadonlyArray<
  keyof RequestToSign
>

export const requestSigner = ({ clock, entropy }: Platform, app: SigningApp): RequestSigner => ({
  sign: async (request) => {
    // What is called `data` or `payload` would be passed over, and an empty body signed.
    knowing(requestMembers, request)
    const { method, url, body, timestamp, nonce } = request
    if (typeof method !== 'string' || typeof url !== 'string') throw wrong('method and url are text')
    if (body !== undefined && typeof body !== 'string' && !isBytes(body)) {
      throw wrong('the body is bytes or text: encode it once, sign that, and send the same')
    }
    if (timestamp !== undefined && !Timestamp.isTimestamp(timestamp))
      throw new ClientError({ _tag: 'timestamp_malformed' })
    if (nonce !== undefined && (typeof nonce !== 'string' || !Nonce.isNonce(nonce)))
      throw new ClientError({ _tag: 'nonce_malformed' })
    const run = signRequest(app)({ method, url, body, timestamp, nonce })
    const signed = orReject(await run({ clock, entropy, signer: app.signer })())
    const { authorization, target, stringToSign } = signed
    return { authorization, method: signed.method, target, stringToSign: StringToSign.toBytes(stringToSign) }
  },
})

const names = [...keyNames, 'timeoutMs']

export const createSignerOn =
  (platform: Platform): CreateSigner =>
  async (options) => {
    knowing(names, options)
    const { privateKey, timeoutMs = defaults.timeoutMs } = options
    if (privateKey !== undefined && options.timeoutMs !== undefined)
      throw wrong('timeoutMs belongs to signDigest or sign; nobody waits for a privateKey')
    return requestSigner(platform, await signingApp(platform, options, milliseconds(timeoutMs)))
  }
