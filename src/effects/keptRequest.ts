/**
 * A refused request as a file: raw HTTP/1.1, which people can read, and `readRequest` reads back what was written. The file holds
 * what a diagnosis needs, and no tokens: of the other headers, those that show what happened to the request.
 *
 *     POST /v1/jobs HTTP/1.1
 *     Authorization: SVC-SHA256-RSA app_id=app-1,…
 *     Countersign-Arrived: 1700000000
 *     Countersign-Refused: signature_invalid
 *     Countersign-Settings: edition=international; max-age=300; policy=bare-lf
 *     Content-Length: 2
 *
 *     {}
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from '../core/AuthType.ts'
import * as Bytes from '../core/Bytes.ts'
import { withoutSecret } from '../core/Credential.ts'
import { ours, type PolicyName } from '../core/Policies.ts'
import { isToken } from '../core/Rule.ts'
import { definedOf } from '../core/Settings.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { Settings } from '../core/VerifyPolicy.ts'
import * as VerifyPolicy from '../core/VerifyPolicy.ts'
import { evidenceOf, type Header } from './evidenceHeaders.ts'
import type { RefusedRequest } from './RefusedRequest.ts'

// ---- The headers of a kept request

/** When the request arrived, in seconds since 1970. */
export const arrivedHeader = 'Countersign-Arrived'

/** In place of a body that was not kept: the verifier has not read it, or it was too large. */
export const bodyHeader = 'Countersign-Body'

/** Why the verifier refused the request: the exact reason. */
export const refusedHeader = 'Countersign-Refused'

/** The settings of the verifier: `edition=international; max-age=300; policy=bare-lf`. */
export const settingsHeader = 'Countersign-Settings'

/** The id of the request in the lines of a log. */
export const idHeader = 'Countersign-Request-Id'

/** The number of refused requests that were not kept since the file before. */
export const skippedHeader = 'Countersign-Skipped'

export type Kept = Pick<
  RefusedRequest,
  'method' | 'target' | 'authorization' | 'headers' | 'body' | 'now' | 'settings'
> & {
  readonly reason?: Reason | undefined
  /** The id of the request in the lines of the program's log. */
  readonly requestId?: string | undefined
  /** How many refused requests were not kept since the file before. */
  readonly skipped?: number | undefined
  /** The Host header's value. */
  readonly host?: string | undefined
}

// ---- Writing the file

/** The file, or nothing for a request that HTTP/1.1 cannot spell, such as one with a line feed in its target. */
export const serialize = (kept: Kept): Bytes.Bytes | undefined => {
  const {
    method,
    target,
    authorization,
    headers = [],
    body,
    now,
    settings,
    host,
    reason,
    requestId,
    skipped = 0,
  } = kept
  const lines = authorization.map((line) => withoutSecret(line, settings.authType ?? AuthType.standard))
  // A reader takes `curl /a b HTTP/1.1` for a command.
  const isWritable = isToken(method) && !/^(?:curl|\*$)/i.test(method) && isLine(target) && lines.every(isValue)
  if (!isWritable) return undefined
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...(host === undefined || !isValue(host) ? [] : [`Host: ${host}`]),
    ...lines.map((line) => `Authorization: ${line}`),
    ...evidenceOf(headers, settings.authType ?? AuthType.standard).flatMap(headerLine),
    `${arrivedHeader}: ${Math.floor(now)}`,
    ...(reason === undefined ? [] : [`${refusedHeader}: ${reason}`]),
    `${settingsHeader}: ${settingsText(settings)}`,
    ...(requestId === undefined || !isValue(requestId) ? [] : [`${idHeader}: ${requestId}`]),
    ...(skipped === 0 ? [] : [`${skippedHeader}: ${skipped}`]),
    body === undefined ? `${bodyHeader}: not kept` : `Content-Length: ${body.length}`,
  ]
  const headText = `${head.join('\r\n')}\r\n\r\n`
  const headBytes = Uint8Array.from(headText, (character) => character.charCodeAt(0))
  return Bytes.concat([headBytes, body ?? Bytes.empty])
}

/** Without the headers that would say a length: the file has a length of its own, and holds the whole body. */
const headerLine = ([name, value]: Header): ReadonlyArray<string> =>
  isValue(value) && name !== 'content-length' && name !== 'transfer-encoding' ? [`${name}: ${value}`] : []

/** Whether a text can be written as a line and read back: each character is one byte, and none is a line feed. */
const isLine = (content: string): boolean => !/[\n\u0100-\uffff]/.test(content)

/** Whether a text can be a header's value: blanks at either end would not be read back. */
const isValue = (content: string): boolean => isLine(content) && !/^[ \t]|[ \t]$/.test(content)

// ---- The settings

const settingsText = ({ edition, authType, maxAge, maxSkew, bodyLimit, policies = {} }: Settings): string => {
  const changed = Object.entries(policies).filter(([name, isTaken]) => ours[name as PolicyName] !== isTaken)
  const namesOf = (wanted: boolean): string =>
    changed.flatMap(([name, isTaken]) => (isTaken === wanted ? [name] : [])).join(',')
  const items = {
    edition,
    'auth-type': authType,
    'max-age': maxAge,
    'max-skew': maxSkew,
    'max-body': bodyLimit,
    policy: namesOf(true) || undefined,
    'no-policy': namesOf(false) || undefined,
  }
  return Object.entries(items)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join('; ')
}

/** The settings in the header's value; undefined if it names none, or some that no verifier has. */
export const settingsIn = (headerValue: string): Settings | undefined => {
  const items = new Map(
    headerValue.split('; ').map((item) => [item.replace(/=.*$/s, ''), item.replace(/^[^=]*=?/, '')]),
  )
  const number = (name: string): number | undefined => {
    const digits = items.get(name)
    return digits === undefined ? undefined : Number(digits)
  }
  const switched = (name: string, isTaken: boolean): ReadonlyArray<readonly [string, boolean]> =>
    (items.get(name)?.split(',') ?? []).map((policy) => [policy, isTaken])
  const settings = definedOf({
    edition: items.get('edition') as Settings['edition'],
    authType: items.get('auth-type'),
    maxAge: number('max-age'),
    maxSkew: number('max-skew'),
    bodyLimit: number('max-body'),
    policies: Object.fromEntries([...switched('policy', true), ...switched('no-policy', false)]),
  })
  const isNamed = Object.keys(settings).length > 1 || Object.keys(settings.policies ?? {}).length > 0
  return isNamed && E.isRight(VerifyPolicy.parse(settings)) ? settings : undefined
}

// ---- Requests that were not kept

const skippedLine = new RegExp(`\\r\\n${skippedHeader}: ([1-9]\\d{0,14})\\r\\n`)

/** How many refused requests the head of a file says were not kept before it; undefined if it says nothing. */
export const skippedIn = (file: Bytes.Bytes): number | undefined => {
  const start = Array.from(file.subarray(0, 65_536), (byte) => String.fromCharCode(byte)).join('')
  const [head = ''] = start.split('\r\n\r\n', 1)
  const count = skippedLine.exec(`${head}\r\n`)?.[1]
  return count === undefined ? undefined : Number(count)
}
