/**
 * All effects that a runtime brings by itself, as one record: the entry points for Node and for the web each make one, and
 * clients, servers and our own port are made from it.
 */
import type { IO } from 'fp-ts/lib/IO.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { KeyError } from '../core/KeyError.ts'
import type { KeyInput, PemOrJwk } from '../core/KeyInput.ts'
import type { Clock } from './Clock.ts'
import type { Digest } from './Digest.ts'
import type { Entropy } from './Entropy.ts'
import type { Http } from './Http.ts'
import type { SignerSettings, VerificationKeySettings } from './KeyImport.ts'
import type { VerificationKey } from './KeyRing.ts'
import type { Signer } from './Signer.ts'
import type { Timer } from './Timer.ts'

export { type CryptoOn, cryptoOnRule } from './KeyImport.ts'

/** A runtime's interpreters of the effects that do not depend on the embedding program. */
export interface Platform {
  readonly clock: Clock
  readonly timer: Timer
  readonly entropy: Entropy
  readonly digest: Digest
  readonly http: Http
  /** Another transport; throws a RangeError for settings that make no sense here. */
  readonly httpClient: (settings?: object) => Http
  /** Evenly between 0 and 1; no secret. */
  readonly random: IO<number>
  /** A signer from a private key in any form of `KeyInput`. */
  readonly signer: (key: KeyInput, settings?: SignerSettings) => TaskEither<KeyError, Signer>
  /** The public key of a PEM or a JWK, by the rule of the suite. */
  readonly verificationKey: (key: PemOrJwk, settings?: VerificationKeySettings) => TaskEither<KeyError, VerificationKey>
  /** The public keys of a key in any form: a JWK Set may hold several. */
  readonly verificationKeys: (
    key: KeyInput,
    settings?: VerificationKeySettings,
  ) => TaskEither<KeyError, ReadonlyArray<VerificationKey>>
}
