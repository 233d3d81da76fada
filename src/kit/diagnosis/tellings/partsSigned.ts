/**
 * The words for one part that was signed in a form which programs make of any part (forms/partForms.ts): printed as another value, padded,
 * encoded, or with an object in its place.
 */

import { printerOf } from '../forms/missingValues.ts'
import { isEncodedPart, isFunctionSource, objectKindOf, paddingOf, wrapOf } from '../forms/partForms.ts'
import { beginningOf } from '../shownPair.ts'
import type { Telling } from '../Telling.ts'
import type { MistakeFound, Teller } from './Teller.ts'

const partNames = ['method', 'target', 'timestamp', 'nonce'] as const

/** The part that differs, as it was signed and as it was sent. */
interface PartFound {
  readonly name: (typeof partNames)[number]
  readonly signed: string
  readonly sent: string
  readonly detail: string
}

/** A longer text is not quoted. */
const maxQuoted = 80

const hasControls = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text)

const signExactly = 'Take the value out first. Then sign exactly the text that is sent.'

const printedAround = ({ name, signed, sent }: PartFound): Telling | undefined => {
  const wrap = wrapOf(signed, sent)
  if (wrap === undefined) return undefined
  const { template, printer, kind } = wrap
  const quoted = beginningOf(signed, maxQuoted)
  return printer === undefined || kind === undefined
    ? { what: `The caller signed ${quoted} as the ${name}, but sent it without these marks.`, remedy: signExactly }
    : {
        what: `The caller signed ${quoted} as the ${name}. ${template} is how ${printer} prints ${kind}.`,
        remedy: signExactly,
      }
}

const remediesOfKinds = {
  'a result that is not there yet': 'Wait for the result first: await it. Then sign and send this value.',
  'a function that was not called': 'Call the function, with its parentheses. Then sign and send its result.',
  'an object or a list': 'Turn the value into a text first. Then sign and send this text.',
}

/** `function getPath() {…}`: the body of a function has line feeds. */
const sourceWords = (source: string): string => `${source.slice(0, source.indexOf('{') + 1).replace(/\s+/g, ' ')}…}`

const objectInPlace = ({ name, signed }: PartFound): Telling | undefined => {
  const kind = objectKindOf(signed)
  return (
    kind && {
      what: `The caller signed ${signed.includes('\n') && isFunctionSource(signed) ? sourceWords(signed) : signed} instead of the ${name}. This is how a program prints ${kind}.`,
      remedy: remediesOfKinds[kind],
    }
  )
}

/** A text that languages print for a value that is missing. */
const missingInPlace = ({ name, signed }: PartFound): Telling | undefined => {
  const printer = printerOf(signed)
  return printer === undefined
    ? undefined
    : {
        what: `The caller signed ${signed} instead of the ${name}. This is how a program (${printer}) prints a missing value, or a value of another type.`,
        remedy: 'Print each part just before you sign it, and check its value.',
      }
}

const padded = ({ name, signed, sent }: PartFound): Telling | undefined => {
  const padding = paddingOf(signed, sent)
  return (
    padding && {
      what: `The caller signed the ${name} with ${padding.filling} after it, ${padding.width} characters in all. A column or a buffer of this length may have added them.`,
      remedy: `Remove them from the ${name} before you sign it.`,
    }
  )
}

const unseenMarks: Readonly<Record<string, string>> = {
  '\n': 'a line feed',
  '\r': 'a carriage return',
  '\r\n': 'CR LF',
  '\t': 'a tab',
  ' ': 'a space',
  '\u00a0': 'a no-break space',
  '\u200b': 'a zero-width space',
  '\ufeff': 'a byte order mark',
}

const unseenMarkAround = ({ name, signed, sent }: PartFound): Telling | undefined => {
  if (sent === '') return undefined
  const after = signed.startsWith(sent) ? unseenMarks[signed.slice(sent.length)] : undefined
  const before = signed.endsWith(sent) ? unseenMarks[signed.slice(0, -sent.length)] : undefined
  const mark = after ?? before
  if (mark === undefined) return undefined
  return {
    what: `The caller signed ${mark} ${after === undefined ? 'before' : 'after'} the ${name}, but did not send it.`,
    remedy: `Remove it from the ${name} before you sign and send it.`,
  }
}

const encoded = ({ name, sent, detail }: PartFound): Telling | undefined => {
  const form = detail.replace(/^the (?:method|target): /, '')
  return isEncodedPart(form) && !hasControls(sent)
    ? {
        what: `The caller did not sign the ${name} as it was sent. It signed ${form}.`,
        remedy: `Sign exactly the ${name} that is sent, character by character.`,
      }
    : undefined
}

/** A timestamp or a nonce in another form. Both are shown, for they are short. */
const shownBoth = ({ name, signed, sent }: PartFound): Telling | undefined =>
  (name === 'timestamp' || name === 'nonce') && sent.length <= maxQuoted && /^[^\p{Cc}\p{Cs}]+$/u.test(signed + sent)
    ? {
        what: `The caller signed ${beginningOf(signed, maxQuoted)} as the ${name}, but sent ${sent}.`,
        remedy: `Sign exactly the ${name} that is sent, character by character.`,
      }
    : undefined

const tellers = [printedAround, objectInPlace, missingInPlace, padded, unseenMarkAround, encoded]

const partOf = ({ detail, signed, right }: MistakeFound): PartFound | undefined => {
  const differing = partNames.filter((name) => signed[name] !== right[name])
  const [name] = differing
  return name === undefined || differing.length > 1 || signed.layout !== right.layout
    ? undefined
    : { name, signed: signed[name], sent: right[name], detail }
}

/** Undefined if more than one part differs, or no form of any part made it. */
export const partSigned: Teller = (found) => {
  const part = partOf(found)
  if (part === undefined) return undefined
  for (const tell of tellers) {
    const telling = tell(part)
    if (telling !== undefined) return telling
  }
  return undefined
}

/** As `partSigned`. If no form is known, it shows a timestamp or a nonce as it was signed and as it was sent. */
export const timeOrNonceSigned: Teller = (found) => {
  const part = partOf(found)
  return partSigned(found) ?? (part && shownBoth(part))
}
