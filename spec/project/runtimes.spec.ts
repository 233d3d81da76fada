// What `npm run evidence -- runtimes` says, without any runtime.
import { execFile } from 'node:child_process'
import process from 'node:process'
import * as assert from 'uvu/assert'
import { oddTargets } from '../../scripts/evidence/runtimes/serving.ts'
import { line, wrongLines } from '../../scripts/evidence/runtimes/table.ts'
import { compare } from '../../scripts/evidence/runtimes/vectors.ts'
import type { CaseReport, PortReport } from '../../src/conformance/Report.ts'
import { parse } from '../../src/core/RequestTarget.ts'
import { suite } from '../support/suite.ts'

const comparing = suite('the verdicts of a runtime beside those of Node 20')

const report = (cases: ReadonlyArray<readonly [id: string, verdict: string, reasonAgrees?: boolean]>): PortReport =>
  ({
    canaries: [],
    cases: cases.map(([id, verdict, reasonAgrees]) => ({ id, verdict, reasonAgrees }) as CaseReport),
  }) as unknown as PortReport

const node = new Map([
  ['a', 'pass'],
  ['b', 'pass'],
])

const wrongOf = (refuses: Readonly<Record<string, string>>, ...cases: Parameters<typeof report>[0]) =>
  compare('vectors', report(cases), refuses, node).flatMap(({ words, wrong }) => (wrong === undefined ? [] : [words]))

comparing('the same are right', () => assert.equal(wrongOf({}, ['a', 'pass'], ['b', 'pass', true]), []))
comparing('another verdict is told by the id of its case', () =>
  assert.equal(wrongOf({}, ['a', 'fail'], ['b', 'pass']), ['a']),
)
comparing('another reason is told, too', () => assert.equal(wrongOf({}, ['a', 'pass'], ['b', 'pass', false]), ['b']))
comparing('a case that was not run is told', () => assert.equal(wrongOf({}, ['a', 'pass']), ['b']))
comparing('what is said to be refused is right if it fails, and wrong if it passes', () => {
  assert.equal(wrongOf({ a: 'no such key' }, ['a', 'fail'], ['b', 'pass']), [])
  assert.equal(wrongOf({ a: 'no such key' }, ['a', 'pass'], ['b', 'pass']), ['a is refused'])
  assert.equal(wrongOf({ a: 'no such key' }, ['a', 'crash'], ['b', 'pass']), ['a is refused'])
})
comparing('a canary that is not answered is told', () => {
  const canaries = [{ name: 'forged-request', passed: false, message: 'it accepts it' }]
  const told = compare(
    'vectors',
    {
      ...report([
        ['a', 'pass'],
        ['b', 'pass'],
      ]),
      canaries,
    },
    {},
    node,
  )
  assert.equal(wrongLines('Bun', told), ['✘ Bun, vectors: the canary forged-request: it accepts it'])
})

comparing.run()

const showing = suite('the table')

const some = [
  { group: 'signs', words: 'a' },
  { group: 'signs', words: 'b', wrong: 'no' },
  { group: 'replay', words: 'c' },
]

showing('a cell counts what is right, and of how many; a dash stands where nothing was asked', () =>
  assert.match(line('Bun', some, 1.4), /^Bun +– +✘ 1\/2 +✔ 1 +– .* 1 s$/),
)

showing('a long list of faults is cut', () => {
  const faults = Array.from({ length: 30 }, (_, i) => ({ group: 'vectors', words: `case ${i}`, wrong: 'fail' }))
  assert.is(wrongLines('Bun', faults).length, 21)
  assert.match(wrongLines('Bun', faults).at(-1) as string, 'and 10 more')
})

showing('the odd targets are all ones that may be signed', () => {
  for (const target of Object.values(oddTargets)) assert.is(parse(target)._tag, 'Right', target)
})

showing('a runtime that does not exist is named, with those that do', async () => {
  const said = await new Promise<string>((resolve) => {
    const args = ['--import', './scripts/typescript.mjs', 'scripts/evidence.ts', 'runtimes', 'bun', 'dino']
    execFile(process.execPath, args, (error, _, stderr) => resolve(`${error?.code} ${stderr}`))
  })
  assert.match(said, /^2 no such runtime: dino; the runtimes are node-20, .*bun, deno, workerd, chromium/)
})

showing.run()
