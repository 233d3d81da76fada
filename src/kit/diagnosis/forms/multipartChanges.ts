/**
 * A multipart form in which a program changed something of every part: the boundary, the headers, the content of the files, or the order.
 *
 *     --x␍␊Content-Disposition: …     --x␍␊--x␍␊Content-Disposition: …     the first boundary twice
 *     Content-Type: text/plain        content-type: text/plain             header names in lower case
 *     ␍␊␍␊GIF89a…                     ␍␊␍␊[object File]                    the content of files as [object File]
 *
 * The texts here have one character for each byte, because a file may hold any bytes.
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { latin1 } from '../Received.ts'
import { type MultipartPart, multipartParts } from './multipart.ts'
import type { Form } from './Respelling.ts'

interface MultipartForm {
  /** With its two hyphens. */
  readonly boundary: string
  readonly parts: ReadonlyArray<MultipartPart>
}

const bytesOf = (byteString: string): Bytes.Bytes => Uint8Array.from(byteString, (c) => c.charCodeAt(0))

const write = ({ boundary, parts }: MultipartForm): string =>
  `${parts.map(({ head, content }) => `${boundary}\r\n${head}\r\n\r\n${content}\r\n`).join('')}${boundary}--\r\n`

const mapParts = (form: MultipartForm, change: (part: MultipartPart) => MultipartPart): string =>
  write({ ...form, parts: form.parts.map(change) })

const mapHeads = (form: MultipartForm, change: (head: string) => string): string =>
  mapParts(form, (part) => ({ ...part, head: change(part.head) }))

// ---- Boundaries

function* boundaryChanges(form: MultipartForm, body: string): Generator<Form> {
  const { boundary } = form
  yield ['the first boundary twice', `${boundary}\r\n${body}`]
  yield ['the first boundary twice, once without its hyphens', `${boundary.slice(2)}\r\n${body}`]
  yield ['the last boundary twice', `${body}${boundary}--\r\n`]
  yield ['boundaries without the two hyphens before them', body.replaceAll(boundary, boundary.slice(2))]
  yield ['the last boundary without the two hyphens behind it', body.replace(`${boundary}--\r\n`, `${boundary}\r\n`)]
  yield ['without the last boundary', body.replace(`${boundary}--\r\n`, '')]
  yield ['without the first boundary', body.replace(`${boundary}\r\n`, '')]
  yield ['a line end before the first boundary', `\r\n${body}`]
  yield ['the boundary alone', boundary.slice(2)]
  yield ['without the empty lines behind the headers', body.replaceAll('\r\n\r\n', '\r\n')]
}

// ---- Headers

const withoutType = (head: string): string => head.replace(/\r\nContent-Type:[^\r\n]*/i, '')

const inLowerCase = (head: string): string => head.replace(/^[A-Za-z-]+(?=:)/gm, (name) => name.toLowerCase())

const addType = (type: string) => (head: string) =>
  /^Content-Type:/im.test(head) ? head : `${head}\r\nContent-Type: ${type}`

const headChanges: Readonly<Record<string, (head: string) => string>> = {
  'header names in lower case': inLowerCase,
  'names and file names without quotation marks': (head) => head.replaceAll('"', ''),
  'without Content-Type': withoutType,
  'Content-Type: application/octet-stream': (head) =>
    head.replace(/^(Content-Type:).*$/im, '$1 application/octet-stream'),
  'Content-Type with charset=UTF-8': (head) => head.replace(/^Content-Type:[^\r\n;]*/im, '$&; charset=UTF-8'),
  'Content-Type with charset=utf-8': (head) => head.replace(/^Content-Type:[^\r\n;]*/im, '$&; charset=utf-8'),
  'Content-Type: text/plain at every field': addType('text/plain'),
  'Content-Type: text/plain; charset=UTF-8 at every field': addType('text/plain; charset=UTF-8'),
  'Content-Type: text/plain; charset=utf-8 at every field': addType('text/plain; charset=utf-8'),
  'Content-Type: text/plain; charset=ISO-8859-1 at every field': addType('text/plain; charset=ISO-8859-1'),
  'Content-Type first': (head) => head.split('\r\n').toReversed().join('\r\n'),
  'no spaces behind ; and :': (head) => head.replace(/([;:]) /g, '$1'),
}

const lengthOf = ({ content }: MultipartPart): number => content.length

function* headerChanges(form: MultipartForm): Generator<Form> {
  for (const [detail, change] of Object.entries(headChanges)) yield [detail, mapHeads(form, change)]
  yield [
    'with a Content-Length for each part',
    mapParts(form, (part) => ({ ...part, head: `${part.head}\r\nContent-Length: ${lengthOf(part)}` })),
  ]
  yield [
    'with a Content-Type and a Content-Length for each part (OkHttp)',
    mapParts(form, (part) => ({
      ...part,
      head: `${addType('text/plain; charset=utf-8')(part.head)}\r\nContent-Length: ${lengthOf(part)}`,
    })),
  ]
  yield ['with Content-Transfer-Encoding, as Apache HttpClient writes it', mapParts(form, addTransferEncoding('UTF-8'))]
  yield [
    'with Content-Transfer-Encoding and ISO-8859-1, as Apache HttpClient writes it',
    mapParts(form, addTransferEncoding('ISO-8859-1')),
  ]
  yield ['with filename* for each file', mapHeads(form, addExtendedName)]
}

const addTransferEncoding =
  (charset: string) =>
  (part: MultipartPart): MultipartPart => {
    const head = addType(`text/plain; charset=${charset}`)(part.head)
    const encoding = part.filename === undefined ? '8bit' : 'binary'
    return { ...part, head: `${head}\r\nContent-Transfer-Encoding: ${encoding}` }
  }

/** The name of a file once more, as RFC 5987 writes it. */
const addExtendedName = (head: string): string =>
  head.replace(/filename="([^"]*)"/, (field, name: string) => `${field}; filename*=utf-8''${name}`)

// ---- Parts, and the content of files

function* partChanges(form: MultipartForm): Generator<Form> {
  const { parts } = form
  if (parts.length < 2) return
  yield ['parts in the reverse order', write({ ...form, parts: parts.toReversed() })]
  const sorted = parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  yield ['parts sorted by name', write({ ...form, parts: sorted })]
  const filesFirst = [
    ...parts.filter(({ filename }) => filename !== undefined),
    ...parts.filter(({ filename }) => filename === undefined),
  ]
  yield ['files before the other parts', write({ ...form, parts: filesFirst })]
  for (const [i, { name }] of parts.entries())
    yield [`without the part ${name}`, write({ ...form, parts: parts.toSpliced(i, 1) })]
}

type FileText = (filename: string, content: string) => string

/** What programs put in the place of a file, if they do not read it. */
const fileTexts = (hash: Hash): Readonly<Record<string, FileText>> => ({
  '[object File]': () => '[object File]',
  '[object Blob]': () => '[object Blob]',
  '[object Object]': () => '[object Object]',
  '[file]': () => '[file]',
  '(binary)': () => '(binary)',
  'its name': (filename) => filename,
  '@ and its name': (filename) => `@${filename}`,
  'an open file of Python': (filename) => `<_io.BufferedReader name='${filename}'>`,
  Base64: (_, content) => Base64.encode(bytesOf(content)),
  'its sha256': (_, content) => Bytes.toHex(hash('sha256', bytesOf(content))),
  'its md5': (_, content) => Bytes.toHex(hash('md5', bytesOf(content))),
  'its length': (_, content) => String(content.length),
})

function* fileChanges(form: MultipartForm, hash: Hash): Generator<Form> {
  for (const [detail, textOf] of Object.entries(fileTexts(hash)))
    yield [
      `the content of files as ${detail}`,
      mapParts(form, (part) =>
        part.filename === undefined ? part : { ...part, content: textOf(part.filename, part.content) },
      ),
    ]
  const files = form.parts.flatMap(({ filename }) => filename ?? [])
  const [only] = files
  if (only === undefined || files.length > 1 || only === '') return
  yield ['the name of the file alone', only]
  yield ['the name of the file alone with @ in front', `@${only}`]
  yield ['the name of the file alone with ./ in front', `./${only}`]
  const fields = form.parts.map(
    ({ name, filename, content }) => `${name}=${filename === undefined ? content : `@${filename}`}`,
  )
  yield ['fields as the options -F of curl name them', fields.join('&')]
}

/** The forms of a longer body would take too much time to hash. */
const maxLength = 262_144

const hyphen = 0x2d

/** The form with the boundary that Content-Type names, if the one that arrived has another: it was encoded twice. */
function* boundaryOfType(form: MultipartForm, body: string, contentType: string): Generator<Form> {
  const [, quotedName, name = quotedName] = /\bboundary=(?:"([^"]{1,200})"|([^;,\s"]{1,200}))/i.exec(contentType) ?? []
  if (name !== undefined && `--${name}` !== form.boundary)
    yield ['with the boundary that Content-Type names', body.replaceAll(form.boundary, `--${name}`)]
}

/** The forms of a multipart form. None for any other body. */
export function* multipartChanges(bytes: Bytes.Bytes, hash: Hash, contentType = ''): Generator<Form<Bytes.Bytes>> {
  if (bytes[0] !== hyphen || bytes[1] !== hyphen || bytes.length > maxLength) return
  const body = latin1(bytes)
  const parts = multipartParts(body)
  if (parts === undefined) return
  const form: MultipartForm = { boundary: body.slice(0, body.indexOf('\r\n')), parts }
  const seen = new Set([body])
  for (const forms of [
    boundaryOfType(form, body, contentType),
    boundaryChanges(form, body),
    headerChanges(form),
    partChanges(form),
    fileChanges(form, hash),
  ])
    for (const [detail, text] of forms) {
      if (seen.has(text)) continue
      seen.add(text)
      yield [detail, bytesOf(text), 'late']
    }
}
