/**
 * The Redis guard's decisions as one pure function: what it knows and what happens give what it knows next and what it wants done.
 * A search over all interleavings runs the same function (spec/guards/redis).
 */
import { giveUp, readReplies, release, resubmit, submit } from './claim.ts'
import type { Decision, Event, Instant, Rules, State } from './Machine.ts'
import { continueSettling, repeatReading, settle } from './settle.ts'

export const decide =
  (rules: Rules) =>
  (state: State, event: Event, at: Instant): Decision => {
    switch (event._tag) {
      case 'Begun':
        return settle(rules, state, true)
      case 'Submitted':
        return submit(rules, state, event.claims, at)
      case 'Rested':
        return resubmit(rules, state, event.claims, at)
      case 'ClaimsReplied':
        return readReplies(rules, state, event.turn, event.reply, event.pause, at)
      case 'ReadingReplied':
        return release(rules, continueSettling(rules, state, event.reading, event.reply, at), at)
      case 'ClaimsMissed':
        return giveUp(state, event.turn, at)
      case 'ReadingMissed':
        return release(rules, repeatReading(rules, state, event.reading, at), at)
    }
  }
