/**
 * The one reader of the headers that a caller adds to a request, by `submitJob` and by `client.fetch`. What frames a message, or
 * belongs to the connection, is the transport's own: two servers might read such a request as two different ones.
 */
import { isToken } from '../core/Rule.ts'
import { isRecord } from '../core/Settings.ts'
import { wrong } from './ClientError.ts'

type Pairs = ReadonlyArray<readonly [name: string, value: string]>

/** RFC 9110 §7.6.1 and §10.1.1, RFC 9112 §6; the transport writes those that a request needs. */
const ofTheTransport: ReadonlySet<string> = new Set([
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

/** RFC 9110 §5.5: tabs, visible ASCII and Latin-1, which is what every transport writes as it is. */
const isFieldValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/**
 * The headers by their names in lower case. Takes a record, or pairs as `Headers` has them. Throws a `ClientError` of reason
 * `setting_invalid` that shows a name, and never a value.
 */
export const readCallerHeaders = (given: unknown): Pairs =>
  pairsOf(given).map(([name, value]) => readHeader(name, value))

const readHeader = (name: unknown, value: unknown): Pairs[number] => {
  if (typeof name !== 'string' || !isToken(name))
    throw wrong("headers: a name is one or more letters, digits or any of !#$%&'*+-.^_`|~")
  const lower = name.toLowerCase()
  if (lower === 'authorization') throw wrong('this client writes the Authorization header; leave it out')
  if (ofTheTransport.has(lower))
    throw wrong(`headers: ${lower} belongs to the framing or the connection, and this client writes it; leave it out`)
  if (typeof value !== 'string' || !isFieldValue(value))
    throw wrong(
      `headers: the value of ${lower} must be text in ASCII or Latin-1, without line ends; encode any other text`,
    )
  return [lower, value]
}

const pairsOf = (given: unknown): ReadonlyArray<readonly [unknown, unknown]> => {
  if (given === undefined || given === null) return []
  if (typeof given === 'object' && Symbol.iterator in given) {
    const pairs = [...(given as Iterable<unknown>)]
    if (pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) return pairs as Array<[unknown, unknown]>
  } else if (isRecord(given)) return Object.entries(given)
  throw wrong('headers must be a record of texts, Headers, or a list of pairs')
}
