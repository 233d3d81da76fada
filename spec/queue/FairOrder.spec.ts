// The fair order against a slow twin: a plain list, whose members know their virtual times by definition.
import * as fc from 'fast-check'
import * as FairOrder from '../../src/queue/FairOrder.ts'
import { assert, forAll, suite } from '../support/suite.ts'

interface Job {
  readonly id: number
  readonly user: string
  readonly cost: number
  readonly deadline: number
  readonly start: number
}

interface Model {
  readonly mostWaiting: number
  waiting: Array<Job>
  /** Where the last job of each user ends, since the list was empty. */
  ends: Map<string, number>
  virtualNow: number
  share: number
  added: number
  /** By pair of users: how much more the one was served than the other, while both waited. */
  leads: Map<string, number>
}

type Real = FairOrder.FairOrder<number>
type Command = fc.Command<Model, Real>

const users = ['a', 'b', 'c', 'd']
const largestCost = 9

const usersOf = (waiting: ReadonlyArray<Job>): ReadonlySet<string> => new Set(waiting.map(({ user }) => user))

/** The earliest start; of two, the one that came first. */
const firstOf = (waiting: ReadonlyArray<Job>): Job | undefined => {
  const start = Math.min(...waiting.map((job) => job.start))
  return waiting.find((job) => job.start === start)
}

/** While two users wait, neither is served much more than the other. */
const expectFairness = (model: Model, served: Job): void => {
  const waiting = usersOf(model.waiting)
  const pairs = users.flatMap((one) => users.filter((other) => one < other).map((other) => ({ one, other })))
  for (const { one, other } of pairs) {
    const pair = `${one} ${other}`
    if (!waiting.has(one) || !waiting.has(other)) model.leads.delete(pair)
    else {
      const sign = served.user === one ? 1 : served.user === other ? -1 : 0
      const lead = (model.leads.get(pair) ?? 0) + sign * served.cost
      model.leads.set(pair, lead)
      assert.ok(Math.abs(lead) <= 4 * largestCost, `${pair}: ${lead}`)
    }
  }
}

const leave = (model: Model, left: ReadonlyArray<Job>): void => {
  model.waiting = model.waiting.filter((job) => !left.includes(job))
  if (model.waiting.length === 0) model.ends.clear()
}

/** A user whose turn is past counts as a new one: only the ends of others are remembered for good. */
const expectSame = (model: Model, real: Real): void => {
  assert.is(FairOrder.first(real)?.job, firstOf(model.waiting)?.id)
  const deadlines = model.waiting.map(({ deadline }) => deadline)
  assert.is(FairOrder.firstDeadline(real), deadlines.length === 0 ? undefined : Math.min(...deadlines))
  if (model.waiting.length === 0) assert.is(real.accounts.size, 0, 'nobody is remembered')
}

const add = (user: string, cost: number, deadline: number): Command => ({
  toString: () => `add(${user}, ${cost}, ${deadline})`,
  check: () => true,
  run: (model, real) => {
    const own = model.waiting.filter((job) => job.user === user).length
    const free = model.mostWaiting - model.waiting.length
    assert.is(FairOrder.hasPlace(real, user), own < free)
    if (own >= free) return
    const id = model.added
    model.added++
    const start = Math.max(model.virtualNow, model.ends.get(user) ?? 0)
    model.ends.set(user, start + cost)
    model.waiting.push({ id, user, cost, deadline, start })
    FairOrder.add(real, { user, cost, deadline, job: id })
    expectSame(model, real)
  },
})

const take = (): Command => ({
  toString: () => 'take()',
  check: () => true,
  run: (model, real) => {
    const next = firstOf(model.waiting)
    assert.is(FairOrder.take(real)?.job, next?.id)
    if (next === undefined) return
    model.virtualNow = Math.max(next.start, model.virtualNow + model.share)
    model.share = next.cost / usersOf(model.waiting).size
    expectFairness(model, next)
    leave(model, [next])
    expectSame(model, real)
  },
})

const takeLate = (now: number): Command => ({
  toString: () => `takeLate(${now})`,
  check: () => true,
  run: (model, real) => {
    const late = model.waiting.filter(({ deadline }) => deadline <= now)
    const ids = FairOrder.takeLate(real, now).map(({ job }) => job)
    assert.equal(
      ids.toSorted((a, b) => a - b),
      late.map(({ id }) => id),
    )
    leave(model, late)
    // Whoever waits no longer begins anew.
    for (const pair of model.leads.keys())
      if (!pair.split(' ').every((user) => usersOf(model.waiting).has(user))) model.leads.delete(pair)
    expectSame(model, real)
  },
})

const commands = [
  fc
    .tuple(fc.constantFrom(...users), fc.integer({ min: 1, max: largestCost }), fc.nat(100))
    .map(([user, cost, deadline]) => add(user, cost, deadline)),
  fc.constant(take()),
  fc.nat(120).map((now) => takeLate(now)),
]
/** Late jobs are few, or the queue is short. */
const mostlyBusy = [...commands.slice(0, 2), ...commands.slice(0, 2), ...commands]

const ordering = suite('FairOrder')

ordering('for all histories: the next is the earliest start, the late are those whose deadline has passed', () =>
  forAll([fc.nat(40), fc.commands(mostlyBusy, { maxCommands: 120, size: 'max' })], (mostWaiting, history) => {
    fc.modelRun(() => {
      const model: Model = {
        mostWaiting,
        waiting: [],
        ends: new Map(),
        virtualNow: 0,
        share: 0,
        added: 0,
        leads: new Map(),
      }
      return { model, real: FairOrder.empty<number>(mostWaiting) }
    }, history)
  }),
)

ordering('of two users who add the same, each is next in turn', () => {
  const order = FairOrder.empty<string>(100)
  for (const user of ['a', 'a', 'a', 'b', 'b', 'b']) FairOrder.add(order, { user, cost: 1, deadline: 1, job: user })
  const taken = Array.from({ length: 6 }, () => FairOrder.take(order)?.job)
  assert.is(taken.join(''), 'ababab')
})

ordering('users whose turn is past are forgotten, though the queue is never empty', () => {
  const order = FairOrder.empty<number>(8)
  FairOrder.add(order, { user: 'always', cost: 1, deadline: 1, job: 0 })
  for (let i = 0; i < 10_000; i++) {
    FairOrder.add(order, { user: `once-${i}`, cost: 1, deadline: 1, job: i })
    FairOrder.add(order, { user: 'always', cost: 1, deadline: 1, job: i })
    FairOrder.take(order)
    FairOrder.take(order)
  }
  assert.is(order.waiting.length, 1)
  assert.ok(order.accounts.size <= 16, `${order.accounts.size} accounts`)
})
