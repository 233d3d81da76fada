/** What `diagnose` may print of a request: no token, no password and no private key, in any of its outputs. */
import type { Claim } from '../../kit/diagnosis/claimedText.ts'
import { latin1 } from '../../kit/diagnosis/Received.ts'
import type { Report } from '../../kit/diagnosis/Report.ts'
import { hidesSecrets, type MayShow, redacted, textsOf, withoutTexts } from '../../kit/diagnosis/redaction.ts'
import { holdsSecret, type Inspected, secretsOf } from '../../kit/diagnosis/secrets.ts'

export interface Limits {
  /** Whether the request or the signed text holds a secret. Then no whole text is printed. */
  readonly hasSecrets: boolean
  readonly mayShow: MayShow
  readonly withoutSecrets: (report: Report) => Report
}

export const limitsOf = (request: Inspected, report: Report, claim?: Claim): Limits => {
  const claimTexts = claim?._tag === 'Signed' ? [claim.text, claim.expected] : []
  const service = claim?._tag === 'OfService' ? [latin1(claim.service.beginning), claim.service.url ?? ''] : []
  const secrets = secretsOf(request, [...[...textsOf(report), ...claimTexts].map(latin1), ...service])
  const hasSecrets = secrets.length > 0
  const mayShow = hidesSecrets(secrets, holdsSecret)
  return {
    hasSecrets,
    mayShow,
    withoutSecrets: (given) => redacted(hasSecrets ? withoutTexts(given) : given, mayShow),
  }
}
