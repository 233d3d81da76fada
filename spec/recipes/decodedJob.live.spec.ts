/** The app with the option `decode` that the guide shows. */
import { createServer } from 'node:http'
import { createVerifier } from '../../src/server/node.ts'
import { buildPackage } from '../support/builtPackage.ts'
import { rsa } from '../support/keys.ts'
import { withServer } from '../support/loopback.ts'
import { assert, suite } from '../support/suite.ts'
import { now, sign } from '../support/world.ts'

// It imports the package.
await buildPackage()
const { jobApp } = await import('./decodedJob.ts')

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

const decoded = suite('an app with the option decode')

decoded('answers a job, and refuses what is none with the place of the fault', async () => {
  await withServer(createServer(jobApp(() => createVerifier({ keys, clock: () => now }))), async ({ url }) => {
    const send = async (body: string): Promise<readonly [status: number, answer: unknown]> => {
      const { authorization } = await sign({ method: 'POST', target: '/v1/jobs', body })
      const answer = await fetch(`${url}/v1/jobs`, { method: 'POST', body, headers: { authorization } })
      return [answer.status, await answer.json()]
    }
    assert.equal(await send('{"request_id":"7","stages":[]}'), [200, { app_id: 'app-1', request_id: '7' }])
    const [status, answer] = await send('{"request_id":7,"stages":[]}')
    assert.is(status, 400)
    assert.match(JSON.stringify(answer), /job_invalid.*\/request_id/)
  })
})
