import type { Timer } from '../../../src/effects/Timer.ts'
import * as Silence from '../../../src/guards/redis/Silence.ts'
import { assert, suite } from '../../support/suite.ts'

const silence = suite('guards/redis/Silence')

/** A time that is set by hand, and replies that come at once unless said otherwise. */
const at = () => {
  let now = 0
  const timer: Timer = { wait: () => async () => {}, after: () => () => {}, elapsed: () => now }
  const heard = Silence.make(timer)
  return {
    reply: (time: number, sent = time, server = 'a'): boolean => {
      now = time
      return heard(server, sent) === 0
    },
  }
}

/** Replies one after the other until one counts. */
const turns = (reply: (time: number) => boolean, from: number): number => {
  for (let n = 0; n < 20; n++) if (reply(from + n)) return n
  return 20
}

silence('makes the first reply of a server wait for four more, and no later one', () => {
  const { reply } = at()
  assert.is(turns(reply, 0), 4)
  for (const time of [5, 100, 1_000, 1_900, 2_899]) assert.ok(reply(time), `${time}`)
})

silence('of a second makes a reply wait again; of less, not', () => {
  const { reply } = at()
  turns(reply, 0)
  assert.ok(reply(1_003))
  assert.not(reply(2_003))
  assert.is(turns(reply, 2_004), 3)
})

silence('is one of each server', () => {
  const { reply } = at()
  turns(reply, 0)
  assert.not(reply(5, 5, 'b'))
  assert.ok(reply(6))
})

silence('is not broken by replies to commands that waited for the server', () => {
  const { reply } = at()
  turns(reply, 0)
  // Sent to a server that is suspended until 5,000. Before each of the first three is a gap.
  for (const sent of [900, 2_000, 4_990, 4_999]) assert.not(reply(5_000, sent))
  // Each was sent too early.
  for (const sent of [4_991, 4_995, 4_998]) assert.not(reply(5_000, sent))
  assert.is(turns(reply, 5_001), 3)
})

silence('ends after turns that follow each other: replies to commands sent together count as one turn', () => {
  const { reply } = at()
  assert.not(reply(0))
  for (let n = 0; n < 10; n++) assert.not(reply(10, 1))
  assert.not(reply(20, 11))
  for (let n = 0; n < 10; n++) assert.not(reply(21, 12))
  assert.not(reply(30, 22))
  assert.ok(reply(40, 31))
  assert.not(reply(41, 25))
  assert.ok(reply(42, 41))
})
