// `npm test`: the static steps, every spec, the coverage. `npm test -- nonce verify`: only the specs whose path holds one
// of these words, and nothing else. The last line is `N passed, N failed`. (`--limit=SECONDS` is what one file may take.)
// Specs named NAME.live.spec.ts need more than Node, or minutes: `--live` runs them, and so does a word; nothing else does.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pc from 'picocolors'
import type { Outcome } from './test/outcome.ts'
import { runSpecFile } from './test/specFile.ts'

const atOnce = 3 // some of them wait for pauses and time-outs of their own
const words = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const live = process.argv.includes('--live')
const all = words.length === 0 && !live
const limitSeconds = Number(process.argv.find((arg) => arg.startsWith('--limit='))?.slice('--limit='.length) ?? 120)

const specs = (existsSync('spec') ? readdirSync('spec', { recursive: true, encoding: 'utf8' }) : [])
  .map((name) => join('spec', name))
  .filter(
    (name) =>
      name.endsWith('.spec.ts') &&
      (words.length === 0
        ? name.endsWith('.live.spec.ts') === live
        : words.some((word) => name.toLowerCase().includes(word.toLowerCase()))),
  )
  .sort()

const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR
const { green, red, yellow } = pc.createColors(coloured)

const outcomes: Outcome[] = []
const show = (outcome: Outcome): void => {
  const { name, seconds, passed, failed, remark, output } = outcome
  outcomes.push(outcome)
  const told = remark ?? `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
  console.log(`${failed > 0 ? red('✘') : green('✓')} ${name}: ${told} (${seconds.toFixed(1)} s)`)
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`)
}

const runSpecs = async (envOf: (name: string) => NodeJS.ProcessEnv): Promise<void> => {
  const queue = specs.values()
  const worker = async (): Promise<void> => {
    for (const name of queue) show(await runSpecFile(name, { limitSeconds, env: envOf(name) }))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** The specs of the pure code under V8's coverage, which every process writes as it ends; the others are quicker without. */
const runEverything = async (env: NodeJS.ProcessEnv): Promise<void> => {
  // These are loaded only here: with a word given, the answer should come at once.
  const { coverageStep, isMeasured, staticSteps } = await import('./test/steps.ts')
  for (const step of staticSteps()) show(await step)
  const coverage = mkdtempSync(join(tmpdir(), 'countersign-coverage-'))
  process.once('exit', () => rmSync(coverage, { recursive: true, force: true }))
  await runSpecs((name) => (isMeasured(name) ? { ...env, NODE_V8_COVERAGE: coverage } : env))
  show(await coverageStep(coverage))
}

// Otherwise a signal would end this process without its `exit`, and leave the specs' processes behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const env = coloured ? { ...process.env, FORCE_COLOR: '1' } : process.env
await (all ? runEverything(env) : runSpecs(() => env))
if (specs.length === 0) {
  const output = words.length === 0 ? 'no file spec/**/*.spec.ts' : `no spec's path holds ${words.join(' or ')}`
  show({ name: 'specs', seconds: 0, passed: 0, failed: 1, skipped: 0, missingTools: [], output })
}

const total = (count: (outcome: Outcome) => number): number =>
  outcomes.reduce((sum, outcome) => sum + count(outcome), 0)
const [passed, failed, skipped] = [total((o) => o.passed), total((o) => o.failed), total((o) => o.skipped)]
const missing = [...new Set(outcomes.flatMap((o) => o.missingTools))].sort()
if (missing.length > 0) console.log(yellow(`skipped, because this machine lacks: ${missing.join(', ')}`))
const names = outcomes.flatMap((o) => (o.failed > 0 ? [o.name] : []))
if (failed > 0) console.log(red(`failed: ${names.join(', ')}`))
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
