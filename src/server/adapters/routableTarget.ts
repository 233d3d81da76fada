/**
 * The targets that an adapter accepts: those in which every router finds the signed path.
 *
 * `RequestTarget.parse` removes scheme and authority as text. Routers cut elsewhere: in `http://h:acme/export` Express finds
 * the path `/:acme/export`, in `http://a?x/admin` an old find-my-way finds `/admin`. Adapters refuse both.
 */

const host = '(?:[\\w.-]+|\\[[\\dA-Fa-f:.]+\\])(?::\\d+)?'
const plainHost = new RegExp(`^${host}$`)
const plainOrigin = new RegExp(`^https?://${host}(?=/)`)
// `url.parse` of node, which Express uses for absolute-form, encodes or replaces all other characters.
const keptByLegacyParser = /^[\w.~!$&()*+,;=:@%/?[\]-]*$/

/** A target without an authority: the verifier refuses it as `target_invalid`. */
export const refused = 'http://'

/** The fault of a request whose URL was rewritten in front, for the operator. */
export const rewritten: string =
  'code before `verified` changed the URL, so the handler would run for another target than the signed target. ' +
  'Remove this code. Or, if every app may call every changed URL, give `verified` the option allowRewrites: true'

/** Whether a Host header, if there is one, ends where the target begins: `Host: /` makes `http:////v1/admin` a URL of the path `/admin`. */
export const isPlainHost = (value: string | null | undefined): boolean => !value || plainHost.test(value)

/** Scheme and authority of a URL; undefined if they are not plain, and for a target in origin-form. */
export const originOf = (url: string): string | undefined => plainOrigin.exec(url)?.[0]

/** The target behind the origin of a URL; undefined if scheme, host or port are not plain. */
export const ofUrl = (url: string): string | undefined => {
  const origin = originOf(url)
  return origin !== undefined && URL.canParse(url) ? url.slice(origin.length) : undefined
}

/** The target of a request line, as it is or `refused`. */
export const ofRequestLine = (text: string): string => {
  // `parse` refuses what has no `://`, and names the rule.
  if (text.startsWith('/') || !text.includes('://')) return text
  return keptByLegacyParser.test(text) && ofUrl(text) !== undefined ? text : refused
}

/**
 * Whether a router that reads `url` finds the end of the path in `whole`, and the same query: a mount removes a prefix of segments.
 * A mount at `base` leaves a slash of its very prefix.
 */
export const isEndOf = (whole: string, url: string, base: unknown): boolean => {
  if (whole === url) return true
  const all = whole.replace(origin, '')
  const left = url.replace(origin, '')
  return isEnd(all, left) || (/^\/(?:\?|$)/.test(left) && isEnd(all, `${base}${left.slice(1)}`))
}

/** The slash keeps out a part of a segment. */
const isEnd = (all: string, end: string): boolean =>
  end.startsWith('/') && all.endsWith(end) && !all.slice(0, -end.length).includes('?')

const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i

/** The target with its path resolved as in a URL: without dot segments, and with `\` as a slash. */
export const resolved = (target: string): string => {
  // Hot path: `new URL` takes a microsecond, and changes no other path.
  if (!/\\|\/(?:\.|%2e)/i.test(target)) return target
  const [path = ''] = target.split('?', 1)
  const { pathname } = new URL(`http://h${path}`)
  return encoded(path) === encoded(pathname) ? target : pathname + target.slice(path.length)
}

/** Encodes the characters that URLs encode in a path, or may one day. No target holds others. */
const encoded = (path: string): string => path.replace(/["<>^`{|}]/g, encodeURIComponent)

/** An app of Express; one that is mounted knows where. */
export interface ExpressApp {
  readonly parent?: ExpressApp
}

interface InExpress {
  readonly url?: string | undefined
  readonly originalUrl?: string
  readonly app?: ExpressApp
}

/**
 * Express 4 and Connect mount `http://h/api.x/admin` as `http://h.x/admin`, and find /admin in it, in front of `verified` or
 * behind it. So an absolute-form is for Express 5.
 */
export const isForExpress = (req: InExpress): boolean =>
  (req.originalUrl ?? req.url)?.startsWith('/') === true || isExpress5(req.app)

const isExpress5 = (app: ExpressApp | undefined): boolean =>
  app !== undefined && !('lazyrouter' in app) && (app.parent === undefined || isExpress5(app.parent))
