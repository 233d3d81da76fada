/** Output for a terminal: colours, the width of a line, JSON without control characters, and a note while slow work is under way. */
import picocolors from 'picocolors'
import { escaped } from '../../job/JsonPointer.ts'
import { type Colours, CommandError, type Environment, type Output, type World } from './Outcome.ts'

/** Colours at a terminal. NO_COLOR turns them off, FORCE_COLOR turns them on. */
export const coloursOf = ({ isTTY }: Pick<Output, 'isTTY'>, env: Environment): Colours => {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = env
  const showsColours = isTTY === true && TERM !== 'dumb'
  const isForced = FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  const isWanted = FORCE_COLOR === '' ? showsColours : isForced
  return picocolors.createColors(isWanted && NO_COLOR === '')
}

/** The columns of a line: between 40 and 100, and 80 if they are not known. A pipe has no columns, and some terminals report 0. */
export const widthOf = ({ columns }: Pick<Output, 'columns'>): number => Math.min(Math.max(columns || 80, 40), 100)

/** One object on one line. `JSON.stringify` escapes only the control characters below U+0020. */
export const jsonLine = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]|\p{Bidi_C}/gu, escaped)

/** Returns to the start of the line, and erases it. */
const clearLine = '\r\u001b[K'
/** The time before a note is shown, and between two looks at a note that may change. */
const noteAfterMs = 2000
const noteEveryMs = 500

/** Shows a note at a terminal while the work takes more than two seconds, and removes it afterwards. The caller may change its text. */
export const withNote = async <A>(
  note: string | { readonly text: string },
  work: Promise<A>,
  { stderr }: World,
): Promise<A> => {
  if (stderr.isTTY !== true) return work
  let shown: string | undefined
  let timer: NodeJS.Timeout
  const show = () => {
    const text = typeof note === 'string' ? note : note.text
    if (shown !== text) stderr.write(shown === undefined ? text : `${clearLine}${text}`)
    shown = text
    if (typeof note !== 'string') timer = setTimeout(show, noteEveryMs)
  }
  timer = setTimeout(show, noteAfterMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (shown !== undefined) stderr.write(clearLine)
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
