/**
 * Recognizes private keys, tokens and passwords in a request, for everything that passes a request on: a ticket, a link, a report. They
 * leave out a request that seems to hold a secret.
 *
 *     {"password": "x"}     seems secret          {"prompt": "a"}     does not
 */

import type { AuthType } from '../../core/AuthType.ts'
import { type Bytes, empty } from '../../core/Bytes.ts'
import type { Case } from './Case.ts'
import { isCredential } from './headerParts.ts'
import { latin1 } from './Received.ts'

/** The header of a request, and the auth type that its verifier expects. */
interface RequestHeader extends Pick<Case, 'authorization'> {
  readonly settings: { readonly authType: AuthType }
}

/** The rest of the request. */
interface RequestContent extends Pick<Case, 'method' | 'target' | 'body' | 'host' | 'url' | 'paths' | 'headers'> {
  /** The text that the caller says it signs. */
  readonly claimed?: Bytes | undefined
}

/** The label of a PEM block, the private member of a JWK, a scheme before its token, or a name that says so before its value. */
const secret =
  /PRIVATE KEY-----|"d"\s*:\s*"[\w-]{16,}|\b(?:bearer|basic)\s+[\w.~+/-]{8,}|\b(?:[a-z]+[_-])?(?:token|secret|passw(?:or)?d|api[_-]?key)["']?\s*[=:]/i

/** Whether a text seems to hold a secret. */
export const holdsSecret = (text: string): boolean => secret.test(text)

/** Whether the header is a credential of another kind, of which nothing may be shown. */
export const hasCredential = ({ authorization, settings }: RequestHeader): boolean =>
  authorization.some((line) => isCredential(line, settings.authType))

/** Every text of a request that may hold a secret. */
const textsIn = ({
  method,
  target,
  authorization,
  body,
  claimed = empty,
  host = '',
  url = '',
  paths = [],
  headers = [],
}: Pick<Case, 'authorization'> & RequestContent): ReadonlyArray<string> => [
  method,
  target,
  ...authorization,
  latin1(body),
  latin1(claimed),
  host,
  url,
  ...paths,
  ...headers.map(([name, value]) => `${name}: ${value}`),
]

/** A request in which secrets are looked for. */
export interface Inspected extends RequestHeader, RequestContent {}

/** Whether any part of the request seems to hold a secret. */
export const isSecret = (inspection: Inspected): boolean =>
  hasCredential(inspection) || textsIn(inspection).some(holdsSecret)

/**
 * The values that make a text seem secret, each in a group: what stands between the labels of a private key, a private number of a JWK,
 * a token after its scheme, and a value after its name.
 *
 *     access_token=Zm9v&page=2    "api_key": "Zm9v"    Bearer Zm9vYmFy    -----BEGIN PRIVATE KEY-----Zm9v-----END
 */
const values = [
  /PRIVATE KEY-----([^-]+)/g,
  /"(?:d|p|q|dp|dq|qi)"\s*:\s*"([\w-]{16,})/g,
  /\b(?:bearer|basic)\s+([\w.~+/=-]{8,})/gi,
  /(?:token|secret|passw(?:or)?d|api[_-]?key)["']?\s*[=:]\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)|'([^']*)|([^\s"'&;,}<]+))/gi,
]

/** The values of a text that are secret. */
const secretsIn = (text: string): ReadonlyArray<string> =>
  values.flatMap((value) => [...text.matchAll(value)].flatMap((match) => match.slice(1).filter(Boolean)))

/** The user and the password before the host of a URL. */
const user = /^((?:[a-z][0-9a-z+.-]*:)?\/\/|)([^/?#]*)@/i

/** The values of a request that are secret, and those of texts that belong to it, such as the text that was signed. */
export const secretsOf = (inspection: Inspected, texts: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const { authorization, settings, url = '' } = inspection
  const credentials = authorization.filter((line) => isCredential(line, settings.authType))
  const found = [
    ...[...textsIn(inspection), ...texts].flatMap(secretsIn),
    ...credentials.flatMap((line) => line.split(/\s+/).slice(1)),
    ...(user.exec(url)?.[2]?.split(':') ?? []),
  ]
  return [...new Set(found)].filter((secretValue) => secretValue !== '')
}

/** A URL without the user and the password before its host, with or without its scheme. */
export const withoutUser = (url: string): string => url.replace(user, '$1')
