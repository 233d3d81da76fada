/**
 * The repairs of a signature's text. Each undoes one thing that a caller did to the Base64 of its signature:
 *
 *     signature-percent-encoded    MEUC%2F…%3D     →  MEUC/…=
 *     signature-hex                30450220…       →  MEUC…
 *     signature-printed            b'MEUC…='       →  MEUC…=
 *
 * `repairSteps` at the end is the list. signatureText.ts tries the steps one after the other.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { type Alphabet, alphabets, readFrom } from './base64Alphabets.ts'
import { windows1252 } from './forms/lostLetters.ts'
import { decode } from './forms/percent.ts'
import type { Telling } from './Telling.ts'

/** A repair that was made. */
export interface Repair {
  /** The id of a mistake of the catalogue. */
  readonly id: string
  readonly detail: string
  /** Words that say more than the catalogue's. */
  readonly telling?: Telling
  /** The repair is a guess, and only a key that opens the repaired signature proves it. */
  readonly isGuess?: true
}

/** A way to undo one mistake. */
export interface RepairStep {
  readonly id: string
  /** Names the form of the mistake in this text. */
  readonly detailOf: (text: string) => string
  /** Gives the repaired text. The same text, or undefined, if there is nothing to repair. */
  readonly mend: (text: string) => string | undefined
  /** What the text says more than the catalogue. `isFirst`: it is the text that the verifier has read, without another repair. */
  readonly tellingOf?: (text: string, isFirst: boolean) => Telling | undefined
}

// ---- Base64 and other encodings

/** Adds the padding that Base64 needs. */
export const padded = (text: string): string => {
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

/** The Base64 of the bytes that hexadecimal digits spell. */
const base64OfHex = (text: string): string | undefined => {
  // openssl prints the name of its input before the digits.
  const labelled = text.replace(/^[0-9A-Za-z()._-]{0,64}= ?/, '').replace(/^0x/i, '')
  // Strings of C and of Python have \\x before each byte.
  const plain = /^(?:\\x[0-9A-Fa-f]{2})+$/.test(labelled) ? labelled.replaceAll('\\x', '') : labelled
  // BitConverter of .NET writes hyphens between the bytes, openssl -c colons, and dumps blanks.
  const isApart = /^\w\w(?:-\w\w)+$|^\w\w(?::\w\w)+$|^\w\w(?: \w\w)+$/.test(plain)
  const digits = isApart ? plain.replace(/[-: ]/g, '') : plain
  return digits === '' ? undefined : O.toUndefined(O.map(Base64.encode)(Bytes.ofHex(digits)))
}

/**
 * The Base64 of the bytes, if a program took each byte for a letter of Latin-1 or Windows-1252, and turned the letters into UTF-8.
 * Undefined if the bytes are no such UTF-8. The bytes of a signature itself never are.
 */
const base64OfLetters = (text: string): string | undefined => {
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

/** RFC 4648 §6. Chance makes no signature that has neither of the digits 0, 1, 8 and 9. */
const base32 = /^(?:[A-Z2-7]{85,}|[a-z2-7]{85,})={0,6}$/

const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The Base64 of the bytes that Base32 spells. */
const base64OfBase32 = (text: string): string | undefined => {
  if (!base32.test(text)) return undefined
  const bytes: Array<number> = []
  let bits = 0
  let count = 0
  for (const digit of text.toUpperCase().replaceAll('=', '')) {
    bits = ((bits & 0xff) << 5) | base32Digits.indexOf(digit)
    count += 5
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
  }
  return Base64.encode(Uint8Array.from(bytes))
}

const base32Words: Telling = {
  what: 'The caller wrote the signature in Base32, not in Base64.',
  remedy: 'Write the signature in standard Base64.',
}

/** The digits of the signatures of usual keys, 1024 to 8192 bits. */
const decimalNumber = /^[1-9]\d{299,2500}$/

/** The Base64 of a number in decimal digits, as a program prints a big integer. */
const base64OfDecimal = (text: string): string | undefined => {
  if (!decimalNumber.test(text)) return undefined
  const digits = BigInt(text).toString(16)
  // A signature may begin with zeros, and its length is a multiple of 32 bytes.
  const whole = digits.padStart(Math.ceil(digits.length / 64) * 64, '0')
  return O.toUndefined(O.map(Base64.encode)(Bytes.ofHex(whole)))
}

const decimalWords: Telling = {
  what: 'The caller wrote the signature as a number in decimal digits.',
  remedy: 'Write the bytes of the signature in Base64.',
}

/** openssl prints the name of the digest and of the file before the digits: `SHA2-256(body.json)= `. */
const opensslLabel = /^((?:[0-9A-Za-z-]{1,32})?\()([^()]{1,64})(\)= ?)/

/** The names of digests and keys in front of the file. Another text is not quoted. */
const knownLabel = /^(?:(?:RSA-|HMAC-)?SHA(?:2-)?(?:1|224|256|384|512)?)?\($/

const hexDetail = (text: string): string => {
  const [, before = '', file = '', after = ''] = opensslLabel.exec(text) ?? []
  if (after === '') return 'hexadecimal digits'
  const label = `${knownLabel.test(before) ? before : '…('}${file === 'stdin' ? file : '…'}${after}`
  return `hexadecimal digits after ${JSON.stringify(label)}, as openssl prints them`
}

/** The bytes of a text in UTF-16 of ASCII letters, as Encoding.Unicode of .NET writes it, without the zero after each. */
const withoutZeros = (bytes: Bytes.Bytes): Bytes.Bytes =>
  bytes.length % 2 === 0 && bytes.every((byte, i) => (i % 2 === 0 ? byte !== 0 : byte === 0))
    ? bytes.filter((_, i) => i % 2 === 0)
    : bytes

/** The printable text that was encoded in Base64 once more, without the line ends of the program that printed it. */
const textInBase64 = (text: string): string | undefined => {
  const bytes = Base64.decode(text)
  if (E.isLeft(bytes)) return undefined
  const inner = Bytes.toText(withoutZeros(bytes.right))
  if (E.isLeft(inner) || !/^[\x20-\x7e\s]+$/.test(inner.right)) return undefined
  const printed = inner.right.trimEnd()
  return /^[\w+/=-]+(?:\r?\n[\w+/=-]+)*$/.test(printed) ? printed.replace(/\r?\n/g, '') : printed
}

/** Standard Base64 of the URL alphabet. Its padding is usually missing, which is no further mistake. */
const standardBase64 = (escapedText: string): string | undefined =>
  /[-_]/.test(escapedText) ? padded(escapedText.replaceAll('-', '+').replaceAll('_', '/')) : undefined

/** `json_encode` of PHP escapes each slash, and some serializers `+` and `=`. */
const unescapedJson = (jsonText: string): string =>
  jsonText
    .replaceAll('\\/', '/')
    .replace(/\\u00(2[bBfF]|3[dD])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The characters of Base64 that are no letters and no digits, as templates for web pages write them: Handlebars, Mustache, .NET and Go. */
const entitiesOfBase64: Readonly<Record<string, string>> = {
  '&#43;': '+',
  '&#x2b;': '+',
  '&plus;': '+',
  '&#47;': '/',
  '&#x2f;': '/',
  '&sol;': '/',
  '&#61;': '=',
  '&#x3d;': '=',
  '&equals;': '=',
}

/** Base64 without such entities. Undefined if it has none, or other ones. */
const unescapedHtml = (text: string): string | undefined => {
  const base64 = text.replace(/&[#\w]{2,8};/g, (entity) => entitiesOfBase64[entity.toLowerCase()] ?? entity)
  return base64 !== text && !base64.includes('&') ? base64 : undefined
}

/** `signature=MEUC…`: a label and the Base64 of a whole signature. */
const signatureAfterLabel = /^[A-Za-z][0-9A-Za-z-]{0,15}= ?([0-9A-Za-z+/_-]{85,}={0,2})$/

/**
 * Words and marks that languages and services print round a value: `Optional("MEUC…")`, `RSA-SHA256:MEUC…`, `vault:v1:MEUC…`,
 * `-----BEGIN SIGNATURE-----MEUC…`.
 */
const surrounded =
  /^(-{5}[A-Z0-9 ]{1,40}-{5}[\r\n ]{0,2}|&(?:quot|apos|#34|#39|#x22|#x27);|[A-Za-z][\w.-]{0,40}(?::[\w.-]{1,40}){0,2}(?:[([{]["']?|: ?))([0-9A-Za-z+/]{85,2800}={0,2})(["']?[\])}]|&(?:quot|apos|#34|#39|#x22|#x27);|[\r\n ]{0,2}-{5}[A-Z0-9 ]{1,40}-{5})?$/

/** What comes before a signature and is quoted. Another word may be a secret. */
const knownBefore =
  /^(?:(?:Optional|Some|Ok|Just|Right|Success|Result|Buffer|String)[([{]["']?|(?:vault:v\d{1,3}|v\d{1,2}|sig|sign|signature|base64|rsa|rsa-sha256|rsa-sha2-256|sha256|sha-256|sha256withrsa|rs256): ?|&(?:quot|apos|#34|#39|#x22|#x27);)$/i

/** The lines of PEM that tools write round any bytes. */
const knownPem = /^-{5}BEGIN (?:CERTIFICATE|SIGNATURE|SIGNED DATA|RSA SIGNATURE)-{5}/

/** What is round the signature, quoted if it is known. */
const surroundedWords = (text: string): Telling | undefined => {
  const [, before = '', , after = ''] = surrounded.exec(text) ?? []
  const remedy = 'Put only the Base64 of the signature into the header.'
  if (before.startsWith('-----')) {
    const known = knownPem.exec(before)?.[0]
    return {
      what:
        known === undefined
          ? 'The header has the signature between lines of PEM.'
          : `The header has ${known} before the signature. This is a line of PEM, as certutil -encode and other tools write it.`,
      remedy,
    }
  }
  if (!knownBefore.test(before))
    return { what: 'The header has other text beside the signature: a word and a mark before it.', remedy }
  const behind = after === '' ? '' : ` and ${after} after it`
  return { what: `The header has ${before.trimEnd()} before the signature${behind}.`, remedy }
}

/** `{"signature":"MEUC…"}`: a member of an object of JSON, which has the Base64 of a whole signature. */
const memberOfJson =
  /^\{ ?(?:"[^"\\]{0,64}" ?: ?(?:"[^"\\]{0,64}"|[\w.-]{1,32}) ?, ?){0,4}"[A-Za-z_-]{1,32}" ?: ?"([0-9A-Za-z+/_-]{85,2800}={0,2})"/

const memberWords: Telling = {
  what: 'The caller put an object of JSON in place of the signature. The signature is the value of one of its members.',
  remedy: 'Take the signature out of the object, and put this text alone into the header.',
}

/** `==MEUC…`: the padding of Base64, or signs of a header in another form, before the signature. */
const behindSigns = /^={1,3}([0-9A-Za-z+/_-]{85,2800}={0,2})$/

const behindSignsWords: Telling = {
  what: 'The value of signature begins with more equals signs. After them stands the signature.',
  remedy: 'Write one equals sign between signature and its value.',
}

/** The bytes of the shortest signature, and of the longest. */
export const leastListed = 64
const mostListed = 1024

/** One byte in a list, with or without a sign, and perhaps with its index. */
const listedByte = /^(?:"\d{1,4}":)?(-?\d{1,3})$/

/** The bytes as a language prints a list of them: `[58, -17, …]`, `[58 239 …]`, `{"0":58,"1":239,…}`, or the JSON of a Buffer. */
const base64OfList = (text: string): string | undefined => {
  const list = /^\{ ?"type": ?"Buffer", ?"data": ?(\[[^\]]*\]) ?\}$/.exec(text)?.[1] ?? text
  const pieces = list
    .replace(/^[[{(] ?/, '')
    .replace(/ ?[\])}]$/, '')
    .replaceAll(': ', ':')
    .split(/, ?| /)
  if (pieces.length < leastListed || pieces.length > mostListed) return undefined
  const numbers = pieces.map((piece) => Number(listedByte.exec(piece)?.[1] ?? Number.NaN))
  return numbers.every((number) => number >= -128 && number <= 255)
    ? Base64.encode(Uint8Array.from(numbers, (number) => number & 0xff))
    : undefined
}

// ---- Words that say more than the catalogue's

const listedWords: Telling = {
  what: 'The caller wrote the bytes of the signature as a list of numbers.',
  remedy: 'Encode the bytes of the signature in Base64, and put this text into the header.',
}

const lettersInUtf8: Telling = {
  what: 'The caller read each byte of the signature as a letter, and encoded the UTF-8 of these letters in Base64.',
  remedy: 'Encode the unchanged bytes of the signature in Base64. Do not convert them to text first.',
}

const escapedWords: Telling = {
  what: 'The signature is right, but has the escapes of a JSON string, such as a backslash before each slash.',
  remedy: 'Put the Base64 text into the header unchanged. Do not pass it through a JSON encoder.',
}

const entityWords: Telling = {
  what: 'The signature is right, but has HTML entities, such as &#x3D; for an equals sign. A template for web pages writes them.',
  remedy: 'Put the Base64 text into the header unchanged. Do not build the header with a template for web pages.',
}

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

/** A program that replaces one character of Base64 leaves the other one: `-` for each `+`, with `/` unchanged. */
interface Half {
  readonly mark: string
  readonly stands: '+' | '/'
}

/** Each mark once: a hyphen stands for `+` in most alphabets, and an underscore for `/`. */
const halves: ReadonlyArray<Half> = [
  ...['-', '*', '.'].map((mark): Half => ({ mark, stands: '+' })),
  ...['_', '~'].map((mark): Half => ({ mark, stands: '/' })),
]

/** Standard Base64, if the text has the mark and the unchanged character, but not the character that the mark stands for. */
const readHalf =
  ({ mark, stands }: Half) =>
  (text: string): string | undefined => {
    const unchanged = stands === '+' ? '/' : '+'
    if (text.includes(stands) || !text.includes(mark) || !text.includes(unchanged)) return undefined
    const base64 = text.replaceAll(mark, stands)
    return /^[0-9A-Za-z+/]+={0,2}$/.test(base64) ? padded(base64) : undefined
  }

const halfWords =
  ({ mark, stands }: Half) =>
  (text: string): Telling => {
    const unchanged = stands === '+' ? '/' : '+'
    const what = `The caller wrote ${mark} for each ${stands} in the Base64 of the signature, but left each ${unchanged} unchanged.`
    return {
      what: isUnpadded(text) ? `${what} It also removed the = at its end.` : what,
      remedy: 'Write the signature in standard Base64, with +, / and =.',
    }
  }

const oneWord = 'Write the signature as one word.'

const linesOfDigits: Telling = {
  detail: 'line ends between the digits',
  what: 'The caller wrote line ends between the digits of the signature.',
  remedy: oneWord,
}

const spacesInDigits: Telling = {
  detail: 'spaces between the digits',
  what: 'The caller wrote spaces between the digits of the signature.',
  remedy: oneWord,
}

/** Digits of another encoding than Base64 were broken into pieces. */
const digitsApart = (joined: string, telling: Telling): Telling | undefined =>
  (base64OfHex(joined) ?? base64OfDecimal(joined)) === undefined ? undefined : telling

const joinLines = (text: string): string => text.replace(/(?:\\r|\\n|[\r\n])[ \t]*|\t/g, '')

const joinWords = (text: string): string => text.replaceAll(' ', '')

const isUnpadded = (text: string): boolean => !text.endsWith('=') && text.length % 4 !== 0

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

// ---- The steps

/** A step whose form always has the same name. */
const step = (
  id: string,
  detail: string,
  mend: RepairStep['mend'],
  tellingOf?: RepairStep['tellingOf'],
): RepairStep => ({ id, detailOf: () => detail, mend, ...(tellingOf === undefined ? {} : { tellingOf }) })

/** The steps for alphabets that few services use. */
const alphabetSteps: ReadonlyArray<RepairStep> = alphabets.map((alphabet) =>
  step(
    'signature-base64url',
    alphabet.name,
    (text) => readFrom(alphabet, text),
    () => otherAlphabet(alphabet),
  ),
)

/** The steps for a text in which only one of the two characters was replaced. */
const halfSteps: ReadonlyArray<RepairStep> = halves.map((half) =>
  step('signature-base64url', `${half.mark} for each ${half.stands}`, readHalf(half), halfWords(half)),
)

export const repairSteps: ReadonlyArray<RepairStep> = [
  step(
    'signature-printed',
    "b'…' (Python)",
    (text) => /^b(['"])(.*)\1$/s.exec(text)?.[2],
    () => pythonBytesWords,
  ),
  step('signature-printed', 'in quotation marks', (text) => /^(["'])([^"']+)\1$/.exec(text)?.[2]),
  step('signature-printed', 'a label in front of it', (text) => signatureAfterLabel.exec(text)?.[1]),
  step(
    'signature-printed',
    'a member of JSON',
    (text) => memberOfJson.exec(text)?.[1],
    () => memberWords,
  ),
  step(
    'signature-printed',
    'equals signs before it',
    (text) => behindSigns.exec(text)?.[1],
    () => behindSignsWords,
  ),
  step('signature-printed', 'with HTML entities', unescapedHtml, () => entityWords),
  step('signature-printed', 'with words or marks round it', (text) => surrounded.exec(text)?.[2], surroundedWords),
  step('signature-printed', 'a list of its bytes', base64OfList, () => listedWords),
  step('signature-printed', 'a zero byte in front of it (BigInteger of Java)', withoutSign),
  step('signature-printed', 'with the escapes of a JSON string', unescapedJson, () => escapedWords),
  step('signature-percent-encoded', 'as a URL value', (text) =>
    /%[0-9A-Fa-f]{2}/.test(text) ? decode(text) : undefined,
  ),
  // `\\n`: the line feed was escaped on the way.
  step('signature-wrapped', 'broken into lines', joinLines, (text) => digitsApart(joinLines(text), linesOfDigits)),
  step('signature-wrapped', 'line feeds as spaces', joinWords, (text) => digitsApart(joinWords(text), spacesInDigits)),
  step('signature-plus-as-space', 'form-decoded', (text) => (text.includes('+') ? text : text.replaceAll(' ', '+'))),
  ...halfSteps,
  step('signature-base64url', 'the URL alphabet', standardBase64, (text) =>
    isUnpadded(text) ? urlAlphabetUnpadded : undefined,
  ),
  ...alphabetSteps,
  step('signature-base64url', 'Base32', base64OfBase32, () => base32Words),
  step('signature-unpadded', 'without =', (text) => (/=/.test(text) ? undefined : padded(text))),
  {
    id: 'signature-hex',
    detailOf: hexDetail,
    mend: base64OfHex,
    tellingOf: (text, isFirst) => (isFirst ? hexReadAsBase64(text) : undefined),
  },
  step('signature-hex', 'decimal digits', base64OfDecimal, () => decimalWords),
  step('signature-double-base64', 'twice', textInBase64),
  step('signature-as-text', 'each byte as a letter, in UTF-8', base64OfLetters, () => lettersInUtf8),
]
