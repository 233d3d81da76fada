/** `countersign serve --guard` on real Redis: one primary, a cluster, sentinels, users and TLS. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findTool, requireTool } from '../../../scripts/tools.ts'
import { type Connected, connected, type RedisPlace, redisPlace } from '../../../src/apps/cli/redis.ts'
import { startProxy } from '../../support/faultProxy.ts'
import { rsa } from '../../support/keys.ts'
import { freePort } from '../../support/loopback.ts'
import { certificate } from '../../support/openssl.ts'
import { type RedisCluster, startCluster } from '../../support/redisCluster.ts'
import { startWatched } from '../../support/redisSentinels.ts'
import { startSentinel, withRedis } from '../../support/redisServer.ts'
import { assert, byTurns, needs, suite } from '../../support/suite.ts'
import { countersign, file, home, type Service, servingAlone as serving, signedNow } from './command.ts'

const run = promisify(execFile)

/** `accepted`, or the code of the refusal. */
const send = async ({ url }: Service, authorization: string): Promise<string> => {
  const answer = await fetch(`${url}/v1/jobs`, { method: 'POST', headers: { authorization }, body: '{}' })
  const { error } = (await answer.json()) as { readonly error?: { readonly code: string } }
  // The stand-in does not take this job, and says so once the request is verified.
  return error === undefined || error.code === 'job_invalid' ? 'accepted' : error.code
}

/** Signs anew until one is accepted: just after a start or a failover the answer may be 503. */
const accepted = async (service: Service): Promise<string> => {
  for (const end = performance.now() + 150_000; ; await pause(100)) {
    const authorization = await signedNow()
    const got = await send(service, authorization)
    if (got === 'accepted') return authorization
    if (performance.now() > end) throw new Error(`nothing is accepted: ${got}\n${service.log().slice(-2000)}`)
  }
}

/** A busy machine may let a claim run into its deadline. */
const isRefused = async (service: Service, authorization: string): Promise<void> => {
  let got = await send(service, authorization)
  for (let tries = 0; got === 'guard_unavailable' && tries < 100; tries++) {
    await pause(100)
    got = await send(service, authorization)
  }
  assert.is(got, 'nonce_replayed')
}

/** Two services share the memory that the URL names, and end by themselves. */
const shared = (
  guard: string,
  use: (one: Service, other: Service) => Promise<void> = async () => {},
  env: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const args = ['--keys', 'keys', '--guard', guard]
  const two = async (one: Service, other: Service) => {
    const authorization = await accepted(one)
    await isRefused(other, authorization)
    await use(one, other)
    for (const { stop } of [one, other]) assert.is(await stop(), 0)
  }
  return serving(args, (one) => serving(args, (other) => two(one, other), env), env)
}

const failed = async (guard: string, complaint: string | RegExp, env: NodeJS.ProcessEnv = {}): Promise<void> => {
  const { code, out, err } = await countersign(['serve', '--keys', 'keys', '--guard', guard], { env })
  assert.is(out, '')
  if (typeof complaint === 'string') assert.is(err, `error: ${complaint}\n`)
  else assert.match(err, complaint)
  assert.is(code, 3)
  assert.not.match(err, 'S3CRET')
}

const hosts = (ports: ReadonlyArray<number>): string => ports.map((port) => `127.0.0.1:${port}`).join(',')

const redis = suite('countersign serve --guard redis')
const inOrder = needs('redis-server', redis)

let cluster: RedisCluster | undefined
const test = byTurns(2, inOrder)

inOrder('a cluster, by one node or several, also while the first of them is down', async () => {
  cluster = await startCluster()
  const { ports, primaries, node } = cluster
  await shared(`redis+cluster://127.0.0.1:${ports[0]}`)
  const [{ port: down } = { port: 0 }] = await primaries()
  await node(down).server.kill()
  const others = ports.filter((port) => port !== down)
  await shared(`redis+cluster://${hosts([down, ...others])}`, async (one, other) => {
    for (let n = 0; n < 20; n++) await isRefused(other, await accepted(one))
  })
})

inOrder('a service ends also while it asks the cluster for its slots', async () => {
  const { ports = [], cli } = cluster ?? {}
  const args = ['--keys', 'keys', '--guard', `redis+cluster://${hosts(ports)}`]
  await serving(args, async (service) => {
    await accepted(service)
    const answering = await Promise.all(
      ports.map((port) => cli?.(port, 'client', 'pause', '3000').catch(() => undefined)),
    )
    assert.ok(answering.some((answer) => answer !== undefined))
    // It asks twice a second.
    await pause(700)
    assert.is(await Promise.race([service.stop(), pause(10_000, 'it goes on')]), 0)
  })
})

test('a connection that falls silent is replaced, and requests are accepted again', () =>
  withRedis([], async ({ port }) => {
    const proxy = await startProxy(port)
    try {
      await serving(['--keys', 'keys', '--guard', `redis://127.0.0.1:${proxy.port}`], async (service) => {
        const authorization = await accepted(service)
        const before = proxy.connections()
        proxy.silence()
        await accepted(service)
        await isRefused(service, authorization)
        assert.ok(proxy.connections() > before)
        assert.is(await service.stop(), 0)
      })
    } finally {
      await proxy.close()
    }
  }))

test('a Redis that is lost is in the log once, with its cause, and again when it is there', () =>
  withRedis(['--appendonly', 'yes'], async (server) => {
    const args = ['--keys', 'keys', '--guard', `redis://127.0.0.1:${server.port}`]
    await serving(args, async (service) => {
      await accepted(service)
      await server.kill()
      const lost = `--guard redis: no connection to 127.0.0.1:${server.port} (ECONNREFUSED); until it connects again, no request is accepted`
      await service.logged(lost)
      await server.restart()
      await service.logged(`--guard redis: connected to 127.0.0.1:${server.port} again`)
      assert.is(service.log().split(lost).length, 2)
      assert.is(await service.stop(), 0)
      assert.is(service.log().split('no connection').length, 2)
    })
  }))

inOrder('a node of a cluster as one primary is refused, and the form is named', async () => {
  const { port } = ((await cluster?.primaries()) ?? [])[0] ?? { port: 0 }
  const complaint = `--guard: this Redis is a node of a cluster: give --guard redis+cluster://127.0.0.1:${port}`
  await failed(`redis://127.0.0.1:${port}`, complaint)
  await cluster?.stop()
})

test('sentinels: the next primary is found, and what was accepted is not accepted again', async () => {
  const { ports, primary, stop } = await startWatched()
  await failed(
    `redis://127.0.0.1:${ports[0]}`,
    `--guard: this Redis is a sentinel: give --guard redis+sentinel://127.0.0.1:${ports[0]}/NAME`,
  )
  const where = `redis+sentinel://${hosts(ports)}`
  await failed(
    `${where}/other`,
    `--guard redis+sentinel: the sentinels at ${hosts(ports)} know no primary with the name other`,
  )
  await shared(`${where}/jobs`, async (one, other) => {
    const before = await accepted(one)
    await primary.kill()
    const after = await accepted(one)
    assert.is.not(await send(other, before), 'accepted')
    await isRefused(other, after)
  })
  await stop()
})

test('sentinels: each of forty services finds the next primary', async () => {
  const { ports, primary, stop } = await startWatched()
  const place = redisPlace(`redis+sentinel://${hosts(ports)}/jobs`)
  const services = await Promise.all(Array.from({ length: 40 }, () => connected(place as RedisPlace, {})))
  await primary.kill()
  const answers = ({ client }: Connected): Promise<boolean> =>
    client.call('PING').then(
      () => true,
      () => false,
    )
  let silent: ReadonlyArray<Connected> = services
  for (const end = performance.now() + 60_000; silent.length > 0 && performance.now() < end; await pause(100)) {
    const answered = await Promise.all(silent.map(answers))
    silent = silent.filter((_, i) => answered[i] === false)
  }
  for (const { close } of services) close()
  await stop()
  assert.is(silent.length, 0)
})

test('another Redis than the URL says is refused in words', () =>
  withRedis(['--requirepass', 'S3CRET'], async (closed) =>
    withRedis([], async ({ port }) => {
      const where = `127.0.0.1:${port}`
      const sentinel = await startSentinel(port)
      const free = await freePort()
      const here = `127.0.0.1:${sentinel.port}`
      const another = 'give --guard redis://HOST:PORT'
      for (const [url, said] of [
        [`redis+cluster://${where}`, `cluster: ${where} is not a cluster: ${another}`],
        [`redis+cluster://${here}`, `cluster: ${here} is not a cluster: ${another}`],
        [`redis+cluster://${hosts([free])}`, `cluster: no connection to ${hosts([free])} (ECONNREFUSED)`],
        [`redis+sentinel://${where}/jobs`, `sentinel: ${where} is not a sentinel: ${another}`],
        [`redis+sentinel://${hosts([free])}/jobs`, `sentinel: no connection to ${hosts([free])} (ECONNREFUSED)`],
      ] as const)
        await failed(url, `--guard redis+${said}`)
      const wrong = { COUNTERSIGN_REDIS_PASSWORD: 'S3CRET-not' }
      for (const scheme of ['redis', 'redis+cluster'])
        await failed(`${scheme}://127.0.0.1:${closed.port}`, /\((?:WRONGPASS)\)$/m, wrong)
      await sentinel.stop()
    }),
  ))

test('a server that takes the connection and says nothing is an error within seconds', () =>
  withRedis([], async (server) => {
    server.signal('SIGSTOP')
    await failed(
      `redis://127.0.0.1:${server.port}`,
      `--guard redis: no connection to 127.0.0.1:${server.port} (no answer); if the server speaks TLS, use --guard rediss://…`,
    )
    server.signal('SIGCONT')
  }))

test('a user of its own, with the password in the environment, and another database', () =>
  withRedis(['--user', 'jobs', 'on', '>S3CRET', '~countersign:*', '+@all'], ({ port }) =>
    shared(`redis://jobs@127.0.0.1:${port}/3`, undefined, { COUNTERSIGN_REDIS_PASSWORD: 'S3CRET' }),
  ))

const overTls = suite('countersign serve --guard rediss')
const tlsTest = byTurns(2, needs(findTool('openssl') === undefined ? 'openssl' : 'redis-server', overTls))

/** Settings of a server that takes TLS on a port of its own, with a certificate for 127.0.0.1 and localhost. */
const tlsSettings = async (): Promise<{ readonly port: number; readonly settings: ReadonlyArray<string> }> => {
  const key = rsa(2048, 'app-2')
  const [cert, secret] = ['tls.pem', 'tls.key'].map((name) => join(home, name)) as [string, string]
  if (!existsSync(cert)) file('tls.pem', certificate(key))
  file('tls.key', key.privatePem)
  const files = ['--tls-cert-file', cert, '--tls-key-file', secret, '--tls-ca-cert-file', cert]
  const port = await freePort()
  const always = ['--tls-auth-clients', 'no', '--tls-replication', 'yes']
  return { port, settings: ['--tls-port', `${port}`, ...files, ...always] }
}

const withTls = async (more: ReadonlyArray<string>, use: (port: number) => Promise<void>): Promise<void> => {
  const { port, settings } = await tlsSettings()
  await withRedis([...settings, ...more], () => use(port))
}

const trusting = { NODE_EXTRA_CA_CERTS: join(home, 'tls.pem') }

tlsTest('one primary, whose certificate must be trusted', () =>
  withTls([], async (port) => {
    await shared(`rediss://127.0.0.1:${port}`, undefined, trusting)
    const complaint = `--guard rediss: no connection to 127.0.0.1:${port} (DEPTH_ZERO_SELF_SIGNED_CERT)`
    await failed(`rediss://127.0.0.1:${port}`, complaint)
  }),
)

tlsTest('a server where only one side speaks TLS', () =>
  withTls([], async (port) => {
    const tls = `--guard redis: no connection to 127.0.0.1:${port} (ECONNRESET); if the server speaks TLS, use --guard rediss://…`
    await failed(`redis://127.0.0.1:${port}`, tls)
    await withRedis([], async ({ port: plain }) => {
      const none = `--guard rediss: no connection to 127.0.0.1:${plain} (ETIMEDOUT); if the server does not speak TLS, use --guard redis://…`
      await failed(`rediss://127.0.0.1:${plain}`, none)
    })
  }),
)

const cli = async (port: number, ...args: ReadonlyArray<string>): Promise<string> =>
  (await run(requireTool('redis-cli'), ['--tls', '--cacert', join(home, 'tls.pem'), '-p', `${port}`, ...args])).stdout

tlsTest('a cluster, whose nodes go by addresses or by names', () =>
  withTls(['--cluster-enabled', 'yes', '--tls-cluster', 'yes', '--cluster-announce-ip', '127.0.0.1'], async (port) => {
    await cli(port, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    while (!/cluster_state:ok/.test(await cli(port, 'CLUSTER', 'INFO'))) await pause(50)
    await shared(`rediss+cluster://127.0.0.1:${port}`, undefined, trusting)
    await cli(port, 'CONFIG', 'SET', 'cluster-announce-hostname', 'localhost')
    await cli(port, 'CONFIG', 'SET', 'cluster-preferred-endpoint-type', 'hostname')
    await shared(`rediss+cluster://localhost:${port}`, undefined, trusting)
    const complaint = `--guard rediss+cluster: no connection to 127.0.0.1:${port} (DEPTH_ZERO_SELF_SIGNED_CERT)`
    await failed(`rediss+cluster://127.0.0.1:${port}`, complaint)
  }),
)

tlsTest('sentinels and their primary', () =>
  withTls([], async (primary) => {
    const { port, settings } = await tlsSettings()
    const sentinel = await startSentinel(primary, settings)
    await shared(`rediss+sentinel://127.0.0.1:${port}/jobs`, undefined, trusting)
    await sentinel.stop()
  }),
)
