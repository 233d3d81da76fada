/** `/-/ready` of a gateway tells the state of a real Redis, and nothing that callers do. */
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { withServer } from '../../support/loopback.ts'
import { startRedis } from '../../support/redisServer.ts'
import { assert, needs, suite, until } from '../../support/suite.ts'
import { servingAlone, signedNow } from './command.ts'

const ready = suite('/-/ready of the gateway')
const test = needs('redis-server', ready)

test('is 503 while Redis takes no writes, hangs or is gone, and 200 again after it; idleness and refusals change nothing', () =>
  withServer(
    createServer((_, res) => res.end('hello')),
    async ({ url: upstream }) => {
      const redis = await startRedis()
      const admin = new Redis({ port: redis.port, host: '127.0.0.1' })
      admin.on('error', () => {})
      const guard = ['--guard', `redis://127.0.0.1:${redis.port}`]
      await servingAlone(
        ['--keys', 'keys', '--upstream', upstream, '--metrics', '0', ...guard],
        async ({ url, out, stop }) => {
          const at = /^ {2}metrics {4}(http:\/\/127\.0\.0\.1:\d+)\/metrics$/m.exec(out())?.[1] ?? ''
          const ask = async (): Promise<string> => {
            const answer = await fetch(`${at}/-/ready`)
            return `${answer.status} ${(await answer.text()).trim()}`
          }
          const becomes = (wanted: RegExp) => until(async () => wanted.test(await ask()))
          assert.is(await ask(), '200 ready')
          const authorization = await signedNow()
          for (const status of [200, 401]) {
            const answer = await fetch(`${url}/v1/jobs`, { method: 'POST', headers: { authorization }, body: '{}' })
            assert.is(answer.status, status)
          }
          await becomes(/^200 ready$/)
          await admin.config('SET', 'min-replicas-to-write', '1')
          await becomes(/^503 the replay guard gives no answer: .*NOREPLICAS/)
          await admin.config('SET', 'min-replicas-to-write', '0')
          await becomes(/^200 ready$/)
          redis.signal('SIGSTOP')
          await becomes(/^503 the replay guard gives no answer: Redis has not answered within/)
          redis.signal('SIGCONT')
          await becomes(/^200 ready$/)
          await redis.kill()
          await becomes(/^503 the replay guard gives no answer: /)
          await redis.restart()
          await becomes(/^200 ready$/)
          assert.is(await stop(), 0)
        },
      )
      admin.disconnect()
      await redis.stop()
    },
  ))
