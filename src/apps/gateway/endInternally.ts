/**
 * What a server does when its own program fails in the middle of a request: for the gateway and the stand-in. An error of a
 * listener would be an unhandled rejection and end the process. So this never throws: in the worst case it destroys the stream.
 */
import { internal } from '../../core/HttpAnswer.ts'
import { nameOf, placeOf } from '../../core/untrusted.ts'
import { isHttp2, type NodeRequest, type NodeResponse, refuse } from '../../server/adapters/nodeRequest.ts'
import { sinkOf } from './forward.ts'

export interface Failed {
  readonly req: NodeRequest
  readonly res: NodeResponse
  /** How many bytes of a body that nobody reads are dropped before the connection is closed instead. */
  readonly limit: number
  /** More headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Answers 500, or ends an answer that has begun. `report` gets a line for the log: the error's name and place, for its message may
 * quote a secret.
 */
export const endInternally = (
  { req, res, limit, headers }: Failed,
  error: unknown,
  report: (message: string) => void,
): void => {
  try {
    report(`internal: ${nameOf(error)} ${placeOf(error)}`)
    if (!res.headersSent) {
      refuse(req, res, { ...internal, headers: { ...internal.headers, ...headers } }, limit)
      return
    }
  } catch {
    // The report or the answer failed as well: nothing is left to be said.
  }
  destroyStream({ req, res })
}

const destroyStream = ({ req, res }: Pick<Failed, 'req' | 'res'>): void => {
  try {
    // A response of HTTP/1.1 whose answer has gone out has no socket any more.
    if (isHttp2(req)) sinkOf(res).destroy()
    else req.socket.destroy()
  } catch {
    req.destroy()
  }
}
