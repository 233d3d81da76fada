/**
 * A run of a port, for a terminal: a row for each group, the failed cases with their remedies, and the verdict last, just above the
 * prompt.
 *
 *     my-port 1.2.0, Go, level core
 *
 *       ✓ nonce       12/12   ████████████████
 *       ✘ timestamp   10/11   ███████████████░  1 wrong answer
 */
import type { CaseReport, CaseVerdict, PortReport } from '../Report.ts'
import { type Fold, folded } from './folds.ts'
import * as tally from './tally.ts'
import { isExamined, labelOf, symbolOf } from './verdicts.ts'
import { visible, wrapped } from './visible.ts'

type Paint = (text: string) => string

export type Colours = Readonly<Record<'bold' | 'dim' | 'green' | 'red' | 'yellow', Paint>>

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

/** How much is shown: more would push the table off the screen. The other reports have all cases. */
const foldsShown = 20
const idsShown = 8
const stderrShown = 2

type Lines = ReadonlyArray<string>

/** The terminal: its colours, its width and the characters that it shows. */
interface Screen extends Colours {
  readonly width: number
  readonly unicode: boolean
}

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
  const { colours, width, unicode = true } = options
  const screen: Screen = { ...colours, width, unicode }
  const end = tally.allPassed(port) ? screen.green : screen.red
  const lines = [
    ...header(port, options, screen),
    ...paragraph(...groupRows(port, screen)),
    ...(options.verbose === true ? rules(port, screen) : []),
    ...failures(port, screen),
    ...unsupportedOps(port),
    ...knownFailures(port, screen),
    ...faultsOfRun(port, screen),
    ...remarks(port, screen),
    ...paragraph(...wrapped(tally.closing(port), width).map((line) => end(screen.bold(line)))),
  ]
  return `${lines.join('\n')}\n`
}

// ---- The parts of the table, in their order

const header = (port: PortReport, { suite }: TableOptions, screen: Screen): Lines => {
  const { bold, dim } = screen
  const { name, version, language, level, policies, command } = port
  const brief = (words: string): string => clip(screen, visible(words), 60)
  const about = [language, `level ${level}`, suite === undefined ? '' : `suite ${suite}`].map(brief)
  return [
    tally.sentence([bold(tally.sentence([name, version].map(brief), ' ')), ...about]),
    ...entry(screen, 'command   ', visible(command)).map(dim),
    ...entry(screen, 'policies  ', policies.length === 0 ? 'none' : policies.map(brief).join(', ')).map(dim),
  ]
}

const barLength = 16

/** Rounded so that a single failure or a single pass among a hundred cases stays visible. */
const bar = (good: number, total: number, { green, red, unicode }: Screen): string => {
  const fullCell = unicode ? '█' : '#'
  const emptyCell = unicode ? '░' : '.'
  const full = good === total ? barLength : Math.min(barLength - 1, Math.ceil((good / total) * barLength))
  const missing = emptyCell.repeat(barLength - full)
  return green(fullCell.repeat(full)) + (missing === '' ? '' : red(missing))
}

const row = ({ name, cases, counts }: tally.Group, widest: number, screen: Screen): Lines => {
  const { green, yellow, red, width } = screen
  const verdict = tally.worstOf(counts)
  const paint = verdict === 'pass' ? green : verdict === 'known' ? yellow : red
  const passed = `${String(counts.pass).padStart(4)}/${String(cases.length).padEnd(4)}`
  const start = `  ${paint(symbol(screen, verdict))} ${visible(name).padEnd(widest)} ${passed} ${bar(counts.pass + counts.known, cases.length, screen)}`
  if (verdict === 'pass') return [start]
  const indent = 2 + 2 + widest + 1 + passed.length + 1 + barLength + 2
  const [firstWords = '', ...otherWords] = wrapped(tally.shortfall(counts), width - indent)
  return [`${start}  ${paint(firstWords)}`, ...otherWords.map((words) => ' '.repeat(indent) + paint(words))]
}

const groupRows = (port: PortReport, screen: Screen): Lines => {
  const groups = tally.groupsOf(tally.allCases(port))
  const widest = groups.reduce((most, { name }) => Math.max(most, visible(name).length), 0)
  return groups.flatMap((group) => row(group, widest, screen))
}

const caseLines = ({ id, verdict, failure }: CaseReport, screen: Screen): Lines => {
  const { bold, dim, red, yellow, width } = screen
  const head = `${red(symbol(screen, verdict))} ${bold(visible(id))}  ${red(labelOf(verdict))}`
  if (failure === undefined) return [head]
  const { message, comment, input, expected, received, flags, stderr, rerun } = failure
  const texts = input === undefined ? {} : { input, expected, received }
  return [
    head,
    ...entry(screen, '', clip(screen, visible(message), 4 * width), 4),
    ...(comment === '' ? [] : entry(screen, '', visible(comment), 4)),
    ...Object.entries(texts).flatMap(([name, text = 'nothing']) =>
      entry(screen, `${name.padEnd(9)} `, visible(text), 4),
    ),
    ...flags.flatMap((flag) =>
      entry(screen, `${visible(flag.flag)}: `, visible(tally.remedyWords(flag)), 4).map(yellow),
    ),
    ...stderrLines(screen, stderr, 4),
    dim(`    again: ${visible(rerun)}`),
  ]
}

const foldLines = ([first, ...others]: Fold, screen: Screen): Lines => {
  if (others.length === 0) return caseLines(first, screen)
  // Shows one case of each group first: a second cause may be hidden among many cases.
  const firsts = tally.grouped(others, ({ group }) => group).map(([firstCase]) => firstCase)
  const ids = [...new Set([...firsts, ...others])].slice(0, idsShown).map(({ id }) => visible(id))
  if (others.length > idsShown) ids.push(`and ${others.length - idsShown} more`)
  const text = `${tally.plural(others.length, 'more case fails', 'more cases fail')} in the same way: ${ids.join(', ')}`
  return [...caseLines(first, screen), ...entry(screen, '', text, 4)]
}

const failures = (port: PortReport, screen: Screen): Lines => {
  const isShown = ({ verdict, group, failure }: CaseReport): boolean =>
    isExamined(verdict) && verdict !== 'known' && (group !== 'generated' || failure !== undefined)
  const folds = folded(tally.allCases(port).filter(isShown))
  const remaining = folds.slice(foldsShown).flat().length
  const more = `and ${tally.plural(remaining, 'more case')} that did not pass; --report DIR writes them all`
  return [
    ...folds.slice(0, foldsShown).flatMap((fold) => paragraph(...foldLines(fold, screen))),
    ...(remaining > 0 ? paragraph(more) : []),
  ]
}

/** One line for each unsupported operation, not for each case. */
const unsupportedOps = (port: PortReport): Lines => {
  const cases = tally.allCases(port).filter(({ verdict }) => verdict === 'unsupported')
  const casesByOp = tally.grouped(cases, ({ op }) => op)
  const words = casesByOp.map((ofOp) => `${ofOp[0].op} (${tally.plural(ofOp.length, 'case')})`)
  return casesByOp.length === 0 ? [] : paragraph(`unsupported: ${words.join(', ')}`)
}

const knownFailures = (port: PortReport, screen: Screen): Lines =>
  paragraph(
    ...port.cases.flatMap(({ id, verdict, failure }) => {
      if (verdict !== 'known') return []
      const why = failure?.known
      const until = why === undefined ? '' : ` until ${visible(why.expires)}: ${visible(why.reason)}`
      return entry(screen, `${symbol(screen, 'known')} `, `${visible(id)}  known failure${until}`).map(screen.yellow)
    }),
  )

/** The faults of the run and not of one case. */
const faultsOfRun = (port: PortReport, screen: Screen): Lines => {
  const { canaries, stale, stopped } = port
  return [
    ...(canaries.length === 0 ? [] : paragraph(...canaryLines(port, screen))),
    ...(stale.length === 0 ? [] : paragraph(...staleLines(port, screen))),
    ...(stopped === undefined
      ? []
      : paragraph(
          ...faultLines(screen, `the run was stopped: ${stopped.message}`),
          ...stderrLines(screen, stopped.stderr, 2),
        )),
  ]
}

/** Canaries that failed with the same message share a line. */
const canaryLines = (port: PortReport, screen: Screen): Lines => {
  const failed = tally.failedCanaries(port)
  const alike = tally.grouped(failed, ({ message = 'it failed' }) => message)
  return [
    `canaries: ${port.canaries.length - failed.length} of ${port.canaries.length} passed`,
    ...alike.flatMap((canaries) => {
      const names = canaries.map(({ name }) => name).join(', ')
      return faultLines(screen, `${names}: ${canaries[0].message ?? 'it failed'}`)
    }),
  ]
}

const staleLines = ({ stale }: PortReport, screen: Screen): Lines => [
  'stale entries in the list of known failures:',
  ...stale.flatMap(({ id, why }) => faultLines(screen, `${id}: ${tally.staleWords[why]}`)),
]

/** For each rule: how many generated inputs it let pass, and how many it refused. */
const rules = ({ generated }: PortReport, screen: Screen): Lines => {
  if (generated === undefined) return []
  const met = Object.entries(generated.rules).sort(([a], [b]) => (a < b ? -1 : 1))
  const counts = (valid: number | string, invalid: number | string): string =>
    `  ${String(valid).padStart(7)} ${String(invalid).padStart(7)}  `
  const sum = (side: 'inside' | 'outside'): number => met.reduce((total, [, counted]) => total + counted[side], 0)
  const oneSided = met.filter(([, { inside, outside }]) => inside === 0 || outside === 0).length
  const summary = `in total, ${tally.plural(met.length, 'rule')}; ${oneSided} with only valid or only invalid inputs`
  return paragraph(
    screen.bold(`${counts('valid', 'invalid')}rule that decides`),
    ...met.flatMap(([rule, { inside, outside }]) => entry(screen, counts(inside, outside), visible(rule))),
    ...entry(screen, counts(sum('inside'), sum('outside')), summary).map(screen.bold),
  )
}

const remarks = (port: PortReport, { width }: Screen): Lines => {
  const { reasons, restarts, oneAtATime, generated, cases } = port
  const order = generated?.order
  const disagreeing = cases.find(({ reasonAgrees }) => reasonAgrees === false)
  const doubt = order?.isJudged
    ? ''
    : ' (this is not judged, because the first message of the port, its hello, does not say "reasons":"suite")'
  const sentences = [
    generated && `seed of the generated runs: ${visible(generated.seed)}`,
    reasons.of > 0 &&
      `reasons: for ${reasons.agree} of ${reasons.of} refusals, the port gave the reason that the suite expects. The verdict on a case does not depend on this${disagreeing === undefined ? '' : `. First other reason: ${disagreeing.id}`}`,
    order &&
      `order of checks: ${order.of} requests had two faults; for ${order.agree} of them, the port named the fault that the suite checks first${doubt}`,
    oneAtATime !== undefined &&
      `the port failed when several questions waited at the same time: ${visible(oneAtATime)}. With one question at a time it passed, so from then on the runner sent one question at a time. If this is intended, let the hello of the port say "atOnce":1`,
    restarts > 0 && `the port was started again ${tally.plural(restarts, 'time')}`,
    ...(port.remarks ?? []).map(visible),
  ]
  return paragraph(...sentences.filter((line) => typeof line === 'string').flatMap((line) => wrapped(line, width)))
}

// ---- Lines of every part

/** An empty line and these lines. Nothing if there are no lines. */
const paragraph = (...lines: Lines): Lines => (lines.length === 0 ? [] : ['', ...lines])

/** `label words words`; further lines align with the words. */
const entry = ({ width }: Screen, label: string, words: string, indent = 0): Lines => {
  const lines = wrapped(words, Math.max(20, width - indent - label.length))
  return lines.map((line, i) => ' '.repeat(indent) + (i === 0 ? label : ' '.repeat(label.length)) + line)
}

/** A fault of the run and not of one case. */
const faultLines = (screen: Screen, words: string): Lines =>
  entry(screen, `${symbol(screen, 'fail')} `, visible(words)).map(screen.red)

/** The first line of a port's standard error and the last lines: languages print the cause at either end. */
const stderrLines = (screen: Screen, stderr: string | undefined, indent: number): Lines => {
  const lines = (stderr ?? '').split(/\r?\n/).filter((line) => line !== '')
  const ends = lines.length <= stderrShown + 1 ? lines : [...lines.slice(0, 1), ...lines.slice(-stderrShown)]
  const most = screen.width - indent - 'stderr: '.length
  return ends.map((line) => screen.dim(`${' '.repeat(indent)}stderr: ${clip(screen, visible(line), most)}`))
}

const symbol = ({ unicode }: Screen, verdict: CaseVerdict): string => symbolOf(verdict, unicode)

/** The first `most` characters, the last of which say that more follow. */
const clip = ({ unicode }: Screen, words: string, most: number): string => {
  const characters = [...words]
  const end = unicode ? '…' : '...'
  return characters.length <= most ? words : characters.slice(0, Math.max(0, most - end.length)).join('') + end
}
