/**
 * Requests of a verifier with a plain part in place of a drawn one, for `simplify`: a part of a signed request can only change if the
 * request is signed anew. A request whose signature fits what is sent is signed with the key of its run; another one stays as it is,
 * since nobody knows what its signature is of.
 *
 * ```ts
 * // PUT /x?y=1 with the nonce last, signed by app-1
 * withPlainPart(input, 'target') // PUT /v1/jobs with the nonce last, signed by app-1
 * ```
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../../core/Authorization.ts'
import * as AuthType from '../../../core/AuthType.ts'
import { ours } from '../../../core/Policies.ts'
import type { VerifyInput, VerifyStep } from '../Vector.ts'
import { hexOf, type Pair, pairWithPem, signatureOf } from './signedRequest.ts'

/** A body holds a character of Latin-1 for each byte. */
const plainParts = { method: 'POST', target: '/v1/jobs', nonce: 'n-1', body: '' } as const
export type PlainPart = keyof typeof plainParts
export const plainPartNames = Object.keys(plainParts) as ReadonlyArray<PlainPart>

type RequestParts = Readonly<Record<PlainPart, string>>

/** A request whose parts are known. */
interface ReadRequest {
  readonly parts: RequestParts
  /** Absent under a token. */
  readonly signed?: { readonly pair: Pair; readonly timestamp: string; readonly signature: string }
}

/** What a step sends, if its signature is of that; undefined otherwise. */
const readRequest = ({ authType, keys }: VerifyInput, step: VerifyStep): ReadRequest | undefined => {
  const { method, target, body, authorization } = step
  const [line, ...moreLines] = authorization
  const known = AuthType.parse(authType)
  if (line === undefined || moreLines.length > 0 || !('hex' in body) || E.isLeft(known)) return undefined
  const parsed = Authorization.parse(line, { authType: known.right, policies: ours })
  if (E.isLeft(parsed)) return undefined
  const content = Buffer.from(body.hex, 'hex').toString('latin1')
  if (parsed.right._tag === 'Bearer') return { parts: { method, target, nonce: plainParts.nonce, body: content } }
  const { appId, nonce, signature } = parsed.right
  const timestamp = String(parsed.right.timestamp)
  const parts: RequestParts = { method, target, nonce, body: content }
  const pairs = keys.filter((key) => key.appId === appId).map(({ key }) => pairWithPem(key))
  const pair = pairs.find(
    (each) => each !== undefined && signatureOf(each, { ...parts, timestamp, appId }) === signature,
  )
  return pair && { parts, signed: { pair, timestamp, signature } }
}

/** The line with another nonce and another signature, written as it was. */
const rewriteLine = (line: string, before: ReadRequest, nonce: string, signature: string): string => {
  const start = line.indexOf(before.parts.nonce, line.indexOf('nonce_str') + 'nonce_str'.length)
  const withNonce = line.slice(0, start) + nonce + line.slice(start + before.parts.nonce.length)
  return withNonce.replace(before.signed?.signature ?? '', () => signature)
}

const withParts = (step: VerifyStep, before: ReadRequest, parts: RequestParts): VerifyStep => {
  const { method, target, nonce, body } = parts
  const sent = { ...step, method, target, body: hexOf(body) }
  if (before.signed === undefined) return sent
  const { pair, timestamp } = before.signed
  const signature = signatureOf(pair, { ...parts, timestamp, appId: '' })
  return { ...sent, authorization: step.authorization.map((line) => rewriteLine(line, before, nonce, signature)) }
}

/**
 * The input whose last request has the plain value of a part, and with it each other request that has the same value: what comes
 * again comes again. Undefined where the last request has the plain value already, or cannot be signed anew.
 */
export const withPlainPart = (input: VerifyInput, name: PlainPart): VerifyInput | undefined => {
  const requests = input.steps.map((step) => readRequest(input, step))
  const value = requests.at(-1)?.parts[name]
  if (value === undefined || value === plainParts[name]) return undefined
  const steps = input.steps.map((step, i) => {
    const request = requests[i]
    return request?.parts[name] === value
      ? withParts(step, request, { ...request.parts, [name]: plainParts[name] })
      : step
  })
  return { ...input, steps }
}
