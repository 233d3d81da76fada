/** What programs and people write round a request: a second target, a word for no body, lines that end it, prefixes, records. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const round = suite('readRequest: what is written round a request')

const json = (value: unknown): string => JSON.stringify(value)
const target = '/v1/jobs?dry=1'
const bodies = fc.json({ maxDepth: 2 }).filter((text) => /^\{./.test(text) && !/\.\.|…|\ufffd/.test(text))

round('of a target with its query and the same without it, the first is the target of the request', () => {
  for (const [path, environment] of [
    [`<Request GET /v1/jobs > ${target}`, ''],
    [`Started GET ${target}`, '"PATH_INFO"=>"/v1/jobs", "REQUEST_METHOD"=>"GET", '],
    ['GET', `"REQUEST_URI"=>"http://h${target}", "PATH_INFO"=>"/v1/jobs", "REQUEST_METHOD"=>"GET", `],
  ])
    assert.is(read(`${path}\n{${environment}"HTTP_AUTHORIZATION"=>"${line}"}\n`).target, target, path)
  const print = (query: string): string =>
    `<Request GET /v1/jobs > ${target} /v1/jobs?dry=${query} {'Authorization': '${line}'}\n`
  assert.is(read(print('1')).target, target)
  assert.match(refusal(print('2')), /two different queries/)
})

const endLines = ['-----------END-----------', '- - - - END - - - -', '==== end of request ====', '----']

round(
  'for all bodies and lines that end them: the line is no part of the body, and a word for nothing is no body',
  () =>
    forAll(
      [bodies, fc.constantFrom(...endLines), fc.constantFrom('', ' HTTP/1.1')],
      { numRuns: 40 },
      (body, end, version) => {
        const head = `PUT https://h${target}${version}\nAuthorization: ${line}\n\n`
        const ended = read(`${head}${body}\n${end}\n`)
        assert.is(bodyOf(ended), body, 'A')
        assert.match(noted(ended), /The line of marks after the body .* was left out/)
        for (const word of ['None', 'null', 'nil', 'undefined']) {
          const received = read(`${head}${word}\n${end}\n`)
          assert.equal([bodyOf(received), received.bodyMissing], ['', undefined], word)
          assert.match(noted(received), /word of a program for nothing/)
        }
        // Wrong in one way: more than a word, and no line of marks.
        assert.is(bodyOf(read(`${head}"None"\n`)).trimEnd(), '"None"')
        assert.is(bodyOf(read(`${head}${body.length} - END\n`)).trimEnd(), `${body.length} - END`)
      },
    ),
)

round('for all bodies: the fence of an issue below the name of the body holds the body', () =>
  forAll(
    [bodies, fc.constantFrom('**Body**', '### Request body', 'Body:', '**Payload:**')],
    { numRuns: 30 },
    (body, name) => {
      const table = `| | |\n|---|---|\n| Method | \`POST\` |\n| URL | \`http://h${target}\` |\n| Authorization | \`${line}\` |\n`
      const received = read(`### What happens\n\n${table}\n${name}\n\n\`\`\`json\n${body}\n\`\`\`\n`)
      assert.equal([received.target, bodyOf(received)], [target, body])
    },
  ),
)

const logged = (body: string): string =>
  `*** Request ***\nuri: http://h${target}\nmethod: POST\nheaders:\n Authorization: ${line}\n content-length: ${Buffer.byteLength(body)}\ndata:\n${body}`

round('for all bodies: the prefix of logcat before each line is no part of the request', () =>
  forAll([bodies], { numRuns: 30 }, (body) => {
    for (const prefix of ['I/flutter (11021): ', '2026-11-30 11:40:31.882 14021-14066 Http  com.example  D  ']) {
      const text = logged(body).replace(/^/gm, prefix)
      assert.is(bodyOf(read(text)), body)
      assert.is(read(text).target, target)
    }
  }),
)

round('for all bodies: a record of Loki, and the raw text in an export of Splunk', () =>
  forAll([bodies], { numRuns: 30 }, (body) => {
    const record = {
      method: 'POST',
      url: `http://h${target}`,
      headers: { Authorization: line, 'Content-Length': `${Buffer.byteLength(body)}` },
      body,
    }
    const loki = json({
      status: 'success',
      data: { result: [{ stream: { app: 'a' }, values: [['1796038824000000000', json(record)]] }] },
    })
    const splunk = `_time,_raw,host\n"2026-11-30","DEBUG a - ${json(record).replaceAll('"', '""')}",h\n`
    for (const text of [loki, splunk]) {
      const received = read(text)
      assert.equal([received.target, received.authorization, bodyOf(received)], [target, [line], body], text)
    }
  }),
)

round('a command of HTTPie before its output gives way to the request that was sent', () => {
  const output = `POST ${target} HTTP/1.1\nHost: h\nContent-Length: 7\nAuthorization: ${line}\n\n{"a":1}\n\nHTTP/1.1 200 OK\n`
  for (const command of ['$ http -v ...', 'http -v POST h/v1/jobs a:=2']) {
    const received = read(`${command}\n${output}`)
    assert.equal([received.target, bodyOf(received)], [target, '{"a":1}'])
  }
})

round('a member whose name is a mark is a name: for each mark, what its value begins with is no body', () => {
  for (const name of ['=', '-', '--', '>', '=>', ':', '{'])
    for (const value of ['[', '{', '<', 'a', '{"b":1}']) {
      const body = JSON.stringify({ [name]: value })
      const text = `D, DEBUG -- : > POST http://h${target}\nD, DEBUG -- : Authorization: ${line}\n\n${body}\n`
      assert.is(bodyOf(read(text)), body)
    }
})

round('for all bodies: arrays of PHP, lines of a logger with a name before each value, and http.rb', () =>
  forAll([bodies], { numRuns: 30 }, (body) => {
    for (const text of [
      `[API] Request: Array\n(\n    [method] => POST\n    [url] => http://h${target}\n    [headers] => Array\n        (\n            [0] => Authorization: ${line}\n            [1] => Accept: */*\n        )\n\n    [body] => ${body}\n)\n`,
      `array (\n  'http' => \n  array (\n    'method' => 'POST',\n    'header' => 'Authorization: ${line}\nAccept: */*',\n    'content' => '${body.replace(/[\\']/g, '\\$&')}',\n  ),\n)\nhttp://h${target}\n`,
      `INFO a.client: Request: POST http://h${target}\nINFO a.client: Headers: {'Authorization': '${line}'}\nINFO a.client: Payload: ${body}\nINFO a.client: Response: 200 {"ok":true}\n`,
      `I, INFO -- : > POST http://h${target}\nD, DEBUG -- : Authorization: ${line}\nHost: h\n\n${body}\nI, INFO -- : < 200 OK\nD, DEBUG -- : Server: a\n\n{"ok":true}\n`,
    ]) {
      const received = read(text)
      assert.equal(
        [received.method, received.target, received.authorization, bodyOf(received)],
        ['POST', target, [line], body],
        text,
      )
    }
  }),
)

round('a whole body and words behind it are not one body whose escapes were undone', () => {
  // Each backslash that is lost makes room for a character of the words.
  const body = '{"\\"":"","b\\"":"\\\\","c":"\\\\"}'
  const head = `POST /v1/jobs HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: ${body.length}\n\n`
  for (const words of ['bye', 'ok', 'b', 'thanks']) assert.is(bodyOf(read(`${head}${body}\n${words}`)), body, words)
  // Wrong in one way: the body is escaped, so its beginning is no JSON.
  const escaped = body.replace(/["\\]/g, '\\$&')
  assert.is(bodyOf(read(`${head}${escaped}`)), body)
})
