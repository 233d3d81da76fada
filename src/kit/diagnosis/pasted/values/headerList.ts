/**
 * Where in a tree of literals the headers of a request are listed: the Authorization header is looked for, and what is listed
 * beside it are the other headers.
 *
 *     {'Accept': '*\/*', 'Authorization': '…'}      [('Accept', '*\/*'), ('Authorization', '…')]
 *     ["Accept: *\/*", "Authorization: …"]          [{ name: 'Authorization', value: '…' }]
 */
import type { LiteralIndex } from './literalIndex.ts'
import type { Group, Item, Text } from './literalTree.ts'
import { responseBegins } from './responseBegins.ts'
import { headerName } from './usualNames.ts'
export type Pair = readonly [name: string, value: string]

/** Where the headers are listed. */
export interface HeaderList {
  readonly headers: ReadonlyArray<Pair>
  /** The groups round the headers, the innermost first. */
  readonly path: ReadonlyArray<Group>
  readonly at: number
}

export const textIn = (value: Text | Group | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (value._tag === 'Text') return value.readings[0]
  const [first] = value.items
  return first?.key === undefined && first !== undefined ? textIn(first.value) : undefined
}

/** The headers that a group lists, in any of the ways to list them. */
export const headersIn = (items: ReadonlyArray<Item>): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  items.forEach(({ key, value }, i) => {
    const text = textIn(value)
    if (key !== undefined) {
      if (text !== undefined) pairs.push([headerName(key), text])
      return
    }
    if (value._tag === 'Group') {
      const named = pairIn(value)
      if (named !== undefined) pairs.push(named)
      return
    }
    if (!value.isQuoted) return
    const line = /^([\w-]{1,128}): ?(.*)$/s.exec(value.readings[0])
    if (line !== null) pairs.push([headerName(line[1] ?? ''), line[2] ?? ''])
    const next = items[i + 1]
    if (i % 2 === 0 && next?.key === undefined && next?.value._tag === 'Text')
      pairs.push([headerName(value.readings[0]), next.value.readings[0]])
  })
  return pairs
}

/** `('name', 'value')` and `{ name: …, value: … }`. */
const pairIn = ({ items }: Group): Pair | undefined => {
  const textNamed = (pattern: RegExp): string | undefined =>
    textIn(items.find(({ key }) => key !== undefined && pattern.test(key))?.value)
  const name = textNamed(/^(?:name|key)$/i)
  const value = textNamed(/^value$/i)
  if (name !== undefined && value !== undefined) return [headerName(name), value]
  const [first, second] = items
  const isPair = items.length === 2 && first?.key === undefined && second?.key === undefined
  const texts = isPair ? [textIn(first?.value), textIn(second?.value)] : []
  return texts[0] !== undefined && texts[1] !== undefined ? [headerName(texts[0]), texts[1]] : undefined
}

export const isAuthorization = ([name]: Pair): boolean => name === 'authorization'

/** The items of a text round the Authorization header, up to an empty line or to what tells of the response. */
export const besideAuthorization = (text: string, items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const at = items.findIndex(({ key }) => key !== undefined && headerName(key) === 'authorization')
  const isBreak = (i: number): boolean => {
    const end = items[i]?.value.to ?? 0
    const next = items[i + 1]?.value.from ?? end
    const between = text.slice(end, Math.min(next, end + 1024))
    return (
      /\n[ \t]*\r?\n/.test(between) ||
      responseBegins.test(between + text.slice(next, items[i + 1]?.key === undefined ? next + 32 : next))
    )
  }
  let from = at
  while (from > 0 && !isBreak(from - 1)) from--
  let to = at
  while (to < items.length - 1 && !isBreak(to)) to++
  return at < 0 ? items.filter(({ value }) => value._tag === 'Text' && value.isQuoted) : items.slice(from, to + 1)
}

/** The first group that lists an Authorization header with parts; any if none has parts. */
export const findHeaders = (text: string, root: Group, index: LiteralIndex): HeaderList | undefined => {
  const some = [...index.groups.map(({ group }) => group), root].flatMap((group) => {
    const headers = headersIn(group === root ? besideAuthorization(text, root.items) : group.items)
    const value = headers.find(isAuthorization)?.[1]
    return value === undefined ? [] : [{ group, headers, hasParts: /\w=/.test(value) }]
  })
  const chosen = some.find(({ hasParts }) => hasParts) ?? some[0]
  if (chosen !== undefined) {
    const { group } = chosen
    const isLine = chosen.group.items.some(
      ({ value }) => value._tag === 'Text' && /^authorization: /i.test(value.readings[0]),
    )
    // Each line may be the argument of a call of its own.
    const headers = isLine
      ? headersIn(
          index.leaves
            .filter(({ value }) => /^[\w-]{1,128}: /.test(value.readings[0]))
            .map(({ value }) => ({ key: undefined, value })),
        )
      : chosen.headers
    const item = group.items.find(({ key }) => key !== undefined && headerName(key) === 'authorization')
    return { headers, path: index.pathOf(group), at: group === root ? (item?.value.from ?? 0) : group.from }
  }
  const bare = index.leaves.filter(({ value }) => /^[A-Za-z][\w-]* \w+=[^,]*,.*\bsignature=/i.test(value.readings[0]))
  const [only] = bare
  if (only === undefined || bare.length > 1) return undefined
  return { headers: [['authorization', only.value.readings[0]]], path: index.pathOf(only.parent), at: only.value.from }
}

/** The length that any list of the same Authorization header gives. */
export const announcedLength = (
  lists: ReadonlyArray<ReadonlyArray<Pair>>,
  authorization: string,
): number | undefined => {
  const same = lists.filter((list) => list.some((pair) => isAuthorization(pair) && pair[1] === authorization))
  const length = same.flat().find(([name]) => name === 'content-length')?.[1]
  return length !== undefined && /^\d{1,12}$/.test(length) ? Number(length) : undefined
}
