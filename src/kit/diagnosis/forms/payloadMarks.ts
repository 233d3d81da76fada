/**
 * Constants that other schemes write in place of the body or its hash: Signature Version 4 of AWS has `UNSIGNED-PAYLOAD` where a body
 * is not hashed, and the hash of no bytes where there is no body.
 */
import type { Form } from './Respelling.ts'

/** The constants of AWS for the header x-amz-content-sha256. The likeliest come first. */
const marks: ReadonlyArray<string> = [
  'UNSIGNED-PAYLOAD',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
  'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD',
  'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER',
]

/** Every constant, alone and as a line of its own. */
export function* payloadMarks(): Generator<Form> {
  for (const mark of marks) yield [mark, mark, 'alone']
  for (const mark of marks) yield [`${mark}, with a line feed`, `${mark}\n`, 'alone']
}

/** The constant that stands for the body in this text. */
export const payloadMarkIn = (signedBody: string): string | undefined =>
  marks.find((mark) => mark === signedBody || `${mark}\n` === signedBody)
