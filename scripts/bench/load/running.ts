/** Starts a server in its own process and puts it under load. */
import { startWorker } from '../../temporary.ts'
import type { Round } from './figures.ts'
import { replay } from './generator.ts'
import type { Requests } from './requests.ts'
import type { Instructions } from './server.ts'
import type { Turn } from './turns.ts'

export interface Running {
  /** Puts the server under load for `seconds`, with fresh state. */
  readonly turn: (requests: Requests, seconds: number) => Promise<Round>
  readonly stop: () => void
}

/** `through`: a command that starts the server, such as `taskset`. */
export const start = async (instructions: Instructions, through: ReadonlyArray<string> = []): Promise<Running> => {
  const { ask, ended, stop } = startWorker('scripts/bench/load/server.ts', through)
  const port = await ask<number>(instructions)
  return {
    turn: async (requests, seconds) => {
      await ask('begin')
      const outcome = await Promise.race([replay(port, requests, seconds), ended])
      return { outcome, turn: await ask<Turn>('end') }
    },
    stop,
  }
}
