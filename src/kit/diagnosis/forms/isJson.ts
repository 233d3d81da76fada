/**
 * Whether a text is JSON, for the forms that only JSON has or that JSON never has. The reader of jobs decides, but a number that is
 * too large for a job is JSON all the same: `{"a":1e400}` is, `{"a":01}` and `{"a":1,"a":1}` are not.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Limits } from '../../../job/JsonFault.ts'
import { read } from '../../../job/JsonReader.ts'
import { memoizeRecent } from './memoizeRecent.ts'

/** A string, also one without an end, or a number of JSON. */
const stringOrNumber =
  /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|(?<![\w.+-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/g

const withSmallNumbers = (json: string): string =>
  json.replace(stringOrNumber, (literal) => (literal.startsWith('"') ? literal : '1'))

/** As `isJson`, with so many members at most. Nothing is kept, so the text may be long. */
export const isJsonWithin = (json: string, limits?: Limits): boolean => {
  const firstRead = read(json, limits)
  if (E.isRight(firstRead)) return true
  // A fault of syntax stays one with other numbers.
  return firstRead.left._tag === 'JsonUnsafe' && E.isRight(read(withSmallNumbers(json), limits))
}

/** Whether a text is JSON without repeated names and lone surrogates. Numbers may be so large that the reader of jobs refuses them. */
export const isJson: (text: string) => boolean = memoizeRecent((json) => isJsonWithin(json))
