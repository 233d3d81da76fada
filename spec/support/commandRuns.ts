/** Runs the bundled command to its end: in this process, or in one of its own, which costs 130 ms of processor time more. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { run } from '../../src/apps/cli/run.ts'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** The bytes of `out`. */
  readonly bytes: Buffer
}

export interface Surroundings {
  readonly env?: NodeJS.ProcessEnv
  readonly stdin?: string | Uint8Array
}

export type Run = (args: ReadonlyArray<string>, surroundings?: Surroundings) => Promise<Ended>

export const environment = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const { CI: _ci, FORCE_COLOR: _force, NO_COLOR: _no, ...others } = process.env
  // The machine's own settings are no part of a test.
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('COUNTERSIGN_')))
  // Explicitly undefined: otherwise Node passes it on to child processes. Coverage of a bundle
  // maps to no source file, and costs time to write and to read.
  return { ...rest, NODE_V8_COVERAGE: undefined, ...env }
}

const gathering = (): { readonly stream: Writable; readonly bytes: () => Buffer } => {
  const chunks: Array<Buffer> = []
  const write = (chunk: Buffer, _: unknown, done: () => void): void => {
    chunks.push(Buffer.from(chunk))
    done()
  }
  return { stream: new Writable({ write }), bytes: () => Buffer.concat(chunks) }
}

const ended = (code: number | null, bytes: Buffer, err: Buffer): Ended => ({
  code,
  out: `${bytes}`,
  err: `${err}`,
  bytes,
})

// The working folder is the process's own: runs may overlap, and the spec goes on beside them.
let inside = 0
let outside = ''

/** In this process; `folder` holds the bundle, `home` is the working directory. */
export const runsInProcess =
  (folder: string, home: string): Run =>
  async (args, { env, stdin = '' } = {}) => {
    const command = (await import(pathToFileURL(join(folder, 'run.js')).href)) as { readonly run: typeof run }
    const [out, err] = [gathering(), gathering()]
    if (inside++ === 0) {
      outside = process.cwd()
      process.chdir(home)
    }
    try {
      const world = {
        env: environment(env),
        stdin: Readable.from([Buffer.from(stdin)]),
        stdout: out.stream,
        stderr: err.stream,
      }
      return ended(await command.run(args, world), out.bytes(), err.bytes())
    } finally {
      if (--inside === 0) process.chdir(outside)
    }
  }

/** In a process of its own. */
export const runsAlone =
  (program: string, home: string): Run =>
  async (args, { env, stdin } = {}) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: home, env: environment(env), stdio: 'pipe' })
    const [out, err] = [gathering(), gathering()]
    child.stdout.pipe(out.stream)
    child.stderr.pipe(err.stream)
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
    const [code] = await once(child, 'close')
    return ended(code, out.bytes(), err.bytes())
  }
