/**
 * What programs leave out unless they are told otherwise: for each program of the table, what it prints by default is refused, or
 * its body is told as missing, with the program's own switch; and what it prints with that switch is read.
 */
import { type Lack, printingTools } from '../../../../src/kit/diagnosis/pasted/printingTools.ts'
import { assert, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

interface Sample {
  /** As the table names the program. */
  readonly tool: string
  readonly lack: Lack
  readonly byDefault: string
  readonly switched: string
  /** With the switch, the output has no body either. */
  readonly lacksBody?: true
}

const body = '{"a":1}'
const message = `POST /a HTTP/1.1\r\nHost: h\r\nAuthorization: ${line}\r\nContent-Length: 7\r\n\r\n${body}`
const okhttp = (authorization: string): string =>
  `--> POST https://h/a\nContent-Length: 7\nAuthorization: ${authorization}\n\n${body}\n--> END POST (7-byte body)\n`
const caddy = (authorization: string): string =>
  JSON.stringify({
    level: 'info',
    logger: 'http.log.access.log0',
    request: { method: 'POST', host: 'h', uri: '/a', headers: { Authorization: [authorization], Accept: ['*/*'] } },
    status: 401,
  })
const traefik = (authorization: string): string =>
  JSON.stringify({
    RequestMethod: 'POST',
    RequestPath: '/a',
    RouterName: 'a@file',
    entryPointName: 'web',
    request_Authorization: authorization,
  })
const varnish = (authorization: string): string =>
  `-   ReqMethod      POST\n-   ReqURL         /a\n-   ReqHeader      Host: h\n-   ReqHeader      Authorization: ${authorization}\n-   VCL_call       RECV\n`
const dotnet = (authorization: string): string =>
  `info: System.Net.Http.HttpClient.api.ClientHandler[100]\n      Sending HTTP request POST https://h/a\ntrce: System.Net.Http.HttpClient.api.ClientHandler[102]\n      Request Headers:\n      Authorization: ${authorization}\n      Content-Length: 7\n`
const aspnet = (authorization: string): string =>
  `info: Microsoft.AspNetCore.HttpLogging.HttpLoggingMiddleware[1]\n      Request:\n      Protocol: HTTP/1.1\n      Method: POST\n      Path: /a\n      Host: h\n      Authorization: ${authorization}\n`
const ktor = (authorization: string): string =>
  `REQUEST: https://h/a\nMETHOD: HttpMethod(value=POST)\nCOMMON HEADERS\n-> Accept: */*\n-> Authorization: ${authorization}\nCONTENT HEADERS\n-> Content-Length: 7\nBODY START\n${body}\nBODY END\n`
const pino = (authorization: string): string =>
  JSON.stringify({ level: 30, time: 1795888889000, req: { method: 'POST', url: '/a', headers: { authorization } } })
const sentry = (authorization: string): string =>
  JSON.stringify({
    platform: 'python',
    request: { method: 'POST', url: 'http://h/a', headers: [['Authorization', authorization]], data: body },
  })
const squid = (target: string): string =>
  `1796052993.567     31 127.0.0.1 TCP_MISS/401 3414 POST http://h${target} - HIER_DIRECT/h text/html [Host: h\\r\\nAuthorization: ${line}\\r\\nContent-Length: 7\\r\\n] [HTTP/1.1 401 Unauthorized\\r\\nServer: a\\r\\n\\r\\n]\n`
const exchanges = (headers: Record<string, ReadonlyArray<string>>): string =>
  JSON.stringify({
    exchanges: [
      { request: { uri: 'http://h/a', method: 'POST', headers }, response: { status: 401 }, timeTaken: 'PT0.1S' },
    ],
  })
const envoy = (members: Record<string, string>): string =>
  JSON.stringify({
    downstream_remote_address: '127.0.0.1:1',
    method: 'POST',
    path: '/a',
    response_code: 401,
    upstream_cluster: null,
    ...members,
  })
const quarkus = (text: string): string =>
  `2026-11-30 08:56:49,101 INFO  [org.jbo.res.rea.cli.log.DefaultClientLogger] (a) Request: POST http://h/a Headers[Accept=*/* Authorization=${line} content-length=7], Body:\n${text}\n`
const logbook = (url: string): string =>
  `Outgoing Request: f41bfbb01aa0815d\nRemote: localhost\nPOST ${url} HTTP/1.1\nauthorization: ${line}\ncontent-length: 7\n\n${body}\n`
const long = line.padEnd(239, 'A')
const gateway = `(a) Method request headers: {Authorization=*********************AA==, Host=h}\n(a) HTTP Method: POST, Resource Path: /a\n`

/** As strace shows bytes; by default the first 32 of them. */
const traced = (bytes: string): string => bytes.replaceAll('"', '\\"').replaceAll('\r\n', '\\r\\n')

const chromium = (authorization: string): string =>
  JSON.stringify(
    {
      method: 'POST',
      url: 'http://h/a',
      headers: ['Content-Length: 7', `Authorization: ${authorization}`],
    },
    null,
    1,
  )

const dioFrame = (afterTables: string): string =>
  `╔╣ Request ║ POST \n║  http://h/a\n╚════╝\n╔ Headers \n╟ content-length: 7\n╟ Authorization: \n║ ${line.slice(0, 20)}\n║ ${line.slice(20)}\n╚════╝\n${afterTables}\n`

/** As ureq prints bytes: sixteen a line, in groups of two, with dashes behind the last. */
const ureqLines = (text: string): string =>
  (
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,32}/g) ?? []
  )
    .map((row) => `[TRACE ureq_proto::util] ${row.padEnd(32, '-').replace(/.{4}/g, '$& ')} ................\n`)
    .join('')

const samples: ReadonlyArray<Sample> = [
  {
    tool: 'strace',
    lack: 'headers',
    byDefault: '77 sendto(3, "POST /a HTTP/1.1\\r\\nHost: h\\r\\nAu"..., 900, 0, NULL, 0) = 900\n',
    switched: `77 sendto(3, "${traced(message)}", 900, 0, NULL, 0) = 900\n`,
  },
  {
    tool: 'httpx',
    lack: 'hidden',
    byDefault: "POST http://h/a\nHeaders({'host': 'h', 'authorization': '[secure]'})\nb'{}'\n",
    switched: `<Request('POST', 'http://h/a')> [(b'Host', b'h'), (b'Authorization', b'${line}'), (b'Content-Length', b'7')] b'${body}'\n`,
  },
  {
    tool: 'the trace of httpx',
    lack: 'headers',
    byDefault:
      'DEBUG httpcore.http11 - send_request_headers.started request=<Request [b\'POST\']>\nINFO httpx - HTTP Request: POST http://h/a "HTTP/1.1 401 Unauthorized"\n',
    switched: `POST http://h/a\n[(b'Host', b'h'), (b'Authorization', b'${line}'), (b'Content-Length', b'7')]\nb'${body}'\n`,
  },
  {
    tool: "the log of Python's urllib3",
    lack: 'headers',
    byDefault: 'DEBUG:urllib3.connectionpool:http://127.0.0.1:8791 "POST /a HTTP/1.1" 401 53\n',
    switched: `send: b'${message.replaceAll('\r\n', '\\r\\n')}'\nreply: 'HTTP/1.1 401 Unauthorized\\r\\n'\n`,
  },
  {
    tool: 'Scrapy',
    lack: 'headers',
    byDefault:
      '2026-11-29 08:29:28 [scrapy.core.engine] DEBUG: Crawled (401) <POST http://h/a> (referer: None)\n2026-11-29 08:29:28 [scrapy.core.engine] INFO: Closing spider (finished)\n',
    switched: `2026-11-29 08:29:28 [s] INFO: <POST http://h/a> {b'Authorization': [b'${line}']} b'${body}'\n`,
  },
  {
    tool: 'newman on the command line',
    lack: 'headers',
    byDefault: 'newman\n\nc\n\n→ create\n  POST http://h/a  \n  401 Unauthorized ★ 120ms time\n',
    switched: JSON.stringify({
      run: {
        executions: [
          {
            request: {
              url: { protocol: 'http', host: ['h'], path: ['a'], query: [] },
              method: 'POST',
              header: [{ key: 'Authorization', value: line }],
              body: { mode: 'raw', raw: body },
            },
          },
        ],
      },
    }),
  },
  {
    tool: 'NODE_DEBUG=undici',
    lack: 'headers',
    byDefault: 'UNDICI 27279: connected to h using http:\nUNDICI 27279: sending request to POST http://h/a\n',
    switched: `POST /a HTTP/1.1\r\nhost: h\r\nAuthorization: ${line}\r\nContent-Length: 7\r\n\r\n\n`,
    lacksBody: true,
  },
  {
    tool: 'OkHttp',
    lack: 'headers',
    byDefault: '--> POST https://h/a (7-byte body)\n<-- 401 https://h/a (12ms, 53-byte body)\n',
    switched: okhttp(line),
  },
  { tool: 'OkHttp', lack: 'hidden', byDefault: okhttp('██'), switched: okhttp(line) },
  {
    tool: 'Feign',
    lack: 'headers',
    byDefault: '[JobsApi#create] ---> POST http://h/a HTTP/1.1\n[JobsApi#create] <--- HTTP/1.1 401 (9ms)\n',
    switched: `[JobsApi#create] ---> POST http://h/a HTTP/1.1\n[JobsApi#create] Authorization: ${line}\n[JobsApi#create] \n[JobsApi#create] ${body}\n[JobsApi#create] ---> END HTTP (7-byte body)\n`,
  },
  { tool: 'Ktor', lack: 'hidden', byDefault: ktor('***'), switched: ktor(line) },
  {
    tool: 'the logging of HttpClient in .NET',
    lack: 'hidden',
    byDefault: dotnet('*'),
    switched: dotnet(line),
    lacksBody: true,
  },
  {
    tool: 'HttpLogging of ASP.NET Core',
    lack: 'hidden',
    byDefault: aspnet('[Redacted]'),
    switched: aspnet(line),
    lacksBody: true,
  },
  { tool: 'Caddy', lack: 'hidden', byDefault: caddy('REDACTED'), switched: caddy(line), lacksBody: true },
  { tool: 'Traefik', lack: 'hidden', byDefault: traefik('REDACTED'), switched: traefik(line), lacksBody: true },
  { tool: 'varnishlog', lack: 'cut', byDefault: varnish(long), switched: varnish(`${long}A==`), lacksBody: true },
  {
    tool: 'HAProxy',
    lack: 'cut',
    byDefault: 'h:1 [a] a b/s 0/0/0/2/2 401 202 - - ---- 1/1/0/0/0 0/0 {signature=AA==} "POST /a HTTP/1.1"\n',
    switched: `h:1 [a] a b/s 0/0/0/2/2 401 202 - - ---- 1/1/0/0/0 0/0 {${line}} "POST /a HTTP/1.1"\n`,
    lacksBody: true,
  },
  {
    tool: 'Wireshark',
    lack: 'cut',
    byDefault: `Hypertext Transfer Protocol\n    POST /a HTTP/1.1\\r\\n\n    Host: h\\r\\n\n     [truncated]Authorization: ${line}\n`,
    switched: [...Buffer.from(message)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(' ')
      .replace(/(?:.. ?){1,16}/g, (bytes) => `${bytes}\n`)
      .split('\n')
      .map((bytes, i) => `${(i * 16).toString(16).padStart(8, '0')}  ${bytes}`)
      .join('\n'),
  },
  {
    tool: 'the log of Spring WebFlux',
    lack: 'headers',
    byDefault: '2026-11-29 DEBUG o.s.w.r.f.client.ExchangeFunctions : [a] HTTP POST http://h/a, headers={masked}\n',
    switched: `2026-11-29 DEBUG o.s.w.r.f.client.ExchangeFunctions : [a] HTTP POST http://h/a, headers=[Authorization:"${line}", Content-Length:"7"]\n`,
    lacksBody: true,
  },
  {
    tool: 'CommonsRequestLoggingFilter of Spring',
    lack: 'headers',
    byDefault: 'DEBUG o.s.w.f.CommonsRequestLoggingFilter : Before request [POST http://h/a]\n',
    switched: `DEBUG o.s.w.f.CommonsRequestLoggingFilter : After request [POST /a, headers=[authorization:"${line}", content-length:"7"], payload=${body}]\n`,
  },
  {
    tool: 'an exception of Guzzle',
    lack: 'headers',
    byDefault:
      'PHP Fatal error:  Uncaught GuzzleHttp\\Exception\\ClientException: Client error: `POST http://h/a` resulted in a `401 Unauthorized` response:\n{"a": (truncated...)\n',
    switched: `[2026-11-29T08:00:00+00:00] guzzle.DEBUG: >>>>>>>>\n${message}\n<<<<<<<<\nHTTP/1.1 401 Unauthorized\r\n\r\n{}\n--------\nNULL [] []\n`,
  },
  { tool: 'Sentry', lack: 'hidden', byDefault: sentry('[Filtered]'), switched: sentry(line) },
  { tool: 'pino', lack: 'hidden', byDefault: pino('[Redacted]'), switched: pino(line), lacksBody: true },
  {
    tool: 'the log of API Gateway',
    lack: 'hidden',
    byDefault: gateway,
    switched: JSON.stringify({ httpMethod: 'POST', path: '/a', headers: { Authorization: line }, body }),
  },
  {
    tool: 'the page of Sentry',
    lack: 'target',
    byDefault: `HTTP Request\nPOST\n/a\nh\nQuery String\nx\t1\nBody\n${body}\nHeaders\nAuthorization\t${line}\n`,
    switched: `curl 'http://h/a' -H 'Authorization: ${line}' -d '${body}'`,
  },
  {
    tool: 'the log of API Gateway',
    lack: 'target',
    byDefault: `(a) HTTP Method: POST, Resource Path: /a\n(a) Method request query string: {x=1}\n(a) Method request headers: {Host=h, Authorization=${line}}\n(a) Method request body before transformations: ${body}\n(a) Endpoint request URI: https://backend.example.com/a?x=1\n`,
    switched: JSON.stringify({ method: 'POST', url: '/a', headers: { Authorization: line }, body }),
  },
  {
    tool: 'Logbook',
    lack: 'target',
    byDefault: logbook('http://h/a?q=x y'),
    switched: logbook('http://h/a'),
  },
  { tool: 'Squid', lack: 'target', byDefault: squid('/a?'), switched: squid('/a'), lacksBody: true },
  {
    tool: 'Squid',
    lack: 'headers',
    byDefault: '1796052993.567     31 127.0.0.1 TCP_MISS/401 34 POST http://h/a - HIER_DIRECT/h text/html\n',
    switched: squid('/a'),
    lacksBody: true,
  },
  {
    tool: 'the log of Rails',
    lack: 'headers',
    byDefault:
      'Started POST "/a" for 127.0.0.1 at 2026-11-30 08:56:49 +0000\nProcessing by JobsController#create as JSON\n  Parameters: {"a"=>1, "job"=>{"a"=>1}}\nCompleted 401 Unauthorized in 5ms\n',
    switched: `Started POST "/a" for 127.0.0.1 at 2026-11-30 08:56:49 +0000\nProcessing by JobsController#create as JSON\nAuthorization: ${line}\nBody: ${body}\nCompleted 401 Unauthorized in 5ms\n`,
  },
  {
    tool: 'the list of requests of Spring Boot',
    lack: 'headers',
    byDefault: exchanges({ host: ['h'] }),
    switched: exchanges({ host: ['h'], authorization: [line] }),
    lacksBody: true,
  },
  {
    tool: 'the access log of Envoy',
    lack: 'headers',
    byDefault: '[2026-11-30T15:36:31.876Z] "POST /a HTTP/1.1" 401 - 0 0 0 - "-" "curl/8.5.0" "fb46" "h" "-"\n',
    switched: `[2026-11-30T15:36:31.876Z] "POST /a HTTP/1.1" 401 - 0 0 0 - "-" "curl/8.5.0" "fb46" "h" "-" "${line}"\n`,
    lacksBody: true,
  },
  {
    tool: 'the access log of Envoy',
    lack: 'headers',
    byDefault: envoy({}),
    switched: envoy({ authorization: line }),
    lacksBody: true,
  },
  {
    tool: 'the log of a load balancer of AWS',
    lack: 'headers',
    byDefault:
      'https 2026-11-30T08:56:49.000000Z app/a/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.086 0.048 0.037 401 401 900 57 "POST https://h:443/a HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2\n',
    switched: message,
  },
  {
    tool: 'the log of a load balancer of AWS',
    lack: 'headers',
    byDefault:
      '2026-11-30T08:56:49.000000Z a 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 401 401 76 29 "POST https://h:443/a HTTP/1.1" "curl/8.5.0" - -\n',
    switched: message,
  },
  {
    tool: 'the log of Cloudflare',
    lack: 'headers',
    byDefault: JSON.stringify({ ClientRequestMethod: 'POST', ClientRequestURI: '/a', EdgeResponseStatus: 401 }),
    switched: JSON.stringify({
      ClientRequestMethod: 'POST',
      ClientRequestURI: '/a',
      EdgeResponseStatus: 401,
      RequestHeaders: { authorization: line },
    }),
    lacksBody: true,
  },
  {
    tool: 'the log of a gateway of Azure',
    lack: 'headers',
    byDefault: JSON.stringify({
      category: 'FrontDoorAccessLog',
      properties: { httpMethod: 'POST', requestUri: 'https://h:443/a', httpStatusCode: '401' },
    }),
    switched: message,
  },
  {
    tool: 'the log of requests of Google Cloud',
    lack: 'headers',
    byDefault: JSON.stringify([{ httpRequest: { requestMethod: 'POST', requestUrl: 'https://h/a', status: 401 } }]),
    switched: message,
  },
  {
    tool: 'morgan-body',
    lack: 'headers',
    byDefault: `\nRequest: POST /a at Mon Nov 30 2026 15:33:00 GMT+0000, IP: 127.0.0.1, User Agent: node\nRequest Body:\n{\n\t"a": 1\n}\nResponse Body:\n{}\nResponse: 401 1.065 ms \n`,
    switched: `\nRequest: POST /a headers[host=h;authorization=${line};content-length=7] at Mon Nov 30 2026 15:33:00 GMT+0000, IP: 127.0.0.1, User Agent: node\nRequest Body:\n{\n\t"a": 1\n}\nResponse Body:\n{}\nResponse: 401 1.065 ms \n`,
  },
  { tool: 'the client of Quarkus', lack: 'body', byDefault: quarkus(body.slice(0, 5)), switched: quarkus(body) },
  {
    tool: 'wrangler tail',
    lack: 'hidden',
    byDefault: JSON.stringify({
      scriptName: 'api',
      logs: [],
      event: { request: { url: 'http://h/a', method: 'POST', headers: { authorization: 'REDACTED' } } },
    }),
    switched: JSON.stringify({
      scriptName: 'api',
      logs: [{ message: [message], level: 'log' }],
      event: { request: { url: 'http://h/a', method: 'POST', headers: { authorization: 'REDACTED' } } },
    }),
  },
  {
    tool: 'a header that is marked as sensitive in Rust',
    lack: 'hidden',
    byDefault: 'Request { method: POST, url: "http://h/a", headers: {"authorization": Sensitive} }\n',
    switched: `Request { method: POST, url: "http://h/a", headers: {"authorization": "${line}"} }\n`,
    lacksBody: true,
  },
  {
    tool: 'mitmdump',
    lack: 'headers',
    byDefault: '127.0.0.1:55862: POST http://h/a\n     << 401 Unauthorized 53b\n',
    switched: `127.0.0.1:55862: POST http://h/a\n    Host: h\n    Authorization: ${line}\n    Content-Length: 7\n\n    ${body}\n\n << 401 Unauthorized 53b\n`,
  },
  {
    tool: 'mitmdump',
    lack: 'body',
    byDefault: `127.0.0.1:55862: POST http://h/a\n    Host: h\n    Authorization: ${line}\n\n    {"a":\n    (cut off)\n\n << 401 Unauthorized 53b\n`,
    switched: `127.0.0.1:55862: POST http://h/a\n    Host: h\n    Authorization: ${line}\n\n    ${body}\n\n << 401 Unauthorized 53b\n`,
  },
  {
    tool: 'Resty',
    lack: 'body',
    byDefault: `~~~ REQUEST ~~~\nPOST  /a  HTTP/1.1\nHOST   : h\nHEADERS:\n\tAuthorization: ${line}\nBODY   :\n{\n   "a": 1\n}\n------------------------------------------------------------------------------\n~~~ RESPONSE ~~~\n`,
    switched: `curl -X POST -H 'Authorization: ${line}' -d '${body}' http://h/a`,
  },
  {
    tool: 'Rest Assured',
    lack: 'body',
    byDefault: `Request method:\tPOST\nRequest URI:\thttp://h/a\nHeaders:\t\tAuthorization=${line}\n\t\t\t\tAccept=*/*\nCookies:\t\t<none>\nBody:\n{\n    "a": 1\n}\n`,
    switched: `Request method:\tPOST\nRequest URI:\thttp://h/a\nHeaders:\t\tAuthorization=${line}\n\t\t\t\tAccept=*/*\nCookies:\t\t<none>\nBody:\n${body}\n`,
  },
  {
    tool: 'tcpdump -A',
    lack: 'body',
    byDefault: `12:43:02.854640 IP 127.0.0.1.35408 > 127.0.0.1.9100: Flags [P.], seq 1:665, ack 1, win 64, length 664\nE...Z.@.@.POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 10\n\n{"a":".."}\n12:43:02.854645 IP 127.0.0.1.9100 > 127.0.0.1.35408: Flags [.], ack 665, length 0\n`,
    switched: message,
  },
  {
    tool: 'the output of tcpflow -c',
    lack: 'body',
    byDefault: `010.001.001.001.43210-010.002.002.002.18180: POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 10\n\n{"a":".."}\n`,
    switched: message,
  },
  {
    tool: 'the log of socat -v',
    lack: 'body',
    byDefault: `> 2026/11/30 00:21:07.000851864  length=90 from=0 to=89\nPOST /a HTTP/1.1\\r\nHost: h\\r\nAuthorization: ${line}\\r\nContent-Length: 10\\r\n\\r\n{"a":".."}\n`,
    switched: message,
  },
  {
    tool: 'aria2',
    lack: 'hidden',
    byDefault:
      '2026-11-30 00:20:51.9 [INFO] [HttpConnection.cc:128] CUID#7 - Requesting:\nPOST /a HTTP/1.1\nHost: h\nAuthorization: <snip>\n\n',
    switched: message,
  },
  {
    tool: 'tshark',
    lack: 'body',
    byDefault: `Follow: tcp,ascii\nFilter: tcp.stream eq 2\nNode 0: 127.0.0.1:35416\nNode 1: 127.0.0.1:9100\n66\nPOST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 10\n\n{"a":".."}\n\t190\nHTTP/1.1 401 Unauthorized\n`,
    switched: message,
  },
  {
    tool: 'the log of the network in Chromium',
    lack: 'hidden',
    byDefault: chromium('[438 bytes were stripped]'),
    switched: chromium(line),
    lacksBody: true,
  },
  {
    tool: 'Feign',
    lack: 'body',
    byDefault: `[Api#a] ---> POST http://h/a HTTP/1.1\n[Api#a] Authorization: ${line}\n[Api#a] Content-Length: 7\n[Api#a] \n[Api#a] Binary data\n[Api#a] ---> END HTTP (7-byte body)\n`,
    switched: `[Api#a] ---> POST http://h/a HTTP/1.1\n[Api#a] Authorization: ${line}\n[Api#a] Content-Length: 7\n[Api#a] \n[Api#a] ${body}\n[Api#a] ---> END HTTP (7-byte body)\n`,
  },
  {
    tool: 'the debug output of wget',
    lack: 'body',
    byDefault: `---request begin---\nPOST /a HTTP/1.1\r\nHost: h\r\nAuthorization: ${line}\r\nContent-Length: 7\r\n\r\n---request end---\n[writing BODY file /a/body ... done]\nHTTP request sent, awaiting response... \n`,
    switched: `---request begin---\nPOST /a HTTP/1.1\r\nHost: h\r\nAuthorization: ${line}\r\nContent-Length: 7\r\n\r\n---request end---\n[BODY data: ${body}]\nHTTP request sent, awaiting response... \n`,
  },
  {
    tool: 'the frame of pretty_dio_logger',
    lack: 'body',
    byDefault: dioFrame('╔ Body \n╟ a: 1\n╚════╝'),
    switched: dioFrame(`║ ${body}`),
  },
  {
    tool: 'the headers panel of a browser',
    lack: 'body',
    byDefault: `Request URL\nhttp://h/a\nRequest Method\nPOST\nStatus Code\n401 Unauthorized\nServer\nx\nAccept\n*/*\nAuthorization\n${line}\nContent-Length\n7\nHost\nh\n`,
    switched: `curl 'http://h/a' -H 'Authorization: ${line}' --data-raw '${body}'`,
  },
  {
    tool: 'the summary of tshark (psml)',
    lack: 'headers',
    byDefault:
      '<?xml version="1.0" encoding="utf-8"?>\n<psml version="0" creator="wireshark/4.0.11">\n<packet>\n<section>4</section><section>HTTP</section><section>POST /a HTTP/1.1  (application/json)</section>\n</packet>\n</psml>\n',
    switched: message,
  },
  {
    tool: 'the debug log of VCR',
    lack: 'headers',
    byDefault: `[webmock] Handling request: [post http://h/a] (disabled: false)\n  [Cassette: 'jobs'] Initialized HTTPInteractionList\n`,
    switched: `http_interactions:\n- request:\n    method: post\n    uri: http://h/a\n    body:\n      encoding: UTF-8\n      string: '{"a":1}'\n    headers:\n      Authorization:\n      - ${line}\n`,
  },
  {
    tool: 'ureq',
    lack: 'headers',
    byDefault:
      '[DEBUG ureq::run] Request { method: POST, uri: http://h/a, version: HTTP/1.1, headers: {"host": "h", "<NOTICE>": "1 HEADERS ARE REDACTED"} }\n',
    switched: `[DEBUG ureq::run] POST http://h/a\n${ureqLines(`POST /a HTTP/1.1\r\nhost: h\r\nauthorization: ${line}\r\ncontent-length: 7\r\n\r\n`)}[DEBUG ureq_proto::client] Call<SendBody>\n`,
    lacksBody: true,
  },
  {
    tool: 'k6',
    lack: 'body',
    byDefault: `time="2026-11-29T08:00:00Z" level=info msg="Request:\\nPOST /a HTTP/1.1\\r\\nHost: h\\r\\nAuthorization: ${line}\\r\\nContent-Length: 7\\r\\n\\r\\n\\n" group= iter=0\n`,
    switched: `time="2026-11-29T08:00:00Z" level=info msg="Request:\\n${message.replaceAll('"', '\\"').replaceAll('\r\n', '\\r\\n')}\\n" group= iter=0\n`,
  },
]

const tools = suite('readRequest: what programs leave out, and their switches')

tools('each program of the table has a sample', () =>
  assert.equal(
    [...new Set(samples.map(({ tool }) => tool))].sort(),
    [...new Set(printingTools.map(({ name }) => name))].sort(),
  ),
)

const remedyOf = ({ tool, lack }: Sample): string =>
  printingTools.find(({ name, lacks }) => name === tool && lacks.includes(lack))?.remedy ?? 'no such row'

for (const sample of samples) {
  const { tool, lack, byDefault, switched, lacksBody } = sample
  tools(`${tool} without its ${lack}: the switch is named, and with it the request is read`, () => {
    const said = lack === 'body' ? noted(read(byDefault)) : refusal(byDefault)
    assert.ok(said.includes(remedyOf(sample)), said)
    if (lack === 'body') assert.is(read(byDefault).bodyMissing, true)
    const received = read(switched)
    assert.equal([received.method, received.target], ['POST', '/a'])
    assert.ok(received.authorization[0]?.startsWith(line), switched)
    if (lacksBody === true) assert.is(received.bodyMissing, true)
    else assert.is(bodyOf(received), body)
  })
}

tools('a program that is not known is told in general words', () => {
  assert.ok(refusal("POST http://h/a\n{'Authorization': '<hidden>'}\n").includes('the program that printed this hides'))
})
