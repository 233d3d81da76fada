import fc from 'fast-check'
import type { Settings } from '../../../src/guards/memory/memory.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { live, type Step, type Story, type Write } from '../world.ts'

const law = suite('the law of the memory guard')

const acrossRestarts = (story: Story) => story.repeats.filter((repeat) => !(repeat.sinceStart && !repeat.sameLife))

// Small values, so that the cap, a quota and the end of a life are reached often.
const settings = (): fc.Arbitrary<Settings> =>
  fc
    .record(
      {
        maxAge: fc.constantFrom(0, 5, 300),
        maxSkew: fc.constantFrom(0, 2, 60),
        margin: fc.constantFrom(0, 60),
        cap: fc.constantFrom(1, 2, 3, 10, 100, 1000),
        quota: fc.constantFrom('a quarter', 'no limit'),
        floor: fc.constantFrom(undefined, 0, 1_700_000_010),
      },
      { noNullPrototype: true },
    )
    .map(({ quota, ...settings }) => (quota === 'no limit' ? { ...settings, quota: settings.cap } : settings))

const seconds = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(0, 1, 1, 2, 5),
    fc.integer({ min: -1000, max: 1000 }),
    fc.integer({ min: -(10 ** 6), max: 10 ** 6 }),
  )

const step = (): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        do: fc.constant('claim' as const),
        key: fc.nat(3),
        offset: fc.integer({ min: -300, max: 60 }),
        copies: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('replay' as const), back: fc.nat(20) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('reuse' as const),
        back: fc.nat(20),
        offset: fc.integer({ min: -300, max: 60 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('clock' as const), seconds: seconds() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('disk' as const),
        write: fc.constantFrom<Write>('lands', 'fails', 'fails-but-lands', 'crash-before', 'crash-after'),
      }),
    },
  )

law('for all worlds without restarts: no request is accepted twice, whatever the clock does', () =>
  forAll(
    [
      settings(),
      fc.array(
        step().filter((s) => s.do !== 'restart'),
        { size: 'large' },
      ),
    ],
    async (settings, steps) => {
      assert.equal((await live(settings, false, steps)).repeats, [])
    },
  ),
)

law(
  'for all worlds with a high-water mark: no request is accepted twice, even over restarts, crashes and failing disks',
  () =>
    forAll([settings(), fc.array(step(), { size: 'large' })], async (settings, steps) => {
      assert.equal((await live(settings, true, steps)).repeats, [])
    }),
)

law(
  'for all worlds without a mark: only requests stamped in or after the second of a restart are accepted once more',
  () =>
    forAll([settings(), fc.array(step(), { size: 'large' })], async ({ floor: _, ...settings }, steps) => {
      assert.equal(acrossRestarts(await live(settings, false, steps)), [])
    }),
)

// xorshift32: reproducible, and faster than the guard.
const random = (seed: number) => {
  let x = seed
  return (below: number): number => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) % below
  }
}

const writes: ReadonlyArray<Write> = ['fails', 'fails-but-lands', 'crash-before', 'crash-after']

/** Some hours of a server: traffic, replays, a clock that is adjusted now and then, a restart every few minutes. */
function* hours(steps: number, seed: number): Generator<Step> {
  const upTo = random(seed)
  for (let i = 0; i < steps; i++) {
    const dice = upTo(10_000)
    if (dice < 4_500)
      yield {
        do: 'claim',
        key: upTo(10) < 7 ? 0 : upTo(4),
        offset: 60 - upTo(dice < 100 ? 361 : 70),
        copies: dice % 50 === 0 ? 3 : 1,
      }
    else if (dice < 8_500) yield { do: 'replay', back: upTo(upTo(2) === 0 ? 20 : 2_000) }
    else if (dice < 8_900) yield { do: 'reuse', back: upTo(500), offset: 60 - upTo(361) }
    else if (dice < 9_980) yield { do: 'clock', seconds: 1 }
    else if (dice < 9_984) yield { do: 'clock', seconds: upTo(100) - 50 }
    else if (dice < 9_985) yield { do: 'clock', seconds: upTo(10) === 0 ? upTo(2_000) - 1_000 : 0 }
    else if (dice < 9_995) yield { do: 'disk', write: writes[upTo(4)] as Write }
    else if (dice < 9_999) yield { do: 'restart' }
  }
}

law('in 500,000 steps with a high-water mark: no request is accepted twice', async () => {
  const { repeats, counts } = await live({ cap: 400 }, true, hours(500_000, 20_260_101))
  assert.equal(repeats, [])
  // All events occurred often enough to mean something.
  assert.ok(
    Object.values(counts).every((n) => n > 200),
    JSON.stringify(counts),
  )
})

law('in 100,000 steps without a mark: only the allowed kind is accepted twice, and it does occur', async () => {
  const story = await live({ cap: 400 }, false, hours(100_000, 20_260_102))
  assert.equal(acrossRestarts(story), [])
  assert.ok(story.repeats.length > 0)
})
