import * as fc from 'fast-check'
import * as Places from '../../../src/apps/gateway/Places.ts'
import { scheduledTimes } from '../../queue/scheduledTimes.ts'
import { virtualTimer } from '../../server/virtualTimer.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const termMs = 10
const stallMs = 30
/** How often those who wait are looked at. */
const look = 1

interface Ask {
  readonly at: number
  readonly path: ReadonlyArray<string>
  /** How long it would stay. */
  readonly stays: number
  /** When it stops to make progress, after it got its place. */
  readonly stops: number
  /** How long it takes to leave a place that it has lost. */
  readonly slow: number
  readonly waits: number
  /** Whether it cannot lose its place any more. */
  readonly isSettled: boolean
}

interface Life extends Ask {
  begun?: number
  lost?: Places.Loss
  left?: number
  /** It was told that there is no place. */
  refused?: number
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 6; i++) await undefined
}

const isHere = ({ begun, left }: Life): boolean => begun !== undefined && left === undefined
const keeps = (life: Life): boolean => isHere(life) && life.lost === undefined
const waits = ({ at, begun, refused }: Life, now: number): boolean =>
  at <= now && begun === undefined && refused === undefined

/** How many places more the one has, in the widest of their groups that differ. */
const lead = (all: ReadonlyArray<Life>, one: Ask, other: Ask): number => {
  const level = one.path.findIndex((name, i) => name !== other.path[i])
  const have = ({ path }: Ask) =>
    all.filter((life) => keeps(life) && path.slice(0, level + 1).every((name, i) => name === life.path[i])).length
  return level < 0 ? 0 : have(one) - have(other)
}

interface Watch {
  /** After each millisecond. */
  readonly each?: (all: ReadonlyArray<Life>, now: number) => void
  /** Before a place is lost. */
  readonly loss?: (life: Life, why: Places.Loss, all: ReadonlyArray<Life>, now: number) => void
}

/** Plays a history to its end, a millisecond after the other. */
const play = async (most: number, history: ReadonlyArray<Ask>, { each, loss }: Watch): Promise<ReadonlyArray<Life>> => {
  const timer = virtualTimer(settle)
  const start = timer.elapsed()
  const now = () => timer.elapsed() - start
  const places = Places.make({ timer, most, termMs, stallMs })
  const lives: Array<Life> = history.map((ask) => ({ ...ask }))
  const failures: Array<unknown> = []
  const ask = async (life: Life): Promise<void> => {
    let leave: Places.Leave | undefined
    const end = () => {
      if (life.left !== undefined) return
      life.left = now()
      leave?.()
      leave?.()
    }
    const taken = places.take(
      {
        path: life.path,
        behind: () => (life.isSettled ? undefined : Math.max(0, now() - (life.begun ?? now()) - life.stops)),
        onLoss: (why) => {
          const before = lives.map((one) => ({ ...one }))
          const ms = now()
          const isFirst = life.lost === undefined
          // Whoever was given a place just now hears of it after this.
          const told = Promise.resolve().then(() => {
            const all = before.map((one, i) => ({ ...one, begun: one.begun ?? lives[i]?.begun }) as Life)
            assert.ok(isFirst)
            loss?.(all[lives.indexOf(life)] as Life, why, all, ms)
          })
          told.catch((error) => failures.push(error))
          life.lost = why
          if (life.slow === 0) queueMicrotask(end)
          else timer.after(life.slow, end)
        },
      },
      life.waits,
    )
    leave = typeof taken === 'function' ? taken : await taken
    if (leave === undefined) life.refused = now()
    else {
      life.begun = now()
      timer.after(life.stays, end)
    }
  }
  for (let ms = 0; ms <= 120; ms++) {
    for (const life of lives.filter(({ at }) => at === ms)) {
      ask(life).catch((error) => failures.push(error))
      await settle()
    }
    await timer.pass(0)
    each?.(lives, now())
    await timer.pass(1)
  }
  await timer.pass(1000)
  if (failures.length > 0) throw failures[0]
  return lives
}

const name = fc.constantFrom('a', 'b', 'c')

const asking = (slow: fc.Arbitrary<number>, isSettled: fc.Arbitrary<boolean>): fc.Arbitrary<Ask> =>
  fc.record(
    {
      at: fc.nat(60),
      path: fc.oneof(
        fc.tuple(name),
        fc.tuple(name, name).map(([group, user]) => [`of ${group}`, user]),
      ),
      stays: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(500)),
      stops: fc.oneof(fc.constant(500), fc.nat(10)),
      slow,
      waits: fc.oneof(fc.nat(5), fc.constant(500)),
      isSettled,
    },
    { noNullPrototype: true },
  )

const histories = (slow: fc.Arbitrary<number> = fc.nat(3), isSettled: fc.Arbitrary<boolean> = fc.boolean()) =>
  fc.array(asking(slow, isSettled), { maxLength: 30, size: 'max' })
/** Who has lost a place leaves it at once, and nobody is settled. */
const prompt = histories(fc.constant(0), fc.constant(false))
const most = fc.integer({ min: 1, max: 8 })
const runs = { numRuns: 25 }

const sharing = suite('Places')

sharing(
  'never more are held than there are; none is free while somebody waits; everybody is answered in time; who is settled stays',
  () =>
    forAll([most, histories()], runs, async (count, history) => {
      const lives = await play(count, history, {
        loss: ({ isSettled }) => assert.is(isSettled, false),
        each: (all, now) => {
          const held = all.filter(isHere).length
          assert.ok(held <= count, `${held} are held`)
          assert.ok(held === count || !all.some((life) => waits(life, now)), `${count - held} are free`)
        },
      })
      for (const { at, begun, refused, waits: ms } of lives)
        assert.ok((begun ?? refused ?? Number.NaN) <= at + ms + look, `${begun} ${refused}`)
    }),
)

sharing('a place is lost only to somebody who waits: if its user has two more, after the term, or owes progress', () =>
  forAll([most, prompt], runs, async (count, history) => {
    await play(count, history, {
      loss: (life, why, all, now) => {
        const { begun = 0, stops } = life
        if (why === 'stalled') assert.ok(now - begun - stops >= stallMs && all.some((one) => waits(one, now)))
        else
          assert.ok(
            all.some((one) => waits(one, now) && lead(all, life, one) > 1 && now - begun + now - one.at >= termMs),
          )
      },
    })
  }),
)

sharing(
  'after a term, nobody who waits has two less than a holder; no place that owes progress keeps one waiting',
  () =>
    forAll([most, prompt], runs, async (count, history) => {
      await play(count, history, {
        each: (all, now) => {
          for (const one of all.filter((life) => waits(life, now)))
            for (const life of all.filter(keeps)) {
              const { begun = 0, stops } = life
              assert.ok(now - begun - stops < stallMs + look, 'it owes progress')
              assert.ok(now - one.at <= termMs + look || lead(all, life, one) <= 1, 'it has two more')
            }
        },
      })
    }),
)

sharing('a place is safe for a user who has no more than its share of them, and makes progress', () =>
  forAll([most, prompt], runs, async (count, history) => {
    await play(
      count,
      history.map(({ path, ...ask }) => ({ ...ask, path: [path.join()], stops: 500 })),
      {
        loss: (life, _, all, now) => {
          const users = new Set(all.filter((one) => keeps(one) || waits(one, now)).map(({ path }) => path[0]))
          const own = all.filter((one) => keeps(one) && one.path[0] === life.path[0]).length
          assert.ok(own > count / users.size, `${own} of ${count} among ${users.size}`)
        },
      },
    )
  }),
)

sharing('who has its share keeps it, though the term of who has more is not over', async () => {
  const ask = { stays: 500, stops: 500, slow: 0, waits: 500, isSettled: false }
  const asked = Object.entries({ b: [0, 0], a: [1, 1, 1, 1], c: [10] })
  const history = asked.flatMap(([user, times]) => times.map((at) => ({ ...ask, at, path: [user] })))
  const lives = await play(6, history, {})
  assert.equal(
    lives.flatMap(({ path, lost, left }) => (lost === undefined ? [] : [[...path, left]])),
    [['a', 11]],
  )
})

sharing('a user alone is lent every place, and keeps it', () =>
  forAll([most, fc.integer({ min: 1, max: 20 })], runs, async (count, asked) => {
    const ask = { at: 0, path: ['a'], stays: 100, stops: 500, slow: 0, waits: 0, isSettled: false }
    const lives = await play(
      count,
      Array.from({ length: asked }, () => ask),
      {},
    )
    assert.is(lives.filter(({ begun }) => begun === 0).length, Math.min(count, asked))
    assert.ok(lives.every(({ lost }) => lost === undefined))
  }),
)

sharing('there is room exactly for who would get a place within a term', () =>
  forAll([most, fc.array(fc.tuple(name, fc.boolean()), { maxLength: 12 }), name], async (count, users, who) => {
    const timer = virtualTimer(settle)
    const places = Places.make({ timer, most: count, termMs, stallMs })
    for (const [user, isSettled] of users.slice(0, count)) {
      let leave: Places.Leave | undefined
      const behind = () => (isSettled ? undefined : 0)
      leave = await places.take({ path: [user], behind, onLoss: () => queueMicrotask(() => leave?.()) }, 0)
    }
    const hasRoom = places.hasRoom(() => [who])
    const taken = Promise.resolve(places.take({ path: [who], behind: () => 0, onLoss: () => {} }, 2 * termMs))
    await timer.pass(termMs + 1)
    let got = false
    void taken.then((leave) => {
      got = leave !== undefined
    })
    await timer.pass(0)
    assert.is(hasRoom, got)
    await timer.pass(100)
  }),
)

sharing('work that ends within the term is never disturbed', () =>
  forAll([most, prompt], runs, async (count, history) => {
    const quick = history.map((ask) => ({ ...ask, stays: 1 + (ask.stays % 4) }))
    const late = quick.map((ask) => ({ ...ask, waits: Math.min(ask.waits, 3) }))
    const lives = await play(count, late, {})
    assert.ok(lives.every(({ lost }) => lost === undefined))
  }),
)

sharing('no timer outlives those who wait', async () => {
  const timer = virtualTimer(settle)
  const { pending } = timer
  const places = Places.make({ timer, most: 1, termMs, stallMs })
  const holder = { path: ['a'], behind: () => 0, onLoss: () => {} }
  const leave = await places.take(holder, 0)
  assert.is(pending(), 0)
  const next = places.take(holder, 100)
  assert.is(pending(), 1)
  leave?.()
  assert.is(pending(), 0)
  assert.type(await next, 'function')
})

/** One that asks, holds and leaves as the scheduler wills. */
interface Racer {
  readonly user: string
  readonly waits: number
  readonly isSettled: boolean
  /** Whether it owes progress from the begin, and leaves only when it has lost its place. */
  readonly isStuck: boolean
}

const racer: fc.Arbitrary<Racer> = fc.record(
  {
    user: name,
    waits: fc.nat(60),
    isSettled: fc.boolean(),
    isStuck: fc.boolean(),
  },
  { noNullPrototype: true },
)

/** What became of each, so far. */
interface Run {
  state: 'away' | 'waits' | 'holds' | 'left' | 'refused'
  losses: number
}

sharing(
  'for all orders of asking, leaving, losing and alarms: one answer each, never too many, and none is free while one waits',
  () =>
    forAll(
      [fc.scheduler(), most, fc.array(racer, { maxLength: 20, size: 'max' })],
      async (scheduler, count, racers) => {
        const { timer, pending } = scheduledTimes(scheduler)
        const places = Places.make({ timer, most: count, termMs, stallMs })
        const runs: ReadonlyArray<Run> = racers.map(() => ({ state: 'away', losses: 0 }))
        const having = (state: Run['state']): number => runs.filter((run) => run.state === state).length
        const soon = (label: string): Promise<void> => scheduler.schedule(Promise.resolve(), label)
        const race = async ({ user, waits, isSettled, isStuck }: Racer, i: number): Promise<void> => {
          const run = runs[i] as Run
          let lose = (): void => {}
          const lost = new Promise<void>((resolve) => {
            lose = resolve
          })
          const onLoss = (): void => {
            run.losses++
            lose()
          }
          const behind = () => (isSettled ? undefined : isStuck ? timer.elapsed() : 0)
          const taken = places.take({ path: [user], behind, onLoss }, waits)
          run.state = 'waits'
          const leave = await taken
          assert.is(run.state, 'waits')
          run.state = leave === undefined ? 'refused' : 'holds'
          if (leave === undefined) return
          assert.ok(having('holds') <= count, 'more are held than there are')
          // What holds no one up, and owes no progress, ends by itself.
          await (isStuck && !isSettled && having('waits') > 0 ? lost : Promise.race([soon(`end ${i}`), lost]))
          if (run.losses > 0) await soon(`goes ${i}`)
          run.state = 'left'
          leave()
          leave()
        }
        const failures: Array<unknown> = []
        for (const [i, one] of racers.entries())
          soon(`ask ${i}`)
            .then(() => race(one, i))
            .catch((error) => failures.push(error))
        for (let tasks = 0; scheduler.count() > 0; tasks++) {
          assert.ok(tasks < 10_000, 'it does not come to an end')
          await scheduler.waitOne()
          await settle()
          if (failures.length > 0) throw failures[0]
          assert.ok(having('holds') === count || having('waits') === 0, 'a place is free while somebody waits')
        }
        assert.ok(runs.every(({ losses }) => losses <= 1))
        assert.ok(
          runs.every(({ losses }, i) => losses === 0 || racers[i]?.isSettled === false),
          'who is settled stays',
        )
        assert.equal([having('away'), having('waits'), [...pending]], [0, 0, []])
      },
    ),
)
