import picocolors from 'picocolors'
import type { CaseReport, Failure } from '../../../../src/kit/conformance/Report.ts'
import { folded } from '../../../../src/kit/conformance/reports/folds.ts'
import { junitOf } from '../../../../src/kit/conformance/reports/junit.ts'
import { pageOf } from '../../../../src/kit/conformance/reports/page.ts'
import { tableOf } from '../../../../src/kit/conformance/reports/table.ts'
import { assert, suite } from '../../../support/suite.ts'
import { failing, port, report } from './fixture.ts'

const failure = (message: string, ...flags: ReadonlyArray<string>): Failure => ({
  message,
  comment: '',
  flags: flags.map((flag) => ({ flag, mistake: '', remedy: `mend ${flag}` })),
  expected: '',
  rerun: '',
})

const failed = (id: string, message: string, ...flags: ReadonlyArray<string>): CaseReport => ({
  id,
  group: id.slice(0, id.indexOf('/')),
  op: 'verify',
  verdict: 'fail',
  milliseconds: 1,
  failure: failure(message, ...flags),
})

const idsOf = (...cases: ReadonlyArray<CaseReport>): ReadonlyArray<string> =>
  folded(cases).map((fold) => fold.map(({ id }) => id).join(' '))

const lines = (cases: ReadonlyArray<CaseReport>, width = 80): string =>
  tableOf(port(cases, { name: 'one bug', conformant: false }), { colours: picocolors.createColors(false), width })

const folding = suite('folded')

folding('numbers, quoted texts, JSON values and the step do not tell two failures apart', () => {
  for (const [one, other] of [
    ['the string to sign differs from byte 8 on', 'the string to sign differs from byte 57 on'],
    ['the value is wrong: expected "a", received "b\\""', 'the value is wrong: expected "c", received "d"'],
    ['the value must be {"hex": …}, and is [1]', 'the value must be {"hex": …}, and is {"a":2}'],
    ['step 2 of 3: it must be accepted', 'it must be accepted'],
    ["the port answers error: no key 'a'", "the port answers error: no key 'b'"],
  ] as const) {
    assert.equal(idsOf(failed('a/1', one), failed('b/2', other)), ['a/1 b/2'], one)
  }
})

folding('another message, op, verdict or last line of standard error is another cause', () => {
  const one = failed('a/1', 'it ended')
  const said = (stderr: string): CaseReport => ({ ...one, id: 'a/2', failure: { ...failure('it ended'), stderr } })
  for (const other of [
    failed('a/2', 'it hangs'),
    { ...one, id: 'a/2', op: 'sign' as const },
    { ...one, id: 'a/2', verdict: 'crash' as const },
    said('TypeError: a is none\n'),
  ]) {
    assert.equal(idsOf(one, other), ['a/1', 'a/2'])
  }
  assert.equal(idsOf(said('at 1\nKeyError: 7\n'), said('at 2\nKeyError: 8')), ['a/2 a/2'])
})

folding('up to three flags are mistakes of their own; more have one cause elsewhere', () => {
  const flagged = (...flags: ReadonlyArray<string>): ReadonlyArray<CaseReport> =>
    flags.map((flag, i) => failed(`a/${i}`, 'it must be accepted', flag))
  assert.equal(idsOf(...flagged('x', 'y', 'x', 'z')), ['a/0 a/2', 'a/1', 'a/3'])
  assert.equal(idsOf(...flagged('x', 'y', 'z', 'u')), ['a/0 a/1 a/2 a/3'])
})

folding('a generated run is of the cause of the published cases, and tells none of them apart', () => {
  const cases = [...['x', 'y', 'z'].map((flag, i) => failed(`a/${i}`, 'it must be accepted', flag))]
  assert.equal(idsOf(...cases, failed('generated/1', 'it must be accepted', 'u')), ['a/0 generated/1', 'a/1', 'a/2'])
  assert.equal(idsOf(failed('generated/1', 'it ended', 'x'), failed('generated/2', 'it ended', 'y')), [
    'generated/1',
    'generated/2',
  ])
})

folding('a mistake of which most cases pass is told behind one whose cases all fail, and as doubtful', () => {
  const doubtful = failed('a/1', 'it must be accepted', 'x')
  const flags = failure('', 'x').flags.map((flag) => ({ ...flag, cases: 9, failed: 1 }))
  const cases = [{ ...doubtful, failure: { ...failure('it must be accepted'), flags } }, failed('a/2', 'refused', 'y')]
  assert.equal(idsOf(...cases), ['a/2', 'a/1'])
  assert.match(lines(cases), 'x: mend x (A guess: only 1 of the 9 cases of this mistake fails.)')
  const ports = [port(cases, { name: 'a port', conformant: false })]
  assert.match(junitOf({ ...report, ports }), 'mend x (A guess: only 1 of the 9 cases of this mistake fails.)')
  assert.match(pageOf({ ...report, ports }), 'mend x (A guess: only 1 of the 9 cases of this mistake fails.)')
})

folding('keeps every case once, and each cause where its first case is', () => {
  const cases = [failed('a/1', 'p', 'x'), failed('a/2', 'q'), failed('a/3', 'p', 'y'), failed('a/4', 'p', 'x')]
  assert.equal(idsOf(...cases), ['a/1 a/4', 'a/2', 'a/3'])
  const { cases: all } = failing
  assert.equal(new Set(folded(all).flat()), new Set(all))
  assert.is(folded(all).flat().length, all.length)
})

const shown = suite('folds in the table')

shown('the first case whole, the others by their ids', () => {
  const cases = ['a/1', 'a/2', 'b/3'].map((id) => failed(id, 'it must be accepted', 'x'))
  const told = lines(cases)
  assert.match(told, '✘ a/1  wrong answer\n    it must be accepted\n    x: mend x\n')
  assert.match(told, '\n    2 more cases fail in the same way: a/2, b/3\n')
  assert.match(lines(cases.slice(0, 2)), '\n    1 more case fails in the same way: a/2\n')
  assert.is(told.match(/^✘ /gm)?.length, 1)
})

shown('of many, one id of each group comes first, and the rest are counted', () => {
  const many = Array.from({ length: 30 }, (_, i) => failed(`a/${i}`, 'it must be accepted'))
  const told = lines([...many, failed('b/1', 'it must be accepted'), failed('c/1', 'it must be accepted')], 200)
  assert.match(told, '31 more cases fail in the same way: a/1, b/1, c/1, a/2, a/3, a/4, a/5, a/6, and 23 more\n')
})

shown('JUnit keeps every case', () => {
  const cases = ['a/1', 'a/2', 'a/3'].map((id) => failed(id, 'it must be accepted'))
  const xml = junitOf({ ...report, ports: [port(cases, { name: 'one bug', conformant: false })] })
  assert.is(xml.match(/<failure /g)?.length, 3)
})
