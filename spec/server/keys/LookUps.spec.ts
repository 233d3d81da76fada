import fc from 'fast-check'
import type { AppId } from '../../../src/core/AppId.ts'
import * as LookUps from '../../../src/server/keys/LookUps.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { virtualTimer } from '../virtualTimer.ts'

interface Made {
  readonly at: number
  readonly appIds: ReadonlyArray<string>
}

const none: LookUps.Finding = { _tag: 'Found', keys: [] }

/** A registry that answers after `latency` milliseconds, or never. */
const world = (limits: Partial<LookUps.Limits> = {}, latency: number | 'never' = 200) => {
  const timer = virtualTimer()
  const calls: Array<Made> = []
  const lookUps = LookUps.make(
    timer,
    { maxCallsPerSecond: 50, idsPerCall: 1000, timeout: 1000, ...limits },
    (appIds, answer) => {
      calls.push({ at: timer.elapsed(), appIds })
      return new Promise((resolve) => {
        if (latency === 'never') return
        timer.after(latency, () => {
          for (const appId of appIds) answer(appId, none)
          resolve()
        })
      })
    },
  )
  /** What came of each look-up, and after how many milliseconds. */
  const ends = new Map<string, { readonly tag: string; readonly after: number }>()
  const find = (name: string, rank: LookUps.Rank = 'unknown'): void => {
    const began = timer.elapsed()
    void lookUps
      .find(name as AppId, rank)
      .then(({ _tag }) => ends.set(name, { tag: _tag, after: timer.elapsed() - began }))
  }
  return { timer, calls, ends, find }
}

const idsOf = (calls: ReadonlyArray<Made>): ReadonlyArray<ReadonlyArray<string>> => calls.map(({ appIds }) => appIds)

/** The most calls that began within a second, but for rounding. */
const mostInASecond = (calls: ReadonlyArray<Made>): number =>
  Math.max(0, ...calls.map(({ at: start }) => calls.filter(({ at }) => at >= start && at < start + 999.999).length))

const batching = suite('LookUps: many ids a call')

batching('the first app is asked for at once, and what comes then in the next call', async () => {
  const { timer, calls, ends, find } = world()
  for (const name of ['a', 'b', 'c']) find(name)
  assert.equal(idsOf(calls), [['a']])
  await timer.pass(25)
  assert.equal(idsOf(calls), [['a'], ['b', 'c']])
  await timer.pass(200)
  assert.equal([...ends.keys()], ['a', 'b', 'c'])
})

batching('what exceeds a call waits for the next', async () => {
  const { timer, calls, find } = world({ idsPerCall: 2 })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) find(name)
  await timer.pass(100)
  assert.equal(idsOf(calls), [['a'], ['b', 'c'], ['d', 'e'], ['f']])
})

batching('an app that waits is asked for once', async () => {
  const { timer, calls, find } = world()
  for (const name of ['a', 'b', 'b', 'b']) find(name)
  await timer.pass(50)
  assert.equal(idsOf(calls), [['a'], ['b']])
})

batching('known and unknown apps share no call, and neither keeps the other waiting', async () => {
  const { timer, calls, find } = world({ idsPerCall: 2 })
  for (const i of [0, 1, 2, 3, 4]) find(`x${i}`)
  for (const i of [0, 1, 2, 3]) find(`a${i}`, 'refresh')
  await timer.pass(200)
  assert.equal(idsOf(calls), [['x0'], ['a0', 'a1'], ['x1', 'x2'], ['a2', 'a3'], ['x3', 'x4']])
})

batching('a call that rejects rejects its own apps, and no other', async () => {
  const timer = virtualTimer()
  let count = 0
  const lookUps = LookUps.make(
    timer,
    { maxCallsPerSecond: 50, idsPerCall: 10, timeout: 1000 },
    async (appIds, answer) => {
      if (count++ === 1) throw new Error('gone')
      for (const appId of appIds) answer(appId, none)
    },
  )
  const find = (name: string) =>
    lookUps.find(name as AppId, 'unknown').then(
      ({ _tag }) => _tag,
      ({ message }) => message,
    )
  const a = find('a')
  const b = find('b')
  const c = find('c')
  await timer.pass(100)
  const d = find('d')
  await timer.pass(100)
  assert.equal(await Promise.all([a, b, c, d]), ['Found', 'gone', 'gone', 'Found'])
})

const single = suite('LookUps: one id a call')

const one = { idsPerCall: 1 }

single('apps with old keys do not wait for strangers, whose rate is bounded', async () => {
  const { timer, calls, ends, find } = world(one)
  for (let i = 0; i < 500; i++) find(`x${i}`)
  for (let i = 0; i < 20; i++) find(`a${i}`, 'refresh')
  await timer.pass(200)
  for (let i = 0; i < 20; i++) assert.equal(ends.get(`a${i}`), { tag: 'Found', after: 200 })
  assert.ok(calls.filter(({ appIds: [id] }) => id?.startsWith('x')).length <= 11)
})

single('a known app without keys goes first', async () => {
  const { timer, calls, find } = world(one)
  for (const name of ['x0', 'x1', 'x2']) find(name)
  find('a', 'known')
  await timer.pass(25)
  assert.equal(idsOf(calls), [['x0'], ['a']])
})

single('of a flood, each app is looked up in time or refused at once', async () => {
  const { timer, ends, find } = world(one)
  for (let i = 0; i < 500; i++) find(`x${i}`)
  await timer.pass(1)
  const refused = [...ends.values()].filter(({ tag }) => tag === 'Busy')
  await timer.pass(3000)
  const found = [...ends.values()].filter(({ tag }) => tag === 'Found')
  assert.is(refused.length + found.length, 500)
  assert.ok(found.length >= 49 && found.length <= 51, String(found.length))
  assert.ok(refused.every(({ after }) => after === 0))
})

const slow = suite('LookUps: a registry that does not answer')

slow(
  'it is asked by a bounded number of calls; strangers who wait too long are refused, known apps use their keys',
  async () => {
    const { timer, calls, ends, find } = world({ maxCallsPerSecond: 1000, idsPerCall: 2 }, 'never')
    for (let i = 0; i < 200; i++) find(`x${i}`)
    await timer.pass(500)
    assert.is(calls.length, LookUps.mostCalls)
    find('a', 'refresh')
    await timer.pass(600)
    // The calls were ended by a worker's runtime: new ones begin.
    find('late')
    await timer.pass(100)
    assert.is(ends.get('x199')?.tag, 'Busy')
    assert.ok(calls.length > LookUps.mostCalls)
    assert.ok(calls.some(({ appIds }) => appIds.includes('a')))
  },
)

slow('a known app that waits too long counts as one whose registry is away', async () => {
  const { timer, ends, find } = world({ maxCallsPerSecond: 1, idsPerCall: 1, timeout: 500 })
  find('x')
  find('a', 'known')
  await timer.pass(2000)
  assert.is(ends.get('a')?.tag, 'Away')
})

slow('as many unknown apps wait as get a call in time; one more is refused', async () => {
  // So few that the first call alone begins at once.
  for (const maxCallsPerSecond of [1, 10, 50]) {
    for (const idsPerCall of [1, 2, 3, 50]) {
      for (const timeout of [10, 100, 1000]) {
        // 1010: calls begin a little slower than they may, for timers that are late.
        const calls = Math.max(1, Math.floor(timeout / (1010 / maxCallsPerSecond)))
        const { timer, ends, find } = world({ maxCallsPerSecond: maxCallsPerSecond, idsPerCall, timeout }, 'never')
        find('first')
        for (let i = 0; i < calls * idsPerCall; i++) find(`x${i}`)
        await timer.pass(0)
        assert.is(ends.size, 0)
        find('more')
        await timer.pass(0)
        assert.equal([...ends], [['more', { tag: 'Busy', after: 0 }]])
      }
    }
  }
})

slow('timers that the runtime dropped keep no later app from being looked up', async () => {
  for (const idsPerCall of [1, 1000]) {
    const { timer, calls, ends, find } = world({ idsPerCall, maxCallsPerSecond: 2, timeout: 600 })
    find('a')
    // More than may wait.
    for (let i = 0; i < 3000; i++) find(`x${i}`)
    timer.dropAll()
    await timer.pass(5000)
    assert.is(calls.length, 1)
    find('b')
    await timer.pass(2000)
    assert.is(ends.get('b')?.tag, 'Found', String(idsPerCall))
  }
})

const law = suite('LookUps: properties')

const ranks = fc.constantFrom<LookUps.Rank>('refresh', 'known', 'unknown', 'unknown')
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ rank: ranks, count: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 7, 20, 100, 1000) },
)

law('for all histories: the calls are bounded in rate, size and number, and every app has one answer in time', () =>
  forAll(
    [
      fc.array(step, { maxLength: 30 }),
      fc.record({
        maxCallsPerSecond: fc.constantFrom(1, 10, 50, 300, 5000),
        idsPerCall: fc.constantFrom(2, 3, 50),
        timeout: fc.constantFrom(50, 1000),
      }),
      fc.constantFrom(0, 10, 50),
    ],
    { numRuns: 200 },
    async (history, limits, latency) => {
      const { timer, calls, ends, find } = world(limits, latency)
      let asked = 0
      for (const each of history) {
        if (typeof each === 'number') await timer.pass(each)
        else for (let i = 0; i < each.count; i++) find(`app-${asked++}`, each.rank)
      }
      await timer.pass(5000)
      assert.ok(mostInASecond(calls) <= limits.maxCallsPerSecond, 'rate')
      assert.ok(calls.every(({ appIds }) => appIds.length <= limits.idsPerCall && appIds.length > 0))
      const called = calls.flatMap(({ appIds }) => appIds)
      assert.is(new Set(called).size, called.length)
      assert.is(ends.size, asked)
      // The longest wait is decided when a call begins: a gap later at most.
      const most = limits.timeout + latency + 2020 / limits.maxCallsPerSecond
      for (const { after } of ends.values()) assert.ok(after <= most, `${after} ms of ${most}`)
      for (const id of called) assert.is(ends.get(id)?.tag, 'Found')
    },
  ),
)
