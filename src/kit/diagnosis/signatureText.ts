/**
 * What the text of a signature means: the bytes, and the repairs that lead to them.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { definedOf } from '../../core/Settings.ts'
import { digestSizes } from '../../effects/Hash.ts'
import { type Alphabet, alphabets, readFrom } from './base64Alphabets.ts'
import { windows1252 } from './forms/lostLetters.ts'
import { decode } from './forms/percent.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

export interface Repair {
  /** The id of a mistake of the catalogue. */
  readonly id: string
  readonly detail: string
  /** Words that say more than the catalogue's. */
  readonly telling?: Telling
}

export interface Meaning {
  readonly bytes: Bytes.Bytes
  readonly repairs: ReadonlyArray<Repair>
}

/** `mend` gives the repaired text; the same text, or undefined, if there is nothing to repair. */
type Step = readonly [id: string, detail: string, mend: (text: string) => string | undefined]

const opensslLabel = /^(?:[0-9A-Za-z-]{1,32})?\([^()]{1,64}\)= ?/

/** Adds the padding that Base64 needs. */
const padded = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '=') end--
  return text.slice(0, end) + '='.repeat((4 - (end % 4)) % 4)
}

/** Java's BigInteger writes one more byte for the sign. */
const withoutSign = (text: string): string | undefined => {
  const bytes = Base64.decode(text)
  const isLonger = E.isRight(bytes) && bytes.right.length % 32 === 1 && bytes.right[0] === 0
  return isLonger ? Base64.encode(bytes.right.subarray(1)) : undefined
}

const unHex = (text: string): string | undefined => {
  // openssl prints the name of its input before the digits.
  const plain = text.replace(/^[0-9A-Za-z()._-]{0,64}= ?/, '')
  // BitConverter of .NET writes hyphens between the bytes, and openssl -c colons.
  const digits = /^\w\w(?:-\w\w)+$|^\w\w(?::\w\w)+$/.test(plain) ? plain.replace(/[-:]/g, '') : plain
  return digits === '' ? undefined : O.toUndefined(O.map(Base64.encode)(Bytes.ofHex(digits)))
}

/**
 * Each byte of the signature was taken for a letter of Latin-1 or Windows-1252, and the letters were turned into UTF-8. Undefined for
 * bytes that are no such UTF-8, as those of a signature never are.
 */
const unUtf8 = (text: string): string | undefined => {
  const bytes = Base64.decode(text)
  if (E.isLeft(bytes) || !bytes.right.some((byte) => byte >= 0x80)) return undefined
  const letters = Bytes.toText(bytes.right)
  if (E.isLeft(letters)) return undefined
  const codes = Array.from(letters.right, (letter) => {
    const index = windows1252.indexOf(letter)
    return index >= 0 ? 0x80 + index : (letter.codePointAt(0) as number)
  })
  return codes.every((code) => code < 0x100) ? Base64.encode(Uint8Array.from(codes)) : undefined
}

const lettersInUtf8: Telling = {
  what: 'The caller read each byte of the signature as a letter, and encoded the UTF-8 of these letters in Base64.',
  remedy: 'Encode the unchanged bytes of the signature in Base64. Do not convert them to text first.',
}

const hexDetail = (text: string): string =>
  opensslLabel.test(text)
    ? `hexadecimal digits after ${JSON.stringify(opensslLabel.exec(text)?.[0])}, as openssl prints them`
    : 'hexadecimal digits'

/**
 * The inner text must be printable ASCII. A program ends what it prints with a line end, and may break it into lines; these are not
 * those of the header.
 */
const unBase64 = (text: string): string | undefined => {
  const bytes = Base64.decode(text)
  if (E.isLeft(bytes)) return undefined
  const inner = Bytes.toText(bytes.right)
  if (E.isLeft(inner) || !/^[\x20-\x7e\s]+$/.test(inner.right)) return undefined
  const printed = inner.right.trimEnd()
  return /^[\w+/=-]+(?:\r?\n[\w+/=-]+)*$/.test(printed) ? printed.replace(/\r?\n/g, '') : printed
}

/** Usually without padding, which is no further mistake. */
const unUrl = (escapedText: string): string | undefined =>
  /[-_]/.test(escapedText) ? padded(escapedText.replaceAll('-', '+').replaceAll('_', '/')) : undefined

/** `json_encode` of PHP escapes each slash, and some serializers `+` and `=`. */
const unescapedJson = (jsonText: string): string =>
  jsonText
    .replaceAll('\\/', '/')
    .replace(/\\u00(2[bBfF]|3[dD])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const escapedWords: Telling = {
  what: 'The signature is right, but has the escapes of a JSON string, such as a backslash before each slash.',
  remedy: 'Put the Base64 text into the header unchanged. Do not pass it through a JSON encoder.',
}

const isSpelling = ({ id }: Repair): boolean => id === 'signature-hex' || id === 'signature-double-base64'

const times = ['', 'once', 'twice', 'three times', 'four times', 'five times', 'six times']

/**
 * The encodings of the bytes, the first one first, from the repairs that undo them, the last one first. What is read from digits is
 * Base64 for the next repair; that one undoes nothing that the caller did.
 */
const encodingsOf = (repairs: ReadonlyArray<Repair>): ReadonlyArray<string> => {
  const outer: Array<string> = []
  let isRead = false
  for (const { id, detail } of repairs) {
    if (!isRead) outer.push(id === 'signature-hex' ? detail : 'Base64')
    isRead = !isRead && id === 'signature-hex'
  }
  return (isRead ? outer : [...outer, 'Base64']).toReversed()
}

/** Names several steps that a caller did to the bytes as one mistake. */
const chainOf = (repairs: ReadonlyArray<Repair>): Repair => {
  const [firstRepair] = repairs as [Repair]
  if (repairs.length === 1) return firstRepair
  const encodings = encodingsOf(repairs)
  if (encodings.every((encodingName) => encodingName === 'Base64')) {
    const count = times[encodings.length] ?? 'many times'
    const words = {
      what: `The caller encoded the signature in Base64 ${count}.`,
      remedy: 'Encode the bytes of the signature in Base64 only once.',
    }
    return { id: 'signature-double-base64', detail: count, telling: words }
  }
  return {
    id: 'signature-hex',
    detail: encodings.join(', then '),
    telling: {
      what: `The caller wrote the signature in ${encodings.join(', then that text in ')}.`,
      remedy: 'Encode the bytes of the signature in Base64, once.',
    },
  }
}

/** The repairs. Those that undo one chain of encodings become one. */
const joinedChains = (repairs: ReadonlyArray<Repair>): ReadonlyArray<Repair> => {
  const joinedRepairs: Array<Repair> = []
  let chain: Array<Repair> = []
  const end = (): void => {
    if (chain.length > 0) joinedRepairs.push(chainOf(chain))
    chain = []
  }
  for (const repair of repairs) {
    if (isSpelling(repair)) chain.push(repair)
    else {
      end()
      joinedRepairs.push(repair)
    }
  }
  end()
  return joinedRepairs
}

const labelled = /^[A-Za-z][0-9A-Za-z-]{0,15}= ?([0-9A-Za-z+/_-]{85,}={0,2})$/

const bytesOfPython = "b'…' (Python)"

const pythonBytesWords: Telling = {
  what: "The caller put the bytes of the Base64 into the header as Python prints them: with b' before and ' after.",
  remedy: "Turn the bytes into text first: base64.b64encode(signature).decode('ascii').",
}

const urlAlphabetUnpadded: Telling = {
  detail: 'the URL alphabet, without =',
  what: 'The caller wrote the signature in the URL alphabet of Base64, and removed the = at its end.',
  remedy: 'Write the signature in standard Base64, with + and /, and with = at its end.',
}

const otherAlphabet = (alphabet: Alphabet): Telling => {
  const { name: alphabetName, plus, slash, padding } = alphabet
  const forPadding = padding === undefined ? 'the number of = at its end' : `${padding} for =`
  return {
    what: `The caller wrote the signature in ${alphabetName}, not in standard Base64: ${plus} for +, ${slash} for /, and ${forPadding}.`,
    remedy: 'Write the signature in standard Base64, with +, / and =.',
  }
}

/** The steps for alphabets that few services use. */
const alphabetSteps: ReadonlyArray<Step> = alphabets.map((alphabet) => [
  'signature-base64url',
  alphabet.name,
  (written) => readFrom(alphabet, written),
])

const isUnpadded = (text: string): boolean => !text.endsWith('=') && text.length % 4 !== 0

/** What a repair says, if it says more than the catalogue. `text`: what it repairs; `isFirst`: that is what the verifier has read. */
const tellingOf = ([, detail, mend]: Step, text: string, isFirst: boolean): Telling | undefined => {
  const alphabet = alphabets.find(({ name: alphabetName }) => alphabetName === detail)
  if (alphabet !== undefined) return otherAlphabet(alphabet)
  if (mend === unUrl && isUnpadded(text)) return urlAlphabetUnpadded
  if (detail === bytesOfPython) return pythonBytesWords
  if (mend === unescapedJson) return escapedWords
  if (mend === unUtf8) return lettersInUtf8
  return mend === unHex && isFirst ? hexReadAsBase64(text) : undefined
}

/** Digits alone are Base64 too: the verifier has read them so. */
const hexReadAsBase64 = (digits: string): Telling | undefined => {
  const bytes = Base64.decode(digits)
  return E.isLeft(bytes) || !/^[0-9A-Fa-f]+$/.test(digits)
    ? undefined
    : {
        what: `The caller wrote the ${digits.length / 2} bytes of the signature as ${digits.length} hexadecimal digits. The verifier read these digits as Base64 of ${bytes.right.length} bytes.`,
        remedy: 'Write the signature in Base64.',
      }
}

const steps: ReadonlyArray<Step> = [
  ['signature-printed', bytesOfPython, (written) => /^b(['"])(.*)\1$/s.exec(written)?.[2]],
  ['signature-printed', 'in quotation marks', (written) => /^(["'])([^"']+)\1$/.exec(written)?.[2]],
  ['signature-printed', 'a label in front of it', (written) => labelled.exec(written)?.[1]],
  ['signature-printed', 'a zero byte in front of it (BigInteger of Java)', withoutSign],
  ['signature-printed', 'with the escapes of a JSON string', unescapedJson],
  [
    'signature-percent-encoded',
    'as a URL value',
    (written) => (/%[0-9A-Fa-f]{2}/.test(written) ? decode(written) : undefined),
  ],
  // `\\n`: the line feed was escaped on the way.
  ['signature-wrapped', 'broken into lines', (written) => written.replace(/(?:\\r|\\n|[\r\n])[ \t]*|\t/g, '')],
  ['signature-wrapped', 'line feeds as spaces', (written) => written.replaceAll(' ', '')],
  ['signature-plus-as-space', 'form-decoded', (written) => written.replaceAll(' ', '+')],
  ['signature-base64url', 'the URL alphabet', unUrl],
  ...alphabetSteps,
  ['signature-unpadded', 'without =', (written) => (/=/.test(written) ? undefined : padded(written))],
  ['signature-hex', 'hexadecimal digits', unHex],
  ['signature-double-base64', 'twice', unBase64],
  ['signature-as-text', 'each byte as a letter, in UTF-8', unUtf8],
]

/** Percent escapes, quotation marks, lines, and three encodings. */
const maxRepairs = 6
/** The most texts that are tried. A few dozen are usual. */
const maxTexts = 400

/** A signature of the largest key, in hexadecimal digits and then in Base64. */
const maxCharacters = 8192

/**
 * What `signatureText` may mean, the fewest repairs first. Hexadecimal digits are Base64 of another length, too, so `fits` decides by the
 * length of the keys.
 */
export const meanings = (signatureText: string, fits: (length: number) => boolean): ReadonlyArray<Meaning> => {
  if (signatureText.length > maxCharacters) return []
  const meaningsFound: Array<Meaning> = []
  const behindText = meaningBehindText(signatureText, fits)
  const seen = new Set([signatureText])
  let round: ReadonlyArray<readonly [string, ReadonlyArray<Repair>]> = [[signatureText, []]]
  for (let depth = 0; depth <= maxRepairs; depth++) {
    for (const [candidate, repairs] of round) {
      const bytes = Base64.decode(candidate)
      if (E.isRight(bytes) && fits(bytes.right.length))
        meaningsFound.push({ bytes: bytes.right, repairs: joinedChains(repairs) })
    }
    round = round.flatMap(([candidate, repairs]) =>
      steps.flatMap((step) => {
        const [id, detail, mend] = step
        const mended = mend(candidate)
        if (mended === undefined || seen.has(mended) || seen.size > maxTexts) return []
        seen.add(mended)
        const repairDetail = mend === unHex ? hexDetail(candidate) : detail
        const repair: Repair = {
          id,
          detail: repairDetail,
          ...definedOf({ telling: tellingOf(step, candidate, repairs.length === 0) }),
        }
        return [[mended, [...repairs, repair]] as const]
      }),
    )
  }
  return behindText === undefined ? meaningsFound : [...meaningsFound, behindText]
}

/** The lengths in bytes of the signatures of usual keys. */
const usualLengths: ReadonlyArray<number> = [128, 256, 384, 512, 1024]

/** Chance makes no text of so many bytes. */
const minText = 12

const digestInFront = 'of a digest in front of it'

/** Only a key that opens the signature shows that these bytes are in front of one. */
const behindDigest = (length: number): Repair => ({
  id: 'signature-printed',
  detail: `${length} bytes, as ${digestInFront}`,
  telling: {
    what: `The caller put ${length} more bytes before the bytes of the signature. A digest has this length.`,
    remedy: 'Encode only the bytes of the signature.',
  },
})

/** A signature that was appended to the bytes of a text, such as the body. */
const meaningBehindText = (signatureText: string, fits: (length: number) => boolean): Meaning | undefined => {
  const decoded = Base64.decode(signatureText)
  if (E.isLeft(decoded) || fits(decoded.right.length)) return undefined
  const { length } = decoded.right
  for (const signatureLength of usualLengths) {
    const textLength = length - signatureLength
    if (!fits(signatureLength) || textLength < minText) continue
    if (Object.values(digestSizes).includes(textLength))
      return { bytes: decoded.right.subarray(textLength), repairs: [behindDigest(textLength)] }
    const before = Bytes.toText(decoded.right.subarray(0, textLength))
    if (E.isLeft(before) || !/^(?:\P{Cc}|[\t\r\n])+$/u.test(before.right)) continue
    const detail = `${textLength} bytes of text in front of it`
    const telling = {
      what: `The caller put ${textLength} bytes of text before the bytes of the signature. Some functions append to their argument: Sum(body) of Go appends the digest to the body.`,
      remedy: 'Encode only the bytes of the signature. In Go, write the text into the hash and call Sum(nil).',
    }
    return {
      bytes: decoded.right.subarray(textLength),
      repairs: [{ id: 'signature-printed', detail, telling }],
    }
  }
  return undefined
}

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

/** The reasons why no key opens a signature, as far as its text shows them. */
export const unopenedFaults = (signatureText: string, fits: (length: number) => boolean): ReadonlyArray<Repair> => {
  if (signatureText === '') return []
  const printed = printedIn(signatureText)
  if (printed !== undefined) return [resultOf(signatureText, printed)]
  const folded = caseFolded(signatureText)
  if (folded !== undefined) return [folded]
  const fitting = meanings(signatureText, fits).find(({ repairs }) =>
    repairs.every(({ detail }) => !detail.endsWith(digestInFront)),
  )
  const unknownKey = { id: 'unknown-key', detail: 'or a damaged signature' }
  if (fitting !== undefined) return [...fitting.repairs, sevenBitFault(fitting.bytes) ?? unknownKey]
  const [meaning] = meanings(signatureText, (length) => length >= minBytes)
  if (meaning !== undefined && isRuined(meaning.bytes))
    return [{ id: 'signature-as-text', detail: 'bytes that are no text were replaced' }]
  if (webToken.test(signatureText))
    return [{ id: 'signature-not-rsa', detail: 'a JSON Web Token', telling: webTokenWords }]
  if (/^[0-9A-Fa-f]+$/.test(signatureText) && Object.values(digestSizes).includes(signatureText.length / 2))
    return [{ id: 'signature-not-rsa', detail: `${signatureText.length} hexadecimal digits` }]
  const bytes = meaning?.bytes ?? meanings(signatureText, () => true)[0]?.bytes
  if (meaning !== undefined && isModulusLength(meaning.bytes.length))
    return [
      ...meaning.repairs,
      {
        ...unknownKey,
        detail: `the signature has ${meaning.bytes.length} bytes, and no key given here makes signatures of that length`,
      },
    ]
  const digits = lostDigits(signatureText, fits)
  if (digits !== undefined) return [digits]
  // Bytes of the length of a digest are a digest or an HMAC.
  if (bytes !== undefined && Object.values(digestSizes).includes(bytes.length))
    return [{ id: 'signature-not-rsa', detail: `${bytes.length} bytes`, telling: bytesOfDigest(bytes.length) }]
  const wrappedHint = [60, 64, 72, 76].includes(signatureText.length) ? ', the first line of wrapped Base64' : ''
  const words = bytes === undefined && wrappedHint === '' ? { telling: noBase64(signatureText) } : {}
  return [{ id: 'signature-truncated', detail: `${signatureText.length} characters${wrappedHint}`, ...words }]
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
const lostDigits = (signatureText: string, fits: (length: number) => boolean): Repair | undefined => {
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

/** Usual keys have a multiple of 256 bits. */
const isModulusLength = (bytes: number): boolean => bytes % 32 === 0 || bytes === 257

/** Many U+FFFD in UTF-8: a decoder of text has replaced bytes that are no text. */
const isRuined = (bytes: Bytes.Bytes): boolean => Bytes.toHex(bytes).split('efbfbd').length > 8
