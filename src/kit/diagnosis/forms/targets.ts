/**
 * Other targets of the same service, drawn from the target that was sent and from paths that the verifier knows. Nothing tells
 * why one of them was signed, so each of them says only that it differs.
 */
import { split } from './percent.ts'

/** What stands where a program has not put a value, by the writers of its templates. */
const unfilled: ReadonlyArray<string> = [
  '{id}',
  ':id',
  '%7Bid%7D',
  '<id>',
  `$${'{id}'}`,
  '{{id}}',
  '$id',
  '{}',
  '%s',
  'undefined',
  'null',
  'None',
  'NaN',
  '[object Object]',
  '[object%20Object]',
]

const isVersion = (segment: string | undefined): segment is string => /^v\d{1,2}$/i.test(segment ?? '')

const pathOf = (segments: ReadonlyArray<string>): string => `/${segments.join('/')}`

/** Each segment left out, or all behind it. */
const shortened = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
  segments.flatMap((_, i) => {
    const upTo = pathOf(segments.slice(0, i))
    return [upTo, i === 0 ? upTo : `${upTo}/`, pathOf(segments.toSpliced(i, 1))]
  })

/** Each segment behind a collection as a template that was not filled in, and all that look like values at once. */
const templated = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isValue = (segment: string): boolean => /\d/.test(segment) && !isVersion(segment)
  const each = segments.flatMap((segment, i) => {
    const isCollection = !isValue(segment) && (i === 0 || isVersion(segments[i - 1]))
    return isVersion(segment) || isCollection ? [] : unfilled.map((text) => pathOf(segments.with(i, text)))
  })
  const values = segments.filter(isValue).length
  return values < 2 ? each : [...each, ...unfilled.map((text) => pathOf(segments.map((s) => (isValue(s) ? text : s))))]
}

/** Under which services stand behind a gateway that takes it away: names of services, and stages. */
const gateways: ReadonlyArray<string> = [
  'api',
  'gateway',
  'gw',
  'proxy',
  'rest',
  'imaging',
  'service',
  'services',
  'svc',
  'backend',
  'server',
  'app',
  'open',
  'openapi',
  'open-api',
  'public',
  'internal',
  'external',
  'edge',
  'web',
  'upload',
  'api/v1',
  'prod',
  'production',
  'stage',
  'staging',
  'dev',
  'test',
  'testing',
  'uat',
  'pre',
  'beta',
  'sandbox',
  'qa',
  'default',
]

/** A version that is missing where one of the two is made, that stands twice, or that is another. */
const versioned = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = segments.findIndex(isVersion)
  if (at < 0)
    return ['v1', 'v2', 'api', 'api/v1', 'gateway'].flatMap((prefix) => [
      pathOf([prefix, ...segments]),
      ...(segments.length > 1 ? [pathOf(segments.toSpliced(1, 0, prefix))] : []),
    ])
  const version = segments[at] as string
  return [
    pathOf(segments.toSpliced(at, 0, version)),
    ...['v0', 'v1', 'v2', 'v3', 'v4'].map((other) => pathOf(segments.with(at, other))),
  ]
}

/** Under a prefix that a gateway takes away; an API often has a stage or a version of its own. */
const prefixed = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
  gateways.map((prefix) => pathOf([prefix, ...segments]))

const capitalized = (segment: string): string => segment.slice(0, 1).toUpperCase() + segment.slice(1)

/** As some frameworks name their controllers; a server in front may have lower-cased them. */
const inCapitals = (segments: ReadonlyArray<string>): ReadonlyArray<string> => [
  pathOf(segments.map(capitalized)),
  pathOf(segments.map((segment) => (isVersion(segment) ? segment : capitalized(segment)))),
]

/** Dot segments that a library takes out: here they are put in, and those that were sent are taken out. */
const dotted = (segments: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...segments.flatMap((segment, i) => [
    pathOf(segments.toSpliced(i, 0, '.')),
    pathOf(segments.toSpliced(i, 0, segment, '..')),
    pathOf(segments.toSpliced(i, 0, '..')),
  ]),
  `${pathOf(segments)}/.`,
  pathOf(withoutDots(segments)),
]

const withoutDots = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return kept
}

/** Two of these; more segments have too many. */
const dottedTwice = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
  segments.length > 3 ? [] : dotted(segments).flatMap((path) => dotted(path.split('/').slice(1)))

/** More segments have too many forms. */
const maxSegments = 12

/** What a file or a page is named by, and what a client or a server adds to a path or leaves out. */
const extensions: ReadonlyArray<string> = ['.json', '.xml', '.php', '.html', '.htm', '.txt', '.aspx', '.do', '.action']

/** With an extension that was not sent, without the one that was sent, or with another one. */
export const otherExtensions = (target: string): ReadonlyArray<string> => {
  const [path, query] = split(target)
  if (target.length > maxLength) return []
  const bare = path.replace(/\/$/, '')
  const stem = bare.replace(/(?<=[^/])\.[0-9A-Za-z]{1,6}$/, '')
  const added = [...new Set([bare, stem])].flatMap((start) => extensions.map((extension) => start + extension))
  return [...added, ...(stem === bare ? [] : [stem, `${stem}/`])].map((other) => other + query)
}

const otherPaths = (path: string): ReadonlyArray<string> => {
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  if (!path.startsWith('/') || segments.length > maxSegments) return []
  return [
    ...[shortened, templated, versioned, prefixed, inCapitals, dotted, dottedTwice].flatMap((forms) => forms(segments)),
    path.toLowerCase(),
  ]
}

/** The query without some of its items, with a mark and nothing behind it, or twice. */
const otherQueries = (query: string): ReadonlyArray<string> => {
  const items = query.slice(1).split('&')
  const some =
    items.length > maxSegments
      ? []
      : items.flatMap((_, i) => [items.slice(0, i), items.slice(i + 1), items.toSpliced(i, 1)])
  return [
    ...some.filter((kept) => kept.length > 0).map((kept) => `?${kept.join('&')}`),
    ...(query === ''
      ? ['?', '?&']
      : [
          `${query}&`,
          `${query}?`,
          query + query,
          `${query}&${query.slice(1)}`,
          `?${query}`,
          query.replaceAll('&', ';'),
        ]),
  ]
}

/** Slashes as a path of Windows has them, all of them or each. */
const backslashed = (path: string): ReadonlyArray<string> => {
  const places = Array.from(path.matchAll(/\//g), ({ index }) => index).slice(0, maxSegments)
  return ['\\', '%5C'].flatMap((mark) => [
    path.replaceAll('/', mark),
    `/${path.slice(1).replaceAll('/', mark)}`,
    ...places.map((at) => path.slice(0, at) + mark + path.slice(at + 1)),
  ])
}

/** Names of parameters that clients send empty, and that a client or a proxy leaves out then. */
const emptyNames: ReadonlyArray<string> = [
  'page',
  'limit',
  'offset',
  'cursor',
  'size',
  'sort',
  'order',
  'filter',
  'q',
  'query',
  'search',
  'status',
  'type',
  'id',
  'name',
  'key',
  'token',
  'lang',
  'tag',
  'callback',
  'after',
  'before',
  'from',
  'to',
  'a',
  'b',
  'x',
]

/** An empty parameter that did not arrive, at the end or at the beginning. */
const emptiesLost = (path: string, query: string): ReadonlyArray<string> =>
  emptyNames.flatMap((name) =>
    query === ''
      ? [`${path}?${name}=`, `${path}?${name}`]
      : [`${path}${query}&${name}=`, `${path}${query}&${name}`, `${path}?${name}=&${query.slice(1)}`],
  )

/** Targets that hardly anybody signs: with backslashes, or with an empty parameter that did not arrive. */
export const seldomTargets = (target: string): ReadonlyArray<string> => {
  const [path, query] = split(target)
  return target.length > maxLength
    ? []
    : [...new Set([...backslashed(path).map((other) => other + query), ...emptiesLost(path, query)])]
}

/** Blanks and line ends that a program read with a path from a file or from its environment. */
const blanks: ReadonlyArray<string> = ['\r', '\n', '\r\n', ' ', '\t']

/** What languages print for a query that is not there. */
const nothings: ReadonlyArray<string> = ['null', 'undefined', 'None', 'nil', 'false']

/** A longer target is taken as it is. */
const maxLength = 4096

/** Of the paths that a verifier knows. More would take longer than they help. */
const maxPaths = 256

/**
 * Each target once: that with the whole path or the whole query of the sent one, and the `known` ones with the query of the
 * sent one, with their own, and without.
 */
export const otherTargets = (sent: string, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [path, query] = split(sent)
  const queries = [...new Set([query, ''])]
  const others = known
    .filter((text) => text.startsWith('/'))
    .slice(0, maxPaths)
    .flatMap((text) => [text, split(text)[0], split(text)[0] + query])
  if (sent.length > maxLength) return [...new Set(others)]
  const texts = [
    ...others,
    ...otherQueries(query).map((other) => path + other),
    // As other schemes sign it: the query on a line of its own, sorted or as it is.
    ...(query === ''
      ? nothings.map((text) => `${sent}?${text}`)
      : [query.slice(1), query.slice(1).split('&').toSorted().join('&')].map((text) => `${path}\n${text}`)),
    path + query.slice(1),
    sent.toLowerCase(),
    sent.toUpperCase(),
    ...blanks.flatMap((blank) => [sent + blank, path + blank + query]),
    ` ${sent}`,
    ...otherPaths(path).flatMap((other) => queries.map((each) => other + each)),
  ]
  return [...new Set(texts)]
}
