import { createSecretKey } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { KeyInput } from '../../../src/core/KeyInput.ts'
import { signer } from '../../../src/platform/node/signer.ts'
import { verificationKeys } from '../../../src/platform/node/verificationKey.ts'
import { example } from '../../support/interpreterContract.ts'
import { ec, ed25519, pss, rsa } from '../../support/keys.ts'
import { assert, right, suite } from '../../support/suite.ts'

const objects = suite('a KeyObject')

objects('is the key that its PEM is', async () => {
  const { publicKey, publicPem, privateKey } = rsa()
  const key = right(await verificationKeys(publicKey)())[0]
  assert.ok(key !== undefined)
  assert.is(key.fingerprint, right(await verificationKeys(publicPem)())[0]?.fingerprint)
  const signature = right(await right(await signer(privateKey)()).sign(example)())
  assert.ok(await key.verify(example, signature))
})

objects('is refused by the rule of the suite', async () => {
  const secret = createSecretKey(Buffer.alloc(32))
  const rule = (read: E.Either<{ readonly rule: string }, unknown>) => (E.isLeft(read) ? read.left.rule : 'taken')
  const verifying: ReadonlyArray<readonly [KeyInput, string]> = [
    [rsa().privateKey, 'private-for-public'],
    [rsa(1024).publicKey, 'modulus-too-short'],
    [rsa(2048, 'e3', 3).publicKey, 'exponent'],
    [ec().publicKey, 'not-rsa'],
    [ed25519().publicKey, 'not-rsa'],
    [pss().publicKey, 'pss'],
    [secret, 'symmetric'],
  ]
  for (const [input, expected] of verifying) assert.is(rule(await verificationKeys(input)()), expected)
  const signing: ReadonlyArray<readonly [KeyInput, string]> = [
    [rsa().publicKey, 'public-for-private'],
    [rsa(1024).privateKey, 'modulus-too-short'],
    [ec().privateKey, 'not-rsa'],
    [ed25519().privateKey, 'not-rsa'],
    [pss().privateKey, 'pss'],
    [secret, 'symmetric'],
  ]
  for (const [input, expected] of signing) assert.is(rule(await signer(input)()), expected)
})
