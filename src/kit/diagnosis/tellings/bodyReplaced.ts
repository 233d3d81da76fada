/** The words for a text that was signed in place of the body: a hash of the body, or a mark of another scheme. */
import { appendedByGo, hashOfNothing } from '../catalogue/body.ts'
import { digestHeaderIn } from '../forms/digestHeaders.ts'
import { digestWords } from '../forms/otherDigests.ts'
import { payloadMarkIn } from '../forms/payloadMarks.ts'
import type { Telling } from '../Telling.ts'
import { firstOf, type MistakeFound, signedBodyText, type Teller } from './Teller.ts'

export const signBodyItself = 'Put the bytes of the body itself after the fourth line feed, as they are sent.'

const signBodyOrNothing =
  'In the text to sign, put the bytes of the body after the fourth line feed. If there is no body, put nothing there.'

const payloadMark = (found: MistakeFound): Telling | undefined => {
  const mark = payloadMarkIn(signedBodyText(found))
  if (mark === undefined) return undefined
  return {
    what: `The caller signed ${mark} instead of the body. Other schemes write this mark if the body is not hashed.`,
    remedy: signBodyOrNothing,
  }
}

const digestHeader = ({ detail }: MistakeFound): Telling | undefined => {
  const header = digestHeaderIn(detail)
  if (header === undefined) return undefined
  return {
    what: `The caller signed ${header} instead of the body. Other schemes send this digest of the body in a header such as Digest or Content-Digest, and sign it.`,
    remedy: signBodyItself,
  }
}

/** By the form. */
const hashesOfNothing: Readonly<Record<string, Telling>> = {
  [appendedByGo]: {
    what: 'The caller signed the body, and behind it the hash of an empty text. In Go, h.Sum(body) does not hash the body: it appends the hash of what was written before.',
    remedy: signBodyItself,
  },
  [hashOfNothing]: {
    what: 'The caller signed the hash of an empty text instead of the body. Other schemes need this for a request without a body.',
    remedy: signBodyOrNothing,
  },
}

const digestSigned = ({ detail, right }: MistakeFound): Telling | undefined => {
  const words = digestWords(detail, right.body.length > 0)
  if (words === undefined) return undefined
  const { digest, isOfNothing } = words
  if (isOfNothing)
    return {
      what: `The caller signed ${digest} instead of the body. Perhaps it hashed the body before the body had its value.`,
      remedy: signBodyItself,
    }
  return right.body.length === 0
    ? {
        what: `The caller signed ${digest} instead of the body. But this request has no body.`,
        remedy: signBodyOrNothing,
      }
    : { what: `The caller signed ${digest} instead of the body.`, remedy: signBodyItself }
}

export const bodyReplaced: Teller = firstOf(
  payloadMark,
  digestHeader,
  ({ detail }) => hashesOfNothing[detail],
  digestSigned,
)
