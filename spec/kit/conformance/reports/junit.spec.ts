import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { junitOf } from '../../../../src/kit/conformance/reports/junit.ts'
import { visibleLines } from '../../../../src/kit/conformance/reports/visible.ts'
import { assert, forAll, needs, suite } from '../../../support/suite.ts'
import { type Element, elementsOf } from './elements.ts'
import { clean, failing, report, stopped } from './fixture.ts'
import { reportSaying, text } from './hostile.ts'

const junit = suite('junitOf')

const elements = elementsOf(junitOf(report))
const named = (name: string): ReadonlyArray<Element> => elements.filter((element) => element.name === name)
const number = (element: Element | undefined, name: string): number => Number(element?.attributes[name])

junit('has a suite for each group of each port, and one for each run', () => {
  const names = named('testsuite').map(({ attributes }) => attributes.name)
  assert.is(new Set(names).size, names.length)
  for (const { name, cases } of report.ports) {
    for (const group of new Set(cases.map((one) => one.group))) assert.ok(names.includes(`${name} / ${group}`), group)
    assert.ok(names.includes(`${name} / run`))
  }
})

junit('has correct counts, in total and for each suite', () => {
  const [all] = named('testsuites')
  const count = { tests: 'testcase', failures: 'failure', errors: 'error', skipped: 'skipped' }
  for (const [attribute, name] of Object.entries(count)) {
    assert.is(number(all, attribute), named(name).length, attribute)
    const sum = named('testsuite').reduce((total, one) => total + number(one, attribute), 0)
    assert.is(sum, named(name).length, attribute)
  }
  assert.ok(named('error').length > 0 && named('failure').length > 0 && named('skipped').length > 0)
})

junit('holds each case once', () => {
  const cases = named('testcase').map(({ attributes }) => `${attributes.classname} ${attributes.name}`)
  assert.is(new Set(cases).size, cases.length)
  for (const port of report.ports) {
    for (const { group, id } of port.cases) assert.ok(cases.includes(`${port.name}.${group} ${id}`), id)
  }
})

junit('skips only known failures; every other case that did not pass is a failure or error', () => {
  const inside = new Map<string, string>()
  let name = ''
  for (const element of elementsOf(junitOf({ ...report, ports: [failing] }))) {
    if (element.name === 'testcase') name = element.attributes.name as string
    else if (element.path.at(-1) === 'testcase') inside.set(name, element.name)
  }
  const expected = {
    pass: undefined,
    fail: 'failure',
    unsupported: 'failure',
    crash: 'error',
    timeout: 'error',
    protocol: 'error',
    error: 'error',
    'not-run': 'error',
    known: 'skipped',
  }
  for (const { id, verdict } of failing.cases) assert.is(inside.get(id), expected[verdict], id)
  assert.is(inside.get('canary: a forged signature'), 'failure')
  for (const { id } of failing.stale) assert.is(inside.get(`known failure: ${id}`), 'failure')
})

junit('is red if and only if a port is not conformant', () => {
  for (const port of [clean, failing, stopped, { ...stopped, cases: [] }]) {
    const [all] = elementsOf(junitOf({ ...report, ports: [port] }))
    assert.is(number(all, 'failures') + number(all, 'errors') > 0, !port.conformant)
  }
  // A port that did not stop, and answered no case.
  const { stopped: _, ...unstopped } = stopped
  const empty = { ...unstopped, cases: [] }
  assert.is(number(elementsOf(junitOf({ ...report, ports: [empty] }))[0], 'errors'), 1)
})

junit('names the suite, the level and the policies', () => {
  const properties = new Map(
    elementsOf(junitOf({ ...report, ports: [failing] })).map(({ attributes }) => [attributes.name, attributes.value]),
  )
  assert.is(properties.get('suite'), '1.0.0')
  assert.is(properties.get('level'), 'full')
  assert.is(properties.get('policies'), 'ows missing-null')
})

junit('shows for a failure the expected and the actual answer, and how to repeat it', () => {
  const failure = named('failure').find(
    ({ attributes }) => attributes.message === 'it accepts a timestamp in milliseconds',
  )
  for (const part of [
    'expected: {',
    'received: {',
    'MILLISECONDS: ',
    'again: npx countersign conform',
    'Authorization: SVC',
  ]) {
    assert.ok(failure?.text.includes(part), part)
  }
})

junit('for all texts: well-formed, with as many elements as for harmless texts', async () => {
  const harmless = elementsOf(junitOf(reportSaying('x'))).map(({ name }) => name)
  await forAll([text()], { numRuns: 60 }, (chosen) =>
    assert.equal(
      elementsOf(junitOf(reportSaying(chosen))).map(({ name }) => name),
      harmless,
    ),
  )
})

junit('for all texts: a reader gets them back, with characters illegal in XML made visible', () =>
  forAll([text()], { numRuns: 60 }, (chosen) => {
    const command = elementsOf(junitOf(reportSaying(chosen))).find(({ attributes }) => attributes.name === 'command')
    assert.is(command?.attributes.value, visibleLines(chosen))
  }),
)

junit('keeps line ends and tabs of attributes, which a parser would normalise to blanks', () => {
  const xml = junitOf(reportSaying('a\n\tb'))
  assert.match(xml, /message="a&#10;&#9;b"/)
})

needs('python3', junit)('is well-formed for an independent parser', () => {
  const sample = fc.sample(text(), { numRuns: 25, seed: 7 })
  const documents = [report, ...sample.map(reportSaying)].map(junitOf)
  const program =
    'import json,sys,xml.dom.minidom as m\nprint(sum(1 for d in json.load(sys.stdin) if m.parseString(d.encode())))'
  const told = execFileSync('python3', ['-c', program], { input: JSON.stringify(documents), encoding: 'utf8' })
  assert.is(told.trim(), String(documents.length))
})
