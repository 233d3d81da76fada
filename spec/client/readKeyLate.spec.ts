// A page's reader of keys, which may not come: here the import is a function of the spec. spec/client/page.live.spec.ts does the
// same in a browser.
import * as E from 'fp-ts/lib/Either.js'
import { loadLate } from '../../src/client/loadLate.ts'
import type { ReadKey } from '../../src/client/readKey.ts'
import { readKeyBehind } from '../../src/client/readKeyLate.ts'
import { readKey } from '../../src/client/webKeys.ts'
import type { KeyInput } from '../../src/core/KeyInput.ts'
import { platform } from '../../src/platform/web/platform.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'

const late = suite('readKeyLate')

const settings = (privateKey: unknown, more: object = {}) =>
  ({ privateKey, appId: 'app-1', ...more }) as unknown as Parameters<ReadKey>[1]

const sealed = (): Promise<CryptoKey> => {
  const der = rsa().privateKey.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
}

const failing = async (): Promise<ReadKey> => {
  throw new TypeError('Failed to fetch dynamically imported module')
}

const outcome = async (load: () => Promise<ReadKey>, given: Parameters<ReadKey>[1]) => {
  const made = await readKeyBehind(load)(platform, given)()
  return E.isLeft(made) ? made.left : 'a signer'
}

late('a CryptoKey that is not extractable needs no reader', async () => {
  let loads = 0
  const counted = async () => {
    loads += 1
    return readKey
  }
  assert.is(await outcome(counted, settings(await sealed())), 'a signer')
  assert.is(loads, 0)
  assert.is(await outcome(counted, settings(rsa().privatePem)), 'a signer')
  assert.is(loads, 1)
})

late('a public key beside a function that signs is read, too', async () => {
  const remote = { publicKey: rsa().publicPem as KeyInput, sign: async () => new Uint8Array(256) }
  const fault = { _tag: 'code_not_loaded', part: 'reads keys', why: 'TypeError' }
  assert.equal(await outcome(failing, settings(undefined, remote)), fault)
  assert.is(await outcome(async () => readKey, settings(undefined, remote)), 'a signer')
})

late('says that the reader did not load, and does not repeat the message of the platform', async () => {
  const fault = { _tag: 'code_not_loaded', part: 'reads keys', why: 'TypeError' }
  assert.equal(await outcome(failing, settings(rsa().privatePem)), fault)
})

late('a later call loads the reader again', async () => {
  const loads = [failing, async () => readKey]
  const load = () => (loads.shift() ?? failing)()
  const read = readKeyBehind(load)
  assert.ok(E.isLeft(await read(platform, settings(rsa().privatePem))()))
  assert.ok(E.isRight(await read(platform, settings(rsa().privatePem))()))
})

late('waits no longer than timeoutMs', async () => {
  const fault = { _tag: 'code_not_loaded', part: 'reads keys', why: 'no answer within 20 ms' }
  assert.equal(await outcome(() => new Promise(() => {}), settings(rsa().privatePem, { timeoutMs: 20 })), fault)
})

late('brings the words of its refusals', async () => {
  const refused = await outcome(async () => readKey, settings('-----BEGIN PRIVATE KEY-----'))
  assert.match((refused as { words?: string }).words ?? '', 'this is only the first line of a PEM')
})

const loading = suite('loadLate')

loading('answers what was loaded', async () => {
  assert.equal(await loadLate(platform.timer, 1000)('writes jobs', async () => 7)(), E.right(7))
})

loading('a load that throws at once is a fault as well', async () => {
  const thrown = (): Promise<never> => {
    throw Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' })
  }
  const fault = { _tag: 'code_not_loaded', part: 'writes jobs', why: 'Error ERR_MODULE_NOT_FOUND' } as const
  assert.equal(await loadLate(platform.timer, 1000)('writes jobs', thrown)(), E.left(fault))
})
