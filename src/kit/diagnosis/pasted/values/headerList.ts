/**
 * Where in a tree of literals the headers of a request are listed: the Authorization header is looked for, and what is listed
 * beside it are the other headers.
 *
 *     {'Accept': '*\/*', 'Authorization': '…'}      [('Accept', '*\/*'), ('Authorization', '…')]
 *     ["Accept: *\/*", "Authorization: …"]          [{ name: 'Authorization', value: '…' }]
 */

import { contentLengthIn, type Pair } from '../Pair.ts'
import type { Leaf, LiteralIndex } from './literalIndex.ts'
import type { Group, Item, Text } from './literals/Literal.ts'
import { requestLineIn } from './requestAddress.ts'
import { responseBegins } from './responseBegins.ts'
import { bodyNames, headerName, plainName } from './usualNames.ts'
/** Where the headers are listed. */
export interface HeaderList {
  readonly headers: ReadonlyArray<Pair>
  /** The groups round the headers, the innermost first. */
  readonly path: ReadonlyArray<Group>
  readonly at: number
}

export const textIn = (node: Text | Group | undefined): string | undefined => {
  if (node === undefined) return undefined
  if (node._tag === 'Text') return node.readings[0]
  const [firstItem] = node.items
  // PHP numbers the values of a list.
  const isFirst = firstItem !== undefined && (firstItem.key === undefined || firstItem.key === '0')
  return isFirst ? textIn(firstItem.value) : undefined
}

/** The headers that a group lists, in any of the ways to list them. */
export const headersIn = (listed: ReadonlyArray<Item>): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  listed.forEach(({ key, value: node }, i) => {
    const literal = textIn(node)
    // PHP numbers the lines of a list: `0 => 'Accept: text/html'`.
    const numberedLines = key !== undefined && /^\d{1,4}$/.test(key) && node._tag === 'Text' ? fieldLinesOf(node) : []
    if (numberedLines.length > 0) {
      for (const pair of numberedLines) pairs.push(pair)
      return
    }
    if (key !== undefined) {
      if (literal !== undefined) pairs.push([headerName(key), literal])
      return
    }
    if (node._tag === 'Group') {
      const fieldOfGroup = pairIn(node)
      if (fieldOfGroup !== undefined) pairs.push(fieldOfGroup)
      return
    }
    if (!node.isQuoted) return
    for (const pair of fieldLinesOf(node)) pairs.push(pair)
    const following = listed[i + 1]
    if (i % 2 === 0 && following?.key === undefined && following?.value._tag === 'Text')
      pairs.push([headerName(node.readings[0]), following.value.readings[0]])
  })
  return pairs
}

/** `Accept: text/html` as one text, or several such lines. */
const fieldLinesOf = ({ readings: [written] }: Text): ReadonlyArray<Pair> => {
  const lines = written.trim().split(/\r?\n/)
  const pairs = lines.flatMap((fieldLine): ReadonlyArray<Pair> => {
    const [, fieldName, fieldValue = ''] = /^([\w-]{1,128}): ?(.*)$/.exec(fieldLine) ?? []
    return fieldName === undefined ? [] : [[headerName(fieldName), fieldValue]]
  })
  if (pairs.length === lines.length) return pairs
  const [, fieldName, fieldValue = ''] = /^([\w-]{1,128}): ?(.*)$/s.exec(written) ?? []
  return fieldName === undefined ? [] : [[headerName(fieldName), fieldValue]]
}

/** `('name', 'value')` and `{ name: …, value: … }`. */
const pairIn = ({ items: members }: Group): Pair | undefined => {
  const textOfMember = (pattern: RegExp): string | undefined =>
    textIn(members.find(({ key }) => key !== undefined && pattern.test(key))?.value)
  const fieldName = textOfMember(/^(?:name|key)$/i)
  const fieldValue = textOfMember(/^value$/i)
  if (fieldName !== undefined && fieldValue !== undefined) return [headerName(fieldName), fieldValue]
  const [firstMember, secondMember] = members
  const isPair = members.length === 2 && firstMember?.key === undefined && secondMember?.key === undefined
  const pairTexts = isPair ? [textIn(firstMember?.value), textIn(secondMember?.value)] : []
  return pairTexts[0] !== undefined && pairTexts[1] !== undefined ? [headerName(pairTexts[0]), pairTexts[1]] : undefined
}

export const isAuthorization = ([fieldName]: Pair): boolean => fieldName === 'authorization'

/** The items of a text round the Authorization header, up to an empty line or to what tells of the response. */
export const besideAuthorization = (source: string, rootItems: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const authorizationIndex = rootItems.findIndex(({ key }) => key !== undefined && headerName(key) === 'authorization')
  const isBreak = (i: number): boolean => {
    const end = rootItems[i]?.value.to ?? 0
    const followingStart = rootItems[i + 1]?.value.from ?? end
    const between = source.slice(end, Math.min(followingStart, end + 1024))
    return (
      /\n[ \t]*\r?\n/.test(between) ||
      responseBegins.test(
        between +
          source.slice(followingStart, rootItems[i + 1]?.key === undefined ? followingStart + 32 : followingStart),
      )
    )
  }
  let firstIndex = authorizationIndex
  while (firstIndex > 0 && !isBreak(firstIndex - 1)) firstIndex--
  let lastIndex = authorizationIndex
  // A log may show the same headers twice, as the two handlers of .NET do.
  const authorization = textIn(rootItems[authorizationIndex]?.value)
  const isAgain = (i: number): boolean =>
    i > authorizationIndex + 1 &&
    headerName(rootItems[i]?.key ?? '') === 'authorization' &&
    textIn(rootItems[i]?.value) === authorization
  while (lastIndex < rootItems.length - 1 && !isBreak(lastIndex) && !isAgain(lastIndex + 1)) lastIndex++
  return authorizationIndex < 0
    ? rootItems.filter(({ value: node }) => node._tag === 'Text' && node.isQuoted)
    : rootItems.slice(firstIndex, lastIndex + 1)
}

interface FoundHeaders {
  readonly group: Group
  readonly headers: ReadonlyArray<Pair>
  readonly hasParts: boolean
}

/** Whether it has the name of a body: a body may look like a header. */
const isNamedBody = ({ key, levels }: Leaf): boolean =>
  levels === 0 && key !== undefined && bodyNames.test(plainName(key))

/**
 * The first group with a signed header, or a group within it. A text of the outer group may look like a header, as the body does here:
 * `{"https://h/a", [{"Authorization", "…"}], "Authorization: …"}`.
 */
const innerOf = (signed: ReadonlyArray<FoundHeaders>, index: LiteralIndex): FoundHeaders | undefined => {
  const [first] = signed
  if (first === undefined || first.group.items.some(({ key }) => key !== undefined)) return first
  return signed.find((other) => other !== first && index.pathOf(other.group).includes(first.group)) ?? first
}

/** The first group that lists an Authorization header with parts; any if none has parts. */
export const findHeaders = (source: string, root: Group, index: LiteralIndex): HeaderList | undefined => {
  const listed: ReadonlyArray<FoundHeaders> = [...index.groups.map(({ group }) => group), root].flatMap(
    (group): ReadonlyArray<FoundHeaders> => {
      const headers = headersIn(group === root ? besideAuthorization(source, root.items) : group.items)
      const credentials = headers.find(isAuthorization)?.[1]
      return credentials === undefined ? [] : [{ group, headers, hasParts: /\w=/.test(credentials) }]
    },
  )
  const candidates = listed.length > 0 ? listed : headersInText(index)
  const isOfRequestLine = ({ group }: { readonly group: Group }): boolean =>
    requestLineIn(index.pathOf(group)[1]) !== undefined
  const signed = candidates.filter(({ hasParts }) => hasParts)
  // Chrome shows a request before its own headers are added, and as it is sent.
  const sent = signed.filter(isOfRequestLine).toSorted((a, b) => b.headers.length - a.headers.length)
  const chosen = sent[0] ?? innerOf(signed, index) ?? candidates[0]
  if (chosen !== undefined) {
    const { group } = chosen
    const lines = chosen.group.items.flatMap(({ value: node }) =>
      node._tag === 'Text' && /^[\w-]{1,128}: /.test(node.readings[0]) ? [node.readings[0]] : [],
    )
    // Each line may be the argument of a call of its own.
    const isInCalls = lines.length === 1 && /^authorization: /i.test(lines[0] ?? '')
    const headers = isInCalls
      ? headersIn(
          index.leaves
            .filter((leaf) => /^[\w-]{1,128}: /.test(leaf.value.readings[0]) && !isNamedBody(leaf))
            .map(({ value: literal }) => ({ key: undefined, value: literal })),
        )
      : chosen.headers
    const authorizationItem = group.items.find(({ key }) => key !== undefined && headerName(key) === 'authorization')
    return {
      headers,
      path: index.pathOf(group),
      at: group === root ? (authorizationItem?.value.from ?? 0) : group.from,
    }
  }
  const bare = index.leaves.filter(({ value: literal }) =>
    /^[A-Za-z][\w-]* \w+=[^,]*,.*\bsignature=/i.test(literal.readings[0]),
  )
  const [only] = bare
  // A trace shows the arguments of each call, and so the same header several times.
  if (only === undefined || bare.some(({ value: literal }) => literal.readings[0] !== only.value.readings[0]))
    return undefined
  return { headers: [['authorization', only.value.readings[0]]], path: index.pathOf(only.parent), at: only.value.from }
}

/** Headers as lines of one text under their usual name, as in a stream's options of PHP: `'header' => 'Accept: …'`. */
const headersInText = ({ leaves }: LiteralIndex): ReadonlyArray<FoundHeaders> =>
  leaves.flatMap(({ key = '', value: literal, parent: group }) => {
    if (!/^(?:http)?headers?$/i.test(key)) return []
    const headers = fieldLinesOf(literal)
    const credentials = headers.find(isAuthorization)?.[1]
    return credentials === undefined ? [] : [{ group, headers, hasParts: /\w=/.test(credentials) }]
  })

/** The length that any list of the same Authorization header gives. */
export const announcedLength = (
  headerLists: ReadonlyArray<ReadonlyArray<Pair>>,
  authorization: string,
): number | undefined => {
  const listsOfRequest = headerLists.filter((headers) =>
    headers.some((pair) => isAuthorization(pair) && pair[1] === authorization),
  )
  const length = contentLengthIn(listsOfRequest.flat())
  return length !== undefined && /^\d{1,12}$/.test(length) ? Number(length) : undefined
}
