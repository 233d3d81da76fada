/**
 * Redis servers on free ports of loopback, each with its own folder, and without persistence unless a setting says so. They
 * end with the process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireTool } from '../../scripts/tools.ts'
import { lastingFolder } from './folder.ts'
import { freePort } from './loopback.ts'

export interface RedisServer {
  readonly port: number
  readonly signal: (signal: NodeJS.Signals) => void
  /** Sends SIGKILL and waits for the end. */
  readonly kill: () => Promise<void>
  /** Kills the server and starts it again, on the same port and folder. */
  readonly restart: () => Promise<void>
  /** Kills the server. */
  readonly stop: () => Promise<void>
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Resolves when the server accepts connections; rejects with its output if it ends, or after ten seconds. */
const launch = (
  port: number,
  folder: string,
  settings: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const common = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
    const args = settings.includes('--sentinel') ? [...settings, ...common] : [...common, '--save', '', ...settings]
    const child = spawn(requireTool('redis-server'), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    children.add(child)
    let output = ''
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`redis-server ${why}\n${output}`))
    }
    const limit = setTimeout(() => fail('has not started in ten seconds'), 10_000)
    child.on('exit', () => {
      children.delete(child)
      clearTimeout(limit)
      fail('has ended')
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (!/Ready to accept connections|Sentinel ID is/.test(output)) return
      clearTimeout(limit)
      resolve(child)
    })
    child.stderr.resume()
  })

/** `settings` as on the command line: `['--appendonly', 'yes']`. */
export const startRedis = async (
  settings: ReadonlyArray<string> = [],
  choosePort: () => Promise<number> = freePort,
  env: NodeJS.ProcessEnv = {},
): Promise<RedisServer> => {
  const folder = lastingFolder()
  let port = 0
  let child: ChildProcess | undefined
  // Another process may take the free port first.
  for (let tries = 0; child === undefined; tries++) {
    port = await choosePort()
    child = await launch(port, folder, settings, env).catch((error) => {
      if (tries === 3) throw error
      return undefined
    })
  }
  let running = child
  const kill = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return {
    port,
    signal: (signal) => void running.kill(signal),
    kill,
    restart: async () => {
      await kill()
      running = await launch(port, folder, settings, env)
    },
    stop: kill,
  }
}

/** A sentinel that watches the primary on this port under the name `jobs`. */
export const startSentinel = (primary: number, settings: ReadonlyArray<string> = []): Promise<RedisServer> => {
  // A sentinel keeps what it learns in its file.
  const folder = lastingFolder()
  const file = join(folder, 'sentinel.conf')
  const rules = [
    `monitor jobs 127.0.0.1 ${primary} 2`,
    // A replica may be out of touch for ten times this.
    'down-after-milliseconds jobs 5000',
    'failover-timeout jobs 5000',
  ]
  writeFileSync(file, rules.map((rule) => `sentinel ${rule}\n`).join(''))
  return startRedis([file, '--sentinel', ...settings])
}

/** Uses a server, and stops it afterwards. */
export const withRedis = async (
  settings: ReadonlyArray<string>,
  use: (server: RedisServer) => Promise<void>,
): Promise<void> => {
  const server = await startRedis(settings)
  try {
    await use(server)
  } finally {
    await server.stop()
  }
}
