/**
 * The target with a parameter more: one that clients, pages and gateways add, a part of the header, or the path of a router. Also the whole
 * target as the value of a parameter, as a proxy takes it, and behind an address.
 *
 *     /v1/jobs?a=1     /v1/jobs?a=1&page=1     /v1/jobs?a=1&timestamp=1700000000     /proxy?url=/v1/jobs?a=1
 */
import { addedPrefixes } from './addedPrefixes.ts'
import type { ChangedTarget } from './operations/Operation.ts'
import { splitTarget } from './percent.ts'

/** What the request has besides its target, which some other schemes put into the query. */
export interface SignedParts {
  readonly timestamp: string
  readonly nonce: string
  readonly appId: string
}

/** The target with one parameter more, or as the value of a parameter. */
export function* addedParameters(target: string, parts: SignedParts | undefined): Generator<ChangedTarget> {
  const [path, question] = splitTarget(target)
  const query = question.slice(1)
  const ids = [...path.matchAll(/(?<=\/)\d+(?=\/|$)/g)].map(([id]) => `id=${id}`)
  for (const added of [
    ...usualParameters,
    ...(parts === undefined ? [] : headerParameters(parts)),
    ...pathParameters(path),
    ...ids,
  ]) {
    yield ['mark', `${path}?${query === '' ? added : `${query}&${added}`}`]
    if (query !== '') yield ['mark', `${path}?${added}&${query}`]
  }
  yield* addedPrefixes(target)
  for (const start of proxies) for (const value of [target, encodeURIComponent(target)]) yield ['mark', start + value]
}

/** Parameters that clients, pages and gateways add to a query, and the words that stand for a missing one. */
const usualParameters: ReadonlyArray<string> = [
  'page=1',
  'limit=20',
  'limit=10',
  'limit=100',
  'offset=0',
  'size=20',
  'per_page=20',
  'format=json',
  'pretty=true',
  'pretty=1',
  'debug=1',
  'debug=true',
  'lang=en',
  'locale=en',
  'v=1',
  'v=2',
  'version=1',
  'api-version=1',
  '_method=PUT',
  '_method=PATCH',
  '_method=DELETE',
  '_method=POST',
  'method=GET',
  'sign=',
  'signature=',
  'access_token=',
  'token=',
  'api_key=',
  'key=',
  'apikey=',
  'callback=',
  'callback=?',
  'q=',
  'id=',
  '_=',
  '0=',
  't=',
  'ts=',
  'timestamp=',
  'nonce=',
  'utm_source=',
  'undefined=undefined',
  'undefined=',
  'null=',
  'null=null',
  'undefined',
  'null',
  'None',
  'nil',
  'NaN',
  '[object Object]',
  '=',
  'ajax=1',
  'json=1',
  'wt=json',
  'alt=json',
  'utf8=%E2%9C%93',
  'XDEBUG_SESSION_START=1',
  'status=',
  'type=',
  'sort=',
  'order=',
  'sort_by=',
  'source=web',
  'utm_source=mail',
  'utm_medium=email',
]

/** The parts of the header as parameters, alone and together. */
const headerParameters = ({ timestamp, nonce, appId }: SignedParts): ReadonlyArray<string> => {
  const times = ['timestamp', 'ts', 't', '_', 'time', '_t'].map((name) => `${name}=${timestamp}`)
  const milliseconds = ['_', 't', 'ts', 'timestamp'].map((name) => `${name}=${timestamp}000`)
  const nonces = ['nonce', 'nonce_str', 'noncestr', 'nonceStr'].map((name) => `${name}=${nonce}`)
  const apps = ['app_id', 'appid', 'appId', 'client_id', 'key', 'api_key'].map((name) => `${name}=${appId}`)
  const together = [
    [`app_id=${appId}`, `timestamp=${timestamp}`, `nonce_str=${nonce}`],
    [`app_id=${appId}`, `nonce_str=${nonce}`, `timestamp=${timestamp}`],
    [`timestamp=${timestamp}`, `nonce=${nonce}`],
    [`timestamp=${timestamp}`, `nonce_str=${nonce}`],
    [`nonce=${nonce}`, `timestamp=${timestamp}`],
    [`nonce_str=${nonce}`, `timestamp=${timestamp}`],
    [`app_id=${appId}`, `timestamp=${timestamp}`],
    [`app_id=${appId}`, `timestamp=${timestamp}`, `nonce=${nonce}`],
    [`appid=${appId}`, `timestamp=${timestamp}`, `nonce=${nonce}`],
  ].map((parameters) => parameters.join('&'))
  return [...times, ...milliseconds, ...nonces, ...apps, ...together]
}

/** Proxies for CORS and others, which take a whole target as the value of a parameter. */
const proxies = [
  '/?url=',
  '/api/proxy?url=',
  '/proxy?url=',
  '/index.php?url=',
  '/index.php?q=',
  '/?path=',
  '/?q=',
  '?url=',
]

/** What routers and rewriting servers put into the query: the path, or its last segment. */
const pathParameters = (path: string): ReadonlyArray<string> => {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const bare = path.slice(1)
  return [
    ...['path', 'url', 'uri', 'route', 'r', 'q', '_url', 's', 'p', 'slug'].flatMap((name) =>
      [path, bare, encodeURIComponent(path), encodeURIComponent(bare)].map((text) => `${name}=${text}`),
    ),
    ...['id', 'job_id', 'jobId', 'slug', 'key', 'name'].map((name) => `${name}=${last}`),
  ]
}
