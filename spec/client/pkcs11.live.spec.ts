/**
 * A non-extractable private key in a real PKCS#11 token: the README's recipe, as a program and function by
 * function.
 */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as node from '../../src/client/node.ts'
import type { openKey as OpenKey } from '../recipes/pkcs11.ts'
import { canary, everythingOf, keepsSecret } from '../server/secrets.ts'
import { builtPackage, hook } from '../support/builtPackage.ts'
import { runIn } from '../support/project.ts'
import { type SoftHsm, softHsm } from '../support/softHsm.ts'
import { assert, needs, suite } from '../support/suite.ts'
import { withVerifyingService } from '../support/verifyingService.ts'

interface Bench extends SoftHsm {
  /** The built package with the recipes and their imports. */
  readonly folder: string
  readonly publicKey: string
  readonly openKey: typeof OpenKey
}

let made: Promise<Bench> | undefined
/** One token for all tests: a process cannot load a second one. */
const bench = (): Promise<Bench> => {
  made ??= (async () => {
    const hsm = await softHsm(`${canary}-pin`)
    const folder = await builtPackage()
    const recipes = join(folder, 'spec/recipes')
    cpSync('spec/recipes', recipes, { recursive: true })
    symlinkSync(join(hsm.packages, 'node_modules'), join(recipes, 'node_modules'), 'dir')
    const { openKey } = await import(pathToFileURL(join(recipes, 'pkcs11.ts')).href)
    const publicKey = hsm.generate('app-1')
    writeFileSync(join(recipes, 'public_key.pem'), publicKey)
    return { ...hsm, folder: recipes, publicKey, openKey }
  })()
  return made
}

type Key = ReturnType<typeof OpenKey>

const withKey = async (use: (key: Key, bench: Bench) => Promise<void>): Promise<void> => {
  const at = await bench()
  const key = at.openKey({ ...at, label: 'app-1' })
  try {
    await use(key, at)
  } finally {
    key.close()
  }
}

/** A second session, logged in because the recipe's is (same process), and the private key's handle. */
const beside = ({ driver, token, pkcs11js }: Bench) => {
  const pkcs11 = new pkcs11js.PKCS11()
  pkcs11.load(driver)
  const slot = pkcs11.C_GetSlotList(true).find((each) => pkcs11.C_GetTokenInfo(each).label.trim() === token)
  const session = pkcs11.C_OpenSession(slot as Buffer, pkcs11js.CKF_SERIAL_SESSION | pkcs11js.CKF_RW_SESSION)
  pkcs11.C_FindObjectsInit(session, [{ type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_PRIVATE_KEY }])
  const [handle] = pkcs11.C_FindObjects(session, 1)
  pkcs11.C_FindObjectsFinal(session)
  return { pkcs11, session, handle: handle as Buffer }
}

const refusal = async (promise: Promise<unknown>): Promise<node.ClientError> => {
  const error = await promise.then(
    () => new Error('it was not refused'),
    (thrown) => thrown,
  )
  assert.instance(error, node.ClientError, String(error))
  keepsSecret(everythingOf(error))
  return error
}

const request = { method: 'POST', url: '/v1/jobs', body: '{}' }

const token = suite('a private key in a PKCS#11 token')
const claim = needs('softhsm2-util', token)

claim('the program of the README submits a job that a verifier accepts', async () => {
  const { publicKey, folder, driver, pin, env } = await bench()
  await withVerifyingService({ keys: { 'app-1': publicKey } }, async ({ baseUrl, handled, refused }) => {
    const { code, output } = await runIn(folder, `node --import ${hook} token.ts`, {
      ...env,
      BASE_URL: baseUrl,
      PKCS11_DRIVER: driver,
      TOKEN_PIN: pin,
    })
    assert.is(code, 0, output)
    assert.match(output, "201 { id: 'j-1' }")
    const shown = handled.map(({ appId, scheme }) => [appId, scheme])
    assert.equal(shown, [['app-1', 'signed']])
    assert.equal(refused, [])
  })
})

claim('signs digests by CKM_RSA_PKCS and messages by CKM_SHA256_RSA_PKCS, and both verify', () =>
  withKey(async ({ signDigest, sign }, { publicKey }) =>
    withVerifyingService({ keys: { 'app-1': publicKey } }, async ({ baseUrl, handled, refused }) => {
      const bodies = ['', '{}', 'ä'.repeat(100_000)]
      for (const way of [{ signDigest }, { sign }]) {
        const client = await node.createClient({
          baseUrl,
          appId: 'app-1',
          publicKey,
          ...way,
        } as node.SigningClientOptions)
        for (const body of bodies) assert.is((await client.fetch('/x', { method: 'POST', body })).status, 201)
      }
      assert.is(handled.length, 2 * bodies.length)
      assert.equal(refused, [])
    }),
  ),
)

claim('64 concurrent signatures: each uses its own session and verifies', () =>
  withKey(async ({ signDigest }, { publicKey }) =>
    withVerifyingService({ keys: { 'app-1': publicKey } }, async ({ baseUrl, refused }) => {
      const client = await node.createClient({ baseUrl, appId: 'app-1', publicKey, signDigest })
      for (let round = 0; round < 2; round++) {
        const jobs = Array.from({ length: 64 }, (_, i) => client.submitJob({ request_id: `${i}`, stages: [] }))
        assert.equal([...new Set((await Promise.all(jobs)).map(({ status }) => status))], [201])
      }
      assert.equal(refused, [])
    }),
  ),
)

claim('a token after logout: its own error, without the PIN', () =>
  withKey(async ({ signDigest }, at) => {
    const signer = await node.createSigner({ appId: 'app-1', publicKey: at.publicKey, signDigest })
    await signer.sign(request)
    const { pkcs11, session } = beside(at)
    pkcs11.C_Logout(session)
    const error = await refusal(signer.sign(request))
    assert.is(error.reason, 'signer_unavailable')
    assert.match(error.message, /signDigest failed \(Pkcs11Error \d+\); catch the error within signDigest/)
  }),
)
