/**
 * Why no key opens a signature, as far as the text of the signature shows it: it is no signature, or it was damaged before it was encoded,
 * cut off, or made by a key that is not known here.
 *
 *     undefined             signature-printed     what a function returned
 *     MEUC… in one case     signature-as-text     all letters were changed to one case
 *     256 bytes             unknown-key           or a damaged signature
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { digestSizes } from '../../effects/Hash.ts'
import { inPlaceOfSignature } from './inPlaceOfSignature.ts'
import { padded, type Repair } from './signatureRepairs.ts'
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
  const printed = printedIn(signatureText)
  if (printed !== undefined) return [resultOf(signatureText, printed)]
  const other = inPlaceOfSignature(signatureText)
  if (other !== undefined) return [other]
  const folded = caseFolded(signatureText)
  if (folded !== undefined) return [folded]
  const fitting = meanings(signatureText, fits).find(({ repairs }) => !repairs.some(({ isGuess }) => isGuess === true))
  if (fitting !== undefined) return [...fitting.repairs, sevenBitFault(fitting.bytes) ?? unknownKey]
  const [meaning] = meanings(signatureText, (length) => length >= minBytes)
  return ofNoFittingLength(signatureText, fits, meaning)
}

/** The faults of a text that means no bytes of a length that a key makes. `meaning`: other bytes that may be a signature. */
const ofNoFittingLength = (signatureText: string, fits: Fits, meaning: Meaning | undefined): ReadonlyArray<Repair> => {
  if (meaning !== undefined && isRuined(meaning.bytes))
    return [{ id: 'signature-as-text', detail: 'bytes that are no text were replaced' }]
  if (webToken.test(signatureText))
    return [{ id: 'signature-not-rsa', detail: 'a JSON Web Token', telling: webTokenWords }]
  if (/^[0-9A-Fa-f]+$/.test(signatureText) && isLengthOfDigest(signatureText.length / 2))
    return [{ id: 'signature-not-rsa', detail: `${signatureText.length} hexadecimal digits` }]
  if (meaning !== undefined && isModulusLength(meaning.bytes.length))
    return [...meaning.repairs, unknownKeyOfLength(meaning.bytes.length)]
  const digits = lostDigits(signatureText, fits)
  if (digits !== undefined) return [digits]
  const bytes = meaning?.bytes ?? meanings(signatureText, () => true)[0]?.bytes
  if (bytes !== undefined && isLengthOfDigest(bytes.length))
    return [{ id: 'signature-not-rsa', detail: `${bytes.length} bytes`, telling: bytesOfDigest(bytes.length) }]
  return [cutOff(signatureText, bytes !== undefined)]
}

const emptySignature: Repair = {
  id: 'signature-printed',
  detail: 'nothing after signature=',
  telling: {
    what: 'The signature in the header is empty. Perhaps the signing failed, or the program never set the variable for the signature.',
    remedy: 'Print the signature before you put it into the header. If signing fails, correct this error first.',
  },
}

const unknownKey: Repair = { id: 'unknown-key', detail: 'or a damaged signature' }

const unknownKeyOfLength = (length: number): Repair => ({
  ...unknownKey,
  detail: `the signature has ${length} bytes, and no key given here makes signatures of that length`,
})

/** Programs break Base64 into lines of so many characters. */
const lengthsOfLines = [60, 64, 72, 76]

const cutOff = (signatureText: string, isBase64: boolean): Repair => {
  const { length } = signatureText
  const isFirstLine = lengthsOfLines.includes(length)
  const detail = isFirstLine ? `${length} characters, the first line of wrapped Base64` : `${length} characters`
  const fault: Repair = { id: 'signature-truncated', detail }
  return isBase64 || isFirstLine ? fault : { ...fault, telling: noBase64(signatureText) }
}

const isLengthOfDigest = (length: number): boolean => Object.values(digestSizes).includes(length)

/** The longest digest has 64 bytes; what is no longer is no RSA signature. */
const minBytes = 65

/** What languages print for a value that is no text, or for none: no bytes of a signature are in it. */
const printedValue =
  /^(?:undefined|null|None|nil|true|false|[01]|Array|\[object \w+\]|Promise \{[ -~]*\}|<[\w .]+(?: at 0x[0-9a-f]+)?>|\[B@[0-9a-f]+|System\.Byte\[\])$/i

/** `java.util.Optional@1b6d3586`: only with its package, since a password may look like `Name@1234`. */
const printedObject = /^(?:[A-Za-z_]\w{0,64}\.){1,8}[A-Z][\w$]{0,64}@[0-9a-f]{1,8}$/

/** No language prints a longer one. */
const maxPrinted = 100

/** The value that a language printed in place of a signature, as it stands or in Base64. */
const printedIn = (signatureText: string): string | undefined => {
  if (signatureText.length > 2 * maxPrinted) return undefined
  const decoded = Base64.decode(padded(signatureText))
  const inner = E.isRight(decoded) ? Bytes.toText(decoded.right) : decoded
  const texts = [signatureText, ...(E.isRight(inner) ? [inner.right.trim()] : [])]
  return texts.find(
    (candidate) => candidate.length <= maxPrinted && (printedValue.test(candidate) || printedObject.test(candidate)),
  )
}

const resultOf = (signatureText: string, printed: string): Repair => ({
  id: 'signature-printed',
  detail: signatureText === printed ? printed : `${printed}, in Base64`,
  telling: {
    what: `The text ${printed} is not a signature. It is what a function returned. For example, openssl_sign of PHP returns 1, and writes the signature into its second argument.`,
    remedy:
      'Put the Base64 of the bytes of the signature into the header. If your signing function returns a promise, await it first.',
  },
})

/** Base64 of a whole signature has letters of both cases. */
const caseFolded = (signatureText: string): Repair | undefined => {
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
      what: `The text of the signature has ${signatureText.length} characters, but no ${lacking} letter. All its letters were changed to one case. In Base64, upper and lower case have different meanings.`,
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
  const areNamed = foreign.length > 0 && foreign.length <= maxForeign && foreign.every((mark) => /[!-~]/.test(mark))
  return {
    what: areNamed
      ? `The text of the signature is not Base64: it contains ${listed(foreign)}. The alphabet of Base64 does not have ${foreign.length === 1 ? 'this character' : 'these characters'}.`
      : 'The text of the signature is not Base64: some of its characters were changed, lost or added.',
    remedy: 'Compare the signature that the caller made with the signature that arrived, character by character.',
  }
}

/** Random bytes, such as a secret in Base64, may have the length of a digest too. */
const bytesOfDigest = (length: number): Telling => ({
  what: `The decoded signature has ${length} bytes, but an RSA signature has more. Perhaps it is a digest or an HMAC of this length, or a secret or a placeholder.`,
  remedy: 'Sign with the private key, with the algorithm RSASSA-PKCS1-v1_5 and SHA-256 (SHA256withRSA).',
})

/** A JSON Web Token: three parts, the first of which is a JSON object. */
export const webToken: RegExp = /^eyJ[0-9A-Za-z_-]*\.[0-9A-Za-z_-]*\.[0-9A-Za-z_-]*$/

const webTokenWords: Telling = {
  what: 'The caller sent a JSON Web Token instead of the signature of the string to sign.',
  remedy: 'Sign the string to sign with the private key (SHA256withRSA), and write this signature in Base64.',
}

/** More bytes than this share are `?` only if one was written for each byte that is no ASCII: half of them. */
const shareOfMarks = 1 / 4

/** Half of the bytes of a signature are 0x80 or more. Without such a byte it went through a text of seven bits. */
const sevenBitFault = (bytes: Bytes.Bytes): Repair | undefined => {
  if (bytes.length < minBytes || bytes.some((byte) => byte >= 0x80)) return undefined
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
        what: `The caller wrote the signature in ${length} hexadecimal digits instead of ${2 * bytes}. The first zero of each byte below 16 is missing. Use %02x instead of %x.`,
        remedy: 'Write the signature in Base64.',
      },
    }
  return {
    id: 'signature-hex',
    detail,
    telling: {
      what: `The caller wrote the signature in ${length} hexadecimal digits. No key given here makes a signature of this length, so some digits were lost or added.`,
      remedy: 'Write the whole signature in Base64.',
    },
  }
}

/** Usual keys have a multiple of 256 bits, and at least 1024. */
const isModulusLength = (bytes: number): boolean => (bytes >= 128 && bytes % 32 === 0) || bytes === 257

/** Many U+FFFD in UTF-8: a decoder of text has replaced bytes that are no text. */
const isRuined = (bytes: Bytes.Bytes): boolean => Bytes.toHex(bytes).split('efbfbd').length > 8
