/**
 * JSON in which each value is a text as Python prints it: an event of Sentry has the variables of a function so.
 *
 *     "vars": {"method": "'POST'", "data": "'{\"a\":\"\\\\n\"}'"}      →      "vars": {"method": "POST", "data": "{\"a\":\"\\n\"}"}
 *
 * A value could be in quotation marks by itself. That the method is so shows that the program has added them.
 */
import * as E from 'fp-ts/lib/Either.js'
import { read as readJson } from '../../../job/JsonReader.ts'
import { byteTextOf, lettersOf } from './byteText.ts'
import { firstHeaderAt } from './wholeHeaders.ts'
import { inBackslashes } from './wireText.ts'

const methodInQuotes = /"(?:http_?)?method"\s{0,8}:\s{0,8}"'[A-Z]{3,7}'"/i
const headerInQuotes = /"authorization"\s{0,8}:\s{0,8}"['\\]/i

/** A string of JSON with quotation marks of Python inside. */
const reprInString = /(?<!\\)"(?:'(?:[^"\\]|\\.)*'|\\"(?:[^"\\]|\\.)*\\")"/g

/** The string of JSON with the text that Python has printed. */
const withoutRepr = (written: string): string => {
  const string = readJson(lettersOf(written))
  if (E.isLeft(string) || typeof string.right.value !== 'string') return written
  return byteTextOf(JSON.stringify(lettersOf(inBackslashes(byteTextOf(string.right.value.slice(1, -1))))))
}

/** Whether the first header is such a text. Otherwise the JSON is the body of a request whose header comes before it. */
const isFirstHeaderInQuotes = (text: string): boolean => {
  const at = firstHeaderAt(text)
  return at === undefined || /['"]/.test(text.charAt(at - 1))
}

/** The JSON without these quotation marks. Undefined if it has no request with them. Texts have one character for each byte. */
export const withoutReprInJson = (text: string): string | undefined =>
  methodInQuotes.test(text) && headerInQuotes.test(text) && isFirstHeaderInQuotes(text)
    ? text.replace(reprInString, withoutRepr)
    : undefined
