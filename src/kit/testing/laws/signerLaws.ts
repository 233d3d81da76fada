/**
 * The laws of every signer, for everyone whose private key is in an HSM, a KMS or a service of their own. Each law makes a
 * signer, and checks its signatures with the public key.
 */
import * as E from 'fp-ts/lib/Either.js'
import { toHex } from '../../../core/Bytes.ts'
import * as Signature from '../../../core/Signature.ts'
import { type StringToSign, make as stringToSign } from '../../../core/StringToSign.ts'
import type { VerificationKey } from '../../../effects/KeyRing.ts'
import type { Signer } from '../../../effects/Signer.ts'
import { record } from '../arbitraries/Values.ts'
import { body, parts } from '../arbitraries.ts'
import { expectSame, type Law, law, lawForAll } from './Law.ts'

/** A signer, and the public key that belongs to it. */
export interface SignerToProve {
  readonly signer: Signer
  readonly key: Pick<VerificationKey, 'verify' | 'signatureLength'>
}

/** Makes the signer for one law. */
export type MakeSigner = () => Promise<SignerToProve>

/** A body that every text decoder would change. */
const message: StringToSign = {
  head: 'POST\n/v1/jobs?a=1&a=%7e\n1700000000\n0123456789abcdef\n',
  body: Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0d, 0x0a, 0, 0xff, 0xfe),
}

const given = { head: message.head, body: toHex(message.body) }

/** Signs the message in parts, and overwrites each part afterwards. */
const streamed = (begin: NonNullable<Signer['begin']>): ReturnType<Signer['sign']> => {
  const signing = begin(message.head)
  const room = new Uint8Array(3)
  for (let at = 0; at < message.body.length; at += room.length) {
    const chunk = message.body.subarray(at, at + room.length)
    room.set(chunk)
    signing.update(room.subarray(0, chunk.length))
    room.fill(0)
  }
  return signing.end
}

/**
 * The laws of `Signer`.
 *
 * @example
 * ```ts
 * import { platform, verificationKey } from 'countersign/node'
 * import { testApp } from 'countersign/testing'
 * import { signerLaws } from 'countersign/testing/laws'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const laws = signerLaws(async () => {
 *   const signer = await platform.signer(testApp.privateKey)()
 *   const key = await verificationKey(testApp.publicKey)()
 *   if (E.isLeft(signer) || E.isLeft(key)) throw new Error('the test keys are sound')
 *   return { signer: signer.right, key: key.right }
 * })
 * for (const law of laws) await law.check()
 * ```
 */
export const signerLaws = (make: MakeSigner): ReadonlyArray<Law> => [
  lawForAll(
    'for all requests: the signature verifies with the public key',
    record({ parts: parts(), body: body() }),
    20,
    async (drawn) => {
      const { signer, key } = await make()
      const signedText = stringToSign(drawn.parts, drawn.body)
      const signature = await signer.sign(signedText)()
      const seen = E.isLeft(signature) ? signature : await key.verify(signedText, signature.right)
      expectSame({ given: { head: signedText.head, body: toHex(signedText.body) }, expected: true, seen })
    },
  ),
  law('a message has one signature, as long as the modulus', async () => {
    const { signer, key } = await make()
    const signature = await signer.sign(message)()
    expectSame({ given, expected: signature, seen: await signer.sign(message)() })
    const length = E.isLeft(signature) ? signature : Signature.byteLength(signature.right)
    expectSame({ given, expected: key.signatureLength, seen: length })
  }),
  law('a body in parts has the same signature, even if each part is overwritten', async () => {
    const { signer } = await make()
    if (signer.begin === undefined) return
    expectSame({ given, expected: await signer.sign(message)(), seen: await streamed(signer.begin)() })
  }),
]
