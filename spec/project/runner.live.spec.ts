// How a test run ends, and what a full run adds: each test here starts one or more runs.

import { type Ended, type Files, plant, runIn } from '../support/project.ts'
import { assert, byTurns, suite } from '../support/suite.ts'
import { about, command, lastLine, spec } from './runner.ts'

const ending = byTurns(3, suite('the end of a run'))
const run = (files: Files, args: string, env?: NodeJS.ProcessEnv): Promise<Ended> =>
  runIn(plant(files), `${command} ${args}`, env)

ending('selects the specs whose path contains one of the words', async () => {
  const files = { 'spec/a.spec.ts': spec(''), 'spec/b.spec.ts': spec(''), 'spec/c.spec.ts': 'bad' }
  assert.is(lastLine(await run(files, 'a.spec b.spec')), '2 passed, 0 failed')
})

ending('runs specs that need more than Node only under --live or by name', async () => {
  const files = { 'spec/a.spec.ts': spec(''), 'spec/b.live.spec.ts': spec(`s('two', () => {})`) }
  assert.is(lastLine(await run(files, '--live')), '2 passed, 0 failed')
  assert.is(lastLine(await run(files, 'b.live')), '2 passed, 0 failed')
  assert.is(lastLine(await run(files, 'spec/')), '1 passed, 0 failed', 'a word that quick specs match')
  assert.is(lastLine(await run(files, 'spec/b')), '2 passed, 0 failed', 'a word that only live ones match')
  assert.not.match((await run({ ...files, 'package.json': '{"scripts":{}}' }, '')).output, 'b.live')
})

ending('runs one live spec of four where turns are taken, and all of them by name', async () => {
  const files = Object.fromEntries([...'abcde'].map((name) => [`spec/${name}.live.spec.ts`, spec('')]))
  const first = await run(files, '--live', { SPEC_TURN: '8' })
  assert.match(first.output, '2 of 5 live specs had their turn')
  assert.is(lastLine(first), '2 passed, 0 failed')
  assert.is(lastLine(await run(files, '--live', { SPEC_TURN: '9' })), '1 passed, 0 failed')
  assert.is(lastLine(await run(files, '--live .live', { SPEC_TURN: '9' })), '5 passed, 0 failed')
})

ending('runs the quick specs first where live ones are wanted as well', async () => {
  const quick = [...'bcdefghi'].map((name) => [`spec/${name}/${name}.spec.ts`, spec('')])
  const files = { 'spec/a.live.spec.ts': spec(''), ...Object.fromEntries(quick) }
  // One that took long in the last run is still behind the quick ones.
  const last = { 'spec/a.live.spec.ts': { tests: 1, seconds: 500 } }
  const { output } = await run({ ...files, '.tmp/last-run.json': JSON.stringify(last) }, 'spec/ --live')
  const order = [...output.matchAll(/^✓ spec\/(\w)/gm)].map(([, name]) => name)
  // Of three processes two may still run a quick one when the live one begins.
  assert.is(order.length, 9)
  assert.ok(order.indexOf('a') >= 6, order.join())
})

ending('fails if no spec is found', async () => {
  const ended = await run({ 'spec/a.spec.ts': spec('') }, 'nonsense')
  assert.match(ended.output, `no spec's path holds nonsense`)
  assert.is(lastLine(ended), '0 passed, 1 failed')
  assert.is(ended.code, 1)
})

// It loops for a minute, not for ever, in case a broken runner leaves it behind.
const hangs = spec(`s('hangs', () => { for (const until = Date.now() + 60_000; Date.now() < until; ); })`)
ending('stops a spec that hangs, and names its test', async () => {
  const ended = await run({ 'spec/hangs.spec.ts': hangs, 'spec/b.spec.ts': spec('') }, '--limit=3 spec')
  const shown = about(ended, 'spec/hangs.spec.ts')
  assert.match(shown, 'it was stopped: no test began for 3 s in suite "planted", test "hangs"')
  assert.is(lastLine(ended), '1 passed, 1 failed')
})

ending('lets a file take longer than the limit while its tests go on', async () => {
  const slow = spec(`for (const i of [1, 2, 3, 4]) s('waits ' + i, () => new Promise((done) => setTimeout(done, 700)))`)
  const ended = await run({ 'spec/slow.spec.ts': slow }, '--limit=2 spec')
  assert.is(lastLine(ended), '5 passed, 0 failed')
})

const random = `import fc from 'fast-check'\n${spec(`s('fails for some', () => {
  fc.assert(fc.property(fc.nat(1000), fc.nat(1000), (a, b) => assert.ok(a + b < 700, 'with ' + a + ' and ' + b)))
})`)}`
ending('says how to repeat a property that fails, and draws the same again', async () => {
  const first = await run({ 'spec/random.spec.ts': random }, 'spec')
  const [, args = ''] = /AGAIN {2}npm test -- (.*)/.exec(first.output) ?? []
  const counterexample = /Counterexample: .*/
  const second = await run({ 'spec/random.spec.ts': random }, args)
  const third = await run({ 'spec/random.spec.ts': random }, args)
  assert.match(args, /^spec\/random\.spec\.ts --seed=-?\d+$/)
  assert.is(second.output.match(counterexample)?.[0], third.output.match(counterexample)?.[0])
  assert.is(second.output.match(/seed: (-?\d+)/)?.[0], first.output.match(/seed: (-?\d+)/)?.[0])
})

ending('ends processes that a spec has left running', async () => {
  const leaves = spec(`s('leaves', () => void spawn('sleep', ['100'], { stdio: 'inherit' }))`)
  const ended = await run({ 'spec/a.spec.ts': `import { spawn } from 'node:child_process'\n${leaves}` }, 'spec')
  assert.is(lastLine(ended), '2 passed, 0 failed')
})

ending('ends a process that a thread holds, and says so', async () => {
  const opens = `s('opens', () => { execFileSync('mkfifo', ['fifo']); open('fifo', 'r', () => {}) })`
  const head = `import { execFileSync } from 'node:child_process'\nimport { open } from 'node:fs'\n`
  const ended = await run({ 'spec/core/a.spec.ts': head + spec(opens) }, '--limit=3 spec')
  assert.match(ended.output, 'it ended with SIGKILL after its last test')
  assert.is(lastLine(ended), '2 passed, 1 failed')
})

ending('specs of one folder share a process, with separate results', async () => {
  const files = {
    'spec/core/a.spec.ts': spec(`s('sets', () => { globalThis.shared = true })`),
    'spec/core/b.spec.ts': spec(`s('fails', () => assert.not(globalThis.shared))`),
    'spec/core/c.spec.ts': spec(`s('crashes', () => process.kill(process.pid, 'SIGSEGV'))`),
    'spec/core/d.spec.ts': spec(''),
    'spec/cli/e.spec.ts': spec(`s('apart', () => assert.not(globalThis.shared))`),
  }
  const ended = await run(files, 'spec')
  assert.match(about(ended, 'spec/core/a.spec.ts'), '✓ spec/core/a.spec.ts: 2 passed')
  assert.match(about(ended, 'spec/core/b.spec.ts'), /1 passed, 1 failed[\s\S]*"fails"/)
  assert.match(about(ended, 'spec/core/c.spec.ts'), 'it ended with SIGSEGV in suite "planted", test "crashes"')
  assert.match(about(ended, 'spec/core/d.spec.ts'), '✓ spec/core/d.spec.ts: 1 passed')
  assert.is(lastLine(ended), '6 passed, 2 failed')
})

const lacking = { 'spec/a.spec.ts': spec(`needs('no-such-tool', s)('t', () => {})\nneeds('sh', s)('u', () => {})`) }
ending('names the missing tool for which a test is skipped', async () => {
  const ended = await run(lacking, 'spec')
  assert.match(ended.output, 'this machine lacks: no-such-tool')
  assert.is(lastLine(ended), '2 passed, 0 failed, 1 skipped')
  assert.is(ended.code, 0)
})

ending('skips nothing under CI', async () => {
  const ended = await run(lacking, 'spec', { CI: 'true' })
  assert.match(about(ended, 'spec/a.spec.ts'), 'no-such-tool is missing, and CI skips nothing')
  assert.is(lastLine(ended), '2 passed, 1 failed')
})

const full = byTurns(3, suite('a full run'))
const packageJson = (types: string): string => JSON.stringify({ type: 'module', scripts: { check: types } })
const covered: Files = {
  'package.json': packageJson('true'),
  'src/core/Types.ts': `import type { A } from './A.ts'\nexport type B = A\n`,
  'src/core/Half.ts': `export const used = (): number => {\n  return 1\n}\n`,
  'spec/core/half.spec.ts': `import { used } from '../../src/core/Half.ts'\n${spec(`s('one', () => assert.is(used(), 1))`)}`,
}

full('counts each static step and the coverage as a test', async () => {
  const ended = await run(covered, '')
  assert.is(lastLine(ended), '4 passed, 0 failed')
  assert.is(ended.code, 0)
})

full('fails a static step, and shows its output', async () => {
  const ended = await run({ ...covered, 'package.json': packageJson('echo a wrong type; exit 2') }, '')
  assert.match(about(ended, 'check'), 'a wrong type')
  assert.is(lastLine(ended), '3 passed, 1 failed')
})

full('fails on lines of pure code that its own specs do not run, and lists them', async () => {
  const unused = `export const unused = (): number => {\n  const two = 2\n  return two\n}\n`
  const files = {
    ...covered,
    'src/core/Half.ts': `${covered['src/core/Half.ts']}${unused}`,
    'src/job/Never.ts': unused,
    'spec/node/never.spec.ts': `import { unused } from '../../src/job/Never.ts'\n${spec(`s('two', () => assert.is(unused(), 2))`)}`,
    'src/node/free.ts': unused,
  }
  const told = about(await run(files, ''), 'coverage')
  assert.match(told, /^src\/core\/Half\.ts:5-7$/m)
  assert.match(told, /^src\/job\/Never\.ts:1-4$/m)
  assert.not.match(told, 'free.ts')
  assert.not.match(told, 'Types.ts')
})
