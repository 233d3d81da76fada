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
  type HeaderOption,
  headersIn,
  isBroken,
  isOn,
  lastArgument,
  type Wrong,
} from './curlOptions.ts'
import { type Additions, parseUrl, targetOf, type Url, urlIn } from './curlUrl.ts'
import { withInput } from './pipedCommand.ts'
import { type Command, shellWords } from './shellWords.ts'

const notRead = (endedBy: string): string =>
  endedBy === '&'
    ? 'An & without quotes ends the command, so the text after it was not read. If the & is part of the URL, put the URL in single quotes, because a shell also cuts the URL there.'
    : `The text after the ${endedBy === 'line' ? 'first line' : endedBy} was not read.`

const backslashesHalved =
  'If a browser copies a request as a command for cmd, it writes each backslash twice. So each pair was read as one backslash.'

/** A character of two escapes, such as `\ud83d\ude00`, which is no escape of JSON. */
const halvesOfCharacter = /\$'[^']{0,65536}(?<!\\)\\u[dD][89ABab][0-9A-Fa-f]{2}\\u[dD][C-Fc-f][0-9A-Fa-f]{2}/

const halvesJoined =
  'The command has a character in two escapes, as browsers write it. It was read as the browser has sent it; bash makes other bytes of the escapes.'

/** Notes on how the shell reads the command. */
const notesOnShell = (bytes: Bytes.Bytes, command: Command): ReadonlyArray<string> => {
  const { end, endedBy, quotedCrlf, halved = false } = command
  const notes = [
    ...(quotedCrlf ? ['Lines within quotes end in CR LF, and were read with CR LF.'] : []),
    ...(halved ? [backslashesHalved] : []),
    ...(halvesOfCharacter.test(latin1(bytes)) ? [halvesJoined] : []),
  ]
  const isMore = endedBy !== 'text' && latin1(bytes.subarray(end)).trim() !== ''
  return isMore ? [...notes, notRead(endedBy)] : notes
}

/** Notes on an option. */
const notesOn = (option: Given): ReadonlyArray<string> => {
  const { name: optionName, on: isSwitchedOn } = option
  if (isSwitchedOn && optionName.startsWith('netrc'))
    return [
      'curl reads users and passwords from a netrc file. If this file has this host, curl adds an Authorization header that is not shown here.',
    ]
  if (isBroken(option))
    return [
      'A header contains a line end, for example from Base64 in several lines. curl sends this line end, and servers refuse such a header.',
    ]
  if (optionName === 'header' && headersIn([option]).length === 0)
    return ['curl does not send a header without a colon, so this header was removed.']
  if (optionName === 'proxy' || optionName === 'preproxy')
    return ['The request goes through a proxy, which may change it. The request was read as curl sends it.']
  return []
}

/** With these curl first asks the server what it wants. */
const authorizers = ['anyauth', 'digest', 'negotiate', 'ntlm', 'ntlm-wb']

/** Whether curl sends no credentials until the server asks for them. */
const waits = (options: ReadonlyArray<Given>): boolean => {
  const schemes = ['basic', 'oauth2-bearer', ...authorizers]
  const chosen = new Set(
    options.flatMap(({ name: optionName, on: isSwitchedOn }) =>
      isSwitchedOn && schemes.includes(optionName) ? [optionName] : [],
    ),
  )
  return chosen.size > 1 || authorizers.some((optionName) => chosen.has(optionName))
}

const basic = (user: Bytes.Bytes): string =>
  `Basic ${Base64.encode(user.includes(0x3a) ? user : Bytes.concat([user, Uint8Array.of(0x3a)]))}`

/** The Authorization values: the command's own; before them what curl makes of credentials, unless there is one. */
const authorizationOf = (
  options: ReadonlyArray<Given>,
  headers: ReadonlyArray<HeaderOption>,
  url: Url,
  notes: Array<string>,
): E.Either<Wrong, ReadonlyArray<string>> => {
  const authorizationHeaders = headers.filter(({ name: fieldName }) => fieldName === 'authorization')
  const credentials = authorizationHeaders.flatMap(({ value: fieldValue }) => fieldValue ?? [])
  if (authorizationHeaders.some(({ spaced }) => spaced))
    notes.push('There is a space before the colon of Authorization. Servers refuse this.')
  const token = lastArgument(options, 'oauth2-bearer')
  const user = lastArgument(options, 'user') ?? url.user
  const ofUser = user === undefined ? undefined : basic(user)
  const generated = token === undefined ? ofUser : `Bearer ${latin1(token)}`
  if (generated === undefined || authorizationHeaders.some(({ spaced }) => !spaced)) return E.right(credentials)
  if (waits(options))
    return E.left('curl waits for the server to ask for credentials; give the Authorization header itself')
  if (token === undefined)
    notes.push('curl makes an Authorization header of the type Basic from the user and the password.')
  return E.right([generated, ...credentials])
}

const file = (fileName: Bytes.Bytes, treatment: Treatment): Part => ({
  _tag: 'File',
  name: textOf(fileName),
  treatment,
})
const inline = (bytes: Bytes.Bytes): Part => ({ _tag: 'Bytes', bytes })
const ampersand = (): Part => inline(Uint8Array.of(0x26))

/** `content`, `=content`, `name=content`, `@file` or `name@file`: the first `=` decides, and without one the first `@`. */
const urlEncoded = (argument: Bytes.Bytes): ReadonlyArray<Part> => {
  const equals = argument.indexOf(0x3d)
  const mark = equals >= 0 ? equals : argument.indexOf(0x40)
  const fieldName = argument.subarray(0, Math.max(mark, 0))
  const content = argument.subarray(mark + 1)
  const encodedContent =
    equals < 0 && mark >= 0 ? file(content, 'percent-encoded') : inline(treated(content, 'percent-encoded'))
  return fieldName.length === 0
    ? [encodedContent]
    : [inline(Bytes.concat([fieldName, Uint8Array.of(0x3d)])), encodedContent]
}

/** What an option puts into the body. */
const dataOf = ({ name: optionName, argument }: Given): ReadonlyArray<Part> => {
  if (optionName === 'data-urlencode') return urlEncoded(argument)
  if (optionName === 'data-raw' || argument[0] !== 0x40) return [inline(argument)]
  const isKept = optionName === 'data-binary' || optionName === 'json'
  return [file(argument.subarray(1), isKept ? 'as it is' : 'line ends dropped')]
}

const dataOptions = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'])

/** The data of all options, joined by `&`, but not before that of --json. */
const dataIn = (options: ReadonlyArray<Given>): ReadonlyArray<Part> =>
  options
    .filter(({ name: optionName }) => dataOptions.has(optionName))
    .flatMap((option, i) => (i > 0 && option.name !== 'json' ? [ampersand(), ...dataOf(option)] : dataOf(option)))

const bodyOf = (bodyParts: ReadonlyArray<Part>): Body => {
  const inlineBytes = bodyParts.flatMap((bodyPart) => (bodyPart._tag === 'Bytes' ? [bodyPart.bytes] : []))
  return inlineBytes.length === bodyParts.length
    ? { _tag: 'Bytes', bytes: Bytes.concat(inlineBytes) }
    : { _tag: 'Files', parts: bodyParts }
}

interface Sending {
  readonly method: string
  readonly body: Body
  readonly additions: Additions
}

const sendingOf = (options: ReadonlyArray<Given>): E.Either<Wrong, Sending> => {
  const data = dataIn(options)
  const uploadArgument = lastArgument(options, 'upload-file')
  const upload = uploadArgument?.length === 0 ? undefined : uploadArgument
  const isHead = isOn(options, 'head')
  const isGet = isOn(options, 'get')
  const isPosted = data.length > 0 && !isGet
  if ([isHead, isPosted, upload !== undefined].filter(Boolean).length > 1)
    return E.left(
      'curl takes only one of --data, --head and --upload-file; remove the others (--get puts data into the URL)',
    )
  const dataOfUrl = isGet && data.length > 0 ? bodyOf(data) : undefined
  const additions: Additions = { data: dataOfUrl, upload, pathAsIs: isOn(options, 'path-as-is') }
  if (isHead) return E.right({ method: 'HEAD', body: bodyOf([]), additions })
  if (upload !== undefined) return E.right({ method: 'PUT', body: bodyOf([uploaded(upload)]), additions })
  return E.right(
    isPosted ? { method: 'POST', body: bodyOf(data), additions } : { method: 'GET', body: bodyOf([]), additions },
  )
}

/** `.` and `-` are the standard input. */
const uploaded = (fileName: Bytes.Bytes): Part =>
  file(latin1(fileName) === '.' ? Uint8Array.of(0x2d) : fileName, 'as it is')

/** curl sends a Content-Length of the command as it is, and the server obeys it. */
const cutToContentLength = (body: Body, headers: ReadonlyArray<HeaderOption>, notes: Array<string>): Body => {
  const length = headers.find(({ name: fieldName }) => fieldName === 'content-length')?.value
  const chunked = headers.some(({ name: fieldName }) => fieldName === 'transfer-encoding')
  if (body._tag === 'Files' || chunked || length === undefined || !/^[0-9]{1,15}$/.test(length)) return body
  if (Number(length) === body.bytes.length) return body
  notes.push(
    Number(length) < body.bytes.length
      ? 'The command sets a Content-Length that is smaller than its data; the body ends there.'
      : 'The command sets a Content-Length that is larger than its data; a server waits for the rest.',
  )
  return { _tag: 'Bytes', bytes: body.bytes.subarray(0, Number(length)) }
}

/**
 * Reads a curl command for bash, or for cmd on Windows: its quoting, and the options that decide method, target, host, Authorization and body. Other
 * options are ignored. It refuses unknown options, and values that only the shell or curl knows.
 */
export const readCurl = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const inBash = shellWords(bytes, startOf(bytes))
  const command = E.isLeft(inBash) && beginsLikeCmd(bytes) ? cmdWords(bytes, startOf(bytes)) : inBash
  if (E.isLeft(command)) return command
  const options = curlOptionsOf(bytes, command.right.words)
  if (E.isLeft(options)) return options
  const givenOptions = options.right
  const written = urlIn(bytes, givenOptions)
  if (E.isLeft(written)) return written
  const request = requestOf(givenOptions, written.right.argument, notesOnShell(bytes, command.right))
  if (E.isLeft(request)) return unreadable(bytes, written.right.offset, request.left)
  const { input } = command.right
  return input === undefined ? request : E.map(withInput(input, false))(request)
}

/** The command's own Host header, which may remove it, or the authority of the URL. */
const hostOf = (headers: ReadonlyArray<HeaderOption>, url: Url): string | undefined => {
  const hostHeader = headers.find(({ name: fieldName, spaced }) => fieldName === 'host' && !spaced)
  return hostHeader === undefined ? url.host : hostHeader.value
}

/** The headers that show something; the option for User-Agent gives way to a header. */
const headersShown = (
  options: ReadonlyArray<Given>,
  headers: ReadonlyArray<HeaderOption>,
): Pick<Received, 'headers'> | undefined => {
  const agent = lastArgument(options, 'user-agent')
  const ownHeaders = headers.flatMap(({ name: fieldName, value: fieldValue }) =>
    fieldValue === undefined ? [] : [[fieldName, fieldValue] as const],
  )
  const evidence = evidenceIn(agent === undefined ? ownHeaders : [...ownHeaders, ['user-agent', latin1(agent)]])
  return evidence.length === 0 ? undefined : { headers: evidence }
}

const requestOf = (
  options: ReadonlyArray<Given>,
  written: Bytes.Bytes,
  notesOnShell: ReadonlyArray<string>,
): E.Either<Wrong, Received> => {
  const notes = options.flatMap(notesOn)
  const sending = sendingOf(options)
  if (E.isLeft(sending)) return sending
  const url = parseUrl(latin1(written), isOn(options, 'globoff'))
  if (E.isLeft(url)) return url
  const target = targetOf(url.right, sending.right.additions, notes)
  if (E.isLeft(target)) return target
  const headers = headersIn(options)
  const authorization = authorizationOf(options, headers, url.right, notes)
  if (E.isLeft(authorization)) return authorization
  const ownMethod = lastArgument(options, 'request')
  const ownTarget = lastArgument(options, 'request-target')
  for (const note of notesOnShell) notes.push(note)
  const request = {
    method: ownMethod === undefined ? sending.right.method : latin1(ownMethod),
    target: ownTarget === undefined ? target.right : latin1(ownTarget),
    host: hostOf(headers, url.right),
    url: textOf(written),
    authorization: authorization.right,
    body: cutToContentLength(sending.right.body, headers, notes),
    ...headersShown(options, headers),
  }
  return E.right(receivedOf(request, notes))
}
