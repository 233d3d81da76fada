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

/** With all options of Wget 1.21 that have an argument of their own. */
const program = {
  withArgument: namesIn(`
    accept accept-regex append-output base bind-address body-data body-file ca-certificate ca-directory certificate
    certificate-type ciphers compression config connect-timeout crl-file cut-dirs default-page directory-prefix
    dns-timeout domains exclude-directories exclude-domains execute follow-tags ftp-password ftp-user header hsts-file
    http-password http-user ignore-tags include-directories input-file level limit-rate load-cookies local-encoding
    max-redirect method output-document output-file password pinnedpubkey post-data post-file prefer-family private-key
    private-key-type progress proxy-password proxy-user quota read-timeout referer regex-type reject reject-regex
    rejected-log remote-encoding report-speed restrict-file-names retry-on-http-error save-cookies secure-protocol
    start-pos timeout tries use-askpass user user-agent wait waitretry warc-dedup warc-file warc-header warc-max-size
    warc-tempdir`),
  letters: lettersIn(`
    a:append-output A:accept B:base D:domains e:execute i:input-file I:include-directories l:level o:output-file
    O:output-document P:directory-prefix Q:quota R:reject t:tries T:timeout U:user-agent w:wait X:exclude-directories`),
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
  if (lastValue('input-file') !== undefined)
    return E.left('the URLs are in another file; write the URL of one request into the command')
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
