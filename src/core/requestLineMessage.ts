/** Apart from the words for a verifier's other refusals, which a program that only signs does not carry. */
import type { MalformedMethod } from './Method.ts'
import type { MalformedTarget } from './RequestTarget.ts'

/** What is wrong with a method or a request target, to whoever signs or verifies it. */
export const requestLineMessage = (e: MalformedMethod | MalformedTarget): string =>
  e._tag === 'method_invalid'
    ? `the method is invalid: ${methodWords[e.rule]}`
    : `the request target is invalid at character ${e.offset}: ${targetWords[e.rule]}`

const methodWords: Record<MalformedMethod['rule'], string> = {
  token: 'it is not a token of ASCII letters, digits and marks',
  length: 'it is longer than 32 characters',
  'upper-case': 'it is not in upper case',
}

const targetWords: Record<MalformedTarget['rule'], string> = {
  empty: 'it is empty',
  length: 'it is longer than 8 KiB',
  form: 'it does not start with /, and is not an absolute URL',
  authority: 'the host of the absolute URL is malformed',
  character: 'it may contain only visible ASCII; percent-encode all other characters',
  fragment: 'it contains #; a fragment is never part of a request',
}
