// A verifying service of the soak. It answers its first message, the instructions, with its port, and each later message with
// its verifier's verdicts so far and its memory.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { onLoopback } from '../../../spec/support/loopback.ts'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { type GuardName, openGuard } from '../../guards.ts'
import { window } from './traffic.ts'

export interface Instructions {
  readonly guard: GuardName
  /** A folder for lmdb, a URL for redis. */
  readonly where: string
  readonly pems: ReadonlyArray<string>
}

export interface Count {
  /** How often each verdict came: `accept`, or the reason of a refusal. */
  readonly verdicts: Readonly<Record<string, number>>
  /** In bytes, after a garbage collection. */
  readonly heap: number
  readonly rss: number
}

const verdicts: Record<string, number> = {}
process.on('disconnect', () => process.exit())
const [instructions] = (await once(process, 'message')) as [Instructions]
const verifier = await createVerifier({
  keys: Object.fromEntries(instructions.pems.map((pem, i) => [`app-${i}`, pem])),
  tokens: { 'token-app': 'the-token-of-the-soak' },
  guard: await openGuard(instructions.guard, instructions.where, window),
  maxAge: window.maxAge,
  maxSkew: window.maxSkew,
  bodyLimit: 64 * 1024,
  onVerdict: (verdict) => {
    const name = verdict.outcome === 'accept' ? 'accept' : verdict.reason
    verdicts[name] = (verdicts[name] ?? 0) + 1
  },
})

const server = createServer(verified(verifier, (_, res) => void res.end('ok')))
server.keepAliveTimeout = 60_000
process.send?.((await onLoopback(server)).port)

process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ verdicts: { ...verdicts }, heap: heapUsed, rss } satisfies Count)
})
