/**
 * The box for a whole request, pasted or from a file. What it reads fills the form; what it cannot read, or what is missing, it
 * says, and nothing is inspected before.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import type { Settings } from '../../core/VerifyPolicy.ts'
import { counted, sentence } from '../../kit/diagnosis/numerals.ts'
import type { Logged } from '../../kit/diagnosis/pasted/readLogLine.ts'
import { readRequest } from '../../kit/diagnosis/pasted/readRequest.ts'
import { contentOf, filesOf, inWords, type Received } from '../../kit/diagnosis/Received.ts'
import type { BodyField } from './bodyField.ts'
import { asText } from './bytesField.ts'
import { area, box, field, markInvalid, unfold } from './element.ts'
import { takeFiles } from './files.ts'
import type { Filled } from './Inspection.ts'
import { tell } from './language.ts'

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
  /** Other headers of the request that was read last, or shown: its fields have none. */
  readonly headers: () => Filled['headers']
}

/** The box, and what it has read. */
interface State {
  readonly raw: HTMLTextAreaElement
  readonly body: BodyField
  readonly fillIn: (filled: Filled) => void
  /** Begins a moment after the last key. */
  waiting: ReturnType<typeof setTimeout> | undefined
  /** What will be read then. */
  pending: Bytes.Bytes | undefined
  /** Why nothing can be inspected. */
  unreadable: string | undefined
  /** What to do, as long as parts are empty. */
  lacksParts: string | undefined
  /** The time that the latest request brought. */
  timeRead: string
  headers: Filled['headers']
}

/** Calls `fillIn` with what it has read, and sets the body's bytes in `body`. */
export const rawField = (fillIn: (filled: Filled) => void, body: BodyField): RawField => {
  const state: State = {
    raw: area('raw'),
    body,
    fillIn,
    waiting: undefined,
    pending: undefined,
    unreadable: undefined,
    lacksParts: undefined,
    timeRead: '',
    headers: undefined,
  }
  const { raw } = state
  raw.addEventListener('input', () => readSoon(state))
  const forgetFile = takeFiles(field('raw-file'), raw, {
    take: (bytes) => {
      raw.value = asText(bytes) ?? ''
      readBytes(state, bytes)
    },
    complain: (text) => say(state, text, true),
  })
  return {
    readNow: () => readNow(state),
    complains: () => complains(state),
    show: (filled) => {
      drop(state)
      raw.value = messageOf(filled)
      state.headers = filled.headers
    },
    say: (text, isProblem) => say(state, text, isProblem),
    clear: () => {
      drop(state)
      forgetFile()
    },
    headers: () => state.headers,
  }
}

const readSoon = (state: State): void => {
  const { raw, body } = state
  drop(state)
  // The file was for another request.
  if (body.missing()) body.set(Bytes.empty)
  const typedBytes = Bytes.ofText(raw.value)
  if (raw.value.trim() === '' || E.isLeft(typedBytes)) return
  // Not at every key: a text that is being typed is not complete.
  state.pending = typedBytes.right
  state.waiting = setTimeout(() => readNow(state), 300)
}

const readNow = (state: State): void => {
  if (state.pending !== undefined) readBytes(state, state.pending)
}

const readBytes = (state: State, bytes: Bytes.Bytes): void => {
  drop(state)
  const received = readRequest(bytes)
  if (E.isRight(received)) useRequest(state, received.right)
  else if (received.left.logged === undefined) refuse(state, inWords(received.left))
  else completeLine(state, received.left.logged, received.left.what)
}

const useRequest = (state: State, received: Received): void => {
  const { body } = state
  const { notes = [], body: content, now, bodyMissing, settings, ...otherMembers } = received
  const wholeBody = contentOf(content)
  state.headers = otherMembers.headers
  state.fillIn({ ...otherMembers, body: E.isRight(wholeBody) ? wholeBody.right : Bytes.empty })
  setTime(state, now)
  setTerms(settings)
  if (bodyMissing && now !== undefined) askForWhole(body, `The file does not have the body. ${wholeOrNone}`)
  else if (bodyMissing) askForWhole(body, `The text does not tell what the body was. ${wholeOrNone}`)
  ask(filesOf(content), received, body)
  say(state, [summaryOf(received), ...notes.map(sentence)].join(' '))
}

const refuse = (state: State, why: string): void => {
  // A large file does not stand in the box.
  const remedy = state.raw.value === '' ? 'clear all' : 'empty this box'
  state.unreadable = `${sentence(why)} The page inspects nothing until it can read this text. To write the parts yourself, ${remedy}.`
  say(state, state.unreadable, true)
}

/** The line fills what it knows; the user gives the rest. */
const completeLine = (state: State, logLine: Logged, what: string): void => {
  const { method = '', path = '', target = path, now, authorization } = logLine
  const authorizationLines = authorization === undefined ? [] : [authorization]
  state.fillIn({ method, target, authorization: authorizationLines, body: Bytes.empty })
  setTime(state, now)
  unfold('parts')
  const isOfUnknownForm = logLine.notUnderstood !== undefined
  const lack = isOfUnknownForm ? 'The text does not tell what the body was.' : 'The line has no body.'
  if (!isBodiless(method)) askForWhole(state.body, `${lack} ${wholeOrNone}`)
  state.lacksParts = `${sentence(what)} Paste it here, or complete the parts below.`
  say(state, state.lacksParts, true)
}

/** A time that was read gives way to that of the next request. */
const setTime = (state: State, now: number | undefined): void => {
  const time = field('now')
  if (now === undefined && time.value !== state.timeRead) return
  state.timeRead = String(now ?? '')
  time.value = state.timeRead
}

/** A kept file names the settings of the verifier that refused it. */
const setTerms = ({ maxAge, maxSkew, authType }: Settings = {}): void => {
  for (const [id, setting] of Object.entries({ 'max-age': maxAge, 'max-skew': maxSkew, 'auth-type': authType }))
    if (setting !== undefined) field(id).value = String(setting)
}

/** Forgets what was read. */
const drop = (state: State): void => {
  clearTimeout(state.waiting)
  state.pending = undefined
  state.unreadable = undefined
  state.lacksParts = undefined
  state.headers = undefined
  say(state, '')
}

const say = ({ raw }: State, text: string, isProblem = false): void => {
  const message = box('raw-says')
  message.classList.toggle('problem', isProblem)
  markInvalid(raw, isProblem)
  tell(message, text)
}

const complains = (state: State): boolean => {
  if (state.unreadable !== undefined) return complain(state, state.unreadable)
  const requiredFields = [field('target'), area('authorization')]
  const isEmpty = ({ value: fieldText }: { readonly value: string }): boolean => fieldText.trim() === ''
  if (state.lacksParts !== undefined && requiredFields.some(isEmpty)) return complain(state, state.lacksParts)
  if (state.body.missing()) {
    field('wanted-file').focus()
    return true
  }
  if (!requiredFields.every(isEmpty)) return false
  return complain(state, 'There is no request yet: paste one here, or write its parts below.')
}

const complain = (state: State, text: string): true => {
  say(state, text, true)
  state.raw.focus()
  state.raw.scrollIntoView({ block: 'nearest' })
  return true
}

/** Methods that usually come without a body. */
const isBodiless = (method: string): boolean => /^(?:GET|HEAD|DELETE|OPTIONS)$/i.test(method)

const wholeOrNone = 'The page needs the body for a verdict. Give the body here or in the field Body.'

/** For a body that is known to be missing. */
const askForWhole = (body: BodyField, words: string): void => {
  unfold('parts')
  body.want(words)
}

/** Asks for the files that the request takes its body from. */
const ask = (files: ReadonlyArray<string>, { body: content }: Received, body: BodyField): void => {
  const [fileName] = files
  if (fileName === undefined) return
  if (files.length > 1) {
    const what = `the command puts it together from ${files.length} files (${files.join(', ')})`
    return void askForWhole(body, `The body is missing: ${what}. Give the whole body, here or in the field Body.`)
  }
  const source = fileName === '-' ? 'its standard input' : `the file ${fileName}`
  // curl may drop the line ends of a file, or percent-encode it.
  body.want(
    `The body is missing: the command takes it from ${source}. The page needs the body for a verdict.`,
    (bytes) => E.getOrElse(() => bytes)(contentOf(content, new Map([[fileName, bytes]]))),
  )
}

const summaryOf = ({ method, target, authorization, body }: Received): string => {
  const place = target.length > 60 ? `${target.slice(0, 60)}…` : target
  const lineCount = counted(authorization.length, 'Authorization line')
  const content = body._tag === 'Bytes' ? `, ${counted(body.bytes.length, 'byte')} of body` : ''
  return `Read: ${method} ${place}, ${lineCount}${content}.`
}

/** The body stands there whole, whatever said where it ends. */
const framing: ReadonlyArray<string> = ['content-length', 'transfer-encoding']

/** The request as raw HTTP; nothing if a text field cannot hold it. */
const messageOf = ({ method, target, host, authorization, headers = [], body }: Filled): string => {
  const bodyText = asText(body)
  if (bodyText === undefined) return ''
  const messageLines = [
    `${method} ${target} HTTP/1.1`,
    ...(host === undefined || host === '' ? [] : [`Host: ${host}`]),
    ...authorization.map((credentials) => `Authorization: ${credentials}`),
    ...headers.flatMap(([headerName, headerValue]) =>
      framing.includes(headerName) ? [] : [`${headerName}: ${headerValue}`],
    ),
    ...(body.length === 0 ? [] : [`Content-Length: ${body.length}`]),
  ]
  return `${messageLines.join('\n')}\n\n${bodyText}`
}
