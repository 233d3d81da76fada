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

/** A string to sign as an error shows it. */
const shown = ({ head, body: content }: StringToSign) => ({ head, body: toHex(content) })

/** Every text decoder would change this body: byte order mark, `{}`, CR LF, NUL, and two bytes that are no UTF-8. */
const message: StringToSign = {
  head: 'POST\n/v1/jobs?a=1&a=%7e\n1700000000\n0123456789abcdef\n',
  body: Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0d, 0x0a, 0, 0xff, 0xfe),
}

const given = shown(message)

/** Signs the message in parts of three bytes. Each part overwrites the one before, as in the buffer of a reader. */
const signInParts = (begin: NonNullable<Signer['begin']>): ReturnType<Signer['sign']> => {
  const signing = begin(message.head)
  const buffer = new Uint8Array(3)
  for (let start = 0; start < message.body.length; start += buffer.length) {
    const part = message.body.subarray(start, start + buffer.length)
    buffer.set(part)
    signing.update(buffer.subarray(0, part.length))
    buffer.fill(0)
  }
  return signing.end
}

/**
 * The laws of `Signer`. `make` makes a signer, and its public key, anew for each law.
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
    async (request) => {
      const { signer, key } = await make()
      const signedText = stringToSign(request.parts, request.body)
      const signature = await signer.sign(signedText)()
      const seen = E.isLeft(signature) ? signature : await key.verify(signedText, signature.right)
      expectSame({ given: shown(signedText), expected: true, seen })
    },
  ),
  law('a message has one signature, as long as the modulus', async () => {
    const { signer, key } = await make()
    const signature = await signer.sign(message)()
    const secondSignature = await signer.sign(message)()
    expectSame({ given, expected: signature, seen: secondSignature })
    const length = E.isLeft(signature) ? signature : Signature.byteLength(signature.right)
    expectSame({ given, expected: key.signatureLength, seen: length })
  }),
  law('a body in parts has the same signature, even if each part is overwritten', async () => {
    const { signer } = await make()
    // A signer without `begin` signs only whole bodies.
    if (signer.begin === undefined) return
    expectSame({ given, expected: await signer.sign(message)(), seen: await signInParts(signer.begin)() })
  }),
]
