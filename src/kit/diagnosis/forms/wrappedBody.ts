/**
 * Bodies that a program put into something, or took out of it, between signing and sending: JSON as the member `data` of an object or as
 * the only item of a list, behind an equals sign, in Base64 or in hexadecimal digits, with the query before it.
 */

import * as O from 'fp-ts/lib/Option.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { withoutAtEnd } from '../Received.ts'
import type { Telling } from '../Telling.ts'
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import { treeOf, writerOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'

/** `getArguments()` of JMeter prints a body without a name so, and an expression of n8n begins so. */
export const equalsSignBefore = 'with = in front'

/** `JSON.stringify(pm.request.body)` in a script of Postman. */
export const objectOfPostman = 'as the text of pm.request.body of Postman'

export const onlyItem = 'as the only item of a list'

/** Names under which programs and platforms put a body. */
const wrapperNames = ['data', 'body', 'payload', 'params', 'content', 'request', 'json', 'message', 'input', 'event']

/** Fewer programs put the body into a field. */
const maxFieldNames = 8

const asField = 'as the field '

/** Says that the body was signed as a field of a form, by the detail of such a form. */
export const fieldTelling = (detail: string): Telling | undefined => {
  const [, name] = /^as the field (\w+)(?:, escaped(?:, \+ for a space)?)?$/.exec(detail) ?? []
  return name === undefined
    ? undefined
    : {
        detail: `as the field ${name} of a form`,
        what: `The caller signed the body as the value of the field ${name} of a form, but sent it without ${name}=.`,
        remedy: 'Make the text of the body once. Then sign and send exactly this text, as a form or without it.',
      }
}

/** A longer body is not put into another one. */
const maxLength = 65_536

/** The body in what was signed, and not sent. */
export function* wrappedBodies(body: string): Generator<Form> {
  if (body.length === 0 || body.length > maxLength) return
  yield [equalsSignBefore, `=${body}`]
  const ofPostman = `{"mode":"raw","raw":${JSON.stringify(body)}`
  yield [objectOfPostman, `${ofPostman}}`, 'late']
  yield [`${objectOfPostman}, with options`, `${ofPostman},"options":{"raw":{"language":"json"}}}`, 'late']
  if (!/^\s*[[{]/.test(body) || !isJson(body)) return
  const json = body.trim()
  for (const name of wrapperNames.slice(0, maxFieldNames))
    for (const [writing, text] of [
      ['', body],
      [', escaped', encodeURIComponent(body)],
      [', escaped, + for a space', encodeURIComponent(body).replaceAll('%20', '+')],
    ] as const)
      yield [`${asField}${name}${writing}`, `${name}=${text}`]
  yield ['as the name of a field of a form', `${encodeURIComponent(body)}=`]
  yield ['as the name of a member', `{${JSON.stringify(json)}:""}`]
  for (const fence of ['```json', '```']) {
    yield [`in a block of Markdown that begins with ${fence}`, `${fence}\n${json}\n\`\`\``]
    yield [
      `in a block of Markdown that begins with ${fence}, indented by 2`,
      `${fence}\n${onLines(json, '  ')}\n\`\`\``,
    ]
    yield [`in a block of Markdown that begins with ${fence}, and a line end`, `${fence}\n${json}\n\`\`\`\n`]
  }
  yield [onlyItem, `[${json}]`]
  for (const name of wrapperNames.slice(0, maxFieldNames))
    for (const indent of ['  ', '    '])
      yield [`as the member ${name}, on lines indented by ${indent.length}`, wrappedOnLines(name, json, indent)]
  for (const name of wrapperNames) {
    yield [`as the member ${name}`, `{"${name}":${json}}`]
    yield [`as the member ${name}, with a space`, `{"${name}": ${json}}`]
    yield [`as the text of the member ${name}`, `{"${name}":${JSON.stringify(json)}}`]
  }
}

/** JSON as the only member of an object, laid out anew. Its numbers keep their digits. */
const wrappedOnLines = (name: string, json: string, indent: string): string => onLines(`{"${name}":${json}}`, indent)

const onLines = (json: string, indent: string): string => {
  const style = { comma: ',', colon: ': ', indent, escaped: /(?!)/g }
  return writerOf(treeOf(json), { most: 8 * json.length + 1024 }).write(style) ?? json
}

const beforeBase64 = 'before it was encoded in Base64'
const beforeHexadecimal = 'before it was written in hexadecimal digits'

/** In which notation the body arrived, by the detail of the form. Undefined for other forms. */
export const sentNotationOf = (detail: string): 'Base64' | 'hexadecimal digits' | undefined => {
  if (detail === beforeBase64) return 'Base64'
  return detail === beforeHexadecimal ? 'hexadecimal digits' : undefined
}

/** What was signed, if the body arrived in Base64 or in hexadecimal digits. */
export function* sentEncoded(body: string): Generator<Form<Bytes.Bytes>> {
  const text = body.trim()
  if (text.length < 4 || text.length > 4 * maxLength) return
  if (/^(?:[0-9A-Fa-f]{2})+$/.test(text)) {
    const bytes = O.toUndefined(Bytes.ofHex(text.toLowerCase()))
    if (bytes !== undefined) yield [beforeHexadecimal, bytes, 'alone']
  }
  const decoded = decodeBase64(text)
  if (decoded !== undefined) yield [beforeBase64, decoded, 'alone']
}

/** Base64 or Base64url, with padding or without. */
export const decodeBase64 = (text: string): Bytes.Bytes | undefined => {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined
  const unpadded = withoutAtEnd(text.replaceAll('-', '+').replaceAll('_', '/'), '=')
  return O.toUndefined(O.fromEither(Base64.decode(unpadded + '='.repeat((4 - (unpadded.length % 4)) % 4))))
}

const inMember = 'it arrived in Base64 as the member '

/** The name of the member that has the signed body in Base64, as JSON, by the detail of such a form. */
export const memberOfBase64 = (detail: string): string | undefined =>
  detail.startsWith(inMember) ? detail.slice(inMember.length) : undefined

/** Objects that are deeper within other values are left alone. */
const maxDepth = 1

/**
 * What was signed, if it arrived in Base64 as a member of a JSON object. Mapping templates of API Gateway write `{"body":"e30=","headers":{}}`
 * for the body `{}`, and an event of Lambda has such a member too.
 */
export function* sentInMember(body: string): Generator<Form<Bytes.Bytes>> {
  if (!/^\s*\{/.test(body) || body.length > 4 * maxLength || !isJson(body)) return
  for (const { depth, members } of objectsIn(body))
    for (const { name, value } of depth > maxDepth ? [] : members) {
      const literal = body.slice(...value)
      const decoded = literal.length > 2 && literal.startsWith('"') ? decodeBase64(JSON.parse(literal)) : undefined
      if (decoded !== undefined) yield [`${inMember}${body.slice(...name)}`, decoded, 'alone']
    }
}

/** What begins the detail of a form that has the query in the place of the body. */
const joinedQuery = 'the query joined to the body: '

/** Whether this form joins the query and the body. */
export const isJoinedQuery = (detail: string): boolean => detail.startsWith(joinedQuery)

const lines = (texts: ReadonlyArray<string>): string => texts.map((text) => `${text}\n`).join('')

/** JSON as a list, and the same items as a line each. */
export function* listsAndLines(body: string): Generator<Form> {
  if (body.length > maxLength) return
  if (/^\s*\[/.test(body) && isJson(body)) {
    const items = (JSON.parse(body) as ReadonlyArray<unknown>).map((item) => JSON.stringify(item))
    if (items.length > 1) {
      yield ['each item of the list on a line', lines(items)]
      yield ['each item of the list on a line, no line end after the last', items.join('\n')]
    }
    return
  }
  const items = body.split('\n').filter((line) => line !== '')
  if (items.length < 2 || !items.every((item) => isJson(item))) return
  yield ['the lines as the items of a list', `[${items.join(',')}]`]
  yield ['the lines as the items of a list, with spaces', `[${items.join(', ')}]`]
}

/** What begins the detail of a form that has the query before the body, and the target with its query. */
const queryBefore = 'the query before the body, too: '

/** Whether this form signs the query twice: in the target, and before the body. */
export const isQueryBefore = (detail: string): boolean => detail.startsWith(queryBefore)

/** The query before the body, as services sign it that have no target in their text. */
export function* queryBeforeBody(query: string, body: string): Generator<Form> {
  if (query === '' || body === '' || body.length > maxLength) return
  for (const separator of ['', '&', '\n', '?'])
    yield [`${queryBefore}${JSON.stringify(separator)} between`, query + separator + body]
}

/** The query and the body as one text, which some services sign. */
export function* queryWithBody(query: string, body: string): Generator<Form> {
  if (query === '' || body === '' || body.length > maxLength) return
  for (const separator of ['&', '', '\n', '?', '.']) {
    yield [`${joinedQuery}${JSON.stringify(separator)} between`, query + separator + body, 'alone']
    yield [`${joinedQuery}behind it, ${JSON.stringify(separator)} between`, body + separator + query, 'alone']
  }
}
