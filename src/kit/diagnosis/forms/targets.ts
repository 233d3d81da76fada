/**
 * Other targets of the same service, made from the target that was sent and from paths that the verifier knows: a shorter path, a
 * template that was not filled in, another version, a prefix that a gateway removes. The text does not show why one of them was
 * signed, so a finding says only that the target differs.
 */

import { missingTexts } from './missingValues.ts'
import { capitalized } from './namings.ts'
import { decode, splitTarget } from './percent.ts'

/** What templates, and languages, write in the place of a missing value. */
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
  ...missingTexts('isCommon'),
  '[object%20Object]',
]

/** The target that a program decoded before it parsed it: there the # of an escape begins a fragment, which was cut off. */
export const decodedUpToHash = (target: string): ReadonlyArray<string> => {
  const [beforeHash = '', ...fragments] = decode(target).split('#')
  return fragments.length > 0 && /%23/.test(target) ? [beforeHash] : []
}

const isVersion = (segment: string | undefined): segment is string => /^v\d{1,2}$/i.test(segment ?? '')

const pathOf = (segments: ReadonlyArray<string>): string => `/${segments.join('/')}`

/** The path without one of its segments, or without all segments from one on. */
const shortenPath = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
  segments.flatMap((_, i) => {
    const upTo = pathOf(segments.slice(0, i))
    return [upTo, i === 0 ? upTo : `${upTo}/`, pathOf(segments.toSpliced(i, 1))]
  })

/** The path with a template that was not filled in: for each segment after a collection, and for all segments that look like values. */
const unfillSegments = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isValue = (segment: string): boolean => /\d/.test(segment) && !isVersion(segment)
  const oneValueUnfilled = segments.flatMap((segment, i) => {
    const isCollection = !isValue(segment) && (i === 0 || isVersion(segments[i - 1]))
    return isVersion(segment) || isCollection
      ? []
      : unfilled.map((placeholder) => pathOf(segments.with(i, placeholder)))
  })
  const valueCount = segments.filter(isValue).length
  return valueCount < 2
    ? oneValueUnfilled
    : [
        ...oneValueUnfilled,
        ...unfilled.map((placeholder) => pathOf(segments.map((s) => (isValue(s) ? placeholder : s)))),
      ]
}

/** Prefixes that gateways remove before they pass a request on: names of services, and of stages. */
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

const otherVersions = ['v0', 'v1', 'v2', 'v3', 'v4']

/** The path with a version where it has none, with its version twice, or with another version. */
const changeVersion = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const versionIndex = segments.findIndex(isVersion)
  if (versionIndex < 0)
    return ['v1', 'v2', 'api', 'api/v1', 'gateway'].flatMap((prefix) => [
      pathOf([prefix, ...segments]),
      ...(segments.length > 1 ? [pathOf(segments.toSpliced(1, 0, prefix))] : []),
    ])
  const version = segments[versionIndex] as string
  return [
    pathOf(segments.toSpliced(versionIndex, 0, version)),
    ...otherVersions.map((other) => pathOf(segments.with(versionIndex, other))),
    pathOf(segments.with(versionIndex, `${version}.0`)),
  ]
}

/** The path under each prefix that a gateway may have removed. */
const addGateway = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
  gateways.map((prefix) => pathOf([prefix, ...segments]))

/** The path with capitals, as some frameworks name their controllers. A proxy may have lower-cased it. */
const capitalizeSegments = (segments: ReadonlyArray<string>): ReadonlyArray<string> => [
  pathOf(segments.map(capitalized)),
  pathOf(segments.map((segment) => (isVersion(segment) ? segment : capitalized(segment)))),
]

/** The path with a dot segment that a library removed, and the path without the dot segments that were sent. */
const addDots = (segments: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...segments.flatMap((segment, i) => [
    pathOf(segments.toSpliced(i, 0, '.')),
    pathOf(segments.toSpliced(i, 0, segment, '..')),
    pathOf(segments.toSpliced(i, 0, '..')),
  ]),
  `${pathOf(segments)}/.`,
  pathOf(removeDots(segments)),
]

const removeDots = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const remaining: Array<string> = []
  for (const segment of segments) {
    if (segment === '..') remaining.pop()
    else if (segment !== '.') remaining.push(segment)
  }
  return remaining
}

/** The path with two dot segments. A path of more segments has too many such forms. */
const addDotsTwice = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
  segments.length > 3 ? [] : addDots(segments).flatMap((path) => addDots(path.split('/').slice(1)))

/** More segments have too many forms. */
const maxSegments = 12

/** Extensions that clients, servers and frameworks add to a path or remove from it. */
const extensions: ReadonlyArray<string> = ['.json', '.xml', '.php', '.html', '.htm', '.txt', '.aspx', '.do', '.action']

/** The target with an extension that was not sent, without the one that was sent, or with another one. */
export const otherExtensions = (target: string): ReadonlyArray<string> => {
  const [path, query] = splitTarget(target)
  if (target.length > maxLength) return []
  const bare = path.replace(/\/$/, '')
  const stem = bare.replace(/(?<=[^/])\.[0-9A-Za-z]{1,6}$/, '')
  const added = [...new Set([bare, stem])].flatMap((start) => extensions.map((extension) => start + extension))
  return [...added, ...(stem === bare ? [] : [stem, `${stem}/`])].map((otherPath) => otherPath + query)
}

/** The mistakes that change some segments of a path. */
const pathChanges = [shortenPath, unfillSegments, changeVersion, addGateway, capitalizeSegments, addDots]

/** Other paths. With `wanted`, those that have dots only if they can be this target. */
const otherPaths = (path: string, wanted?: string): ReadonlyArray<string> => {
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  if (!path.startsWith('/') || segments.length > maxSegments) return []
  const mayHaveDots = wanted === undefined || wanted.includes('.') || path.includes('.')
  return [
    ...pathChanges.flatMap((change) => change(segments)),
    ...(mayHaveDots ? addDotsTwice(segments) : []),
    path.toLowerCase(),
  ]
}

/** Other queries: without some parameters, with a mark and nothing after it, or the query twice. */
const otherQueries = (query: string): ReadonlyArray<string> => {
  const parameters = query.slice(1).split('&')
  const shorterQueries =
    parameters.length > maxSegments
      ? []
      : parameters.flatMap((_, i) => [parameters.slice(0, i), parameters.slice(i + 1), parameters.toSpliced(i, 1)])
  return [
    ...shorterQueries.filter((chosen) => chosen.length > 0).map((chosen) => `?${chosen.join('&')}`),
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

/** The path with backslashes, as Windows writes it: for all slashes, or for one. */
const writeBackslashes = (path: string): ReadonlyArray<string> => {
  const places = Array.from(path.matchAll(/\//g), ({ index }) => index).slice(0, maxSegments)
  return ['\\', '%5C'].flatMap((mark) => [
    path.replaceAll('/', mark),
    `/${path.slice(1).replaceAll('/', mark)}`,
    ...places.map((slash) => path.slice(0, slash) + mark + path.slice(slash + 1)),
  ])
}

/** Names of parameters that are often empty. A client or a proxy may drop an empty parameter. */
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

/** The target with an empty parameter that did not arrive, at the end or at the beginning of the query. */
const addEmptyParameters = (path: string, query: string): ReadonlyArray<string> =>
  emptyNames.flatMap((parameter) =>
    query === ''
      ? [`${path}?${parameter}=`, `${path}?${parameter}`]
      : [`${path}${query}&${parameter}=`, `${path}${query}&${parameter}`, `${path}?${parameter}=&${query.slice(1)}`],
  )

/** Further names of parameters that callers often leave without a value. */
const optionalNames: ReadonlyArray<string> = [
  'pageSize',
  'page_size',
  'per_page',
  'pageToken',
  'page_token',
  'next',
  'start',
  'end',
  'startDate',
  'endDate',
  'startTime',
  'endTime',
  'start_time',
  'end_time',
  'since',
  'until',
  'fields',
  'state',
  'category',
  'user_id',
  'userId',
  'orderBy',
  'sortBy',
]

/** Queries of more parameters have too many places for one more. */
const maxPlaces = 5

/** The target with `cursor=undefined`, at each place of the query: clients such as axios do not send such a parameter. */
export const withMissingValues = (target: string, wanted?: string): ReadonlyArray<string> => {
  const missing = missingTexts('isCommonest')
  if (wanted !== undefined && !missing.some((missingText) => wanted.includes(`=${missingText}`))) return []
  const [path, query] = splitTarget(target)
  const fields = query === '' ? [] : query.slice(1).split('&')
  if (target.length > maxLength || fields.length > maxPlaces) return []
  const places = Array.from({ length: fields.length + 1 }, (_, place) => place)
  return [...emptyNames, ...optionalNames].flatMap((parameter) =>
    missing.flatMap((missingText) =>
      places.map((place) => `${path}?${fields.toSpliced(place, 0, `${parameter}=${missingText}`).join('&')}`),
    ),
  )
}

/** Targets that few callers sign: with backslashes, with an empty parameter that did not arrive, or with the first segment twice. */
export const seldomTargets = (target: string): ReadonlyArray<string> => {
  const [path, query] = splitTarget(target)
  return target.length > maxLength
    ? []
    : [
        ...new Set([
          ...writeBackslashes(path).map((otherPath) => otherPath + query),
          ...addEmptyParameters(path, query),
          ...(query === '' ? printedNothings.map((nothing) => `${path}?${nothing}`) : []),
          ...withoutPathParameters(target),
          // A base URL that already has the first segment: `/s3/s3/v1`.
          path.replace(/^\/[^/]+/, '$&$&') + query,
          // An expression of n8n whose equals sign was taken for a part of it.
          `=${target}`,
        ]),
      ]
}

/** The target without the parameters of its segments: servlet containers add `;jsessionid=1A2B` to a path, and cut it off again. */
export const withoutPathParameters = (target: string): ReadonlyArray<string> => {
  const [path, query] = splitTarget(target)
  return path.includes(';')
    ? [path.replace(/;[^/]*/g, '') + query, path.replace(/;jsessionid=[^/;]*/gi, '') + query]
    : []
}

/** The target without two of its parameters. More parameters have too many pairs. */
const maxPaired = 8

export const withoutTwoParameters = (target: string): ReadonlyArray<string> => {
  const [path, question] = splitTarget(target)
  const parameters = question.slice(1).split('&')
  if (parameters.length < 3 || parameters.length > maxPaired) return []
  return parameters.flatMap((_, i) =>
    parameters.slice(i + 1).map((__, j) => {
      const rest = parameters.filter((___, at) => at !== i && at !== i + 1 + j)
      return `${path}?${rest.join('&')}`
    }),
  )
}

/** White space that a program read with a path from a file or from its environment. */
const blanks: ReadonlyArray<string> = ['\r', '\n', '\r\n', ' ', '\t']

/** What languages print for a missing query. */
const nothings: ReadonlyArray<string> = [...missingTexts('isCommon'), 'false']

/** Everything that is printed for a missing query. */
export const printedNothings: ReadonlyArray<string> = [...new Set([...nothings, ...missingTexts(), 'Optional[]'])]

/** A longer target is not changed: only the known targets are tried. */
const maxLength = 4096

/** The only path that the interface names: a server may have rewritten it, such as to `/index.php`. */
const documentedPath = '/v1/jobs'

/** More paths that the verifier knows would take longer than they help. */
const maxPaths = 256

/**
 * All other targets, each once: the known targets with their own query, without one, and with the query that was sent; then targets
 * with the path or the query that was sent. With `wanted`, at least this one if it is among them.
 */
export const otherTargets = (
  target: string,
  knownTargets: ReadonlyArray<string>,
  wanted?: string,
): ReadonlyArray<string> => {
  const [path, query] = splitTarget(target)
  const queries = [...new Set([query, ''])]
  const otherKnown = knownTargets
    .filter((knownTarget) => knownTarget.startsWith('/'))
    .slice(0, maxPaths)
    .flatMap((knownTarget) => [knownTarget, splitTarget(knownTarget)[0], splitTarget(knownTarget)[0] + query])
  if (target.length > maxLength) return [...new Set(otherKnown)]
  const candidates = [
    ...otherKnown,
    ...queries.map((eitherQuery) => documentedPath + eitherQuery),
    ...otherQueries(query).map((otherQuery) => path + otherQuery),
    // Other schemes sign the query on a line of its own, sorted or as it is.
    ...(query === ''
      ? nothings.map((nothing) => `${target}?${nothing}`)
      : [query.slice(1), query.slice(1).split('&').toSorted().join('&')].map((otherQuery) => `${path}\n${otherQuery}`)),
    path + query.slice(1),
    target.toLowerCase(),
    target.toUpperCase(),
    ...blanks.flatMap((blank) => [target + blank, path + blank + query]),
    ` ${target}`,
    ...otherPaths(path, wanted).flatMap((otherPath) => queries.map((eitherQuery) => otherPath + eitherQuery)),
  ]
  return [...new Set(candidates)]
}
