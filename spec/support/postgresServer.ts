/** A PostgreSQL server in a temporary folder, which ends with the process. It refuses to run as root, so it runs as nobody then. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { requireTool } from '../../scripts/tools.ts'
import { lastingFolder } from './folder.ts'
import { freePort } from './loopback.ts'

export interface PostgresServer {
  readonly port: number
  /** Kills every process of the server, and starts it again on the same data. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

const nobody = 65_534

/** `env` is added to the environment of the server, as for a library that is preloaded. */
export const startPostgres = async (env: NodeJS.ProcessEnv = {}): Promise<PostgresServer> => {
  const folder = lastingFolder()
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) chownSync(folder, nobody, nobody)
  const data = join(folder, 'data')
  const init = ['-D', data, '-U', 'jobs', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale', 'C']
  execFileSync(requireTool('initdb'), init, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await freePort()
  // Without fsync a claim is kept over a crash of the server, if not of the machine: enough for a test.
  const settings = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-c', 'fsync=off']
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(requireTool('postgres'), settings, {
      ...user,
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    for (
      const end = performance.now() + 20_000;
      (said.match(/database system is ready/g) ?? []).length === 0;
      await pause(20)
    )
      if (child.exitCode !== null || performance.now() > end) throw new Error(`postgres has not started\n${said}`)
    return child
  }
  let running = await launch()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(running, 'exit')
    running.kill(signal)
    await ended
  }
  // SIGQUIT: its own processes end with it.
  process.once('exit', () => running.kill('SIGQUIT'))
  return {
    port,
    crash: async () => {
      await end('SIGQUIT')
      running = await launch()
    },
    stop: () => end('SIGINT'),
  }
}
