/**
 * A private key that lies elsewhere, in an HSM or behind a KMS: the program's own function is asked for each signature. It
 * may throw, answer something else, or never answer; whatever it does, nothing is sent that does not verify.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { isBytes, type OwnBytes } from '../core/Bytes.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import * as Signature from '../core/Signature.ts'
import type { SignerError } from '../core/SignError.ts'
import * as StringToSign from '../core/StringToSign.ts'
import { nameOf } from '../core/untrusted.ts'
import type { Platform } from '../effects/Platform.ts'
import * as Signer from '../effects/Signer.ts'
import { type Timer, within } from '../effects/Timer.ts'
import { ClientError } from './ClientError.ts'

/** For a key that signs digests, as most HSMs and KMSs do. */
export interface SignDigestOptions {
  /**
   * Answers with the signature of these 32 bytes, which are the SHA-256 of what is to be signed: RSASSA-PKCS1-v1_5, and not
   * hashed again. Called once for each signature, also for several at a time.
   */
  readonly signDigest: (sha256: OwnBytes) => Uint8Array | Promise<Uint8Array>
  /** PEM (SPKI, PKCS#1, on Node also a certificate) or a JWK: each signature is verified with it before it is used. */
  readonly publicKey: KeyInput
  readonly sign?: never
  readonly privateKey?: never
  readonly passphrase?: never
  readonly where?: never
}

/** For a key that hashes by itself, such as a token's with `CKM_SHA256_RSA_PKCS`. */
export interface SignMessageOptions {
  /**
   * Answers with the signature of these bytes, which hold the whole request: RSASSA-PKCS1-v1_5 with SHA-256. Called once for
   * each signature, also for several at a time.
   */
  readonly sign: (message: OwnBytes) => Uint8Array | Promise<Uint8Array>
  /** PEM (SPKI, PKCS#1, on Node also a certificate) or a JWK: each signature is verified with it before it is used. */
  readonly publicKey: KeyInput
  readonly signDigest?: never
  readonly privateKey?: never
  readonly passphrase?: never
  readonly where?: never
}

export type RemoteKeyOptions = SignDigestOptions | SignMessageOptions

/** Rejects with a `ClientError` if the public key does not do. The function is not called before there is a request. */
export const remoteSigner = async (
  { digest, timer, verificationKey }: Platform,
  options: RemoteKeyOptions,
  timeoutMs: number,
): Promise<Signer.Signer> => {
  const key = await verificationKey(options.publicKey)()
  if (E.isLeft(key)) throw new ClientError({ _tag: 'public_key_invalid', error: key.left })
  const { signDigest, sign } = options
  const signer: Signer.Signer =
    signDigest === undefined
      ? { sign: (message) => ask(timer, timeoutMs, 'sign', () => sign(StringToSign.toBytes(message))) }
      : Signer.ofDigestSigner(digest)((sha256) =>
          ask(timer, timeoutMs, 'signDigest', () => signDigest(sha256 as OwnBytes)),
        )
  return Signer.checked(key.right, digest)(signer)
}

const ask = (
  timer: Timer,
  timeoutMs: number,
  name: string,
  call: () => unknown,
): TaskEither<SignerError, Signature.Signature> =>
  within(timer, timeoutMs)(
    async () => {
      try {
        return signatureOf(await call())
      } catch (thrown) {
        const detail = `${name} failed (${nameOf(thrown)}); catch the error within ${name} to see what it says`
        return E.left({ _tag: 'signer_unavailable', detail })
      }
    },
    () => E.left({ _tag: 'signer_timed_out', afterMs: timeoutMs }),
  )

/** Bytes: the Base64 of a signature of 8192 bits. */
const longest = 1368

const signatureOf = (answer: unknown): E.Either<SignerError, Signature.Signature> => {
  if (isBytes(answer)) {
    // Nothing that long is a signature, not even in Base64; so it is not turned into text first.
    if (!(answer.length <= longest))
      return E.left({ _tag: 'signature_wrong', fault: 'length', found: 'too many bytes' })
    return E.right(Signature.ofBytes(answer))
  }
  // What WebCrypto and others answer with: one step away, so that it is worth its name.
  const found = answer instanceof ArrayBuffer ? 'an ArrayBuffer' : answer === null ? 'null' : typeof answer
  return E.left({ _tag: 'signature_wrong', fault: 'not-bytes', found })
}
