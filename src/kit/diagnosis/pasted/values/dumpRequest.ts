/**
 * A request in what a program prints of its values: objects, maps, structures and tuples of any language, perhaps in lines of a
 * log. The Authorization header is looked for first; method, URL and body are the nearest that have their usual names, and else
 * the nearest that look like them. Among several bodies the Content-Length decides; where none does, no body is guessed.
 *
 *     POST https://api.example/v1/jobs
 *     {'Authorization': '…', 'Content-Length': '2'}
 *     b'{}'
 */
import type * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../../core/Bytes.ts'
import { latin1, type Received, textOf } from '../../Received.ts'
import type { Wrong } from '../curlOptions.ts'
import { hexBlocks, withoutBlocks } from '../hexText.ts'
import { loneMarkDropped, requestSent } from '../librarySent.ts'
import { type Candidate, candidatesIn, chooseBody, forTheEye, isForTheEye } from './bodyCandidates.ts'
import { announcedLength, besideAuthorization, findHeaders, headersIn, isAuthorization } from './headerList.ts'
import { indexLiterals } from './literalIndex.ts'
import { literalTree } from './literalTree.ts'
import { quotedMessage } from './quotedMessage.ts'
import { anywhere, besideHeaders, methodAnywhere, named, sentMethod, urlIn } from './requestAddress.ts'
import { isMethod, isUrl, methodNames, wholeUrlNames } from './usualNames.ts'

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
  const index = indexLiterals(root)
  const wire = quotedMessage(index)
  if (wire !== undefined) return requestSent({ ...wire, notes: [] })
  const found = findHeaders(text, root, index)
  const authorization = found?.headers.find(isAuthorization)?.[1] ?? ''
  if (found === undefined || authorization === '') return undefined
  const beside = besideHeaders(index.leaves, found.at)
  const method = found.path.map((group) => named(group, methodNames, isMethod)).find((each) => each !== undefined)
  const url = found.path.map(urlIn).find((each) => each !== undefined)
  const sent = {
    method:
      method ?? (url === undefined ? beside?.method : undefined) ?? beside?.method ?? methodAnywhere(index.leaves),
    url:
      (method === undefined && !isLonger(url, beside?.url) ? (beside?.url ?? url) : (url ?? beside?.url)) ??
      anywhere(index.leaves, wholeUrlNames, isUrl),
  }
  if (sent.method === undefined || sent.url === undefined) return undefined
  const known = found.headers.filter(([name]) => /^[a-z][a-z0-9-]{0,127}$/.test(name))
  const lists = [
    known,
    ...index.groups.map(({ group }) => headersIn(group.items)),
    headersIn(besideAuthorization(text, root.items)),
  ]
  const length = announcedLength(lists, authorization)
  const from = Math.min(method === undefined || url === undefined ? (beside?.at ?? found.at) : found.at, found.at)
  const numbered = blocks.map((block): Candidate => ({ readings: [block.bytes], isNamed: false, from: block.from }))
  const candidates = [...candidatesIn(text, index, found.path), ...numbered]
  const chosen = chooseBody(candidates, length, from, text)
  const isPrinted =
    length === undefined &&
    chosen !== undefined &&
    isForTheEye({ readings: [latin1(chosen.bytes)], isNamed: false, from: 0 })
  const body = isPrinted ? undefined : chosen
  return requestSent({
    method: sentMethod(sent.method),
    url: utf8(sent.url).replace(/\?$/, ''),
    // tshark writes the line end behind a value.
    headers: known.map(([name, value]) => [name, utf8(value).trim()]),
    body: body === undefined ? undefined : { _tag: 'Bytes', bytes: body.bytes },
    notes: [...(isPrinted ? [forTheEye] : (body?.notes ?? [])), ...(sent.url.endsWith('?') ? [loneMarkDropped] : [])],
  })
}

const utf8 = (text: string): string => textOf(Bytes.ofAscii(text))

/** Whether this is the other with its query. */
const isLonger = (url: string | undefined, other: string | undefined): boolean =>
  other !== undefined && url?.startsWith(`${other}?`) === true
