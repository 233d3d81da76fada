/** A cluster worker, or a thread, that reports which verifiers it could create. */
import { parentPort } from 'node:worker_threads'
import { createVerifier, noReplayGuard, type VerifierOptions } from '../../src/server/node.ts'

const attempt = (options: Partial<VerifierOptions>): Promise<string> =>
  createVerifier({ keys: {}, ...options }).then(
    () => 'made',
    (error: Error) => error.message,
  )

const told = {
  unset: await attempt({}),
  process: await attempt({ sharedBy: 'process' }),
  host: await attempt({ guard: { ...noReplayGuard('a test'), sharedBy: 'host' } }),
}
if (parentPort !== null) parentPort.postMessage(told)
else {
  process.send?.(told)
  process.disconnect?.()
}
