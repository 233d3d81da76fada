/**
 * A handler runs only for the method and target that were signed, authorised and reported: generated requests over raw sockets to
 * the lowest and the highest version of each framework. `COUNTERSIGN_ALL=1` sends fifty times as many.
 */
import { mayReport, named, resolved } from '../../../scripts/evidence/routing/reading.ts'
import { stands } from '../../../scripts/evidence/routing/stands.ts'
import { tryStand } from '../../../scripts/evidence/routing/trial.ts'
import { closeSessions } from '../../../scripts/evidence/routing/wire.ts'
import { assert, suite } from '../../support/suite.ts'

const reading = suite('our own reading of a target')

reading('takes origin-form as it is, and of a plain absolute-form what follows the authority', () => {
  for (const [text, expected] of [
    ['/a/../b?c', '/a/../b?c'],
    ['http://h:80/a', '/a'],
    ['https://[::1]/a?', '/a?'],
  ] as const)
    assert.is(named(text), expected)
  for (const text of [
    '*',
    'http://h',
    'http://h?x/a',
    'HTTP://h/a',
    'http://h:acme/a',
    'http://u@h/a',
    '/\xff',
    '/a#b',
  ])
    assert.is(named(text), undefined, text)
})

reading('resolves dot segments, and takes a backslash for a slash', () => {
  assert.is(resolved('/a/%2e%2E\\b/./c/..?/../d'), '/b/?/../d')
  assert.ok(mayReport('/b', 'http://h/a/../b', { reports: 'resolved' }))
  assert.not.ok(mayReport('/b', 'http://h/a/../b', { reports: 'text' }))
})

const routing = suite('generated requests run only the handler that was signed for')

/** Those of the first seed are always the same: they are enough for every mutant of an adapter. */
const requestsOfSeeds: ReadonlyArray<readonly [seed: number, requests: number]> = [
  [1, 2000],
  [2, 500],
  [Number(process.env.SPEC_SEED ?? 3), 500],
]
const times = process.env.COUNTERSIGN_ALL === '1' ? 50 : 1

for (const { name, start } of stands) {
  routing(name, async () => {
    const running = await start()
    try {
      for (const [seed, requests] of requestsOfSeeds) {
        const difference = await tryStand(running, requests * times, seed)
        assert.is(difference && JSON.stringify({ seed, ...difference }, null, 1), undefined)
      }
    } finally {
      closeSessions()
      await running.stop()
    }
  })
}
