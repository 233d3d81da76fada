/**
 * A body or a target in which a program wrote a backslash before a mark: a service that joins values by colons escapes the colons in them, and functions
 * such as `re.escape` of Python escape every character that means something in a regular expression.
 *
 *     {"at":"10:53"}     →     {"at":"10\:53"}, in the strings alone, or {"at"\:"10\:53"}
 */

import type { Telling } from '../Telling.ts'
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'

/** What is escaped: one mark, or all marks of a function. */
interface Escaping {
  readonly what: string
  readonly marks: RegExp
}

const before = (mark: string): Escaping => ({ what: mark, marks: new RegExp(`\\${mark}`, 'g') })

const escapings: ReadonlyArray<Escaping> = [
  ...[':', ',', ';', '=', '&', '|', '.', '-', '/'].map(before),
  { what: 'backslash and colon', marks: /[\\:]/g },
  {
    what: 'mark of a regular expression (for example re.escape of Python)',
    marks: /[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g,
  },
  { what: 'mark of a regular expression (for example preg_quote of PHP)', marks: /[.\\+*?[^\]$(){}=!<>|:\-#]/g },
  // By whole characters: a backslash within a surrogate pair would leave no UTF-8.
  { what: 'mark of no word (for example quotemeta of Perl)', marks: /[^0-9A-Za-z_]/gu },
]

/** A string of JSON, and the colon after it if it is a name. */
const stringInJson = /("(?:[^"\\]|\\.)*")(\s*:)?/g

/** The JSON with the marks in its strings escaped, but not in its names. */
const escapeStrings = (json: string, escaping: Escaping): string =>
  json.replace(stringInJson, (whole, literal: string, colon?: string) =>
    colon === undefined ? `"${escapeIn(literal.slice(1, -1), escaping)}"` : whole,
  )

const inStrings = ' in the strings'

/** The beginning of the details of these forms. */
const backslash = 'backslashes at '

const escapeIn = (text: string, { marks }: Escaping): string => text.replace(marks, (mark) => `\\${mark}`)

/** Longer bodies are left alone. */
const maxLength = 65_536

/** The body with these marks escaped: everywhere, and in the strings of JSON alone. */
export function* backslashMarks(body: string): Generator<Form> {
  if (body.length > maxLength) return
  const hasStrings = isJson(body)
  for (const escaping of escapings) {
    yield [`${backslash}${escaping.what}`, escapeIn(body, escaping)]
    if (hasStrings) yield [`${backslash}${escaping.what}${inStrings}`, escapeStrings(body, escaping)]
  }
}

/** The words for such a form, by its detail. */
export const backslashTelling = (detail: string): Telling | undefined => {
  if (!detail.startsWith(backslash)) return undefined
  const isInStrings = detail.endsWith(inStrings)
  const what = detail.slice(backslash.length, isInStrings ? -inStrings.length : undefined)
  return {
    detail,
    what: isInStrings
      ? `The caller signed the body with a backslash before each ${what} in the strings, but sent it without these backslashes.`
      : `The caller signed the body with a backslash before each ${what}, but sent it without these backslashes.`,
    remedy: 'Sign the body exactly as it is sent, and escape nothing in it.',
  }
}

/** The target with these marks escaped. */
export const backslashTargets = (target: string): ReadonlyArray<string> =>
  escapings.map((escaping) => escapeIn(target, escaping))

/** The words for a target with escaped marks. */
export const backslashesInTarget = (signed: string, sent: string): Telling | undefined => {
  const escaping = escapings.find((some) => escapeIn(sent, some) === signed)
  return (
    escaping && {
      what: `The caller signed the target with a backslash before each ${escaping.what}, but sent it without these backslashes.`,
      remedy: 'Sign the target exactly as it is sent, and escape nothing in it.',
    }
  )
}
