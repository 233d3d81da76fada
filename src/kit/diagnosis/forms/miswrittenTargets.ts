/**
 * The whole target as it was changed by a program that is not made for URLs: a JSON writer escaped its slashes, a page of HTML read
 * `&times` in it, a shell removed its variables. Each way has a name, by which its words are found.
 *
 *     [...miswrittenTargets('/v1/jobs?a=1&copy=2')]  // ['character reference', '/v1/jobs?a=1©=2'], …
 */
import { rawFieldsOf } from './fields.ts'
import { splitTarget } from './percent.ts'

export type Miswriting =
  | 'JSON escapes'
  | 'character reference'
  | 'doubled percent signs'
  | 'without invisible characters'
  | 'without shell variables'
  | 'line ends between parameters'
  | 'query alone'
  | 'parameters joined to the path'
  | 'stray & marks'
  | 'hyphens and underscores'
  | 'template of the query'
  | 'path of Windows'
  | 'request line'
  | 'list of segments'
  | 'hash of a page'
  | 'route of a gateway'
  | 'another mark'

/** Characters that HTML reads from `&` and a name, even without a semicolon after it: `&notify` is `¬ify`, and `&order` stays. */
const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  cent: '¢',
  pound: '£',
  curren: '¤',
  yen: '¥',
  sect: '§',
  uml: '¨',
  copy: '©',
  ordf: 'ª',
  not: '¬',
  shy: '\u00ad',
  reg: '®',
  macr: '¯',
  deg: '°',
  acute: '´',
  micro: 'µ',
  para: '¶',
  middot: '·',
  times: '×',
  divide: '÷',
  eth: 'ð',
  thorn: 'þ',
}

const reference = new RegExp(
  `&(${Object.keys(references)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})`,
  'g',
)

const readReferences = (target: string): string =>
  target.replace(reference, (_, label: string) => references[label] ?? '')

/** As PHP, Go and Gson escape characters in JSON, without the quotation marks. */
const jsonEscapes = (target: string): ReadonlyArray<string> => {
  const escapeMarks = (marks: RegExp): string =>
    target.replace(marks, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const slashes = target.replaceAll('/', '\\/')
  return [slashes, escapeMarks(/[&<>]/g), escapeMarks(/[&<>=']/g), slashes.replaceAll('&', '\\u0026')]
}

/** Escapes of characters that have no width, or look like a space. */
const invisible = /%E2%80%8[B-F]|%EF%BB%BF|%E2%81%A0|%C2%AD|%C2%A0|%E2%80%A[A-E]|%E2%80%AF/gi

/** The places of & in a query, each doubled alone and all together; and one before the first parameter. */
const strayMarks = (path: string, parameters: string): ReadonlyArray<string> => {
  const fields = parameters.split('&')
  const doubled = fields.slice(1).map((_, i) => [...fields.slice(0, i + 1), '', ...fields.slice(i + 1)].join('&'))
  return [`&${parameters}`, ...doubled.slice(0, maxPlaces), parameters.replaceAll('&', '&&')].map(
    (written) => `${path}?${written}`,
  )
}

/** More places have too many forms. */
const maxPlaces = 12

/** Line ends of a template that has each parameter on a line of its own. */
const onLines = (path: string, parameters: string): ReadonlyArray<string> =>
  ['\n', '\r\n'].flatMap((end) => [
    `${path}?${parameters.replaceAll('&', `${end}&`)}`,
    `${path}?${parameters.replaceAll('&', `&${end}`)}`,
    `${path}${end}?${parameters}`,
    `${path}${end}?${parameters.replaceAll('&', `${end}&`)}`,
    `${path}?${end}${parameters.replaceAll('&', `&${end}`)}`,
  ])

/** The parameters without marks between them, as they are and sorted: some services sign them so. */
const joinedParameters = (path: string, parameters: string): ReadonlyArray<string> => {
  const pairs = rawFieldsOf(parameters).map(({ name, value = '' }) => [name, value] as const)
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [pairs, sorted].flatMap((chosen) => [
    path + chosen.map(([name, value]) => name + value).join(''),
    path + chosen.map(([name, value]) => `${name}=${value}`).join(''),
    path + chosen.map(([name, value]) => `${name}=${value}`).join('&'),
    `${path}?${chosen.map(([name, value]) => `${name}=${value}`).join('')}`,
  ])
}

/** The segments of the path as languages print a list. */
const listsOf = (path: string): ReadonlyArray<string> => {
  const segments = path.slice(1).split('/')
  const quoted = (mark: string): ReadonlyArray<string> => segments.map((segment) => mark + segment + mark)
  const lists = [
    segments.join(','),
    `[${segments.join(' ')}]`,
    `[${segments.join(', ')}]`,
    `[${quoted("'").join(', ')}]`,
    `[${quoted('"').join(', ')}]`,
    `[${quoted('"').join(',')}]`,
  ]
  return lists.flatMap((list) => [list, `/${list}`])
}

/** The end of the path as gateways write that any path follows. */
const routesOf = (path: string): ReadonlyArray<string> => {
  const segments = path.split('/').slice(1)
  return ['{proxy+}', '*', '**', '{path}', '{*path}', '{path:path}', '<path:path>', ':path*', '$path'].flatMap(
    (route) => segments.slice(0, maxPlaces).map((_, i) => `/${[...segments.slice(0, i), route].join('/')}`),
  )
}

/** A second question mark for each &, and & for the question mark. */
const otherMarks = (path: string, parameters: string): ReadonlyArray<string> => {
  const fields = parameters.split('&')
  const asked = fields
    .slice(1, maxPlaces)
    .map((_, i) => `${fields.slice(0, i + 1).join('&')}?${fields.slice(i + 1).join('&')}`)
  return [`${path}&${parameters}`, ...asked.map((written) => `${path}?${written}`)]
}

/** As shells for Windows that imitate Unix rewrite an argument that begins with a slash. */
const windowsRoots = [
  'C:/Program Files/Git',
  'C:/Program Files (x86)/Git',
  'C:/msys64',
  'D:/Program Files/Git',
  'C:/cygwin64',
]

function* ofQuery(path: string, parameters: string): Generator<readonly [Miswriting, string]> {
  yield ['query alone', parameters]
  yield ['query alone', `?${parameters}`]
  for (const text of joinedParameters(path, parameters)) yield ['parameters joined to the path', text]
  for (const text of strayMarks(path, parameters)) yield ['stray & marks', text]
  for (const text of onLines(path, parameters)) yield ['line ends between parameters', text]
  for (const text of otherMarks(path, parameters)) yield ['another mark', text]
  const names = rawFieldsOf(parameters).map(({ name }) => name)
  yield ['template of the query', `${path}{?${names.join(',')}}`]
}

/** Longer targets are not rewritten. */
const maxLength = 2048

/** The targets, each with what was done. The same text may come more than once. */
export function* miswrittenTargets(target: string, method: string): Generator<readonly [Miswriting, string]> {
  if (target.length > maxLength) return
  const [path, query] = splitTarget(target)
  for (const text of jsonEscapes(target)) yield ['JSON escapes', text]
  yield ['character reference', readReferences(target)]
  yield ['doubled percent signs', target.replaceAll('%', '%%')]
  yield ['without invisible characters', target.replace(invisible, '')]
  yield ['without shell variables', target.replace(/\$(?:[A-Za-z_]\w*|\d|\{\w+\})/g, '')]
  yield ['hyphens and underscores', path.replaceAll('-', '_') + query]
  yield ['hyphens and underscores', path.replaceAll('_', '-') + query]
  for (const root of windowsRoots) yield ['path of Windows', root + target]
  for (const text of listsOf(path)) yield ['list of segments', text + query]
  for (const text of routesOf(path)) for (const end of new Set([query, ''])) yield ['route of a gateway', text + end]
  for (const hash of ['/#', '#', '/#!']) yield ['hash of a page', hash + target]
  yield ['request line', `${method} ${target}`]
  if (query.length > 1) yield* ofQuery(path, query.slice(1))
}
