import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { INestApplication } from '@nestjs/common'
import { Test } from '@nestjs/testing'
import { COUNTERSIGN_OPTIONS } from 'countersign/nest'
import { signedRequest, testVerifier } from 'countersign/testing'
import { AppModule } from './app.ts'

let app: INestApplication
beforeAll(async () => {
  const verifier = await testVerifier({ explain: false }) // by default it prints why a request was refused
  const testing = Test.createTestingModule({ imports: [AppModule] })
  const compiled = await testing.overrideProvider(COUNTERSIGN_OPTIONS).useValue({ verifier }).compile()
  app = compiled.createNestApplication({ rawBody: true, logger: false })
  await app.listen(0, '127.0.0.1')
})
afterAll(() => app.close())

const send = async (body: string, sent = body) => {
  const { url, ...init } = await signedRequest({ method: 'POST', url: `${await app.getUrl()}/v1/jobs`, body })
  const answer = await fetch(url, { ...init, body: sent })
  return [answer.status, await answer.json()]
}

test('a signed job is accepted', async () => {
  expect(await send('{"request_id":"1","stages":[]}')).toEqual([200, { app_id: 'test-app', request_id: '1' }])
})

test('one that was altered is refused', async () => {
  expect(await send('{"request_id":"1","stages":[]}', '{}')).toMatchObject([
    401,
    { error: { code: 'signature_invalid' } },
  ])
})

test('one that is no job is answered with 400', async () => {
  expect(await send('{"request_id":1}')).toMatchObject([400, { error: { code: 'job_invalid' } }])
})
