import type { HttpError } from '../../core/SubmitError.ts'

/** A code such as ECONNRESET or UND_ERR_SOCKET. Other text may hold a part of the request. */
const code = /^[A-Z][0-9A-Z_]{0,63}$/

/** Node's fetch gives the cause, other platforms throw it, browsers hide it; a host with several addresses has several. */
export const errorOf = (error: unknown): HttpError => {
  const cause = error instanceof Error ? error.cause : undefined
  const all = [error, cause].flatMap((each) => (each instanceof AggregateError ? [each, ...each.errors] : [each]))
  const codes = all
    .map((each) => (each as { readonly code?: unknown } | null | undefined)?.code)
    .filter((each): each is string => typeof each === 'string' && code.test(each))
  if (codes.includes('ECONNREFUSED')) return { _tag: 'connection_refused' }
  return { _tag: 'network_failed', detail: codes[0] ?? 'no code' }
}
