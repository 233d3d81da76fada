/**
 * What the gateway pays to keep the id of a request along the work on it, by `AsyncLocalStorage`: two gateways before one service, of
 * which one keeps no id. Each is a process of its own, whose processor time counts.
 *
 * A request costs a gateway many system calls, whose price varies far more than the difference. Other load only ever adds. So the
 * quickest tenth of many short rounds counts, and not the median.
 */
import { createServer } from 'node:http'
import { onLoopback } from '../../spec/support/loopback.ts'
import { startWorker, type Worker } from '../temporary.ts'
import { connected, sent } from './adapter.ts'
import type { GatewayInstructions } from './gatewayServer.ts'
import { interleaved, quickest, type Row, type Turn } from './measure.ts'
import { bytesOf, now, publicPem, sample } from './requests.ts'

const { header, request } = sample(400)
const bytes = bytesOf(header, request.body as Buffer)

const requestsOfTurn = 50
const rounds = 81
/** Until the compiler has seen some 1,000 requests. */
const warmUp = 20

/** Sends requests to a gateway, which starts now. */
const turnOf = async (worker: Worker, instructions: GatewayInstructions): Promise<Turn> => {
  const sockets = await connected(await worker.ask<number>(instructions))
  return () => sent(sockets, bytes, 204, requestsOfTurn)
}

export const gatewayRow = async (): Promise<Row> => {
  const service = createServer((req, res) => {
    // Without a body: an answer fits into one read.
    req.resume().on('end', () => res.writeHead(204).end())
  })
  const { url, close } = await onLoopback(service)
  const keeper = startWorker('scripts/bench/gatewayServer.ts')
  const plain = startWorker('scripts/bench/gatewayServer.ts')
  const given = { upstream: url, publicPem, now }
  const turns = {
    keeping: await turnOf(keeper, { ...given, keepsId: true }),
    without: await turnOf(plain, { ...given, keepsId: false }),
  }
  /** Of both, in nanoseconds: one works while the other waits. */
  const elapsed = async (): Promise<number> =>
    ((await keeper.ask<number>('time')) + (await plain.ask<number>('time'))) * 1e6
  const ns = await interleaved(turns, rounds, warmUp, elapsed)
  for (const worker of [keeper, plain]) worker.stop()
  await close()
  const whole = quickest(ns.without) / 1000
  return {
    id: 'gateway-id',
    value: quickest(ns.keeping) / 1000 - whole,
    unit: `µs of the processor more than ${whole.toFixed(0)} for a request, to keep its id`,
  }
}
