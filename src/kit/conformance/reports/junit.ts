/**
 * The report as JUnit XML, for build servers. A port has one `testsuite` for the run as a whole and one for each group of cases:
 *
 *     <testsuites name="countersign conform" tests="3" failures="1" errors="0" skipped="0" time="0.005">
 *       <testsuite name="gopher / nonce" …>
 *         <testcase classname="gopher.nonce" name="nonce/uuid" time="0.001"></testcase>
 *         <testcase classname="gopher.nonce" name="nonce/too-long" time="0.001">
 *           <failure type="fail" message="it must be refused …">…the evidence, as text…</failure>
 *
 * Only known failures are skipped. Every other verdict but `pass` is a failure or an error.
 */
import type { CaseReport, CaseVerdict, ConformanceReport, PortReport } from '../Report.ts'
import { escaped, type Html, html } from './markup.ts'
import { allCases, groupsOf, isEmpty, remedyWords, staleWords } from './tally.ts'
import { labelOf } from './verdicts.ts'

/**
 * XML 1.0. Port output may contain characters that XML does not allow; they become code points in text.
 *
 * @example
 * ```ts
 * import { junitOf } from 'countersign/conformance'
 *
 * const xml = junitOf({ format: 1, suite: '1.0.0', digest: '', ports: [] })
 * assert.match(xml, /^<\?xml version="1\.0"/)
 * ```
 */
export const junitOf = (report: ConformanceReport): string => {
  const suites = report.ports.flatMap(suitesOf)
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="countersign conform" ${totals(suites.flatMap(({ testCases }) => testCases))}>
${suites.map((suite) => suiteXml(suite, report))}</testsuites>
`.markup
}

/** A `testsuite`: its name, its port and its tests. */
interface TestSuite {
  readonly name: string
  readonly port: PortReport
  readonly testCases: ReadonlyArray<TestCase>
}

type Result = 'passed' | 'failure' | 'error' | 'skipped'

/** A `testcase`. The XML shows type, message and evidence only if the case did not pass. */
interface TestCase {
  readonly classname: string
  readonly name: string
  readonly milliseconds: number
  readonly result: Result
  readonly type: string
  readonly message: string
  readonly evidence: string
}

/** The run as a whole, and each group. */
const suitesOf = (port: PortReport): ReadonlyArray<TestSuite> => [
  { name: 'run', port, testCases: testsOfRun(port) },
  ...groupsOf(allCases(port)).map(({ name, cases }) => ({
    name,
    port,
    testCases: cases.map((report) => testOfCase(`${port.name}.${name}`, report)),
  })),
]

// ---- The tests of a group: its cases

const resultOf: Readonly<Record<CaseVerdict, Result>> = {
  pass: 'passed',
  fail: 'failure',
  unsupported: 'failure',
  known: 'skipped',
  crash: 'error',
  timeout: 'error',
  protocol: 'error',
  error: 'error',
  'not-run': 'error',
}

const testOfCase = (classname: string, report: CaseReport): TestCase => {
  const { id, verdict, milliseconds, failure } = report
  const known = failure?.known
  const knownMessage = known && `known until ${known.expires}: ${known.reason}`
  return {
    classname,
    name: id,
    milliseconds,
    result: resultOf[verdict],
    type: verdict,
    message: knownMessage ?? failure?.message ?? labelOf(verdict),
    evidence: evidenceOf(report),
  }
}

/** The lines that help a developer to find the mistake. */
const evidenceOf = ({ failure }: CaseReport): string => {
  if (failure === undefined) return ''
  const { message, comment, flags, input, authorization = [], expected, received, stderr, rerun, difference } = failure
  return [
    message,
    comment,
    ...flags.map((flagged) => `${flagged.flag}: ${flagged.mistake} ${remedyWords(flagged)}`),
    ...(input === undefined ? [] : [`input: ${input}`]),
    ...authorization.map((header) => `Authorization: ${header}`),
    `expected: ${expected}`,
    ...(received === undefined ? [] : [`received: ${received}`]),
    ...(difference === undefined ? [] : [`the ${difference.of} differs from byte ${difference.offset} on`]),
    ...(stderr === undefined ? [] : [`standard error:\n${stderr}`]),
    `again: ${rerun}`,
  ].join('\n')
}

// ---- The tests of the run as a whole

/** Faults outside the cases: an early stop, failed canaries, stale entries in the list of known failures. */
const testsOfRun = (port: PortReport): ReadonlyArray<TestCase> => {
  const plain = { classname: `${port.name}.run`, milliseconds: 0, type: '', message: '', evidence: '' }
  const canaries = port.canaries.map(
    ({ name, passed, message = 'the canary failed' }): TestCase => ({
      ...plain,
      name: `canary: ${name}`,
      result: passed ? 'passed' : 'failure',
      type: 'canary',
      message,
    }),
  )
  const staleEntries = port.stale.map(
    ({ id, why }): TestCase => ({
      ...plain,
      name: `known failure: ${id}`,
      result: 'failure',
      type: 'stale',
      message: staleWords[why],
    }),
  )
  return [{ ...plain, name: 'the run comes to its end', ...endOfRun(port) }, ...canaries, ...staleEntries]
}

const endOfRun = (port: PortReport): Pick<TestCase, 'result'> & Partial<TestCase> => {
  const { stopped } = port
  if (stopped !== undefined)
    return { result: 'error', type: 'stopped', message: stopped.message, evidence: stopped.stderr ?? '' }
  return isEmpty(port) ? { result: 'error', type: 'empty', message: 'nothing was run' } : { result: 'passed' }
}

// ---- XML

const suiteXml = (
  { name, port, testCases }: TestSuite,
  report: ConformanceReport,
): Html => html`  <testsuite name="${attribute(`${port.name} / ${name}`)}" ${totals(testCases)}>
${propertiesXml(port, report)}${testCases.map(testXml)}  </testsuite>
`

const propertiesXml = (port: PortReport, { suite, digest }: ConformanceReport): Html => {
  const { level, policies, version, language, command } = port
  const properties = { suite, digest, level, policies: policies.join(' '), version, language, command }
  return html`    <properties>
${Object.entries(properties).map(
  ([name, content]) => html`      <property name="${name}" value="${attribute(content)}"/>
`,
)}    </properties>
`
}

const testXml = ({ classname, name, milliseconds, result, type, message, evidence }: TestCase): Html => {
  const messageXml = html`message="${attribute(message)}"`
  const elements: Readonly<Record<Result, Html | undefined>> = {
    passed: undefined,
    skipped: html`<skipped ${messageXml}/>`,
    failure: html`<failure type="${attribute(type)}" ${messageXml}>${evidence}</failure>`,
    error: html`<error type="${attribute(type)}" ${messageXml}>${evidence}</error>`,
  }
  return html`    <testcase classname="${attribute(classname)}" name="${attribute(name)}" time="${seconds(milliseconds)}">${elements[result]}</testcase>
`
}

/** The attributes that count the tests. */
const totals = (testCases: ReadonlyArray<TestCase>): Html => {
  const count = (result: Result): number => testCases.filter((test) => test.result === result).length
  const time = seconds(testCases.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
  return html`tests="${testCases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${time}"`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

/** XML turns line ends and tabs of an attribute into blanks, unless they are numeric references. */
const attribute = (plain: string): Html => ({
  markup: escaped(plain).replace(/[\n\t]/g, (character) => `&#${character.charCodeAt(0)};`),
})
