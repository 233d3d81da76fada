/** A body that does not have the Content-Length is never judged in silence, whatever program printed it. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { copiedForms } from './copiedForms.ts'
import { longLine, notations } from './notations.ts'
import { printers } from './printers.ts'
import { records } from './records.ts'
import { serverLogs } from './serverLogs.ts'

const announced = suite('readRequest: bodies of another length than the Content-Length')

const allPrinters = [...printers, ...notations, ...copiedForms, ...serverLogs, ...records]

const bodies = [
  '{"a":"xyzxyzxyzxyzxyz","bb":[1,2,3],"cc":true}',
  '{\n  "a": 1,\n  "b": "c\\nd"\n}\n',
  'id,name\n1,"red"\n',
]

announced(
  'for all printers and lengths: the body has the announced length, or a note says what was done, or there is none',
  () =>
    forAll(
      [fc.constantFrom(...allPrinters), fc.constantFrom(...bodies), fc.constantFrom(-3, 1, 7, 40)],
      { numRuns: 150 },
      ({ print }, body, added) => {
        const request = { method: 'POST', host: 'api.example.com', target: '/v1/jobs', authorization: longLine, body }
        const length = Buffer.byteLength(body)
        const text = print(request).replace(
          /(content-length\W{1,24}?)(\d+)/gi,
          (whole, name: string, digits: string) => (Number(digits) === length ? `${name}${length + added}` : whole),
        )
        const result = readRequest(Buffer.from(text))
        if (E.isLeft(result) || text === print(request) || result.right.bodyMissing === true) return
        const { body: found, notes = [] } = result.right
        const isOfLength = found._tag === 'Bytes' && found.bytes.length === length + added
        assert.ok(isOfLength || notes.length > 0, text)
      },
    ),
)
