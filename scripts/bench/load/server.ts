/**
 * The server that is measured, in a process of its own and on the built package. Its first message says what it does; after
 * that `begin` starts a turn, with nothing remembered of the last one, and `end` asks how it went. It ends with its parent.
 */
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createSigner } from 'countersign/client'
import { memoryGuard } from 'countersign/guards/memory'
import { verified } from 'countersign/http'
import { createVerifier } from 'countersign/server'
import { appId, maxAge } from './requests.ts'
import type { Task } from './variants.ts'

export interface Instructions {
  readonly task: Task
  readonly publicKey: string
  readonly privateKey: string
}

/** In milliseconds by which the event loop came too late to a timer that was due. */
export interface Delay {
  readonly mean: number
  readonly p99: number
  readonly max: number
}

export interface Turn {
  /** Requests that got as far as to be answered with 200. */
  readonly handled: number
  readonly delay: Delay
  /** Of all threads of this process, in milliseconds. */
  readonly cpu: number
}

/** Nonces, more than thirty seconds bring. */
const cap = 1_000_000
const resolution = 1
const monitor = monitorEventLoopDelay({ resolution })
/** The histogram holds the time from tick to tick, and so the time that was meant to pass too. */
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution)

let handled = 0
/** The turn begins with its first request: before it an idle loop would be measured. */
let begun = false
let cpu = process.cpuUsage()

const begin = (): void => {
  begun = true
  cpu = process.cpuUsage()
  monitor.reset()
  monitor.enable()
}

const listener = async ({ task, publicKey, privateKey }: Instructions): Promise<RequestListener> => {
  const answer = (res: ServerResponse, text: string): void => {
    handled++
    res.end(text)
  }
  if (task.does === 'verify') {
    const verifier = await createVerifier({
      keys: { [appId]: publicKey },
      where: task.where,
      maxAge,
      // The requests were signed before this guard began, which by itself takes nothing so old, and all with one key.
      guard: await memoryGuard({ maxAge, floor: 0, cap, quota: cap }),
    })
    return verified(verifier, (_, res) => answer(res, 'ok'))
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
// Made anew for each turn, so that the same requests are fresh again, in a process that is warm.
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
