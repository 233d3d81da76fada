/** A body may be a page, a ticket, a table or another request: what stands in the body is never taken for the request, or for its frame. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { archiveOf, bodyOf, line, noted, read } from './reading.ts'

const whole = suite('readRequest: a request that is whole from its first line on')

const target = '/v1/jobs?a=1&b=2'
const url = `https://api.example${target}`
const other = 'SVC-SHA256-RSA app_id=b,nonce_str=m,timestamp=2,signature=QQ=='

/** What programs send that keep pages, tickets, tables and requests of others. */
const bodies: ReadonlyArray<string> = [
  `<p>Authorization: ${other}</p>`,
  `{"page":"<p>Authorization: ${other}</p>"}`,
  `<pre>\nPOST /x HTTP/1.1\nAuthorization: ${other}\n</pre>`,
  `{"page":"<pre><code>curl -H 'Authorization: x' https://h</code></pre>"}`,
  '<p>Hello</p>',
  'Request URL: https://h/x\nRequest Method: POST\nauthorization: x',
  '# Title\n\n- **Method:** GET\n- **Body:** x\n- y',
  '| a | b |\n|---|---|\n| `x` | y |',
  `We send:\n\`\`\`http\nPOST /x HTTP/1.1\nAuthorization: ${other}\n\`\`\`\nWhy?`,
  `Summary,Description\n1,"We send:\n{code}\nAuthorization: ${other}\n{code}\n"`,
  `{"method":"GET","url":"/x","headers":{"Authorization":"${other}"},"body":"{}"}`,
]

const fields: ReadonlyArray<readonly [name: string, value: string]> = [
  ['Host', 'api.example'],
  ['Authorization', line],
  ['Content-Type', 'text/plain'],
]

const json = (value: unknown): string => JSON.stringify(value)
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const options = fields.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`).join(' ')
const headers = Object.fromEntries(fields)

const messageOf = (body: string, end = '\n'): string =>
  [`POST ${target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), '', body].join(end)

const forms: ReadonlyArray<readonly [name: string, print: (body: string) => string]> = [
  ['a message', messageOf],
  ['a message with CR LF', (body) => messageOf(body, '\r\n')],
  [
    'a message whose body is measured',
    (body) => messageOf(body).replace('\n\n', `\nContent-Length: ${body.length}\n\n`),
  ],
  ['an editor for requests', (body) => messageOf(body).replace(` ${target} HTTP/1.1`, ` ${url}`)],
  ['curl', (body) => `curl ${options} --data-raw ${inShell(body)} ${inShell(url)}`],
  ['curl, the body first', (body) => `$ curl ${inShell(url)} --data-raw ${inShell(body)} ${options}\n`],
  ['HTTPie', (body) => `http POST ${inShell(url)} ${inShell(`Authorization:${line}`)} --raw ${inShell(body)}`],
  ['a pipe', (body) => `printf %s ${inShell(body)} | curl ${inShell(url)} ${options} --data-binary @-`],
  [
    'fetch',
    (body) =>
      `fetch(${json(url)}, {\n  "headers": ${json(headers)},\n  "body": ${json(body)},\n  "method": "POST"\n});`,
  ],
  ['an object', (body) => json({ method: 'POST', url, headers, body })],
  ['a record of a log', (body) => json({ time: 1, request: { method: 'POST', url, headers, body } })],
  [
    'an archive',
    (body) =>
      archiveOf({
        method: 'POST',
        url,
        headers: fields.map(([name, value]) => ({ name, value })),
        postData: { mimeType: 'text/plain', text: body },
      }),
  ],
  ['a message in a record', (body) => json({ time: 1, message: messageOf(body) })],
]

whole('whatever the body is, it is read to the letter, and target and header are those of the request', () => {
  for (const [name, print] of forms)
    for (const body of bodies) {
      const received = read(print(body))
      assert.equal(
        [received.target, received.authorization, bodyOf(received)],
        [target, [line], body],
        `${name}: ${body}`,
      )
      assert.is(received.bodyMissing, undefined)
    }
})

whole('for all bodies of pieces of pages, tickets and tables, in every form', () =>
  forAll(
    [
      fc.constantFrom(...forms),
      fc.array(
        fc.constantFrom(
          '<pre>',
          '</pre>',
          '<br>',
          '<p>',
          '</p>',
          '```',
          '- **a:** `b`',
          '|---|---|',
          '\n',
          `Authorization: ${other}`,
          '{code}',
          'x',
        ),
        { minLength: 1, maxLength: 8 },
      ),
    ],
    { numRuns: 150 },
    ([, print], pieces) => {
      const body = `page ${pieces.join('\n')} end`
      const received = read(print(body))
      assert.equal([received.target, received.authorization, bodyOf(received)], [target, [line], body])
    },
  ),
)

whole('a line end at the end of the only text of a log is of the body', () => {
  for (const body of ['hello\n', 'a,b\n1,2\n', '--b\n\n1\n--b--\n']) {
    const received = read(json({ time: 1, message: messageOf(body) }))
    assert.is(bodyOf(received), body)
    assert.match(noted(received), /even the last line end/)
    const measured = messageOf(body).replace('\n\n', `\nContent-Length: ${body.length}\n\n`)
    assert.is(bodyOf(read(json({ time: 1, message: measured }))), body)
  }
})

whole('a line of a log, or the word of a program, is of the body if the log says how long the body is', () => {
  const printed = (body: string, length: number): string =>
    `--> POST ${url} http/1.1\nAuthorization: ${line}\n\n${body}\n--> END POST (${length}-byte body)\n<-- 401 ${url} (12ms)\n`
  for (const body of ['a\n2026-11-29 05:05:02,123 INFO [x] done\nb', '05:05:02.123 [main] TRACE x', 'Binary data'])
    assert.is(bodyOf(read(printed(body, body.length))), body)
  assert.is(read(printed('Binary data', 7)).bodyMissing, true)
})

whole('a reference in the URL of a record is as it was sent; in a text of Slack it is undone', () => {
  const escaped = url.replace('&', '&amp;')
  assert.is(read(json({ method: 'GET', url: escaped, headers })).target, target.replace('&', '&amp;'))
  assert.is(read(json({ text: messageOf('{}').replace('&', '&amp;') })).target, target)
})

whole('a record within a value of a line is read only if the line has no header of its own', () => {
  const inner = json(json({ method: 'GET', url: '/x', headers: { Authorization: other }, body: '{}' }))
  const own = `level=info method=POST url="${url}" authorization="${line}" body=${inner}`
  assert.equal(read(own).authorization, [line])
  assert.equal(read(`level=debug Request=${inner}`).authorization, [other])
})
