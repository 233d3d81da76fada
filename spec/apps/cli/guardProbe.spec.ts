import * as E from 'fp-ts/lib/Either.js'
import { guardProbe } from '../../../src/apps/cli/guardProbe.ts'
import { clock, entropy } from '../../../src/platform/common/system.ts'
import type { ClaimedNonce, Guard, GuardAnswer } from '../../../src/server/Guard.ts'
import { assert, suite } from '../../support/suite.ts'

/** Time that passes by waiting only. */
const still = () => {
  let now = 0
  return {
    pass: (ms: number): void => {
      now += ms
    },
    timer: {
      elapsed: () => now,
      wait: (ms: number) => async () => {
        now += ms
      },
      after: () => () => {},
    },
  }
}

const unavailable: GuardAnswer = E.left({ _tag: 'guard_unavailable', detail: 'it is down' })

/** A guard that gives these answers, one after the other, and the last one for ever. */
const scripted = (...answers: ReadonlyArray<GuardAnswer>) => {
  const claims: Array<ClaimedNonce> = []
  const guard: Guard = {
    claim: (claim) => {
      claims.push(claim)
      return () => Promise.resolve(answers[Math.min(claims.length, answers.length) - 1] as GuardAnswer)
    },
  }
  return { guard, claims }
}

const probing = suite('whether the replay guard answers')

probing('first, repeated, forgotten and full are answers', async () => {
  const answers: ReadonlyArray<GuardAnswer> = [
    E.right('first'),
    E.right('repeated'),
    E.right('forgotten'),
    E.left({ _tag: 'guard_full', quota: 1 }),
  ]
  for (const answer of answers) {
    const { guard, claims } = scripted(answer)
    assert.is(await guardProbe(guard, { clock, entropy, timer: still().timer })(), undefined)
    assert.is(claims.length, 1)
  }
})

probing('unavailable is none, unless one of three claims has an answer', async () => {
  const down = scripted(unavailable)
  assert.is(await guardProbe(down.guard, { clock, entropy, timer: still().timer })(), 'it is down')
  assert.is(new Set(down.claims.map(({ unique }) => unique)).size, 3)
  const shaky = scripted(unavailable, unavailable, E.right('first'))
  assert.is(await guardProbe(shaky.guard, { clock, entropy, timer: still().timer })(), undefined)
})

probing('a guard that throws is none', async () => {
  const guard: Guard = {
    claim: () => {
      throw new Error('S3CRET')
    },
  }
  const fault = await guardProbe(guard, { clock, entropy, timer: still().timer })()
  assert.match(fault ?? '', 'it threw')
  assert.not.match(fault ?? '', 'S3CRET')
})

probing('however many ask, the store gets one claim a second', async () => {
  const { timer, pass } = still()
  const { guard, claims } = scripted(E.right('first'))
  const probe = guardProbe(guard, { clock, entropy, timer })
  for (let i = 0; i < 100; i++) assert.is(await probe(), undefined)
  assert.is(claims.length, 1)
  pass(1000)
  await probe()
  assert.is(claims.length, 2)
})
