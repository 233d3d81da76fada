/**
 * How long a diagnosis keeps its thread at a time, of requests that were made to keep it busy: by the processor's clock, and
 * apart from the quick specs, which run beside one another.
 */

import { processorMs } from '../../../scripts/processorMs.ts'
import { valueIn } from '../../../src/apps/cli/verdict.ts'
import { readKeys } from '../../../src/apps/inspector/keyTexts.ts'
import { standard } from '../../../src/core/Authorization.ts'
import type { AuthType } from '../../../src/core/AuthType.ts'
import { read as readKeyMaterial } from '../../../src/core/KeyMaterial.ts'
import { claimedText } from '../../../src/kit/diagnosis/claimedText.ts'
import { type Case, examine } from '../../../src/kit/diagnosis/examine.ts'
import { authorizationLines } from '../../../src/kit/diagnosis/headerParts.ts'
import { bunCommand } from '../../../src/kit/diagnosis/pasted/bunCommand.ts'
import { withoutChatEscapes } from '../../../src/kit/diagnosis/pasted/chatText.ts'
import { tracedRequest } from '../../../src/kit/diagnosis/pasted/curlTrace.ts'
import { debugPrinted } from '../../../src/kit/diagnosis/pasted/debugPrinted.ts'
import { formOfLength, onlyForm } from '../../../src/kit/diagnosis/pasted/formOfLength.ts'
import { whyHeaderNotShown } from '../../../src/kit/diagnosis/pasted/hidden.ts'
import { withoutLostBody } from '../../../src/kit/diagnosis/pasted/lostBytes.ts'
import { markdownText } from '../../../src/kit/diagnosis/pasted/markdownText.ts'
import { markupInXml, pageText } from '../../../src/kit/diagnosis/pasted/markupText.ts'
import { panelText } from '../../../src/kit/diagnosis/pasted/panelText.ts'
import { pythonSnippet } from '../../../src/kit/diagnosis/pasted/pythonSnippet.ts'
import { wrappedMail } from '../../../src/kit/diagnosis/pasted/quotedMail.ts'
import { readRequest } from '../../../src/kit/diagnosis/pasted/readRequest.ts'
import { withoutReprInJson } from '../../../src/kit/diagnosis/pasted/reprInJson.ts'
import { richText } from '../../../src/kit/diagnosis/pasted/richText.ts'
import { quotedRows } from '../../../src/kit/diagnosis/pasted/sqlRows.ts'
import { messageOfFields } from '../../../src/kit/diagnosis/pasted/stateText.ts'
import { literalTree } from '../../../src/kit/diagnosis/pasted/values/literals/literalTree.ts'
import { messageWithin } from '../../../src/kit/diagnosis/pasted/wholeRequest.ts'
import type { Received } from '../../../src/kit/diagnosis/Received.ts'
import { readHeader } from '../../../src/kit/diagnosis/readHeader.ts'
import { secretsOf } from '../../../src/kit/diagnosis/secrets.ts'
import { serviceTextIn } from '../../../src/kit/diagnosis/serviceText.ts'
import { targetDifference } from '../../../src/kit/diagnosis/targetDifference.ts'
import { unopenedFaults } from '../../../src/kit/diagnosis/unopenedFaults.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'
import { request, unfit } from './hostile.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

const cost = suite('hostile requests: what a step of them costs')

const json = (value: unknown): string => JSON.stringify(value)
const members = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`m${i}`, 0]))

const hostile: Readonly<Record<string, Partial<Case>>> = {
  'a body a hundred levels deep': { body: bytes(`${'['.repeat(120)}${'1,'.repeat(8000)}1${']'.repeat(120)}`) },
  'members and objects': { body: bytes(json({ ...members, all: Array.from({ length: 2500 }, () => ({})) })) },
  'objects of one member': { body: bytes(json(Array.from({ length: 2000 }, () => ({ a: 1 })))) },
  'escapes in 300 parameters': { target: `/v1?${'&%20'.repeat(300)}` },
  'escapes in 2,000 parameters': { target: `/v1?${'&%20'.repeat(2000)}` },
  '4,000 segments': { target: `/${'a/'.repeat(4000)}` },
  'six long parameters': { target: `/v1?${Array.from({ length: 6 }, (_, i) => `${i}=${'x'.repeat(1200)}`).join('&')}` },
}

/** Texts of 16 KiB that begin again and again as something which they do not end as. */
const many = (piece: string, length = 16_384): string => piece.repeat(Math.ceil(length / piece.length))
const repeating: ReadonlyArray<readonly [name: string, body: string]> = [
  ['tags without an end', `<a>${many('<a')}>`],
  ['a tag of slashes', `<a${many('/')} >`],
  ['a tag of blanks', `<a${many(' ')}>`],
  ['quotation marks after backslashes', many('"\\')],
  ['a number of zeros', `{"a":1.${many('0')}1}`],
  ['blanks in JSON', `{"a":${many(' ')}12345678901234567}`],
  ['blanks between words', `{a:b${many(' ')}c}`],
  ['digits without quotation marks', `{${many('0')}`],
  ['one quotation mark and blanks', `"${many(' ')}`],
  ['escaped quotation marks in JSON', `["${many('\\"')}"]`],
  ['blanks before the last bracket', `[1${many(' ')}]`],
  ['equals signs', `${many('=')}!`],
]

const headers = [['content-type', 'application/json']] as const

for (const [name, change] of [
  ...Object.entries(hostile),
  ...repeating.map(([name, body]) => [name, { body: bytes(body), headers }] as const),
])
  cost(`no step is long: ${name}`, () => {
    const examination = examine(request({ ...change, authorization: [line(unfit)] }), hash)
    let longest = 0
    for (let i = 0; i < 400; i++) {
      const before = processorMs()
      const step = examination.next()
      longest = Math.max(longest, processorMs() - before)
      if (step.done === true) break
    }
    assert.ok(longest < 300, `${longest} ms`)
  })

/** The words on a target, whether it was signed or sent. */
const wordsOnTarget = (target: string): unknown => [
  targetDifference(target, '/v1/jobs'),
  targetDifference('/v1/jobs', target),
]

/** Functions that take a text which people paste: four times the text may cost six times the work, with a wide margin. */
const readers: ReadonlyArray<
  readonly [name: string, text: (length: number) => string, read: (text: string) => unknown]
> = [
  [
    'the caller\u2019s own text',
    (length) => `x${' '.repeat(length)}x`,
    (text) => claimedText(bytes(text), signed(), hash),
  ],
  ['the Authorization field', (length) => `a${' '.repeat(length)}b`, authorizationLines],
  ['the end of the Authorization field', (length) => `${'\n'.repeat(length)}b`, authorizationLines],
  [
    'the answer of a service',
    (length) => `{"beginning":"${'\ufffd'.repeat(length)}x"}`,
    (text) => serviceTextIn(bytes(text)),
  ],
  [
    'a sentence with a secret',
    (length) => 'token: '.repeat(length / 7),
    (text) => secretsOf({ ...signed(), settings }, [text]),
  ],
  [
    'a secret without an end',
    (length) => `token="${'\\"'.repeat(length / 2)}`,
    (text) => secretsOf({ ...signed(), settings }, [text]),
  ],
  [
    'a log of Bun with a quotation mark that has no end',
    (length) =>
      `[fetch] $ curl "https://a.example/" "${'\\"'.repeat(length / 2)}\n[fetch] > HTTP/1.1 POST https://a.example/`,
    bunCommand,
  ],
  [
    'a trace of curl with a quotation mark that has no end',
    (length) => `=> Send header, 9 bytes\n=> Send data, ${length + 2} bytes\n0000: {"${'\\"'.repeat(length / 2)}`,
    (text) => tracedRequest(bytes(text)),
  ],
  [
    'elements with the name of a secret, without an end',
    (length) => '<token '.repeat(length / 7),
    (text) => secretsOf({ ...signed(), settings }, [text]),
  ],
  [
    'a list of secrets without an end',
    (length) => `token=[${'"\\"'.repeat(length / 3)}`,
    (text) => secretsOf({ ...signed(), settings }, [text]),
  ],
  ['rows of SQL', (length) => `${"'".repeat(length)} `, quotedRows],
  [
    'a query of equals signs',
    (length) =>
      `{ method: 'POST', url: 'https://a.example/', querystring: '${'='.repeat(length)} ', headers: { Authorization: '${line(unfit)}' } }`,
    (text) => readRequest(bytes(text)),
  ],
  [
    'slashes at the end of a value beside a URL without a query',
    (length) =>
      `{ method: 'POST', url: 'http://a.example/v1', headers: { Authorization: '${line(unfit)}', 'X-Path': '${'/'.repeat(length)} ' } }`,
    (text) => readRequest(bytes(text)),
  ],
  [
    'values without names in brackets that do not close',
    (length) =>
      `{ method: 'POST', url: '/v1', headers: { Authorization: '${line(unfit)}' }, a: ${'[ap'.repeat(length)}`,
    (text) => readRequest(bytes(text)),
  ],
  [
    'records of a log beside a record with many members',
    (length) =>
      `{method: 'POST', url: '/v1', headers: {Authorization: '${line(unfit)}'}, ${'a: 1, '.repeat(length / 4)}}\n${'{"m":1}\n'.repeat(length / 4)}`,
    (text) => readRequest(bytes(text)),
  ],
  ['brackets that close more than is open', (length) => `(path=/v1?${')'.repeat(length)}x)`, literalTree],
  ['words that may be targets', (length) => '/a,'.repeat(length), literalTree],
  [
    'names of an Authorization header in one line, and an ellipsis elsewhere',
    (length) => `${'authorization:a='.repeat(length / 64)}\n...`,
    whyHeaderNotShown,
  ],
  [
    'names of bodies with fences that do not end',
    (length) => `${'Body           \n````x\n'.repeat(length / 5)}authorization: a`,
    markdownText,
  ],
  [
    'requests of reqwest that do not end',
    (length) => 'Request { method: POST, url: "x", headers: {'.repeat(length / 11),
    (text) => debugPrinted(bytes(text)),
  ],
  [
    'requests of .NET that do not end',
    (length) => "Method: POST, RequestUri: '/', Version: 1, Content: x, Headers:\n{\n".repeat(length / 16),
    (text) => debugPrinted(bytes(text)),
  ],
  [
    'the body of a form that is line feeds',
    (length) => '\n'.repeat(length),
    (text) => withoutLostBody(formOf(bytes(text)), { text: '', mayGoOn: false, isMessage: false, isArchive: false }),
  ],
  ['a chat of escaped marks', (length) => `&amp;${' ?'.repeat(length / 2)}`, withoutChatEscapes],
  [
    'an export of Slack whose messages have no time',
    (length) => `[&amp; ${'"type":"message"'.repeat(length / 16)}`,
    withoutChatEscapes,
  ],
  [
    'values of Python in JSON that do not end',
    (length) => `{"method":"'POST'","authorization":"'x'","b":"${'\\"'.repeat(length / 2)}`,
    withoutReprInJson,
  ],
  ['headers in brackets that do not close', (length) => 'x-a:['.repeat(length / 5), (text) => formOfLength(text, 9)],
  ['headers in quotation marks that do not close', (length) => `x-a:"x-a:'`.repeat(length / 10), onlyForm],
  ['request lines without headers', (length) => 'POST /a HTTP/1.1\na: b\n'.repeat(length / 22), messageWithin],
  ['a document of RTF with open groups', (length) => `{\\rtf1 ${'{\\b '.repeat(length / 4)}`, richText],
  ['a page of tags that do not end', (length) => `<div>authorization: ${'<p '.repeat(length / 3)}`, pageText],
  ['a text of many headers without a tag', (length) => 'authorization'.repeat(length / 13), pageText],
  ['XML with marks that escape nothing', (length) => `<?xml?>${'>'.repeat(length)}`, markupInXml],
  [
    'a mail of lines of blanks',
    (length) => `POST /a HTTP/1.1\nAuthorization: A\na=b,${' '.repeat(length)}c`,
    wrappedMail,
  ],
  [
    'a panel of lines without values',
    (length) => `Request URL\nhttp://h/a\nRequest Method\nGET\nauthorization\na\n${'a:\n'.repeat(length / 3)}`,
    panelText,
  ],
  [
    'Python with payloads that do not end',
    (length) =>
      `import requests\nrequests.request("POST", url, headers=headers, data=payload)\n${'payload = json.dumps({\n'.repeat(length / 23)}`,
    pythonSnippet,
  ],
  [
    'entities of Spring that do not end',
    (length) => `<POST https://h/a,{"a":1}${',[a:"b"'.repeat(length / 8)}`,
    (text) => debugPrinted(bytes(text)),
  ],
  [
    'fields of tshark that do not end',
    (length) => `"http.request.method_raw": [${'"ab", '.repeat(length / 6)}`,
    messageOfFields,
  ],
  ['blanks within an Authorization line', (length) => `Authorization: a${' '.repeat(length)}b`, valueIn],
  ['escaped line ends within a target', (length) => `/v1/${'%0A'.repeat(length / 3)}x`, wordsOnTarget],
  ['a template of points that does not end', (length) => `/v1/{${'.'.repeat(length)}!`, wordsOnTarget],
  ['parameters that all have one name', (length) => `/v1?${'a&'.repeat(length / 2)}b`, wordsOnTarget],
  [
    'words in angle brackets in place of a signature',
    (length) => `<${' at'.repeat(length / 3)} at 0x`,
    (text) => unopenedFaults(text, (bytes) => bytes === 256),
  ],
  [
    'auth types after commas',
    (length) => 'SVC-SHA256-RSA a,'.repeat(length / 17),
    (text) => readHeader(text, standard),
  ],
  ['a key of backslashes', (length) => `${'\\'.repeat(length)}x`, readKeyMaterial],
  ['a JWK with a quotation mark that has no end', (length) => `{"${'\\"'.repeat(length / 2)}\\`, readKeys],
]

const formOf = (body: Uint8Array): Received => ({
  method: 'POST',
  target: '/',
  authorization: [],
  headers: [['content-type', 'application/x-www-form-urlencoded']],
  body: { _tag: 'Bytes', bytes: body },
})

const settings = { authType: 'SVC-SHA256-RSA' as AuthType }
const signed = (): Case =>
  request({ authorization: [line(signatureOf('x'))], keys: [{ key: publicKey(2048, 'app-1') }] })

for (const [name, textOf, read] of readers)
  cost(`no reader takes more than linear time: ${name}`, () => {
    const workOf = (length: number): number => {
      const text = textOf(length)
      const before = processorMs()
      read(text)
      return processorMs() - before
    }
    workOf(5_000)
    const few = workOf(15_000)
    const fourTimes = workOf(60_000)
    assert.ok(fourTimes < 50 + 8 * few, `${few} ms, and ${fourTimes} ms for four times the text`)
  })
