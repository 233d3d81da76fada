/**
 * The Base64 of a whole signature with other characters round it: a quotation mark on one side, a second value, the rest of a buffer.
 * The signature is found by its length, which the key gives. Of its padding, a part may be lost.
 *
 *     MEUC…==z2QAAAAA      8 characters after it
 *     MEUC…=z2QAAAAA       8 characters after it, one of them in place of the second equals sign
 *     'MEUC…==             1 character before it
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import type { Bytes } from '../../core/Bytes.ts'
import { withoutAtEnd } from './Received.ts'
import type { Repair } from './signatureRepairs.ts'

/** The bytes of a signature, and what stands beside it. */
interface FoundSignature {
  readonly bytes: Bytes
  readonly repairs: readonly [Repair]
}

/** Other texts have more places where a signature may begin. */
const maxPlaces = 8

/** The length of the Base64 of so many bytes, without its padding. */
const digitsOf = (bytes: number): number => Math.ceil((4 * bytes) / 3)

/** Where so many digits may stand: at the beginning, at the end, and after each character that is no Base64. */
const placesOf = (text: string, digits: number): ReadonlyArray<number> => {
  const withoutPadding = withoutAtEnd(text, '=')
  const afterMarks = Array.from(text.matchAll(/[^0-9A-Za-z+/=]/g), ({ index }) => index + 1)
  const places = [0, withoutPadding.length - digits, ...afterMarks]
  return [...new Set(places.filter((place) => place >= 0 && place + digits <= text.length))].slice(0, maxPlaces)
}

const count = (characters: number): string => (characters === 1 ? '1 character' : `${characters} characters`)

const surroundings = (before: number, after: number): string => {
  if (before === 0) return `${count(after)} after it`
  return after === 0 ? `${count(before)} before it` : `${count(before)} before it and ${count(after)} after it`
}

/** The characters are not quoted: they may be a second credential. */
const besideSignature = (before: number, after: number): Omit<Repair, 'isGuess'> => ({
  id: 'signature-printed',
  detail: surroundings(before, after),
  telling: {
    what: `The value of signature is longer than the signature: the header has ${surroundings(before, after)}.`,
    remedy:
      'Put only the Base64 of the signature into the header. Pass its length if the program copies it from a buffer, and set the header only once.',
  },
})

/** The signatures that the text holds beside other characters. `lengths`: the bytes of the signatures that the keys make. */
export const meaningsAmongText = (
  signatureText: string,
  lengths: ReadonlyArray<number>,
): ReadonlyArray<FoundSignature> => {
  if (E.isRight(Base64.decode(signatureText))) return []
  return lengths.flatMap((length) =>
    placesOf(signatureText, digitsOf(length)).flatMap((place) => meaningAt(signatureText, place, length) ?? []),
  )
}

const meaningAt = (signatureText: string, place: number, length: number): FoundSignature | undefined => {
  const end = place + digitsOf(length)
  const padding = '='.repeat((4 - (digitsOf(length) % 4)) % 4)
  const bytes = Base64.decode(signatureText.slice(place, end) + padding)
  if (E.isLeft(bytes) || bytes.right.length !== length) return undefined
  const kept = /^={0,2}/.exec(signatureText.slice(end))?.[0].slice(0, padding.length) ?? ''
  const after = signatureText.length - end - kept.length
  if (place === 0 && after === 0) return undefined
  const repair = besideSignature(place, after)
  // Padding shows where a signature ends. The characters before it show where it begins, unless they are Base64 too.
  const isShown = kept !== '' && !/[0-9A-Za-z+/]/.test(signatureText[place - 1] ?? '')
  return { bytes: bytes.right, repairs: [isShown ? repair : { ...repair, isGuess: true }] }
}
