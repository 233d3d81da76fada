/**
 * A curl command, read as the request that curl sends for it. Nothing is sent and no file is opened: data that a command
 * takes from a file is named in the body.
 *
 * What curl does was seen from its release 7.88 on the wire; where releases differ, a note says so.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../core/Base64.ts'
import * as Bytes from '../core/Bytes.ts'
import {
  type Body,
  isBlank,
  latin1,
  type Part,
  type Received,
  startOf,
  type Treatment,
  textOf,
  treated,
  trimmed,
  type Unreadable,
  unreadable,
} from './Received.ts'
import { shellWords, type Word } from './shellWords.ts'

// ------------------------------------------------------------------------------------------------------------- options

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** The long options that take an argument, as the manual lists them. */
const withArgument = names(`
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
  delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare
  etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
  ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface ip-tos
  ipfs-gateway json keepalive-cnt keepalive-time key key-type knownhosts krb libcurl limit-rate local-port login-options
  mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir
  parallel-max parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert
  proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
  proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser
  proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve retry retry-delay
  retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname
  speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword
  tlsuser trace trace-ascii trace-config unix-socket upload-file upload-flags url url-query user user-agent variable
  vlan-priority write-out`)

/** Those that take none; each may be negated by `--no-`. */
const withoutArgument = names(`
  alpn anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs crlf digest disable
  disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure dump-ca-embed eprt epsv fail fail-early
  fail-with-body false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc
  ftp-ssl-control get globoff haproxy-protocol head http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only
  ignore-content-length include insecure ipv4 ipv6 junk-session-cookies keepalive list-only location location-trusted
  mail-rcpt-allowfails manual metalink mptcp negotiate netrc netrc-optional next npn ntlm ntlm-wb out-null parallel
  parallel-immediate path-as-is post301 post302 post303 progress-bar progress-meter proxy-anyauth proxy-basic
  proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
  proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-header-name remote-name remote-name-all remote-time
  remove-on-error retry-all-errors retry-connrefused sasl-ir sessionid show-error show-headers silent skip-existing
  socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd
  ssl-revoke-best-effort sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options
  tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose version xattr`)

/** The long name of each option of one letter. */
const letters: ReadonlyMap<string, string> = new Map(
  `a:append A:user-agent b:cookie B:use-ascii c:cookie-jar C:continue-at d:data D:dump-header e:referer E:cert f:fail
  F:form g:globoff G:get h:help H:header i:include I:head j:junk-session-cookies J:remote-header-name k:insecure
  K:config l:list-only L:location m:max-time M:manual n:netrc N:no-buffer o:output O:remote-name p:proxytunnel
  P:ftp-port q:disable Q:quote r:range R:remote-time s:silent S:show-error t:telnet-option T:upload-file u:user
  U:proxy-user v:verbose V:version w:write-out x:proxy X:request y:speed-time Y:speed-limit z:time-cond Z:parallel
  0:http1.0 1:tlsv1 2:sslv2 3:sslv3 4:ipv4 6:ipv6 #:progress-bar`
    .split(/\s+/)
    .map((pair) => [pair[0] as string, pair.slice(2)]),
)

const multipart = 'curl draws a boundary of its own for a form, so its body is not in the command'

/** What leaves no one request to be read, and what to do. */
const hopeless: ReadonlyMap<string, string> = new Map([
  ['form', `${multipart}; paste the request that was sent, from --trace-ascii`],
  ['form-string', `${multipart}; paste the request that was sent, from --trace-ascii`],
  ['config', 'options stand in another file; put them into the command'],
  ['next', 'there is more than one request; paste one at a time'],
  ['aws-sigv4', 'curl makes that signature by itself; paste the request that was sent, from curl -v'],
  ['url-query', 'write that query into the URL'],
  ['crlf', 'curl rewrites line ends in the body; paste the request that was sent'],
  ['use-ascii', 'curl rewrites line ends in the body; paste the request that was sent'],
  ['continue-at', 'curl sends a part of the file; paste the request that was sent'],
  ['variable', 'put the value in where the variable stands'],
  ['help', 'with it curl sends nothing; leave it out'],
  ['manual', 'with it curl sends nothing; leave it out'],
  ['version', 'with it curl sends nothing; leave it out'],
])

/** An option and its argument. */
interface Given {
  readonly name: string
  readonly on: boolean
  readonly argument: Bytes.Bytes
  readonly offset: number
}

/** By its name, or by the beginning of one name only. */
const fullName = (name: string): string | undefined => {
  if (withArgument.has(name) || withoutArgument.has(name)) return name
  if (name === '') return undefined
  const [only, ...others] = [...withArgument, ...withoutArgument].filter((known) => known.startsWith(name))
  return others.length === 0 ? only : undefined
}

/** A name that may be shown: an argument, perhaps a secret one, may be stuck to one that is not. */
const shown = (name: string): string => (/^[a-z][a-z0-9.-]{0,30}$/.test(name) ? ` --${name}` : '')

/** The options in their order, URLs as the option `url`. */
const options = (text: Bytes.Bytes, words: ReadonlyArray<Word>): E.Either<Unreadable, ReadonlyArray<Given>> => {
  const given: Array<Given> = []
  let plain = false // behind `--`
  for (let i = 0; i < words.length; i++) {
    const { bytes, offset } = words[i] as Word
    const word = latin1(bytes)
    if (plain || !word.startsWith('-')) {
      given.push({ name: 'url', on: true, argument: bytes, offset })
      continue
    }
    if (word === '--') {
      plain = true
      continue
    }
    if (word.startsWith('--')) {
      if (word.includes('=')) {
        const what = 'curl knows no --option=value; write a space in place of the ='
        return unreadable(text, offset, what)
      }
      if (word.startsWith('--expand-')) return unreadable(text, offset, `--expand-…: ${hopeless.get('variable')}`)
      const name = fullName(word.slice(2))
      const negated = word.startsWith('--no-') ? fullName(word.slice(5)) : undefined
      if (name === undefined && negated !== undefined && withoutArgument.has(negated)) {
        given.push({ name: negated, on: false, argument: Bytes.empty, offset })
        continue
      }
      if (name === undefined) {
        const what = `the option${shown(word.slice(2))} is not known; leave it out if the request does not depend on it`
        return unreadable(text, offset, what)
      }
      const argument = withArgument.has(name) ? words[++i] : undefined
      if (withArgument.has(name) && argument === undefined)
        return unreadable(text, offset, `--${name} lacks its argument; paste the whole command`)
      given.push({ name, on: true, argument: argument?.bytes ?? Bytes.empty, offset })
      continue
    }
    // Letters without an argument may stand together, before one that takes the rest or the next word.
    for (let k = 1; k < word.length || k === 1; k++) {
      const letter = word[k] ?? ''
      const name = letter === ':' ? 'next' : letters.get(letter)
      if (name === undefined) {
        const what = `the option -${/^[0-9A-Za-z]$/.test(letter) ? letter : '…'} is not known; leave it out if the request does not depend on it`
        return unreadable(text, offset, what)
      }
      if (!withArgument.has(name)) {
        given.push({ name, on: true, argument: Bytes.empty, offset })
        continue
      }
      const stuck = k + 1 < word.length
      const argument = stuck ? bytes.subarray(k + 1) : words[++i]?.bytes
      if (argument === undefined)
        return unreadable(text, offset, `-${letter} lacks its argument; paste the whole command`)
      given.push({ name, on: true, argument, offset })
      break
    }
  }
  return E.right(given)
}

// ----------------------------------------------------------------------------------------------------------------- URL

interface Url {
  /** As curl writes it into the Host header. */
  readonly host: string
  readonly userinfo: string | undefined
  /** With its slash, as it stands. */
  readonly path: string
  /** With its question mark. */
  readonly query: string
}

type Wrong = string

/** `[]` is no range, and brackets round an IPv6 address are none. */
const globbed = (url: string): boolean =>
  /[[\]{}]/.test(url.replace(/^([A-Za-z]+:\/\/)?([^/?#@]*@)?\[[0-9A-Fa-f:.]+(%[^\]]*)?\]/, '').replaceAll('[]', ''))

const parseUrl = (url: string, globoff: boolean): E.Either<Wrong, Url> => {
  if (url === '') return E.left('the URL is empty; write it')
  if (!globoff && globbed(url)) {
    return E.left('curl expands brackets and braces in a URL; escape them, or say -g if they are meant as they stand')
  }
  if (/[\0-\x20\x7f]/.test(url))
    return E.left('curl refuses a blank or a control character in a URL; write a space as %20')
  const scheme = /^([A-Za-z][0-9A-Za-z+.-]*):(\/+)/.exec(url)
  const name = scheme?.[1]?.toLowerCase() ?? 'http'
  if (name !== 'http' && name !== 'https') return E.left('the URL is not one of http or https; correct its scheme')
  if ((scheme?.[2] ?? '').length > 3) return E.left('there are too many slashes behind the scheme; write two')
  const rest = url.slice(scheme?.[0].length ?? 0)
  const authorityEnd = rest.search(/[/?#]/)
  const authority = authorityEnd < 0 ? rest : rest.slice(0, authorityEnd)
  const at = authority.lastIndexOf('@')
  const address = authority.slice(at + 1)
  if (at >= 0 && authority.indexOf('@') !== at)
    return E.left('there are two @ before the host; write %40 for the first')
  if (scheme === null && /^(?:ftp|dict|ldap|imap|smtp|pop3)\./i.test(address)) {
    return E.left('curl guesses another protocol than HTTP by that host; write the scheme before it')
  }
  const parts = /^(\[[^\]]*\]|[^:[\]\\]*)(?::([0-9]*))?$/.exec(address)
  if (parts === null || parts[1] === '') return E.left('the host of the URL cannot be read; correct it')
  const port = parts[2] === undefined || parts[2] === '' ? undefined : Number(parts[2])
  if (port !== undefined && port > 65_535) return E.left('the port of the URL is above 65535; correct it')
  const standard = port === undefined || port === (name === 'http' ? 80 : 443)
  const behind = authorityEnd < 0 ? '' : withoutFragment(rest.slice(authorityEnd))
  const mark = behind.indexOf('?')
  return E.right({
    host: standard ? (parts[1] as string) : `${parts[1]}:${port}`,
    userinfo: at < 0 ? undefined : authority.slice(0, at),
    path: (mark < 0 ? behind : behind.slice(0, mark)) || '/',
    query: mark < 0 ? '' : behind.slice(mark),
  })
}

const withoutFragment = (text: string): string => {
  const hash = text.indexOf('#')
  return hash < 0 ? text : text.slice(0, hash)
}

/** RFC 3986 §5.2.4, for a path that begins with a slash. */
const withoutDotSegments = (path: string): string => {
  const segments = path.split('/').slice(1)
  const kept: Array<string> = []
  segments.forEach((segment, i) => {
    const last = i === segments.length - 1
    if (segment === '..') kept.pop()
    if (segment !== '.' && segment !== '..') kept.push(segment)
    else if (last) kept.push('')
  })
  return `/${kept.join('/')}`
}

/** Bytes outside of ASCII; curl escapes them in a path and leaves a query alone. */
const escapedPath = (path: string): string => path.replace(/[\x80-\xff]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)

/** A user's name and password as they stand before an `@`. */
const decodedUserinfo = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

// ---------------------------------------------------------------------------------------------------------------- data

const file = (name: Bytes.Bytes, treatment: Treatment): Part => ({ _tag: 'File', name: textOf(name), treatment })
const inline = (bytes: Bytes.Bytes): Part => ({ _tag: 'Bytes', bytes })

/** `content`, `=content`, `name=content`, `@file` or `name@file`: the first `=` decides, and without one the first `@`. */
const urlEncoded = (argument: Bytes.Bytes): ReadonlyArray<Part> => {
  const equals = argument.indexOf(0x3d)
  const mark = equals >= 0 ? equals : argument.indexOf(0x40)
  const name = argument.subarray(0, Math.max(mark, 0))
  const content = argument.subarray(mark + 1)
  const value = equals < 0 && mark >= 0 ? file(content, 'percent-encoded') : inline(treated(content, 'percent-encoded'))
  return name.length === 0 ? [value] : [inline(Bytes.concat([name, Uint8Array.of(0x3d)])), value]
}

const dataOf = ({ name, argument }: Given): ReadonlyArray<Part> => {
  const fromFile = argument[0] === 0x40
  switch (name) {
    case 'data-urlencode':
      return urlEncoded(argument)
    case 'data-raw':
      return [inline(argument)]
    case 'data-binary':
    case 'json':
      return [fromFile ? file(argument.subarray(1), 'as it is') : inline(argument)]
    default:
      return [fromFile ? file(argument.subarray(1), 'line ends dropped') : inline(argument)]
  }
}

const bodyOf = (parts: ReadonlyArray<Part>): Body => {
  const pieces = parts.flatMap((part) => (part._tag === 'Bytes' ? [part.bytes] : []))
  return pieces.length === parts.length ? { _tag: 'Bytes', bytes: Bytes.concat(pieces) } : { _tag: 'Files', parts }
}

// ------------------------------------------------------------------------------------------------------------- headers

interface Header {
  readonly name: string
  /** Without the blanks round it; undefined where it only takes away what curl would send by itself. */
  readonly value: string | undefined
  /** A blank stands before the colon. */
  readonly spaced: boolean
}

/** `Name: value`, `Name;` for an empty one, `Name:` to send none; undefined for what curl leaves out in silence. */
const headerOf = (line: string): Header | undefined => {
  const colon = line.indexOf(':')
  const mark = colon >= 0 ? colon : line.indexOf(';')
  if (mark < 0) return undefined
  const value = trimmed(line.slice(mark + 1))
  if (colon < 0 && value !== '') return undefined
  const spaced = isBlank(line.charCodeAt(mark - 1))
  const name = trimmed(line.slice(0, mark)).toLowerCase()
  return { name, value: colon >= 0 && value === '' ? undefined : value, spaced }
}

// ------------------------------------------------------------------------------------------------------------- command

/** Another shell's command, or another program's. */
const foreign = (word: string): string | undefined => {
  if (/^(?:invoke-webrequest|invoke-restmethod|iwr|irm|\$\w+)$/i.test(word))
    return 'this is a command for PowerShell; copy the request "as cURL (bash)", or paste it as raw HTTP'
  if (/^(?:wget|http|https|xh|fetch\b.*)$/i.test(word))
    return 'this is no curl command; paste the request as one, or as raw HTTP'
  return undefined
}

/** The words behind `curl`; before it may stand a prompt and assignments. */
const argumentsOf = (text: Bytes.Bytes, words: ReadonlyArray<Word>): E.Either<Unreadable, ReadonlyArray<Word>> => {
  const first = words.findIndex(({ bytes }, i) => {
    const word = latin1(bytes.subarray(0, 256))
    return !(i === 0 && /^[$%]$/.test(word)) && !/^[A-Za-z_][0-9A-Za-z_]*=/.test(word)
  })
  const word = words[first]
  if (word === undefined) return unreadable(text, 0, 'there is no command; paste one that begins with curl')
  const program = latin1(word.bytes.subarray(0, 4096))
  if (/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(program)) return E.right(words.slice(first + 1))
  return unreadable(text, word.offset, foreign(program) ?? 'this is no curl command; paste one that begins with curl')
}

const authorizers = names('anyauth digest negotiate ntlm ntlm-wb')
const dataOptions = names('data data-ascii data-binary data-raw data-urlencode json')

const notRead = (endedBy: string): string =>
  endedBy === '&'
    ? 'An & that is not in quotes ends the command, and what stands behind it was not read; if it is part of the URL, put the URL in single quotes, for a shell cuts it there too.'
    : `What stands behind the ${endedBy === 'line' ? 'first line' : endedBy} was not read.`

/**
 * Reads a curl command written for bash: its quoting, and the options of curl that decide over method, target, host,
 * Authorization and body. Other options are passed over; unknown ones, and what only a shell or curl itself can put in,
 * are refused.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { readCurl } from './readCurl.ts'
 *
 * const read = readCurl(new TextEncoder().encode(`curl -sX PUT 'https://api.example/v1/../jobs?x#y' -H 'Authorization: a'`))
 * assert.ok(E.isRight(read))
 * assert.equal(read.right.method, 'PUT')
 * assert.equal(read.right.target, '/jobs?x')
 * assert.equal(read.right.host, 'api.example')
 * assert.deepEqual(read.right.authorization, ['a'])
 * ```
 */
export const readCurl = (text: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const command = shellWords(text, startOf(text))
  if (E.isLeft(command)) return command
  const words = argumentsOf(text, command.right.words)
  if (E.isLeft(words)) return words
  const given = options(text, words.right)
  if (E.isLeft(given)) return given

  const notes: Array<string> = []
  const data: Array<Part> = []
  const headers: Array<Header> = []
  const schemes = new Set<string>()
  const switches = new Map<string, boolean>()
  let url: Given | undefined
  let request: string | undefined
  let target: string | undefined
  let user: Bytes.Bytes | undefined
  let token: Bytes.Bytes | undefined
  let upload: Bytes.Bytes | undefined
  let hasData = false

  for (const option of given.right) {
    const { name, on, argument, offset } = option
    const why = on ? hopeless.get(name) : undefined
    if (why !== undefined) return unreadable(text, offset, `--${name}: ${why}`)
    if (!withArgument.has(name)) {
      switches.set(name, on)
      if (on && (name === 'basic' || authorizers.has(name))) schemes.add(name)
      if (on && name.startsWith('netrc')) notes.push(netrc)
    } else if (dataOptions.has(name)) {
      if (name !== 'json' && hasData) data.push(inline(Uint8Array.of(0x26)))
      data.push(...dataOf(option))
      hasData = true
    } else if (name === 'header') {
      if (argument[0] === 0x40) {
        const what = '--header @…: headers stand in another file; put them into the command'
        return unreadable(text, offset, what)
      }
      const line = latin1(argument)
      if (/[\r\n]/.test(line)) return unreadable(text, offset, 'a header holds a line end; give each its own --header')
      if (isBlank(argument[0])) return unreadable(text, offset, 'a header begins with a blank; remove it')
      const header = headerOf(line)
      if (header === undefined) notes.push('A header without a colon is not sent by curl; it was left out.')
      else headers.push(header)
    } else if (name === 'url') {
      if (url !== undefined) {
        const what = 'there are two URLs, and so two requests; paste one at a time, and quote what holds blanks'
        return unreadable(text, offset, what)
      }
      url = option
    } else if (name === 'request') {
      request = latin1(argument)
    } else if (name === 'request-target') {
      target = latin1(argument)
    } else if (name === 'user') {
      if (!argument.includes(0x3a))
        return unreadable(text, offset, '--user: curl asks for the password; write it behind a colon, or leave it out')
      user = argument
    } else if (name === 'oauth2-bearer') {
      token = argument
      schemes.add('bearer')
    } else if (name === 'upload-file') {
      upload = argument.length === 0 ? undefined : argument
    } else if (name === 'netrc-file') {
      notes.push(netrc)
    } else if (name === 'proxy' || name === 'preproxy') {
      notes.push('The request goes through a proxy, which may change it; what curl means for the server was read.')
    }
  }

  if (url === undefined) return unreadable(text, 0, 'there is no URL; paste the whole command')
  const { offset, argument } = url
  const head = switches.get('head') === true
  const get = switches.get('get') === true
  const posted = hasData && !get
  if ([head, posted, upload !== undefined].filter(Boolean).length > 1) {
    const what =
      'of --data, --head and --upload-file curl takes one only; remove the others (--get puts data into the URL)'
    return unreadable(text, offset, what)
  }

  const parsed = parseUrl(latin1(argument), switches.get('globoff') === true)
  if (E.isLeft(parsed)) return unreadable(text, offset, parsed.left)
  const { host, userinfo } = parsed.right
  let { path, query } = parsed.right

  if (get && hasData) {
    const added = bodyOf(data)
    if (added._tag === 'Files')
      return unreadable(text, offset, 'with --get the data of a file goes into the URL; write it there yourself')
    const written = latin1(added.bytes)
    const more = lowerEscapes(written)
    if (more !== written) notes.push(escapesDiffer)
    if (/[\0-\x20\x7f]/.test(more))
      return unreadable(text, offset, 'curl refuses a blank or a control character in a URL; use --data-urlencode')
    query = withoutFragment(query.length < 2 ? `?${more}` : `${query}${query.endsWith('&') ? '' : '&'}${more}`)
    if (query === '?') query = ''
  }
  const resolved = withoutDotSegments(path)
  const named = upload !== undefined && resolved.endsWith('/') && !/^[-.]$/.test(latin1(upload))
  // Where curl puts something into a URL, it takes it apart first, and the option does not reach there.
  const asIs = switches.get('path-as-is') === true
  if (!asIs || (get && hasData) || named) {
    if (asIs && path !== resolved) notes.push('curl resolves dot segments here in spite of --path-as-is.')
    if (/%2e/i.test(path)) notes.push('Later releases of curl take %2e in a path for a dot, and resolve it.')
    path = resolved
  }
  if (named) {
    const whole = path + latin1(escaped(baseName(upload as Bytes.Bytes)))
    path = lowerEscapes(whole)
    if (path !== whole) notes.push(escapesDiffer)
  }
  if (/[\x80-\xff]/.test(path)) notes.push('Releases of curl differ in how they escape letters beyond ASCII in a path.')

  const custom = headers.filter(({ name }) => name === 'authorization')
  const authorization = custom.flatMap(({ value }) => (value === undefined ? [] : [value]))
  if (custom.some(({ spaced }) => spaced))
    notes.push('A blank stands before the colon of Authorization; servers refuse that.')
  const credentials = user ?? (userinfo === undefined ? undefined : Bytes.ofAscii(decodedUserinfo(userinfo)))
  if (!custom.some(({ spaced }) => !spaced) && (credentials !== undefined || token !== undefined)) {
    if ([...schemes].some((scheme) => authorizers.has(scheme)) || schemes.size > 1) {
      const what = 'curl waits for the server to ask for credentials; give the Authorization header itself'
      return unreadable(text, offset, what)
    }
    if (token !== undefined) {
      authorization.unshift(`Bearer ${latin1(token)}`)
    } else if (credentials !== undefined) {
      const whole = credentials.includes(0x3a) ? credentials : Bytes.concat([credentials, Uint8Array.of(0x3a)])
      authorization.unshift(`Basic ${Base64.encode(whole)}`)
      notes.push('curl makes an Authorization header of the type Basic from the user and the password.')
    }
  }

  const hosts = headers.find(({ name, spaced }) => name === 'host' && !spaced)
  const sentHost = hosts === undefined ? host : hosts.value
  if (command.right.quotedCrlf) notes.push('Lines within quotes end in CR LF, and were taken so.')
  if (command.right.endedBy !== 'text' && latin1(text.subarray(command.right.end)).trim() !== '')
    notes.push(notRead(command.right.endedBy))

  const parts: ReadonlyArray<Part> = upload === undefined ? (posted ? data : []) : [uploaded(upload)]
  return E.right(
    withNotes(notes, {
      method: request ?? (head ? 'HEAD' : upload !== undefined ? 'PUT' : posted ? 'POST' : 'GET'),
      target: target ?? escapedPath(path) + query,
      ...(sentHost === undefined ? {} : { host: sentHost }),
      url: textOf(argument),
      authorization,
      body: cut(bodyOf(parts), headers, notes),
    }),
  )
}

const lowerEscapes = (text: string): string => text.replace(/%[0-9A-Fa-f]{2}/g, (one) => one.toLowerCase())

const escapesDiffer = 'Releases of curl differ in the case of the escapes that they put into a URL.'

const netrc =
  'curl takes a user and a password from a netrc file; if one is there for this host, an Authorization header is not shown here.'

const withNotes = (notes: ReadonlyArray<string>, received: Received): Received =>
  notes.length === 0 ? received : { ...received, notes: [...new Set(notes)] }

/** `.` and `-` are the standard input. */
const uploaded = (name: Bytes.Bytes): Part => file(latin1(name) === '.' ? Uint8Array.of(0x2d) : name, 'as it is')

const baseName = (name: Bytes.Bytes): Bytes.Bytes =>
  name.subarray(Math.max(name.lastIndexOf(0x2f), name.lastIndexOf(0x5c)) + 1)

/** As curl escapes a file's name: as a value, but a space becomes `%20`. */
const escaped = (name: Bytes.Bytes): Bytes.Bytes =>
  Bytes.ofAscii(latin1(treated(name, 'percent-encoded')).replaceAll('+', '%20'))

/** A Content-Length of the command's own goes out as it is, and a server reads by it. */
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
