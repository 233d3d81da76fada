/** A cluster worker that reports which verifiers it could create. */
import { createVerifier, noReplayGuard, type VerifierOptions } from '../../src/server/node.ts'

const attempt = (options: Partial<VerifierOptions>): Promise<string> =>
  createVerifier({ keys: {}, ...options }).then(
    () => 'made',
    (error: Error) => error.message,
  )

process.send?.({
  unset: await attempt({}),
  process: await attempt({ scope: 'process' }),
  host: await attempt({ guard: { ...noReplayGuard('a test'), scope: 'host' } }),
})
process.disconnect?.()
