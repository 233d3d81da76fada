/** A JSON file, decoded by a codec. */
import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import type { Decoder } from 'io-ts'
import { parseJson } from '../../src/kit/conformance/codecs.ts'

/** Throws an error that names the file and the first wrong member. */
export const readJson = <A>(path: string, codec: Decoder<unknown, A>): A => {
  const decoded = parseJson(codec)(readFileSync(path, 'utf8'))
  if (E.isRight(decoded)) return decoded.right
  throw new Error(`${path}: ${decoded.left}`)
}
