/** The verifier that adapters are given as a function or a promise: how often it is made, who waits, and what each failure is. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { createVerifier, type VerificationError, type Verifier } from '../../../src/server/node.ts'
import { type Start, startOf } from '../../../src/server/start/startVerifier.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { type VirtualTimer, virtualTimer } from '../virtualTimer.ts'

const verifier = await createVerifier({ keys: { 'app-1': [] } as never, tokens: { a: 'b' } })

interface World {
  readonly timer: VirtualTimer
  readonly warnings: Array<string>
  readonly start: (source: unknown) => Start
}

const world = (): World => {
  const timer = virtualTimer()
  const warnings: Array<string> = []
  const warn = (reason: string, message: string) => void warnings.push(`${reason}: ${message}`)
  return { timer, warnings, start: (source) => startOf(source as never, { timer, warn }) as Start }
}

const shown = (outcome: E.Either<VerificationError, Verifier>): string =>
  E.isRight(outcome) ? 'verifier' : `${outcome.left.status} ${outcome.left.reason}`

const making = suite('startOf: one verifier')

making('a verifier is its own start, and is neither wrapped nor awaited', () => {
  assert.is(startOf(verifier)?.now(), verifier)
})

making('what is no verifier, promise or function has none', () => {
  for (const source of [undefined, null, {}, 'verifier', 7, [], { verify: true }])
    assert.is(startOf(source as never), undefined)
})

making('nothing is called before the first request; then all requests wait for one call', async () => {
  const { start, warnings } = world()
  let calls = 0
  let make = (_: Verifier): void => {}
  const source = () => {
    calls++
    return new Promise<Verifier>((resolve) => {
      make = resolve
    })
  }
  const one = start(source)
  const other = start(source)
  assert.is(calls, 0)
  const asked = [one.ask(), one.ask(), other.ask()]
  assert.equal([one.now(), calls], [undefined, 1])
  make(verifier)
  for (const outcome of await Promise.all(asked)) assert.equal(outcome, E.right(verifier))
  assert.equal([one.now(), other.now(), calls], [verifier, verifier, 1])
  assert.equal(warnings, [])
})

making('a function may answer a verifier at once', async () => {
  assert.equal(
    await world()
      .start(() => verifier)
      .ask(),
    E.right(verifier),
  )
})

making('a promise is awaited before the first request', async () => {
  const start = world().start(Promise.resolve(verifier))
  await new Promise(setImmediate)
  assert.is(start.now(), verifier)
})

const failing = suite('startOf: failures')

failing(
  'no answer in time is 503 verifier_starting with Retry-After, and the verifier still counts when it comes',
  async () => {
    const { start, timer } = world()
    let make = (_: Verifier): void => {}
    const starting = start(
      () =>
        new Promise<Verifier>((resolve) => {
          make = resolve
        }),
    )
    const asked = starting.ask()
    await timer.pass(2000)
    const refused = await asked
    assert.is(shown(refused), '503 verifier_starting')
    assert.ok(E.isLeft(refused))
    assert.is(refused.left.headers['Retry-After'], '1')
    assert.match(refused.left.message, 'the verifier was not ready within 2000 ms')
    make(verifier)
    assert.equal(await starting.ask(), E.right(verifier))
  },
)

failing('more than 1,024 do not wait', async () => {
  const { start, timer } = world()
  const starting = start(() => new Promise(() => {}))
  const waiting = Array.from({ length: 1024 }, () => starting.ask())
  assert.is(shown(await starting.ask()), '503 verifier_starting')
  await timer.pass(2000)
  assert.equal(new Set((await Promise.all(waiting)).map(shown)), new Set(['503 verifier_starting']))
  // Their places are free again.
  const next = starting.ask()
  await timer.pass(2000)
  assert.is(shown(await next), '503 verifier_starting')
})

failing(
  'a function that fails is called again at most once a second, and each failure is said in its own words',
  async () => {
    const { start, timer, warnings } = world()
    let calls = 0
    const fault = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const starting = start(async () => {
      calls++
      if (calls < 3) throw fault
      return verifier
    })
    const refused = await starting.ask()
    assert.is(shown(refused), '503 verifier_starting')
    assert.ok(E.isLeft(refused))
    assert.is(refused.left.cause, fault)
    assert.not.match(refused.left.body, 'ECONNREFUSED')
    for (let i = 0; i < 50; i++) assert.is(shown(await starting.ask()), '503 verifier_starting')
    assert.is(calls, 1)
    await timer.pass(1000)
    for (let i = 0; i < 50; i++) await starting.ask()
    assert.is(calls, 2)
    await timer.pass(1000)
    assert.equal(await starting.ask(), E.right(verifier))
    const line =
      'verifier_starting: there is no verifier yet: the function that makes the verifier threw Error ECONNREFUSED: connect ECONNREFUSED'
    assert.equal(warnings, [line, line])
  },
)

failing('a function that throws at once is one that fails', async () => {
  const starting = world().start(() => {
    throw new Error('no store')
  })
  assert.is(shown(await starting.ask()), '503 verifier_starting')
})

failing('a wrong setting is 500 misconfigured, keeps its words, and may be right a second later', async () => {
  const { start, timer, warnings } = world()
  let options: object = { keys: {}, authorise: () => true }
  const starting = start(() => createVerifier(options as never))
  const refused = await starting.ask()
  assert.is(shown(refused), '500 misconfigured')
  assert.ok(E.isLeft(refused))
  assert.match(refused.left.message, /^misconfigured: createVerifier: "authorise" is not an option here/)
  assert.is((refused.left.cause as VerificationError).reason, 'misconfigured')
  assert.match(warnings[0] ?? '', /^misconfigured: createVerifier: "authorise" is not an option here/)
  options = { keys: {}, tokens: { a: 'b' } }
  await timer.pass(1000)
  assert.is(shown(await starting.ask()), 'verifier')
})

failing('what is no verifier is 500 misconfigured', async () => {
  for (const made of [undefined, null, {}, 'verifier', { verify: 1 }, () => verifier, [verifier]]) {
    const refused = await world()
      .start(async () => made)
      .ask()
    assert.is(shown(refused), '500 misconfigured', String(made))
    const promised = await world().start(Promise.resolve(made)).ask()
    assert.is(shown(promised), '500 misconfigured', String(made))
  }
})

failing(
  'a rejected promise ends no process, is said once, and is 500 misconfigured for ever: it cannot be tried again',
  async () => {
    const { start, timer, warnings } = world()
    const fault = new Error('no store')
    const starting = start(Promise.reject(fault))
    await new Promise(setImmediate)
    assert.match(warnings[0] ?? '', /^misconfigured: Error: no store; .* give verified a function/)
    for (let i = 0; i < 3; i++) {
      const refused = await starting.ask()
      assert.is(shown(refused), '500 misconfigured')
      assert.ok(E.isLeft(refused) && refused.left.cause === fault)
      await timer.pass(5000)
    }
    assert.is(warnings.length, 1)
  },
)

failing('an attempt that never answers is given up after ten seconds', async () => {
  const { start, timer } = world()
  let calls = 0
  const starting = start(() => (++calls === 1 ? new Promise(() => {}) : verifier))
  const first = starting.ask()
  await timer.pass(9_000)
  assert.is(shown(await first), '503 verifier_starting')
  const second = starting.ask()
  await timer.pass(2_000)
  assert.equal([shown(await second), calls], ['503 verifier_starting', 1])
  assert.equal([shown(await starting.ask()), calls], ['verifier', 2])
})

failing('words of an error are one line without control characters', async () => {
  const { start, warnings } = world()
  await start(() => Promise.reject(new Error('first\u001b[31m\nsecond'))).ask()
  assert.match(warnings[0] ?? '', /first \[31m$/)
})

const law = suite('startOf: in every order in which attempts end')

law('every request ends with the one verifier or with a refusal, and no attempt begins beside one that runs', () =>
  forAll(
    [fc.scheduler(), fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 12 })],
    { numRuns: 200 },
    async (scheduler, fates, requests) => {
      const { start } = world()
      let running = 0
      let most = 0
      let calls = 0
      const starting = start(async () => {
        const isMade = fates[Math.min(calls, fates.length - 1)]
        calls++
        running++
        most = Math.max(most, running)
        await scheduler.schedule(Promise.resolve(), 'attempt')
        running--
        if (!isMade) throw new Error('no store')
        return verifier
      })
      const asked = Array.from({ length: requests }, () =>
        scheduler.schedule(Promise.resolve(), 'request').then(() => starting.ask()),
      )
      await scheduler.waitAll()
      const ends = (await Promise.all(asked)).map(shown)
      assert.ok(ends.every((end) => end === 'verifier' || end === '503 verifier_starting'))
      assert.is(most, 1)
      // The virtual clock stands, so there is one attempt.
      assert.equal([calls, new Set(ends)], [1, new Set([fates[0] === true ? 'verifier' : '503 verifier_starting'])])
    },
  ),
)
