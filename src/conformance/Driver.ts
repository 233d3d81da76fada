/**
 * What puts a run to a port, wherever it runs, and says what came back.
 */
import { parseLine } from './lines.ts'
import type { Port } from './port.ts'
import { shortened, shown } from './shown.ts'
import type { Answer, Hello } from './Vector.ts'

export type Reply =
  | { readonly _tag: 'Answer'; readonly answer: Answer }
  /** The process ended. */
  | { readonly _tag: 'Crash'; readonly detail: string }
  | { readonly _tag: 'TimeOut'; readonly afterMs: number }
  /** What came is no answer to this run. */
  | { readonly _tag: 'Protocol'; readonly detail: string }

/** A port that does not say what it is cannot be judged. */
export interface NoHello {
  readonly _tag: 'NoHello'
  readonly detail: string
}

export interface Driver {
  /** How the port was started, for the report. */
  readonly command: string
  /** Starts the port, if need be, and asks what it is. */
  readonly hello: () => Promise<Hello | NoHello>
  /** Puts one run to it, which may take `limitMs` milliseconds; never rejects. */
  readonly run: (op: string, input: unknown, limitMs: number) => Promise<Reply>
  /** The end of the port's standard error since this was last asked, or since the start. */
  readonly stderr: () => string
  /** How often the port was started again. */
  readonly restarts: () => number
  /** Ends the port. */
  readonly close: () => Promise<void>
}

/**
 * Whether a port has failed to say what it is, so that there is nothing to judge.
 *
 * @example
 * ```ts
 * import { isNoHello } from 'countersign/conformance'
 *
 * assert.ok(isNoHello({ _tag: 'NoHello', detail: 'it ended' }))
 * ```
 */
export const isNoHello = (hello: Hello | NoHello): hello is NoHello => '_tag' in hello

const isRecord = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

const isText = (u: unknown): u is string => typeof u === 'string'
const isTexts = (u: unknown): u is ReadonlyArray<string> => Array.isArray(u) && u.every(isText)

/** The hello that a line holds, or what is wrong with it. */
export const readHello = (line: unknown): Hello | NoHello => {
  const wrong = (detail: string): NoHello => ({ _tag: 'NoHello', detail })
  if (!isRecord(line) || line.type !== 'hello') return wrong('the first line must be an object of type hello')
  const { name, version, language, ops, policies } = line
  if (!isText(name) || !isText(version) || !isText(language)) {
    return wrong('name, version and language of the hello must be texts')
  }
  if (!isTexts(ops)) return wrong('ops of the hello must be an array of texts')
  if (!isTexts(policies)) return wrong('policies of the hello must be an array of texts')
  return { name: shortened(name), version: shortened(version), language: shortened(language), ops, policies }
}

const outcomes: ReadonlyArray<unknown> = ['accept', 'reject', 'value', 'unsupported', 'error']

/** The reply that an answer's object is to the run of this number. */
export const readAnswer = (line: unknown, seq: number): Reply => {
  const wrong = (detail: string): Reply => ({ _tag: 'Protocol', detail })
  if (!isRecord(line)) return wrong('the answer is no JSON object')
  if (line.type === 'run') return wrong('the answer repeats the run')
  if (line.seq !== seq) return wrong(`the answer's seq is ${shown(line.seq)}, and belongs to be ${seq}`)
  if (!outcomes.includes(line.outcome)) {
    return wrong(`the answer's outcome is ${shown(line.outcome)}`)
  }
  if (line.reason !== undefined && line.reason !== null && !isText(line.reason)) return wrong('the reason is no text')
  const { reason, trace, ...rest } = line
  const answer = { ...rest, ...(isText(reason) && { reason }), ...(isRecord(trace) && { trace }) } as unknown as Answer
  return { _tag: 'Answer', answer }
}

/**
 * A port in this process, for JavaScript. What it does synchronously cannot be interrupted.
 *
 * @example
 * ```ts
 * import { createPort, inProcess, isNoHello } from 'countersign/conformance'
 *
 * const hello = await inProcess(createPort({ version: '1.0.0' })).hello()
 * assert.ok(!isNoHello(hello) && hello.name === 'countersign')
 * ```
 */
export const inProcess = (port: Port): Driver => ({
  command: 'in this process',
  hello: async () => port.hello,
  run: async (op, input, limitMs) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Reply>((resolve) => {
      timer = setTimeout(() => resolve({ _tag: 'TimeOut', afterMs: limitMs }), limitMs)
    })
    try {
      // As over a pipe: a port may not change what it is given, nor be given what JSON would not carry.
      const reply = port
        .answer(op, JSON.parse(JSON.stringify(input)))
        .then((answer) => readAnswer(parseLine(JSON.stringify({ ...answer, seq: 0 })), 0))
      return await Promise.race([reply, late])
    } catch (error) {
      return { _tag: 'Crash', detail: `it throws: ${error instanceof Error ? error.message : 'what is no Error'}` }
    } finally {
      clearTimeout(timer)
    }
  },
  stderr: () => '',
  restarts: () => 0,
  close: async () => {},
})
