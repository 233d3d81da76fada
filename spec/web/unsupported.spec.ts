import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keyError } from '../../src/core/KeyError.ts'
import { signer } from '../../src/web/signer.ts'
import { verificationKey } from '../../src/web/verificationKey.ts'
import { pem } from '../support/der.ts'
import { encryptedPem, rsa } from '../support/keys.ts'
import { shown } from '../support/shown.ts'

const unsupported = E.left(keyError('unsupported-here'))

const web = suite('what WebCrypto cannot do')

web('a certificate, an encrypted key and the policy missing-null are refused by name', async () => {
  assert.equal(await verificationKey(pem('CERTIFICATE', Buffer.of(0x30, 0)))(), unsupported)
  assert.equal(await verificationKey(rsa().publicPem, { missingNull: true })(), unsupported)
  const encrypted = await signer(encryptedPem(rsa(), 'CANARY'), { passphrase: 'CANARY' })()
  assert.equal(encrypted, unsupported)
  assert.not.ok(shown(encrypted).includes('CANARY'))
})

web('a page that did not come over https has no WebCrypto, and is told so', async () => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'crypto') as PropertyDescriptor
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  try {
    assert.equal(await verificationKey(rsa().publicPem)(), unsupported)
    assert.equal(await signer(rsa().privatePem)(), unsupported)
  } finally {
    Object.defineProperty(globalThis, 'crypto', original)
  }
})

web.run()
