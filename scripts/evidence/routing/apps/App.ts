/**
 * An app whose routes report which of them ran. It is served twice: behind `verified`, and without a verifier, so that the
 * second shows which route the signed target alone would have chosen.
 */
import type { VerifiedRequest, Verifier } from '../../../../src/server/Verifier.ts'

/** How a router reads the path of the target that it was handed. Its paths are those of `routes`, behind `prefix`. */
export interface Reading {
  /** What an adapter reports: the text that was sent, or with dot segments resolved, or as a URL spells it. */
  readonly reports: 'text' | 'resolved' | 'url'
  /** The handler parses the target as a URL, which resolves dot segments. */
  readonly resolves?: boolean
  /** Upper and lower case are the same. */
  readonly anyCase?: boolean
  /** A slash at the end does not matter. */
  readonly anyEnd?: boolean
  /** Several slashes are one. */
  readonly mergesSlashes?: boolean
  /** The path of a mount itself is refused (see the adapter for Hono). */
  readonly refusesMountPoint?: boolean
  /** A mount that is followed by a dot: its router finds `/.x` in `/api.x`. */
  readonly dotEnds?: '/api'
  /** Ends the path, as `?` does. */
  readonly delimiter?: ';'
}

export interface App<Listener> extends Reading {
  readonly name: string
  readonly build: (verifier?: Verifier) => Listener | Promise<Listener>
}

/** What the driver must know of an app that is being served. */
export interface Served extends Reading {
  readonly name: string
  readonly guarded: number
  readonly open: number
  readonly protocol: 'http1' | 'http2'
}

/** METHOD and path; `ALL` stands for every method, `:name` for a segment or a part of one, `*` for the rest. */
export const routes: ReadonlyArray<readonly [method: string, path: string]> = [
  ['GET', '/'],
  ['GET', '/admin'],
  ['POST', '/admin'],
  ['GET', '/export'],
  ['GET', '/:account/export'],
  ['GET', '/users/:id'],
  ['DELETE', '/users/:id'],
  ['POST', '/v1/jobs'],
  ['GET', '/v1/jobs/:id'],
  ['ALL', '/any/:what'],
  ['GET', '/pair/:a-:b'],
  ['GET', '/files/*'],
]

/** The path of a route behind a mount or a prefix. */
export const under = (prefix: string, path: string): string => (prefix !== '' && path === '/' ? prefix : prefix + path)

/** What a route tells of the request that it got. */
export interface Ran {
  /** METHOD and path of the route. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  /** The method as the handler sees it. */
  readonly method: string
  /** Whatever else the framework derives from the target. */
  readonly more: unknown
}

/** In headers: an answer to HEAD has no body. */
export const report = (ran: Ran, verified?: VerifiedRequest): Readonly<Record<string, string>> => ({
  'x-ran': encodeURIComponent(JSON.stringify(ran)),
  ...(verified && { 'x-verified': `${verified.method} ${verified.target}` }),
})

/** A router of our own, for handlers without a framework: exact segments, decoded once. */
export const route = (method: string, path: string, more: unknown): Ran | undefined => {
  for (const [routed, pattern] of routes) {
    const params =
      routed === method || routed === 'ALL' || (routed === 'GET' && method === 'HEAD')
        ? match(pattern, path)
        : undefined
    if (params !== undefined) return { route: `${routed} ${pattern}`, params, method, more }
  }
  return undefined
}

const match = (pattern: string, path: string): Record<string, string> | undefined => {
  const names = ['*', ...[...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)]
  const source = pattern.replace(/:\w+/g, '([^/]+?)').replace('*', '(?<rest>.*)')
  const found = new RegExp(`^${source}$`).exec(path)
  if (found === null) return undefined
  if (found.groups?.rest !== undefined) return { '*': decoded(found.groups.rest) }
  return Object.fromEntries(found.slice(1).map((value, i) => [names[i + 1] ?? '', decoded(value)]))
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
