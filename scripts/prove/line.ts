/** A port in a process of its own, asked one line at a time. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Answer, Hello, Inputs, Op } from '../../src/conformance/Vector.ts'

export interface LinePort {
  readonly hello: Hello
  readonly answer: (op: Op, input: Inputs[Op]) => Promise<Answer>
  readonly stop: () => void
}

interface Limits {
  readonly hello: number
  readonly answer: number
}

/** Rejects where the process cannot be started or breaks the protocol. */
export const startPort = async (command: ReadonlyArray<string>, limits: Limits): Promise<LinePort> => {
  const [program = '', ...args] = command
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2000)
  })
  child.stdin.on('error', () => undefined)
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`it ended with ${code}: ${stderr.trim().slice(-300)}`)))
  })
  ended.catch(() => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (message: unknown, milliseconds: number): Promise<Record<string, unknown>> => {
    child.stdin.write(`${JSON.stringify(message)}\n`)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
    })
    try {
      const { value, done } = await Promise.race([lines.next(), ended, late])
      if (done) return await ended
      return JSON.parse(value)
    } finally {
      clearTimeout(timer)
    }
  }
  const stop = (): void => {
    child.kill('SIGKILL')
  }
  let seq = 0
  try {
    const hello = await ask({ type: 'hello', protocol: 1, suite: '1.0.0' }, limits.hello)
    if (!Array.isArray(hello.ops)) throw new Error('it does not say hello')
    return {
      hello: hello as unknown as Hello,
      answer: async (op, input) => {
        seq += 1
        const answer = await ask({ type: 'run', seq, op, input }, op === 'accumulate' ? 60_000 : limits.answer)
        if (answer.seq !== seq) throw new Error(`it answers ${answer.seq} to ${seq}`)
        return answer as unknown as Answer
      },
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}
