/**
 * A story: a history that was made for one rule, as a fixed sequence of events. `clockStories.ts`, `nonceStories.ts` and `crowdStories.ts`
 * write stories, and `stories.ts` lists them.
 */
import { baseline, type Event, type Setting } from './played.ts'
import type { Registered } from './signedRequest.ts'
import { usualClock } from './windows.ts'

/** A history that was made for one rule. */
export interface Story {
  readonly rule: string
  readonly setting: Setting
  readonly events: ReadonlyArray<Event>
}

export const oneKey: ReadonlyArray<Registered> = [{ appId: 'app-1', pair: 'quick-0' }]

export const usualSetting = (registered: ReadonlyArray<Registered>): Setting => ({
  maxAge: 300,
  maxSkew: 60,
  start: usualClock,
  registered,
})

/** A request that passes, with a nonce of its own. */
export const newRequest: Event = { ...baseline, nonce: 'last' }
