/**
 * Whether a text is JSON, for the forms that only JSON has or that JSON never has. The reader of jobs decides, but a number that is
 * too large for a job is JSON all the same: `{"a":1e400}` is, `{"a":01}` and `{"a":1,"a":1}` are not.
 */
import * as E from 'fp-ts/lib/Either.js'
import { read } from '../../../job/JsonReader.ts'
import { lately } from './lately.ts'

/** A string, or a number of JSON. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/g

const withSmallNumbers = (text: string): string =>
  text.replace(stringOrNumber, (found) => (found.startsWith('"') ? found : '1'))

const isRead = (text: string): boolean => E.isRight(read(text))

/** Whether a text is JSON without repeated names and lone surrogates. Numbers may be so large that the reader of jobs refuses them. */
export const isJson: (text: string) => boolean = lately((text) => isRead(text) || isRead(withSmallNumbers(text)))
