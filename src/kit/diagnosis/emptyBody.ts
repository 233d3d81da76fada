/**
 * A body that means nothing, in words. Where there is no body to send, some HTTP clients send none, and others send the JSON of an empty
 * value: axios sends `""` for the data `''`. The caller signs the one and sends the other. The texts do not show which program wrote
 * what, so a finding names both texts.
 */
import type * as Bytes from '../../core/Bytes.ts'
import { rewritable } from './Draft.ts'
import { isMissingAlone } from './forms/missingValues.ts'
import { objectKindOf } from './forms/partForms.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** A program that writes the text where there is no body. */
interface Writer {
  /** The form of the catalogue that names the library or the language, as in library.ts. */
  readonly form: string
  readonly what: string
}

/** The library that the request names, as in library.ts: its name and that of its language. */
interface Library {
  readonly forms: ReadonlyArray<string>
}

interface EmptyText {
  readonly text: string
  readonly name: string
  readonly writers: ReadonlyArray<Writer>
}

const emptyTexts: ReadonlyArray<EmptyText> = [
  {
    text: '""',
    name: 'the JSON of an empty string',
    writers: [
      { form: 'axios', what: "axios sends it if data is '' and the type is JSON" },
      { form: 'javascript', what: "JSON.stringify('') writes it" },
      { form: 'php', what: "json_encode('') writes it" },
    ],
  },
  {
    text: '{}',
    name: 'the JSON of an object without members',
    writers: [
      { form: 'axios', what: 'axios sends it if data is {}' },
      { form: 'requests', what: 'Python requests sends it for json={}' },
      { form: '.net', what: 'PostAsJsonAsync of .NET sends it for an empty object' },
    ],
  },
  {
    text: '[]',
    name: 'the JSON of an empty list',
    writers: [
      { form: 'php', what: 'json_encode([]) writes it' },
      { form: 'php', what: "Guzzle sends it for 'json' => []" },
    ],
  },
  {
    text: 'null',
    name: 'the JSON of no value',
    writers: [
      { form: 'axios', what: 'axios sends it if data is null and the type is JSON' },
      { form: '.net', what: 'PostAsJsonAsync of .NET sends it for null' },
      { form: 'go', what: 'json.Marshal(nil) of Go writes it' },
    ],
  },
  {
    text: 'undefined',
    name: 'what JavaScript prints for no value',
    writers: [{ form: 'javascript', what: 'JavaScript writes it when it makes text from a variable without a value' }],
  },
]

/** The entry of a text, be there a line end after it or not. */
const emptyTextOf = (body: Bytes.Bytes): EmptyText | undefined => {
  // The longest has nine characters, and a line end.
  const bodyText = body.length > 11 ? undefined : rewritable(body)?.replace(/\r?\n$/, '')
  return emptyTexts.find(({ text }) => text === bodyText)
}

const textFirst = 'If it has one, turn the value into a text first. Then sign and send this text.'

const signedNothing = ({ text, name, writers }: EmptyText, library: Library | undefined): Telling => {
  // If the request names a library, the programs of others do not fit.
  const fitting = library === undefined ? writers : writers.filter(({ form }) => library.forms.includes(form))
  const sendNone =
    fitting.length === 0
      ? 'If the request has no body, give the HTTP client no body.'
      : `If the request has no body, give the HTTP client no body: ${listed(fitting.map(({ what }) => what))}.`
  return {
    detail: `signed nothing, sent ${text}`,
    what: `The caller signed no body, but sent ${text}, ${name}.`,
    // All texts but this one are JSON that a request may need.
    remedy:
      text === 'undefined'
        ? `${sendNone} ${textFirst}`
        : `${sendNone} If the request should have this body, sign ${text}, as it is sent.`,
  }
}

const sentNothing = ({ text, name }: EmptyText): Telling => ({
  id: 'body-printed',
  detail: text,
  what: `The caller signed ${text}, ${name}, but no body arrived.`,
  remedy: 'If no body is sent, sign nothing after the fourth line feed.',
})

/** Nothing was signed, and the body that was sent is a text that programs print for a value without a text. */
const printedSent = (sentBody: Bytes.Bytes): Telling | undefined => {
  const [text, kind] = printedBody(sentBody)
  if (kind === undefined) return undefined
  return {
    detail: `signed nothing, sent ${text}`,
    what: `The caller signed no body, but sent ${text}. This is how a program prints ${kind}, so probably the body that was sent is wrong.`,
    remedy: `If the request has no body, give the HTTP client no body. ${textFirst}`,
  }
}

/** Another body was signed, and such a text was sent. */
export const printedBodySent = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const [text, kind] = printedBody(sentBody)
  return kind === undefined || signed.length === 0
    ? undefined
    : {
        detail: `sent ${text}`,
        what: `The caller signed another body than ${text}, which it sent. This is how a program prints ${kind}, so probably the body that was sent is wrong.`,
        remedy: 'Turn the value into a text first. Then sign and send this text.',
      }
}

const maxPrinted = 64

const printedBody = (body: Bytes.Bytes): readonly [text?: string, kind?: string] => {
  const text = body.length > maxPrinted ? undefined : rewritable(body)
  const kind = text === undefined ? undefined : printedKindOf(text)
  return text === undefined || kind === undefined ? [] : [text, kind]
}

/** `[object Object]`, `[object FormData]`. A promise and a function are named first. */
const objectOfJavaScript = /^\[object [A-Z]\w*\]$/

const printedKindOf = (text: string): string | undefined => {
  if (isMissingAlone(text)) return 'a missing value'
  return objectKindOf(text) ?? (objectOfJavaScript.test(text) ? 'an object or a list' : undefined)
}

const sentAnother = (signed: EmptyText, sent: EmptyText): Telling => ({
  detail: `signed ${signed.text}, sent ${sent.text}`,
  what: `The caller signed ${signed.text}, ${signed.name}, but sent ${sent.text}, ${sent.name}.`,
  remedy: 'Write the text of the body once. Then sign and send exactly this text.',
})

const makeTextOnce = 'Make the text of the body once. Then sign and send exactly this text.'

/** The JSON of an empty value was signed, and a body with content was sent. */
export const emptyJsonSigned = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const signedText = emptyTextOf(signed)
  if (signedText === undefined || sentBody.length === 0 || emptyTextOf(sentBody) !== undefined) return undefined
  const { text, name } = signedText
  return {
    detail: `signed ${text}`,
    what:
      text === '{}'
        ? 'The caller signed {}, the JSON of an object without members, but sent another body. JSON.stringify of JavaScript writes {} for a FormData, a Blob, a Map, a stream or a promise. Other programs write it for an object whose members they do not see, or for a body that is not there yet.'
        : `The caller signed ${text}, ${name}, but sent another body. Perhaps the body had no content yet when the caller signed it.`,
    remedy: makeTextOnce,
  }
}

/** PHP reads an empty object and an empty list as one value. Then JSON was written anew, which has words of its own. */
const isSameForPhp = (...texts: ReadonlyArray<EmptyText>): boolean =>
  texts.every(({ text }) => text === '{}' || text === '[]')

/** Undefined unless both bodies are empty or mean nothing. */
export const emptyBodyDifference = (
  signed: Bytes.Bytes,
  sentBody: Bytes.Bytes,
  library?: Library | undefined,
): Telling | undefined => {
  const signedText = emptyTextOf(signed)
  const sentText = emptyTextOf(sentBody)
  if (signed.length === 0) return sentText === undefined ? printedSent(sentBody) : signedNothing(sentText, library)
  if (sentBody.length === 0) return signedText === undefined ? undefined : sentNothing(signedText)
  if (signedText === undefined || sentText === undefined || signedText === sentText) return undefined
  return isSameForPhp(signedText, sentText) ? undefined : sentAnother(signedText, sentText)
}

/** A text that programs print for a missing value was signed in place of the body. */
export const missingBodySigned = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const text = signed.length > maxMissing ? undefined : rewritable(signed)
  if (text === undefined || !isMissingAlone(text)) return undefined
  return {
    detail: `signed ${text}`,
    what:
      sentBody.length === 0
        ? `The caller signed ${text}, which programs print for a missing value, but sent no body.`
        : `The caller signed ${text} in place of the body. Programs print this for a missing value.`,
    remedy:
      sentBody.length === 0
        ? 'If no body is sent, sign nothing after the fourth line feed.'
        : 'Make the text of the body first. Then sign and send exactly this text.',
  }
}

/** The longest text for a missing value has eighteen characters. */
const maxMissing = 18

/** The number of bytes was signed in place of the body. */
export const lengthSigned = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined =>
  rewritable(signed) === String(sentBody.length)
    ? {
        detail: `signed ${sentBody.length}`,
        what: `The caller signed ${sentBody.length} in place of the body. This is the length of the body in bytes.`,
        remedy:
          sentBody.length === 0
            ? 'If no body is sent, sign nothing after the fourth line feed.'
            : 'Sign the body itself, all of its bytes, and not their number.',
      }
    : undefined

/** The texts that mean nothing, if this body is one. For a body that is none of them: no texts. */
export const otherEmptyTexts = (body: Bytes.Bytes): ReadonlyArray<string> => {
  const sentText = emptyTextOf(body)
  return sentText === undefined ? [] : emptyTexts.filter((other) => other !== sentText).map(({ text }) => text)
}
