import * as E from 'fp-ts/lib/Either.js'
import { signer } from '../../../src/platform/node/signer.ts'
import { verificationKey } from '../../../src/platform/node/verificationKey.ts'
import * as der from '../../support/der.ts'
import { example } from '../../support/interpreterContract.ts'
import { ec, encryptedPem, rsa } from '../../support/keys.ts'
import * as openssl from '../../support/openssl.ts'
import { shown } from '../../support/shown.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'

const encrypted = suite('signer of an encrypted key')

const passphrase = 'CANARY correct horse'

const ruleFor = async (input: string, given?: string): Promise<string | undefined> => {
  const result = await signer(input, { passphrase: given })()
  assert.not.ok(shown(result).includes('CANARY'))
  return E.isLeft(result) ? result.left.rule : undefined
}

const assertSigns = async (input: string, given: string): Promise<void> => {
  const key = right(await verificationKey(rsa().publicPem)())
  const signature = right(await right(await signer(input, { passphrase: given })()).sign(example)())
  assert.ok(await key.verify(example, signature))
}

encrypted('signs with the right passphrase, even empty or non-ASCII', async () => {
  for (const given of [passphrase, '', 'пароль', '\u0000']) await assertSigns(encryptedPem(rsa(), given), given)
})

encrypted('is refused without a passphrase, and with a wrong one', async () => {
  const input = encryptedPem(rsa(), passphrase)
  assert.is(await ruleFor(input), 'passphrase-missing')
  for (const given of ['', 'CANARY', `${passphrase} `, passphrase.toLowerCase()])
    assert.is(await ruleFor(input, given), 'passphrase-wrong')
})

encrypted('every wrong passphrase has that error, even if the decrypted padding happens to be valid', async () => {
  const input = encryptedPem(rsa(), passphrase)
  const rules = new Set<string | undefined>()
  for (let i = 0; i < 400; i++) rules.add(await ruleFor(input, `wrong ${i}`))
  assert.equal([...rules], ['passphrase-wrong'])
})

encrypted('a passphrase for an unencrypted key is ignored', async () => assertSigns(rsa().privatePem, passphrase))

encrypted('the decrypted key must meet the key policy', async () => {
  assert.is(await ruleFor(encryptedPem(ec(), passphrase), passphrase), 'not-rsa')
  assert.is(await ruleFor(encryptedPem(rsa(1024), passphrase), passphrase), 'modulus-too-short')
})

encrypted('a cipher that the platform lacks is named', async () => {
  const unknown = der.sequence(Buffer.from('06032a0304', 'hex'), der.nothing)
  const input = der.pem('ENCRYPTED PRIVATE KEY', der.sequence(unknown, der.octets(Buffer.alloc(64))))
  assert.is(await ruleFor(input, passphrase), 'unsupported-here')
})

needs('openssl', encrypted)('signs with keys encrypted by the openssl command', async () => {
  for (const options of [
    [],
    ['-scrypt'],
    ['-v1', 'PBE-SHA1-3DES'],
    ['-v2', 'aes-128-cbc', '-v2prf', 'hmacWithSHA512'],
  ]) {
    await assertSigns(openssl.encrypted(rsa(), passphrase, ...options), passphrase)
  }
})
