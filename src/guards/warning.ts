/**
 * What a guard tells its operator, beside its answers.
 */
import { fn } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import { tell } from '../effects/Listener.ts'

export type OnWarning = (text: string) => void

export const emitWarning: OnWarning = (text) => globalThis.process?.emitWarning?.(text, 'CountersignWarning')

/** For the guards' Promise faces. */
export const onWarningField: Options.Field<OnWarning> = Options.defaulting(fn<OnWarning>(), emitWarning)

export interface WarningOption {
  /** Called once for each setting that should be changed. Default: `process.emitWarning`, if the platform has it. */
  readonly onWarning?: OnWarning | undefined
}

/**
 * Warns of a floor that lies ahead of every timestamp that the verifier accepts: once, until that is over. `remedy` says how to
 * begin with an empty memory.
 */
export const ofFloor = (
  onWarning: OnWarning | undefined,
  maxSkew: number,
  remedy: string,
): ((floor: number, now: number) => void) => {
  let isAhead = false
  return (floor, now) => {
    const wasAhead = isAhead
    isAhead = floor > now + maxSkew
    if (isAhead && !wasAhead)
      tell(
        onWarning,
        `the guard refuses every request for ${floor - now} s: it forgot requests that were accepted while the clock was ahead, up to ${new Date(1000 * floor).toISOString()}. Set the clock right. To accept requests at once, ${remedy}; what was stamped ahead may then be accepted again`,
      )
  }
}
