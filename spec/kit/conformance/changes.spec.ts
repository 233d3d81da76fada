import { changesBetween } from '../../../src/kit/conformance/changes.ts'
import type { CaseVerdict, GeneratedFailure, PortReport } from '../../../src/kit/conformance/Report.ts'
import { assert, suite } from '../../support/suite.ts'
import { clean } from './reports/fixture.ts'

/** A port with these verdicts, whose generated runs met `met` and broke `broken`. */
const ran = (
  verdicts: Readonly<Record<string, CaseVerdict>>,
  met: ReadonlyArray<string> = [],
  broken: ReadonlyArray<string> = [],
): PortReport => ({
  ...clean,
  cases: Object.entries(verdicts).map(([id, verdict]) => ({ id, group: 'g', op: 'verify', verdict, milliseconds: 0 })),
  generated: {
    seed: 'a',
    runs: 1,
    generators: [],
    rules: Object.fromEntries(met.map((rule) => [rule, { inside: 1, outside: 1 }])),
    failures: broken.map((rule) => ({ rule }) as GeneratedFailure),
  },
})

const changes = suite('changesBetween')

changes('names the cases that fail now, and those that pass now', () => {
  const before = ran({ a: 'pass', b: 'fail', c: 'known', d: 'crash', e: 'pass', f: 'not-run', g: 'fail', h: 'pass' })
  const now = ran({ a: 'fail', b: 'pass', c: 'timeout', d: 'fail', e: 'not-run', f: 'fail', g: 'known', i: 'fail' })
  const { broken, mended } = changesBetween(before, now)
  assert.equal(broken, ['a', 'c'])
  assert.equal(mended, ['b', 'g'])
})

changes('names the rules of generated runs, if both runs met them', () => {
  const before = ran({}, ['one', 'two', 'three'], ['one', 'two'])
  const now = ran({}, ['one', 'three', 'four'], ['three', 'four'])
  const { brokenRules, mendedRules } = changesBetween(before, now)
  assert.equal(brokenRules, ['three'])
  assert.equal(mendedRules, ['one'])
})

changes('names no rule where one of the reports has no generated runs', () => {
  const { brokenRules, mendedRules } = changesBetween(clean, ran({}, ['one'], ['one']))
  assert.equal([brokenRules, mendedRules], [[], []])
})
