import crypto, { constants, createHash, privateEncrypt } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import * as E from 'fp-ts/lib/Either.js'
import * as Signature from '../../../src/core/Signature.ts'
import * as StringToSign from '../../../src/core/StringToSign.ts'
import { verificationKey, verificationKeys } from '../../../src/platform/node/verificationKey.ts'
import { pem, publicOf } from '../../support/der.ts'
import { example } from '../../support/interpreterContract.ts'
import { ec, pss, rsa, type TestKey } from '../../support/keys.ts'
import * as openssl from '../../support/openssl.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'

const certificates = suite('verificationKey of a certificate')

const derOf = (text: string): Buffer => Buffer.from(text.replace(/-----[^\n]+-----/g, ''), 'base64')

const ruleFor = async (input: string): Promise<string | undefined> => {
  const result = await verificationKey(input)()
  return E.isLeft(result) ? result.left.rule : undefined
}

needs('openssl', certificates)('extracts the public key', async () => {
  const certificate = openssl.certificate(rsa())
  const expected = right(await verificationKey(rsa().publicPem)())
  assert.is(right(await verificationKey(certificate)()).fingerprint, expected.fingerprint)
  assert.is(
    right(await verificationKey(certificate.replace(/\n/g, '\r\n').trimEnd())()).fingerprint,
    expected.fingerprint,
  )
})

needs('openssl', certificates)('refuses trailing data and a second certificate', async () => {
  const certificate = openssl.certificate(rsa())
  assert.is(await ruleFor(pem('CERTIFICATE', Buffer.concat([derOf(certificate), Buffer.of(0)]))), 'trailing-data')
  assert.is(await ruleFor(certificate + certificate), 'two-blocks')
})

needs('openssl', certificates)('its key must meet the key policy', async () => {
  const of = (key: TestKey): Promise<string | undefined> => ruleFor(openssl.certificate(key))
  assert.is(await of(rsa(1024)), 'modulus-too-short')
  assert.is(await of(rsa(2048, 'e3', 3)), 'exponent')
  assert.is(await of(ec()), 'not-rsa')
  assert.is(await of(pss()), 'pss')
  const long = await verificationKey(openssl.certificate(rsa(2056, 'certificate')), { maxKeyBits: 2048 })()
  assert.ok(E.isLeft(long) && long.left.rule === 'max-key-bits')
})

certificates('refuses invalid certificates', async () => {
  assert.is(await ruleFor(pem('CERTIFICATE', Buffer.of(0x30, 0))), 'der')
  assert.is(await ruleFor(pem('CERTIFICATE', Buffer.alloc(0))), 'der')
  assert.is(await ruleFor(pem('CERTIFICATE', Buffer.from(rsa().publicPem))), 'der')
})

const tolerant = suite('verificationKey under the policy missing-null')

const digest = createHash('sha256').update(StringToSign.toBytes(example)).digest()
const withoutNull = Buffer.from('302f300b06096086480165030402010420', 'hex')
const withNull = Buffer.from('3031300d060960864801650304020105000420', 'hex')
const ones = (n: number): Buffer => Buffer.alloc(n, 0xff)

/** A raw RSA signature of the given block, valid or not. */
const signBlock = (...pieces: ReadonlyArray<Uint8Array>): Signature.Signature =>
  Signature.ofBytes(privateEncrypt({ key: rsa().privateKey, padding: constants.RSA_NO_PADDING }, Buffer.concat(pieces)))

const block = (info: Uint8Array, hash: Uint8Array = digest): Signature.Signature =>
  signBlock(Buffer.of(0, 1), ones(256 - 3 - info.length - hash.length), Buffer.of(0), info, hash)

for (const where of ['loop', 'pool'] as const) {
  tolerant(`verifies a DigestInfo without NULL under the policy alone (${where})`, async () => {
    const taken = right(
      await verificationKey(rsa().publicPem, { policies: { 'missing-null': true }, cryptoOn: where })(),
    )
    const notTaken = right(await verificationKey(rsa().publicPem, { cryptoOn: where })())
    assert.ok(await taken.verify(example, block(withoutNull)))
    assert.not.ok(await notTaken.verify(example, block(withoutNull)))
    for (const key of [taken, notTaken]) assert.ok(await key.verify(example, block(withNull)))
  })
}

tolerant('refuses every other deviation', async () => {
  const key = right(await verificationKey(rsa().publicPem, { policies: { 'missing-null': true } })())
  const padding = 256 - 3 - withoutNull.length - 32
  const wrong: ReadonlyArray<readonly [string, Signature.Signature]> = [
    ['no DigestInfo', block(Buffer.alloc(0))],
    ['another digest', block(withoutNull, createHash('sha256').update('other').digest())],
    ['a short digest', block(withoutNull, digest.subarray(0, 31))],
    ['a long digest', block(withoutNull, Buffer.concat([digest, Buffer.of(0)]))],
    ['the identifier of SHA-512', block(Buffer.from('302f300b06096086480165030402030420', 'hex'))],
    ['parameters that are no NULL', block(Buffer.from('3031300d060960864801650304020104000420', 'hex'))],
    ['a long form of the length', block(Buffer.from('30812f300b06096086480165030402010420', 'hex'))],
    [
      'garbage after the digest',
      signBlock(Buffer.of(0, 1), ones(8), Buffer.of(0), withoutNull, digest, Buffer.alloc(padding - 8)),
    ],
    [
      'garbage before the DigestInfo',
      signBlock(Buffer.of(0, 1), ones(8), Buffer.of(0), Buffer.alloc(padding - 8, 1), withoutNull, digest),
    ],
    ['block type 2', signBlock(Buffer.of(0, 2), ones(padding), Buffer.of(0), withoutNull, digest)],
    ['block type 0', signBlock(Buffer.of(0, 0), ones(padding), Buffer.of(0), withoutNull, digest)],
    [
      'a padding byte that is not FF',
      signBlock(Buffer.of(0, 1, 0xfe), ones(padding - 1), Buffer.of(0), withoutNull, digest),
    ],
    ['no separator', signBlock(Buffer.of(0, 1), ones(padding + 1), withoutNull, digest)],
    ['nothing', Signature.ofBytes(new Uint8Array(0))],
  ]
  for (const [name, signature] of wrong) assert.not.ok(await key.verify(example, signature), name)
})

const atFirstUse = suite("the platform's key")

/** Runs with another `createPublicKey`. */
const withImport = async (replaced: typeof crypto.createPublicKey, run: () => Promise<void>): Promise<void> => {
  const { createPublicKey } = crypto
  const put = (one: typeof createPublicKey): void => {
    crypto.createPublicKey = one
    syncBuiltinESMExports()
  }
  put(replaced)
  await run().finally(() => put(createPublicKey))
}

atFirstUse('is never made of a key that is longer than the setting allows', async () => {
  for (const [settings, isTaken] of [
    [{}, false],
    [{ maxKeyBits: 8191 }, false],
    [{ maxKeyBits: 8192 }, true],
  ] as const)
    for (const keysOf of [verificationKey, verificationKeys]) {
      const keys = await keysOf(publicOf(8192), settings)()
      assert.is(E.isLeft(keys) ? keys.left.rule : 'taken', isTaken ? 'taken' : 'max-key-bits')
    }
})

atFirstUse('is made once, for the first signature', async () => {
  const { createPublicKey } = crypto
  let made = 0
  const counted = ((input: Parameters<typeof createPublicKey>[0]) => {
    made++
    return createPublicKey(input)
  }) as typeof createPublicKey
  const key = right(await verificationKey(rsa().publicPem)())
  await withImport(counted, async () => {
    assert.is(right(await verificationKey(rsa().publicPem)()).fingerprint, key.fingerprint)
    assert.is(made, 0)
    for (let i = 0; i < 3; i++) assert.ok(await key.verify(example, block(withNull)))
    assert.is(made, 1)
  })
})

atFirstUse('of more than 4096 bits is made at once: a platform that takes none is named at the start', async () => {
  const { createPublicKey } = crypto
  let made = 0
  const key = () => verificationKey(publicOf(8192), { maxKeyBits: 8192 })()
  const once = ((input: Parameters<typeof createPublicKey>[0]) => {
    if (made++ > 0) throw new Error('unsupported')
    return createPublicKey(input)
  }) as typeof createPublicKey
  await withImport(once, async () => {
    const { signatureLength } = right(await key())
    assert.is(signatureLength, 1024)
    assert.is(made, 1)
    const refused = await key()
    assert.is(E.isLeft(refused) && refused.left.rule, 'refused-by-platform')
  })
})

for (const where of ['loop', 'pool'] as const)
  atFirstUse(`is refused by the platform: no signature is right, and nothing is thrown (${where})`, async () => {
    const policies = { 'missing-null': true }
    const keys = [
      right(await verificationKey(rsa().publicPem, { cryptoOn: where })()),
      right(await verificationKey(rsa().publicPem, { cryptoOn: where, policies })()),
    ]
    const refusing = (() => {
      throw new Error('unsupported')
    }) as typeof crypto.createPublicKey
    await withImport(refusing, async () => {
      for (const key of keys) {
        assert.not.ok(await key.verify(example, block(withNull)))
        assert.not.ok(await key.begin?.(example.head).end(block(withNull)))
      }
    })
  })
