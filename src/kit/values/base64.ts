/**
 * Misspellings of Base64 (RFC 4648 §4) that some decoders take and our parsers refuse, for signatures and for PEM. Each is a function of a
 * valid text: `AbCd` becomes `AbCd=`, `-bCd` or `Ab_Cd`.
 */
import { digits, letters } from './characters.ts'
import * as Gen from './Gen.ts'
import { constants } from './Labelled.ts'

type Misspelling = (base64: string) => string

const alphabet = `${letters}${digits}+/`
/** Sets some bits of the last character that are unused: the four lowest before two signs of padding, the two lowest before one. */
const withUnusedBits =
  (bits: number): Misspelling =>
  (base64) =>
    base64.replace(/.(?=(=+)$)/, (digit, padding: string) =>
      alphabet.charAt(alphabet.indexOf(digit) | (bits > 3 && padding.length === 1 ? bits >> 2 : bits)),
    )

/** Each changes the text. Only those that change padding leave a text without padding as it is. */
export const misspellings: ReadonlyArray<Gen.Gen<Misspelling>> = [
  ...constants<Misspelling>([
    (base64) => `${base64}=`,
    (base64) => `${base64}==`,
    (base64) => `=${base64}`,
    (base64) => base64.slice(0, -1),
    (base64) => base64.replaceAll('=', ''),
    (base64) => base64.replace('=', '=A'),
    // A search in a C string of the alphabet finds the NUL at its end.
    (base64) => (base64.includes('A') ? base64.replaceAll('A', '\0') : `\0${base64.slice(1)}`),
    (base64) => (base64.includes('+') ? base64.replaceAll('+', '-') : `-${base64.slice(1)}`),
    (base64) => (base64.includes('/') ? base64.replaceAll('/', '_') : `_${base64.slice(1)}`),
    ...[1, 2, 3, 4, 8].map(withUnusedBits),
  ]),
  // A reader that accepts one character of a group accepts all of them. Comma and double quote are left out, because they end the value
  // in a header.
  ...['-_', '=.:;', "!#$%&*?@~|'", '()[]{}<>^`\\', '\u0000\u200b', '\u00e9\u0391\uff21'].map((characters) =>
    Gen.tuple(Gen.constantFrom(...characters), Gen.nat(9999), Gen.boolean).map(
      ([foreign, place, isReplaced]): Misspelling =>
        (base64) => {
          const index = place % base64.replace(/=+$/, '').length
          // If `=` replaces the last digit of `AAA=`, the result is `AA==`, which is valid.
          return base64.slice(0, index) + foreign + base64.slice(isReplaced && foreign !== '=' ? index + 1 : index)
        },
    ),
  ),
]
