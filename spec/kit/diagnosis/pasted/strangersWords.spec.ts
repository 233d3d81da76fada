/** A word of a stranger is only a text: whatever stands in the place of a name or a value, `readRequest` answers and does not throw. */
import fc from 'fast-check'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { dumps } from './dumps.ts'
import { notations } from './notations.ts'
import { type Printable, printers } from './printers.ts'
import { bodyOf, isQuick, line, read, refusal, refuses } from './reading.ts'
import { records } from './records.ts'
import { spellings } from './spellings.ts'

const request: Printable = {
  method: 'POST',
  host: 'api.example.com',
  target: '/v1/jobs?lang=en',
  authorization: line,
  body: '{"a":1,"b":["x ü\\n",{"c":null}]}',
}

const url = 'https://h.example/v1/jobs'

/** Commands, calls and plans, which no printer of the other specs writes. */
const commands: ReadonlyArray<string> = [
  `fetch("${url}", { method: "POST", headers: { authorization: "${line}" }, body: JSON.stringify({ a: 1, b: [true] }) })`,
  `fetch("${url}", { headers: new Headers([["authorization", "${line}"]]) })`,
  `curl -X POST ${url} -H 'Authorization: ${line}' --data-raw $'{"a":1}'`,
  `wget --method=POST --header='Authorization: ${line}' --body-data='{"a":1}' ${url}`,
  `http POST ${url} 'Authorization:${line}' a=1 'b:={"c":2}'`,
  `$h = @{ Authorization = '${line}' }\nInvoke-RestMethod -Method Post -Uri ${url} -Headers $h -Body "{}"`,
  `post {\n  url: ${url}\n  body: json\n}\n\nheaders {\n  Authorization: ${line}\n}\n\nbody:json {\n  {"a":1}\n}\n`,
  `{"method":"POST","url":"${url}","headers":[["authorization","${line}"],["x","y"]],"body":"{}"}`,
  `{"requestContext":{"elb":{"a":"b"}},"httpMethod":"POST","path":"/a","queryStringParameters":{"a":"b"},"headers":{"authorization":"${line}"},"body":"{}","status":"200"}`,
  `{ method: 'POST', url: '/v1/jobs', headers: { authorization: '${line}' }, body: 'a' + 'b' }`,
]

const forms: ReadonlyArray<string> = [
  ...[...printers, ...notations, ...records, ...spellings, ...dumps].map(({ print }) => print(request)),
  ...commands,
]

/** Each stands for a class: inherited names, objects, numbers of other languages, open marks, escapes of no character. */
const hostileWords: ReadonlyArray<string> = [
  'constructor',
  'toString',
  'valueOf',
  '__proto__',
  'toJSON',
  'length',
  '{"toString":1}',
  '{"__proto__":1}',
  '[{"valueOf":null}]',
  "a' + toString + 'b",
  '007',
  '08',
  '0x1f',
  '1_000',
  '1n',
  '1e999',
  '-',
  'NaN',
  'undefined',
  'null',
  '99999999999999999999',
  '"',
  "'",
  '`',
  '\\',
  '\\u{110000}',
  '\\U00110000',
  '\\ud800',
  '\\777',
  '&#x110000;',
  '&#1114112;',
  '%ZZ',
  '$(x)',
  '@{',
  '{{x}}',
  '(',
  '[',
  '}',
  '*',
  '|',
  '!!binary',
  '[Object]',
  '<ref *1> ',
  '\r',
  '\n',
  '\0',
  '\u2028',
  '\ud800',
  '',
]

/** A word, a text in its quotation marks, or a mark of the form. */
const piece = /"[^"\n]*"|'[^'\n]*'|[\w.$-]+|[^\w\s]/g

const edits = fc.array(fc.record({ place: fc.nat(), word: fc.constantFrom(...hostileWords), isWhole: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
})

const strangers = suite('readRequest: the words of a stranger')

strangers('for all forms: hostile words in the place of names and values make no reader throw', () =>
  forAll([fc.constantFrom(...forms), edits], { numRuns: 250 }, (form, list) => {
    const text = list.reduce((edited, { place, word, isWhole }) => {
      const pieces = [...edited.matchAll(isWhole ? piece : /[\w.$-]+/g)]
      const chosen = pieces[place % Math.max(1, pieces.length)]
      return chosen === undefined
        ? word
        : edited.slice(0, chosen.index) + word + edited.slice(chosen.index + chosen[0].length)
    }, form)
    assert.ok(['Left', 'Right'].includes(readRequest(Buffer.from(text))._tag))
  }),
)

strangers('a name that every object inherits is no constant of the language', () => {
  const printed = (body: string): string =>
    `{ method: 'POST', url: '/v1/jobs', headers: { authorization: '${line}' }, body: ${body} }`
  assert.is(bodyOf(read(printed("'a' + 'b'"))), 'ab')
  for (const body of ['unknown', "'a' + unknown"])
    for (const word of ['constructor', 'toString', 'valueOf'])
      assert.equal(
        readRequest(Buffer.from(printed(body.replace('unknown', word)))),
        readRequest(Buffer.from(printed(body))),
      )
})

strangers('an object in the place of a text is no header, no status and no parameter', () => {
  const object = '{"toString":1}'
  const inJson = (headers: string, status: string): string =>
    `{"method":"POST","url":"/a","status":${status},"headers":${headers},"body":"{}"}`
  const pairs = (value: string): string => `[["authorization","${line}"],["x",${value}]]`
  assert.equal(read(inJson(pairs(object), object)).authorization, [line])
  const balancer = (value: string): string =>
    `{"requestContext":{"elb":{"a":1}},"httpMethod":"POST","path":"/a","queryStringParameters":{"a":${value}},"headers":{"authorization":"${line}"},"body":"{}"}`
  assert.is(read(balancer('"b"')).target, '/a?a=b')
  assert.match(refusal(balancer(object)), 'only as parsed parameters')
  refuses([
    [`fetch("${url}", { headers: { a: ${object} } })`, 'the headers must be an object of strings'],
    [`fetch("${url}", { headers: [["a"]] })`, 'the headers must be an object of strings'],
  ])
})

strangers('what JavaScript does not read as JSON does is no literal', () => {
  const call = (literal: string): string => `fetch("${url}", { body: JSON.stringify(${literal}) })`
  assert.is(bodyOf(read(call('{ a: -7.50 }'))), '{"a":-7.5}')
  for (const literal of ['{ a: 007 }', '{ a: 08 }', '{ a: null$ }', '{ __proto__: { a: 1 } }', '{ "__proto__": 1 }'])
    assert.match(refusal(call(literal)), 'there is no literal value here', literal)
})

strangers('a long word or a long gap within a text is read in linear time', () => {
  const isQuickBefore = (tail: string, head: string, unit: string): void =>
    isQuick((bytes) => readRequest(Buffer.concat([bytes, Buffer.from(tail)])), head, unit)
  isQuickBefore(' print response.request.method', '', 'a')
  isQuickBefore(`", "Authorization": "${line}"}}`, '{:method "POST", :body "{', ' ')
  isQuickBefore('', 'authorization|POST|/a|', '{|')
  const openList = 'headers[a=b '
  isQuickBefore(openList.repeat(2 ** 15), '', openList)
})
