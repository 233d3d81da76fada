/**
 * A path with dot segments that a client or a proxy resolved before it arrived. The segment that `..` removed did not arrive. So the
 * segments of the path that arrived are tried in its place, and words that callers often write:
 *
 *     /v1/three/x.png  ←  /v1/two/../three/x.png, /v1/two/../three/./x.png, /two/..;/v1/three/x.png
 */
import { splitTarget } from './percent.ts'

/** Segments that stand before `..` in base URLs, in documents and in tests. */
const usualWords: ReadonlyArray<string> = [
  'a',
  'api',
  'app',
  'assets',
  'b',
  'bar',
  'base',
  'data',
  'dir',
  'files',
  'foo',
  'images',
  'one',
  'public',
  'static',
  'sub',
  'test',
  'three',
  'tmp',
  'two',
  'users',
  'v1',
  'v2',
  'x',
]

/** A longer target, or one of more segments, has too many such forms. */
const maxLength = 500
const maxSegments = 8

/** Servlet containers resolve `..;` too, for they remove the parameters of a segment first. */
const upwards: ReadonlyArray<string> = ['..', '..;']

const pathOf = (segments: ReadonlyArray<string>): string => `/${segments.join('/')}`

/** The places where a segment can be added: before each segment. `x/..` at the end of the path would leave a slash. */
const placesIn = (segments: ReadonlyArray<string>): ReadonlyArray<number> => segments.map((_, place) => place)

/** With one more `.` before a segment or at the end. A path that ends in a slash has an empty segment there, which the dot replaces. */
const withDot = (segments: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => [
  ...placesIn(segments).map((place) => segments.toSpliced(place, 0, '.')),
  [...(segments.at(-1) === '' ? segments.slice(0, -1) : segments), '.'],
]

/** The paths with two more `.`, and with `..` after a further segment and perhaps a `.`. */
function* pathsWithDots(path: string): Generator<string> {
  const segments = path.split('/').slice(1)
  if (segments.length > maxSegments) return
  for (const dotted of withDot(segments)) for (const twice of withDot(dotted)) yield pathOf(twice)
  const ownWords = segments.filter((segment) => segment !== '')
  for (const word of new Set([...ownWords, ...usualWords]))
    for (const place of placesIn(segments)) {
      for (const up of upwards) yield pathOf(segments.toSpliced(place, 0, word, up))
      for (const dotted of withDot(segments.toSpliced(place, 0, word, '..'))) yield pathOf(dotted)
    }
}

/**
 * The targets that resolve to this one, with the query that was sent. None if the target itself has dot segments. With `wanted`, none if
 * this text has no segment that begins with a dot.
 */
export function* unresolvedDots(target: string, wanted?: string): Generator<string> {
  const [path, query] = splitTarget(target)
  if (target.length > maxLength || !path.startsWith('/') || /\/\.{1,2};?(?:\/|$)/.test(path)) return
  if (wanted !== undefined && !wanted.includes('/.')) return
  for (const dotted of pathsWithDots(path)) yield dotted + query
}
