/**
 * Serves a port of JavaScript by the protocol: lines of JSON in, lines of JSON out, in the same order.
 *
 *     in    {"type":"hello"}                                  out   {"type":"hello","name":"my-port",…}
 *     in    {"type":"run","seq":1,"op":"nonce","input":{…}}   out   {"seq":1,"outcome":"accept",…}
 *     in    {"type":"bye"}                                    –     the promise resolves
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
    const takeLine = async (line: string): Promise<void> => {
      if (hasEnded) return
      const message = messageIn(line)
      if (message?.type !== 'bye') return write(`${JSON.stringify(await replyTo(port, message))}\n`)
      hasEnded = true
      // Without this, an open input would keep the process alive.
      input.pause()
      resolve()
    }
    const split = lineSplitter(
      (line) => {
        if (line.trim() === '') return
        lastAnswer = lastAnswer.then(() => takeLine(line))
        lastAnswer.catch(reject)
      },
      () => reject(new Error('a line is longer than 64 MiB')),
    )
    input.on('data', (chunk: Buffer | string) => split(Buffer.from(chunk as string)))
    input.once('end', () => lastAnswer.then(resolve, reject))
    input.once('error', reject)
  })

/** The message in a line; undefined for a line that is no JSON. */
const messageIn = (line: string): Message | null | undefined => inspect(() => JSON.parse(line), undefined)

const replyTo = async (port: Port, message: Message | null | undefined): Promise<object> => {
  if (message === undefined) return { outcome: 'error', reason: 'the line is not JSON' }
  switch (message?.type) {
    case 'hello':
      return { type: 'hello', ...port.hello }
    case 'run':
      return { seq: message.seq, ...(await port.answer(String(message.op), message.input)) }
    default:
      return { outcome: 'error', reason: 'a message is of type hello, run or bye' }
  }
}
