/**
 * What the keys of a request show: which key opened the signature, and what is said if none did. A report names a key by its short
 * fingerprint.
 */
import * as Fingerprint from '../../core/Fingerprint.ts'
import { definedOf } from '../../core/Settings.ts'
import type { Hash } from '../../effects/Hash.ts'
import { appIdMiswritten, otherKey } from './appIdFault.ts'
import { belongsTo, type KnownKey } from './Case.ts'
import { finding, inWordsOf } from './finding.ts'
import type { HeaderEvidence } from './headerEvidence.ts'
import type { Finding, KeyFound } from './Report.ts'
import type { Repair } from './signatureRepairs.ts'
import { unfilledItem } from './unfilledItem.ts'
import type { Opened } from './unlock.ts'
import { unopenedFaults } from './unopenedFaults.ts'

/** The short fingerprint of a key. */
export const fingerprintOf = (key: KnownKey['key'], hash: Hash): string =>
  Fingerprint.short(Fingerprint.ofDigest(hash('sha256', key.spki)))

export const keyFound = ({ appId, key }: KnownKey, hash: Hash): KeyFound => ({
  ...definedOf({ appId }),
  fingerprint: fingerprintOf(key, hash),
  bits: key.bits,
})

/** A repair of the signature's text, as a finding. */
export const findingOf = ({ id, detail, telling }: Repair): Finding =>
  telling === undefined ? finding(id, detail) : inWordsOf(finding(id, detail), telling)

// ---- A key opened the signature

/** The finding if the key is not one of the app that the header names. None if the finding on the app id says so already. */
export const otherKeyFindings = (
  evidence: HeaderEvidence,
  { isAppsKey, matchingKey }: Opened,
): ReadonlyArray<Finding> =>
  isAppsKey || isOwnersMiswritten(evidence, matchingKey)
    ? []
    : [otherKey(matchingKey, evidence.appId, evidence.isRegistered)]

/** Whether the finding on the app id says already which app has the key. */
const isOwnersMiswritten = ({ findings, appId = '' }: HeaderEvidence, { appId: owner = '' }: KnownKey): boolean =>
  findings.some(({ id }) => id === 'app-id-form') &&
  (appIdMiswritten(appId, owner) !== undefined || unfilledItem('app id', appId) !== undefined)

// ---- No key opened the signature

/** Why none of the keys opens the signature. None if the header has no signature. */
export const unopenedFindings = (
  { signature, appId }: HeaderEvidence,
  keys: ReadonlyArray<KnownKey>,
  hash: Hash,
): ReadonlyArray<Finding> => {
  if (signature === undefined) return []
  const faults = unopenedFaults(signature, (length) => keys.some(({ key }) => key.signatureLength === length))
  return faults.map((fault) => (fault.id === 'unknown-key' ? unknownKey(fault, appId, keys, hash) : findingOf(fault)))
}

/** More keys are not listed. */
const maxNamed = 4

/** No key fits. Names the keys that were tried, and the command that prints the fingerprint of the caller's key. */
const unknownKey = (fault: Repair, appId: string | undefined, keys: ReadonlyArray<KnownKey>, hash: Hash): Finding => {
  const ownKeys = keys.filter(belongsTo(appId))
  const keyNames = (ownKeys.length > 0 ? ownKeys : keys).slice(0, maxNamed).map((tried) => {
    const { appId: owner, fingerprint } = keyFound(tried, hash)
    return owner === undefined ? fingerprint : `${owner} ${fingerprint}`
  })
  const triedKeys = keyNames.length === 0 ? '' : `; tried: ${keyNames.join(', ')}`
  return {
    ...findingOf({ ...fault, detail: fault.detail + triedKeys }),
    remedy: `${printFingerprint} prints the fingerprint of the key that signs. Compare it with the fingerprint of the registered key. If they are equal, compare the signature that the caller made with the signature that arrived. Also check that the program calls a function that signs.`,
  }
}

const printFingerprint = 'openssl pkey -in private_key.pem -pubout -outform DER | sha256sum'
