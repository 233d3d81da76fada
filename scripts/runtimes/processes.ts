// Programs in processes of their own, which end with us whatever comes.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import process from 'node:process'

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface Place {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** What a runtime must not hear of: it would report, or colour, for us. */
const environment = (env: Place['env']): NodeJS.ProcessEnv => {
  const {
    NODE_OPTIONS: _options,
    NODE_V8_COVERAGE: _coverage,
    FORCE_COLOR: _colour,
    PORT: _port,
    ...ours
  } = process.env
  return { ...ours, NO_COLOR: '1', ...env }
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end; -1 is the code of one that could not be started, or did not end within two minutes. */
export const run = ([file = '', ...args]: ReadonlyArray<string>, { cwd, env }: Place): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd, env: environment(env), maxBuffer: 2 ** 28, timeout: 120_000, killSignal: 'SIGKILL' } as const
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      running.delete(child)
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, stdout, stderr: code === -1 ? `${error?.message}\n${stderr}` : stderr })
    })
    running.add(child)
    child.stdin?.end()
  })

export interface Service {
  readonly url: string
  /** The same program elsewhere, with the same memory of what was accepted. */
  readonly others: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

/** Starts a program and resolves when the lines that it writes tell its addresses; fails with what it said if it ends before. */
export const serve = (
  [file = '', ...args]: ReadonlyArray<string>,
  { cwd, env }: Place,
  addressesIn: (said: string) => ReadonlyArray<string> = (said) => /(?<=listening on )http:\/\/\S+/.exec(said) ?? [],
): Promise<Service> =>
  new Promise((resolve, reject) => {
    // The fourth is for workerd, which tells there which ports it has found.
    const child = spawn(file, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    running.add(child)
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
    child.once('close', () => {
      running.delete(child)
      give('ended before it listened')
    })
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
