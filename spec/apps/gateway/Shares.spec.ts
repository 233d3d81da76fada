// The decisions about places, as histories of the pure record: whoever asks, leaves, stalls or settles, at any moment.
import * as fc from 'fast-check'
import * as Shares from '../../../src/apps/gateway/Shares.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const termMs = 10
const stallMs = 30

interface Client {
  readonly id: number
  readonly path: ReadonlyArray<string>
  readonly asked: number
  readonly waitMs: number
  state: 'waits' | 'holds' | 'lost' | 'left' | 'refused'
  place?: Shares.Held<Client>
  /** Since when it makes no progress. */
  stalledAt?: number
  /** It cannot lose its place any more. */
  isSettled?: boolean
}

interface Model {
  ms: number
  readonly clients: Array<Client>
}

type Real = Shares.Shares<Client>
type Command = fc.Command<Model, Real>

const nowOf = ({ ms }: Model): Shares.Now<Client> => ({
  ms,
  behind: ({ stalledAt, isSettled }) => (isSettled ? undefined : ms - (stalledAt ?? ms)),
})

const inState = ({ clients }: Model, ...states: ReadonlyArray<Client['state']>): ReadonlyArray<Client> =>
  clients.filter(({ state }) => states.includes(state))

const beLost = (model: Model, lost: ReadonlyArray<Shares.Lost<Client>>): void => {
  if (lost.length > 0) assert.ok(inState(model, 'waits').length > 0, 'somebody waits')
  for (const { holder, why } of lost) {
    assert.is(holder.state, 'holds', 'a place is lost once')
    const behind = nowOf(model).behind(holder)
    assert.ok(behind !== undefined, 'a settled place stays')
    if (why === 'stalled') assert.ok((behind ?? 0) >= stallMs)
    holder.state = 'lost'
  }
}

const beGranted = (granted: ReadonlyArray<Shares.Grant<Client>>): void => {
  for (const { waited, place } of granted) {
    assert.is(waited.holder.state, 'waits', 'whoever waits is answered once')
    waited.holder.state = 'holds'
    waited.holder.place = place
  }
}

/** The counts, from all that hold a place or were promised one. */
const countsOf = ({ held, waiting }: Real): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const counted = [...[...held].filter(({ isLost }) => !isLost), ...waiting.filter(({ isPromised }) => isPromised)]
  for (const group of counted.flatMap(({ groups }) => groups)) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

const sorted = (counts: ReadonlyMap<string, number>) => [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))

/** What holds after each step. */
const expectLaws = (model: Model, real: Real): void => {
  const { held, waiting, most, counts } = real
  assert.ok(held.size <= most, 'no more than there are')
  assert.ok(held.size === most || waiting.length === 0, 'none is free while somebody waits')
  assert.equal(sorted(counts), sorted(countsOf(real)))
  assert.is(held.size, inState(model, 'holds', 'lost').length)
  assert.is(waiting.length, inState(model, 'waits').length)
  const lost = inState(model, 'lost').length
  const promised = waiting.filter(({ isPromised }) => isPromised).length
  assert.ok(promised <= lost, 'each promised place is being left')
  assert.ok(promised === Math.min(lost, waiting.length), 'each place that is left is promised to somebody who waits')
}

/** What holds after each look, if users have no groups: with groups, those in between may change who is ahead. */
const expectFairness = (model: Model, real: Real): void => {
  const open = real.waiting.filter(({ isPromised }) => !isPromised)
  const now = nowOf(model)
  const movable = [...real.held].filter(({ holder, isLost }) => !isLost && now.behind(holder) !== undefined)
  if (open.length > 0) assert.ok(movable.every(({ holder }) => (now.behind(holder) ?? 0) < stallMs))
  for (const { groups, since } of open) {
    if (model.ms - since < termMs) continue
    const mine = real.counts.get(groups[0] as string) ?? 0
    for (const place of movable) assert.ok((real.counts.get(place.groups[0] as string) ?? 0) - mine <= 1)
  }
}

const ask = (path: ReadonlyArray<string>, waitMs: number): Command => ({
  toString: () => `ask(${path}, ${waitMs})`,
  check: () => true,
  run: (model, real) => {
    const groups = Shares.groupsOf(path)
    const isFree = real.held.size < real.most
    const own = real.waiting.filter((one) => one.groups.at(-1) === groups.at(-1)).length
    const client: Client = { id: model.clients.length, path, asked: model.ms, waitMs, state: 'refused' }
    model.clients.push(client)
    const asking = { holder: client, groups, since: model.ms }
    const place = Shares.takeFree(real, asking)
    assert.is(place !== undefined, isFree)
    if (place !== undefined) {
      client.state = 'holds'
      client.place = place
    } else {
      const mayWait = own < real.most - real.waiting.length
      assert.is(Shares.mayWait(real, groups), mayWait)
      if (!mayWait) return
      client.state = 'waits'
      beLost(model, Shares.wait(real, asking, waitMs, nowOf(model)))
    }
    expectLaws(model, real)
  },
})

/** One that holds a place, of those that are left to the draw. */
const ofHolders = (name: string, which: number, step: (client: Client, model: Model, real: Real) => void): Command => ({
  toString: () => `${name}(${which})`,
  check: (model) => inState(model, 'holds', 'lost').length > 0,
  run: (model, real) => {
    const holders = inState(model, 'holds', 'lost')
    step(holders[which % holders.length] as Client, model, real)
    expectLaws(model, real)
  },
})

const leave = (client: Client, model: Model, real: Real): void => {
  const place = client.place as Shares.Held<Client>
  assert.ok(Shares.leave(real, place))
  client.state = 'left'
  assert.not(Shares.leave(real, place), 'a place is left once')
  beGranted(Shares.grantFree(real, nowOf(model)))
  beLost(model, Shares.recall(real, nowOf(model)))
}

const stall = (client: Client, { ms }: Model): void => {
  client.stalledAt = ms
}

const settle = (client: Client): void => {
  client.isSettled = true
}

/** Time passes, and the interpreter looks again. */
const pass = (ms: number, hasGroups: boolean): Command => ({
  toString: () => `pass(${ms})`,
  check: () => true,
  run: (model, real) => {
    model.ms += ms
    const now = nowOf(model)
    const late = inState(model, 'waits').filter(({ asked, waitMs }) => asked + waitMs <= model.ms)
    const refused = Shares.giveUpLate(real, now).map(({ holder }) => holder)
    assert.equal(
      refused.map(({ id }) => id),
      late.map(({ id }) => id),
    )
    for (const client of refused) client.state = 'refused'
    beLost(model, Shares.recall(real, now))
    expectLaws(model, real)
    if (!hasGroups) expectFairness(model, real)
  },
})

const name = fc.constantFrom('a', 'b', 'c')
const pathOf = (hasGroups: boolean): fc.Arbitrary<ReadonlyArray<string>> =>
  hasGroups ? fc.tuple(name, name) : fc.tuple(name)

const commandsOf = (hasGroups: boolean) => {
  const asking = fc.tuple(pathOf(hasGroups), fc.nat(60)).map(([path, waitMs]) => ask(path, waitMs))
  return [
    asking,
    asking,
    asking,
    fc.nat(50).map((which) => ofHolders('leave', which, leave)),
    fc.nat(50).map((which) => ofHolders('stall', which, stall)),
    fc.nat(50).map((which) => ofHolders('settle', which, settle)),
    fc.nat(25).map((ms) => pass(ms, hasGroups)),
  ]
}

const deciding = suite('Shares')

for (const hasGroups of [false, true])
  deciding(
    `for all histories${hasGroups ? ' of users in groups' : ''}: places are full, counted, and lost by the laws`,
    () =>
      forAll(
        [fc.integer({ min: 1, max: 6 }), fc.commands(commandsOf(hasGroups), { maxCommands: 100, size: 'max' })],
        (most, history) => {
          fc.modelRun(() => {
            const model: Model = { ms: 0, clients: [] }
            return { model, real: Shares.empty<Client>({ most, termMs, stallMs }) }
          }, history)
        },
      ),
  )

deciding('a user who waits gets the place of the user who has two more, after the term', () => {
  const shares = Shares.empty<string>({ most: 2, termMs, stallMs })
  const at = (ms: number): Shares.Now<string> => ({ ms, behind: () => 0 })
  const asking = (holder: string, since: number) => ({ holder, groups: Shares.groupsOf([holder]), since })
  const first = Shares.takeFree(shares, asking('a', 0))
  assert.ok(first !== undefined && Shares.takeFree(shares, asking('a', 0)) !== undefined)
  assert.not(Shares.mayWait(Shares.empty<string>({ most: 0, termMs, stallMs }), ['a']))
  assert.equal(Shares.wait(shares, asking('b', 2), 100, at(2)), [])
  assert.equal(Shares.recall(shares, at(5)), [])
  assert.equal(Shares.recall(shares, at(6)), [{ holder: 'a', why: 'recalled' }])
  assert.ok(Shares.leave(shares, first))
  assert.equal(
    Shares.grantFree(shares, at(7)).map(({ place }) => place.holder),
    ['b'],
  )
})
