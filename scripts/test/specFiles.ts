// Runs spec files in processes of their own: a hang or a crash is a failure of one file, and ends only its process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** What the process tells of a file: the number of its tests, and each test as it begins. */
export type FromSpecProcess = { readonly tests: number } | { readonly running: string }

export interface Options {
  /** How long the process may go on without beginning a test: a busy machine makes a file slow, and not still. */
  readonly limitSeconds: number
  /** A file ends with its first suite that fails. */
  readonly bail: boolean
  readonly env: NodeJS.ProcessEnv
  readonly listener: (file: string, message: FromSpecProcess) => void
}

export interface SpecProcess {
  /** If a file ends the process, the next one has a new process. */
  readonly run: (file: string) => Promise<Outcome>
  /** Ends the process; what is wrong with its end, or nothing. */
  readonly end: () => Promise<string>
}

const hook = new URL('../typescript.mjs', import.meta.url).href
const program = fileURLToPath(new URL('specProcess.ts', import.meta.url))
/** Most code of specs runs seldom: larger young generations, one thread for garbage and less optimizing save a sixth of the work. */
const thrifty = Number.parseInt(process.versions.v8, 10) < 12 ? ['--interrupt-budget=600000'] : [] // Later ones lack it.
const roomy = ['--max-semi-space-size=64', '--single-threaded-gc', ...thrifty]

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

interface Running {
  readonly child: ChildProcess
  /** How it ended. */
  readonly ended: Promise<string>
  /** Of the file that runs: what it has printed, what hears of its tests, and what is given its counts. */
  output: string
  hear: (message: FromSpecProcess) => void
  count: (counts: Counts) => void
}

const start = ({ bail, env }: Options): Running => {
  const child = spawn(process.execPath, [...roomy, '--import', hook, program, ...(bail ? ['--bail'] : [])], {
    detached: true, // It leads a group of its own, which is killed with all that the specs have started.
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const kill = (): void => killGroup(child)
  child.on('exit', kill) // Processes that are left would keep the output open.
  process.once('exit', kill)
  child.on('close', () => process.off('exit', kill))
  const ended = once(child, 'close').then(([code, signal]) => `ended with ${signal ?? `exit code ${code}`}`)
  const running: Running = { child, ended, output: '', hear: () => {}, count: () => {} }
  const keep = (chunk: string): void => {
    running.output = (running.output + chunk).slice(-1_000_000) // The end of a flood is enough.
    const [line, counts] = /^\0(\{.*\})\n/m.exec(running.output) ?? []
    if (line === undefined || counts === undefined) return
    running.output = running.output.replace(line, '')
    running.count(JSON.parse(counts))
  }
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  child.on('message', (message: FromSpecProcess) => running.hear(message))
  return running
}

export const specProcess = (options: Options): SpecProcess => {
  const { limitSeconds, listener } = options
  let running: Running | undefined

  const run = async (name: string): Promise<Outcome> => {
    const own = running ?? start(options)
    running = own
    const began = performance.now()
    let where = 'before its first test'
    let death = ''
    const limit = setTimeout(() => {
      death = `was stopped: no test began for ${limitSeconds} s`
      killGroup(own.child)
    }, limitSeconds * 1000)
    own.output = ''
    own.hear = (message) => {
      limit.refresh()
      if ('running' in message) where = `in ${message.running}`
      listener(name, message)
    }
    const counted = new Promise<Counts>((resolve) => {
      own.count = resolve
    })
    own.child.send({ file: name }, () => {}) // If it has ended since the last one, that is told.
    const counts = await Promise.race([counted, own.ended])
    clearTimeout(limit)
    const seconds = (performance.now() - began) / 1000
    const { output } = own
    if (typeof counts !== 'string') return { name, seconds, output, ...counts }
    running = undefined
    const fault = `${output}\n  FAULT  it ${death || counts} ${where}\n`
    return { name, seconds, passed: 0, failed: 1, missingTools: [], output: fault }
  }

  const end = async (): Promise<string> => {
    const own = running
    if (own === undefined) return ''
    running = undefined
    own.child.send({}, () => {}) // After `disconnect` here, nothing would tell that it has closed.
    // A thread that opens a FIFO, say, holds it.
    const limit = setTimeout(killGroup, limitSeconds * 1000, own.child)
    const how = await own.ended
    clearTimeout(limit)
    return how.endsWith(' 0') ? '' : `${own.output}\n  FAULT  it ${how} after its last test\n`
  }

  return { run, end }
}
