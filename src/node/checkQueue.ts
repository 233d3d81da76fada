import { availableParallelism } from 'node:os'
import { timer } from '../ambient/timer.ts'
import * as CheckQueue from '../effects/CheckQueue.ts'

/** Threads of libuv's pool, read as libuv reads them. */
const threads = Number.parseInt(process.env.UV_THREADPOOL_SIZE ?? '4', 10) || 1

/**
 * One thread less than the pool has: files, look-ups and DNS never wait for signature checks. At most two for each core: one
 * is checked while the event loop fetches the answer of another.
 */
const atOnce = Math.max(1, Math.min(threads - 1, 2 * availableParallelism()))

/** The queue of this process. All of its verifiers share it, as they share libuv's pool and the event loop. */
export const checkQueue: CheckQueue.CheckQueue = /* @__PURE__ */ CheckQueue.make({
  timer,
  atOnce,
  nextTurn: setImmediate,
})
