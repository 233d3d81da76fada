// `npm test`: the static steps, every spec, the coverage. `npm test -- nonce verify`: only the specs whose path holds one
// of these words, and nothing else. The last line is `N passed, N failed`. (`--limit=SECONDS` is what
// a file may go on without beginning a test; `--bail` ends a file with its first suite that fails.)
// Specs named NAME.live.spec.ts need more than Node, or minutes. `--live` alone runs all of them. A word runs the quick specs
// that it matches. It runs live ones beside them under `--live`, or if it holds `.live`, or if it matches no quick one. Quick ones go first.
// In CI they take turns, and some of their tests do; with COUNTERSIGN_ALL=1 all run.
// `--seed=N` repeats the draws of every property: a property that fails prints the command. `--times` ends with the dearest
// files, and what the processors worked for each; `--live` always does.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary.ts'
import { colors, flag, readArguments, text } from './terminal.ts'
import { filesInTurn, turnOf, turnOfTests } from './test/fileTurns.ts'
import { dearest, keepLastRun, readLastRun, showProgress } from './test/progress.ts'
import { type FromSpecProcess, type Outcome, type SpecProcess, specProcess } from './test/specFiles.ts'
import type { Step } from './test/steps.ts'

const options = { live: flag, bail: flag, times: flag, limit: text, seed: text }
const { values, positionals: words } = readArguments(options, 'word')
const { live = false, bail = false, seed } = values
const atOnce = 3 // Some of them wait for pauses and time-outs of their own; with four, two cores had no more done.
const all = words.length === 0 && !live
const limitSeconds = Number(values.limit ?? 120)

const found = (existsSync('spec') ? readdirSync('spec', { recursive: true, encoding: 'utf8' }) : [])
  .map((name) => join('spec', name))
  .filter((name) => name.endsWith('.spec.ts'))
  .sort()
const isLive = (name: string): boolean => name.endsWith('.live.spec.ts')

/** The specs that a word selects. */
const matching = (word: string): readonly string[] => {
  const matches = found.filter((name) => name.toLowerCase().includes(word.toLowerCase()))
  const quick = matches.filter((name) => !isLive(name))
  return live || word.toLowerCase().includes('.live') || quick.length === 0 ? matches : quick
}
const turn = turnOf(process.env)
const takesTurns = live && words.length === 0 && turn !== undefined
const selected = words.length === 0 ? found.filter((name) => isLive(name) === live) : words.flatMap(matching)
const wanted = [...new Set(selected)].sort()
const specs = takesTurns ? filesInTurn(wanted, turn) : wanted

// Loaded only for a full run: with a word given, the answer should come at once.
const full = all ? await import('./test/steps.ts') : undefined
const steps = full?.staticSteps() ?? []
const coverage = full && temporaryFolder('coverage')

const { green, red, yellow, isColorSupported } = colors
// Of a job in a cluster: it would add a warning to those that a spec expects, see src/server/severalInstances.ts.
const platform = { KUBERNETES_SERVICE_HOST: undefined }
const env = {
  ...process.env,
  ...platform,
  ...(isColorSupported && { FORCE_COLOR: '1' }),
  ...(seed && { SPEC_SEED: seed }),
  ...(takesTurns && { SPEC_TURN: String(turnOfTests(turn)) }),
}

const lastRun = readLastRun()
const names = [...steps.map(({ name }) => name), ...specs, ...(full ? [full.coverageName] : [])]
const progress = showProgress(names, lastRun)
const outcomes: Outcome[] = []

const show = (outcome: Outcome): void => {
  const { name, seconds, passed, failed, remark, output } = outcome
  outcomes.push(outcome)
  progress.ends(name)
  lastRun[name] = { tests: passed + failed, seconds }
  const told = remark ?? `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
  const line = `${failed > 0 ? red('✘') : green('✓')} ${name}: ${told} (${seconds.toFixed(1)} s)`
  if (!all || failed > 0) progress.print(line)
  if (failed > 0) progress.print(`\n${output.trimEnd()}\n`)
}

const listener = (file: string, message: FromSpecProcess): void =>
  'tests' in message ? progress.hasTests(file, message.tests) : progress.testBegins()
const newProcess = (more?: NodeJS.ProcessEnv): SpecProcess =>
  specProcess({ limitSeconds, bail, listener, env: { ...env, ...more } })

const runStep = async ({ name, run }: Step): Promise<void> => {
  progress.begins(name)
  const outcome = await run()
  progress.testBegins()
  show(outcome)
}

/** The coverage is that of the pure code by its own specs: to measure it costs a quarter of the time. */
const isPure = (name: string): boolean => /^spec\/(?:core|job|programs)\//.test(name)
/** They start processes themselves, or have no folder. The live ones of the inspector share a browser. */
const isAlone = (name: string): boolean => /^spec\/(?:examples\/|[^/]+$|(?!apps\/inspector\/).*\.live\.)/.test(name)
/** The specs of one folder follow one another in one process. */
const groupOf = (name: string): string => {
  if (isAlone(name) || name.includes('/captures/')) return name // Captures take as long as all others of their folder.
  const folder = String(/^spec\/(?:(?:apps|kit)\/)?[^/]+\//.exec(name)?.[0])
  if (isLive(name)) return `live ${folder}`
  return isPure(name) ? 'pure' : folder
}

const runGroup = async (files: readonly string[], shared: SpecProcess): Promise<void> => {
  const isMeasured = full && files.every(isPure)
  const isApart = isMeasured || files.some(isAlone)
  const own = isApart ? newProcess(isMeasured ? { NODE_V8_COVERAGE: coverage } : undefined) : shared
  for (const file of files) {
    progress.begins(file)
    const outcome = await own.run(file)
    // What is wrong with the end of a process of their own belongs to the last of them.
    const fault = isApart && file === files.at(-1) ? await own.end() : ''
    show(fault === '' ? outcome : { ...outcome, failed: outcome.failed + 1, output: outcome.output + fault })
  }
}

const groups = new Map<string, string[]>()
for (const name of specs) groups.set(groupOf(name), [...(groups.get(groupOf(name)) ?? []), name])
const jobs = [
  ...steps.map((step) => ({ names: [step.name], run: () => runStep(step) })),
  ...[...groups.values()].map((files) => ({ names: files, run: (own: SpecProcess) => runGroup(files, own) })),
]
const liveSpec = (word: string): string => `spec/${word}.live.spec.ts`
/** They take minutes, or most of a whole run: where no run was kept, as on a new clone, they must not begin last. */
const slow = [
  'check',
  'spec/kit/diagnosis/captures/captures.spec.ts',
  ...['vectors/check', 'server/killed', 'project/package', 'project/guides', 'project/site'].map(liveSpec),
  ...['apps/inspector/look', 'apps/inspector/inspect', 'examples/installed', 'server/adapters/routing'].map(liveSpec),
  ...['kit/conformance/generators/whole', 'kit/diagnosis/exact'].map(liveSpec),
  ...['guards/lmdb/lmdb', 'server/adapters/nest'].map(liveSpec),
]
const lastSeconds = ({ names }: { readonly names: readonly string[] }): number =>
  names.reduce((sum, name) => sum + (lastRun[name]?.seconds ?? (slow.includes(name) ? 100 : 1)), 0)
const waits = ({ names }: { readonly names: readonly string[] }): number => (names.some(isLive) ? 1 : 0)
/** The quick ones first, and of each kind the longest. */
const queue = jobs.sort((a, b) => waits(a) - waits(b) || lastSeconds(b) - lastSeconds(a)).values()
/** Each worker has a process, for each one loads the library anew. */
const worker = async (): Promise<void> => {
  const shared = newProcess()
  for (const { run } of queue) await run(shared)
  const output = await shared.end()
  if (output !== '') show({ name: 'the end of a process', seconds: 0, passed: 0, failed: 1, missingTools: [], output })
}
await Promise.all(Array.from({ length: atOnce }, worker))
if (full && coverage) await runStep(full.coverageStep(coverage))
if (specs.length === 0) {
  const output = words.length === 0 ? 'no file spec/**/*.spec.ts' : `no spec's path holds ${words.join(' or ')}`
  show({ name: 'specs', seconds: 0, passed: 0, failed: 1, missingTools: [], output })
}
progress.stop()
keepLastRun(lastRun)

const missing = outcomes.flatMap((o) => o.missingTools)
const failing = outcomes.filter((o) => o.failed > 0).map((o) => o.name)
const [passed, failed] = outcomes.reduce(([p, f], o) => [p + o.passed, f + o.failed], [0, 0])
const remarks = outcomes.flatMap(({ name, remark }) => (remark === undefined ? [] : [`${name}: ${remark}`]))
for (const remark of remarks) console.log(remark)
if (live || values.times) for (const line of dearest(outcomes)) console.log(line)
if (takesTurns)
  console.log(`${specs.length} of ${wanted.length} live specs had their turn; the next ones have it at the next commit`)
if (missing.length > 0)
  console.log(yellow(`skipped, because this machine lacks: ${[...new Set(missing)].sort().join(', ')}`))
if (failed > 0) console.log(red(`failed: ${failing.join(', ')}`))
console.log(`${passed} passed, ${failed} failed${missing.length > 0 ? `, ${missing.length} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
