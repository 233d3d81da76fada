/**
 * Judges what a port signs or writes: headers, signed requests, jobs. A port may choose the order of a header's items, its nonce where
 * the input has none, and how it writes a job. So our own parsers read the answer again, and a signature over what only the port
 * knows is verified.
 *
 *     expected  SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,…
 *     received  SVC-SHA256-RSA nonce_str=n-1,app_id=app-1,…      passes: the same items in another order
 */
import { createPublicKey } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import * as Authorization from '../../core/Authorization.ts'
import type { AuthType } from '../../core/AuthType.ts'
import * as Bytes from '../../core/Bytes.ts'
import { mostBits } from '../../core/PublicKey.ts'
import * as Signature from '../../core/Signature.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import * as Job from '../../job/Job.ts'
import * as JobError from '../../job/JobError.ts'
import { syntaxFaults } from '../../job/JsonFault.ts'
import { verificationKey } from '../../platform/node/verificationKey.ts'
import { memoized } from '../values/memoized.ts'
import { placeWords } from './brokenJson.ts'
import { bytesIn, compareTexts, failByValue, hasMembers, judgeBytes } from './compareValues.ts'
import { toBody } from './content.ts'
import { type Fault, fail, firstFault, type Judgement, pass } from './Judgement.ts'
import { noPolicies } from './policies.ts'
import { enough, fewestBits, newBits } from './randomness.ts'
import { shown } from './shown.ts'
import type { Inputs } from './Vector.ts'

// ---- The shapes of answers

const requestLine = { method: t.string, target: t.string }
const signedRequest = t.type({ ...requestLine, authorization: t.string })
const wireRequest = t.type({ ...requestLine, headers: t.array(t.tuple([t.string, t.string])), body: t.unknown })

interface RequestLine {
  readonly method: string
  readonly target: string
}
type SignedRequest = t.TypeOf<typeof signedRequest>
export interface WireRequest extends RequestLine {
  readonly headers: ReadonlyArray<readonly [name: string, content: string]>
  readonly body: unknown
}

const judgeLine = (expected: RequestLine, received: RequestLine): Judgement =>
  firstFault(
    compareTexts('method', expected.method, received.method),
    compareTexts('target', expected.target, received.target),
  )

const failByShape = (received: unknown): Fault =>
  fail(`the value must have the texts method, target and authorization, but is ${shown(received)}`)

// ---- formatAuthorization: a header

export const authTypeOf = (input: unknown): AuthType =>
  (hasMembers(input) && typeof input.authType === 'string' ? input.authType : 'SVC-SHA256-RSA') as AuthType

/** A written header must parse without any policy. Its items may come in any order. */
export const judgeHeader = (authType: AuthType, expected: string, received: unknown): Judgement => {
  if (typeof received !== 'string') return fail(`the header must be a text, but is ${shown(received)}`)
  if (received === expected) return pass
  const grammar = { authType, policies: noPolicies }
  const receivedParts = Authorization.parse(received, grammar)
  const expectedParts = Authorization.parse(expected, grammar)
  if (isDeepStrictEqual(receivedParts, expectedParts)) return pass
  const receivedLength = signatureLength(receivedParts)
  const expectedLength = signatureLength(expectedParts)
  const areKnown = receivedLength !== undefined && expectedLength !== undefined
  if (areKnown && receivedLength < expectedLength) return failBySignature(receivedLength, expectedLength)
  return compareTexts('header', expected, received)
}

const signatureLength = (parsed: E.Either<unknown, Authorization.Authorization>): number | undefined =>
  E.isRight(parsed) && parsed.right._tag === 'Signed' ? Signature.byteLength(parsed.right.signature) : undefined

/** The case does not test the signature, so its flags would mislead. */
const failBySignature = (length: number, modulusLength: number): Fault => {
  const isShort = length < modulusLength
  const message = isShort
    ? `the signature has ${length} bytes, but the modulus of its key has ${modulusLength}`
    : 'the signature does not verify over the sent request'
  return { verdict: 'fail', message, shownFlags: isShort ? ['leading-zero'] : [] }
}

// ---- sign: one request, or several with nonces of the port's own

export const judgeSigned = (
  input: Inputs['sign'],
  expected: unknown,
  received: unknown,
): Judgement | Promise<Judgement> => {
  if (input.times !== undefined) {
    // Our own port answers with a request for each nonce. A case expects one request, which stands for all nonces.
    const [expectedLine] = Array.isArray(expected) ? expected : [expected]
    return judgeNonces(input, expectedLine as RequestLine, received)
  }
  const expectedRequest = expected as SignedRequest
  if (!signedRequest.is(received)) return failByShape(received)
  return firstFault(
    judgeLine(expectedRequest, received),
    judgeHeader(authTypeOf(input), expectedRequest.authorization, received.authorization),
  )
}

/** All requests must be valid, no nonce may repeat, and the nonces must be random enough. */
const judgeNonces = async (input: Inputs['sign'], expectedLine: RequestLine, received: unknown): Promise<Judgement> => {
  if (!Array.isArray(received) || received.length !== input.times) {
    return fail(`the value must be an array of ${input.times}, but is ${shown(received)}`)
  }
  const { method, target } = expectedLine
  const judgeOwnHeader = await ownHeaderJudge(input)
  const body = E.getOrElse(() => Bytes.empty)(toBody(input.body))
  const nonces = new Set<string>()
  for (const request of received) {
    if (!signedRequest.is(request)) return failByShape(request)
    const { authorization } = request
    const judged = firstFault(
      judgeLine(expectedLine, request),
      await judgeOwnHeader({ authorization, method, target, body }),
    )
    if (judged.verdict !== 'pass') return judged
    const { nonce } = readSignedHeader(input, authorization) as Authorization.Signed
    if (nonces.has(nonce))
      return fail(`the nonce ${nonce} is used twice within ${nonces.size + 1} requests of one second`)
    nonces.add(nonce)
  }
  return judgeRandomness([...nonces])
}

const judgeRandomness = (nonces: ReadonlyArray<string>): Judgement => {
  if (nonces.length < enough) return pass
  const bits = newBits(nonces)
  if (bits >= fewestBits) return pass
  const examples = nonces.slice(0, 3).join(', ')
  return fail(`each nonce has at most ${Math.floor(bits)} new bits, but it needs ${fewestBits}: ${examples}`)
}

const readSignedHeader = (input: unknown, header: string): Authorization.Signed | undefined => {
  const parsed = Authorization.parse(header, { authType: authTypeOf(input), policies: noPolicies })
  return E.isRight(parsed) && parsed.right._tag === 'Signed' ? parsed.right : undefined
}

/** A request whose signature only the port can know: it covers the port's own nonce, or its own spelling of a job. */
interface OwnRequest extends SignedRequest {
  readonly body: Bytes.Bytes
}

/** Imports the key once, and judges such requests by verifying their signatures. */
const ownHeaderJudge = async (
  input: Pick<Inputs['sign'], 'appId' | 'authType' | 'privateKey' | 'timestamp' | 'nonce'>,
): Promise<(request: OwnRequest) => Promise<Judgement>> => {
  const key = await publicKeyOf(input.privateKey)
  return async ({ authorization, method, target, body }) => {
    const signed = readSignedHeader(input, authorization)
    if (signed === undefined) return fail(`the header is malformed: ${shown(authorization)}`)
    const { appId, nonce, timestamp, signature } = signed
    if (appId !== input.appId || String(timestamp) !== input.timestamp || nonce !== (input.nonce ?? nonce))
      return fail(`the header has another app id${input.nonce === undefined ? '' : ', nonce'} or timestamp`)
    if (E.isLeft(key)) return fail('the key of the case cannot be used')
    const head = StringToSign.uncheckedHead({ method, target, timestamp, nonce })
    const isValid = (await key.right.verify({ head, body }, signature)) === true
    return isValid ? pass : failBySignature(Signature.byteLength(signature), key.right.signatureLength)
  }
}

/** The public half of a signer's key. Hundreds of requests are signed by one key. */
const publicKeyOf = memoized((privateKey: string) => {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
  return verificationKey(publicKey, { maxKeyBits: mostBits })()
})

// ---- encodeJob: a job

export const judgeJob = (expected: unknown, received: unknown): Judgement => {
  const bytes = bytesIn(received)
  if (bytes === undefined) return fail(`the value must be {"hex": …}, but is ${shown(received)}`)
  // A writer keeps a stage of an unknown type under any policy.
  const job = Job.decode(bytes, { ...noPolicies, 'unknown-stage': true })
  if (E.isLeft(job)) return fail(`the bytes do not decode to a job: ${whyNoJob(job.left, bytes)}`)
  return isDeepStrictEqual(job.right, expected)
    ? pass
    : failByValue(expected, job.right, 'the bytes decode to another job: ')
}

/** What is wrong with the bytes of a job, and what they are instead. */
const whyNoJob = (error: JobError.JobError, bytes: Bytes.Bytes): string =>
  error._tag === 'job_malformed'
    ? `${syntaxFaults[error.rule]} at byte ${error.offset}: ${placeWords(bytes, error.offset)}`
    : JobError.message(error)

// ---- request: a whole request as it is sent

export const judgeRequest = async (
  input: Inputs['request'],
  expected: WireRequest,
  received: unknown,
): Promise<Judgement> => {
  if (!wireRequest.is(received))
    return fail(`the value must have method, target, headers and body, but is ${shown(received)}`)
  const judgedLine = judgeLine(expected, received)
  if (judgedLine.verdict !== 'pass') return judgedLine
  const body = bytesIn(received.body)
  if (body === undefined) return fail(`the body must be {"hex": …}, but is ${shown(received.body)}`)
  const judgedBody =
    'job' in input.body ? judgeJob(input.body.job, received.body) : judgeBytes('body', expected.body, received.body)
  const judgedHeaders: Array<Judgement> = []
  for (const [name, expectedHeader] of expected.headers) {
    const headers = headersNamed(name, received)
    const [header = ''] = headers
    judgedHeaders.push(
      headers.length === 1
        ? await judgeSentHeader({ input, expected, name, expectedHeader, header, body })
        : fail(`the request has ${headers.length} headers ${name}; exactly one is expected`),
    )
  }
  return firstFault(judgedBody, ...judgedHeaders)
}

/** The values of the headers with this name, in either case. */
const headersNamed = (name: string, { headers }: WireRequest): ReadonlyArray<string> =>
  headers.filter(([other]) => other.toLowerCase() === name.toLowerCase()).map(([, header]) => header)

interface SentHeader {
  readonly input: Inputs['request']
  readonly expected: WireRequest
  readonly name: string
  readonly expectedHeader: string
  readonly header: string
  /** The body that the port sent. */
  readonly body: Bytes.Bytes
}

const judgeSentHeader = async (sent: SentHeader): Promise<Judgement> => {
  const { input, expected, name, expectedHeader, header, body } = sent
  if (name !== 'Authorization') return compareTexts(`header ${name}`, expectedHeader, header)
  const { credentials } = input
  // Only a signature over a job depends on how the port writes the job.
  if (!('job' in input.body) || 'token' in credentials) return judgeHeader(authTypeOf(input), expectedHeader, header)
  const judgeOwnHeader = await ownHeaderJudge({ ...input, ...credentials })
  return judgeOwnHeader({ authorization: header, method: expected.method, target: expected.target, body })
}
