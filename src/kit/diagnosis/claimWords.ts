/**
 * What a caller's own text proves, in words, for command, page and ticket alike.
 */
import type { Claim } from './claimedText.ts'
import { byteName } from './glyphs.ts'
import type { Difference } from './Report.ts'
import type { Comparison, ServiceText } from './serviceText.ts'

/** How the text and the signature stand to each other. */
export type ClaimVerdict = 'proven' | 'not signed' | 'not known' | 'as it arrived' | 'changed on the way'

export interface ClaimWords {
  readonly verdict: ClaimVerdict
  /** In one clause, without a capital and a full stop. */
  readonly headline: string
  /** In sentences; the last says what to do next. */
  readonly message: string
}

/** `textName` is what the text is called where it was given: `the text of --signed`. */
export const claimWords = (claim: Claim, textName: string): ClaimWords => {
  switch (claim._tag) {
    case 'NotOpened':
      return {
        verdict: 'not known',
        headline: `whether ${textName} was signed`,
        message: `The signature does not fit any key given here. Give the app's public key.`,
      }
    case 'NotSigned':
      return {
        verdict: 'not signed',
        headline: `the signature covers another text, not ${textName}`,
        message:
          'The program prints one text and signs another. Print the exact bytes that the signing function gets, and their number.',
      }
    case 'Signed':
      return {
        verdict: 'proven',
        headline: `${textName} was signed${claim.change === undefined ? '' : `, ${claim.change}`}`,
        message:
          claim.difference === undefined
            ? `The signed text is right, ${claim.expected.length} bytes.`
            : `${placeOf(claim.difference)} Sign the text that arrived, or send the text that was signed.`,
      }
    case 'OfService':
      return ofService(claim.service, claim.comparison)
  }
}

const ofService = ({ beginning, length }: ServiceText, comparison: Comparison): ClaimWords => {
  const { difference, other: otherPart, lengths } = comparison
  const seen = length === undefined ? `${beginning.length} bytes of it` : `a text of ${length} bytes`
  if (difference === undefined && otherPart === undefined && lengths === undefined)
    return {
      verdict: 'as it arrived',
      headline: 'the service read exactly the text of this request',
      message: `The service says that it read ${seen}. This request has the same text, so nothing changed the request on the way. Therefore the caller signs another text. Also give the text that the caller signs.`,
    }
  return {
    verdict: 'changed on the way',
    headline: 'the service read another request, not this request',
    message: `${departure(comparison)} Something between the caller and the service changed the request, or the service refused another request. Give the request as the program sends it, and check each proxy on the way.`,
  }
}

const departure = ({ difference, other: otherPart, lengths }: Comparison): string => {
  if (difference !== undefined) {
    const { offset, part: partName, signed, expected } = difference
    return `The texts first differ at byte ${offset}, ${placeIn(partName)}: the service read ${nameOf(signed)}, but this request has ${nameOf(expected)}.`
  }
  if (otherPart !== undefined)
    return `The service read the ${otherPart.part} ${otherPart.service}, but this request has ${otherPart.request}.`
  return `The service read a text of ${lengths?.service} bytes, but the text of this request has ${lengths?.request} bytes. So the bodies differ.`
}

/** Where the signed text departs from the right one. */
export const placeOf = ({ offset, part: partName, signed, expected }: Difference): string =>
  `They first differ at byte ${offset}, ${placeIn(partName)}: ${nameOf(signed)} was signed, but ${nameOf(expected)} was expected.`

const placeIn = (partName: Difference['part']): string => {
  switch (partName) {
    case 'separator':
      return 'where a line of the string to sign ends'
    case 'end':
      return 'at the end'
    default:
      return `in the ${partName}`
  }
}

const nameOf = (byte: number | undefined): string => (byte === undefined ? 'nothing' : byteName(byte))
