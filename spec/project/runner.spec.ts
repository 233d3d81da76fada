// The runner is shown specs that uvu's own command would pass or never end, and must fail each by name.
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Ended, type Files, plant, runIn } from '../support/project.ts'

const command = `node --import ${resolve('scripts/typescript.mjs')} ${resolve('scripts/test.ts')}`
const lastLine = ({ output }: Ended): string => output.trimEnd().split('\n').at(-1) ?? ''

/** What the runner says of a file: the line that names it, and all up to the next file's. */
const about = ({ output }: Ended, path: string): string =>
  output.split(/^(?=[✓✘] |failed: )/m).find((part) => part.startsWith(`✓ ${path}`) || part.startsWith(`✘ ${path}`)) ??
  ''

/** A spec with one suite, a test that passes, and `more` before the suite is run. */
const spec = (more: string, run = 's.run()'): string => `import { suite, test } from 'uvu'
import * as assert from 'uvu/assert'
import { needs } from '${resolve('spec/support/needs.ts')}'
const s = suite('planted')
s('passes', () => assert.ok(true))
${more}
${run}
`

const faults: readonly (readonly [what: string, code: string, says: RegExp])[] = [
  [
    'a failing test',
    spec(`s('fails', () => assert.is(1, 2))`),
    /1 passed, 1 failed[\s\S]*planted.*"fails"[\s\S]*\+\+2[\s\S]*--1/,
  ],
  ['an empty file', '', /it runs no suite/],
  ['a suite without a test', spec('', `s.run()\nsuite('hollow').run()`), /suite "hollow" has no test/],
  ['the only suite not run', spec('', ''), /suite "planted" is never run/],
  ['one of two suites not run', spec(`suite('other')('t', () => {})`), /suite "other" is never run/],
  ['the unnamed suite not run', spec(`test('t', () => {})`), /the suite without a name is never run/],
  [
    'a before hook that throws',
    spec(`s.before(() => { throw Error('no footing') })`),
    /before hook .*: Error: no footing/,
  ],
  ['an after hook that throws', spec(`s.after(() => { throw Error('no end') })`), /after hook .*: Error: no end/],
  [
    'a before.each hook that throws',
    spec(`s.before.each(() => { throw Error('no start') })`),
    /"passes"[\s\S]*no start/,
  ],
  [
    'an after.each hook that throws',
    spec(`s.after.each(() => { throw Error('no rest') })`),
    /after.each hook .*: Error: no rest/,
  ],
  [
    'an unhandled rejection',
    spec(`s('r', () => void Promise.reject(Error('lost')))`),
    /unhandled rejection: Error: lost/,
  ],
  [
    'an uncaught exception',
    spec(`s('u', async () => {
    setTimeout(() => { throw Error('late') })
    await new Promise((done) => setTimeout(done, 20))
  })`),
    /uncaught exception: Error: late/,
  ],
  ['.only', spec(`s.${'only'}('alone', () => {})`), /suite "planted" has an .only left in/],
  ['a skip without a reason', spec(`s.${'skip'}('later', () => {})`), /does not say what it needs/],
  ['a file that cannot be parsed', 'const = 1', /it cannot be loaded: /],
  ['a file that throws', `throw Error('at once')`, /it cannot be loaded: Error: at once/],
  ['a missing import', `import './nowhere.ts'`, /it cannot be loaded: [\s\S]*nowhere.ts/],
  [
    'an early exit',
    spec(`s('leaves', () => process.exit(0))`),
    /ended with exit code 0 in suite "planted", test "leaves"/,
  ],
  [
    'an exit handler that throws',
    spec(`process.on('exit', () => { throw Error('x') })`),
    /exit code \d+ after its last test/,
  ],
  [
    'a test that never settles',
    spec(`s('waits', () => new Promise(() => {}))`),
    /ended with exit code 13 in .* test "waits"/,
  ],
  [
    'a crash',
    spec(`s('crashes', () => process.kill(process.pid, 'SIGSEGV'))`),
    /ended with SIGSEGV in .* test "crashes"/,
  ],
]
const pathOf = (what: string): string => `spec/${what.replaceAll(/\W+/g, '-')}.spec.ts`

const runner = suite<{ ended: Ended }>('a spec with a fault')
runner.before(async (context) => {
  const folder = plant(Object.fromEntries(faults.map(([what, code]) => [pathOf(what), code])))
  context.ended = await runIn(folder, `${command} .spec.ts`)
})
for (const [what, , says] of faults) {
  runner(`${what} fails its file`, ({ ended }) => {
    const told = about(ended, pathOf(what))
    assert.match(told, says)
    assert.ok(told.startsWith('✘'))
  })
}
runner('all of them are named at the end, and counted in the last line', ({ ended }) => {
  assert.is(ended.code, 1)
  for (const [what] of faults) assert.match(ended.output.slice(ended.output.indexOf('\nfailed: ')), pathOf(what))
  assert.match(lastLine(ended), /^\d+ passed, \d+ failed, 1 skipped$/)
})
runner.run()

const ending = suite('the end of a run')
const run = (files: Files, args: string, env?: NodeJS.ProcessEnv): Promise<Ended> =>
  runIn(plant(files), `${command} ${args}`, env)

ending('passes where every test passes', async () => {
  const ended = await run({ 'spec/a.spec.ts': spec(''), 'spec/deep/b.spec.ts': spec(`s('two', () => {})`) }, 'spec')
  assert.is(lastLine(ended), '3 passed, 0 failed')
  assert.is(ended.code, 0)
})

ending('takes the specs whose path holds one of the words', async () => {
  const files = { 'spec/a.spec.ts': spec(''), 'spec/b.spec.ts': spec(''), 'spec/c.spec.ts': 'bad' }
  assert.is(lastLine(await run(files, 'a.spec b.spec')), '2 passed, 0 failed')
})

ending('leaves specs that need more than Node to --live, and to a word that names them', async () => {
  const files = { 'spec/a.spec.ts': spec(''), 'spec/b.live.spec.ts': spec(`s('two', () => {})`) }
  assert.is(lastLine(await run(files, '--live')), '2 passed, 0 failed')
  assert.is(lastLine(await run(files, 'b.live')), '2 passed, 0 failed')
  assert.is(lastLine(await run(files, 'spec/')), '3 passed, 0 failed')
  assert.not.match((await run({ ...files, 'package.json': '{"scripts":{}}' }, '')).output, 'b.live')
})

ending('fails where no spec is found', async () => {
  const ended = await run({ 'spec/a.spec.ts': spec('') }, 'nonsense')
  assert.match(ended.output, `no spec's path holds nonsense`)
  assert.is(lastLine(ended), '0 passed, 1 failed')
  assert.is(ended.code, 1)
})

// It loops for a minute rather than for ever, lest a broken runner leave it behind.
const hangs = spec(`s('hangs', () => { for (const until = Date.now() + 60_000; Date.now() < until; ); })`)
ending('stops a spec that hangs, and says where', async () => {
  const ended = await run({ 'spec/hangs.spec.ts': hangs, 'spec/b.spec.ts': spec('') }, '--limit=3 spec')
  assert.match(about(ended, 'spec/hangs.spec.ts'), 'it was stopped after 3 s in suite "planted", test "hangs"')
  assert.is(lastLine(ended), '1 passed, 1 failed')
})

ending('ends what a spec has left running', async () => {
  const leaves = spec(`s('leaves', () => void spawn('sleep', ['100'], { stdio: 'inherit' }))`)
  const ended = await run({ 'spec/a.spec.ts': `import { spawn } from 'node:child_process'\n${leaves}` }, 'spec')
  assert.is(lastLine(ended), '2 passed, 0 failed')
})

const lacking = { 'spec/a.spec.ts': spec(`needs('no-such-tool', s)('t', () => {})\nneeds('sh', s)('u', () => {})`) }
ending('names the tool for whose want a test is skipped', async () => {
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

ending.run()

const full = suite('a full run')
const packageJson = (types: string): string =>
  JSON.stringify({
    type: 'module',
    scripts: { 'lint:rules': 'true', 'lint:layers': 'true', 'typecheck:all': types, 'typecheck:pure': 'true' },
  })
const covered: Files = {
  'package.json': packageJson('true'),
  'src/core/Types.ts': `import type { A } from './A.ts'\nexport type B = A\n`,
  'src/core/Half.ts': `export const used = (): number => {\n  return 1\n}\n`,
  'spec/half.spec.ts': `import { used } from '../src/core/Half.ts'\n${spec(`s('one', () => assert.is(used(), 1))`)}`,
}

full('counts each static step and the coverage as a test', async () => {
  const ended = await run(covered, '')
  assert.is(lastLine(ended), '7 passed, 0 failed')
  assert.is(ended.code, 0)
})

full('fails a static step, and shows what it says', async () => {
  const ended = await run({ ...covered, 'package.json': packageJson('echo a wrong type; exit 2') }, '')
  assert.match(about(ended, 'typecheck:all'), 'a wrong type')
  assert.is(lastLine(ended), '6 passed, 1 failed')
})

full('fails on lines of the pure code that run in no spec, and lists them', async () => {
  const unused = `export const unused = (): number => {\n  const two = 2\n  return two\n}\n`
  const files = {
    ...covered,
    'src/core/Half.ts': `${covered['src/core/Half.ts']}${unused}`,
    'src/job/Never.ts': unused,
    'src/node/free.ts': unused,
  }
  const told = about(await run(files, ''), 'coverage')
  assert.match(told, /^src\/core\/Half\.ts:5-7$/m)
  assert.match(told, /^src\/job\/Never\.ts:1-4$/m)
  assert.not.match(told, 'free.ts')
  assert.not.match(told, 'Types.ts')
})

full.run()
