/**
 * An Authorization line in its parts, each with its place and with what is wrong with it. A verifier stops at the first
 * fault; a person wants to see them all.
 *
 *     SVC-SHA256-RSA app_id=app-1,nonce_str=n 1
 *     items: the auth type, app_id, nonce_str with a fault at the blank; missing: timestamp, signature
 */

import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../core/AppId.ts'
import * as Authorization from '../../core/Authorization.ts'
import type { AuthType } from '../../core/AuthType.ts'
import * as Base64 from '../../core/Base64.ts'
import { withoutSecret } from '../../core/Credential.ts'
import * as Nonce from '../../core/Nonce.ts'
import { firstFault } from '../../core/Rule.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import { finding } from './finding.ts'
import { trimmed, withoutAtEnd } from './Received.ts'
import { type HeaderPart, type Key, keys, type Reading, readHeader } from './readHeader.ts'

export interface Item {
  /** The key as it is written; `auth type` for the first word. */
  readonly name: string
  readonly value: string
  /** Where the item begins, in characters from 0. */
  readonly offset: number
  readonly fault?: Fault | undefined
}

export interface Fault {
  /** In characters from 0. */
  readonly offset: number
  readonly what: string
}

export interface HeaderParts {
  readonly items: ReadonlyArray<Item>
  /** Of the four keys, those that no item has. */
  readonly missing: ReadonlyArray<Key>
}

export const readingOf = (credentials: string, authType: AuthType): Reading =>
  readHeader(credentials, { ...Authorization.standard, authType })

/** The parts of a line that is no credential: of a credential nothing may be shown (see `isCredential`). */
export const headerParts = (credentials: string, authType: AuthType): HeaderParts => {
  const { opening, items: readItems, values: readValues } = readingOf(credentials, authType)
  return { items: [opening, ...readItems].map(itemOf), missing: keys.filter((key) => readValues[key].length === 0) }
}

const itemOf = (headerPart: HeaderPart): Item => {
  const { name: partName, written: writtenValue, offset, faults } = headerPart
  const [firstFaultFound] = faults
  if (firstFaultFound === undefined)
    return { name: partName, value: writtenValue, offset, fault: valueFault(headerPart) }
  const { detail, remedy } = finding(firstFaultFound.id, firstFaultFound.detail)
  return {
    name: partName,
    value: writtenValue,
    offset,
    fault: { offset: firstFaultFound.offset, what: `${detail}. ${remedy}` },
  }
}

const valueFault = ({ key, value: readValue, valueAt }: HeaderPart): Fault | undefined => {
  if (key === undefined) return undefined
  const { expected, at: offsetOfFault } = checks[key]
  const offset = offsetOfFault(readValue)
  return offset === undefined ? undefined : { offset: valueAt + offset, what: `expected ${expected}` }
}

/** What each value must be, and where it first is not. */
const checks: Readonly<
  Record<Key, { readonly expected: string; readonly at: (candidate: string) => number | undefined }>
> = {
  app_id: { ...AppId.rule, at: firstFault(AppId.rule) },
  nonce_str: { ...Nonce.rule, at: firstFault(Nonce.rule) },
  timestamp: {
    ...Timestamp.rule,
    at: (candidate) => (E.isRight(Timestamp.parse(candidate)) ? undefined : Math.max(0, candidate.search(/[^0-9]/))),
  },
  signature: { ...Base64.rule, at: (candidate) => Base64.fault(candidate)?.offset },
}

/** Whether a line is one of token authentication. */
export const isBearer = (credentials: string): boolean => {
  const form = Authorization.scheme(credentials)
  return E.isRight(form) && form.right._tag === 'Bearer'
}

/**
 * Whether a line has all items of a signature after one word. Then a wrong word is a wrong auth type, even if it is `Bearer`, and the line
 * holds no secret.
 */
export const hasSignature = (credentials: string, authType: AuthType): boolean =>
  headerParts(credentials, authType).missing.length === 0 && withoutSecret(credentials, authType) === credentials

/**
 * Whether a line may be a credential of another kind, such as a token in whatever spelling, or a user with a password. Such
 * a line names another scheme, or none of the four keys in any spelling; nothing of it may be shown.
 */
export const isCredential = (credentials: string, authType: AuthType): boolean => {
  if (isBearer(credentials) || /^\W*(?:bearer|basic|digest|token)\b/i.test(credentials))
    return !hasSignature(credentials, authType)
  const [word = ''] = /^[^\s=,:]*/.exec(credentials) ?? []
  if (word.toLowerCase() === authType.toLowerCase()) return false
  return headerParts(credentials, authType).missing.length === keys.length
}

/**
 * The lines of the Authorization field. A request may have several; a line that was wrapped when it was copied is still one.
 */

/** A line begins with the header's name, or with an auth type and an item. */
const opening = /^[ \t]*(?:authorization[ \t]*:|[0-9A-Za-z-]+[ \t]+[a-z_]+[ \t]*=|bearer[ \t])/i

/** The values, each without the header's name and the blanks round it (RFC 9112 §5). */
export const authorizationLines = (pastedField: string): ReadonlyArray<string> => {
  const fieldLines: Array<string> = []
  for (const pastedLine of withoutAtEnd(pastedField, '\n').split('\n')) {
    const openLine = fieldLines.at(-1)
    if (openLine === undefined || opening.test(pastedLine)) fieldLines.push(pastedLine)
    else fieldLines[fieldLines.length - 1] = `${openLine}\n${pastedLine}`
  }
  const fieldValues = fieldLines.map((fieldLine) => trimmed(fieldLine.replace(/^[ \t]*authorization[ \t]*:/i, '')))
  return fieldValues.filter((fieldValue) => fieldValue !== '')
}
