/** A multipart form with a file: what callers sign in its place, though the body is no text. */
import fc from 'fast-check'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { multipartFields, multipartParts } from '../../../../src/kit/diagnosis/forms/multipart.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, signedBy } from './changes.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const meta = '{"filename":"a.png","sha256":"00"}'
const file = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe])

const formOf = (content: Buffer, lineEnd = '\r\n'): Buffer => {
  const head = (name: string, more: string): string =>
    ['--b', `Content-Disposition: form-data; name="${name}"${more}`, '', ''].join(lineEnd)
  const before = head('meta', '') + meta + lineEnd + head('file', '; filename="a.png"')
  return Buffer.concat([Buffer.from(before), content, Buffer.from(`${lineEnd}--b--${lineEnd}`)])
}

const multipart = suite('multipart forms with a file')

for (const [what, signed] of [
  ['the part meta alone was signed', meta],
  ['the part file alone was signed', file],
  ['the fields without the file were signed, as JSON', JSON.stringify({ meta })],
  ['the fields without the file were signed, as a form', `meta=${encodeURIComponent(meta)}`],
  ['the fields with the name of the file were signed, as JSON', JSON.stringify({ meta, file: 'a.png' })],
  ['the form was signed without its last line end', formOf(file).subarray(0, -2)],
  ['the form was signed with an empty file', formOf(Buffer.alloc(0))],
  ['the form was signed with LF for CR LF', formOf(file, '\n')],
] as const)
  multipart(what, () => {
    const text = Buffer.concat([Buffer.from(`POST\n/v1/files\n${now}\nn-1\n`), Buffer.from(signed as string)])
    const authorization = [line(signatureOf(text))]
    const body = new Uint8Array(formOf(file))
    const { exact, findings } = diagnose({ method: 'POST', target: '/v1/files', authorization, body, keys, now }, hash)
    assert.equal([exact, findings.map(({ id, detail }) => [id, detail])], [true, [['body-other', what]]])
  })

multipart(
  'for all boundaries: a form that was encoded twice is found by the boundary of Content-Type, and told with both',
  () =>
    forAll(
      [fc.stringMatching(/^[A-Za-z0-9'()+_./:=?-]{2,60}$/), fc.boolean(), fc.boolean()],
      { numRuns: 12 },
      (boundary, isQuoted, isShown) => {
        const body = new Uint8Array(formOf(file))
        const form = Buffer.from(
          formOf(file)
            .toString('latin1')
            .replaceAll('--b', () => `--${boundary}`),
          'latin1',
        )
        const text = Buffer.concat([Buffer.from(`POST\n/v1/files\n${now}\nn-1\n`), form])
        const named = isQuoted || /[^A-Za-z0-9.'+_-]/.test(boundary) ? `"${boundary}"` : boundary
        const authorization = [line(signatureOf(text))]
        const sent = { method: 'POST', target: '/v1/files', authorization, body, keys, now }
        const shown = { ...sent, claimed: new Uint8Array(text) }
        const typed = { ...sent, headers: [['content-type', `multipart/form-data; boundary=${named}`]] as const }
        const { recovered, findings } = diagnose(isShown ? shown : typed, hash)
        assert.ok(recovered)
        assert.match(
          findings[0]?.what ?? '',
          `with the boundary ${boundary}, but it arrived with the boundary b. The form was encoded twice`,
        )
      },
    ),
)

multipart('a text that only looks like one has no parts', () => {
  const form = formOf(Buffer.from('hello')).toString()
  assert.equal(
    multipartParts(form)?.map(({ name, filename }) => [name, filename]),
    [
      ['meta', undefined],
      ['file', 'a.png'],
    ],
  )
  assert.equal(multipartFields(form)?.[1], ['file', 'hello'])
  for (const text of ['', '--', '--b', '--b\r\n', form.slice(0, -6), form.replace('name="meta"', ''), `x${form}`])
    assert.is(multipartParts(text), undefined, text)
})

/** A form without a file, which is text; .NET leaves the quotation marks of names out. */
const textForm = (fields: ReadonlyArray<readonly [name: string, value: string]>, mark = '"'): string =>
  `${fields.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name=${mark}${name}${mark}\r\n\r\n${value}\r\n`).join('')}--b--\r\n`

const fields = [
  ['title', "red fox/é&+~'("],
  ['n', '17'],
] as const

const encoders: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  encodeURIComponent,
  encodeURI,
  (text) => encodeURIComponent(text).replace(/%20/g, '+'),
  (text) => encodeURIComponent(text).replace(/['(]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  (text) => new URLSearchParams([['', text]]).toString().slice(1),
]

multipart(
  'for all encoders: the fields were signed as a form, in order or sorted, or each value within the form',
  () => {
    for (const mark of ['"', '']) {
      const signed = signedBy(['body-other'], 'body', { body: textForm(fields, mark) })
      for (const encode of encoders) {
        const items = fields.map((field) => field.map(encode).join('='))
        for (const form of [items.join('&'), items.toReversed().join('&')]) assert.ok(signed.has(inLatin1(form)), form)
        const within = textForm(
          fields.map(([name, value]) => [name, encode(value)] as const),
          mark,
        )
        if (encode(' ') !== ' ') assert.ok(signed.has(inLatin1(within)), within)
      }
    }
  },
)

multipart('a name that stands twice is a list of JSON', () => {
  const body = textForm([
    ['ids', 'a'],
    ['ids', 'b'],
  ])
  assert.ok(signedBy(['body-other'], 'body', { body }).has('{"ids":["a","b"]}'))
})

multipart('the words name the part that was signed alone, and what was signed in place of a form', () => {
  const body = textForm([
    ['meta', '{"a":1}'],
    ['n', '17'],
  ])
  assert.match(findingOn({ body }, { body: '{"a":1}' }).what, /signed only the part meta of the multipart form/)
  assert.match(
    findingOn({ body }, { body: 'meta={"a":1}&n=17' }).what,
    /signed a form as the body, but a multipart form arrived/,
  )
})
