/**
 * Values of a query or a form that were signed as Python prints bytes: `q=b'foo'` was signed, and `q=foo` was sent. A template or an
 * f-string does so with a value that was not decoded.
 */
import { decode, decodeForm } from './forms/percent.ts'
import type { Telling } from './Telling.ts'

const printed = /^([^=]+)=b(['"])(.*)\2$/s

/** The value without `b'` and `'`. Undefined for any other field. */
const withoutPrint = (signedField: string): string | undefined => {
  const [, name, , value] = printed.exec(decode(signedField)) ?? []
  return name === undefined ? undefined : `${name}=${value}`
}

/** Whether each signed field that differs is a sent one as Python prints bytes. */
export const arePythonBytes = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): boolean => {
  const differing = signed.flatMap((field, i) => (field === sent[i] ? [] : [[field, sent[i] ?? ''] as const]))
  return (
    signed.length === sent.length &&
    differing.length > 0 &&
    differing.every(([signedField, sentField]) => withoutPrint(signedField) === decodeForm(sentField))
  )
}

export const pythonBytesTelling = (signedText: string, sentText: string): Telling => ({
  detail: `${signedText} where ${sentText} was sent`,
  what: `The caller signed ${signedText}, but ${sentText} was sent. This is how Python prints bytes.`,
  remedy: 'Turn the bytes into text with decode() before you put them into the text to sign.',
})
