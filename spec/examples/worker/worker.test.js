import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedRequest, testApp } from 'countersign/testing'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

test('a signed job is accepted, its repetition is refused, and so is an altered one', async () => {
  const bundle = { bundle: true, write: false, format: 'esm', conditions: ['workerd', 'worker', 'browser'] }
  const { outputFiles } = await build({ entryPoints: ['worker.js'], external: ['cloudflare:workers'], ...bundle })
  const worker = new Miniflare({
    modules: true,
    script: outputFiles[0].text,
    compatibilityDate: '2025-04-01',
    bindings: { APP_1_PUBLIC_KEY: testApp.publicKey },
    durableObjects: { CLAIMS: { className: 'Claims', useSQLite: true } },
  })
  try {
    const body = '{"request_id":"1","stages":[]}'
    // The object of a key begins at its first request, and refuses earlier timestamps.
    const at = Math.floor(Date.now() / 1000) + 30
    const app = { ...testApp, appId: 'app-1' }
    const signed = await signedRequest({ method: 'POST', url: 'http://jobs.example/v1/jobs', body, app, at })
    const send = async (sent = body) => (await worker.dispatchFetch(signed.url, { ...signed, body: sent })).json()
    assert.deepEqual(await send(), { app_id: 'app-1', request_id: '1' })
    assert.equal((await send()).error.code, 'nonce_replayed')
    assert.equal((await send('{"a":1}')).error.code, 'signature_invalid')
  } finally {
    await worker.dispose()
  }
})
