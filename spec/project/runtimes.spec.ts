// The report of `npm run evidence -- runtimes`, without any runtime.
import { execFile } from 'node:child_process'
import process from 'node:process'
import { oddTargets } from '../../scripts/evidence/runtimes/serving.ts'
import { line, wrongLines } from '../../scripts/evidence/runtimes/table.ts'
import { compare } from '../../scripts/evidence/runtimes/vectors.ts'
import { parse } from '../../src/core/RequestTarget.ts'
import type { CaseReport, PortReport } from '../../src/kit/conformance/Report.ts'
import { assert, suite } from '../support/suite.ts'

const comparing = suite('a runtime’s verdicts')

const report = (cases: ReadonlyArray<readonly [id: string, verdict: string, reasonAgrees?: boolean]>): PortReport =>
  ({
    canaries: [],
    cases: cases.map(([id, verdict, reasonAgrees]) => ({ id, verdict, reasonAgrees }) as CaseReport),
  }) as unknown as PortReport

const both = [{ id: 'a' }, { id: 'b' }]

const wrongOf = (refuses: Readonly<Record<string, string>>, ...cases: Parameters<typeof report>[0]) =>
  compare('vectors', report(cases), refuses, both).flatMap(({ words, wrong }) => (wrong === undefined ? [] : [words]))

comparing('equal verdicts are correct', () => assert.equal(wrongOf({}, ['a', 'pass'], ['b', 'pass', true]), []))
comparing('a different verdict is reported with its case id', () =>
  assert.equal(wrongOf({}, ['a', 'fail'], ['b', 'pass']), ['a']),
)
comparing('a different reason is reported, too', () =>
  assert.equal(wrongOf({}, ['a', 'pass'], ['b', 'pass', false]), ['b']),
)
comparing('a case that was not run is reported', () => assert.equal(wrongOf({}, ['a', 'pass']), ['b']))
comparing('a case declared as refused is correct if it fails, and a fault if it passes', () => {
  assert.equal(wrongOf({ a: 'no such key' }, ['a', 'fail'], ['b', 'pass']), [])
  assert.equal(wrongOf({ a: 'no such key' }, ['a', 'pass'], ['b', 'pass']), ['a is refused'])
  assert.equal(wrongOf({ a: 'no such key' }, ['a', 'crash'], ['b', 'pass']), ['a is refused'])
})
comparing('an unanswered canary is reported', () => {
  const canaries = [{ name: 'forged-request', passed: false, message: 'it accepts it' }]
  const told = compare('vectors', { ...report(both.map(({ id }) => [id, 'pass'])), canaries }, {}, both)
  assert.equal(wrongLines('Bun', told), ['✘ Bun, vectors: the canary forged-request: it accepts it'])
})

const showing = suite('the table')

const some = [
  { group: 'signs', words: 'a' },
  { group: 'signs', words: 'b', wrong: 'no' },
  { group: 'keys', words: 'c' },
]

showing('a cell shows correct of total, or a dash if nothing was run', () =>
  assert.match(line('Bun', some, 1.4), /^Bun +– +✘ 1\/2 +✔ 1 +– .* 1 s$/),
)

showing('a long list of faults is shortened', () => {
  const faults = Array.from({ length: 30 }, (_, i) => ({ group: 'vectors', words: `case ${i}`, wrong: 'fail' }))
  assert.is(wrongLines('Bun', faults).length, 21)
  assert.match(wrongLines('Bun', faults).at(-1) as string, 'and 10 more')
})

showing('all unusual targets may be signed', () => {
  for (const target of Object.values(oddTargets)) assert.is(parse(target)._tag, 'Right', target)
})

showing('an unknown runtime is named, with the known ones', async () => {
  const said = await new Promise<string>((resolve) => {
    const args = ['--import', './scripts/typescript.mjs', 'scripts/evidence.ts', 'runtimes', 'bun', 'dino']
    execFile(process.execPath, args, (error, _, stderr) => resolve(`${error?.code} ${stderr}`))
  })
  assert.match(said, /^2 no such runtime: dino; the runtimes are node-20, .*bun, deno, workerd, chromium/)
})
