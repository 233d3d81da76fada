import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import type { CheckAnswer } from '../../src/effects/KeyRing.ts'
import * as FairQueue from '../../src/queue/FairQueue.ts'
import { virtualTimer } from '../server/virtualTimer.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { scheduledTimes } from './scheduledTimes.ts'

const app = (name: string | number): string => `app-${name}`

const sliceMs = 1

/** Promises settle between two events: node:timers would take real time. */
const settle = async () => {
  for (let i = 0; i < 8; i++) await undefined
}

/** Virtual time: nothing happens but what `run` lets happen, up to the time `until`. */
const world = () => {
  const timer = virtualTimer(settle, 0)
  return {
    timer,
    nextTurn: (then: () => void) => void timer.after(0, then),
    run: (until = Number.POSITIVE_INFINITY) => timer.pass(until - timer.elapsed()),
  }
}

/** A check that arrives at a time and takes its cost in milliseconds, on a thread or on the event loop. */
interface Arrival {
  readonly at: number
  readonly app: number
  readonly cost: number
  readonly where: 'pool' | 'loop'
}

interface Life extends Arrival {
  readonly order: number
  readonly begun?: number
  readonly ended?: number
  readonly answer?: CheckAnswer
}

interface Settings {
  readonly window: number
  readonly largest: number
  readonly timeoutMs: number
  readonly mostWaiting: number
}

/** What became of each arrival, and what was seen while it did. */
const play = async (arrivals: ReadonlyArray<Arrival>, { window, largest, timeoutMs, mostWaiting }: Settings) => {
  const { timer, nextTurn, run } = world()
  const { after, hold } = timer
  const queue = FairQueue.make({ sliceMs, timer, window, largest, nextTurn, mostWaiting })
  const lives: Array<{ -readonly [K in keyof Life]: Life[K] }> = arrivals.map((each, order) => ({ ...each, order }))
  const begun: Array<Life> = []
  let taken = 0
  let mostTaken = 0
  for (const life of lives) {
    after(life.at, async () => {
      const answer = await queue({
        user: app(life.app),
        cost: life.cost,
        timeoutMs,
        run: () => {
          assert.is(life.begun, undefined, 'a check runs once')
          life.begun = timer.elapsed()
          begun.push(life)
          if (life.where === 'loop') {
            hold(life.cost)
            life.ended = timer.elapsed()
            return true
          }
          const size = Math.min(life.cost, largest)
          taken += size
          mostTaken = Math.max(mostTaken, taken)
          return new Promise((resolve) => {
            after(life.cost, () => {
              taken -= size
              life.ended = timer.elapsed()
              resolve(true)
            })
          })
        },
      })
      assert.not(Object.hasOwn(life, 'answer'), 'a check is answered once')
      life.answer = answer
    })
  }
  await run()
  return { lives: lives as ReadonlyArray<Life>, begun, mostTaken }
}

const arrival = (where: fc.Arbitrary<'pool' | 'loop'>): fc.Arbitrary<Arrival> =>
  fc.record({ at: fc.nat(150), app: fc.nat(2), cost: fc.integer({ min: 1, max: 9 }), where }, { noNullPrototype: true })

const arrivals = (where: fc.Arbitrary<'pool' | 'loop'> = fc.constantFrom('pool', 'loop')) =>
  fc.array(arrival(where), { maxLength: 40, size: 'max' })

const windows = (): fc.Arbitrary<Pick<Settings, 'window' | 'largest'>> =>
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }))
    .map(([largest, jobs]) => ({ largest, window: largest * jobs }))

const settings = (): fc.Arbitrary<Settings> =>
  fc
    .tuple(windows(), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 30 }))
    .map(([window, timeoutMs, mostWaiting]) => ({ ...window, timeoutMs, mostWaiting }))

/** One job at once. */
const generous: Settings = { window: 1, largest: 1, timeoutMs: 1_000_000, mostWaiting: 1_000_000 }

const queueing = suite('FairQueue')

queueing(
  'each check has one answer, undefined if it did not run; the window holds; of one app the first begins first',
  () =>
    forAll([arrivals(), settings()], async (all, given) => {
      const { lives, begun, mostTaken } = await play(all, given)
      for (const { answer, begun } of lives) assert.is(answer, begun === undefined ? undefined : true)
      assert.ok(mostTaken <= given.window, 'more work runs than the window takes')
      for (const [i, life] of begun.entries())
        for (const later of begun.slice(i + 1))
          if (later.app === life.app)
            assert.ok(later.at > life.at || (later.at === life.at && later.order > life.order))
    }),
)

queueing('no check begins after its timeout, and without room or time to wait it is refused', () =>
  forAll([arrivals(fc.constant('pool')), settings()], async (all, given) => {
    for (const { at, begun } of (await play(all, given)).lives)
      assert.ok(begun === undefined || begun - at <= given.timeoutMs)
  }),
)

queueing('nothing waits while there is room', () =>
  forAll([arrivals(fc.constant('pool')), windows()], async (all, { window, largest }) => {
    const { lives } = await play(all, { ...generous, window, largest })
    for (const { at, begun = 0 } of lives)
      for (let time = at; time < begun; time++) {
        const running = lives.filter((each) => (each.begun ?? 0) <= time && time < (each.ended ?? 0))
        assert.ok(running.reduce((sum, { cost }) => sum + Math.min(cost, largest), 0) > window - largest)
      }
  }),
)

queueing('while two apps wait, neither gets more than the other, but for a few checks', () =>
  forAll([arrivals(fc.constant('pool'))], async (all) => {
    const { lives, begun } = await play(all, generous)
    const most = Math.max(1, ...all.map(({ cost }) => cost))
    const waits = (which: number, time: number) =>
      lives.some((each) => each.app === which && each.at < time && time <= (each.begun ?? 0))
    for (let from = 0; from < begun.length; from++) {
      const served = [0, 0]
      for (const { app: which, begun: time = 0, cost } of begun.slice(from)) {
        if (![0, 1].every((each) => waits(each, time))) break
        if (which > 1) continue
        served[which] = (served[which] ?? 0) + cost
        assert.ok(Math.abs((served[0] ?? 0) - (served[1] ?? 0)) <= 4 * most)
      }
    }
  }),
)

queueing(
  'however much one app sends, a check of another waits for no more than one check of each app and those that run',
  () =>
    forAll(
      [fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 }), fc.nat(50)],
      async (flood, strangers, cost, at) => {
        const forged = Array.from(
          { length: flood },
          (_, i) => ({ at: 0, app: 1 + (i % strangers), cost, where: 'pool' }) as const,
        )
        const { lives } = await play([...forged, { at, app: 0, cost: 1, where: 'pool' }], generous)
        const { begun = 0 } = lives.at(-1) as Life
        assert.ok(begun - at <= (strangers + 1) * cost, `${begun - at} ms`)
      },
    ),
)

queueing('ever new apps do not stop an app that has sent two checks', async () => {
  const strangers = Array.from({ length: 100 }, (_, i) => ({ at: i, app: 1 + i, cost: 2, where: 'pool' }) as const)
  const busy = [0, 0].map(() => ({ at: 0, app: 0, cost: 2, where: 'pool' }) as const)
  const { begun } = await play([...busy, ...strangers], generous)
  assert.ok(begun.findLastIndex((life) => life.app === 0) < 8)
})

queueing('an app that sent little for long gets its share from then on, and nothing in return', () =>
  forAll([fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 30 })], async (at, count) => {
    const others = Array.from({ length: 200 }, () => ({ at: 0, app: 1, cost: 1, where: 'pool' }) as const)
    const returning = Array.from({ length: count }, () => ({ at, app: 0, cost: 1, where: 'pool' }) as const)
    const { begun } = await play([{ at: 0, app: 0, cost: 1, where: 'pool' }, ...others, ...returning], generous)
    const since = begun.findIndex((life) => life.app === 0 && life.at === at)
    for (let n = 1; n <= 2 * count; n++) {
      const served = begun.slice(since, since + n).filter((life) => life.app === 0).length
      assert.ok(Math.abs(served - n / 2) <= 1, `${served} of ${n}`)
    }
  }),
)

queueing('the checks of one app leave room for those of others', () =>
  forAll([fc.integer({ min: 2, max: 50 }), fc.integer({ min: 1, max: 300 })], async (mostWaiting, flood) => {
    const forged = Array.from({ length: flood }, () => ({ at: 0, app: 1, cost: 1, where: 'pool' }) as const)
    const { lives } = await play([...forged, { at: 0, app: 0, cost: 1, where: 'pool' }], { ...generous, mostWaiting })
    assert.ok(lives.filter(({ begun }) => begun !== undefined).length <= 2 + Math.ceil(mostWaiting / 2))
    assert.is(lives.at(-1)?.answer, true)
  }),
)

queueing('on the event loop: checks hold one turn for little more than a millisecond', async () => {
  const { timer, nextTurn, run } = world()
  const queue = FairQueue.make({ sliceMs, timer, window: 1, largest: 1, nextTurn, mostWaiting: 100 })
  const turns: Array<number> = []
  const check = (user: string) =>
    queue({
      user,
      cost: 1,
      timeoutMs: 1000,
      run: () => {
        timer.hold(0.4)
        turns.push(timer.elapsed())
        return false
      },
    })
  // Two run at once, the third reaches the millisecond, the others wait.
  const answers = Array.from({ length: 7 }, () => check(app(1)))
  assert.equal(answers.slice(0, 3), [false, false, false])
  assert.ok(answers.slice(3).every((answer) => answer instanceof Promise))
  // Another app's check is the next one that runs.
  const other = check(app(2))
  const order: Array<string> = []
  void Promise.resolve(other).then(() => order.push('other'))
  for (const answer of answers.slice(4)) void Promise.resolve(answer).then(() => order.push('flood'))
  await run()
  assert.is(order[0], 'other')
  assert.is(turns.length, 8)
})

queueing('a check that throws, against its law, fails alone', async () => {
  const { timer, nextTurn, run } = world()
  const queue = FairQueue.make({ sliceMs, timer, window: 1, largest: 1, nextTurn, mostWaiting: 100 })
  const slow = queue({
    user: app(1),
    cost: 1,
    timeoutMs: 10,
    run: () => new Promise((_, reject) => void timer.after(1, () => reject(new Error('slow')))),
  })
  const thrown = queue({
    user: app(1),
    cost: 1,
    timeoutMs: 10,
    run: () => {
      throw new Error('at once')
    },
  })
  const right = queue({ user: app(1), cost: 1, timeoutMs: 10, run: () => true })
  const outcomes = Promise.allSettled([slow, thrown, right])
  await run()
  const statuses = (await outcomes).map(({ status }) => status)
  assert.equal(statuses, ['rejected', 'rejected', 'fulfilled'])
})

queueing('after any time-outs a user has every place that it had before', () =>
  forAll([fc.integer({ min: 2, max: 20 }), fc.integer({ min: 1, max: 30 })], async (mostWaiting, rounds) => {
    const { timer, nextTurn, run } = world()
    const queue = FairQueue.make({ sliceMs, timer, window: 1, largest: 1, nextTurn, mostWaiting })
    const never = () => new Promise<CheckAnswer>(() => {})
    // One runs for ever and another waits, so the queue is never empty.
    void queue({ user: app(0), cost: 1, timeoutMs: 1, run: never })
    void queue({ user: app(0), cost: 1, timeoutMs: 1_000_000, run: never })
    const places = () => {
      let taken = 0
      for (let i = 0; i <= mostWaiting; i++)
        if (queue({ user: app(1), cost: 1, timeoutMs: 1, run: never }) !== undefined) taken++
      return taken
    }
    const first = places()
    for (let i = 1; i <= rounds; i++) {
      await run(i * 10)
      assert.is(places(), first)
    }
  }),
)

queueing('each check gives up at its own time, whichever deadline comes first', async () => {
  const { timer, nextTurn, run } = world()
  const queue = FairQueue.make({ sliceMs, timer, nextTurn, window: 1, largest: 1, mostWaiting: 10 })
  const never = () => new Promise<CheckAnswer>(() => {})
  void queue({ user: app(0), cost: 1, timeoutMs: 1, run: never })
  const gaveUp: Array<readonly [timeoutMs: number, at: number]> = []
  for (const timeoutMs of [50, 10, 30, 40, 10])
    void Promise.resolve(queue({ user: app(timeoutMs), cost: 1, timeoutMs, run: never })).then((answer) => {
      assert.is(answer, undefined)
      gaveUp.push([timeoutMs, timer.elapsed()])
    })
  await run()
  assert.equal(gaveUp, [
    [10, 10],
    [10, 10],
    [30, 30],
    [40, 40],
    [50, 50],
  ])
})

queueing('no timer outlives the checks that wait: it would keep a process alive', async () => {
  const { timer, nextTurn, run } = world()
  const queue = FairQueue.make({ sliceMs, timer, nextTurn, window: 1, largest: 1, mostWaiting: 10 })
  const check = () => new Promise<CheckAnswer>((answer) => void timer.after(3, () => answer(true)))
  for (let i = 0; i < 3; i++) void queue({ user: app(0), cost: 1, timeoutMs: 1000, run: check })
  await run(20)
  assert.is(timer.pending(), 0)
})

queueing('apps that are named once are not remembered, however long the queue is never empty', async () => {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  const { timer, nextTurn } = world()
  const queue = FairQueue.make({
    sliceMs,
    timer: { ...timer, after: () => () => {} },
    window: 1,
    largest: 1,
    nextTurn,
    mostWaiting: 16,
  })
  let end = (_: boolean): void => {}
  const run = () =>
    new Promise<boolean>((resolve) => {
      end = resolve
    })
  const ask = (who: string) => queue({ user: who, cost: 1, timeoutMs: 1, run })
  for (let i = 0; i < 4; i++) void ask(app('flood'))
  gc()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 30_000; i++) {
    void ask(app(i))
    if (i % 2 === 0) void ask(app('flood'))
    end(false)
    await undefined
    await undefined
  }
  gc()
  assert.ok(process.memoryUsage().heapUsed - before < 1e6)
})

/** A job that arrives as the scheduler wills. */
interface Asked {
  readonly app: number
  readonly cost: number
  readonly timeoutMs: number
  /** Whether its check ends later, at once, or by a throw. */
  readonly kind: 'later' | 'at once' | 'throws' | 'rejects'
}

const asked: fc.Arbitrary<Asked> = fc.record(
  {
    app: fc.nat(2),
    cost: fc.integer({ min: 1, max: 5 }),
    timeoutMs: fc.nat(50),
    kind: fc.constantFrom('later', 'later', 'later', 'at once', 'throws', 'rejects'),
  },
  { noNullPrototype: true },
)

queueing(
  'for all orders of arrivals, ends, turns and alarms: each job has one answer, the window holds, nothing stays behind',
  () =>
    forAll(
      [fc.scheduler(), fc.array(asked, { maxLength: 25, size: 'max' }), windows()],
      async (scheduler, all, limits) => {
        const { timer, nextTurn, pending } = scheduledTimes(scheduler)
        const queue = FairQueue.make({ ...limits, timer, nextTurn, sliceMs, mostWaiting: 12 })
        const began = all.map(() => 0)
        const answers = all.map((): Array<unknown> => [])
        let taken = 0
        const check =
          ({ cost, kind }: Asked, i: number) =>
          (): ReturnType<FairQueue.FairQueue> => {
            began[i] = (began[i] ?? 0) + 1
            if (kind === 'at once') return true
            if (kind === 'throws') throw new Error('thrown')
            const size = Math.min(cost, limits.largest)
            taken += size
            assert.ok(taken <= limits.window, 'more runs than the window takes')
            return scheduler.schedule(Promise.resolve(), `end ${i}`).then(() => {
              taken -= size
              if (kind === 'rejects') throw new Error('rejected')
              return true
            })
          }
        const ask = async (one: Asked, i: number): Promise<void> => {
          try {
            const { app: name, cost, timeoutMs } = one
            answers[i]?.push(await queue({ user: app(name), cost, timeoutMs, run: check(one, i) }))
          } catch (error) {
            answers[i]?.push((error as Error).message)
          }
        }
        for (const [i, one] of all.entries())
          void scheduler.schedule(Promise.resolve(), `arrival ${i}`).then(() => ask(one, i))
        await scheduler.waitIdle()
        await settle()
        const outcomes = { later: true, 'at once': true, throws: 'thrown', rejects: 'rejected' }
        for (const [i, { kind }] of all.entries()) {
          assert.ok((began[i] ?? 0) <= 1, 'a check runs once')
          assert.equal(answers[i], [began[i] === 1 ? outcomes[kind] : undefined])
        }
        assert.is(taken, 0)
        assert.equal([...pending], [], 'no alarm outlives the jobs')
      },
    ),
)
