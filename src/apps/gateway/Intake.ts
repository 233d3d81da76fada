/**
 * A body on its way in, which must keep a least rate and may have to make room for others. For `verifyBody.ts`, which reads it,
 * and `gateway.ts`, which gives it up. One body is one record.
 */

import type { Timer } from '../../effects/Timer.ts'
import type { NodeRequest } from '../../server/adapters/nodeRequest.ts'
import { BodyUnreadable } from '../../server/shared.ts'
import * as Pace from './Pace.ts'

/** One body. */
export interface Intake {
  readonly req: NodeRequest
  /** Who sends it, which is not proven yet. */
  readonly client: string | undefined
  /** Lets a caller send it that waits for `100 Continue`. */
  readonly begin: () => unknown
  /** The body falls behind the least rate. */
  readonly onLate: () => void
  readonly paces: Pace.Paces
  /** Present while more of the body is awaited. */
  pace: Pace.Pace | undefined
  isGivenUp: boolean
  /** Ends the read under way. */
  reject: (reason: BodyUnreadable) => void
}

/** In bytes a second. */
const leastRate = 1000

/** Measures all bodies of one gateway. */
export const pacesOf = (timer: Timer, graceMs: number): Pace.Paces =>
  Pace.make({ timer, perSecond: leastRate, graceMs })

export const of = (given: Pick<Intake, 'req' | 'client' | 'begin' | 'onLate' | 'paces'>): Intake => ({
  ...given,
  pace: undefined,
  isGivenUp: false,
  reject: () => {},
})

/** What `read` reads; rejects once the body is given up. */
export const within = <A>(intake: Intake, read: () => Promise<A>): Promise<A> => {
  if (intake.req.complete) end(intake)
  else intake.pace ??= intake.paces.begin(intake.onLate)
  return new Promise((resolve, reject) => {
    intake.reject = reject
    if (intake.isGivenUp) giveUp(intake)
    else read().then(resolve, reject)
  })
}

export const advance = ({ pace, paces }: Intake, bytes: number): void => {
  if (pace !== undefined) paces.advance(pace, bytes)
}

/** Milliseconds behind the least rate; undefined once nothing more is awaited. */
export const behind = ({ pace, paces }: Intake): number | undefined => pace && paces.behind(pace)

/** The read under way and all later ones reject. */
export const giveUp = (intake: Intake): void => {
  intake.isGivenUp = true
  intake.reject(new BodyUnreadable({ _tag: 'body_incomplete' }))
}

/** Nothing more is awaited. */
export const end = (intake: Intake): void => {
  if (intake.pace !== undefined) intake.paces.end(intake.pace)
  intake.pace = undefined
}
