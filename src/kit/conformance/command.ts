/**
 * A port behind a command: it is started once, gets lines of JSON, and is restarted after it ended or broke the protocol. Several
 * questions are under way to it at once; `pipeline.ts` decides which.
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
  /** So many questions may be under way together; 16 unless set. A port whose hello says fewer gets fewer. */
  readonly atOnce?: number
  /** How long the port may take to end after `bye`; 5 s unless set. */
  readonly byeMs?: number
  /** Called with what the port writes to its standard error. */
  readonly onStderr?: (chunk: string) => void
}

const usualAtOnce = 16

/** The text of a line, or what came in its place. */
type Line = string | Silent

/** A process of the command, and what it has written that nobody has read yet. */
interface Running {
  readonly child: ChildProcess
  readonly lines: Array<Line>
  /** Its first line, or what came in its place. */
  hello: Promise<Line>
  /** How it ended; it answers so from then on. */
  ended: Line | undefined
  /** Takes the next line. */
  waiting: ((line: Line) => void) | undefined
  /** Whether it has said a right hello, and gets questions. */
  isGreeted: boolean
  /** The last answer. */
  lastLine: Line | undefined
}

interface Question {
  readonly op: string
  /** Once it is answered, this draws it again where the runner can: all inputs of a run together take a hundred megabytes. */
  input: () => unknown
  readonly inputAgain: (() => unknown) | undefined
  /** The time for its answer. */
  readonly limitMs: number
  /** Takes the reply, once. */
  tell: (reply: Reply) => void
  /** The bytes of its line; 0 before it is written. */
  bytes: number
}

interface Commanded extends CommandSettings {
  readonly argv: ReadonlyArray<string>
  readonly helloMs: number
  readonly byeMs: number
  /** What was noticed of the process at its end. */
  remarks: ReadonlyArray<string>
  running: Running | undefined
  pipeline: Pipeline<Question>
  /** Whether a reader waits for the answers. */
  isReading: boolean
  /** Whether the questions of this turn are about to be written. */
  isWriting: boolean
  /** How often a process was started, and how often the runner asked for that. */
  starts: number
  asked: number
  /** The number of the last run. */
  seq: number
  /** The bytes of the longest line that was answered. */
  longestAnswered: number
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
  const { suite, helloMs = 30_000, byeMs = 5000, atOnce = usualAtOnce, onStderr } = settings
  const state: Commanded = {
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
    asked: 0,
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
      new Promise((tell) => {
        const limit = limitFor(input, limitMs)
        ask(state, { op, input: () => input, inputAgain, limitMs: limit, tell, bytes: 0 })
      }),
    atOnce: () => state.pipeline.most,
    whyOneAtATime: () => whyOneAtATime(state),
    abandon: () => abandon(state),
    stderr: () => takeStderr(state),
    restarts: () => state.starts - state.asked,
    remarks: () => state.remarks,
    close: async () => {
      process.off('exit', onExit)
      state.pipeline = abandoned(state.pipeline)
      await close(state)
    },
  }
}

/** Starts the command anew. */
const hello = async (state: Commanded): Promise<Hello | NoHello> => {
  stop(state)
  state.pipeline = begunAnew(state.pipeline)
  state.asked++
  const port = start(state)
  return greeted(state, port, await port.hello)
}

/** The hello of a process, which then gets questions; one without a right hello is stopped. */
const greeted = (state: Commanded, port: Running, line: Line): Hello | NoHello => {
  const answered = helloIn(line, state.helloMs)
  if (!isNoHello(answered)) {
    port.isGreeted = true
    if (answered.atOnce !== undefined) state.pipeline = limited(state.pipeline, answered.atOnce)
  } else if (state.running === port) stop(state)
  return answered
}

const helloIn = (line: Line, helloMs: number): Hello | NoHello => {
  if (typeof line === 'string') return readHello(line)
  const silent = `it wrote nothing within ${helloMs / 1000} s; ${flushHint}`
  return { _tag: 'NoHello', detail: line._tag === 'TimeOut' ? silent : line.detail }
}

// ---- Questions

const ask = (state: Commanded, question: Question): void => {
  state.pipeline = asked(state.pipeline, question)
  writeSoon(state)
  if (!state.isReading) void readAnswers(state)
}

/** The questions of one turn go to the pipe together: each write may put the port in this process's place. */
const writeSoon = (state: Commanded): void => {
  if (state.isWriting) return
  state.isWriting = true
  setImmediate(() => {
    state.isWriting = false
    if (state.running?.isGreeted === true) writeQuestions(state, state.running)
  })
}

const writeQuestions = (state: Commanded, port: Running): void => {
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
const readAnswers = async (state: Commanded): Promise<void> => {
  state.isReading = true
  while (!isIdle(state.pipeline)) await readAnswerOf(state)
  state.isReading = false
}

const readAnswerOf = async (state: Commanded): Promise<void> => {
  const port = state.running ?? start(state)
  const line = await port.hello
  if (state.running !== port) return
  const answered = port.isGreeted ? undefined : greeted(state, port, line)
  if (answered !== undefined && isNoHello(answered)) {
    settle(state, notStarted(line, answered))
    return
  }
  if (state.pipeline.underWay.length === 0) writeQuestions(state, port)
  const oldest = state.pipeline.underWay[0]
  if (oldest === undefined) return
  const said = await nextLine(port, oldest.limitMs)
  // Another process may have taken its place meanwhile.
  if (state.running !== port) return
  const reply = replyIn(state, said)
  const isRepeated = reply._tag === 'Protocol' && said === port.lastLine
  settle(state, isRepeated ? repeated : reply._tag === 'TimeOut' ? { ...reply, detail: flushHint } : reply)
  port.lastLine = said
}

const flushHint = 'is standard output flushed after each line?'

const repeated: Silent = { _tag: 'Protocol', detail: 'the line repeats the answer before it' }

/** The runner gives a port that hangs up earlier than one that ends. */
const notStarted = (line: Line, { detail }: NoHello): Silent =>
  typeof line !== 'string' && line._tag === 'TimeOut'
    ? line
    : { _tag: 'Crash', detail: `it does not start again: ${detail}` }

/** The reply to the oldest question under way. */
const replyIn = ({ seq, pipeline }: Commanded, line: Line): Reply => {
  if (typeof line !== 'string') return line
  const object = parseLine(line)
  return object === undefined
    ? { _tag: 'Protocol', detail: `the line is not JSON: ${noJson(line)}` }
    : readAnswer(object, seq - pipeline.underWay.length + 1)
}

/** Carries out what the pipeline decides on a reply to the oldest question. */
const settle = (state: Commanded, reply: Reply): void => {
  // A process that does not start has no question yet.
  if (state.pipeline.underWay.length === 0) state.pipeline = take(state.pipeline)[1]
  if (state.pipeline.underWay.length === 0) return
  const { next, told, ends } =
    reply._tag === 'Answer' ? answered(state.pipeline, reply) : unanswered(state.pipeline, reply)
  state.pipeline = next
  // A late line would be taken for the answer to the next run.
  if (ends) stop(state)
  // It is asked again, and writes again what it has to say.
  if (ends && told.length === 0) state.stderr = ''
  for (const { question, reply: due } of told) {
    question.tell(withLength(state, question, due))
    forgetAnswered(question)
  }
  if (!ends) writeSoon(state)
}

/** The history of a process keeps its questions: not their inputs, where they can be drawn again, and no answers. */
const forgetAnswered = (question: Question): void => {
  question.input = question.inputAgain ?? question.input
  question.tell = () => {}
}

/** Lines of ordinary length are not told. */
const remarkableBytes = 4096

/** A silence after the longest line so far says how long the line is: many readers of lines have a limit. */
const withLength = (state: Commanded, { bytes }: Question, reply: Reply): Reply => {
  if (reply._tag === 'Answer') {
    state.longestAnswered = Math.max(state.longestAnswered, bytes)
    return reply
  }
  const { longestAnswered } = state
  if (bytes < remarkableBytes || bytes <= longestAnswered) return reply
  const told = `the line of this run has ${bytes} bytes; the longest line that was answered has ${longestAnswered}`
  return { ...reply, detail: reply.detail === undefined ? told : `${reply.detail}; ${told}` }
}

const abandon = (state: Commanded): void => {
  const isUnderWay = state.pipeline.underWay.length > 0
  state.pipeline = abandoned(state.pipeline)
  if (!isUnderWay) return
  // The start of the next process is the runner's wish.
  stop(state)
  state.asked++
}

const whyOneAtATime = ({ pipeline: { reason } }: Commanded): string | undefined => {
  if (reason === undefined) return undefined
  return reason._tag === 'TimeOut' ? timeOutWords(reason) : reason.detail
}

const takeStderr = (state: Commanded): string => {
  const { stderr } = state
  state.stderr = ''
  return stderr
}

const close = async (state: Commanded): Promise<void> => {
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

const stop = (state: Commanded): void => {
  const { running } = state
  state.running = undefined
  if (running === undefined) return
  kill(running.child)
  // Whoever waits for its next line waits no longer.
  end(running, 'it was stopped')
}

const start = (state: Commanded): Running => {
  const [file = '', ...args] = state.argv
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const port: Running = {
    child,
    lines: [],
    hello: Promise.resolve(''),
    ended: undefined,
    waiting: undefined,
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
  // EPIPE of a port that ended; its end is reported anyway.
  child.stdin?.on('error', () => {})
  child.on('error', (error: NodeJS.ErrnoException) => end(port, whyNotStarted(file, error)))
  child.on('close', (code, signal) =>
    end(port, signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`),
  )
  write(port, { type: 'hello', protocol: 1, suite: state.suite })
  port.hello = nextLine(port, state.helloMs)
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

/** Writes a line, and says how many bytes it has. */
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
