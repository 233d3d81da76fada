import * as node from '../../src/client/node.ts'
import * as web from '../../src/client/web.ts'
import { createVerifier } from '../../src/server/node.ts'
import { encryptedPem } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import { now, verdict, world } from '../support/world.ts'
import { app, faces, key, refusal } from './refusal.ts'

for (const [name, { createSigner }] of faces) {
  const signing = suite(`createSigner (${name})`)

  signing('a verifier accepts its header with the returned method and target and the signed bytes', async () => {
    const signer = await createSigner(app)
    const signed = await signer.sign({
      method: 'post',
      url: 'https://h.example/v1/jobs?a#b',
      body: '{"ä":1}',
      timestamp: now,
      nonce: 'n-1',
    })
    assert.equal([signed.method, signed.target], ['POST', '/v1/jobs?a'])
    assert.is(Buffer.from(signed.stringToSign).toString(), `POST\n/v1/jobs?a\n${now}\nn-1\n{"ä":1}`)
    const { method, target, authorization } = signed
    const request = { method, target, authorization: [authorization], body: Buffer.from('{"ä":1}') }
    assert.is(await verdict(await world(), request), 'accept')
    const members = ['authorization', 'body', 'headers', 'method', 'stringToSign', 'target']
    assert.equal(Object.keys(signed).sort(), members)
    assert.equal(signed.headers, { authorization })
  })

  signing('a verifier takes the answer as it is: a body of text, of bytes, or none', async () => {
    const signer = await createSigner(app)
    const verifier = await createVerifier({ keys: { 'app-1': key.publicPem } })
    for (const body of ['{"ä":1}', new Uint8Array([0xff, 0, 10]), '', undefined]) {
      const signed = await signer.sign({ method: 'POST', url: 'https://h.example/v1/jobs', body })
      const verified = await verifier.verify(signed)
      assert.equal(Buffer.from(verified.body), Buffer.from(body ?? ''))
      assert.is('body' in signed, body !== '' && body !== undefined)
      // As a test writes it that changes one part.
      const refused = await verifier.verify({ ...signed, body: `${body}x` }).catch(({ reason }) => reason)
      assert.is(refused, 'signature_invalid')
    }
  })

  signing('takes the time and the nonces of the program', async () => {
    let seconds: number = now
    const nonces = ['n-1', 'n-2', 'n-3']
    const nonce = () => nonces.shift() as string
    const signer = await createSigner({ ...app, clock: () => seconds, nonce })
    const parts = async (request = {}) =>
      Buffer.from((await signer.sign({ method: 'GET', url: '/', ...request })).stringToSign)
        .toString()
        .split('\n')
    assert.equal((await parts()).slice(2, 4), [String(now), 'n-1'])
    seconds += 0.999
    assert.equal((await parts()).slice(2, 4), [String(now), 'n-2'])
    seconds += 60
    assert.equal((await parts()).slice(2, 4), [String(now + 60), 'n-3'])
    assert.equal((await parts({ timestamp: 5, nonce: 'own' })).slice(2, 4), ['5', 'own'])
    assert.is((await refusal(parts())).reason, 'nonce_malformed')
    seconds = Number.NaN
    const refused = await refusal(parts({ nonce: 'own' }))
    assert.is(refused.message, 'clock must return the seconds since 1970')
  })

  signing('names invalid settings', async () => {
    for (const [options, reason, words] of [
      [undefined, 'setting_invalid', 'createSigner: the options must be a record of appId'],
      [{ ...app, appId: 'a b' }, 'app_id_malformed', 'the app id must be'],
      [{ ...app, authType: 'bearer' }, 'setting_invalid', 'authType must be an HTTP token'],
      [{ ...app, cryptoOn: 'here' }, 'setting_invalid', 'cryptoOn must be loop or pool'],
      [{ ...app, clock: now }, 'setting_invalid', 'clock must be a function'],
      [{ ...app, nonce: 'n-1' }, 'setting_invalid', 'nonce must be a function'],
      [{ ...app, passphrase: 7 }, 'setting_invalid', 'passphrase must be text'],
      [
        { ...app, passfrase: 'x' },
        'setting_invalid',
        '"passfrase" is not an option here; the options are appId, privateKey',
      ],
      [{ ...app, baseUrl: 'x' }, 'setting_invalid', '"baseUrl" is not an option here'],
      [
        { appId: 'app-1' },
        'key_invalid',
        'the private key is not usable: there is no key; is the environment variable set',
      ],
      [{ ...app, privateKey: key.publicPem }, 'key_invalid', 'this is a public key instead of a private key'],
    ] as const) {
      const error = await refusal(createSigner(options as unknown as node.SignerOptions))
      assert.is(error.reason, reason)
      assert.match(error.message, words)
    }
  })

  signing('names invalid requests', async () => {
    const signer = await createSigner(app)
    const request = { method: 'GET', url: '/' }
    for (const [change, reason] of [
      [{ method: 'G T' }, 'method_invalid'],
      [{ method: undefined }, 'setting_invalid'],
      [{ url: 'v1/jobs' }, 'target_invalid'],
      [{ url: '/ä' }, 'target_invalid'],
      [{ url: new URL('https://h.example/') }, 'setting_invalid'],
      [{ timestamp: 1.5 }, 'timestamp_malformed'],
      [{ nonce: '' }, 'nonce_malformed'],
      [{ body: '\ud800' }, 'body_not_unicode'],
      [{ body: { a: 1 } }, 'setting_invalid'],
      [{ data: '{}' }, 'setting_invalid'],
    ] as const) {
      const error = await refusal(signer.sign({ ...request, ...change } as unknown as node.RequestToSign))
      assert.is(error.reason, reason, JSON.stringify(change))
    }
  })
}

const encrypted = suite('createSigner: encrypted keys')

encrypted('are decrypted with their passphrase on node; a wrong passphrase has its own error', async () => {
  const privateKey = encryptedPem(key, 'sesame')
  const request = { method: 'POST', url: '/', timestamp: now, nonce: 'n-1' }
  const opened = await node.createSigner({ appId: 'app-1', privateKey, passphrase: 'sesame' })
  const plain = await node.createSigner(app)
  assert.is((await opened.sign(request)).authorization, (await plain.sign(request)).authorization)
  assert.match((await refusal(node.createSigner({ appId: 'app-1', privateKey }))).message, 'no passphrase was given')
  const wrong = await refusal(node.createSigner({ appId: 'app-1', privateKey, passphrase: 'simsalabim' }))
  assert.match(wrong.message, 'the passphrase does not open the private key')
})

encrypted('are refused on the web platform, with the reason', async () => {
  const privateKey = encryptedPem(key, 'sesame')
  const error = await refusal(web.createSigner({ appId: 'app-1', privateKey, passphrase: 'sesame' }))
  assert.is(error.reason, 'key_invalid')
  assert.match(error.message, 'this runtime does not support this kind of key')
})
