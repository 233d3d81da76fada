/**
 * The target behind an address that no program should sign: a variable for it that was not filled in, or the name of a service of a gateway.
 *
 *     /v1/jobs     {{baseUrl}}/v1/jobs     http://jobs-service:8080/v1/jobs
 */
import type { ChangedTarget } from './operations/Operation.ts'
import { fillHole, type Template } from './template.ts'

const addressNames = [
  'baseUrl',
  'base_url',
  'BASE_URL',
  'baseURL',
  'host',
  'HOST',
  'url',
  'apiUrl',
  'API_URL',
  'domain',
  'server',
  'endpoint',
]

const variables: ReadonlyArray<Template> = [
  '$(…)',
  '%…%',
  '%(…)s',
  '<…>',
  '[…]',
  '#{…}',
  '@…',
  ':…',
  '{{ … }}',
  `$${'{__P(…)}'}`,
  '<%= … %>',
  '{{.…}}',
  '$($…)',
  '\\(…)',
  '{…}',
  `$${'{…}'}`,
  '{{…}}',
  '$…',
]

/** Placeholders of formats, which have no name. */
const placeholders = ['%s', '{0}', '{}', '%@']

/** Names of a service that a gateway routes by. The hole is a segment of the path. */
const services: ReadonlyArray<Template> = [
  '/…-service',
  '/…-api',
  '/…svc',
  '/…-svc',
  '/…_service',
  '/…Service',
  'http://…',
  'http://…-service',
  'http://…:8080',
  'http://…-service:8080',
  'lb://…-service',
  'lb://…',
]

/** The segments of the path that may be the name of a service, each once. */
const serviceNames = (target: string): ReadonlySet<string> =>
  new Set(
    target
      .replace(/\?.*/, '')
      .split('/')
      .filter((segment) => /^[a-z][a-z-]*$/.test(segment)),
  )

export function* addedPrefixes(target: string): Generator<ChangedTarget> {
  for (const name of addressNames)
    for (const variable of variables) yield ['unfilled', fillHole(variable, name) + target]
  for (const placeholder of placeholders) yield ['unfilled', placeholder + target]
  for (const name of serviceNames(target))
    for (const service of services) yield ['mark', fillHole(service, name) + target]
}
