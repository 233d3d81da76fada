/**
 * The verdict of the package's own verifier, on the browser's cryptography.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../core/AppId.ts'
import { message } from '../core/KeyError.ts'
import type { Reason } from '../core/VerifyError.ts'
import type { KeyRing, VerificationKey } from '../effects/KeyRing.ts'
import { createVerifierOn } from '../server/createVerifier.ts'
import { noReplayGuard } from '../server/Guard.ts'
import { VerificationError } from '../server/VerificationError.ts'
import { platform } from '../web/platform.ts'
import { subtle } from '../web/subtle.ts'
import type { Inspection } from './Inspection.ts'

export type Judgement =
  | { readonly outcome: 'accept'; readonly appId: string; readonly fingerprint?: string | undefined }
  | { readonly outcome: 'reject'; readonly reason: Reason; readonly message: string }
  /** There is no verdict: a key is missing, or the browser's cryptography. */
  | { readonly outcome: 'none'; readonly why: string }

const lackingWords = {
  crypto: 'everything before the signature is in order, but in this context the browser verifies none',
  key: "everything before the signature is in order; give the app's public key, and the signature is checked too",
}

interface Holder {
  readonly appId?: string
  readonly key: VerificationKey
}

export const judge = async (inspection: Inspection): Promise<Judgement> => {
  const { appKeys, otherKeys, now, settings, method, target, authorization, body } = inspection
  // Where no key can be used, all that stands before the signature is judged all the same.
  const lacking = subtle() === undefined ? 'crypto' : appKeys.length === 0 ? 'key' : undefined
  // A key of another app counts where the header names that app, as it would with a real key ring.
  const given = [...appKeys, ...otherKeys.filter(({ appId }) => appId !== undefined)]
  const holders: Array<Holder> = []
  for (const { appId, input } of lacking === undefined ? given : []) {
    const key = await platform.verificationKey(input)()
    if (E.isLeft(key)) return { outcome: 'none', why: message(key.left) }
    holders.push({ key: key.right, ...(appId === undefined ? {} : { appId }) })
  }
  const keys: KeyRing = {
    keysOf: (asked: AppId) => async () =>
      E.right(holders.filter(({ appId }) => appId === undefined || appId === asked).map(({ key }) => key)),
  }
  try {
    const verifier = await createVerifierOn(platform, { scope: 'process', because: '' })({
      ...settings,
      keys,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      guard: noReplayGuard('one request is looked at, and none is let through'),
      clock: () => now,
    })
    const { appId, fingerprint } = await verifier.verify({ method, target, authorization, body })
    return { outcome: 'accept', appId, fingerprint }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    if (error.reason === 'app_unknown' && lacking !== undefined) return { outcome: 'none', why: lackingWords[lacking] }
    return { outcome: 'reject', reason: error.reason, message: error.message }
  }
}
