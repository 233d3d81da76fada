/**
 * Reads the headers that a program adds to a request by `submitJob` or `client.fetch`.
 *
 *     { 'X-Trace': 'a' }       [['x-trace', 'a']]
 *     { Host: 'elsewhere' }    throws: headers: host belongs to the framing or the connection, …
 *
 * Only the transport writes headers that frame a message or belong to the connection. Otherwise two servers might read one request as
 * two different ones.
 */
import { isToken } from '../core/Rule.ts'
import { isRecord } from '../core/Settings.ts'
import { wrong } from './ClientError.ts'

type Pairs = ReadonlyArray<readonly [name: string, value: string]>

/** Headers that the transport writes if a request needs them (RFC 9110 §7.6.1 and §10.1.1, RFC 9112 §6). */
const transportHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Tabs, visible ASCII and Latin-1 (RFC 9110 §5.5). Every transport writes these characters unchanged. */
const isFieldValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/**
 * The headers by their names in lower case. Takes a record, or pairs as `Headers` has them. Throws a `ClientError` of reason
 * `setting_invalid` that shows a name, and never a value.
 */
export const readCallerHeaders = (headers: unknown): Pairs =>
  pairsOf(headers).map(([name, value]) => readHeader(name, value))

const readHeader = (name: unknown, value: unknown): Pairs[number] => {
  if (typeof name !== 'string' || !isToken(name))
    throw wrong("headers: a name is one or more letters, digits or any of !#$%&'*+-.^_`|~")
  const lowerName = name.toLowerCase()
  if (lowerName === 'authorization') throw wrong('this client writes the Authorization header; leave it out')
  if (transportHeaders.has(lowerName))
    throw wrong(`headers: ${lowerName} belongs to the framing or the connection; leave it out`)
  if (typeof value !== 'string' || !isFieldValue(value))
    throw wrong(
      `headers: the value of ${lowerName} must be text in ASCII or Latin-1, without line ends; encode any other text`,
    )
  return [lowerName, value]
}

/** The pairs of `Headers`, of a list of pairs, or of a record. */
const pairsOf = (headers: unknown): ReadonlyArray<readonly [unknown, unknown]> => {
  if (headers === undefined || headers === null) return []
  if (typeof headers === 'object' && Symbol.iterator in headers) {
    const pairs = [...(headers as Iterable<unknown>)]
    if (pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) return pairs as Array<[unknown, unknown]>
  } else if (isRecord(headers)) return Object.entries(headers)
  throw wrong('headers must be a record of texts, Headers, or a list of pairs')
}
