/**
 * The forms in which servers, proxies, clouds and test tools keep a request: each made from one request, as the tool that is named
 * wrote it when it was run, or as its documents show it.
 */
import type { Printable, Printer } from './printers.ts'

const lengthOf = (body: string): string => String(Buffer.byteLength(body))
const urlOf = ({ host, target }: Printable): string => `https://${host}${target}`
const json = (value: unknown): string => JSON.stringify(value)

type Pair = readonly [name: string, value: string]

export const headersOf = (request: Printable): ReadonlyArray<Pair> => [
  ['host', request.host],
  ['user-agent', 'curl/8'],
  ['authorization', request.authorization],
  ['content-type', 'application/json'],
  ['content-length', lengthOf(request.body)],
]

const asObject = (request: Printable): Record<string, string> => Object.fromEntries(headersOf(request))
const asLists = (request: Printable): Record<string, ReadonlyArray<string>> =>
  Object.fromEntries(headersOf(request).map(([name, value]) => [name, [value]]))

const listed = (request: Printable, line: (pair: Pair) => string): string => headersOf(request).map(line).join('\n')

const headLines = (request: Printable): ReadonlyArray<string> => [
  `${request.method} ${request.target} HTTP/1.1`,
  ...headersOf(request).map(([name, value]) => `${name}: ${value}`),
  '',
]
const wireLines = (request: Printable): ReadonlyArray<string> => [...headLines(request), ...request.body.split('\n')]
const wireOf = (request: Printable): string => [...headLines(request), request.body].join('\r\n')

const prefixed = (request: Printable, prefix: string): string =>
  [...wireLines(request), 'HTTP/1.1 401 Unauthorized'].map((line) => prefix + line).join('\n')

const hexadecimal = (text: string): string => Buffer.from(text).toString('hex')

/** The path and the parameters of a target, as Postman keeps them. */
const postmanUrl = ({ host, target }: Printable) => {
  const [name = '', port] = host.split(':')
  const [path = '', query] = target.split('?')
  return {
    protocol: 'https',
    ...(port === undefined ? {} : { port }),
    path: path.slice(1).split('/'),
    host: name.split('.'),
    query: (query ?? '').split('&').flatMap((pair) => {
      const [key = '', value] = pair.split('=')
      return key === '' ? [] : [{ key, value }]
    }),
    variable: [],
  }
}

const yamlBlock = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n')

/** A block of YAML holds no carriage return, and `|-` neither blanks at its beginning nor a line end behind it. */
const yamlText = (text: string, indent: string): string =>
  /\r|^\s|\n$/.test(text) ? json(text) : `|-\n${yamlBlock(text, indent)}`

/** Proxies and servers. */
const serverPrinters: ReadonlyArray<Printer> = [
  {
    name: "Envoy's debug log",
    lacksBody: true,
    print: (request) =>
      `[2026-11-29 08:20:18.063][1][debug][http] [source/a.cc:506] [Tags: "ConnectionId":"0"] new stream\n[2026-11-29 08:20:18.063][1][debug][http] [source/a.cc:1560] [Tags: "ConnectionId":"0","StreamId":"16"] request headers complete (end_stream=false):\n':authority', '${request.host}'\n':path', '${request.target}'\n':method', '${request.method}'\n${listed(request, ([name, value]) => `'${name}', '${value}'`)}\n\n[2026-11-29 08:20:18.063][1][debug][router] [source/b.cc:600] [Tags: "ConnectionId":"0"] cluster 'c' match for URL '/other'\n`,
  },
  {
    name: 'varnishlog',
    lacksBody: true,
    print: (request) =>
      `*   << Request  >> 2\n-   Begin          req 1 rxreq\n-   ReqStart       127.0.0.1 54818 a0\n-   ReqMethod      ${request.method}\n-   ReqURL         ${request.target}\n-   ReqProtocol    HTTP/1.1\n${listed(request, ([name, value]) => `-   ReqHeader      ${name}: ${value}`)}\n-   VCL_call       RECV\n-   RespStatus     401\n-   RespHeader     content-type: application/json\n`,
  },
  {
    name: 'varnishlog -g raw',
    lacksBody: true,
    print: (request) =>
      `         2 ReqMethod      c ${request.method}\n         2 ReqURL         c ${request.target}\n${listed(request, ([name, value]) => `         2 ReqHeader      c ${name}: ${value}`)}\n         2 VCL_call       c RECV\n`,
  },
  {
    name: 'haproxy -d',
    lacksBody: true,
    print: (request) =>
      `00000000:a.accept(0004)=000b from [127.0.0.1:53228] ALPN=<none>\n00000000:a.clireq[000b:ffffffff]: ${request.method} ${request.target} HTTP/1.1\n${listed(request, ([name, value]) => `00000000:a.clihdr[000b:ffffffff]: ${name}: ${value}`)}\n00000000:b.srvrep[000b:000c]: HTTP/1.1 401 Unauthorized\n00000000:b.srvhdr[000b:000c]: content-type: application/json\n`,
  },
  {
    name: "nginx's debug log",
    lacksBody: true,
    print: (request) =>
      `2026/11/29 08:20:18 [debug] 1#1: *1 http request line: "${request.method} ${request.target} HTTP/1.1"\n${listed(request, ([name, value]) => `2026/11/29 08:20:18 [debug] 1#1: *1 http header: "${name}: ${value}"`)}\n2026/11/29 08:20:18 [debug] 1#1: *1 http header done\n`,
  },
  {
    name: "Traefik's access log",
    lacksBody: true,
    print: (request) =>
      json({
        ClientAddr: '127.0.0.1:34796',
        RequestMethod: request.method,
        RequestPath: request.target,
        ...Object.fromEntries(headersOf(request).map(([name, value]) => [`request_${name}`, value])),
      }),
  },
  {
    name: 'the log of wiremock for Rust',
    print: (request) =>
      `[2026-11-29T08:38:51Z DEBUG wiremock::mock_set] Got unexpected request:\n    ${request.method} http://localhost${request.target}\n${listed(request, ([name, value]) => `    ${name}: ${value}`)}\n    ${request.body}\n    \n`,
    oneLine: true,
  },
  {
    name: 'a structure of Rust with a URL in parts',
    print: (request) => {
      const [path = '', query] = request.target.split('?')
      return `Request { url: Url { scheme: "http", host: Some(Domain("${request.host.split(':')[0]}")), path: "${path}", query: ${query === undefined ? 'None' : `Some("${query}")`}, fragment: None }, method: ${request.method}, headers: {${headersOf(
        request,
      )
        .map(([name, value]) => `"${name}": "${value}"`)
        .join(', ')}}, body: [${[...Buffer.from(request.body)].join(', ')}] }`
    },
  },
  {
    name: 'the connections of reqwest',
    print: (request) => {
      const { body } = request
      const head = wireOf({ ...request, body: '' })
      const literal = (text: string) =>
        Buffer.from(text)
          .toString('latin1')
          .replace(/[\\"]/g, '\\$&')
          .replaceAll('\r', '\\r')
          .replaceAll('\n', '\\n')
          .replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
      const sized = head.replace(/content-length: \d+/, `content-length: ${lengthOf(body)}`)
      return `2026-11-29T08:38:33Z TRACE reqwest::connect::verbose: 3694fe4a write (vectored): b"${literal(sized)}"b"${literal(body)}"\n2026-11-29T08:38:33Z TRACE reqwest::connect::verbose: 3694fe4a read: b"HTTP/1.1 401 Unauthorized\\r\\n"\n`
    },
  },
  {
    name: 'a captured header of HAProxy',
    print: (request) =>
      `127.0.0.1:53228 [29/Nov/2026:08:20:18.496] a b/s 0/0/0/2/2 401 202 - - ---- 1/1/0/0/0 0/0 {|${request.authorization}|${Buffer.from(
        request.body,
      )
        .toString('latin1')
        .replace(
          /[^ -~]|["#{|}]/g,
          (c) => `#${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
        )}} "${request.method} ${request.target} HTTP/1.1"\n`,
    oneLine: true,
  },
  {
    name: 'a filter of Spring',
    oneLine: true,
    print: (request) =>
      `2026-11-29 08:00:00.100 DEBUG 1 --- [nio-8080-exec-1] o.s.w.f.CommonsRequestLoggingFilter : After request [${request.method} ${request.target}, client=127.0.0.1, headers=[${headersOf(
        request,
      )
        .map(([name, value]) => `${name}:"${value}"`)
        .join(', ')}], payload=${request.body}]\n`,
  },
]

/** Programs that test or record. */
const recorderPrinters: ReadonlyArray<Printer> = [
  {
    name: 'the report of newman',
    print: (request) =>
      json({
        collection: { info: { name: 'c' } },
        run: {
          executions: [
            {
              request: {
                url: postmanUrl(request),
                header: headersOf(request).map(([key, value]) => ({ key, value })),
                method: request.method,
                body: { mode: 'raw', raw: request.body, options: { raw: { language: 'json' } } },
              },
            },
          ],
        },
      }),
  },
  {
    name: 'the inspector of ngrok',
    print: (request) =>
      json({
        id: 'airt_1',
        request: {
          method: request.method,
          proto: 'HTTP/1.1',
          headers: asLists(request),
          uri: request.target,
          raw: Buffer.from(wireOf(request)).toString('base64'),
        },
      }),
  },
  {
    name: 'a collection of Hoppscotch',
    print: (request) =>
      json([
        {
          v: 1,
          requests: [
            {
              v: '5',
              endpoint: urlOf(request),
              headers: [
                ...headersOf(request).map(([key, value]) => ({ key, value, active: true })),
                { key: 'Authorization', value: 'x', active: false },
              ],
              method: request.method,
              body: { contentType: 'application/json', body: request.body },
            },
          ],
        },
      ]),
  },
  {
    name: 'an export of webhook.site',
    print: (request) =>
      json({
        uuid: 'a',
        method: request.method,
        content: request.body,
        headers: asLists(request),
        url: urlOf(request),
      }),
  },
  {
    name: 'chunks that aiohttp traces',
    print: (request) =>
      `INFO:root:sent TraceRequestHeadersSentParams(method='${request.method}', url=URL('${urlOf(request)}'), headers=<CIMultiDict(${headersOf(
        request,
      )
        .map(([name, value]) => `'${name}': '${value}'`)
        .join(', ')})>)\nINFO:root:TraceRequestChunkSentParams(method='${request.method}', chunk=b'${Buffer.from(
        request.body,
      )
        .toString('latin1')
        .replace(/[\\']/g, '\\$&')
        .replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}')\n`,
  },
  {
    name: 'a stream that Wireshark shows as raw data',
    print: (request) =>
      `===\nFollow: tcp,raw\nFilter: tcp.stream eq 0\nNode 0: 127.0.0.1:1\nNode 1: 127.0.0.1:2\n${hexadecimal(wireOf(request))}\n\t${hexadecimal('HTTP/1.1 401 Unauthorized\r\n\r\n')}\n===\n`,
  },
  {
    name: 'a cassette in YAML',
    print: (request) =>
      `interactions:\n- request:\n    body: ${json(request.body)}\n    headers:\n${headersOf(request)
        .map(([name, value]) => `      ${name}:\n      - ${/^\d|\*/.test(value) ? `'${value}'` : value}`)
        .join(
          '\n',
        )}\n    method: ${request.method}\n    uri: ${urlOf(request)}\n  response:\n    body:\n      string: '{"a":1}'\nversion: 1\n`,
  },
  {
    name: 'a cassette in YAML, its scalars in blocks',
    print: (request) =>
      `- request:\n    method: ${request.method}\n    url: ${urlOf(request)}\n    headers:\n      Authorization: >-\n        ${request.authorization.replace(' ', '\n        ')}\n    body: ${yamlText(request.body, '      ')}\n  status: 401\n`,
  },
  {
    name: 'a message in a document of YAML',
    print: (request) =>
      `kind: ConfigMap\nmetadata:\n  name: a\ndata:\n  request.http: |\n${yamlBlock(wireLines(request).join('\n'), '    ')}\n  other: b\n`,
  },
]

/** Logs of containers and clouds. */
const cloudPrinters: ReadonlyArray<Printer> = [
  {
    name: 'the JSON of Docker',
    print: (request) =>
      [...wireLines(request), 'HTTP/1.1 401 Unauthorized']
        .map((line) => json({ log: `${line}\n`, stream: 'stdout', time: '2026-11-29T08:00:00Z' }))
        .join('\n'),
  },
  { name: 'a container of Kubernetes', print: (request) => prefixed(request, '2026-11-29T08:00:00.000001Z stdout F ') },
  { name: 'kubectl logs --prefix', print: (request) => prefixed(request, '[pod/api-5d-x/app] ') },
  { name: 'docker compose logs', print: (request) => prefixed(request, 'api-1  | ') },
  { name: 'the journal of systemd', print: (request) => prefixed(request, 'Nov 29 08:00:00 host app[123]: ') },
  {
    name: 'Google Cloud Logging',
    print: (request) =>
      JSON.stringify([{ insertId: 'a', textPayload: wireOf(request), severity: 'INFO', logName: 'x' }], null, 2),
  },
  {
    name: 'events of CloudWatch',
    print: (request) => {
      const [path, query = ''] = request.target.split('?')
      const event = {
        rawPath: path,
        rawQueryString: query,
        headers: asObject(request),
        requestContext: { http: { method: request.method, path } },
        body: request.body,
        isBase64Encoded: false,
      }
      return json({
        events: [{ message: 'START RequestId: a\n' }, { message: `2026-11-29T08:00:00Z\ta\tINFO\t${json(event)}\n` }],
      })
    },
  },
  {
    name: 'wrangler tail, of a Worker that logs its request',
    print: (request) =>
      json({
        scriptName: 'api',
        logs: [{ message: [wireOf(request)], level: 'log', timestamp: 1 }],
        event: { request: { url: urlOf(request), method: request.method, headers: { authorization: 'REDACTED' } } },
      }),
  },
]

export const records: ReadonlyArray<Printer> = [...serverPrinters, ...recorderPrinters, ...cloudPrinters]
