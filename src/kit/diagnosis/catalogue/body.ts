/**
 * The body: another text of the same value, or something in place of it. What JSON libraries write stands in
 * restyle.ts, what languages print in printed.ts.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { maxRewritten, textOf } from '../Draft.ts'
import { changedText, cutShort, inBuffer, queryAsJson } from '../forms/changedBody.ts'
import { utf8 } from '../forms/charsets.ts'
import { isJson } from '../forms/isJson.ts'
import { asciiJson } from '../forms/jsonText.ts'
import { decode, split } from '../forms/percent.ts'
import { printed } from '../forms/printed.ts'
import { restyle } from '../forms/restyle.ts'
import { retyped } from '../forms/retyped.ts'
import { stringEscapes } from '../forms/stringEscapes.ts'
import type { Mistake, Part, Rare, Respelling } from '../Mistake.ts'
import { letterEscapes } from '../pasted/literals.ts'
import { encodings } from './encodings.ts'
import { mistake, part, signs } from './mistake.ts'

/** What is made of the whole body at last: nobody changes its content behind one of these. */
const outermost = ['body-encoding', 'body-quoted', 'body-hashed', 'body-printed']
/** But for these: Base64 is put into a JSON string, and anything is hashed. */
const behind: Readonly<Record<string, ReadonlyArray<string>>> = { 'body-quoted': outermost.slice(2), 'body-hashed': [] }

/** Other bytes that were signed than the body. */
const body = (
  id: string,
  what: string,
  remedy: string,
  forms: (
    body: Bytes.Bytes,
    hash: Hash,
    only?: Bytes.Bytes,
  ) => Iterable<readonly [detail: string, bytes: Bytes.Bytes, rare?: Rare | undefined]>,
  of: Part = 'body',
): Mistake =>
  signs(
    id,
    of,
    what,
    remedy,
    ['body'],
    function* (draft, hash, only) {
      if (draft.body.length > maxRewritten) return
      for (const [detail, bytes, rare] of forms(draft.body, hash, only)) yield part(detail, { body: bytes }, rare)
    },
    { undoes: behind[id] ?? outermost },
  )

/** As `body`, for a body that is text. */
const bodyText = (
  id: string,
  what: string,
  remedy: string,
  forms: (text: string, only?: string) => Iterable<Respelling>,
): Mistake =>
  body(id, what, remedy, function* (bytes, _, only) {
    const read = Bytes.toText(bytes)
    const wanted = only === undefined ? undefined : Bytes.toText(only)
    if (E.isLeft(read) || (wanted !== undefined && E.isLeft(wanted))) return
    for (const { detail, text, rare } of forms(read.right, wanted?.right))
      if (wanted === undefined || text === wanted.right) yield [detail, utf8(text), rare]
  })

/** Line ends that are left out, where the body is signed or where it is sent. */
function* linesJoined(text: string): Generator<Respelling> {
  yield { detail: 'left out where it was signed', text: text.replace(/\r?\n/g, '') }
  // The indentation is left over.
  if (!/ {2}|\t/.test(text) || text.includes('\n') || !isJson(text)) return
  const lines = text.replace(/"(?:[^"\\]|\\.)*"| {2,}|\t+/g, (found) => (found.startsWith('"') ? found : `\n${found}`))
  const detail = 'left out where it was sent: at each indentation'
  for (const [says, closed] of [
    ['', lines.replace(/[\]}]$/, '\n$&')],
    [', no last bracket', lines],
  ] as const) {
    yield { detail: detail + says, text: closed }
    yield { detail: `${detail}${says}, and a line end`, text: `${closed}\n` }
  }
}

/** Escapes as echo of dash reads them. */
const echoed = (text: string): string =>
  text.replace(/\\([\\abfnrtv])/g, (_, letter: string) => letterEscapes[letter] ?? (letter === 'a' ? '\x07' : '\\'))

function* quotings(text: string): Generator<Respelling> {
  const quoted = JSON.stringify(text)
  const escaped = text.replace(/[\\'"]/g, '\\$&')
  const python = asciiJson(quoted)
  yield { detail: 'quoted', text: quoted }
  yield { detail: 'quoted (Python)', text: python }
  yield { detail: 'quotation marks escaped (addslashes of PHP)', text: escaped }
  if (isJson(text) && /^\s*"/.test(text)) yield { detail: 'unquoted', text: JSON.parse(text) as string }
  const unescaped = /%[0-9A-Fa-f]{2}/.test(text) ? decode(text.replaceAll('+', ' ')) : ''
  if (isJson(unescaped)) yield { detail: 'before it was percent-encoded', text: unescaped }
  if (!isJson(echoed(text))) yield { detail: 'its escapes read by echo (dash)', text: echoed(text), rare: 'alone' }
  for (const form of text.length > maxEscaped ? [] : stringEscapes(text))
    if (![quoted, python, escaped].includes(form.text)) yield form
}

/** A longer text is not written with the escapes of every language. */
const maxEscaped = 65_536

const hashings = (bytes: Bytes.Bytes, hash: Hash): ReadonlyArray<readonly [string, Bytes.Bytes]> =>
  (['sha256', 'md5', 'sha1', 'sha512'] as const).flatMap((name) => {
    const digest = hash(name, bytes)
    const hex = Bytes.toHex(digest)
    const forms = [
      ['hex', utf8(hex)],
      ['HEX', utf8(hex.toUpperCase())],
      ['base64', utf8(Base64.encode(digest))],
      ['bytes', digest],
    ] as const
    return forms.map(([form, written]) => [name === 'sha256' ? form : `${name}, ${form}`, written] as const)
  })

const bom = Uint8Array.of(0xef, 0xbb, 0xbf)

export const bodyMistakes: ReadonlyArray<Mistake> = [
  signs(
    'body-missing',
    'body',
    'The caller signed no body and sent one.',
    'Sign the bytes of the body behind the fourth line feed.',
    ['body', 'layout'],
    function* ({ layout }) {
      yield part('empty', { body: Bytes.empty })
      const [order, last] = [layout.order.slice(0, -1), layout.order.at(-1)]
      if (last === 'body') yield part('with the line feed before it', { layout: { ...layout, order, bodiless: true } })
    },
  ),
  bodyText(
    'body-trailing-newline',
    'The caller sent a line end behind the body that it did not sign.',
    'Sign the body as it is read from its file, with the line end.',
    (text) => [{ detail: 'the last line end', text: text.replace(/\r?\n$/, '') }],
  ),
  bodyText(
    'body-crlf',
    'The caller signed other line ends within the body than it sent.',
    'Open files as bytes, so that no line end is changed.',
    (text) => [
      { detail: 'LF signed', text: text.replaceAll('\r\n', '\n') },
      { detail: 'CRLF signed', text: text.replace(/\r?\n/g, '\r\n') },
    ],
  ),
  body(
    'body-bom',
    'The caller signed the body without its byte order mark, or with one that it did not send.',
    'Sign and send the same bytes, best without a byte order mark.',
    (bytes) =>
      Bytes.Eq.equals(bytes.subarray(0, 3), bom)
        ? [['left out', bytes.subarray(3)]]
        : [['put in front', Bytes.concat([bom, bytes])]],
  ),
  signs(
    'body-lines-joined',
    'body',
    'The caller signed the body without its line ends, or something dropped them when it was sent, as curl does with -d @FILE.',
    'Sign and send the same bytes; curl keeps them with --data-binary @FILE.',
    ['body'],
    function* ({ body: content, file }) {
      if (file !== undefined) yield part('as it stands in its file', { body: file })
      const text = content.length > maxRewritten ? E.left(undefined) : Bytes.toText(content)
      if (E.isRight(text))
        for (const { detail, text: lines } of linesJoined(text.right)) yield part(detail, { body: utf8(lines) })
    },
  ),
  bodyText(
    'body-reserialized',
    'The caller signed one JSON text, and another of the same content was sent.',
    'Serialize once, then sign and send those very bytes.',
    function* (text, wanted) {
      yield* restyle(text, wanted)
      if (isJson(text)) yield* retyped(text)
    },
  ),
  body(
    'body-encoding',
    'The caller signed the text of the body in another encoding than it sent.',
    'Turn the text into UTF-8 once, then sign and send those bytes.',
    encodings,
    'encoding',
  ),
  bodyText(
    'body-quoted',
    'The caller signed the body with escapes that it did not send, as in a string of JSON or of a language, or without those that it sent.',
    'Serialize and encode the body once, then sign and send those very bytes.',
    quotings,
  ),
  body(
    'body-hashed',
    'The caller signed the hash of the body in place of the body.',
    'Put the body itself into the string to sign.',
    hashings,
  ),
  body(
    'body-printed',
    'The caller signed what its language or its shell prints for the body.',
    'Put the bytes of the body behind the fourth line feed, and nothing where there are none.',
    function* (bytes) {
      for (const { detail, text, rare } of printed(bytes)) yield [detail, utf8(text), rare]
    },
  ),
  signs(
    'body-compressed',
    'body',
    'The caller signed the body before it was compressed.',
    'Compress first, then sign and send the compressed bytes.',
    ['body'],
    ({ decoded }) => (decoded === undefined ? [] : [part('before it was compressed', { body: decoded })]),
    { needs: 'decoded body' },
  ),
  signs(
    'body-other',
    'body',
    'The caller signed another body than arrived.',
    'Sign the body as the last step, and compare the bytes that are signed with those that are sent.',
    ['body'],
    function* (draft) {
      const { body: content, target } = draft
      const query = split(target)[1].slice(1)
      if (content.length === 0 && query !== '') {
        yield part('the query was signed as the body', { body: utf8(query) }, true)
        for (const [i, json] of queryAsJson(query).entries())
          yield part(`the query was signed as JSON in the body (${i + 1})`, { body: utf8(json) }, true)
      }
      const before = textOf({ ...draft, body: Bytes.empty }).length
      for (const [detail, bytes] of content.length === 0 ? [] : inBuffer(content, before))
        yield part(detail, { body: bytes }, true)
      const text = content.length > maxRewritten ? E.left(undefined) : Bytes.toText(content)
      if (E.isLeft(text)) return
      for (const [detail, bytes] of cutShort(content, text.right)) yield part(detail, { body: bytes }, true)
      for (const { detail, text: other, rare = true } of changedText(text.right))
        yield part(detail, { body: utf8(other) }, rare)
    },
  ),
  mistake(
    'body-left-over',
    'body',
    'The caller signed the body of an earlier request, which this one does not send.',
    'Sign no body where none is sent: clear what the client keeps of the request before.',
    { candidateOnly: true },
  ),
]
