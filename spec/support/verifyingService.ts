/**
 * A verifying service on loopback that records accepted requests and reasons for refusals.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verified } from '../../src/server/adapters/http.ts'
import { createVerifier, type VerifiedRequest, type VerifierOptions } from '../../src/server/node.ts'
import { withServer } from './loopback.ts'

export type Handled = VerifiedRequest & { readonly headers: IncomingMessage['headers'] }

export interface Service {
  readonly baseUrl: string
  /** Accepted requests, with their headers. */
  readonly handled: ReadonlyArray<Handled>
  /** All requests, accepted or not, as `GET /v1/jobs`. */
  readonly came: ReadonlyArray<string>
  /** The reasons for refusals. */
  readonly refused: ReadonlyArray<string>
}

const created = (_: IncomingMessage, res: ServerResponse): unknown =>
  res.writeHead(201, { 'Content-Type': 'application/json', 'X-Twice': ['a', 'b'] }).end('{"id":"j-1"}')

/** Runs the service during `use`. Unless `answer` does, it answers accepted requests with 201 and some JSON. */
export const withVerifyingService = async (
  options: VerifierOptions,
  use: (service: Service) => Promise<void>,
  answer: typeof created = created,
): Promise<void> => {
  const handled: Array<Handled> = []
  const came: Array<string> = []
  const refused: Array<string> = []
  const verifier = await createVerifier({
    onVerdict: (verdict) => {
      if (verdict.outcome === 'reject') refused.push(verdict.reason)
    },
    ...options,
  })
  const listener = verified(verifier, (req, res, request) => {
    handled.push({ ...request, headers: req.headers })
    return answer(req, res)
  })
  const server = createServer((req, res) => {
    came.push(`${req.method} ${req.url}`)
    return listener(req, res)
  })
  await withServer(server, ({ url }) => use({ baseUrl: url, handled, came, refused }))
}
