import { createHash } from 'node:crypto'
import type * as node from '../../src/client/node.ts'
import { canary, endOf, everythingOf, keepsSecret } from '../server/secrets.ts'
import { rsa } from '../support/keys.ts'
import { ok, withListener } from '../support/listener.ts'
import { assert, suite } from '../support/suite.ts'
import * as token from '../support/token.ts'
import { withVerifyingService } from '../support/verifyingService.ts'
import { now } from '../support/world.ts'
import { faces, key, refusal } from './refusal.ts'

const publicKey = key.publicPem
const app = { appId: 'app-1', publicKey }
const service = { keys: { 'app-1': key.publicPem } }
const signDigest = token.signDigest(key)
const sign = token.signMessage(key)
const request = { method: 'POST', url: '/v1/jobs?a', body: '{"ä":1}', timestamp: now, nonce: 'n-1' }
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

for (const [name, { createClient, createSigner }] of faces) {
  const remote = suite(`a remote private key (${name})`)

  remote('makes the same signature as the key in memory, from digest or message, sync or async', async () => {
    const here = await createSigner({ appId: 'app-1', privateKey: key.privatePem })
    const expected = await here.sign(request)
    for (const options of [
      { ...app, signDigest },
      { ...app, signDigest: async (sha256: Uint8Array) => wait(5).then(() => signDigest(sha256)) },
      { ...app, sign },
      { ...app, sign: async (message: Uint8Array) => new Uint8Array(sign(message)) },
      { ...app, publicKey: key.publicKey.export({ format: 'jwk' }), signDigest },
    ] as const) {
      assert.equal(await (await createSigner(options)).sign(request), expected)
    }
  })

  remote('gets 32 bytes or the whole string to sign, and is not called before a request', async () => {
    const asked: Array<string> = []
    const keeping = (made: (bytes: Uint8Array) => Uint8Array) => (bytes: Uint8Array) => {
      asked.push(Buffer.from(bytes).toString('hex'))
      return made(bytes)
    }
    const digests = await createSigner({ ...app, signDigest: keeping(signDigest) })
    const messages = await createSigner({ ...app, sign: keeping(sign) })
    assert.equal(asked, [])
    const { stringToSign } = await digests.sign(request)
    await messages.sign(request)
    const hash = createHash('sha256').update(stringToSign)
    assert.equal(asked, [hash.digest('hex'), Buffer.from(stringToSign).toString('hex')])
  })

  remote('may modify the bytes that it gets', async () => {
    const scribbling = (made: (bytes: Uint8Array) => Uint8Array) => (bytes: Uint8Array) => {
      const signature = made(bytes)
      bytes.fill(0)
      return signature
    }
    const body = Buffer.from('{}')
    for (const options of [
      { ...app, signDigest: scribbling(signDigest) },
      { ...app, sign: scribbling(sign) },
    ]) {
      const { stringToSign } = await (await createSigner(options)).sign({ ...request, body })
      assert.is(Buffer.from(stringToSign).toString(), `POST\n/v1/jobs?a\n${now}\nn-1\n{}`)
      assert.is(body.toString(), '{}')
    }
  })

  remote('works with a client: submitJob, fetch and sign call it once per request', () =>
    withVerifyingService(service, async ({ baseUrl, handled, refused }) => {
      let signatures = 0
      const counting = (sha256: Uint8Array) => {
        signatures++
        return signDigest(sha256)
      }
      for (const options of [
        { ...app, baseUrl, signDigest: counting },
        { ...app, baseUrl, sign },
      ]) {
        const client = await createClient(options)
        assert.is((await client.submitJob('{"request_id":"1","stages":[]}')).status, 201)
        assert.is((await client.fetch('/v1/jobs/1?full', { method: 'POST', body: 'x' })).status, 201)
        const url = `${baseUrl}/elsewhere`
        const { authorization } = await client.sign({ method: 'GET', url })
        assert.is((await fetch(url, { headers: { authorization } })).status, 201)
      }
      assert.is(signatures, 3)
      assert.is(handled.length, 6)
      assert.equal(refused, [])
    }),
  )

  remote('concurrent signatures may complete in any order', () =>
    withVerifyingService(service, async ({ baseUrl, refused }) => {
      let n = 0
      const shuffling = async (sha256: Uint8Array) => {
        await wait((n++ * 7) % 11)
        return signDigest(sha256)
      }
      const client = await createClient({ ...app, baseUrl, signDigest: shuffling })
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) => client.submitJob({ request_id: `${i}`, stages: [] })),
      )
      assert.equal([...new Set(answers.map((answer) => answer.status))], [201])
      assert.equal(refused, [])
    }),
  )

  remote('a signature that does not verify is not sent, and the error names what is wrong with it', () =>
    withListener([ok()], async (listener) => {
      const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
      const bytes = (made: Uint8Array) => new Uint8Array(made)
      for (const [change, words] of [
        [{ signDigest: sign }, 'hashed the digest again'],
        [{ sign: token.signMessage(rsa(2048, 'app-2')) }, 'another key'],
        [{ signDigest: (d: Uint8Array) => base64(signDigest(d)) }, 'did not return bytes.*found string'],
        [{ signDigest: (d: Uint8Array) => Buffer.from(base64(signDigest(d))) }, 'returned Base64 text'],
        [{ signDigest: (d: Uint8Array) => bytes(signDigest(d)).buffer }, 'found an ArrayBuffer'],
        [{ signDigest: () => new Uint8Array(50_000_000) }, 'found too many bytes'],
        [
          { signDigest: () => ({ [Symbol.toStringTag]: 'Uint8Array', length: Infinity }) },
          'did not return bytes.*found object',
        ],
        [{ signDigest: async () => undefined }, 'found undefined'],
        [{ signDigest: () => null }, 'found null'],
      ] as const) {
        const options = { ...app, baseUrl: listener.url, ...change } as unknown as node.SigningClientOptions
        const client = await createClient(options)
        for (const attempt of [
          () => client.sign(request),
          () => client.submitJob({ request_id: '1', stages: [] }),
          () => client.fetch('/'),
        ]) {
          const error = await refusal(attempt())
          assert.is(error.reason, 'signature_wrong', words)
          assert.match(error.message, new RegExp(words))
        }
      }
      assert.equal(listener.requests, [])
    }),
  )

  remote('a hanging call times out after timeoutMs, and its late answer is ignored', async () => {
    const never = () => new Promise<Uint8Array>(() => {})
    // The key answers only once all three calls have timed out, however busy the machine is.
    const late: Array<() => void> = []
    const timedOut = () => new Promise<void>((resolve) => late.push(resolve))
    for (const options of [
      { ...app, signDigest: never, timeoutMs: 20 },
      { ...app, sign: () => timedOut().then(() => Promise.reject(new Error('late'))), timeoutMs: 20 },
      { ...app, sign: (m: Uint8Array) => timedOut().then(() => sign(m)), timeoutMs: 20 },
    ]) {
      const signer = await createSigner(options)
      const client = await createClient({ ...options, baseUrl: 'http://127.0.0.1:1' })
      const errors = await Promise.all([
        refusal(signer.sign(request)),
        refusal(client.submitJob('{}')),
        refusal(client.fetch('/')),
      ])
      for (const { reason, message } of errors) {
        assert.is(reason, 'signer_timed_out')
        assert.match(message, 'did not answer within 20 ms; is the HSM or KMS reachable?')
      }
      for (const answer of late.splice(0)) answer()
    }
    // A late failure left unhandled would end the process here.
    await wait(1)
  })

  remote('a fetch aborted during signing rejects at once, and nothing is sent', () =>
    withListener([ok()], async (listener) => {
      let finish: () => void = () => {}
      const slow = (message: Uint8Array) =>
        new Promise<Uint8Array>((resolve) => {
          finish = () => resolve(sign(message))
        })
      const client = await createClient({ ...app, baseUrl: listener.url, sign: slow })
      const abort = new AbortController()
      const fetched = client.fetch('/', { signal: abort.signal }).catch((error) => error)
      await wait(20)
      abort.abort(new RangeError('mine'))
      assert.instance(await fetched, RangeError)
      finish()
      await wait(50)
      assert.equal(listener.requests, [])
    }),
  )

  remote('an error that it throws is reported only by name and code', async () => {
    class Pkcs11Error extends Error {
      override readonly name = 'Pkcs11Error'
      readonly code = 257
      readonly pin = canary
    }
    const numbered = new Pkcs11Error(`C_Login with ${canary}`)
    const named = Object.assign(new Error(canary, { cause: canary }), { name: 'AccessDeniedException', code: canary })
    named.code = `${canary} and more`
    const nameless = Object.assign(new Error(canary), { name: `a ${canary}` })
    for (const [thrown, words] of [
      [numbered, 'signDigest failed (Pkcs11Error 257); catch the error within signDigest'],
      [named, 'signDigest failed (AccessDeniedException);'],
      [nameless, 'signDigest failed (an error);'],
      [canary, 'signDigest failed (something);'],
      [undefined, 'signDigest failed (something);'],
    ] as const) {
      const throwing = () => {
        throw thrown
      }
      for (const failing of [throwing, () => Promise.reject(thrown)]) {
        const error = await refusal((await createSigner({ ...app, signDigest: failing })).sign(request))
        assert.is(error.reason, 'signer_unavailable')
        assert.ok(error.message.includes(words), error.message)
        keepsSecret(everythingOf(error))
      }
    }
  })

  remote('a signer and its errors show nothing of the request or the key', async () => {
    for (const made of [
      { ...app, signDigest },
      { ...app, sign: () => sign(Buffer.from(canary)) },
      { ...app, sign: () => Buffer.from(canary) },
      { ...app, sign: () => canary },
      { ...app, sign: () => ({ [Symbol.toStringTag]: canary }) },
    ]) {
      const signer = await createSigner(made as unknown as node.SignerOptions)
      keepsSecret(everythingOf(signer), key.privatePem)
      if ('sign' in made) {
        const error = await endOf(signer.sign({ ...request, body: canary }))
        keepsSecret(everythingOf(error), key.privatePem)
      }
    }
  })

  remote('names invalid settings', async () => {
    const { privatePem: privateKey } = key
    for (const [options, words, reason = 'setting_invalid'] of [
      [{ ...app, privateKey, signDigest }, 'give either a privateKey, or a publicKey with signDigest or sign'],
      [{ ...app, privateKey, sign }, 'give either a privateKey, or a publicKey with signDigest or sign'],
      [{ ...app, privateKey }, 'give publicKey only together with signDigest or sign'],
      [{ ...app }, 'give publicKey only together with signDigest or sign; without them'],
      [{ ...app, sign, signDigest }, 'give either signDigest or sign'],
      [{ ...app, sign, passphrase: 'x' }, 'give passphrase and cryptoOn only together with privateKey'],
      [{ ...app, sign, cryptoOn: 'loop' }, 'give passphrase and cryptoOn only together with privateKey'],
      [{ ...app, sign: 'x' }, 'must be a function'],
      [{ ...app, signDigest: null }, 'must be a function'],
      [{ appId: 'app-1', sign }, 'the publicKey is missing: it verifies each signature'],
      [{ ...app, sign, timeoutMs: 0 }, 'timeoutMs must be a whole number of milliseconds'],
      [{ ...app, sign, authType: 'a b' }, 'authType must be an HTTP token'],
      [{ ...app, sign, appId: 'a b' }, 'the app id must be', 'app_id_malformed'],
      [{ ...app, sign, publicKey: privateKey }, 'the public key is not usable: this is a private key', 'key_invalid'],
    ] as const) {
      // Each is made just before it is awaited: a promise that nobody awaits yet would be an unhandled rejection.
      for (const make of [
        () => createSigner(options as unknown as node.SignerOptions),
        () => createClient({ ...options, baseUrl: 'https://jobs.example' } as unknown as node.SigningClientOptions),
      ]) {
        const error = await refusal(make())
        assert.match(error.message, words)
        assert.is(error.reason, reason)
      }
    }
    const timed = { appId: 'app-1', privateKey, timeoutMs: 1 } as unknown as node.SignerOptions
    assert.match((await refusal(createSigner(timed))).message, 'give timeoutMs only together with signDigest or sign')
    const both = { token: 'abc', ...app, sign, baseUrl: 'https://jobs.example' } as unknown as node.ClientOptions
    assert.match((await refusal(createClient(both))).message, 'give either a token, or an appId')
  })
}
