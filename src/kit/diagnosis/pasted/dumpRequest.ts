/**
 * A request in what a program prints of its values: objects, maps, structures and tuples of any language, perhaps in lines of a
 * log. The Authorization header is looked for first; method, URL and body are the nearest that have their usual names, and else
 * the nearest that look like them. Among several bodies the Content-Length decides; where none does, no body is guessed.
 *
 *     POST https://api.example/v1/jobs
 *     {'Authorization': '…', 'Content-Length': '2'}
 *     b'{}'
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, textOf } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { hexBlocks, withoutBlocks } from './hexText.ts'
import { requestSent } from './librarySent.ts'
import { type Group, type Item, literalTree, type Text } from './literalTree.ts'
import { compactOfLength } from './printedJson.ts'

type Pair = readonly [name: string, value: string]

/** What may be the body. */
interface Candidate {
  readonly readings: ReadonlyArray<string>
  /** It has a body's usual name. */
  readonly isNamed: boolean
  readonly from: number
}

/** A name as programs write it, in one spelling: `_requestUri`, `request-uri`, `REQUEST_URI`. */
const plainName = (key: string): string =>
  key
    .toLowerCase()
    .replace(/^(?:http\.|original)/, '')
    .replace(/[^a-z0-9]/g, '')

const methodNames = /^(?:(?:http|request)?(?:method|verb)|effectivemethod)$/
const wholeUrlNames =
  /^(?:url|uri|absoluteurl|absoluteuri|fulluri|requestfulluri|uricanonical|address|href|endpoint|curloptur[li])$/
const targetNames = /^(?:requesturi|requesturl|url|uri|rawpath|target)$/
const pathNames = /^(?:path|pathinfo|pathname|scriptname)$/
const queryNames = /^(?:querystring|rawquerystring|rawquery|query)$/
const bodyNames =
  /^(?:(?:raw)?(?:request)?(?:body|payload|data|content)(?:asbase64|bytes|string|raw|text)?|postdata|filedata|postfields|curloptpostfields|copypostfields|dataraw)$/

/** A header's name, from a name of CGI too. */
const headerName = (key: string): string =>
  key
    .replace(/^(?:HTTP_|http[._])(?=\w)/, '')
    .replaceAll('_', '-')
    .toLowerCase()

const isMethod = (text: string): boolean => /^:?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(text)
const isUrl = (text: string): boolean => /^https?:\/\/[^\s/]/.test(text)
const isTarget = (text: string): boolean => isUrl(text) || /^\/[!-~]*$/.test(text)

/** Where the headers are listed. */
interface Found {
  readonly headers: ReadonlyArray<Pair>
  /** The groups round the headers, the innermost first. */
  readonly path: ReadonlyArray<Group>
  readonly at: number
}

const textIn = (value: Text | Group | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (value._tag === 'Text') return value.readings[0]
  const [first] = value.items
  return first?.key === undefined && first !== undefined ? textIn(first.value) : undefined
}

/** The headers that a group lists, in any of the ways to list them. */
const headersIn = (items: ReadonlyArray<Item>): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  items.forEach(({ key, value }, i) => {
    const text = textIn(value)
    if (key !== undefined) {
      if (text !== undefined) pairs.push([headerName(key), text])
      return
    }
    if (value._tag === 'Group') {
      const named = tuple(value)
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
const tuple = ({ items }: Group): Pair | undefined => {
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

const isAuthorization = ([name]: Pair): boolean => name === 'authorization'

interface Leaf {
  /** The name of the text, or of the nearest group round it that has one. */
  readonly key: string | undefined
  readonly value: Text
  readonly parent: Group
}

/** A tree, looked through once. */
interface Tree {
  readonly leaves: ReadonlyArray<Leaf>
  readonly groups: ReadonlyArray<{ readonly key: string | undefined; readonly group: Group; readonly parent: Group }>
  /** The groups round a group, itself first. */
  readonly pathOf: (group: Group) => ReadonlyArray<Group>
}

const lookThrough = (root: Group): Tree => {
  const leaves: Array<Leaf> = []
  const groups: Array<Tree['groups'][number]> = []
  const parents = new Map<Group, Group>()
  const visit = (parent: Group, name: string | undefined): void => {
    for (const [i, { key: own, value }] of parent.items.entries()) {
      // Code for libcurl names an option in the argument before its value.
      const before = parent.items[i - 1]?.value
      const option =
        before?._tag === 'Text' && before.readings[0].startsWith('CURLOPT_') ? before.readings[0] : undefined
      const key = own ?? option ?? name
      if (value._tag === 'Text') leaves.push({ key, value, parent })
      else {
        groups.push({ key, group: value, parent })
        parents.set(value, parent)
        visit(value, key)
      }
    }
  }
  visit(root, undefined)
  const pathOf = (group: Group): ReadonlyArray<Group> => {
    const path: Array<Group> = []
    for (let at: Group | undefined = group; at !== undefined; at = parents.get(at)) path.push(at)
    return path
  }
  return { leaves, groups, pathOf }
}

/** The items of a text round the Authorization header, up to an empty line or to what tells of the response. */
const besideAuthorization = (text: string, items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
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
const findHeaders = (text: string, root: Group, tree: Tree): Found | undefined => {
  const some = [...tree.groups.map(({ group }) => group), root].flatMap((group) => {
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
          tree.leaves
            .filter(({ value }) => /^[\w-]{1,128}: /.test(value.readings[0]))
            .map(({ value }) => ({ key: undefined, value })),
        )
      : chosen.headers
    const item = group.items.find(({ key }) => key !== undefined && headerName(key) === 'authorization')
    return { headers, path: tree.pathOf(group), at: group === root ? (item?.value.from ?? 0) : group.from }
  }
  const bare = tree.leaves.filter(({ value }) => /^[A-Za-z][\w-]* \w+=[^,]*,.*\bsignature=/i.test(value.readings[0]))
  const [only] = bare
  if (only === undefined || bare.length > 1) return undefined
  return { headers: [['authorization', only.value.readings[0]]], path: tree.pathOf(only.parent), at: only.value.from }
}

/** The first text of this group with such a name and such a value. */
const named = ({ items }: Group, names: RegExp, isValue: (text: string) => boolean): string | undefined => {
  for (const { key, value } of items) {
    if (key === undefined || !names.test(plainName(key))) continue
    const text = value._tag === 'Text' ? value.readings[0] : firstIn(value, isValue)
    if (text !== undefined && isValue(text)) return text
  }
  return undefined
}

const firstIn = (group: Group, isValue: (text: string) => boolean): string | undefined => {
  for (const { value } of group.items) {
    const text = value._tag === 'Text' ? value.readings[0] : firstIn(value, isValue)
    if (text !== undefined && isValue(text)) return text
  }
  return undefined
}

const withQuery = (path: string, query: string | undefined): string =>
  query === undefined || query === '' || path.includes('?') ? path : `${path}?${query.replace(/^\?/, '')}`

const isPath = (text: string): boolean => /^\/[!-~]*$/.test(text)

/** The URL or the target by its name. */
const urlIn = (group: Group): string | undefined => {
  const whole = named(group, wholeUrlNames, isUrl)
  if (whole !== undefined) return whole
  const base = named(group, /^baseurl$/, isUrl)
  const target = named(group, targetNames, isPath) ?? named(group, pathNames, isPath)
  if (target === undefined) return base
  const url = withQuery(
    target,
    named(group, queryNames, () => true),
  )
  return base === undefined ? url : base.replace(/\/$/, '') + url
}

interface Line {
  readonly method: string
  readonly url: string
  readonly at: number
}

/** Method and URL side by side; a quoted request line. The last before the headers, or else the first behind them. */
const besideHeaders = (leaves: ReadonlyArray<Leaf>, at: number): Line | undefined => {
  const lines: Array<Line> = []
  leaves.forEach(({ value }, i) => {
    const text = value.readings[0]
    const whole = /^([A-Z]{3,10}) (\S+)(?: HTTP\/[0-9.]{1,3})?$/.exec(text)
    if (whole !== null && isMethod(whole[1] ?? '') && isTarget(whole[2] ?? ''))
      lines.push({ method: whole[1] ?? '', url: whole[2] ?? '', at: value.from })
    const method = /(?:^|[.:])([A-Za-z]{3,7})$/.exec(text)?.[1] ?? ''
    if (!isMethod(method)) return
    const url = [leaves[i + 1], leaves[i - 1], leaves[i + 2]]
      .map((leaf) => leaf?.value.readings[0] ?? '')
      .find((each) => isTarget(each))
    if (url !== undefined) lines.push({ method, url, at: value.from })
  })
  return lines.findLast((line) => line.at < at) ?? lines[0]
}

/** What every program writes in capitals on the wire. */
const sentMethod = (method: string): string => (isMethod(method) ? method.replace(':', '').toUpperCase() : method)

const numberList = /^\d{1,3}(?: \d{1,3})*$/

/** A text's bytes where it is Base64 of JSON, or a list of bytes. */
const decodedOf = (text: string): ReadonlyArray<string> => {
  if (numberList.test(text))
    return [text.replace(/(\d+) ?/g, (_, byte: string) => String.fromCharCode(Number(byte) & 255))]
  if (!/^(?:e[wy3]|W[wyz1-3])[A-Za-z0-9+/]*={0,2}$/.test(text)) return []
  const bytes = Base64.decode(text)
  return E.isRight(bytes) ? [latin1(bytes.right)] : []
}

const isJsonSpan = (span: string): boolean =>
  /^(?:\{\s*(?:"(?:[^"\\]|\\.){0,200}"\s*:|\})|\[\s*(?:["{[\]]|(?:true|false|null|-?\d[\d.eE+-]{0,64})\s*[,\]]))/.test(
    span,
  )

/** Without quotes: XML, a form, Base64, or a list of bytes. */
const bareBody = /^(?:<.*|\w+=\S*|[A-Za-z0-9+/]{16,}={0,2}|\d{1,3}(?: \d{1,3})+)$/s

/** Cassettes write a body as an encoding and a text. */
const wrapped = /^(?:string|base64_string)$/

/** All that may be the body, in the order of the text. */
const candidatesIn = (text: string, tree: Tree, headers: ReadonlyArray<Group>): ReadonlyArray<Candidate> => {
  const isBodyName = (key: string | undefined): boolean =>
    key !== undefined && (bodyNames.test(plainName(key)) || wrapped.test(key))
  const ofTexts = tree.leaves.flatMap(({ key, value, parent }): ReadonlyArray<Candidate> => {
    if (parent === headers[0] && key !== undefined && !isBodyName(key)) return []
    if (key !== undefined && /^(?:@?message|response_?body)$/i.test(key)) return []
    if (value.isCut) return []
    const isNamed =
      isBodyName(key) &&
      (value.isQuoted ||
        value.readings.some((reading) => (/^[[{]/.test(reading) ? isJsonSpan(reading) : bareBody.test(reading))))
    const looksLikeBody = value.isQuoted && key === undefined && /^\s*[[{<]/.test(value.readings[0])
    if (!isNamed && !looksLikeBody) return []
    // A list without quotes is itself the body, unless it lists bytes.
    const own = value.isQuoted ? value.readings : value.readings.toReversed()
    const readings = [...value.readings.flatMap(decodedOf), ...own]
    return [{ readings, isNamed, from: value.from }]
  })
  let end = 0
  const ofGroups = tree.groups.flatMap(({ key, group }): ReadonlyArray<Candidate> => {
    // Of JSON inside JSON only what has a body's name.
    if (group.from < end && !isBodyName(key)) return []
    const span = text.slice(group.from, group.to)
    const isOther = key !== undefined && !isBodyName(key) && !/^(?:request|info|debug|log|msg|out|sent)$/i.test(key)
    if (isOther || !isJsonSpan(span.slice(0, 512)) || headers.includes(group)) return []
    const isWrapped = group.items.some((item) => item.key === 'string' || item.key === 'encoding')
    if (!isWrapped) end = Math.max(end, group.to)
    return isWrapped ? [] : [{ readings: [span], isNamed: isBodyName(key), from: group.from }]
  })
  return [...ofTexts, ...ofGroups].sort((a, b) => a.from - b.from)
}

/** From here on a text tells of the response. */
const responseBegins =
  /\bHTTP\/[0-9.]{1,3}(?:["'], ?)? ?[1-5]\d\d\b|(?<![A-Za-z])response(?!Type|Encoding|Url)|(?:RESP|FAULT)_IN\b|\bstatus(?:[ _-]?code)?\b|\b[45]\d\d [A-Z][a-z]|=> [1-5]\d\d\b/i

/** A reading that all of them share. */
const agreed = (candidates: ReadonlyArray<Candidate>): string | undefined =>
  candidates[0]?.readings.find((reading) => candidates.every(({ readings }) => readings.includes(reading)))

interface Chosen {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

/** The body: of the length that was sent, or the one that has its name, or the only one there is. */
const chooseBody = (
  candidates: ReadonlyArray<Candidate>,
  length: number | undefined,
  from: number,
  text: string,
): Chosen | undefined => {
  const ofText = (body: string | undefined): Chosen | undefined =>
    body === undefined ? undefined : { bytes: Bytes.ofAscii(body), notes: [] }
  const inOrder = [...candidates.filter(({ isNamed }) => isNamed), ...candidates.filter(({ isNamed }) => !isNamed)]
  if (length !== undefined) {
    const exact = inOrder.flatMap(({ readings }) => readings).find((reading) => reading.length === length)
    if (exact !== undefined) return ofText(exact)
    for (const { readings } of inOrder.slice(0, 8)) {
      const compact = compactOfLength(Bytes.ofAscii(readings[0] ?? ''), length)
      if (compact !== undefined) return compact
    }
    return undefined
  }
  const end = text.slice(from).search(responseBegins)
  const before = inOrder.filter((each) => end < 0 || each.from < from + end)
  const byName = before.filter(({ isNamed }) => isNamed)
  const behind = before.filter((each) => each.from >= from)
  if (byName.length > 0)
    return ofText(agreed(byName) ?? byName.find((each) => each.from >= from)?.readings[0] ?? byName[0]?.readings[0])
  return ofText(agreed(behind))
}

/** A JSON text over several lines and without quotes: printed for the eye. */
const isForTheEye = (candidate: Candidate | undefined): boolean => /^[[{][ \t]*\r?\n/.test(candidate?.readings[0] ?? '')

const forTheEye =
  'The body was printed for the eye and no Content-Length tells which form was sent, so it was not taken; log it as it is sent.'

/** The length that any list of the same Authorization header gives. */
const lengthIn = (lists: ReadonlyArray<ReadonlyArray<Pair>>, authorization: string): number | undefined => {
  const same = lists.filter((list) => list.some((pair) => isAuthorization(pair) && pair[1] === authorization))
  const length = same.flat().find(([name]) => name === 'content-length')?.[1]
  return length !== undefined && /^\d{1,12}$/.test(length) ? Number(length) : undefined
}

/** The text that has one of these names, wherever it stands. */
const anywhere = (leaves: ReadonlyArray<Leaf>, names: RegExp, isValue: (text: string) => boolean): string | undefined =>
  leaves.find(({ key, value }) => key !== undefined && names.test(plainName(key)) && isValue(value.readings[0]))?.value
    .readings[0]

/** A method, where the text has none beside its URL. Code for libcurl posts what it has fields for. */
const methodAnywhere = (leaves: ReadonlyArray<Leaf>): string | undefined =>
  anywhere(leaves, /^(?:(?:http|request)?method|curloptcustomrequest)$/, isMethod) ??
  (anywhere(leaves, /^curlopt(?:copy)?postfields$/, () => true) === undefined ? undefined : 'POST')

/** HAProxy escapes what it captures as `#22`. */
const withoutNumberSigns = (text: string): string =>
  /#7B#22/.test(text)
    ? text.replace(/#([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** The request, if the text holds an Authorization header, a method and a URL in some such form. */
export const dumpRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const whole = withoutNumberSigns(latin1(bytes))
  const blocks = hexBlocks(whole)
  const text = withoutBlocks(whole, blocks)
  const root = literalTree(text)
  const tree = lookThrough(root)
  const wire = wireIn(tree)
  if (wire !== undefined) return requestSent({ ...wire, notes: [] })
  const found = findHeaders(text, root, tree)
  const authorization = found?.headers.find(isAuthorization)?.[1] ?? ''
  if (found === undefined || authorization === '') return undefined
  const beside = besideHeaders(tree.leaves, found.at)
  const method = found.path.map((group) => named(group, methodNames, isMethod)).find((each) => each !== undefined)
  const url = found.path.map(urlIn).find((each) => each !== undefined)
  const sent = {
    method: method ?? (url === undefined ? beside?.method : undefined) ?? beside?.method ?? methodAnywhere(tree.leaves),
    url:
      (method === undefined ? (beside?.url ?? url) : (url ?? beside?.url)) ??
      anywhere(tree.leaves, wholeUrlNames, isUrl),
  }
  if (sent.method === undefined || sent.url === undefined) return undefined
  const known = found.headers.filter(([name]) => /^[a-z][a-z0-9-]{0,127}$/.test(name))
  const lists = [
    known,
    ...tree.groups.map(({ group }) => headersIn(group.items)),
    headersIn(besideAuthorization(text, root.items)),
  ]
  const length = lengthIn(lists, authorization)
  const from = Math.min(method === undefined || url === undefined ? (beside?.at ?? found.at) : found.at, found.at)
  const numbered = blocks.map((block): Candidate => ({ readings: [block.bytes], isNamed: false, from: block.from }))
  const candidates = [...candidatesIn(text, tree, found.path), ...numbered]
  const chosen = chooseBody(candidates, length, from, text)
  const isPrinted =
    length === undefined &&
    chosen !== undefined &&
    isForTheEye({ readings: [latin1(chosen.bytes)], isNamed: false, from: 0 })
  const body = isPrinted ? undefined : chosen
  return requestSent({
    method: sentMethod(sent.method),
    // Some frameworks write the question mark of an empty query.
    url: utf8(sent.url).replace(/\?$/, ''),
    // tshark writes the line end behind a value.
    headers: known.map(([name, value]) => [name, utf8(value).trim()]),
    body: body === undefined ? undefined : { _tag: 'Bytes', bytes: body.bytes },
    notes: isPrinted ? [forTheEye] : (body?.notes ?? []),
  })
}

const wireBegins = /^(?:Request:\r?\n)?([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) ([^\r\n ]{1,65536}) HTTP\/[0-9.]{1,3}\r?\n/

/** A text of the tree that is a message off the wire; its body may be a text of its own. */
const wireIn = ({ leaves }: Tree): Omit<Parameters<typeof requestSent>[0], 'notes'> | undefined => {
  const at = leaves.findIndex(({ value }) => value.isQuoted && wireBegins.test(value.readings[0]))
  const [, method, url = ''] = wireBegins.exec(leaves[at]?.value.readings[0] ?? '') ?? []
  if (method === undefined) return undefined
  const [head = '', ...rest] = (leaves[at]?.value.readings[0] ?? '').split(/\r?\n\r?\n/)
  const headers = head
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line): ReadonlyArray<Pair> => {
      const [, name, value = ''] = /^([^:\s]{1,256}): ?(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, utf8(value)]]
    })
  if (!headers.some(([name]) => name.toLowerCase() === 'authorization')) return undefined
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
  const own = (leaves[at]?.value.readings[0] ?? '').slice(head.length).replace(/^\r?\n\r?\n/, '')
  const others = leaves.slice(at + 1).flatMap(({ value }) => value.readings)
  const body =
    length === undefined
      ? rest.length > 0 && own !== ''
        ? own
        : undefined
      : [own, ...others].find((each) => String(each.length) === length)
  return { method, url, headers, body: body === undefined ? undefined : { _tag: 'Bytes', bytes: Bytes.ofAscii(body) } }
}

const utf8 = (text: string): string => textOf(Bytes.ofAscii(text))
