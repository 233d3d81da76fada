/**
 * The verifier's verdict on one request that is looked at and not let in: so there is no replay guard.
 */
import * as E from 'fp-ts/lib/Either.js'
import { isBytes } from '../core/Bytes.ts'
import type { RequestHead } from '../core/Caller.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { KeyRing, VerificationKey } from '../effects/KeyRing.ts'
import { noReplayGuard } from './Guard.ts'
import { type CreateVerifier, streamVerdictOf, type VerifierOptions, verdictOf } from './Verifier.ts'

/** A public key, and whose it is; without an app id it counts for any app. */
export interface OwnedKey {
  readonly appId?: string | undefined
  readonly key: VerificationKey
}

export interface DryRequest extends RequestHead {
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

export type DryVerdict =
  | { readonly outcome: 'accept'; readonly appId: string; readonly fingerprint?: string | undefined }
  | { readonly outcome: 'reject'; readonly reason: Reason; readonly message: string }

/** Each key counts for its app, or for any. */
export const ringOf = (keys: ReadonlyArray<OwnedKey>): KeyRing => ({
  keysOf: (asked) => async () =>
    E.right(keys.flatMap(({ appId, key }) => (appId === undefined || appId === asked ? [key] : []))),
})

export const dryRun =
  (createVerifier: CreateVerifier) =>
  (keys: ReadonlyArray<OwnedKey>, settings: Omit<VerifierOptions, 'keys' | 'guard'>) =>
  async ({ body, ...rest }: DryRequest): Promise<DryVerdict> => {
    const guard = noReplayGuard('a dry run only examines one request, and never accepts it')
    const verifier = await createVerifier({ ...settings, keys: ringOf(keys), guard })
    const verdict = await (isBytes(body)
      ? verdictOf(verifier, { ...rest, body: async () => E.right(body), hasGone: () => false })
      : streamVerdictOf(verifier, { ...rest, body }))
    if (E.isLeft(verdict)) return { outcome: 'reject', reason: verdict.left.reason, message: verdict.left.message }
    const { appId, fingerprint } = verdict.right
    return { outcome: 'accept', appId, fingerprint }
  }
