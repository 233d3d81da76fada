/**
 * Starts a server in its own process and puts it under load.
 */
import { startWorker } from '../../temporary.ts'
import type { Round } from './figures.ts'
import { replay } from './generator.ts'
import type { Requests } from './requests.ts'
import type { Instructions } from './server.ts'
import type { Turn } from './turns.ts'

export interface Running {
  /** Puts the server under load for `seconds`, with fresh state and 64 connections unless set. */
  readonly turn: (requests: Requests, seconds: number, connections?: number) => Promise<Round>
  readonly stop: () => void
}

/** The cores of the server and of the generator. Default: the machine chooses. */
export interface Cores {
  readonly server: number
  readonly generator: number
}

const pinnedTo = (core: number | undefined): ReadonlyArray<string> =>
  core === undefined ? [] : ['taskset', '-c', String(core)]

export const start = (instructions: Instructions, cores?: Cores): Promise<Running> =>
  startScript('scripts/bench/load/server.ts', instructions, cores)

/** Starts a server that keeps the protocol of turns.ts. */
export const startScript = async (script: string, instructions: unknown, cores?: Cores): Promise<Running> => {
  const { ask, ended, stop } = startWorker(script, pinnedTo(cores?.server))
  const port = await ask<number>(instructions)
  return {
    turn: async (requests, seconds, connections) => {
      await ask('begin')
      const wrk = replay(port, requests, seconds, pinnedTo(cores?.generator), connections)
      const outcome = await Promise.race([wrk, ended])
      return { outcome, turn: await ask<Turn>('end') }
    },
    stop,
  }
}
