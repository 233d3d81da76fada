/**
 * Arguments that several commands share. Each derives from the rule of its type, so that a complaint says the rule:
 *
 *     --nonce a,b    --nonce: expected 1 to 128 digits, ASCII letters or hyphens; found "a,b", wrong at character 2
 *
 * A `Reading` says how a value is read; an `Argument` is a reading with its help text. Sections: kinds of readings · files and secrets ·
 * values of the scheme · numbers and durations · other readings · whole arguments · terms of a verdict.
 */
import { isIP } from 'node:net'
import * as AppId from '../../core/AppId.ts'
import * as AuthType from '../../core/AuthType.ts'
import * as BaseUrl from '../../core/BaseUrl.ts'
import * as Edition from '../../core/Edition.ts'
import * as Nonce from '../../core/Nonce.ts'
import * as PathPrefix from '../../core/PathPrefix.ts'
import * as Rule from '../../core/Rule.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import { defaults } from '../../core/VerifyPolicy.ts'
import { defaultMaxKeyBits, maxKeyBitsRule } from '../../effects/KeyImport.ts'
import { type Language, languages } from '../../kit/diagnosis/chinese/language.ts'
import { trimmed } from '../../kit/diagnosis/Received.ts'
import { type Argument, defaulting, option, optional, type Reading, rarely } from './grammar.ts'
import type { Terms } from './verdict.ts'

// ---- Kinds of readings

/** A text that must obey the rule. */
export const word = <A extends string>(shows: string, rule: Rule.Rule<A> | Rule.TextRule<A>): Reading<A> => ({
  shows,
  expected: rule.expected,
  is: rule.is,
  read: (text) => text,
  ...('alphabet' in rule ? { wrongAt: Rule.firstFault(rule) } : {}),
})

export const number = <A extends number>(shows: string, rule: Rule.Rule<A>): Reading<A> => ({
  shows,
  expected: `${rule.expected}, in plain decimal`,
  is: rule.is,
  read: (text) => (/^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : undefined),
  wrongAt: (text) => text.search(/\D/),
})

/** A value that `read` makes of the text, or undefined where the text cannot be read. */
export const parsed = <A extends object>(
  shows: string,
  expected: string,
  read: (text: string) => A | undefined,
): Reading<A> => ({ shows, expected, is: (value): value is A => value !== undefined, read })

const isText = (value: unknown): value is string => typeof value === 'string'
const isName = (value: unknown): value is string => isText(value) && value !== ''
export const name = (shows: string, what: string): Reading<string> =>
  word(shows, { expected: `the name of ${what}`, is: isName })

export const text = (shows: string): Reading<string> => word(shows, { expected: 'a text', is: isText })

// ---- Files and secrets

export const file: Reading<string> = name('FILE', 'a file')
export const folder: Reading<string> = name('DIR', 'a folder')

/**
 * A private key, and not the name of a file: PEM, a JWK, or a text that is too long for a name, such as Base64 without armour.
 * An error repeats the name of a file, and must not repeat a key.
 */
export const isKeyItself = (given: string): boolean => /-----BEGIN |^\W{0,8}\{/.test(given) || given.length > 600

/** A file; in the environment it may be the key itself, as secrets often come. Other users can read a command line. */
const keyFile = (variable: string): Reading<string> => ({
  ...file,
  expected: `the name of a file, not the key itself; put the key itself into ${variable}`,
  read: (given, source) => (source === 'line' && isKeyItself(given) ? undefined : given),
})
export const privateKeyFile: Reading<string> = keyFile('COUNTERSIGN_PRIVATE_KEY')
export const publicKeyFile: Reading<string> = keyFile('COUNTERSIGN_PUBLIC_KEY')
export const caFile: Reading<string> = keyFile('COUNTERSIGN_CA')
export const certificateFile: Reading<string> = keyFile('COUNTERSIGN_CERT')
export const certificateKeyFile: Reading<string> = keyFile('COUNTERSIGN_KEY')

/** A secret, in the environment alone: other users can read a command line. */
const secretItself = (what: 'token' | 'passphrase'): Reading<string> => ({
  ...text(what.toUpperCase()),
  expected: `no ${what} on the command line, because other users of this machine could read it: give --${what}-file, or set COUNTERSIGN_${what.toUpperCase()}`,
  read: (given, source) => (source === 'line' ? undefined : given),
  isSecret: true,
})
const inEnvironment = (what: 'token' | 'passphrase'): string =>
  `the ${what} itself, in COUNTERSIGN_${what.toUpperCase()} only`
export const token: Argument<string | undefined> = rarely(optional(secretItself('token'), inEnvironment('token')))

/** A proxy. Only in the environment may its URL hold a user and a password: other users can read a command line. */
export const proxyUrl: Reading<string> = {
  ...text('URL'),
  expected: `the URL of a proxy without a user and a password; put a URL with a password into COUNTERSIGN_PROXY`,
  read: (given, source) => (source === 'line' && given.includes('@') ? undefined : given),
}

// ---- Values of the scheme

export const baseUrl: Reading<BaseUrl.BaseUrl> = word('URL', BaseUrl.rule)
export const pathPrefix: Reading<string> = word('PATH', PathPrefix.rule)
export const appId: Reading<AppId.AppId> = word('ID', AppId.rule)
export const nonce: Reading<Nonce.Nonce> = word('NONCE', Nonce.rule)
export const time: Reading<Timestamp.Timestamp> = number('TIME', Timestamp.rule)
/** The help text of `--now`, in all commands that judge a request. */
export const nowWords =
  'the time of arrival in seconds since 1970 (if not set: the time in the kept file, or else the time of this machine)'

// ---- Numbers and durations

export const seconds: Reading<number> = number('SECONDS', Rule.wholeNumber('seconds'))
export const count: Reading<number> = number('N', Rule.wholeNumber())
export const atLeastOne: Reading<number> = number('N', Rule.wholeNumber(undefined, 1))
export const bytes: Reading<number> = number('BYTES', Rule.wholeNumber('bytes'))
export const milliseconds: Reading<number> = number('MS', Rule.wholeNumber('milliseconds'))

const millisecondsOf = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** A duration, in milliseconds: `500ms`, `2s`, `10m`, `1h`, and seconds without a unit. */
export const duration: Reading<number> = {
  shows: 'TIME',
  expected: 'a number and a unit, such as 500ms, 2s, 10m or 1h; without a unit they are seconds',
  is: (value): value is number => typeof value === 'number',
  read: (text) => {
    const [, number, unit = 's'] = /^([1-9]\d{0,8})(ms|s|m|h)?$/.exec(text) ?? []
    return number === undefined ? undefined : Number(number) * millisecondsOf[unit as keyof typeof millisecondsOf]
  },
}

// ---- Other readings

/** A header as curl takes it. Its value may be a secret, so no error quotes it. */
export const header: Reading<{ readonly name: string; readonly value: string }> = {
  ...parsed('HEADER', 'a name, a colon and a value: "X-Trace: 7"', (text) => {
    const [, name, value] = /^([^\s:]+):(.*)$/s.exec(text) ?? []
    return name === undefined || value === undefined ? undefined : { name, value: trimmed(value) }
  }),
  isSecret: true,
}

export const oneOf = <const Word extends string>(shows: string, words: ReadonlyArray<Word>): Reading<Word> => ({
  ...word(shows, Rule.oneOf(words)),
  words,
})

export const portNumber: Reading<number> = number('PORT', Rule.wholeNumber(undefined, 0, 65_535))
/** `9464`, `0.0.0.0:9464` or `[::]:9464`. */
const placePattern = /^(?:(?:(?<address>[\d.]+)|\[(?<v6>[^\]]+)\]):)?(?<port>0|[1-9]\d{0,4})$/

/** Where to listen: a port, perhaps with an address of this machine before it. */
export const place: Reading<{ readonly address: string; readonly port: number }> = parsed(
  '[ADDRESS:]PORT',
  'a port from 0 to 65535, perhaps after an IP address and a colon: 9464, 0.0.0.0:9464 or [::]:9464',
  (text) => {
    const { address = '127.0.0.1', v6 = address, port = '' } = placePattern.exec(text)?.groups ?? {}
    return isIP(v6) > 0 && port !== '' && portNumber.is(Number(port)) ? { address: v6, port: Number(port) } : undefined
  },
)

// ---- Whole arguments

/** The language of what is printed for people, and of the words in `--json`. */
export const lang: Argument<Language> = defaulting(
  oneOf('LANG', languages),
  'en',
  'the language of the output: en or zh',
)

export const method: Argument<string> = option(text('METHOD'), 'the HTTP method')
export const body: Argument<string | undefined> = optional(file, 'the body exactly as sent; - for standard input')
export const port: Argument<number> = defaulting(portNumber, 0, 'the port on 127.0.0.1; 0 means any free port')
const authTypeName: Reading<AuthType.AuthType> = word('TYPE', AuthType.rule)
const authTypeWords = 'the auth type of the header'
export const authType: Argument<AuthType.AuthType> = rarely(defaulting(authTypeName, defaults.authType, authTypeWords))
const editionName: Reading<Edition.Edition> = { ...word('EDITION', Edition.rule), words: Edition.editions }
const editionWords = 'international, or mainland, which accepts no tokens'
export const edition: Argument<Edition.Edition> = rarely(defaulting(editionName, defaults.edition, editionWords))
/** The passphrase of an encrypted private key. */
export const passphrase: {
  readonly passphraseFile: Argument<string | undefined>
  readonly passphrase: Argument<string | undefined>
} = {
  passphraseFile: rarely(optional(file, 'a file with the passphrase of an encrypted key')),
  passphrase: rarely(optional(secretItself('passphrase'), inEnvironment('passphrase'))),
}
export const passphraseWays = [['passphraseFile'], ['passphrase']] as const
export const maxKeyBits: Argument<number> = rarely(
  defaulting(number('BITS', maxKeyBitsRule), defaultMaxKeyBits, 'the longest public key that is accepted'),
)

// ---- Terms of a verdict

const termWords = {
  maxAge: 'how old a timestamp may be',
  maxSkew: 'how far in the future a timestamp may be',
  maxBody: 'the largest body that is accepted',
}

/** What every verdict depends on, beside policies and the time. */
export const terms: { readonly [K in keyof Omit<Terms, 'now' | 'policies'>]: Argument<Terms[K]> } = {
  maxAge: rarely(defaulting(seconds, defaults.maxAge, termWords.maxAge)),
  maxSkew: rarely(defaulting(seconds, defaults.maxSkew, termWords.maxSkew)),
  maxBody: rarely(defaulting(bytes, defaults.bodyLimit, termWords.maxBody)),
  edition,
  authType,
}

/** The same for a request that may come with the settings of its verifier, as a kept file does: what is not set is as there. */
export const keptTerms: { readonly [K in keyof typeof terms]: Argument<Terms[K] | undefined> } = {
  maxAge: rarely(
    optional(seconds, `${termWords.maxAge} (if not set: the value in the kept file, or else ${defaults.maxAge})`),
  ),
  maxSkew: rarely(
    optional(seconds, `${termWords.maxSkew} (if not set: the value in the kept file, or else ${defaults.maxSkew})`),
  ),
  maxBody: rarely(
    optional(bytes, `${termWords.maxBody} (if not set: the value in the kept file, or else ${defaults.bodyLimit})`),
  ),
  edition: rarely(
    optional(editionName, `${editionWords} (if not set: the value in the kept file, or else ${defaults.edition})`),
  ),
  authType: rarely(
    optional(authTypeName, `${authTypeWords} (if not set: the value in the kept file, or else ${defaults.authType})`),
  ),
}
