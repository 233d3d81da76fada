import { constants, createSign, privateEncrypt, publicDecrypt, sign as rsaSign } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { concat, toHex } from '../../../src/core/Bytes.ts'
import * as PublicKey from '../../../src/core/PublicKey.ts'
import { matcherOf, open, read } from '../../../src/kit/diagnosis/recover.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { publicKey } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const text = new Uint8Array(Buffer.from('a text'))

const recovering = suite('recover')

for (const bits of [2048, 2049, 3072, 4096]) {
  recovering(`opens what a key of ${bits} bits has signed`, () => {
    const key = publicKey(bits, 'app-1')
    const signature = new Uint8Array(rsaSign('sha256', text, rsa(bits, 'app-1').privateKey))
    const block = open(signature, key) as Uint8Array
    assert.is(block.length, key.signatureLength)
    const [found, ...more] = read(block, key.bits, hash)
    assert.equal(found, {
      _tag: 'Digest',
      hash: 'sha256',
      digest: new Uint8Array(hash('sha256', text)),
      withoutNull: false,
    })
    assert.equal(more, [])
    assert.ok(found !== undefined && matcherOf(found, hash)(text) && !matcherOf(found, hash)(new Uint8Array(0)))
  })
}

recovering('has the numbers of a key, and takes any exponent of the policy', () => {
  for (const exponent of [65_537, 4_294_967_297 - 2]) {
    const made = rsa(2048, 'numbers', exponent)
    const parsed = PublicKey.parse(made.publicPem)
    assert.ok(E.isRight(parsed) && parsed.right._tag === 'PublicKey')
    const [n, e] = PublicKey.numbers(parsed.right)
    const { n: modulus = '' } = made.publicKey.export({ format: 'jwk' })
    assert.is(e, BigInt(exponent))
    assert.is(n.toString(16).padStart(512, '0'), Buffer.from(modulus, 'base64url').toString('hex'))
    const signature = new Uint8Array(rsaSign('sha256', text, made.privateKey))
    assert.is(read(open(signature, parsed.right) as Uint8Array, 2048, hash).length, 1)
  }
})

recovering('agrees with the platform on every block', async () => {
  const { privateKey, publicKey: own } = rsa(2048, 'app-1')
  await forAll([fc.uint8Array({ minLength: 256, maxLength: 256 })], { numRuns: 20 }, (bytes) => {
    bytes[0] = 0
    const signature = new Uint8Array(privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, bytes))
    const block = open(signature, publicKey(2048, 'app-1'))
    assert.equal(block, new Uint8Array(publicDecrypt({ key: own, padding: constants.RSA_NO_PADDING }, signature)))
    assert.equal(block, bytes)
  })
})

recovering('opens no number that is as large as the modulus, and none of another length', () => {
  const key = publicKey(2048, 'app-1')
  assert.is(open(new Uint8Array(256).fill(255), key), undefined)
  assert.is(open(new Uint8Array(255), key), undefined)
  assert.is(open(new Uint8Array(0), key), undefined)
  // 0, 1 and n − 1, which are the same under every exponent.
  const [n] = PublicKey.numbers(key)
  const bytesOf = (big: bigint) => new Uint8Array(Buffer.from(big.toString(16).padStart(512, '0'), 'hex'))
  for (const number of [0n, 1n, n - 1n, n, n + 1n]) assert.is(open(bytesOf(number), key), undefined)
  assert.ok(open(bytesOf(2n), key) !== undefined)
})

const blockOf = (content: Uint8Array, change: (block: Uint8Array) => void = () => {}): Uint8Array => {
  const padding = new Uint8Array(256 - 3 - content.length).fill(255)
  const block = concat([Uint8Array.of(0, 1), padding, Uint8Array.of(0), content])
  change(block)
  return block
}
const info = (hex: string, digest: Uint8Array): Uint8Array => concat([Buffer.from(hex, 'hex'), digest])
const sha256 = hash('sha256', text)

recovering('tells the kinds of blocks apart', () => {
  for (const [name, block, tag] of [
    ['by the book', blockOf(info('3031300d060960864801650304020105000420', sha256)), 'Digest'],
    ['without NULL', blockOf(info('302f300b06096086480165030402010420', sha256)), 'Digest'],
    ['SHA-512/256', blockOf(info('3031300d060960864801650304020605000420', sha256)), 'Foreign'],
    ['SHA3-256', blockOf(info('3031300d060960864801650304020805000420', sha256)), 'Foreign'],
    ['a hash without a name', blockOf(info('3031300d060960864801650304027705000420', sha256)), 'Foreign'],
    ['a digest alone', blockOf(sha256), 'Bare'],
    ['one cut short', blockOf(info('3031300d060960864801650304020105000420', sha256.subarray(1))), 'Bare'],
    ['nothing but zeros in front', concat([new Uint8Array(224), sha256]), 'Bare'],
    ['another type', blockOf(sha256, (block) => (block[1] = 2)), undefined],
    ['too little padding', blockOf(new Uint8Array(246)), undefined],
    ['a hole in the padding', blockOf(sha256, (block) => (block[40] = 1)), undefined],
    ['chance', Uint8Array.from({ length: 256 }, (_, i) => (i * 71 + 13) % 251), undefined],
  ] as const) {
    assert.equal([name, read(block, 2048, hash)[0]?._tag], [name, tag])
  }
})

recovering('removes the mask of PSS; zeros under it are certain evidence', () => {
  const { privateKey } = rsa(2048, 'app-1')
  const key = publicKey(2048, 'app-1')
  for (const [saltLength, evidence] of [
    [32, 'certain'],
    [0, 'certain'],
    [222, 'likely'],
  ] as const) {
    const signature = createSign('sha256')
      .update(text)
      .sign({ key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
    const found = read(open(new Uint8Array(signature), key) as Uint8Array, 2048, hash)
    const met = found.filter((each) => matcherOf(each, hash)(text))
    assert.is(met.length, 1)
    assert.ok(met[0]?._tag === 'Pss' && met[0].evidence === evidence && met[0].salt.length === saltLength)
    assert.not.ok(found.some((each) => matcherOf(each, hash)(Uint8Array.of(1))))
  }
})

recovering('finds nothing in a block that only ends like PSS', () => {
  let candidates = 0
  for (let seed = 0; seed < 2000; seed++) {
    const block = new Uint8Array(256)
    for (let i = 0; i < 8; i++) block.set(hash('sha256', Buffer.from(`${seed} ${i}`)), i * 32)
    block[0] = 0
    block[255] = 0xbc
    for (const found of read(block, 2048, hash)) {
      candidates++
      assert.ok(found._tag === 'Pss' && found.evidence !== 'certain', toHex(block))
      assert.not.ok(matcherOf(found, hash)(text))
    }
  }
  assert.ok(candidates < 200, `${candidates}`)
})
