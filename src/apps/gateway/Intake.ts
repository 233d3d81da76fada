/** Bodies on their way in, which must keep a least rate, and may have to make room for others. */
import * as Pace from '../../effects/Pace.ts'
import type { Timer } from '../../effects/Timer.ts'
import type { NodeRequest } from '../../server/adapters/nodeRequest.ts'
import { BodyUnreadable } from '../../server/shared.ts'
import { type Fault, faults } from './faults.ts'

/** One body. */
export interface Intake {
  readonly req: NodeRequest
  /** Who sends it, which is not proven yet. */
  readonly client: string | undefined
  /** While more of it is awaited. */
  pace?: Pace.Pace | undefined
  /** Why it was given up. */
  fault?: Fault
  reject?: () => void
}

export interface Intakes {
  /** What `read` reads; rejects once the body is given up. */
  readonly within: <A>(intake: Intake, read: () => Promise<A>) => Promise<A>
  readonly advance: (intake: Intake, bytes: number) => void
  /** Milliseconds behind the least rate; undefined once nothing more is awaited. */
  readonly behind: (intake: Intake) => number | undefined
  readonly giveUp: (intake: Intake, fault: Fault) => void
  readonly end: (intake: Intake) => void
}

/** In bytes a second. */
const leastRate = 1000

export const make = (timer: Timer, graceMs: number): Intakes => {
  const paces = Pace.make({ timer, perSecond: leastRate, graceMs })
  const giveUp = (intake: Intake, fault: Fault): void => {
    intake.fault ??= fault
    intake.reject?.()
  }
  const end = (intake: Intake): void => {
    if (intake.pace !== undefined) paces.end(intake.pace)
    intake.pace = undefined
  }
  return {
    within: (intake, read) => {
      if (intake.req.complete) end(intake)
      else intake.pace ??= paces.begin(() => giveUp(intake, faults.slowBody))
      return new Promise((resolve, reject) => {
        intake.reject = () => reject(new BodyUnreadable({ _tag: 'body_incomplete' }))
        if (intake.fault !== undefined) intake.reject()
        else read().then(resolve, reject)
      })
    },
    advance: ({ pace }, bytes) => pace && paces.advance(pace, bytes),
    behind: ({ pace }) => pace && paces.behind(pace),
    giveUp,
    end,
  }
}
