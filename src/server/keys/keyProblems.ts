/**
 * Who hears of keys that cannot count: the program's `onProblem`, or whoever reads the warnings of the process. For `keySource`
 * and `keysFromUrl`.
 */
import type { AppId } from '../../core/AppId.ts'
import { tell } from '../../effects/Listener.ts'
import { warnOnce } from '../../platform/common/warn.ts'

export type OnProblem = (appId: string, message: string) => void

export interface KeyProblems {
  /** A call or a fetch has failed: one fault, whatever the apps. `appId` is one of them. */
  readonly ofCall: (appId: AppId | '', detail: string) => void
  readonly ofApp: (appId: AppId, detail: string) => void
}

const consequence = 'until the fault is corrected, requests are refused with 503; set onProblem to see each fault'

/** Numbers differ from time to time: how many apps a call asks for, a row that holds the present time. */
const withoutNumbers = (text: string): string => text.replace(/\d+/g, '')

/** `called` is what the warnings call the source. */
export const keyProblems = (called: string, onProblem: OnProblem | undefined): KeyProblems => {
  const warn = warnOnce('keys')
  return {
    ofCall: (appId, detail) => {
      if (onProblem === undefined) warn(`${called}: ${detail}; ${consequence}`, withoutNumbers(detail))
      else tell(onProblem, appId, detail)
    },
    ofApp: (appId, detail) => {
      // A key's error begins with its app.
      const named = detail.startsWith(`${appId}: `) ? detail : `${appId}: ${detail}`
      if (onProblem === undefined) warn(`${called}: ${named}; ${consequence}`, `${appId} ${withoutNumbers(detail)}`)
      else tell(onProblem, appId, detail)
    },
  }
}

/** A key that two apps have: before one of them has proven it, and after. */
export const sharedWith = (rival: AppId, isProven: boolean): string =>
  isProven
    ? `one key of this app is also registered for ${rival}, and ${rival} has signed with it first, so the key belongs to ${rival}`
    : `one key of this app is also registered for ${rival}; the key will belong to the app that signs with it first`
