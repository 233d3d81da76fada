/**
 * What a client authenticates with: an app and its signer, or an access token. `sendAuthorized` takes either and writes the
 * Authorization header from it.
 */
import type { AppId } from '../core/AppId.ts'
import type { AuthType } from '../core/AuthType.ts'
import type { Edition } from '../core/Edition.ts'
import type { Token } from '../core/Token.ts'
import type { Signer } from './Signer.ts'

/** An app that signs each request (interface §5.2). */
export interface SigningApp {
  readonly _tag: 'SigningApp'
  readonly appId: AppId
  readonly authType: AuthType
  readonly signer: Signer
}

/** An access token (interface §5.1). A function returns the token, so that printing the record does not show it. */
export interface AccessToken {
  readonly _tag: 'AccessToken'
  /** Secret. */
  readonly reveal: () => Token
}

/** A client's credentials by edition: in the mainland edition a token is a type error. */
export type Credentials<E extends Edition> = E extends 'mainland' ? SigningApp : SigningApp | AccessToken

/**
 * The credentials of an access token (interface §5.1); the mainland edition accepts none.
 *
 * @example
 * ```ts
 * import { Token, accessToken } from 'countersign'
 *
 * const token = Token.parse('abc')
 * assert.ok(token._tag === 'Right')
 * assert.ok(!JSON.stringify(accessToken(token.right)).includes('abc'))
 * ```
 */
export const accessToken = (token: Token): AccessToken => ({ _tag: 'AccessToken', reveal: () => token })
