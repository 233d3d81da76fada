/**
 * The machine behind keysFromUrl, in generated histories: what a URL may do, what a program may call, and time between. A model
 * beside it says what was published when; no timer and no promise is needed.
 */
import fc from 'fast-check'
import * as UrlDocument from '../../../src/server/keys/UrlDocument.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

/** A document is known by the version that was published; each app of it has the key of that version. */
type Version = number

interface Answering {
  readonly kind: 'ok' | 'failing' | 'hanging'
  readonly latency: number
}

interface Flying {
  readonly fetch: UrlDocument.Fetch
  readonly endsAt: number
  readonly outcome: UrlDocument.Outcome<Version>
}

interface World {
  readonly rules: UrlDocument.Rules
  state: UrlDocument.State<Version>
  now: number
  /** When each version was published. */
  readonly published: Array<number>
  url: Answering
  flying: Array<Flying>
  fetches: Array<number>
  lifetime: number | undefined
  /** The ETag does not change with the document. */
  readonly isLying: boolean
}

const start = (rules: UrlDocument.Rules, isLying = false): World => ({
  rules,
  isLying,
  state: UrlDocument.initial,
  now: 0,
  published: [0],
  url: { kind: 'ok', latency: 0 },
  flying: [],
  fetches: [],
  lifetime: undefined,
})

const last = (world: World): Version => world.published.length - 1

/** The URL reads its document when it is asked. */
const outcomeOf = (world: World, { etag }: UrlDocument.Fetch): UrlDocument.Outcome<Version> => {
  const { kind } = world.url
  const version = last(world)
  const { lifetime } = world
  if (kind !== 'ok') return { _tag: 'Failed', detail: kind }
  const tag = world.isLying ? 'same' : String(version)
  return etag === tag ? { _tag: 'Unchanged', lifetime } : { _tag: 'Whole', document: version, etag: tag, lifetime }
}

const step = (world: World, event: UrlDocument.Event<Version>): UrlDocument.Decision<Version> => {
  const decision = UrlDocument.decide(world.rules, world.state, event)
  world.state = decision.state
  const { begin } = decision
  if (begin !== undefined) {
    world.fetches.push(begin.number)
    const takes = world.url.kind === 'hanging' ? world.rules.timeout : world.url.latency
    world.flying.push({ fetch: begin, endsAt: world.now + takes, outcome: outcomeOf(world, begin) })
  }
  return decision
}

/** Passes time; fetches end in the order of their ends. */
const pass = (world: World, until: number): void => {
  for (;;) {
    const [next] = world.flying.filter(({ endsAt }) => endsAt <= until).sort((one, other) => one.endsAt - other.endsAt)
    if (next === undefined) break
    world.flying = world.flying.filter((each) => each !== next)
    world.now = Math.max(world.now, next.endsAt)
    step(world, { _tag: 'Ended', at: world.now, fetch: next.fetch, outcome: next.outcome })
  }
  world.now = Math.max(world.now, until)
}

interface Seen {
  readonly version: Version | undefined
  readonly waited: number
}

/** A request of an app: it waits as it is told, and sees a version, or none. */
const ask = (world: World, appId: string, lacks = false): Seen => {
  const { now: began } = world
  const { wait } = step(world, { _tag: 'Asked', at: began, appId, lacks })
  if (wait === undefined) {
    const version = UrlDocument.usable(world.rules, world.state, appId, began)?.document
    return { version, waited: 0 }
  }
  const end = world.flying.filter(({ fetch }) => fetch.number >= wait.number).map(({ endsAt }) => endsAt)
  pass(world, Math.min(wait.until, ...end))
  const version = UrlDocument.afterWait(world.rules, world.state, appId, world.now, wait)?.document
  return { version, waited: world.now - began }
}

type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'publish' }
  | { readonly do: 'url'; readonly url: Answering }
  | { readonly do: 'lifetime'; readonly ms: number | undefined }
  | { readonly do: 'ask'; readonly lacks: boolean }
  | { readonly do: 'reload' }
  | { readonly do: 'forget'; readonly appId: string | undefined }

const limits = fc.constantFrom([0, 10_000], [1000, 10_000], [5000, 10_000], [1000, 60_000], [60_000, 300_000])
const rulesDrawn: fc.Arbitrary<UrlDocument.Rules> = fc
  .tuple(limits, fc.constantFrom(0, 1000, 10_000), fc.constantFrom(500, 5000))
  .map(([[ttl = 0, staleLimit = 0], coolDown, timeout]) => ({ ttl, staleLimit, coolDown, timeout }))

const stepOf = (url: fc.Arbitrary<Answering>): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.constantFrom(1, 400, 999, 1000, 2500, 5000, 10_000, 45_000, 120_000),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('ask' as const),
        lacks: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'publish' as const }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('url' as const), url }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('lifetime' as const), ms: fc.constantFrom(undefined, 0, 3000, 400_000) }),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'reload' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('forget' as const), appId: fc.constantFrom('app-2', undefined) }),
    },
  )

const sound: fc.Arbitrary<Answering> = fc.record({
  kind: fc.constant('ok' as const),
  latency: fc.constantFrom(0, 50, 999),
})
const anyUrl: fc.Arbitrary<Answering> = fc.record({
  kind: fc.constantFrom('ok' as const, 'failing' as const, 'hanging' as const),
  latency: fc.constantFrom(0, 300, 1500, 3000),
})

const historyOf = (url: fc.Arbitrary<Answering>) => fc.array(stepOf(url), { maxLength: 60 })

/** Takes one step; of an ask, what was seen. */
const take = (world: World, each: Step): Seen | undefined => {
  switch (each.do) {
    case 'pass':
      pass(world, world.now + each.ms)
      return undefined
    case 'publish':
      world.published.push(world.now)
      return undefined
    case 'url':
      world.url = each.url
      return undefined
    case 'lifetime':
      world.lifetime = each.ms
      return undefined
    case 'reload':
      step(world, { _tag: 'ReloadAsked', at: world.now })
      return undefined
    case 'forget':
      step(world, { _tag: 'Forgotten', appId: each.appId })
      return undefined
    case 'ask':
      return ask(world, 'app-1', each.lacks)
  }
}

/** For how long a version has been withdrawn. */
const withdrawnFor = ({ published, now }: World, version: Version): number => {
  const next = published[version + 1]
  return next === undefined ? 0 : now - next
}

const law = suite('UrlDocument: properties')

law('for all histories: nothing counts longer than staleLimit after it was withdrawn, and a single fetch', () =>
  forAll([rulesDrawn, historyOf(anyUrl), fc.boolean()], { numRuns: 1000 }, (rules, history, isLying) => {
    const world = start(rules, isLying)
    for (const each of history) {
      const seen = take(world, each)
      if (seen?.version === undefined) continue
      const age = withdrawnFor(world, seen.version)
      assert.ok(age <= Math.max(rules.staleLimit, rules.timeout), `withdrawn ${age} ms ago: ${JSON.stringify(each)}`)
    }
  }),
)

law('for all histories of a URL that answers within a second: nothing outlives its freshness and one fetch', () =>
  forAll([rulesDrawn, historyOf(sound)], { numRuns: 1000 }, (rules, history) => {
    const world = start({ ...rules, timeout: 5000 })
    // The longest freshness that any document had: a later answer may shorten it only for later documents.
    let longest: number = rules.ttl
    for (const each of history) {
      if (each.do === 'lifetime') longest = Math.max(longest, each.ms ?? 0)
      const seen = take(world, each)
      if (seen?.version === undefined) continue
      const age = withdrawnFor(world, seen.version)
      // Where a document may not be kept, the cool-down is the least time between two fetches.
      const most = Math.max(longest, rules.coolDown) + 2 * 999
      assert.ok(age <= most, `withdrawn ${age} ms ago, of ${most}`)
    }
  }),
)

law('for all histories: while a document counts, no look-up fails, and none waits for longer than a second', () =>
  forAll([rulesDrawn, historyOf(anyUrl)], { numRuns: 1000 }, (rules, history) => {
    const world = start(rules)
    for (const each of history) {
      const kept = UrlDocument.usable(world.rules, world.state, 'app-1', world.now)
      const isFresh = UrlDocument.fresh(world.rules, world.state, 'app-1', world.now) !== undefined
      const seen = take(world, each)
      if (seen === undefined || kept === undefined || each.do !== 'ask') continue
      assert.ok(seen.waited <= UrlDocument.patienceMs, `waited ${seen.waited} ms`)
      if (isFresh && !each.lacks) assert.is(seen.waited, 0)
      // It may have come to its end during the wait.
      if (world.now - kept.since < rules.staleLimit) assert.ok(seen.version !== undefined)
    }
  }),
)

law(
  'for all histories: after a sound answer, no fault of the URL refuses an honest request for half of staleLimit',
  () =>
    forAll([rulesDrawn, historyOf(anyUrl)], { numRuns: 1000 }, (rules, history) => {
      const world = start(rules)
      for (const each of history) {
        const { kept } = world.state
        const seen = take(world, each.do === 'forget' ? { do: 'forget', appId: 'app-2' } : each)
        if (
          seen === undefined ||
          kept === undefined ||
          world.now - kept.confirmedAt >= rules.staleLimit / 2 - rules.timeout
        )
          continue
        assert.ok(seen.version !== undefined, `confirmed ${world.now - kept.confirmedAt} ms ago`)
      }
    }),
)

law('for all histories: extra fetches are at least the cool-down apart, and few run at once', () =>
  forAll([rulesDrawn, historyOf(anyUrl)], { numRuns: 1000 }, (rules, history) => {
    const world = start(rules)
    // Past its lifetime a document is fetched for its age: so none of these is ever old.
    world.lifetime = 1_000_000
    let extraAt = Number.NEGATIVE_INFINITY
    for (const each of history) {
      if (each.do === 'lifetime' || each.do === 'reload' || each.do === 'forget') continue
      const isFresh = UrlDocument.fresh(world.rules, world.state, 'app-1', world.now) !== undefined
      const at = world.now
      const before = world.fetches.length
      take(world, each)
      assert.ok(world.state.running.length <= 1)
      if (world.fetches.length === before || !isFresh) continue
      assert.ok(at - extraAt >= rules.coolDown, `${at - extraAt} ms after the one before`)
      extraAt = at
    }
  }),
)

law(
  'for all histories: a reload begins a fetch of the whole after the call, and what it finds is not replaced by older',
  () =>
    forAll([rulesDrawn, historyOf(anyUrl)], { numRuns: 1000 }, (rules, history) => {
      const world = start(rules)
      let newest = 0
      for (const each of history) {
        const before = world.state.begun
        const decision =
          each.do === 'reload' ? step(world, { _tag: 'ReloadAsked', at: world.now }) : void take(world, each)
        if (decision !== undefined) {
          assert.ok(Number(decision.wait?.number) > before)
          assert.ok(decision.begin === undefined || decision.begin.etag === undefined)
          assert.ok(decision.begin !== undefined || decision.state.isReloadQueued)
        }
        assert.ok(world.state.running.filter(({ isReload }) => isReload).length <= 1)
        const { number = 0 } = world.state.kept ?? {}
        assert.ok(number >= newest, 'an older fetch has replaced a newer one')
        newest = number
      }
    }),
)

law('for all histories: what was forgotten counts only if it was fetched after that', () =>
  forAll([rulesDrawn, historyOf(anyUrl)], { numRuns: 1000 }, (rules, history) => {
    const world = start(rules)
    let least: Version = 0
    for (const each of history) {
      // Each forgetting follows a withdrawal.
      if (each.do === 'forget') {
        world.published.push(world.now)
        least = last(world)
        step(world, { _tag: 'Forgotten', appId: each.appId === undefined ? undefined : 'app-1' })
        continue
      }
      const seen = take(world, each)
      if (seen?.version !== undefined) assert.ok(seen.version >= least, `${seen.version} of ${least}`)
    }
  }),
)

const example = suite('UrlDocument: examples')

const rules: UrlDocument.Rules = { ttl: 60_000, staleLimit: 300_000, coolDown: 10_000, timeout: 5000 }

example('a fetch that the runtime ended silently is not waited for for ever', () => {
  const world = start(rules)
  ask(world, 'app-1')
  pass(world, 60_000)
  step(world, { _tag: 'Asked', at: world.now, appId: 'app-1', lacks: false })
  world.flying = []
  pass(world, 66_001)
  assert.is(ask(world, 'app-1').version, 0)
  assert.equal(world.fetches, [1, 2, 3])
})

example('the answer of an ETag that is no longer kept says nothing', () => {
  const world = start(rules)
  ask(world, 'app-1')
  pass(world, 60_000)
  const { begin } = step(world, { _tag: 'ReloadAsked', at: world.now })
  const kept = world.state.kept
  assert.ok(begin !== undefined && kept !== undefined)
  const conditional = { number: begin.number + 1, since: world.now, etag: 'before', isReload: false }
  step(world, {
    _tag: 'Ended',
    at: world.now,
    fetch: conditional,
    outcome: { _tag: 'Unchanged', lifetime: 1_000_000 },
  })
  assert.is(world.state.kept, kept)
})

example('the whole is fetched once the document is half of staleLimit old: a 304 would leave it little time', () => {
  const world = start({ ...rules, ttl: 1000, staleLimit: 10_000 })
  const etags: Array<string | undefined> = []
  for (let second = 0; second <= 6; second++) {
    pass(world, second * 1000)
    const { begin } = step(world, { _tag: 'Asked', at: world.now, appId: 'app-1', lacks: false })
    etags.push(begin?.etag)
    pass(world, world.now)
  }
  assert.equal(etags, [undefined, '0', '0', '0', '0', undefined, '0'])
})

example('the answer of a slow fetch does not replace what a later reload has found', () => {
  const world = start(rules)
  ask(world, 'app-1')
  pass(world, 60_000)
  world.url = { kind: 'ok', latency: 3000 }
  // Of the whole: its answer is a document.
  assert.equal(ask(world, 'app-1', true), { version: 0, waited: 1000 })
  world.published.push(world.now)
  world.url = { kind: 'ok', latency: 0 }
  step(world, { _tag: 'ReloadAsked', at: world.now })
  pass(world, 70_000)
  assert.equal([world.state.kept?.document, world.state.kept?.number, world.state.running], [1, 3, []])
})

example('a reload that was given up and ends late begins no other beside the one that runs', () => {
  const world = start({ ...rules, timeout: 500 })
  world.url = { kind: 'ok', latency: 3000 }
  step(world, { _tag: 'ReloadAsked', at: world.now })
  pass(world, 2000)
  // After its time and the grace nobody waits for the first.
  step(world, { _tag: 'ReloadAsked', at: world.now })
  step(world, { _tag: 'ReloadAsked', at: world.now })
  pass(world, 3000)
  assert.equal(world.fetches, [1, 2])
  pass(world, 8000)
  assert.equal(world.fetches, [1, 2, 3])
})
