/**
 * An Authorization line in its parts, each with its place and with what is wrong with it. A verifier stops at the first
 * fault; a person wants to see them all.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../core/AppId.ts'
import * as Authorization from '../../core/Authorization.ts'
import type { AuthType } from '../../core/AuthType.ts'
import * as Base64 from '../../core/Base64.ts'
import * as Nonce from '../../core/Nonce.ts'
import { firstFault } from '../../core/Rule.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import { finding } from './finding.ts'
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

export const readingOf = (line: string, authType: AuthType): Reading =>
  readHeader(line, { ...Authorization.standard, authType })

/** The parts of a line that is no credential: of a credential nothing may be shown (see `isCredential`). */
export const headerParts = (line: string, authType: AuthType): HeaderParts => {
  const { opening, items, values } = readingOf(line, authType)
  return { items: [opening, ...items].map(itemOf), missing: keys.filter((key) => values[key].length === 0) }
}

const itemOf = (part: HeaderPart): Item => {
  const { name, written: value, offset, faults } = part
  const [first] = faults
  if (first === undefined) return { name, value, offset, fault: valueFault(part) }
  const { detail, remedy } = finding(first.id, first.detail)
  return { name, value, offset, fault: { offset: first.offset, what: `${detail}. ${remedy}` } }
}

const valueFault = ({ key, value, valueAt }: HeaderPart): Fault | undefined => {
  if (key === undefined) return undefined
  const { expected, at } = checks[key]
  const offset = at(value)
  return offset === undefined ? undefined : { offset: valueAt + offset, what: `expected ${expected}` }
}

/** What each value must be, and where it first is not. */
const checks: Readonly<Record<Key, { readonly expected: string; readonly at: (value: string) => number | undefined }>> =
  {
    app_id: { ...AppId.rule, at: firstFault(AppId.rule) },
    nonce_str: { ...Nonce.rule, at: firstFault(Nonce.rule) },
    timestamp: {
      ...Timestamp.rule,
      at: (value) => (E.isRight(Timestamp.parse(value)) ? undefined : Math.max(0, value.search(/[^0-9]/))),
    },
    signature: { ...Base64.rule, at: (value) => Base64.fault(value)?.offset },
  }

/** Whether a line is one of token authentication. */
export const isBearer = (line: string): boolean => {
  const form = Authorization.scheme(line)
  return E.isRight(form) && form.right._tag === 'Bearer'
}

/**
 * Whether a line may be a credential of another kind, such as a token in whatever spelling, or a user with a password. Such
 * a line names another scheme, or none of the four keys in any spelling; nothing of it may be shown.
 */
export const isCredential = (line: string, authType: AuthType): boolean => {
  if (isBearer(line) || /^\W*(?:bearer|basic|digest|token)\b/i.test(line)) return true
  const [word = ''] = /^[^\s=,:]*/.exec(line) ?? []
  if (word.toLowerCase() === authType.toLowerCase()) return false
  return headerParts(line, authType).missing.length === keys.length
}

/**
 * The lines of the Authorization field. A request may have several; a line that was wrapped when it was copied is still one.
 */

/** A line begins with the header's name, or with an auth type and an item. */
const opening = /^[ \t]*(?:authorization[ \t]*:|[0-9A-Za-z-]+[ \t]+[a-z_]+[ \t]*=|bearer[ \t])/i

/** The values, each without the header's name and the blanks round it (RFC 9112 §5). */
export const authorizationLines = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const line of text.replace(/\n+$/, '').split('\n')) {
    const last = lines.at(-1)
    if (last === undefined || opening.test(line)) lines.push(line)
    else lines[lines.length - 1] = `${last}\n${line}`
  }
  const values = lines.map((line) => line.replace(/^[ \t]*authorization[ \t]*:/i, '').replace(/^[ \t]+|[ \t]+$/g, ''))
  return values.filter((value) => value !== '')
}
