import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { AppId } from '../../src/core/AppId.ts'
import type { Fingerprint } from '../../src/core/Fingerprint.ts'
import type { VerificationKey } from '../../src/effects/KeyRing.ts'
import * as KeyCache from '../../src/server/KeyCache.ts'
import { suite } from '../support/suite.ts'

const app = (name: string): AppId => name as AppId

/** A key that is its name: whether it verifies anything is no matter here. */
const key = (name: string): VerificationKey => ({
  fingerprint: name.padEnd(64, '0') as Fingerprint,
  signatureLength: 256,
  validity: {},
  verify: () => false,
  begin: () => ({ update: () => {}, end: () => false }),
})

const nameOf = ({ fingerprint }: VerificationKey): string => fingerprint.replace(/0+$/, '')

const said = (keys: E.Either<{ readonly detail: string }, ReadonlyArray<VerificationKey>>): string =>
  E.isLeft(keys) ? `away: ${keys.left.detail}` : keys.right.map(nameOf).join(' ')

/** A registry, a clock that stands still until it is moved, and a cache between. */
const ages: KeyCache.Ages = { fresh: 60_000, stale: 300_000, timeout: 1_000_000 }

const world = (given = ages) => {
  let now = 1000
  let away = false
  let gate: Promise<void> | undefined
  const registry = new Map<string, ReadonlyArray<string>>()
  const asked: Array<string> = []
  const problems: Array<string> = []
  const cache = KeyCache.make({ elapsed: () => now }, given, {
    find: (appId) => async () => {
      asked.push(appId)
      const before = registry.get(appId)
      const wasAway = away
      await gate
      return wasAway
        ? { _tag: 'Away', detail: 'nobody answers' }
        : before?.[0] === 'bad'
          ? { _tag: 'Wrong', detail: 'no key' }
          : { _tag: 'Found', keys: (before ?? []).map(key) }
    },
    onProblem: (appId, detail) => problems.push(`${appId}: ${detail}`),
  })
  return {
    registry,
    asked,
    problems,
    cache,
    pass: (ms: number) => {
      now += ms
    },
    leave: (gone: boolean) => {
      away = gone
    },
    /** Holds every look-up that begins from now on, until it is called what it answers. */
    hold: (): (() => void) => {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return () => {
        gate = undefined
        open()
      }
    },
    keysOf: async (name: string): Promise<string> => {
      const keys = await cache.keysOf(app(name))()
      return said(keys)
    },
    /** Without a look-up; `undefined` where there would have to be one. */
    atOnce: (name: string): string | undefined => {
      const keys = cache.keysOf.atOnce?.(app(name))
      return keys === undefined ? undefined : said(keys)
    },
  }
}

const caching = suite('KeyCache: look-ups')

caching('asks once for an app, however many requests come, and again when the keys are old', async () => {
  const { registry, asked, pass, keysOf } = world()
  registry.set('a', ['k1', 'k2'])
  for (let i = 0; i < 5; i++) assert.is(await keysOf('a'), 'k1 k2')
  pass(59_999)
  await keysOf('a')
  assert.equal(asked, ['a'])
  pass(1)
  registry.set('a', ['k3'])
  assert.is(await keysOf('a'), 'k3')
  assert.equal(asked, ['a', 'a'])
})

caching('has an answer at once while keys are young, and not where it would have to ask', async () => {
  const { registry, asked, cache, pass, leave, keysOf, atOnce } = world()
  registry.set('a', ['k1'])
  assert.is(atOnce('a'), undefined)
  assert.equal(asked, [])
  await keysOf('a')
  assert.is(atOnce('a'), 'k1')
  pass(59_999)
  assert.is(atOnce('a'), 'k1')
  pass(1)
  assert.is(atOnce('a'), undefined)
  assert.is(await keysOf('a'), 'k1')
  cache.forget(app('a'))
  assert.is(atOnce('a'), undefined)
  await keysOf('b')
  assert.is(atOnce('b'), undefined)
  await keysOf('a')
  pass(299_999)
  leave(true)
  assert.is(await keysOf('a'), 'k1')
  pass(1)
  assert.is(atOnce('a'), undefined)
})

caching('asks once for all who wait', async () => {
  const { registry, asked, hold, keysOf } = world()
  registry.set('a', ['k1'])
  const open = hold()
  const waiting = [keysOf('a'), keysOf('a'), keysOf('a')]
  open()
  assert.equal(await Promise.all(waiting), ['k1', 'k1', 'k1'])
  assert.equal(asked, ['a'])
})

caching(
  'counts the age of keys from when the look-up began: what it found may have been withdrawn meanwhile',
  async () => {
    const { registry, pass, hold, keysOf } = world()
    registry.set('a', ['k1'])
    const open = hold()
    const slow = keysOf('a')
    registry.set('a', ['k2'])
    pass(50_000)
    open()
    assert.is(await slow, 'k1')
    pass(9_999)
    assert.is(await keysOf('a'), 'k1')
    pass(1)
    assert.is(await keysOf('a'), 'k2')
  },
)

caching('an app that is taken out is unknown at the next look-up', async () => {
  const { registry, pass, keysOf } = world()
  registry.set('a', ['k1'])
  await keysOf('a')
  registry.delete('a')
  pass(60_000)
  assert.is(await keysOf('a'), '')
})

caching('an app that is forgotten is looked up again, and what an older look-up finds is not kept', async () => {
  for (const which of [app('a'), undefined]) {
    const { registry, asked, cache, hold, keysOf } = world()
    registry.set('a', ['k1'])
    await keysOf('a')
    registry.set('a', ['k2'])
    cache.forget(which)
    assert.is(await keysOf('a'), 'k2')

    cache.forget(which)
    const open = hold()
    const older = keysOf('a')
    registry.set('a', ['k3'])
    cache.forget(which)
    const newer = keysOf('a')
    open()
    assert.equal(await Promise.all([older, newer]), ['k2', 'k3'])
    assert.is(await keysOf('a'), 'k3')
    assert.is(asked.length, 4)
  }
})

caching('what an older look-up finds does not displace what a newer one has found', async () => {
  const { registry, cache, hold, keysOf } = world()
  registry.set('a', ['k1'])
  const openOlder = hold()
  const older = keysOf('a')
  registry.set('a', ['k2'])
  cache.forget(app('a'))
  const openNewer = hold()
  const newer = keysOf('a')
  openNewer()
  assert.is(await newer, 'k2')
  openOlder()
  assert.is(await older, 'k1')
  assert.is(await keysOf('a'), 'k2')
})

caching('an unknown app is forgotten, too', async () => {
  const { registry, cache, keysOf } = world()
  assert.is(await keysOf('a'), '')
  registry.set('a', ['k1'])
  assert.is(await keysOf('a'), '')
  cache.forget(app('a'))
  assert.is(await keysOf('a'), 'k1')
})

caching.run()

const absence = suite('KeyCache: a registry that is away')

absence('known keys count for the stale limit, and then nothing does', async () => {
  const { registry, problems, pass, leave, keysOf } = world()
  registry.set('a', ['k1'])
  await keysOf('a')
  leave(true)
  pass(60_000)
  assert.is(await keysOf('a'), 'k1')
  assert.equal(problems, ['a: nobody answers'])
  pass(239_999)
  assert.is(await keysOf('a'), 'k1')
  pass(1)
  assert.is(await keysOf('a'), 'away: nobody answers')
})

absence('an app whose keys are not known is refused as unavailable, not as unknown', async () => {
  const { leave, keysOf } = world()
  leave(true)
  assert.is(await keysOf('a'), 'away: nobody answers')
})

absence('nobody waits for a registry that has just failed, and it is asked once in a second', async () => {
  const { registry, asked, pass, leave, hold, keysOf } = world()
  registry.set('a', ['k1'])
  await keysOf('a')
  leave(true)
  pass(60_000)
  await keysOf('a')
  pass(999)
  await keysOf('a')
  assert.is(asked.length, 2)
  pass(1)
  const open = hold()
  assert.is(await keysOf('a'), 'k1', 'without waiting')
  assert.is(await keysOf('a'), 'k1')
  assert.is(asked.length, 3)
  open()
})

absence('when it is back, what it says counts', async () => {
  const { registry, pass, leave, keysOf } = world()
  registry.set('a', ['k1'])
  await keysOf('a')
  leave(true)
  pass(60_000)
  await keysOf('a')
  leave(false)
  registry.set('a', ['k2'])
  pass(1000)
  await keysOf('a')
  // Nobody waited for the look-up that this one began.
  await new Promise(setImmediate)
  assert.is(await keysOf('a'), 'k2')
})

absence('when nobody has asked for a while since it failed, it is asked before anything is believed', async () => {
  const { registry, pass, leave, keysOf } = world()
  registry.set('a', ['k1'])
  await keysOf('a')
  leave(true)
  pass(60_000)
  await keysOf('a')
  leave(false)
  registry.delete('a')
  pass(5_000)
  assert.is(await keysOf('a'), '')
})

absence('keys that are wrong now close the app at once: what they were before is no matter', async () => {
  const { registry, pass, keysOf } = world()
  registry.set('a', ['k1'])
  await keysOf('a')
  registry.set('a', ['bad'])
  pass(60_000)
  assert.is(await keysOf('a'), 'away: no key')
  assert.is(await keysOf('a'), 'away: no key')
  registry.set('a', ['k1', 'k2', 'k3', 'k4', 'k5'])
  assert.is(await keysOf('a'), 'away: the registry has 5 keys for it, and 4 are the most')
})

absence.run()

const flood = suite('KeyCache: a flood of unknown apps')

flood('an unknown app is asked for once in five seconds', async () => {
  const { registry, asked, pass, keysOf } = world()
  await keysOf('x')
  registry.set('x', ['k1'])
  pass(4999)
  assert.is(await keysOf('x'), '')
  assert.is(asked.length, 1)
  pass(1)
  assert.is(await keysOf('x'), 'k1')
})

flood('a thousand of them are remembered, and not one more', async () => {
  const { asked, keysOf } = world()
  for (let i = 0; i <= KeyCache.mostUnknown; i++) await keysOf(`x${i}`)
  assert.is(await keysOf(`x${KeyCache.mostUnknown}`), '')
  assert.is(asked.length, KeyCache.mostUnknown + 1)
  await keysOf('x0')
  assert.is(asked.length, KeyCache.mostUnknown + 2)
})

flood('they displace no app that is known', async () => {
  const { registry, asked, keysOf } = world()
  registry.set('a', ['k1'])
  await keysOf('a')
  for (let i = 0; i < 3 * KeyCache.mostUnknown; i++) await keysOf(`x${i}`)
  assert.is(await keysOf('a'), 'k1')
  assert.is(asked.filter((name) => name === 'a').length, 1)
})

flood(
  'few of them wait at once, the others are refused at once, and a known app is looked up all the same',
  async () => {
    const { registry, pass, hold, keysOf } = world()
    registry.set('a', ['k1'])
    await keysOf('a')
    pass(60_000)
    registry.set('a', ['k2'])
    const open = hold()
    const waiting = Array.from({ length: KeyCache.mostWaiting }, (_, i) => keysOf(`x${i}`))
    assert.match(await keysOf('one too many'), /^away: 64 apps/)
    const known = keysOf('a')
    open()
    assert.is(await known, 'k2')
    assert.equal([...new Set(await Promise.all(waiting))], [''])
    assert.is(await keysOf('one too many'), '')
  },
)

flood('ten thousand known apps are kept, and not one more: the first is looked up again', async () => {
  const { registry, asked, keysOf } = world()
  for (let i = 0; i <= KeyCache.mostKnown; i++) {
    registry.set(`a${i}`, [`k${i}.`])
    await keysOf(`a${i}`)
  }
  assert.is(await keysOf(`a${KeyCache.mostKnown}`), `k${KeyCache.mostKnown}.`)
  assert.is(asked.length, KeyCache.mostKnown + 1)
  assert.is(await keysOf('a0'), 'k0.')
  assert.is(asked.length, KeyCache.mostKnown + 2)
})

flood.run()

const sharing = suite('KeyCache: a key of two apps')

sharing(
  'is refused to the second while the first is known to have it, and is theirs when it is theirs alone',
  async () => {
    const { registry, pass, keysOf } = world()
    registry.set('a', ['k1'])
    registry.set('b', ['k2', 'k1'])
    assert.is(await keysOf('a'), 'k1')
    assert.is(await keysOf('b'), 'away: a key of it is registered for another app, too')
    assert.is(await keysOf('a'), 'k1')
    registry.delete('a')
    pass(60_000)
    assert.is(await keysOf('b'), 'k2 k1')
    assert.is(await keysOf('a'), '')
  },
)

sharing(
  'is not lost to another app because nobody has asked for the first for long: that one is asked for',
  async () => {
    for (const fresh of [60_000, 0]) {
      const { registry, pass, leave, keysOf } = world({ ...ages, fresh })
      registry.set('a', ['k1'])
      registry.set('b', ['k1'])
      assert.is(await keysOf('a'), 'k1')
      pass(250_000)
      assert.match(await keysOf('b'), 'registered for another app')
      assert.is(await keysOf('a'), 'k1')
      // Nor because it cannot be asked for.
      pass(250_000)
      leave(true)
      await keysOf('a')
      leave(false)
      assert.match(await keysOf('b'), 'registered for another app')
    }
  },
)

sharing('two apps that claim each other’s keys at once do not wait for each other', async () => {
  const { registry, pass, keysOf } = world()
  registry.set('a', ['k1'])
  registry.set('b', ['k2'])
  await Promise.all([keysOf('a'), keysOf('b')])
  registry.set('a', ['k1', 'k2'])
  registry.set('b', ['k2', 'k1'])
  pass(60_000)
  const answers = await Promise.all([keysOf('a'), keysOf('b')])
  assert.ok(answers.some((answer) => answer.startsWith('away: ')))
})

sharing.run()

const law = suite('KeyCache: its law')

type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'register'; readonly app: string; readonly keys: ReadonlyArray<string> }
  | { readonly do: 'away'; readonly gone: boolean }
  | { readonly do: 'forget'; readonly app: string }
  | { readonly do: 'ask'; readonly app: string }

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), app: fc.constantFrom('a', 'b') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.constantFrom(1, 500, 1000, 30_000, 60_000, 240_000),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('register' as const),
        app: fc.constantFrom('a', 'b'),
        keys: fc.subarray(['k1', 'k2', 'k3']),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), gone: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), app: fc.constantFrom('a', 'b') }) },
  ),
  { maxLength: 60 },
)

law('for all histories: an answered key was registered within the time to live, or the stale limit in an absence', () =>
  fc.assert(
    fc.asyncProperty(steps, async (history: ReadonlyArray<Step>) => {
      const fresh = 60_000
      const stale = 300_000
      const { registry, pass, leave, cache, keysOf } = world({ ...ages, fresh, stale })
      let now = 0
      let lastAway = Number.NEGATIVE_INFINITY
      let gone = false
      // For each app and key, when it was last registered: now, while it is.
      const last = new Map<string, number>()
      const touch = () => {
        for (const [name, keys] of registry) for (const each of keys) last.set(`${name} ${each}`, now)
        if (gone) lastAway = now
      }
      for (const step of history) {
        touch()
        if (step.do === 'pass') {
          pass(step.ms)
          now += step.ms
          touch()
        } else if (step.do === 'register') registry.set(step.app, step.keys)
        else if (step.do === 'away') {
          gone = step.gone
          leave(gone)
          touch()
        } else if (step.do === 'forget') cache.forget(app(step.app))
        else {
          const answer = await keysOf(step.app)
          // A second of pause and one look-up in the background may pass before a registry that is back is heard.
          const limit = now - lastAway <= fresh ? stale : fresh
          if (answer === '' || answer.startsWith('away: ')) continue
          for (const each of answer.split(' ')) {
            const age = now - (last.get(`${step.app} ${each}`) ?? Number.NEGATIVE_INFINITY)
            assert.ok(age < limit, `${each} of ${step.app} was withdrawn ${age} ms ago`)
          }
        }
      }
    }),
    { numRuns: 500 },
  ),
)

law.run()

const ended = suite('KeyCache: a look-up that the runtime has ended')

ended('is waited for as long as look-ups are, and then made anew; what it finds later is not kept', async () => {
  const { registry, asked, pass, hold, keysOf } = world({ ...ages, timeout: 1000 })
  registry.set('a', ['k1'])
  const open = hold()
  const first = keysOf('a')
  pass(1000)
  const second = keysOf('a')
  assert.equal(asked, ['a'])
  pass(1)
  registry.set('a', ['k2'])
  const third = keysOf('a')
  assert.equal(asked, ['a', 'a'])
  open()
  assert.equal(await Promise.all([third, second, first]), ['k2', 'k1', 'k1'])
  assert.is(await keysOf('a'), 'k2')
})

ended('and rejects: whoever waited for it looks up anew, all of them once', async () => {
  let fail = (_: Error): void => {}
  let asked = 0
  const cache = KeyCache.make({ elapsed: () => 0 }, ages, {
    find: () => () =>
      ++asked === 1
        ? new Promise((_, reject) => {
            fail = reject
          })
        : Promise.resolve({ _tag: 'Found', keys: [key('k1')] }),
    onProblem: () => {},
  })
  const first = cache
    .keysOf(app('a'))()
    .catch((error) => error.message)
  const others = [1, 2, 3].map(async () => said(await cache.keysOf(app('a'))()))
  fail(new Error('gone'))
  assert.equal(await Promise.all([first, ...others]), ['gone', 'k1', 'k1', 'k1'])
  assert.is(asked, 2)
})

ended('keeps no place of those that unknown apps may take', async () => {
  const { asked, pass, hold, keysOf } = world({ ...ages, timeout: 1000 })
  hold()
  for (let i = 0; i < KeyCache.mostWaiting; i++) void keysOf(`a-${i}`)
  assert.match(await keysOf('b'), /^away: 64 apps that are not known/)
  assert.not.ok(asked.includes('b'))
  pass(1001)
  void keysOf('b')
  assert.ok(asked.includes('b'))
})

ended('while the registry is away: somebody waits for the next one', async () => {
  const { registry, asked, pass, leave, hold, keysOf } = world({ ...ages, timeout: 1000 })
  registry.set('a', ['k1'])
  await keysOf('a')
  leave(true)
  pass(60_000)
  assert.is(await keysOf('a'), 'k1')
  const open = hold()
  pass(KeyCache.pauseMs)
  // Nobody waits for this one, and it never ends.
  assert.is(await keysOf('a'), 'k1')
  assert.is(asked.length, 3)
  leave(false)
  registry.set('a', ['k2'])
  pass(KeyCache.pauseMs + 1)
  const next = keysOf('a')
  open()
  assert.is(await next, 'k2')
})

ended.run()
