/**
 * A request in what a program prints of its values: objects, maps, structures and tuples of any language, perhaps in lines of a
 * log. The Authorization header is looked for first. Method, URL and body are found by usual name; failing that, by look; nearest
 * first. Among several bodies the Content-Length decides; where none does, no body is guessed.
 *
 *     POST https://api.example/v1/jobs
 *     {'Authorization': '…', 'Content-Length': '2'}
 *     b'{}'
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../../core/Bytes.ts'
import { latin1, type Received, textOf } from '../../Received.ts'
import type { Wrong } from '../curlOptions.ts'
import { hexBlocks, withoutBlocks } from '../hexText.ts'
import { bodyIsSorted, loneMarkDropped, requestSent } from '../librarySent.ts'
import { type Candidate, candidatesIn, chooseBody, forTheEye } from './bodyCandidates.ts'
import { announcedLength, besideAuthorization, findHeaders, headersIn, isAuthorization } from './headerList.ts'
import { indexLiterals } from './literalIndex.ts'
import type { Group } from './literals/Literal.ts'
import { literalTree } from './literals/literalTree.ts'
import { quotedMessage } from './quotedMessage.ts'
import { anywhere, besideHeaders, methodAnywhere, named, requestLineIn, sentMethod, urlIn } from './requestAddress.ts'
import { isMethod, isUrl, methodNames, wholeUrlNames } from './usualNames.ts'

/** HAProxy escapes what it captures as `#22`. */
const withoutNumberSigns = (captured: string): string =>
  /#7B#22/.test(captured)
    ? captured.replace(/#([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : captured

/** The request, if the text holds an Authorization header, a method and a URL in some such form. */
export const dumpRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const printedText = withoutNumberSigns(latin1(bytes))
  const blocks = hexBlocks(printedText)
  const withoutHexBlocks = withoutBlocks(printedText, blocks)
  const root = literalTree(withoutHexBlocks)
  const index = indexLiterals(root)
  const wire = quotedMessage(index)
  if (wire !== undefined) return requestSent({ ...wire, notes: [] })
  const headerList = findHeaders(withoutHexBlocks, root, index)
  const authorization = headerList?.headers.find(isAuthorization)?.[1] ?? ''
  if (headerList === undefined || authorization === '') return undefined
  const beside = requestLineIn(headerList.path[1]) ?? besideHeaders(index.leaves, headerList.at)
  const method = headerList.path
    .map((group) => named(group, methodNames, isMethod))
    .find((candidate) => candidate !== undefined)
  const url = headerList.path.map(urlIn).find((candidate) => candidate !== undefined)
  const address = {
    method: method ?? beside?.method ?? methodAnywhere(index.leaves),
    url: chooseUrl(method, url, beside?.url) ?? anywhere(index.leaves, wholeUrlNames, isUrl),
  }
  if (address.method === undefined || address.url === undefined) return undefined
  const wellFormedHeaders = headerList.headers.filter(([fieldName]) => /^[a-z][a-z0-9-]{0,127}$/.test(fieldName))
  const headerLists = [
    wellFormedHeaders,
    ...index.groups.map(({ group }) => headersIn(group.items)),
    headersIn(besideAuthorization(withoutHexBlocks, root.items)),
  ]
  const ofStructure = headerList.path.flatMap(lengthOfStructure)[0]
  const announced = announcedLength(headerLists, authorization)
  const length = announced ?? ofStructure
  // A request line may come before the headers, and the body may stand between the two.
  const requestStart = Math.min(
    method === undefined || url === undefined ? (beside?.at ?? headerList.at) : headerList.at,
    headerList.at,
  )
  const numbered = blocks.map(
    (block): Candidate => ({ readings: [block.bytes], isNamed: false, isExact: true, from: block.from }),
  )
  const candidates = [...candidatesIn(withoutHexBlocks, index, headerList.path), ...numbered]
  const chosen = chooseBody(candidates, length, requestStart, withoutHexBlocks)
  if (chosen?.isSorted === true) return E.left(bodyIsSorted)
  const isPrinted = chosen?.isForTheEye === true
  const body = isPrinted ? undefined : chosen
  return requestSent({
    method: sentMethod(address.method),
    url: utf8(address.url).replace(/\?$/, ''),
    // tshark writes the line end behind a value.
    headers: [
      ...wellFormedHeaders.map(([fieldName, fieldValue]) => [fieldName, utf8(fieldValue).trim()] as const),
      ...(announced === undefined && length !== undefined ? [['content-length', String(length)] as const] : []),
    ],
    body: body === undefined ? undefined : { _tag: 'Bytes', bytes: body.bytes },
    notes: [...(body?.notes ?? []), ...(address.url.endsWith('?') ? [loneMarkDropped] : [])],
    bodyLost: isPrinted ? forTheEye : undefined,
  })
}

/** Go keeps the length of the body beside the headers, as `ContentLength:97`; 0 may mean that it is not known. */
const lengthOfStructure = ({ items: members }: Group): ReadonlyArray<number> =>
  members.flatMap(({ key, value: member }) =>
    key === 'ContentLength' && member._tag === 'Text' && /^[1-9]\d{0,11}$/.test(member.readings[0])
      ? [Number(member.readings[0])]
      : [],
  )

const utf8 = (latin1Text: string): string => textOf(Bytes.ofAscii(latin1Text))

/**
 * The URL by its usual name, or the one that stands beside the headers with a method. Where the method has no usual name, it comes
 * from beside the headers, and the URL there belongs to it; unless the named URL is the same with its query.
 */
const chooseUrl = (
  namedMethod: string | undefined,
  namedUrl: string | undefined,
  urlBeside: string | undefined,
): string | undefined =>
  namedMethod === undefined && !isLonger(namedUrl, urlBeside) ? (urlBeside ?? namedUrl) : (namedUrl ?? urlBeside)

/** Whether this is the other with its query. */
const isLonger = (url: string | undefined, shorterUrl: string | undefined): boolean =>
  shorterUrl !== undefined && url?.startsWith(`${shorterUrl}?`) === true
