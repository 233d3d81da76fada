/**
 * Variables that stand in a text which was signed, and not in the one that was sent: a template that was not filled in.
 * `{"id":"{{$guid}}"}` signed and `{"id":"0f8f…"}` sent: `{{$guid}}`.
 */
import { decode } from './forms/percent.ts'

/** The usual ways in which tools for requests write a variable. */
const variable =
  /\{\{[^{}]+\}\}|\$\{\[[^[\]]+\]\}|[$#@]\{(?:[^{}]|\{[^{}]*\})+\}|\$\([^()]+\)|\{% [^%]+ %\}|\{[\w-]+\}|%[\w-]+%|<[\w-]+>/g

const placeholdersIn = (template: string): ReadonlyArray<string> => template.match(variable) ?? []

/** The variables that were signed and not sent, each once and in order, without the escapes of a URL. */
export const variablesIn = (signed: string, sentText: string): ReadonlyArray<string> => {
  const placeholders = [...placeholdersIn(signed), ...placeholdersIn(decode(signed))]
  return [...new Set(placeholders)].filter((placeholder) => !sentText.includes(placeholder))
}

/** Names in a sentence: `a`, `a and b`, `a, b and c`. */
export const listed = (nouns: ReadonlyArray<string>): string =>
  nouns.length < 2 ? nouns.join('') : `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1)}`
