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
  /** The caller's address, or what a proxy in front names as such. Empty if the caller had gone. */
  readonly client: string
}

/** What is asked of a request before anything else is known of it. */
export interface IdentitySettings {
  readonly trusted: Trusted
  /** The header in which a proxy in front names the caller's address; of a list the last address counts. */
  readonly clientHeader: string | undefined
  /** Makes an id that no other request has. */
  readonly makeId: () => string
}

export const header = 'X-Request-Id'

const known = folded(header)

export const isRequestId = (text: string): boolean => /^[0-9A-Za-z-]{1,64}$/.test(text)

export const of = (
  lines: Lines,
  address: string,
  { trusted, clientHeader, makeId }: IdentitySettings,
): RequestIdentity => ({
  requestId: givenId(lines, trusted) ?? makeId(),
  client: namedClient(lines, clientHeader) || address.replace(/^::ffff:(?=[\d.]+$)/, ''),
})

/** The id of a trusted front. Two of them, or one of another form, are none. */
const givenId = (lines: Lines, { names }: Trusted): string | undefined => {
  if (!names.has(known)) return undefined
  const [id = '', ...others] = valuesOf(lines, known)
  return others.length === 0 && isRequestId(id) ? id : undefined
}

const namedClient = (lines: Lines, clientHeader: string | undefined): string =>
  clientHeader === undefined
    ? ''
    : (valuesOf(lines, clientHeader.toLowerCase()).at(-1)?.split(',').at(-1)?.trim() ?? '').slice(0, 128)

/** Whether a header is an id, in any spelling that CGI takes for it. */
export const isIdHeader = (name: string): boolean => folded(name) === known

/** An answer's headers with this id, and no other. */
export const withId = (lines: Lines, requestId: string): Array<string> => [
  ...lines.filter((_, i) => !isIdHeader(lines[i - (i % 2)] ?? '')),
  header,
  requestId,
]
