/** The op `importKey` of our own port: the length of a key in bits, and its fingerprint. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Bytes from '../../../core/Bytes.ts'
import type { Policies } from '../../../core/Policies.ts'
import * as PrivateKey from '../../../core/PrivateKey.ts'
import * as PublicKey from '../../../core/PublicKey.ts'
import type { Inputs } from '../Vector.ts'
import { type Operation, type Refusal, valueAnswer } from './Operation.ts'

/** The public key, or the key pair's public key. */
const parse = (
  { use, pem }: Inputs['importKey'],
  policies: Policies,
): E.Either<Refusal, PublicKey.PublicKey | { readonly _tag: 'Certificate' | 'EncryptedKey' }> =>
  use === 'sign'
    ? pipe(
        PrivateKey.parse(pem),
        E.map((key) => (key._tag === 'PrivateKey' ? key.publicKey : key)),
      )
    : PublicKey.parse(pem, policies)

export const importKey: Operation<'importKey'> =
  ({ platform, policies, signer, verificationKey }) =>
  (input) =>
    pipe(
      // The platform has its own rules for a key.
      input.use === 'sign' ? signer(input.pem) : verificationKey(input.pem),
      // The two kinds of keys have no type in common. Only the refusal is of use here: the answer is of the parsed key.
      (imported: TE.TaskEither<Refusal, unknown>) => imported,
      TE.chainEitherKW(() => parse(input, policies)),
      TE.chainTaskK((key) => async () => {
        if (key._tag !== 'PublicKey') return { outcome: 'unsupported' }
        const fingerprint = Bytes.toHex(await platform.digest.sha256([key.spki])())
        return valueAnswer({ bits: key.bits, fingerprint })
      }),
    )
