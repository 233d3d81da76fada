/**
 * The verdict of the package's own verifying program, on the browser's cryptography. The request is looked at and not let in, so
 * there is no replay guard.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { message as keyMessage } from '../../core/KeyError.ts'
import { mostBits } from '../../core/PublicKey.ts'
import { message, reason } from '../../core/VerifyError.ts'
import { defaults } from '../../core/VerifyPolicy.ts'
import { subtle } from '../../platform/common/cryptoKey.ts'
import { platform } from '../../platform/web/platform.ts'
import { verifyRequest } from '../../programs/verifyRequest.ts'
import { type DryVerdict, type OwnedKey, ringOf } from '../../server/dryRun.ts'
import type { Inspection } from './Inspection.ts'

/** Without a key, or without the browser's cryptography, there is no verdict. */
export type Judgement = DryVerdict | { readonly outcome: 'none'; readonly why: string }

const lackingWords = {
  crypto:
    'everything that is checked before the signature is right, but the browser does not verify signatures on this page, because the page is not in a secure context',
  key: "everything before the signature is in order; give the app's public key, and the signature is checked too",
}

export const dryVerify = async (inspection: Inspection): Promise<Judgement> => {
  const { appKeys, otherKeys, now, settings, method, target, authorization, body } = inspection
  // Without a usable key, everything before the signature is judged all the same.
  const lacking = subtle() === undefined ? 'crypto' : appKeys.length === 0 ? 'key' : undefined
  // A key of another app counts where the header names that app, as in a real key ring.
  const given = [...appKeys, ...otherKeys.filter(({ appId }) => appId !== undefined)]
  const keys: Array<OwnedKey> = []
  for (const { appId, key } of lacking === undefined ? given : []) {
    const imported = await platform.verificationKeys(key.spki, { maxKeyBits: mostBits })()
    if (E.isLeft(imported)) return { outcome: 'none', why: keyMessage(imported.left) }
    for (const each of imported.right) keys.push({ appId, key: each })
  }
  const policy = { ...defaults, ...settings, bodyLimit: Number.MAX_SAFE_INTEGER }
  const verified = await verifyRequest(policy)({ method, target, authorization, body })({
    clock: { now: () => now },
    digest: platform.digest,
    keyRing: ringOf(keys),
    guard: { claim: () => TE.right('first') },
  })()
  if (E.isRight(verified)) return { outcome: 'accept', ...verified.right }
  const refusal = reason(verified.left)
  return refusal === 'app_unknown' && lacking !== undefined
    ? { outcome: 'none', why: lackingWords[lacking] }
    : { outcome: 'reject', reason: refusal, message: message(verified.left) }
}
