/**
 * A whole raw request is never rewritten: a rule that takes off what stands round a request, or that undoes what a program has changed, may
 * only fire on a text of its own form, and not on the body of another request.
 */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { type Printable, printers } from './printers.ts'
import { bodyOf, line, noted, read } from './reading.ts'

const never = suite('readRequest: a whole raw request is never rewritten')

const target = '/v1/jobs?a=1'
const other = 'SVC-SHA256-RSA app_id=b,nonce_str=m,timestamp=2,signature=QQ=='
const message = `POST /x HTTP/1.1\nHost: h\nAuthorization: ${other}\n\n{}`

/** For each rule that rewrites a text, a text that it fires on. */
const rewritten: Readonly<Record<string, string>> = {
  reprInJson: `{"method":"'GET'","url":"'/x'","headers":{"authorization":"'${other}'"},"data":"'{}'"}`,
  signedTranscript: `> GET /y HTTP/1.1\n> Authorization: Bearer a\n> \n> GET /x HTTP/1.1\n> Authorization: ${other}\n> \n`,
  dumpInPython: `bytearray(b'< POST /x HTTP/1.1\\r\\nAuthorization: ${other}\\r\\n\\r\\n')`,
  mailText: `Subject: a\nContent-Transfer-Encoding: quoted-printable\n\nAuthorization: SVC app_id=3Da,nonce_str=\n=3Db\n`,
  quotedMail: `You write:\n> POST /x HTTP/1.1\n> Authorization: SVC-SHA256-RSA app_id=a,nonce_str=nnnnnnnnnnnnnnnnnnnnnnnnnnnnn\n> nnnnn,timestamp=1,signature=AA==\n>\n> {}\n`,
  richText: `{\\rtf1 POST /x HTTP/1.1\\par Authorization: ${other}\\par\\par \\{\\}}`,
  forensicText: `+yQtJf8CoAB4AAFNXBIEAAAAA|GET /x HTTP/1.1|Host:h|Authorization:${other}\n`,
  namedEntries: 'fields { key: "method" value { string_value: "POST" } }\n',
  namedParts: `请求地址：https://h/x\n请求方式：POST\nAuthorization：${other}\n请求体：{}\n返回结果：{}`,
  addedLines: `diff --git a b\n--- a\n+++ b\n@@ -1 +1 @@\n${message.replace(/^/gm, '+')}\n`,
  unfoldedParts: `▼Request Headers\nPOST /x HTTP/1.1\nAuthorization: ${other}\n▶Response Headers\n`,
  wrappedCommand: `curl -X POST 'https://h/x' -H 'Autho\nrization: ${other}' -d '{}'`,
  pythonLog: 'INFO:app:POST /x\n',
  objectInWords: `We send:\n{"method":"POST","url":"https://h/x","headers":{"Authorization":"${other}"},"body":"{}"}\n`,
  ofSafari: `Summary\nURL: https://h/x\n\nRequest\n:method: POST\n:path: /x\nAuthorization: ${other}\n\nRequest Data\nRequest Data: {}\n`,
  bunCommand: `[fetch] $ curl "https://h/x" -X POST -H "Authorization: ${other}"\n[fetch] > HTTP/1.1 POST https://h/x\n`,
  framedText: `╔╣ Request ║ POST \n║  http://h/x\n╚════╝\n╔ Headers \n╟ Authorization: \n║ ${other}\n╚════╝\n║ {}\n`,
  panelText: `Request URL: https://h/x\nRequest Method: POST\nauthorization: ${other}\n`,
  directiveText: `See\n\n.. code-block:: http\n\n   POST /x HTTP/1.1\n   Authorization: ${other}\n\n   {}\n`,
  pytestText: `===== FAILURES =====\n>   assert r\nE   assert\n\nauthorization = '${other}'\n`,
  pythonSnippet: `import requests\nurl = "https://h/x"\npayload = "{}"\nheaders = {\n  'Authorization': '${other}'\n}\nresponse = requests.request("POST", url, headers=headers, data=payload)\n`,
  cellWithRequest: `Summary,Description\n1,"We send:\n{code}\n${message}\n{code}\n"`,
  preformattedRequest: `<pre>\n${message}\n</pre>`,
  pageText: `<html><body><p>POST /x</p><p>Authorization: ${other}</p></body></html>`,
  markupInXml: `<?xml version="1.0"?><a>&lt;b&gt;Authorization: ${other}&lt;/b&gt;</a>`,
  markdownText: `# a\n\n- **Method:** POST\n- **URL:** \`https://h/x\`\n- **Authorization:** \`${other}\`\n\n**Body:**\n\`\`\`json\n{}\n\`\`\`\n`,
  fencedText: `We send:\n\`\`\`http\n${message}\n\`\`\`\n`,
  unfoldedText: `NOTE: '\\' line wrapping per RFC 8792\n\nAuthorization: SVC app_id=a,time\\\n    stamp=1\n`,
  withoutStamps: message.replace(/^/gm, '2026-11-29T12:44:01.123Z '),
  withoutTags: message.replace(/^/gm, 'I/flutter (11021): '),
  withoutLineNumbers: message
    .split('\n')
    .map((text, i) => `a:${i + 1}:${text}`)
    .join('\n'),
  unboxedText: `╭────╮\n│ POST /x HTTP/1.1 │\n│ Authorization: ${other} │\n│ {} │\n╰────╯\n`,
  withControlCharacters: `a#012POST /x HTTP/1.1#012Authorization: ${other}#012#012{}`,
  bareApostrophe: `curl -X POST 'https://h/x' -H 'Authorization: ${other}' --data '{"title":"it's red"}'`,
  chatEscapes: 'POST /x?a=1&amp;b=2 HTTP/1.1\nHost: h\n\n{"a":"b &lt; c"}',
  exportOfSlack: '{"type":"message","text":"a &amp; b","ts":"1764000000.123456"}',
  linkWithReference: '{"link":"https://h/?a=1&amp;b=2"}',
  respelledByMarkdown: `{"note":"app\\_id=1 \\*x\\*"}`,
  respelledByCat: 'a$\n$\nb$\n',
  respelledByPage: '{&quot;a&quot;:&quot;b&quot;}',
  dottingTool: 'Follow: tcp,ascii\nNode 0: h:1\n{"a":"Z..rich"}',
  cutMark: '{"a":1... (12345 bytes omitted)',
  replacement: '{"a":"Z\ufffdrich"}',
  endMark: '{"a":1}\n-----END-----',
  wordForNothing: 'None',
  escapedBody: '{\\"a\\":\\"b\\"}',
  literal: 'b\'{"a":1}\'',
  response: '{}\nHTTP/1.1 401 Unauthorized\nServer: h\n\n{}',
  logBehind: '2026-11-29 05:05:02,123 INFO done\n',
  emptyLines: '\n\n{"a":1}',
  jsonBehindLines: 'Body:\n{"a":1}',
  terminalEnds: 'a\r\r\n\r\r\nb\r\r\n',
  guzzle: `a >>>>>>>>\n${message}\n<<<<<<<<\nHTTP/1.1 401\n`,
  prompt: 'user@host:~/a$ curl https://h/x',
  titleOfCommand: `Curl\ncurl https://h/x -H 'Authorization: ${other}'`,
  colours: '\u001b[32mPOST /x\u001b[0m',
}

/** What printers write of another request. */
const printed = fc.tuple(
  fc.constantFrom(...printers),
  fc.constantFrom('{}', '{"a":"it\'s <b> & \\"c\\" \\\\ x_1*2*"}', '{\n  "a": 1\n}', 'a=1&b=%20'),
)

const inner: Omit<Printable, 'body'> = { method: 'POST', host: 'h', target: '/x?b=1&c=2', authorization: other }

const bodies = fc.oneof(
  fc.constantFrom(...Object.values(rewritten)),
  printed.map(([{ print }, body]) => print({ ...inner, body })),
)

/** An Authorization header that is right, or wrong in a way that a caller could send. */
const headers = [
  line,
  line.replace('AA==', '"AA=="'),
  line.replace('app_id=a,', ''),
  line.replaceAll(',', ', '),
  line.replaceAll(',', ';'),
  `${line},`,
]

const lengthOf = (text: string): number => Buffer.byteLength(text)

const messageOf = (authorization: string, body: string, end: string): string =>
  [
    `POST ${target} HTTP/1.1`,
    'Host: api.example',
    `Authorization: ${authorization}`,
    `Content-Length: ${lengthOf(body)}`,
    '',
    '',
  ].join(end) + body

/** What a log, or a person, puts before a message, so that it is no message from its first line on. */
const before = [
  '',
  '\n',
  '2026-11-29 05:05:02,123 INFO sending\n',
  '2026-11-29 05:05:02 INFO sending ',
  '[http] ',
  'We get this:\n\n',
]

never('for every rule, and every raw request whose body the rule fires on: the body comes out byte for byte', () => {
  for (const [rule, body] of Object.entries(rewritten))
    for (const authorization of headers)
      for (const end of ['\n', '\r\n']) {
        const received = read(messageOf(authorization, body, end))
        assert.equal([received.method, received.target, bodyOf(received)], ['POST', target, body], rule)
        assert.is(received.authorization.length, 1)
        assert.equal([received.bodyMissing, noted(received)], [undefined, ''], rule)
      }
})

never('for every text of a printer as body: target, header and body are those of the message', () =>
  forAll(
    [bodies, fc.constantFrom(...headers), fc.constantFrom('\n', '\r\n')],
    { numRuns: 150 },
    (body, authorization, end) => {
      const received = read(messageOf(authorization, body, end))
      assert.equal([received.target, received.authorization, bodyOf(received)], [target, [authorization], body])
    },
  ),
)

never(
  'for every text of a printer as body, behind a line of a log or of a person: the header is that of the message',
  () =>
    forAll([bodies, fc.constantFrom(...before)], { numRuns: 150 }, (body, words) => {
      const received = read(words + messageOf(line, body, '\n'))
      assert.equal([received.target, received.authorization], [target, [line]])
      // A log may go on behind a body, so the lines of a log in it can make its end unknown. It is never another body.
      if (received.bodyMissing !== true) assert.is(bodyOf(received), body)
    }),
)

/** Printers whose text shows where the body begins and ends. */
const bounded = ['OkHttp', 'Feign', 'a dict as Python prints it', 'a request that pino-http logs', '%q of Go']

never(
  'for every rule that finds a message in another notation: in a printed request, the first header stays that of the request',
  () => {
    const inBase64 = JSON.stringify({ raw: Buffer.from(message.replaceAll('\n', '\r\n')).toString('base64') })
    for (const { name, print } of printers.filter((printer) => bounded.includes(printer.name)))
      for (const body of [
        rewritten.withControlCharacters ?? '',
        rewritten.unboxedText ?? '',
        rewritten.addedLines ?? '',
        inBase64,
      ])
        assert.equal(
          read(print({ ...inner, target, authorization: line, body })).authorization,
          [line],
          `${name}: ${body}`,
        )
  },
)

never('for every rule: its own text is read by it as before', () => {
  const read401 = (text: string): string => {
    try {
      return read(text).authorization.join('\n')
    } catch {
      return ''
    }
  }
  for (const rule of [
    'addedLines',
    'namedParts',
    'reprInJson',
    'directiveText',
    'fencedText',
    'markdownText',
    'panelText',
    'unboxedText',
  ])
    assert.is(read401(rewritten[rule] ?? ''), other, rule)
})
