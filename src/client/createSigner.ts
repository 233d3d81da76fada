import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../core/AppId.ts'
import * as AuthType from '../core/AuthType.ts'
import { isBytes } from '../core/Bytes.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import * as Nonce from '../core/Nonce.ts'
import * as OptionName from '../core/OptionName.ts'
import * as StringToSign from '../core/StringToSign.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { SigningApp } from '../effects/Credentials.ts'
import type { Platform, Where } from '../effects/Platform.ts'
import { signRequest } from '../programs/signRequest.ts'
import { ClientError, type ClientFault } from './ClientError.ts'

export interface SignerOptions {
  readonly appId: string
  /** PEM (PKCS#1, PKCS#8, on Node also encrypted PKCS#8) or a JWK. */
  readonly privateKey: KeyInput
  /** For an encrypted key. */
  readonly passphrase?: string | undefined
  /** `SVC-SHA256-RSA` unless the service says otherwise. */
  readonly authType?: string | undefined
  /** `pool` (the default) keeps the event loop free while it signs; `loop` is for programs that sign one thing at a time. */
  readonly where?: Where | undefined
}

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
  readonly stringToSign: Uint8Array
}

export interface RequestSigner {
  readonly sign: (request: RequestToSign) => Promise<SignedHeaders>
}

export type CreateSigner = (options: SignerOptions) => Promise<RequestSigner>

/** A setting or an argument that makes no sense. */
export const wrong = (detail: string): ClientError => new ClientError({ _tag: 'SettingInvalid', detail })

/** Unwraps at the border of the Promise face: a Left becomes a rejection. */
export const orReject = <A>(result: E.Either<ClientFault, A>): A => {
  if (E.isLeft(result)) throw new ClientError(result.left)
  return result.right
}

const names: ReadonlyArray<string> = ['appId', 'privateKey', 'passphrase', 'authType', 'where'] satisfies ReadonlyArray<
  keyof SignerOptions
>

/** An option that is misspelled is a mistake, and not a default. */
export const knowing = (names: ReadonlyArray<string>, options: object): void => {
  if (typeof options !== 'object' || options === null) throw wrong('the options are missing')
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw wrong(`there is no option ${OptionName.shown(unknown)}; the options are ${names.join(', ')}`)
}

export const signingApp = async (platform: Platform, options: SignerOptions): Promise<SigningApp> => {
  const { authType = AuthType.standard, where = 'pool', passphrase } = options
  if (typeof authType !== 'string' || !AuthType.isAuthType(authType)) {
    throw wrong('authType is an HTTP token of at most 64 characters, and not Bearer')
  }
  if (where !== 'loop' && where !== 'pool') throw wrong('where is loop or pool')
  if (passphrase !== undefined && typeof passphrase !== 'string') throw wrong('the passphrase is text')
  const appId = orReject(
    typeof options.appId === 'string' ? AppId.parse(options.appId) : E.left({ _tag: 'AppIdMalformed' }),
  )
  const signer = orReject(await platform.signer(options.privateKey, { passphrase, where })())
  return { _tag: 'SigningApp', appId, authType, signer }
}

export const requestSigner = ({ clock, entropy }: Platform, app: SigningApp): RequestSigner => ({
  sign: async ({ method, url, body, timestamp, nonce }) => {
    if (typeof method !== 'string' || typeof url !== 'string') throw wrong('method and url are text')
    if (body !== undefined && typeof body !== 'string' && !isBytes(body)) {
      throw wrong('the body is bytes or text: encode it once, sign that, and send the same')
    }
    if (timestamp !== undefined && !Timestamp.isTimestamp(timestamp))
      throw new ClientError({ _tag: 'TimestampMalformed' })
    if (nonce !== undefined && (typeof nonce !== 'string' || !Nonce.isNonce(nonce)))
      throw new ClientError({ _tag: 'NonceMalformed' })
    const run = signRequest(app)({ method, url, body, timestamp, nonce })
    const signed = orReject(await run({ clock, entropy, signer: app.signer })())
    const { authorization, target, stringToSign } = signed
    return { authorization, method: signed.method, target, stringToSign: StringToSign.toBytes(stringToSign) }
  },
})

export const createSignerOn =
  (platform: Platform): CreateSigner =>
  async (options) => {
    knowing(names, options)
    return requestSigner(platform, await signingApp(platform, options))
  }
