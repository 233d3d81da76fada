/**
 * Serves a port of JavaScript by the protocol: lines of JSON in, lines of JSON out, in order.
 */
import { inspect } from '../../core/untrusted.ts'
import { lineSplitter } from './lines.ts'
import type { Port } from './port.ts'

type Message = { readonly [member in 'type' | 'seq' | 'op' | 'input']?: unknown }

/** Answers until the bye or the end of the input. */
export const servePort = (
  port: Port,
  input: NodeJS.ReadableStream,
  write: (line: string) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let lastAnswer = Promise.resolve()
    let hasEnded = false
    const finish = (): void => {
      lastAnswer.then(resolve, reject)
    }
    const answer = async (line: string): Promise<object | undefined> => {
      const message: Message | null | undefined = inspect(() => JSON.parse(line), undefined)
      if (message === undefined) return { outcome: 'error', reason: 'the line is no JSON' }
      switch (message?.type) {
        case 'hello':
          return { type: 'hello', ...port.hello }
        case 'run':
          return { seq: message.seq, ...(await port.answer(String(message.op), message.input)) }
        case 'bye':
          hasEnded = true
          // An open input would keep the process alive.
          input.pause()
          finish()
          return undefined
        default:
          return { outcome: 'error', reason: 'a message is of type hello, run or bye' }
      }
    }
    const takeLine = (line: string): void => {
      if (line.trim() === '') return
      lastAnswer = lastAnswer.then(async () => {
        if (hasEnded) return
        const reply = await answer(line)
        if (reply !== undefined) await write(`${JSON.stringify(reply)}\n`)
      })
      lastAnswer.catch(reject)
    }
    const split = lineSplitter(takeLine, () => reject(new Error('a line is longer than 64 MiB')))
    input.on('data', (chunk: Buffer | string) => split(Buffer.from(chunk as string)))
    input.once('end', finish)
    input.once('error', reject)
  })
