// `npm run evidence -- portmutants`: mistakes made mechanically in the sources of the reference ports, by the syntax trees of
// their languages. The suite, with its generated runs, must notice each. Words choose: `python`, `keys` (a behaviour, which is
// a file), `go/keys.go:91` (a line). `--sample 150`: so many of each port, evenly spread; `--seed S`: other runs; `--again`:
// those that survived the last time. Results: dist/port-mutants.json. Fails if fewer than 97 % are noticed; those in portMutants/equivalent.ts do not count.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { startWorker } from '../temporary.ts'
import { colors, giveUp, progress, readArguments } from '../terminal.ts'
import { requireTool } from '../tools.ts'
import { reasonOf, staleIn } from './portMutants/equivalent.ts'
import { behaviourOf, type Mutant, mutantsOf } from './portMutants/Mutant.ts'
import { type MutatedPort, mutatedPorts } from './portMutants/ports.ts'
import type { Outcome, Trial } from './portMutants/worker.ts'

const goal = 0.97
const atOnce = 2
/** As many as `conform` draws unless it is told otherwise. */
const generated = 5000

const { green, red, yellow, dim } = colors

const again = { type: 'boolean', default: false } as const
const options = { again, sample: { type: 'string' }, seed: { type: 'string', default: 'mutants' } } as const
const { values, positionals: words } = readArguments({ allowPositionals: true, options })
const { seed } = values
const sample = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample)
if (!(sample >= 1)) giveUp(2, '--sample is a whole number, at least 1')

const placeOf = ({ port, file, line }: Mutant): string => `${port}/${file}:${line}`

const results = 'dist/port-mutants.json'
const keyOf = ({ port, file, change }: Pick<Mutant, 'port' | 'file' | 'change'>): string => `${port}/${file} ${change}`
const survivors = (): ReadonlySet<string> => {
  if (!existsSync(results)) return giveUp(2, `--again needs ${results}, which a run without it writes`)
  const { tried }: { tried: ReadonlyArray<Tried> } = JSON.parse(readFileSync(results, 'utf8'))
  return new Set(tried.filter(({ found, equivalent }) => found === 'survived' && equivalent === undefined).map(keyOf))
}
const known = values.again ? survivors() : undefined

const isWanted = (mutant: Mutant): boolean =>
  (known === undefined || known.has(keyOf(mutant))) &&
  (words.length === 0 || words.some((word) => [mutant.port, behaviourOf(mutant.file), placeOf(mutant)].includes(word)))

/** So many of them, evenly spread. */
const spread = (mutants: ReadonlyArray<Mutant>): ReadonlyArray<Mutant> => {
  const { length } = mutants
  if (length <= sample) return mutants
  return Array.from({ length: sample }, (_, n) => mutants[Math.floor(((n + 0.5) * length) / sample)] as Mutant)
}

for (const { sites } of mutatedPorts) requireTool(sites[0] ?? '')

progress('reading the sources …')
const all = mutatedPorts.flatMap(mutantsOf)
const stale = staleIn(all)
const chosen = mutatedPorts.flatMap(({ name }) => spread(all.filter((m) => m.port === name && isWanted(m))))
if (chosen.length === 0) {
  const behaviours = [...new Set(all.map(({ file }) => behaviourOf(file)))]
  const names = [...mutatedPorts.map(({ name }) => name), ...behaviours].join(', ')
  giveUp(2, `no mutant of ${words.join(', ')}; the words are ${names}, and a line such as go/keys.go:91`)
}

interface Tried extends Omit<Mutant, 'text'>, Outcome {
  readonly equivalent?: string
}

const workers = Array.from({ length: atOnce }, () => startWorker('scripts/evidence/portMutants/worker.ts'))

/** Without a change every run passes: otherwise the suite blames each mutant for something else. */
const checkUnchanged = async ({ name }: MutatedPort): Promise<void> => {
  const mutant = all.find(({ port }) => port === name) as Mutant
  const trial: Trial = { port: name, file: mutant.file, seed, generated }
  const { found, by } = await (workers[0] as (typeof workers)[0]).ask<Outcome>(trial)
  if (found !== 'survived') giveUp(3, `the port ${name} fails without a mutant: ${by}`)
}

const outcomes = new Map<Mutant, Tried>()
const count = (found: Outcome['found'], of: ReadonlyArray<Tried>): number =>
  of.filter((each) => each.found === found && each.equivalent === undefined).length

const show = ({ port, file, line, operator, change, found, by, equivalent }: Tried): void => {
  progress()
  if (equivalent !== undefined && found !== 'survived' && found !== 'broken')
    console.log(red(`✘ ${port}/${file}:${line} is listed as equivalent, but ${by} notices it: ${change}`))
  else if (found === 'survived' && equivalent === undefined)
    console.log(`${red('✘')} ${port}/${file}:${line} ${operator}: ${change}`)
  else if (found === 'generated') console.log(dim(`· ${port}/${file}:${line} ${operator}: ${change} (${by})`))
}

for (const port of mutatedPorts) {
  progress(`${port.name}, unchanged …`)
  if (chosen.some((mutant) => mutant.port === port.name)) await checkUnchanged(port)
}
const queue = chosen.values()
await Promise.all(
  workers.map(async ({ ask, ended, stop }) => {
    for (const mutant of queue) {
      const { text, ...place } = mutant
      const reason = reasonOf(mutant)
      const trial: Trial = { port: mutant.port, file: mutant.file, text, seed, generated }
      const outcome = await Promise.race([ask<Outcome>(trial), ended])
      const each = { ...place, ...outcome, ...(reason !== undefined && { equivalent: reason }) }
      outcomes.set(mutant, each)
      show(each)
      progress(`${outcomes.size} of ${chosen.length}; ${placeOf(mutant)}`)
    }
    stop()
  }),
)
progress()

const tried = chosen.flatMap((mutant) => outcomes.get(mutant) ?? [])
mkdirSync('dist', { recursive: true })
writeFileSync(results, `${JSON.stringify({ seed, generated, of: all.length, tried }, null, 1)}\n`)

/** Of those that count. */
const shareOf = (of: ReadonlyArray<Tried>): number => {
  const killed = count('cases', of) + count('generated', of)
  return killed / (killed + count('survived', of) || 1)
}
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const columns = ['', 'killed', 'by cases', 'by generated', 'survived', 'equivalent', 'broken']
const rowOf = (name: string, of: ReadonlyArray<Tried>): ReadonlyArray<string> => [
  name,
  percent(shareOf(of)),
  ...(['cases', 'generated', 'survived'] as const).map((found) => String(count(found, of))),
  String(of.filter((each) => each.equivalent !== undefined).length),
  String(count('broken', of)),
]
const parts = [...new Set(tried.map(({ port, file }) => `${port}/${file}`))]
const rows = [
  columns,
  ...parts.map((part) =>
    rowOf(
      part,
      tried.filter(({ port, file }) => `${port}/${file}` === part),
    ),
  ),
  ...mutatedPorts.map(({ name }) =>
    rowOf(
      name,
      tried.filter(({ port }) => port === name),
    ),
  ),
]
for (const [name = '', ...cells] of rows) console.log(name.padEnd(26) + cells.map((cell) => cell.padStart(13)).join(''))

for (const key of stale) console.log(red(`✘ portMutants/equivalent.ts lists what is no mutant now: ${key}`))
const wrong = tried.filter(
  ({ equivalent, found }) => equivalent !== undefined && found !== 'survived' && found !== 'broken',
)
const share = shareOf(tried)
const reached = share >= goal ? green : red
console.log(reached(`${percent(share)} of the mutants that differ are killed; the goal is ${percent(goal)}`))
if (wrong.length > 0) console.log(yellow(`${wrong.length} of those listed as equivalent are not`))
process.exitCode = share < goal || stale.length + wrong.length > 0 ? 1 : 0
