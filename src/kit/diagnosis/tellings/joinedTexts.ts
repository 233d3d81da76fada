/** The words for a string to sign that was joined in another way: other separators, something after the body, a digest in its place. */

import type * as Bytes from '../../../core/Bytes.ts'
import { bufferDifference } from '../bodyDifference.ts'
import { type Digested, type Draft, type OtherDigest, otherDigest, standard, textOf } from '../Draft.ts'
import {
  ampersandsWritten,
  endWithNonce,
  joinedBy,
  lineEndsBehind,
  missingParts,
  missingSeparators,
  partsInOrder,
  schemeTelling,
} from '../directions.ts'
import { encodedText } from '../encodedText.ts'
import { entityDifference } from '../entityDifference.ts'
import { emptyLineTelling } from '../forms/emptyLines.ts'
import { namedListTelling } from '../forms/namedLists.ts'
import { partsAlikeTelling } from '../forms/partsAlike.ts'
import { wholeFormatTelling } from '../forms/wholeFormat.ts'
import { repeatedText } from '../forms/wholeText.ts'
import { endsWithinPart, jointName } from '../headline.ts'
import { literalSeparator } from '../languageWords.ts'
import { latin1 } from '../Received.ts'
import { jointOfParts, partsWithinText } from '../respelledParts.ts'
import type { Telling } from '../Telling.ts'
import { listed } from '../variables.ts'
import { partSigned } from './partsSigned.ts'
import { byForm, firstOf, type MistakeFound, ofBodies, ofDrafts, ofTargets, type Tellings } from './Teller.ts'
import { bodyAloneSigned } from './textSent.ts'

/** What was signed after the body. */
export const trailing = (end: string, hasBody: boolean): Telling | undefined =>
  end === '' ? undefined : (lineEndsBehind(end, hasBody) ?? trailingSeparator(JSON.stringify(end), hasBody))

const trailingSeparator = (separator: string, hasBody: boolean): Telling =>
  hasBody
    ? {
        detail: separator,
        what: `The caller signed ${separator} after the body, as if another part followed.`,
        remedy: 'End the string to sign with the last byte of the body.',
      }
    : {
        detail: separator,
        what: `The caller signed ${separator} at the end of the text, as if another part followed. But this request has no body.`,
        remedy: endWithNonce,
      }

/** One more line feed in front of the body. With a line feed behind it, a template over several lines made both. */
export const lineFeedBeforeBody = ({ separator, last, end }: Draft['layout']): Telling | undefined => {
  if (separator !== standard.separator || last !== '\n\n') return undefined
  return end === '\n'
    ? {
        what: 'The body that the caller signed begins with a line feed and ends with one, and the body that it sent does not.',
        remedy: 'Let the body follow the fourth line feed directly, and let nothing follow the body.',
      }
    : {
        what: 'The body that the caller signed begins with a line feed, and the body that it sent does not.',
        remedy: 'Let the body follow the fourth line feed directly.',
      }
}

/** Another separator, and something after the body as well. */
const closedTelling = ({ separator, end }: Draft['layout']): Telling | undefined =>
  end === ''
    ? undefined
    : {
        what: `The caller joined the parts with ${JSON.stringify(separator)}, and signed ${JSON.stringify(end)} at the end of the text.`,
        remedy: 'Join the parts with a single line feed, and put nothing after the body.',
      }

/** Another separator everywhere, and nothing else. */
const joinedWith = ({
  order,
  separator,
  start,
  last,
  end,
  labels,
  pieces,
  whole,
  text,
}: Draft['layout']): Telling | undefined => {
  const isPlainly = [start, last, labels, pieces, whole, text].every((member) => member === undefined)
  return isPlainly && end === '' && order.join() === standard.order.join() && separator !== standard.separator
    ? {
        what: `The caller joined the parts with ${jointName(separator)} instead of a line feed.`,
        remedy: 'Join the parts with a single line feed (LF).',
      }
    : undefined
}

const everyLineEnded: Telling = {
  what: 'The caller ended every line with CR LF, even the last line. echo of cmd.exe and println on Windows do so.',
  remedy: 'Join the parts with a single line feed, and put nothing after the body.',
}

/** A line feed after the method or the timestamp makes an empty line, as an empty value does. */
const emptyLineAfter = (signed: Draft, right: Draft): Telling | undefined => {
  const slot = (['method', 'timestamp'] as const).find((name) => signed[name] === `${right[name]}\n`)
  return slot === undefined
    ? undefined
    : {
        what: `The caller signed an empty line after the ${slot}. It may be an empty value that it signed as one more part, or the line end of a file or of a variable.`,
        remedy: 'Sign only the five parts, without white space at their ends, and put a single line feed between them.',
      }
}

const repeated: Telling = {
  what: 'The caller signed the whole text twice. It appended the new string to sign to the old one.',
  remedy: 'Build a new string to sign for each request, and sign it once.',
}

/** The beginning of the right text, up to a byte within a part: no part was left out by its own. */
const cutWithinPart = (signed: Draft, right: Draft): Telling | undefined => {
  const signedText = latin1(textOf(signed))
  const rightText = latin1(textOf(right))
  return signedText.length < rightText.length && endsWithinPart(signedText, rightText)
    ? {
        detail: `the first ${signedText.length} of ${rightText.length} bytes`,
        what: `The caller signed only the first ${signedText.length} of ${rightText.length} bytes of the right text. Perhaps a function cut the text there: for example, printf of a shell stops at a percent sign that begins no format.`,
        remedy:
          'Sign the whole string to sign. In a shell, print it with printf %s and the text as a separate argument.',
      }
    : undefined
}

/** A text that was shown, and that no layout makes. */
export const otherLayout = (signed: Draft, rightDraft: Draft): Telling =>
  cutWithinPart(signed, rightDraft) ?? otherJoin(signed, rightDraft)

const otherJoin = (signed: Draft, rightDraft: Draft): Telling => {
  const parts = partsWithinText(signed, rightDraft)
  const lacking = standard.order.filter((partName) => !parts.some(({ name }) => name === partName))
  const spellings = parts.flatMap(({ spelling }) => spelling ?? [])
  const joint = jointOfParts(parts, signed)
  return {
    detail: lacking.length > 0 ? `without ${lacking.join(', ')}` : 'in another form',
    what: [
      lacking.length > 0
        ? `The caller signed a text without the ${listed(lacking)} of this request.`
        : 'The caller signed the five parts of this request, but joined them in another way or added something to them.',
      ...(spellings.length === 0 ? [] : [`These parts are in another spelling: ${listed(spellings)}.`]),
      ...(joint === undefined || joint === '\n' ? [] : [`Between its parts is ${joinedBy(JSON.stringify(joint))}.`]),
    ].join(' '),
    remedy: 'Sign method, target, timestamp, nonce and body, in this order, with a single line feed between them.',
  }
}

/** How a digest was written, by its form. */
const digestTexts: Readonly<Record<Exclude<Digested, 'bytes' | OtherDigest>, string>> = {
  hex: 'in hexadecimal digits',
  HEX: 'in hexadecimal digits in upper case',
  base64: 'in Base64',
  'hex LF': 'in hexadecimal digits with a line feed after them',
  openssl: 'as openssl dgst prints it',
  'openssl 1': 'as openssl dgst of version 1 prints it',
  sha256sum: 'as sha256sum prints it',
  'read as UTF-8': 'read as text in UTF-8, so that most of its bytes were lost',
  'as letters': 'with each byte as one letter',
  'in a DigestInfo': 'in a DigestInfo, the structure that names the hash',
  libressl: 'as LibreSSL prints it',
  base64url: 'in the URL alphabet of Base64',
}

const otherHashes = { md5: 'MD5', sha1: 'SHA-1', sha512: 'SHA-512' } as const

/** The digest that was signed in place of the text. The form of this mistake is its `Digested`: `hex`, `md5 base64`. */
const digestSigned = ({ detail }: MistakeFound): Telling | undefined => {
  const other = otherDigest(detail as Digested)
  const writing = digestTexts[(other?.writing ?? detail) as keyof typeof digestTexts]
  if (writing === undefined) return undefined
  const digest = other === undefined ? 'digest' : otherHashes[other.hash]
  return {
    what: `The caller signed the ${digest} of the string to sign, ${writing}, instead of the string to sign.`,
    remedy: 'Pass the string to sign to the signing function, not its digest.',
  }
}

const ampersandsInBody = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined =>
  ampersandsWritten(latin1(signed), latin1(sent))

const entitiesInTarget = (signed: string, sent: string): Telling | undefined => entityDifference(signed, sent, 'target')

/** A body that is no text has one character for each byte. */
const entitiesInBody = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined =>
  entityDifference(latin1(signed), latin1(sent), 'body')

const textAsBuffer = (signed: Draft, right: Draft): Telling | undefined =>
  bufferDifference(textOf(signed), textOf(right), 'the text')

const signedSlots = ['method', 'target', 'timestamp', 'nonce'] as const

/** An empty line in place of one part. */
const emptyPart = (signed: Draft, right: Draft): Telling | undefined => {
  const slot = signedSlots.find((name) => signed[name] === '' && right[name] !== '')
  return slot === undefined || signed.layout.order.length !== standard.order.length
    ? undefined
    : {
        what: `The caller signed an empty line in place of the ${slot}. Perhaps a variable was not set yet.`,
        remedy: `Sign exactly the ${slot} that is sent.`,
      }
}

/** No text at all. */
const nothingSigned: Telling = {
  what: 'The caller signed an empty text. Perhaps the program finished its hash before it wrote the text into it, or the variable for the text was still empty.',
  remedy: 'Give the whole string to sign to the signing function, and print it just before that.',
}

const emptyText = ({ text }: Draft['layout']): Telling | undefined => (text?.length === 0 ? nothingSigned : undefined)

const partsMissing = ({ detail, signed, right }: MistakeFound): Telling | undefined =>
  missingParts(detail, signed, right)

const namedList = ({ detail, right }: MistakeFound): Telling | undefined => namedListTelling(detail, right)

export const joinTellings: Tellings = {
  'separator-literal': ({ library }) => literalSeparator(library),
  'separator-other': ({ signed }) => closedTelling(signed.layout) ?? joinedWith(signed.layout),
  'separator-crlf': ({ signed }) => (signed.layout.end === '\r\n' ? everyLineEnded : undefined),
  'separator-missing': ({ signed }) => missingSeparators(signed.layout),
  'part-missing': firstOf(
    ({ signed }) => emptyText(signed.layout),
    bodyAloneSigned,
    ofDrafts(emptyPart),
    partsMissing,
    namedList,
    byForm(schemeTelling),
  ),
  'html-entities': firstOf(
    ofTargets(ampersandsWritten),
    ofBodies(ampersandsInBody),
    ofTargets(entitiesInTarget),
    ofBodies(entitiesInBody),
  ),
  'parts-reordered': firstOf(byForm(emptyLineTelling), ({ detail, signed }) =>
    signed.layout.whole === repeatedText ? repeated : partsInOrder(detail, signed),
  ),
  'text-encoded': firstOf(
    byForm(partsAlikeTelling),
    byForm(wholeFormatTelling),
    ofDrafts(textAsBuffer),
    ({ detail, signed }) => encodedText(detail, signed.layout),
  ),
  'hex-digest-signed': digestSigned,
  'white-space-signed': firstOf(ofDrafts(emptyLineAfter), partSigned),
}
