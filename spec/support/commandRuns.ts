/** Runs the bundled command: in this process, or in one of its own, which costs 130 ms of processor time more. */
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import * as assert from 'uvu/assert'
import type { run } from '../../src/apps/cli/run.ts'

export interface Ended {
  /** The exit code, or the signal that ended its process. */
  readonly code: number | string | null
  readonly out: string
  readonly err: string
  /** The bytes of `out`. */
  readonly bytes: Buffer
}

export interface Surroundings {
  readonly env?: NodeJS.ProcessEnv
  readonly stdin?: string | Uint8Array
  /** Where a run in this process writes, in place of `out`. */
  readonly stdout?: Writable
}

/** A command under way. */
export interface Running {
  /** What it has printed until now. */
  readonly out: () => string
  readonly err: () => string
  /** Resolves when it has printed more. */
  readonly more: () => Promise<unknown>
  readonly ended: Promise<Ended>
  /** In this process, every signal ends a server as SIGTERM does. */
  readonly kill: (signal: NodeJS.Signals) => unknown
  readonly process?: ChildProcess
}

export type Begin = (args: ReadonlyArray<string>, surroundings?: Surroundings) => Running
export type Run = (...given: Parameters<Begin>) => Promise<Ended>

export const toEnd =
  (begin: Begin): Run =>
  (...given) =>
    begin(...given).ended

export const environment = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const { CI: _ci, FORCE_COLOR: _force, NO_COLOR: _no, ...others } = process.env
  // The machine's own settings are no part of a test.
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('COUNTERSIGN_')))
  // Explicitly undefined: otherwise Node passes it on to child processes. Coverage of a bundle
  // maps to no source file, and costs time to write and to read.
  return { ...rest, NODE_V8_COVERAGE: undefined, ...env }
}

const gathering = (printed: EventEmitter) => {
  const chunks: Array<Buffer> = []
  const write = (chunk: Buffer, _: unknown, done: () => void): void => {
    chunks.push(Buffer.from(chunk))
    printed.emit('more')
    done()
  }
  return { stream: new Writable({ write }), bytes: () => Buffer.concat(chunks) }
}

const running = (
  end: (out: Writable, err: Writable) => Promise<Ended['code']>,
  rest: Pick<Running, 'kill' | 'process'>,
): Running => {
  const printed = new EventEmitter()
  const out = gathering(printed)
  const err = gathering(printed)
  return {
    out: () => `${out.bytes()}`,
    err: () => `${err.bytes()}`,
    more: () => once(printed, 'more'),
    ended: end(out.stream, err.stream).then((code) => ({
      code,
      out: `${out.bytes()}`,
      err: `${err.bytes()}`,
      bytes: out.bytes(),
    })),
    ...rest,
  }
}

// The working folder is the process's own: runs may overlap, and the spec goes on beside them.
let inside = 0
let outside = ''

/** In this process; `folder` holds the bundle, `home` is the working directory. */
export const beginsInProcess =
  (folder: string, home: string): Begin =>
  (args, { env, stdin = '', stdout: given } = {}) => {
    let interrupt = (): void => {}
    const interrupted = new Promise<void>((resolve) => {
      interrupt = resolve
    })
    const end = async (stdout: Writable, stderr: Writable): Promise<number> => {
      const command = (await import(pathToFileURL(join(folder, 'run.js')).href)) as { readonly run: typeof run }
      if (inside++ === 0) {
        outside = process.cwd()
        process.chdir(home)
      }
      try {
        const streams = { stdin: Readable.from([Buffer.from(stdin)]), stdout: given ?? stdout, stderr }
        return await command.run(args, { ...streams, env: environment(env), interrupted })
      } finally {
        if (--inside === 0) process.chdir(outside)
      }
    }
    return running(end, { kill: interrupt })
  }

/** In a process of its own, which `program` begins. */
export const beginsAlone =
  (program: string, home: string, ...before: ReadonlyArray<string>): Begin =>
  (args, { env, stdin } = {}) => {
    const child = spawn(program, [...before, ...args], { cwd: home, env: environment(env), stdio: 'pipe' })
    const end = async (out: Writable, err: Writable): Promise<Ended['code']> => {
      child.stdout.pipe(out)
      child.stderr.pipe(err)
      child.stdin.on('error', () => {})
      child.stdin.end(stdin)
      const [code, signal] = await once(child, 'close')
      return code ?? signal
    }
    return running(end, { kill: (signal) => child.kill(signal), process: child })
  }

/** Never part of an error message: a stack, and source text. */
export const isPlain = (text: string): boolean => !/\n\s+at |node:internal|\[object|undefined|Error:/.test(text)

/** The command ends with this complaint, its whole first line or a pattern, and prints nothing else. */
export type Fails = (
  args: ReadonlyArray<string>,
  complaint: string | RegExp,
  surroundings?: Surroundings & { readonly exit?: number },
) => Promise<void>

export const failsBy =
  (run: Run): Fails =>
  async (args, complaint, { exit = 2, ...surroundings } = {}) => {
    const { code, out, err } = await run(args, surroundings)
    if (typeof complaint === 'string') assert.is(err.split('\n')[0], `error: ${complaint}`)
    else assert.match(err, complaint)
    assert.equal([code, out], [exit, ''], err)
    assert.ok(isPlain(err), err)
  }
