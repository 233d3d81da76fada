/**
 * The data of the page: a request as a verifier received it, the keys, and the settings of the verifier.
 */
import type { Bytes } from '../../core/Bytes.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Case, KnownKey } from '../../kit/diagnosis/Case.ts'

/** A request with the value of each Authorization line, and facts about the service. */
type Received = Pick<Case, 'method' | 'target' | 'authorization' | 'body' | 'host' | 'url' | 'paths' | 'headers'>

/** The values for the fields of the form. An absent key leaves its field as it is. */
export interface Filled extends Received {
  readonly appKey?: string
  readonly claimed?: Bytes
  /** The length of a body that was left out. */
  readonly bodyMissing?: string | undefined
  readonly otherKeys?: string
  readonly settings?: Readonly<Record<'now' | 'maxAge' | 'maxSkew' | 'authType', string>>
}

export interface Inspection extends Received {
  readonly appKeys: ReadonlyArray<KnownKey>
  readonly otherKeys: ReadonlyArray<KnownKey>
  /** The text that the caller says it signs, or the answer of a service that shows its string to sign. */
  readonly claimed?: Bytes | undefined
  /** In seconds since 1970. */
  readonly now: Timestamp
  readonly settings: Pick<VerifyPolicy, 'authType' | 'maxAge' | 'maxSkew'>
}

/** The case for the diagnosis. Each other key gets an app id if it has none: a key without an app id counts for every app. */
export const caseOf = (inspection: Inspection): Case => {
  const { appKeys, otherKeys, claimed: _, ...request } = inspection
  const namedKeys = otherKeys.map(({ appId, key }, i) => ({ key, appId: appId ?? `other-${i + 1}` }))
  return { ...request, keys: [...appKeys, ...namedKeys] }
}
