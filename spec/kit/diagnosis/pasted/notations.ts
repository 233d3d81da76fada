/**
 * Notations in which tools show a request, each made from one request as the tool that is named wrote it when it was run, or as its
 * documents show it: tables, markup, quoted mails, values of languages, and bytes as numbers.
 */

import type { Printable, Printer } from './printers.ts'
import { headersOf } from './records.ts'

const urlOf = ({ host, target }: Printable): string => `https://${host}${target}`
const json = (value: unknown): string => JSON.stringify(value)
const listed = (request: Printable, line: (name: string, value: string) => string, between: string): string =>
  headersOf(request)
    .map(([name, value]) => line(name, value))
    .join(between)
const wireOf = (request: Printable): string =>
  `${request.method} ${request.target} HTTP/1.1\r\n${listed(request, (name, value) => `${name}: ${value}\r\n`, '')}\r\n${request.body}`
const response = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'

const bytesOf = (text: string): ReadonlyArray<string> =>
  [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'))

const xml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
const cdata = (text: string): string => `<![CDATA[${text}]]>`
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** As a mail program breaks a line: at a blank, or else at the full width. */
const broken = (text: string, width: number): ReadonlyArray<string> => {
  if (text.length <= width) return [text]
  const blank = text.lastIndexOf(' ', width)
  // A blank behind the name of a header is no place to break.
  const isBlank = blank > 20
  return [text.slice(0, isBlank ? blank : width), ...broken(text.slice(isBlank ? blank + 1 : width), width)]
}

/** A signature as long as one of an RSA key, so that lines are broken. */
export const longLine: string = `SVC-SHA256-RSA app_id=app-1,nonce_str=c2c92f1396a835329e6529d35b8c67fb,timestamp=1795999010,signature=${'hOTR+b/N'.repeat(42)}AA==`

const ngrepLines = (text: string): string =>
  (
    Buffer.from(text)
      .toString('latin1')
      .match(/[\s\S]{1,16}/g) ?? []
  )
    .map((row) => {
      const digits = [...row].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0'))
      const columns = `${digits.slice(0, 8).join(' ').padEnd(23)}    ${digits.slice(8).join(' ').padEnd(23)}`
      return `  ${columns}    ${row.replace(/[^ -~]/g, '.')}`
    })
    .join('\n')

const goMap = (request: Printable): string => `map[${listed(request, (name, value) => `${name}:[${value}]`, ' ')}]`

const markup: ReadonlyArray<Printer> = [
  {
    name: 'a session of Charles as XML',
    print: (request) =>
      `<?xml version='1.0' encoding='UTF-8' ?>\n<charles-session><transaction method="${request.method}" protocol="https"><request headers="true" body="true"><headers><first-line>${cdata(`${request.method} ${request.target} HTTP/1.1`)}</first-line>${listed(request, (name, value) => `<header><name>${name}</name><value>${cdata(value)}</value></header>`, '')}</headers><body>${cdata(request.body)}</body></request><response status="401"></response></transaction></charles-session>\n`,
  },
  {
    name: 'a trace of failed requests of IIS',
    print: (request) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<failedRequest url="${xml(urlOf(request))}" verb="${request.method}" statusCode="401">\n<Event><EventData><Data Name="Headers">${listed(request, (name, value) => `${name}: ${value}`, '\n')}\n\n</Data></EventData></Event>\n<Event><EventData><Data Name="Buffer">${xml(request.body)}</Data></EventData></Event>\n</failedRequest>\n`,
  },
  {
    name: 'an export of Kibana as CSV',
    print: (request) =>
      `"@timestamp","http.request.method","url.original","http.request.headers.authorization","http.request.body.content","http.response.status_code"\n"Nov 30, 2026 @ 00:30:00.000",${request.method},${cell(urlOf(request))},${cell(request.authorization)},${cell(request.body)},401\n`,
  },
  {
    name: 'an export of CloudWatch as CSV',
    print: (request) =>
      `@timestamp,@message\n2026-11-30 00:30:00.000,${cell(json({ method: request.method, url: urlOf(request), headers: Object.fromEntries(headersOf(request)), body: request.body }))}\n`,
  },
  {
    name: 'mod_log_forensic',
    lacksBody: true,
    print: (request) => {
      const escaped = (text: string): string => text.replace(/[%|:]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
      return `+awzFy_L_EI1qf8bD778l5QAAAAI|${request.method} ${escaped(request.target)} HTTP/1.1|${listed(request, (name, value) => `${name}:${escaped(value)}`, '|')}\n-awzFy_L_EI1qf8bD778l5QAAAAI\n`
    },
  },
  {
    name: 'a net log of Chrome, which shows the headers in two events',
    lacksBody: true,
    print: (request) => {
      const lines = headersOf(request).map(([name, value]) => `${name}: ${value}`)
      const event = (params: unknown): string => json({ params, phase: 0, type: 240 })
      return `{"constants":{"a":1},"events":[\n${[
        event({ headers: ['Host: other'], line: 'GET /other HTTP/1.1\r\n' }),
        event({ method: 'POST', url: 'https://other.example' }),
        event({
          request_headers: { headers: lines.slice(2), line: `${request.method} ${request.target} HTTP/1.1\r\n` },
        }),
        event({ headers: lines, line: `${request.method} ${request.target} HTTP/1.1\r\n` }),
        event({ headers: ['Host: other'], line: 'GET /icon HTTP/1.1\r\n' }),
      ].join(',\n')}]}\n`
    },
  },
]

const values: ReadonlyArray<Printer> = [
  {
    name: 'arguments of httpc that Elixir prints',
    print: (request) =>
      `httpc.request: {:${request.method.toLowerCase()},\n {'${urlOf(request)}',\n  [\n    {'authorization',\n     '${request.authorization}'}\n  ], 'application/json',\n  ${json(request.body)}},\n [], []}\n`,
  },
  {
    name: 'a trace of httpc of Erlang, with each call',
    print: (request) => {
      const call = `{request,undefined,<0.9.0>,0,http,\n {"${request.host}",443},\n "${request.target}",[],${request.method.toLowerCase()},\n {http_request_h,undefined,"keep-alive",\n  "${request.authorization}",\n  undefined,"0",[]},\n {"application/json",\n  <<${[...Buffer.from(request.body)].join(',').replace(/(.{60,64},)/g, '$1\n    ')}>>},\n {http_options,"HTTP/1.1",infinity,true}}`
      return `(<0.85.0>) call httpc_manager:handle_call(${call},{<0.9.0>})\n(<0.85.0>) call httpc_manager:handle_request(${call})\n`
    },
  },
  {
    name: 'a request of Guzzle that var_dump prints',
    lacksBody: true,
    print: (request) => {
      const [path = '', query = ''] = request.target.split('?')
      const [host = '', port] = request.host.split(':')
      const text = (value: string): string => `string(${Buffer.byteLength(value)}) "${value}"`
      const member = (name: string, of: string, value: string): string =>
        `["${name}":"GuzzleHttp\\Psr7\\${of}":private]=>\n  ${value}\n`
      return `object(GuzzleHttp\\Psr7\\Request)#8 (7) {\n${member('method', 'Request', text(request.method))}${member('requestTarget', 'Request', 'NULL')}${member('uri', 'Request', `object(GuzzleHttp\\Psr7\\Uri)#9 (8) {\n${member('scheme', 'Uri', text('https'))}${member('host', 'Uri', text(host))}${member('port', 'Uri', port === undefined ? 'NULL' : `int(${port})`)}${member('path', 'Uri', text(path))}${member('query', 'Uri', text(query))}}`)}${member('headers', 'Request', `array(1) {\n    ["Authorization"]=>\n    array(1) {\n      [0]=>\n      ${text(request.authorization)}\n    }\n  }`)}${member('stream', 'Request', `object(GuzzleHttp\\Psr7\\Stream)#10 (7) {\n${member('stream', 'Stream', 'resource(28) of type (stream)')}}`)}}\n`
    },
  },
  {
    name: 'dump() of Symfony, whose texts have no escapes',
    print: (request) =>
      `array:4 [\n  "method" => "${request.method}"\n  "uri" => "${urlOf(request)}"\n  "headers" => array:1 [\n    "Authorization" => array:1 [\n      0 => "${request.authorization}"\n    ]\n  ]\n  "body" => "${request.body}"\n]\n`,
  },
  {
    name: 'the text handler of slog of Go',
    print: (request) =>
      `time=2026-11-30T00:42:17.333Z level=INFO msg=outgoing method=${request.method} url=${/[?=]/.test(request.target) ? json(urlOf(request)) : urlOf(request)} headers=${json(goMap(request))} body=${json(request.body)}\n`,
  },
  {
    name: '{:#?} of a request of reqwest',
    lacksBody: true,
    print: (request) => {
      const [path, query] = request.target.split('?')
      return `Request {\n    method: ${request.method},\n    url: Url {\n        scheme: "https",\n        password: None,\n        host: Some(\n            Domain(\n                "${request.host}",\n            ),\n        ),\n        path: "${path}",\n        query: ${query === undefined ? 'None' : `Some(\n            "${query}",\n        )`},\n        fragment: None,\n    },\n    headers: {\n${listed(request, (name, value) => `        "${name}": ${json(value)},`, '\n')}\n    },\n}\n`
    },
  },
]

const numbers: ReadonlyArray<Printer> = [
  {
    name: 'ngrep -x',
    print: (request) =>
      `input: a.pcap\nmatch: .\n\nT 10.1.1.1:43210 -> 10.2.2.2:18180 [AP] #1\n${ngrepLines(wireOf(request))}\n\nT 10.2.2.2:18180 -> 10.1.1.1:43210 [AP] #2\n${ngrepLines(response)}\n`,
  },
  {
    name: 'socat -x',
    print: (request) =>
      `> 2026/11/30 00:21:12.000691975  length=604 from=0 to=603\n ${bytesOf(wireOf(request)).join(' ')} \n< 2026/11/30 00:21:12.000693392  length=245 from=0 to=244\n ${bytesOf(response).join(' ')} \n`,
  },
  {
    name: 'socat -x -v',
    print: (request) => {
      // At most sixteen bytes a line, and none behind a line feed; the text beside them has a dot for each unprintable byte.
      const rows = (text: string): string =>
        (
          Buffer.from(text)
            .toString('latin1')
            .match(/[^\n]{0,15}\n|[^\n]{1,16}/g) ?? []
        )
          .map((row) => {
            const hex = Buffer.from(row, 'latin1').toString('hex').replace(/../g, ' $&')
            return `${hex.padEnd(48)}  ${row.replace(/[^ -~]/g, '.')}\n`
          })
          .join('')
      return `> 2026/11/30 16:53:58.000230424  length=736 from=0 to=735\n${rows(wireOf(request))}--\n< 2026/11/30 16:53:58.000233458  length=119 from=0 to=118\n${rows(response)}--\n`
    },
  },
  {
    name: 'a stream of Wireshark as arrays of C',
    print: (request) => {
      const array = (name: string, text: string): string =>
        `char ${name}[] = { /* Packet 4 */\n${(
          bytesOf(text)
            .join(' ')
            .match(/.{1,24}/g) ?? []
        )
          .map((row) => row.trim().replace(/(\S\S)/g, '0x$1,'))
          .join(' \n')
          .replace(/,$/, '')} };\n`
      return array('peer0_0', wireOf(request)) + array('peer1_0', response)
    },
  },
  {
    name: 'a stream of tshark as YAML',
    print: (request) =>
      `peers:\n  - peer: 0\n    host: 10.1.1.1\n    port: 43210\npackets:\n  - packet: 1\n    peer: 0\n    timestamp: 1795998316.000000954\n    data: !!binary |\n${(
        Buffer.from(wireOf(request))
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      )
        .map((row) => `      ${row}`)
        .join('\n')}\n`,
  },
]

/** Texts that people copy, with lines broken for the eye. */
const copied: ReadonlyArray<Printer> = [
  {
    name: 'a mail that quotes the request twice, in broken lines',
    lacksBody: true,
    print: (request) =>
      `Hi,\n\nOn Mon, Jana wrote:\n${[
        `${request.method} ${request.target} HTTP/1.1`,
        `Host: ${request.host}`,
        `Authorization: ${request.authorization}`,
        'Content-Length: 9',
        '',
      ]
        .flatMap((text) => broken(text, 72))
        .map((text) => `>> ${text}`)
        .join('\n')}\nany idea why this gets a 401?\n`,
  },
  {
    name: 'a header in lines that are set in, as a page shows it',
    print: (request) =>
      `${request.method} ${request.target} HTTP/1.1\nHost: ${request.host}\nAuthorization: ${(request.authorization.match(/.{1,60}/g) ?? []).join('\n               ')}\nContent-Length: ${Buffer.byteLength(request.body)}\n\n${request.body}`,
  },
]

export const notations: ReadonlyArray<Printer> = [...markup, ...values, ...numbers, ...copied]
