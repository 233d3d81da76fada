/**
 * How languages write the values of a request: each writer prints one request, so that a reader is tested by a law: what was written
 * is read back as the same request.
 */
import type { Printable } from './printers.ts'

export interface Dump {
  readonly name: string
  readonly print: (request: Printable) => string
}

type Pair = readonly [name: string, value: string]

const urlOf = ({ host, target }: Printable): string => `https://${host}${target}`
const headersOf = (request: Printable): ReadonlyArray<Pair> => [
  ['Content-Type', 'application/json; charset=UTF-8'],
  ['Authorization', request.authorization],
  ['Content-Length', String(Buffer.byteLength(request.body))],
]

/** In double quotes, with the escapes that most languages share. */
const double = (text: string): string => JSON.stringify(text)
/** In single quotes, as Python and Node write a text. */
const single = (text: string): string =>
  `'${text.replace(/[\\'\n\r\t]/g, (c) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c] ?? `\\${c}`)}'`
/** In single quotes, as PHP, Perl and Ruby write a text: a line end stands as it is. */
const bare = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
const bytes = (text: string): string =>
  `b'${Buffer.from(text)
    .toString('latin1')
    .replace(/[\\']/g, '\\$&')
    .replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`

/** A text in pieces of a line each, which Python joins. */
const pieces = (text: string): string =>
  (text.match(/[\s\S]{1,40}/g) ?? ['']).map((piece) => bytes(piece)).join('\n              ')

const listed = (request: Printable, pair: (each: Pair) => string, between: string): string =>
  headersOf(request).map(pair).join(between)

const hexLines = (text: string): string =>
  (
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,32}/g) ?? []
  )
    .map((line, i) => ` ${(i * 16).toString(16).padStart(8, '0')}  ${line.replace(/../g, '$& ').padEnd(49)} |x|`)
    .join('\n')

const measured = (text: string): string => `string(${Buffer.byteLength(text)}) "${text}"`

const wireOf = (request: Printable): string =>
  `${request.method} ${request.target} HTTP/1.1\r\nHost: ${request.host}\r\n${listed(request, ([name, value]) => `${name}: ${value}\r\n`, '')}\r\n${request.body}`

export const dumps: ReadonlyArray<Dump> = [
  {
    name: 'a structure of Ruby',
    print: (r) =>
      `I, [12:00] #<Request @method=:${r.method.toLowerCase()}, @url=${double(urlOf(r))}, @headers={${listed(r, ([n, v]) => `${double(n)}=>[${double(v)}]`, ', ')}}, @body=${double(r.body)}>`,
  },
  {
    name: 'an array of PHP, as var_export prints it',
    print: (r) =>
      `array (\n  'method' => ${bare(r.method)},\n  'uri' => ${bare(urlOf(r))},\n  'headers' =>\n  array (\n${listed(r, ([n, v]) => `    ${bare(n)} => ${bare(v)},`, '\n')}\n  ),\n  'body' => ${bare(r.body)},\n)`,
  },
  {
    name: 'values of PHP, as var_dump prints them',
    print: (r) =>
      `${measured(r.method)}\n${measured(urlOf(r))}\narray(3) {\n${listed(r, ([n, v]) => `  [${double(n)}]=>\n  array(1) {\n    [0]=>\n    ${measured(v)}\n  }`, '\n')}\n}\n${measured(r.body)}\n`,
  },
  {
    name: 'an array of PHP, as print_r prints it',
    print: (r) =>
      `Array\n(\n    [REQUEST_METHOD] => ${r.method}\n    [REMOTE_USER] => \n    [REQUEST_URI] => ${r.target}\n    [HTTP_HOST] => ${r.host}\n${listed(r, ([n, v]) => `    [${n.startsWith('A') ? 'HTTP_' : ''}${n.toUpperCase().replace('-', '_')}] => ${v}`, '\n')}\n)\nbody: ${measured(r.body)}\n`,
  },
  {
    name: 'a hash of Perl',
    print: (r) =>
      `$VAR1 = bless( {\n  '_method' => ${bare(r.method)},\n  '_uri' => ${bare(urlOf(r))},\n  '_headers' => bless( {\n${listed(r, ([n, v]) => `    ${bare(n.toLowerCase())} => ${bare(v)}`, ',\n')}\n  }, 'HTTP::Headers' ),\n  '_content' => ${bare(r.body)}\n}, 'HTTP::Request' );\n`,
  },
  {
    name: 'a dictionary of Python, in pieces',
    print: (r) =>
      `{'headers': [${listed(r, ([n, v]) => `(${bytes(n.toLowerCase())},\n              ${pieces(v)})`, ',\n             ')}],\n 'method': ${single(r.method)},\n 'url': ${single(urlOf(r))}}\n${bytes(r.body)}\n`,
  },
  {
    name: 'a multidict of Python',
    print: (r) =>
      `RequestInfo(url=URL(${single(urlOf(r))}), method=${single(r.method)}, headers=<CIMultiDictProxy(${listed(r, ([n, v]) => `${single(n)}: ${single(v)}`, ', ')})>)\n${bytes(r.body)}\n`,
  },
  {
    name: 'a map of Go',
    print: (r) =>
      `2026/11/29 05:05:02 ${r.method} ${urlOf(r)} map[${listed(r, ([n, v]) => `${n}:[${v}]`, ' ')}]\n${double(r.body)}\n`,
  },
  {
    name: 'values of Go, as spew prints them',
    print: (r) =>
      `(string) (len=${r.method.length}) ${double(r.method)}\n(string) (len=9) ${double(urlOf(r))}\n(http.Header) (len=3) {\n${listed(r, ([n, v]) => ` (string) (len=9) ${double(n)}: ([]string) (len=1 cap=1) {\n  (string) (len=9) ${double(v)}\n }`, ',\n')}\n}\n([]uint8) (len=9 cap=16) {\n${hexLines(r.body)}\n}\n`,
  },
  {
    name: 'JSON of Go, its body in Base64',
    print: (r) =>
      `12:00:01 got ${JSON.stringify({ method: r.method, url: urlOf(r), header: Object.fromEntries(headersOf(r).map(([n, v]) => [n, [v]])), body: Buffer.from(r.body).toString('base64') })}`,
  },
  {
    name: 'a map of Java',
    print: (r) =>
      `Request{method=${r.method}, url=${urlOf(r)}, headers={${listed(r, ([n, v]) => `${n}=[${v}]`, ', ')}}}\nbody=${double(r.body)}\n`,
  },
  {
    name: 'a map of Java, its values bare',
    print: (r) =>
      `Address: ${urlOf(r)}\nHttpMethod: ${r.method}\nHeaders: {Authorization=${r.authorization}, Accept=*/*, Content-Length=${Buffer.byteLength(r.body)}}\nPayload: ${r.body}\n`,
  },
  {
    name: 'tuples of Elixir',
    print: (r) =>
      `{:${r.method.toLowerCase()},\n {${double(urlOf(r))},\n  [\n${listed(r, ([n, v]) => `    {${double(n)}, ${double(v)}}`, ',\n')}\n  ], 'application/json',\n  ${double(r.body)}}}\n`,
  },
  {
    name: 'an object of Node',
    print: (r) =>
      `Error: 401\n    at x (file:///a.js:1:1) {\n  config: {\n    method: ${single(r.method)},\n    url: ${single(urlOf(r))},\n    headers: Object [Headers] {\n${listed(r, ([n, v]) => `      ${single(n)}: ${single(v)}`, ',\n')}\n    },\n    data: ${single(r.body)}\n  }\n}\n`,
  },
  {
    name: 'code for libcurl',
    print: (r) =>
      `${listed(r, ([n, v]) => `slist1 = curl_slist_append(slist1, ${double(`${n}: ${v}`)});\n`, '')}curl_easy_setopt(hnd, CURLOPT_CUSTOMREQUEST, ${double(r.method)});\ncurl_easy_setopt(hnd, CURLOPT_URL, ${double(urlOf(r))});\ncurl_easy_setopt(hnd, CURLOPT_POSTFIELDS, ${double(r.body)});\n`,
  },
  {
    name: 'bytes of a system call',
    print: (r) =>
      `21527 sendto(5, ${bytes(wireOf(r)).slice(1).replaceAll('"', '\\"').replace(/^'|'$/g, '"')}, 900, 0, NULL, 0) = 900\n21527 recvfrom(5, "HTTP/1.1 401 Unauthorized\\r\\n", 9) = 9\n`,
  },
  { name: 'bytes as decimal numbers', print: (r) => `[${[...Buffer.from(wireOf(r))].join(' ')}]\n` },
  {
    name: 'a dump in hexadecimal',
    print: (r) => `WRITE: 9B\n${hexLines(wireOf(r))}\nREAD: 9B\n${hexLines('HTTP/1.1 401 Unauthorized\r\n\r\n')}\n`,
  },
]
