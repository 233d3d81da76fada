/**
 * What the page looks at: a request as a verifier received it, the keys, and the verifier's settings.
 */
import type { Bytes } from '../../core/Bytes.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Case } from '../../kit/diagnosis/Case.ts'
import type { GivenKey } from './keyTexts.ts'

export interface Inspection {
  readonly method: string
  readonly target: string
  /** Each line's value, without the header's name. */
  readonly authorization: ReadonlyArray<string>
  readonly body: Bytes
  readonly host?: string
  readonly url?: string
  /** Targets that the service knows. */
  readonly paths?: ReadonlyArray<string>
  readonly appKeys: ReadonlyArray<GivenKey>
  readonly otherKeys: ReadonlyArray<GivenKey>
  /** In seconds since 1970. */
  readonly now: Timestamp
  readonly settings: Pick<VerifyPolicy, 'authType' | 'maxAge' | 'maxSkew'>
}

/** The case for the diagnosis. A key of another app gets a name if it has none, for without one it would count for any app. */
export const caseOf = (inspection: Inspection): Case => {
  const { appKeys, otherKeys, ...rest } = inspection
  const others = otherKeys.map(({ appId, key }, i) => ({ key, appId: appId ?? `other-${i + 1}` }))
  return { ...rest, keys: [...appKeys.map(({ appId, key }) => ({ appId, key })), ...others] }
}
