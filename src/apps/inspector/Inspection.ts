/**
 * What the page looks at: a request as a verifier received it, the keys, and the verifier's settings.
 */
import type { Bytes } from '../../core/Bytes.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Case, KnownKey } from '../../kit/diagnosis/Case.ts'

/** What was received, with the value of each Authorization line, and what is known of the service beside it. */
type Received = Pick<Case, 'method' | 'target' | 'authorization' | 'body' | 'host' | 'url' | 'paths' | 'headers'>

/** The fields of a request and its keys; an absent key leaves its field as it is. */
export interface Filled extends Received {
  readonly appKey?: string
  readonly claimed?: Bytes
  /** The body was left out, and had this length. */
  readonly bodyMissing?: string | undefined
  readonly otherKeys?: string
  readonly settings?: Readonly<Record<'now' | 'maxAge' | 'maxSkew' | 'authType', string>>
}

export interface Inspection extends Received {
  readonly appKeys: ReadonlyArray<KnownKey>
  readonly otherKeys: ReadonlyArray<KnownKey>
  /** The text that the caller says it signs, or the answer of a service that shows the text it took. */
  readonly claimed?: Bytes | undefined
  /** In seconds since 1970. */
  readonly now: Timestamp
  readonly settings: Pick<VerifyPolicy, 'authType' | 'maxAge' | 'maxSkew'>
}

/** The case for the diagnosis. A key of another app gets a name if it has none, for without one it would count for any app. */
export const caseOf = (inspection: Inspection): Case => {
  const { appKeys, otherKeys, claimed: _, ...rest } = inspection
  const others = otherKeys.map(({ appId, key }, i) => ({ key, appId: appId ?? `other-${i + 1}` }))
  return { ...rest, keys: [...appKeys, ...others] }
}
