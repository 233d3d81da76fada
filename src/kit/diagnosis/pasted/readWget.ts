/**
 * A command of GNU Wget, read as the request that it sends. Checked against Wget 1.21 on the wire.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { type Received, startOf, textOf, type Unreadable, unreadable } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { bytesBody, fileBody, received } from './librarySent.ts'
import { optionsIn, type ProgramOption } from './programOptions.ts'
import { shellWords } from './shellWords.ts'

/** Whether a line begins with the program's name. */
export const beginsLikeWget = (line: string): boolean => /^[ \t]*(?:[$%] +)?wget[ \t]/.test(line)

/** The options with an argument that people give in such commands. */
const withArgument =
  /^(?:-[A-Za-z]*[OoaTtwUePQ]|--(?:method|header|body-data|body-file|post-data|post-file|output-document|output-file|append-output|timeout|tries|wait|user-agent|referer|user|password|execute|directory-prefix|max-redirect|ca-certificate|certificate|private-key|load-cookies|save-cookies|limit-rate|waitretry|compression))$/

/** Reads a command of wget: method, headers, body and URL. Other options are ignored. */
export const readWget = (text: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const command = shellWords(text, startOf(text))
  if (E.isLeft(command)) return command
  const { words } = command.right
  const first = words.findIndex(({ bytes }) => textOf(bytes) === 'wget')
  const request = requestOf(optionsIn(words.slice(first + 1), withArgument))
  return E.isLeft(request) ? unreadable(text, 0, request.left) : request
}

const requestOf = (options: ReadonlyArray<ProgramOption>): E.Either<Wrong, Received> => {
  const last = (...names: ReadonlyArray<string>): string | undefined =>
    options.findLast(({ name }) => names.includes(name))?.value
  const urls = options.filter(({ name }) => name === '')
  const url = urls[0]?.value
  if (url === undefined) return E.left('there is no URL; paste the whole command')
  if (urls.length > 1)
    return E.left('there are two URLs, and so two requests; paste one at a time, and quote what holds blanks')
  if (last('--user', '--http-user') !== undefined)
    return E.left('wget waits for the server to ask for credentials; give the Authorization header itself')
  const headers = options.flatMap(({ name, value: line }) => {
    const colon = line.indexOf(':')
    return name === '--header' && colon > 0 ? [[line.slice(0, colon).trim(), line.slice(colon + 1)] as const] : []
  })
  const data = last('--body-data', '--post-data')
  const file = last('--body-file', '--post-file')
  const isPosted = last('--post-data', '--post-file') !== undefined
  return received({
    method: last('--method')?.toUpperCase() ?? (isPosted ? 'POST' : last('--spider') !== undefined ? 'HEAD' : 'GET'),
    url: /^[a-z][0-9a-z+.-]*:\/\//i.test(url) ? url : `http://${url}`,
    headers,
    body: file === undefined ? bytesBody(data ?? '') : fileBody(file),
    notes: [],
  })
}
