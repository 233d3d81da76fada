// Searches one target in a thread of its own. The bundle of this file is instrumented.
import { parentPort, workerData } from 'node:worker_threads'
import { targets } from '../../../spec/support/fuzzTargets.ts'
import { randomOf, search } from './engine.ts'

export interface Order {
  readonly target: string
  readonly seeds: ReadonlyArray<Uint8Array>
  readonly words: ReadonlyArray<string>
  readonly seconds: number
  readonly seed: number
  readonly branches: number
  /** The number of the run, the length of its input, and the input. */
  readonly current: SharedArrayBuffer
}

const order = workerData as Order
const counters = (globalThis as unknown as { fuzzCounters: Uint32Array }).fuzzCounters
const head = new Int32Array(order.current, 0, 2)
const room = new Uint8Array(order.current, 8)
const check = targets[order.target]?.check
if (check === undefined) throw new Error(`no target ${order.target}`)

const end = performance.now() + order.seconds * 1000
const searched = search(order.seeds, {
  counters,
  check,
  words: order.words.map((word) => new Uint8Array(Buffer.from(word, 'latin1'))),
  random: randomOf(order.seed),
  isOver: () => performance.now() > end,
  before: (bytes) => {
    room.set(bytes.subarray(0, room.length))
    head[1] = bytes.length
    Atomics.add(head, 0, 1)
  },
})
parentPort?.postMessage(searched)
