/** Who is compared in `npm run load -- peers`, and where. */

export const schemes = {
  none: 'no verification',
  'countersign-loop': 'Authorization of countersign, checked on the event loop',
  'countersign-pool': 'the same, checked in the pool',
  'countersign-guard': 'the same on the event loop, with the memory guard: each request once',
  'fast-jwt': 'a bearer token, RS256',
  jsonwebtoken: 'a bearer token, RS256',
  jose: 'a bearer token, RS256',
  '@fastify/jwt': 'a bearer token, RS256',
  'http-message-signatures': 'RFC 9421 with Content-Digest',
} as const

export type Scheme = keyof typeof schemes
export type Framework = 'node:http' | 'fastify'

export interface PeerVariant {
  readonly framework: Framework
  readonly scheme: Scheme
}

export const frameworks: ReadonlyArray<Framework> = ['node:http', 'fastify']

const names = Object.keys(schemes) as ReadonlyArray<Scheme>

export const variants: ReadonlyArray<PeerVariant> = frameworks.flatMap((framework) =>
  names
    .filter((scheme) => framework === 'fastify' || scheme !== '@fastify/jwt')
    .map((scheme) => ({ framework, scheme })),
)

export const isOurs = (scheme: Scheme): boolean => scheme.startsWith('countersign')

/** Neither remembers requests, and so compares: none of the peers does either. */
export const comparable: ReadonlyArray<Scheme> = ['countersign-loop', 'countersign-pool']
