/** What tools that nobody here had tried print, export and copy: each form of these was misread, or was not read, before. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { longLine } from './notations.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const copies = suite('readRequest: copies of strangers')

const target = '/v1/jobs?a=1'
const get = `GET ${target} HTTP/1.1\nHost: h\nAuthorization: ${line}\n`
const json = `{"title":"a \\"b\\" & <i>","it's":"x\\ny"}`
const size = (text: string): number => Buffer.byteLength(text)
const post = (body: string): string =>
  `POST ${target} HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: ${size(body)}\n\n${body}`

// ---- What follows a request without a body

const followers = [
  '--5b0d7c1e-F--\nHTTP/1.1 401 Unauthorized\n',
  '....\n\nThanks\n',
  'me@host:~$ exit\n',
  '### next\nGET https://h/\n',
  '<> 2026-11-21T064228.401.json\n',
  'b\'\'\n127.0.0.1 - - [21/Nov/2026 06:42:28] "GET / HTTP/1.1" 401 -\n',
  'page:  2\nstate: done\n',
  '##\n',
]

copies('for all lines behind the headers of a GET without a Content-Length: they are no body', () =>
  forAll(
    [
      fc.oneof(
        fc.constantFrom(...followers),
        fc.string({ minLength: 1 }).filter((text) => !/^\s*(?:[[{"]|[\w.%+[\]-]+=|$)/.test(text)),
      ),
      fc.constantFrom('', 'Request:\n\n', '# a\n\nIt fails:\n\n'),
    ],
    { numRuns: 60 },
    (follower, before) => {
      const received = read(`${before}${get}\n${follower}`)
      assert.equal([received.method, received.target, received.authorization], ['GET', target, [line]])
      assert.equal([bodyOf(received), received.bodyMissing], ['', undefined], follower)
    },
  ),
)

copies('what follows the headers of a GET stays its body if a header announces it, or if it is JSON', () => {
  assert.is(bodyOf(read(`${get}Content-Length: 6\n\nThanks`)), 'Thanks')
  assert.is(bodyOf(read(`${get}Content-Type: text/plain\n\nThanks`)), 'Thanks')
  assert.is(bodyOf(read(`${get}\n{"query":{}}`)), '{"query":{}}')
  assert.is(bodyOf(read(`${get.replace('GET', 'POST')}\nThanks`)), 'Thanks')
  assert.match(noted(read(`${get}\nThanks`)), /text after the headers was left out/)
})

copies('the last words of a client of MySQL are no line of the last cell', () => {
  const row = (body: string, end: string): string =>
    `*************************** 1. row ***************************\n       method: POST\n          url: ${target}\nauthorization: ${line}\n         body: ${body}\n${end}`
  assert.is(bodyOf(read(row('a=1&b=2', '1 row in set (0.00 sec)\n'))), 'a=1&b=2')
  assert.is(bodyOf(read(row('a=1&b=2', ''))), 'a=1&b=2')
})

copies('a dash of an access log stands for no body', () => {
  const log = (body: string): string => `method=POST uri="${target}" auth="${line}" body="${body}" status=401\n`
  assert.is(bodyOf(read(log('-'))), '')
  assert.is(bodyOf(read(log('--'))), '--')
})

// ---- Spelled otherwise

const entities = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[mark]};`)

const respelled: ReadonlyArray<readonly [name: string, spell: (message: string) => string]> = [
  ['a page', entities],
  ['a word processor', (text) => text.replace(/"/g, '\u201c').replace(/'/g, '\u2019')],
  ['Teams', (text) => text.replaceAll(' ', '\u00a0')],
  ['Markdown', (text) => text.replace(/[_*[\]{}]/g, '\\$&')],
  ['cat -E', (text) => text.replaceAll('\n', '$\n')],
  ['var_export', (text) => `'${text.replace(/[\\']/g, '\\$&')}'\n`],
  ['shlex.quote', (text) => `'${text.replaceAll("'", `'"'"'`)}'`],
]

copies('for all ways to spell a message otherwise: it is read as it was', () => {
  for (const [name, spell] of respelled) {
    const received = read(spell(post(json)))
    assert.equal([received.method, received.target, received.authorization], ['POST', target, [line]], name)
    assert.is(bodyOf(received), json, name)
    assert.match(noted(received), /spelled some characters of this message otherwise/, name)
  }
})

copies('a message whose body looks respelled, and has its Content-Length, is as it was sent', () => {
  for (const body of [
    '{"a":"&quot;&#39;"}',
    '{"a":"\u201cb\u201d"}',
    "it\\'s",
    'cost: 5$\nsum: 6$',
    '\\_\\{\\}',
    'a\u00a0b',
  ])
    for (const end of ['', '\n', '\r\n\r\n']) {
      const received = read(post(body) + end)
      assert.is(bodyOf(received), body)
      assert.not.match(noted(received), /spelled/)
    }
})

copies('a query in lines of its own, as in files for an editor, is the query', () => {
  const file = (lines: string): string => `GET https://h/v1/jobs\n${lines}Authorization: ${line}\n\n`
  assert.is(read(file('    ?a=1\n    &b=%20\n')).target, '/v1/jobs?a=1&b=%20')
  assert.is(read(file('')).target, '/v1/jobs')
})

copies('the link that a chat makes of the URL of a command is this URL', () => {
  for (const url of ['<https://h/v1/jobs>', '<https://h/v1/jobs|h/v1/jobs>'])
    assert.is(read(`curl '${url}' -H 'Authorization: ${line}'`).target, '/v1/jobs')
})

copies('ascii() of Python writes a character below U+0100 in two digits, and a program of bytes a byte', () => {
  const message = post('{"a":"é雪"}').replaceAll('\n', '\r\n')
  const python = JSON.stringify(message).replace('é', '\\xe9').replace('雪', '\\u96ea')
  assert.is(bodyOf(read(python.replace(/^"|"$/g, "'"))), '{"a":"é雪"}')
  const bytes = JSON.stringify(message).replace('é雪', '\\xc3\\xa9\\xe9\\x9b\\xaa')
  assert.is(bodyOf(read(`b${bytes.replace(/^"|"$/g, "'")}`)), '{"a":"é雪"}')
})

// ---- Round the request

copies('for all bodies: the parts with names in Chinese are those of the request, and the body is as it is there', () =>
  forAll(
    [
      fc.constantFrom('{"a":1}', '{"方式":"：","返回":"x"}', '[1, 2]', '{"请求体：":null}'),
      fc.constantFrom('：', ':', ' : '),
      fc.constantFrom<readonly [string, string]>(
        ['请求地址', '请求方式'],
        ['接口地址', '请求方法'],
        ['请求URL', 'HTTP方法'],
      ),
      fc.constantFrom('请求体', '请求参数', '请求正文'),
    ],
    { numRuns: 40 },
    (body, colon, [url, method], name) => {
      const text = `${url}${colon}https://h${target}\n${method}${colon}POST\n请求头${colon}\nHost: h\nAuthorization: ${line}\n${name}${colon}${body}\n返回${colon}{"error":{}}\n`
      const received = read(text)
      assert.equal([received.method, received.target, received.authorization], ['POST', target, [line]])
      assert.is(bodyOf(received), body)
      const below = read(text.replace(`${name}${colon}`, `Content-Length: ${size(body)}\n${name}${colon}\n`))
      assert.equal([bodyOf(below), below.notes ?? []], [body, []])
    },
  ),
)

copies('a message with Chinese names in its body is as it was sent', () => {
  const body = '请求地址：https://h/\n请求方式：GET\nAuthorization：x y=1\n▼Request Headers\n'
  assert.is(bodyOf(read(post(body))), body)
})

copies('lines that a patch adds, the title of a command and the triangles of a console are taken off', () => {
  const patch = `diff --git a/r b/r\n--- /dev/null\n+++ b/r\n@@ -0,0 +1,5 @@\n${post('{}').replace(/^/gm, '+')}\n`
  assert.equal([read(patch).target, bodyOf(read(patch))], [target, '{}'])
  const command = `curl https://h${target} -H 'Authorization: ${line}' -d '{}'`
  assert.is(bodyOf(read(`Curl\n\n${command}`)), '{}')
  const tree = `▼POST https://h${target}\n401\n▼Request Headers\nAuthorization: "${line}"\n▼Request Body\n{}\n▼Response Headers\n`
  assert.equal([read(tree).target, bodyOf(read(tree))], [target, '{}'])
  assert.match(refusal(`It says:\n${command.replaceAll("'", '\u2019')}`), /typographic quotation mark/)
})

copies('for all widths of a terminal: a command that it has broken is read as it was typed', () =>
  forAll(
    [fc.integer({ min: 60, max: 140 }), fc.constantFrom('{"a":"b"}', json.replaceAll("'", '’'), '{"雪":"😀é"}')],
    { numRuns: 60 },
    (width, body) => {
      const command = `curl 'https://h${target}' \\\n  -H 'Content-Type: application/json' \\\n  -H 'Authorization: ${longLine}' \\\n  -d '${body}'`
      const broken = command
        .split('\n')
        .map((part) => part.match(new RegExp(`.{1,${width}}`, 'gu'))?.join('\n'))
        .join('\n')
      const received = read(broken)
      assert.equal([received.target, received.authorization, bodyOf(received)], [target, [longLine], body], broken)
      // The Base64 of the caller has lines of its own, and a server refuses them.
      const ofCaller = longLine.replace(/signature=.{64}/, (start) => `${start}\n`)
      assert.match(read(`curl 'https://h${target}' -H 'Authorization: ${ofCaller}'`).authorization[0] ?? '', /\n/)
    },
  ),
)

copies('a header and a body in blocks of YAML, in a text without a list, are read as YAML', () => {
  const fields = (mark: string, value: string, method = 'POST'): string =>
    `reporter: anna\nmethod: ${method}\nurl: https://h${target}\nheaders:\n  Authorization: ${mark}${value}\n  Content-Type: application/json\nbody: |-\n  {\n    "a": [1]\n  }\n`
  for (const [mark, value] of [
    ['>-', `\n    ${line.replace(' ', '\n    ')}`],
    ['|-', `\n    ${line}`],
    ['>', `\n    ${line}`],
    ['', line],
  ] as const) {
    const received = read(fields(mark, value))
    assert.equal([received.target, received.authorization], [target, [line]], mark)
    assert.is(bodyOf(received), '{\n  "a": [1]\n}', mark)
  }
  // No YAML: a caller has sent the mark, or a body has it.
  assert.equal(read(`GET ${target} HTTP/1.1\nHost: h\nAuthorization: >-\n\n`).authorization, ['>-'])
  assert.is(bodyOf(read(post('Authorization: >-\n  Basic a'))), 'Authorization: >-\n  Basic a')
})

copies(
  'for all bodies: a message that a terminal has printed with CR LF for each LF is read as the program has written it',
  () =>
    forAll(
      [fc.constantFrom(json, '{\n  "a": 1\n}', 'a=1&b=2', 'x\r\ny'), fc.constantFrom('\n', '\r\n')],
      { numRuns: 20 },
      (body, end) => {
        const [head = ''] = post(body).split('\n\n')
        const written = `${head.replaceAll('\n', end)}\r\n\r\n${body}`
        const printed = read(
          `${written.replaceAll('\n', '\r\n')}\r\n\r\nHTTP/1.1 401 Unauthorized\r\r\nA: b\r\r\n\r\r\n`,
        )
        assert.equal([printed.authorization, bodyOf(printed)], [[line], body])
        assert.match(noted(printed), /has a CR more/)
        // In the body of a message off the wire CR CR LF is of the caller.
        const sent = read(
          post(`${body}\n\r\r\n`).replace(/\n/g, (_, at: number) => (at < head.length + 2 ? '\r\n' : '\n')),
        )
        assert.is(bodyOf(sent), `${body}\n\r\r\n`)
        assert.not.match(noted(sent), /has a CR more/)
      },
    ),
)

copies('what HTTPie prints on a terminal is refused as indented, also with CR CR LF', () => {
  const message = `POST ${target} HTTP/1.1\nAuthorization: ${line}\nContent-Length: 9\nUser-Agent: HTTPie/3.2.4\r\n\r\n{\n    "a": 1,\n    "b": 2\n}\n\n`
  assert.match(refusal(message.replaceAll('\n', '\r\n')), /HTTPie has indented the body/)
})

copies('a value of stars in the body has a note, and other stars have none', () => {
  const stars = /nothing but stars/
  for (const body of ['{"a":"***","b":1}', '{\n  "a": [ "*************"]}', 'a=1&b=****', 'a=***&b=1']) {
    assert.match(noted(read(post(body))), stars, body)
    assert.is(bodyOf(read(post(body))), body)
    assert.match(noted(read(`curl https://h${target} -H 'Authorization: ${line}' -d '${body}'`)), stars, body)
  }
  for (const body of ['{"a":"**b**"}', '{"a":"*"}', 'a=**', '{"a":"\\"***"}', 'cron=*/5 * * *', '/***/'])
    assert.not.match(noted(read(post(body))), stars, body)
  assert.not.match(noted(read(post('{"a":"***"}').replace('Host', 'Countersign-Arrived: 1\nHost'))), stars)
})

copies(
  'for all bodies: a message behind the numbers of grep -n, or in a block of reStructuredText, is read as it was',
  () =>
    forAll(
      [
        fc.constantFrom(json, '{\n  "a": [\n\n  ]\n}', '1:a=1\n2:b=2', '.. code-block:: http\n\n   x'),
        fc.constantFrom('', 'r.http:', 'logs/a-1.txt:'),
        fc.integer({ min: 1, max: 99 }),
      ],
      { numRuns: 30 },
      (body, name, first) => {
        const lines = post(body).split('\n')
        const numbered = lines.map((text, i) => `${name}${first + i}:${text}`)
        const set = lines.map((text) => (text === '' ? '' : `   ${text}`)).join('\n')
        for (const text of [
          numbered.join('\n'),
          `Incident\n========\n\n.. code-block:: http\n   :linenos:\n\n${set}\n\nIt was refused.\n`,
          `Why?\n\n.. code-block:: bash\n\n   ls\n\n.. sourcecode:: http\n\n${set}\n`,
        ]) {
          const received = read(text)
          assert.equal([received.target, received.authorization, bodyOf(received)], [target, [line], body], text)
        }
        // These stand in the body itself, or no number follows the one before it.
        assert.is(bodyOf(read(post(body))), body)
        assert.not.ok(bodyOf(read(post(numbered.join('\n')))) === body)
        assert.match(
          refusal(
            numbered
              .toSpliced(2, 1)
              .join('\n')
              .replace(/authorization.*/i, ''),
          ),
          /./,
        )
      },
    ),
)

copies('for all arguments: a command from /proc is read as the shell has given it', () =>
  forAll(
    [fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[\0@]/.test(text))],
    { numRuns: 60 },
    (data) => {
      const given = ['curl', '-X', 'POST', `https://h${target}`, '-H', `Authorization: ${line}`, '--data-binary', data]
      for (const text of [`${given.join('\0')}\0`, `/usr/bin/${given.join('\0')}`]) {
        const received = read(text)
        assert.equal([received.target, received.authorization, bodyOf(received)], [target, [line], data], text)
      }
      assert.is(bodyOf(read(post(given.join('\0')))), given.join('\0'))
    },
  ),
)

copies('of several requests in the output of curl -v the first that is signed is read', () => {
  const sent = (method: string, authorization: string): string =>
    `> ${method} ${target} HTTP/1.1\n> Host: h\n${authorization === '' ? '' : `> Authorization: ${authorization}\n`}> \n< HTTP/1.1 200 OK\n< \n{}\n`
  for (const first of ['Bearer a.b.c', '']) {
    const received = read(`* Trying\n${sent('GET', first)}${sent('DELETE', line)}`)
    assert.equal([received.method, received.authorization], ['DELETE', [line]], first)
    assert.match(noted(received), /the first with a signed Authorization header was read/)
  }
  assert.equal(read(sent('GET', 'Bearer a') + sent('DELETE', '')).method, 'GET')
  assert.equal(read(sent('GET', line) + sent('DELETE', line)).method, 'GET')
  assert.not.match(noted(read(sent('GET', line) + sent('DELETE', line))), /the first with a signed/)
})

copies('a file of gzip is named', () => {
  assert.match(refusal(Buffer.from('1f8b0800000000000003', 'hex')), /compressed with gzip; decompress it/)
  assert.not.match(refusal(Buffer.from('1f8c0800', 'hex')), /gzip/)
})

copies('the body of a file of Bruno in YAML is its text', () => {
  const file = (kind: string, type = 'http'): string =>
    `info:\n  name: a\n  type: ${type}\n\nhttp:\n  method: POST\n  url: https://h${target}\n  headers:\n    - name: Authorization\n      value: ${line}\n  body:\n    type: ${kind}\n    data: |-\n      {\n        "a": 1\n      }\n`
  assert.is(bodyOf(read(file('json'))), '{\n  "a": 1\n}')
  assert.is(bodyOf(read(file('text'))), '{\n  "a": 1\n}')
  for (const text of [file('form-urlencoded'), file('json', 'folder')]) assert.is(read(text).bodyMissing, true)
})

copies('for all widths: a command in one line that was folded at a column is read as it was typed', () =>
  forAll(
    [fc.integer({ min: 40, max: 140 }), fc.integer({ min: 0, max: 60 }), fc.constantFrom('$ ', '')],
    { numRuns: 60 },
    (width, room, prompt) => {
      const typed = (header: string): string =>
        `${prompt}curl ${'-s '.repeat(room)}https://h${target} -H "Authorization: ${header}" -H "Content-Type: application/json" -d '{"a":  "b"}'`
      const folded = typed(longLine).replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n')
      // Nothing tells whether a last line of the full width goes on in the next.
      const answer = folded.split('\n').at(-1)?.length === width ? '' : '\n{"error":1}\n'
      const received = read(folded + answer)
      assert.equal([received.authorization, bodyOf(received)], [[longLine], '{"a":  "b"}'], folded)
      assert.not.match(noted(received), /A header contains a line end/)
      // A longer line shows that nobody has folded this; then the line end is of the caller.
      for (const broken of [longLine.replace('SHA256', 'SHA\n256'), longLine.replace(' ', '\n ')])
        assert.match(noted(read(typed(broken))), /A header contains a line end/)
    },
  ),
)

copies('a character in two escapes is one, as the browser has sent it; half of one is as bash writes it', () => {
  const command = (data: string): string => `curl https://h${target} -H 'Authorization: ${line}' --data-raw $'${data}'`
  const received = read(command('{"a":"\\ud83d\\ude00"}'))
  assert.is(bodyOf(received), '{"a":"😀"}')
  assert.match(noted(received), /a character in two escapes/)
  for (const data of ['{"a":"\\\\ud83d\\\\ude00"}', '{"a":"\\u96ea"}'])
    assert.not.match(noted(read(command(data))), /two escapes/)
  assert.is(bodyOf(read(command('{"a":"\\\\ud83d\\\\ude00"}'))), '{"a":"\\ud83d\\ude00"}')
  assert.is(bodyOf(read(command('\\ud83d.')), 'latin1'), '\xed\xa0\xbd.')
})

copies('the empty object of a framework is no body of a GET', () => {
  const log = (method: string): string =>
    `[info] incoming request { method: '${method}', originalUrl: '${target}', headers: { host: 'h', authorization: '${line}' }, body: {} }\n`
  assert.is(bodyOf(read(log('GET'))), '')
  assert.is(bodyOf(read(log('GET').replace('headers: {', "headers: { 'content-length': '2',"))), '{}')
})

// ---- A body found by its length

const form = fc
  .array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}(?:\[\])?$/), fc.stringMatching(/^[\w.%+-]{0,12}$/)), {
    minLength: 2,
    maxLength: 4,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const printers: ReadonlyArray<(headers: string, body: string) => string> = [
  (headers, body) => `After request [POST ${target}, client=::1, headers=[${headers}], payload=${body}]`,
  (headers, body) => `Method: POST\nURL: ${target}\nHeaders: { ${headers} }\nBody: ${body}\n`,
  (headers, body) => `DEBUG request{method=POST uri=${target} headers={${headers}}}: started\n INFO api: ${body}\n`,
]

copies('for all forms of the Content-Length: the form is the body, whatever stands round it', () =>
  forAll([form, fc.constantFrom(...printers)], { numRuns: 60 }, (body, print) => {
    const type = 'application/x-www-form-urlencoded'
    const headers = (length: number): string =>
      `content-type:"${type}", content-length:"${length}", authorization:"${line}"`
    const received = read(print(headers(body.length), body))
    assert.equal([received.target, bodyOf(received), received.bodyMissing], [target, body, undefined])
    // Wrong in one way: another length.
    assert.not.equal(bodyOf(read(print(headers(body.length + 1), body))).length, body.length)
  }),
)

copies('a name before a bracket and the method are no form, though they have the Content-Length', () => {
  for (const body of ['aaa=&aa=', 'a=1&bb=2', 'aaa=aa%&aa=']) {
    const type = 'application/x-www-form-urlencoded'
    const headers = `content-type:"${type}", content-length:"${body.length}", authorization:"${line}"`
    const log = `DEBUG request{method=POST uri=${target} headers={${headers}}}: started\n INFO api: ${body}\n`
    assert.is(bodyOf(read(log)), body)
  }
})

copies('two forms of the Content-Length are none, and neither is a part of the URL', () => {
  const log = (rest: string): string =>
    `Method: POST\nURL: /v1/jobs?a=1&b=2\nHeaders: { content-type: 'application/x-www-form-urlencoded', content-length: '7', authorization: '${line}' }\n${rest}`
  assert.is(read(log('')).bodyMissing, true)
  assert.is(read(log('a=1&b=2\na=2&b=1\n')).bodyMissing, true)
  assert.is(bodyOf(read(log('seen: a=3&b=4\n'))), 'a=3&b=4')
})

copies('the brackets in a name of a form are no list', () => {
  const text = `- **Method:** POST\n- **URL:** https://h${target}\n- **Headers:**\n  - Authorization: ${line}\n- **Body:** \`a=1&tags[]=x\`\n`
  assert.is.not(bodyOf(read(text)), '[]')
})

copies('a query with brackets under its usual name is the query', () => {
  for (const query of ['a[0]=1&b=%22', 'a[]=1', 'q=[1,2]', 'a=1']) {
    const net = `Request:\nMethod: GET\nPath: /v1/jobs\nQueryString: ?${query}\nAuthorization: ${line}\n`
    assert.is(read(net).target, `/v1/jobs?${query}`)
  }
})

copies('the escapes in an export of Slack are undone, and those of another JSON are not', () => {
  const command = `curl https://h${target} -H 'Authorization: ${line}' -d 'a=1&amp;b=2'`
  const slack = JSON.stringify([{ type: 'message', text: `\`\`\`${command}\`\`\``, ts: '1795932548.000100' }])
  assert.is(bodyOf(read(slack)), 'a=1&b=2')
  assert.is(bodyOf(read(JSON.stringify([{ text: command }]))), 'a=1&amp;b=2')
})

copies('the page of Sentry shows the query in parsed form, so the target is not known', () => {
  const page = `HTTP Request\nGET\n/v1/jobs\nh\nQuery String\na\t1\nHeaders\nAuthorization\t${line}\n`
  assert.match(refusal(page), /the page of Sentry does not show the target/)
})

copies('for all last bytes of a head that tcpdump -A shows: the method begins behind them', () =>
  forAll(
    [fc.stringMatching(/^[!-~]{0,3}$/), fc.constantFrom('GET', 'POST', 'PUT')],
    { numRuns: 60 },
    (bytes, method) => {
      const packet = (head: string): string =>
        `18:57:38.233007 IP localhost.5 > localhost.8: Flags [P.], length 412\nE..<.\n@.@.n.\n.).....${head}${method} ${target} HTTP/1.1\r\nHost: h\r\nAuthorization: ${line}\r\n\r\n`
      const received = read(packet(bytes))
      assert.equal([received.method, received.target], [method, target], bytes)
      const dotted = `${packet(bytes).trimEnd()}\r\nContent-Length: 10\r\n\r\n{"a":"...."`
      for (const time of ['18:57:38.233007', '2026-11-30 18:57:38.233007'])
        assert.is(bodyOf(read(dotted.replace('18:57:38.233007', time))), '', time)
    },
  ),
)

copies('what the logging of Python writes before a message is no part of it', () => {
  const print = (prefix: string): string =>
    `${prefix}POST https://h${target} EnvironHeaders([('Host', 'h'), ('Authorization', '${line}')]) b'{}'\n`
  for (const prefix of ['', 'DEBUG:app:', 'INFO:werkzeug.x:']) {
    const received = read(print(prefix))
    assert.equal([received.method, received.target, bodyOf(received)], ['POST', target, '{}'], prefix)
  }
})

copies('a request that a message of a queue holds as text is read, and a body with a request is a body', () => {
  const request = { method: 'POST', url: target, headers: { authorization: line }, body: json }
  const text = JSON.stringify(request)
  for (const message of [
    { Messages: [{ MessageId: 'x', Body: text }] },
    { topic: 'dlq', key: null, payload: text },
    { Records: [{ body: JSON.stringify({ Type: 'Notification', Message: text }) }] },
  ]) {
    const received = read(JSON.stringify(message, null, 2))
    assert.equal([received.target, bodyOf(received), received.authorization], [target, json, [line]])
  }
  const pairs = { name: 'x', header: [{ key: 'Authorization', value: line }], raw: text }
  assert.match(refusal(JSON.stringify(pairs)), /./)
  const other = { ...request, url: '/v1/logs', body: text }
  assert.equal([read(JSON.stringify(other)).target, bodyOf(read(JSON.stringify(other)))], ['/v1/logs', text])
  assert.match(refusal(JSON.stringify({ headers: { authorization: line }, body: text.replaceAll(line, 'x y=1') })), /./)
})

copies(
  'a file of requests goes on behind ###, an entry of an archive stands in words, and Safari copies a summary',
  () => {
    const file = `### other\nGET https://{{host}}/health\n\n### create\nPOST https://h${target} HTTP/1.1\nAuthorization: ${line}\n\n{"a":1}\n\n### next\nGET https://h/\n`
    assert.equal([read(file).target, bodyOf(read(file))], [target, '{"a":1}'])
    const entry = (postData: object): string =>
      JSON.stringify({
        request: {
          method: 'POST',
          url: `https://h${target}`,
          headers: [{ name: 'Authorization', value: line }],
          ...postData,
        },
      })
    const inWords = (object: string): string => `Hi, here is the entry:\n\n${object}\n\nThanks\n`
    const received = read(inWords(entry({ postData: { mimeType: 'text/plain', text: 'a b' } })))
    assert.equal([received.target, bodyOf(received)], [target, 'a b'])
    // Without a body of its own, the text may have one elsewhere.
    assert.is.not(bodyOf(read(`${entry({})}\n{"a":1}\n`)), undefined)
    const safari = (body: string): string =>
      `Summary\nURL: https://h${target}\nStatus: 401\n\nRequest\n:method: POST\n:scheme: https\n:authority: h\n:path: ${target}\nAuthorization: ${line}\nContent-Length: ${size(body)}\n\nResponse\n:status: 401\n\nRequest Data\nMIME Type: text/plain\nRequest Data: ${body}\n`
    for (const body of ['{"a":1}', 'a=1&b=2'])
      assert.equal([read(safari(body)).target, bodyOf(read(safari(body)))], [target, body])
  },
)

// ---- A request in the body

const inner = `GET /v1/x HTTP/1.1\r\nAuthorization: ${line.replaceAll('=a,', '=other,')}\r\n\r\n{}`
const requestsInBodies: ReadonlyArray<string> = [
  JSON.stringify({ log: inner }),
  JSON.stringify({ method: 'GET', url: '/v1/other', headers: { authorization: 'Bearer x' }, body: 'a=1' }),
]

/** Forms that show the headers outside of JSON, or in a record of their own. */
const printersOfAll: ReadonlyArray<(body: string) => string> = [
  (body) => `DEBUG ${post(body).replaceAll('\n', '\nDEBUG ')}`,
  (body) =>
    `Method: POST\nURL: ${target}\nHeaders: { authorization: '${line}', 'content-length': '${size(body)}' }\nBody: ${body}\n`,
  (body) => `POST ${target}\n{"authorization":"${line}","content-length":"${size(body)}"}\n${body}\n`,
  (body) => `request.method = POST\nrequest.path = ${target}\nAuthorization: ${line}\nbody: ${body}\n`,
]

copies('a request that the body holds is never taken for the request', () => {
  for (const body of requestsInBodies)
    for (const print of printersOfAll) {
      const text = print(body)
      try {
        const received = read(text)
        assert.equal([received.method, received.target, received.authorization], ['POST', target, [line]], text)
        assert.ok(received.bodyMissing === true || bodyOf(received) === body, text)
      } catch (problem) {
        assert.not.instance(problem, assert.Assertion, String(problem))
      }
    }
})

copies('of two requests in a log of JSON, the first with an Authorization header is read', () => {
  const record = (url: string, authorization: string): string =>
    JSON.stringify({ method: 'GET', url, headers: { authorization } })
  const log = [record('/v1/jobs', line), record('/v1/x', line.replace('=a,', '=b,'))].join('\n')
  assert.is(read(log).target, '/v1/jobs')
})

// ---- What is not there

copies('a program that shows no header of a request says nothing of the caller', () => {
  for (const text of [
    `POST https://h${target}\n\nHTTP/1.1 401 Unauthorized\nContent-Type: application/json\n\n{}\n`,
    `[06:42:28] client connect\n127.0.0.1:5: POST http://h${target}\n              << 401 Unauthorized 38b\n`,
  ])
    assert.match(refusal(text), /shows no headers of the request/)
  // A request without the header, and its answer.
  assert.equal(read(`POST ${target} HTTP/1.1\nHost: h\n\n`).authorization, [])
})

copies('a header that a column has broken is not judged', () => {
  const box = (row: string, id = ' '): string => `│ ${id} │ ${row.padEnd(60)}│\n`
  const rest = `${line.slice(40)}${'A'.repeat(20)}`
  const table = `┌───┬─────┐\n${box(`GET ${target} HTTP/1.1`, '1')}${box('Host: h')}${box(`Authorization: ${line.slice(0, 40)}`)}${box(rest)}`
  assert.match(refusal(table), /has broken long values into lines|has cut the Authorization header/)
})

copies('a trace keeps a body in another file, so the body is not known', () => {
  const headers = [
    { name: 'Authorization', value: line },
    { name: 'Content-Length', value: '7' },
  ]
  const har = (text: string): string =>
    JSON.stringify({
      log: {
        entries: [
          {
            request: { method: 'POST', url: `https://h${target}`, headers, postData: { mimeType: 'text/plain', text } },
          },
        ],
      },
    })
  assert.is(read(har('')).bodyMissing, true)
  assert.is(bodyOf(read(har('a=1&b=2'))), 'a=1&b=2')
})

copies('the tag <head> of a page is no method', () => {
  const page = (rest: string): string =>
    `<html xmlns="http://www.w3.org/1999/xhtml">\n<head>\n<meta content="text/html">\n</head><body><pre>${rest}</pre></body></html>`
  const received = read(page(`POST ${target} HTTP/1.1\nAuthorization: ${line}\n\n`))
  assert.equal([received.method, received.target], ['POST', target])
})

copies('the first cell of a row stands before a request', () => {
  const received = read(`1|POST ${target} HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: 2\n\n{}`)
  assert.equal([received.method, received.target, bodyOf(received)], ['POST', target, '{}'])
})

copies('a value in brackets is the value of the header, as Jaeger keeps it', () => {
  const span = (value: string): string =>
    JSON.stringify({
      spans: [
        {
          tags: [
            { key: 'http.method', value: 'POST' },
            { key: 'http.url', value: `https://h${target}` },
            { key: 'http.request.header.authorization', value },
          ],
        },
      ],
    })
  for (const value of [line, JSON.stringify([line])]) assert.equal(read(span(value)).authorization, [line])
})

// ---- What a member of a body is called

const memberNames = ['payload', 'data', 'body', 'content'] as const

copies('for all bodies of JSON without a length: an object in it is not the body, whatever its name is', () =>
  forAll(
    [fc.constantFrom(...memberNames), fc.constantFrom('{"x":1}', '"{\\"x\\":1}"', '[1, {"y": 2}]'), fc.boolean()],
    { numRuns: 40 },
    (name, value, isFirst) => {
      const body = isFirst ? `{"${name}": ${value}, "queue": "gpu"}` : `{"queue": "gpu", "${name}": ${value}}`
      for (const text of [
        `Request { method: POST, url: "https://h${target}", headers: {"authorization": "${line}"} }\n${body}\n401 Unauthorized\n`,
        `| Field | Value |\n| --- | --- |\n| Method | \`POST\` |\n| URL | \`https://h${target}\` |\n| Authorization | \`${line}\` |\n| Body | \`${body}\` |\n`,
        `HttpRequest(HttpMethod(POST),https://h${target},List(Authorization: ${line}),HttpEntity.Strict(application/json,${body}),HttpProtocol(HTTP/1.1))`,
      ]) {
        const received = read(text)
        assert.equal([received.method, received.target, received.authorization], ['POST', target, [line]])
        assert.is(bodyOf(received), body, text)
      }
    },
  ),
)

copies('a record of a log that holds the body is not the body', () => {
  const record = (members: string): string =>
    `POST https://h${target}\n{'Authorization': '${line}'}\n{${members},"payload":{"x":1}}\n`
  for (const members of ['"level":"info","at":"x"', '"method":"POST","n":1'])
    assert.match(refusal(record(members)), 'an object that a program made from it')
})

// ---- Transcripts and masks

copies('for all bodies: Insomnia prints each line with a bar, and the length shows where the body ends', () =>
  forAll(
    [fc.array(fc.constantFrom('{', '  "a": "\u00e9"', '', '| x', '}'), { minLength: 1 })],
    { numRuns: 40 },
    (lines) => {
      const body = lines.join('\n')
      if (body === '') return
      const printed = body.replace(/^/gm, '| ')
      const timeline = (length: number): string =>
        `* Preparing request to https://h${target}\n\n> POST ${target} HTTP/1.1\n> Host: h\n> Authorization: ${line}\n> Content-Length: ${length}\n\n${printed}\n\n* We are completely uploaded and fine\n\n< HTTP/1.1 401 Unauthorized\n`
      assert.is(bodyOf(read(timeline(size(body)))), body)
      assert.is(read(timeline(size(body) + 999)).bodyMissing, true)
    },
  ),
)

copies('a signature with stars or bullets in it was masked, so nothing is judged', () => {
  const masked = (mark: string): string => line.replace('signature=AA==', `signature=Zm9v${mark}YmFy==`)
  for (const mark of ['***', '****', '•••', '██']) {
    assert.match(refusal(post('{}').replace(line, masked(mark))), 'was replaced by ***')
    assert.match(refusal(`curl https://h${target} -H 'Authorization: ${masked(mark)}'`), 'was replaced by ***')
  }
  assert.is(read(post('{}').replace(line, masked('*'))).method, 'POST')
})

copies('for all bodies: the text below a command is its body, and nothing in it is rewritten', () =>
  forAll(
    [fc.array(fc.constantFrom('{"a": 1}', `POST ${target} HTTP/1.1`, 'Host: h', '$HOME `x` \\n', "'", '<pre>', ''))],
    { numRuns: 60 },
    (lines) => {
      const body = lines.map((text) => `${text}\n`).join('')
      const command = (options: string): string =>
        `curl 'https://h${target}' -H 'Authorization: ${line}' ${options} <<'EOF'\n${body}EOF\n`
      for (const options of ['--data-binary @-', '-X POST -T -']) {
        const received = read(command(options))
        assert.equal([received.target, received.authorization, bodyOf(received)], [target, [line], body])
      }
      assert.is(bodyOf(read(command('-d @-'))), body.replaceAll('\n', ''))
      assert.is(bodyOf(read(`http POST https://h${target} 'Authorization: ${line}' <<'EOF'\n${body}EOF\n`)), body)
    },
  ),
)

copies('a body that a console indents, or that is called sent, is found by its length', () => {
  const body = '{\n  "a": 1,\n  "b": {\n    "c": 2,\n    "d": 3,\n    "e": 4\n  }\n}'
  const record = `info: Microsoft.AspNetCore.HttpLogging.HttpLoggingMiddleware[1]\n      Request:\n      Method: POST\n      Scheme: https\n      PathBase: \n      Path: /v1/jobs\n      QueryString: ?a=1\n      Host: h\n      Authorization: ${line}\n      Content-Type: application/json\n      Content-Length: ${size(body)}\ninfo: Microsoft.AspNetCore.HttpLogging.HttpLoggingMiddleware[3]\n      RequestBody: ${body.replaceAll('\n', '\n      ')}\n`
  assert.is(bodyOf(read(record)), body)
  const inPython = (name: string): string =>
    `RequestInfo(url=URL('https://h${target}'), method='POST', headers=<CIMultiDictProxy('Authorization': '${line}', 'Content-Type': 'application/json', 'Content-Length': '${size(json)}')>, real_url=URL('https://h${target}'))\n${name}: b'${json.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'\n`
  for (const name of ['body sent', 'sent body', 'body']) assert.is(bodyOf(read(inPython(name))), json, name)
})

copies('JSON with escapes and without quotation marks behind the name of a body is read without the escapes', () => {
  const morgan = (rest: string): string => `2026-12-01T02:28:25.183Z POST ${target} 401 auth="${line}" ${rest}\n`
  const escaped = json.replace(/["\\]/g, '\\$&')
  const received = read(morgan(`body=${escaped}`))
  assert.equal([received.target, bodyOf(received)], [target, json])
  assert.match(noted(received), 'without its escapes')
  // Wrong in one way: something follows, or the text is no JSON without its escapes.
  for (const rest of [`body=${escaped} ms=3`, `body=${escaped.slice(0, -1)}`, `note=${escaped}`])
    assert.is.not(bodyOf(read(morgan(rest))), json, rest)
})

copies('a dump that has only an empty list under the name of a body shows no body', () => {
  const laravel = `Request {#812\n  #request: Request {#790\n    -method: "POST"\n    -uri: Uri {#745\n      -scheme: "https"\n      -host: "h"\n      -path: "/v1/jobs"\n      -query: "a=1"\n    }\n    -headers: array:1 [\n      "Authorization" => array:1 [\n        0 => "${line}"\n      ]\n    ]\n    -stream: Stream {#789\n      -size: 115\n    }\n  }\n  #data: []\n}\n`
  const received = read(laravel)
  assert.equal([received.target, received.bodyMissing], [target, true])
  assert.not.match(noted(received), 'The text shows a body')
})

copies(
  'a signed value under another name is seen with blanks behind its commas too, and no request without it is judged',
  () => {
    for (const comma of [',', ', ']) {
      const value = line.replaceAll(',', comma)
      const other = { method: 'POST', url: '/v1/jobs', headers: { 'x-sign': value }, body: '{}' }
      assert.match(refusal(JSON.stringify(other)), 'not among the headers of a request', value)
    }
  },
)
