/**
 * Whatever the body is and whatever program prints it, the request is read to the byte, or refused, or read without its body, or a note
 * says what the text leaves open. It is never another request in silence.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { copiedForms } from './copiedForms.ts'
import { dumps } from './dumps.ts'
import { hostileBodies, otherHeader } from './hostileBodies.ts'
import { longLine, notations } from './notations.ts'
import { type Printable, type Printer, printers } from './printers.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'
import { records } from './records.ts'
import { serverLogs } from './serverLogs.ts'
import { spellings } from './spellings.ts'

const hostile = suite('readRequest: bodies that look like something else')

const allPrinters: ReadonlyArray<Printer> = [
  ...printers,
  ...notations,
  ...copiedForms,
  ...serverLogs,
  ...records,
  ...spellings,
  ...dumps,
]

/** What is not read right yet, and has no note: by a part of the printer's name, the bodies. */
const open: ReadonlyArray<readonly [printer: RegExp, bodies: RegExp]> = [
  [/^parts with their names, the body among them/, /^(?:csvGap|like|multipart|entities)/],
  [/^a file of REST Client|^Logbook|^the journal/, /^(?:likeLogMid|endOkhttp)$/],
  [/^tshark -T json,/, /^(?:squoted|dash|num|empty)/],
  [/^dump\(\) of Symfony/, /^(?:xml|quoted|backslash)/],
  [/^a session of Charles with a body in Base64/, /^(?:hexjson|numlist|pybytes|quoted)$/],
  [/^a dictionary of Python, in pieces|^a cassette in YAML, its scalars/, /^likeRequest/],
  [/^a list of Markdown|^the body in a fence in a list|^an object of C#|^a map of Java, its/, /^(?:xmlCrlf|entities)$/],
  [/^a captured header of HAProxy/, /^pybytes$/],
  [/^a list of signed numbers|^a structure of Rust/, /^dash$/],
  [/^INSERT of SQLite with a BLOB/, /^hexjson$/],
]

const isOpen = (printer: string, bodyName: string): boolean =>
  open.some(([names, bodies]) => names.test(printer) && bodies.test(bodyName))

/** Another name in place of Content-Length, of the same length, where the text says how long this body is. */
const withoutLength = (text: string, body: string): string =>
  text.replace(
    /(content-length)(\W{1,60}?(?:len=\d+|string\(\d+\))?\W{0,30}?)(\d+)/gi,
    (whole, name: string, gap, digits) =>
      [String(Buffer.byteLength(body)), '9'].includes(digits)
        ? `${name.startsWith('C') ? 'X-Request-Size' : 'x-request-size'}${gap}${digits}`
        : whole,
  )

/** Dumps whose second column shows the same bytes. */
const hasColumns = /ngrep -x|socat -x|a dump in hexadecimal|trace-ascii|quotes the request/

/** The text of a program, as it is with and without a Content-Length, and with the Content-Type of the body or that of JSON. */
const printed = (
  { name, print, lacksBody }: Printer,
  request: Printable,
  type: string,
  { isMeasured, isTyped }: { readonly isMeasured: boolean; readonly isTyped: boolean },
): string => {
  const text = print(request)
  const typed = isTyped && !hasColumns.test(name) ? text.replaceAll('application/json', type) : text
  return isMeasured || lacksBody === true || hasColumns.test(name) ? typed : withoutLength(typed, request.body)
}

/** A header as a service may allow it. */
const blankBehindCommas = (header: string): string => header.replaceAll(',', ', ')

/** Notes on the body, on its lines, or on the header. */
const isOfReading = /body|line end|length|\blines?\b|Authorization headers|requests/i

hostile(
  'for all printers: a request in the body, with blanks in its header as in the first, is not read in its place',
  () => {
    const header = blankBehindCommas(longLine)
    for (const printer of allPrinters)
      for (const [bodyName, { body: plainBody }] of Object.entries(hostileBodies)) {
        const body = plainBody.replaceAll(otherHeader, blankBehindCommas(otherHeader))
        if (body === plainBody || isOpen(printer.name, bodyName) || (printer.oneLine === true && /[\r\n]/.test(body)))
          continue
        const request = {
          method: 'POST',
          host: 'api.example.com',
          target: '/v1/jobs?dry=1',
          authorization: header,
          body,
        }
        const result = readRequest(Buffer.from(printer.print(request)))
        if (E.isLeft(result)) continue
        const { authorization } = result.right
        const isFirst = authorization.join('\n') === blankBehindCommas(longLine)
        assert.ok(isFirst || isOfReading.test(noted(result.right)), `${printer.name}, ${bodyName}`)
      }
  },
)

hostile('for all printers and bodies: read to the byte, or said', () =>
  forAll(
    [
      fc.constantFrom(...allPrinters),
      fc.constantFrom(...Object.entries(hostileBodies)),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(',', ', '),
    ],
    { numRuns: 1500 },
    (printer, [bodyName, { type, body: plainBody }], isMeasured, isTyped, comma) => {
      // A service may allow a blank behind each comma of the header. Then the request in the body has it too.
      const withComma = comma === ',' ? (header: string): string => header : blankBehindCommas
      const authorization = withComma(longLine)
      const body = plainBody.replaceAll(otherHeader, withComma(otherHeader))
      if ((printer.oneLine === true && /[\r\n]/.test(body)) || isOpen(printer.name, bodyName)) return
      const target = '/v1/jobs?dry=1'
      const request = { method: 'POST', host: 'api.example.com', target, authorization, body }
      const text = printed(printer, request, type, { isMeasured, isTyped })
      const result = readRequest(Buffer.from(text))
      if (E.isLeft(result)) return
      const received = result.right
      const isSame =
        received.method === 'POST' && received.target === target && received.authorization.join('\n') === authorization
      const isRead = isSame && (received.bodyMissing === true || bodyOf(received) === body)
      assert.ok(isRead || isOfReading.test(noted(received)), `${printer.name}, ${bodyName}: ${text}`)
    },
  ),
)

hostile('signed headers of two requests in one text have a note, and one in the body has none', () => {
  const second = line.replace('nonce_str=n', 'nonce_str=m')
  const record = (authorization: string, body = '{}'): string =>
    `INFO {"method":"POST","url":"https://h/a","headers":{"authorization":"${authorization}"},"body":${JSON.stringify(body)}}\n`
  assert.match(noted(read(record(line) + record(second))), /There are 2 different signed Authorization headers/)
  for (const text of [record(line), record(line) + record(line), record(line, `{"a":"${second}"}`)])
    assert.not.match(noted(read(text)), /different signed/, text)
})

hostile(
  'an entity of Spring: the Content-Length shows where the body begins, and without one a text is refused',
  () => {
    const entity = (body: string, length: string): string =>
      `<POST https://h/a?b=1,${body},[Authorization:"${line}", Content-Type:"text/csv"${length}]>`
    for (const body of ['id,name\n1,red', 'a,b,c', '[1, 2]']) {
      const received = read(entity(body, `, Content-Length:"${body.length}"`))
      assert.equal([received.target, bodyOf(received)], ['/a?b=1', body])
    }
    assert.match(refusal(entity('id,name\n1,red', '')), 'writes only a comma between the URL and the body')
  },
)
