/** What `npm run bench` and `npm run load` must reach, by row. A row without a target is there for comparison. */

export type Target = { readonly least: number } | { readonly most: number }

export const targets: Readonly<Record<string, Target>> = {
  // Rates beside Node's own call.
  'verify-400': { least: 0.85 },
  'verify-400-guard': { least: 0.83 },
  'verify-1m': { least: 0.95 },
  'verify-64m': { least: 0.95 },
  'sign-400': { least: 0.96 },
  // Rates beside other libraries.
  'verify-vs-fastest-peer': { least: 1.25 },
  'face-vs-fast-jwt': { least: 1 },
  'verify-vs-jsonwebtoken': { least: 1.5 },
  'verify-vs-jose': { least: 2.5 },
  'verify-vs-http-message-signatures': { least: 3 },
  'sign-vs-fastest-peer': { least: 0.97 },
  // Microseconds.
  'verify-pool-main': { most: 4 },
  'verify-pool-main-face': { most: 5 },
  'adapter-main': { most: 10 },
  junk: { most: 3 },
  'guard-time': { most: 1 },
  // Times of something else.
  'cost-400': { most: 12 },
  'guard-redis-1': { most: 6 },
  'guard-redis-64': { most: 2.5 },
  'guard-redis-1024': { most: 2.5 },
  'pipelined-verified': { most: 2 },
  'pipelined-serve': { most: 2 },
  'parse-linear': { most: 2.5 },
  'diagnose-budget': { most: 1.1 },
  'diagnose-rate': { least: 0.5 },
  'cli-start': { most: 1.5 },
  // The rest says its unit in the table.
  parse: { least: 1_000_000 },
  'guard-bytes': { most: 45 },
  'diagnose-1-median': { most: 5 },
  'diagnose-1': { most: 60 },
  'diagnose-2': { most: 700 },
  'diagnose-whole': { most: 12 },
  'bundle-verify': { most: 7.5 },
  'stream-rss': { most: 12 },
  conform: { most: 7 },
  // Of `npm run load`: the rate, relative, and the 99th percentile, in milliseconds later or relative.
  'gateway-loop-rate': { least: 0.8 },
  'gateway-loop-p99': { most: 10 },
  'gateway-pool-rate': { least: 0.75 },
  'gateway-pool-p99': { most: 10 },
  'peers-rate': { least: 1.1 },
  'peers-p99': { most: 1 },
  'peers-one-rate': { least: 1.15 },
  'peers-fastify-rate': { least: 1.05 },
  'peers-fastify-p99': { most: 1 },
  'peers-fastify-one-rate': { least: 1.1 },
  // Of `npm run load -- forged`, for each guard: the p99, relative or in milliseconds, and the share that is answered 200.
  'forged-p99': { most: 3 },
  'forged-answered': { least: 1 },
  'forged-own-p99': { most: 50 },
  'forged-own-answered': { least: 0.99 },
}

/** Whether the figure meets the target, also at equality; `undefined` without a target. What is no number meets none. */
export const met = (value: number, target: Target | undefined): boolean | undefined =>
  target === undefined ? undefined : 'least' in target ? value >= target.least : value <= target.most
