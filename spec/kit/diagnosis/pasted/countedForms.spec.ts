/** Texts that count, mark or pipe the body: records with byte counts, piped commands, files and logs of Hurl, logs with several lines for a request. */
import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const counted = suite('readRequest: bodies that are counted, marked or piped')

const json = (value: unknown): string => JSON.stringify(value)
const bodies = fc
  .tuple(fc.json({ maxDepth: 2 }), fc.constantFrom(undefined, 2))
  .map(([text, indent]) => JSON.stringify({ a: JSON.parse(text) }, null, indent))
  .filter((text) => !/\.\.|…|\ufffd|\{\{/.test(text))

const wiretap = (record: string, connection = '398755dc-1'): string =>
  `15:41:05.119 [epoll-3] DEBUG r.netty.http.client.HttpClient -- [${connection}, L:/127.0.0.1:1 - R:127.0.0.1/127.0.0.1:2] WRITE: ${Buffer.byteLength(record)}B ${record}\n`

/** With LF for CR LF, its first lines have as many bytes as it has in all. */
const cutAtALineEnd: [string, boolean] = [JSON.stringify({ a: [[false, null, 0]] }, null, 2), false]

counted('for all bodies: records of Netty with byte counts are joined, whether or not the log has kept CR LF', () =>
  forAll([bodies, fc.boolean()], { numRuns: 60, examples: [cutAtALineEnd] }, (body, keepsCrlf) => {
    const head = `PUT /v1/jobs HTTP/1.1\r\nAuthorization: ${line}\r\ntransfer-encoding: chunked\r\n\r\n`
    const size = `${Buffer.byteLength(body).toString(16)}\r\n`
    const other = wiretap('POST /other HTTP/1.1\r\n\r\n', '11111111-1')
    const log = [head, size, body, '\r\n', '0\r\n\r\n'].map((record) => wiretap(record)).join(other)
    const received = read(keepsCrlf ? log : log.replaceAll('\r\n', '\n'))
    assert.equal([received.target, bodyOf(received), received.bodyMissing], ['/v1/jobs', body, undefined])
    // A record that was cut is no part of a body.
    const cut = log.replace(`B ${body}`, () => `B ${body.slice(0, -1)}`)
    assert.is(read(cut).bodyMissing, true, cut)
  }),
)

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

counted('for all bodies: what echo or printf writes is the body of the command after it', () =>
  forAll([bodies], { numRuns: 60 }, (body) => {
    const options = `-H ${quoted(`Authorization: ${line}`)}`
    const http = `http PUT http://h/a ${quoted(`Authorization:${line}`)}`
    for (const [command, sent] of [
      [`echo ${quoted(body)} | ${http}`, `${body}\n`],
      [`$ echo -n ${quoted(body)} |  \\\n  ${http}`, body],
      [`printf %s ${quoted(body)} | curl http://h/a --data-binary @- ${options}`, body],
      [`printf '%s\\n' ${quoted(body)} | curl http://h/a --data-binary @- ${options}`, `${body}\n`],
      [`printf ${quoted(body.replace(/[\\%]/g, '$&$&'))} | ${http}`, body],
      [`echo ${quoted(body)} | curl http://h/a -d '{}' ${options}`, '{}'],
    ] as const)
      assert.equal([bodyOf(read(command)), read(command).authorization], [sent, [line]], command)
    const note = /as echo of bash writes it/.test(noted(read(`echo ${quoted(body)} | ${http}`)))
    assert.is(note, body.includes('\\'))
    assert.not.match(noted(read(`printf %s ${quoted(body)} | ${http}`)), 'as echo of bash writes it')
  }),
)

counted('a command whose input is not known is not read as if it had none', () => {
  const http = `http PUT http://h/a 'Authorization:${line}'`
  for (const first of [
    "echo -e '{\\n}'",
    "printf '%d' 1",
    "printf '{%s}'",
    "printf '\\x41'",
    "printf '\\101'",
    "printf '\\u00e9'",
    "printf '{}\\c'",
    "printf '100%'",
    `printf '{\\"a"}'`,
    'echo "$BODY"',
    'cat job.json',
  ])
    assert.is(/^read /.test(outcome(`${first} | ${http}`)), false, first)
  assert.match(refusal(`echo '{}' | ${http} a=1`), /HTTPie refuses this/)
})

const outcome = (text: string): string => {
  try {
    const received = read(text)
    return received.bodyMissing ? 'without body' : `read ${bodyOf(received)}`
  } catch {
    return 'refused'
  }
}

counted('for all bodies: Hurl needs no empty line before JSON, and prints it with stars', () =>
  forAll([bodies], { numRuns: 40 }, (body) => {
    const head = `POST http://h/a?b=1\nAuthorization: ${line}\n`
    assert.is(bodyOf(read(`# submit\n${head}${body}\nHTTP 401\n[Asserts]\nheader "a" == "b"\n`)), body)
    const length = Buffer.byteLength(body)
    const transcript = (announced: number): string =>
      `* Request:\n* POST http://h/a?b=1\n*\n> POST /a?b=1 HTTP/1.1\n> Authorization: ${line}\n> Content-Length: ${announced}\n>\n* Request body:\n${body.replace(/^/gm, '* ')}\n*\n< HTTP/1.1 401 Unauthorized\n`
    assert.is(bodyOf(read(transcript(length))), body)
    assert.is(read(transcript(length + 300)).bodyMissing, true)
  }),
)

counted('a file of Hurl with a placeholder in its body is refused', () => {
  const file = (body: string): string => `POST http://h/a\nAuthorization: ${line}\n${body}\nHTTP 401\n`
  assert.match(refusal(file('{"a":"{{id}}"}')), /placeholder/)
})

counted('a Content-Length shows which line of a log on the same method and URL has the body', () => {
  const record = (members: object): string => json({ method: 'POST', url: 'http://h/a', ...members })
  const body = '{"a": 1}'
  const head = record({ headers: { authorization: line, 'content-length': String(body.length) } })
  assert.is(bodyOf(read(`${head}\n${record({ body })}\n`)), body)
  for (const other of [record({ body: '{"b": 1, "c": 2}' }), json({ method: 'PUT', url: 'http://h/a', body })])
    assert.is(read(`${head}\n${other}\n`).bodyMissing, true, other)
  const unmeasured = record({ headers: { authorization: line } })
  assert.is(read(`${unmeasured}\n${record({ body })}\n`).bodyMissing, true)
})

counted(
  'a message behind words is read to the end of the text, if JSON ends it; in a log it may be indented for reading',
  () => {
    const body = '{\n  "b": 1\n}'
    const text = (words: string, end = ''): string =>
      `${words}POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\n\n${body}${end}`
    const received = read(text('Client error: 401\n{"error":"x"}\n\n', '\n'))
    assert.is(bodyOf(received), body)
    assert.match(noted(received), /if a program has indented them for reading/)
    for (const [words, end] of [
      ['12:00:01 INFO sent\n', ''],
      ['Client error: 401\n\n', '\n12:00:02 INFO done\n'],
    ])
      assert.is(read(text(words ?? '', end)).bodyMissing, true, words)
  },
)

counted('for all bodies: wget -d prints the body in brackets, and only its Content-Length shows where it ends', () =>
  forAll([bodies], { numRuns: 40 }, (body) => {
    const printed = (length: number): string =>
      `Setting --body-data (bodydata) to x\nDEBUG output created by Wget 1.21.3 on linux-gnu.\n\n---request begin---\nPOST /a HTTP/1.1\nHost: h\nContent-Length: ${length}\nAuthorization: ${line}\n\n---request end---\n[BODY data: ${body}]\nHTTP request sent, awaiting response... \n`
    assert.is(bodyOf(read(printed(Buffer.byteLength(body)))), body)
    assert.is(read(printed(Buffer.byteLength(body) + 300)).bodyMissing, true)
  }),
)

counted('a whole message in the cell of a table is the request, unless the table has a column for the body', () => {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const request = `Request:\n\nPOST /a HTTP/1.1\nAuthorization: ${line}\nContent-Length: 8\n\n{"a": 1}`
  assert.is(bodyOf(read(`id,subject,description,status\n1,401,${cell(request)},open\n2,b,c,d\n`)), '{"a": 1}')
  const columns = `id,method,url,headers,body\n1,POST,http://h/a,${cell(json({ Authorization: line }))},${cell('{"b":2}')}\n`
  assert.is(bodyOf(read(columns)), '{"b":2}')
})

counted('XML without its declaration is no page of HTML: no name of a header is joined to its value', () => {
  const property = (name: string, value: string): string => `<stringProp name="${name}">${value}</stringProp>`
  const header = `<elementProp name="">${property('Header.name', 'Authorization')}${property('Header.value', line)}</elementProp>`
  const plan = `<jmeterTestPlan version="1.2">\n<HTTPSamplerProxy testname="a">\n${property('HTTPSampler.domain', 'h')}\n${property('HTTPSampler.path', '/a')}\n${property('HTTPSampler.method', 'GET')}\n</HTTPSamplerProxy>\n<hashTree>\n<HeaderManager>\n${header}\n</HeaderManager>\n</hashTree>\n</jmeterTestPlan>\n`
  for (const text of [plan, `\n${plan}`, `<?xml version="1.0"?>\n${plan}`])
    assert.is(/AuthorizationSVC/.test(JSON.stringify(readRequest(Buffer.from(text)))), false, text)
})

counted('brackets of a log that begin with a number are no list of JSON', () => {
  const log = (brackets: string): string =>
    `10:00:00 INFO PUT http://h/a {'Authorization': '${line}'}\n10:00:01 INFO client -- ${brackets} done\n`
  for (const brackets of ['[11111111-1, L:/127.0.0.1:1 - R:127.0.0.1:2]', '[1.2.3, x]', '[12, L:/h]', '[7-8]'])
    assert.is(read(log(brackets)).bodyMissing, true, brackets)
  assert.is(bodyOf(read(log('[11111111, {"a":1}]'))), '[11111111, {"a":1}]')
})

counted('Logbook: JSON without blanks is the body only if it has the Content-Length', () => {
  const log = (body: string, more = ''): string =>
    `15:41:07.080 [main] TRACE org.zalando.logbook.Logbook -- Outgoing Request: f1f274c3f5c0c452\nRemote: localhost\nPOST http://h/a HTTP/1.1\nAuthorization: ${line}\n${more}\n${body}\n15:41:07.088 [main] TRACE org.zalando.logbook.Logbook -- Incoming Response: f1f274c3f5c0c452\nDuration: 8 ms\nHTTP/1.1 401 Unauthorized\n\n{}\n`
  assert.match(noted(read(log('{"a":1}'))), /Logbook removes the blanks of JSON by default/)
  assert.is(bodyOf(read(log('{"a":1}', 'Content-Length: 7\n'))), '{"a":1}')
  assert.is(bodyOf(read(log('{"a": 1}'))), '{"a": 1}')
})

counted('HTTPie: JSON of the Content-Length is the body, unless its members are sorted', () => {
  const printed = (body: string, length: number): string =>
    `PUT /a HTTP/1.1\nUser-Agent: HTTPie/3.2.4\nAuthorization: ${line}\nContent-Length: ${length}\n\n${body}\n\nHTTP/1.1 401 Unauthorized\n\n{}\n`
  const body = '{\n  "b": 1,\n  "a": 2\n}'
  assert.is(bodyOf(read(printed(body, body.length))), body)
  const sorted = '{\n  "a": 1,\n  "b": 2\n}'
  assert.match(refusal(printed(sorted, sorted.length)), /HTTPie has indented the body and sorted its members/)
})

counted('Apifox: the example is the body, and a schema alone is none', () => {
  const exported = (requestBody: object, path: object = {}): string =>
    json({
      apifoxProject: '1.0.0',
      api: {
        method: 'put',
        path: '/a/{id}',
        parameters: {
          path: [{ name: 'id', example: '7' }],
          query: [],
          header: [{ name: 'Authorization', example: line, type: 'string' }],
          ...path,
        },
        requestBody: { type: 'application/json', jsonSchema: { type: 'object' }, ...requestBody },
      },
    })
  const received = read(exported({ example: '{"a": 1}' }))
  assert.equal([received.method, received.target, bodyOf(received)], ['PUT', '/a/7', '{"a": 1}'])
  assert.match(refusal(exported({})), /the body of this request is not text/)
  assert.match(refusal(exported({ example: '{}' }, { path: [] })), /placeholder/)
  assert.match(refusal(exported({ example: '{}' }, { query: [{ name: 'b', example: '1' }] })), /parsed parameters/)
})
