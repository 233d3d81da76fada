/**
 * A path that a server moved into the query. nginx rewrites `/v1/jobs/5` to `/index.php?path=/v1/jobs/5`, and the framework behind it
 * verifies the target that it got. The caller signed the path. Or the reverse: the caller signed the address of the script, and the
 * path arrived.
 *
 *     arrived /index.php?q=v1/jobs/5&page=2      signed /v1/jobs/5?page=2
 *     arrived /api/proxy?path=v1&path=jobs       signed /v1/jobs
 *     arrived /v1/jobs.php?id=5                  signed /v1/jobs/5
 */
import { type Field, rawFieldsOf } from './fields.ts'
import { decode, splitTarget } from './percent.ts'

/** A longer target is not taken apart. */
const maxLength = 2048

/** More parameters have too many forms. */
const maxParameters = 12

const joinParameters = (parameters: ReadonlyArray<Field>): string => {
  const query = parameters.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join('&')
  return query === '' ? '' : `?${query}`
}

/** Whether a text may be a path or a part of one. */
const mayBePath = (text: string): boolean => /^\/?[^\s/?#&=]+(?:\/[^\s/?#&=]+)*\/?$/.test(text)

const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

/** The folder of a script, without a slash at its end: that of `/api/index.php` is `/api`. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** The path of a script or a collection, as it is and without an extension: `/v1/jobs` of `/v1/jobs.php`. */
const stemsOf = (path: string): ReadonlyArray<string> => {
  const bare = path.replace(/\/$/, '')
  return [bare, bare.replace(/(?<=[^/])\.[0-9A-Za-z]{1,5}$/, '')]
}

/** The paths that a script may have been called by, given the path that arrived in its query. */
const pathsFrom = (script: string, path: string): ReadonlyArray<string> =>
  ['', folderOf(script), ...stemsOf(script)].map((start) => start + withSlash(path))

/** The parameters of one name, whose values are the segments of a path. */
const segmentsOf = (parameters: ReadonlyArray<Field>, name: string): ReadonlyArray<string> =>
  parameters.filter((parameter) => parameter.name === name).map(({ value = '' }) => value)

/** Names under which servers pass the path on. */
const names = [
  'path',
  '_url',
  'q',
  's',
  'r',
  'url',
  'uri',
  'route',
  'p',
  '_path',
  'request',
  '__path__',
  'slug',
  'r_path',
]

/** What was signed, if the path arrived in the query. */
function* outOfQuery(target: string): Generator<string> {
  const [script, question] = splitTarget(target)
  const parameters = rawFieldsOf(question.slice(1))
  if (question === '' || parameters.length > maxParameters) return
  for (const { name } of parameters) {
    const value = segmentsOf(parameters, name).join('/')
    const rest = joinParameters(parameters.filter((parameter) => parameter.name !== name))
    // A value without a slash is the end of a path, unless its name says that it is all of one.
    const isWhole = decode(value).includes('/') || names.includes(name)
    for (const path of [value, decode(value)].filter(mayBePath)) {
      const signedPaths = isWhole ? pathsFrom(script, path) : stemsOf(script).map((stem) => stem + withSlash(path))
      for (const signedPath of signedPaths) {
        yield signedPath + rest
        if (isWhole) yield signedPath + question
      }
    }
  }
  // Without a name: /index.php?/v1/jobs/5 or /?v1/jobs/5&page=2.
  const [first, ...others] = parameters
  if (first !== undefined && first.value === undefined && mayBePath(first.name))
    yield withSlash(first.name) + joinParameters(others)
}

/** Scripts to which servers rewrite every path. */
const scripts = ['/index.php', '/', '/index.html', '/app.php', '/api']

/** Names of the last segment, where it is a value. */
const valueNames = ['id', 'job_id', 'jobId', 'name', 'key', 'uuid', 'no', 'code']

/** What was signed, if the path arrived as a path. */
function* intoQuery(target: string): Generator<string> {
  const [path, question] = splitTarget(target)
  const rest = question === '' ? '' : `&${question.slice(1)}`
  const bare = path.slice(1)
  if (bare === '') return
  const values = [...new Set([path, bare, encodeURIComponent(decode(path)), encodeURIComponent(decode(bare))])]
  for (const script of scripts) {
    for (const name of names) for (const value of values) yield `${script}?${name}=${value}${rest}`
    yield `${script}?${path}${rest}`
    if (script.endsWith('.php')) yield script + target
  }
  const collection = folderOf(path)
  const last = path.slice(collection.length + 1)
  for (const extension of collection === '' || last === '' ? [] : ['', '.php'])
    for (const name of valueNames) yield `${collection}${extension}?${name}=${last}${rest}`
}

/** The targets that may have been signed, if the path arrived in the query. Few, and none for a target without a query. */
export const pathsOutOfQuery = (target: string): ReadonlySet<string> =>
  new Set(target.length > maxLength || !target.includes('?') ? [] : outOfQuery(target))

/**
 * The targets with the path in the query that may have been signed, if the path arrived. There are some hundreds, and each has a query or
 * a script. None if none can be `wanted`.
 */
export const pathsIntoQuery = (target: string, wanted?: string): ReadonlySet<string> => {
  const isPossible = wanted === undefined || /\?|\.php/.test(wanted)
  return new Set(isPossible && target.length <= maxLength ? intoQuery(target) : [])
}
