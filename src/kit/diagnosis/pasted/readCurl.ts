/**
 * A curl command, read as the request that curl sends for it. Nothing is sent and no file is opened: the body names the files
 * of the command.
 *
 * Checked against curl 7.88 on the wire; where releases differ, a note says so.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { evidenceIn } from '../../../effects/evidenceHeaders.ts'
import {
  type Body,
  latin1,
  type Part,
  type Received,
  receivedOf,
  startOf,
  type Treatment,
  textOf,
  treated,
  type Unreadable,
  unreadable,
} from '../Received.ts'
import { beginsLikeCmd, cmdWords } from './cmdWords.ts'
import {
  curlOptionsOf,
  type Given,
  type Header,
  headersIn,
  isBroken,
  isOn,
  lastArgument,
  type Wrong,
} from './curlOptions.ts'
import { type Additions, parseUrl, targetOf, type Url, urlIn } from './curlUrl.ts'
import { type Command, shellWords } from './shellWords.ts'

const notRead = (endedBy: string): string =>
  endedBy === '&'
    ? 'An & that is not in quotes ends the command, and what follows it was not read; if it is part of the URL, put the URL in single quotes, for a shell cuts it there too.'
    : `What follows the ${endedBy === 'line' ? 'first line' : endedBy} was not read.`

const backslashesHalved =
  'A browser doubles backslashes for cmd; each pair was read as one, as the browser has sent it.'

/** Notes on how the shell reads the command. */
const notesOnShell = (text: Bytes.Bytes, command: Command): ReadonlyArray<string> => {
  const { end, endedBy, quotedCrlf, halved = false } = command
  const notes = [
    ...(quotedCrlf ? ['Lines within quotes end in CR LF, and were taken so.'] : []),
    ...(halved ? [backslashesHalved] : []),
  ]
  const isMore = endedBy !== 'text' && latin1(text.subarray(end)).trim() !== ''
  return isMore ? [...notes, notRead(endedBy)] : notes
}

/** Notes on an option. */
const notesOn = (option: Given): ReadonlyArray<string> => {
  const { name, on } = option
  if (on && name.startsWith('netrc'))
    return [
      'curl takes a user and a password from a netrc file; if one is there for this host, an Authorization header is not shown here.',
    ]
  if (isBroken(option))
    return ['A header holds a line end, such as that of wrapped Base64; curl sends it so, and servers refuse that.']
  if (name === 'header' && headersIn([option]).length === 0)
    return ['A header without a colon is not sent by curl; it was left out.']
  if (name === 'proxy' || name === 'preproxy')
    return ['The request goes through a proxy, which may change it; what curl means for the server was read.']
  return []
}

/** With these curl first asks the server what it wants. */
const authorizers = ['anyauth', 'digest', 'negotiate', 'ntlm', 'ntlm-wb']

/** Whether curl sends no credentials until the server asks for them. */
const waits = (given: ReadonlyArray<Given>): boolean => {
  const ways = ['basic', 'oauth2-bearer', ...authorizers]
  const chosen = new Set(given.flatMap(({ name, on }) => (on && ways.includes(name) ? [name] : [])))
  return chosen.size > 1 || authorizers.some((name) => chosen.has(name))
}

const basic = (user: Bytes.Bytes): string =>
  `Basic ${Base64.encode(user.includes(0x3a) ? user : Bytes.concat([user, Uint8Array.of(0x3a)]))}`

/** The Authorization values: the command's own; before them what curl makes of credentials, unless there is one. */
const authorizationOf = (
  given: ReadonlyArray<Given>,
  headers: ReadonlyArray<Header>,
  url: Url,
  notes: Array<string>,
): E.Either<Wrong, ReadonlyArray<string>> => {
  const own = headers.filter(({ name }) => name === 'authorization')
  const values = own.flatMap(({ value }) => value ?? [])
  if (own.some(({ spaced }) => spaced))
    notes.push('A blank stands before the colon of Authorization; servers refuse that.')
  const token = lastArgument(given, 'oauth2-bearer')
  const user = lastArgument(given, 'user') ?? url.user
  const made = token !== undefined ? `Bearer ${latin1(token)}` : user !== undefined ? basic(user) : undefined
  if (made === undefined || own.some(({ spaced }) => !spaced)) return E.right(values)
  if (waits(given))
    return E.left('curl waits for the server to ask for credentials; give the Authorization header itself')
  if (token === undefined)
    notes.push('curl makes an Authorization header of the type Basic from the user and the password.')
  return E.right([made, ...values])
}

const file = (name: Bytes.Bytes, treatment: Treatment): Part => ({ _tag: 'File', name: textOf(name), treatment })
const inline = (bytes: Bytes.Bytes): Part => ({ _tag: 'Bytes', bytes })
const ampersand = (): Part => inline(Uint8Array.of(0x26))

/** `content`, `=content`, `name=content`, `@file` or `name@file`: the first `=` decides, and without one the first `@`. */
const urlEncoded = (argument: Bytes.Bytes): ReadonlyArray<Part> => {
  const equals = argument.indexOf(0x3d)
  const mark = equals >= 0 ? equals : argument.indexOf(0x40)
  const name = argument.subarray(0, Math.max(mark, 0))
  const content = argument.subarray(mark + 1)
  const value = equals < 0 && mark >= 0 ? file(content, 'percent-encoded') : inline(treated(content, 'percent-encoded'))
  return name.length === 0 ? [value] : [inline(Bytes.concat([name, Uint8Array.of(0x3d)])), value]
}

/** What an option puts into the body. */
const dataOf = ({ name, argument }: Given): ReadonlyArray<Part> => {
  if (name === 'data-urlencode') return urlEncoded(argument)
  if (name === 'data-raw' || argument[0] !== 0x40) return [inline(argument)]
  const isKept = name === 'data-binary' || name === 'json'
  return [file(argument.subarray(1), isKept ? 'as it is' : 'line ends dropped')]
}

const dataOptions = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'])

/** The data of all options, joined by `&`, but not before that of --json. */
const dataIn = (given: ReadonlyArray<Given>): ReadonlyArray<Part> =>
  given
    .filter(({ name }) => dataOptions.has(name))
    .flatMap((option, i) => (i > 0 && option.name !== 'json' ? [ampersand(), ...dataOf(option)] : dataOf(option)))

const bodyOf = (parts: ReadonlyArray<Part>): Body => {
  const pieces = parts.flatMap((part) => (part._tag === 'Bytes' ? [part.bytes] : []))
  return pieces.length === parts.length ? { _tag: 'Bytes', bytes: Bytes.concat(pieces) } : { _tag: 'Files', parts }
}

interface Sending {
  readonly method: string
  readonly body: Body
  readonly additions: Additions
}

const sendingOf = (given: ReadonlyArray<Given>): E.Either<Wrong, Sending> => {
  const data = dataIn(given)
  const named = lastArgument(given, 'upload-file')
  const upload = named?.length === 0 ? undefined : named
  const isHead = isOn(given, 'head')
  const isGet = isOn(given, 'get')
  const pathAsIs = isOn(given, 'path-as-is')
  const isPosted = data.length > 0 && !isGet
  if ([isHead, isPosted, upload !== undefined].filter(Boolean).length > 1)
    return E.left(
      'of --data, --head and --upload-file curl takes one only; remove the others (--get puts data into the URL)',
    )
  return E.right({
    method: isHead ? 'HEAD' : upload !== undefined ? 'PUT' : isPosted ? 'POST' : 'GET',
    body: bodyOf(upload !== undefined ? [uploaded(upload)] : isPosted ? data : []),
    additions: { data: isGet && data.length > 0 ? bodyOf(data) : undefined, upload, pathAsIs },
  })
}

/** `.` and `-` are the standard input. */
const uploaded = (name: Bytes.Bytes): Part => file(latin1(name) === '.' ? Uint8Array.of(0x2d) : name, 'as it is')

/** curl sends a Content-Length of the command as it is, and the server obeys it. */
const cut = (body: Body, headers: ReadonlyArray<Header>, notes: Array<string>): Body => {
  const length = headers.find(({ name }) => name === 'content-length')?.value
  const chunked = headers.some(({ name }) => name === 'transfer-encoding')
  if (body._tag === 'Files' || chunked || length === undefined || !/^[0-9]{1,15}$/.test(length)) return body
  if (Number(length) === body.bytes.length) return body
  notes.push(
    Number(length) < body.bytes.length
      ? 'The command sets a Content-Length that is less than its data has; the body ends there.'
      : 'The command sets a Content-Length that is more than its data has; a server waits for the rest.',
  )
  return { _tag: 'Bytes', bytes: body.bytes.subarray(0, Number(length)) }
}

/**
 * Reads a curl command for bash, or for cmd on Windows: its quoting, and the options that decide method, target, host, Authorization and body. Other
 * options are ignored. It refuses unknown options, and values that only the shell or curl knows.
 */
export const readCurl = (text: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const inBash = shellWords(text, startOf(text))
  const command = E.isLeft(inBash) && beginsLikeCmd(text) ? cmdWords(text, startOf(text)) : inBash
  if (E.isLeft(command)) return command
  const options = curlOptionsOf(text, command.right.words)
  if (E.isLeft(options)) return options
  const given = options.right
  const written = urlIn(text, given)
  if (E.isLeft(written)) return written
  const request = requestOf(given, written.right.argument, notesOnShell(text, command.right))
  return E.isLeft(request) ? unreadable(text, written.right.offset, request.left) : request
}

/** The command's own Host header, which may remove it, or the authority of the URL. */
const hostOf = (headers: ReadonlyArray<Header>, url: Url): string | undefined => {
  const own = headers.find(({ name, spaced }) => name === 'host' && !spaced)
  return own === undefined ? url.host : own.value
}

/** The headers that show something; the option for User-Agent gives way to a header. */
const headersShown = (
  given: ReadonlyArray<Given>,
  headers: ReadonlyArray<Header>,
): Pick<Received, 'headers'> | undefined => {
  const agent = lastArgument(given, 'user-agent')
  const own = headers.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
  const evidence = evidenceIn(agent === undefined ? own : [...own, ['user-agent', latin1(agent)]])
  return evidence.length === 0 ? undefined : { headers: evidence }
}

const requestOf = (
  given: ReadonlyArray<Given>,
  written: Bytes.Bytes,
  notesOnShell: ReadonlyArray<string>,
): E.Either<Wrong, Received> => {
  const notes = given.flatMap(notesOn)
  const sending = sendingOf(given)
  if (E.isLeft(sending)) return sending
  const url = parseUrl(latin1(written), isOn(given, 'globoff'))
  if (E.isLeft(url)) return url
  const target = targetOf(url.right, sending.right.additions, notes)
  if (E.isLeft(target)) return target
  const headers = headersIn(given)
  const authorization = authorizationOf(given, headers, url.right, notes)
  if (E.isLeft(authorization)) return authorization
  const ownMethod = lastArgument(given, 'request')
  const ownTarget = lastArgument(given, 'request-target')
  for (const note of notesOnShell) notes.push(note)
  const request = {
    method: ownMethod === undefined ? sending.right.method : latin1(ownMethod),
    target: ownTarget === undefined ? target.right : latin1(ownTarget),
    host: hostOf(headers, url.right),
    url: textOf(written),
    authorization: authorization.right,
    body: cut(sending.right.body, headers, notes),
    ...headersShown(given, headers),
  }
  return E.right(receivedOf(request, notes))
}
