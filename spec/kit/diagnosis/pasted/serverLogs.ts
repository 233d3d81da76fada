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
    name: 'a request of Akka',
    lacksBody: true,
    print: (request) =>
      `HttpRequest(HttpMethod(${request.method}),${urlOf(request)},List(Host: ${request.host}, Authorization: ${request.authorization}),HttpEntity.Strict(application/json,76 bytes total),HttpProtocol(HTTP/1.1))\n`,
  },
]

export const serverLogs: ReadonlyArray<ServerLog> = [...cloudLogs, ...collectorLogs]
