/**
 * A body that means nothing, in words. Where there is no body to send, some HTTP clients send none, and others send the JSON of an empty
 * value: axios sends `""` for the data `''`. The caller signs the one and sends the other. The texts do not show which program wrote
 * what, so a finding names both texts.
 */
import type * as Bytes from '../../core/Bytes.ts'
import { rewritable } from './Draft.ts'
import type { Telling } from './Telling.ts'

interface EmptyText {
  readonly text: string
  readonly name: string
  /** The programs that write it where there is no body. */
  readonly writers: string
}

const emptyTexts: ReadonlyArray<EmptyText> = [
  {
    text: '""',
    name: 'the JSON of an empty string',
    writers: "axios sends it for data: '' of JSON, and JSON.stringify('') and json_encode('') write it",
  },
  {
    text: '{}',
    name: 'the JSON of an object without members',
    writers:
      'axios sends it for data: {}, Python requests for json={}, and PostAsJsonAsync of .NET for an empty object',
  },
  {
    text: '[]',
    name: 'the JSON of an empty list',
    writers: "json_encode([]) writes it, and Guzzle sends it for 'json' => []",
  },
  {
    text: 'null',
    name: 'the JSON of no value',
    writers:
      'axios sends it for data: null of JSON, PostAsJsonAsync of .NET for null, and json.Marshal(nil) of Go writes it',
  },
  {
    text: 'undefined',
    name: 'what JavaScript prints for no value',
    writers: 'JavaScript writes it when it makes text from a variable without a value',
  },
]

/** The entry of a text, be there a line end after it or not. */
const emptyTextOf = (body: Bytes.Bytes): EmptyText | undefined => {
  // The longest has nine characters, and a line end.
  const bodyText = body.length > 11 ? undefined : rewritable(body)?.replace(/\r?\n$/, '')
  return emptyTexts.find(({ text }) => text === bodyText)
}

const signedNothing = ({ text, name, writers }: EmptyText): Telling => ({
  detail: `signed nothing, sent ${text}`,
  what: `The caller signed no body, but sent ${text}, ${name}.`,
  remedy: `If the request has no body, give the HTTP client no body: ${writers}. Otherwise sign ${text} too.`,
})

const sentNothing = ({ text, name }: EmptyText): Telling => ({
  id: 'body-printed',
  detail: text,
  what: `The caller signed ${text}, ${name}, but sent no body.`,
  remedy: 'If no body is sent, sign nothing after the fourth line feed.',
})

const sentAnother = (signed: EmptyText, sent: EmptyText): Telling => ({
  detail: `signed ${signed.text}, sent ${sent.text}`,
  what: `The caller signed ${signed.text}, ${signed.name}, but sent ${sent.text}, ${sent.name}.`,
  remedy: 'Write the text of the body once. Then sign and send exactly this text.',
})

/** PHP reads an empty object and an empty list as one value. Then JSON was written anew, which has words of its own. */
const isSameForPhp = (...texts: ReadonlyArray<EmptyText>): boolean =>
  texts.every(({ text }) => text === '{}' || text === '[]')

/** Undefined unless both bodies are empty or mean nothing. */
export const emptyBodyDifference = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const signedText = emptyTextOf(signed)
  const sentText = emptyTextOf(sentBody)
  if (signed.length === 0) return sentText === undefined ? undefined : signedNothing(sentText)
  if (sentBody.length === 0) return signedText === undefined ? undefined : sentNothing(signedText)
  if (signedText === undefined || sentText === undefined || signedText === sentText) return undefined
  return isSameForPhp(signedText, sentText) ? undefined : sentAnother(signedText, sentText)
}

/** The texts that mean nothing, if this body is one. For a body that is none of them: no texts. */
export const otherEmptyTexts = (body: Bytes.Bytes): ReadonlyArray<string> => {
  const sentText = emptyTextOf(body)
  return sentText === undefined ? [] : emptyTexts.filter((other) => other !== sentText).map(({ text }) => text)
}
