/** `countersign conform`: puts the suite and generated runs to a port, or judges answers from a file, and writes the reports. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { ours } from '../../core/Policies.ts'
import { changesBetween } from '../../kit/conformance/changes.ts'
import { command as commandDriver } from '../../kit/conformance/command.ts'
import { conform as run } from '../../kit/conformance/conform.ts'
import { type Driver, isNoHello } from '../../kit/conformance/Driver.ts'
import type { DrawSettings } from '../../kit/conformance/generators/all.ts'
import * as Saved from '../../kit/conformance/generators/saved.ts'
import { parse as parseKnown } from '../../kit/conformance/KnownFailures.ts'
import { casesOf, type GeneratedSettings, levels, type Selection, selectionOf } from '../../kit/conformance/levels.ts'
import type { ConformanceReport, GeneratedFailure, PortReport } from '../../kit/conformance/Report.ts'
import { badgeJson, badgeSvg } from '../../kit/conformance/reports/badge.ts'
import { junitOf } from '../../kit/conformance/reports/junit.ts'
import { pageOf } from '../../kit/conformance/reports/page.ts'
import { tableOf } from '../../kit/conformance/reports/table.ts'
import { allPassed } from '../../kit/conformance/reports/tally.ts'
import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import type { ConformSettings, Mode } from '../../kit/conformance/settings.ts'
import type { Suite } from '../../kit/conformance/suite.ts'
import { replaceFile } from '../../platform/node/replaceFile.ts'
import * as args from './arguments.ts'
import { didYouMean } from './didYouMean.ts'
import { fileReason, parsedText, readText, usable } from './files.ts'
import { type Command, command, defaulting, flag, type Given, optional, rarely, repeated, rest } from './grammar.ts'
import { CommandError, type Outcome, type World } from './Outcome.ts'
import { progressOn, repeating } from './progress.ts'
import { packagedSuite } from './suite.ts'
import { widthOf } from './terminal.ts'
import { version } from './version.ts'

/** The number of generated runs unless --generated is set. It is the same for every port and machine, whatever their speed. */
const generatedRuns = 8500

const options = {
  level: defaulting(args.oneOf('LEVEL', levels), 'full', 'verifier, signer or full'),
  case: repeated(args.text('ID'), 'only this case. You can give this option several times'),
  generated: optional(
    args.count,
    `the number of generated runs after the cases (default: ${generatedRuns}; 0 with --case)`,
  ),
  seed: optional(args.text('SEED'), 'the seed of the generated runs (default: random)'),
  path: rarely(
    optional(
      args.text('PATH'),
      'repeat only this failure of a generated run. Copy the path and --seed from the report of the failure',
    ),
  ),
  precededBy: rarely(
    repeated(
      args.text('RUN'),
      'send another run to the port before these runs: the id of a case, or the path of a generated run. You can give this option several times',
    ),
  ),
  bail: flag('stop at the first failure'),
  noShrink: flag('show failing generated inputs as they were drawn; do not search for smaller ones'),
  save: rarely(
    optional(
      args.file,
      'add the failures of generated runs to this file as cases, each with the smallest input that fails',
    ),
  ),
  cases: rarely(optional(args.file, 'only the cases in this file, which --save wrote')),
  knownFailures: rarely(
    optional(args.file, 'a JSON array of {id, reason, expires}: cases that are allowed to fail until a date'),
  ),
  report: optional(
    args.folder,
    'write report.html, report.xml (JUnit), report.json and a badge into this folder. If the folder has a report of other ports, their results stay in it',
  ),
  verbose: flag('show for each rule how many generated inputs were valid and how many were invalid'),
  timeout: optional(args.duration, 'how long an answer may take (default: 10s)'),
  atOnce: rarely(
    optional(
      args.atLeastOne,
      'how many questions the runner sends before it waits for an answer (default: 16, or fewer if the first message of the port, its hello, says so)',
    ),
  ),
  writeRuns: rarely(optional(args.file, 'write the runs to this file, and do not start a port')),
  answers: rarely(
    optional(
      args.file,
      'judge the answers in this file instead of starting a port; also give --runs FILE, the runs that were answered',
    ),
  ),
  runs: rarely(optional(args.file, 'the file that --write-runs wrote')),
  port: rest('-- COMMAND…', 'the command that starts the port, with its arguments'),
}

type Options = Given<typeof options>

export const conform: Command = command({
  args: options,
  example: '--report out -- python3 my_port.py',
  run: async (given, world): Promise<Outcome> => {
    refuseContradictions(given)
    const plan = await planOf(given, world)
    return given.writeRuns === undefined ? judge(given, plan, world) : writeRuns(given.writeRuns, plan)
  },
})

const refuseContradictions = ({ answers, generated, seed, path, precededBy, writeRuns: runsFile }: Options): void => {
  const isDrawGiven = generated !== undefined || seed !== undefined || path !== undefined
  if (answers !== undefined && isDrawGiven)
    throw new CommandError(2, 'give --generated, --seed and --path to --write-runs; --answers reads them from the file')
  if (precededBy.length > 0 && (answers ?? runsFile) !== undefined)
    throw new CommandError(2, '--preceded-by needs a port: it cannot be used with --write-runs or --answers')
}

/** The cases and the generated runs that a call asks for. */
interface Plan extends Selection {
  readonly generated: GeneratedSettings | undefined
  readonly seed: string
}

const planOf = async (given: Options, world: World): Promise<Plan> => {
  const { level, path, cases: casesFile } = given
  const packaged = packagedSuite()
  const saved = casesFile === undefined ? [] : await parsedText('--cases', casesFile, Saved.parse, world)
  const suite = { ...packaged, vectors: [...packaged.vectors, ...saved] }
  const savedIds = casesFile === undefined ? undefined : saved.map(({ id }) => id)
  // Undefined: all cases of the level.
  const ids = given.case.length === 0 ? savedIds : checkedIds(suite, given.case)
  if (path !== undefined && given.seed === undefined)
    throw new CommandError(2, '--path needs the --seed of the failure')
  const seed = given.seed ?? randomUUID()
  const usualCount = ids === undefined ? generatedRuns : 0
  const runCount = path === undefined ? (given.generated ?? usualCount) : 1
  const generated = runCount === 0 ? undefined : { runs: runCount, ...(path !== undefined && { path }) }
  if (path !== undefined && !(await isDrawn({ suite, level, runs: runCount, seed, path })))
    throw new CommandError(
      2,
      `--path ${visibleLines(path)}: with this --seed and --level ${level}, there is no such run. Copy all three from the report`,
    )
  return { suite, level, ids, generated, seed }
}

const isDrawn = async (settings: DrawSettings): Promise<boolean> => {
  const { draw } = await import('../../kit/conformance/generators/all.ts')
  return draw(settings).length > 0
}

/** Writes the runs to a file, for answers that are judged later. */
const writeRuns = async (file: string, { seed, ...selection }: Plan): Promise<Outcome> => {
  const { emit } = await import('../../kit/conformance/recorded.ts')
  const { generated } = selection
  const count = casesOf(selectionOf(selection, generated)).length
  await usable(file, writeFile(file, emit(selection, seed)))
  const runCount = generated?.runs
  const drawn = runCount === undefined ? '' : ` and ${runCount} generated ${runCount === 1 ? 'run' : 'runs'}`
  return {
    exit: 0,
    text: `${file} has ${count} ${count === 1 ? 'case' : 'cases'}${drawn}, and some more runs. Let the port answer all of them. Then judge the answers with --runs and --answers\n`,
    json: { emitted: file, cases: count, ...(generated && { generated: { seed, ...generated } }) },
  }
}

/** Judges the answers of a port, or of a file, and writes the reports. */
const judge = async (given: Options, plan: Plan, world: World): Promise<Outcome> => {
  const { report, knownFailures, save, verbose } = given
  const { suite } = plan
  // Every step that may fail comes before the port starts, so that no run is wasted.
  if (report !== undefined) await makeFolder(report)
  const list =
    knownFailures === undefined ? undefined : await parsedText('--known-failures', knownFailures, parseKnown, world)
  const today = new Date().toISOString().slice(0, 10)
  const { cases: casesFile, bail, noShrink: isBrief } = given
  const settings = { ...plan, known: list, today, casesFile, bail, isBrief, runner: version }
  const saveFailures = save === undefined ? undefined : await saverTo(save, suite, world)
  const { answers } = given
  const result =
    answers === undefined
      ? await resultOfPort(given, settings, world)
      : await resultOfFile(answers, given.runs, settings, world)
  if (report !== undefined) await writeReports(report, suite, result)
  await saveFailures?.(result.generated?.failures ?? [])
  return {
    exit: allPassed(result) ? 0 : 1,
    text: (colours) => tableOf(result, { colours, width: widthOf(world.stdout), suite: suite.version, verbose }),
    json: result,
  }
}

const resultOfFile = async (
  answersFile: string,
  runsFile: string | undefined,
  settings: ConformSettings,
  world: World,
): Promise<PortReport> => {
  if (runsFile === undefined) throw new CommandError(2, '--answers needs --runs: the file that --write-runs wrote')
  const { recorded } = await import('../../kit/conformance/recorded.ts')
  const { createPort } = await import('../../kit/conformance/port.ts')
  const runsText = await readText('--runs', runsFile, world)
  const answersText = await readText('--answers', answersFile, world)
  const read = await recorded(settings.suite, runsText, answersText, createPort({ version }), answersFile)
  if (E.isLeft(read)) throw new CommandError(2, `--runs ${runsFile}: ${read.left}`)
  const { driver, canaries, ...files } = read.right
  const { generated } = files
  const seed = generated?.seed ?? settings.seed
  return reportOf(driver, { ...settings, ...files, seed, generated, mode: { _tag: 'Recorded', canaries } }, world)
}

const resultOfPort = async (given: Options, settings: ConformSettings, world: World): Promise<PortReport> => {
  const { port, timeout, precededBy, atOnce } = given
  if (port.length === 0)
    throw new CommandError(2, 'the command of the port is missing: countersign conform -- COMMAND…')
  const progress = progressOn(world, repeating, () => performance.now())
  const driver = commandDriver(port, {
    suite: settings.suite.version,
    onStderr: progress.said,
    ...(atOnce !== undefined && { atOnce }),
  })
  const ofPort = { ...settings, mode: modeOf(precededBy), limitMs: timeout, onProgress: progress.show }
  return reportOf(driver, ofPort, world).finally(progress.end)
}

const modeOf = (precededBy: ReadonlyArray<string>): Mode =>
  precededBy.length === 0 ? { _tag: 'Fresh' } : { _tag: 'Replay', precededBy }

const reportOf = async (driver: Driver, settings: Parameters<typeof run>[1], { stderr }: World) => {
  const result = await run(driver, settings)
  if (isNoHello(result)) throw new CommandError(3, `the port does not say hello: ${result.detail}`)
  const unknownPolicies = result.policies.filter((name) => !Object.hasOwn(ours, name)).join(', ')
  if (unknownPolicies !== '')
    stderr.write(`the suite has no policy ${visibleLines(unknownPolicies)}; it has ${Object.keys(ours).join(', ')}\n`)
  return result
}

/** Returns the ids if each names a case. Otherwise throws, and suggests the nearest ids. */
const checkedIds = (suite: Suite, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const knownIds = suite.vectors.map(({ id }) => id)
  const unknownIds = ids.filter((id) => !knownIds.includes(id))
  if (unknownIds.length === 0) return ids
  const complaints = unknownIds.map((id) => {
    const meant = didYouMean(id, knownIds)
    return `--case ${visibleLines(id)}: there is no such case${meant === undefined ? '' : `; is it ${meant}?`}`
  })
  throw new CommandError(2, complaints.join('\n'), '`countersign vectors list` shows them all')
}

/** Returns a function that adds failures to the file. Reads and writes the file before the port starts, so that no run is wasted. */
const saverTo = async (file: string, { version }: Suite, world: World) => {
  const before = existsSync(file) ? await parsedText('--save', file, Saved.parse, world) : []
  const added = (failures: ReadonlyArray<GeneratedFailure>) =>
    usable(file, writeFile(file, Saved.added(before, failures, version)))
  await added([])
  return added
}

/**
 * Makes the folder before the port starts, so that no run is wasted. One level at a time: in some system folders, Node's
 * recursive `mkdir` never ends.
 */
const makeFolder = async (folder: string): Promise<void> => {
  const missing: Array<string> = []
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory() === true) break
    if (found !== undefined) throw new CommandError(2, `--report ${folder}: ${path} is not a folder`)
    missing.unshift(path)
  }
  try {
    for (const path of missing) await mkdir(path)
  } catch (error) {
    throw new CommandError(2, `--report ${folder}: the folder cannot be made, ${fileReason(error)}`)
  }
}

/** The report of this port, beside the folder's reports of other ports on the same suite. */
const writeReports = async (folder: string, suite: Suite, result: PortReport): Promise<void> => {
  const before = await earlierReports(folder, suite)
  const last = before.find(({ name, level }) => name === result.name && level === result.level)
  const now = last === undefined ? result : { ...result, changes: changesBetween(last, result) }
  const others = before.filter(({ name }) => name !== result.name)
  const ports = [...others, now].sort((a, b) => (a.name < b.name ? -1 : 1))
  const report: ConformanceReport = { format: 1, suite: suite.version, digest: suite.digest, ports }
  const texts = {
    'report.json': `${JSON.stringify(report, null, 2)}\n`,
    'report.xml': junitOf(report),
    'report.html': pageOf(report),
    // The badge is that of the port that ran last.
    'badge.json': badgeJson(now),
    'badge.svg': badgeSvg(now),
  }
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name)
    // Replaces a symbolic link instead of following it: the folder may belong to another user.
    await usable(path, replaceFile(path, `${path}.${randomUUID()}`, text))
  }
}

/** The reports of earlier runs on the same suite in the folder; none if there is no report, or an unreadable one. */
const earlierReports = async (folder: string, suite: Suite): Promise<ReadonlyArray<PortReport>> => {
  try {
    const { format, digest, ports } = JSON.parse(
      await readFile(join(folder, 'report.json'), 'utf8'),
    ) as ConformanceReport
    return format === 1 && digest === suite.digest ? ports : []
  } catch {
    return []
  }
}
