/** Our own reading of a target, character by character: it shares nothing with the adapters. */
import type { Reading } from './apps/App.ts'

const isVisible = (text: string): boolean => [...text].every((c) => c > ' ' && c < '\x7f' && c !== '#')
const isOf = (text: string, characters: string): boolean =>
  text !== '' && [...text].every((c) => characters.includes(c))

const digits = '0123456789'
const hex = `${digits}abcdefABCDEF`
const letters = 'abcdefghijklmnopqrstuvwxyz'
const nameCharacters = `${digits}${letters}${letters.toUpperCase()}_.-`

const isPlainAuthority = (text: string): boolean => {
  const colon = text.startsWith('[') ? text.indexOf(':', text.indexOf(']')) : text.indexOf(':')
  const [host, port] = colon < 0 ? [text, '80'] : [text.slice(0, colon), text.slice(colon + 1)]
  const isAddress = host.startsWith('[') && host.endsWith(']') && isOf(host.slice(1, -1), `${hex}:.`)
  return (isAddress || isOf(host, nameCharacters)) && isOf(port, digits)
}

/** The target that a request line names; undefined: an adapter must refuse it. */
export const named = (text: string): string | undefined => {
  if (!isVisible(text)) return undefined
  if (text.startsWith('/')) return text
  const scheme = ['http://', 'https://'].find((each) => text.startsWith(each))
  if (scheme === undefined) return undefined
  const rest = text.slice(scheme.length)
  const at = [...rest].findIndex((c) => c === '/' || c === '?')
  return at >= 0 && rest[at] === '/' && isPlainAuthority(rest.slice(0, at)) ? rest.slice(at) : undefined
}

const cut = (target: string, ends: string): readonly [path: string, rest: string] => {
  const at = [...target].findIndex((c) => ends.includes(c))
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
}

/** Without dot segments and backslashes, as the path of a URL is. */
export const resolved = (target: string): string => {
  const [path, rest] = cut(target, '?')
  const kept: Array<string> = []
  const segments = path.replaceAll('\\', '/').split('/').slice(1)
  segments.forEach((segment, i) => {
    const dots = segment.replace(/%2e/gi, '.')
    if (dots === '..') kept.pop()
    if (dots !== '.' && dots !== '..') kept.push(segment)
    else if (i === segments.length - 1) kept.push('')
  })
  return `/${kept.join('/')}${rest}`
}

/** Without any percent-encoding, however often the text was encoded. */
const plain = (text: string): string => {
  const next = text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) => {
    const decoded = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString()
    return decoded.includes('\ufffd') ? bytes.toLowerCase() : decoded
  })
  return next === text ? text.replaceAll('\ufffd', '%ef%bf%bd') : plain(next)
}

/** Whether an adapter may report this target for that one. */
export const mayReport = (reported: string, sent: string, { reports }: Reading): boolean => {
  // Node skips blanks around the target.
  const written = sent.replace(/^ +| +$/g, '')
  const expected = named(written)
  if (reports === 'url') {
    // The runtime parses an odd absolute-form by rules of its own, and the handler sees what it makes of it.
    if (expected === undefined && !written.startsWith('/')) return true
    // It reads bytes above 0x7f as Latin-1 or as UTF-8, and drops a fragment.
    const path = expected ?? cut(written, '#')[0]
    return [path, Buffer.from(path, 'latin1').toString()].some((each) => plain(reported) === plain(resolved(each)))
  }
  if (expected === undefined) return false
  const along = resolved(expected)
  if (reports === 'text' || along === expected) return reported === expected
  // Whoever resolves a path as that of a URL encodes it as well.
  return plain(reported) === plain(along)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** @koa/router 14 reads a plus in a parameter as a blank. */
const filling = (text: string): string => plain(text).replaceAll('+', ' ')

/** Whether the path of the target is that of the route with these parameters. */
export const fits = (
  route: string,
  params: Readonly<Record<string, string>>,
  target: string,
  { resolves, anyCase, anyEnd, mergesSlashes, dotEnds, delimiter }: Reading,
): boolean => {
  const [path] = cut(resolves ? resolved(target) : target, `?${delimiter ?? ''}`)
  const [, pattern = ''] = route.split(' ')
  const folded = (text: string): string => (anyCase ? text.toLowerCase() : text)
  const mounted = folded(path).startsWith(`${dotEnds}.`) ? `${dotEnds}/${path.slice(dotEnds?.length)}` : path
  const merged = mergesSlashes ? mounted.replace(/\/+/g, '/') : mounted
  const wanted = pattern.split('/')
  const rest = wanted.indexOf('*')
  const isFilled = (segment: string, value: string): boolean => {
    // find-my-way takes an empty segment for several parameters at once, and then sets none of them.
    if (value === '' && /:\w+.*:/.test(segment) && Object.keys(params).length === 0) return true
    const text = filling(value)
    const source = segment
      .split(/:(\w+)/)
      .map((part, i) => escaped(i % 2 === 0 ? folded(part) : folded(filling(params[part] ?? '\0'))))
    return new RegExp(`^${source.join('')}$`).test(folded(text))
  }
  const isAlong = (seen: ReadonlyArray<string>): boolean =>
    (rest < 0 ? wanted.length === seen.length : seen.length >= rest) &&
    wanted.every((segment, i) =>
      segment === '*'
        ? params['*'] === undefined || folded(filling(params['*'])) === folded(filling(seen.slice(i).join('/')))
        : isFilled(segment, seen[i] ?? ''),
    )
  const ends = anyEnd ? [merged, merged.replace(/\/+$/, '') || '/'] : [merged]
  return ends.some((each) => isAlong(each.split('/')))
}
