/** The adapter for node:http, and for node:http2 through its compatibility API. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { internal } from '../../core/HttpAnswer.ts'
import { nameOf } from '../../core/untrusted.ts'
import { warnOnce } from '../../platform/common/warn.ts'
import { JobRefused } from '../JobRefused.ts'
import type { VerifiedRequest, VerifierSource } from '../Verifier.ts'
import type { AdapterOptions } from './AdapterOptions.ts'
import { nodeGateOf } from './nodeGate.ts'
import { isHttp2, refuse } from './nodeRequest.ts'
import { assertCovered, type JobDecoder, type VerifiedFor } from './verifiedJob.ts'

/** Handles a verified request, which has a job of `J` if the option `decode` reads one. */
export type VerifiedListener<Req = IncomingMessage, Res = ServerResponse, J = never> = (
  req: Req,
  res: Res,
  request: VerifiedFor<J>,
) => unknown

/**
 * The options of `verified`; `answerRefusal` and `rawBody` get the request and the response of node:http. Where `answerRefusal`
 * throws, the adapter answers itself, and warns once. Where `decode` throws anything but a `JobRefused`, it answers 500, and warns once.
 */
export type HttpOptions<Req = IncomingMessage, Res = ServerResponse, J = never> = AdapterOptions<
  readonly [req: Req, res: Res],
  J
>

/** Half an answer stays half. */
const cutOff = (req: IncomingMessage | Http2ServerRequest): void => {
  if (isHttp2(req)) req.stream.close()
  else req.socket.destroy()
}

const remedy =
  'Call verified(…) before any other code reads the body. If other code must read it first, tell verified(…) where the bytes are: verified(verifier, listener, { rawBody: (req) => req.rawBody })'

/**
 * A listener for `createServer` that hands verified requests to `listener` and answers the others itself. The verified request is
 * the third argument, and `verified` of the request, which `assertVerified` asks for.
 *
 * A `JobRefused` that `listener` throws is answered with its 400. Any other error of `listener`, thrown or rejected, does what it does without this adapter: the process ends and shows it or,
 * if `events.captureRejections` was set before the server was made, the server answers 500.
 *
 * @example
 * ```ts
 * import { once } from 'node:events'
 * import { createServer } from 'node:http'
 * import { verified } from 'countersign/http'
 * import { createVerifier } from 'countersign/server'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const server = createServer(verified(verifier, (_, res, { appId }) => res.end(`hello ${appId}`)))
 * await once(server.listen(0, '127.0.0.1'), 'listening')
 * const { port } = server.address() as { port: number }
 * const { status } = await fetch(`http://127.0.0.1:${port}/v1/jobs/1`)
 * server.closeAllConnections()
 * server.close()
 * assert.equal(status, 401)
 * ```
 */
export const verified = <
  Req extends IncomingMessage | Http2ServerRequest = IncomingMessage,
  Res extends ServerResponse | Http2ServerResponse = ServerResponse,
  J = never,
>(
  verifier: VerifierSource,
  listener: VerifiedListener<Req, Res, J>,
  options?: HttpOptions<Req, Res, J>,
): ((req: Req, res: Res) => Promise<void>) => {
  const warn = warnOnce('refused')
  const { enter, bodyLimit } = nodeGateOf<readonly [Req, Res]>(
    verifier,
    withErrorPath(options),
    {
      remedy,
      answer: (answer, limit, req, res) => refuse(req, res, answer, limit),
      ask: async (refused, refusal, req, res) => {
        try {
          await refused(refusal, req, res)
        } catch {
          // Nobody else would catch it, and the process would end.
          warn(
            'the option answerRefusal threw an error, so the adapter answered instead. node:http has no error handler of its own',
          )
          if (!res.headersSent) refuse(req, res, refusal, bodyLimit())
          else if (!res.writableEnded) cutOff(req)
        }
      },
    },
    listener,
  )
  const pass = async (req: Req, res: Res): Promise<void> => {
    try {
      const caller = await enter(req, { res }, req, res)
      if (caller === undefined) return
      Object.assign(req, { verified: caller })
      await listener(req, res, caller as VerifiedFor<J>)
    } catch (error) {
      if (!(error instanceof JobRefused)) throw error
      refuse(req, res, error, bodyLimit())
    }
  }
  // Not async, as in every adapter: some frameworks judge a handler by that.
  const countersign = (req: Req, res: Res): Promise<void> => pass(req, res)
  return countersign
}

/**
 * For a route of a framework inside of `verified`: from here on `req.verified` is there. With the decoder that `verified` was given
 * as its option `decode`, `req.verified.job` is there as well. Throws a TypeError if `verified` has not run for this request: a
 * framework answers it with 500, and `node:http` by itself ends the process.
 *
 * @example
 * ```ts
 * import type { IncomingMessage, ServerResponse } from 'node:http'
 * import { assertVerified } from 'countersign/http'
 *
 * const handler = (req: IncomingMessage, res: ServerResponse) => {
 *   assertVerified(req)
 *   res.end(`hello ${req.verified.appId}`)
 * }
 * assert.throws(() => handler({} as IncomingMessage, {} as ServerResponse), /put verified/)
 * ```
 */
export function assertVerified<R extends object, J = never>(
  req: R,
  decode?: JobDecoder<J>,
): asserts req is R & { readonly verified: VerifiedFor<J> } {
  assertCovered(req as { readonly verified?: VerifiedRequest }, 'verified(verifier, listener)', decode)
}

/** Nobody else would catch what `decode` throws: what a caller sent must not end the process. */
const withErrorPath = <Args extends readonly [unknown, ...ReadonlyArray<unknown>]>(
  options: AdapterOptions<Args> | undefined,
): AdapterOptions<Args> | undefined => {
  // Own property only, as the gate reads options; it refuses what is no function.
  const decode = Object.hasOwn(Object(options), 'decode') ? options?.decode : undefined
  return typeof decode === 'function' ? { ...options, decode: answering(decode) } : options
}

const answering = (decode: JobDecoder<unknown>): JobDecoder<unknown> => {
  const warn = warnOnce('decode')
  return async (body) => {
    try {
      return await decode(body)
    } catch (thrown) {
      if (thrown instanceof JobRefused) throw thrown
      const words = `the option decode threw ${nameOf(thrown)}, which is not a JobRefused, so the adapter answered 500. node:http has no error handler of its own`
      warn(words)
      throw new JobRefused(words, { ...internal, reason: 'misconfigured', pointers: [] })
    }
  }
}
