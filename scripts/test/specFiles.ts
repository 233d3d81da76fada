// Runs spec files in a process of their own: a hang or a crash is a failure of one file, and ends only its process.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** One for each skipped test. */
  readonly missingTools: readonly string[]
  /** What the processors worked for it, in seconds, with the processes that it started and that have ended. */
  readonly processor?: number
}

/** What came of a spec file, or of a step. */
export interface Outcome extends Counts {
  readonly name: string
  readonly seconds: number
  /** Shown in one line, however it ended. */
  readonly remark?: string
  /** Shown only if something failed. */
  readonly output: string
}

/** What the process tells: each file as it begins, the number of its tests, each test as it begins, at last the counts. */
export type FromSpecProcess =
  | { readonly file: string }
  | { readonly tests: number }
  | { readonly running: string }
  | Counts

export interface Options {
  /** How long the process may go on without beginning a test: a busy machine makes a file slow, and not still. */
  readonly limitSeconds: number
  /** A file ends with its first suite that fails. */
  readonly bail: boolean
  readonly env: NodeJS.ProcessEnv
  readonly listener: (message: FromSpecProcess) => void
}

const hook = new URL('../typescript.mjs', import.meta.url).href
const specProcess = fileURLToPath(new URL('specProcess.ts', import.meta.url))
/** With 16 MiB, the default, a search of the diagnosis spends a fifth of its time on garbage. */
const roomy = ['--max-semi-space-size=64']
const keptOutput = 1_000_000 // characters: the end of a flood is enough

const killGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

export const runSpecFiles = (names: readonly string[], options: Options): Promise<Outcome[]> =>
  new Promise((resolve) => {
    const { limitSeconds, bail, env, listener } = options
    const child = spawn(
      process.execPath,
      [...roomy, '--import', hook, specProcess, ...(bail ? ['--bail'] : []), ...names],
      {
        detached: true, // It leads a group of its own, which is killed with all that the specs have started.
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
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

    const ended: (Counts & { readonly seconds: number })[] = []
    let began = performance.now()
    let where = 'before its first test'
    child.on('message', (message: FromSpecProcess) => {
      limit.refresh()
      if ('running' in message) where = `in ${message.running}`
      else if ('file' in message) where = 'before its first test'
      else if ('passed' in message) {
        ended.push({ ...message, seconds: (performance.now() - began) / 1000 })
        where = 'after its last test'
        began = performance.now()
      }
      listener(message)
    })

    child.on('exit', kill) // Processes that are left would keep the output open.
    process.once('exit', kill)
    child.on('close', async (code, signal) => {
      clearTimeout(limit)
      process.off('exit', kill)
      const died = code !== 0 || ended.length < names.length
      const faulty = died ? Math.min(ended.length, names.length - 1) : names.length
      const death = timedOut
        ? `was stopped: no test began for ${limitSeconds} s`
        : `ended with ${signal ?? `exit code ${code}`}`
      const reports = new Map(output.split(/^\0/m).map((part) => [part.slice(0, part.indexOf('\n')), part]))
      const outcomes = names.slice(0, faulty + 1).map((name, i): Outcome => {
        const report = reports.get(name)?.slice(name.length + 1) ?? ''
        const seconds = ended[i]?.seconds ?? (performance.now() - began) / 1000
        if (i < faulty) return { name, output: report, ...(ended[i] as Counts), seconds }
        const output = `${report}\n  FAULT  it ${death} ${where}\n`
        return { name, seconds, passed: 0, failed: 1, missingTools: [], output }
      })
      // The others of the folder run in a new process.
      const rest = names.slice(faulty + 1)
      resolve(rest.length === 0 ? outcomes : [...outcomes, ...(await runSpecFiles(rest, options))])
    })
  })
