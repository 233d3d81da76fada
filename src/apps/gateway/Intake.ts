/** Bodies on their way in, which must keep a least rate, and may have to make room for others. */

import type { Timer } from '../../effects/Timer.ts'
import type { NodeRequest } from '../../server/adapters/nodeRequest.ts'
import { BodyUnreadable } from '../../server/shared.ts'
import { type Fault, faults } from './faults.ts'
import * as Pace from './Pace.ts'

/** One body. */
export interface Intake {
  readonly req: NodeRequest
  /** Who sends it, which is not proven yet. */
  readonly client: string | undefined
  /** Lets a caller send it that waits for `100 Continue`. */
  readonly begin: () => unknown
  /** What `read` reads; rejects once the body is given up. */
  readonly within: <A>(read: () => Promise<A>) => Promise<A>
  readonly advance: (bytes: number) => void
  /** Milliseconds behind the least rate; undefined once nothing more is awaited. */
  readonly behind: () => number | undefined
  readonly giveUp: (fault: Fault) => void
  /** Why it was given up. */
  readonly fault: () => Fault | undefined
  readonly end: () => void
}

/** In bytes a second. */
const leastRate = 1000

export const make = (timer: Timer, graceMs: number): ((of: Pick<Intake, 'req' | 'client' | 'begin'>) => Intake) => {
  const paces = Pace.make({ timer, perSecond: leastRate, graceMs })
  return (of) => {
    // While more of it is awaited.
    let pace: Pace.Pace | undefined
    let fault: Fault | undefined
    let lose = (): void => {}
    const giveUp = (why: Fault): void => {
      fault ??= why
      lose()
    }
    const end = (): void => {
      if (pace !== undefined) paces.end(pace)
      pace = undefined
    }
    return {
      ...of,
      within: (read) => {
        if (of.req.complete) end()
        else pace ??= paces.begin(() => giveUp(faults.slowBody))
        return new Promise((resolve, reject) => {
          lose = () => reject(new BodyUnreadable({ _tag: 'body_incomplete' }))
          if (fault !== undefined) lose()
          else read().then(resolve, reject)
        })
      },
      advance: (bytes) => pace && paces.advance(pace, bytes),
      behind: () => pace && paces.behind(pace),
      giveUp,
      fault: () => fault,
      end,
    }
  }
}
