/** A service for the tests of a caller, in process and on a socket. */
import { createServer } from 'node:http'
import { createClient } from '../../../src/client/node.ts'
import * as node from '../../../src/kit/testing/node.ts'
import * as web from '../../../src/kit/testing/web.ts'
import { refusal } from '../../client/refusal.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'

const { appId, privateKey } = node.testApp
const app = { appId, privateKey, maxPauseMs: 1 }

type Use = (
  service: node.TestService,
  options: { readonly baseUrl: string; readonly fetch?: node.TestService['fetch'] },
) => Promise<void>
const fetching = (service: node.TestService, use: Use) =>
  use(service, { baseUrl: 'https://jobs.example', fetch: service.fetch })

const quiet = { explain: false }
const ways: Readonly<Record<string, (use: Use) => Promise<void>>> = {
  'fetch on node': async (use) => fetching(await node.testService(quiet), use),
  'fetch on the web': async (use) => fetching(await web.testService(quiet), use),
  'a listener': async (use) => {
    const service = await node.testService(quiet)
    await withServer(createServer(service.listener), ({ url }) => use(service, { baseUrl: url }))
  },
}
for (const [name, run] of Object.entries(ways)) {
  const service = suite(`testService: ${name}`)

  service('verifies, answers and keeps what came', () =>
    run(async ({ requests }, options) => {
      const client = await createClient({ ...options, ...app })
      assert.equal((await client.submitJob('{"a":1}')).json, {})
      const stranger = await createClient({ ...options, ...app, appId: node.otherApp.appId })
      assert.is((await stranger.fetch('/x?y')).status, 401)
      const told = requests.map(({ method, target, outcome, verified }) => [method, target, outcome, verified?.appId])
      assert.equal(told, [
        ['POST', '/v1/jobs', 200, 'test-app'],
        ['GET', '/x?y', 401, undefined],
      ])
      assert.is(Buffer.from(requests[0]?.verified?.body ?? []).toString(), '{"a":1}')
    }),
  )

  service('does what it is told to: refuses, asks for patience, hangs, resets', () =>
    run(async ({ requests, next }, options) => {
      const client = await createClient({ ...options, ...app, retries: 3 })
      next(503, { status: 429, headers: { 'Retry-After': '0' } })
      assert.is((await client.submitJob('{}')).status, 200)
      next('hang')
      assert.is((await refusal(client.submitJob('{}', { timeoutMs: 200 }))).reason, 'timed_out')
      next('reset', 'hang', 502)
      assert.is((await client.fetch('/', { timeoutMs: 200 })).status, 200)
      next({ status: 403, body: '{"error":{"code":"no","message":"never"}}' })
      assert.equal((await client.submitJob('{}')).json, { error: { code: 'no', message: 'never' } })
      next(204)
      assert.is((await client.fetch('/')).status, 204)
      const outcomes = [503, 429, 200, 'hang', 'reset', 'hang', 502, 200, 403, 204]
      const shown = requests.map(({ outcome }) => outcome)
      assert.equal(shown, outcomes)
    }),
  )
}

const stopping = suite('testService: a request that was aborted before it is sent')

for (const { testService } of [node, web])
  stopping('never comes, is rejected with the reason of its signal, and leaves the next fault', async () => {
    const { fetch, requests, next } = await testService(quiet)
    next('reset')
    const stopped = new Error('stopped by the test')
    const early = fetch('https://jobs.example/early', { signal: AbortSignal.abort(stopped) })
    const nextTurn = new Promise((resolve) => setImmediate(() => resolve('no answer yet')))
    assert.is(await Promise.race([early.catch((error: unknown) => error), nextTurn]), stopped)
    assert.equal(requests, [])
    const later = await fetch('https://jobs.example/later', {}).catch(({ message }: Error) => message)
    assert.equal([later, requests.map(({ outcome }) => outcome)], ['fetch failed', ['reset']])
  })

const telling = suite('testVerifier and testService: what they print')

/** What is printed on standard error while `use` runs. */
const printed = async (use: () => Promise<void>): Promise<ReadonlyArray<string>> => {
  const { error } = console
  const lines: Array<string> = []
  console.error = (text: string) => void lines.push(text)
  try {
    // No timer: a test runner may end the process when the last verdict is there.
    await use()
  } finally {
    console.error = error
  }
  return lines
}

/** The body was parsed, and is sent written anew. */
const rewritten = async ({ verify }: Awaited<ReturnType<node.CreateTestVerifier>>, times: number): Promise<void> => {
  for (let i = 0; i < times; i++) {
    const body = JSON.stringify({ a: 1, b: [2] }, null, 2)
    const { method, url, headers } = await node.signedRequest({ method: 'POST', url: '/v1/jobs', body })
    const sent = JSON.stringify(JSON.parse(body))
    await verify({ method, target: url, authorization: headers.authorization, body: sent }).catch(() => {})
  }
}

telling('the cause of a refusal and its remedy, once', async () => {
  const verifier = await node.testVerifier()
  const [text = '', ...more] = await printed(() => rewritten(verifier, 3))
  assert.is(more.length, 0)
  assert.match(text, /a request was refused\n {2}signature_invalid: /)
  assert.match(text, '\n  → ')
  assert.match(text, 'explain: false')
})

telling('nothing if they are told not to, and the program’s own listener hears of it all the same', async () => {
  let heard = 0
  const quiet = await node.testVerifier({ explain: false, onRefusal: () => void heard++ })
  const lines = await printed(async () => {
    await rewritten(quiet, 2)
    const spoken = await web.testVerifier()
    await rewritten(spoken, 2)
  })
  assert.is(heard, 2)
  // Without a hash there are the refusal's own words.
  assert.is(lines.length, 1)
  assert.match(lines[0] ?? '', 'signature_invalid: ')
})
