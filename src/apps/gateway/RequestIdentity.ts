/**
 * How the lines about one request are found again: the address of its caller, and an id that the gateway makes. For the log, for the
 * service behind the gateway, and for the caller, who gets the id with the answer.
 *
 *   X-Request-Id: chosen-by-a-caller   →   X-Request-Id: 9f2c…   to the service, and back to the caller
 *
 * A caller's own id counts for nothing: it could repeat that of another request. With `--trust-header X-Request-Id` the id of the
 * proxy in front counts.
 */
import { folded, type Lines, type Trusted, valuesOf } from './passedHeaders.ts'

export interface RequestIdentity {
  /** At most 64 ASCII letters, digits and hyphens. */
  readonly requestId: string
  /** The caller's address, or the one that a proxy in front names. Empty if the caller has gone. */
  readonly client: string
}

/** The settings by which the gateway finds the identity, before it knows anything else about the request. */
export interface IdentitySettings {
  readonly trusted: Trusted
  /** The header in which a proxy in front names the caller's address; of a list the last address counts. */
  readonly clientHeader: string | undefined
  /** Makes an id that no other request has. */
  readonly makeId: () => string
}

export const header = 'X-Request-Id'

const foldedHeader = folded(header)

export const isRequestId = (text: string): boolean => /^[0-9A-Za-z-]{1,64}$/.test(text)

/** The identity of a request with these headers, whose connection comes from this address. */
export const of = (
  lines: Lines,
  address: string,
  { trusted, clientHeader, makeId }: IdentitySettings,
): RequestIdentity => ({
  requestId: givenId(lines, trusted) ?? makeId(),
  // A socket for IPv6 writes an IPv4 address as ::ffff:203.0.113.9.
  client: namedClient(lines, clientHeader) || address.replace(/^::ffff:(?=[\d.]+$)/, ''),
})

/** The id that a trusted proxy in front gave. Several ids, and an id of another form, do not count. */
const givenId = (lines: Lines, { names }: Trusted): string | undefined => {
  const ids = names.has(foldedHeader) ? valuesOf(lines, foldedHeader) : []
  const [id = ''] = ids
  return ids.length === 1 && isRequestId(id) ? id : undefined
}

/** The caller's address by a proxy in front; empty if no proxy names it. */
const namedClient = (lines: Lines, clientHeader: string | undefined): string =>
  clientHeader === undefined
    ? ''
    : (valuesOf(lines, clientHeader.toLowerCase()).at(-1)?.split(',').at(-1)?.trim() ?? '').slice(0, 128)

/** Whether a header is an id, in any spelling that CGI takes for it. */
export const isIdHeader = (name: string): boolean => folded(name) === foldedHeader

/** An answer's headers with this id, and no other. */
export const withId = (lines: Lines, requestId: string): Array<string> => [
  ...lines.filter((_, i) => !isIdHeader(lines[i - (i % 2)] ?? '')),
  header,
  requestId,
]
