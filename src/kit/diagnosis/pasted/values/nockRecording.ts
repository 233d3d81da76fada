/**
 * What the recorder of nock writes of a request. It parses a body of JSON and writes the object, so the bytes that were sent are lost. The
 * headers are arguments of calls, the Content-Length among them.
 *
 *     nock('https://api.example')
 *       .post('/v1/jobs', {"a":1})
 *       .matchHeader("content-length", "10")
 *       .reply(401, {})
 *
 * Texts have one character for each byte.
 */
import type { Pair } from '../Pair.ts'

export interface NockRecording {
  /** The headers of the request but Authorization. */
  readonly headers: ReadonlyArray<Pair>
  /** Whether an object stands in place of the text of the body. */
  readonly isParsed: boolean
}

const recordingBegins = /^(?=nock\()/m

const header = /\.matchHeader\("([\w-]{1,128})", "([^"\\\n]{0,65536})"\)/g

const parsedBody = /\n[ \t]{0,16}\.(?:get|post|put|patch|delete)\('[^'\n]{1,65536}', [[{]/

/** The recording with this Authorization header. Undefined if the text has none. */
export const nockRecording = (source: string, authorization: string): NockRecording | undefined => {
  const recording = source
    .split(recordingBegins)
    .find((text) => text.startsWith('nock(') && text.includes(authorization))
  if (recording === undefined) return undefined
  const headers = [...recording.matchAll(header)].map(
    ([, fieldName = '', fieldValue = '']): Pair => [fieldName.toLowerCase(), fieldValue],
  )
  return {
    headers: headers.filter(([fieldName]) => fieldName !== 'authorization'),
    isParsed: parsedBody.test(recording),
  }
}

/** What is said of an object that no length shows to be the body. */
export const bodyParsedByNock =
  'The recorder of nock has parsed the body, so its bytes are lost, and the body was ignored; give the body itself.'

/** What is said of an object that has the length of the body. */
export const compactOfNock =
  'The recorder of nock has parsed the body. Its Content-Length fits its compact form, so the compact form was used.'
