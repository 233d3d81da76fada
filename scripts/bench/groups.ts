/** The groups of rows, in the table's order. Each is imported when it is measured, so that groups do not affect each other. */
import type { Row } from './measure.ts'

type Rows = Row | ReadonlyArray<Row>

export interface Group {
  readonly heading: string
  readonly ids: ReadonlyArray<string>
  readonly measure: () => Promise<Rows>
}

const group = (heading: string, ids: string, measure: () => Promise<Rows>): Group => ({
  heading,
  ids: ids.split(' '),
  measure,
})

/** The signing libraries of scripts/bench/peers/, as `peer-NAME` and a suffix. */
const peers = (suffix: string): string =>
  ['fast-jwt', 'jsonwebtoken', 'jose', 'http-message-signatures'].map((name) => `peer-${name}${suffix}`).join(' ')

const versus = ['fastest-peer', 'jsonwebtoken', 'jose', 'http-message-signatures'].map((name) => `verify-vs-${name}`)

export const groups: ReadonlyArray<Group> = [
  group('verifying a request of 400 bytes', 'verify-400 verify-400-guard', async () =>
    (await import('./verify.ts')).smallRows(),
  ),
  group('verifying it in the pool: the main thread', 'verify-pool-main verify-pool-main-face', async () =>
    (await import('./mainThread.ts')).poolRows(),
  ),
  group('signing it', 'sign-400', async () => (await import('./sign.ts')).signRow()),
  group('verifying beside other libraries', `${versus.join(' ')} ${peers('')}`, async () =>
    (await import('./peers/measure.ts')).verifyRows(),
  ),
  group('createVerifier, beside fast-jwt', 'verify-400-face verify-400-first face-vs-fast-jwt', async () =>
    (await import('./peers/measure.ts')).faceRows(),
  ),
  group('signing beside other libraries', `sign-vs-fastest-peer sign-400-face ${peers('-sign')}`, async () =>
    (await import('./peers/measure.ts')).signRows(),
  ),
  group('verifying large bodies', 'verify-1m verify-64m', async () => (await import('./verify.ts')).largeRows()),
  group('what a stranger can cost', 'junk junk-verifier', async () => (await import('./verify.ts')).junkRows()),
  group('what the adapter of node:http adds to a check', 'adapter-main', async () =>
    (await import('./adapter.ts')).adapterRow(),
  ),
  group('what a forgery costs over node:http', 'cost-400', async () => (await import('./adapter.ts')).costRow()),
  group('pipelined requests of a stranger', 'pipelined-verified pipelined-serve', async () =>
    (await import('./pipelined.ts')).pipelinedRows(),
  ),
  group('what the gateway pays to keep the id of a request', 'gateway-id', async () =>
    (await import('./gateway.ts')).gatewayRow(),
  ),
  group('reading headers', 'parse parse-linear', async () => (await import('./parse.ts')).parseRows()),
  group('the memory guard with a million claims', 'guard-bytes guard-time', async () =>
    (await import('./guard.ts')).guardRows(),
  ),
  group('the Redis guard beside SET NX', 'guard-redis-1 guard-redis-64 guard-redis-1024', async () =>
    (await import('./redisGuard.ts')).redisGuardRows(),
  ),
  group(
    'finding mistakes',
    'diagnose-1-median diagnose-1 diagnose-2 diagnose-whole diagnose-rate diagnose-budget',
    async () => (await import('./diagnose.ts')).diagnoseRows(),
  ),
  group('in a browser', 'bundle-verify', async () => (await import('./bundle.ts')).bundleRow()),
  group('memory for a body of 512 MiB', 'stream-rss', async () => (await import('./stream.ts')).streamRow()),
  group('the conformance suite', 'conform', async () => (await import('./command.ts')).conformRow()),
  group('the command', 'cli-start', async () => (await import('./command.ts')).cliRow()),
]
