/**
 * A handler runs only for the method and target that were signed, authorised and reported: a sample of what
 * `npm run evidence -- routing` sends, over the lowest and the highest version of each framework, on this Node.
 */
import process from 'node:process'
import * as assert from 'uvu/assert'
import { mayReport, named, resolved } from '../../../scripts/evidence/routing/reading.ts'
import { type Stand, stands } from '../../../scripts/evidence/routing/stands.ts'
import { tryStand } from '../../../scripts/evidence/routing/trial.ts'
import { closeSessions } from '../../../scripts/evidence/routing/wire.ts'
import { suite } from '../../support/suite.ts'

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

reading.run()

const routing = suite('generated requests run only the handler that was signed for')

/** Always the same ones, and enough for every mutant of an adapter. */
const requests = 2000
const here = stands.filter(({ runtime }) => process.version.startsWith(`v${runtime.replace('node-', '')}.`))

const holds = async (stand: Stand): Promise<void> => {
  const running = await stand.start()
  try {
    const { difference } = await tryStand(running, requests, 1)
    assert.is(difference && JSON.stringify(difference, null, 1), undefined)
  } finally {
    closeSessions()
    await running.stop()
  }
}

for (const stand of here) routing(`${stand.framework} ${stand.version}`, () => holds(stand))

routing.run()
