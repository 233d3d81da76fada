/**
 * A request in a file of Bruno: blocks in braces, whose lines are indented.
 *
 *     post {
 *       url: https://api.example/v1/jobs
 *     }
 *     headers {
 *       Content-Type: application/json
 *     }
 *     body:json {
 *       {}
 *     }
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { type Received, textOf, type Unreadable, unreadable } from '../Received.ts'
import { bodyIsNoText, bytesBody, requestSent, valuesInBraces } from './librarySent.ts'

export const beginsLikeBruno = (line: string): boolean =>
  /^(?:meta|get|post|put|patch|delete|options|head|headers|auth:\w+|body:\w+) \{\r?$/.test(line)

interface Block {
  readonly name: string
  readonly lines: ReadonlyArray<string>
}

/** A block ends with the first line that is a brace alone. */
const blocksIn = (text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let open: { readonly name: string; readonly lines: Array<string> } | undefined
  for (const line of text.split('\n', 100_000)) {
    if (open === undefined) {
      const name = /^([\w:-]{1,64}) \{$/.exec(line)?.[1]
      open = name === undefined ? undefined : { name, lines: [] }
    } else if (line === '}') {
      blocks.push(open)
      open = undefined
    } else open.lines.push(line.replace(/^ {2}/, ''))
  }
  return blocks
}

/** A line of Base64 without a name goes on with the value before it: a signature that was broken into lines. */
const goesOn = /^\s*[0-9A-Za-z+/_-]+={0,2}\s*$/

const joinedLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  for (const line of lines) {
    const before = goesOn.test(line) ? joined.pop() : undefined
    joined.push(before === undefined ? line : `${before}\n${line}`)
  }
  return joined
}

const pairsIn = ({ lines }: Block): ReadonlyArray<readonly [string, string]> =>
  joinedLines(lines).flatMap((line): ReadonlyArray<readonly [string, string]> => {
    const colon = line.indexOf(':')
    // A tilde switches a line off.
    return colon < 1 || line.startsWith('~') ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
  })

export const readBruno = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const text = textOf(bytes).replaceAll('\r\n', '\n')
  const blocks = blocksIn(text)
  const request = blocks.find(({ name }) => /^(?:get|post|put|patch|delete|options|head)$/.test(name))
  const url = request === undefined ? undefined : pairsIn(request).find(([name]) => name === 'url')?.[1]
  if (request === undefined || url === undefined)
    return unreadable(bytes, 0, 'this file of Bruno has no request with a URL; paste the whole file')
  if (/\{\{.{1,256}\}\}/.test(text)) return unreadable(bytes, 0, valuesInBraces)
  const headers = blocks.filter(({ name }) => name === 'headers').flatMap(pairsIn)
  const bodies = blocks.filter(({ name }) => /^body(?::(?:json|text|xml))?$/.test(name))
  const isOther = blocks.some(({ name }) => /^body:(?:form-urlencoded|multipart-form|graphql|file)$/.test(name))
  if (isOther) return unreadable(bytes, 0, bodyIsNoText)
  const body = bytesBody(bodies[0]?.lines.join('\n') ?? '')
  const sent = requestSent({ method: request.name.toUpperCase(), url, headers, body, notes: [] })
  return E.isLeft(sent) ? unreadable(bytes, 0, sent.left) : sent
}
