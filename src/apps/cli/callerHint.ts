/**
 * The hint of `serve --explain-to-caller` in the answer to a refused caller: the length and the beginning of the string to sign, as the
 * server read it. A developer who compares them with the text that the program signs sees at once whether the request changed on the
 * way, or what the program forgot.
 *
 *   {"error":{"code":"signature_invalid","message":"…","string_to_sign":{"length":395,"beginning":"POST\\n/v1/jobs\\n1795…"}}}
 *
 * The hint is a function of the caller's own request head alone: the same for an unknown app, a revoked key, a malformed and a
 * wrong signature. Nothing in it comes from a key, from the signature's digest or from the body's bytes, which the server
 * has not always read.
 */
import { Buffer } from 'node:buffer'
import * as Authorization from '../../core/Authorization.ts'
import type { AuthType } from '../../core/AuthType.ts'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import type { RefusedRequest } from '../../effects/RefusedRequest.ts'
import { inChinese } from '../../kit/diagnosis/chinese/answers.ts'
import { languageFor } from '../../kit/diagnosis/chinese/language.ts'
import { readHeader } from '../../kit/diagnosis/readHeader.ts'
import type { NodeRequest } from '../../server/adapters/nodeRequest.ts'

export interface CallerHint {
  /** The length of the whole string to sign, in bytes; absent if the request does not say how long its body is. */
  readonly length?: number
  /** The first bytes: at most 64, and none of the body. Bytes that are not printable ASCII are written as escapes. */
  readonly beginning: string
}

/** How many bytes of the string to sign are shown. */
export const mostShown = 64

export const callerHint = (
  { method, target, authorization }: Pick<RefusedRequest, 'method' | 'target' | 'authorization'>,
  bodyLength: number | undefined,
  authType: AuthType,
): CallerHint => {
  const { values } = readHeader(authorization[0] ?? '', { ...Authorization.standard, authType })
  const [timestamp = ''] = values.timestamp
  const [nonce = ''] = values.nonce_str
  const head = Buffer.from(StringToSign.uncheckedHead({ method: method.toUpperCase(), target, timestamp, nonce }))
  const beginning = escaped(head.subarray(0, mostShown))
  return bodyLength === undefined ? { beginning } : { length: head.length + bodyLength, beginning }
}

/** `\n` for a line feed, `\\` for a backslash, `\xHH` for any other byte that is not printable ASCII. */
const escaped = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => {
      if (byte === 0x0a) return '\\n'
      if (byte === 0x5c) return '\\\\'
      return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
    })
    .join('')

/** The length of the body that the head of the request announces; undefined if it announces none. */
export const announcedLength = ({ headers, httpVersionMajor }: NodeRequest): number | undefined => {
  const given = headers['content-length']
  if (given !== undefined) return /^\d{1,15}$/.test(given) ? Number(given) : undefined
  // Over HTTP/1, a request with neither header has no body (RFC 9112 §6.3). Over HTTP/2, it may have one.
  return httpVersionMajor >= 2 || headers['transfer-encoding'] !== undefined ? undefined : 0
}

/** The refusal with the hint in it. */
export const withHint = (answer: HttpAnswer, hint: CallerHint): HttpAnswer => {
  const { error } = JSON.parse(answer.body) as { readonly error: object }
  return { ...answer, body: JSON.stringify({ error: { ...error, string_to_sign: hint } }) }
}

/** Remembers refused requests until their answers are made. An answer is in the language that Accept-Language asks for. */
export interface CallerHints {
  /** `identity` is the key under which the answer finds the hint. */
  readonly note: (request: RefusedRequest, code: string, identity: object | undefined) => void
  readonly answer: (answer: HttpAnswer, req: NodeRequest, identity: object) => HttpAnswer
}

/** Only this code has a hint. Four causes share it, and a caller must not learn which of them it was. */
const hinted = 'signature_invalid'

export const callerHints = (authType: AuthType): CallerHints => {
  const refused = new WeakMap<object, Parameters<typeof callerHint>[0]>()
  return {
    note: ({ method, target, authorization }, code, identity) => {
      if (code === hinted && identity !== undefined) refused.set(identity, { method, target, authorization })
    },
    answer: (answer, req, identity) => {
      const request = refused.get(identity)
      const readable = languageFor(req.headers['accept-language']) === 'zh' ? inChinese(answer) : answer
      return request === undefined ? readable : withHint(readable, callerHint(request, announcedLength(req), authType))
    },
  }
}
