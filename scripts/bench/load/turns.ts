/**
 * The measured server's side of a load test. `begin` starts a turn with fresh state, and `end` asks for the turn's figures;
 * `cpu` for the processor time since the start, in nanoseconds. The server ends with its parent.
 */
import { createServer, type RequestListener } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { onLoopback } from '../../../spec/support/loopback.ts'
import { processorMs } from '../../processorMs.ts'

export interface Turn {
  /** How many requests were answered with 200. */
  readonly handled: number
  /** The delay of the event loop in milliseconds. Null if no timer fired in this turn, as on a busy machine: NaN is null in JSON. */
  readonly delay: Readonly<Record<'mean' | 'p99' | 'max', number | null>>
  /** The CPU time of all threads of this process, in milliseconds. */
  readonly cpu: number
}

const resolution = 1

/** Listens, and tells the parent its port. `make` makes the listener of each turn, which calls `answered` for each 200. */
export const serveTurns = async (make: (answered: () => void) => Promise<RequestListener>): Promise<void> => {
  const monitor = monitorEventLoopDelay({ resolution })
  /** The histogram holds the time between ticks, so subtract the tick. */
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution)
  let handled = 0
  /** The turn begins with its first request, so that no idle loop is measured. */
  let begun = false
  let cpu = processorMs()
  const begin = (): void => {
    begun = true
    cpu = processorMs()
    monitor.reset()
    monitor.enable()
  }
  // Made anew for each turn, so that the same requests are accepted again by a warm process.
  const fresh = () => make(() => handled++)
  let listen = await fresh()
  let underWay = 0
  /** A busy server counts an answer after the client has it. */
  const settled = async (): Promise<void> => {
    do await sleep(1)
    while (underWay > 0)
  }
  const server = createServer((req, res) => {
    if (!begun) begin()
    underWay++
    res.once('close', () => underWay--)
    listen(req, res)
  })
  process.send?.((await onLoopback(server)).port)

  process.on('message', async (message: 'begin' | 'end' | 'cpu') => {
    if (message === 'cpu') {
      process.send?.(processorMs() * 1e6)
      return
    }
    if (message === 'begin') {
      listen = await fresh()
      handled = 0
      begun = false
      process.send?.('ready')
      return
    }
    monitor.disable()
    const delay = { mean: late(monitor.mean), p99: late(monitor.percentile(99)), max: late(monitor.max) }
    const cpuOfTurn = processorMs() - cpu
    await settled()
    process.send?.({ handled, delay, cpu: cpuOfTurn } satisfies Turn)
  })
  process.on('disconnect', () => process.exit())
}
