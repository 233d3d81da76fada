/**
 * A text of the tree that is a whole message off the wire; its body may be a text of its own.
 *
 *     sendto(5, "POST /v1/jobs HTTP/1.1\r\nHost: h\r\n\r\n{}", 40, …)
 */
import * as Bytes from '../../../../core/Bytes.ts'
import { textOf } from '../../Received.ts'
import type { requestSent } from '../librarySent.ts'
import type { Pair } from './headerList.ts'
import type { LiteralIndex } from './literalIndex.ts'

const wireBegins = /^(?:Request:\r?\n)?([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) ([^\r\n ]{1,65536}) HTTP\/[0-9.]{1,3}\r?\n/

/** A text of the tree that is a message off the wire; its body may be a text of its own. */
export const quotedMessage = ({
  leaves,
}: LiteralIndex): Omit<Parameters<typeof requestSent>[0], 'notes'> | undefined => {
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
