import { constants, createHash, privateEncrypt, sign as signHere } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Signature from '../../src/core/Signature.ts'
import type { SignerError } from '../../src/core/SignError.ts'
import * as StringToSign from '../../src/core/StringToSign.ts'
import * as Signer from '../../src/effects/Signer.ts'
import { platform } from '../../src/platform/node/platform.ts'
import { example } from '../support/interpreterContract.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import * as token from '../support/token.ts'
import { verificationKey } from '../support/world.ts'

const key = rsa(2048, 'app-1')
const { digest } = platform
const whole = StringToSign.toBytes(example)
const sha256 = createHash('sha256').update(whole).digest()

const ofDigests = suite('ofDigestSigner')

ofDigests('makes the same signature as the platform with the same key', async () => {
  const signer = Signer.ofDigestSigner(digest)((given) => TE.of(Signature.ofBytes(token.signDigest(key)(given))))
  const expected = Signature.ofBytes(signHere('sha256', whole, key.privateKey))
  assert.equal(await signer.sign(example)(), E.right(expected))
})

ofDigests('passes on the 32-byte digest of the whole string to sign, and returns its failure', async () => {
  const given: Array<Uint8Array> = []
  const sealed = { _tag: 'signer_unavailable', detail: 'sealed' } as const
  const signer = Signer.ofDigestSigner(digest)((bytes) => {
    given.push(bytes)
    return TE.left(sealed)
  })
  assert.equal(await signer.sign(example)(), E.left(sealed))
  const shown = given.map((bytes) => Buffer.from(bytes))
  assert.equal(shown, [sha256])
})

const checking = suite('checked')

const raw = (block: Uint8Array): Buffer =>
  privateEncrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block)
/** The signature of a padded block with this content, which no real token would make. */
const padded = (content: Uint8Array): Buffer =>
  raw(Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(253 - content.length, 0xff), Buffer.from([0]), content]))

const outcomeOf = async (bytes: Uint8Array, spki = true): Promise<SignerError | string> => {
  const { spki: der, ...closed } = await verificationKey(key)
  const held = spki && der !== undefined ? { ...closed, spki: der } : closed
  const signer = Signer.checked(held, digest)({ sign: () => TE.of(Signature.ofBytes(bytes)) })
  return E.match<SignerError, string, SignerError | string>(
    (error) => error,
    () => 'handed on',
  )(await signer.sign(example)())
}
const faultOf = async (bytes: Uint8Array, spki = true): Promise<string> => {
  const outcome = await outcomeOf(bytes, spki)
  return typeof outcome === 'string' ? outcome : 'fault' in outcome ? outcome.fault : outcome._tag
}

checking('passes on the failure of the signer', async () => {
  const late = { _tag: 'signer_timed_out', afterMs: 7 } as const
  const signer = Signer.checked(await verificationKey(key), digest)({ sign: () => TE.left(late) })
  assert.equal(await signer.sign(example)(), E.left(late))
})

checking('names the wrong operation that made an invalid signature', async () => {
  const signature = signHere('sha256', whole, key.privateKey)
  const { digestInfo } = token
  const info = Buffer.concat([digestInfo, sha256])
  const outer = Buffer.from(digestInfo)
  outer[1] = 0x31 + digestInfo.length
  const hex = Buffer.from(sha256.toString('hex'))
  const { RSA_PKCS1_PSS_PADDING: padding } = constants
  for (const [bytes, fault] of [
    [signature, 'handed on'],
    [token.signDigest(key)(sha256), 'handed on'],
    [signHere('sha256', sha256, key.privateKey), 'hashed-twice'],
    [signHere('sha256', info, key.privateKey), 'hashed-twice'],
    [signHere('sha256', whole, { key: key.privateKey, padding }), 'pss'],
    [signHere('sha256', whole, { key: key.privateKey, padding, saltLength: 0 }), 'pss'],
    [token.signDigestByPss(key)(sha256), 'pss'],
    [padded(sha256), 'no-digest-info'],
    [token.pad(key)(sha256), 'no-digest-info'],
    [padded(whole), 'no-digest-info'],
    [padded(Buffer.concat([digestInfo, info])), 'digest-info-twice'],
    [padded(Buffer.concat([outer, info])), 'digest-info-twice'],
    [signHere('sha1', whole, key.privateKey), 'other-digest-info'],
    [signHere('sha512', whole, key.privateKey), 'other-digest-info'],
    [padded(Buffer.concat([Buffer.from('302f300b0609608648016503040201', 'hex'), sha256])), 'other-digest-info'],
    [signHere('sha256', Buffer.from('another'), key.privateKey), 'other-text'],
    [signHere('sha256', hex, key.privateKey), 'other-text'],
    [padded(hex), 'other-text'],
    [padded(Buffer.from('another')), 'other-text'],
    [signHere('sha256', whole, rsa(2048, 'app-2').privateKey), 'other-key'],
    [raw(Buffer.concat([Buffer.alloc(224), sha256])), 'other-key'],
    [Buffer.alloc(256), 'other-key'],
    [Buffer.alloc(256, 0xff), 'other-key'],
    [Buffer.from(signature.toString('base64')), 'base64'],
    [Buffer.from(signature.toString('base64url')), 'length'],
    [signature.subarray(1), 'length'],
    [Buffer.concat([signature, Buffer.alloc(1)]), 'length'],
    [Buffer.alloc(0), 'length'],
    [Buffer.alloc(344), 'length'],
    [signHere('sha256', whole, rsa(3072).privateKey), 'length'],
  ] as const) {
    assert.is(await faultOf(bytes), fault)
  }
})

checking('refuses invalid signatures of a key without modulus and exponent, without a diagnosis', async () => {
  assert.is(await faultOf(signHere('sha256', whole, key.privateKey), false), 'handed on')
  assert.is(await faultOf(signHere('sha256', sha256, key.privateKey), false), 'other-key')
})

checking('PSS: recognised with any salt length and any key length', async () => {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_MAX_SIGN: longest } = constants
  for (const bits of [2048, 2049, 2050, 2055]) {
    const of = rsa(bits)
    const verifying = await verificationKey(of)
    for (const saltLength of [0, 20, 32, longest]) {
      const bytes = signHere('sha256', whole, { key: of.privateKey, padding, saltLength })
      const signer = Signer.checked(verifying, digest)({ sign: () => TE.of(Signature.ofBytes(bytes)) })
      const result = await signer.sign(example)()
      assert.equal(result, E.left({ _tag: 'signature_wrong', fault: 'pss' }), `${bits} ${saltLength}`)
    }
  }
})

checking('a signature by another key is never taken for PSS: 1,000 signatures, some ending like PSS', async () => {
  const other = rsa(2048, 'app-2').privateKey
  const key1 = await verificationKey(key)
  for (let i = 0; i < 1000; i++) {
    const message = { head: `${i}`, body: new Uint8Array() }
    const bytes = signHere('sha256', Buffer.from(`${i}`), other)
    const signed = await Signer.checked(key1, digest)({ sign: () => TE.of(Signature.ofBytes(bytes)) }).sign(message)()
    assert.equal(signed, E.left({ _tag: 'signature_wrong', fault: 'other-key' }))
  }
})
