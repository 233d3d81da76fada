/**
 * The parts of a request, each on both sides of its rule: app id, nonce, method, timestamp and body. `targets.ts` has the targets and URLs.
 *
 * ```ts
 * nonces // a value: { value: 'n 1', rule: 'a nonce has 1 to 128 letters, digits and hyphens', passes: false, … }
 * ```
 *
 * A rule ends a sentence of a report. Its text is written here only, so that all reports use the same words.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../core/AppId.ts'
import type { Bytes } from '../../core/Bytes.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import * as Method from '../../core/Method.ts'
import * as Nonce from '../../core/Nonce.ts'
import type { Letters } from '../../core/Rule.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import * as characters from './characters.ts'
import { forTimestamps, usualTime } from './forbidden/inHeaders.ts'
import * as Gen from './Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from './Labelled.ts'
import { labelledAlterations } from './Normalization.ts'

const { template } = Gen

// ---- App id, nonce and fingerprint

const lengths = ({ minLength, maxLength }: Letters): string => `${minLength} to ${maxLength}`

export const appIdRule: string = `an app id has ${lengths(AppId.rule)} letters, digits and . _ ~ -`
export const appIds: LabelledGens = characters.textsOfRule(appIdRule, AppId.rule)
export const nonceRule: string = `a nonce has ${lengths(Nonce.rule)} letters, digits and hyphens`
export const nonces: LabelledGens = characters.textsOfRule(nonceRule, Nonce.rule)

export const fingerprints: LabelledGens = characters.textsOfRule(
  'a fingerprint has 64 lower-case hexadecimal digits',
  Fingerprint.rule,
)

// ---- Method

export const methodRule: string = `a method has ${lengths(Method.rule)} letters, digits and ! # $ % & ' * + - . ^ _ \` | ~`
export const usualMethods: ReadonlyArray<string> = [
  'GET',
  'POST',
  'put',
  'Patch',
  'DELETE',
  'options',
  'HEAD',
  'TRACE',
  'CONNECT',
  'PROPFIND',
]
export const anyUsualMethod: Gen.Gen<string> = Gen.constantFrom(...usualMethods)
export const methods: LabelledGens = [
  ...characters.textsOfRule(methodRule, Method.rule),
  ...validAndInvalid(methodRule, anyUsualMethod),
]

// ---- Timestamp

const largestTimestamp = Number.MAX_SAFE_INTEGER
export const anyTimestamp: Gen.Gen<string> = Gen.logUniform(largestTimestamp - 1).map((seconds) => String(seconds + 1))

export const timestampRule: string = `a timestamp is 0, or digits without a leading zero, at most ${largestTimestamp}`
export const timestamps: LabelledGens = [
  ...validAndInvalid(
    timestampRule,
    [
      anyTimestamp,
      ...constants(
        [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, largestTimestamp - 1, largestTimestamp].map(String),
      ),
      characters.permutationOf('123456789').map((nine) => `${nine}0`),
    ],
    {
      'nothing, or a zero too many': constants(['', '00', '0 ']),
      'too large': constants(['9007199254740992', '9007199254740993', '10000000000000000', '18446744073709551617']),
      // A pattern of a verifier may have one class for the first digit and another one for the last.
      'a neighbour of the digits': constants(characters.lookalikesOf(characters.digits)).flatMap((neighbour) => [
        template`${neighbour}${anyTimestamp}`,
        template`${anyTimestamp}${neighbour}`,
        characters.withInserted(anyTimestamp, neighbour),
      ]),
      'another character': characters.withInserted(anyTimestamp, characters.othersThan(characters.digits)),
    },
  ),
  ...labelledAlterations(timestampRule, forTimestamps, usualTime, (digits) => E.isRight(Timestamp.parse(digits))),
]

// ---- Body

export const bodyRule = 'a body is bytes as they are sent, or text in UTF-8 without a lone surrogate'
export const wellFormed: Gen.Gen<string> = Gen.string(characters.anyCharacter, { maxLength: 12 })
/** With letters around it, which are not halves of a surrogate pair. */
const amongLetters = (character: Gen.Gen<string>): Gen.Gen<string> =>
  template`${Gen.stringOf(characters.letters, 0, 3)}${character}${Gen.stringOf(characters.letters, 0, 3)}`
/** Texts that a program changes if it takes a body for lines, for JSON or for text; and texts that some languages take for no body. */
export const awkwardTexts: ReadonlyArray<string> = [
  '',
  '\n',
  '\r\n',
  ' {} ',
  '{ "a" : 1.0 }\r\n',
  '\ufeff{}',
  '{"a":1,"a":2}',
  'e\u0301\u00e9',
  '\0',
  '\t',
  '%7e+',
  '0',
  'null',
  'false',
]
const awkwardBytes = [[0xff], [0], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf, 0x7b, 0x7d], [0xff, 0xfe, 0x7b]]

export const bodies: LabelledGens<string | Bytes> = validAndInvalid<string | Bytes>(
  bodyRule,
  [
    Gen.bytes(),
    wellFormed,
    Gen.bytes({ maxLength: 40, size: 'max' }),
    ...constants(awkwardBytes.map((bytes) => Uint8Array.from(bytes))),
    // These overflow buffers of 64 KiB.
    ...[65_537, 100_000].map((maxLength) =>
      Gen.boundaryInteger(0, maxLength).map((length) => new Uint8Array(length).fill(0x63)),
    ),
    ...constants(awkwardTexts),
    ...constants([...characters.surrogateNeighbours, '\ufeff', '\u0000', '\u{103ff}', '\u{10fc00}']).map(amongLetters),
  ],
  {
    'half of a pair': [
      ...constants([
        '\ud800',
        '\udbff',
        '\udc00',
        '\udfff',
        '\udc00\ud800',
        '\ud800\ud800\udc00',
        '\ud800\udc00\udc00',
      ]),
      Gen.constant('\udbff\ue000'),
      Gen.integer(0xd800, 0xdfff).map((unit) => String.fromCharCode(unit)),
    ].map(amongLetters),
  },
)
