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
interface RequestContent extends Pick<Case, 'method' | 'target' | 'body' | 'host' | 'url' | 'paths'> {
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

/** Whether any part of the request seems to hold a secret. */
export const isSecret = (inspection: RequestHeader & RequestContent): boolean => {
  const { method, target, authorization, body, claimed = empty, host = '', url = '', paths = [] } = inspection
  const texts = [method, target, ...authorization, latin1(body), latin1(claimed), host, url, ...paths]
  return hasCredential(inspection) || texts.some(holdsSecret)
}

/** A URL without the user and the password before its host. */
export const withoutUser = (url: string): string => url.replace(/^([a-z][0-9a-z+.-]*:\/\/)[^/?#]*@/i, '$1')
