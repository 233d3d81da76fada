// Runs a spec file in a process of its own, so that a hang or a crash is that file's failure and nobody else's.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Counts, Outcome } from './outcome.ts'

/** What a spec's process tells: each test as it begins, and at the end the counts. */
export type FromSpecProcess = { readonly running: string } | Counts

const hook = new URL('../typescript.mjs', import.meta.url).href
const specProcess = fileURLToPath(new URL('specProcess.ts', import.meta.url))
const keptOutput = 1_000_000 // characters: the end of a flood tells as much as the whole

const killGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Nothing is left of it.
  }
}

export const runSpecFile = (
  name: string,
  { limitSeconds, env }: { readonly limitSeconds: number; readonly env: NodeJS.ProcessEnv },
): Promise<Outcome> =>
  new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(process.execPath, ['--import', hook, specProcess, name], {
      detached: true, // it leads a group of its own, and takes with it what it has started
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const kill = (): void => {
      if (child.pid !== undefined) killGroup(child.pid)
    }

    let timedOut = false
    const limit = setTimeout(() => {
      timedOut = true
      kill()
    }, limitSeconds * 1000)

    let output = ''
    const keep = (chunk: string): void => {
      output = (output + chunk).slice(-keptOutput)
    }
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)

    let where = 'before its first test'
    let ending: Counts | undefined
    child.on('message', (message: FromSpecProcess) => {
      if ('running' in message) where = `in ${message.running}`
      else [where, ending] = ['after its last test', message]
    })

    child.on('exit', kill) // whoever is left would keep the output open
    process.once('exit', kill)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      process.off('exit', kill)
      const told = ending !== undefined && code === 0 ? ending : undefined
      const death = timedOut ? `was stopped after ${limitSeconds} s` : `ended with ${signal ?? `exit code ${code}`}`
      resolve({
        name,
        seconds: (performance.now() - started) / 1000,
        ...(told ?? { passed: 0, failed: 1, skipped: 0, missingTools: [] }),
        output: told ? output : `${output}\n  FAULT  it ${death} ${where}\n`,
      })
    })
  })
