/**
 * The forms in which servers, gateways and clouds log a request: each made from one request, as the program that is named wrote it when
 * it was run, or as its documents show it.
 */
import type { Printable, Printer } from './printers.ts'
import { headersOf } from './records.ts'

/** A printer of logs, in one of whose forms the body may be missing. */
export type ServerLog = Printer

const json = (value: unknown): string => JSON.stringify(value)
const urlOf = ({ host, target }: Printable): string => `https://${host}${target}`
const pathOf = ({ target }: Printable): string => target.split('?')[0] ?? ''

const wireOf = (request: Printable): string =>
  [
    `${request.method} ${request.target} HTTP/1.1`,
    ...headersOf(request).map(([name, value]) => `${name}: ${value}`),
    '',
    request.body,
  ].join('\r\n')

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** A record of an application, as most loggers write it. */
const recordOf = (request: Printable): string =>
  json({
    method: request.method,
    url: urlOf(request),
    headers: Object.fromEntries(headersOf(request)),
    body: request.body,
  })

/** By the names of the Elastic Common Schema. */
const ecsOf = (request: Printable): Record<string, unknown> => ({
  '@timestamp': '2026-11-30T08:56:49.000Z',
  'http.request.method': request.method,
  'http.request.body.content': request.body,
  'http.request.headers.authorization': request.authorization,
  'url.original': urlOf(request),
  'url.path': pathOf(request),
  'http.response.status_code': 401,
})

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** What search engines and clouds keep. */
const cloudLogs: ReadonlyArray<ServerLog> = [
  { name: 'a document of ECS with flat names', print: (request) => json(ecsOf(request)) },
  {
    name: 'the fields of a search in Elasticsearch',
    print: (request) =>
      json({ fields: Object.fromEntries(Object.entries(ecsOf(request)).map(([name, value]) => [name, [value]])) }),
  },
  {
    name: 'Logs Insights of CloudWatch, with a record in each line',
    print: (request) =>
      json({
        results: [
          [
            { field: '@timestamp', value: '2026-11-30 08:56:49.000' },
            { field: '@message', value: recordOf(request) },
          ],
        ],
        status: 'Complete',
      }),
  },
  {
    name: 'Logs Insights of CloudWatch, with a field for each member',
    print: (request) =>
      json({
        results: [
          [
            { field: 'method', value: request.method },
            { field: 'url', value: urlOf(request) },
            { field: 'headers.authorization', value: request.authorization },
            { field: 'body', value: request.body },
          ],
        ],
      }),
  },
  {
    name: 'an export of Datadog as CSV',
    print: (request) => `"Date","Host","Service","Message"\n"2026-11-30","h","api",${cell(recordOf(request))}\n`,
  },
  {
    name: 'the log of API Management of Azure',
    print: (request) =>
      json({
        Category: 'GatewayLogs',
        Method: request.method,
        Url: urlOf(request),
        ResponseCode: 401,
        RequestHeaders: json(Object.fromEntries(headersOf(request))),
        RequestBody: request.body,
        BackendMethod: request.method,
        BackendUrl: 'https://backend.example.com/x',
      }),
  },
  {
    name: 'the log of requests of Cloudflare',
    lacksBody: true,
    print: (request) =>
      `${json({
        ClientRequestHost: request.host,
        ClientRequestMethod: request.method,
        ClientRequestURI: request.target,
        EdgeResponseStatus: 401,
        RequestHeaders: { authorization: request.authorization },
      })}\n${json({ ClientRequestHost: request.host, ClientRequestMethod: 'GET', ClientRequestURI: '/', RequestHeaders: {} })}\n`,
  },
]

/** What gateways, daemons and collectors keep. */
const collectorLogs: ReadonlyArray<ServerLog> = [
  {
    name: 'the analytics of Tyk with detailed recording',
    print: (request) =>
      json({
        method: request.method,
        path: pathOf(request),
        responsecode: 401,
        rawrequest: base64(wireOf(request)),
        rawresponse: base64('HTTP/1.1 401 Unauthorized\r\n\r\n{}'),
      }),
  },
  {
    name: 'the journal of systemd as JSON, with bytes',
    print: (request) => `${json({ _PID: '1', MESSAGE: [...Buffer.from(recordOf(request))], PRIORITY: '6' })}\n`,
  },
  {
    name: 'the output stdout of Fluent Bit',
    print: (request) => `[0] app: [[1796018209.123456789, {}], {"log"=>"${recordOf(request)}", "stream"=>"stdout"}]\n`,
  },
  {
    name: 'the output stdout of Fluentd',
    print: (request) =>
      `2026-11-30 08:56:49.000000000 +0000 app: ${json({ log: recordOf(request), container: 'x' })}\n`,
  },
  {
    name: 'a record of OTLP',
    print: (request) =>
      json({
        resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: recordOf(request) }, attributes: [] }] }] }],
      }),
  },
  {
    name: 'a tap of Linkerd',
    lacksBody: true,
    print: (request) =>
      json({
        requestInitEvent: {
          method: request.method,
          authority: request.host,
          path: request.target,
          headers: headersOf(request).map(([name, valueStr]) => ({ name, valueStr })),
        },
      }),
  },
  {
    name: 'the result of a query in Azure Monitor',
    print: (request) =>
      json({
        tables: [
          {
            name: 'PrimaryResult',
            columns: [{ name: 'timestamp' }, { name: 'name' }, { name: 'url' }, { name: 'customDimensions' }],
            rows: [
              ['2026-11-30T08:56:49Z', 'GET /', 'https://h/', '{}'],
              [
                '2026-11-30T08:56:49Z',
                `${request.method} Jobs/Create`,
                urlOf(request),
                json({ Authorization: request.authorization, RequestBody: request.body }),
              ],
            ],
          },
        ],
      }),
  },
  {
    name: 'the debug log of Traefik',
    lacksBody: true,
    print: (request) =>
      `time="2026-11-30T08:56:49Z" level=debug msg="vulcand/oxy/roundrobin/rr: begin ServeHttp on request" Request=${json(
        json({
          Method: request.method,
          URL: { Path: pathOf(request), RawQuery: request.target.split('?')[1] ?? '' },
          Header: { Authorization: [request.authorization], 'User-Agent': ['curl/8.5.0'] },
          Host: request.host,
          RequestURI: request.target,
        }),
      )}\n`,
  },
  {
    name: 'a request of Akka',
    lacksBody: true,
    print: (request) =>
      `HttpRequest(HttpMethod(${request.method}),${urlOf(request)},List(Host: ${request.host}, Authorization: ${request.authorization}),HttpEntity.Strict(application/json,76 bytes total),HttpProtocol(HTTP/1.1))\n`,
  },
]

const assigned = (request: Printable, mark: string): string =>
  headersOf(request)
    .map(([name, value]) => `${name}=${value}`)
    .join(mark)

/** What servers write in lines of their own form. */
const lineLogs: ReadonlyArray<ServerLog> = [
  {
    name: 'the client of Quarkus',
    print: (request) =>
      `2026-11-30 08:56:49,101 INFO  [org.jbo.res.rea.cli.log.DefaultClientLogger] (a) Request: ${request.method} ${urlOf(request)} Headers[${assigned(request, ' ')}], Body:\n${request.body}\n2026-11-30 08:56:49,201 INFO  [org.jbo.res.rea.cli.log.DefaultClientLogger] (a) Response: ${request.method} ${urlOf(request)}, Status[401 Unauthorized], Headers[content-length=2], Body:\n{}\n`,
  },
  {
    name: 'morgan-body',
    print: (request) =>
      `\nRequest: ${request.method} ${request.target} headers[${assigned(request, ';')}] at Mon Nov 30 2026 15:33:00 GMT+0000, IP: 127.0.0.1, User Agent: node\nRequest Body:\n${request.body}\nResponse Body:\n{}\nResponse: 401 1.065 ms \n`,
  },
  {
    name: 'an access log of Quarkus with a header at its end',
    lacksBody: true,
    print: (request) =>
      `127.0.0.1 - - 30/Nov/2026:08:56:49 +0000 "${request.method} ${request.target} HTTP/1.1" 401 2 authorization=${request.authorization}\n`,
  },
  {
    name: 'IIS with cs(Authorization)',
    lacksBody: true,
    print: (request) =>
      `#Software: Microsoft Internet Information Services 10.0\r\n#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs(Authorization) sc-status\r\n2026-11-30 08:56:49 GET / - 10.0.0.2 curl - 200\r\n2026-11-30 08:56:49 ${request.method} ${pathOf(request)} ${request.target.split('?')[1] ?? '-'} 10.0.0.2 curl/8 ${request.authorization.replace(' ', '+')} 401\r\n`,
  },
  {
    name: 'Squid with the headers of the request',
    lacksBody: true,
    print: (request) =>
      `1796052993.567     31 127.0.0.1 TCP_MISS/401 3414 ${request.method} http://${request.host}${request.target} - HIER_NONE/- text/html [${headersOf(
        request,
      )
        .map(([name, value]) => `${name}: ${value}\\r\\n`)
        .join('')}] [HTTP/1.1 401 Unauthorized\\r\\nServer: a\\r\\n\\r\\n]\n`,
  },
  {
    name: 'the real-time log of CloudFront',
    lacksBody: true,
    print: (request) =>
      `1796018209.123\t1.1.1.1\t401\t${request.method}\thttps\t${request.host}\t${request.target}\t${headersOf(request)
        .map(([name, value]) => `${name}:${encodeURIComponent(value)}%0A`)
        .join('')}\n`,
  },
  {
    name: 'Application Insights, exported as CSV',
    print: (request) =>
      `"timestamp [UTC]","name","url","resultCode","customDimensions"\r\n"11/30/2026, 8:56:49 AM","${request.method} Jobs/Create",${cell(urlOf(request))},"401",${cell(json({ 'Request-Authorization': request.authorization, RequestBody: request.body }))}\r\n`,
  },
  {
    name: 'a statement with parameters in the log of PostgreSQL',
    print: (request) =>
      `2026-11-30 08:56:49 UTC [77] LOG:  execute <unnamed>: INSERT INTO requests (method,url,authorization,body) VALUES ($1,$2,$3,$4)\n2026-11-30 08:56:49 UTC [77] DETAIL:  parameters: $1 = '${request.method}', $2 = '${request.target}', $3 = '${request.authorization}', $4 = '${request.body.replaceAll("'", "''")}'\n`,
  },
  {
    name: 'the log of Kong, with the body beside the response',
    print: (request) =>
      json({
        request: { method: request.method, uri: request.target, headers: { authorization: request.authorization } },
        response: { status: 401, headers: { server: 'kong' } },
        request_body: request.body,
      }),
  },
  {
    name: 'Logbook in a log',
    print: (request) =>
      `2026-11-30 08:56:49.123 TRACE 1 --- [exec-1] org.zalando.logbook.Logbook : Incoming Request: 2d66\nRemote: 127.0.0.1\n${request.method} ${urlOf(request)} HTTP/1.1\nAuthorization: ${request.authorization}\nContent-Length: ${Buffer.byteLength(request.body)}\n\n${request.body}\n2026-11-30 08:56:49.125 TRACE 1 --- [exec-1] org.zalando.logbook.Logbook : Outgoing Response: 2d66\nDuration: 2 ms\nHTTP/1.1 401 Unauthorized\n\n{}\n`,
  },
]

export const serverLogs: ReadonlyArray<ServerLog> = [...cloudLogs, ...collectorLogs, ...lineLogs]
