/**
 * Real Redis servers on loopback, on free ports, each with a folder of its own and without persistence unless it is asked
 * for. Whatever is left of them goes with the process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireTool } from '../../scripts/tools.ts'

export interface RedisServer {
  readonly port: number
  readonly signal: (signal: NodeJS.Signals) => void
  /** SIGKILL, and then it is gone. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same port, with what is in its folder. */
  readonly restart: () => Promise<void>
  /** Empties nothing but the process: its folder goes as well. */
  readonly stop: () => Promise<void>
}

const children = new Set<ChildProcess>()
const folders = new Set<string>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when it takes connections; rejects with what it wrote if it ends before, or after ten seconds. */
const launch = (port: number, folder: string, settings: ReadonlyArray<string>): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings]
    const child = spawn(requireTool('redis-server'), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    let output = ''
    const give = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`redis-server ${why}\n${output}`))
    }
    const limit = setTimeout(() => give('has not begun in ten seconds'), 10_000)
    child.on('exit', () => {
      children.delete(child)
      clearTimeout(limit)
      give('has ended')
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (!output.includes('Ready to accept connections')) return
      clearTimeout(limit)
      resolve(child)
    })
    child.stderr.resume()
  })

/** `settings` as on its command line: `['--appendonly', 'yes']`. */
export const startRedis = async (settings: ReadonlyArray<string> = []): Promise<RedisServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-redis-'))
  folders.add(folder)
  let port = 0
  let child: ChildProcess | undefined
  // A port that was free a moment ago may be somebody's now.
  for (let tries = 0; child === undefined; tries++) {
    port = await freePort()
    child = await launch(port, folder, settings).catch((error) => {
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
      running = await launch(port, folder, settings)
    },
    stop: async () => {
      await kill()
      folders.delete(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Lets a test use a server, and stops it whatever comes. */
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
