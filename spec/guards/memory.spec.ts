import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as assert from 'uvu/assert'
import type { Fingerprint } from '../../src/core/Fingerprint.ts'
import * as Nonce from '../../src/core/Nonce.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { GuardFull, GuardUnavailable, Misconfigured } from '../../src/core/VerifyError.ts'
import type { HighWater } from '../../src/effects/HighWater.ts'
import { type MemoryGuard, make, memoryGuard, type Settings } from '../../src/guards/memory.ts'
import { suite } from '../support/suite.ts'
import { contract } from './contract.ts'

const entropy = { nonce: () => Nonce.ofRandom(crypto.getRandomValues(new Uint8Array(16))) }

contract('the memory guard', async ({ clock, window, floor }) => {
  const made = await make({ ...window, floor }, { clock, entropy })()
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return { guard: made.right, close: async () => {} }
})

contract('the memory guard, asked at once', async ({ clock, window, floor }) => {
  const made = await make({ ...window, floor }, { clock, entropy })()
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  const { atOnce } = made.right.claim
  const claim: MemoryGuard['claim'] = (c) => async () => atOnce?.(c) ?? E.left({ _tag: 'guard_full', quota: -1 })
  return { guard: { ...made.right, claim }, close: async () => {} }
})

const begin = 1_700_000_000
const keyA = 'a'.repeat(64) as Fingerprint
const keyB = 'b'.repeat(64) as Fingerprint

type Answer = 'first' | 'repeated' | 'forgotten' | 'guard_full' | 'guard_unavailable'

/** A guard whose clock shows `at.now`. */
const started = async (settings: Settings = {}, highWater?: HighWater) => {
  const at = { now: begin }
  const made = await make(settings, { clock: { now: () => at.now as Timestamp }, entropy, highWater })()
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  const guard: MemoryGuard = made.right
  const claim = async (unique: string | number, timestamp: number = at.now, fingerprint = keyA): Promise<Answer> => {
    const outcome = await guard.claim({ fingerprint, unique: String(unique), timestamp: timestamp as Timestamp })()
    return E.isLeft(outcome) ? outcome.left._tag : outcome.right
  }
  return { at, guard, claim, stats: guard.stats }
}

const failure = (made: E.Either<GuardUnavailable | Misconfigured, unknown>): GuardUnavailable | Misconfigured => {
  if (E.isRight(made)) throw new Error('expected a failure')
  return made.left
}

const life = suite('memory: how long a claim lives')

life('is remembered for max age, max skew and margin after the claim, and forgotten some seconds later', async () => {
  const { at, claim, stats } = await started()
  await claim('n-1', begin + 60)
  at.now = begin + 420
  await claim('n-2')
  assert.is(stats().claims, 2)
  at.now = begin + 421
  await claim('n-3')
  assert.is(stats().claims, 2)
})

life('raises the floor just above the newest timestamp that is forgotten, not to the time', async () => {
  const { at, guard, claim, stats } = await started()
  await claim('n-1', begin + 7)
  await claim('n-2', begin + 3)
  at.now = begin + 10_000
  assert.is(await claim('n-3', begin + 8), 'first', 'the first that is not forgotten')
  assert.is(stats().floor, begin + 8)
  assert.is(guard.floor(), begin + 8)
  assert.is(await claim('n-4', begin + 7), 'forgotten')
})

life('refuses a nonce that is used again with another timestamp for as long as the first may be accepted', async () => {
  const { at, claim } = await started()
  await claim('n-1', begin + 60)
  for (let age = 1; age <= 360; age++) {
    at.now = begin + age
    assert.is(await claim('n-1', begin + age + 60), 'repeated', `${age} s later`)
  }
})

life('is over for good: a nonce is new again, hours and thousands of generations long', async () => {
  const { at, claim, stats } = await started()
  for (let n = 0; n < 10_000; n++) {
    at.now += 8
    assert.is(await claim(n % 60), 'first')
    assert.ok(stats().claims <= 55)
  }
})

life('begins anew with each claim in a generation', async () => {
  const { at, claim, stats } = await started()
  await claim('n-1')
  at.now = begin + 7
  await claim('n-2')
  at.now = begin + 421
  await claim('n-3')
  assert.is(stats().claims, 3, 'the first two are forgotten together')
  at.now = begin + 428
  await claim('n-4')
  assert.is(stats().claims, 2)
})

life('is not shortened when the clock steps back and forth', async () => {
  const { at, claim } = await started({ floor: 0 })
  at.now = begin
  await claim('n-1', begin)
  for (const now of [begin - 5_000, begin + 300, begin - 50, begin + 360]) {
    at.now = now
    await claim(`at ${now}`)
    assert.is(await claim('n-1', begin), 'repeated')
  }
})

life('counts from the latest reading, also when the clock steps back by a second or two', async () => {
  const { at, claim } = await started({ margin: 0 })
  await claim('n-0')
  at.now = begin + 5
  await claim('n-1', begin + 65)
  at.now = begin + 3
  await claim('n-2')
  at.now = begin + 365
  assert.is(await claim('n-1', begin + 65), 'repeated')
  assert.is(await claim('n-1', begin + 66), 'repeated')
})

life('ends for what came after a step back, although what came before it lives on', async () => {
  const { at, claim, stats } = await started({ floor: 0 })
  at.now = begin + 86_400
  await claim('from tomorrow', begin + 86_400)
  at.now = begin
  await claim('from today', begin)
  at.now = begin + 1_000
  await claim('from later today')
  assert.is(stats().claims, 2)
  assert.is(stats().floor, begin + 1)
  at.now = begin + 86_400
  assert.is(await claim('from tomorrow', begin + 86_400), 'repeated')
})

life('goes on in few generations when the clock jumps at every claim', async () => {
  const { at, claim, stats } = await started({ floor: 0 })
  for (let n = 0; n < 5_000; n++) {
    at.now = begin + (n % 2) * 200
    assert.is(await claim(n, begin), 'first')
  }
  assert.is(stats().claims, 5_000)
  for (let n = 0; n < 5_000; n++) assert.is(await claim(n, begin), 'repeated')
  at.now = begin + 621
  await claim('last')
  assert.is(stats().claims, 1)
  for (let n = 0; n < 5_000; n++) assert.is.not(await claim(n, begin), 'first')
})

life.run()

const honest = suite('memory: honest traffic')

honest('for all rates and stamps within the window: below the cap, under a right clock, is never refused', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record(
        { maxAge: fc.constantFrom(0, 1, 20, 300), maxSkew: fc.constantFrom(0, 1, 60), margin: fc.constantFrom(0, 60) },
        { noNullPrototype: true },
      ),
      fc.array(fc.record({ wait: fc.constantFrom(0, 0, 0, 1, 2, 7, 30, 400), at: fc.nat(1000) }), { size: 'large' }),
      async (window, requests) => {
        const { at, claim, stats } = await started({ ...window, cap: 1_000_000 })
        let n = 0
        for (const request of [...requests, ...requests]) {
          at.now += request.wait
          const oldest = Math.max(begin, at.now - window.maxAge)
          const timestamp = oldest + (request.at % (at.now + window.maxSkew - oldest + 1))
          assert.is(await claim(n++, timestamp), 'first')
        }
        assert.ok(stats().floor <= Math.max(begin, at.now - window.maxAge))
      },
    ),
  ),
)

honest('of an hour at ten requests a second, stamped as far apart as the window allows, loses none', async () => {
  const { at, claim, stats } = await started()
  for (let n = 0; n < 36_000; n++) {
    at.now = begin + Math.floor(n / 10)
    const timestamp = n % 3 === 0 ? at.now + 60 : Math.max(begin, at.now - (n % 3 === 1 ? 300 : 0))
    assert.is(await claim(n, timestamp, n % 2 ? keyA : keyB), 'first')
  }
  assert.ok(stats().claims < 4_500, 'and what is over is forgotten')
})

honest.run()

const cap = suite('memory: cap')

cap('forgets a 64th of what it holds and raises the floor, instead of refusing', async () => {
  const { at, claim, stats } = await started({ cap: 640, quota: 640 })
  for (let n = 0; n < 640; n++) {
    at.now = begin + Math.floor(n / 10)
    assert.is(await claim(n), 'first')
  }
  assert.is(stats().claims, 640)
  assert.is(stats().floor, begin)
  at.now = begin + 64
  assert.is(await claim(640), 'first')
  assert.is(stats().claims, 631)
  assert.is(stats().floor, begin + 1)
  assert.is(await claim(0, begin), 'forgotten')
  assert.is(await claim(10, begin + 1), 'repeated')
})

cap('forgets what raises the floor the least, not what came first', async () => {
  const { at, claim, stats } = await started({ cap: 64, quota: 64, floor: 0 })
  for (let n = 0; n < 64; n++) assert.is(await claim(n, begin + ((n + 30) % 64)), 'first')
  at.now = begin + 1
  assert.is(await claim('more', begin + 50), 'first')
  assert.is(stats().floor, begin + 1)
})

cap('of one lets one claim be remembered at a time, and none be repeated', async () => {
  const { claim, stats } = await started({ cap: 1 })
  assert.is(await claim('n-1', begin + 1), 'first')
  assert.is(await claim('n-1', begin + 1), 'repeated')
  assert.is(await claim('n-2', begin + 1), 'first')
  assert.is(stats().claims, 1)
  assert.is(await claim('n-1', begin + 1), 'forgotten')
  assert.is(await claim('n-2', begin + 1), 'forgotten')
  assert.is(await claim('n-3', begin + 2), 'first')
})

cap('for all caps and claims: is never exceeded', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.array(fc.nat(60)), async (limit, offsets) => {
      const { at, claim, stats } = await started({ cap: limit, quota: limit, floor: 0 })
      let n = 0
      for (let round = 0; round < 10; round++) {
        for (const offset of offsets) {
          at.now += offset % 2
          await claim(n++, at.now + offset)
          assert.ok(stats().claims <= limit)
        }
      }
    }),
  ),
)

cap('keeps the table within 31 bytes a claim that the cap allows', async () => {
  const { at, claim, stats } = await started({ cap: 20_000, quota: 20_000 })
  for (let n = 0; n < 100_000; n++) {
    if (n % 200 === 0) at.now++
    await claim(n)
    assert.ok(stats().bytes <= 20_000 * 31)
  }
})

cap.run()

const quota = suite('memory: quota')

quota('refuses a key that has reached it, and no other key', async () => {
  const { claim } = await started({ cap: 100, quota: 3 })
  for (const n of [1, 2, 3]) assert.is(await claim(n), 'first')
  assert.is(await claim(4), 'guard_full')
  assert.is(await claim(4, begin, keyB), 'first')
})

quota('says how many a key may have', async () => {
  const { guard, claim } = await started({ cap: 100, quota: 1 })
  await claim('n-1')
  assert.equal(
    await guard.claim({ fingerprint: keyA, unique: 'n-2', timestamp: begin as Timestamp })(),
    E.left<GuardFull>({ _tag: 'guard_full', quota: 1 }),
  )
})

quota('still knows what is repeated and what is forgotten', async () => {
  const { claim } = await started({ quota: 1 })
  await claim('n-1')
  assert.is(await claim('n-1'), 'repeated')
  assert.is(await claim('n-2', begin - 1), 'forgotten')
})

quota('leaves no trace of a claim that it refuses', async () => {
  const { at, claim, stats } = await started({ quota: 1 })
  await claim('n-1')
  assert.is(await claim('n-2', begin + 60), 'guard_full')
  assert.is(stats().claims, 1)
  at.now = begin + 421
  assert.is(await claim('n-2', begin + 421), 'first')
})

quota('is free again when claims are forgotten, by age or for the cap', async () => {
  const { at, claim } = await started({ quota: 2 })
  await claim('n-1')
  at.now = begin + 10
  await claim('n-2')
  at.now = begin + 421
  assert.is(await claim('n-3'), 'first', 'the first of two is forgotten')
  assert.is(await claim('n-4'), 'guard_full')

  const small = await started({ cap: 2, quota: 1 })
  assert.is(await small.claim('a-1', begin, keyA), 'first')
  assert.is(await small.claim('b-1', begin, keyB), 'first')
  assert.is(await small.claim('c-1', begin, 'c'.repeat(64) as Fingerprint), 'first')
  assert.is(await small.claim('a-2', begin + 1, keyA), 'first')
})

quota('for all keys and times: counts what lives, and nothing else', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.nat(2), fc.nat(200)), { size: 'large' }),
      async (limit, claims) => {
        const { at, claim, stats } = await started({ quota: limit, cap: 10_000, floor: 0 })
        const of = new Map<Fingerprint, number>()
        let n = 0
        for (const [key, wait] of claims) {
          at.now += wait
          const fingerprint = String(key).repeat(64) as Fingerprint
          if ((await claim(n++, at.now, fingerprint)) === 'first') of.set(fingerprint, (of.get(fingerprint) ?? 0) + 1)
          assert.ok(stats().claims <= 3 * limit)
        }
        // All live on, or the clock has moved past them; then each key has its whole quota again.
        at.now += 1_000
        for (const key of of.keys()) for (let i = 0; i < limit; i++) assert.is(await claim(n++, at.now, key), 'first')
        for (const key of of.keys()) assert.is(await claim(n++, at.now, key), 'guard_full')
      },
    ),
  ),
)

quota.run()

const restart = suite('memory: high-water mark')

const memoryDisk = (stored: O.Option<number> = O.none) => {
  const disk = { mark: stored, writes: 0, broken: false }
  const highWater: HighWater = {
    read: async () => E.right(disk.mark as O.Option<Timestamp>),
    write: (mark) => async () => {
      disk.writes++
      if (disk.broken) return E.left({ _tag: 'guard_unavailable', detail: 'no disk' })
      disk.mark = O.some(mark)
      return E.right(undefined)
    },
  }
  return { disk, highWater }
}

restart('sets the floor above a stored mark, and at the start second if that is later', async () => {
  for (const [stored, floor] of [
    [begin + 50, begin + 51],
    [begin, begin + 1],
    [begin - 1, begin],
    [begin - 50, begin],
  ] as const) {
    const { stats } = await started({}, memoryDisk(O.some(stored)).highWater)
    assert.is(stats().floor, floor)
  }
  assert.is((await started({ floor: 0 }, memoryDisk(O.some(7)).highWater)).stats().floor, 8)
})

restart('has the mark on the disk before a claim is first, and writes it once for one timestamp', async () => {
  const { disk, highWater } = memoryDisk()
  const { claim } = await started({ floor: 0 }, highWater)
  assert.is(await claim('n-1', begin + 5), 'first')
  assert.equal(disk.mark, O.some(begin + 5))
  assert.is(await claim('n-2', begin + 5), 'first')
  assert.is(await claim('n-3', begin), 'first')
  assert.is(disk.writes, 1)
  assert.equal(disk.mark, O.some(begin + 5))
})

restart('writes nothing for a claim below the floor', async () => {
  const { disk, highWater } = memoryDisk()
  const { claim } = await started({}, highWater)
  assert.is(await claim('n-1', begin - 1), 'forgotten')
  assert.is(disk.writes, 0)
})

restart(
  'refuses with guard_unavailable while the mark cannot be written, and the same nonce is new afterwards',
  async () => {
    const { disk, highWater } = memoryDisk()
    const { claim } = await started({}, highWater)
    disk.broken = true
    assert.is(await claim('n-1'), 'guard_unavailable')
    assert.is(await claim('n-1'), 'guard_unavailable')
    disk.broken = false
    assert.is(await claim('n-1'), 'first')
    assert.is(await claim('n-1'), 'repeated')
  },
)

restart('lets one of many at once be first while the mark is being written', async () => {
  const { disk, highWater } = memoryDisk()
  const { claim } = await started({}, highWater)
  const answers = await Promise.all(Array.from({ length: 50 }, () => claim('n-1', begin + 1)))
  assert.is(answers.filter((a) => a === 'first').length, 1)
  assert.is(answers.filter((a) => a === 'repeated').length, 49)
  assert.is(disk.writes, 1)
})

restart('knows at once only what the mark covers, and has done nothing where it does not', async () => {
  const { disk, highWater } = memoryDisk()
  const { claim, guard } = await started({}, highWater)
  const atOnce = (unique: string, timestamp: number) =>
    guard.claim.atOnce?.({ fingerprint: keyA, unique, timestamp: timestamp as Timestamp })
  assert.is(atOnce('n-1', begin + 5), undefined)
  assert.is(disk.writes, 0)
  assert.is(await claim('n-1', begin + 5), 'first')
  assert.equal(atOnce('n-1', begin + 5), E.right('repeated'))
  assert.equal(atOnce('n-2', begin + 5), E.right('first'))
  assert.is(await claim('n-2', begin + 5), 'repeated')
  assert.is(atOnce('n-3', begin + 6), undefined)
  assert.equal(atOnce('n-4', begin - 1), E.right('forgotten'))
  assert.is(disk.writes, 1)
})

restart('tells where the floor lies, above the mark, so that callers learn when to come again', async () => {
  const { claim, guard } = await started({}, memoryDisk(O.some(begin + 7)).highWater)
  assert.is(await claim('n-1', begin + 7), 'forgotten')
  assert.is(guard.floor(), begin + 8)
  assert.is(await claim('n-1', guard.floor()), 'first')
})

restart('fails to start when the mark cannot be read', async () => {
  const unreadable: HighWater = {
    ...memoryDisk().highWater,
    read: TE.left({ _tag: 'guard_unavailable', detail: 'no disk' }),
  }
  const made = await make({}, { clock: { now: () => begin as Timestamp }, entropy, highWater: unreadable })()
  assert.equal(failure(made), { _tag: 'guard_unavailable', detail: 'no disk' })
})

restart.run()

const making = suite('memory: make')

making('fails for settings that make no sense', async () => {
  const made = await make({ cap: 0 }, { clock: { now: () => begin as Timestamp }, entropy })()
  assert.is(failure(made)._tag, 'misconfigured')
})

making('makes a guard that refuses, and does not throw, when something breaks under it', async () => {
  let broken = false
  const now = () => {
    if (broken) throw new Error('no time')
    return begin as Timestamp
  }
  const made = await make({}, { clock: { now }, entropy })()
  if (E.isLeft(made)) throw new Error(made.left.detail)
  const claim = made.right.claim({ fingerprint: keyA, unique: 'n-1', timestamp: begin as Timestamp })
  broken = true
  assert.equal(await claim(), E.left({ _tag: 'guard_unavailable', detail: 'it failed within: Error: no time' }))
  broken = false
  assert.equal(await claim(), E.right('first'))
})

making('gives each guard a key of its own, from the entropy', async () => {
  let asked = 0
  const counting = {
    nonce: () => {
      asked++
      return entropy.nonce()
    },
  }
  const description = make({}, { clock: { now: () => begin as Timestamp }, entropy: counting })
  assert.is(asked, 0)
  await description()
  await description()
  assert.is(asked, 2)
})

making.run()

const factory = suite('memoryGuard')

const rejection = async (promise: Promise<unknown>): Promise<Error> => {
  const outcome = await promise.then(
    () => undefined,
    (e) => e,
  )
  assert.instance(outcome, Error)
  return outcome
}

factory('makes a guard on the own clock, without any option', async () => {
  const guard = await memoryGuard()
  const timestamp = Math.floor(Date.now() / 1000) as Timestamp
  assert.equal(await guard.claim({ fingerprint: keyA, unique: 'n-1', timestamp })(), E.right('first'))
  assert.equal(await guard.claim({ fingerprint: keyA, unique: 'n-1', timestamp })(), E.right('repeated'))
})

factory('rejects with the option that makes no sense, or that does not exist', async () => {
  assert.is(
    (await rejection(memoryGuard({ cap: 0 }))).message,
    'misconfigured: the guard: cap must be a whole number, 1 to 100000000',
  )
  const misspelt = { highwater: 'mark' } as object
  assert.is(
    (await rejection(memoryGuard(misspelt))).message,
    'misconfigured: the guard: there is no "highwater"; there are maxAge, maxSkew, margin, cap, quota, floor, highWater',
  )
  for (const highWater of ['', 7 as unknown as string]) {
    assert.is(
      (await rejection(memoryGuard({ highWater }))).message,
      'misconfigured: the guard: highWater must be the path of a file',
    )
  }
})

factory('keeps its mark in the file, and rejects with the file that it cannot use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guard-'))
  const file = join(folder, 'mark')
  try {
    const before = await memoryGuard({ highWater: file, floor: 0 })
    assert.equal(
      await before.claim({ fingerprint: keyA, unique: 'n-1', timestamp: begin as Timestamp })(),
      E.right('first'),
    )
    assert.is(await readFile(file, 'utf8'), `high-water ${begin}\n`)

    const after = await memoryGuard({ highWater: file, floor: 0 })
    assert.equal(
      await after.claim({ fingerprint: keyA, unique: 'n-1', timestamp: begin as Timestamp })(),
      E.right('forgotten'),
    )
    assert.equal(
      await after.claim({ fingerprint: keyA, unique: 'n-1', timestamp: (begin + 1) as Timestamp })(),
      E.right('first'),
    )

    await writeFile(file, 'something else')
    assert.match(
      (await rejection(memoryGuard({ highWater: file }))).message,
      /^the replay guard cannot answer: the high-water file .*mark is damaged/,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

factory.run()
