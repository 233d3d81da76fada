/** `countersign/server` on the web platform: workers, edge runtimes. Signatures are checked by WebCrypto. */
import { platform } from '../web/platform.ts'
import { createVerifierOn } from './createVerifier.ts'
import { type CreateKeySource, keySourceOn } from './keySource.ts'
import type { CreateVerifier } from './Verifier.ts'

export * from './shared.ts'

/** A verifier on WebCrypto. Rejects with a `VerificationError` if a key or a setting does not do. */
export const createVerifier: CreateVerifier = createVerifierOn(platform, {
  scope: 'process',
  because: '',
})

/** The public keys that a function finds, each app's asked for once in `ttl` seconds; see its options. */
export const keySource: CreateKeySource = keySourceOn(platform)
