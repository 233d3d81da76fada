/**
 * A driver sends runs to a port, in this process or in another one, and reports the replies.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { brokenJson } from './brokenJson.ts'
import * as codecs from './codecs.ts'
import { parseLine } from './lines.ts'
import type { Port } from './port.ts'
import { shortened, shown, written } from './shown.ts'
import type { Hello, PortAnswer } from './Vector.ts'

export type Reply =
  | { readonly _tag: 'Answer'; readonly answer: PortAnswer }
  /** The port's process ended. */
  | { readonly _tag: 'Crash'; readonly detail: string }
  | { readonly _tag: 'TimeOut'; readonly afterMs: number; readonly detail?: string }
  /** The port wrote a line that is not an answer to this run. */
  | { readonly _tag: 'Protocol'; readonly detail: string }

/** Without a hello a port cannot be judged. */
export interface NoHello {
  readonly _tag: 'NoHello'
  readonly detail: string
}

export interface Driver {
  /** The command that started the port, for the report. */
  readonly command: string
  /** Starts the port if necessary, and asks for its hello. */
  readonly hello: () => Promise<Hello | NoHello>
  /** Starts the port anew. Absent if the driver cannot do so. */
  readonly fresh?: () => Promise<Hello | NoHello>
  /**
   * Sends one run, which may take `limitFor(input, limitMs)` milliseconds; never rejects. A driver that may have to send an
   * input again keeps it, or `inputAgain`, which makes the same one.
   */
  readonly run: (op: string, input: unknown, limitMs: number, inputAgain?: () => unknown) => Promise<Reply>
  /** How many runs may be under way at once. Absent: one. */
  readonly atOnce?: () => number
  /** Why the driver sends one run at a time, if the port failed with several and passed without. */
  readonly whyOneAtATime?: () => string | undefined
  /** Forgets the runs that have no reply yet. Their promises never resolve. */
  readonly abandon?: () => void
  /** The last part of the port's standard error since the previous call. */
  readonly stderr: () => string
  /** How many times the port was restarted. */
  readonly restarts: () => number
  /** Remarks on the port's process, which do not change the verdict. Complete after `close`. */
  readonly remarks?: () => ReadonlyArray<string>
  /** Ends the port. */
  readonly close: () => Promise<void>
}

/**
 * Whether the port said no valid hello. Then there is no report.
 *
 * @example
 * ```ts
 * import { isNoHello } from 'countersign/conformance'
 *
 * assert.ok(isNoHello({ _tag: 'NoHello', detail: 'it ended' }))
 * ```
 */
export const isNoHello = <A extends object>(hello: A | NoHello): hello is NoHello => '_tag' in hello

/** Node's timers fire at once if the delay is longer. */
const longestDelay = 2 ** 31 - 1
/** How many signatures a slow port makes within the time limit of one answer. */
const signedInTime = 32

/** The time limit for the answer to this input, in milliseconds. It is longer for an answer with many signatures. */
export const limitFor = (input: unknown, limitMs: number): number => {
  const { times = 1 } = (input ?? {}) as { readonly times?: number }
  return Math.min(limitMs * Math.max(1, times / signedInTime), longestDelay)
}

const isJsonObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** The hello in a line, or what is wrong with it. */
export const readHello = (text: string): Hello | NoHello => {
  const wrong = (detail: string): NoHello => ({ _tag: 'NoHello', detail })
  const line = parseLine(text)
  if (line === undefined && text !== '')
    return wrong(`the first line must be an object of type hello, but is not JSON: ${noJson(text)}`)
  if (!isJsonObject(line) || line.type !== 'hello')
    return wrong(`the first line must be an object of type hello, but is ${shown(line)}`)
  return pipe(
    codecs.hello.decode(line),
    E.match(
      (errors) => wrong(`the hello is wrong: ${codecs.wordsOf(errors)}`),
      ({ name, version, language, ops, policies, reasons, atOnce }): Hello | NoHello => ({
        name: shortened(name),
        version: shortened(version),
        language: shortened(language),
        ops,
        policies,
        ...(reasons === 'suite' && { reasons }),
        ...(atOnce !== undefined && { atOnce }),
      }),
    ),
  )
}

/** For a line that is not JSON: where its first fault is. */
export const noJson = (line: string): string => brokenJson(line) ?? JSON.stringify(line.slice(0, 80))

/** The reply in a line to the run number `seq`. */
export const readAnswer = (line: unknown, seq: number): Reply => {
  const wrong = (detail: string): Reply => ({ _tag: 'Protocol', detail })
  if (!isJsonObject(line)) return wrong('the answer is not a JSON object')
  if (line.type === 'run') return wrong('the answer repeats the run')
  if (line.seq !== seq) return wrong(`the answer's seq is ${shown(line.seq)}, but must be ${seq}`)
  const { trace, seq: _, ...untraced } = line
  return pipe(
    codecs.answer.decode(untraced),
    E.match(
      (errors) => wrong(`the answer is wrong: ${codecs.wordsOf(errors)}`),
      ({ reason, ...rest }): Reply => ({
        _tag: 'Answer',
        answer: { ...rest, ...(reason && { reason }), ...(codecs.portTrace.is(trace) && { trace }) },
      }),
    ),
  )
}

/**
 * A port in this process, for JavaScript. Its synchronous work cannot be interrupted.
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
    const afterMs = limitFor(input, limitMs)
    const late = new Promise<Reply>((resolve) => {
      timer = setTimeout(() => resolve({ _tag: 'TimeOut', afterMs }), afterMs)
    })
    try {
      // A copy through JSON, as over a pipe: the port cannot change the vector, and gets only what JSON can carry.
      const reply = port.answer(op, JSON.parse(JSON.stringify(input))).then((answer): Reply => {
        const line = written({ ...answer, seq: 0 })
        return line === undefined
          ? { _tag: 'Protocol', detail: 'the answer cannot be written as JSON: is it nested too deeply, or circular?' }
          : readAnswer(parseLine(line), 0)
      })
      return await Promise.race([reply, late])
    } catch (error) {
      const thrown = error instanceof Error ? error.message : 'a value that is no Error'
      return { _tag: 'Crash', detail: `it throws: ${thrown}` }
    } finally {
      clearTimeout(timer)
    }
  },
  stderr: () => '',
  restarts: () => 0,
  close: async () => {},
})
