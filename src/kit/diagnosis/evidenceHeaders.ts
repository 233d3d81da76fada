/**
 * What the other headers of a request show. They are evidence of what happened on the way, and prove nothing: a body that was
 * announced and did not come, a prefix that a proxy removed, the caller's own clock.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import type { Header } from '../../effects/evidenceHeaders.ts'
import { withoutAtEnd } from './Received.ts'

type Headers = ReadonlyArray<Header> | undefined

export const headerNamed = (headers: Headers, wantedName: string): string | undefined =>
  headers?.find(([fieldName]) => fieldName === wantedName)?.[1]

/** What an auth subrequest, or a proxy that rewrites, says was called. */
const originals: ReadonlyArray<string> = [
  'x-original-uri',
  'x-original-url',
  'x-forwarded-uri',
  'x-forwarded-path',
  'x-envoy-original-path',
  'x-replaced-path',
  'x-rewrite-url',
]

const isPath = (candidate: string): boolean => /^\/[!-~]*$/.test(candidate)

/** Of a URL the target. */
const targetIn = (urlOrTarget: string): string => urlOrTarget.replace(/^https?:\/\/[^/?#]*/i, '')

/** The target that a proxy says was called, and the header's name, if another target arrived. */
export const originalTarget = (headers: Headers, target: string): Header | undefined =>
  headers
    ?.map(([fieldName, fieldValue]): Header => [fieldName, targetIn(fieldValue)])
    .find(([fieldName, fieldValue]) => originals.includes(fieldName) && isPath(fieldValue) && fieldValue !== target)

/**
 * The prefixes that proxies say they have removed from the path: in a header of their own, where each proxy adds its own, or as
 * what the original target has in front of the one that arrived.
 */
export const removedPrefixes = (headers: Headers, target: string): ReadonlyArray<string> => {
  const announcedPrefixes = (headerNamed(headers, 'x-forwarded-prefix') ?? '').split(',').map((prefix) => prefix.trim())
  const original = originalTarget(headers, target)?.[1] ?? ''
  const frontOfOriginal = original.endsWith(target) ? original.slice(0, -target.length) : ''
  const prefixes = [
    announcedPrefixes.join(''),
    ...announcedPrefixes,
    announcedPrefixes.toReversed().join(''),
    frontOfOriginal,
  ].map((prefix) => withoutAtEnd(prefix, '/'))
  return [...new Set(prefixes)].filter((prefix) => isPath(prefix) && prefix.length > 1 && !prefix.includes('?'))
}

/** The hosts under which a proxy says it was called. */
export const forwardedHosts = (headers: Headers): ReadonlyArray<string> => {
  const forwarded = [...(headerNamed(headers, 'forwarded') ?? '').matchAll(/(?:^|[;,\s])host="?([^";,\s]+)/gi)]
  const hostHeaders = ['x-forwarded-host', 'x-original-host'].map((fieldName) => headerNamed(headers, fieldName) ?? '')
  const hosts = [
    ...hostHeaders.flatMap((fieldValue) => fieldValue.split(',')),
    ...forwarded.map(([, host = '']) => host),
  ]
  return [...new Set(hosts.map((host) => host.trim()))].filter((host) => /^[\w.:[\]-]{1,255}$/.test(host))
}

const months: ReadonlyArray<string> = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
]

/** `Tue, 14 Nov 2023 22:13:20 GMT` (RFC 9110 §5.6.7), and what an archive has: `2023-11-14T22:13:20.123Z`. */
const imf = /^[A-Za-z]{3}, (\d\d) ([A-Za-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/
const iso = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):?(\d\d))$/

/** Days from 1970 to a date of the Gregorian calendar. */
const daysTo = (year: number, month: number, day: number): number => {
  const y = month > 2 ? year : year - 1
  const daysBefore = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return daysBefore + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 719_469
}

const secondsOf = (year: string, month: number, day: string, ...clock: ReadonlyArray<string>): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.map(Number)
  return 86_400 * daysTo(Number(year), month, Number(day)) + 3600 * hours + 60 * minutes + seconds
}

/** When the caller sent the request by its own clock, in seconds since 1970: by Date, or by an archive of the caller's. */
export const callersClock = (headers: Headers): number | undefined => {
  const dateText = headerNamed(headers, 'date') ?? ''
  const [, day = '', month = '', year = '', ...clock] = imf.exec(dateText) ?? []
  if (months.includes(month)) return secondsOf(year, months.indexOf(month) + 1, day, ...clock)
  const [isoDate, y = '', m = '', d = '', hours = '', minutes = '', seconds = '', sign, ...zone] =
    iso.exec(dateText) ?? []
  if (isoDate === undefined) return undefined
  const [zoneHours = 0, zoneMinutes = 0] = zone.map((digits) => Number(digits ?? 0))
  const ahead = (sign === '-' ? -1 : 1) * (3600 * zoneHours + 60 * zoneMinutes)
  return secondsOf(y, Number(m), d, hours, minutes, seconds) - ahead
}

/** The encoding of the body that Content-Type names, in lower case. */
export const declaredCharset = (headers: Headers): string | undefined =>
  /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(headerNamed(headers, 'content-type') ?? '')?.[1]?.toLowerCase()

/** The content codings that the body has, by Content-Encoding: the last was done last. */
export const declaredCodings = (headers: Headers): ReadonlyArray<string> =>
  (headerNamed(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => /^[\w-]{1,20}$/.test(coding) && coding !== 'identity')

/** The bytes that the body has by Content-Length, if it is said once and the body came in one piece. */
export const declaredLength = (headers: Headers): number | undefined => {
  const lengths =
    headers?.filter(([fieldName]) => fieldName === 'content-length').map(([, fieldValue]) => fieldValue) ?? []
  const [length = ''] = lengths
  const isWhole = headerNamed(headers, 'transfer-encoding') === undefined && lengths.length === 1
  return isWhole && /^\d{1,15}$/.test(length) ? Number(length) : undefined
}

/** Whether bytes are UTF-8. */
export const isUtf8 = (bytes: Bytes.Bytes): boolean => E.isRight(Bytes.toText(bytes))
