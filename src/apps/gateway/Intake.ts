/** A body on its way in, which must keep a least rate, and may have to make room for others. */
import * as Pace from '../../effects/Pace.ts'
import type { Timer } from '../../effects/Timer.ts'
import type { NodeRequest } from '../../server/adapters/nodeRequest.ts'
import { BodyUnreadable } from '../../server/shared.ts'
import { type Fault, faults } from './faults.ts'

export interface Intake {
  /** What `read` reads; rejects once the body is given up. */
  readonly within: <A>(read: () => Promise<A>) => Promise<A>
  readonly advance: (bytes: number) => void
  /** Milliseconds behind the least rate; undefined before the first byte is awaited, and after the last. */
  readonly behind: () => number | undefined
  readonly giveUp: (fault: Fault) => void
  /** Why the body was given up. */
  readonly fault: () => Fault | undefined
  readonly end: () => void
}

/** In bytes a second. */
const leastRate = 1000

export const intake = (req: NodeRequest, timer: Timer, graceMs: number): Intake => {
  let pace: Pace.Pace | undefined
  let why: Fault | undefined
  let reject = (): void => {}
  const giveUp = (fault: Fault): void => {
    why ??= fault
    reject()
  }
  return {
    within: (read) =>
      new Promise((resolve, fail) => {
        reject = () => fail(new BodyUnreadable({ _tag: 'body_incomplete' }))
        // Most bodies come in one packet with their headers.
        if (!req.complete) pace ??= Pace.begin({ timer, perSecond: leastRate, graceMs }, () => giveUp(faults.slowBody))
        if (why !== undefined) reject()
        else read().then(resolve, fail)
      }),
    advance: (bytes) => pace?.advance(bytes),
    behind: () => pace?.behind(),
    giveUp,
    fault: () => why,
    end: () => {
      pace?.stop()
      pace = undefined
    },
  }
}
