/**
 * What several commands take, and how it is read.
 */
import * as O from 'fp-ts/lib/Option.js'
import * as AppId from '../core/AppId.ts'
import * as AuthType from '../core/AuthType.ts'
import { type Edition, editions } from '../core/Edition.ts'
import { defaults as window } from '../core/Freshness.ts'
import * as Nonce from '../core/Nonce.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { defaults as policy } from '../core/VerifyPolicy.ts'
import { type Argument, defaulting, option, optional, type Reading } from './grammar.ts'

export const text = (shows: string): Reading<string> => ({ shows, expected: 'a text', read: (given) => given })

const named = (shows: string, what: string): Reading<string> => ({
  shows,
  expected: `the name of ${what}`,
  read: (given) => (given === '' ? undefined : given),
})
export const file: Reading<string> = named('FILE', 'a file')
export const folder: Reading<string> = named('DIR', 'a folder')
export const variable: Reading<string> = named('NAME', 'an environment variable')

const branded = <A extends string>(
  shows: string,
  expected: string,
  isOne: (given: string) => given is A,
): Reading<A> => ({
  shows,
  expected,
  read: (given) => (isOne(given) ? given : undefined),
})
export const appId: Reading<AppId.AppId> = branded(
  'ID',
  '1 to 128 of the characters 0-9 A-Z a-z . _ ~ -',
  AppId.isAppId,
)
export const nonce: Reading<Nonce.Nonce> = branded('NONCE', '1 to 128 digits, letters or hyphens', Nonce.isNonce)
const authTypeName: Reading<AuthType.AuthType> = branded(
  'TYPE',
  'an HTTP token of at most 64 characters, and not Bearer',
  AuthType.isAuthType,
)

/** One of a few words. */
export const oneOf = <const Word extends string>(shows: string, words: ReadonlyArray<Word>): Reading<Word> => ({
  shows,
  expected: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  read: (given) => words.find((word) => word === given),
})

const wholeNumber = (
  shows: string,
  expected: string,
  most: number = Number.MAX_SAFE_INTEGER,
): Reading<Timestamp.Timestamp> => ({
  shows,
  expected: `${expected}, in plain decimal`,
  read: (given) => {
    const n = O.getRight(Timestamp.parse(given))
    return O.isSome(n) && n.value <= most ? n.value : undefined
  },
})
export const seconds: Reading<Timestamp.Timestamp> = wholeNumber('SECONDS', 'a whole number of seconds')
export const time: Reading<Timestamp.Timestamp> = wholeNumber('TIME', 'whole seconds since 1970')
export const count: Reading<number> = wholeNumber('N', 'a whole number')
export const bytes: Reading<number> = wholeNumber('BYTES', 'a whole number of bytes')
export const milliseconds: Reading<number> = wholeNumber('MS', 'a whole number of milliseconds')
export const port: Reading<number> = wholeNumber('PORT', 'a port from 0 to 65535', 65_535)

export const method: Argument<string> = option('method', text('METHOD'), 'the HTTP method')
export const body: Argument<string | undefined> = optional(
  'body',
  file,
  'the body exactly as sent; - for standard input',
)
export const authType: Argument<AuthType.AuthType> = defaulting(
  'auth-type',
  authTypeName,
  AuthType.standard,
  'the auth type of the header',
)
export const edition: Argument<Edition> = defaulting(
  'edition',
  oneOf('EDITION', editions),
  'international',
  'international, or mainland, which takes no tokens',
)
export const passphraseEnv: Argument<string> = defaulting(
  'passphrase-env',
  variable,
  'COUNTERSIGN_PASSPHRASE',
  'the environment variable with the passphrase of an encrypted key',
)

/** What a verifier allows. */
export const maxAge: Argument<number> = defaulting(
  'max-age',
  seconds,
  window.maxAge as Timestamp.Timestamp,
  'how old a timestamp may be',
)
export const maxSkew: Argument<number> = defaulting(
  'max-skew',
  seconds,
  window.maxSkew as Timestamp.Timestamp,
  'how far ahead it may lie',
)
export const maxBody: Argument<number> = defaulting(
  'max-body',
  bytes,
  policy.bodyLimit,
  'the largest body that is taken',
)
