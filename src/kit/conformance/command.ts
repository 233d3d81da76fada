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

const keptStderr = 4000

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
  const [file = '', ...args] = argv
  let running: Running | undefined
  let starts = 0
  let asked = 0
  let seq = 0
  let stderr = ''

  const start = () => {
    starts++
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    const lines: Array<Line> = []
    let ended: Line | undefined
    let waiting: ((line: Line) => void) | undefined
    const put = (line: Line): void => {
      if (waiting === undefined) lines.push(line)
      else waiting(line)
    }
    const end = (detail: string): void => {
      if (ended !== undefined) return
      ended = { _tag: 'Crash', detail }
      put(ended)
    }
    child.stdout?.on(
      'data',
      lineSplitter(put, () => put({ _tag: 'Protocol', detail: 'it writes more than 64 MiB without ending a line' })),
    )
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
      if (stderr.length > keptStderr) stderr = `${stderr.slice(0, keptStderr / 2)}\n${stderr.slice(-keptStderr / 2)}`
      onStderr?.(chunk)
    })
    // EPIPE of a port that ended; its end is reported anyway.
    child.stdin?.on('error', () => {})
    child.on('error', (error: NodeJS.ErrnoException) =>
      end(
        error.code === 'ENOENT'
          ? `there is no program ${JSON.stringify(file)}; give its arguments apart from it`
          : `the command cannot be started (${error.code ?? error.name})`,
      ),
    )
    child.on('close', (code, signal) =>
      end(signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`),
    )
    return {
      child,
      write: (message: object) => child.stdin?.write(`${JSON.stringify(message)}\n`),
      next: (limitMs: number): Promise<Line> => {
        const ready = lines.shift() ?? ended
        if (ready !== undefined) return Promise.resolve(ready)
        return new Promise((resolve) => {
          const take = (line: Line): void => {
            waiting = undefined
            clearTimeout(timer)
            resolve(line)
          }
          // An answer may have come while this process was busy: what has arrived is read before an immediate, which then is of no question.
          const giveUp = (): void => {
            if (waiting === take) take({ _tag: 'TimeOut', afterMs: limitMs })
          }
          const timer = setTimeout(() => setImmediate(giveUp), limitMs)
          waiting = take
        })
      },
    }
  }

  type Running = ReturnType<typeof start>

  const greet = (port: Running): Promise<Line> => {
    port.write({ type: 'hello', protocol: 1, suite })
    return port.next(helloMs)
  }

  const helloIn = (line: Line): Hello | NoHello => {
    if (typeof line === 'string') return readHello(parseLine(line) ?? line)
    const silent = `it says nothing within ${helloMs / 1000} s; is standard output flushed after each line?`
    return { _tag: 'NoHello', detail: line._tag === 'TimeOut' ? silent : line.detail }
  }

  const stop = (): void => {
    if (running !== undefined) kill(running.child)
    running = undefined
  }

  // A port must not outlive the runner.
  const onExit = (): void => stop()
  process.once('exit', onExit)

  /** The running port; a new one has said hello. */
  const port = async (): Promise<Running | Reply> => {
    if (running !== undefined) return running
    const fresh = start()
    running = fresh
    const line = await greet(fresh)
    const hello = helloIn(line)
    if (!isNoHello(hello)) return fresh
    stop()
    // The runner gives a port that hangs up earlier than one that ends.
    if (typeof line !== 'string' && line._tag === 'TimeOut') return line
    return { _tag: 'Crash', detail: `it does not start again: ${hello.detail}` }
  }

  const ask = async (to: Running, op: string, input: unknown, limitMs: number): Promise<Reply> => {
    const n = ++seq
    to.write({ type: 'run', seq: n, op, input })
    const line = await to.next(limitFor(input, limitMs))
    if (typeof line !== 'string') return line
    const object = parseLine(line)
    return object === undefined
      ? { _tag: 'Protocol', detail: `the line is no JSON: ${JSON.stringify(line.slice(0, 80))}` }
      : readAnswer(object, n)
  }

  const hello = async (): Promise<Hello | NoHello> => {
    stop()
    asked++
    running = start()
    const said = helloIn(await greet(running))
    if (isNoHello(said)) stop()
    return said
  }

  return {
    command: argv.map(shellWord).join(' '),
    hello,
    fresh: hello,
    run: async (op, input, limitMs) => {
      const to = await port()
      if ('_tag' in to) return to
      const reply = await ask(to, op, input, limitMs)
      // A late line would be taken for the answer to the next run.
      if (reply._tag !== 'Answer') stop()
      return reply
    },
    stderr: () => {
      const said = stderr
      stderr = ''
      return said
    },
    restarts: () => starts - asked,
    close: async () => {
      process.off('exit', onExit)
      if (running === undefined) return
      const { child } = running
      running.write({ type: 'bye' })
      child.stdin?.end()
      const ended = child.exitCode !== null || child.signalCode !== null
      if (!ended) await once(child, 'close', { signal: AbortSignal.timeout(1000) }).catch(() => {})
      stop()
    },
  }
}
