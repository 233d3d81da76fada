/** What `conform` says while it runs, in a time that the spec moves. */
import { Writable } from 'node:stream'
import { progressOn } from '../../../src/apps/cli/progress.ts'
import { assert, suite } from '../../support/suite.ts'

const progress = suite('the progress of conform')

const begun = (isTTY: boolean) => {
  const written: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      written.push(String(chunk))
      done()
    },
  })
  const stderr = Object.assign(stream, { isTTY })
  const time = { now: 0, ticks: new Map<() => void, number>() }
  const shown = progressOn(
    { stderr, env: {} },
    (ms, then) => {
      time.ticks.set(then, ms)
      return () => void time.ticks.delete(then)
    },
    () => time.now,
  )
  const pass = (ms: number): void => {
    const before = time.now
    time.now += ms
    for (const [then, every] of time.ticks)
      for (let at = Math.floor(before / every); at < Math.floor(time.now / every); at++) then()
  }
  return { shown, written, pass, ticks: time.ticks }
}

progress('in a pipe a line every ten seconds, also while the port is silent, and none after the end', () => {
  const { shown, written, pass, ticks } = begun(false)
  pass(9_999)
  assert.equal(written, [])
  pass(1)
  assert.equal(written, ['nothing is answered yet, 10 s\n'])
  shown.show(120, 5400, 0)
  shown.show(121, 5400, 2)
  pass(10_000)
  pass(10_000)
  assert.equal(written.slice(1), ['121 of 5400, 2 wrong, 20 s\n', '121 of 5400, 2 wrong, 30 s\n'])
  shown.show(121, 5400, 3, true)
  pass(10_000)
  assert.is(written.at(-1), '121 of 5400, 3 wrong, looking for the smallest input that fails, 40 s\n')
  shown.end()
  assert.is(ticks.size, 0)
})

progress('at a terminal a bar, which is removed at the end, and no lines', () => {
  const { shown, written, pass, ticks } = begun(true)
  assert.is(ticks.size, 0)
  pass(200)
  shown.show(5400, 5400, 0)
  shown.end()
  assert.is(written.length, 2)
  assert.match(written[0] ?? '', '5400 of 5400, 0 s')
})

progress('at a terminal a bar at most every 100 ms, but always the last; nothing is removed that was not drawn', () => {
  const { shown, written, pass } = begun(true)
  shown.end()
  assert.equal(written, [])
  pass(200)
  shown.show(1, 3, 0)
  shown.show(2, 3, 0)
  assert.is(written.length, 1)
  shown.show(3, 3, 0)
  assert.match(written[1] ?? '', '3 of 3')
})
