import * as E from 'fp-ts/lib/Either.js'
import { signerLaws } from '../../../src/kit/testing/laws.ts'
import { cryptoKeySigner, signer, verificationKey } from '../../../src/platform/web/index.ts'
import { example } from '../../support/interpreterContract.ts'
import { cryptoKeys } from '../../support/keyForms.ts'
import { rsa } from '../../support/keys.ts'
import { assert, right, suite } from '../../support/suite.ts'

const signing = suite('cryptoKeySigner')

type Given = Parameters<typeof cryptoKeySigner>[0]

const sealed = (): Promise<CryptoKey> => {
  const der = rsa().privateKey.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
}

const laws = signerLaws(async () => ({
  signer: right(await cryptoKeySigner(await sealed())()),
  key: right(await verificationKey(rsa().publicPem)()),
}))
for (const law of laws) signing(law.name, law.check)

signing('signs as `signer` does with the same key, extractable or not', async () => {
  const expected = await right(await signer(rsa().privatePem)()).sign(example)()
  for (const { name, input } of (await cryptoKeys(rsa())).privateForms)
    assert.equal(await right(await cryptoKeySigner(input as Given)()).sign(example)(), expected, name)
})

signing('refuses each key that `signer` refuses, by the same rule', async () => {
  for (const { name, input, rule } of (await cryptoKeys(rsa())).hostile('sign')) {
    const made = await cryptoKeySigner(input as Given)()
    assert.is(E.isLeft(made) && made.left.rule, rule, name)
    const read = await signer(input)()
    assert.is(E.isLeft(read) && read.left.rule, rule, name)
  }
})

signing('says what else was given instead of a CryptoKey', async () => {
  const ruleFor = async (given: unknown) => {
    const made = await cryptoKeySigner(given as Given)()
    return E.isLeft(made) ? `${made.left.rule} ${made.left.found ?? ''}`.trim() : 'a signer'
  }
  assert.is(await ruleFor(undefined), 'missing undefined')
  assert.is(await ruleFor(null), 'missing null')
  assert.is(await ruleFor(sealed()), 'promise')
  for (const other of [rsa().privatePem, rsa().privateKey, {}, 7, { privateKey: await sealed() }])
    assert.is(await ruleFor(other), 'unsupported-here no CryptoKey')
})
