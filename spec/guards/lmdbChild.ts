/**
 * Processes for the lmdb guard's specs. Each program is bundled once, so that two hundred of them start in little time.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Program {
  readonly file: string
  readonly remove: () => Promise<void>
}

/** A program of this folder in a folder of its own, where lmdb is installed or is not. */
export const bundled = async (name: string, withLmdb = true): Promise<Program> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-program-'))
  // Another user runs it, too.
  await chmod(folder, 0o755)
  const file = join(folder, 'program.mjs')
  await build({
    entryPoints: [join(root, 'spec/guards', name)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['lmdb', 'ioredis'],
    logLevel: 'silent',
  })
  if (withLmdb) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

export interface Running {
  readonly child: ChildProcess
  /** When it has written for the first time. */
  readonly spoken: Promise<unknown>
  /** All that it has written, when it has ended. */
  readonly ended: Promise<string>
}

export interface Limits {
  /** The user that it runs as. */
  readonly uid?: number | undefined
  /** How large a file it may write, in KiB. */
  readonly blocks?: number | undefined
}

export const run = ({ file }: Program, { uid, blocks }: Limits, ...args: ReadonlyArray<string>): Running => {
  const command = [process.execPath, file, ...args]
  const limited =
    blocks === undefined ? command : ['bash', '-c', `ulimit -f ${blocks} && exec "$@"`, 'bash', ...command]
  // Its standard error is lmdb's, which writes there what it also answers.
  const child = spawn(limited[0] as string, limited.slice(1), {
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(uid === undefined ? {} : { uid }),
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const ended = once(child, 'close').then(() => text)
  return { child, spoken: Promise.race([once(child.stdout, 'data'), ended]), ended }
}
