/**
 * The forms in which programs print or copy a request, each made by its printer from one request. So a reader is tested by a law:
 * what a printer writes is read back as the same request.
 */

import { inspect } from 'node:util'

/** A request whose body is text. */
export interface Printable {
  readonly method: string
  readonly host: string
  readonly target: string
  readonly authorization: string
  readonly body: string
}

export interface Printer {
  readonly name: string
  readonly print: (request: Printable) => string
  /** The form does not hold the body. */
  readonly lacksBody?: true
  /** The form holds no body with line ends: the tool prints one line of it. */
  readonly oneLine?: true
}

const lengthOf = (body: string): number => Buffer.byteLength(body)
const urlOf = ({ host, target }: Printable): string => `https://${host}${target}`

const headersOf = (request: Printable): ReadonlyArray<readonly [string, string]> => [
  ['Host', request.host],
  ['Authorization', request.authorization],
  ['Content-Type', 'application/json'],
  ['Content-Length', String(lengthOf(request.body))],
]
const headerLines = (request: Printable): ReadonlyArray<string> =>
  headersOf(request).map(([name, value]) => `${name}: ${value}`)
const headerObject = (request: Printable): Record<string, string> =>
  Object.fromEntries(headersOf(request).map(([name, value]) => [name.toLowerCase(), value]))
const requestLine = ({ method, target }: Printable): string => `${method} ${target} HTTP/1.1`
const headOf = (request: Printable): string => `${[requestLine(request), ...headerLines(request)].join('\r\n')}\r\n\r\n`

const letterEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\r': '\\r', '\n': '\\n', '\t': '\\t' }

/** Escapes as Python's `repr` of bytes, Ruby's `dump` and Go's `%q` write them, of bytes in Latin-1. */
const escapedBytes = (text: string, quote: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\\\r\n\t]|[^ -~]/g, (c) => letterEscapes[c] ?? `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll(quote, `\\${quote}`)

const okhttpLines = (request: Printable): ReadonlyArray<string> => [
  `--> ${request.method} ${urlOf(request)} http/1.1`,
  ...headerLines(request),
  '',
  ...request.body.split('\n'),
  `--> END ${request.method} (${lengthOf(request.body)}-byte body)`,
  `<-- 401 ${urlOf(request)} (12ms)`,
  'content-type: application/json',
]

const apacheLines = (text: string): ReadonlyArray<string> =>
  text.split(/(?<=\n)/).map((line) =>
    Buffer.from(line)
      .toString('latin1')
      .replace(/\r/g, '[\\r]')
      .replace(/\n/g, '[\\n]')
      .replace(/[^ -~]/g, (c) => `[0x${c.charCodeAt(0).toString(16)}]`),
  )

const json = (value: unknown): string => JSON.stringify(value)
const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n')

const wirePrinters: ReadonlyArray<Printer> = [
  {
    name: 'http.client of Python',
    print: (request) =>
      `send: b'${escapedBytes(headOf(request), "'")}'\nsend: b'${escapedBytes(request.body, "'")}'\nreply: 'HTTP/1.1 401 Unauthorized\\r\\n'\nheader: Content-Type: application/json\n`,
  },
  {
    name: 'net/http of Ruby',
    print: (request) =>
      `opening connection to ${request.host}:443...\nopened\n<- "${escapedBytes(headOf(request), '"')}"\n<- "${escapedBytes(request.body, '"')}"\n-> "HTTP/1.1 401 Unauthorized\\r\\n"\n`,
  },
  {
    name: 'the wire log of Apache HttpClient',
    print: (request) =>
      [...apacheLines(headOf(request)), ...apacheLines(request.body)]
        .map(
          (line, i) =>
            `2026-11-28 17:54:55,${900 + i} DEBUG [main] org.apache.http.wire - http-outgoing-0 >> "${line}"`,
        )
        .concat(
          '2026-11-28 17:54:56,001 DEBUG [main] org.apache.http.wire - http-outgoing-0 << "HTTP/1.1 401[\\r][\\n]"',
        )
        .join('\n'),
  },
  {
    name: '%q of Go',
    print: (request) => `2026/11/28 17:54:55 "${escapedBytes(headOf(request) + request.body, '"')}"\n`,
  },
  {
    name: '--http-debug=full of k6',
    print: (request) =>
      `time="2026-11-28T17:54:55Z" level=info msg="Request:\\n${escapedBytes(headOf(request) + request.body, '"')}\\n" group= iter=0 request_id=a vu=1\n`,
  },
]

const linePrinters: ReadonlyArray<Printer> = [
  { name: 'OkHttp', print: (request) => okhttpLines(request).join('\n') },
  {
    name: 'OkHttp in logcat',
    print: (request) =>
      okhttpLines(request)
        .map((line, i) => `11-28 17:54:55.${100 + i}  4242  4299 I okhttp.OkHttpClient: ${line}`)
        .join('\n'),
  },
  {
    name: 'Feign',
    print: (request) =>
      [
        `---> ${request.method} ${urlOf(request)} HTTP/1.1`,
        ...headerLines(request),
        '',
        ...request.body.split('\n'),
        `---> END HTTP (${lengthOf(request.body)}-byte body)`,
      ]
        .map((line) => `17:54:55.901 [main] DEBUG a.JobsApi - [JobsApi#create] ${line}`)
        .join('\n'),
  },
  {
    name: 'mitmdump',
    print: (request) =>
      `127.0.0.1:55862: ${request.method} ${urlOf(request)} HTTP/2.0\n${indented(headerLines(request).join('\n'), '    ')}\n\n${indented(request.body, '    ')}\n\n << 401 Unauthorized 90b\n    content-type: application/json\n`,
  },
  {
    name: 'JMeter',
    print: (request) =>
      `${request.method} ${urlOf(request)}\n\n${request.method} data:\n${request.body}\n\n[no cookies]\n\nRequest Headers:\nConnection: keep-alive\n${headerLines(request).join('\n')}\n`,
  },
  {
    name: 'the console of Apifox',
    print: (request) =>
      `${request.method} ${urlOf(request)}\n\n请求头\n${headerLines(request).join('\n')}\n\n请求体\n${request.body}`,
  },
  {
    name: 'the console of Postman',
    print: (request) =>
      `${request.method} ${urlOf(request)}\n401\n12 ms\nNetwork\nRequest Headers\n${headerLines(request).join('\n')}\nRequest Body\n${request.body}\nResponse Headers\nContent-Type: application/json\nResponse Body\n{"error":1}\n`,
  },
  {
    name: 'dio',
    oneLine: true,
    print: (request) =>
      `*** Request ***\nuri: ${urlOf(request)}\nmethod: ${request.method}\nresponseType: ResponseType.json\nfollowRedirects: true\nheaders:\n ${headerLines(request).join('\n ')}\ndata:\n${request.body}\n\n*** DioException ***:\n`,
  },
  {
    name: 'a file of REST Client',
    print: (request) =>
      `@host = https://${request.host}\n\n### Create a job\n# @name create\n${request.method} {{host}}${request.target} HTTP/1.1\n${headerLines(request).join('\n')}\n\n${request.body}\n\n### Another\nGET {{host}}/\n`,
  },
  {
    name: 'a file of Bruno',
    print: (request) =>
      `meta {\n  name: create\n  type: http\n}\n\n${request.method.toLowerCase()} {\n  url: ${urlOf(request)}\n  body: json\n  auth: none\n}\n\nheaders {\n  ${headerLines(request).join('\n  ')}\n}\n\nbody:json {\n${indented(request.body, '  ')}\n}\n`,
  },
  {
    name: 'Markdown with a fence',
    print: (request) => `\`\`\`http\n${headOf(request)}${request.body}\n\`\`\`\n`,
  },
]

const objectPrinters: ReadonlyArray<Printer> = [
  {
    name: 'toJSON() of an error of axios',
    print: (request) =>
      json({
        message: 'Request failed with status code 401',
        name: 'AxiosError',
        config: {
          headers: headerObject(request),
          method: request.method.toLowerCase(),
          url: urlOf(request),
          data: request.body,
        },
        status: 401,
      }),
  },
  {
    name: 'a request that pino-http logs',
    lacksBody: true,
    print: (request) =>
      json({
        level: 30,
        time: 1795888889000,
        req: { id: 1, method: request.method, url: request.target, query: {}, headers: headerObject(request) },
        msg: 'request errored',
      }),
  },
  {
    name: 'an event of Lambda, version 2',
    print: (request) => {
      const [path, query = ''] = request.target.split('?')
      return json({
        version: '2.0',
        rawPath: path,
        rawQueryString: query,
        headers: headerObject(request),
        requestContext: { http: { method: request.method, path } },
        body: Buffer.from(request.body).toString('base64'),
        isBase64Encoded: true,
      })
    },
  },
  {
    name: 'a log line of ingress-nginx as JSON',
    print: (request) =>
      json({
        time: '2026-11-28T17:54:55+00:00',
        request_method: request.method,
        request_uri: request.target,
        http_host: request.host,
        http_authorization: request.authorization,
        request_body: request.body,
        status: 401,
      }),
  },
  {
    name: 'a session of Charles as JSON',
    print: (request) => {
      const [path, query = null] = request.target.split('?')
      const headers = headersOf(request).map(([name, value]) => ({ name, value }))
      return json([
        {
          status: 'COMPLETE',
          method: request.method,
          scheme: 'https',
          host: request.host,
          path,
          query,
          request: { header: { firstLine: requestLine(request), headers }, body: { text: request.body } },
          response: { status: 401, header: { headers: [] } },
        },
      ])
    },
  },
  {
    name: 'Express: rawHeaders as a flat list and a Buffer',
    print: (request) =>
      JSON.stringify(
        {
          method: request.method,
          originalUrl: request.target,
          url: '/',
          rawHeaders: headersOf(request).flat(),
          body: Buffer.from(request.body),
        },
        null,
        2,
      ),
  },
  {
    name: 'headers as lists, as Go prints http.Header',
    print: (request) =>
      json({
        Method: request.method,
        URL: urlOf(request),
        Header: Object.fromEntries(headersOf(request).map(([name, value]) => [name, [value]])),
        Body: request.body,
      }),
  },
]

const debugPrinters: ReadonlyArray<Printer> = [
  {
    name: 'Debug of reqwest',
    lacksBody: true,
    print: (request) =>
      `Request { method: ${request.method}, url: "${urlOf(request)}", headers: ${JSON.stringify(headerObject(request)).replaceAll('":"', '": "')} }`,
  },
  {
    name: 'ToString() of HttpRequestMessage',
    lacksBody: true,
    print: (request) =>
      `Method: ${request.method}, RequestUri: '${urlOf(request)}', Version: 1.1, Content: System.Net.Http.StringContent, Headers:\r\n{\r\n  ${headerLines(request).join('\r\n  ')}\r\n}`,
  },
]

/** curl's own dump: a line holds 64 bytes, or ends where CR LF stood. */
const traceAscii = (request: Printable): string => {
  const dump = (text: string): string => {
    const bytes = Buffer.from(text).toString('latin1')
    const lines: Array<string> = []
    let offset = 0
    while (offset < bytes.length) {
      // A line end directly after 64 bytes belongs to them.
      const lineEnd = bytes.slice(offset, offset + 66).indexOf('\r\n')
      const shown = bytes.slice(offset, offset + (lineEnd >= 0 ? lineEnd : 64))
      lines.push(`${offset.toString(16).padStart(4, '0')}: ${shown.replace(/[^ -~]/g, '.')}`)
      offset += lineEnd >= 0 ? lineEnd + 2 : shown.length
    }
    return lines.join('\n')
  }
  const head = headOf(request)
  const data = request.body === '' ? '' : `=> Send data, ${lengthOf(request.body)} bytes\n${dump(request.body)}\n`
  return `== Info:   Trying 127.0.0.1:8787...\n=> Send header, ${head.length} bytes (0x${head.length.toString(16)})\n${dump(head)}\n${data}== Info: We are completely uploaded and fine\n<= Recv header, 27 bytes (0x1b)\n0000: HTTP/1.1 401 Unauthorized\n`
}

const xml = (text: string): string =>
  text.replace(/[&<>"\r]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#xd;' })[c] ?? c)
const property = (name: string, value: string): string => `<stringProp name="${name}">${xml(value)}</stringProp>`

const toolPrinters: ReadonlyArray<Printer> = [
  {
    name: 'an entry of the console of Postman, copied',
    print: (request) =>
      `${request.method} ${urlOf(request)}: ${JSON.stringify(
        {
          Network: { addresses: { local: { address: '127.0.0.1' } } },
          'Request Headers': headerObject(request),
          'Request Body': request.body,
          'Response Headers': { 'content-type': 'application/json' },
          'Response Body': '{"error":1}',
        },
        null,
        2,
      )}\n`,
  },
  {
    name: 'the tree of the console of Postman, with quotation marks',
    print: (request) =>
      `${request.method} ${urlOf(request)}\nRequest Headers\n${headersOf(request)
        .map(([name, value]) => `${name}: ${json(value)}`)
        .join('\n')}\nRequest Body\n${json(request.body)}\nResponse Headers\nServer: "h"\n`,
  },
  {
    name: 'MessageFormatter::DEBUG of Guzzle',
    print: (request) =>
      `[2026-11-28T17:54:55+00:00] guzzle.DEBUG: >>>>>>>>\n${headOf(request)}${request.body}\n<<<<<<<<\nHTTP/1.1 401 Unauthorized\r\n\r\n{}\n--------\nNULL [] []\n`,
  },
  {
    name: 'a test plan of JMeter',
    print: (request) => {
      const [host = '', port = ''] = request.host.split(':')
      const sampler = [
        '<boolProp name="HTTPSampler.postBodyRaw">true</boolProp>',
        `<elementProp name="" elementType="HTTPArgument">${property('Argument.value', request.body)}</elementProp>`,
        property('HTTPSampler.domain', host),
        property('HTTPSampler.port', port),
        property('HTTPSampler.protocol', 'https'),
        property('HTTPSampler.path', request.target),
        property('HTTPSampler.method', request.method),
      ]
      const headers = headersOf(request)
        .filter(([name]) => name !== 'Host' && name !== 'Content-Length')
        .map(
          ([name, value]) =>
            `<elementProp name="">${property('Header.name', name)}${property('Header.value', value)}</elementProp>`,
        )
      return `<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2">\n<HTTPSamplerProxy guiclass="HttpTestSampleGui" testname="create">\n${sampler.join('\n')}\n</HTTPSamplerProxy>\n<hashTree>\n<HeaderManager guiclass="HeaderPanel">\n${headers.join('\n')}\n</HeaderManager>\n</hashTree>\n</jmeterTestPlan>\n`
    },
  },
  {
    name: 'an export of Insomnia as YAML',
    print: (request) =>
      [
        'type: collection.insomnia.rest/5.0',
        'name: "My: collection"',
        'meta:',
        '  id: wrk_1',
        'collection:',
        '  - name: a folder',
        '    children:',
        `      - url: ${urlOf(request)}`,
        '        name: create',
        '        meta:',
        '          id: req_1',
        '          isPrivate: false',
        `        method: ${request.method}`,
        '        body:',
        '          mimeType: application/json',
        // A block of YAML holds no carriage return, and `|-` neither blanks at its beginning nor a line end behind it.
        ...(request.body.includes('\n') && !/\r|^\s|\n$/.test(request.body)
          ? ['          text: |-', indented(request.body, '            ')]
          : [`          text: ${json(request.body)}`]),
        '        headers:',
        ...headersOf(request).flatMap(([name, value]) => [
          `          - name: ${name}`,
          `            value: ${json(value)}`,
        ]),
        'cookieJar:',
        '  name: Default Jar',
        '',
      ].join('\n'),
  },
  {
    name: 'an object as Node prints it',
    print: (request) =>
      inspect(
        {
          method: request.method,
          url: request.target,
          headers: headerObject(request),
          body: Buffer.from(request.body),
        },
        { depth: 9, maxArrayLength: null },
      ).replace(
        /<Buffer [^>]*>/,
        () => `<Buffer ${[...Buffer.from(request.body)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}>`,
      ),
  },
  {
    name: 'a dict as Python prints it',
    print: (request) =>
      `{'method': '${request.method}', 'url': '${urlOf(request)}', 'headers': {${headersOf(request)
        .map(([name, value]) => `'${name}': '${value}'`)
        .join(', ')}}, 'body': b'${escapedBytes(request.body, "'")}', 'timeout': None}`,
  },
]

export const printers: ReadonlyArray<Printer> = [
  ...toolPrinters,
  ...wirePrinters,
  ...linePrinters,
  ...objectPrinters,
  ...debugPrinters,
  { name: 'curl --trace-ascii', print: traceAscii, oneLine: true },
]
