/**
 * The catalogue of mistakes. Ids describe the caller's text relative to the verifier's: with `target-without-query` the
 * caller signed the target without its query.
 *
 * Lists of variations are short, and the likeliest comes first: a search tries several mistakes at once. The exception is
 * `timestamp-milliseconds`, whose thousand cannot be told apart beforehand.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../core/Base64.ts'
import * as Bytes from '../core/Bytes.ts'
import type { Reason } from '../core/VerifyError.ts'
import { read } from '../job/JsonReader.ts'
import {
  binary,
  type Draft,
  type Hash,
  type Layout,
  type Mistake,
  mostRewritten,
  type Part,
  type Respelling,
  type Signed,
  type Slot,
  standard,
  utf8,
  type Variation,
  type View,
} from './Mistake.ts'
import * as percent from './percent.ts'
import { printed } from './printed.ts'
import * as respell from './respell.ts'
import { restyle } from './restyle.ts'

type Words = Pick<Mistake, 'id' | 'part' | 'what' | 'remedy'> & Partial<Mistake>

const none = (): ReadonlyArray<never> => []

const mistake = (words: Words): Mistake => ({
  seenAs: 'signature_invalid',
  needs: 'nothing',
  candidateOnly: false,
  wide: false,
  slots: [],
  variations: none,
  respellings: none,
  sendings: none,
  ...words,
})

/** Whether it makes a difference: `HTTP` in upper case is what was sent. */
const differs = (draft: Draft, { signed }: Variation): boolean => {
  if (signed._tag !== 'Draft') return true
  const { body: content, layout, digested, ...texts } = signed.change
  return (
    (content !== undefined && !Bytes.equals(content, draft.body)) ||
    (layout !== undefined && !sameLayout(layout, draft.layout)) ||
    digested !== undefined ||
    Object.entries(texts).some(([name, text]) => text !== draft[name as keyof typeof texts])
  )
}

const sameLayout = (a: Layout, b: Layout): boolean =>
  a.separator === b.separator &&
  a.last === b.last &&
  a.start === b.start &&
  a.bodiless === b.bodiless &&
  a.end === b.end &&
  a.order.join() === b.order.join()

/** Something else was signed than was sent. */
const signs = (words: Words, slots: Mistake['slots'], forms: Mistake['variations']): Mistake =>
  mistake({
    ...words,
    slots,
    *variations(draft, hash) {
      for (const variation of forms(draft, hash)) if (differs(draft, variation)) yield variation
    },
  })

const part = (detail: string, change: Partial<Pick<Draft, Slot>>): Variation => ({
  detail,
  signed: { _tag: 'Draft', change },
})

/** Texts that stood in place of the target. */
const target = (id: string, what: string, remedy: string, forms: (view: View) => ReadonlyArray<Respelling>): Mistake =>
  signs({ id, part: 'target', what, remedy }, ['target'], (view) =>
    forms(view).map(({ detail, text }) => part(detail, { target: text })),
  )

/** Bytes that stood in place of the body. */
const body = (
  id: string,
  what: string,
  remedy: string,
  forms: (body: Bytes.Bytes, hash: Hash) => Iterable<readonly [detail: string, bytes: Bytes.Bytes]>,
  of: Part = 'body',
): Mistake =>
  signs({ id, part: of, what, remedy }, ['body'], function* (draft, hash) {
    if (draft.body.length > mostRewritten) return
    for (const [detail, bytes] of forms(draft.body, hash)) yield part(detail, { body: bytes })
  })

/** As `body`, for a body that is text. */
const bodyText = (id: string, what: string, remedy: string, forms: (text: string) => Iterable<Respelling>): Mistake =>
  body(id, what, remedy, function* (bytes) {
    const read = Bytes.toText(bytes)
    if (E.isRight(read)) for (const { detail, text } of forms(read.right)) yield [detail, utf8(text)] as const
  })

/** Other layouts than the one by the rules. */
const joined = (
  id: string,
  what: string,
  remedy: string,
  forms: (layout: Layout, draft: Draft) => ReadonlyArray<readonly [string, Partial<Layout>]>,
): Mistake =>
  signs({ id, part: 'join', what, remedy }, ['layout'], (draft) =>
    forms(draft.layout, draft).map(([detail, change]) => part(detail, { layout: { ...draft.layout, ...change } })),
  )

/** A text in place of the right signature, or of the right line. */
const spells = (words: Words, seenAs: Reason, forms: Mistake['respellings']): Mistake =>
  mistake({ ...words, seenAs, respellings: (right) => forms(right).filter(({ text }) => text !== right) })

const scheme = (detail: string, signed: Omit<Signed & { readonly _tag: 'Scheme' }, '_tag'>): Variation => ({
  detail,
  signed: { _tag: 'Scheme', ...signed },
})

type Piece = Layout['order'][number]

const indents: ReadonlyArray<readonly [detail: string, separator: string]> = [
  ...[2, 4, 6, 8, 12, 16].map((n) => [`${n} spaces`, `\n${' '.repeat(n)}`] as const),
  ['a tab', '\n\t'],
  ['two tabs', '\n\t\t'],
]

type LayoutForms = ReadonlyArray<readonly [detail: string, change: Partial<Layout>]>

const lastSeparated = (
  { order, last }: Layout,
  forms: ReadonlyArray<readonly [detail: string, separator: string]>,
): LayoutForms =>
  last === undefined && order.at(-1) === 'body' ? forms.map(([detail, other]) => [detail, { last: other }]) : []

const separated = (
  { separator }: Layout,
  forms: ReadonlyArray<readonly [detail: string, separator: string]>,
): LayoutForms =>
  separator === standard.separator ? forms.map(([detail, other]) => [detail, { separator: other }]) : []

/** The pieces in another order, where they stand in the right one; the app id keeps its place. */
const reordered = (order: Layout['order'], other: ReadonlyArray<Piece>): Layout['order'] => {
  const own = order.filter((piece) => piece !== 'appId')
  if (own.join() !== standard.order.join()) return order
  const at = order.indexOf('appId')
  return at < 0 ? other : other.toSpliced(at, 0, 'appId')
}

const inserted = (order: Layout['order'], before: Piece | undefined): Layout['order'] => {
  const at = before === undefined ? order.length : order.indexOf(before)
  return at < 0 || order.includes('appId') ? order : order.toSpliced(at, 0, 'appId')
}

const later = (timestamp: string, seconds: number): string => String(Number(timestamp) + seconds)

const fragmentOf = (url: string): string => (url.includes('#') ? url.slice(url.indexOf('#')) : '')

/** Path and query of a URL, as they stand in it. */
const pathOf = (url: string): string => url.replace(/#.*$/s, '').replace(/^[A-Za-z][0-9A-Za-z+.-]*:\/\/[^/?#]*/, '')

/** With and without scheme, with and without port. */
const origins = (host: string): ReadonlyArray<string> => {
  const hosts = [...new Set([host, host.replace(/:\d{1,5}$/, '')])]
  return hosts.flatMap((name) => ['https://', 'http://', '//', ''].map((scheme) => scheme + name))
}

const prefixesLost = (v: View): ReadonlyArray<Respelling> => {
  const [path, query] = percent.split(v.target)
  const segments = path.split('/').slice(1)
  return [1, 2, 3]
    .filter((count) => count < segments.length)
    .map((count) => ({
      detail: `/${segments.slice(0, count).join('/')}`,
      text: `/${segments.slice(count).join('/')}${query}`,
    }))
}

const prefixAdded = (v: View): ReadonlyArray<Respelling> => {
  const called = pathOf(v.url ?? '')
  return called.endsWith(v.target) ? [{ detail: called.slice(0, -v.target.length), text: called }] : []
}

const utf16 = (text: string, littleEndian: boolean): Bytes.Bytes => {
  const bytes = new Uint8Array(text.length * 2)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 * i] = littleEndian ? unit & 255 : unit >> 8
    bytes[2 * i + 1] = littleEndian ? unit >> 8 : unit & 255
  }
  return bytes
}

/** What Windows has between 0x80 and 0x9f, where Latin-1 has control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** One byte a character; what the encoding has not becomes a question mark, as in Java. */
const single = (text: string, byteOf: (c: string) => number): Bytes.Bytes => {
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (const c of text) bytes[length++] = byteOf(c)
  return bytes.slice(0, length)
}

const question = 0x3f
const latin1 = (c: string): number => (c <= '\u00ff' ? (c.codePointAt(0) as number) : question)
const ascii = (c: string): number => (c <= '\u007f' ? (c.codePointAt(0) as number) : question)
const windows = (c: string): number => {
  const at = c < '\u0080' ? -1 : windows1252.indexOf(c)
  return at >= 0 && c.length === 1 ? 0x80 + at : c >= '\u0080' && c < '\u00a0' ? question : latin1(c)
}

function* encodings(bytes: Bytes.Bytes): Generator<readonly [string, Bytes.Bytes]> {
  const read = Bytes.toText(bytes)
  if (E.isRight(read)) {
    const text = read.right
    yield ['latin-1', single(text, latin1)]
    yield ['us-ascii', single(text, ascii)]
    yield ['windows-1252', single(text, windows)]
    // Its UTF-8 was taken for Latin-1, and turned into UTF-8 again.
    yield ['utf-8 twice', utf8(binary(bytes))]
    yield ['composed characters', utf8(text.normalize('NFC'))]
    yield ['decomposed characters', utf8(text.normalize('NFD'))]
    yield ['utf-16, with a byte order mark', Bytes.concat([Uint8Array.of(0xff, 0xfe), utf16(text, true)])]
    yield ['utf-16le', utf16(text, true)]
    yield ['utf-16be', utf16(text, false)]
    return
  }
  // It was sent in another encoding, and signed in UTF-8.
  const text = binary(bytes)
  yield ['latin-1 sent, UTF-8 signed', utf8(text)]
  const windowsText = text.replace(/[\u0080-\u009f]/g, (c) => windows1252[c.charCodeAt(0) - 0x80] as string)
  yield ['windows-1252 sent, UTF-8 signed', utf8(windowsText)]
}

/** Line ends that are left out, by whoever signs or whoever sends. */
function* linesJoined(text: string): Generator<Respelling> {
  const joined = (lines: string): string => lines.replace(/\r?\n/g, '')
  yield { detail: 'left out where it was signed', text: joined(text) }
  // What was indented has blanks left over.
  if (!/ {2}|\t/.test(text) || text.includes('\n')) return
  for (const { detail, text: lines } of restyle(text)) {
    if (!/pretty/.test(detail) || joined(lines) !== text) continue
    yield { detail: `left out where it was sent: ${detail}`, text: lines }
    yield { detail: `left out where it was sent: ${detail}, and a line end`, text: `${lines}\n` }
  }
}

const quotings = (text: string): ReadonlyArray<Respelling> => {
  const json = read(text)
  return [
    { detail: 'quoted', text: JSON.stringify(text) },
    {
      detail: 'quoted (Python)',
      text: JSON.stringify(text).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
    ...(E.isRight(json) && typeof json.right.value === 'string'
      ? [{ detail: 'unquoted', text: json.right.value }]
      : []),
  ]
}

const hashings = (bytes: Bytes.Bytes, hash: Hash): ReadonlyArray<readonly [string, Bytes.Bytes]> =>
  (['sha256', 'md5', 'sha1', 'sha512'] as const).flatMap((name) => {
    const digest = hash(name, bytes)
    const [hex, base64] = [utf8(Bytes.toHex(digest)), utf8(Base64.encode(digest))]
    const forms = [
      ['hex', hex],
      ['HEX', utf8(Bytes.toHex(digest).toUpperCase())],
      ['base64', base64],
      ['bytes', digest],
    ] as const
    return forms.map(([form, written]) => [name === 'sha256' ? form : `${name}, ${form}`, written] as const)
  })

const bom = Uint8Array.of(0xef, 0xbb, 0xbf)

const clocks =
  (seconds: ReadonlyArray<number>): Mistake['sendings'] =>
  (v) =>
    seconds
      .filter((s) => Number(v.timestamp) + s >= 0)
      .map((s) => ({ detail: `${Math.abs(s)} s`, parts: { timestamp: later(v.timestamp, s) } }))

/**
 * Every mistake, by part.
 *
 * @example
 * ```ts
 * import * as Bytes from '../core/Bytes.ts'
 * import { catalogue } from './catalogue.ts'
 * import { draftOf } from './Mistake.ts'
 *
 * const view = { method: 'POST', target: '/v1/jobs?a', timestamp: '1', nonce: 'n', body: Bytes.empty, appId: 'app-1' }
 * const lost = catalogue.find(({ id }) => id === 'target-without-query')
 * const [variation] = lost?.variations(draftOf(view), (_, bytes) => bytes) ?? []
 * assert.deepEqual(variation?.signed, { _tag: 'Draft', change: { target: '/v1/jobs' } })
 * ```
 */
export const catalogue: ReadonlyArray<Mistake> = [
  signs(
    {
      id: 'method-case',
      part: 'method',
      what: 'The caller signed the method in another case than upper case.',
      remedy: 'Upper-case the method before it is signed.',
    },
    ['method'],
    (v) => [
      part('lower case', { method: v.method.toLowerCase() }),
      part('capitalized', { method: v.method.slice(0, 1) + v.method.slice(1).toLowerCase() }),
    ],
  ),
  signs(
    {
      id: 'method-other',
      part: 'method',
      what: 'The caller signed another method than it sent, as when a redirect turns POST into GET.',
      remedy: 'Sign the method that is sent.',
    },
    ['method'],
    () => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((method) => part(method, { method })),
  ),

  {
    ...target('target-with-origin', 'The caller signed the whole URL.', 'Sign the path and the query only.', (v) => [
      ...(v.url === undefined ? [] : [{ detail: 'the URL', text: v.url.replace(/#.*$/s, '') }]),
      ...(v.host === undefined ? [] : origins(v.host).map((origin) => ({ detail: origin, text: origin + v.target }))),
    ]),
    needs: 'host',
  },
  target(
    'target-without-query',
    'The caller signed the path without the query.',
    'Sign the target with its query, as it stands on the request line.',
    (v) => [{ detail: 'no query', text: percent.split(v.target)[0] }],
  ),
  target(
    'target-decoded',
    'The caller signed the target after its percent escapes had been decoded.',
    'Sign the target with its escapes, as it is sent.',
    (v) => percent.decodings(v.target),
  ),
  target(
    'target-reencoded',
    'The caller signed the target with other percent escapes than it sent.',
    'Encode the target once, then sign and send that very text.',
    (v) => percent.reencodings(v.target),
  ),
  {
    ...target(
      'target-with-fragment',
      'The caller signed the fragment too.',
      'Cut off the # and all behind it.',
      (v) => [{ detail: 'the fragment', text: v.target + fragmentOf(v.url ?? '') }],
    ),
    needs: 'url',
  },
  target(
    'target-no-leading-slash',
    'The caller signed the target without the slash that it begins with.',
    'Let the target begin with a slash.',
    (v) => [{ detail: 'no slash', text: v.target.slice(1) }],
  ),
  target(
    'target-trailing-slash',
    'The caller signed the path with a slash at its end and sent it without, or the reverse.',
    'Sign the path that is sent, with or without the slash at its end.',
    (v) => {
      const [path, query] = percent.split(v.target)
      return [
        path.endsWith('/')
          ? { detail: 'removed', text: path.slice(0, -1) + query }
          : { detail: 'added', text: `${path}/${query}` },
        { detail: 'added behind the query', text: `${v.target}/` },
      ]
    },
  ),
  target(
    'target-double-slash',
    'The caller joined base and path with two slashes, or with one where it sent two.',
    'Join the base URL and the path with exactly one slash, then sign and send that.',
    (v) => [
      { detail: 'two at the beginning', text: `/${v.target}` },
      { detail: 'one for two', text: v.target.replace(/\/{2,}/g, '/') },
    ],
  ),
  target(
    'target-prefix-lost',
    'The caller signed the path without the prefix under which the service is reached.',
    "Sign the whole path, with the base URL's own.",
    prefixesLost,
  ),
  {
    ...target(
      'target-prefix-added',
      'The caller signed a prefix of the path that a proxy removes before the request arrives.',
      'Let the verifier see the path as the caller sent it.',
      prefixAdded,
    ),
    needs: 'url',
  },
  target(
    'query-reordered',
    'The caller signed the parameters of the query in another order than it sent them.',
    'Sign the query in the order in which it is sent.',
    (v) => percent.reorderings(v.target),
  ),

  signs(
    {
      id: 'timestamp-milliseconds',
      part: 'timestamp',
      what: 'The caller signed milliseconds and sent seconds.',
      remedy: 'Take whole seconds once, then sign and send that number.',
      wide: true,
    },
    ['timestamp'],
    (v) =>
      Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0')).map((ms) =>
        part(ms, { timestamp: v.timestamp + ms }),
      ),
  ),
  signs(
    {
      id: 'timestamp-grouped',
      part: 'timestamp',
      what: 'The caller signed the timestamp with its digits in groups, as a language prints numbers for people.',
      remedy: 'Write the timestamp in plain digits, without the rules of a locale.',
    },
    ['timestamp'],
    (v) =>
      [',', '.', ' ', '\u00a0', '\u202f', "'", '_'].map((mark) =>
        part(mark === ',' ? 'commas' : `U+${mark.charCodeAt(0).toString(16).padStart(4, '0')}`, {
          timestamp: v.timestamp.replace(/\B(?=(?:\d{3})+$)/g, mark),
        }),
      ),
  ),
  signs(
    {
      id: 'timestamp-fraction',
      part: 'timestamp',
      what: 'The caller signed the timestamp with a fraction, as a floating-point number is printed, and sent it without.',
      remedy: 'Take whole seconds once, then sign and send that number.',
    },
    ['timestamp'],
    (v) => ['.0', '.00', '.000'].map((fraction) => part(fraction, { timestamp: v.timestamp + fraction })),
  ),
  signs(
    {
      id: 'timestamp-drift',
      part: 'timestamp',
      what: 'The caller read its clock twice, and signed one second and sent another.',
      remedy: 'Read the clock once for each request.',
    },
    ['timestamp'],
    (v) =>
      [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5]
        .filter((s) => Number(v.timestamp) + s >= 0)
        .map((s) => part(`${s} s`, { timestamp: later(v.timestamp, s) })),
  ),

  signs(
    {
      id: 'nonce-case',
      part: 'nonce',
      what: 'The caller signed the nonce in another case than it sent.',
      remedy: 'Sign the nonce character by character as it is sent.',
    },
    ['nonce'],
    (v) => [part('lower case', { nonce: v.nonce.toLowerCase() }), part('upper case', { nonce: v.nonce.toUpperCase() })],
  ),
  signs(
    {
      id: 'nonce-dashes',
      part: 'nonce',
      what: 'The caller signed the nonce without its hyphens, or with hyphens that it did not send, as those of a UUID.',
      remedy: 'Sign the nonce character by character as it is sent.',
    },
    ['nonce'],
    (v) => [
      part('left out', { nonce: v.nonce.replaceAll('-', '') }),
      part('put in', { nonce: v.nonce.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }),
      part('in braces', { nonce: `{${v.nonce}}` }),
    ],
  ),
  signs(
    {
      id: 'nonce-missing',
      part: 'nonce',
      what: 'The caller signed no nonce.',
      remedy: 'Sign the nonce that is sent, on the line behind the timestamp.',
    },
    ['nonce', 'layout'],
    (v) => [
      part('an empty line', { nonce: '' }),
      part('no line', { layout: { ...v.layout, order: v.layout.order.filter((piece) => piece !== 'nonce') } }),
    ],
  ),
  mistake({
    id: 'nonce-drift',
    part: 'nonce',
    what: 'The caller drew one nonce to sign and another to send.',
    remedy: 'Draw the nonce once for each request.',
    candidateOnly: true,
  }),
  mistake({
    id: 'nonce-alphabet',
    part: 'nonce',
    what: 'The caller drew a nonce with other characters than digits, letters and hyphens.',
    seenAs: 'authorization_malformed',
    remedy: 'Write the random bytes of the nonce in hexadecimal digits.',
    sendings: (v) => [
      { detail: 'underscore', parts: { nonce: `${v.nonce}_1` } },
      { detail: 'Base64', parts: { nonce: `${v.nonce}+/==` } },
      { detail: 'braces', parts: { nonce: `{${v.nonce}}` } },
    ],
  }),
  mistake({
    id: 'nonce-from-clock',
    part: 'nonce',
    what: 'The caller made the nonce from the clock, so that two requests in one second have the same.',
    seenAs: 'nonce_replayed',
    remedy: 'Draw each nonce at random, from at least 128 bits.',
    sendings: (v, hash) => [
      ...(['md5', 'sha1', 'sha256'] as const).map((name) => ({
        detail: name,
        parts: { nonce: Bytes.toHex(hash(name, utf8(v.timestamp))) },
      })),
      { detail: 'the timestamp itself', parts: { nonce: v.timestamp } },
    ],
  }),

  signs(
    {
      id: 'body-missing',
      part: 'body',
      what: 'The caller signed no body and sent one.',
      remedy: 'Sign the bytes of the body behind the fourth line feed.',
    },
    ['body', 'layout'],
    ({ layout }) => [
      part('empty', { body: Bytes.empty }),
      ...(layout.order.at(-1) === 'body'
        ? [
            part('with the line feed before it', {
              layout: { ...layout, order: layout.order.slice(0, -1), bodiless: true },
            }),
          ]
        : []),
    ],
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
      Bytes.equals(bytes.subarray(0, 3), bom)
        ? [['left out', bytes.subarray(3)]]
        : [['put in front', Bytes.concat([bom, bytes])]],
  ),
  bodyText(
    'body-lines-joined',
    'The caller signed the body without its line ends, or something dropped them when it was sent, as curl does with -d @FILE.',
    'Sign and send the same bytes; curl keeps them with --data-binary @FILE.',
    linesJoined,
  ),
  bodyText(
    'body-reserialized',
    'The caller signed one JSON text, and its HTTP library wrote another with the same value.',
    'Serialize once, then sign and send those very bytes.',
    restyle,
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
    'The caller signed the body as a JSON string, or sent the JSON string and signed its text.',
    'Serialize the body once: a text that is JSON already is not serialized again.',
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
    'The caller signed what its language prints for a body that is no text.',
    'Put the bytes of the body behind the fourth line feed, and nothing where there are none.',
    function* (bytes) {
      for (const { detail, text } of printed(bytes)) yield [detail, utf8(text)] as const
    },
  ),
  {
    ...signs(
      {
        id: 'body-compressed',
        part: 'body',
        what: 'The caller signed the body before it was compressed.',
        remedy: 'Compress first, then sign and send the compressed bytes.',
      },
      ['body'],
      ({ decoded }) => (decoded === undefined ? [] : [part('before it was compressed', { body: decoded })]),
    ),
    needs: 'decoded body',
  },
  mistake({
    id: 'body-other',
    part: 'body',
    what: 'The caller signed another body than arrived, in a way that the catalogue does not know.',
    remedy: 'Compare the bytes that are signed with those that are sent, on the side of the caller.',
    candidateOnly: true,
  }),

  joined(
    'leading-line-feed',
    'The caller signed a line feed in front of the method.',
    'Let the string to sign begin with the method.',
    ({ start }) =>
      start === undefined
        ? [
            ['LF', { start: '\n' }],
            ['CRLF', { start: '\r\n' }],
          ]
        : [],
  ),
  joined(
    'echo-option-signed',
    'The caller signed an option of echo too: its shell prints what another takes for an option.',
    "Use printf '%s' in place of echo.",
    ({ start }) =>
      start === undefined
        ? [
            ['-e', { start: '-e ' }],
            ['-n', { start: '-n ' }],
          ]
        : [],
  ),
  joined(
    'trailing-line-feed',
    'The caller signed a line feed behind the body that it did not send.',
    'Let nothing follow the body.',
    ({ end }) =>
      end === ''
        ? [
            ['LF', { end: '\n' }],
            ['CRLF', { end: '\r\n' }],
          ]
        : [],
  ),
  joined(
    'final-line-feed-missing',
    'The caller left out the fourth line feed because the body is empty.',
    'Write the line feed behind the nonce whether or not a body follows.',
    ({ order }, { body: content }) =>
      content.length === 0 && order.at(-1) === 'body' ? [['empty body', { order: order.slice(0, -1) }]] : [],
  ),
  joined('separator-crlf', 'The caller joined the parts by CRLF.', 'Join the parts by a single line feed.', (layout) =>
    separated(layout, [['CRLF', '\r\n']]),
  ),
  joined(
    'separator-literal',
    'The caller joined the parts by a backslash and an n.',
    'Write the line feed so that the language makes one byte of it.',
    (layout) => separated(layout, [['backslash n', '\\n']]),
  ),
  joined(
    'separator-missing',
    'The caller joined parts by nothing, all of them or the last.',
    'Put a line feed behind each of the first four parts.',
    (layout) => [...separated(layout, [['none', '']]), ...lastSeparated(layout, [['none before the body', '']])],
  ),
  joined(
    'separator-other',
    'The caller joined the parts by another character than a line feed.',
    'Join the parts by a single line feed.',
    (layout) => [
      ...lastSeparated(layout, [['two line feeds before the body', '\n\n']]),
      ...separated(layout, [
        ['space', ' '],
        ['comma', ','],
        ['&', '&'],
        ['|', '|'],
        ['CR', '\r'],
        ['colon', ':'],
        ['dot', '.'],
      ]),
    ],
  ),
  joined(
    'lines-indented',
    'The caller signed the indentation of its own source: blanks stand behind each line feed.',
    'Build the string to sign from its parts, and not from a template over several lines.',
    (layout) => separated(layout, indents),
  ),
  joined(
    'parts-reordered',
    'The caller signed the parts in another order.',
    'Sign method, target, timestamp, nonce and body, in this order.',
    ({ order }) => [
      ['nonce before timestamp', { order: reordered(order, ['method', 'target', 'nonce', 'timestamp', 'body']) }],
      ['timestamp and nonce first', { order: reordered(order, ['timestamp', 'nonce', 'method', 'target', 'body']) }],
      ['target before method', { order: reordered(order, ['target', 'method', 'timestamp', 'nonce', 'body']) }],
      [
        'timestamp, nonce and body first',
        { order: reordered(order, ['timestamp', 'nonce', 'body', 'method', 'target']) },
      ],
      ['body before timestamp', { order: reordered(order, ['method', 'target', 'body', 'timestamp', 'nonce']) }],
    ],
  ),
  joined(
    'app-id-included',
    'The caller signed the app id too.',
    'Sign the five parts only; the app id stands in the header.',
    ({ order }) => [
      ['before timestamp', { order: inserted(order, 'timestamp') }],
      [
        'before nonce and timestamp',
        { order: inserted(reordered(order, ['method', 'target', 'nonce', 'timestamp', 'body']), 'nonce') },
      ],
      ['before nonce', { order: inserted(order, 'nonce') }],
      ['before target', { order: inserted(order, 'target') }],
      ['first', { order: inserted(order, order[0]) }],
      ['behind the nonce', { order: inserted(order, 'body') }],
      ['last', { order: inserted(order, undefined) }],
    ],
  ),

  signs(
    {
      id: 'double-hash',
      part: 'hash',
      what: 'The caller hashed the string to sign and gave the digest to a function that hashes again.',
      remedy: 'Give the string to sign itself to the signing function.',
    },
    ['digested'],
    ({ digested }) => [part('SHA-256 of SHA-256', { digested: [...digested, 'bytes'] })],
  ),
  signs(
    {
      id: 'hex-digest-signed',
      part: 'hash',
      what: 'The caller signed the digest of the string to sign, written as text, in place of the string.',
      remedy: 'Give the string to sign itself to the signing function.',
    },
    ['digested'],
    ({ digested }) =>
      (['hex', 'HEX', 'base64', 'hex LF', 'openssl', 'openssl 1', 'sha256sum'] as const).map((form) =>
        part(form, { digested: [...digested, form] }),
      ),
  ),
  signs(
    {
      id: 'wrong-hash',
      part: 'hash',
      what: 'The caller signed with another hash than SHA-256.',
      remedy: 'Sign with SHA-256.',
    },
    [],
    () =>
      (['sha1', 'sha512', 'sha384', 'sha224', 'md5'] as const).map((hash) => scheme(hash, { hash, padding: 'pkcs1' })),
  ),
  signs(
    {
      id: 'pss-padding',
      part: 'hash',
      what: 'The caller signed with PSS padding.',
      remedy: 'Sign with PKCS #1 v1.5 padding, RSASSA-PKCS1-v1_5.',
    },
    [],
    () => [scheme('PSS', { hash: 'sha256', padding: 'pss' })],
  ),
  signs(
    {
      id: 'bare-digest',
      part: 'hash',
      what: 'The caller padded the digest alone, without the DigestInfo that names the hash.',
      remedy: 'Use the function that signs with SHA-256, and not the one that encrypts with the private key.',
    },
    [],
    () => [scheme('no DigestInfo', { hash: 'sha256', padding: 'bare' })],
  ),

  signs(
    {
      id: 'missing-null',
      part: 'hash',
      what: 'The caller left the NULL out of the DigestInfo.',
      remedy: 'Let the library write the DigestInfo, with its NULL.',
    },
    [],
    () => [scheme('no NULL', { hash: 'sha256', padding: 'without-null' })],
  ),

  signs(
    {
      id: 'other-key',
      part: 'key',
      what: "The caller signed with another app's key.",
      needs: 'other keys',
      remedy: 'Sign with the private key that belongs to the app id in the header.',
    },
    [],
    () => [{ detail: 'another app', signed: { _tag: 'Key', of: 'another app' } }],
  ),
  mistake({
    id: 'unknown-key',
    part: 'key',
    what: "None of the keys that were given opens the signature: it is another key's, or it was damaged on its way.",
    remedy:
      'Compare the fingerprint of the key that signs with that of the registered one; if they are the same, compare the signatures.',
    candidateOnly: true,
  }),

  spells(
    {
      id: 'signature-base64url',
      part: 'signature',
      what: 'The caller wrote the signature in the URL alphabet of Base64.',
      remedy: 'Write the signature in standard Base64, with + and /.',
    },
    'signature_malformed',
    respell.base64url,
  ),
  spells(
    {
      id: 'signature-unpadded',
      part: 'signature',
      what: 'The caller left out the = at the end of the signature.',
      remedy: 'Keep the padding of the Base64.',
    },
    'signature_malformed',
    respell.unpadded,
  ),
  spells(
    {
      id: 'signature-hex',
      part: 'signature',
      what: 'The caller wrote the signature in hexadecimal digits.',
      remedy: 'Write the signature in Base64.',
    },
    'signature_malformed',
    respell.hex,
  ),
  spells(
    {
      id: 'signature-double-base64',
      part: 'signature',
      what: 'The caller encoded the signature in Base64 twice.',
      remedy: 'Encode the bytes of the signature once.',
    },
    'signature_malformed',
    respell.doubleBase64,
  ),
  spells(
    {
      id: 'signature-percent-encoded',
      part: 'signature',
      what: 'The caller percent-encoded the signature.',
      remedy: 'Put the Base64 into the header as it is.',
    },
    'signature_malformed',
    respell.percentEncoded,
  ),
  spells(
    {
      id: 'signature-wrapped',
      part: 'signature',
      what: 'The caller broke the Base64 of the signature into lines.',
      remedy: 'Tell the Base64 encoder not to wrap lines.',
    },
    'signature_malformed',
    respell.wrapped,
  ),
  spells(
    {
      id: 'signature-plus-as-space',
      part: 'signature',
      what: 'Something decoded the signature as a form value, and each + became a space.',
      remedy: 'Keep the header out of URL and form codecs.',
    },
    'signature_malformed',
    respell.plusAsSpace,
  ),
  spells(
    {
      id: 'signature-printed',
      part: 'signature',
      what: "The caller wrote the signature with what its language prints round it, such as b'…'.",
      remedy: 'Turn the Base64 into text before it goes into the header.',
    },
    'signature_malformed',
    respell.printed,
  ),
  mistake({
    id: 'signature-as-text',
    part: 'signature',
    what: 'The caller read the bytes of the signature as a text, which has lost some of them.',
    seenAs: 'signature_malformed',
    remedy: 'Encode the bytes of the signature in Base64 as they are.',
    candidateOnly: true,
  }),
  mistake({
    id: 'signature-truncated',
    part: 'signature',
    what: 'The text of the signature was cut off, or something was added to it: no RSA key makes one of this length.',
    seenAs: 'signature_malformed',
    remedy: 'Compare the signature where it is made with what arrived, from its first character to its last.',
    candidateOnly: true,
  }),
  mistake({
    id: 'signature-not-rsa',
    part: 'signature',
    what: 'The caller sent a digest or an HMAC where an RSA signature belongs.',
    seenAs: 'signature_malformed',
    remedy: 'Sign with the private key: SHA256withRSA, RSASSA-PKCS1-v1_5.',
    candidateOnly: true,
  }),
  spells(
    {
      id: 'signature-byte-order',
      part: 'signature',
      what: 'The caller wrote the bytes of the signature in reverse, as CryptoAPI on Windows hands them out.',
      remedy: 'Reverse the bytes that CryptoAPI gives before they are encoded.',
    },
    'signature_invalid',
    respell.reversed,
  ),

  spells(
    {
      id: 'header-quoted',
      part: 'header',
      what: 'The caller put the values into double quotes.',
      remedy: 'Write the values without quotes.',
    },
    'authorization_malformed',
    respell.quoted,
  ),
  spells(
    {
      id: 'header-missing-key',
      part: 'header',
      what: 'The caller left out one of the four items.',
      remedy: 'Write app_id, nonce_str, timestamp and signature.',
    },
    'authorization_malformed',
    respell.missingKey,
  ),
  spells(
    {
      id: 'header-duplicate-key',
      part: 'header',
      what: 'The caller wrote an item twice.',
      remedy: 'Write each item once.',
    },
    'authorization_malformed',
    respell.duplicateKey,
  ),
  spells(
    {
      id: 'header-auth-type',
      part: 'header',
      what: 'The caller wrote another auth type, or none.',
      remedy: 'Let the line begin with the auth type of the service and a space.',
    },
    'scheme_unsupported',
    respell.authType,
  ),
  spells(
    {
      id: 'header-whitespace',
      part: 'header',
      what: 'The caller put spaces between the items or round an equals sign.',
      remedy: 'Leave no blank in the line but the one behind the auth type.',
    },
    'authorization_malformed',
    respell.whitespace,
  ),
  spells(
    {
      id: 'header-separator',
      part: 'header',
      what: 'The caller put something else than a comma between the items.',
      remedy: 'Join the items by commas.',
    },
    'authorization_malformed',
    respell.separated,
  ),
  spells(
    {
      id: 'header-key-name',
      part: 'header',
      what: 'The caller wrote an item under another name.',
      remedy: 'Call the items app_id, nonce_str, timestamp and signature.',
    },
    'authorization_malformed',
    respell.keyName,
  ),
  mistake({
    id: 'header-timestamp',
    part: 'timestamp',
    what: 'The caller signed and sent a timestamp that is no whole number of seconds.',
    seenAs: 'authorization_malformed',
    remedy: 'Write whole seconds since 1970 in decimal digits.',
    sendings: (v) => [
      { detail: 'a fraction', parts: { timestamp: `${v.timestamp}.25` } },
      { detail: 'other', parts: { timestamp: `+${v.timestamp}` } },
    ],
  }),
  mistake({
    id: 'header-milliseconds',
    part: 'timestamp',
    what: 'The caller signed and sent milliseconds.',
    seenAs: 'timestamp_in_future',
    remedy: 'Divide the milliseconds by 1000 and round down.',
    sendings: (v) => [{ detail: 'milliseconds', parts: { timestamp: `${v.timestamp}000` } }],
  }),
  mistake({
    id: 'clock-behind',
    part: 'clock',
    what: "The timestamp lies too far back: the request was saved or delayed, or the caller's clock is behind.",
    seenAs: 'timestamp_expired',
    remedy:
      'Set the clock by a time server, and take the seconds since 1970 from it as they are: no time zone is added.',
    sendings: clocks([-600, -3600, -28_800]),
  }),
  mistake({
    id: 'clock-ahead',
    part: 'clock',
    what: "The timestamp lies ahead of the time of arrival: the caller's clock is ahead.",
    seenAs: 'timestamp_in_future',
    remedy:
      'Set the clock by a time server, and take the seconds since 1970 from it as they are: no time zone is added.',
    sendings: clocks([600, 3600, 28_800]),
  }),
]
