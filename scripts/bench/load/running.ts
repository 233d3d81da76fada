/**
 * A server in a process of its own, and one turn of it under load.
 */
import { startWorker } from '../../temporary.ts'
import type { Round } from './figures.ts'
import { replay } from './generator.ts'
import type { Requests } from './requests.ts'
import type { Instructions, Turn } from './server.ts'

export interface Running {
  /** `seconds` of load on a server that remembers nothing of the last turn. */
  readonly turn: (requests: Requests, seconds: number) => Promise<Round>
  readonly stop: () => void
}

/** The cores of the server and of the generator. Left out: the machine chooses. */
export interface Cores {
  readonly server: number
  readonly generator: number
}

const pinnedTo = (core: number | undefined): ReadonlyArray<string> =>
  core === undefined ? [] : ['taskset', '-c', String(core)]

export const start = async (instructions: Instructions, cores?: Cores): Promise<Running> => {
  const { ask, ended, stop } = startWorker('scripts/bench/load/server.ts', pinnedTo(cores?.server))
  const port = await ask<number>(instructions)
  return {
    turn: async (requests, seconds) => {
      await ask('begin')
      const outcome = await Promise.race([replay(port, requests, seconds, pinnedTo(cores?.generator)), ended])
      return { outcome, turn: await ask<Turn>('end') }
    },
    stop,
  }
}
