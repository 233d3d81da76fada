/**
 * The queue of signature checks of a Node process, for all of its verifiers: how many checks are handed to libuv's threads at
 * once, and whether they go there at all.
 */
import { availableParallelism } from 'node:os'
import type { IO } from 'fp-ts/lib/IO.js'
import { inspect } from '../../core/untrusted.ts'
import type { CryptoOn } from '../../effects/KeyImport.ts'
import * as CheckQueue from '../../queue/CheckQueue.ts'
import { timer } from '../common/system.ts'

/**
 * For how many threads of libuv's pool the queue has work at once: one less than the pool has, so that files, look-ups and DNS
 * seldom wait for an expensive check, and at most two for each core. Never less than two, for proven and unknown callers have one
 * each. `poolSize` is read as libuv reads it.
 */
export const checksAtOnce = (poolSize: string | undefined, cores: number): number => {
  const threads = Number.parseInt(poolSize ?? '4', 10) || 1
  return Math.max(2, Math.min(threads - 1, 2 * cores))
}

/** CryptoOn a server verifies most requests a second: src/server/SPEED.md has the figures. */
export const fastestWhere = (cores: number = availableParallelism()): CryptoOn => (cores < 2 ? 'loop' : 'pool')

/** Deno throws for a variable that it may not read, and has no such pool. */
const poolSize = (): string | undefined => inspect(() => process.env.UV_THREADPOOL_SIZE, undefined)

const makeQueue: IO<CheckQueue.CheckQueue> = () => {
  const atOnce = checksAtOnce(poolSize(), availableParallelism())
  return CheckQueue.make({ timer, atOnce, nextTurn: (then) => void setImmediate(then) })()
}

/** The queue of this process. All of its verifiers share it, as they share libuv's pool and the event loop. */
export const checkQueue: CheckQueue.CheckQueue = /* @__PURE__ */ makeQueue()
