/**
 * What is measured, in the order of the table. Each group is loaded when it is measured, so that none carries another's
 * machinery.
 */
import type { Row } from './measure.ts'

export interface Group {
  readonly heading: string
  readonly ids: ReadonlyArray<string>
  readonly measure: () => Promise<Row | ReadonlyArray<Row>>
}

/** The libraries of scripts/bench/peers/, those that sign. */
const peers = [
  'wechatpay-axios-plugin',
  'fast-jwt',
  'jsonwebtoken',
  'jose',
  'http-message-signatures',
  'http-signature',
] as const

export const groups: ReadonlyArray<Group> = [
  {
    heading: 'verifying a request of 400 bytes',
    ids: ['verify-400', 'verify-400-guard', 'verify-400-onrefusal'],
    measure: async () => (await import('./verify.ts')).smallRows(),
  },
  { heading: 'signing it', ids: ['sign-400'], measure: async () => (await import('./sign.ts')).signRow() },
  {
    heading: 'verifying beside other libraries, in one run',
    ids: [
      'verify-vs-fastest-peer',
      'verify-vs-jsonwebtoken',
      'verify-vs-jose',
      'verify-vs-http-message-signatures',
      'verify-400-face',
      ...peers.map((name) => `peer-${name}`),
    ],
    measure: async () => (await import('./peers/measure.ts')).verifyRows(),
  },
  {
    heading: 'signing beside other libraries, in one run',
    ids: ['sign-vs-fastest-peer', 'sign-400-face', ...peers.map((name) => `peer-${name}-sign`)],
    measure: async () => (await import('./peers/measure.ts')).signRows(),
  },
  {
    heading: 'verifying large bodies',
    ids: ['verify-1m', 'verify-64m'],
    measure: async () => (await import('./verify.ts')).largeRows(),
  },
  {
    heading: 'what a stranger can cost',
    ids: ['junk'],
    measure: async () => (await import('./verify.ts')).junkRow(),
  },
  {
    heading: 'reading headers',
    ids: ['parse', 'parse-linear'],
    measure: async () => (await import('./parse.ts')).parseRows(),
  },
  {
    heading: 'the memory guard with a million claims',
    ids: ['guard-bytes', 'guard-time'],
    measure: async () => (await import('./guard.ts')).guardRows(),
  },
  {
    heading: 'and lru-cache with as many',
    ids: ['peer-lru-cache-bytes', 'peer-lru-cache-time'],
    measure: async () => (await import('./peers/lruCache.ts')).lruCacheRows(),
  },
  {
    heading: 'finding mistakes',
    ids: ['diagnose-1', 'diagnose-2', 'diagnose-budget'],
    measure: async () => (await import('./diagnose.ts')).diagnoseRows(),
  },
  {
    heading: 'in a browser',
    ids: ['bundle-verify', 'bundle-verifier'],
    measure: async () => (await import('./bundle.ts')).bundleRows(),
  },
  {
    heading: 'memory for a body of 512 MiB',
    ids: ['stream-rss', 'stream-rss-modules', 'stream-rss-stream', 'peer-node-rss'],
    measure: async () => (await import('./stream.ts')).streamRows(),
  },
  {
    heading: 'and by openssl',
    ids: ['peer-openssl-rss'],
    measure: async () => (await import('./stream.ts')).opensslRow(),
  },
  {
    heading: 'the conformance suite',
    ids: ['conform'],
    measure: async () => (await import('./conform.ts')).conformRow(),
  },
  { heading: 'the command', ids: ['cli-start'], measure: async () => (await import('./cli.ts')).cliRow() },
]
