/**
 * The measured server, in its own process and on the built package. Its first message names its task. Then `begin` starts a
 * turn with fresh state, and `end` asks for the turn's figures. The server ends with its parent.
 */
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Where } from 'countersign'
import { createSigner } from 'countersign/client'
import { memoryGuard } from 'countersign/guards/memory'
import { verified } from 'countersign/http'
import { createVerifier, type Verifier } from 'countersign/server'
// No entry of the package: it is the command's alone.
import { gateway } from '../../../src/gateway/gateway.ts'
import { type Upstream, upstreamOf } from '../../../src/gateway/Upstream.ts'
import { startWorker } from '../../temporary.ts'
import { appId, maxAge } from './requests.ts'
import type { Task } from './variants.ts'

export interface Instructions {
  readonly task: Task
  readonly publicKey: string
  readonly privateKey: string
}

/** The event loop's delay, in milliseconds. */
export interface Delay {
  readonly mean: number
  readonly p99: number
  readonly max: number
}

export interface Turn {
  /** How many requests were answered with 200. */
  readonly handled: number
  readonly delay: Delay
  /** The CPU time of all threads of this process, in milliseconds. */
  readonly cpu: number
}

/** More nonces than come in thirty seconds. */
const cap = 1_000_000
const resolution = 1
const monitor = monitorEventLoopDelay({ resolution })
/** The histogram holds the time between ticks, so subtract the tick. */
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution)

let handled = 0
/** The turn begins with its first request, so that no idle loop is measured. */
let begun = false
let cpu = process.cpuUsage()

const begin = (): void => {
  begun = true
  cpu = process.cpuUsage()
  monitor.reset()
  monitor.enable()
}

/** Lets everybody in, so that what is left is the proxy. */
const trusting: Verifier = {
  bodyLimit: 1024 * 1024,
  verify: async ({ method, target, body }) => {
    const bytes = await (body as () => Promise<Uint8Array>)()
    return { appId, scheme: 'bearer', method, target, body: bytes as Uint8Array<ArrayBuffer> }
  },
  verifyStream: () => Promise.reject(new Error('no upload is measured')),
}

let started: Promise<Upstream> | undefined
const upstream = (): Promise<Upstream> => {
  started ??= startWorker('scripts/bench/load/upstream.ts')
    .ask<number>('begin')
    .then((port) => upstreamOf(`http://127.0.0.1:${port}`) as Upstream)
  return started
}

const listener = async ({ task, publicKey, privateKey }: Instructions): Promise<RequestListener> => {
  const answer = (res: ServerResponse, text: string): void => {
    handled++
    res.end(text)
  }
  const verifierOn = async (where: Where): Promise<Verifier> =>
    createVerifier({
      keys: { [appId]: publicKey },
      where,
      maxAge,
      // The requests were signed before this guard's start, which it would refuse, and all with one key.
      guard: await memoryGuard({ maxAge, floor: 0, cap, quota: cap }),
    })
  if (task.does === 'verify') return verified(await verifierOn(task.where), (_, res) => answer(res, 'ok'))
  if (task.does === 'gateway' || task.does === 'proxy') {
    const verifier = task.does === 'gateway' ? await verifierOn(task.where) : trusting
    const { handle } = gateway(verifier, {
      upstream: await upstream(),
      passAuthorization: false,
      maxUpload: undefined,
      upstreamTimeoutMs: 60_000,
      maxRequests: 1000,
      report: ({ status }) => {
        if (status === 200) handled++
      },
    })
    return (req, res) => void handle(req, res)
  }
  const signer = task.does === 'sign' && (await createSigner({ appId, privateKey, where: task.where }))
  return (req, res) => {
    const chunks: Array<Buffer> = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', async () => {
      const body = Buffer.concat(chunks)
      if (!signer) return answer(res, 'ok')
      answer(res, (await signer.sign({ method: 'POST', url: '/v1/jobs', body })).authorization)
    })
  }
}

const [instructions] = (await once(process, 'message')) as [Instructions]
// Made anew for each turn, so that the same requests are accepted again by a warm process.
let listen = await listener(instructions)
const server = createServer((req, res) => {
  if (!begun) begin()
  listen(req, res)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.on('message', async (message: 'begin' | 'end') => {
  if (message === 'begin') {
    listen = await listener(instructions)
    handled = 0
    begun = false
    process.send?.('ready')
    return
  }
  monitor.disable()
  const { user, system } = process.cpuUsage(cpu)
  const delay = { mean: late(monitor.mean), p99: late(monitor.percentile(99)), max: late(monitor.max) }
  process.send?.({ handled, delay, cpu: (user + system) / 1000 } satisfies Turn)
})
process.on('disconnect', () => process.exit())
