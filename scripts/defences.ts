// `npm run defences`: takes away one defence after the other, in a copy of the project, and runs the specs that should
// notice. A defence that nobody misses fails the run, and so does a threat that has none, and so do specs that fail with every
// defence in its place. `npm run defences -- T8 redis`: only those whose threat, file, words or specs hold one of these.
// Writes dist/defences.json. A spec that cannot run, because this machine lacks a tool, is told and fails nothing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import pc from 'picocolors'
import type { Defence } from './defences/defence.ts'
import { defences } from './defences/defences.ts'
import { threats } from './defences/threats.ts'
import * as Workshop from './defences/workshop.ts'

const atOnce = 3
const words = process.argv.slice(2).map((word) => word.toLowerCase())
const wanted = defences.filter(
  ({ threat, file, without, specs }) =>
    words.length === 0 ||
    words.some(
      (word) => threat.toLowerCase() === word || `${file} ${without} ${specs.join(' ')}`.toLowerCase().includes(word),
    ),
)

interface Outcome extends Defence {
  readonly found: 'noticed' | 'missed' | 'skipped'
  /** The first test that failed, or why the experiment says nothing. */
  readonly said: string
  readonly seconds: number
}

/** The first test that failed, or how the process of a spec ended. */
const failure = (output: string): string | undefined =>
  /^ +FAIL +(.*?) *$/m.exec(output)?.[1] ??
  /^ +FAULT +(an? un(?:handled|caught).*|it (?:was stopped|ended) .* in suite .*)$/m.exec(output)?.[1]

const lacking = (output: string): string | undefined => /^skipped, because (this machine lacks: .*)$/m.exec(output)?.[1]

const lastLines = (output: string): string => output.trim().split('\n').slice(-12).join(' | ')

/** What the specs say while nothing is missing, by their words: it is asked once, or twice where a busy machine was too slow. */
const asItIs = new Map<string, Promise<Workshop.Ended>>()

const withAll = async (workshop: Workshop.Workshop, specs: ReadonlyArray<string>): Promise<Workshop.Ended> => {
  const ended = await workshop.runSpecs(specs, 240)
  return ended.code === 0 ? ended : workshop.runSpecs(specs, 240)
}

const attempt = async (workshop: Workshop.Workshop, defence: Defence): Promise<Outcome> => {
  const began = performance.now()
  const { file, code, instead, specs } = defence
  const outcome = (found: Outcome['found'], said: string): Outcome => ({
    ...defence,
    found,
    said,
    seconds: (performance.now() - began) / 1000,
  })

  const original = workshop.read(file)
  const places = original.split(code).length - 1
  if (places !== 1) return outcome('missed', `its code stands ${places} times in ${file}`)
  const key = specs.join(' ')
  const before = asItIs.get(key) ?? withAll(workshop, specs)
  asItIs.set(key, before)
  const { code: was, output: told, seconds } = await before
  if (was !== 0) return outcome('missed', `its specs fail as it is: ${failure(told) ?? lastLines(told)}`)

  workshop.write(
    file,
    original.replace(code, () => instead),
  )
  // A test that waits for what never comes has noticed, too; the machine may have become busier.
  const after = await workshop.runSpecs(specs, Math.ceil(5 + 2 * seconds))
  workshop.write(file, original)
  const test = failure(after.output)
  // Code that names what there is none of fails any test, and shows nothing.
  const broken = /ReferenceError: .*|SyntaxError: .*/.exec(after.output)?.[0]
  if (broken !== undefined) return outcome('missed', `what stands in its place does not run: ${broken}`)
  if (test !== undefined) return outcome('noticed', test)
  // Of a flood of output only the end is kept.
  const [, some] = /^(\d+ passed, [1-9]\d* failed)/m.exec(after.output) ?? []
  if (some !== undefined && !some.startsWith('0 ')) return outcome('noticed', some)
  if (after.code !== 0) return outcome('missed', `the specs could not run: ${lastLines(after.output)}`)
  const lack = lacking(after.output)
  return lack === undefined ? outcome('missed', 'nothing failed') : outcome('skipped', lack)
}

const { green, red, yellow, dim } = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)
const marks = { noticed: green('✓'), missed: red('✘'), skipped: yellow('–') }
const show = ({ threat, without, found, said, seconds }: Outcome): void => {
  console.log(`${marks[found]} ${threat.padEnd(3)} ${without} ${dim(`(${seconds.toFixed(1)} s)`)}`)
  console.log(`      ${found === 'noticed' ? dim(said) : said}`)
}

const outcomes: Array<Outcome> = []
const queue = wanted.values()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    const workshop = Workshop.open()
    for (const defence of queue) {
      const outcome = await attempt(workshop, defence)
      outcomes.push(outcome)
      show(outcome)
    }
  }),
)

/** A threat that nothing answers, and nobody admits. */
const security = readFileSync('SECURITY.md', 'utf8').replace(/\s+/g, ' ')
const open = (words.length === 0 ? threats : []).flatMap(({ id, attack, outOfScope }) => {
  if (outOfScope !== undefined)
    return security.includes(outOfScope) ? [] : [`${id} ${attack}: SECURITY.md does not say that it is out of scope`]
  return defences.some(({ threat }) => threat === id) ? [] : [`${id} ${attack}: no defence is named`]
})
for (const line of open) console.log(red(`✘ ${line}`))

mkdirSync('dist', { recursive: true })
writeFileSync('dist/defences.json', `${JSON.stringify(outcomes, null, 1)}\n`)
const count = (found: Outcome['found']): number => outcomes.filter((outcome) => outcome.found === found).length
const tried = outcomes.length - count('skipped')
console.log(
  `${count('noticed')} of ${tried} defences are missed when they are gone` +
    (count('skipped') > 0 ? `, ${count('skipped')} could not be tried` : '') +
    (words.length === 0 ? `; ${threats.length - open.length} of ${threats.length} threats are answered` : ''),
)
process.exitCode = count('missed') + open.length > 0 ? 1 : 0
