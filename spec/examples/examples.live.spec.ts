/** The programs of this folder that need no packages of their own: each starts, and judges requests as it should. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createClient } from '../../src/client/node.ts'
import { judge } from '../support/exampleContract.ts'
import { examples as all, examplesFolder, type Program, privateKey, start } from '../support/examplePrograms.ts'
import { rsa } from '../support/keys.ts'
import { withRedis } from '../support/redisServer.ts'
import { assert, needs, suite, until } from '../support/suite.ts'

const folder = await examplesFolder()
const examples = suite('examples')

const namesOf = (needs: string | undefined): ReadonlyArray<string> =>
  Object.keys(all).filter((name) => all[name]?.needs === needs)

const claim = (name: string): string =>
  `${name} accepts a signed job, and refuses it when it comes again, altered or unsigned`

// All are started at once, and each is judged in its turn.
for (const [name, program] of namesOf(undefined).map((name) => [name, start(name, folder)] as const)) {
  program.catch(() => {}) // Awaited below; keep it from being an unhandled rejection until then.
  examples(claim(name), () => judge(program, { logs: name !== 'prometheus' }))
}

for (const name of namesOf('redis')) {
  needs('redis-server', examples)(claim(name), () =>
    withRedis([], ({ port }) => judge(start(name, folder, { REDIS_URL: `redis://127.0.0.1:${port}` }))),
  )
}

const using = async (program: Promise<Program>, use: (program: Program) => Promise<void>): Promise<void> => {
  const started = await program
  try {
    await use(started)
  } finally {
    await started.stop()
  }
}

examples('express goes on taking unsigned JSON where nothing has to be signed', () =>
  using(start('express', folder), async ({ url }) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/webhook`, { method: 'POST', body: '{"a":1}', headers })
    assert.equal(await answer.json(), { received: { a: 1 } })
  }),
)

examples('express rotates a key while it runs: both count, then the new one alone', () =>
  using(start('express', folder), async ({ url, folder }) => {
    const next = rsa(2048, 'app-1-next')
    const submit = async (privateKey: string): Promise<number> => {
      const client = await createClient({ baseUrl: url, appId: 'app-1', privateKey })
      return (await client.submitJob({ request_id: '7', stages: [] })).status
    }
    const statuses = async () => [await submit(privateKey), await submit(next.privatePem)]
    const untilStatuses = (expected: ReadonlyArray<number>): Promise<void> =>
      until(async () => isDeepStrictEqual(await statuses(), expected))
    assert.equal(await statuses(), [200, 401])
    writeFileSync(join(folder, 'keys/app-1.2.pem'), next.publicPem)
    await untilStatuses([200, 200]) // A folder is read again after a second.
    rmSync(join(folder, 'keys/app-1.pem'))
    await untilStatuses([401, 200])
  }),
)

examples('prometheus offers the counts as text', () =>
  using(start('prometheus', folder), async ({ url }) => {
    await fetch(`${url}/v1/jobs`, { method: 'POST' })
    const answer = await fetch(`${url}/metrics`)
    assert.match(answer.headers.get('content-type') ?? '', 'text/plain')
    assert.match(await answer.text(), 'countersign_requests_total{outcome="reject",reason="authorization_missing"} 1')
  }),
)
