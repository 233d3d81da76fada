/**
 * The values in a header on both sides of their rules: signatures, auth types and tokens. App ids, nonces and timestamps are in
 * `../parts.ts`.
 *
 * ```ts
 * tokens // a value: { value: '==', change: 'padding alone', passes: false, rule: 'a token has letters, digits and - . _ ~ + /, …' }
 * ```
 */
import * as AuthType from '../../../core/AuthType.ts'
import * as Base64 from '../../../core/Base64.ts'
import * as Token from '../../../core/Token.ts'
import { misspellings } from '../base64.ts'
import { authTypeCharacters, blanks, textsOfRule, tokenCharacters, withEachInserted } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from '../Labelled.ts'

const { constant, template } = Gen

// ---- Signatures

export const signatureRule = 'a signature is Base64 with + and /, padding, and unused bits of zero'
export const base64Texts: Gen.Gen<string> = Gen.bytes({ minLength: 1, maxLength: 66, size: 'max' }).map(Base64.encode)
/** Before `==` the last digit has four unused bits; before `=` it has two. */
const base64With = (padding: '' | '=' | '=='): Gen.Gen<string> =>
  base64Texts.filter((base64) => /=*$/.exec(base64)?.[0] === padding)

/** Signatures as long as a modulus: from the shortest to the longest. */
const signaturesOfKeys = Gen.constantFrom(256, 257, 384, 512, 1024)
  .chain((length) => Gen.bytes({ minLength: length, maxLength: length }))
  .map(Base64.encode)

export const signatures: LabelledGens = validAndInvalid(
  signatureRule,
  [base64Texts, base64With(''), base64With('='), base64With('=='), Gen.boundary(signaturesOfKeys)],
  {
    misspelt: misspellings.flatMap((misspelling) =>
      (['=', '=='] as const).map((padding) =>
        Gen.tuple(base64With(padding), misspelling).map(([base64, misspell]) => misspell(base64)),
      ),
    ),
    'a blank or a line end': ['\n', ' '].flatMap((blank) => [
      template`${base64Texts}${blank}`,
      template`${blank}${base64Texts}`,
    ]),
  },
)

// ---- Auth types

export const authTypeRule =
  "an auth type has 1 to 64 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~, and is not Bearer"
/** Auth types for the configuration of a verifier or a signer. */
export const authTypes: LabelledGens = [
  ...textsOfRule(authTypeRule, AuthType.rule),
  ...validAndInvalid(authTypeRule, constants([AuthType.standard, 'Bearer2', 'Beare', 'Basic', 'X-Bearer']), {
    Bearer: constants(['Bearer', 'bearer', 'BEARER', 'bEARER']),
    'what ends the word': withEachInserted(Gen.stringOf(authTypeCharacters, 1, 6), [
      ...blanks,
      '"',
      ',',
      '/',
      '=',
      '@',
      '\u00e9',
    ]),
  }),
]

// ---- Tokens

export const tokenRule = 'a token has letters, digits and - . _ ~ + /, at least one, then any number of ='
export const someTokens: Gen.Gen<string> = template`${Gen.stringOf(tokenCharacters, 1, 24)}${Gen.stringOf('=', 0, 3)}`
/** One character, and padding up to a drawn length. */
const mostlyPadding = (lengths: Gen.Gen<number>): Gen.Gen<string> =>
  Gen.boundary(
    Gen.tuple(Gen.constantFrom(...tokenCharacters), lengths).map(([character, length]) =>
      character.padEnd(length, '='),
    ),
  )
export const tokens: LabelledGens = [
  ...textsOfRule(tokenRule, Token.rule, '&;"%'),
  ...validAndInvalid(tokenRule, [someTokens, mostlyPadding(Gen.boundaryInteger(1, Token.maxLength))], {
    'too much padding': mostlyPadding(constant(Token.maxLength + 1)),
    'padding alone': Gen.stringOf('=', 1, 3),
    'more behind the padding': template`${someTokens}=${Gen.stringOf(tokenCharacters, 1, 3)}`,
    'a character of its surroundings': withEachInserted(Gen.stringOf(tokenCharacters, 1, 8), '!"#%,:;@\\|\u00e9\u0131'),
  }),
]
