/** A body whose name or notation no reader knows is found behind the headers, and a note says so. */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { bodyInRest } from '../../../../src/kit/diagnosis/pasted/bodyInRest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, isQuick, line, noted, read, refusal } from './reading.ts'

const rest = suite('readRequest: a body of unknown form behind the headers')

/** Bodies of several lines, with quotation marks, and no JSON. */
const bodies = fc
  .array(fc.constantFrom('id,name', '1,"red ""fox"""', "2,'snow' & <b>", '', 'a=b; c', 'größe,雪', 'x }'), {
    minLength: 2,
  })
  .map((lines) => lines.join('\n'))
  .filter((body) => /^\S/.test(body) && body.trim().length > 8)

interface Printed {
  readonly headers: Record<string, string>
  readonly body: string
}

const goMap = (headers: Record<string, string>): string =>
  `map[${Object.entries(headers)
    .map(([name, value]) => `${name}:[${value}]`)
    .join(' ')}]`

/** Each ends the text by one line end of its own. */
const printers: ReadonlyArray<(request: Printed) => string> = [
  ({ headers, body }) => `POST /v1/import ${inspect(headers)} ${body}\n`,
  ({ headers, body }) => `2026/11/30 POST /v1/import ${goMap(headers)} ${body}\n`,
  ({ headers, body }) => `method=POST\nurl=http://h/v1/import\nheaders=${JSON.stringify(headers)}\nbody=${body}\n`,
  ({ headers, body }) => `POST http://h/v1/import\n${JSON.stringify(headers)}\n${body}\n`,
]

const ofBytes = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]))

const headersWith = (added: Record<string, string>): Record<string, string> =>
  ofBytes({ 'Content-Type': 'text/csv', Authorization: line, 'X-Trace': 'a', ...added })

rest(
  'for all bodies with a Content-Length: the text of this length behind the headers is the body, and a note says so',
  () =>
    forAll([bodies, fc.constantFrom(...printers)], (body, print) => {
      const length = Buffer.byteLength(body)
      const received = read(print({ headers: headersWith({ 'Content-Length': String(length) }), body }))
      assert.is(bodyOf(received), body)
      assert.match(noted(received), 'No reader knows the form of this body')
      // Wrong in one way: another length.
      const other = read(print({ headers: headersWith({ 'Content-Length': String(length + 7) }), body }))
      assert.is(other.bodyMissing, true)
    }),
)

rest(
  'for all bodies without a Content-Length: the text up to its end is the body, and a note says what this depends on',
  () =>
    forAll([bodies, fc.constantFrom(...printers)], (body, print) => {
      const received = read(print({ headers: headersWith({}), body }))
      assert.is(bodyOf(received), body)
      assert.match(noted(received), 'the verdict depends on it')
    }),
)

rest(
  'without a Content-Length, another Content-Type, a line of a log or another request behind the headers is no body',
  () => {
    const [print] = printers as [(request: Printed) => string]
    const csv = 'id,name\n1,red'
    assert.is(bodyOf(read(print({ headers: headersWith({}), body: csv }))), csv)
    for (const [headers, body] of [
      [headersWith({ 'Content-Type': 'application/json' }), csv],
      [headersWith({ 'Content-Type': 'application/xml' }), csv],
      [headersWith({}), `${csv}\n12:00:01 INFO done`],
      [headersWith({}), `${csv}\nHTTP/1.1 401 Unauthorized`],
      [headersWith({}), `${csv}\nGET /v1/jobs`],
      [{ Authorization: line }, csv],
    ] as const)
      assert.is(read(print({ headers, body })).bodyMissing, true, JSON.stringify([headers, body]))
  },
)

rest('an empty line inside the body does not begin it', () => {
  const text = (body: string): string => `POST | /v1/import | Content-Type=text/csv; Authorization=${line} | ${body}\n`
  for (const body of ['id,name\n\n1,red', 'id,name\n1,"a"\n\n2,b\n']) {
    const received = read(text(body))
    assert.ok(received.bodyMissing === true || bodyOf(received) === body, bodyOf(received))
  }
})

rest('for all bodies: a text in quotation marks behind the headers is the body, without its escapes', () =>
  forAll([bodies, fc.boolean()], (body, isMeasured) => {
    const added = isMeasured ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
    const literal = JSON.stringify(body)
    for (const text of [
      `$VAR1 = 'POST';$VAR2 = '/v1/import';$VAR3 = ${JSON.stringify(Object.entries(headersWith(added)).flat())};$VAR4 = ${literal};\n`,
      `["POST", "/v1/import", ${JSON.stringify(headersWith(added)).replaceAll('":"', '"=>"')}, ${literal}]\n`,
    ]) {
      const received = read(text)
      assert.is(bodyOf(received), body, text)
      assert.match(noted(received), isMeasured ? 'No reader knows the form' : 'without its escapes')
    }
  }),
)

rest('a list of bytes under the name of a body is the body, whatever the bytes are', () => {
  const bytes = [...Buffer.from('id,name\n1,"a"\n')]
  const head = `POST http://h/a\n{ 'Content-Type': 'text/csv', Authorization: '${line}' }\n`
  for (const list of [
    `Uint8Array(14) [ ${bytes.join(', ')} ]`,
    `[]uint8{${bytes.map((byte) => `0x${byte.toString(16)}`).join(', ')}}`,
  ]) {
    assert.is(bodyOf(read(`${head}{ body: ${list} }\n`)), 'id,name\n1,"a"\n')
    // Wrong in one way: the end is cut off.
    assert.is(read(`${head}{ body: ${list.slice(0, -6)}`).bodyMissing, true)
  }
})

rest('digits and Base64 under the name of a body are the body where the Content-Length shows it', () => {
  const body = 'id,name\n1,"a"\n'
  const text = (written: string, length: number): string =>
    JSON.stringify({
      method: 'POST',
      url: '/a',
      headers: { authorization: line, 'content-length': String(length) },
      rawBody: written,
    })
  for (const encoding of ['hex', 'base64'] as const) {
    const written = Buffer.from(body).toString(encoding)
    assert.is(bodyOf(read(`{ ${text(written, body.length).slice(1, -1)} }\nend\n`)), body)
    assert.is(read(`{ ${text(written, body.length + 1).slice(1, -1)} }\nend\n`).bodyMissing, true)
  }
})

rest('a block of lines that a program has indented is the body, if the Content-Length shows it', () => {
  const body = 'id,name\n\n1,"a"\n'
  const text = (length: number, block: string): string =>
    `method: POST\nurl: http://h/a\nheaders: {'Content-Type': 'text/csv', 'Authorization': '${line}', 'Content-Length': '${length}'}\nbody: ${block}\n`
  for (const block of [`'''id,name\n      \n      1,"a"\n      '''`, `"""\n    id,name\n\n    1,"a"\n    """`]) {
    const received = read(text(body.length, block))
    assert.is(bodyOf(received), body, block)
    assert.match(noted(received), 'No reader knows the form of this body')
    assert.is(read(text(body.length + 1, block)).bodyMissing, true)
  }
})

rest(
  'a body that only its look shows to be Base64 or digits has a note, and one that is said to be so has none',
  () => {
    const text = (written: string, name = 'body'): string =>
      JSON.stringify({ method: 'POST', url: '/a', headers: { authorization: line }, [name]: written })
    for (const written of [Buffer.from('{"a":1}').toString('base64'), '7b2261223a317d']) {
      const received = read(`log: ${text(written)}\n`)
      assert.is(bodyOf(received), '{"a":1}')
      assert.match(noted(received), 'the verdict depends on it')
    }
    assert.not.match(noted(read(text('{"a":1}'))), 'the verdict depends on it')
    const said = read(`log: ${text(Buffer.from('{"a":1}').toString('base64'), 'bodyBase64')}\n`)
    assert.is(bodyOf(said), '{"a":1}')
    assert.not.match(noted(said), 'depends on it')
  },
)

rest(
  'one of several bodies, and a body before a word that touches its quotation mark, have a note, and any other has none',
  () => {
    const symfony = (body: string): string =>
      `array:4 [\n  "method" => "POST"\n  "uri" => "http://h/a"\n  "headers" => array:1 [\n    "Authorization" => array:1 [\n      0 => "${line}"\n    ]\n  ]\n  "body" => "${body}"\n]\n`
    assert.match(noted(read(symfony('<a b="c">'))), 'a word follows directly')
    assert.not.match(noted(read(symfony('<a>'))), 'depends on it')
    const several = (other: string): string =>
      `{ method: 'POST', url: 'http://h/a', headers: { authorization: '${line}' }, body: '{"a":1}', payload: '${other}' }\nend\n`
    assert.match(noted(read(several('{"b":2}'))), 'Several texts here have the name of a body')
    assert.not.match(noted(read(several('{"a":1}'))), 'depends on it')
  },
)

rest('JSON with a wrong escape is not the compact form of a body', () => {
  const log = (body: string, length: number): string =>
    `--> POST http://h/a http/1.1\nAuthorization: ${line}\nContent-Length: ${length}\n\n${body}\n--> END POST\n`
  assert.is(bodyOf(read(log('{ "b":"x;y","a":1}', 17))), '{"b":"x;y","a":1}')
  assert.match(refusal(log('{ "b":"x\\;y\\;","a":1}', 20)), 'the log has changed the body')
})

rest('a text of names, brackets or quotation marks is looked through in time', () => {
  const head = { authorization: line, headers: [['content-type', 'text/csv']], announced: undefined } as const
  const reader = (announced: number | undefined) => (bytes: Uint8Array) => {
    bodyInRest(Buffer.from(bytes).toString('latin1'), { ...head, announced })
    return { _tag: 'Left', left: { _tag: 'Unreadable', what: '', line: 1, offset: 0 } } as const
  }
  for (const unit of ['body=', ' data: ', '"a" + ', '"a\\"', '\n', ') ', 'content-length: 1 ', '12:00:0', "{'a':["])
    for (const announced of [undefined, 100]) isQuick(reader(announced), `POST /a {'Authorization': '${line}'} `, unit)
})
