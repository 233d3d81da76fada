/**
 * Other layouts of the five parts: with a name in front of each, as a list or an object that a language prints, and templates
 * that were never filled in.
 */
import type { Layout, Parts } from '../Draft.ts'
import { asciiPieces, jsonPieces, type PieceForm, percentPieces, quotedPieces } from './wholeText.ts'

type Piece = keyof Parts
type Names = Readonly<Record<Piece, string>>
type Layouts = ReadonlyArray<readonly [detail: string, layout: Layout]>

const order: ReadonlyArray<Piece> = ['method', 'target', 'timestamp', 'nonce', 'body']

const targets = ['url', 'uri', 'path', 'target'] as const

/** Every choice of one name for each part. */
const namesOf = (
  times: ReadonlyArray<string>,
  nonces: ReadonlyArray<string>,
  bodies: ReadonlyArray<string>,
): ReadonlyArray<Names> =>
  targets.flatMap((target) =>
    times.flatMap((timestamp) =>
      nonces.flatMap((nonce) => bodies.map((body) => ({ method: 'method', target, timestamp, nonce, body }))),
    ),
  )

const usual = namesOf(['timestamp'], ['nonce', 'nonce_str'], ['body'])
const more = [
  ...usual,
  ...namesOf(['ts', 'time'], ['nonce'], ['body']),
  ...namesOf(['timestamp'], ['nonce'], ['payload', 'data']),
]

const cases = {
  'lower case': (name: string) => name,
  capitalized: (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1),
  'upper case': (name: string) => name.toUpperCase(),
} as const

const mapped = (names: Names, f: (name: string) => string): Names =>
  Object.fromEntries(order.map((piece) => [piece, f(names[piece])])) as unknown as Names

const said = (names: Names): string => order.map((piece) => names[piece]).join(' ')

const byName = (names: Names): Layout['order'] => order.toSorted((a, b) => (names[a] < names[b] ? -1 : 1))

const signs = [
  ['=', '\n'],
  ['=', '&'],
  [': ', '\n'],
  [':', '\n'],
  ['=', ','],
  ['=', ', '],
  [':', ','],
  [': ', ', '],
  ['=', ';'],
  ['=', '|'],
  ['=', ''],
  ['', ''],
  [' ', '\n'],
  [' = ', '\n'],
] as const

/** The signs that most programs use. */
const mostUsed = 4

const lines = (names: Names, sign: string, separator: string, sorted: boolean): Layout => ({
  order: sorted ? byName(names) : order,
  separator,
  end: '',
  labels: mapped(names, (name) => name + sign),
})

function* everyLabelled(): Generator<Layouts[number]> {
  for (const [i, [sign, separator]] of signs.entries())
    for (const [style, f] of Object.entries(cases)) {
      if (i >= mostUsed && style !== 'lower case') continue
      for (const plain of i < mostUsed && style === 'lower case' ? more : usual) {
        const names = mapped(plain, f)
        const detail = `${said(names)}, ${JSON.stringify(sign)} and ${JSON.stringify(separator)}`
        yield [detail, lines(names, sign, separator, false)]
        if (i < mostUsed && style === 'lower case' && plain.timestamp === 'timestamp' && plain.body === 'body') {
          yield [`${detail}, sorted`, lines(names, sign, separator, true)]
          yield [`${detail}, at the end as well`, { ...lines(names, sign, separator, false), end: separator }]
        }
      }
    }
}

const optional = (names: ReadonlyArray<string>): ReadonlyArray<string | undefined> => [undefined, ...names]

/** Between name and value, and between parameters; the first with more names. Without the first, values alone are signed. */
const parameterSigns = [
  ['=', '&'],
  ['=', ''],
  ['=', ','],
  [undefined, ''],
] as const

/** As other schemes sign what stands in their header: `app_id=…&nonce_str=…&timestamp=…`, often sorted by the names. */
function* everyParameter(): Generator<Layouts[number]> {
  const seen = new Set<string>()
  for (const [i, [sign, separator]] of parameterSigns.entries()) {
    const some = (names: ReadonlyArray<string>): ReadonlyArray<string> => (i === 0 ? names : names.slice(0, 1))
    for (const appId of optional(some(['app_id', 'appid'])))
      for (const nonce of some(['nonce_str', 'nonce']))
        for (const target of optional(some(['url', 'uri', 'path'])))
          for (const body of optional(some(['body', 'data'])))
            for (const method of target === undefined ? [undefined] : optional(['method'])) {
              // Those of the five parts alone stand among the labelled ones.
              if (appId === undefined && method !== undefined && body !== undefined) continue
              const named = Object.entries({ appId, method, target, nonce, timestamp: 'timestamp', body })
              const inOrder = named.flatMap(([piece, name]) =>
                name === undefined ? [] : [[piece as Layout['order'][number], name] as const],
              )
              for (const names of [inOrder, inOrder.toSorted(([, a], [, b]) => (a < b ? -1 : 1))]) {
                const list = names.map(([, name]) => name).join(' ')
                const detail = `${list}, ${sign === undefined ? 'the values alone' : `"${sign}" and "${separator}"`}`
                if (seen.has(detail)) continue
                seen.add(detail)
                const labels = Object.fromEntries(names.map(([piece, name]) => [piece, name + sign]))
                const layout = { order: names.map(([piece]) => piece), separator, end: '' }
                yield [
                  detail,
                  {
                    ...layout,
                    ...(sign === undefined ? {} : { labels }),
                    ...(body === undefined ? { bodiless: 'any' as const } : {}),
                  },
                ]
              }
            }
  }
}

interface Printed {
  readonly says: string
  readonly pieces: PieceForm
  readonly colon: string
  readonly comma: string
  readonly quote: string
}

const json = { colon: ':', comma: ',', quote: '"' }
const spaced = { colon: ': ', comma: ', ', quote: '"' }

const objects: ReadonlyArray<Printed> = [
  ...jsonPieces.map((pieces) => ({ says: `JSON, ${pieces.name}`, pieces, ...json })),
  ...jsonPieces.map((pieces) => ({ says: `spaced JSON, ${pieces.name}`, pieces, ...spaced })),
]

type List = readonly [start: string, separator: string, end: string, pieces?: PieceForm]

const lists: ReadonlyArray<List> = [
  ...jsonPieces.flatMap(
    (form): ReadonlyArray<List> => [
      ['[', ',', ']', form],
      ['[', ', ', ']', form],
      ['[', ' ', ']', form],
    ],
  ),
  ['[', ', ', ']', asciiPieces],
  ['[', ' ', ']'],
  ['[', ', ', ']'],
  ['[', ',', ']'],
  ['{', ' ', '}'],
  ['&{', ' ', '}'],
  ['(', ', ', ')'],
  ['"', '\n', '"'],
  ["'", '\n', "'"],
  ['`', '\n', '`'],
  // As in OAuth 1.
  ['', '&', '', percentPieces],
  ['', '\n', '', percentPieces],
  ...quotedPieces.flatMap((form) => [',', ', ', ' ', '\n'].map((gap): List => ['', gap, '', form])),
]

function* everyList(): Generator<Layouts[number]> {
  for (const { says, pieces, colon, comma, quote } of objects)
    for (const names of usual)
      for (const sorted of [false, true]) {
        const labels = mapped(names, (name) => quote + name + quote + colon)
        const layout = { order: sorted ? byName(names) : order, separator: comma, start: '{', end: '}', labels, pieces }
        yield [`${said(names)}, ${says}${sorted ? ', sorted' : ''}`, layout]
      }
  for (const [start, separator, end, pieces] of lists) {
    const [before, between, after] = [start, separator, end].map((text) => JSON.stringify(text))
    const detail = `${before} ${between} ${after}, ${pieces?.name ?? 'the parts as they are'}`
    yield [detail, { order, separator, start, end, ...(pieces === undefined ? {} : { pieces }) }]
  }
}

/** How languages write the place of x in a text. */
const places = ['$x', `$\{x}`, '{x}', '{{x}}', '{{ x }}', '#{x}', '%{x}', '%(x)s', ':x', '<x>', '%x%', '@x']
const placesOf = (name: string): ReadonlyArray<string> => places.map((place) => place.replace('x', () => name))

/** Placeholders without names, by the place of the part. */
const numbered = (i: number): ReadonlyArray<string> =>
  ['%s', '%v', '{}', '?'].concat(`{${i}}`, `$${i + 1}`, `%${i + 1}$s`, `%${i + 1}`)

const camel = (name: string): string => name.replace(/_(.)/g, (_, c: string) => c.toUpperCase())

const spellings = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(names.flatMap((name) => [name, name.toUpperCase(), camel(name)])),
]

/** What stands in place of the base of a URL. */
export const bases = (): ReadonlyArray<string> =>
  spellings(['base_url', 'base', 'url', 'host', 'api_url', 'api_base', 'endpoint', 'baseURL']).flatMap(placesOf)

/** What stands in place of one part. */
export const placeholders = (piece: Exclude<Piece, 'target'>): ReadonlyArray<string> => {
  const names = {
    method: ['method'],
    timestamp: ['timestamp', 'time', 'ts'],
    nonce: ['nonce', 'nonce_str'],
    body: ['body', 'payload', 'data', 'content', 'json'],
  }[piece]
  const spelled = spellings(names)
  return [
    ...new Set([
      ...spelled.flatMap(placesOf),
      // `{}` is what many programs write for no body.
      ...numbered(order.indexOf(piece)).filter((text) => piece !== 'body' || text !== '{}'),
      ...(piece === 'body' ? spelled : []),
    ]),
  ]
}

function* everyTemplate(): Generator<Layouts[number]> {
  const named = more.flatMap((plain) => [...Object.values(cases), camel].map((f) => mapped(plain, f)))
  const written = [
    ...places.flatMap((place) => named.map((names) => order.map((piece) => place.replace('x', () => names[piece])))),
    ...numbered(0).map((_, style) => order.map((__, i) => numbered(i)[style] as string)),
  ]
  for (const known of [0, 2])
    for (const rest of new Set(written.map((parts) => parts.slice(known).join('\n')))) {
      const layout = { order: order.slice(0, known), separator: '\n', bodiless: 'any' } as const
      if (known === 0) yield [rest, { ...layout, end: rest }]
      else yield [`${rest} behind method and target`, { ...layout, end: `\n${rest}` }]
    }
}

/** Made at the first search. None of them depends on a request. */
const once = (make: () => Iterable<Layouts[number]>): (() => Layouts) => {
  let made: Layouts | undefined
  return () => {
    made ??= [...make()]
    return made
  }
}

/** The names in front of the parts, on lines or between other separators. */
export const labelled: () => Layouts = once(everyLabelled)

/** An object or a list of the parts, as languages print it. */
export const listed: () => Layouts = once(everyList)

/** Parameters of the header with their names, perhaps without the parts that stand elsewhere. */
export const parameters: () => Layouts = once(everyParameter)

/** A template of all parts, or of all behind method and target, that was never filled in. */
export const templates: () => Layouts = once(everyTemplate)
