/**
 * Why no key opens a signature, as far as the text of the signature shows it: it is no signature, or it was damaged before it was encoded,
 * cut off, or made by a key that is not known here.
 *
 *     undefined             signature-printed     what a function returned
 *     MEUC… in one case     signature-as-text     all letters were changed to one case
 *     256 bytes             unknown-key           or a damaged signature
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { digestSizes } from '../../effects/Hash.ts'
import { inPlaceOfSignature } from './inPlaceOfSignature.ts'
import { compareIfSigned, compareSignatures, printSignature, signAnew, signByAlgorithm } from './signatureRemedies.ts'
import type { Repair } from './signatureRepairs.ts'
import { type Meaning, meanings, usualLengths } from './signatureText.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

type Fits = (length: number) => boolean

/**
 * The faults of a signature that no key opens. `fits`: whether a key makes signatures of so many bytes. Each test is surer than those after
 * it; at last the text was cut off.
 */
export const unopenedFaults = (signatureText: string, fits: Fits): ReadonlyArray<Repair> => {
  if (signatureText === '') return [emptySignature]
  const other = inPlaceOfSignature(signatureText)
  if (other !== undefined) return [other]
  const folded = caseFolded(signatureText)
  if (folded !== undefined) return [folded]
  const fitting = meanings(signatureText, fits).find(isShown)
  if (fitting !== undefined)
    return [...fitting.repairs, sevenBitFault(fitting.bytes) ?? textFault(fitting.bytes) ?? unknownKey]
  const meaning = meanings(signatureText, (length) => length >= minBytes).find(isShown)
  return ofNoFittingLength(signatureText, fits, meaning)
}

/** Whether the text itself shows the repairs. No key has opened the signature, so a guess proves nothing. */
const isShown = ({ repairs }: Meaning): boolean => !repairs.some(({ isGuess }) => isGuess === true)

/** The faults of a text that means no bytes of a length that a key makes. `meaning`: other bytes that may be a signature. */
const ofNoFittingLength = (signatureText: string, fits: Fits, meaning: Meaning | undefined): ReadonlyArray<Repair> => {
  if (meaning !== undefined && isRuined(meaning.bytes))
    return [{ id: 'signature-as-text', detail: 'bytes that are no text were replaced' }]
  const digits = digestDigits(signatureText)
  if (digits !== undefined) return [digits]
  const cut = cutByField(signatureText, fits)
  if (cut !== undefined) return [cut]
  if (meaning !== undefined && isModulusLength(meaning.bytes.length))
    return [...meaning.repairs, unknownKeyOfLength(meaning.bytes.length)]
  const lost = lostDigits(signatureText, fits)
  if (lost !== undefined) return [lost]
  const bytes = meaning?.bytes ?? meanings(signatureText, () => true).find(isShown)?.bytes
  const text = bytes && textFault(bytes)
  if (text !== undefined) return [text]
  if (bytes !== undefined && (isLengthOfDigest(bytes.length) || bytes.length in otherAlgorithms))
    return [
      {
        id: 'signature-not-rsa',
        detail: `${bytes.length} bytes`,
        telling: bytesOfOther(bytes.length, isFirstLine(signatureText)),
      },
    ]
  return [cutOff(signatureText, fits, bytes !== undefined)]
}

const emptySignature: Repair = {
  id: 'signature-printed',
  detail: 'nothing after signature=',
  telling: {
    what: 'The signature in the header is empty. Perhaps the signing failed, or the program never set the variable for the signature.',
    remedy: printSignature,
  },
}

const unknownKey: Repair = { id: 'unknown-key', detail: 'or a damaged signature' }

const unknownKeyOfLength = (length: number): Repair => ({
  ...unknownKey,
  detail: `the signature has ${length} bytes, and no key given here makes signatures of that length`,
})

/** Programs break Base64 into lines of so many characters. */
const lengthsOfLines = [60, 64, 72, 76]

const isFirstLine = (signatureText: string): boolean =>
  lengthsOfLines.includes(signatureText.length) && /^[0-9A-Za-z+/]+$/.test(signatureText)

/** Programs and databases keep texts in fields of so many characters. */
const lengthsOfFields = [128, 255, 256, 512]

/** The Base64 may have been longer than the field in which a program kept it. */
const cutByField = (signatureText: string, fits: Fits): Repair | undefined => {
  const { length } = signatureText
  // Chance makes no such Base64: these are hexadecimal digits, which have their own words.
  if (/^[0-9A-Fa-f]+$/.test(signatureText)) return undefined
  const bytes = usualLengths.find((count) => fits(count) && base64Length(count) > length)
  if (bytes === undefined || !lengthsOfFields.includes(length) || !/^[0-9A-Za-z+/]+$/.test(signatureText))
    return undefined
  return {
    id: 'signature-truncated',
    detail: `${length} characters`,
    telling: {
      what: `The signature has ${length} characters. With a key of ${8 * bytes} bits, its Base64 has ${base64Length(bytes)}. Perhaps a column or a buffer of ${length} characters has cut it.`,
      remedy: compareSignatures,
    },
  }
}

/** The Base64 of the shortest signature, of 512 bits. */
const leastBase64 = 86

const cutOff = (signatureText: string, fits: Fits, isBase64: boolean): Repair => {
  const { length } = signatureText
  if (isFirstLine(signatureText))
    return { id: 'signature-truncated', detail: `${length} characters, perhaps the first line of wrapped Base64` }
  const fault: Repair = { id: 'signature-truncated', detail: length === 1 ? '1 character' : `${length} characters` }
  if (length < leastBase64) return { ...fault, telling: tooShort(length, fits) }
  return isBase64 ? fault : { ...fault, telling: noBase64(signatureText) }
}

/** `fits` knows the lengths of the keys that were given. Without a key, the shortest usual key is named. */
const tooShort = (length: number, fits: Fits): Telling => {
  const bytes = usualLengths.find(fits) ?? leastUsual
  return {
    what: `The signature has only ${length === 1 ? '1 character' : `${length} characters`}. With a key of ${8 * bytes} bits, its Base64 has ${base64Length(bytes)}. Either another value was sent, or only a part of the signature.`,
    remedy: compareSignatures,
  }
}

/** The bytes of a signature of 1024 bits. */
const leastUsual = 128

const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3)

const isLengthOfDigest = (length: number): boolean => Object.values(digestSizes).includes(length)

/** The longest digest has 64 bytes; what is no longer is no RSA signature. */
const minBytes = 65

/** Base64 of a whole signature has letters of both cases. */
const caseFolded = (signatureText: string): Repair | undefined => {
  // Base32 has letters of one case, and neither 0, 1, 8 nor 9.
  if (/^(?:[A-Z2-7]+|[a-z2-7]+)=*$/.test(signatureText)) return undefined
  const isFolded = (letters: RegExp): boolean =>
    letters.test(signatureText) && new Set(signatureText).size > minKinds && !/^[0-9A-Fa-f]+$/.test(signatureText)
  const lacking = isFolded(/^[0-9A-Z+/_-]{85,}={0,2}$/)
    ? 'lower-case'
    : isFolded(/^[0-9a-z+/_-]{85,}={0,2}$/)
      ? 'upper-case'
      : undefined
  if (lacking === undefined) return undefined
  return {
    id: 'signature-as-text',
    detail: `no ${lacking} letter in ${signatureText.length} characters`,
    telling: {
      what: `The text of the signature has ${signatureText.length} characters, but no ${lacking} letter. Probably all its letters were changed to one case. In Base64, upper and lower case have different meanings.`,
      remedy: 'Put the Base64 of the signature into the header unchanged. Do not change the case of its letters.',
    },
  }
}

/** Fewer kinds of characters are no Base64 of a signature. */
const minKinds = 20

/** More characters are not named. */
const maxForeign = 4

const noBase64 = (signatureText: string): Telling => {
  const foreign = [...new Set(signatureText.match(/[^0-9A-Za-z+/=]/g) ?? [])]
  const areNamed =
    signatureText.length >= leastBase64 &&
    foreign.length > 0 &&
    foreign.length <= maxForeign &&
    foreign.every((mark) => /[!-~]/.test(mark))
  return {
    what: areNamed
      ? `The text of the signature is not Base64: it contains ${listed(foreign)}. The alphabet of Base64 does not have ${foreign.length === 1 ? 'this character' : 'these characters'}.`
      : 'The text of the signature is not Base64: some of its characters were changed, lost or added.',
    remedy: compareSignatures,
  }
}

const digestOrMac = 'a digest or an HMAC of this length'

/** Signatures of other algorithms, by their bytes. */
const otherAlgorithms: Readonly<Record<number, string>> = {
  64: `${digestOrMac}, an Ed25519 or an ECDSA signature`,
  96: 'an ECDSA signature with P-384',
  114: 'an Ed448 signature',
  132: 'an ECDSA signature with P-521',
}

/** Random bytes, such as a secret in Base64, may have the length of a digest too. */
const bytesOfOther = (length: number, mayBeLine: boolean): Telling => ({
  what: `The decoded signature has ${length} bytes. No RSA key given here makes signatures of this length. Perhaps it is ${otherAlgorithms[length] ?? digestOrMac}, ${mayBeLine ? 'the first line of Base64 that was broken into lines, ' : ''}or a secret or a placeholder.`,
  remedy: mayBeLine ? `${signAnew} ${compareIfSigned}` : signByAlgorithm,
})

/** openssl, GitHub and others print the name of the digest, of the key or of the file before the digits. */
const labelOfDigits = /^(?:[0-9A-Za-z-]{1,32}(?:\([^()]{1,64}\))?[=: ] ?|\([^()]{1,64}\)= ?)/

/** As many hexadecimal digits as a digest has. */
const digestDigits = (text: string): Repair | undefined => {
  const label = labelOfDigits.exec(text)?.[0] ?? ''
  const digits = text.slice(label.length)
  if (!/^[0-9A-Fa-f]+$/.test(digits) || !isLengthOfDigest(digits.length / 2)) return undefined
  const detail =
    label === '' ? `${digits.length} hexadecimal digits` : `${digits.length} hexadecimal digits after a label`
  return { id: 'signature-not-rsa', detail, telling: digitsOfDigest(digits.length, 'hexadecimal digits') }
}

const digitsOfDigest = (count: number, kind: 'hexadecimal digits' | 'hexadecimal digits in Base64'): Telling => ({
  what: `The signature has ${count} ${kind}, as many as a digest or an HMAC of ${4 * count} bits.`,
  remedy: signByAlgorithm,
})

/** Half of the bytes of a signature are no printable ASCII. */
const textFault = (bytes: Bytes.Bytes): Repair | undefined => {
  if (bytes.length < minText || !bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return undefined
  const text = Bytes.toText(bytes)
  const digits = E.isRight(text) && /^[0-9A-Fa-f]+$/.test(text.right) ? text.right : undefined
  if (digits !== undefined && isLengthOfDigest(digits.length / 2))
    return {
      id: 'signature-not-rsa',
      detail: `${digits.length} hexadecimal digits, in Base64`,
      telling: digitsOfDigest(digits.length, 'hexadecimal digits in Base64'),
    }
  const kind = digits === undefined ? 'printable characters' : 'hexadecimal digits'
  return {
    id: 'signature-not-rsa',
    detail: `${bytes.length} ${kind}, in Base64`,
    telling: {
      what: `The signature is the Base64 of a text of ${bytes.length} ${kind}. No key given here makes a signature from which this text comes.`,
      remedy: 'Encode the bytes of the signature in Base64, and nothing else.',
    },
  }
}

/** Chance makes no printable text of so many bytes. */
const minText = 16

/** More bytes than this share are `?` only if one was written for each byte that is no ASCII: half of them. */
const shareOfMarks = 1 / 4

/**
 * Half of the bytes of a signature are 0x80 or more. Without such a byte it went through a text of seven bits, or it is a text. A text has no
 * control characters.
 */
const sevenBitFault = (bytes: Bytes.Bytes): Repair | undefined => {
  const isText = !bytes.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d))
  if (bytes.length < minBytes || isText || bytes.some((byte) => byte >= 0x80)) return undefined
  const marks = bytes.filter((byte) => byte === 0x3f).length
  return {
    id: 'signature-as-text',
    detail: `none of its ${bytes.length} bytes is 0x80 or more`,
    telling: {
      what:
        marks > shareOfMarks * bytes.length
          ? `The caller converted the bytes of the signature to ASCII text. None of the ${bytes.length} bytes is 0x80 or more, and ${marks} of them became a question mark.`
          : `The caller converted the bytes of the signature to text of seven bits. None of the ${bytes.length} bytes is 0x80 or more, so each has lost its highest bit.`,
      remedy:
        'Encode the unchanged bytes of the signature in Base64. Do not convert them to text first: BytesToString of Indy and Encoding.ASCII of .NET make text of seven bits.',
    },
  }
}

/** One byte in sixteen has a zero for its first digit; chance makes hardly a signature with more than twice as many. */
const maxLost = (bytes: number): number => Math.ceil(bytes / 8)

/** Hexadecimal digits of which some are missing, or that are too many: no signature has so many. */
const lostDigits = (signatureText: string, fits: Fits): Repair | undefined => {
  const { length } = signatureText
  if (!/^[0-9A-Fa-f]+$/.test(signatureText) || length < 2 * minBytes) return undefined
  const lengths = usualLengths.filter(fits)
  const candidates = lengths.length > 0 ? lengths : usualLengths
  const bytes = candidates.find((count) => length < 2 * count && 2 * count - length <= maxLost(count))
  const detail = `${length} hexadecimal digits`
  if (bytes !== undefined)
    return {
      id: 'signature-hex',
      detail: `${detail} of ${2 * bytes}`,
      telling: {
        what: `The signature has ${length} hexadecimal digits instead of ${2 * bytes}. Perhaps the first zero of each byte below 16 is missing, as if it was printed with %x instead of %02x.`,
        remedy: 'Write the signature in Base64. Check also whether its end was cut.',
      },
    }
  return {
    id: 'signature-hex',
    detail,
    telling: {
      what: `The signature has ${length} hexadecimal digits, as no signature of a key given here. Either some digits were lost or added, or it is another value.`,
      remedy: 'Write the whole signature in Base64.',
    },
  }
}

/** Usual keys have a multiple of 256 bits, and at least 1024. */
const isModulusLength = (bytes: number): boolean => (bytes >= 128 && bytes % 32 === 0) || bytes === 257

/** Many U+FFFD in UTF-8: a decoder of text has replaced bytes that are no text. */
const isRuined = (bytes: Bytes.Bytes): boolean => Bytes.toHex(bytes).split('efbfbd').length > 8
