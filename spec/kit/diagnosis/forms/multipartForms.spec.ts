/** A multipart form with a file: what callers sign in its place, though the body is no text. */
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { multipartFields, multipartParts } from '../../../../src/kit/diagnosis/forms/multipart.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

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
