/**
 * The headline of a report: what was signed and what was sent, in a few words, such as `signed /v1/jobs, sent /v1/jobs/8812`. It says
 * how the texts differ, and names no cause.
 */

import * as Bytes from '../../core/Bytes.ts'
import { type Draft, encodedOf, standard, textOf } from './Draft.ts'
import { holdsText } from './forms/sentText.ts'
import { byteName, quoted } from './glyphs.ts'
import { latin1 } from './Received.ts'
import type { Difference } from './Report.ts'
import { partsWithinText } from './respelledParts.ts'
import { shownPair } from './shownPair.ts'
import { listed } from './variables.ts'

/** Control characters, and blanks at an end. */
const unseen = /\p{Cc}|^\s|\s$/u

const inWordsOf = (shown: string, partName: string): string => {
  if (shown === '') return `an empty ${partName === 'target' ? 'path' : partName}`
  return unseen.test(shown) ? quoted(shown) : shown
}

const partsOf = (signed: Draft, sent: Draft): ReadonlyArray<string> =>
  (['method', 'target', 'timestamp', 'nonce'] as const).flatMap((partName) => {
    if (signed[partName] === sent[partName]) return []
    const [theirs, ours] = shownPair(signed[partName], sent[partName]).map((shown) => inWordsOf(shown, partName))
    const noun = partName === 'target' || signed[partName] === '' ? '' : `the ${partName} `
    return [`signed ${noun}${theirs}, sent ${ours}`]
  })

const counted = (bytes: Bytes.Bytes): string => (bytes.length === 1 ? '1 byte' : `${bytes.length} bytes`)

const bodyOf = ({ body: signed }: Draft, { body: sent }: Draft): string => {
  if (signed.length === 0) return `signed no body, sent a body of ${counted(sent)}`
  if (sent.length === 0) return `signed a body of ${counted(signed)}, sent no body`
  return signed.length === sent.length
    ? `signed one body of ${counted(signed)}, sent another`
    : `signed a body of ${counted(signed)}, sent a body of ${counted(sent)}`
}

const placeOf = ({ offset, signed, expected }: Difference): string => {
  const [theirs, ours] = [signed, expected].map((byte) => (byte === undefined ? 'the end' : byteName(byte)))
  return `signed the right parts in another form: byte ${offset} is ${theirs}, and should be ${ours}`
}

const lineEnds: Readonly<Record<string, string>> = {
  '\n': 'a line feed',
  '\n\n': 'two line feeds',
  '\r\n': 'a CR LF',
  '\r': 'a carriage return',
  ' ': 'a space',
  '': 'nothing',
  '\\n': 'a backslash and an n',
}

/** A text between the parts or at an end, in words if it has a name. */
export const jointName = (joint: string): string => lineEnds[joint] ?? quoted(joint)

const endOf = (end: string, body: Bytes.Bytes): string =>
  body.length > 0 ? `signed ${end} after the body` : `signed ${end} at the end of the text`

/** Where the last joint is: before the last part, which may be a second body. */
const placeOfLast = (order: Draft['layout']['order']): string =>
  order.at(-2) === 'body' ? 'between the two bodies' : 'before the body'

/** A text before the body that has no line feed lacks it; between two bodies none is due. */
const lastJoint = (last: string, order: Draft['layout']['order']): string =>
  last === '' && order.at(-2) !== 'body' ? 'no line feed' : jointName(last)

/** How the parts were joined, each clause for one difference from the right layout; empty if that does not say it. */
const joinsOf = ({ layout, body }: Draft): ReadonlyArray<string> => {
  const { order, separator, last, start, end, labels, pieces, whole, text } = layout
  if ([labels, pieces, whole, text].some((member) => member !== undefined)) return []
  const missing = standard.order.filter((part) => !order.includes(part) && (part !== 'body' || body.length > 0))
  const isReordered = order.join() !== standard.order.filter((part) => order.includes(part)).join()
  return [
    ...(isReordered ? [`signed the parts in the order ${order.join(', ')}`] : []),
    ...(missing.length > 0 ? [`signed no ${missing.join(', no ')}`] : []),
    ...(start === undefined ? [] : [`signed ${jointName(start)} before the first line`]),
    ...(separator === standard.separator ? [] : [`signed the parts with ${jointName(separator)} between them`]),
    ...(last === undefined ? [] : [`signed ${lastJoint(last, order)} ${placeOfLast(order)}`]),
    ...(end === '' ? [] : [endOf(jointName(end), body)]),
  ]
}

/** The parts of the request that a text does not have, if it has some of them. A text that writes parts in another way shows none. */
const partsNotIn = (signed: Draft, signedText: string, rightDraft: Draft): ReadonlyArray<string> => {
  const { layout } = signed
  if (layout.whole !== undefined || layout.pieces !== undefined) return []
  const parts = encodedOf(rightDraft)
  const lowerCased = signedText.toLowerCase()
  const sentParts = standard.order.filter((part) => parts[part].length > 0)
  const within = new Set<string>(partsWithinText(signed, rightDraft).map(({ name }) => name))
  const lacking = sentParts.filter(
    (part) => !within.has(part) && !lowerCased.includes(latin1(parts[part]).toLowerCase()),
  )
  return lacking.length < sentParts.length ? lacking : []
}

/** Whether the text is the beginning of the right one, and ends within a part. */
export const endsWithinPart = (signedText: string, rightText: string): boolean =>
  signedText !== '' &&
  rightText.startsWith(signedText) &&
  ![signedText.at(-1), rightText[signedText.length]].includes('\n')

/** What the text has less or more than the right one; the first byte that differs, if that says nothing. */
const formOf = (signed: Draft, rightDraft: Draft, difference: Difference): string => {
  const signedText = latin1(textOf(signed))
  const rightText = latin1(textOf(rightDraft))
  if (signedText === '') return 'signed the empty text'
  if (signedText.length < rightText.length && endsWithinPart(signedText, rightText))
    return `signed only the first ${signedText.length} of ${rightText.length} bytes of the right text`
  const lacking = partsNotIn(signed, signedText, rightDraft)
  if (lacking.length > 0) return `signed a text without ${listed(lacking)}`
  const { offset } = difference
  const added = signedText.length - rightText.length
  const isAdded = added > 0 && signedText.slice(offset + added) === rightText.slice(offset)
  return isAdded && signedText.startsWith(rightText.slice(0, offset))
    ? `signed the right text, and ${added === 1 ? '1 byte' : `${added} bytes`} more from byte ${offset} on`
    : placeOf(difference)
}

/** The parts of a text that was signed in place of all of them, if it has the standard layout with the right timestamp and nonce. */
const partsWithin = (signed: Draft, rightDraft: Draft): Draft => {
  const { text } = signed.layout
  if (text === undefined) return signed
  const lines = latin1(text).split('\n')
  const [method = '', target = '', timestamp, nonce] = lines
  if (lines.length < 5 || timestamp !== rightDraft.timestamp || nonce !== rightDraft.nonce) return signed
  const body = text.subarray(lines.slice(0, 4).join('\n').length + 1)
  return { ...rightDraft, method, target, body }
}

/** Names each part that differs. If all parts are the same, it says how they were joined, or names the first byte that differs. */
export const headlineOf = (
  signedDraft: Draft,
  rightDraft: Draft,
  difference: Difference | undefined,
  otherFault?: OtherFault,
): string => {
  const signed = partsWithin(signedDraft, rightDraft)
  const isBodySame = Bytes.Eq.equals(signed.body, rightDraft.body)
  const differences = [...partsOf(signed, rightDraft), ...(isBodySame ? [] : [bodyOf(signed, rightDraft)])]
  const hashed = signedDraft.digested.length > 0 ? ['signed a digest of the text instead of the text itself'] : []
  const place = difference === undefined ? [] : [formOf(signed, rightDraft, difference)]
  if (
    differences.length === 0 &&
    Bytes.Eq.equals(textOf(signed), rightDraft.body) &&
    holdsText(rightDraft, latin1(rightDraft.body))
  )
    return 'signed the string to sign, and sent this string as the body'
  const joins = joinsOf(signed)
  const inOtherForm = joins.length > 0 ? joins : place
  const inWords = [...(differences.length > 0 ? differences : inOtherForm), ...hashed].join('; ')
  return inWords || (otherFault === undefined ? 'signed what was sent' : otherFaults[otherFault])
}

/** If the text is right: what is written wrongly in the header, how it was signed, or for what the request is refused. */
const otherFaults = {
  signature: 'signed the right text, but encoded the signature wrongly',
  header: 'signed the right text, but wrote the Authorization header wrongly',
  hash: 'signed the right text, but by another algorithm',
  digest: 'signed the right text, but the digest is cut',
  timestamp: 'the signature is right, but the request was refused for its timestamp',
  nonce: 'the signature is right, but the request was refused for its nonce',
  several: 'signed what was sent, but wrote several parts of the Authorization header wrongly',
  refusal: 'the signature is right, but the request was refused for another reason',
}

export type OtherFault = keyof typeof otherFaults
