import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import type { Verifier } from 'countersign/server'
import { signedRequest, testVerifier } from 'countersign/testing'
import express from 'express'
import { expect, test } from 'vitest' // in Jest: from '@jest/globals'

// Yours, from its own file.
const appWith = (verifier: Verifier) =>
  express()
    .use('/v1', verified(verifier))
    .post('/v1/jobs', (req, res) => {
      assertVerified(req)
      res.json({ app_id: req.verified.appId })
    })

test('a signed job is accepted, its repetition is refused, and so is an altered one', async () => {
  const app = appWith(await testVerifier({ explain: false }))
  const server = createServer(app).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/jobs`
    const body = '{"request_id":"1","stages":[]}'
    const signed = await signedRequest({ method: 'POST', url, body })
    const send = async (sent = body) => (await fetch(url, { ...signed, body: sent })).json()
    expect(await send()).toEqual({ app_id: 'test-app' })
    expect(await send()).toMatchObject({ error: { code: 'nonce_replayed' } })
    expect(await send('{"a":1}')).toMatchObject({ error: { code: 'signature_invalid' } })
  } finally {
    server.close()
  }
})
