/**
 * A gateway of gateway.ts. Each is a process of its own: once an `AsyncLocalStorage` has run, every promise of its process pays for it.
 * The first message says whether this gateway keeps the id of a request along the work on it, and which service is behind it; the
 * answer is the port. The message `time` is answered with the processor time of the process, in milliseconds.
 */
import process from 'node:process'
import { createVerifier, noReplayGuard } from 'countersign/server'
import { onLoopback } from '../../spec/support/loopback.ts'
import { loggedServer } from '../../src/apps/cli/loggedServer.ts'
import { requestIdentities } from '../../src/apps/cli/requestIdentities.ts'
import { gateway } from '../../src/apps/gateway/gateway.ts'
import { trusted } from '../../src/apps/gateway/passedHeaders.ts'
import { serverOf } from '../../src/apps/gateway/servers.ts'
import { type Upstream, upstreamOf } from '../../src/apps/gateway/Upstream.ts'
import { entropy } from '../../src/platform/common/system.ts'
import { processorMs } from '../processorMs.ts'
import { appId } from './peers/Peer.ts'

export interface GatewayInstructions {
  readonly keepsId: boolean
  readonly upstream: string
  readonly publicPem: string
  /** When the request was signed. */
  readonly now: number
}

/** Longer than the other gateway may work meanwhile: a gateway closes a connection that was silent for so long. */
const silenceMs = 300_000

const start = async ({ keepsId, upstream, publicPem, now }: GatewayInstructions): Promise<number> => {
  const identities = requestIdentities({ trusted: trusted([]), clientHeader: undefined, makeId: entropy.nonce })
  const guard = noReplayGuard('each request is sent many times')
  const verifier = await createVerifier({
    keys: { [appId]: publicPem },
    cryptoOn: 'loop',
    clock: () => now,
    guard,
    // As the log of `serve` asks whose verdict it is.
    onVerdict: () => void identities.current(),
  })
  const { handle } = gateway(verifier, {
    upstream: upstreamOf(upstream) as Upstream,
    identityOf: identities.of,
    ...(keepsId ? { during: identities.during } : {}),
    passAuthorization: false,
    maxUpload: undefined,
    upstreamTimeoutMs: 5000,
    maxRequests: 100,
    report: () => {},
  })
  const { port } = await onLoopback(loggedServer(handle, () => {}, undefined, serverOf(undefined, silenceMs)))
  return port
}

process.on('message', async (message: GatewayInstructions | 'time') => {
  process.send?.(message === 'time' ? processorMs() : await start(message))
})
process.on('disconnect', () => process.exit())
