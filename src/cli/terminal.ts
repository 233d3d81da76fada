/**
 * What a terminal is and what a pipe is: colours, a line's width, output that nobody reads, and patience.
 */
import process from 'node:process'
import type { WriteStream } from 'node:tty'
import picocolors from 'picocolors'
import { CommandError } from './Outcome.ts'

type Stream = NodeJS.WriteStream

export type Colours = Pick<ReturnType<typeof picocolors.createColors>, 'bold' | 'dim' | 'green' | 'red' | 'yellow'>

/** Colours for people at a terminal, unless NO_COLOR says no, or wherever FORCE_COLOR says yes. */
export const coloursOf = ({ isTTY }: Pick<Stream, 'isTTY'>, env: NodeJS.ProcessEnv = process.env): Colours => {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = env
  const asked = FORCE_COLOR === '' ? isTTY === true && TERM !== 'dumb' : FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return picocolors.createColors(asked && NO_COLOR === '')
}

/** How wide a text may be; a pipe has no columns, and some terminals say that they have none. */
export const widthOf = ({ columns }: Partial<Pick<WriteStream, 'columns'>>): number =>
  Math.min(Math.max(columns || 80, 40), 100)

/**
 * A stream whose reader has gone (`| head`) is no failure, and must not end the process with the platform's stack. Each
 * write is asked about for itself.
 */
export const surviveClosedPipes = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Resolves when the content has been handed over, or when nobody wants it. */
export const write = (stream: Stream, content: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(content, (error) => {
      const { code } = (error ?? {}) as NodeJS.ErrnoException
      if (code === undefined || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve()
      else reject(new CommandError(3, `the output cannot be written: the system says ${code}`))
    })
  })

const escaped = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One object on one line. JSON escapes the control characters of ASCII itself; a terminal obeys others, too. */
export const jsonLine = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]|\p{Bidi_C}/gu, escaped)

/** Says what takes so long, if it takes more than two seconds and somebody is there to read it; takes it back at the end. */
export const patiently = async <A>(text: string, work: Promise<A>): Promise<A> => {
  const { stderr } = process
  let said = false
  const timer = setTimeout(() => {
    said = stderr.isTTY
    if (said) stderr.write(text)
  }, 2000)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (said) stderr.write('\r\u001b[K')
  }
}
