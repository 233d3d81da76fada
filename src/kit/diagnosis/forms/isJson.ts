import * as E from 'fp-ts/lib/Either.js'
import { read } from '../../../job/JsonReader.ts'
import { lately } from './lately.ts'

/** An integer that JavaScript may round, which the reader of jobs refuses. */
const large = /(?<![\w.+-])-?[1-9]\d{15,}(?![\w.+-])/g

/** Whether a text is JSON without repeated names and lone surrogates. Integers may have any length. */
export const isJson: (text: string) => boolean = lately((text) => E.isRight(read(text.replace(large, '1'))))
