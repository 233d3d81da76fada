/**
 * An entry of Postman's console as *Copy* writes it: method and URL, then an object with the parts under their titles.
 *
 *     POST https://api.example/v1/jobs: {
 *       "Request Headers": { "content-type": "application/json" },
 *       "Request Body": "{}",
 *       "Response Body": "…"
 *     }
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { textOf } from '../Received.ts'
import { encoded } from './librarySent.ts'

const opening = /^([A-Z]{3,10}) (https?:\/\/\S{1,65536}): (?=\{)/

/** The same as an object with the usual members, in JSON; undefined if the text has another form. */
export const postmanEntry = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const consoleText = textOf(bytes).trim()
  const openingMatch = opening.exec(consoleText)
  if (openingMatch === null) return undefined
  // Further entries may follow.
  const object = consoleText.slice(openingMatch[0].length).replace(/\n\}\n[\s\S]*$/, '\n}')
  const json = readJson(object, { maxMembers: 100_000 })
  if (E.isLeft(json)) return undefined
  const members = json.right.value as Readonly<Record<string, unknown>>
  const [, method, url] = openingMatch
  const body = members['Request Body']
  return encoded(
    JSON.stringify({ method, url, headers: members['Request Headers'] ?? {}, ...(body === undefined ? {} : { body }) }),
  )
}
