import { constants, createHash, privateEncrypt, sign } from 'node:crypto'
import { concat } from '../../src/core/Bytes.ts'
import * as SignatureBlock from '../../src/core/SignatureBlock.ts'
import { rsa } from '../support/keys.ts'
import { publicKey } from '../support/planting.ts'
import { assert, suite } from '../support/suite.ts'

const key = publicKey(2048, 'app-1')
const { privateKey } = rsa(2048, 'app-1')
const text = Buffer.from('POST\n/\n0\nn-1\n')
const sha256 = new Uint8Array(createHash('sha256').update(text).digest())
const blockOf = (signature: Uint8Array): Uint8Array => {
  const block = SignatureBlock.open(new Uint8Array(signature), key)
  assert.ok(block !== undefined)
  return block
}

const pkcs1 = suite('SignatureBlock: PKCS#1 v1.5')

pkcs1('the block of a signature holds the DigestInfo of the text', () => {
  const content = SignatureBlock.padded(blockOf(sign('sha256', text, privateKey)))
  assert.equal(content && SignatureBlock.digestInfo(content), { hash: 'sha256', digest: sha256, withoutNull: false })
})

pkcs1('a DigestInfo without NULL is read as such, and one with other parameters is none', () => {
  const algorithm = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
  const infoOf = (...parameters: ReadonlyArray<number>): Uint8Array => {
    const inner = [0x30, algorithm.length + parameters.length, ...algorithm, ...parameters, 0x04, 32, ...sha256]
    return Uint8Array.of(0x30, inner.length, ...inner)
  }
  assert.is(SignatureBlock.digestInfo(infoOf())?.withoutNull, true)
  assert.is(SignatureBlock.digestInfo(infoOf(0x05, 0x00))?.withoutNull, false)
  assert.is(SignatureBlock.digestInfo(infoOf(0x02, 0x01, 0x00)), undefined)
})

pkcs1('a hash without a name is said to have none', () => {
  const info = Uint8Array.of(0x30, 0x08, 0x30, 0x03, 0x06, 0x01, 0x2a, 0x04, 0x01, 0x07)
  assert.is(SignatureBlock.digestInfo(info)?.hash, 'a hash without a name here')
})

pkcs1('what is no DER, or begins with no object identifier, is no DigestInfo', () => {
  assert.is(SignatureBlock.digestInfo(sha256), undefined)
  assert.is(SignatureBlock.digestInfo(Uint8Array.of(0x30, 0x07, 0x30, 0x02, 0x05, 0x00, 0x04, 0x01, 0x07)), undefined)
})

pkcs1('a bare digest is found behind the padding', () => {
  const signature = privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, sha256)
  assert.equal(SignatureBlock.padded(blockOf(signature)), sha256)
})

pkcs1('fewer than eight FF, or another block type, is no padding', () => {
  const block = (type: number, ff: number): Uint8Array =>
    concat([Uint8Array.of(0, type), new Uint8Array(ff).fill(0xff), Uint8Array.of(0, 7)])
  assert.equal(SignatureBlock.padded(block(1, 8)), Uint8Array.of(7))
  assert.is(SignatureBlock.padded(block(1, 7)), undefined)
  assert.is(SignatureBlock.padded(block(2, 8)), undefined)
})

pkcs1('a signature of another length, or the numbers 0, 1 and n − 1, are nobody’s', () => {
  assert.is(SignatureBlock.open(new Uint8Array(255), key), undefined)
  for (const last of [0, 1]) {
    const number = new Uint8Array(256)
    number[255] = last
    assert.is(SignatureBlock.open(number, key), undefined)
  }
})

const pss = suite('SignatureBlock: PSS')

const mgf1 = ({ masked, seeds }: SignatureBlock.Pss): Uint8Array =>
  concat(seeds.map((seed) => new Uint8Array(createHash('sha256').update(seed).digest()))).subarray(0, masked.length)

pss('salt and salted hash are those of the text', () => {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  const block = blockOf(sign('sha256', text, { key: privateKey, padding, saltLength: 32 }))
  const parts = SignatureBlock.pss(block, key.bits, 32)
  const plain = parts && SignatureBlock.unmask(parts, mgf1(parts))
  assert.ok(parts !== undefined && plain !== undefined)
  assert.is(plain.salt.length, 32)
  const salted = createHash('sha256').update(SignatureBlock.saltedInput(sha256, plain.salt)).digest()
  assert.equal(new Uint8Array(salted), new Uint8Array(parts.salted))
})

pss('the block of a PKCS#1 v1.5 signature is not one, and a wrong mask hides nothing', () => {
  assert.is(SignatureBlock.pss(blockOf(sign('sha256', text, privateKey)), key.bits, 32), undefined)
  const masked = new Uint8Array(4).fill(2)
  assert.is(SignatureBlock.unmask({ masked, salted: sha256, seeds: [], spare: 1 }, new Uint8Array(4)), undefined)
})
