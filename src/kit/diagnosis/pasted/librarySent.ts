/**
 * The request that an HTTP library sends: of a URL it escapes what may not stand in it, and resolves dot segments.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { type Body, escapeOf, latin1, type Received, receivedOf, trimmed } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { parseUrl, withoutDotSegments } from './curlUrl.ts'

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Body
  readonly notes: ReadonlyArray<string>
}

/** UTF-8; half a surrogate pair becomes the replacement character, as encoders of libraries write it. */
const encoded = (text: string): Bytes.Bytes =>
  E.getOrElse((): Bytes.Bytes => Bytes.empty)(Bytes.ofText(text.replace(/\p{Cs}/gu, '\ufffd')))

/** A text as a body. */
export const bytesBody = (text: string): Body => ({ _tag: 'Bytes', bytes: encoded(text) })

/** What every library escapes: blanks, controls, `"`, `<`, `>` and bytes beyond ASCII. */
const escaped = (url: string): string => {
  let text = ''
  for (const byte of encoded(url))
    text +=
      byte <= 0x20 || byte >= 0x7f || /["<>]/.test(String.fromCharCode(byte))
        ? escapeOf(byte)
        : String.fromCharCode(byte)
  return text
}

/** What some libraries rewrite and others leave alone: `'`, `|` and the like, and escapes of characters that need none. */
const disputed = /['\\^`{|}[\]]|%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/i

/** The request as it arrives. A URL without a host gives none. */
export const received = ({ method, url, headers, body, notes }: Sent): E.Either<Wrong, Received> => {
  const written = escaped(url)
  const isPath = written.startsWith('/') && !written.startsWith('//')
  const parts = parseUrl(isPath ? `http://none${written}` : written, true)
  if (E.isLeft(parts)) return parts
  const { path, query, user } = parts.right
  const target = withoutDotSegments(path) + query
  const fields = headers.map(([name, value]) => [name.toLowerCase(), trimmed(latin1(encoded(value)))] as const)
  const host = fields.find(([name]) => name === 'host')?.[1] ?? (isPath ? undefined : parts.right.host)
  const said = [
    ...notes,
    ...(disputed.test(target)
      ? ['Libraries differ in how they write some characters of this URL; the target is given as it is written here.']
      : []),
    ...(user === undefined ? [] : ['The user and the password of the URL were left out.']),
  ]
  const authorization = fields.filter(([name]) => name === 'authorization').map(([, value]) => value)
  return E.right(receivedOf({ method, target, host, url: isPath ? undefined : url, authorization, body }, said))
}
