/**
 * The options of curl: which take an argument, which letters are short for them, and which make the request unknowable. The lists are
 * names with spaces between them, as curl's manual has them. `namesIn` and `lettersIn` read them.
 */

import type * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { isBlank, latin1, trimmed, type Unreadable, unrecognized } from '../Received.ts'
import { behindPrompt, type Given, lettersIn, namesIn, optionsOf, type Program, type Wrong } from './commandOptions.ts'
import type { Word } from './shellWords.ts'

export { type Given, isOn, lastArgument, type Wrong } from './commandOptions.ts'

/** The long options with an argument, of curl 7.88 and later. Those of mail, FTP and the like do not change a request of HTTP. */
const withArgument = namesIn(`
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
  delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header egd-file engine etag-compare
  etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
  ftp-ssl-ccc-mode happy-eyeballs-timeout-ms header help hostpubmd5 hostpubsha256 hsts interface json keepalive-time
  key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs
  max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max parallel-max-host pass pinnedpubkey
  preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers
  proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name
  proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file
  range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name
  sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option
  tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config
  unix-socket upload-file url url-query user user-agent variable write-out`)

/** The long options without an argument. `--no-` may negate each. */
const withoutArgument = namesIn(`
  alpn anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs crlf digest
  disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure fail fail-early
  fail-with-body false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc
  ftp-ssl-control get globoff haproxy-protocol head http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3
  http3-only ignore-content-length include insecure ipv4 ipv6 junk-session-cookies keepalive list-only location
  location-trusted mail-rcpt-allowfails manual metalink negotiate netrc netrc-optional next npn ntlm ntlm-wb
  out-null parallel parallel-immediate path-as-is post301 post302 post303 progress-bar progress-meter proxy-anyauth
  proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm
  proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-header-name remote-name
  remote-name-all remote-time remove-on-error retry-all-errors retry-connrefused sasl-ir sessionid show-error
  show-headers silent skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast
  ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 styled-output
  suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3
  tr-encoding trace-ids trace-time use-ascii verbose version xattr`)

/** The long name of each one-letter option. */
const letters = lettersIn(`
  a:append A:user-agent b:cookie B:use-ascii c:cookie-jar C:continue-at d:data D:dump-header e:referer E:cert f:fail
  F:form g:globoff G:get h:help H:header i:include I:head j:junk-session-cookies J:remote-header-name k:insecure
  K:config l:list-only L:location m:max-time M:manual n:netrc N:no-buffer o:output O:remote-name p:proxytunnel
  P:ftp-port q:disable Q:quote r:range R:remote-time s:silent S:show-error t:telnet-option T:upload-file u:user
  U:proxy-user v:verbose V:version w:write-out x:proxy X:request y:speed-time Y:speed-limit z:time-cond Z:parallel
  0:http1.0 1:tlsv1 2:sslv2 3:sslv3 4:ipv4 6:ipv6 #:progress-bar ::next`)

const multipart =
  'curl makes a random boundary for a form, so the body is not in the command; paste the request that was sent, from --trace-ascii'

/** Options with which no single request can be read, and what to do. */
const unknowable: ReadonlyMap<string, string> = new Map([
  ['form', multipart],
  ['form-string', multipart],
  ['config', 'the options are in another file; write them into the command'],
  ['next', 'there is more than one request; paste one request at a time'],
  ['aws-sigv4', 'curl makes this signature itself; paste the request that was sent, from curl -v'],
  ['url-query', 'write that query into the URL'],
  ['crlf', 'curl rewrites line ends in the body; paste the request that was sent'],
  ['use-ascii', 'curl rewrites line ends in the body; paste the request that was sent'],
  ['continue-at', 'curl sends only a part of the file; paste the request that was sent'],
  ['variable', 'write the value instead of the variable'],
  ['help', 'with this option curl sends nothing; remove the option'],
  ['manual', 'with this option curl sends nothing; remove the option'],
  ['version', 'with this option curl sends nothing; remove the option'],
])

const refuseWord = (word: string): Wrong | undefined => {
  if (word.startsWith('--') && word.includes('='))
    return 'curl does not accept --option=value; write a space instead of the ='
  return word.startsWith('--expand-') ? `--expand-…: ${unknowable.get('variable')}` : undefined
}

const program: Program = { withArgument, withoutArgument, letters, refused: refuseWord }

/** The options that a command gives to curl. */
export const curlOptionsOf = (
  pasted: Bytes.Bytes,
  words: ReadonlyArray<Word>,
): E.Either<Unreadable, ReadonlyArray<Given>> => {
  const [word, ...argumentWords] = behindPrompt(words)
  if (word === undefined) return unrecognized(pasted, 0, 'there is no command; paste a command that begins with curl')
  const programName = latin1(word.bytes.subarray(0, 4096))
  return /^(?:.*[\\/])?curl(?:\.exe)?$/i.test(programName)
    ? optionsOf(pasted, argumentWords, program)
    : unrecognized(pasted, word.offset, 'this is not a curl command; paste a command that begins with curl')
}

/** Why no request can be read with this option. Undefined if one can. */
export const obstacle = ({ name: optionName, on: isOn, argument }: Given): Wrong | undefined => {
  if (optionName === 'header') return obstacleInHeader(argument)
  if (optionName === 'user' && !argument.includes(0x3a))
    return '--user: curl asks for the password; write the password after a colon, or remove the option'
  const why = isOn ? unknowable.get(optionName) : undefined
  return why === undefined ? undefined : `--${optionName}: ${why}`
}

/** Whether another header begins after a line end. A signature that was broken into lines has line ends, and no name with a colon. */
const holdsSeveral = (headerLine: string): boolean => /[\r\n][\w-]+[ \t]*:/.test(headerLine)

/** Whether a header has a line end inside its value. */
export const isBroken = ({ name: optionName, argument }: Given): boolean =>
  optionName === 'header' && /[\r\n]/.test(trimmed(latin1(argument)))

const obstacleInHeader = (headerLine: Bytes.Bytes): Wrong | undefined => {
  if (headerLine[0] === 0x40) return '--header @…: the headers are in another file; write them into the command'
  if (holdsSeveral(latin1(headerLine)))
    return 'a header contains a line end and a second header; write one --header for each header'
  return isBlank(headerLine[0]) ? 'a header begins with a space; remove the space' : undefined
}

/** A header that an option --header gives. */
export interface HeaderOption {
  readonly name: string
  /** The value without the blanks around it. Undefined if the option removes a header of curl's own. */
  readonly value: string | undefined
  /** Whether a blank precedes the colon. */
  readonly spaced: boolean
}

/** Reads `Name: value`, `Name;` for an empty value, or `Name:` to send none. Undefined for a line that curl silently ignores. */
const headerOf = (headerLine: string): HeaderOption | undefined => {
  const colon = headerLine.indexOf(':')
  const mark = colon >= 0 ? colon : headerLine.indexOf(';')
  if (mark < 0) return undefined
  const headerValue = trimmed(headerLine.slice(mark + 1))
  const hasColon = colon >= 0
  if (!hasColon && headerValue !== '') return undefined
  const isRemoval = hasColon && headerValue === ''
  const spaced = isBlank(headerLine.charCodeAt(mark - 1))
  const headerName = trimmed(headerLine.slice(0, mark)).toLowerCase()
  return { name: headerName, value: isRemoval ? undefined : headerValue, spaced }
}

/** The headers of all options --header, without those that curl ignores. */
export const headersIn = (options: ReadonlyArray<Given>): ReadonlyArray<HeaderOption> =>
  options.flatMap(({ name: optionName, argument }) =>
    optionName === 'header' ? (headerOf(latin1(argument)) ?? []) : [],
  )
