/**
 * Variables that stand in a text which was signed, and not in the one that was sent: a template that was not filled in.
 * `{"id":"{{$guid}}"}` signed and `{"id":"0f8f…"}` sent: `{{$guid}}`.
 */
import { decode } from './forms/percent.ts'

/** As tools for requests write a variable, the usual ways. */
const variable =
  /\{\{[^{}]+\}\}|\$\{\[[^[\]]+\]\}|[$#@]\{(?:[^{}]|\{[^{}]*\})+\}|\$\([^()]+\)|\{% [^%]+ %\}|\{[\w-]+\}|%[\w-]+%|<[\w-]+>/g

const inText = (text: string): ReadonlyArray<string> => text.match(variable) ?? []

/** Each of them once, in order, without the escapes of a URL. */
export const variablesIn = (signed: string, sent: string): ReadonlyArray<string> => {
  const found = [...inText(signed), ...inText(decode(signed))]
  return [...new Set(found)].filter((each) => !sent.includes(each))
}

/** Names in a sentence: `a`, `a and b`, `a, b and c`. */
export const listed = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
