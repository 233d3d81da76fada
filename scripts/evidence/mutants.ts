// Mutants: in a copy of the project, each defence is taken away in turn, and the specs that should notice run. The run fails
// on a mutant that no spec notices, on a threat without a mutant, and on specs that fail without any mutant. With words,
// `T8 redis`, only the mutants run whose threat, file, fault or specs hold one of them; with `--every 2` each second one, others
// at the next commit. `--tested`: another step shows that the specs pass without a mutant. Results: dist/mutants.json.
// A spec that cannot run, because this machine lacks a tool, is reported and fails nothing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { colors, flag, readArguments } from '../terminal.ts'
import { mutants } from './mutants/all.ts'
import { type Mutant, specsOf } from './mutants/Mutant.ts'
import { mutate } from './mutants/mutate.ts'
import * as Sandbox from './mutants/sandbox.ts'
import { threats } from './mutants/threats.ts'
import { everyOption, shareOf } from './shareOf.ts'

const atOnce = 3
const { values, positionals } = readArguments({ every: everyOption, tested: flag }, 'word')
const isWhole = positionals.length === 0 && values.every === '1'
const words = positionals.map((word) => word.toLowerCase())
const isWanted = (mutant: Mutant): boolean => {
  if (words.length === 0) return true
  const { threat, fault, files, change } = mutant
  const found = mutate(files, change, (file) => readFileSync(file, 'utf8'))
  const places = E.isRight(found) ? [found.right.file, ...specsOf(mutant, found.right.file)] : files
  const text = [fault, ...places].join(' ').toLowerCase()
  return words.some((word) => threat.toLowerCase() === word || text.includes(word))
}
const wanted = shareOf(values.every, mutants.filter(isWanted))

interface Outcome extends Mutant {
  readonly found: 'noticed' | 'missed' | 'skipped'
  /** The first test that failed, or why the run proves nothing. */
  readonly reason: string
  readonly seconds: number
}

/** The first test that failed, or how the process of a spec ended. */
const failure = (output: string): string | undefined =>
  /^ +FAIL +(.*?) *$/m.exec(output)?.[1] ??
  /^ +FAULT +(an? un(?:handled|caught).*|it (?:was stopped:?|ended) .* in suite .*)$/m.exec(output)?.[1]

const missingTools = (output: string): string | undefined =>
  /^skipped, because (this machine lacks: .*)$/m.exec(output)?.[1]

const lastLines = (output: string): string => output.trim().split('\n').slice(-12).join(' | ')

/** The results of the specs without a mutant, by their words: run once, or twice if a busy machine was too slow. */
const baselines = new Map<string, Promise<Sandbox.Ended>>()

const baseline = async (sandbox: Sandbox.Sandbox, specs: ReadonlyArray<string>): Promise<Sandbox.Ended> => {
  if (values.tested) return { code: 0, output: '', seconds: 120 }
  const ended = await sandbox.runSpecs(specs, 240)
  return ended.code === 0 ? ended : sandbox.runSpecs(specs, 240)
}

const attempt = async (sandbox: Sandbox.Sandbox, mutant: Mutant): Promise<Outcome> => {
  const began = performance.now()
  const outcome = (found: Outcome['found'], reason: string): Outcome => ({
    ...mutant,
    found,
    reason,
    seconds: (performance.now() - began) / 1000,
  })

  const mutated = mutate(mutant.files, mutant.change, sandbox.read)
  if (E.isLeft(mutated)) return outcome('missed', mutated.left)
  const { file, text } = mutated.right
  const specs = specsOf(mutant, file)
  const key = specs.join(' ')
  const before = baselines.get(key) ?? baseline(sandbox, specs)
  baselines.set(key, before)
  const { code, output, seconds } = await before
  if (code !== 0) return outcome('missed', `its specs fail without the mutant: ${failure(output) ?? lastLines(output)}`)

  const original = sandbox.read(file)
  sandbox.write(file, text)
  // A test that hangs has noticed, too. The limit is generous, because the machine may have become busier.
  const after = await sandbox.runSpecs(specs, Math.ceil(5 + 2 * seconds))
  sandbox.write(file, original)
  const test = failure(after.output)
  // A mutant that does not compile fails any test, and proves nothing.
  const broken = /ReferenceError: .*|SyntaxError: .*/.exec(after.output)?.[0]
  if (broken !== undefined) return outcome('missed', `the mutant does not run: ${broken}`)
  if (test !== undefined) return outcome('noticed', test)
  // Only the end of a very long output is kept.
  const [, totals] = /^(\d+ passed, [1-9]\d* failed)/m.exec(after.output) ?? []
  if (totals !== undefined && !totals.startsWith('0 ')) return outcome('noticed', totals)
  if (after.code !== 0) return outcome('missed', `the specs could not run: ${lastLines(after.output)}`)
  const missing = missingTools(after.output)
  return missing === undefined ? outcome('missed', 'nothing failed') : outcome('skipped', missing)
}

const { green, red, yellow, dim } = colors
const marks = { noticed: green('✓'), missed: red('✘'), skipped: yellow('–') }
const show = ({ threat, fault, found, reason, seconds }: Outcome): void => {
  console.log(`${marks[found]} ${threat.padEnd(3)} ${fault} ${dim(`(${seconds.toFixed(1)} s)`)}`)
  console.log(`      ${found === 'noticed' ? dim(reason) : reason}`)
}

const outcomes: Array<Outcome> = []
const queue = wanted.values()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    const sandbox = Sandbox.open()
    for (const mutant of queue) {
      const outcome = await attempt(sandbox, mutant)
      outcomes.push(outcome)
      show(outcome)
    }
  }),
)

/** Threats that have no mutant, and that SECURITY.md does not call out of scope. */
const security = readFileSync('SECURITY.md', 'utf8').replace(/\s+/g, ' ')
const open = (isWhole ? threats : []).flatMap(({ id, attack, outOfScope }) => {
  if (outOfScope !== undefined)
    return security.includes(outOfScope) ? [] : [`${id} ${attack}: SECURITY.md does not call it out of scope`]
  return mutants.some(({ threat }) => threat === id) ? [] : [`${id} ${attack}: no mutant`]
})
for (const line of open) console.log(red(`✘ ${line}`))

mkdirSync('dist', { recursive: true })
writeFileSync('dist/mutants.json', `${JSON.stringify(outcomes, null, 1)}\n`)
const count = (found: Outcome['found']): number => outcomes.filter((outcome) => outcome.found === found).length
console.log(
  `${count('noticed')} of ${outcomes.length - count('skipped')} mutants are noticed` +
    (count('skipped') > 0 ? `, ${count('skipped')} could not be tried` : '') +
    (isWhole ? `; ${threats.length - open.length} of ${threats.length} threats are answered` : ''),
)
process.exitCode = count('missed') + open.length > 0 ? 1 : 0
