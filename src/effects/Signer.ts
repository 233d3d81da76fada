import { pipe } from 'fp-ts/lib/function.js'
import * as T from 'fp-ts/lib/Task.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { type Bytes, ofAscii } from '../core/Bytes.ts'
import type { Signature } from '../core/Signature.ts'
import type { SignerUnavailable } from '../core/SignError.ts'
import type { StringToSign } from '../core/StringToSign.ts'
import type { Digest } from './Digest.ts'

/** A private key's one use. The key may lie in this process, in an HSM or behind a KMS. */
export interface Signer {
  /** RSASSA-PKCS1-v1_5 with SHA-256 over the whole string to sign; the same signature for the same string. */
  readonly sign: (message: StringToSign) => TE.TaskEither<SignerUnavailable, Signature>
}

/** A signer for a key that signs digests only: most HSMs and KMSs take 32 bytes and not a message of any length. */
export const ofDigestSigner = (
  digest: Digest,
  signDigest: (sha256: Bytes) => TE.TaskEither<SignerUnavailable, Signature>,
): Signer => ({
  sign: ({ head, body }) =>
    pipe(
      digest.sha256([ofAscii(head), body]),
      T.chain((sha256) => signDigest(sha256)),
    ),
})
