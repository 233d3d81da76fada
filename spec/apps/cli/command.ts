/** The real command, bundled as users run it, in a separate folder. */
import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requireTool } from '../../../scripts/tools.ts'
import type { ParsedCommand } from '../../../src/apps/cli/grammar.ts'
import { bundle } from '../../support/commandBundle.ts'
import {
  type Begin,
  beginsAlone,
  beginsInProcess,
  type Ended,
  type Fails,
  failsBy,
  type Run,
  toEnd,
} from '../../support/commandRuns.ts'
import { lastingFolder } from '../../support/folder.ts'
import { rsa } from '../../support/keys.ts'
import { sign, type ToSign } from '../../support/world.ts'

export { version } from '../../support/commandBundle.ts'
export { type Ended, isPlain, type Surroundings } from '../../support/commandRuns.ts'

/** The working directory of the command: file names in arguments are relative to it. */
export const home: string = lastingFolder()

/** Laid out as the package is, with a copy of the vectors. */
export const packageFolder: string = join(home, '.package')
const bundled = join(packageFolder, 'dist/apps/cli')
cpSync(bundle, bundled, { recursive: true })
const isPacked = (path: string): boolean => !/vectors.cases/.test(path)
cpSync('vectors', join(packageFolder, 'vectors'), { recursive: true, filter: isPacked })
for (const guide of ['refusals.md', 'refusals.zh.md'])
  cpSync(join('src/server', guide), join(packageFolder, 'src/server', guide))
writeFileSync(join(packageFolder, 'package.json'), '{"type":"module"}')
// Optional peer dependencies are installed beside the package, not in it.
symlinkSync(resolve('node_modules'), join(packageFolder, 'node_modules'), 'dir')
export const program: string = join(bundled, 'main.js')

/** Writes a file in the command's working directory; returns its name. */
export const file = (name: string, content: string | Uint8Array): string => {
  const path = join(home, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return name
}

export const read = (name: string): string => readFileSync(join(home, name), 'utf8')

const inProcess = beginsInProcess(bundled, home)
const alone = beginsAlone(process.execPath, home, program)

/** Begins the command, for a test that ends it. */
export const begin: Begin = inProcess

/** Runs the command to its end. */
export const countersign: Run = toEnd(inProcess)

export const fails: Fails = failsBy(countersign)

/** The same in a process of its own, for what a process alone shows. */
export const started: Run = toEnd(alone)

/** Runs a shell script in which `countersign` is the command. */
export const shell = (script: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  const whole = `countersign() { '${process.execPath}' '${program}' "$@"; }\n${script}`
  return beginsAlone(requireTool('bash'), home, '-c')([whole], { env }).ended
}

export interface Service {
  readonly url: string
  readonly port: number
  /** Of a service that has one of its own. */
  readonly process: ChildProcess
  /** Everything it has written to stdout. */
  readonly out: () => string
  /** Everything it has written to stderr. */
  readonly log: () => string
  /** Resolves when the log contains the text: the log is written after the answer. */
  readonly logged: (text: string) => Promise<void>
  /** Sends the signal and resolves to the exit code, or to the signal that ended it. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ended['code']>
}

/** Starts a server of the command with these options and lets a test use it. It is always stopped. */
export type Serving = (
  args: ReadonlyArray<string>,
  use: (service: Service) => Promise<void>,
  env?: NodeJS.ProcessEnv,
) => Promise<void>

/** `begin` starts the command of this name; its log is what comes on standard error. */
export const servingBy =
  (begin: Begin, name: string): Serving =>
  async (args, use, env = {}) => {
    const { out, err: log, more, ended, kill, process } = begin([name, ...args], { env })
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    const until = async (holds: () => boolean, what: string): Promise<void> => {
      while (!holds()) {
        if (isOver) throw new Error(`it ended without ${what}:\n${out()}${log()}`)
        await Promise.race([more(), ended])
      }
    }
    const stop: Service['stop'] = async (signal = 'SIGTERM') => {
      kill(signal)
      return (await ended).code
    }
    const place = (): RegExpExecArray | null => /(http:\/\/127\.0\.0\.1:(\d+)).*\n/s.exec(out())
    try {
      await until(() => place() !== null, 'an address')
      const [, url = '', port] = place() ?? []
      const logged = (text: string) => until(() => log().includes(text), `"${text}" in its log`)
      await use({ url, port: Number(port), process: process as ChildProcess, out, log, logged, stop })
    } finally {
      await stop('SIGKILL')
    }
  }

export const serving: Serving = servingBy(inProcess, 'serve')
export const page: Serving = servingBy(inProcess, 'inspector')

/** In a process of its own: for signals, crashes, and several processes. */
export const servingAlone: Serving = servingBy(alone, 'serve')
export const pageAlone: Serving = servingBy(alone, 'inspector')

/** The command of our own port. */
export const ourPort = (...options: ReadonlyArray<string>): ReadonlyArray<string> => [
  process.execPath,
  program,
  'port',
  ...options,
]

/** The header of a request that is signed now. */
export const signedNow = async (what: ToSign = {}): Promise<string> =>
  (await sign({ timestamp: Math.floor(Date.now() / 1000), ...what })).authorization

/** The private key file of `app-1`, as every command accepts it. */
export const privateKey: string = file('private.pem', rsa(2048, 'app-1').privatePem)
export const publicKey: string = file('public.pem', rsa(2048, 'app-1').publicPem)
file('keys/app-1.pem', rsa(2048, 'app-1').publicPem)

/** What is wrong with a line, without the values that were found. */
export const complaintsOf = (parsed: ParsedCommand): ReadonlyArray<string> =>
  parsed._tag === 'Wrong'
    ? parsed.complaints.map((words) => words.replace(/; (?:found "|wrong at |is it (?!--)).*/, ''))
    : [parsed._tag]
