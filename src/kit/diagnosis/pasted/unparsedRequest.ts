/**
 * Reads a request that Node's HTTP parser refused because of its target. Such a request reaches no verifier, so its refusal is made
 * here as a verifier would have made it, and `explainRefusals` can explain it.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from '../../../core/AuthType.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { withoutSecret } from '../../../core/Credential.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import { message, reason } from '../../../core/VerifyError.ts'
import { evidenceOf } from '../../../effects/evidenceHeaders.ts'
import type { RefusedRequest } from '../../../effects/RefusedRequest.ts'
import { contentOf, latin1 } from '../Received.ts'
import type { ParserError } from './parserRefusal.ts'
import { readHttp } from './readHttp.ts'

/** The members of a refusal that the verifier would have added. */
export type Surroundings = Pick<RefusedRequest, 'now'> & Partial<Pick<RefusedRequest, 'settings' | 'otherKeys'>>

/**
 * The request of a parser's error, for `explainRefusals` and `keepRefusals`; its reason is `target_invalid`. Nothing if the
 * parser refused something else than the target, or the bytes do not hold the whole head.
 *
 * @example
 * ```ts
 * import { unparsedRequest } from 'countersign/diagnosis'
 *
 * const rawPacket = new TextEncoder().encode('GET /v1/jobs?title=red fox HTTP/1.1\r\nAuthorization: Bearer abc\r\n\r\n')
 * const request = unparsedRequest({ code: 'HPE_INVALID_CONSTANT', rawPacket }, { now: 1_700_000_000 })
 * assert.equal(request?.target, '/v1/jobs?title=red fox')
 * assert.deepEqual(request.authorization, ['Bearer'])
 * ```
 */
export const unparsedRequest = (
  { code = '', rawPacket }: ParserError,
  { now, settings = {}, otherKeys = [] }: Surroundings,
): RefusedRequest | undefined => {
  if (rawPacket === undefined || !/^HPE_INVALID_(?:URL|CONSTANT)$/.test(code)) return undefined
  const end = latin1(rawPacket).indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = latin1(rawPacket.subarray(0, end + 4)).replace(framing, '')
  const parsed = readHttp(Bytes.ofAscii(head))
  const refused = E.isRight(parsed) ? RequestTarget.parse(parsed.right.target) : parsed
  if (E.isLeft(parsed) || E.isRight(refused) || refused.left._tag === 'Unreadable') return undefined
  const { method, target, authorization, headers } = parsed.right
  const body = bodyOf(rawPacket)
  const authorizationLines = authorization.map((authorizationLine) =>
    withoutSecret(authorizationLine, settings.authType ?? AuthType.standard),
  )
  return {
    reason: reason(refused.left),
    message: message(refused.left),
    method,
    target,
    authorization: authorizationLines,
    ...(headers === undefined ? {} : { headers: evidenceOf(headers, settings.authType ?? AuthType.standard) }),
    ...(body === undefined ? {} : { body }),
    now,
    keys: [],
    otherKeys,
    settings,
  }
}

/** The headers that announce a body. */
const framing = /^(?:content-length|transfer-encoding)[ \t]*:[^\r]*\r\n/gim

/** The body, if the packet has all of it and nothing else. */
const bodyOf = (packet: Bytes.Bytes): Bytes.Bytes | undefined => {
  const complete = readHttp(packet)
  if (E.isLeft(complete) || complete.right.notes !== undefined) return undefined
  return E.getOrElse(() => Bytes.empty)(contentOf(complete.right.body))
}
