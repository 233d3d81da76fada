import * as node from '../../src/client/node.ts'
import type { KeyInput } from '../../src/core/KeyInput.ts'
import { canary, endOf, everythingOf, keepsSecret } from '../server/secrets.ts'
import { hostilePrivateKeys } from '../support/hostileKeys.ts'
import { damagedPrivateKeys } from '../support/keyForms.ts'
import { encryptedPem, rsa } from '../support/keys.ts'
import { type Listener, silence, status, withListener } from '../support/listener.ts'
import { assert, suite } from '../support/suite.ts'
import { faces } from './refusal.ts'

const key = rsa(2048, 'app-1')
const jwk = key.privateKey.export({ format: 'jwk' })
const baseUrl = 'https://jobs.example'

/** The promise rejects with a ClientError that shows neither the canary nor these. */
const hides = async (promise: Promise<unknown>, ...secrets: ReadonlyArray<KeyInput>): Promise<void> => {
  const error = await endOf(promise)
  assert.instance(error, node.ClientError)
  keepsSecret(everythingOf(error), ...secrets)
}

/** And shows nothing of the header that it has sent. */
const hidesSent = async (promise: Promise<unknown>, { requests }: Listener): Promise<void> => {
  await endOf(promise)
  const sent = requests.at(-1)?.headers.find(([header]) => header === 'authorization')?.[1] ?? ''
  assert.is.not(sent, '')
  await hides(promise, key.privatePem, sent)
}

const eachCredentials = [{ token: `${canary}.token` }, { appId: 'app-1', privateKey: key.privatePem }] as const

for (const [name, { createClient, createSigner }] of faces) {
  const hiding = suite(`secrets of a client (${name})`)

  hiding('printing a signer or client shows neither key nor token', async () => {
    for (const privateKey of [key.privatePem, jwk]) {
      keepsSecret(everythingOf(await createSigner({ appId: 'app-1', privateKey })), key.privatePem, jwk)
      keepsSecret(everythingOf(await createClient({ baseUrl, appId: 'app-1', privateKey })), key.privatePem, jwk)
    }
    keepsSecret(everythingOf(await createClient({ baseUrl, token: `${canary}.token` })))
  })

  hiding('errors about invalid keys, passphrases and tokens do not show them', async () => {
    for (const { input } of [...hostilePrivateKeys(), ...damagedPrivateKeys(key)]) {
      await hides(
        createSigner({ appId: 'app-1', privateKey: input, passphrase: `${canary}-pass` }),
        input,
        key.privatePem,
        jwk,
      )
    }
    const encrypted = encryptedPem(key, `${canary}-right`)
    for (const passphrase of [undefined, `${canary}-wrong`]) {
      await hides(createSigner({ appId: 'app-1', privateKey: encrypted, passphrase }), encrypted, key.privatePem)
    }
    for (const options of [
      { baseUrl, token: `${canary} and more` },
      { baseUrl, token: canary, appId: 'app-1' },
      { baseUrl, token: canary, edition: 'mainland' },
      { baseUrl: `https://${canary}@jobs.example`, token: 'abc' },
      { baseUrl: canary, token: 'abc' },
      { baseUrl, appId: `${canary} x`, privateKey: key.privatePem },
      { baseUrl, appId: 'app-1', privateKey: canary },
      { baseUrl, appId: 'app-1', privateKey: { kty: 'RSA', n: canary, d: canary } },
      { baseUrl, appId: 'app-1', privateKey: key.privatePem, authType: `${canary} x` },
    ]) {
      await hides(createClient(options as unknown as node.ClientOptions))
    }
  })

  hiding('errors about invalid requests and jobs do not show them', async () => {
    const signer = await createSigner({ appId: 'app-1', privateKey: key.privatePem })
    for (const request of [
      { method: `${canary} `, url: '/' },
      { method: 'GET', url: canary },
      { method: 'GET', url: '/', nonce: `${canary}_` },
      { method: 'GET', url: '/', body: `${canary}\ud800` },
      { method: 'GET', url: '/', body: { password: canary } as unknown as string },
    ]) {
      await hides(signer.sign(request))
    }
    const client = await createClient({ baseUrl, token: 'abc' })
    for (const job of [`${canary}\ud800`, { request_id: '1', stages: canary }, { request_id: [canary], stages: [] }]) {
      await hides(client.submitJob(job as unknown as node.Job))
    }
  })

  hiding('an error about a fetch call shows none of its arguments', async () => {
    const baseUrl = 'https://jobs.example'
    for (const credentials of eachCredentials) {
      const { fetch } = await createClient({ baseUrl, ...credentials } as node.ClientOptions)
      for (const [input, init] of [
        [`https://${canary}.example/`, {}],
        [`https://${canary}:${canary}@jobs.example/`, {}],
        [canary, {}],
        [`/${canary}?`, {}],
        [`/../${canary}?${'x'.repeat(9000)}`, {}],
        ['/', { method: `${canary} ` }],
        ['/', { body: canary }],
        ['/', { method: 'POST', body: `${canary}\ud800` }],
        ['/', { headers: { [`${canary} `]: 'x' } }],
        ['/', { headers: { 'x-mine': `${canary}\nx: y` } }],
        ['/', { headers: { authorization: canary } }],
        ['/', { redirect: canary }],
        ['/', { signal: canary }],
        [{ href: canary }, {}],
      ] as const) {
        await hides(fetch(input as string, init as unknown as RequestInit), key.privatePem)
      }
    }
  })

  hiding('a network error shows nothing of the request, and printing the client shows no secret', async () => {
    const short = `${status('200 OK').slice(0, -4)}\r\nContent-Length: 99\r\n\r\n`
    for (const answer of [undefined, 'HTTP/1.1 banana\r\n\r\n', short, silence])
      await withListener([answer], async (listener) => {
        for (const credentials of eachCredentials) {
          const options = { baseUrl: listener.url, timeoutMs: 100, ...credentials } as node.ClientOptions
          const client = await createClient(options)
          keepsSecret(everythingOf(client), key.privatePem, jwk)
          await hidesSent(client.submitJob(`{"request_id":"1","stages":[],"x":"${canary}"}`), listener)
          if (answer === short) continue
          const init = { method: 'POST', body: canary, headers: { 'x-mine': canary } }
          await hidesSent(client.fetch(`/${canary}`, init), listener)
        }
      })
  })
}
