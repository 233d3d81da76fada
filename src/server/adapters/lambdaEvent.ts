/**
 * Events and answers of AWS Lambda, for the adapter `countersign/lambda`. `lambdaRequest.ts` reads the request in an event, `lambdaBody.ts`
 * its body.
 */
import type { HttpAnswer } from '../../core/HttpAnswer.ts'

/** The members of each kind of event that handlers read most. An event of `@types/aws-lambda` is assignable to this type. */
export interface LambdaEvent {
  /** `2.0` from a function URL or an HTTP API, `1.0` from an HTTP API with the older format. */
  readonly version?: string | undefined
  readonly rawPath?: string | undefined
  readonly rawQueryString?: string | undefined
  readonly httpMethod?: string | undefined
  readonly path?: string | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined
  readonly multiValueHeaders?: Readonly<Record<string, ReadonlyArray<string> | undefined>> | null | undefined
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null | undefined
  readonly multiValueQueryStringParameters?:
    | Readonly<Record<string, ReadonlyArray<string> | undefined>>
    | null
    | undefined
  readonly requestContext?: object | undefined
  readonly body?: string | null | undefined
  readonly isBase64Encoded?: boolean | undefined
}

/** Which service of AWS made the event. */
export type EventKind = 'function-url' | 'http-api' | 'rest-api' | 'load-balancer'

/** An answer in the form that Lambda takes. */
export interface LambdaAnswer {
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly multiValueHeaders?: Readonly<Record<string, Array<string>>>
  readonly body: string
  readonly isBase64Encoded: false
}

/** An answer for the service that made an event. `kind` is undefined for an event that is no HTTP request. */
export const answerTo = (kind: EventKind | undefined, { status, headers, body }: HttpAnswer): LambdaAnswer => {
  const answer = { statusCode: status, body, isBase64Encoded: false } as const
  if (kind !== 'load-balancer') return { ...answer, headers }
  // A load balancer with multi-value headers ignores single-value headers.
  const multiValueHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  return { ...answer, multiValueHeaders }
}
