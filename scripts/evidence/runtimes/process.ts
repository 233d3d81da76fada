// Runs a runtime's program in a child process.
import { execFile, spawn } from 'node:child_process'
import process from 'node:process'
import { temporary } from '../../temporary.ts'

export interface Place {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv | undefined
}

/** Named and undefined: Node hands the coverage on to a process that it starts wherever it is not named. */
const unset = { NODE_OPTIONS: undefined, NODE_V8_COVERAGE: undefined, FORCE_COLOR: undefined, PORT: undefined }
const environment = (env: Place['env']): NodeJS.ProcessEnv => ({ ...process.env, ...unset, NO_COLOR: '1', ...env })

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. The code is -1 if it cannot be started or does not end within two minutes. */
export const run = ([file = '', ...args]: ReadonlyArray<string>, { cwd, env }: Place): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd, env: environment(env), maxBuffer: 2 ** 28, timeout: 120_000, killSignal: 'SIGKILL' } as const
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, stdout, stderr: code === -1 ? `${error?.message}\n${stderr}` : stderr })
    })
    temporary(child).stdin?.end()
  })

export interface Service {
  readonly url: string
  /** A second instance of the program that shares the replay guard. */
  readonly others: ReadonlyArray<string>
  /** All that the program has written. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** Starts a program and resolves when it prints its addresses. Rejects with its output if it ends before. */
export const serve = (
  [file = '', ...args]: ReadonlyArray<string>,
  { cwd, env }: Place,
  addressesIn: (said: string) => ReadonlyArray<string> = (said) =>
    /(?<=(?:listening on|Local:) +)http:\/\/[^\s/]+(?=\/?\n)/.exec(said) ?? [],
): Promise<Service> =>
  new Promise((resolve, reject) => {
    // workerd reports its ports on the fourth stream.
    const child = temporary(
      spawn(file, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe', 'pipe'] }),
    )
    let said = ''
    const ended = new Promise<void>((over) => child.once('exit', () => over()))
    const stop = (): Promise<void> => {
      child.kill('SIGKILL')
      return ended
    }
    const give = (why: string): void => {
      clearTimeout(limit)
      stop()
      reject(new Error(`${[file, ...args].join(' ')} ${why}\n${said}`))
    }
    const limit = setTimeout(() => give('does not listen within a minute'), 60_000)
    child.once('error', ({ message }) => give(`cannot be started: ${message}`))
    child.once('close', () => give('ended before it listened'))
    const hear = (text: string): void => {
      said += text
      const [url, ...others] = addressesIn(said)
      if (url === undefined) return
      clearTimeout(limit)
      resolve({ url, others, log: () => said, stop })
    }
    for (const stream of [child.stdout, child.stderr, child.stdio[3]]) {
      if (stream && 'setEncoding' in stream) stream.setEncoding('utf8').on('data', hear)
    }
  })
