/**
 * The string to sign with one line more: a line that other schemes sign, such as the content type, or a value that is missing.
 *
 *     POST␊/v1/jobs␊1700000000␊n-1␊{}     →     POST␊2␊/v1/jobs␊1700000000␊n-1␊{}
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, type Layout, standard, textOf } from '../Draft.ts'
import type { Telling } from '../Telling.ts'
import { listed } from '../variables.ts'
import { utf8 } from './charsets.ts'
import { splitTarget } from './percent.ts'
import type { Form } from './Respelling.ts'
import { httpDateOf } from './signingStrings.ts'

/** Lines that other schemes sign, the same for every request. */
const fixedLines: ReadonlyArray<string> = [
  ...['; charset=utf-8', ';charset=utf-8', '; charset=UTF-8', ';charset=UTF-8', ''].map(
    (charset) => `application/json${charset}`,
  ),
  'SVC-SHA256-RSA',
  'HTTP/1.1',
  'v1',
  '0',
  '1',
]

/** A line of the text, and what a report calls it. */
interface Line {
  readonly name: string
  readonly text: string
}

const named = (text: string): Line => ({ name: text, text })

/** The line before each part, and after the last. */
const placesOf = ({ name, text }: Line, order: Layout['order'] = standard.order): ReadonlyArray<Form<Layout>> => [
  ...order.map(
    (partName): Form<Layout> => [
      `${name} before the ${partName}`,
      { ...standard, order, labels: { [partName]: `${text}\n` } },
    ],
  ),
  [`${name} at the end`, { ...standard, order, end: `\n${text}` }],
]

/** The layouts with a line that is the same for every request. */
export const fixedLineAdded: ReadonlyArray<Form<Layout>> = fixedLines.flatMap((line) => placesOf(named(line)))

const lengthName = 'Content-Length'

/** The length of the line that makes a text as long as the wanted one. Undefined if any text is looked for. */
const wantedLength = (draft: Draft, wanted: Bytes.Bytes | undefined): number | undefined =>
  wanted && wanted.length - textOf({ ...draft, layout: standard }).length - 1

/**
 * The layouts with the length of the body, with its name and without. The lines 0 and 1 are among the fixed ones. With `wanted`, those
 * that make a text as long as this one.
 */
export const lengthLineAdded = (draft: Draft, wanted?: Bytes.Bytes): ReadonlyArray<Form<Layout>> => {
  const { length } = draft.body
  const lineLength = wantedLength(draft, wanted)
  return [String(length), `${lengthName}: ${length}`, `${lengthName.toLowerCase()}:${length}`]
    .filter((text) => !fixedLines.includes(text) && (lineLength === undefined || text.length === lineLength))
    .flatMap((text) => placesOf(named(text)))
}

// ---- Late forms

/** What programs print for a value that is missing. */
const missingValues: ReadonlyArray<string> = ['""', "''", 'null', 'undefined', 'None', 'nil', '{}', '[]', 'false']

/** Names of algorithms and versions, and values that every request of some library has. */
const rareFixedLines: ReadonlyArray<string> = [
  'https',
  'http',
  '*/*',
  'UTF-8',
  'utf-8',
  'gzip',
  'HTTP/2',
  'RS256',
  'RSA-SHA256',
  'SHA256withRSA',
  'SHA256',
  'v2',
  '2',
  '1.0',
  'true',
]

/** Names of values that the caller has, in place of the values. */
const variableNames: ReadonlyArray<string> = ['app_id', 'app_secret', 'secret']

const line = (name: string, text: string | undefined): ReadonlyArray<Line> =>
  text === undefined || text === '' ? [] : [{ name, text }]

/** A header has its value on one line. */
const isOneLine = (value: string): boolean => /^[ -~]{1,256}$/.test(value)

/** Lines of this request that other schemes sign in any order of the parts. */
const usualLines = ({ target, host, body, contentType = '' }: Draft, hash: Hash): ReadonlyArray<Line> => {
  const [path, question] = splitTarget(target)
  return [
    ...line('the host', host),
    ...(isOneLine(contentType) && !fixedLines.includes(contentType) ? line('the content type', contentType) : []),
    ...line('the path', path),
    ...line('the query', question.slice(1)),
    ...line('the SHA-256 of the body in hexadecimal digits', Bytes.toHex(hash('sha256', body))),
  ]
}

/** Further lines of this request. */
const rareLines = (draft: Draft, hash: Hash): ReadonlyArray<Line> => {
  const { method, target, timestamp, nonce, host = '', url, body, date = httpDateOf(timestamp) } = draft
  const md5 = hash('md5', body)
  return [
    ...line('the method', method),
    ...line('the method in lower case', method.toLowerCase()),
    ...line('the target', target),
    ...line('the timestamp', timestamp),
    ...line('the nonce', nonce),
    ...line('the called URL', url?.split('#', 1)[0]),
    ...(host === '' ? [] : line('the URL', `https://${host}${target}`)),
    ...(host === '' ? [] : line('the URL without its path', `https://${host}`)),
    ...line('the host without its port', /:\d+$/.test(host) ? host.replace(/:\d+$/, '') : ''),
    ...line('the query with its question mark', splitTarget(target)[1]),
    ...line('the SHA-256 of the body in Base64', Base64.encode(hash('sha256', body))),
    ...line('the MD5 of the body in hexadecimal digits', Bytes.toHex(md5)),
    ...line('the MD5 of the body in Base64', Base64.encode(md5)),
    ...(isOneLine(date) ? line('the date', date) : []),
  ]
}

/** Orders that have a name in catalogue/join.ts. */
const otherOrders: ReadonlyArray<Layout['order']> = [
  ['method', 'target', 'nonce', 'timestamp', 'body'],
  ['timestamp', 'nonce', 'method', 'target', 'body'],
  ['target', 'method', 'timestamp', 'nonce', 'body'],
]

/** The parts twice in succession are another mistake. */
const isBesideItself = ({ text }: Line, { order, labels, end }: Layout, draft: Draft): boolean => {
  const textOf = (piece: Layout['order'][number] | undefined): string | undefined =>
    piece === undefined || piece === 'body' ? undefined : draft[piece]
  const place = end === '' ? order.findIndex((piece) => labels?.[piece] !== undefined) : order.length
  return [order[place - 1], order[place]].some((piece) => textOf(piece) === text)
}

/**
 * The layouts with a line that few programs add, and those with one of the usual lines in another order of the parts. With `wanted`, those
 * with a line that makes a text as long as this one.
 */
export function* rareLineAdded(draft: Draft, hash: Hash, wanted?: Bytes.Bytes): Generator<Form<Layout>> {
  const lineLength = wantedLength(draft, wanted)
  const missing = missingValues.map(named)
  const usual = usualLines(draft, hash)
  const fixed = [...rareFixedLines, ...variableNames].map(named)
  const everyLine = [...usual, ...missing, ...fixed, ...rareLines(draft, hash)]
  const texts = new Set<string>()
  for (const added of everyLine) {
    if (texts.has(added.text)) continue
    texts.add(added.text)
    if (lineLength !== undefined && utf8(added.text).length !== lineLength) continue
    const inOtherOrders = [...usual, ...missing.slice(0, 3)].includes(added) ? otherOrders : []
    for (const order of [standard.order, ...inOtherOrders])
      for (const [detail, layout] of placesOf(added, order))
        if (!isBesideItself(added, layout, draft))
          yield [order === standard.order ? detail : `${order.join(', ')}, ${detail}`, layout, 'late']
  }
}

// ---- Words

const formOfLine =
  /^(?:((?:(?:method|target|timestamp|nonce|body), ){5}))?(the .+?|\S+(?:; charset=\S+|: \d+)?) (?:before the (method|target|timestamp|nonce|body)|at the end)$/

const remedy = 'Sign only the five values, and put a line feed after each of the first four.'

/** Where the line may come from. */
const originOf = (lineName: string): string => {
  if (missingValues.includes(lineName)) return 'It may be an empty value that was signed as one more part.'
  return variableNames.includes(lineName)
    ? 'It may be the name of a variable in place of its value.'
    : 'Other schemes have such a line.'
}

/** The words for such a form, by its detail. */
export const addedLineTelling = (detail: string): Telling | undefined => {
  const [, order, lineName, partName] = formOfLine.exec(detail) ?? []
  if (lineName === undefined) return undefined
  const place = partName === undefined ? 'after the body' : `before the ${partName}`
  const origin = originOf(lineName)
  if (order === undefined)
    return { detail, what: `The caller signed one line more, ${lineName}, ${place}. ${origin}`, remedy }
  const parts = listed(order.split(', ').slice(0, -1))
  const placeInOrder = partName === undefined ? 'at the end' : place
  return {
    detail,
    what: `The caller signed the parts in this order: ${parts}. It signed one line more, ${lineName}, ${placeInOrder}. ${origin}`,
    remedy: 'Sign method, target, timestamp, nonce and body, each once and in this order.',
  }
}
