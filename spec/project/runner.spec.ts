// Specs that uvu's own command would pass or never end: the runner must fail each by name.

import { type Ended, plant, runIn } from '../support/project.ts'
import { assert, suite } from '../support/suite.ts'
import { about, command, lastLine, spec } from './runner.ts'

const faults: readonly (readonly [what: string, code: string, says: RegExp])[] = [
  ['a failing test', spec(`s('fails', () => assert.is(1, 2))`), /1 failed[\s\S]*"fails"[\s\S]*\+\+2[\s\S]*--1/],
  ['an empty file', '', /it runs no suite/],
  ['a suite of uvu', spec(`import { suite as other } from 'uvu'\nother('mute').run()`), /uvu itself/],
  ['a suite without a test', spec(`suite('hollow')`), /suite "hollow" has no test/],
  ['a before hook that throws', spec(`s.before(() => { throw Error('x1') })`), /before hook .*: Error: x1/],
  ['an after hook that throws', spec(`s.after(() => { throw Error('no end') })`), /after hook .*: Error: no end/],
  ['a before.each hook that throws', spec(`s.before.each(() => { throw Error('x2') })`), /"passes"[\s\S]*x2/],
  [
    'an after.each hook that throws',
    spec(`s.after.each(() => { throw Error('x3') })`),
    /after.each hook .*: Error: x3/,
  ],
  ['a rejection', spec(`s('r', () => void Promise.reject(Error('lost')))`), /unhandled rejection: Error: lost/],
  [
    'an uncaught exception',
    spec(`s('u', async () => {
    setTimeout(() => { throw Error('late') })
    await new Promise((done) => setTimeout(done, 20))
  })`),
    /uncaught exception: Error: late/,
  ],
  ['.only', spec(`s.${'only'}('alone', () => {})`), /suite "planted" has .only\("alone"\) left in/],
  ['a skip without a reason', spec(`s.${'skip'}('later', () => {})`), /suite "planted" has .skip\("later"\) left in/],
  ['a file that cannot be parsed', 'const = 1', /it cannot be loaded: /],
  ['a file that throws', `throw Error('at once')`, /it cannot be loaded: Error: at once/],
  ['a missing import', `import './nowhere.ts'`, /it cannot be loaded: [\s\S]*nowhere.ts/],
  ['an early exit', spec(`s('leaves', () => process.exit(0))`), /ended with exit code 0 in .* test "leaves"/],
  ['an exit handler that throws', spec(`process.on('exit', () => { throw 1 })`), /exit code \d+ after its last test/],
  ['a test that never settles', spec(`s('waits', () => new Promise(() => {}))`), /exit code 13 in .* test "waits"/],
  ['a crash', spec(`s('crashes', () => process.kill(process.pid, 'SIGSEGV'))`), /SIGSEGV in .* test "crashes"/],
]
/** Those that end their process have one each; the others share a folder, and so a process. */
const pathOf = (what: string): string =>
  `spec/${/exit|crash|never/.test(what) ? '' : 'shared/'}${what.replaceAll(/\W+/g, '-')}.spec.ts`

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
  assert.match(lastLine(ended), /^\d+ passed, \d+ failed$/)
})
