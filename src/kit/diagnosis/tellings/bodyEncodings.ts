/** The words for a body that was signed or sent in another encoding: UTF-8 twice, seven bits, Base64, the payload of a JWS. */

import type * as Bytes from '../../../core/Bytes.ts'
import { brokenLetters, bytesAsLetters, bytesDecoded, bytesLeftOut } from '../bodyDifference.ts'
import { jwsHeaderOf, payloadWritingOf } from '../catalogue/encodings.ts'
import { charsetTelling, lettersAsMarks, lettersSentAsMarks } from '../charsetWords.ts'
import { rewritable } from '../Draft.ts'
import { misreadTelling, readWindows1252 } from '../forms/misreadText.ts'
import { topBitsCleared } from '../forms/wholeText.ts'
import { lostCharacters } from '../lostCharacters.ts'
import { normalizationDifference } from '../normalizationDifference.ts'
import { latin1 } from '../Received.ts'
import type { Telling } from '../Telling.ts'
import { signBodyItself } from './bodyReplaced.ts'
import {
  byForm,
  firstOf,
  forForm,
  type MistakeFound,
  ofBodies,
  ofBodyTexts,
  sentBodyText,
  signedBodyText,
  type Tellings,
} from './Teller.ts'

const sevenBits: Telling = {
  what: "The caller signed each byte of the body without its top bit, as toString('ascii') of a Buffer reads it in Node, and sent the letters in UTF-8.",
  remedy: "Read the body with toString('utf8'), or sign its bytes as they are.",
}

/** The same by the bytes, of a text that another form led to: a text that the caller shows is compared with JSON first. */
export const topBitsLost = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined =>
  isTextBeyondAscii(sent) && latin1(signed) === latin1(sent.map((byte) => byte & 0x7f))
    ? { id: 'body-encoding', detail: topBitsCleared, ...sevenBits }
    : undefined

const isTextBeyondAscii = (bytes: Bytes.Bytes): boolean => /[^\0-\u007f]/.test(rewritable(bytes) ?? '')

/**
 * Whether `doubled` is `bytes` encoded in UTF-8 once more: a program read each byte as a letter, as one of `readers` does, and wrote
 * the letters in UTF-8. `é` is C3 A9; read as Latin-1 it is `Ã©`, and this is C3 83 C2 A9.
 */
const isUtf8OfBytes = (
  bytes: Bytes.Bytes,
  doubled: Bytes.Bytes,
  readers: ReadonlyArray<(bytes: Bytes.Bytes) => string>,
): boolean => {
  if (!isTextBeyondAscii(bytes) || doubled.length <= bytes.length) return false
  const text = rewritable(doubled)
  return readers.some((read) => read(bytes) === text)
}

/** One side has the text in UTF-8, and the other has it encoded once more. */
const encodedTwice = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined => {
  if (isUtf8OfBytes(signed, sent, [latin1, (bytes) => readWindows1252(bytes, false)]))
    return {
      detail: 'sent in UTF-8 twice',
      what: 'The caller signed the body in UTF-8, but it arrived encoded in UTF-8 twice. Its HTTP client or something on the way took each byte for a letter and encoded it again.',
      remedy:
        'Encode the text in UTF-8 once, and give the HTTP client those bytes, or the text itself before it is encoded.',
    }
  // A text that was signed after it was read as windows-1252 has words of its own, which name the encoding.
  return isUtf8OfBytes(sent, signed, [latin1])
    ? {
        detail: 'signed in UTF-8 twice',
        what: 'The caller sent the body in UTF-8, and signed it encoded in UTF-8 twice: its program took each byte for a letter and encoded it again.',
        remedy: 'Encode the text in UTF-8 once, then sign and send those bytes.',
      }
    : undefined
}

/** A protocol that puts bytes into a text. */
const payloadTelling = (detail: string): Telling | undefined => {
  const jwsHeader = jwsHeaderOf(detail)
  if (jwsHeader !== undefined)
    return {
      what: `Instead of the body, the caller signed the signing input of a JWS: its header ${jwsHeader}, a dot and the payload.`,
      remedy: signBodyItself,
    }
  const writing = payloadWritingOf(detail)
  if (writing === undefined) return undefined
  return writing === 'Base64url'
    ? {
        what: 'Instead of the body, the caller signed the Base64url of the body, as JWS writes a payload.',
        remedy: signBodyItself,
      }
    : {
        what: `Instead of the body, the caller signed the body written in ${writing}.`,
        remedy: signBodyItself,
      }
}

const isOfSevenBits = (detail: string): boolean => detail === topBitsCleared

const normalized = (signed: string, sent: string): Telling | undefined => normalizationDifference(signed, sent, 'body')

const broken = (found: MistakeFound): Telling | undefined =>
  brokenLetters(signedBodyText(found), sentBodyText(found), found.detail)

const asMarks = ({ detail, signed, right }: MistakeFound): Telling | undefined =>
  lettersAsMarks(signed.body, right.body, detail)

export const encodingTellings: Tellings = {
  'body-encoding': firstOf(
    forForm(isOfSevenBits, () => sevenBits),
    ofBodies(encodedTwice),
    ofBodyTexts(lettersSentAsMarks),
    byForm(payloadTelling),
    byForm(misreadTelling),
    ofBodyTexts(normalized),
    ofBodyTexts(lostCharacters),
    broken,
    ofBodies(bytesDecoded),
    byForm(bytesLeftOut),
    ofBodies(bytesAsLetters),
    asMarks,
    byForm(charsetTelling),
  ),
}
