/**
 * The target with other marks between its units, with more parameters, and with its query as a program prints a map or a list.
 *
 *     /v1/jobs?a=1&b=2    /v1/jobs?a: 1&b: 2    /v1/jobs{a=1, b=2}    /v1/jobs?a=1&b=2&page=1
 */
import { rawFieldsOf } from './fields.ts'
import { isJson } from './isJson.ts'
import { isListName, withoutListMark } from './listNames.ts'
import type { OperationKind } from './operations/Operation.ts'
import { decode, splitTarget } from './percent.ts'
import { printedQueries } from './printedFields.ts'
import type { Span } from './replacing.ts'

/** What was done, the target after it, and the stretch of the sent target that was changed, if it is known. */
export type Changed = readonly [kind: OperationKind, target: string, span?: Span]

/** What programs write for a mark of the target. */
const marks: ReadonlyArray<readonly [mark: RegExp, others: ReadonlyArray<string>]> = [
  [
    /(?<=\?.*)&/g,
    [
      ',',
      ', ',
      ';',
      '; ',
      '\n',
      '\r\n',
      '',
      ' ',
      '%26',
      '|',
      '&&',
      '&&&',
      '/',
      '?',
      ' & ',
      '+',
      '\t',
      '^&',
      '\\&',
      '"&"',
      "'&'",
      '%2526',
      '\\u0026',

      '&amp;amp;',
      '%0A',
      '%2C',
      '%3B',
      '-',
      '_',
      '.',
      ':',
      '#',
      '\0',
      ' and ',
    ],
  ],
  [
    /(?<=\?.*)=/g,
    [
      ':',
      ': ',
      '=>',
      ' => ',
      '',
      ' = ',
      '%3D',
      '==',
      '/',
      '-',
      ' ',
      '\\=',
      '[]=',
      ',',
      '->',
      ' -> ',
      '="',
      '%253D',
      '\\u003d',
      '&#61;',
      '=\n',
      '_',
      '.',
      '|',
      ';',
      ' =',
      '= ',
      '~',
      '%3A',
      '\t',
    ],
  ],
  [
    /\?/g,
    [
      '&',
      '/',
      '%3F',
      '/?',
      '??',
      '?&',
      ';',
      '#',
      '\n',
      '\r\n',
      ' ',
      '\\?',
      ',',
      ' ? ',
      '?undefined&',
      '?null&',
      '?None&',
      '?None',
      '?null',
      '?undefined',
      '%253F',
      '\\u003f',
      '|',
      ':',
      '?=',
      '.',
      '.?',
      '*?',
      '??',
      '?/',
      '/ ?',
      '?q=',
      '/index.php?',
      '.json?',
      '.html?',
      '#?',
      '?#',
      '\t',
      '$',
      '~',
      '!',
      '?amp;',
    ],
  ],
  [
    /\/(?=[^?]*(?:\?|$))/g,
    [
      '//',
      '%2F',
      '%2f',
      '%252F',
      '.',
      '\\',
      '\\\\',
      ':',
      '%5C',
      ' / ',
      '',
      '-',
      '_',
      '\\/',
      '/./',
      ',',
      '///',
      '|',
      '&#47;',
      '\\u002f',
      '::',
      '>',
      ' ',
      '/../',
      '%2F%2F',
    ],
  ],
]

/** More marks of a kind are changed only together. */
const maxAlone = 12

function* otherMarks(target: string): Generator<Changed> {
  for (const [mark, others] of marks) {
    const places = Array.from(target.matchAll(mark), ({ index }) => index)
    for (const other of others) {
      yield ['mark', target.replace(mark, () => other)]
      if (places.length < 2) continue
      // All but the first, as when the path begins with a slash.
      const first = places[0] as number
      yield [
        'mark',
        target.slice(0, first + 1) + target.slice(first + 1).replaceAll(target[first] as string, () => other),
      ]
      for (const place of places.slice(0, maxAlone))
        yield ['mark', target.slice(0, place) + other + target.slice(place + 1)]
    }
  }
}

/** Parameters that clients, pages and gateways add to a query, and the words that stand for a missing one. */
const addedParameters: ReadonlyArray<string> = [
  'page=1',
  'limit=20',
  'limit=10',
  'limit=100',
  'offset=0',
  'size=20',
  'per_page=20',
  'format=json',
  'pretty=true',
  'pretty=1',
  'debug=1',
  'debug=true',
  'lang=en',
  'locale=en',
  'v=1',
  'v=2',
  'version=1',
  'api-version=1',
  '_method=PUT',
  '_method=PATCH',
  '_method=DELETE',
  '_method=POST',
  'method=GET',
  'sign=',
  'signature=',
  'access_token=',
  'token=',
  'api_key=',
  'key=',
  'apikey=',
  'callback=',
  'callback=?',
  'q=',
  'id=',
  '_=',
  '0=',
  't=',
  'ts=',
  'timestamp=',
  'nonce=',
  'utm_source=',
  'undefined=undefined',
  'undefined=',
  'null=',
  'null=null',
  'undefined',
  'null',
  'None',
  'nil',
  'NaN',
  '[object Object]',
  '=',
  'ajax=1',
  'json=1',
  'wt=json',
  'alt=json',
  'utf8=%E2%9C%93',
  'XDEBUG_SESSION_START=1',
  'status=',
  'type=',
  'sort=',
  'order=',
  'sort_by=',
  'source=web',
  'utm_source=mail',
  'utm_medium=email',
]

/** What the request has besides its target, which some other schemes put into the query. */
export interface SignedParts {
  readonly timestamp: string
  readonly nonce: string
  readonly appId: string
}

/** The parts of the header as parameters, alone and together. */
const headerParameters = ({ timestamp, nonce, appId }: SignedParts): ReadonlyArray<string> => {
  const times = ['timestamp', 'ts', 't', '_', 'time', '_t'].map((name) => `${name}=${timestamp}`)
  const milliseconds = ['_', 't', 'ts', 'timestamp'].map((name) => `${name}=${timestamp}000`)
  const nonces = ['nonce', 'nonce_str', 'noncestr', 'nonceStr'].map((name) => `${name}=${nonce}`)
  const apps = ['app_id', 'appid', 'appId', 'client_id', 'key', 'api_key'].map((name) => `${name}=${appId}`)
  const together = [
    [`app_id=${appId}`, `timestamp=${timestamp}`, `nonce_str=${nonce}`],
    [`app_id=${appId}`, `nonce_str=${nonce}`, `timestamp=${timestamp}`],
    [`timestamp=${timestamp}`, `nonce=${nonce}`],
    [`timestamp=${timestamp}`, `nonce_str=${nonce}`],
    [`nonce=${nonce}`, `timestamp=${timestamp}`],
    [`nonce_str=${nonce}`, `timestamp=${timestamp}`],
    [`app_id=${appId}`, `timestamp=${timestamp}`],
    [`app_id=${appId}`, `timestamp=${timestamp}`, `nonce=${nonce}`],
    [`appid=${appId}`, `timestamp=${timestamp}`, `nonce=${nonce}`],
  ].map((parameters) => parameters.join('&'))
  return [...times, ...milliseconds, ...nonces, ...apps, ...together]
}

/** What routers and rewriting servers put into the query: the path, or its last segment. */
const pathParameters = (path: string): ReadonlyArray<string> => {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const bare = path.slice(1)
  return [
    ...['path', 'url', 'uri', 'route', 'r', 'q', '_url', 's', 'p', 'slug'].flatMap((name) =>
      [path, bare, encodeURIComponent(path), encodeURIComponent(bare)].map((text) => `${name}=${text}`),
    ),
    ...['id', 'job_id', 'jobId', 'slug', 'key', 'name'].map((name) => `${name}=${last}`),
  ]
}

function* moreParameters(target: string, parts: SignedParts | undefined): Generator<Changed> {
  const [path, question] = splitTarget(target)
  const query = question.slice(1)
  const numbers = [...path.matchAll(/(?<=\/)\d+(?=\/|$)/g)].map(([id]) => `id=${id}`)
  for (const added of [
    ...addedParameters,
    ...(parts === undefined ? [] : headerParameters(parts)),
    ...pathParameters(path),
    ...numbers,
  ]) {
    yield ['mark', `${path}?${query === '' ? added : `${query}&${added}`}`]
    if (query !== '') yield ['mark', `${path}?${added}&${query}`]
  }
  yield* variablesInFront(target)
  // A whole target as the value of a parameter, as proxies for CORS take it.
  for (const start of [
    '/?url=',
    '/api/proxy?url=',
    '/proxy?url=',
    '/index.php?url=',
    '/index.php?q=',
    '/?path=',
    '/?q=',
    '?url=',
  ])
    for (const text of [target, encodeURIComponent(target)]) yield ['mark', start + text]
}

/** A variable for the address of the service that was not filled in. */
function* variablesInFront(target: string): Generator<Changed> {
  for (const name of [
    'baseUrl',
    'base_url',
    'BASE_URL',
    'baseURL',
    'host',
    'HOST',
    'url',
    'apiUrl',
    'API_URL',
    'domain',
    'server',
    'endpoint',
  ])
    for (const place of [
      '$(n)',
      '%n%',
      '%(n)s',
      '<n>',
      '[n]',
      '#{n}',
      '@n',
      ':n',
      '{{ n }}',
      `$${'{__P(n)}'}`,
      '<%= n %>',
      '{{.n}}',
      '$($n)',
      '\\(n)',
      '{n}',
      `$${'{n}'}`,
      '{{n}}',
      '$n',
      '%s',
      '{0}',
      '{}',
      '%@',
    ])
      yield ['unfilled', place.replace('n', () => name) + target]
  for (const service of servicesOf(target)) yield ['mark', service + target]
}

/** Names of a service that a gateway routes by, made of the first segments. */
const servicesOf = (target: string): ReadonlyArray<string> =>
  [
    ...new Set(
      target
        .replace(/\?.*/, '')
        .split('/')
        .filter((segment) => /^[a-z][a-z-]*$/.test(segment)),
    ),
  ].flatMap((name) => [
    `/${name}-service`,
    `/${name}-api`,
    `/${name}svc`,
    `/${name}-svc`,
    `/${name}_service`,
    `/${name}Service`,
    `http://${name}`,
    `http://${name}-service`,
    `http://${name}:8080`,
    `http://${name}-service:8080`,
    `lb://${name}-service`,
    `lb://${name}`,
  ])

type Pair = readonly [name: string, value: string]

const quoted = (text: string): string => JSON.stringify(text)
const inPython = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replace(/[\\']/g, '\\$&')}'`

/** Each name once, with all of its values in order. */
const valuesByName = (
  pairs: ReadonlyArray<Pair>,
): ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]> => {
  const byName = new Map<string, ReadonlyArray<string>>()
  for (const [name, value] of pairs) byName.set(name, [...(byName.get(name) ?? []), value])
  return [...byName]
}

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** What stands round a map or list, round each of its entries, and between them. */
type Printer = (pairs: ReadonlyArray<Pair>) => string

const listing =
  (open: string, between: string, close: string, entry: (pair: Pair) => string): Printer =>
  (pairs) =>
    open + pairs.map(entry).join(between) + close

const tclWord = (word: string): string => (word === '' || /[\s"[\]{}$;\\]/.test(word) ? `{${word}}` : word)
const wordInSwift = (text: string): string => (/^[\w.]+$/.test(text) ? text : quoted(text))
const bareKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : inPython(name))

/** Of each name one value. */
const mapPrinters: ReadonlyArray<Printer> = [
  listing('{ ', ', ', ' }', ([name, value]) => `${name} = ${value}`),
  listing('{', ' ', '}', ([name, value]) => `${capitalized(name)}:${value}`),
  listing('&{', ' ', '}', ([name, value]) => `${capitalized(name)}:${value}`),
  listing('{', ' ', '}', ([, value]) => value),
  listing('@{', '; ', '}', ([name, value]) => `${name}=${value}`),
  listing('Dict(', ', ', ')', ([name, value]) => `${quoted(name)} => ${quoted(value)}`),
  listing('c(', ', ', ')', ([name, value]) => `${name} = ${quoted(value)}`),
  listing('list(', ', ', ')', ([name, value]) => `${name} = ${quoted(value)}`),
  listing('OrderedDict([', ', ', '])', ([name, value]) => `(${inPython(name)}, ${inPython(value)})`),
  listing('OrderedDict({', ', ', '})', ([name, value]) => `${inPython(name)}: ${inPython(value)}`),
  listing('{', ', ', '}', ([name, value]) => `:${name} ${quoted(value)}`),
  listing('{', ', ', '}', ([name, value]) => `${quoted(name)} ${quoted(value)}`),
  listing('{', ', ', '}', ([name, value]) => `${name} ${value}`),
  listing('[', ', ', ']', ([name, value]) => `${name}: ${quoted(value)}`),
  listing('[', ', ', ']', ([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  listing('[', ', ', ']', ([name, value]) => `${name}:${value}`),
  listing('[', ', ', ']', ([name, value]) => `'${name}':'${value}'`),
  listing('{', ', ', '}', ([name, value]) => `${name}=${value}`),
  listing('{', ', ', '}', ([name, value]) => `${name}: ${value}`),
  listing('{', ',', '}', ([name, value]) => `${name}:${value}`),
  listing('%{', ', ', '}', ([name, value]) => `${quoted(name)} => ${quoted(value)}`),
  listing('%{', ', ', '}', ([name, value]) => `${name}: ${quoted(value)}`),
  listing('Map(', ', ', ')', ([name, value]) => `${name} -> ${value}`),
  listing('HashMap(', ', ', ')', ([name, value]) => `${name} -> ${value}`),
  listing('map [', '; ', ']', ([name, value]) => `(${name}, ${value})`),
  listing('fromList [', ',', ']', ([name, value]) => `(${quoted(name)},${quoted(value)})`),
  listing('array (\n', '', ')', ([name, value]) => `  ${inPython(name)} => ${inPython(value)},\n`),
  listing('Array\n(\n', '', ')\n', ([name, value]) => `    [${name}] => ${value}\n`),
  listing('{\n', '', '}', ([name, value]) => `    ${wordInSwift(name)} = ${wordInSwift(value)};\n`),
  listing('{ ', ', ', ' }', ([name, value]) => `${bareKey(name)}: ${inPython(value)}`),
  listing('[Object: null prototype] { ', ', ', ' }', ([name, value]) => `${bareKey(name)}: ${inPython(value)}`),
  listing('', ', ', '', ([name, value]) => `${name} = ${value}`),
  listing('', ', ', '', ([name, value]) => `${name}=${value}`),
  listing('', '\n', '', ([name, value]) => `${name}: ${value}`),
  listing('', '', '', ([name, value]) => `[${name}, ${value}]`),
  listing('', '&', '', ([name, value]) => `[${name}, ${value}]`),
  listing('', ', ', '', ([, value]) => value),
  listing('', ' ', '', ([, value]) => value),
  listing('', ',', '', ([, value]) => value),
  listing('', ' ', '', ([name]) => name),
  listing('', ',', '', ([name]) => name),
  listing('', '&', '', ([name]) => name),
  listing('', '&', '', ([, value]) => value),
  (pairs) => JSON.stringify(Object.fromEntries(pairs), undefined, 2),
  (pairs) => JSON.stringify(Object.fromEntries(pairs), undefined, 4),
]

/** Of every parameter. */
const listPrinters: ReadonlyArray<Printer> = [
  listing('[', ', ', ']', ([name, value]) => `(${inPython(name)}, ${inPython(value)})`),
  listing('[', ', ', ']', ([name, value]) => `(${quoted(name)}, ${quoted(value)})`),
  listing('[', ',', ']', ([name, value]) => `(${quoted(name)},${quoted(value)})`),
  listing('[', '; ', ']', ([name, value]) => `(${quoted(name)}, ${quoted(value)})`),
  listing('[', ',', ']', ([name, value]) => `(${quoted(name)},Just ${quoted(value)})`),
  listing('[', ',', ']', ([name, value]) => `{<<${quoted(name)}>>,<<${quoted(value)}>>}`),
  listing('[', ', ', ']', ([name, value]) => `{${quoted(name)}, ${quoted(value)}}`),
  listing('[', ', ', ']', ([name, value]) => `${name}=${value}`),
  listing('[', ' ', ']', ([name, value]) => `{${name} ${value}}`),
  listing('List(', ', ', ')', ([name, value]) => `(${name},${value})`),
  listing('URLSearchParams { ', ', ', ' }', ([name, value]) => `${inPython(name)} => ${inPython(value)}`),
  listing('ImmutableMultiDict([', ', ', '])', ([name, value]) => `(${inPython(name)}, ${inPython(value)})`),
  listing('<MultiDictProxy(', ', ', ')>', ([name, value]) => `${inPython(name)}: ${inPython(value)}`),
  listing('<MultiDict(', ', ', ')>', ([name, value]) => `${inPython(name)}: ${inPython(value)}`),
  listing('', ' ', '', ([name, value]) => `${tclWord(name)} ${tclWord(value)}`),
  listing('', ' ', '', ([name, value]) => `${name} ${value}`),
  listing('', ',', '', ([name, value]) => `${name},${value}`),
  listing('', ', ', '', ([name, value]) => `${name}, ${value}`),
  listing('', ' ', '', ([name, value]) => `--${name} ${value}`),
]

type Lists = ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]>

const nested =
  (open: string, between: string, close: string, entry: (name: string, list: ReadonlyArray<string>) => string) =>
  (lists: Lists): string =>
    open + lists.map(([name, list]) => entry(name, list)).join(between) + close

/** Of each name all values. */
const nestedPrinters: ReadonlyArray<(lists: Lists) => string> = [
  nested('<QueryDict: {', ', ', '}>', (name, list) => `${inPython(name)}: [${list.map(inPython).join(', ')}]`),
  nested('{', ', ', '}', (name, list) => `${name}: [${list.join(', ')}]`),
  nested('{', ', ', '}', (name, list) => `${name}=[${list.join(', ')}]`),
  nested('{', ',', '}', (name, list) => `${name}:[${list.join(',')}]`),
  nested('url.Values{', ', ', '}', (name, list) => `${quoted(name)}:[]string{${list.map(quoted).join(', ')}}`),
  nested('Parameters [', ', ', ']', (name, list) => `${name}=[${list.join(', ')}]`),
  nested('{', ', ', '}', (name, list) => `${quoted(name)}=>[${list.map(quoted).join(', ')}]`),
  nested('{', ', ', '}', (name, list) => `${quoted(name)} => [${list.map(quoted).join(', ')}]`),
]

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0

/** What is printed for any map, or for one without entries. */
const printedAnyway: ReadonlyArray<string> = [
  'Array',
  'Array()',
  'System.Collections.Hashtable',
  'System.Collections.Generic.Dictionary`2[System.String,System.String]',
  'System.Collections.Generic.List`1[System.String]',
  'System.Collections.Specialized.NameValueCollection',
  'Microsoft.AspNetCore.Http.QueryCollection',
  'System.Object[]',
  'System.String[]',
  '[object Object]',
  '[object URLSearchParams]',
  '[object Map]',
  '[object Undefined]',
  'map[]',
  '{}',
  '[]',
  '()',
  '%{}',
  '{ }',
  '<QueryDict: {}>',
  'ImmutableMultiDict([])',
  'CombinedMultiDict([])',
  '<MultiDictProxy()>',
  'QueryParams()',
  "QueryParams('')",
  'Optional.empty',
  'None',
  'null',
  'nil',
  'undefined',
]

/** The parameters that a program read from the query, printed; `Some("a=1")` and others keep the query as it is. */
const printedTexts = (query: string): ReadonlySet<string> => {
  const read = (text: string): string => decode(text.replaceAll('+', ' '))
  const fields = rawFieldsOf(query)
  const decoded = fields.map(({ name, value = '' }): Pair => [read(name), read(value)])
  const raw = fields.map(({ name, value = '' }): Pair => [name, value])
  const printed = new Set<string>()
  for (const pairs of [decoded, raw]) {
    const map = [...new Map(pairs)]
    for (const print of mapPrinters) printed.add(print(map)).add(print(map.toSorted(byName)))
    for (const print of listPrinters) printed.add(print(pairs))
    const lists = valuesByName(pairs)
    for (const print of nestedPrinters) printed.add(print(lists)).add(print(lists.toSorted(byName)))
  }
  for (const form of ["QueryParams('x')", 'QueryString(x)', 'QueryString("x")', '?x'])
    printed.add(form.replace('x', () => query))
  for (const [, text] of printedQueries(query, { hasJson: true })) printed.add(text)
  return printed
}

function* printedQuery(target: string): Generator<Changed> {
  const [path, question] = splitTarget(target)
  const query = question.slice(1)
  for (const printed of [...printedAnyway, ...(query === '' ? [] : printedTexts(query))])
    for (const joint of ['?', '', ' ']) yield ['printed parameters', path + joint + printed]
}

/** The values of a name that comes more than once, as languages write a list. */
const listWriters: ReadonlyArray<(name: string, list: ReadonlyArray<string>) => string> = [
  ...[',', '%2C', ', ', '|', '%7C', ';', '%3B', ' ', '%20', '+', '', '&', '\n', '%0A', '-', '_', ':', '/', '.'].map(
    (between) => (name: string, list: ReadonlyArray<string>) => `${name}=${list.join(between)}`,
  ),
  ...(
    [
      ['[', ', ', ']'],
      ['[', ',', ']'],
      ['[', ' ', ']'],
      ['[', '; ', ']'],
      ['(', ', ', ')'],
      ['(', ',', ')'],
      ['(', ' ', ')'],
      ['{', ',', '}'],
      ['{', ', ', '}'],
      ['{', ' ', '}'],
      ['@(', ',', ')'],
      ['@(', ', ', ')'],
      ['List(', ', ', ')'],
      ['Vector(', ', ', ')'],
      ['Seq(', ', ', ')'],
      ['Set(', ', ', ')'],
      ['Array(', ', ', ')'],
      ['c(', ', ', ')'],
      ['list(', ', ', ')'],
      ['#(', ' ', ')'],
      ['[ ', ', ', ' ]'],
      ['#{', ' ', '}'],
      ['%w[', ' ', ']'],
      ['ArrayBuffer(', ', ', ')'],
      ['vec![', ', ', ']'],
      ['[]string{', ', ', '}'],
      ['Some([', ', ', '])'],
    ] as const
  ).flatMap(([open, between, close]) =>
    [(text: string) => text, quoted, inPython].map(
      (write) => (name: string, list: ReadonlyArray<string>) =>
        `${name}=${open}${list.map(write).join(between)}${close}`,
    ),
  ),
  ...(
    [
      (name) => `${name}[]`,
      (name) => `${name}%5B%5D`,
      (name, i) => `${name}[${i}]`,
      (name, i) => `${name}%5B${i}%5D`,
      (name, i) => `${name}.${i}`,
      (name, i) => `${name}.${i + 1}`,
      (name, i) => `${name}.member.${i + 1}`,
      (name, i) => `${name}${i}`,
      (name, i) => `${name}${i + 1}`,
      (name, i) => `${name}_${i}`,
      (name, i) => `${name}[${i + 1}]`,
      (name) => name,
    ] as ReadonlyArray<(name: string, i: number) => string>
  ).map(
    (nameOf) => (name: string, list: ReadonlyArray<string>) =>
      list.map((value, i) => `${nameOf(name, i)}=${value}`).join('&'),
  ),
  (name) => `${name}=Array`,
  (name) => `${name}=System.String[]`,
  (name) => `${name}=System.Collections.Generic.List\`1[System.String]`,
  (name, list) =>
    list
      .toReversed()
      .map((value) => `${name}=${value}`)
      .join('&'),
  (name, list) => `${name}=[${list.toReversed().join(', ')}]`,
  (name, list) => `${name}=Array\n(\n${list.map((value, i) => `    [${i}] => ${value}\n`).join('')})\n`,
]

function* listsWritten(target: string): Generator<Changed> {
  const [path, question] = splitTarget(target)
  const lists = valuesByName(rawFieldsOf(question.slice(1)).map(({ name, value }): Pair => [name, value ?? '']))
  const isList = ([name, list]: Lists[number]): boolean => list.length > 1 || isListName(name)
  if (question.length < 2 || !lists.some(isList)) return
  for (const write of listWriters)
    for (const nameOf of [(name: string) => name, withoutListMark])
      for (const escapeText of [(text: string) => text, encodeURIComponent]) {
        const written = lists.map((entry) => {
          const [name, list] = entry
          if (!isList(entry)) return `${name}=${list[0]}`
          const [label = '', ...rest] = write(nameOf(name), list).split('=')
          return escapeText === encodeURIComponent
            ? `${label}=${escapeText(rest.join('='))}`
            : write(nameOf(name), list)
        })
        yield ['list', `${path}?${written.join('&')}`]
      }
}

const membersOf = (value: string): ReadonlyArray<Pair> => {
  const json = decode(value)
  if (!isJson(json)) return []
  return Object.entries(JSON.parse(json) as object).map(
    ([name, member]): Pair => [name, typeof member === 'string' ? member : JSON.stringify(member)],
  )
}

/** The names that programs give a parameter for a member of an object. */
const memberNames: ReadonlyArray<(name: string, member: string) => string> = [
  (name, member) => `${name}[${member}]`,
  (name, member) => `${name}%5B${member}%5D`,
  (name, member) => `${name}.${member}`,
  (name, member) => `${name}_${member}`,
  (_, member) => member,
  (name, member) => `${name}:${member}`,
  (name, member) => `${name}%5B%22${member}%22%5D`,
  (name, member) => `${name}['${member}']`,
]

/** JSON in a parameter as several parameters. */
function* membersAsParameters(target: string): Generator<Changed> {
  const [path, question] = splitTarget(target)
  const fields = question === '' ? [] : question.slice(1).split('&')
  for (const [i, field] of fields.entries()) {
    const equals = field.indexOf('=')
    const name = field.slice(0, equals)
    const members = /^(?:%7B|%5B|[[{])/i.test(field.slice(equals + 1)) ? membersOf(field.slice(equals + 1)) : []
    if (equals < 0 || members.length === 0) continue
    for (const nameOf of memberNames)
      for (const escapeText of [(text: string) => text, encodeURIComponent]) {
        const several = members.map(([member, value]) => `${nameOf(name, member)}=${escapeText(value)}`)
        yield ['several parameters', `${path}?${fields.toSpliced(i, 1, ...several).join('&')}`]
      }
  }
}

/** The query in the path, and the parameters of a matrix (`;a=1;b=2`). */
function* queryInPath(target: string): Generator<Changed> {
  const [path, question] = splitTarget(target)
  if (question.length < 2) return
  const fields = rawFieldsOf(question.slice(1))
  for (const between of ['/', ';', ',', ':'])
    for (const equals of ['/', '=', ':', ',', '-'])
      yield [
        'mark',
        `${path}${between}${fields.map(({ name, value = '' }) => `${name}${equals}${value}`).join(between)}`,
      ]
  yield ['mark', `${path}/${fields.map(({ value = '' }) => value).join('/')}`]
  yield ['mark', `${path};${question.slice(1).replaceAll('&', ';')}`]
}

export function* changedMarks(target: string, parts?: SignedParts): Generator<Changed> {
  yield* otherMarks(target)
  yield* listsWritten(target)
  yield* membersAsParameters(target)
  yield* queryInPath(target)
  yield* moreParameters(target, parts)
  yield* printedQuery(target)
}
