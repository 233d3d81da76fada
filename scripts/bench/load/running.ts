/**
 * Starts a server in its own process and puts it under load.
 */
import { startWorker } from '../../temporary.ts'
import type { Round } from './figures.ts'
import { replay } from './generator.ts'
import type { Requests } from './requests.ts'
import type { Instructions, Turn } from './server.ts'

export interface Running {
  /** Puts the server under load for `seconds`, with fresh state. */
  readonly turn: (requests: Requests, seconds: number) => Promise<Round>
  readonly stop: () => void
}

/** The cores of the server and of the generator. Default: the machine chooses. */
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
