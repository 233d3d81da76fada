/**
 * The verdict of the package's own verifier, on the browser's cryptography.
 */
import * as E from 'fp-ts/lib/Either.js'
import { subtle } from '../ambient/subtle.ts'
import { message } from '../core/KeyError.ts'
import { mostBits } from '../core/PublicKey.ts'
import { createVerifierOn } from '../server/createVerifier.ts'
import { type DryVerdict, dryRun, type OwnedKey } from '../server/dryRun.ts'
import { platform } from '../web/platform.ts'
import type { Inspection } from './Inspection.ts'

/** Without a key, or without the browser's cryptography, there is no verdict. */
export type Judgement = DryVerdict | { readonly outcome: 'none'; readonly why: string }

const lackingWords = {
  crypto: 'everything before the signature is in order, but in this context the browser verifies none',
  key: "everything before the signature is in order; give the app's public key, and the signature is checked too",
}

export const judge = async (inspection: Inspection): Promise<Judgement> => {
  const { appKeys, otherKeys, now, settings, method, target, authorization, body } = inspection
  // Without a usable key, everything before the signature is judged all the same.
  const lacking = subtle() === undefined ? 'crypto' : appKeys.length === 0 ? 'key' : undefined
  // A key of another app counts where the header names that app, as in a real key ring.
  const given = [...appKeys, ...otherKeys.filter(({ appId }) => appId !== undefined)]
  const keys: Array<OwnedKey> = []
  for (const { appId, key } of lacking === undefined ? given : []) {
    const imported = await platform.verificationKeys(key.spki, { maxKeyBits: mostBits })()
    if (E.isLeft(imported)) return { outcome: 'none', why: message(imported.left) }
    for (const each of imported.right) keys.push({ appId, key: each })
  }
  const createVerifier = createVerifierOn(platform, { scope: 'process', because: '' })
  const terms = { ...settings, bodyLimit: Number.MAX_SAFE_INTEGER, clock: () => now }
  const verdict = await dryRun(createVerifier)(keys, terms)({ method, target, authorization, body })
  return verdict.outcome === 'reject' && verdict.reason === 'app_unknown' && lacking !== undefined
    ? { outcome: 'none', why: lackingWords[lacking] }
    : verdict
}
