/**
 * The options that several commands share, each with its decoder: what is wrong is said beside the argument.
 */
import { array, flag, multioption, option, optional, string, type Type } from 'cmd-ts'
import * as AppId from '../core/AppId.ts'
import * as AuthType from '../core/AuthType.ts'
import { type Edition, editions } from '../core/Edition.ts'
import * as Nonce from '../core/Nonce.ts'
import * as Timestamp from '../core/Timestamp.ts'

const decoder = <A>(displayName: string, expected: string, decode: (text: string) => A | undefined): Type<string, A> => ({
  displayName,
  async from(text) {
    const value = decode(text)
    // cmd-ts takes its decoders' errors as exceptions, and shows them under the argument.
    if (value === undefined) throw new Error(`expected ${expected}`)
    return value
  },
})

export const file: Type<string, string> = { ...string, displayName: 'file' }

export const appIdType: Type<string, AppId.AppId> = decoder('id', '1 to 128 of the characters 0-9 A-Z a-z . _ ~ -', (s) =>
  AppId.isAppId(s) ? s : undefined,
)
export const nonceType: Type<string, Nonce.Nonce> = decoder('nonce', '1 to 128 digits, letters or hyphens', (s) =>
  Nonce.isNonce(s) ? s : undefined,
)
export const authTypeType: Type<string, AuthType.AuthType> = decoder(
  'type',
  'an HTTP token of at most 64 characters, and not Bearer',
  (s) => (AuthType.isAuthType(s) ? s : undefined),
)
export const editionType: Type<string, Edition> = decoder('edition', editions.join(' or '), (s) =>
  editions.find((edition) => edition === s),
)
const wholeNumber = (s: string): number | undefined => {
  const n = Timestamp.parse(s)
  return n._tag === 'Right' ? n.right : undefined
}
export const secondsType: Type<string, number> = decoder('seconds', 'a whole number of seconds, in plain decimal', wholeNumber)
export const countType: Type<string, number> = decoder('n', 'a whole number, in plain decimal', wholeNumber)
export const portType: Type<string, number> = decoder('port', 'a port from 0 to 65535', (s) => {
  const n = wholeNumber(s)
  return n !== undefined && n < 65_536 ? n : undefined
})

export const json = flag({ long: 'json', description: 'print one JSON object', defaultValue: () => false, defaultValueIsSerializable: true })
export const method = option({ long: 'method', type: string, description: 'the HTTP method' })
export const body = option({ long: 'body', type: optional(file), description: 'a file with the body as sent, or - for standard input' })
export const authType = option({
  long: 'auth-type',
  type: optional(authTypeType),
  description: `the auth type of the header, ${AuthType.standard} unless set`,
})
export const passphraseEnv = option({
  long: 'passphrase-env',
  type: { ...string, displayName: 'name' },
  defaultValue: () => 'COUNTERSIGN_PASSPHRASE',
  defaultValueIsSerializable: true,
  description: 'the environment variable that holds the passphrase of an encrypted key',
})
export const edition = option({
  long: 'edition',
  type: editionType,
  defaultValue: (): Edition => 'international',
  defaultValueIsSerializable: true,
  description: 'international or mainland',
})
export const authorization = multioption({
  long: 'authorization',
  type: array({ ...string, displayName: 'line' }),
  description: 'the Authorization header, its value or the whole line; repeat it for several lines',
})
