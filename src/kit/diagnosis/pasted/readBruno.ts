/**
 * A request in a file of Bruno: blocks in braces, whose lines are indented.
 *
 *     post {
 *       url: https://api.example/v1/jobs
 *       body: json
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
import { bodyIsNoText, bytesBody, parametersInPath, requestSent, valuesInBraces } from './librarySent.ts'
import { withPathParameters } from './pathParameters.ts'

export const beginsLikeBruno = (firstLine: string): boolean =>
  /^(?:meta|get|post|put|patch|delete|options|head|headers|auth:\w+|body:\w+) \{\r?$/.test(firstLine)

interface Block {
  readonly name: string
  readonly lines: ReadonlyArray<string>
}

/** A block ends with the first line that is a brace alone. */
const blocksIn = (bruFile: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let open: { readonly name: string; readonly lines: Array<string> } | undefined
  for (const blockLine of bruFile.split('\n')) {
    if (open === undefined) {
      const blockName = /^([\w:-]{1,64}) \{$/.exec(blockLine)?.[1]
      open = blockName === undefined ? undefined : { name: blockName, lines: [] }
    } else if (blockLine === '}') {
      blocks.push(open)
      open = undefined
    } else open.lines.push(blockLine.replace(/^ {2}/, ''))
  }
  return blocks
}

/** A line of Base64 without a name goes on with the value before it: a signature that was broken into lines. */
const goesOn = /^\s*[0-9A-Za-z+/_-]+={0,2}\s*$/

/** A signature whose quotes are open at the end of its line, and the line that closes them. */
const openSignature = /signature=["'][^"']*$/i
const closesQuotes = /^\s*[0-9A-Za-z+/_-]*={0,2}["'](?:,[^:]*)?$/

const joinWrappedValues = (blockLines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const entries: Array<string> = []
  for (const blockLine of blockLines) {
    const isContinued =
      goesOn.test(blockLine) || (closesQuotes.test(blockLine) && openSignature.test(entries.at(-1) ?? ''))
    const wrappedValue = isContinued ? entries.pop() : undefined
    entries.push(wrappedValue === undefined ? blockLine : `${wrappedValue}\n${blockLine}`)
  }
  return entries
}

const pairsIn = ({ lines }: Block): ReadonlyArray<readonly [string, string]> =>
  joinWrappedValues(lines).flatMap((entry): ReadonlyArray<readonly [string, string]> => {
    const colon = entry.indexOf(':')
    // A tilde switches a line off.
    return colon < 1 || entry.startsWith('~') ? [] : [[entry.slice(0, colon).trim(), entry.slice(colon + 1).trim()]]
  })

/** The body of the kind that is chosen; Bruno keeps those of other kinds. Undefined if Bruno builds it, as it does a form. */
const bodyOf = (kind: string, blocks: ReadonlyArray<Block>): string | undefined => {
  if (kind === 'none') return ''
  if (!/^(?:json|text|xml|sparql)$/.test(kind)) return undefined
  const chosen = blocks.find(({ name: blockName }) => blockName === `body:${kind}`)
  // An older name of the block of JSON.
  const older = kind === 'json' ? blocks.find(({ name: blockName }) => blockName === 'body') : undefined
  return (chosen ?? older)?.lines.join('\n') ?? ''
}

/** Said of credentials that Bruno adds by itself. */
const credentialsNotRead =
  'Bruno adds credentials from a block of this file that begins with auth: and is not read here. They may replace the Authorization header.'

/** Whether Bruno uses a block such as `auth:bearer`. It keeps those of other kinds than the one that is chosen. */
const addsCredentials = (chosenKind: string | undefined, blocks: ReadonlyArray<Block>): boolean =>
  blocks.some(
    ({ name: blockName }) =>
      blockName.startsWith('auth:') && (chosenKind === undefined || blockName === `auth:${chosenKind}`),
  )

export const readBruno = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const bruFile = textOf(bytes).replaceAll('\r\n', '\n')
  const blocks = blocksIn(bruFile)
  const requestBlock = blocks.find(({ name: blockName }) =>
    /^(?:get|post|put|patch|delete|options|head)$/.test(blockName),
  )
  const members = new Map(requestBlock === undefined ? [] : pairsIn(requestBlock))
  const url = members.get('url')
  if (requestBlock === undefined || url === undefined)
    return unreadable(bytes, 0, 'this file of Bruno has no request with a URL; paste the whole file')
  if (/\{\{.{1,256}\}\}/.test(bruFile)) return unreadable(bytes, 0, valuesInBraces)
  const headers = blocks.filter(({ name: blockName }) => blockName === 'headers').flatMap(pairsIn)
  const sentUrl = withPathParameters(
    url,
    blocks.filter(({ name: blockName }) => blockName === 'params:path').flatMap(pairsIn),
  )
  if (sentUrl === undefined) return unreadable(bytes, 0, parametersInPath)
  const body = bodyOf(members.get('body') ?? 'none', blocks)
  if (body === undefined) return unreadable(bytes, 0, bodyIsNoText)
  const received = requestSent({
    method: requestBlock.name.toUpperCase(),
    url: sentUrl,
    headers,
    body: bytesBody(body),
    notes: addsCredentials(members.get('auth'), blocks) ? [credentialsNotRead] : [],
  })
  return E.isLeft(received) ? unreadable(bytes, 0, received.left) : received
}
