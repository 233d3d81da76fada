// A program of a runtime in a process of its own.
import { execFile, spawn } from 'node:child_process'
import process from 'node:process'
import { temporary } from '../../temporary.ts'

export interface Place {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** Without the variables by which a runtime would report, or colour, for us. */
const environment = (env: Place['env']): NodeJS.ProcessEnv => {
  const ours = { ...process.env }
  for (const name of ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'FORCE_COLOR', 'PORT']) delete ours[name]
  return { ...ours, NO_COLOR: '1', ...env }
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. The code is -1 if it could not be started, or did not end within two minutes. */
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
  /** The same program elsewhere, with the same memory of what was accepted. */
  readonly others: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

/** Starts a program and resolves when its output tells its addresses. Rejects with its output if it ends before. */
export const serve = (
  [file = '', ...args]: ReadonlyArray<string>,
  { cwd, env }: Place,
  addressesIn: (said: string) => ReadonlyArray<string> = (said) => /(?<=listening on )http:\/\/\S+/.exec(said) ?? [],
): Promise<Service> =>
  new Promise((resolve, reject) => {
    // workerd tells the ports that it has found on the fourth stream.
    const child = temporary(
      spawn(file, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe', 'pipe'] }),
    )
    let said = ''
    const ended = new Promise<void>((over) => child.once('close', () => over()))
    const stop = (): Promise<void> => {
      child.kill('SIGKILL')
      return ended
    }
    const give = (why: string): void => {
      clearTimeout(limit)
      stop()
      reject(new Error(`${[file, ...args].join(' ')} ${why}\n${said}`))
    }
    const limit = setTimeout(() => give('does not listen within 20 s'), 20_000)
    child.once('error', ({ message }) => give(`cannot be started: ${message}`))
    child.once('close', () => give('ended before it listened'))
    const hear = (text: string): void => {
      said = (said + text).slice(-20_000)
      const [url, ...others] = addressesIn(said)
      if (url === undefined) return
      clearTimeout(limit)
      resolve({ url, others, stop })
    }
    for (const stream of [child.stdout, child.stderr, child.stdio[3]]) {
      if (stream && 'setEncoding' in stream) stream.setEncoding('utf8').on('data', hear)
    }
  })
