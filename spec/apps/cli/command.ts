/** The real command, bundled as users run it, in a separate folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { requireTool } from '../../../scripts/tools.ts'
import type { ParsedCommand } from '../../../src/apps/cli/grammar.ts'
import { bundle } from '../../support/commandBundle.ts'
import { type Ended, environment, type Run, runsAlone, runsInProcess } from '../../support/commandRuns.ts'
import { rsa } from '../../support/keys.ts'

export { version } from '../../support/commandBundle.ts'
export type { Ended, Surroundings } from '../../support/commandRuns.ts'

/** The working directory of the command: file names in arguments are relative to it. */
export const home: string = mkdtempSync(join(tmpdir(), 'countersign-cli-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))

const bundled = join(home, '.bundle/cli')
cpSync(bundle, bundled, { recursive: true })
writeFileSync(join(bundled, 'package.json'), '{"type":"module"}')
// Optional peer dependencies are installed beside the package, not in it.
symlinkSync(resolve('node_modules'), join(bundled, 'node_modules'), 'dir')
export const program: string = join(bundled, 'main.js')

/** Writes a file in the command's working directory; returns its name. */
export const file = (name: string, content: string | Uint8Array): string => {
  const path = join(home, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return name
}

/** Runs the command to its end. */
export const countersign: Run = runsInProcess(bundled, home)

/** The same in a process of its own, for what a process alone shows. */
export const started: Run = runsAlone(program, home)

/** Runs a shell script in which `countersign` is the command. */
export const shell = async (script: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  const whole = `countersign() { '${process.execPath}' '${program}' "$@"; }\n${script}`
  const child = spawn(requireTool('bash'), ['-c', whole], {
    cwd: home,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: Array<Buffer> = []
  let err = ''
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  const bytes = Buffer.concat(out)
  return { code, out: bytes.toString(), err, bytes }
}

export interface Service {
  readonly url: string
  readonly port: number
  readonly process: ChildProcess
  /** Everything it has written to stdout. */
  readonly out: () => string
  /** Everything it has written to stderr. */
  readonly log: () => string
  /** Resolves when the log contains the text: the log is written after the answer. */
  readonly logged: (text: string) => Promise<void>
  /** Sends the signal and resolves to the exit code, or to the signal that ended it. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>
}

/** Starts `countersign serve` with these options and lets a test use it. It is always stopped. */
export const serving = async (
  args: ReadonlyArray<string>,
  use: (service: Service) => Promise<void>,
  env: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const child = spawn(process.execPath, [program, 'serve', ...args], {
    cwd: home,
    env: environment(env),
    stdio: 'pipe',
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    out += chunk
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    log += chunk
  })
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const stop: Service['stop'] = async (signal = 'SIGTERM') => {
    child.kill(signal)
    const [code, ended] = await closed
    return code ?? ended
  }
  const logged = async (text: string): Promise<void> => {
    while (!log.includes(text)) {
      if (child.exitCode !== null) throw new Error(`it ended without "${text}" in its log:\n${log}`)
      await Promise.race([once(child.stderr, 'data'), closed])
    }
  }
  try {
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), closed])) as [unknown]
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(String(line))?.[1])
    if (!Number.isInteger(port)) throw new Error(`it does not serve: ${line}\n${log}`)
    await use({ url: `http://127.0.0.1:${port}`, port, process: child, out: () => out, log: () => log, logged, stop })
  } finally {
    await stop('SIGKILL')
  }
}

/** The private key file of `app-1`, as every command accepts it. */
export const privateKey: string = file('private.pem', rsa(2048, 'app-1').privatePem)
export const publicKey: string = file('public.pem', rsa(2048, 'app-1').publicPem)
file('keys/app-1.pem', rsa(2048, 'app-1').publicPem)

/** Never part of an error message: a stack, and source text. */
export const isPlain = (text: string): boolean => !/\n\s+at |node:internal|\[object|undefined|Error:/.test(text)

/** What is wrong with a line, without the values that were found. */
export const complaintsOf = (parsed: ParsedCommand): ReadonlyArray<string> =>
  parsed._tag === 'Wrong'
    ? parsed.complaints.map((words) => words.replace(/; (?:found "|wrong at |is it (?!--)).*/, ''))
    : [parsed._tag]
