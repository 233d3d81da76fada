// Folders and processes that go with this process, whatever ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const children = new Map<ChildProcess, NodeJS.Signals>()
const folders: Array<string> = []
process.once('exit', () => {
  for (const [child, signal] of children) child.kill(signal)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

export const temporaryFolder = (name: string): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `countersign-${name}-`)))
  folders.push(folder)
  return folder
}

/** `signal` ends it. */
export const temporary = <Child extends ChildProcess>(child: Child, signal: NodeJS.Signals = 'SIGKILL'): Child => {
  children.set(child, signal)
  child.once('close', () => children.delete(child))
  return child
}

/** How a process ends, and all that it writes; `hear` gets each piece as it comes. */
export const ended = (
  child: ChildProcess,
  hear?: (text: string) => void,
): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((done) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        hear?.(text)
      })
    child.on('close', (code) => done({ code, output }))
  })

/** A script in a process of its own, which answers each message with one. */
export interface Worker {
  readonly ask: <Answer>(message: unknown) => Promise<Answer>
  /** Rejects when the script ends. */
  readonly ended: Promise<never>
  readonly stop: () => void
}

/** `through` is a command that starts another, such as `taskset -c 1`. */
export const startWorker = (script: string, through: ReadonlyArray<string> = []): Worker => {
  const hook = new URL('typescript.mjs', import.meta.url).href
  const command = [...through, process.execPath, '--expose-gc', '--import', hook, script]
  const child = temporary(
    spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${script} has ended with ${signal ?? `exit code ${code}`}`)
  })
  ended.catch(() => {}) // An unhandled rejection otherwise, while nobody asks.
  return {
    ended,
    ask: async (message) => {
      const answered = once(child, 'message')
      child.send(message as object)
      return (await Promise.race([answered, ended]))[0]
    },
    stop: () => child.disconnect(),
  }
}
