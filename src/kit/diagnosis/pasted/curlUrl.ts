/**
 * What curl makes of a URL: the Host header and the request target, with dot segments, letters beyond ASCII, and what options
 * add.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { type Body, latin1, treated, type Unreadable, unreadable } from '../Received.ts'
import { type Given, obstacle, type Wrong } from './curlOptions.ts'

export interface Url {
  /** As curl writes it into the Host header. */
  readonly host: string
  /** The user and the password before an `@`, with the colon between them if there is one. */
  readonly user: Bytes.Bytes | undefined
  /** With its slash, as it stands. */
  readonly path: string
  /** With its question mark. */
  readonly query: string
}

/** The one URL of a command, if no option prevents the reading. */
export const urlIn = (command: Bytes.Bytes, options: ReadonlyArray<Given>): E.Either<Unreadable, Given> => {
  let url: Given | undefined
  for (const option of options) {
    const problem = obstacle(option)
    if (problem !== undefined) return unreadable(command, option.offset, problem)
    if (option.name !== 'url') continue
    if (url !== undefined) {
      const twoUrls =
        'there are two URLs, so there are two requests; paste one request at a time, and put a value with spaces in quotes. An apostrophe in the data ends the single quotes, so the apostrophe must be escaped'
      return unreadable(command, option.offset, twoUrls)
    }
    url = option
  }
  return url === undefined ? unreadable(command, 0, 'there is no URL; paste the whole command') : E.right(url)
}

/** Whether curl would expand it; `[]` is no range, and neither are the brackets of an IPv6 address. */
const globbed = (url: string): boolean =>
  /[[\]{}]/.test(url.replace(/^([A-Za-z]+:\/\/)?([^/?#@]*@)?\[[0-9A-Fa-f:.]+(%[^\]]*)?\]/, '').replaceAll('[]', ''))

/** A URL that a chat or a mail program has made a link: `<https://api.example/v1/jobs|api.example/v1/jobs>`. curl refuses it so. */
const link = /^<(https?:[^<>|]+)(?:\|[^<>]*)?>$/

/** Reads a URL of one character for each byte. */
export const parseUrl = (written: string, globoff: boolean): E.Either<Wrong, Url> => {
  const url = link.exec(written)?.[1] ?? written
  if (url === '') return E.left('the URL is empty; write it')
  if (!globoff && globbed(url)) {
    return E.left('curl expands brackets and braces in a URL; escape them, or add -g to send them as they are')
  }
  if (/[\0-\x20\x7f]/.test(url))
    return E.left('curl refuses a space or a control character in a URL; write a space as %20')
  const scheme = /^([A-Za-z][0-9A-Za-z+.-]*):(\/+)/.exec(url)
  const schemeName = scheme?.[1]?.toLowerCase() ?? 'http'
  if (schemeName !== 'http' && schemeName !== 'https')
    return E.left('the URL does not begin with http or https; correct it')
  if ((scheme?.[2] ?? '').length > 3)
    return E.left('there are too many slashes after http: or https: in the URL; write two')
  const afterScheme = url.slice(scheme?.[0].length ?? 0)
  const [, authority = '', path = '', query = ''] = /^([^/?#]*)([^?#]*)([^#]*)/.exec(afterScheme) ?? []
  const userEnd = authority.lastIndexOf('@')
  const address = authority.slice(userEnd + 1)
  if (userEnd >= 0 && authority.indexOf('@') !== userEnd)
    return E.left('there are two @ before the host; write %40 for the first')
  if (scheme === null && /^(?:ftp|dict|ldap|imap|smtp|pop3)\./i.test(address)) {
    return E.left(
      'because of the name of the host, curl uses another protocol than HTTP; write http:// or https:// before the host',
    )
  }
  const hostAndPort = /^(\[[^\]]*\]|[^:[\]\\]*)(?::([0-9]*))?$/.exec(address)
  if (hostAndPort === null || hostAndPort[1] === '') return E.left('the host of the URL cannot be read; correct it')
  const port = hostAndPort[2] === undefined || hostAndPort[2] === '' ? undefined : Number(hostAndPort[2])
  if (port !== undefined && port > 65_535) return E.left('the port of the URL is above 65535; correct it')
  const standard = port === undefined || port === (schemeName === 'http' ? 80 : 443)
  return E.right({
    host: standard ? (hostAndPort[1] as string) : `${hostAndPort[1]}:${port}`,
    user: userEnd < 0 ? undefined : decodePercent(authority.slice(0, userEnd)),
    path: path || '/',
    query,
  })
}

/** RFC 3986 §5.2.4, for a path that begins with a slash. */
export const withoutDotSegments = (path: string): string => {
  const segments: Array<string> = []
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  // One at the end leaves its slash.
  if (/\/\.\.?$/.test(path)) segments.push('')
  return `/${segments.join('/')}`
}

/** curl escapes bytes outside of ASCII in a path, and not in a query. */
const escapedPath = (path: string): string => path.replace(/[\x80-\xff]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)

const decodePercent = (escapedText: string): Bytes.Bytes =>
  Bytes.ofAscii(
    escapedText.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** What the options add to the URL. */
export interface Additions {
  /** The data that --get puts behind the query. */
  readonly data: Body | undefined
  /** The file that --upload-file names. */
  readonly upload: Bytes.Bytes | undefined
  /** The option --path-as-is. */
  readonly pathAsIs: boolean
}

/** The request target that curl sends; adds to the notes. */
export const targetOf = (url: Url, additions: Additions, notes: Array<string>): E.Either<Wrong, string> => {
  const query = queryWith(url.query, additions.data, notes)
  if (E.isLeft(query)) return query
  return E.right(escapedPath(sentPath(url.path, additions, notes)) + query.right)
}

const queryWith = (query: string, data: Body | undefined, notes: Array<string>): E.Either<Wrong, string> => {
  if (data === undefined) return E.right(query)
  if (data._tag === 'Files')
    return E.left(
      'with --get, curl adds the content of the file to the URL, and this content is not known here; write it into the URL',
    )
  const addedQuery = withLowerEscapes(latin1(data.bytes), notes)
  if (/[\0-\x20\x7f]/.test(addedQuery))
    return E.left('curl refuses a space or a control character in a URL; use --data-urlencode')
  const extendedQuery = query.length < 2 ? `?${addedQuery}` : `${query}${query.endsWith('&') ? '' : '&'}${addedQuery}`
  const sentQuery = extendedQuery.replace(/#.*/s, '')
  return E.right(sentQuery === '?' ? '' : sentQuery)
}

/** curl resolves dot segments, and puts the name of an uploaded file behind a path that ends with a slash. */
const sentPath = (path: string, { data, upload, pathAsIs }: Additions, notes: Array<string>): string => {
  const resolved = withoutDotSegments(path)
  const addsFileName = upload !== undefined && resolved.endsWith('/') && !/^[-.]$/.test(latin1(upload))
  // If curl adds something to a URL, it parses it first, and ignores --path-as-is.
  const resolves = !pathAsIs || data !== undefined || addsFileName
  if (resolves && pathAsIs && path !== resolved)
    notes.push('curl resolves the dot segments here, even with --path-as-is.')
  if (resolves && /%2e/i.test(path))
    notes.push(
      'Newer releases of curl read %2e in a path as a dot, and resolve it. So perhaps the sent target is different; check it with curl -v.',
    )
  const requestPath = resolves ? resolved : path
  const escapedRequestPath = addsFileName ? withLowerEscapes(requestPath + escapedName(upload), notes) : requestPath
  if (/[\x80-\xff]/.test(escapedRequestPath))
    notes.push(
      'Releases of curl escape letters beyond ASCII in a path in different ways. So perhaps the sent target is different; check it with curl -v.',
    )
  return escapedRequestPath
}

const withLowerEscapes = (original: string, notes: Array<string>): string => {
  const lower = original.replace(/%[0-9A-Fa-f]{2}/g, (escapeText) => escapeText.toLowerCase())
  if (lower !== original)
    notes.push(
      'Some releases of curl write escapes in a URL in upper case, others in lower case. So perhaps the sent target is different; check it with curl -v.',
    )
  return lower
}

/** A file's name without its folders, escaped; a space becomes `%20`. */
const escapedName = (file: Bytes.Bytes): string => {
  const baseName = file.subarray(Math.max(file.lastIndexOf(0x2f), file.lastIndexOf(0x5c)) + 1)
  return latin1(treated(baseName, 'percent-encoded')).replaceAll('+', '%20')
}
