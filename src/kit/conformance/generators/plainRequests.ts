/**
 * Gives the requests of a failing input plain parts, for `simplify`, so that a reader of the report sees which part matters. A part of
 * a signed request can only change if the request is signed anew. If the signature fits the request, the key of the run signs it. Any
 * other request stays as it is, because the text that it signed is not known.
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

/** The plain value of each part. A body has a character of Latin-1 for each byte. */
const plainParts = { method: 'POST', target: '/v1/jobs', nonce: 'n-1', body: '' } as const
export type PlainPart = keyof typeof plainParts
export const plainPartNames = Object.keys(plainParts) as ReadonlyArray<PlainPart>

type RequestParts = Readonly<Record<PlainPart, string>>

/** A request with its parts, and with the key that signs it. */
interface ReadRequest {
  readonly parts: RequestParts
  /** The signature, the key that made it, and its timestamp. Absent if the request has a token in place of a signature. */
  readonly signed?: { readonly pair: Pair; readonly timestamp: string; readonly signature: string }
}

/** Reads the request of a step. Undefined if its signature does not fit what it sends, or if it is malformed. */
const readRequest = ({ authType, keys }: VerifyInput, step: VerifyStep): ReadRequest | undefined => {
  const { method, target, body, authorization } = step
  const [authorizationLine, ...moreLines] = authorization
  const knownType = AuthType.parse(authType)
  if (authorizationLine === undefined || moreLines.length > 0 || !('hex' in body) || E.isLeft(knownType))
    return undefined
  const parsed = Authorization.parse(authorizationLine, { authType: knownType.right, policies: ours })
  if (E.isLeft(parsed)) return undefined
  const content = Buffer.from(body.hex, 'hex').toString('latin1')
  if (parsed.right._tag === 'Bearer') return { parts: { method, target, nonce: plainParts.nonce, body: content } }
  const { appId, nonce, signature } = parsed.right
  const timestamp = String(parsed.right.timestamp)
  const parts: RequestParts = { method, target, nonce, body: content }
  const pairs = keys.filter((key) => key.appId === appId).map(({ key }) => pairWithPem(key))
  const pair = pairs.find(
    (candidatePair) =>
      candidatePair !== undefined && signatureOf(candidatePair, { ...parts, timestamp, appId }) === signature,
  )
  return pair && { parts, signed: { pair, timestamp, signature } }
}

/** The Authorization line with another nonce and another signature. The rest of the line stays as it was. */
const rewriteLine = (authorizationLine: string, original: ReadRequest, nonce: string, signature: string): string => {
  const start = authorizationLine.indexOf(
    original.parts.nonce,
    authorizationLine.indexOf('nonce_str') + 'nonce_str'.length,
  )
  const withNonce =
    authorizationLine.slice(0, start) + nonce + authorizationLine.slice(start + original.parts.nonce.length)
  return withNonce.replace(original.signed?.signature ?? '', () => signature)
}

/** The step with other parts, signed anew. */
const withParts = (step: VerifyStep, original: ReadRequest, parts: RequestParts): VerifyStep => {
  const { method, target, nonce, body: bodyText } = parts
  const changed = { ...step, method, target, body: hexOf(bodyText) }
  if (original.signed === undefined) return changed
  const { pair, timestamp } = original.signed
  // The id of the app is not signed.
  const signature = signatureOf(pair, { ...parts, timestamp, appId: '' })
  return {
    ...changed,
    authorization: step.authorization.map((authorizationLine) =>
      rewriteLine(authorizationLine, original, nonce, signature),
    ),
  }
}

/**
 * The input with the plain value of a part in its last request, and in each other request with the same value of that part. So a
 * nonce that was replayed is still replayed. Undefined if the last request has the plain value already, or cannot be signed anew.
 */
export const withPlainPart = (input: VerifyInput, partName: PlainPart): VerifyInput | undefined => {
  const requests = input.steps.map((step) => readRequest(input, step))
  const repeatedPart = requests.at(-1)?.parts[partName]
  if (repeatedPart === undefined || repeatedPart === plainParts[partName]) return undefined
  const steps = input.steps.map((step, i) => {
    const request = requests[i]
    return request?.parts[partName] === repeatedPart
      ? withParts(step, request, { ...request.parts, [partName]: plainParts[partName] })
      : step
  })
  return { ...input, steps }
}
