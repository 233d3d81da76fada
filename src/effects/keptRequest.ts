/**
 * A refused request as a file: raw HTTP/1.1, which people can read, and `readRequest` reads back what was written. It holds
 * what a diagnosis needs, and no tokens: of the other headers those that show what happened to the request.
 */
import * as AuthType from '../core/AuthType.ts'
import * as Bytes from '../core/Bytes.ts'
import { withoutSecret } from '../core/Credential.ts'
import { isToken } from '../core/Rule.ts'
import type { Reason } from '../core/VerifyError.ts'
import { evidenceOf, type Header } from './evidenceHeaders.ts'
import type { RefusedRequest } from './RefusedRequest.ts'

/** The header that tells when the request arrived, in seconds since 1970. */
export const arrivedHeader = 'Countersign-Arrived'

/** The header that stands in place of a body that was not kept: the verifier has not read it, or it was too large. */
export const bodyHeader = 'Countersign-Body'

/** The header that tells why the verifier refused the request: the exact reason. */
export const refusedHeader = 'Countersign-Refused'

export type Kept = Pick<RefusedRequest, 'method' | 'target' | 'authorization' | 'headers' | 'body' | 'now'> & {
  readonly settings: { readonly authType?: string | undefined }
  readonly reason?: Reason | undefined
  /** The Host header's value. */
  readonly host?: string | undefined
}

/** One byte for each character, and no line end: what is read back is the same. */
const isLine = (text: string): boolean => !/[\n\u0100-\uffff]/.test(text)

/** A header's value; the blanks round it are no part of it. */
const isValue = (text: string): boolean => isLine(text) && !/^[ \t]|[ \t]$/.test(text)

/** The file has a length of its own, and its body stands there whole. */
const headerLine = ([name, value]: Header): ReadonlyArray<string> =>
  isValue(value) && name !== 'content-length' && name !== 'transfer-encoding' ? [`${name}: ${value}`] : []

/** The file, or nothing for a request that HTTP/1.1 cannot spell, such as one with a line feed in its target. */
export const serialize = (kept: Kept): Bytes.Bytes | undefined => {
  const { method, target, authorization, headers = [], body, now, settings, host, reason } = kept
  const lines = authorization.map((line) => withoutSecret(line, settings.authType ?? AuthType.standard))
  // A reader takes `curl /a b HTTP/1.1` for a command.
  const isWritable = isToken(method) && !/^(?:curl|\*$)/i.test(method) && isLine(target) && lines.every(isValue)
  if (!isWritable) return undefined
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...(host === undefined || !isValue(host) ? [] : [`Host: ${host}`]),
    ...lines.map((line) => `Authorization: ${line}`),
    ...evidenceOf(headers, settings.authType ?? AuthType.standard).flatMap(headerLine),
    `${arrivedHeader}: ${Math.floor(now)}`,
    ...(reason === undefined ? [] : [`${refusedHeader}: ${reason}`]),
    body === undefined ? `${bodyHeader}: not kept` : `Content-Length: ${body.length}`,
  ]
  const text = `${head.join('\r\n')}\r\n\r\n`
  return Bytes.concat([Uint8Array.from(text, (c) => c.charCodeAt(0)), body ?? Bytes.empty])
}
