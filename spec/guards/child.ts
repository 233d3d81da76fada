/**
 * Child processes for the guards' specs. Each program is bundled once, so that two hundred of them start quickly.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** How often a spec kills a process: less often at each commit, more often on demand. */
export const kills: number = process.env.COUNTERSIGN_ALL ? 200 : process.env.SPEC_TURN ? 24 : 60

/** On a busy machine, 200 kills in one test run into the time that a test has. */
const mostKillsOfATest = 20

/** The first and the last kill of each test, counted from 1. */
export const killsByTest: ReadonlyArray<{ readonly first: number; readonly last: number }> = Array.from(
  { length: Math.ceil(kills / mostKillsOfATest) },
  (_, test) => ({ first: test * mostKillsOfATest + 1, last: Math.min(kills, (test + 1) * mostKillsOfATest) }),
)

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Program {
  readonly file: string
  readonly remove: () => Promise<void>
}

/** Bundles a program into a new folder, with or without lmdb installed. */
export const bundled = async (program: URL, withLmdb = true): Promise<Program> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-program-'))
  // Another user must be able to run it.
  await chmod(folder, 0o755)
  const file = join(folder, 'program.mjs')
  await build({
    entryPoints: [fileURLToPath(program)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['lmdb', 'ioredis', 'redis'],
    logLevel: 'silent',
  })
  if (withLmdb) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

export interface Running {
  readonly child: ChildProcess
  /** Resolves at the first output. */
  readonly spoken: Promise<unknown>
  /** The whole output, after the end. */
  readonly ended: Promise<string>
}

export interface Limits {
  /** The process's user. */
  readonly uid?: number | undefined
  /** The largest file that the process may write, in KiB. */
  readonly blocks?: number | undefined
  /** A command that runs another one, such as `unshare`. */
  readonly by?: ReadonlyArray<string> | undefined
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export const run = ({ file }: Program, { uid, blocks, by = [] }: Limits, ...args: ReadonlyArray<string>): Running => {
  const command = [...by, process.execPath, file, ...args]
  const limited =
    blocks === undefined ? command : ['bash', '-c', `ulimit -f ${blocks} && exec "$@"`, 'bash', ...command]
  // lmdb repeats its errors on standard error.
  const child = spawn(limited[0] as string, limited.slice(1), {
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(uid === undefined ? {} : { uid }),
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  children.add(child)
  const ended = once(child, 'close').then(() => {
    children.delete(child)
    return text
  })
  return { child, spoken: Promise.race([once(child.stdout, 'data'), ended]), ended }
}

/** Kills it some milliseconds after its first output: the whole lines that it wrote. The last one may be incomplete. */
export const killed = async ({ child, spoken, ended }: Running, afterMs: number): Promise<ReadonlyArray<string>> => {
  await spoken
  await setTimeout(afterMs)
  child.kill('SIGKILL')
  const text = await ended
  if (child.signalCode !== 'SIGKILL') throw new Error(`it ended before, by ${child.signalCode ?? child.exitCode}`)
  return text.split('\n').slice(0, -1)
}
