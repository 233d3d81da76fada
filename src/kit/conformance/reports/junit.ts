/**
 * The report as JUnit XML, for build servers. Only known failures are skipped; every other verdict but `pass` is a failure or an
 * error.
 */
import type { CaseReport, CaseVerdict, ConformanceReport, PortReport } from '../Report.ts'
import { escaped, type Html, html } from './markup.ts'
import { allCases, groupsOf, isEmpty, remedyWords, staleWords } from './tally.ts'
import { labelOf } from './verdicts.ts'

type Result = 'passed' | 'failure' | 'error' | 'skipped'

/** Nothing more is told of one that passed. */
interface TestCase {
  readonly classname: string
  readonly name: string
  readonly milliseconds: number
  readonly result: Result
  readonly type: string
  readonly message: string
  readonly text: string
}

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

/** XML turns line ends and tabs of an attribute into blanks, unless they are numeric references. */
const attribute = (text: string): Html => ({ markup: escaped(text).replace(/[\n\t]/g, (c) => `&#${c.charCodeAt(0)};`) })

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const details = ({ failure }: CaseReport): string => {
  if (failure === undefined) return ''
  const { message, comment, flags, input, authorization = [], expected, received, stderr, rerun, difference } = failure
  return [
    message,
    comment,
    ...flags.map((one) => `${one.flag}: ${one.mistake} ${remedyWords(one)}`),
    ...(input === undefined ? [] : [`input: ${input}`]),
    ...authorization.map((line) => `Authorization: ${line}`),
    `expected: ${expected}`,
    ...(received === undefined ? [] : [`received: ${received}`]),
    ...(difference === undefined ? [] : [`the ${difference.of} differs from byte ${difference.offset} on`]),
    ...(stderr === undefined ? [] : [`standard error:\n${stderr}`]),
    `again: ${rerun}`,
  ].join('\n')
}

const xmlOf = ({ classname, name, milliseconds, result, type, message, text }: TestCase): Html => {
  const told = html`message="${attribute(message)}"`
  const inside = {
    passed: undefined,
    skipped: html`<skipped ${told}/>`,
    failure: html`<failure type="${attribute(type)}" ${told}>${text}</failure>`,
    error: html`<error type="${attribute(type)}" ${told}>${text}</error>`,
  }
  return html`    <testcase classname="${attribute(classname)}" name="${attribute(name)}" time="${seconds(milliseconds)}">${inside[result]}</testcase>
`
}

const ofCase = (classname: string, report: CaseReport): TestCase => {
  const { id: name, verdict, milliseconds, failure } = report
  const known = failure?.known
  const message = known && `known until ${known.expires}: ${known.reason}`
  return {
    classname,
    name,
    milliseconds,
    result: resultOf[verdict],
    type: verdict,
    message: message ?? failure?.message ?? labelOf(verdict),
    text: details(report),
  }
}

const properties = (port: PortReport, { suite, digest }: ConformanceReport): Html => {
  const { level, policies, version, language, command } = port
  const all = { suite, digest, level, policies: policies.join(' '), version, language, command }
  return html`    <properties>
${Object.entries(all).map(
  ([name, value]) => html`      <property name="${name}" value="${attribute(value)}"/>
`,
)}    </properties>
`
}

const totals = (cases: ReadonlyArray<TestCase>): Html => {
  const count = (result: Result): number => cases.filter((one) => one.result === result).length
  return html`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds(cases.reduce((sum, one) => sum + one.milliseconds, 0))}"`
}

/** Faults of the whole run: an early stop, failed canaries, stale entries in the list of known failures. */
const ofRun = (port: PortReport): ReadonlyArray<TestCase> => {
  const classname = `${port.name}.run`
  const one = (name: string, result: Result, type = '', message = '', text = ''): TestCase => ({
    classname,
    name,
    milliseconds: 0,
    result,
    type,
    message,
    text,
  })
  const end = (result: Result, ...words: ReadonlyArray<string>) => one('the run comes to its end', result, ...words)
  const { stopped } = port
  const nothing = isEmpty(port) ? end('error', 'empty', 'nothing was run') : end('passed')
  return [
    stopped === undefined ? nothing : end('error', 'stopped', stopped.message, stopped.stderr ?? ''),
    ...port.canaries.map(({ name, passed, message = 'the canary failed' }) =>
      one(`canary: ${name}`, passed ? 'passed' : 'failure', 'canary', message),
    ),
    ...port.stale.map(({ id, why }) => one(`known failure: ${id}`, 'failure', 'stale', staleWords[why])),
  ]
}

/** The run as a whole, and each group. */
const suitesOf = (port: PortReport) => {
  const groups = groupsOf(allCases(port)).map(({ name, cases }) => ({
    name,
    cases: cases.map((one) => ofCase(`${port.name}.${name}`, one)),
  }))
  return [{ name: 'run', cases: ofRun(port) }, ...groups].map((suite) => ({ ...suite, port }))
}

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
<testsuites name="countersign conform" ${totals(suites.flatMap(({ cases }) => cases))}>
${suites.map(
  ({ name, port, cases }) => html`  <testsuite name="${attribute(`${port.name} / ${name}`)}" ${totals(cases)}>
${properties(port, report)}${cases.map(xmlOf)}  </testsuite>
`,
)}</testsuites>
`.markup
}
