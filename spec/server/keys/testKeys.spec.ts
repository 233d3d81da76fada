import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { otherApp, signedRequest, type TestApp, testApp } from '../../../src/kit/testing/node.ts'
import type { VerificationError } from '../../../src/server/node.ts'
import * as node from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { faces } from '../verdictOf.ts'

const ofOurs = rsa(2048, 'app-1').publicPem

const under = async <A>(value: string | undefined, run: () => Promise<A>): Promise<A> => {
  const before = process.env.NODE_ENV
  const set = (to: string | undefined): void => {
    if (to === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = to
  }
  set(value)
  return run().finally(() => set(before))
}

const environment = suite('the environment')

environment(
  'that may not be read, as in Deno without --allow-env, is not one of production, and a verifier starts',
  async () => {
    const kept = Object.getOwnPropertyDescriptor(process, 'env')
    assert.ok(kept)
    Object.defineProperty(process, 'env', {
      configurable: true,
      get: () => {
        throw new Error('Requires env access to "NODE_ENV"')
      },
    })
    try {
      await node.createVerifier({ keys: { 'app-1': ofOurs } })
    } finally {
      Object.defineProperty(process, 'env', kept)
    }
  },
)

for (const [name, { createVerifier, keySource }] of faces) {
  const published = suite(`the keys of countersign/testing (${name})`)

  const verdict = async (keys: node.VerifierOptions['keys'], app: TestApp): Promise<string> => {
    try {
      const verifier = await createVerifier({ keys, onVerdict: () => {} })
      // After the verifier is made: its guard remembers from that second on.
      const request = await signedRequest({ method: 'GET', url: '/', app })
      const { appId } = await verifier.verify({
        ...request,
        target: request.url,
        authorization: request.headers.authorization,
      })
      return appId
    } catch (error) {
      return (error as VerificationError).message
    }
  }

  const sourceOf = (key: string) => keySource(async () => key)

  const words =
    'this is a test key of countersign/testing with a published private key, but NODE_ENV is production; give a key of your own'

  published('in production: a record with one is refused at the start, by app; a source answers 500', async () => {
    for (const app of [testApp, otherApp]) {
      const { appId, publicKey } = app
      for (const given of [publicKey, { key: publicKey }, [ofOurs, publicKey]])
        assert.is(
          await under('production', () => verdict({ [appId]: given } as node.KeyRecord, app)),
          `misconfigured: keys: ${appId}: ${words}`,
        )
      assert.is(
        await under('production', () => verdict(sourceOf(publicKey), app)),
        `misconfigured: keys: ${appId}: ${words}`,
      )
    }
  })

  published('elsewhere they are keys like any other, and in production others are', async () => {
    for (const value of [undefined, 'test', 'development']) {
      const { appId, publicKey } = testApp
      assert.is(await under(value, () => verdict({ [appId]: publicKey }, testApp)), appId)
      assert.is(await under(value, () => verdict(sourceOf(publicKey), testApp)), appId)
    }
    const ours = { appId: 'app-1', privateKey: rsa(2048, 'app-1').privatePem, publicKey: ofOurs }
    assert.is(await under('production', () => verdict({ 'app-1': ofOurs }, ours)), 'app-1')
    assert.is(await under('production', () => verdict(sourceOf(ofOurs), ours)), 'app-1')
  })

  if (name === 'node')
    published('in production, a folder with one does not open its app', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'keys-'))
      try {
        await writeFile(join(folder, `${testApp.appId}.pem`), testApp.publicKey)
        const result = await under('production', async () => verdict(await node.keyFolder(folder), testApp))
        assert.is(result, `misconfigured: keys: ${testApp.appId}: ${words}`)
      } finally {
        await rm(folder, { recursive: true })
      }
    })
}
