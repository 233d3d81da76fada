/**
 * The items that Burp Suite saves, a file in XML: each with the request off the wire, in Base64 or as it is.
 *
 *     <items burpVersion="2024.5" …>
 *       <item>
 *         <request base64="true"><![CDATA[UE9TVCAvdjEvam9icyBIVFRQLzEuMQ…]]></request>
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, type Unreadable, unreadable } from '../Received.ts'
import { readHttp } from './readHttp.ts'

const requestElement = /<request(?: base64="(true|false)")?[^>]{0,64}>(?:<!\[CDATA\[)?([\s\S]*?)(?:\]\]>)?<\/request>/g

/** Whether this XML has such items. */
export const isBurp = (xml: string): boolean => /<items burpVersion=/.test(xml.slice(0, 65_536))

const readItem = (content: string, isBase64: boolean): E.Either<Unreadable, Received> | undefined => {
  if (!isBase64) return readHttp(Bytes.ofAscii(content))
  const bytes = Base64.decode(content.replace(/\s+/g, ''))
  return E.isLeft(bytes) ? undefined : readHttp(bytes.right)
}

/** Reads the first request that has an Authorization header; the first of all if none has. */
export const readBurp = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const requests = [...latin1(bytes).matchAll(requestElement)].flatMap(
    ([, base64, content = '']) => readItem(content, base64 === 'true') ?? [],
  )
  const isSigned = (request: E.Either<Unreadable, Received>): boolean =>
    E.isRight(request) && request.right.authorization.length > 0
  return (
    requests.find(isSigned) ??
    requests[0] ??
    unreadable(bytes, 0, 'these items of Burp have no request that can be read; copy the request itself')
  )
}
