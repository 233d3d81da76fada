/**
 * The adapter for functions on AWS Lambda: behind a function URL, API Gateway (HTTP API and REST API) or a load balancer. A
 * handler gets the event and the verified request. `lambdaRequest.ts` says what each kind of event still has of the request.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import { warnOnce } from '../../platform/common/warn.ts'
import { JobRefused } from '../JobRefused.ts'
import type { VerificationError } from '../VerificationError.ts'
import type { AdaptedRequest, VerifierSource } from '../Verifier.ts'
import { type AdapterOptions, withRawBody } from './AdapterOptions.ts'
import { type CorsAnswer, varying } from './cors.ts'
import { gateOf } from './gate.ts'
import { contentOfEvent } from './lambdaBody.ts'
import { answerTo, type LambdaAnswer, type LambdaEvent } from './lambdaEvent.ts'
import { type EventRequest, requestOfEvent, type WrongEvent } from './lambdaRequest.ts'
import * as RoutableTarget from './routableTarget.ts'
import type { VerifiedFor } from './verifiedJob.ts'

export type { LambdaAnswer, LambdaEvent } from './lambdaEvent.ts'

/**
 * Handles a verified request, which has a job of `J` if the option `decode` reads one; `rest` is whatever else Lambda hands over,
 * the context.
 */
export type VerifiedFunction<Event, Rest extends ReadonlyArray<unknown>, Result, J = never> = (
  event: Event,
  request: VerifiedFor<J>,
  ...rest: Rest
) => Result | Promise<Result>

/**
 * The options of `verified`; their functions get the event, and the context. `answerRefusal` returns the answer; what it throws,
 * `verified` rejects with.
 */
export type LambdaOptions<
  Event = LambdaEvent,
  Rest extends ReadonlyArray<unknown> = [],
  Result = unknown,
  J = never,
> = AdapterOptions<readonly [event: Event, ...rest: Rest], J> & {
  /** Answers a refused request in the app's own shape. Absent: the refusal's own answer. */
  readonly answerRefusal?:
    | ((refusal: VerificationError, event: Event, ...rest: Rest) => Result | Promise<Result>)
    | undefined
}

const remedy =
  'Call verified(…) before any other code parses the body. If other code must parse it first, tell verified(…) where the bytes are: verified(verifier, handler, { rawBody: (event) => event.rawBody })'

/**
 * A function for AWS Lambda that hands verified requests to `handler` and answers the others itself.
 *
 * The event may be of a function URL, an HTTP API with payload format 2.0 or 1.0, a REST API, or a load balancer with multi-value
 * headers. Where an event does not tell what was sent, the request is refused, and the process warns once with the reason. An
 * event that is no HTTP request is answered with 500.
 *
 * A `JobRefused` that `handler` throws is answered with its 400. Rejects with the other errors of `handler`, and with those of the
 * verifier that are no refusal. Throws a TypeError if `verifier` or `handler` is missing.
 *
 * @example
 * ```ts
 * import { verified } from 'countersign/lambda'
 * import { createVerifier } from 'countersign/server'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const handler = verified(verifier, (_, { appId }) => ({ statusCode: 200, body: `hello ${appId}` }))
 *
 * const requestContext = { http: { method: 'POST' }, domainName: 'id.lambda-url.eu-central-1.on.aws' }
 * const event = { version: '2.0', rawPath: '/v1/jobs', rawQueryString: '', headers: {}, requestContext, body: '{}' }
 * assert.equal((await handler(event)).statusCode, 401)
 * ```
 */
export const verified = <
  Event extends object = LambdaEvent,
  Rest extends ReadonlyArray<unknown> = [],
  Result = unknown,
  J = never,
>(
  verifier: VerifierSource,
  handler: VerifiedFunction<Event, Rest, Result, J>,
  options?: LambdaOptions<Event, Rest, Result, J>,
): ((event: Event, ...rest: Rest) => Promise<Result | LambdaAnswer>) => {
  const { cors, rawBody, answerRefusal, verdictOn } = gateOf(verifier, options, handler)
  const warn = warnOnce('target_invalid')
  const receive = (event: Event, seen: Translated, limit: number): AdaptedRequest =>
    E.isLeft(seen)
      ? unknownRequest(seen.left)
      : withRawBody(adapted(event, seen.right, limit), rawBody, event, seen.right.header)
  const answer = async (event: Event, seen: Translated, rest: Rest): Promise<Result | LambdaAnswer> => {
    if (E.isRight(seen) && seen.right.lost !== undefined) warn(seen.right.lost)
    const own = (refused: HttpAnswer): LambdaAnswer => ownAnswer(seen, refused)
    try {
      // An event that is handed over again came again: a verdict is kept for no event.
      const verdict = await verdictOn({}, event, (limit) => receive(event, seen, limit))
      if (E.isRight(verdict)) return await handler(event, verdict.right as VerifiedFor<J>, ...rest)
      return ((await answerRefusal?.(verdict.left, event, ...rest)) as Result) ?? own(verdict.left)
    } catch (error) {
      if (!(error instanceof JobRefused)) throw error
      return own(error)
    }
  }
  const answerAll = async (event: Event, rest: Rest): Promise<Result | LambdaAnswer> => {
    const seen = requestOfEvent(event)
    if (cors === undefined || E.isLeft(seen)) return answer(event, seen, rest)
    const allowed = cors(seen.right.method, seen.right.header)
    const noContent: HttpAnswer = { status: 204, headers: {}, body: '' }
    const given = allowed.isPreflight ? ownAnswer(seen, noContent) : await answer(event, seen, rest)
    return withOrigin(seen.right, given, allowed) as Result
  }
  // Not async, as in every adapter: some frameworks judge a handler by that.
  const countersign = (event: Event, ...rest: Rest): Promise<Result | LambdaAnswer> => answerAll(event, rest)
  return countersign
}

type Translated = E.Either<WrongEvent, EventRequest>

/** HEAD has no content. */
const ownAnswer = (seen: Translated, answer: HttpAnswer): LambdaAnswer => {
  if (E.isLeft(seen)) return answerTo(undefined, answer)
  const { kind, method } = seen.right
  return answerTo(kind, method === 'HEAD' ? { ...answer, body: '' } : answer)
}

const adapted = (event: LambdaEvent, seen: EventRequest, limit: number): AdaptedRequest => {
  const { method, target, authorization, callerAddress, header, lost } = seen
  return {
    method,
    target,
    authorization,
    callerAddress,
    body: async () => contentOfEvent(event, header, limit, remedy),
    hasGone: () => false,
    headers: () => event.multiValueHeaders ?? event.headers ?? {},
    lost,
  }
}

const unknownRequest = ({ fault }: WrongEvent): AdaptedRequest => ({
  method: '',
  target: RoutableTarget.refused,
  authorization: [],
  body: async () => E.left({ _tag: 'body_incomplete' }),
  hasGone: () => false,
  fault,
})

interface Structured {
  readonly statusCode?: unknown
  readonly headers?: Readonly<Record<string, unknown>> | null
  readonly multiValueHeaders?: Readonly<Record<string, unknown>> | null
}

/** The answer with the headers of CORS. Of an answer without a status a function URL and an HTTP API make one of JSON. */
const withOrigin = ({ kind }: EventRequest, given: unknown, { headers, vary }: CorsAnswer): unknown => {
  const isStructured = typeof given === 'object' && given !== null && 'statusCode' in given
  const answer = (isStructured ? given : jsonAnswer(kind, given)) as Structured
  const isMulti = kind === 'load-balancer'
  const present = isMulti ? answer.multiValueHeaders : answer.headers
  const added: Record<string, unknown> = { ...present }
  const set = (name: string, value: string): void => {
    for (const other of Object.keys(added)) if (other.toLowerCase() === name.toLowerCase()) delete added[other]
    added[name] = isMulti ? [value] : value
  }
  const varied = Object.entries(present ?? {}).find(([name]) => name.toLowerCase() === 'vary')?.[1]
  for (const [name, value] of Object.entries(headers)) set(name, value)
  if (vary !== '') set('Vary', varying(varied, vary))
  return { ...answer, [isMulti ? 'multiValueHeaders' : 'headers']: added }
}

const jsonAnswer = (kind: EventRequest['kind'], given: unknown): LambdaAnswer => {
  const body = typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  return answerTo(kind, { status: 200, headers: { 'content-type': 'application/json' }, body })
}
