/**
 * What tools have really printed of requests, each with a body of its own: read as the request that was sent, read without its body if the
 * text does not hold it byte for byte, or refused. The cases are in toolForms.jsonl.
 */
import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { inWords } from '../../../../src/kit/diagnosis/Received.ts'
import { assert, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

interface ToolForm {
  readonly tool: string
  readonly printed: string
  /** UTF-8 unless it is said. */
  readonly encoding?: 'latin1'
  readonly outcome: 'read' | 'body not known' | 'refused'
  /** A part of the refusal, or of the note on the body. */
  readonly words?: string
  readonly method: string
  readonly target: string
  readonly nonce: string
  /** In Base64. */
  readonly body?: string
}

const forms: ReadonlyArray<ToolForm> = readFileSync(new URL('toolForms.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((json) => JSON.parse(json))

const tools = suite('readRequest: forms of tools')

for (const { tool, printed, encoding = 'utf8', outcome, words = '', method, target, nonce, body } of forms)
  tools(`${tool}: ${outcome}`, () => {
    const received = readRequest(Buffer.from(printed, encoding))
    if (outcome === 'refused') {
      assert.ok(E.isLeft(received) && inWords(received.left).includes(words), JSON.stringify(received))
      return
    }
    if (E.isLeft(received)) throw new Error(inWords(received.left))
    const { authorization, bodyMissing = false } = received.right
    assert.equal([received.right.method, received.right.target], [method, target])
    assert.match(authorization.join('\n'), new RegExp(`^SVC-SHA256-RSA app_id=[^,\n]+,nonce_str=${nonce},[^\n ]+$`))
    assert.is(bodyMissing, outcome !== 'read', noted(received.right))
    if (outcome === 'read') assert.is(bodyOf(received.right, 'base64'), body)
    else assert.ok(noted(received.right).includes(words), noted(received.right))
  })

const json = (value: unknown): string => JSON.stringify(value)
const headers = { Authorization: line }

tools(
  'the members of JSON in a table: in the order of a JSON column they are not judged, in any other order they are',
  () => {
    const table = (body: string): string =>
      `-[ RECORD 1 ]---\nmethod  | POST\nurl     | http://h/a\nheaders | ${json(headers)}\nbody    | ${body}\n`
    const rewritten = read(table('{"a": 1, "b": 2, "aa": {"c": [], "dd": null}, "bb": "x"}'))
    assert.is(rewritten.bodyMissing, true)
    assert.match(noted(rewritten), /the database has changed the body/)
    for (const body of ['{"a": 1, "b": 2, "bb": "x", "aa": 3}', '{"a":1,"b":2,"aa":3,"bb":"x"}', '{"a": 1, "b": 2}'])
      assert.is(bodyOf(read(table(body))), body)
  },
)

tools('the headers of an answer are not those of the request', () => {
  const record = (listed: unknown): string =>
    json({ code: 401, method: 'POST', url: 'http://h/a', headers: listed, body: 'e30=' })
  assert.ok(
    refusal(record({ Server: ['a'], 'Content-Length': ['2'] })).includes('no request with a method, a URL and headers'),
  )
  assert.equal(read(record({ ...headers, Server: 'a' })).authorization, [line])
})

tools('the search path of a shell is no target', () => {
  const environment = (path: string): string =>
    `{'HTTP_AUTHORIZATION': '${line}', 'PATH': '${path}', 'PATH_INFO': '/v1/jobs', 'QUERY_STRING': 'a=b', 'REQUEST_METHOD': 'GET'}\n`
  for (const path of ['/usr/bin', '/usr/local/bin:/usr/bin']) assert.is(read(environment(path)).target, '/v1/jobs?a=b')
})

tools('lines with the mark of a sent line behind the empty one are the body, unless they are a request', () => {
  const head = `> POST /a HTTP/1.1\n> Host: h\n> Authorization: ${line}\n> \n`
  assert.is(bodyOf(read(`${head}> {"a":1,\n> "b":2}\n  \n< HTTP/1.1 401 Unauthorized\n`)), '{"a":1,\n"b":2}')
  const several = read(`${head}> GET /b HTTP/1.1\n> Host: h\n> \n`)
  assert.is(bodyOf(several), '')
  assert.match(noted(several), /more than one request/)
})

tools('empty lines before JSON of the Content-Length are left out, and kept if they are in the length', () => {
  const message = (length: number, body: string): string =>
    `POST /a HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: ${length}\n\n${body}`
  assert.is(bodyOf(read(message(2, '\n{}\n'))), '{}')
  assert.is(bodyOf(read(message(3, '\n{}'))), '\n{}')
})

tools('a header that a printer has broken is refused, and one that a caller has broken in its signature is not', () => {
  const print = (authorization: string): string =>
    `{'method': 'POST', 'url': 'http://h/a', 'headers': {'Authorization': '${authorization}'}, 'data': '{}'}\n`
  assert.match(refusal(print(line.replace('nonce', '\nnonce'))), /has broken long values into lines/)
  assert.is(read(print(line.replace('AA==', 'AAAA\nAA=='))).authorization.length, 1)
})

tools('a command without its quotation marks is refused as that, and a typed one is read', () => {
  const command = (mark: string): string =>
    `  PID COMMAND\n77 curl -H ${mark}Authorization: ${line}${mark} -d ${mark}{"a":1}${mark} http://h/a\n`
  assert.match(refusal(command('')), /has no quotation marks any more/)
  assert.is(read(command("'").split('77 ')[1] ?? '').method, 'POST')
})

tools('JSON of which only the quotation marks are escaped is read; other escapes are undone as ever', () => {
  const print = (body: string): string =>
    `{\n    body      ${body},\n    headers   {\n        Authorization   "${line}"\n    },\n    method    "POST",\n    uri       "http://h/a"\n}\n`
  for (const body of ['{"a":"\\"b\\" \\\\ c"}', '{"a":"b"}', '{"a":"C:\\\\x"}'])
    assert.is(bodyOf(read(print(`"${body.replaceAll('"', '\\"')}"`))), body)
  assert.is(bodyOf(read(print(json('{"a":"\\"b\\""}')))), '{"a":"\\"b\\""}')
})
