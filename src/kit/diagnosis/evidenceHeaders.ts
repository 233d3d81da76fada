/**
 * What the other headers of a request show. They are evidence of what happened on the way, and prove nothing: a body that was
 * announced and did not come, a prefix that a proxy removed, a signature under another name.
 */

import type { Header } from '../../effects/evidenceHeaders.ts'

export const headerNamed = (headers: ReadonlyArray<Header> | undefined, name: string): string | undefined =>
  headers?.find(([own]) => own === name)?.[1]

/** What an auth subrequest, or a proxy that rewrites, says was called. */
const originals: ReadonlyArray<string> = ['x-original-uri', 'x-original-url', 'x-forwarded-uri']

/** The target that a proxy says was called, and the header's name, if another target arrived. */
export const originalTarget = (headers: ReadonlyArray<Header> | undefined, target: string): Header | undefined =>
  headers?.find(([name, value]) => originals.includes(name) && /^\/[!-~]*$/.test(value) && value !== target)

/** The prefix that a proxy says it has removed from the path. */
export const removedPrefix = (headers: ReadonlyArray<Header> | undefined): string | undefined => {
  const prefix = headerNamed(headers, 'x-forwarded-prefix')?.replace(/\/+$/, '')
  return prefix !== undefined && /^\/[!-~]+$/.test(prefix) ? prefix : undefined
}
