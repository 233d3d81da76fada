/** The input of a run, for a reader. */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { ofHex, within } from './content.ts'
import { longest, shown } from './shown.ts'
import { readTestKeys } from './suite.ts'

/** The text of bytes that are one; a control character makes them none. */
const textIn = (bytes: Bytes.Bytes): string | undefined => {
  const text = E.getOrElse(() => '')(Bytes.toText(bytes))
  return text === '' || /(?![\t\n\r])\p{Cc}/u.test(text) ? undefined : text
}

/** An input for a reader: beside bytes stands the text that they are. */
export const readable = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null) return input
  const bytes = Object.keys(input).length === 1 ? ofHex((input as { readonly hex?: unknown }).hex) : undefined
  if (bytes === undefined) return within(input, readable)
  const text = textIn(bytes)
  return text === undefined ? input : { ...input, text }
}

let names: ReadonlyMap<string, string> | undefined
/** The names of the suite's keys by their PEM. */
const namesOfKeys = (): ReadonlyMap<string, string> => {
  names ??= new Map(
    Object.entries(readTestKeys()).flatMap(([name, pems]) => Object.values(pems).map((pem) => [pem, name] as const)),
  )
  return names
}

/** The start of a signature and its length; one of a single character is shown by its length anyway. */
const briefSignature = (signature: string): string =>
  /^(.)\1*$/.test(signature) ? signature : `${signature.slice(0, 9)}… (${signature.length} characters)`

/** A key of the suite by its name, any other by its kind and its last digits; of a signature its start. */
const brief = (input: unknown): unknown => {
  if (typeof input === 'string')
    return (
      (input.startsWith('-----BEGIN') ? namesOfKeys().get(input) : undefined) ??
      input
        .replace(/signature=([^,]{50,})/g, (_, signature: string) => `signature=${briefSignature(signature)}`)
        .replace(/^-----BEGIN (?:RSA )?([A-Z]+) KEY-----\s[^-]*([^-\s]{8})\s*-----END [A-Z ]+-----\s*$/, '$1_KEY_…$2')
    )
  // What stands in the file of a key is what is tested.
  return Object.hasOwn(Object(input), 'pem') ? input : within(input, brief)
}

/** The text of bytes stands beside them, and keys are told by name. */
export const shownInput = (input: unknown): string => shown(brief(readable(input)), longest)
