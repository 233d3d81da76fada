/**
 * Variables that stand in a text which was signed, and not in the one that was sent: a template that was not filled in.
 * `{"id":"{{$guid}}"}` signed and `{"id":"0f8f…"}` sent: `{{$guid}}`.
 */
import { decode } from './forms/percent.ts'

/** The usual ways in which tools for requests write a variable. */
const variable =
  /\{\{[^{}]+\}\}|\$\{\[[^[\]]+\]\}|[$#@]\{(?:[^{}]|\{[^{}]*\})+\}|\$\([^()]+\)|\{% [^%]+ %\}|\{[\w-]+\}|%[\w-]+%|<[\w-]+>/g

const isEscapeAt = (text: string, index: number): boolean => /^%[0-9a-f]{2}/i.test(text.slice(index, index + 3))

/** `%97%` of `%E6%97%A5` is no variable of cmd.exe: it begins and ends with escapes. */
const isBetweenEscapes = (text: string, placeholder: string, index: number): boolean =>
  placeholder.startsWith('%') &&
  isEscapeAt(text, index) &&
  (placeholder.length === 4 || isEscapeAt(text, index + placeholder.length - 1))

const placeholdersIn = (template: string): ReadonlyArray<string> =>
  Array.from(template.matchAll(variable), ({ 0: placeholder, index }) => ({ placeholder, index }))
    .filter(({ placeholder, index }) => !isBetweenEscapes(template, placeholder, index))
    .map(({ placeholder }) => placeholder)

/** The variables that were signed and not sent, each once and in order, without the escapes of a URL. */
export const variablesIn = (signed: string, sentText: string): ReadonlyArray<string> => {
  const placeholders = [...placeholdersIn(signed), ...placeholdersIn(decode(signed))]
  return [...new Set(placeholders)].filter((placeholder) => !sentText.includes(placeholder))
}

/** Whether the sent text is the signed one with values in place of its variables. False if the signed one has none. */
export const isFilledIn = (signed: string, sentText: string): boolean => {
  const placeholders = placeholdersIn(signed).filter((placeholder) => !sentText.includes(placeholder))
  if (placeholders.length === 0) return false
  let rest = signed
  let offset = 0
  for (const placeholder of placeholders) {
    const length = rest.indexOf(placeholder)
    const place = sentText.indexOf(rest.slice(0, length), offset)
    // Only the text before the first variable has a fixed place.
    if (place < 0 || (offset === 0 && place > 0)) return false
    offset = place + length
    rest = rest.slice(length + placeholder.length)
  }
  return sentText.length - rest.length >= offset && sentText.endsWith(rest)
}

/** Names in a sentence: `a`, `a and b`, `a, b and c`. */
export const listed = (nouns: ReadonlyArray<string>): string =>
  nouns.length < 2 ? nouns.join('') : `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1)}`
