/**
 * What the text of a signature means: the bytes, and the repairs that lead to them. Several repairs may be needed, so `meanings` tries
 * every chain of a few steps (signatureRepairs.ts), the shortest chains first.
 *
 *     MEUC…=           →  { bytes, repairs: [] }
 *     'b%27MEUC…=%27'  →  { bytes, repairs: [percent-encoded, printed by Python] }
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { definedOf } from '../../core/Settings.ts'
import { digestSizes } from '../../effects/Hash.ts'
import { latin1 } from './Received.ts'
import { meaningsAmongText } from './signatureAmongText.ts'
import { type Repair, type RepairStep, repairSteps } from './signatureRepairs.ts'
import type { Telling } from './Telling.ts'

export interface Meaning {
  readonly bytes: Bytes.Bytes
  readonly repairs: ReadonlyArray<Repair>
}

/** Percent escapes, quotation marks, lines, and three encodings. */
const maxRepairs = 6
/** The most texts that are tried. A few dozen are usual. */
const maxTexts = 400

/** A signature of the largest key, in hexadecimal digits and then in Base64. */
const maxCharacters = 8192

/** A text that some repairs lead to. */
interface RepairedText {
  readonly text: string
  readonly repairs: ReadonlyArray<Repair>
}

/**
 * What `signatureText` may mean, the fewest repairs first. Hexadecimal digits are also Base64, of another length, so `fits` decides by the
 * lengths of the signatures that the keys make.
 */
export const meanings = (signatureText: string, fits: (length: number) => boolean): ReadonlyArray<Meaning> => [
  ...meaningsInTurn(signatureText, fits),
]

/** The same, one by one: most signatures need no repair, so nothing is repaired before the unrepaired text was tried. */
export function* meaningsInTurn(signatureText: string, fits: (length: number) => boolean): Generator<Meaning> {
  if (signatureText.length > maxCharacters) return
  const seen = new Set([signatureText])
  let round: ReadonlyArray<RepairedText> = [{ text: signatureText, repairs: [] }]
  for (let depth = 0; depth <= maxRepairs; depth++) {
    for (const { text, repairs } of round) {
      const bytes = Base64.decode(text)
      if (E.isRight(bytes) && fits(bytes.right.length)) yield { bytes: bytes.right, repairs: joinedChains(repairs) }
    }
    round = round.flatMap((repaired) => repairSteps.flatMap((step) => repairedBy(step, repaired, seen) ?? []))
  }
  const behindText = meaningBehindText(signatureText, fits)
  if (behindText !== undefined) yield behindText
  else yield* meaningsInMoreBytes(signatureText, fits)
  yield* meaningsAmongText(signatureText, usualLengths.filter(fits))
}

/** The text after one step more, which joins those that were seen. Undefined if the step changes nothing, or leads to a text that was seen. */
const repairedBy = (step: RepairStep, { text, repairs }: RepairedText, seen: Set<string>): RepairedText | undefined => {
  const mended = step.mend(text)
  if (mended === undefined || seen.has(mended) || seen.size > maxTexts) return undefined
  seen.add(mended)
  const telling = step.tellingOf?.(text, repairs.length === 0)
  const repair: Repair = { id: step.id, detail: step.detailOf(text), ...definedOf({ telling }) }
  return { text: mended, repairs: [...repairs, repair] }
}

// ---- Chains of encodings

const undoesEncoding = ({ id }: Repair): boolean => id === 'signature-hex' || id === 'signature-double-base64'

/** How often a signature was encoded, in a word. */
const times = ['', 'once', 'twice', 'three times', 'four times', 'five times', 'six times']

/**
 * The encodings of the bytes in the order in which the caller made them. The repairs undo the last encoding first. A repair gives Base64
 * for what it reads from hexadecimal digits, so the repair after it undoes nothing that the caller did.
 */
const encodingsOf = (repairs: ReadonlyArray<Repair>): ReadonlyArray<string> => {
  const outer: Array<string> = []
  let isAfterDigits = false
  for (const { id, detail } of repairs) {
    const isOfDigits = id === 'signature-hex'
    if (!isAfterDigits) outer.push(isOfDigits ? detail : 'Base64')
    isAfterDigits = !isAfterDigits && isOfDigits
  }
  return (isAfterDigits ? outer : [...outer, 'Base64']).toReversed()
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

/** The repairs, with those that undo one chain of encodings as one. */
const joinedChains = (repairs: ReadonlyArray<Repair>): ReadonlyArray<Repair> => {
  const chains: Array<Array<Repair>> = []
  for (const repair of repairs) {
    const lastChain = chains.at(-1)
    if (lastChain !== undefined && [...lastChain, repair].every(undoesEncoding)) lastChain.push(repair)
    else chains.push([repair])
  }
  return chains.map(chainOf)
}

// ---- Something in front of a signature

/** The lengths in bytes of the signatures of usual keys. */
export const usualLengths: ReadonlyArray<number> = [128, 256, 384, 512, 1024]

/** Chance makes no text of so many bytes. */
const minText = 12

/** The name of the algorithm in the structure that SSH writes round a signature, which has the length of a digest. */
const ofSsh = /rsa-sha2-(?:256|512)|ssh-rsa/

/** Only a key that opens the signature shows that these bytes are in front of one. */
const behindDigest = (length: number): Repair => ({
  id: 'signature-printed',
  detail: `${length} bytes, as of a digest in front of it`,
  telling: {
    what: `The caller put ${length} more bytes before the bytes of the signature. A digest has this length.`,
    remedy: 'Encode only the bytes of the signature.',
  },
  isGuess: true,
})

/** A signature that was appended to the bytes of a text, such as the body. */
const meaningBehindText = (signatureText: string, fits: (length: number) => boolean): Meaning | undefined => {
  const decoded = Base64.decode(signatureText)
  if (E.isLeft(decoded) || fits(decoded.right.length)) return undefined
  const { length } = decoded.right
  for (const signatureLength of usualLengths) {
    const textLength = length - signatureLength
    if (!fits(signatureLength) || textLength < minText) continue
    if (ofSsh.test(latin1(decoded.right.subarray(0, textLength)))) continue
    if (Object.values(digestSizes).includes(textLength))
      return { bytes: decoded.right.subarray(textLength), repairs: [behindDigest(textLength)] }
    // A text that goes on has no signature in it.
    if (decoded.right.subarray(textLength).every((byte) => byte >= 0x20 && byte < 0x7f)) continue
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

// ---- A signature within more bytes

/** Bytes that hold a signature and little else. More of them are another document. */
const mostAround = 256

/** The header of a structure in DER: its type, and a length of two bytes or one. */
const structures: Readonly<Record<number, string>> = { 2: 'an INTEGER', 3: 'a BIT STRING', 4: 'an OCTET STRING' }

const inStructure = (before: Bytes.Bytes): string | undefined =>
  before.length <= 5 && (before[1] ?? 0) > 0x80 ? structures[before[0] ?? 0] : undefined

/** What the bytes before a signature are, or those after it. The words are true only if a key opens the signature. */
const aroundWords = (before: Bytes.Bytes, after: Bytes.Bytes, length: number): Telling => {
  const remedy = `Encode only the ${length} bytes of the signature in Base64.`
  const name = inStructure(before)
  if (name !== undefined && after.length === 0)
    return { what: `The caller encoded the signature within ${name} of ASN.1 (DER).`, remedy }
  if (after.length === 0 && ofSsh.test(latin1(before)))
    return { what: 'The caller encoded the signature within the structure that SSH writes round it.', remedy }
  const ends: Readonly<Record<string, string>> = { '00': 'a zero byte', '0a': 'a line feed', '0d0a': 'CR LF' }
  const end = before.length === 0 ? ends[Bytes.toHex(after)] : undefined
  if (end !== undefined) return { what: `The caller encoded ${end} after the bytes of the signature.`, remedy }
  return before.length === 0
    ? { what: `The caller encoded ${length + after.length} bytes. Only the first ${length} are the signature.`, remedy }
    : { what: `The caller encoded ${length + before.length} bytes. Only the last ${length} are the signature.`, remedy }
}

/**
 * The first bytes of a longer text as a signature, and the last ones: a structure of ASN.1 or SSH, a zero byte after a buffer. Only a key
 * that opens one of them shows that it is a signature.
 */
const meaningsInMoreBytes = (signatureText: string, fits: (length: number) => boolean): ReadonlyArray<Meaning> => {
  const decoded = Base64.decode(signatureText)
  if (E.isLeft(decoded) || fits(decoded.right.length)) return []
  const bytes = decoded.right
  return usualLengths.flatMap((length) => {
    const more = bytes.length - length
    if (!fits(length) || more <= 0 || more > mostAround) return []
    return [bytes.subarray(more), bytes.subarray(0, length)].map((signature, i): Meaning => {
      const [before, after] = i === 0 ? [bytes.subarray(0, more), Bytes.empty] : [Bytes.empty, bytes.subarray(length)]
      const telling = aroundWords(before, after, length)
      const detail = `${more === 1 ? '1 byte' : `${more} bytes`} ${i === 0 ? 'before' : 'after'} its bytes`
      return { bytes: signature, repairs: [{ id: 'signature-printed', detail, telling, isGuess: true }] }
    })
  })
}
