import { decodeJob, JobRefused, VerificationError, type Verifier } from 'countersign/server'

/** An event of a function URL, or of an API Gateway HTTP API with payload format 2.0: the members that are read. */
export interface LambdaEvent {
  readonly version: string
  readonly rawPath: string
  readonly rawQueryString: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly requestContext: { readonly domainName?: string; readonly http: { readonly method: string } }
  readonly body?: string | null
  readonly isBase64Encoded: boolean
}

export interface LambdaAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Handler = (event: LambdaEvent) => Promise<LambdaAnswer>

/** A function URL hands over the path as it was sent. An HTTP API decodes it, so a path with an escape may be another one. */
const isAsSent = ({ rawPath, requestContext }: LambdaEvent): boolean =>
  requestContext.domainName?.includes('.lambda-url.') === true || /^[\w.~/-]*$/.test(rawPath)

const pathDecoded: LambdaAnswer = {
  statusCode: 400,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ error: { code: 'target_invalid', message: 'use a path of A-Z a-z 0-9 - . _ ~ and / here' } }),
}

export const handlerWith =
  (verifier: Verifier): Handler =>
  async (event) => {
    const { version, rawPath, rawQueryString, requestContext, isBase64Encoded } = event
    // Others hand over no query as it was sent.
    if (version !== '2.0')
      throw new Error(`set the payload format of the integration to 2.0: this event has ${version}`)
    if (!isAsSent(event)) return pathDecoded
    try {
      const { appId, method, target, body } = await verifier.verify({
        method: requestContext.http.method,
        target: rawQueryString === '' ? rawPath : `${rawPath}?${rawQueryString}`,
        authorization: event.headers.authorization,
        body: Buffer.from(event.body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
      })
      if (method !== 'POST' || target !== '/v1/jobs') return { statusCode: 404, headers: {}, body: '' }
      const { request_id } = decodeJob(body)
      const headers = { 'Content-Type': 'application/json' }
      return { statusCode: 200, headers, body: JSON.stringify({ app_id: appId, request_id }) }
    } catch (error) {
      if (!(error instanceof VerificationError || error instanceof JobRefused)) throw error
      return { statusCode: error.status, headers: error.headers, body: error.body }
    }
  }
