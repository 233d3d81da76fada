/**
 * Contract tests of every platform that signs and verifies.
 */
import {
  constants,
  createHash,
  createPublicKey,
  privateEncrypt,
  sign as rawSign,
  verify as rawVerify,
} from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { toHex } from '../../src/core/Bytes.ts'
import type { KeyError } from '../../src/core/KeyError.ts'
import type { KeyInput, PemOrJwk } from '../../src/core/KeyInput.ts'
import * as Signature from '../../src/core/Signature.ts'
import * as StringToSign from '../../src/core/StringToSign.ts'
import * as Digest from '../../src/effects/Digest.ts'
import type { SignerSettings, VerificationKeySettings } from '../../src/effects/KeyImport.ts'
import type { VerificationKey } from '../../src/effects/KeyRing.ts'
import type { CryptoOn, Platform } from '../../src/effects/Platform.ts'
import type { Signer } from '../../src/effects/Signer.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { signerLaws } from '../../src/kit/testing/laws.ts'
import * as der from './der.ts'
import { type HostileKey, hostilePrivateKeys, hostilePublicKeys } from './hostileKeys.ts'
import { cryptoKeys, privateForms, publicForms } from './keyForms.ts'
import { rsa, type TestKey } from './keys.ts'
import * as openssl from './openssl.ts'
import { shown } from './shown.ts'
import { assert, forAll, left, needs, right, suite } from './suite.ts'
import { warningsOf } from './warnings.ts'

export interface Interpreter {
  readonly signer: (input: KeyInput, settings?: SignerSettings) => TaskEither<KeyError, Signer>
  readonly verificationKey: (
    input: PemOrJwk,
    settings?: VerificationKeySettings,
  ) => TaskEither<KeyError, VerificationKey>
  readonly verificationKeys: (
    input: KeyInput,
    settings?: VerificationKeySettings,
  ) => TaskEither<KeyError, ReadonlyArray<VerificationKey>>
}

/** `POST /v1/jobs` with a body that every text decoder would change. */
export const example: StringToSign.StringToSign = {
  head: 'POST\n/v1/jobs?a=1&a=%7e\n1700000000\n0123456789abcdef\n',
  body: Uint8Array.from([0xef, 0xbb, 0xbf, ...Buffer.from('{"request_id":"1","stages":[]}\r\n\0'), 0xff, 0xfe]),
}

/** Values that the types exclude. */
const impossible = { head: null, body: null } as unknown as StringToSign.StringToSign

const flipped = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))

export const interpreterContract = (name: string, interpreter: Interpreter, where: CryptoOn): void => {
  const signer = async (input: KeyInput) => right(await interpreter.signer(input, { cryptoOn: where })())
  const verificationKey = async (input: PemOrJwk, settings: VerificationKeySettings = {}) =>
    right(await interpreter.verificationKey(input, { cryptoOn: where, ...settings })())
  const only = async (input: KeyInput): Promise<VerificationKey> => {
    const [key, ...more] = right(await interpreter.verificationKeys(input, { cryptoOn: where })())
    assert.is(more.length, 0)
    return key as VerificationKey
  }
  const signed = async (key: TestKey, message: StringToSign.StringToSign) =>
    right(await (await signer(key.privatePem)).sign(message)())

  const sign = suite(`${name}: sign`)

  const laws = signerLaws(async () => ({
    signer: await signer(rsa().privatePem),
    key: await verificationKey(rsa().publicPem),
  }))
  for (const law of laws) sign(law.name, law.check)

  for (const size of [2048, 3072, 4096]) {
    sign(`a signature of a ${size}-bit key verifies, and has the length of its modulus`, async () => {
      const key = rsa(size)
      const signature = await signed(key, example)
      const publicKey = await verificationKey(key.publicPem)
      assert.is(Signature.byteLength(signature), size / 8)
      assert.is(publicKey.signatureLength, size / 8)
      assert.ok(await publicKey.verify(example, signature))
    })
  }

  needs('openssl', sign)(
    'the openssl command makes the same signature for the same string to sign, and verifies ours',
    async () => {
      const message = StringToSign.toBytes(example)
      const signature = await signed(rsa(), example)
      assert.is(signature, openssl.sign(rsa(), message).toString('base64'))
      assert.ok(openssl.verifies(rsa(), message, Signature.toBytes(signature)))
      assert.not.ok(openssl.verifies(rsa(), flipped(message, 0), Signature.toBytes(signature)))
    },
  )

  sign('makes the same signature for every form of the key', async () => {
    const expected = await signed(rsa(), example)
    for (const { name: form, input } of [...privateForms(), ...(await cryptoKeys(rsa())).privateForms])
      assert.equal(await (await signer(input)).sign(example)(), E.right(expected), form)
  })

  const refusesBy = (
    test: typeof sign,
    what: string,
    keys: () => Promise<ReadonlyArray<Pick<HostileKey, 'name' | 'input' | 'rule'>>>,
    read: (input: KeyInput) => TaskEither<KeyError, unknown>,
  ): void =>
    test(`refuses ${what} by rule`, async () => {
      for (const { name: key, input, rule } of await keys()) assert.is(left(await read(input)()).rule, rule, key)
    })
  const hostile = async (use: 'sign' | 'verify') => (await cryptoKeys(rsa())).hostile(use)
  const toSign = (input: KeyInput) => interpreter.signer(input, { cryptoOn: where })
  refusesBy(sign, 'a CryptoKey that is for another use, or too short,', () => hostile('sign'), toSign)
  refusesBy(sign, 'hostile private keys', async () => hostilePrivateKeys(), toSign)

  sign('returns an error and does not reject if the platform fails', async () => {
    const result = await (await signer(rsa().privatePem)).sign(impossible)()
    assert.ok(E.isLeft(result) && result.left._tag === 'signer_unavailable')
    // The platform's message might quote its input, so only its code is reported.
    assert.match(result.left.detail, /^[A-Za-z:]+ failed \([\w ]{1,40}\)$/)
  })

  sign('printing the signer shows nothing of the key', async () => {
    const made = await interpreter.signer(rsa().privatePem, { cryptoOn: where, passphrase: 'CANARY' })()
    assert.not.ok(/CANARY|PRIVATE|(?:\d+, ?){4}|[A-Za-z0-9+/]{30}/.test(shown(made)), shown(made))
  })

  const verify = suite(`${name}: verify`)

  verify(
    'the fingerprint is the SHA-256 of the SPKI encoding, and the key verifies, for every form of the key',
    async () => {
      const signature = await signed(rsa(), example)
      const spki = rsa().publicKey.export({ type: 'spki', format: 'der' })
      for (const { name: form, input } of [...publicForms(), ...(await cryptoKeys(rsa())).publicForms]) {
        const key = await only(input)
        assert.is(key.fingerprint, createHash('sha256').update(spki).digest('hex'), form)
        assert.ok(await key.verify(example, signature), form)
      }
    },
  )

  const toVerify = (input: KeyInput) => interpreter.verificationKeys(input, { cryptoOn: where })
  refusesBy(verify, 'a CryptoKey for another use, or that cannot be exported,', () => hostile('verify'), toVerify)
  refusesBy(verify, 'hostile public keys', async () => hostilePublicKeys(), toVerify)

  verify('the keys of a JWK Set are several keys', async () => {
    const keys = ['a', 'b', 'c'].map((app) => rsa(2048, app).publicKey.export({ format: 'jwk' }))
    const set = { keys } as KeyInput
    const fingerprints = right(await interpreter.verificationKeys(set, { cryptoOn: where })()).map(
      (key) => key.fingerprint,
    )
    const each = await Promise.all(keys.map(async (jwk) => (await verificationKey(jwk)).fingerprint))
    assert.equal(fingerprints, each)
  })

  verify('the validity is kept', async () => {
    assert.equal((await verificationKey(rsa().publicPem, { validity: { revoked: true } })).validity, { revoked: true })
  })

  verify('refuses a wrong key, head, body, and every other signature', async () => {
    const key = await verificationKey(rsa().publicPem)
    const signature = await signed(rsa(), example)
    const bytes = Signature.toBytes(signature)
    const { head, body } = example
    assert.ok(await key.verify(example, signature))

    const other = await verificationKey(rsa(2048, 'other').publicPem)
    assert.not.ok(await other.verify(example, signature))
    for (const message of [
      { head: head.replace('POST', 'post'), body },
      { head: head.slice(0, -1), body },
      { head: `${head}\n`, body },
      { head, body: new Uint8Array(0) },
      { head, body: flipped(body, 0) },
      { head, body: Uint8Array.of(...body, 0x0a) },
      { head: '', body },
    ]) {
      assert.not.ok(await key.verify(message, signature))
    }
    const altered = [
      new Uint8Array(0),
      bytes.subarray(1),
      bytes.subarray(0, -1),
      Uint8Array.of(0, ...bytes),
      Uint8Array.of(...bytes, 0),
      new Uint8Array(256),
      new Uint8Array(256).fill(0xff),
      ...[0, 1, 31, 127, 128, 254, 255].map((at) => flipped(bytes, at)),
      // The same residue: s + n, if it fits.
      der.toBytes(BigInt(`0x${toHex(bytes)}`) + der.modulusOf(rsa())),
    ]
    for (const wrong of altered) assert.not.ok(await key.verify(example, Signature.ofBytes(wrong)), toHex(wrong))
  })

  verify('refuses every other padding and hash', async () => {
    const { privateKey } = rsa()
    const key = await verificationKey(rsa().publicPem)
    const message = StringToSign.toBytes(example)
    for (const hash of ['sha1', 'sha224', 'sha384', 'sha512', 'md5', 'sha3-256']) {
      assert.not.ok(await key.verify(example, Signature.ofBytes(rawSign(hash, message, privateKey))), hash)
    }
    for (const saltLength of [0, 32]) {
      const pss = rawSign('sha256', message, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
      assert.not.ok(await key.verify(example, Signature.ofBytes(pss)), `PSS ${saltLength}`)
    }
    const digest = createHash('sha256').update(message).digest()
    assert.not.ok(await key.verify(example, Signature.ofBytes(privateEncrypt(privateKey, digest))), 'no DigestInfo')
  })

  verify('for all requests: only the signed request verifies', async () => {
    const privateKey = await signer(rsa().privatePem)
    const key = await verificationKey(rsa().publicPem)
    await forAll([arb.parts(), arb.body(), fc.nat()], { numRuns: 60 }, async (parts, body, place) => {
      const message = StringToSign.make(parts, body)
      const signature = right(await privateKey.sign(message)())
      assert.ok(await key.verify(message, signature))
      const bytes = StringToSign.toBytes(message)
      const changed = flipped(bytes, place % bytes.length)
      assert.not.ok(await key.verify({ head: '', body: changed }, signature))
      const altered = Signature.ofBytes(flipped(Signature.toBytes(signature), place % 256))
      assert.not.ok(await key.verify(message, altered))
    })
  })

  verify('the rule of the suite alone refuses them too, and every form but one PEM and a JWK', async () => {
    const bareRule = async (input: KeyInput) => interpreter.verificationKey(input as PemOrJwk, { cryptoOn: where })()
    for (const { name, input } of hostilePublicKeys()) assert.ok(E.isLeft(await bareRule(input)), name)
    const key = await verificationKey(rsa().publicPem)
    for (const { name: form, input } of publicForms()) {
      const isMore = /byte|Buffer|DER|text|Set/.test(form)
      const result = await bareRule(input)
      assert.is(E.isRight(result) && result.right.fingerprint === key.fingerprint, !isMore, form)
    }
  })

  verify('the platform verifies a forgery under exponent 1; the key is refused here', async () => {
    const message = StringToSign.toBytes(example)
    const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')
    const digest = createHash('sha256').update(message).digest()
    const padding = Buffer.alloc(256 - 3 - digestInfo.length - 32, 0xff)
    // No private key is needed: with exponent 1 the padded block is its own signature.
    const forgery = Buffer.concat([Buffer.of(0, 1), padding, Buffer.of(0), digestInfo, digest])
    const spki = der.spki(der.modulusOf(rsa()), 1n)
    const raw = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    assert.ok(rawVerify('sha256', message, raw, forgery))

    for (const taken of [false, true]) {
      const result = await interpreter.verificationKey(der.pem('PUBLIC KEY', spki), {
        cryptoOn: where,
        policies: { 'small-exponent': taken },
      })()
      assert.ok(E.isLeft(result) && result.left.rule === 'exponent')
    }
    assert.not.ok(await (await verificationKey(rsa().publicPem)).verify(example, Signature.ofBytes(forgery)))
  })

  for (const [what, key, policies] of [
    ['exponent 3, under small-exponent,', rsa(2048, 'e3', 3), { 'small-exponent': true }],
    ['the largest exponent', rsa(2048, 'largest-exponent', 2 ** 32 - 1), {}],
  ] as const)
    verify(`a key with ${what} verifies`, async () => {
      const signature = Signature.ofBytes(rawSign('sha256', StringToSign.toBytes(example), key.privateKey))
      const publicKey = await verificationKey(key.publicPem, { policies })
      assert.ok(await publicKey.verify(example, signature))
      assert.not.ok(await publicKey.verify({ ...example, head: '' }, signature))
    })

  verify('a key may have maxKeyBits, 4096 unless set, and no more', async () => {
    const ruleOf = async (size: number, maxKeyBits?: number): Promise<string | undefined> => {
      const read = await interpreter.verificationKey(der.publicOf(size), { cryptoOn: where, maxKeyBits })()
      return E.isLeft(read) ? `${read.left.rule}: ${read.left.found}` : undefined
    }
    assert.is(await ruleOf(4096), undefined)
    assert.is(await ruleOf(4097), 'max-key-bits: 4097 bits, above 4096')
    assert.is(await ruleOf(4097, 4104), undefined)
    assert.is(await ruleOf(2049, 2048), 'max-key-bits: 2049 bits, above 2048')
    assert.is(await ruleOf(8192, 8192), undefined)
    assert.is(await ruleOf(8193, 16_384), 'modulus-too-long: 8193 bits')
  })

  verify('returns false and does not reject if the platform fails', async () => {
    const key = await verificationKey(rsa().publicPem)
    const signature = await signed(rsa(), example)
    assert.is(await key.verify(impossible, signature), false)
    assert.is(await key.verify(example, undefined as unknown as Signature.Signature), false)
  })

  verify('printing the key shows only the fingerprint', async () => {
    const key = await verificationKey(rsa().publicPem)
    const printed = shown(key).replaceAll(key.fingerprint, '')
    assert.not.ok(/(?:\d+, ?){4}|[A-Za-z0-9+/]{30}/.test(printed), printed)
  })
}

/** Contract tests of every platform's clock, timer, randomness and digest. */
export const commonContract = (name: string, { clock, timer, entropy, digest }: Platform): void => {
  const common = suite(`${name}: clock, timer, entropy, digest`)

  common('the clock reads whole seconds since 1970', () => {
    const before = Math.floor(Date.now() / 1000)
    const now = clock.now()
    assert.ok(Number.isInteger(now) && now >= before && now <= Date.now() / 1000)
  })

  common('the timer never wakes early', async () => {
    for (const ms of [0, 0.5, 1, 3, 10, 10, 10]) {
      const start = performance.now()
      await timer.wait(ms)()
      assert.ok(performance.now() - start >= ms)
    }
  })

  common('the timer neither wakes at once nor overflows for a wait longer than 31 bits', async () => {
    let woken: unknown
    const warnings = await warningsOf(async () => {
      const long = timer
        .wait(2 ** 31)()
        .then(() => true)
      woken = await Promise.race([long, new Promise((resolve) => setTimeout(resolve, 30, false))])
    })
    assert.is(woken, false)
    assert.equal(warnings, [])
  })

  common('a deferred call never comes early, and never after it is cancelled', async () => {
    const came: Array<string> = []
    const start = performance.now()
    const calledOff = timer.after(15, () => came.push('called off'))
    await new Promise<void>((resolve) => {
      timer.after(20, () => {
        came.push('put off')
        resolve()
      })
      timer.after(1, calledOff)
    })
    assert.ok(performance.now() - start >= 20)
    assert.equal(came, ['put off'])
  })

  common('elapsed time counts milliseconds', async () => {
    const before = timer.elapsed()
    await timer.wait(10)()
    const passed = timer.elapsed() - before
    assert.ok(passed >= 10 && passed < 1000, `${passed}`)
  })

  common('a nonce is 32 lower-case hexadecimal digits, and never repeats', () => {
    const nonces = Array.from({ length: 1000 }, () => entropy.nonce())
    for (const nonce of nonces) assert.match(nonce, /^[0-9a-f]{32}$/)
    assert.is(new Set(nonces).size, 1000)
    // Each of the 128 bits is sometimes 0 and sometimes 1.
    const bits = nonces.map((nonce) => BigInt(`0x${nonce}`))
    const all = (1n << 128n) - 1n
    const shown = bits.reduce((a, b) => a | b)
    assert.is(shown, all)
    const told = bits.reduce((a, b) => a & b)
    assert.is(told, 0n)
  })

  common('the digest covers all chunks', async () => {
    const chunks = ['POST\n', '', '{}'].map((text) => new TextEncoder().encode(text))
    const expected = createHash('sha256').update('POST\n{}').digest()
    assert.equal(await digest.sha256(chunks)(), new Uint8Array(expected))
    assert.equal(await digest.sha256([])(), new Uint8Array(createHash('sha256').digest()))
  })

  common('the digest of streamed chunks is the same, even if each is overwritten afterwards', async () => {
    const hash = Digest.begin(digest)
    const room = new Uint8Array(3)
    for (const text of ['POS', 'T\n{']) {
      const part = room.subarray(0, new TextEncoder().encodeInto(text, room).written)
      hash.update(part)
      room.fill(0)
    }
    hash.update(new Uint8Array(0))
    assert.equal(await hash.end(), new Uint8Array(createHash('sha256').update('POST\n{').digest()))
  })
}
