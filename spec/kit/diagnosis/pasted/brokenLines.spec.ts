/** Messages with an Authorization header that a mail or a picture has broken, with words before the body, and programs in place of messages. */
import fc from 'fast-check'
import { jointOf } from '../../../../src/kit/diagnosis/pasted/brokenAuthorization.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const broken = suite('readRequest: lines that a mail or a person has changed')

const bodies = fc.json({ maxDepth: 2 }).filter((text) => /^[[{]./.test(text) && !/\.\.|…|\ufffd/.test(text))
const signature = `${'aB3+/xYz'.repeat(42)}aBcDeA==`
const authorization = `SVC-SHA256-RSA app_id=app-1,nonce_str=0123456789abcdef0123456789abcdef,timestamp=1796053419,signature=${signature}`
const header = `Authorization: ${authorization}`
const beforeSignature = header.indexOf('signature=') + 'signature='.length

/** As a mail breaks a text without blanks. */
const brokenAt = (text: string, width: number): string => text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n')

const message = (headerLines: string, body: string): string =>
  `PUT /v1/jobs HTTP/1.1\nHost: h\n${headerLines}\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`

/** JSON with an integer that no double holds. Without its six backslashes and with the words behind it, it has its own length again. */
const examples: Array<[number, string]> = [
  [60, String.raw`{"\\":{"\"":"","\\":0,"\"\\":0,"\" ":null},"":{"":-9007199254740992}}`],
]

broken('for all widths: a header that is broken before its signature is joined, and no item is lost', () =>
  forAll([fc.integer({ min: 40, max: beforeSignature - 1 }), bodies], { numRuns: 60, examples }, (width, body) => {
    const received = read(message(brokenAt(header, width), body))
    assert.equal([received.authorization, bodyOf(received)], [[authorization], body])
    // The same among other lines, where another reader finds the message.
    const inMail = read(`Hello,\n\nour request is\n\n${message(brokenAt(header, width), body)}\n\nBest\n`)
    assert.equal([inMail.authorization, bodyOf(inMail)], [[authorization], body])
  }),
)

broken('a header that is broken directly after its name or its auth type is joined', () => {
  for (const [headerLines, value] of [
    [`Authorization:\n${line}`, line],
    [`Authorization: ${line.replace(' ', '\n')}`, line],
  ] as const)
    assert.equal(read(message(headerLines, '{}')).authorization, [value], headerLines)
})

broken('a line that does not go on with a whole Authorization header is not joined to it', () => {
  for (const nextLine of ['{"a":1}', 'hello world', 'a=1&b=2', 'a=1', '<a/>', '-- ', 'Host: h'])
    assert.is(jointOf(authorization, nextLine), undefined, nextLine)
  // Before the header has an item, no line is one.
  for (const value of ['Bearer', 'x']) assert.is(jointOf(value, 'ab,cd'), undefined, value)
})

broken(
  'for all bodies and words before them: JSON of the Content-Length is the body, and a note says what was left out',
  () =>
    forAll(
      [
        bodies,
        fc.constantFrom('', 'POST data (copied with "Copy POST Data"):\n\n', 'Request body:\n', 'the body is\n\n'),
        fc.constantFrom('', '\n', '\n127.0.0.1 - - "PUT /v1/jobs HTTP/1.1" 401 -\n'),
        fc.constantFrom('', 'Copied from the browser:\n\n'),
      ],
      { numRuns: 60 },
      (body, words, end, first) => {
        const head = `PUT /v1/jobs HTTP/1.1\nHost: h\nAuthorization: ${line}\nContent-Length: ${Buffer.byteLength(body)}\n`
        const received = read(`${first}${head}\n${words === '' ? '\n' : words}${body}${end}`)
        assert.equal([bodyOf(received), received.bodyMissing], [body, undefined])
        if (words !== '') assert.match(noted(received), /The line between the headers and the JSON is not of the body/)
      },
    ),
)

broken('a text that has words before its JSON is the body, if the Content-Length counts them', () => {
  for (const body of ['note:\n{"a":1}', '\n{"a":1}', 'x\n\n[1]'])
    assert.is(bodyOf(read(message(`Authorization: ${line}`, body))), body)
  // The JSON behind the words is cut, so it is not taken for the body.
  const cut = `PUT /v1/jobs HTTP/1.1\nAuthorization: ${line}\nContent-Length: 7\n\nnote:\n{"a":1`
  assert.is(bodyOf(read(cut)), 'note:\n{')
})

broken('Go: Body:{} beside a length of 0 is no body, and any other body that it prints is not known', () => {
  const printed = (body: string, length: number): string =>
    `&{Method:POST URL:http://h/v1/jobs Proto:HTTP/1.1 Header:map[Authorization:[${line}]] Body:${body} GetBody:<nil> ContentLength:${length} Host:h}`
  assert.equal([bodyOf(read(printed('{}', 0))), read(printed('{}', 0)).bodyMissing], ['', undefined])
  assert.is(read(printed('{Reader:0xc000012345}', 0)).bodyMissing, true)
  assert.is(bodyOf(read(printed('{}', 2))), '{}')
})

broken('PowerShell: rows that are added to a table are headers, and the last of a name counts', () => {
  const script = (rows: string): string =>
    `$headers=@{}\n${rows}\n$response = Invoke-WebRequest -Uri 'http://h/v1/jobs' -Method POST -Headers $headers -Body '{}'\n`
  for (const rows of [
    `$headers.Add("Authorization", "${line}")\n$headers.Add("Accept", "a/b")`,
    `$headers["Authorization"] = 'x'\n$headers["authorization"] = '${line}'`,
    `$headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"\n$headers.Add("Authorization", "${line}")`,
  ])
    assert.equal([read(script(rows)).authorization, bodyOf(read(script(rows)))], [[line], '{}'], rows)
  const computed = `$headers.Add("Authorization", (Get-Line))`
  assert.match(refusal(script(computed)), /PowerShell calculates this value/)
})

broken('Swift: the URL of a program is not its body, and a body that is a literal is', () => {
  const swift = `import Foundation\nlet headers = ["Authorization": "${line}"]\nlet request = NSMutableURLRequest(url: NSURL(string: "http://h/v1/jobs")! as URL)\nrequest.httpMethod = "PUT"\nrequest.httpBody = data as Data\n`
  assert.equal([read(swift).target, read(swift).bodyMissing], ['/v1/jobs', true])
  const literal = `const options = { method: 'PUT', url: 'http://h/v1/jobs', headers: { Authorization: '${line}' }, data: '{"a":1}' }\naxios(options)\n`
  assert.is(bodyOf(read(literal)), '{"a":1}')
})
