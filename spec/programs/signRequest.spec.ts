import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../src/core/Authorization.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import { ofText } from '../../src/core/Bytes.ts'
import * as Signature from '../../src/core/Signature.ts'
import * as StringToSign from '../../src/core/StringToSign.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import { platform } from '../../src/platform/node/platform.ts'
import {
  type OutgoingRequest,
  type SignEnv,
  signContent,
  signParts,
  signRequest,
} from '../../src/programs/signRequest.ts'
import { rsa } from '../support/keys.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'
import { app1, now, signerOf } from '../support/world.ts'

const env = async (): Promise<SignEnv> => ({
  clock: { now: () => now },
  entropy: platform.entropy,
  signer: await signerOf(rsa(2048, 'app-1')),
})
const settings = { appId: app1, authType: AuthType.standard }
const sign = async (request: OutgoingRequest) => signRequest(settings)(request)(await env())()

const made = suite('signRequest: results')

made('makes the specified string to sign and header, with the clock’s second and a fresh nonce', async () => {
  const signed = right(
    await sign({ method: 'post', url: 'https://jobs.example/v1/jobs?k1=v1&k2=v2#top', body: '{"é":1}' }),
  )
  assert.match(signed.nonce, /^[0-9a-f]{32}$/)
  assert.is(signed.stringToSign.head, `POST\n/v1/jobs?k1=v1&k2=v2\n${now}\n${signed.nonce}\n`)
  assert.equal(signed.stringToSign.body, right(ofText('{"é":1}')))
  const header = right(Authorization.parse(signed.authorization)) as Authorization.Signed
  assert.match(
    signed.authorization,
    new RegExp(`^SVC-SHA256-RSA app_id=app-1,nonce_str=${signed.nonce},timestamp=${now},signature=`),
  )
  assert.ok(
    verify(
      'sha256',
      StringToSign.toBytes(signed.stringToSign),
      createPublicKey(rsa(2048, 'app-1').publicPem),
      Signature.toBytes(header.signature),
    ),
  )
})

made('signs a missing body as an empty one, after its line feed', async () => {
  const signed = right(await sign({ method: 'GET', url: '/v1/jobs', nonce: 'n' as never, timestamp: 7 as Timestamp }))
  assert.equal(signed.stringToSign, { head: 'GET\n/v1/jobs\n7\nn\n', body: new Uint8Array(0) })
})

made('a thousand requests in one frozen second have a thousand nonces', async () => {
  const cheap: SignEnv = {
    ...(await env()),
    signer: { sign: () => async () => E.right(Signature.ofBytes(new Uint8Array(1))) },
  }
  const nonces = new Set<string>()
  for (let i = 0; i < 1000; i++)
    nonces.add(right(await signRequest(settings)({ method: 'GET', url: '/' })(cheap)()).nonce)
  assert.is(nonces.size, 1000)
})

const refused = suite('signRequest: what it refuses')

refused('a method, target or body that cannot be sent unchanged', async () => {
  assert.equal(await sign({ method: 'po st', url: '/' }), E.left({ _tag: 'method_invalid', rule: 'token' }))
  const result = await sign({ method: 'GET', url: 'jobs.example:443' })
  assert.equal(result, E.left({ _tag: 'target_invalid', rule: 'form', offset: 0 }))
  const shown = await sign({ method: 'POST', url: '/', body: 'a\ud800b' })
  assert.equal(shown, E.left({ _tag: 'body_not_unicode', index: 1 }))
})

refused('a failing signer', async () => {
  const down = { _tag: 'signer_unavailable', detail: 'the token is locked' } as const
  const locked: SignEnv = { ...(await env()), signer: { sign: () => async () => E.left(down) } }
  assert.equal(await signRequest(settings)({ method: 'GET', url: '/' })(locked)(), E.left(down))
})

const streamed = suite('signContent')

const parts = { method: 'POST', target: '/v1/jobs', timestamp: now, nonce: 'n-1' } as unknown as StringToSign.Parts

streamed('for all parts: the header is that of the whole body, whose length and digest are told', async () => {
  const signer = await signerOf(rsa(2048, 'app-1'))
  await forAll([fc.array(fc.uint8Array(), { maxLength: 5 })], { numRuns: 20 }, async (bodyParts) => {
    const whole = new Uint8Array(Buffer.concat(bodyParts))
    const open = async function* () {
      yield* bodyParts.map((part) => new Uint8Array(part))
    }
    const { authorization, body } = right(await signContent(settings, parts, { open }, signer, platform.digest)())
    assert.is(authorization, right(await signParts(settings, parts, whole, signer)).authorization)
    assert.equal([body.length, body.sha256], [whole.length, await platform.digest.sha256([whole])()])
  })
})

streamed('a body that cannot be read is an error, and so is a key that signs whole texts only', async () => {
  const streaming = await signerOf(rsa(2048, 'app-1'))
  const { begin: _, ...wholeTextsOnly } = streaming
  const open = async function* () {
    yield new Uint8Array(1)
    throw new TypeError('canary')
  }
  const result = await signContent(settings, parts, { open }, streaming, platform.digest)()
  assert.equal(result, E.left({ _tag: 'body_unreadable', detail: 'TypeError' }))
  const error = await signContent(settings, parts, { open }, wholeTextsOnly, platform.digest)()
  assert.is(E.isLeft(error) && error.left._tag, 'signer_unavailable')
})
