/** A text of an unknown form is read by its parts, or refused in words that deny nothing that stands in it. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { say } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { partsInText } from '../../../../src/kit/diagnosis/pasted/partsInText.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { copiedForms } from './copiedForms.ts'
import { longLine, notations } from './notations.ts'
import { type Printable, printers } from './printers.ts'
import { bodyOf, isQuick, line, noted, read, refusal } from './reading.ts'
import { records } from './records.ts'
import { serverLogs } from './serverLogs.ts'

const unknown = suite('readRequest: texts of an unknown form')

const json = '{"a":"x","b":[1]}'
const headers = `{"Content-Type"=>"application/json", "Authorization"=>"${line}"}`

unknown('a text that has each part once is read, and a note says where each was found', () => {
  for (const text of [
    `"POST"\n"/v1/jobs?a=1"\n${headers}\n${JSON.stringify(json)}\n`,
    `#<struct S verb="POST", path="/v1/jobs?a=1", headers=${headers}, body=${JSON.stringify(json)}>\n`,
    `[acme] 2026/11/30 21:59:46 request: method="POST" url="http://h/v1/jobs?a=1" header=map["Authorization":["${line}"] "Content-Type":["application/json"]] body=${JSON.stringify(json)}\n`,
    `+------+----------------+\n| method | POST |\n+------+\n| url    | /v1/jobs?a=1 |\n| authorization | ${line} |\n| content-length | ${json.length} |\n| body   | ${json}   |\n+---+\n`,
  ]) {
    const received = read(text)
    const { method, target, authorization } = received
    assert.equal([method, target, authorization, bodyOf(received)], ['POST', '/v1/jobs?a=1', [line], json], text)
    assert.match(noted(received), 'No reader knows the form of this text. The method was found in line')
  }
})

unknown('a part that stands there twice, or behind the header, is not put together with it', () => {
  const known = `"POST"\n"/v1/jobs"\n${headers}\n`
  assert.is(read(known).target, '/v1/jobs')
  for (const text of [
    `"POST"\n"/v1/jobs"\n"GET"\n"/v1/jobs/7"\n${headers}\n`,
    `"POST"\n${headers}\n"/v1/jobs"\n`,
    `query: Some("a=1")\n${known}`,
  ])
    assert.match(refusal(text), 'no reader knows the form of this text', text)
})

unknown('for all parts that the text has several times: the refusal says so, with their lines, and denies none', () => {
  const second = line.replace('nonce_str=n', 'nonce_str=m')
  const signed = `{"Authorization"=>"${line}"}`
  for (const [text, words] of [
    [`"POST"\n"/v1/jobs"\n${signed}\n{"Authorization"=>"${second}"}\n`, 'several Authorization headers (lines 3 / 4)'],
    [
      `"POST"\n"/v1/jobs"\n"GET"\n"/v1/jobs/7"\n${signed}\n`,
      'several methods (lines 1 / 3), several targets (lines 2 / 4)',
    ],
  ] as const) {
    const told = refusal(text)
    assert.ok(told.includes(words), told)
    assert.match(told, /Not recognized: the body\. Write/)
    assert.match(say(told), '多个')
    assert.not.match(say(told), /several/)
  }
})

unknown('a target whose end the text does not show, or another path in quotation marks, is not put together', () => {
  const ofTarget = (written: string): string => `"POST"\n${written}\n["${line}"]\n`
  assert.is(read(ofTarget('"/v1/jobs?filter=open"')).target, '/v1/jobs?filter=open')
  assert.is(read(ofTarget('"/v1/jobs(1)/a"')).target, '/v1/jobs(1)/a')
  for (const target of [
    '/v1/jobs?filter={open}',
    "/v1/users/o'brien",
    '/v1/jobs?f=a|b',
    '/v1/jobs?f=a b',
    '/v1/jobs?x=<a>',
    '/v1/jobs?x=`a',
    '/v1/jobs^x',
    '/v1/jobs.',
    '/v1/jobs/search:',
    '/v1/jobs?a=1,',
    '/v1/jobs(1)',
    '/v1/jobs?ids=[1]',
  ])
    assert.match(refusal(ofTarget(`"${target}"`)), 'no reader knows the form', target)
  for (const text of [
    `note: GET /health was fine\n"/v1/jobs"\n{"Authorization"=>"${line}"}\n`,
    `"POST"\n"https://h"\n"/v1/jobs"\n["${line}"]\n`,
    `DEBUG client: POST /v1/jobs?filter={open} headers={"Content-Length": "7", "Authorization": "${line}"} body={"a":1}`,
  ])
    assert.match(refusal(text), 'no reader knows the form', text)
  // What was cut is in no template.
  const left = readRequest(Buffer.from(ofTarget('"/v1/jobs?filter={open}"')))
  assert.is(E.isLeft(left) ? left.left.logged?.target : 'read', undefined)
})

unknown('the name of a body, a field of a form and words behind the headers are not the body', () => {
  const logged = (body: string): string =>
    `{"method":"POST","url":"https://h/v1/jobs","headers":{"content-type":"application/x-www-form-urlencoded","authorization":"${line}"},"body":${JSON.stringify(body)}}`
  for (const body of ['data=1', 'payload=true', 'body=7']) assert.is(bodyOf(read(logged(body))), body)
  const printed = `2026-01-01 10:00:00 DEBUG client: POST /v1/jobs headers={'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '5', 'Authorization': '${line}'} body='[1,2]'`
  assert.is(bodyOf(read(printed)), '[1,2]')
  for (const words of ['done in 5 ms', 'retrying']) {
    const text = `DEBUG POST https://h/v1/jobs {"headers":{"authorization":"${line}","content-type":"text/plain"}} ${words}`
    assert.is(read(text).bodyMissing, true, words)
  }
})

unknown('the refusal names the parts with their lines, and the lines that were not understood', () => {
  assert.is(
    refusal(`seen today\n${headers}\nPOST it\nfrom /a/b to /c/d\n`),
    'line 1: no reader knows the form of this text. Recognized: the method (line 3) and the Authorization header (line 2). Not recognized: the target and the body. Lines that were not understood: 1, 4. Write the request as raw HTTP: the request line, the headers, an empty line and the body',
  )
  const left = readRequest(Buffer.from(`seen today\n${headers}\nPOST it\nfrom /a/b to /c/d\n`))
  assert.equal(E.isLeft(left) ? left.left.logged : undefined, {
    method: 'POST',
    authorization: line,
    headers: [['content-type', 'application/json']],
    notUnderstood: [
      [1, 1],
      [4, 4],
    ],
  })
})

/** What each refusal says that the text lacks, and what a text has then. */
const denials: ReadonlyArray<readonly [denied: RegExp, stands: (text: string) => boolean]> = [
  [/no Authorization header|shows no headers of the request|no request line/, (text) => text.includes(longLine)],
  [/no URL and no path|Method, target and body are missing/, (text) => text.includes('/v1/jobs?a=1')],
  [/but no method|Method, target and body are missing/, (text) => /(?<![A-Za-z-])POST(?![A-Za-z-])/.test(text)],
]

const request: Printable = {
  method: 'POST',
  host: 'api.example.com',
  target: '/v1/jobs?a=1',
  authorization: longLine,
  body: json,
}

const allPrinters = [...printers, ...notations, ...copiedForms, ...serverLogs, ...records]

const pieces = fc
  .tuple(fc.constantFrom(...allPrinters), fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }), fc.nat(60), fc.nat(60))
  .map(([{ print }, kept, begin, end]) => {
    const text = print(request)
    const lines = text.split('\n').filter((_, i) => (kept[i % kept.length] ?? 0) > 0)
    return lines.length < 2 ? text.slice(begin, text.length - end) : lines.join('\n')
  })
  .filter((text) => text.trim() !== '')

unknown('for all pieces of what programs print: a refusal denies no part that stands in the piece', () =>
  forAll([pieces], { numRuns: 150 }, (text) => {
    const result = readRequest(Buffer.from(text))
    if (E.isRight(result)) return
    for (const [denied, stands] of denials)
      assert.not.ok(denied.test(result.left.what) && stands(text), result.left.what)
  }),
)

unknown('for all pieces: what is put together of a piece is a part of the request, never of its body', () =>
  forAll([pieces], { numRuns: 150 }, (text) => {
    const result = readRequest(Buffer.from(text))
    // A signature that is cut within itself looks like another one.
    if (
      E.isLeft(result) ||
      !text.includes(longLine) ||
      !noted(result.right).includes('No reader knows the form of this text')
    )
      return
    const { method, target, authorization } = result.right
    assert.equal([method, target, authorization], [request.method, request.target, [longLine]])
  }),
)

unknown('a text of methods, paths, names or headers is looked through in time', () => {
  const reader = (bytes: Uint8Array) => {
    partsInText(Buffer.from(bytes).toString('latin1'))
    return { _tag: 'Left', left: { _tag: 'Unreadable', what: '', line: 1, offset: 0 } } as const
  }
  for (const unit of [
    'POST /a ',
    'method',
    'url: ',
    'url<a>',
    '/',
    'http://a',
    '\n',
    'content-length: ',
    '<',
    'a=b,',
    `${line} `,
  ])
    isQuick(reader, `POST /a ${line} `, unit)
})
