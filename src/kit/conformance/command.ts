/**
 * A port behind a command: it is started once, gets lines of JSON, and is restarted after it ended or broke the protocol.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { type Driver, isNoHello, limitFor, type NoHello, type Reply, readAnswer, readHello } from './Driver.ts'
import { lineSplitter, parseLine } from './lines.ts'
import { shellWord } from './shellWord.ts'
import type { Hello } from './Vector.ts'

export interface CommandSettings {
  readonly suite: string
  /** The time limit for the hello; 30 s unless set, since some runtimes compile first. */
  readonly helloMs?: number
  /** Called with what the port writes to its standard error. */
  readonly onStderr?: (chunk: string) => void
}

/** The text of a line, or what came in its place. */
type Line = string | Exclude<Reply, { readonly _tag: 'Answer' }>

/** A process of the command, and what it has written that nobody has read yet. */
interface Running {
  readonly child: ChildProcess
  readonly lines: Array<Line>
  /** How it ended; it answers so from then on. */
  ended: Line | undefined
  /** Takes the next line. */
  waiting: ((line: Line) => void) | undefined
}

interface Commanded extends CommandSettings {
  readonly argv: ReadonlyArray<string>
  readonly helloMs: number
  running: Running | undefined
  /** How often a process was started, and how often the runner asked for that. */
  starts: number
  asked: number
  /** The number of the last run. */
  seq: number
  /** What processes have written to their standard error since the runner has last looked. */
  stderr: string
}

/**
 * The driver of a command with its arguments. No shell reads them.
 *
 * @example
 * ```ts
 * import { command, isNoHello } from 'countersign/conformance'
 *
 * const driver = command(['node', '-e', ''], { suite: '1.0.0' })
 * assert.ok(isNoHello(await driver.hello()))
 * await driver.close()
 * ```
 */
export const command = (argv: ReadonlyArray<string>, settings: CommandSettings): Driver => {
  const { suite, helloMs = 30_000, onStderr } = settings
  const state: Commanded = {
    argv,
    suite,
    helloMs,
    ...(onStderr && { onStderr }),
    running: undefined,
    starts: 0,
    asked: 0,
    seq: 0,
    stderr: '',
  }
  // A port must not outlive the runner.
  const onExit = (): void => stop(state)
  process.once('exit', onExit)
  return {
    command: argv.map(shellWord).join(' '),
    hello: () => hello(state),
    fresh: () => hello(state),
    run: (op, input, limitMs) => run(state, op, input, limitMs),
    stderr: () => takeStderr(state),
    restarts: () => state.starts - state.asked,
    close: async () => {
      process.off('exit', onExit)
      await close(state)
    },
  }
}

/** Starts the command anew. */
const hello = async (state: Commanded): Promise<Hello | NoHello> => {
  stop(state)
  state.asked++
  const port = start(state)
  const answered = helloIn(await greet(state, port), state.helloMs)
  if (isNoHello(answered)) stop(state)
  return answered
}

const run = async (state: Commanded, op: string, input: unknown, limitMs: number): Promise<Reply> => {
  const port = await greetedPort(state)
  if ('_tag' in port) return port
  const reply = await ask(state, port, op, input, limitMs)
  // A late line would be taken for the answer to the next run.
  if (reply._tag !== 'Answer') stop(state)
  return reply
}

/** The running process; a new one has said hello. */
const greetedPort = async (state: Commanded): Promise<Running | Reply> => {
  if (state.running !== undefined) return state.running
  const port = start(state)
  const line = await greet(state, port)
  const answered = helloIn(line, state.helloMs)
  if (!isNoHello(answered)) return port
  stop(state)
  // The runner gives a port that hangs up earlier than one that ends.
  if (typeof line !== 'string' && line._tag === 'TimeOut') return line
  return { _tag: 'Crash', detail: `it does not start again: ${answered.detail}` }
}

const greet = ({ suite, helloMs }: Commanded, port: Running): Promise<Line> => {
  write(port, { type: 'hello', protocol: 1, suite })
  return nextLine(port, helloMs)
}

const helloIn = (line: Line, helloMs: number): Hello | NoHello => {
  if (typeof line === 'string') return readHello(parseLine(line) ?? line)
  const silent = `it says nothing within ${helloMs / 1000} s; is standard output flushed after each line?`
  return { _tag: 'NoHello', detail: line._tag === 'TimeOut' ? silent : line.detail }
}

const ask = async (state: Commanded, port: Running, op: string, input: unknown, limitMs: number): Promise<Reply> => {
  state.seq++
  const { seq } = state
  write(port, { type: 'run', seq, op, input })
  const line = await nextLine(port, limitFor(input, limitMs))
  if (typeof line !== 'string') return line
  const object = parseLine(line)
  return object === undefined
    ? { _tag: 'Protocol', detail: `the line is no JSON: ${JSON.stringify(line.slice(0, 80))}` }
    : readAnswer(object, seq)
}

const takeStderr = (state: Commanded): string => {
  const { stderr } = state
  state.stderr = ''
  return stderr
}

const close = async (state: Commanded): Promise<void> => {
  const { running } = state
  if (running === undefined) return
  const { child } = running
  write(running, { type: 'bye' })
  child.stdin?.end()
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  if (!hasEnded) await once(child, 'close', { signal: AbortSignal.timeout(1000) }).catch(() => {})
  stop(state)
}

const stop = (state: Commanded): void => {
  if (state.running !== undefined) kill(state.running.child)
  state.running = undefined
}

const start = (state: Commanded): Running => {
  const [file = '', ...args] = state.argv
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const port: Running = { child, lines: [], ended: undefined, waiting: undefined }
  state.starts++
  state.running = port
  const flood: Line = { _tag: 'Protocol', detail: 'it writes more than 64 MiB without ending a line' }
  child.stdout?.on(
    'data',
    lineSplitter(
      (line) => putLine(port, line),
      () => putLine(port, flood),
    ),
  )
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => noteStderr(state, chunk))
  // EPIPE of a port that ended; its end is reported anyway.
  child.stdin?.on('error', () => {})
  child.on('error', (error: NodeJS.ErrnoException) => end(port, whyNotStarted(file, error)))
  child.on('close', (code, signal) =>
    end(port, signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`),
  )
  return port
}

const whyNotStarted = (file: string, { code, name }: NodeJS.ErrnoException): string =>
  code === 'ENOENT'
    ? `there is no program ${JSON.stringify(file)}; give its arguments apart from it`
    : `the command cannot be started (${code ?? name})`

const keptStderr = 4000

/** Keeps the beginning and the end. */
const noteStderr = (state: Commanded, chunk: string): void => {
  const all = state.stderr + chunk
  state.stderr = all.length > keptStderr ? `${all.slice(0, keptStderr / 2)}\n${all.slice(-keptStderr / 2)}` : all
  state.onStderr?.(chunk)
}

const putLine = (port: Running, line: Line): void => {
  if (port.waiting === undefined) port.lines.push(line)
  else port.waiting(line)
}

const end = (port: Running, detail: string): void => {
  if (port.ended !== undefined) return
  port.ended = { _tag: 'Crash', detail }
  putLine(port, port.ended)
}

const write = ({ child }: Running, message: object): void => {
  child.stdin?.write(`${JSON.stringify(message)}\n`)
}

/** The next line that the process writes, or how it ended. */
const nextLine = (port: Running, limitMs: number): Promise<Line> => {
  const ready = port.lines.shift() ?? port.ended
  if (ready !== undefined) return Promise.resolve(ready)
  return new Promise((resolve) => {
    const take = (line: Line): void => {
      port.waiting = undefined
      clearTimeout(timer)
      resolve(line)
    }
    // An answer may have come while this process was busy: what has arrived is read before an immediate, which then is of no question.
    const giveUp = (): void => {
      if (port.waiting === take) take({ _tag: 'TimeOut', afterMs: limitMs })
    }
    const timer = setTimeout(() => setImmediate(giveUp), limitMs)
    port.waiting = take
  })
}

/** Ends the process and its children: it leads a process group. */
const kill = (child: ChildProcess): void => {
  // A process that has left the group may hold the pipes open, and would keep the runner alive.
  for (const stream of child.stdio) stream?.destroy()
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
