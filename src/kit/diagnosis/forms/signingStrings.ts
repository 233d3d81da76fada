/**
 * Lists of headers that HTTP Signatures before RFC 9421 (Cavage) sign, in every order: the caller chooses which headers it signs, and in
 * which order. `schemes.ts` has the lists in the usual order with the date of the timestamp; here are the other orders, and the dates and
 * types of this request.
 *
 *     date: Tue, 14 Nov 2023 22:13:20 GMT\n(request-target): post /v1/jobs\nhost: jobs.example
 */
import * as Base64 from '../../../core/Base64.ts'
import type * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import type { Draft, Layout } from '../Draft.ts'
import { latin1 } from '../Received.ts'
import { utf8 } from './charsets.ts'
import { textAlone } from './layouts.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** The date of a timestamp, as headers have it. A timestamp that is no number of seconds has the date of 1970. */
export const httpDateOf = (timestamp: string): string =>
  new Date(/^\d{1,11}$/.test(timestamp) ? Number(timestamp) * 1000 : 0).toUTCString()

/** A line of such a list. */
const line = (name: string, value: string | undefined): ReadonlyArray<string> =>
  value === undefined || value === '' ? [] : [`${name}: ${value}`]

const nameOf = (headerLine: string): string => headerLine.slice(0, headerLine.indexOf(': '))

/** Longer lists are tried in the usual order alone. */
const maxPermuted = 4

/** A value that a header can have on one line. */
const isOneLine = (value: string | undefined): boolean => value !== undefined && /^[ -~]{1,128}$/.test(value)

/** The lines in the usual order: with the date, and with the time of signing in its place. */
const linesOf = (draft: Draft, hash: Hash): ReadonlyArray<ReadonlyArray<string>> => {
  const { method, target, timestamp, host, body, date, contentType } = draft
  const first = line('(request-target)', `${method.toLowerCase()} ${target}`)
  const digest = line('digest', `SHA-256=${Base64.encode(hash('sha256', body))}`)
  const type = isOneLine(contentType) ? line('content-type', contentType) : []
  return [
    [
      ...first,
      ...line('host', host),
      ...line('date', isOneLine(date) ? date : httpDateOf(timestamp)),
      ...digest,
      ...type,
      ...line('content-length', String(body.length)),
    ],
    [...first, ...line('(created)', timestamp), ...line('host', host), ...digest],
  ]
}

/** What begins the details of these forms. */
const listsHeaders = 'as HTTP Signatures list headers: '

/** The longest beginning of such a text up to the value of its first header. */
const longestName = 32

const beginsWithHeader = /^(?:\(request-target\)|\(created\)|host|date|digest|content-type|content-length): /

/** Every text that lists some of these headers. With `only`, no text at all if `only` does not begin with one of these headers. */
export function* signingStrings(draft: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form<Layout>> {
  if (only !== undefined && !beginsWithHeader.test(latin1(only.subarray(0, longestName)))) return
  const seen = new Set<string>()
  for (const lines of linesOf(draft, hash))
    for (const chosen of subsets(lines))
      for (const order of chosen.length > maxPermuted ? [chosen] : permutations(chosen)) {
        const text = order.join('\n')
        if (text === '' || seen.has(text)) continue
        seen.add(text)
        yield [listsHeaders + order.map(nameOf).join(' '), textAlone(utf8(text)), 'late']
      }
}
