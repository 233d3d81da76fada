/** Requests as an attacker may write them: any text where a target, a Host or an authority belongs. */
import fc from 'fast-check'

export interface WireRequest {
  readonly method: string
  /** As on the request line, or `:path`. Each character is one byte. */
  readonly target: string
  /** The Host header, or `:authority`; undefined: there is none. */
  readonly host: string | undefined
  /** Names and values of further headers. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly version: '1.1' | '1.0'
  /** By a signature over our own reading of the target, or by a token: then any target is accepted. */
  readonly proof: 'signature' | 'token'
}

// biome-ignore format: a list
const segments = ['admin', 'export', 'users', 'v1', 'jobs', 'any', 'files', 'api', 't', 'sub', 'base', 'pair', 'acme', '7', 'x-y']
// biome-ignore format: a list
const odd = [
  ':acme', '..', '.', '%2e', '%2E%2e', '.%2e', '%2f', '%2F', '%5c', '\\', ';', ';x=1', '%3b', '%61dmin', 'ADMIN', '%41dmin', 'Users', '%', '%z',
  '%00', '\0', '\x80', '\xff', '\xc3\xbc', '%c3%bc', '%25', '%2561', "'", '"', '|', '<', '>', '{', '}', '[', ']', '@', '*', '#', ',', '^', '`',
  '~', '!', '$', '+', '=', '&', '://', 'http://h', 'http:', 'x:y', ' ', '\t', '\x7f', '__proto__', 'constructor',
]
const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...segments) },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...segments, ...odd), fc.constantFrom(...odd)).map((two) => two.join('')),
  },
)
const slash = fc.oneof(
  { weight: 12, arbitrary: fc.constant('/') },
  { weight: 1, arbitrary: fc.constantFrom('//', '\\', '/\\', '/./', '/../', '///') },
)
/** Paths that routes have, so that handlers run often, behind the prefixes of the apps. */
const prefixes = ['', '', '', '', '/api', '/t/acme', '/sub', '/base']
// biome-ignore format: a list
const paths = ['/', '/admin', '/export', '/acme/export', '/users/7', '/v1/jobs', '/v1/jobs/7', '/any/x', '/pair/a-b']
const ends = ['', '', '', '', '/', '//', '/.', '/..', '?', '%20', '.']
const routed = fc
  .tuple(fc.constantFrom(...prefixes), fc.constantFrom(...paths), fc.constantFrom(...ends))
  .map((parts) => parts.join(''))
const made = fc
  .array(fc.tuple(slash, segment), { minLength: 1, maxLength: 5 })
  .map((all) => all.map((pair) => pair.join('')).join(''))
const queries = ['?', '?a=1', '?/admin', '?x/admin', '?_method=DELETE', '?a=1&a=2', '?a[b]=c', '??', '?a#b']
const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.constantFrom(...queries) },
  { weight: 1, arbitrary: made.map((path) => `?${path}`) },
)
const origin = fc.tuple(fc.oneof(routed, made), query).map((parts) => parts.join(''))

// biome-ignore format: a list
const plainHosts = ['h', 'h.example', 'h.example:80', 'localhost', '127.0.0.1:8080', '[::1]', '[::1]:443', 'H_1-a.b']
// biome-ignore format: a list
const oddHosts = [
  '', ':', 'h:', 'h:acme', 'h;x', 'u@h', 'u:p@h', 'h:80:90', 'h%2fadmin', 'h\\admin', 'h/admin', 'h?x', 'h#x', '[::1', '[zz]', '[::1]x', '/', '\\', '//h',
  'h,i', 'h i', '127.1', '0x7f.1', 'h:99999', '%68', "h'", '\xfc', '\xfc#abcde', '\xfc?abcde', '..', 'h/../admin', '*', '[::1]:80/admin', '[v1.x]', 'a?x/admin',
]
const authority = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...plainHosts) },
  { weight: 2, arbitrary: fc.constantFrom(...oddHosts) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...'h1:;@[].%?#/\\'), { maxLength: 5 }).map((all) => all.join('')) },
)
const scheme = fc.constantFrom('http', 'http', 'http', 'https', 'HTTP', 'ws', 'ftp', 'javascript', 'file', 'h', '')
const absolute = fc
  .tuple(
    scheme,
    fc.constantFrom('://', '://', '://', '://', '://', ':', ':/', ':///'),
    authority,
    fc.oneof(origin, query, query),
  )
  .map((parts) => parts.join(''))
const other = fc.oneof(
  fc.constantFrom('*', '', 'h:80', '?x', '?/admin', 'admin', '//h/admin', '/', '#', '\\admin', 'http://h/api./admin'),
  made.map((path) => path.slice(1)),
)

const target = fc.oneof(
  { weight: 6, arbitrary: origin },
  { weight: 4, arbitrary: absolute },
  { weight: 1, arbitrary: other },
)

// biome-ignore format: a list
const method = fc.constantFrom(
  'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'DELETE', 'HEAD', 'HEAD', 'PUT', 'PATCH', 'OPTIONS', 'TRACE',
  'PROPFIND', 'M-SEARCH', 'get', 'pOsT', 'Delete', 'patch',
)

const headerOf = (names: ReadonlyArray<string>, values: ReadonlyArray<string>) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values))
// biome-ignore format: a list
const namesOfPaths = [
  'X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Forwarded-Path', 'X-Forwarded-Prefix', 'Content-Location', 'Referer',
]
const header = fc.oneof(
  headerOf(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'], ['DELETE', 'POST', 'delete', 'TRACE']),
  headerOf(namesOfPaths, ['/admin', '/users/7', '/', 'http://h/admin', '//admin']),
  headerOf(['X-Forwarded-Host', 'X-Host', 'X-Forwarded-Server'], [...plainHosts, ...oddHosts.filter(Boolean)]),
  headerOf(['X-Forwarded-Proto'], ['http', 'https', 'javascript', 'http://h/admin?']),
  headerOf(['Forwarded'], ['host=h;proto=https', 'host="h/admin?"']),
  headerOf(['Accept-Version'], ['1.x', '2.0.0']),
)

export const requests: fc.Arbitrary<WireRequest> = fc.record(
  {
    method,
    target,
    host: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('h', 'localhost', ...plainHosts) },
      { weight: 2, arbitrary: fc.option(authority, { nil: undefined }) },
    ),
    headers: fc.array(header, { maxLength: 2 }),
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.1', '1.1', '1.0'),
    proof: fc.constantFrom('signature', 'token', 'token'),
  },
  { noNullPrototype: true },
)
