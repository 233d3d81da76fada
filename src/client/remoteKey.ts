/**
 * A private key in an HSM or behind a KMS: a function of the embedding program makes each signature. The function may throw,
 * answer something else, or never answer; no signature is sent that does not verify.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { isBytes, type OwnBytes } from '../core/Bytes.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { theOne } from '../core/KeyMaterial.ts'
import { mostBits } from '../core/PublicKey.ts'
import * as Signature from '../core/Signature.ts'
import type { SignerError } from '../core/SignError.ts'
import * as StringToSign from '../core/StringToSign.ts'
import { nameOf } from '../core/untrusted.ts'
import type { Platform } from '../effects/Platform.ts'
import * as Signer from '../effects/Signer.ts'
import { type Timer, within } from '../effects/Timer.ts'
import { defaults } from '../programs/submitJob.ts'
import type { KeyInvalid } from './ClientError.ts'

/** Options that belong to another kind of key. */
export type Without<Names extends string> = { readonly [Name in Names]?: never }

interface Elsewhere extends Without<'privateKey' | 'passphrase' | 'cryptoOn'> {
  /** In any form of `KeyInput`; PEM is SPKI, PKCS#1, on Node also a certificate. Each signature is verified with it before it is used. */
  readonly publicKey: KeyInput
}

/** For a key that signs digests, as most HSMs and KMSs do. */
export interface SignDigestOptions extends Elsewhere, Without<'sign'> {
  /**
   * Signs these 32 bytes, the SHA-256 of the string to sign, with RSASSA-PKCS1-v1_5, without hashing them again. Called once
   * for each signature; calls may overlap.
   */
  readonly signDigest: (sha256: OwnBytes) => Uint8Array | Promise<Uint8Array>
}

/** For a key that hashes by itself, such as a PKCS#11 token's with `CKM_SHA256_RSA_PKCS`. */
export interface SignMessageOptions extends Elsewhere, Without<'signDigest'> {
  /**
   * Signs the string to sign, which holds the whole request, with RSASSA-PKCS1-v1_5 and SHA-256. Called once for each
   * signature; calls may overlap.
   */
  readonly sign: (message: OwnBytes) => Uint8Array | Promise<Uint8Array>
}

export type RemoteKeyOptions = SignDigestOptions | SignMessageOptions

export interface RemoteSettings {
  readonly publicKey: KeyInput
  readonly signDigest: SignDigestOptions['signDigest'] | undefined
  readonly sign: SignMessageOptions['sign'] | undefined
  readonly timeoutMs: number | undefined
}

/** Fails if the public key is not usable. The function is not called before there is a request. */
export const remoteSigner = (
  { digest, timer, verificationKeys }: Pick<Platform, 'digest' | 'timer' | 'verificationKeys'>,
  { publicKey, signDigest, sign, timeoutMs = defaults.timeoutMs }: RemoteSettings,
): TaskEither<KeyInvalid, Signer.Signer> => {
  const asking = ask(timer, timeoutMs)
  const signer: Signer.Signer =
    sign === undefined
      ? Signer.ofDigestSigner(digest)((sha256) => asking('signDigest', () => signDigest?.(sha256 as OwnBytes)))
      : { sign: (message) => asking('sign', () => sign(StringToSign.toBytes(message))) }
  return async () => {
    // Checks the signatures of the program's own key only, so the suite's rule is enough.
    const keys = await verificationKeys(publicKey, { maxKeyBits: mostBits })()
    const key = E.isLeft(keys) ? keys : theOne(keys.right)
    return E.isLeft(key) ? E.left({ ...key.left, key: 'public' }) : E.right(Signer.checked(key.right, digest)(signer))
  }
}

const ask =
  (timer: Timer, timeoutMs: number) =>
  (name: string, call: () => unknown): TaskEither<SignerError, Signature.Signature> =>
    within(timer, timeoutMs)(
      async () => {
        try {
          return signatureOf(await call())
        } catch (thrown) {
          const detail = `${name} failed (${nameOf(thrown)}); catch the error within ${name} to see its message`
          return E.left({ _tag: 'signer_unavailable', detail })
        }
      },
      () => E.left({ _tag: 'signer_timed_out', afterMs: timeoutMs }),
    )

/** In bytes: a signature of 8192 bits in Base64. */
const longest = 1368

const signatureOf = (answer: unknown): E.Either<SignerError, Signature.Signature> => {
  if (isBytes(answer)) {
    // Checked before the bytes are turned into text.
    if (!(answer.length <= longest))
      return E.left({ _tag: 'signature_wrong', fault: 'length', found: 'too many bytes' })
    return E.right(Signature.ofBytes(answer))
  }
  // WebCrypto and others answer with an ArrayBuffer.
  const found = answer instanceof ArrayBuffer ? 'an ArrayBuffer' : answer === null ? 'null' : typeof answer
  return E.left({ _tag: 'signature_wrong', fault: 'not-bytes', found })
}
