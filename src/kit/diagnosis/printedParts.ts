/**
 * Words for a text that a program prints where another value stands than a plain text. The words quote the text, because the same mistake
 * looks different in each language:
 *
 *     Optional("a=1")      the value in what Swift prints for a value that may be missing
 *     [object Object]      what JavaScript prints for an object
 *     None                 what Python and Scala print for no value
 */
import { isEmptyValue } from './forms/missingValues.ts'
import { beginningOf } from './shownPair.ts'
import type { Telling } from './Telling.ts'

/** What a language prints round a value that may be missing. */
const wraps: ReadonlyArray<readonly [open: string, close: string]> = [
  ['Optional("', '")'],
  ['Optional(', ')'],
  ['Optional[', ']'],
  ['Some("', '")'],
  ['Some(', ')'],
  ['Just "', '"'],
  ['Just ', ''],
]

const withoutEscapes = (text: string): string => text.replaceAll('\\', '')

/** `Optional(…)`, if the text is this with the value in place of the ellipsis. A language may escape the value. */
export const wrapOf = (text: string, value: string): string | undefined => {
  const found = wraps.find(
    ([open, close]) =>
      text.startsWith(open) &&
      text.endsWith(close) &&
      withoutEscapes(text.slice(open.length, text.length - close.length)) === withoutEscapes(value),
  )
  return found?.join('…')
}

/** What JavaScript prints for any object. */
const printedObject = /^\[object [A-Za-z]{1,20}\]$/

const takeValueOut = 'Take the value out first. Then sign exactly the text that is sent.'

/** A query that a program printed as another value. Undefined for any other query. */
export const printedQuery = (signed: string, sent: string): Telling | undefined => {
  const wrap = wrapOf(signed, sent)
  if (wrap !== undefined)
    return {
      detail: `the query in ${wrap}`,
      what: `The caller signed the query in ${wrap}, which is how a program prints a value that may be missing.`,
      remedy: takeValueOut,
    }
  return printedObject.test(signed)
    ? {
        detail: signed,
        what: `The caller signed ${signed} in place of the query, which is how JavaScript prints an object.`,
        remedy:
          'Write the query as a text once, for example with URLSearchParams. Then sign and send exactly this text.',
      }
    : undefined
}

type PartName = 'target' | 'timestamp' | 'nonce'

/** A target, a timestamp or a nonce that a program printed as a value that may be missing. */
export const printedPart = (name: PartName, signed: string, sent: string): Telling | undefined => {
  const wrap = wrapOf(signed, sent)
  return wrap === undefined
    ? undefined
    : {
        what: `The caller signed ${signed} as the ${name}. ${wrap} is how a program prints a value that may be missing.`,
        remedy: takeValueOut,
      }
}

const sendsNone = 'If no body is sent, sign nothing after the fourth line feed.'
const signWholeBody =
  'Check that the body has its value before you sign it. Then sign the bytes of the body as they are sent.'

const spaceSigned = (sent: string): Telling =>
  sent === ''
    ? {
        what: 'The caller signed a space after the fourth line feed, but sent no body.',
        remedy: sendsNone,
      }
    : { what: 'The caller signed only a space in place of the body.', remedy: signWholeBody }

/** A longer text is not quoted. */
const maxQuoted = 60

/** The body as a program prints it, or what it prints in its place. */
export const printedInPlaceOfBody = (signed: string, sent: string): Telling | undefined => {
  const wrap = sent === '' ? undefined : wrapOf(signed, sent)
  if (wrap !== undefined)
    return {
      detail: `the body in ${wrap}`,
      what: `The caller signed the body in ${wrap}, which is how a program prints a value that may be missing.`,
      remedy: takeValueOut,
    }
  if (signed === ' ') return spaceSigned(sent)
  if (isEmptyValue(signed))
    return sent === ''
      ? {
          detail: signed,
          what: `The caller signed ${signed}, which is how a program prints an empty value. But it sent no body.`,
          remedy: sendsNone,
        }
      : {
          detail: signed,
          what: `The caller signed ${signed} in place of the body, which is how a program prints an empty value.`,
          remedy: signWholeBody,
        }
  // A control character is not shown in a sentence, and blanks at an end are not seen.
  if (/[\p{Cc}\p{Cs}]|^\s|\s$/u.test(signed)) return undefined
  return {
    what: `The caller did not sign the body itself. It signed ${beginningOf(signed, maxQuoted)}, which is how a program prints an object or another value.`,
    remedy: sent === '' ? sendsNone : 'Make the text of the body once. Then sign and send exactly this text.',
  }
}
