/**
 * The driver of a port that is a command: it starts the command once, sends it lines of JSON, and restarts it after it ended or broke the
 * protocol. Several questions are under way at once; `pipeline.ts` decides which.
 *
 *     to the port      {"type":"run","seq":7,"op":"verify","input":{…}}
 *     from the port    {"type":"answer","seq":7,"outcome":"accept"}
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { type Driver, isNoHello, limitFor, type NoHello, noJson, type Reply, readAnswer, readHello } from './Driver.ts'
import { timeOutWords } from './judgeReply.ts'
import { lineSplitter, parseLine } from './lines.ts'
import { memoryRemarks } from './memoryRemarks.ts'
import {
  abandoned,
  answered,
  asked,
  begunAnew,
  emptyPipeline,
  isIdle,
  limited,
  type Pipeline,
  type Silent,
  take,
  unanswered,
} from './pipeline.ts'
import { shellWord } from './shellWord.ts'
import type { Hello } from './Vector.ts'

export interface CommandSettings {
  readonly suite: string
  /** The time limit for the hello; 30 s unless set, since some runtimes compile first. */
  readonly helloMs?: number
  /** How many questions may be under way together; 16 unless set. A port whose hello says fewer gets fewer. */
  readonly atOnce?: number
  /** How long the port may take to end after `bye`; 5 s unless set. */
  readonly byeMs?: number
  /** Called with what the port writes to its standard error. */
  readonly onStderr?: (chunk: string) => void
}

const usualAtOnce = 16

/** A line that the port wrote; or the time-out, the end of the process or the broken line in its place. */
type Line = string | Silent

/** A process of the command, and the lines that it wrote and nobody has read yet. */
interface Running {
  readonly child: ChildProcess
  readonly lines: Array<Line>
  /** The first line. */
  firstLine: Promise<Line>
  /** How the process ended. From then on, this is its reply to every question. */
  ended: Line | undefined
  /** The reader that waits for the next line. */
  onLine: ((line: Line) => void) | undefined
  /** Whether the process has said a right hello, and so gets questions. */
  isGreeted: boolean
  /** The line of the last answer. */
  lastLine: Line | undefined
}

interface Question {
  readonly op: string
  input: () => unknown
  /** Draws the input again. It replaces `input` after the answer: all inputs of a run together would take a hundred megabytes. */
  readonly inputAgain: (() => unknown) | undefined
  /** The time for the answer. */
  readonly limitMs: number
  /** Hands the reply to the runner, once. */
  onReply: (reply: Reply) => void
  /** The bytes of the question's line; 0 before it is written. */
  bytes: number
}

interface CommandState extends CommandSettings {
  readonly argv: ReadonlyArray<string>
  readonly helloMs: number
  readonly byeMs: number
  /** Remarks on the process, complete after its end. */
  remarks: ReadonlyArray<string>
  running: Running | undefined
  pipeline: Pipeline<Question>
  /** Whether a reader waits for the answers. */
  isReading: boolean
  /** Whether the questions of this turn are about to be written. */
  isWriting: boolean
  /** How often a process was started. */
  starts: number
  /** How many of these starts the runner asked for. The others are restarts after a fault of the port. */
  wantedStarts: number
  /** The `seq` of the last question that was written. */
  seq: number
  /** The bytes of the longest line that was answered. */
  longestAnswered: number
  /** The standard error of the processes since the runner read it last. */
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
  const { suite, helloMs = 30_000, byeMs = 5000, atOnce = usualAtOnce, onStderr } = settings
  const state: CommandState = {
    argv,
    suite,
    helloMs,
    byeMs,
    remarks: [],
    ...(onStderr && { onStderr }),
    running: undefined,
    pipeline: emptyPipeline(atOnce),
    isReading: false,
    isWriting: false,
    starts: 0,
    wantedStarts: 0,
    seq: 0,
    longestAnswered: 0,
    stderr: '',
  }
  // A port must not outlive the runner.
  const onExit = (): void => stop(state)
  process.once('exit', onExit)
  return {
    command: argv.map(shellWord).join(' '),
    hello: () => hello(state),
    fresh: () => hello(state),
    run: (op, input, limitMs, inputAgain) =>
      new Promise((onReply) => {
        const limit = limitFor(input, limitMs)
        ask(state, { op, input: () => input, inputAgain, limitMs: limit, onReply, bytes: 0 })
      }),
    atOnce: () => state.pipeline.most,
    whyOneAtATime: () => whyOneAtATime(state),
    abandon: () => abandon(state),
    stderr: () => takeStderr(state),
    restarts: () => state.starts - state.wantedStarts,
    remarks: () => state.remarks,
    close: async () => {
      process.off('exit', onExit)
      state.pipeline = abandoned(state.pipeline)
      await close(state)
    },
  }
}

/** Starts the command anew, and reads its hello. */
const hello = async (state: CommandState): Promise<Hello | NoHello> => {
  stop(state)
  state.pipeline = begunAnew(state.pipeline)
  state.wantedStarts++
  const port = start(state)
  return greet(state, port, await port.firstLine)
}

/** Reads the hello in the first line. With a right hello, the process gets questions. Without one, it is stopped. */
const greet = (state: CommandState, port: Running, firstLine: Line): Hello | NoHello => {
  const hello = helloIn(firstLine, state.helloMs)
  if (isNoHello(hello)) {
    if (state.running === port) stop(state)
    return hello
  }
  port.isGreeted = true
  if (hello.atOnce !== undefined) state.pipeline = limited(state.pipeline, hello.atOnce)
  return hello
}

const helloIn = (line: Line, helloMs: number): Hello | NoHello => {
  if (typeof line === 'string') return readHello(line)
  if (line._tag !== 'TimeOut') return { _tag: 'NoHello', detail: line.detail }
  return { _tag: 'NoHello', detail: `it wrote nothing within ${helloMs / 1000} s; ${flushHint}` }
}

// ---- Questions

const ask = (state: CommandState, question: Question): void => {
  state.pipeline = asked(state.pipeline, question)
  writeSoon(state)
  if (!state.isReading) void readAnswers(state)
}

/** Writes the questions of one turn of the event loop together: after each write, the system may let the port run first. */
const writeSoon = (state: CommandState): void => {
  if (state.isWriting) return
  state.isWriting = true
  setImmediate(() => {
    state.isWriting = false
    if (state.running?.isGreeted === true) writeQuestions(state, state.running)
  })
}

const writeQuestions = (state: CommandState, port: Running): void => {
  const [questions, next] = take(state.pipeline)
  state.pipeline = next
  if (questions.length === 0) return
  port.child.stdin?.cork()
  for (const question of questions) {
    const { op, input } = question
    state.seq++
    question.bytes = write(port, { type: 'run', seq: state.seq, op, input: input() })
  }
  port.child.stdin?.uncork()
}

/** Reads answers until no question is left. */
const readAnswers = async (state: CommandState): Promise<void> => {
  state.isReading = true
  while (!isIdle(state.pipeline)) await readNextAnswer(state)
  state.isReading = false
}

/** Settles the oldest question: starts a process if none runs, writes questions if none is under way, and reads one line. */
const readNextAnswer = async (state: CommandState): Promise<void> => {
  const port = state.running ?? start(state)
  const firstLine = await port.firstLine
  // After each wait, another process may have taken the place of this one.
  if (state.running !== port) return
  if (!port.isGreeted) {
    const hello = greet(state, port, firstLine)
    if (isNoHello(hello)) return settle(state, notStarted(firstLine, hello))
  }
  if (state.pipeline.underWay.length === 0) writeQuestions(state, port)
  const oldest = state.pipeline.underWay[0]
  if (oldest === undefined) return
  const line = await nextLine(port, oldest.limitMs)
  if (state.running !== port) return
  settle(state, explained(replyIn(state, line), line === port.lastLine))
  port.lastLine = line
}

/** The reply, with a likely cause where there is one. */
const explained = (reply: Reply, isLastLineAgain: boolean): Reply => {
  if (reply._tag === 'Protocol' && isLastLineAgain) return repeated
  return reply._tag === 'TimeOut' ? { ...reply, detail: flushHint } : reply
}

const flushHint = 'is standard output flushed after each line?'

const repeated: Silent = { _tag: 'Protocol', detail: 'the line repeats the answer before it' }

/** A time-out at the start stays a time-out: after a few of them, the runner gives the port up. */
const notStarted = (firstLine: Line, { detail }: NoHello): Silent =>
  typeof firstLine !== 'string' && firstLine._tag === 'TimeOut'
    ? firstLine
    : { _tag: 'Crash', detail: `it does not start again: ${detail}` }

/** The reply to the oldest question under way. */
const replyIn = ({ seq, pipeline }: CommandState, line: Line): Reply => {
  if (typeof line !== 'string') return line
  const object = parseLine(line)
  return object === undefined
    ? { _tag: 'Protocol', detail: `the line is not JSON: ${noJson(line)}` }
    : readAnswer(object, seq - pipeline.underWay.length + 1)
}

/** Carries out the decision of the pipeline on a reply to the oldest question. */
const settle = (state: CommandState, reply: Reply): void => {
  // No question is under way if the process did not start. Then the reply, such as a crash, is for the next question in the queue.
  if (state.pipeline.underWay.length === 0) state.pipeline = take(state.pipeline)[1]
  if (state.pipeline.underWay.length === 0) return
  const { next, replies, endsProcess } =
    reply._tag === 'Answer' ? answered(state.pipeline, reply) : unanswered(state.pipeline, reply)
  state.pipeline = next
  // Otherwise a late line of this process would count as the answer to the next question.
  if (endsProcess) stop(state)
  // The question is asked again, and the next process writes its standard error again.
  if (endsProcess && replies.length === 0) state.stderr = ''
  for (const { question, reply: due } of replies) {
    question.onReply(withLength(state, question, due))
    forgetAnswered(question)
  }
  if (!endsProcess) writeSoon(state)
}

/** Frees the memory of a settled question, which the history of its process keeps: its answer, and an input that can be drawn again. */
const forgetAnswered = (question: Question): void => {
  question.input = question.inputAgain ?? question.input
  question.onReply = () => {}
}

/** The length of a shorter line is ordinary, and not reported. */
const remarkableBytes = 4096

/** If no answer comes to the longest line so far, the reply says how long it is: many readers of lines have a limit. */
const withLength = (state: CommandState, { bytes }: Question, reply: Reply): Reply => {
  if (reply._tag === 'Answer') {
    state.longestAnswered = Math.max(state.longestAnswered, bytes)
    return reply
  }
  const { longestAnswered } = state
  if (bytes < remarkableBytes || bytes <= longestAnswered) return reply
  const lengths = `the line of this run has ${bytes} bytes; the longest line that was answered has ${longestAnswered}`
  return { ...reply, detail: reply.detail === undefined ? lengths : `${reply.detail}; ${lengths}` }
}

const abandon = (state: CommandState): void => {
  const isUnderWay = state.pipeline.underWay.length > 0
  state.pipeline = abandoned(state.pipeline)
  if (!isUnderWay) return
  stop(state)
  // The runner stopped the process, so the next start counts as asked for, not as a restart after a fault of the port.
  state.wantedStarts++
}

const whyOneAtATime = ({ pipeline: { reason } }: CommandState): string | undefined => {
  if (reason === undefined) return undefined
  return reason._tag === 'TimeOut' ? timeOutWords(reason) : reason.detail
}

const takeStderr = (state: CommandState): string => {
  const { stderr } = state
  state.stderr = ''
  return stderr
}

const close = async (state: CommandState): Promise<void> => {
  const { running, byeMs } = state
  if (running === undefined) return
  const { child, isGreeted } = running
  const ofMemory = memoryRemarks(child.pid)
  write(running, { type: 'bye' })
  child.stdin?.end()
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const ending = hasEnded || once(child, 'close', { signal: AbortSignal.timeout(byeMs) }).catch(() => 'late')
  const isLate = (await ending) === 'late' && isGreeted
  state.remarks = isLate
    ? [...ofMemory, `the port did not end within ${byeMs / 1000} s after bye, and was stopped`]
    : ofMemory
  stop(state)
}

const stop = (state: CommandState): void => {
  const { running } = state
  state.running = undefined
  if (running === undefined) return
  kill(running.child)
  // Also resolves a pending `nextLine`.
  end(running, 'it was stopped')
}

const start = (state: CommandState): Running => {
  const [file = '', ...args] = state.argv
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const port: Running = {
    child,
    lines: [],
    firstLine: Promise.resolve(''),
    ended: undefined,
    onLine: undefined,
    isGreeted: false,
    lastLine: undefined,
  }
  state.starts++
  state.running = port
  const flood: Line = { _tag: 'Protocol', detail: 'it writes more than 64 MiB without ending a line' }
  child.stdout?.on(
    'data',
    lineSplitter(
      (line, brokenAt) => putLine(port, brokenAt === undefined ? line : notUtf8(brokenAt)),
      () => putLine(port, flood),
    ),
  )
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => noteStderr(state, chunk))
  // EPIPE: the port has ended, which the event `close` reports.
  child.stdin?.on('error', () => {})
  child.on('error', (error: NodeJS.ErrnoException) => end(port, whyNotStarted(file, error)))
  child.on('close', (code, signal) =>
    end(port, signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`),
  )
  write(port, { type: 'hello', protocol: 1, suite: state.suite })
  port.firstLine = nextLine(port, state.helloMs)
  return port
}

const notUtf8 = (at: number): Line => ({
  _tag: 'Protocol',
  detail: `the line is not UTF-8: byte ${at}, counted from 0, is wrong there`,
})

const whyNotStarted = (file: string, { code, name }: NodeJS.ErrnoException): string =>
  code === 'ENOENT'
    ? `there is no program ${JSON.stringify(file)}; give its arguments apart from it`
    : `the command cannot be started (${code ?? name})`

/** The most characters of standard error that are kept, and half of them. */
const mostStderr = 4000
const halfStderr = mostStderr / 2

/** Keeps the beginning and the end of a long standard error. */
const noteStderr = (state: CommandState, chunk: string): void => {
  const all = state.stderr + chunk
  state.stderr = all.length > mostStderr ? `${all.slice(0, halfStderr)}\n${all.slice(-halfStderr)}` : all
  state.onStderr?.(chunk)
}

const putLine = (port: Running, line: Line): void => {
  if (port.onLine === undefined) port.lines.push(line)
  else port.onLine(line)
}

const end = (port: Running, detail: string): void => {
  if (port.ended !== undefined) return
  port.ended = { _tag: 'Crash', detail }
  putLine(port, port.ended)
}

/** Writes a line, and returns its length in bytes. */
const write = ({ child }: Running, message: object): number => {
  const line = Buffer.from(`${JSON.stringify(message)}\n`)
  child.stdin?.write(line)
  return line.length
}

/** The next line that the process writes, or how it ended. */
const nextLine = (port: Running, limitMs: number): Promise<Line> => {
  const ready = port.lines.shift() ?? port.ended
  if (ready !== undefined) return Promise.resolve(ready)
  return new Promise((resolve) => {
    const finish = (line: Line): void => {
      port.onLine = undefined
      clearTimeout(timer)
      resolve(line)
    }
    // Does nothing if this wait is already over.
    const giveUp = (): void => {
      if (port.onLine === finish) finish({ _tag: 'TimeOut', afterMs: limitMs })
    }
    // While this process was busy, an answer may have arrived: Node reads it after its timers and before an immediate.
    const timer = setTimeout(() => setImmediate(giveUp), limitMs)
    port.onLine = finish
  })
}

/** Ends the process and its children, which are one process group (`detached`). */
const kill = (child: ChildProcess): void => {
  // A child that has left the group may hold the pipes open. Open pipes would keep the runner alive.
  for (const stream of child.stdio) stream?.destroy()
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
