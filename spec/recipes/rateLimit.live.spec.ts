/** The rate limit by app that the guide shows. */
import { createServer } from 'node:http'
import { createVerifier } from '../../src/server/node.ts'
import { buildPackage } from '../support/builtPackage.ts'
import { rsa } from '../support/keys.ts'
import { withServer } from '../support/loopback.ts'
import { assert, suite } from '../support/suite.ts'
import { now, sign } from '../support/world.ts'

// It imports the package.
await buildPackage()
const { limitedApp } = await import('./rateLimit.ts')

const keys = { 'app-1': rsa(2048, 'app-1').publicPem, 'app-2': rsa(2048, 'app-2').publicPem }

const limits = suite('a rate limit by app')

limits('answers the app that asks too often with 429, and neither another app nor what is refused counts', async () => {
  const app = limitedApp(() => createVerifier({ keys, clock: () => now, onVerdict: () => {} }))
  await withServer(createServer(app), async ({ url }) => {
    const body = '{"request_id":"7","stages":[]}'
    const send = async (authorization: string): Promise<Response> =>
      fetch(`${url}/v1/jobs`, { method: 'POST', body, headers: { authorization } })
    const signed = async (): Promise<string> => (await sign({ method: 'POST', target: '/v1/jobs', body })).authorization
    const line = await signed()
    assert.is((await send(line)).status, 200)
    // A replay is refused in front of the limit.
    for (let i = 0; i < 5; i++) assert.is((await send(line)).status, 401)
    const lines = await Promise.all(Array.from({ length: 12 }, signed))
    const answers = await Promise.all(lines.map(send))
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0 && refused.length < 12, answers.map(({ status }) => status).join())
    assert.is(refused[0]?.headers.get('Retry-After'), '1')
  })
})
