/**
 * A signature whose Base64 was broken into lines, as `base64` of coreutils does after 76 characters: every form of a request is read
 * all the same, and the cause is told once.
 */
import * as E from 'fp-ts/lib/Either.js'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { contentOf } from '../../../../src/kit/diagnosis/Received.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, right, suite } from '../../../support/suite.ts'
import { archiveOf } from './reading.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const signature = signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`)

const escaped = (text: string): string => text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t')

const url = 'http://h/v1/jobs'

/** A request with this Authorization value, by how it is written. */
const forms: Readonly<Record<string, (value: string) => string>> = {
  'curl, single quotes': (value) => `curl '${url}' \\\n  -H 'Authorization: ${value}'`,
  'curl, double quotes': (value) => `curl "${url}" -H "Authorization: ${value}"`,
  'curl, escapes of bash': (value) => `curl ${url} -H $'Authorization: ${escaped(value)}'`,
  'raw HTTP': (value) => `GET /v1/jobs HTTP/1.1\r\nHost: h\r\nAuthorization: ${value}\r\n\r\n`,
  'a HAR': (value) => archiveOf({ method: 'GET', url, headers: [{ name: 'Authorization', value }] }),
  'an object': (value) => JSON.stringify({ method: 'GET', url, headers: { Authorization: value } }),
  HTTPie: (value) => `http GET ${url} 'Authorization: ${value}'`,
  wget: (value) => `wget --header='Authorization: ${value}' ${url}`,
  fetch: (value) => `fetch("${url}", { headers: { Authorization: ${JSON.stringify(value)} } })`,
  PowerShell: (value) => `Invoke-WebRequest -Uri "${url}" -Headers @{ "Authorization"="${value}" }`,
  'curl -v': (value) => `> GET /v1/jobs HTTP/1.1\n> Host: h\n> Authorization: ${value.replaceAll('\n', '\n> ')}\n>\n`,
  Bruno: (value) => `meta {\n  name: x\n}\n\nget {\n  url: ${url}\n}\n\nheaders {\n  Authorization: ${value}\n}\n`,
}

const wrapped = suite('a signature in lines')

for (const [name, write] of Object.entries(forms))
  wrapped(`${name}: one mistake, told exactly, whatever ends the lines`, () => {
    for (const [width, end] of [
      [76, '\n'],
      [64, '\n'],
      [76, '\r\n'],
      [76, '\n '],
      [64, '\r\n\t'],
    ] as const) {
      const value = line(signature.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`))
      const received = right(readRequest(Buffer.from(write(value))))
      const body = E.getOrElse((): Uint8Array => new Uint8Array())(contentOf(received.body))
      const { exact, findings } = diagnose({ ...received, body, keys, now }, hash)
      assert.equal([exact, findings.map(({ id }) => id)], [true, ['signature-wrapped']], `${width} ${escaped(end)}`)
    }
  })

/** The forms that hold a double quote without an escape of their own. */
const formsOfQuotes = ['curl, single quotes', 'raw HTTP', 'a HAR', 'an object', 'HTTPie', 'fetch', 'curl -v', 'Bruno']

/** The line with its values in quotes, and with the signature at its end or before the nonce. */
const quotedLine = (value: string, isLast: boolean): string =>
  isLast
    ? `SVC-SHA256-RSA app_id="app-1",timestamp="${now}",nonce_str="n-1",signature="${value}"`
    : `SVC-SHA256-RSA app_id="app-1",timestamp="${now}",signature="${value}",nonce_str="n-1"`

for (const name of formsOfQuotes)
  wrapped(
    `${name}: the same where the values are in quotes, wherever the signature is and however its last line ends`,
    () => {
      const write = forms[name] as (value: string) => string
      for (const isLast of [true, false])
        for (const [width, end, lastEnd] of [
          [60, '\n', ''],
          [60, '\n', '\n'],
          [64, '\n', '\n'],
          [76, '\r\n', ''],
          [76, '\r\n', '\r\n'],
          [76, '\n ', ''],
          [64, '\r\n\t', ''],
        ] as const) {
          const inLines = signature.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`) + lastEnd
          const received = right(readRequest(Buffer.from(write(quotedLine(inLines, isLast)))))
          const body = E.getOrElse((): Uint8Array => new Uint8Array())(contentOf(received.body))
          const { exact, findings } = diagnose({ ...received, body, keys, now }, hash)
          assert.equal(
            [exact, findings.map(({ id }) => id)],
            [true, ['header-quoted', 'signature-wrapped']],
            `${width} ${escaped(end)} ${escaped(lastEnd)} ${isLast ? 'at the end' : 'before the nonce'}`,
          )
        }
    },
  )
