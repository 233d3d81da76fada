/**
 * A verifying service on loopback that records accepted requests and reasons for refusals.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verified } from '../../src/server/adapters/http.ts'
import { createVerifier, type VerifiedRequest, type VerifierOptions } from '../../src/server/node.ts'

export interface Service {
  readonly baseUrl: string
  readonly handled: ReadonlyArray<VerifiedRequest>
  /** The reasons for refusals. */
  readonly refused: ReadonlyArray<string>
}

/** Runs the service during `use`. It answers accepted requests with 201 and some JSON. */
export const withVerifyingService = async (
  options: VerifierOptions,
  use: (service: Service) => Promise<void>,
): Promise<void> => {
  const handled: Array<VerifiedRequest> = []
  const refused: Array<string> = []
  const verifier = await createVerifier({
    onVerdict: (verdict) => {
      if (verdict.outcome === 'reject') refused.push(verdict.reason)
    },
    ...options,
  })
  const listener = verified(verifier, (_, res, request) => {
    handled.push(request)
    res.writeHead(201, { 'Content-Type': 'application/json', 'X-Twice': ['a', 'b'] }).end('{"id":"j-1"}')
  })
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, handled, refused })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
