/** A JSON file, decoded by a codec. */
import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import type { Decoder } from 'io-ts'

/** Throws an error that names the file and the JSON Pointer of the first wrong member. */
export const readJson = <A>(path: string, codec: Decoder<unknown, A>): A => {
  const decoded = codec.decode(JSON.parse(readFileSync(path, 'utf8')))
  if (E.isRight(decoded)) return decoded.right
  const pointer = decoded.left[0]?.context.map(({ key }) => key).join('/')
  throw new Error(`${path}: the member ${pointer || 'at the top'} has the wrong type`)
}
