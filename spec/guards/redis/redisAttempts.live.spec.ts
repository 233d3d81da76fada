// Claims that are sent more than once or never answered, over a proxy that loses and delays replies.
import * as E from 'fp-ts/lib/Either.js'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import type { RedisGuard } from '../../../src/guards/redis/redis.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { claimOf } from '../claims.ts'
import { withScene } from './scene.ts'

const answer = async (guard: RedisGuard, claim: NonceClaim): Promise<string> => {
  const outcome = await guard.claim(claim)()
  if (E.isRight(outcome)) return outcome.right
  return outcome.left._tag === 'guard_unavailable' ? outcome.left.detail : outcome.left._tag
}

const attempts = suite('redis: attempts at one claim')
const attemptsTest = needs('redis-server', attempts)

attemptsTest('never overwrite an earlier claim, so that a copy whose reply is lost is a repetition', () =>
  withScene({ options: { deadlineMs: 2_000 } }, async ({ guard, proxy }) => {
    for (let n = 1; n <= 5; n++) {
      const claim = claimOf(`n-${n}`)
      assert.is(await answer(guard, claim), 'first')
      proxy.loseReplyTo('EVAL')
      assert.is(await answer(guard, claim), 'repeated')
      assert.is(proxy.lost(), n)
    }
  }),
)

attemptsTest('end at the deadline without an answer, and at most ten thousand wait', () =>
  withScene({ options: { deadlineMs: 50 } }, async ({ guard, proxy }) => {
    proxy.blackHole(true)
    const begun = performance.now()
    assert.match(await answer(guard, claimOf('alone')), /^Redis has not answered within 50 ms/)
    // Far more than the deadline, because the machine may be busy.
    assert.ok(performance.now() - begun < 5_000)
    await Promise.all(Array.from({ length: 10_000 }, (_, n) => answer(guard, claimOf(`m-${n}`))))
    assert.is(guard.stats().waiting, 10_000)
    assert.is(await answer(guard, claimOf('one too many')), '10000 claims wait for Redis already')
  }),
)
