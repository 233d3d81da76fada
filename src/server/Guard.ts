/**
 * A replay guard as the Promise face takes it. It is the shape that the guards of this package have, spelled out, so
 * that the declarations name no library.
 */
import type { ReplayGuard } from '../effects/ReplayGuard.ts'

export interface Guard {
  claim(claim: ClaimedNonce): () => Promise<GuardAnswer>
}

export interface ClaimedNonce {
  readonly fingerprint: string
  readonly unique: string
  readonly timestamp: number
}

export type GuardAnswer =
  | { readonly _tag: 'Right'; readonly right: 'first' | 'repeated' | 'forgotten' }
  | { readonly _tag: 'Left'; readonly left: GuardFault }

export type GuardFault =
  | { readonly _tag: 'GuardUnavailable'; readonly detail: string }
  | { readonly _tag: 'GuardFull'; readonly quota: number }

/**
 * Accepts every repetition. For looking at a request after the fact, and for a service in front of which something else
 * holds the guard; `because` is there so that nobody writes it down without a reason.
 */
export const noReplayGuard = (because: string): Guard => {
  if (because.trim() === '') throw new TypeError('noReplayGuard needs the reason why repeated requests may pass')
  return everFirst
}

const first = Promise.resolve({ _tag: 'Right', right: 'first' } as const)
const everFirst: Guard & ReplayGuard = { claim: () => () => first }
