/**
 * A text of the tree that is a whole message off the wire; its body may be a text of its own.
 *
 *     sendto(5, "POST /v1/jobs HTTP/1.1\r\nHost: h\r\n\r\n{}", 40, …)
 */

import * as Bytes from '../../../../core/Bytes.ts'
import { lettersOf } from '../byteText.ts'
import { isSigned } from '../hidden.ts'
import type { requestSent } from '../librarySent.ts'
import { contentLengthIn, type Pair } from '../Pair.ts'
import type { Leaf, LiteralIndex } from './literalIndex.ts'

const wireBegins = /^(?:Request:\r?\n)?([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) ([^\r\n ]{1,65536}) HTTP\/[0-9.]{1,3}\r?\n/

/** Whether another Authorization header stands before the message: then the message is in a member of the body. */
const hasOtherBefore = (leaves: ReadonlyArray<Leaf>, signed: string): boolean =>
  leaves.some(
    ({ key, value: literal }) =>
      (key === undefined || /^(?:http_)?authorization$/i.test(key)) &&
      /^[A-Za-z][\w-]{0,64} \w/.test(literal.readings[0]) &&
      isSigned(literal.readings[0]) &&
      literal.readings[0] !== signed,
  )

/** A shorter text without quotation marks is no body. */
const shortestBare = 16

/** A text of the tree that is a message off the wire; its body may be a text of its own. */
export const quotedMessage = ({
  leaves,
}: LiteralIndex): Omit<Parameters<typeof requestSent>[0], 'notes'> | undefined => {
  const messageIndex = leaves.findIndex(
    ({ value: literal }) => literal.isQuoted && wireBegins.test(literal.readings[0]),
  )
  const [, method, url = ''] = wireBegins.exec(leaves[messageIndex]?.value.readings[0] ?? '') ?? []
  if (method === undefined) return undefined
  const [head = '', ...afterHead] = (leaves[messageIndex]?.value.readings[0] ?? '').split(/\r?\n\r?\n/)
  const headers = head
    .split(/\r?\n/)
    .slice(1)
    .flatMap((headerLine): ReadonlyArray<Pair> => {
      const [, fieldName, fieldValue = ''] = /^([^:\s]{1,256}): ?(.*)$/.exec(headerLine) ?? []
      return fieldName === undefined ? [] : [[fieldName, lettersOf(fieldValue)]]
    })
  const signed = headers.find(([fieldName]) => fieldName.toLowerCase() === 'authorization')?.[1]
  if (signed === undefined || hasOtherBefore(leaves.slice(0, messageIndex), signed)) return undefined
  const length = contentLengthIn(headers)
  const afterBreak = (leaves[messageIndex]?.value.readings[0] ?? '').slice(head.length).replace(/^\r?\n\r?\n/, '')
  // k6 ends what it prints by a line end of its own.
  const ownBody = head.startsWith('Request:') ? afterBreak.replace(/\n$/, '') : afterBreak
  const laterLeaves = [...leaves.slice(messageIndex + 1), ...leaves.slice(0, messageIndex)]
  // A bare word such as the name of a call may have the length of the body by chance.
  const laterLiterals = laterLeaves.flatMap(({ value: literal }) =>
    literal.isQuoted || literal.to - literal.from >= shortestBare ? literal.readings : [],
  )
  const body =
    length === undefined
      ? afterHead.length > 0 && ownBody !== ''
        ? ownBody
        : undefined
      : [ownBody, ...laterLiterals].find((candidateBody) => String(candidateBody.length) === length)
  return { method, url, headers, body: body === undefined ? undefined : { _tag: 'Bytes', bytes: Bytes.ofAscii(body) } }
}
