/**
 * A run for a terminal: a row for each group, the failed cases with their remedies, and the verdict last, just above the
 * prompt.
 */
import type { CaseReport, GeneratedReport, PortReport } from '../Report.ts'
import { type Fold, folded } from './folds.ts'
import * as tally from './tally.ts'
import { isExamined, labelOf, symbolOf } from './verdicts.ts'
import { visible } from './visible.ts'

type Paint = (text: string) => string

export interface Colours {
  readonly bold: Paint
  readonly dim: Paint
  readonly green: Paint
  readonly red: Paint
  readonly yellow: Paint
}

export interface TableOptions {
  readonly colours: Colours
  /** In characters; only commands to copy may be longer. */
  readonly width: number
  /** False for terminals with ASCII only. */
  readonly unicode?: boolean
  /** The suite's version. */
  readonly suite?: string
  /** Shows how often the generated runs met each rule. */
  readonly verbose?: boolean
}

/** More would push the table off the screen; the other reports have all cases. */
const foldsShown = 20
const idsShown = 8
const stderrShown = 2

const clipped = (text: string, width: number, unicode: boolean): string => {
  const characters = [...text]
  const end = unicode ? '…' : '...'
  return characters.length <= width ? text : characters.slice(0, Math.max(0, width - end.length)).join('') + end
}

/** Lines of at most `width` characters, broken at blanks; a longer word gets its own line. */
const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** `label text text`; further lines align with the text. */
const entry = (label: string, text: string, { width, indent }: { width: number; indent: number }): Array<string> => {
  const margin = ' '.repeat(indent)
  const lines = wrapped(text, Math.max(20, width - indent - label.length))
  return lines.map((line, i) => margin + (i === 0 ? label : ' '.repeat(label.length)) + line)
}

const header = (port: PortReport, { colours, width, unicode = true, suite }: TableOptions): Array<string> => {
  const { name, version, language, level, policies, command } = port
  const brief = (text: string): string => clipped(visible(text), 60, unicode)
  const taken = policies.length === 0 ? 'none' : policies.map(brief).join(', ')
  return [
    tally.sentence([
      colours.bold(tally.sentence([name, version].map(brief), ' ')),
      ...[language, `level ${level}`, suite === undefined ? '' : `suite ${suite}`].map(brief),
    ]),
    ...entry('command   ', visible(command), { width, indent: 0 }).map(colours.dim),
    ...entry('policies  ', taken, { width, indent: 0 }).map(colours.dim),
  ]
}

const barLength = 16

/** Rounded so that a single failure or a single pass among a hundred cases stays visible. */
const bar = (good: number, total: number, { colours, unicode = true }: TableOptions): string => {
  const full = good === total ? barLength : Math.min(barLength - 1, Math.ceil((good / total) * barLength))
  const [one, none] = unicode ? ['█', '░'] : ['#', '.']
  const rest = none.repeat(barLength - full)
  return colours.green(one.repeat(full)) + (rest === '' ? '' : colours.red(rest))
}

const row = (group: tally.Group, widest: number, options: TableOptions): Array<string> => {
  const { colours, width, unicode = true } = options
  const { name, cases, counts } = group
  const verdict = tally.worstOf(counts)
  const paint = verdict === 'pass' ? colours.green : verdict === 'known' ? colours.yellow : colours.red
  const passed = `${String(counts.pass).padStart(4)}/${String(cases.length).padEnd(4)}`
  const start = `  ${paint(symbolOf(verdict, unicode))} ${visible(name).padEnd(widest)} ${passed} ${bar(counts.pass + counts.known, cases.length, options)}`
  if (verdict === 'pass') return [start]
  const indent = 2 + 2 + widest + 1 + passed.length + 1 + barLength + 2
  const [first = '', ...rest] = wrapped(tally.shortfall(counts), width - indent)
  return [`${start}  ${paint(first)}`, ...rest.map((line) => ' '.repeat(indent) + paint(line))]
}

const groupRows = (port: PortReport, options: TableOptions): Array<string> => {
  const groups = tally.groupsOf(tally.allCases(port))
  const widest = Math.max(0, ...groups.map(({ name }) => visible(name).length))
  return groups.flatMap((group) => row(group, widest, options))
}

/** The first line of a port's standard error and the last ones: languages print the cause at either end. */
const said = (
  stderr: string | undefined,
  { colours, width, unicode = true, indent }: TableOptions & { readonly indent: number },
): Array<string> => {
  const lines = (stderr ?? '').split(/\r?\n/).filter((line) => line !== '')
  const ends = lines.length <= stderrShown + 1 ? lines : [...lines.slice(0, 1), ...lines.slice(-stderrShown)]
  return ends.map((line) =>
    colours.dim(`${' '.repeat(indent)}stderr: ${clipped(visible(line), width - indent - 8, unicode)}`),
  )
}

const caseLines = ({ id, verdict, failure }: CaseReport, options: TableOptions): Array<string> => {
  const { colours, width, unicode = true } = options
  const lines = [
    '',
    `${colours.red(symbolOf(verdict, unicode))} ${colours.bold(visible(id))}  ${colours.red(labelOf(verdict))}`,
  ]
  if (failure === undefined) return lines
  lines.push(...entry('', clipped(visible(failure.message), 4 * width, unicode), { width, indent: 4 }))
  if (failure.comment !== '') lines.push(...entry('', visible(failure.comment), { width, indent: 4 }))
  if (failure.input !== undefined) {
    for (const [name, text = 'nothing'] of [
      ['input', failure.input],
      ['expected', failure.expected],
      ['received', failure.received],
    ] as const)
      lines.push(...entry(`${name.padEnd(9)} `, visible(text), { width, indent: 4 }))
  }
  for (const one of failure.flags) {
    const text = visible(tally.remedyWords(one))
    lines.push(...entry(`${visible(one.flag)}: `, text, { width, indent: 4 }).map(colours.yellow))
  }
  lines.push(...said(failure.stderr, { ...options, indent: 4 }))
  lines.push(colours.dim(`    again: ${visible(failure.rerun)}`))
  return lines
}

const foldLines = ([first, ...others]: Fold, options: TableOptions): Array<string> => {
  const lines = caseLines(first, options)
  if (others.length === 0) return lines
  // One of each group first: a second cause may hide among many cases.
  const firsts = tally.grouped(others, ({ group }) => group).map(([one]) => one)
  const ids = [...new Set([...firsts, ...others])].slice(0, idsShown).map(({ id }) => visible(id))
  if (others.length > idsShown) ids.push(`and ${others.length - idsShown} more`)
  const text = `${tally.plural(others.length, 'more case fails', 'more cases fail')} in the same way: ${ids.join(', ')}`
  return [...lines, ...entry('', text, { width: options.width, indent: 4 })]
}

const failures = (port: PortReport, options: TableOptions): Array<string> => {
  const examined = tally
    .allCases(port)
    .filter(
      ({ verdict, group, failure }) =>
        isExamined(verdict) && verdict !== 'known' && (group !== 'generated' || failure !== undefined),
    )
  const folds = folded(examined)
  const lines = folds.slice(0, foldsShown).flatMap((fold) => foldLines(fold, options))
  const remaining = folds.slice(foldsShown).flat().length
  if (remaining > 0)
    lines.push('', `and ${tally.plural(remaining, 'more case')} that did not pass; --report DIR writes them all`)
  return lines
}

/** One line for each unsupported operation, not for each case. */
const unsupported = (port: PortReport): Array<string> => {
  const ofOps = tally.grouped(
    tally.allCases(port).filter(({ verdict }) => verdict === 'unsupported'),
    ({ op }) => op,
  )
  return ofOps.length === 0
    ? []
    : ['', `unsupported: ${ofOps.map((some) => `${some[0].op} (${tally.plural(some.length, 'case')})`).join(', ')}`]
}

const known = (port: PortReport, { colours, width, unicode = true }: TableOptions): Array<string> => {
  const lines = port.cases.flatMap(({ id, verdict, failure }) => {
    if (verdict !== 'known') return []
    const why = failure?.known
    const until = why === undefined ? '' : ` until ${visible(why.expires)}: ${visible(why.reason)}`
    const label = `${symbolOf('known', unicode)} `
    return entry(label, `${visible(id)}  known failure${until}`, { width, indent: 0 }).map(colours.yellow)
  })
  return lines.length === 0 ? [] : ['', ...lines]
}

/** A fault outside the cases. */
const fault = (text: string, { colours, width, unicode = true }: TableOptions): Array<string> =>
  entry(`${symbolOf('fail', unicode)} `, visible(text), { width, indent: 0 }).map(colours.red)

const canaries = (port: PortReport, options: TableOptions): Array<string> => {
  if (port.canaries.length === 0) return []
  const failed = tally.failedCanaries(port)
  return [
    '',
    `canaries: ${port.canaries.length - failed.length} of ${port.canaries.length} passed`,
    ...tally
      .grouped(failed, ({ message = 'it failed' }) => message)
      .flatMap((alike) =>
        fault(`${alike.map(({ name }) => name).join(', ')}: ${alike[0].message ?? 'it failed'}`, options),
      ),
  ]
}

const stale = ({ stale: entries }: PortReport, options: TableOptions): Array<string> =>
  entries.length === 0
    ? []
    : [
        '',
        'stale entries in the list of known failures:',
        ...entries.flatMap(({ id, why }) => fault(`${id}: ${tally.staleWords(why)}`, options)),
      ]

const stopped = ({ stopped: why }: PortReport, options: TableOptions): Array<string> =>
  why === undefined
    ? []
    : ['', ...fault(`the run was given up: ${why.message}`, options), ...said(why.stderr, { ...options, indent: 2 })]

/** How often each rule let a generated input pass, and how often it refused one. */
const rules = ({ generated }: PortReport, { colours, width, verbose }: TableOptions): Array<string> => {
  if (verbose !== true || generated === undefined) return []
  const met = Object.entries(generated.rules).sort(([a], [b]) => (a < b ? -1 : 1))
  const counts = (valid: number | string, invalid: number | string): string =>
    `  ${String(valid).padStart(7)} ${String(invalid).padStart(7)}  `
  const line = (start: string, text: string): Array<string> => entry(start, text, { width, indent: 0 })
  const sum = (side: 'inside' | 'outside'): number => met.reduce((all, [, each]) => all + each[side], 0)
  const oneSided = met.filter(([, { inside, outside }]) => inside === 0 || outside === 0).length
  return [
    '',
    colours.bold(`${counts('valid', 'invalid')}rule that decides`),
    ...met.flatMap(([rule, { inside, outside }]) => line(counts(inside, outside), visible(rule))),
    ...line(
      counts(sum('inside'), sum('outside')),
      `in all, by ${tally.plural(met.length, 'rule')}, ${oneSided} of them met on one side only`,
    ).map(colours.bold),
  ]
}

const orderWords = (order: GeneratedReport['order']): ReadonlyArray<string> =>
  order === undefined
    ? []
    : [
        `order of checks: ${order.agree} of ${order.of} pairs of faults have the reason of the first` +
          (order.isJudged ? '' : ' (not judged: the hello does not declare "reasons":"suite")'),
      ]

const remarks = ({ reasons, restarts, generated }: PortReport): Array<string> => [
  ...(generated === undefined ? [] : [`seed of the generated runs: ${visible(generated.seed)}`]),
  ...(reasons.of === 0 ? [] : [`reasons: ${reasons.agree} of ${reasons.of} are the suite's (not judged)`]),
  ...orderWords(generated?.order),
  ...(restarts === 0 ? [] : [`the port was started again ${tally.plural(restarts, 'time')}`]),
]

/**
 * The table of one port's run, with a line end.
 *
 * @example
 * ```ts
 * import { conform, createPort, inProcess, isNoHello, readSuite, tableOf } from 'countersign/conformance'
 *
 * const settings = { suite: readSuite(), level: 'full', ids: ['timestamp/age-over-limit'], today: '2026-01-31', seed: 'any' } as const
 * const report = await conform(inProcess(createPort({ version: '1.0.0' })), settings)
 * const plain = (text: string): string => text
 * const colours = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain }
 * assert.ok(!isNoHello(report))
 * assert.match(tableOf(report, { colours, width: 80 }), /countersign/)
 * ```
 */
export const tableOf = (port: PortReport, options: TableOptions): string => {
  const told = remarks(port)
  const end = tally.allPassed(port) ? options.colours.green : options.colours.red
  const lines = [
    ...header(port, options),
    '',
    ...groupRows(port, options),
    ...rules(port, options),
    ...failures(port, options),
    ...unsupported(port),
    ...known(port, options),
    ...canaries(port, options),
    ...stale(port, options),
    ...stopped(port, options),
    ...(told.length === 0 ? [] : ['', ...told]),
    '',
    ...wrapped(tally.closing(port), options.width).map((line) => end(options.colours.bold(line))),
  ]
  return `${lines.join('\n')}\n`
}
