/**
 * The box for a whole request, pasted or from a file. What it reads fills the form; what it cannot read, or what is missing, it
 * says, and nothing is inspected before.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import type { Logged } from '../../kit/diagnosis/pasted/readLogLine.ts'
import { readRequest } from '../../kit/diagnosis/pasted/readRequest.ts'
import { contentOf, filesOf, inWords, type Received } from '../../kit/diagnosis/Received.ts'
import { asText, type BodyField } from './bodyField.ts'
import { area, box, field, fill, markInvalid, unfold } from './element.ts'
import { takesFiles } from './files.ts'
import type { Filled } from './Inspection.ts'
import { counted, sentence } from './words.ts'

export interface RawField {
  /** Reads at once what was pasted a moment ago. */
  readonly readNow: () => void
  /** Whether there is nothing to inspect; then it says why, in view and with the focus. */
  readonly complains: () => boolean
  /** Shows a request that was not read from here. */
  readonly show: (filled: Filled) => void
  /** Says something below the box. */
  readonly say: (text: string, isProblem?: boolean) => void
  readonly clear: () => void
}

/** Calls `fillIn` with what it has read, and sets the body's bytes in `body`. */
export const rawField = (fillIn: (filled: Filled) => void, body: BodyField): RawField => {
  const raw = area('raw')
  let waiting: ReturnType<typeof setTimeout> | undefined
  let pending: Bytes.Bytes | undefined
  let unreadable: string | undefined
  let lacksParts: string | undefined
  let timeRead = ''

  const say = (text: string, isProblem = false): void => {
    const says = box('raw-says')
    says.classList.toggle('problem', isProblem)
    markInvalid(raw, isProblem)
    fill(says, text)
  }
  const complain = (text: string): true => {
    say(text, true)
    raw.focus()
    raw.scrollIntoView({ block: 'nearest' })
    return true
  }
  const drop = (): void => {
    clearTimeout(waiting)
    pending = undefined
    unreadable = undefined
    lacksParts = undefined
    say('')
  }
  /** A time that was read gives way to that of the next request. */
  const setTime = (now: number | undefined): void => {
    const time = field('now')
    if (now !== undefined || time.value === timeRead) time.value = timeRead = String(now ?? '')
  }
  /** The line fills what it knows; the user gives the rest. */
  const complete = ({ method = '', path = '', now, authorization }: Logged): void => {
    const lines = authorization === undefined ? [] : [authorization]
    fillIn({ method, target: path, authorization: lines, body: Bytes.empty })
    setTime(now)
    unfold('parts')
    if (!isBodiless(method)) askForWhole(body, `The line has no body. ${wholeOrNone}`)
  }
  const read = (bytes: Bytes.Bytes): void => {
    drop()
    const received = readRequest(bytes)
    if (E.isLeft(received) && received.left.logged !== undefined) {
      const { logged, what } = received.left
      complete(logged)
      lacksParts = `${sentence(what)} Paste it here, or complete the parts below.`
      say(lacksParts, true)
      return
    }
    if (E.isLeft(received)) {
      // A large file does not stand in the box.
      const way = raw.value === '' ? 'clear all' : 'empty this box'
      unreadable = `${sentence(inWords(received.left))} Nothing is inspected before it can be read. To write the parts yourself, ${way}.`
      say(unreadable, true)
      return
    }
    const { notes = [], body: content, now, bodyMissing, ...rest } = received.right
    const whole = contentOf(content)
    fillIn({ ...rest, body: E.isRight(whole) ? whole.right : Bytes.empty })
    setTime(now)
    if (bodyMissing) askForWhole(body, `The body was not kept with the request. ${wholeOrNone}`)
    ask(filesOf(content), received.right, body)
    say([summaryOf(received.right), ...notes.map(sentence)].join(' '))
  }
  const readNow = (): void => {
    if (pending !== undefined) read(pending)
  }
  raw.addEventListener('input', () => {
    drop()
    // The file was for another request.
    if (body.missing()) body.set(Bytes.empty)
    const text = Bytes.ofText(raw.value)
    if (raw.value.trim() === '' || E.isLeft(text)) return
    // Not at every key: a text that is being typed is not complete.
    pending = text.right
    waiting = setTimeout(readNow, 300)
  })
  const forgetFile = takesFiles(field('raw-file'), raw, (bytes) => {
    raw.value = asText(bytes) ?? ''
    read(bytes)
  })

  return {
    readNow,
    complains: () => {
      if (unreadable !== undefined) return complain(unreadable)
      const isEmptyField = (one: { readonly value: string }): boolean => one.value.trim() === ''
      if (lacksParts !== undefined && [field('target'), area('authorization')].some(isEmptyField))
        return complain(lacksParts)
      if (body.missing()) {
        field('wanted-file').focus()
        return true
      }
      const isEmpty = field('target').value.trim() === '' && area('authorization').value.trim() === ''
      return isEmpty && complain('There is no request yet: paste one here, or write its parts below.')
    },
    show: (filled) => {
      drop()
      raw.value = messageOf(filled)
    },
    say,
    clear: () => {
      drop()
      forgetFile()
    },
  }
}

/** Methods that usually come without a body. */
const isBodiless = (method: string): boolean => /^(?:GET|HEAD|DELETE|OPTIONS)$/i.test(method)

const wholeOrNone = 'Without it there is no verdict: give it here or at Body.'

/** For a body that is known to be missing. */
const askForWhole = (body: BodyField, words: string): void => {
  unfold('parts')
  body.want(words)
}

/** Asks for the files that the request takes its body from. */
const ask = (files: ReadonlyArray<string>, { body: content }: Received, body: BodyField): void => {
  const [name] = files
  if (name === undefined) return
  if (files.length > 1) {
    const what = `the command puts it together from ${files.length} files (${files.join(', ')})`
    return void askForWhole(body, `The body is missing: ${what}. Give the whole of it, here or at Body.`)
  }
  const from = name === '-' ? 'its standard input' : `the file ${name}`
  // curl may drop the line ends of a file, or percent-encode it.
  body.want(`The body is missing: the command takes it from ${from}. Without it there is no verdict.`, (bytes) =>
    E.getOrElse(() => bytes)(contentOf(content, new Map([[name, bytes]]))),
  )
}

const summaryOf = ({ method, target, authorization, body }: Received): string => {
  const place = target.length > 60 ? `${target.slice(0, 60)}…` : target
  const lines = counted(authorization.length, 'Authorization line')
  const content = body._tag === 'Bytes' ? `, ${counted(body.bytes.length, 'byte')} of body` : ''
  return `Read: ${method} ${place}, ${lines}${content}.`
}

/** The request as raw HTTP; nothing if a text field cannot hold it. */
const messageOf = ({ method, target, host, authorization, body }: Filled): string => {
  const text = asText(body)
  if (text === undefined) return ''
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(host === undefined || host === '' ? [] : [`Host: ${host}`]),
    ...authorization.map((line) => `Authorization: ${line}`),
    ...(body.length === 0 ? [] : [`Content-Length: ${body.length}`]),
  ]
  return `${lines.join('\n')}\n\n${text}`
}
