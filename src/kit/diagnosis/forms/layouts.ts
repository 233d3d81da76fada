/**
 * Other layouts of the five parts: with a name before each, as the list that a language prints, or as a template whose variables were
 * never filled in. `method=POST&url=/v1/jobs&…` is one of them, and so is `{method}\n{path}\n…`, signed to the letter.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import { type DraftParts, type Layout, standard } from '../Draft.ts'
import { latin1 } from '../Received.ts'
import { lazily } from './lazily.ts'
import { missingTexts } from './missingValues.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'
import { fillHole, type Template } from './template.ts'
import { escapedPieces, jsonPieces, jsonWebSignature, percentPieces } from './wholeText.ts'

type Piece = keyof DraftParts
type Names = Readonly<Record<Piece, string>>
type Layouts = Generator<Form<Layout>>

const order: ReadonlyArray<Piece> = ['method', 'target', 'timestamp', 'nonce', 'body']

/** Usual names of the parts, in every combination. */
const usualNames: ReadonlyArray<Names> = ['body', 'biz_content', 'data', 'payload', 'content'].flatMap((body) =>
  ['url', 'uri', 'path', 'target'].flatMap((target) =>
    ['nonce', 'nonce_str'].map((nonce) => ({ method: 'method', target, timestamp: 'timestamp', nonce, body })),
  ),
)

/** Writes a name in a letter case. */
type Casing = (partName: string) => string

const asItIs: Casing = (partName) => partName
const capitalized: Casing = (partName) => partName.slice(0, 1).toUpperCase() + partName.slice(1)
const casings: ReadonlyArray<Casing> = [asItIs, capitalized, (partName) => partName.toUpperCase()]

/** What stands between a name and its part, and between two parts. */
interface Signs {
  readonly sign: string
  readonly separator: string
}

const signsOfLists: ReadonlyArray<Signs> = [
  { sign: '=', separator: '\n' },
  { sign: '=', separator: '&' },
  { sign: ': ', separator: '\n' },
  { sign: ':', separator: '\n' },
]

/** Other names of the body than `body` are those of payment services, which join the parts with `&`. */
const areUsedTogether = ({ sign, separator }: Signs, casing: Casing, { body }: Names): boolean =>
  body === 'body' || (sign === '=' && separator === '&' && casing === asItIs)

/** A name before each part. */
export function* labelled(): Layouts {
  for (const signs of signsOfLists)
    for (const casing of casings)
      for (const names of usualNames) if (areUsedTogether(signs, casing, names)) yield* labelledBy(signs, casing, names)
}

/** People write URL and URI in capitals, also between capitalized names. */
const withAcronyms: Casing = (partName) => (/^ur[il]$/.test(partName) ? partName.toUpperCase() : capitalized(partName))

/** The same with URL between capitalized names: `Method: POST`, `URL: /v1/jobs`. */
export function* labelledInCapitals(): Layouts {
  for (const signs of signsOfLists)
    for (const names of usualNames)
      if (/^ur[il]$/.test(names.target) && areUsedTogether(signs, withAcronyms, names))
        for (const [detail, layout, , traits] of labelledBy(signs, withAcronyms, names))
          yield [detail, layout, 'late', traits]
}

/** The parts with these names: in their order, sorted by name, closed by a separator, and with the app id. */
function* labelledBy({ sign, separator }: Signs, casing: Casing, names: Names): Layouts {
  const namedParts = order.map((partName) => [partName, casing(names[partName])] as const)
  const labels = Object.fromEntries(namedParts.map(([partName, label]) => [partName, label + sign]))
  const detail = `${namedParts.map(([, label]) => label).join(' ')}, ${JSON.stringify(sign)} and ${JSON.stringify(separator)}`
  const layout = { order, separator, end: '', labels }
  yield [detail, layout]
  yield [`${detail}, sorted`, { ...layout, order: byName(namedParts).map(([partName]) => partName) }]
  const endedLayout = { ...layout, end: separator }
  yield [`${detail}, at the end as well`, endedLayout, undefined, { contains: ['trailing-line-feed'] }]
  const withApp = { ...layout, labels: { ...labels, appId: `${casing('app_id')}${sign}` } }
  const appFirst: Layout['order'] = ['appId', 'method', 'target', 'nonce', 'timestamp', 'body']
  yield [`${detail}, app_id first`, { ...withApp, order: appFirst }]
  const namedPieces = byName([['appId', casing('app_id')], ...namedParts])
  yield [`${detail}, app_id, sorted`, { ...withApp, order: namedPieces.map(([partName]) => partName) }]
}

/** Names that programs put before some of the lines. */
const someNames: Readonly<Record<Piece, ReadonlyArray<string>>> = {
  method: [],
  target: ['path', 'url'],
  timestamp: ['timestamp', 'ts'],
  nonce: ['nonce', 'nonce_str'],
  body: ['body', 'data'],
}

/** Every choice of the lines that have a name, and of their names. */
const namings = lazily(() =>
  order.reduce<ReadonlyArray<Partial<Names>>>(
    (choices, partName) =>
      choices.flatMap((choice) => [choice, ...someNames[partName].map((label) => ({ ...choice, [partName]: label }))]),
    [{}],
  ),
)

/** A name before some of the lines, and none before the others. */
export function* partlyLabelled(): Layouts {
  for (const choice of namings()) {
    const labelled = Object.entries(choice)
    if (labelled.length === 0 || labelled.length === order.length) continue
    for (const sign of ['=', ':', ': ']) {
      const labels = Object.fromEntries(labelled.map(([partName, label]) => [partName, label + sign]))
      yield [`${Object.values(labels).join(', ')} in front of their lines`, { order, separator: '\n', end: '', labels }]
    }
  }
}

/** The method and the target as on a request line. */
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

/** What begins the detail of a request line that is not the first line. */
export const lineElsewhere = 'a request line, '

/** A request line among the other parts, each on a line, in every order in which it is not the first line of the right order. */
export function* requestLinesElsewhere(): Layouts {
  for (const version of ['', ' HTTP/1.1'])
    for (const lines of permutations(['request line', 'timestamp', 'nonce', 'body'] as const).slice(1)) {
      const pieces = lines.flatMap(
        (line): ReadonlyArray<Piece> => (line === 'request line' ? ['method', 'target'] : [line]),
      )
      const afterTarget = pieces[pieces.indexOf('target') + 1]
      const labels = Object.fromEntries(
        pieces.slice(1).map((piece) => [piece, piece === 'target' ? ' ' : `${piece === afterTarget ? version : ''}\n`]),
      )
      const layout = { order: pieces, separator: '', end: afterTarget === undefined ? version : '', labels }
      const detail = `${lineElsewhere}${JSON.stringify(version)} after it, in this order: ${lines.join(', ')}`
      yield [detail, pieces.at(-1) === 'body' ? layout : { ...layout, bodied: true }]
    }
}

type Named = ReadonlyArray<readonly [piece: Layout['order'][number], name: string]>

const byName = <A extends Named[number]>(namedParts: ReadonlyArray<A>): ReadonlyArray<A> =>
  namedParts.toSorted(([, a], [, b]) => (a < b ? -1 : 1))

/** How a language prints a list: before it, between its items and after it. */
interface PrintedList {
  readonly start: string
  readonly separator: string
  readonly end: string
  /** Members of the layout for a list whose items are not all printed alike. */
  readonly options?: Partial<Layout>
}

/** The strings in quotation marks, one a line. The timestamp is a number. */
const quotedTexts = (body: string): Partial<Layout> => ({
  pieces: escapedPieces,
  labels: { target: '"\n"', timestamp: '"\n', nonce: '\n"', body: `"\n${body}` },
})

/** A list of Python in which the timestamp is a number: `['POST', '/v1/jobs', 1700000000, 'n-1', '{}']`. */
const numberAmongTexts: Partial<Layout> = {
  labels: { target: "', '", timestamp: "', ", nonce: ", '", body: "', '" },
}

const printedLists: ReadonlyArray<PrintedList> = [
  // JSON, and the same without quotation marks.
  { start: '[', separator: ',', end: ']', options: { pieces: jsonPieces } },
  { start: '[', separator: ', ', end: ']', options: { pieces: jsonPieces } },
  { start: '[', separator: ' ', end: ']' },
  { start: '[', separator: ', ', end: ']' },
  // The whole text in quotation marks.
  { start: '"', separator: '\n', end: '"' },
  { start: "'", separator: '\n', end: "'" },
  // As in OAuth 1.
  { start: '', separator: '&', end: '', options: { pieces: percentPieces } },
  { start: '', separator: '\n', end: '', options: { pieces: percentPieces } },
  // A list of Tcl, whose body is in braces.
  { start: '', separator: ' ', end: '}', options: { labels: { body: '{' } } },
  // write of Fortran.
  { start: ' ', separator: '\n ', end: '' },
  { start: ' ', separator: '\n ', end: '\n' },
  // ~p of Erlang, ~s of Scheme and {:?} of Rust.
  { start: '', separator: '\n', end: '', options: { pieces: jsonPieces } },
  // An expression of n8n.
  { start: '=', separator: '\n', end: '' },
  // The parts in quotation marks: one a line, or as the list of a language.
  { start: '"', separator: '"\n"', end: '"' },
  { start: '"', separator: '", "', end: '"' },
  { start: '"', separator: '","', end: '"' },
  { start: "['", separator: "', '", end: "']" },
  { start: "('", separator: "', '", end: "')" },
  { start: "['", separator: '', end: "']", options: numberAmongTexts },
  { start: "('", separator: '', end: "')", options: numberAmongTexts },
  // A text or number on each line: of Erlang, whose body is a binary, and of other languages.
  { start: '"', separator: '', end: '">>', options: quotedTexts('<<"') },
  { start: '"', separator: '', end: '"', options: quotedTexts('"') },
]

/** The detail of a form of `listed`: what stands before the parts, between them and after them. */
export const listDetail = (
  joints: readonly [start: string, separator: string, end: string],
  piecesName = 'the parts as they are',
): string => `${joints.map((joint) => JSON.stringify(joint)).join(' ')}, ${piecesName}`

/** The parts as languages print a list. */
export function* listed(): Layouts {
  for (const { start, separator, end, options = {} } of printedLists) {
    const detail = listDetail([start, separator, end], options.pieces?.name)
    yield [detail, { order, separator, start, end, ...options }]
  }
}

/** How JSON is written: the marks between a name and its value, and between two members. */
interface JsonMarks {
  readonly colon: string
  readonly comma: string
}

const jsonMarks: ReadonlyArray<JsonMarks> = [
  { colon: ':', comma: ',' },
  { colon: ': ', comma: ', ' },
]

/** A part as a member of an object of JSON. */
interface Member {
  readonly piece: Piece
  readonly name: string
  /** The value has no quotation marks: it is a number, or JSON itself. */
  readonly isRaw: boolean
}

const objectOf = (members: ReadonlyArray<Member>, { colon, comma }: JsonMarks): Layout => {
  const closingQuote = (member: Member | undefined): string => (member === undefined || member.isRaw ? '' : '"')
  const labels = members.map(({ piece, name, isRaw }, i) => {
    const opening = i === 0 ? '{' : closingQuote(members[i - 1]) + comma
    return [piece, `${opening}"${name}"${colon}${isRaw ? '' : '"'}`] as const
  })
  return {
    order: members.map(({ piece }) => piece),
    separator: '',
    end: `${closingQuote(members.at(-1))}}`,
    labels: Object.fromEntries(labels),
  }
}

/** What differs between the objects of JSON that programs sign. */
interface ObjectChoice {
  readonly names: Pick<Names, 'target' | 'nonce' | 'body'>
  /** The timestamp is a number. */
  readonly isNumber: boolean
  /** The body is JSON itself, and not a string that holds JSON. */
  readonly isJson: boolean
}

function* objectChoices(): Generator<ObjectChoice> {
  for (const target of ['url', 'path', 'uri'])
    for (const nonce of ['nonce', 'nonce_str'])
      for (const body of ['body', 'data'])
        for (const isNumber of [false, true])
          for (const isJson of [false, true]) yield { names: { target, nonce, body }, isNumber, isJson }
}

/** The parts as the members of a JSON object, in their order or sorted. The body is a string or JSON itself. */
export function* jsonObjects(): Layouts {
  for (const { names, isNumber, isJson } of objectChoices()) {
    const members: ReadonlyArray<Member> = [
      { piece: 'method', name: 'method', isRaw: false },
      { piece: 'target', name: names.target, isRaw: false },
      { piece: 'timestamp', name: 'timestamp', isRaw: isNumber },
      { piece: 'nonce', name: names.nonce, isRaw: false },
      { piece: 'body', name: names.body, isRaw: isJson },
    ]
    const sorted = members.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const escapes = isJson ? {} : { pieces: escapedPieces }
    const kinds = `${isNumber ? ', the timestamp as a number' : ''}${isJson ? ', the body as JSON' : ''}`
    for (const marks of jsonMarks) {
      const spaces = marks.comma === ', ' ? ', with spaces' : ''
      const detail = `an object of JSON: ${members.map(({ name }) => name).join(' ')}${kinds}${spaces}`
      yield [detail, { ...objectOf(members, marks), ...escapes }]
      yield [`${detail}, sorted`, { ...objectOf(sorted, marks), ...escapes }]
    }
  }
}

/** The parts as a dict of Python: `{'method': 'POST', 'url': '/v1/jobs', 'timestamp': 1700000000, …}`. The body has no apostrophe. */
export function* pythonDicts(): Layouts {
  for (const { names, isNumber, isJson } of objectChoices()) {
    if (isJson) continue
    const mark = isNumber ? '' : "'"
    const labels = {
      method: "{'method': '",
      target: `', '${names.target}': '`,
      timestamp: `', 'timestamp': ${mark}`,
      nonce: `${mark}, '${names.nonce}': '`,
      body: `', '${names.body}': '`,
    }
    const detail = `an object of Python: method ${names.target} timestamp ${names.nonce} ${names.body}`
    yield [
      `${detail}${isNumber ? ', the timestamp as a number' : ''}`,
      { order, separator: '', end: "'}", labels },
      'late',
    ]
  }
}

/** Layouts of well-known schemes. They are tried with mistakes in other parts too. */
export const schemes: ReadonlyArray<Form<Layout>> = [
  ['as Stripe signs', { order: ['timestamp', 'body'], separator: '.', end: '' }, true],
  ['as Slack signs', { order: ['timestamp', 'body'], separator: ':', start: 'v0:', end: '' }, true],
  ['as Coinbase signs', { order: ['timestamp', 'method', 'target', 'body'], separator: '', end: '' }, true],
]

/** JSON Web Signatures of the body alone, with the usual headers. */
export const jsonWebSignatures = (body: Bytes.Bytes, appId: string): ReadonlyArray<string> => {
  const key = `,"kid":${JSON.stringify(appId)}`
  const type = ',"typ":"JWT"'
  return ['', key, type, type + key, key + type].map((furtherMembers) =>
    latin1(jsonWebSignature(`{"alg":"RS256"${furtherMembers}}`)(body)),
  )
}

/** The layout of a text that holds everything. */
export const textAlone = (signedText: Bytes.Bytes): Layout => ({
  order: [],
  separator: '',
  end: '',
  bodiless: 'any',
  text: signedText,
})

/** How languages write a variable in a text. */
const places: ReadonlyArray<Template> = ['$…', `$\{…}`, '{…}', '{{…}}', '#{…}', '%(…)s']

const camel = (variable: string): string => variable.replace(/_(.)/g, (_, c: string) => c.toUpperCase())

const placesOf = (...variableNames: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(variableNames.flatMap((variable) => [variable, variable.toUpperCase(), camel(variable)]))].flatMap(
    (casedVariable) => places.map((place) => fillHole(place, casedVariable)),
  )

/** Templates for the base of a URL. */
export const bases: ReadonlyArray<string> = placesOf(
  'base_url',
  'url',
  'host',
  'app_url',
  'api_url',
  'server',
  'domain',
  'endpoint',
).concat(
  ['{{ _.base_url }}', '{{ base_url }}', '{{ baseUrl }}', '{{_.base_url}}'],
  // What languages print for a missing base.
  missingTexts('isCommon'),
)

/** The usual names of the variables that hold the parts. */
const variables: Readonly<Record<Piece, ReadonlyArray<string>>> = {
  method: ['method'],
  target: ['path', 'url', 'uri', 'target', 'url_path'],
  timestamp: ['timestamp', 'ts'],
  nonce: ['nonce', 'nonce_str'],
  body: ['body', 'payload', 'data', 'b'],
}

/** Calls that a program wrote into a string, so that they were never made. */
const calls: Readonly<Record<Exclude<Piece, 'target'>, ReadonlyArray<string>>> = {
  method: [],
  timestamp: ['time()', 'now()', 'Date.now()', 'time.time()', 'int(time.time())', '$(date +%s)', '`date +%s`'],
  nonce: ['uuid()', 'uuid4()', 'uuid.uuid4()', 'crypto.randomUUID()', '$(uuidgen)', '`uuidgen`'],
  body: [],
}

/** Whether the text is a call that was never made. */
export const isCall = (text: string): boolean => Object.values(calls).some((ofPart) => ofPart.includes(text))

/** How tools for requests and gateways name the body in a template. */
export const bodiesOfTools: ReadonlyArray<string> = [
  '{{ body }}',
  '{{ $json.body }}',
  '{{$json.body}}',
  '{{bundle.inputData.body}}',
  '{{request.body}}',
  '{{ request.body }}',
  '{request.content}',
  '@(context.Request.Body.As<string>(preserveContent: true))',
  '@(context.Request.Body.As<string>())',
  "$input.json('$')",
  '$input.body',
  '$request_body',
]

/** Texts in the place of one part that was not filled in. `{}` is no placeholder of a body: many programs write it for no body. */
export const placeholders = (partName: Exclude<Piece, 'target'>): ReadonlyArray<string> =>
  placesOf(...variables[partName]).concat(
    '%s',
    variables[partName].map((variable) => `<${variable}>`),
    partName === 'body' ? ['body', ...missingTexts('isMissingArgument')] : ['{}'],
    calls[partName],
  )

/** Texts in the place of the target: a variable of a template, of nginx or of PHP. */
export const targetPlaceholders: ReadonlyArray<string> = placesOf(...variables.target, 'request_uri').concat(
  '$uri$is_args$args',
  '%s',
  '{}',
  '[object Location]',
  '[object URL]',
)

/** Templates of all five parts, with every combination of usual names, in each notation and each case. */
const unfilled = lazily(function* (): Generator<ReadonlyArray<string>> {
  const choices = order.reduce<ReadonlyArray<ReadonlyArray<string>>>(
    (chosen, partName) => chosen.flatMap((choice) => variables[partName].map((variable) => [...choice, variable])),
    [[]],
  )
  for (const place of places)
    for (const cased of [(variable: string) => variable, (variable: string) => variable.toUpperCase(), camel])
      for (const choice of choices) yield choice.map((variable) => fillHole(place, cased(variable)))
  yield* ['%s', '{}'].map((place) => order.map(() => place))
  yield order.map((_, i) => `{${i}}`)
})

const unfilledTexts = (start: number, between: string, stop?: number): Set<string> =>
  new Set(unfilled().map((unfilledParts) => unfilledParts.slice(start, stop).join(between)))

/** Layouts in which the first parts were filled in and the others not, or none. Line feeds may be two characters, `\n`. */
export function* templates(): Layouts {
  for (const [filledCount, separator] of [
    [0, '\n'],
    [1, '\n'],
    [2, '\n'],
    [2, '\\n'],
    [3, '\n'],
  ] as const)
    for (const unfilledText of unfilledTexts(filledCount, separator))
      yield [
        `${unfilledText} behind ${filledCount} parts`,
        {
          order: order.slice(0, filledCount),
          separator,
          end: filledCount === 0 ? unfilledText : separator + unfilledText,
          bodiless: 'any',
        },
      ]
}

/** Names of which programs join the whole head of the text in one literal, with the body after it. */
const headNames: ReadonlyArray<ReadonlyArray<string>> = ['path', 'url', 'uri'].flatMap((target) =>
  ['timestamp', 'ts'].flatMap((timestamp) =>
    ['nonce', 'nonce_str'].map((nonce) => ['method', target, timestamp, nonce]),
  ),
)

/** Shells, Ruby, JavaScript and Python fill them in within other quotation marks or with a prefix. */
const placesInLiterals = places.filter((place) => !/^\{\{|^%/.test(place))

/** The four parts before the body in one literal that fills in nothing. Its line feeds may be two characters, `\\n`. */
export function* unfilledHeads(): Layouts {
  for (const lineFeed of ['\n', '\\n'])
    for (const place of placesInLiterals)
      for (const named of headNames) {
        const unfilledParts = named.map((name) => fillHole(place, name))
        const start = unfilledParts.map((unfilledPart) => unfilledPart + lineFeed).join('')
        yield [
          `${unfilledParts.join(', ')} before the body, joined by ${JSON.stringify(lineFeed)}`,
          { order: ['body'], separator: '', start, end: '', bodiless: 'any' },
          'late',
        ]
      }
}

/** Layouts in which only timestamp and nonce were not filled in. */
export function* halfTemplates(): Layouts {
  for (const unfilledText of unfilledTexts(2, '\n', 4))
    yield [
      `${unfilledText} for timestamp and nonce`,
      { ...standard, order: ['method', 'target', 'body'], last: `\n${unfilledText}\n`, bodiless: 'any' },
    ]
}
