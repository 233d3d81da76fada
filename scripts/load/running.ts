/**
 * A server in a process of its own, and one turn of it under load.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Round } from './figures.ts'
import { replay } from './generator.ts'
import type { Requests } from './requests.ts'
import type { Instructions, Turn } from './server.ts'

export interface Running {
  /** `seconds` of load on a server that remembers nothing of the last turn. */
  readonly turn: (requests: Requests, seconds: number) => Promise<Round>
}

/** The cores of the server and of the generator; the machine's own choice where there is none. */
export interface Cores {
  readonly server: number
  readonly generator: number
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

const pinnedTo = (core: number | undefined): ReadonlyArray<string> =>
  core === undefined ? [] : ['taskset', '-c', String(core)]

export const start = async (instructions: Instructions, cores?: Cores): Promise<Running> => {
  const server = ['--import', './scripts/typescript.mjs', 'scripts/load/server.ts']
  const [file = '', ...args] = [...pinnedTo(cores?.server), process.execPath, ...server]
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.add(child)
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the server has ended in the middle, with ${signal ?? `exit code ${code}`}`)
  })
  // Whoever waits is told below; while nobody does, it is no unhandled rejection.
  ended.catch(() => {})
  const ask = async <A>(message: Instructions | 'begin' | 'end'): Promise<A> => {
    const answered = once(child, 'message')
    child.send(message)
    const [answer] = await Promise.race([answered, ended])
    return answer as A
  }
  const port = await ask<number>(instructions)
  return {
    turn: async (requests, seconds) => {
      await ask('begin')
      const outcome = await Promise.race([replay(port, requests, seconds, pinnedTo(cores?.generator)), ended])
      return { outcome, turn: await ask<Turn>('end') }
    },
  }
}

/** All servers, which end when nobody listens to them any more. */
export const stopAll = (): void => {
  for (const child of children) child.disconnect()
  children.clear()
}
