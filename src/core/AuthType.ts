/**
 * The authentication type that opens a signed Authorization header. The interface says that its value may change
 * (§5.2, §9), so it is a setting; it never selects an algorithm.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Branded } from 'io-ts'

interface AuthTypeBrand {
  readonly AuthType: unique symbol
}

/** An RFC 9110 token of 1 to 64 characters other than `Bearer`. */
export type AuthType = Branded<string, AuthTypeBrand>

export interface MalformedAuthType {
  readonly _tag: 'AuthTypeMalformed'
}

export const standard = 'SVC-SHA256-RSA' as AuthType

export const isAuthType = (s: string): s is AuthType =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/.test(s) && s.toLowerCase() !== 'bearer'

export const parse = (s: string): E.Either<MalformedAuthType, AuthType> =>
  isAuthType(s) ? E.right(s) : E.left({ _tag: 'AuthTypeMalformed' })
