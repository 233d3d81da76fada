/**
 * A command of GNU Wget, read as the request that it sends. Checked against Wget 1.21 on the wire.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { type Received, startOf, textOf, type Unreadable, unreadable } from '../Received.ts'
import { behindPrompt, type Given, lastText, lettersIn, namesIn, optionsOf, type Wrong } from './commandOptions.ts'
import { bytesBody, fileBody, requestSent } from './librarySent.ts'
import { shellWords } from './shellWords.ts'

/** Whether a line begins with the program's name. */
export const beginsLikeWget = (firstLine: string): boolean => /^[ \t]*(?:[$%] +)?wget[ \t]/.test(firstLine)

/** With the options that people give in such commands. */
const program = {
  withArgument: namesIn(`
    append-output body-data body-file ca-certificate certificate compression directory-prefix execute header limit-rate
    load-cookies max-redirect method output-document output-file password post-data post-file private-key quota referer
    save-cookies timeout tries user user-agent wait waitretry`),
  letters: lettersIn(`
    a:append-output e:execute o:output-file O:output-document P:directory-prefix Q:quota t:tries T:timeout U:user-agent
    w:wait`),
}

/** Reads a command of wget: method, headers, body and URL. Other options are ignored. */
export const readWget = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const command = shellWords(bytes, startOf(bytes))
  if (E.isLeft(command)) return command
  const options = optionsOf(bytes, behindPrompt(command.right.words).slice(1), program)
  if (E.isLeft(options)) return options
  const request = requestOf(options.right)
  return E.isLeft(request) ? unreadable(bytes, 0, request.left) : request
}

const requestOf = (options: ReadonlyArray<Given>): E.Either<Wrong, Received> => {
  const lastValue = (...optionNames: ReadonlyArray<string>): string | undefined => lastText(options, ...optionNames)
  const [url, ...furtherUrls] = options.flatMap(({ name: optionName, argument }) =>
    optionName === 'url' ? [textOf(argument)] : [],
  )
  if (url === undefined) return E.left('there is no URL; paste the whole command')
  if (furtherUrls.length > 0)
    return E.left(
      'there are two URLs, so there are two requests; paste one request at a time, and put a value with spaces in quotes',
    )
  if (lastValue('user', 'http-user') !== undefined)
    return E.left('wget waits for the server to ask for credentials; give the Authorization header itself')
  const headers = options.flatMap(({ name: optionName, argument }) => {
    const headerLine = textOf(argument)
    const colon = headerLine.indexOf(':')
    return optionName === 'header' && colon > 0
      ? [[headerLine.slice(0, colon).trim(), headerLine.slice(colon + 1)] as const]
      : []
  })
  const data = lastValue('body-data', 'post-data')
  const file = lastValue('body-file', 'post-file')
  const isPosted = lastValue('post-data', 'post-file') !== undefined
  return requestSent({
    method:
      lastValue('method')?.toUpperCase() ?? (isPosted ? 'POST' : lastValue('spider') !== undefined ? 'HEAD' : 'GET'),
    url: /^[a-z][0-9a-z+.-]*:\/\//i.test(url) ? url : `http://${url}`,
    headers,
    body: file === undefined ? bytesBody(data ?? '') : fileBody(file),
    notes: [],
  })
}
