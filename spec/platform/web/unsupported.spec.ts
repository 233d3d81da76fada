import * as E from 'fp-ts/lib/Either.js'
import { keyError } from '../../../src/core/KeyError.ts'
import { platformKeyWords } from '../../../src/core/platformKeyWords.ts'
import { signer } from '../../../src/platform/web/signer.ts'
import { verificationKey } from '../../../src/platform/web/verificationKey.ts'
import { pem } from '../../support/der.ts'
import { encryptedPem, rsa } from '../../support/keys.ts'
import { shown } from '../../support/shown.ts'
import { assert, suite } from '../../support/suite.ts'

const unsupported = E.left(keyError('unsupported-here'))

const web = suite('limits of WebCrypto')

web('a certificate, an encrypted key and the policy missing-null are refused, each with its reason', async () => {
  assert.equal(await verificationKey(pem('CERTIFICATE', Buffer.of(0x30, 0)))(), unsupported)
  assert.equal(await verificationKey(rsa().publicPem, { policies: { 'missing-null': true } })(), unsupported)
  const encrypted = await signer(encryptedPem(rsa(), 'CANARY'), { passphrase: 'CANARY' })()
  assert.equal(encrypted, unsupported)
  assert.not.ok(shown(encrypted).includes('CANARY'))
})

/** Runs with a replaced `crypto`. */
const withWebCrypto = async (value: object, use: () => Promise<void>): Promise<void> => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'crypto') as PropertyDescriptor
  Object.defineProperty(globalThis, 'crypto', { value, configurable: true })
  try {
    await use()
  } finally {
    Object.defineProperty(globalThis, 'crypto', original)
  }
}

web('a page not served over https, and Jest with jsdom, have no WebCrypto: the error says so', () =>
  withWebCrypto({}, async () => {
    const missing = E.left(keyError('no-webcrypto'))
    const { publicPem, privatePem } = rsa()
    assert.equal(await verificationKey(publicPem)(), missing)
    assert.equal(await signer(privatePem)(), missing)
    assert.match(platformKeyWords['no-webcrypto'], '@jest-environment node')
  }),
)

web('a platform that refuses a valid key: the error blames the platform', () => {
  const importKey = () => Promise.reject(new Error('CANARY'))
  return withWebCrypto({ subtle: { importKey } }, async () => {
    const refused = E.left(keyError('refused-by-platform'))
    assert.equal(await verificationKey(rsa().publicPem)(), refused)
    assert.equal(await signer(rsa().privatePem)(), refused)
  })
})

web('a platform that throws or rejects in any step: the error blames the platform, and nothing is thrown', async () => {
  const { subtle } = globalThis.crypto
  const blamed = new Set([E.left(keyError('refused-by-platform')), E.left(keyError('inconsistent'))].map(shown))
  const failures = [
    () => Promise.reject(new Error('CANARY')),
    () => {
      throw new Error('CANARY')
    },
  ]
  for (const step of ['importKey', 'exportKey', 'sign', 'verify'] as const)
    for (const fails of failures) {
      const platform = {
        importKey: subtle.importKey.bind(subtle),
        exportKey: subtle.exportKey.bind(subtle),
        sign: subtle.sign.bind(subtle),
        verify: subtle.verify.bind(subtle),
        [step]: fails,
      }
      await withWebCrypto({ subtle: platform }, async () => {
        const made = shown(await signer(rsa().privatePem)())
        assert.ok(blamed.has(made), `${step}: ${made}`)
      })
    }
})

web('a platform that imports a different key than given is refused', () => {
  const { publicKey } = rsa()
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })).buffer
  const other = new Uint8Array(294).buffer
  const importKey = () => Promise.resolve({})
  const platform = (rightFormat: string) => ({
    subtle: { importKey, exportKey: (format: string) => Promise.resolve(format === rightFormat ? spki : other) },
  })
  const mismatch = E.left(keyError('trailing-data'))
  return withWebCrypto(platform('none'), async () => {
    assert.equal(await verificationKey(rsa().publicPem)(), mismatch)
    // Only the public key is imported correctly.
    await withWebCrypto(platform('spki'), async () => assert.equal(await signer(rsa().privatePem)(), mismatch))
  })
})
