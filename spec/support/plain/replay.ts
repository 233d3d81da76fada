/** Which nonces have been accepted. */
import type { Message } from './content.ts'
import type { Part } from './switches.ts'

export interface Claim {
  /** Of the key that verified: the app id is not signed. */
  readonly fingerprint: string
  readonly appId: string
  readonly nonce: string
  readonly timestamp: string
  readonly message: Message
  readonly now: number
  readonly maxAge: number
  readonly maxSkew: number
}

export interface Replay {
  /** What is compared to tell whether a request was seen. */
  readonly nameOfClaim: (claim: Claim) => string
  /** Whether it is the first one; it is remembered for ever. */
  readonly claim: (seen: Map<string, number>, claim: Claim) => boolean
}

export const replay: Part<Replay> = (f, { on, takes }) => ({
  nameOfClaim: ({ fingerprint, nonce, timestamp, message }) =>
    JSON.stringify([
      fingerprint,
      nonce,
      takes('nonce-per-timestamp') && timestamp,
      takes('nonce-per-message') && f.digest('sha256', message).toString('hex'),
    ]),

  claim: (seen, claim) => {
    const name = f.nameOfClaim(claim)
    if (on('nonce-unused') && seen.has(name)) return false
    seen.set(name, claim.now)
    return true
  },
})
