/**
 * What a terminal shows: colours, a line's width, control characters made visible, and a note on slow work.
 */
import picocolors from 'picocolors'
import { escaped } from '../../job/JsonPointer.ts'
import { type Colours, CommandError, type Environment, type Output, type World } from './Outcome.ts'

/** Colours at a terminal. NO_COLOR turns them off, FORCE_COLOR turns them on. */
export const coloursOf = ({ isTTY }: Pick<Output, 'isTTY'>, env: Environment): Colours => {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = env
  const asked = FORCE_COLOR === '' ? isTTY === true && TERM !== 'dumb' : FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return picocolors.createColors(asked && NO_COLOR === '')
}

/** The maximum width of a line. A pipe has no columns, and some terminals report 0. */
export const widthOf = ({ columns }: Pick<Output, 'columns'>): number => Math.min(Math.max(columns || 80, 40), 100)

/** One object on one line. JSON.stringify escapes the control characters below U+0020 only. */
export const jsonLine = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]|\p{Bidi_C}/gu, escaped)

/**
 * Shows `text` at a terminal while the work takes more than two seconds, and removes it afterwards. A note that changes is shown
 * anew twice a second.
 */
export const withNote = async <A>(
  text: string | { readonly text: string },
  work: Promise<A>,
  { stderr }: World,
): Promise<A> => {
  let shown: string | undefined
  let timer: NodeJS.Timeout
  const show = () => {
    const note = typeof text === 'string' ? text : text.text
    if (shown !== note && stderr.isTTY === true) stderr.write(shown === undefined ? note : `\r\u001b[K${note}`)
    if (stderr.isTTY === true) shown = note
    if (typeof text !== 'string') timer = setTimeout(show, 500)
  }
  timer = setTimeout(show, 2000)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (shown !== undefined) stderr.write('\r\u001b[K')
  }
}

/**
 * Without a listener, a reader that closes the pipe (`| head`) would end the process with a stack trace. The listener does nothing:
 * `write` reports the errors that matter.
 */
export const surviveClosedPipes = ({ stdout, stderr }: World): void => {
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
}

/** The errors of a stream whose reader has gone. */
const readerGone: ReadonlyArray<string | undefined> = ['EPIPE', 'ERR_STREAM_DESTROYED']

/** Resolves when the stream has taken the content, or when its reader has gone. Rejects with a CommandError for any other error. */
export const write = (stream: Output, content: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(content, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error === null || error === undefined || readerGone.includes(error.code)) resolve()
      else reject(new CommandError(3, `the output cannot be written: ${reasonOf(error)}`))
    })
  })

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === undefined ? message : `the system says ${code}`
