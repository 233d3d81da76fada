/**
 * The Redis guard's decisions as one pure function: what it knows and what happens give what it knows next and what it wants done.
 * A search over all interleavings runs the same function (spec/guards/redis).
 */
import { readReplies, release, resubmit, submit } from './claim.ts'
import type { Decision, Event, Instant, Rules, State } from './Machine.ts'
import { continueSettling, settle } from './settle.ts'

export const decide =
  (rules: Rules) =>
  (state: State, event: Event, at: Instant): Decision => {
    switch (event._tag) {
      case 'Begun':
        return settle(state, true)
      case 'Submitted':
        return submit(state, event.claims, at)
      case 'Rested':
        return resubmit(state, event.claims, at)
      case 'ClaimsReplied':
        return readReplies(rules, state, event.turn, event.reply, event.pause, at)
      case 'ReadingReplied':
        return release(continueSettling(rules, state, event.reading, event.reply, at), at)
    }
  }
