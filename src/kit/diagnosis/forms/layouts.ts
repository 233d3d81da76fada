/**
 * Other layouts of the five parts: with a name in front of each, or as a list that a language prints; and what stands in
 * place of a part that was never filled in.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { type DraftParts, type Layout, standard } from '../Draft.ts'
import { latin1 } from '../Received.ts'
import { once } from './once.ts'
import type { Form } from './Respelling.ts'
import { escapedPieces, jsonPieces, jsonWebSignature, percentPieces } from './wholeText.ts'

type Piece = keyof DraftParts
type Names = Readonly<Record<Piece, string>>
type Layouts = Generator<Form<Layout>>

const order: ReadonlyArray<Piece> = ['method', 'target', 'timestamp', 'nonce', 'body']

/** Every choice of usual names. */
const usual: ReadonlyArray<Names> = ['body', 'biz_content', 'data', 'payload', 'content'].flatMap((body) =>
  ['url', 'uri', 'path', 'target'].flatMap((target) =>
    ['nonce', 'nonce_str'].map((nonce) => ({ method: 'method', target, timestamp: 'timestamp', nonce, body })),
  ),
)

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
const cases = [(name: string) => name, capitalized, (name: string) => name.toUpperCase()]

const signs = [
  ['=', '\n'],
  ['=', '&'],
  [': ', '\n'],
  [':', '\n'],
] as const

/** The names in front of the parts, on lines or between other separators. */
export function* labelled(): Layouts {
  for (const [sign, separator] of signs)
    for (const spelled of cases)
      for (const plain of usual) {
        // As payment services name it; who writes lines has other names.
        if (plain.body !== 'body' && (sign + separator !== '=&' || spelled !== cases[0])) continue
        const names = order.map((piece) => [piece, spelled(plain[piece])] as const)
        const labels = Object.fromEntries(names.map(([piece, name]) => [piece, name + sign]))
        const detail = `${names.map(([, name]) => name).join(' ')}, ${JSON.stringify(sign)} and ${JSON.stringify(separator)}`
        const layout = { order, separator, end: '', labels }
        yield [detail, layout]
        yield [`${detail}, sorted`, { ...layout, order: byName(names).map(([piece]) => piece) }]
        yield [`${detail}, at the end as well`, { ...layout, end: separator }]
        const withApp = { ...layout, labels: { ...labels, appId: `${spelled('app_id')}${sign}` } }
        yield [
          `${detail}, app_id first`,
          { ...withApp, order: ['appId', 'method', 'target', 'nonce', 'timestamp', 'body'] },
        ]
        const all = byName([['appId', spelled('app_id')], ...names])
        yield [`${detail}, app_id, sorted`, { ...withApp, order: all.map(([piece]) => piece) }]
      }
}

/** Names that programs put in front of some of the lines. */
const someNames: Readonly<Record<Piece, ReadonlyArray<string>>> = {
  method: [],
  target: ['path', 'url'],
  timestamp: ['timestamp', 'ts'],
  nonce: ['nonce', 'nonce_str'],
  body: ['body', 'data'],
}

/** Every choice of lines that have a name, and of their names. */
const namings = once(() =>
  order.reduce<ReadonlyArray<Partial<Names>>>(
    (all, piece) => all.flatMap((names) => [names, ...someNames[piece].map((name) => ({ ...names, [piece]: name }))]),
    [{}],
  ),
)

/** A name in front of some of the lines, and none in front of others. */
export function* partlyLabelled(): Layouts {
  for (const names of namings()) {
    const labelled = Object.entries(names)
    if (labelled.length === 0 || labelled.length === order.length) continue
    for (const sign of ['=', ':', ': ']) {
      const labels = Object.fromEntries(labelled.map(([piece, name]) => [piece, name + sign]))
      yield [`${Object.values(labels).join(', ')} in front of their lines`, { order, separator: '\n', end: '', labels }]
    }
  }
}

/** The first parts as they stand on a request line. */
export function* requestLines(): Layouts {
  for (const [between, after] of [
    [' ', ''],
    [' ', ' HTTP/1.1'],
    [' ', ' HTTP/2'],
    ['\n', ' HTTP/1.1'],
    [':', ''],
    ['', ''],
  ] as const)
    for (const end of ['\n', '\r\n']) {
      const labels = { target: between, timestamp: after + end, nonce: end, body: end }
      yield [
        `a request line, ${JSON.stringify(between)} before the target and ${JSON.stringify(after + end)} after it`,
        { order, separator: '', end: '', labels },
      ]
    }
}

type Named = ReadonlyArray<readonly [piece: Layout['order'][number], name: string]>

const byName = <A extends Named[number]>(names: ReadonlyArray<A>): ReadonlyArray<A> =>
  names.toSorted(([, a], [, b]) => (a < b ? -1 : 1))

type List = readonly [start: string, separator: string, end: string, more?: Partial<Layout>]

/** The texts in quotation marks, on lines; the timestamp is a number. */
const quotedTexts = (body: string): Partial<Layout> => ({
  pieces: escapedPieces,
  labels: { target: '"\n"', timestamp: '"\n', nonce: '\n"', body: `"\n${body}` },
})

const lists: ReadonlyArray<List> = [
  ['[', ',', ']', { pieces: jsonPieces }],
  ['[', ', ', ']', { pieces: jsonPieces }],
  ['[', ' ', ']'],
  ['[', ', ', ']'],
  ['"', '\n', '"'],
  ["'", '\n', "'"],
  // As in OAuth 1.
  ['', '&', '', { pieces: percentPieces }],
  ['', '\n', '', { pieces: percentPieces }],
  // A list of Tcl; write of Fortran; ~p of Erlang; ~s of Scheme and {:?} of Rust.
  ['', ' ', '}', { labels: { body: '{' } }],
  [' ', '\n ', ''],
  [' ', '\n ', '\n'],
  ['', '\n', '', { pieces: jsonPieces }],
  ['"', '', '">>', quotedTexts('<<"')],
  ['"', '', '"', quotedTexts('"')],
]

/** A list of the parts, as languages print it. */
export function* listed(): Layouts {
  for (const [start, separator, end, more = {}] of lists) {
    const [before, between, after] = [start, separator, end].map((text) => JSON.stringify(text))
    const detail = `${before} ${between} ${after}, ${more.pieces?.name ?? 'the parts as they are'}`
    yield [detail, { order, separator, start, end, ...more }]
  }
}

/** What well-known schemes sign, perhaps with another mistake as well. */
export const schemes: ReadonlyArray<Form<Layout>> = [
  ['as Stripe signs', { order: ['timestamp', 'body'], separator: '.', end: '' }, true],
  ['as Slack signs', { order: ['timestamp', 'body'], separator: ':', start: 'v0:', end: '' }, true],
  ['as Coinbase signs', { order: ['timestamp', 'method', 'target', 'body'], separator: '', end: '' }, true],
]

/** The body alone as a JSON Web Signature. */
export const jsonWebSignatures = (body: Bytes.Bytes, appId: string): ReadonlyArray<string> => {
  const key = `,"kid":${JSON.stringify(appId)}`
  const type = ',"typ":"JWT"'
  return ['', key, type, type + key, key + type].map((more) => latin1(jsonWebSignature(`{"alg":"RS256"${more}}`)(body)))
}

/** None of the parts: a text stands for all of them. */
export const textAlone = (text: Bytes.Bytes): Layout => ({ order: [], separator: '', end: '', bodiless: 'any', text })

/** How languages write the place of x in a text. */
const places = ['$x', `$\{x}`, '{x}', '{{x}}', '#{x}', '%(x)s']

const camel = (name: string): string => name.replace(/_(.)/g, (_, c: string) => c.toUpperCase())

const placesOf = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(names.flatMap((name) => [name, name.toUpperCase(), camel(name)]))].flatMap((name) =>
    places.map((place) => place.replace('x', () => name)),
  )

/** What stands in place of the base of a URL. */
export const bases: ReadonlyArray<string> = placesOf('base_url', 'url', 'host')

/** The usual names of the variables that hold the parts. */
const variables: Readonly<Record<Piece, ReadonlyArray<string>>> = {
  method: ['method'],
  target: ['path', 'url', 'uri', 'target', 'url_path'],
  timestamp: ['timestamp', 'ts'],
  nonce: ['nonce', 'nonce_str'],
  body: ['body', 'payload', 'data', 'b'],
}

/** Calls that were not made, because they stand in a text. */
const calls: Readonly<Record<Exclude<Piece, 'target'>, ReadonlyArray<string>>> = {
  method: [],
  timestamp: ['time()', 'now()', 'Date.now()', 'time.time()', 'int(time.time())', '$(date +%s)', '`date +%s`'],
  nonce: ['uuid()', 'uuid4()', 'uuid.uuid4()', 'crypto.randomUUID()', '$(uuidgen)', '`uuidgen`'],
  body: [],
}

/** What stands in place of one part. `{}` is what many programs write for no body. */
export const placeholders = (piece: Exclude<Piece, 'target'>): ReadonlyArray<string> =>
  placesOf(...variables[piece]).concat('%s', piece === 'body' ? ['body', '%!s(MISSING)'] : ['{}'], calls[piece])

/** The names in each place and in each case, in every choice of them. */
const unfilled = once(function* (): Generator<ReadonlyArray<string>> {
  const named = order.reduce<ReadonlyArray<ReadonlyArray<string>>>(
    (all, piece) => all.flatMap((names) => variables[piece].map((name) => [...names, name])),
    [[]],
  )
  for (const place of places)
    for (const cased of [(name: string) => name, (name: string) => name.toUpperCase(), camel])
      for (const names of named) yield names.map((name) => place.replace('x', () => cased(name)))
  yield* ['%s', '{}'].map((place) => order.map(() => place))
  yield order.map((_, i) => `{${i}}`)
})

const rests = (from: number, between: string, to?: number): Set<string> =>
  new Set(unfilled().map((texts) => texts.slice(from, to).join(between)))

/** A template of all parts, or of those behind the first ones, that was never filled in; perhaps its line feeds neither. */
export function* templates(): Layouts {
  for (const [known, separator] of [
    [0, '\n'],
    [1, '\n'],
    [2, '\n'],
    [2, '\\n'],
    [3, '\n'],
  ] as const)
    for (const rest of rests(known, separator))
      yield [
        `${rest} behind ${known} parts`,
        { order: order.slice(0, known), separator, end: known === 0 ? rest : separator + rest, bodiless: 'any' },
      ]
}

/** The same of timestamp and nonce alone. */
export function* halfTemplates(): Layouts {
  for (const rest of rests(2, '\n', 4))
    yield [
      `${rest} for timestamp and nonce`,
      { ...standard, order: ['method', 'target', 'body'], last: `\n${rest}\n`, bodiless: 'any' },
    ]
}
