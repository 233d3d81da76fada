/**
 * `npm run evidence -- prove`: the vectors are worth something. Each negative is wrong in one way only, two implementations
 * agree on every case, every planted bug is noticed and no clean port is blamed. `-- prove matrix lint`: only these sections.
 * `--write-ids` lists new ids once all sections hold. The kill matrix is in dist/prove/kill-matrix.json; with `--first` it has
 * the first case alone that notices each bug.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { colors, flag, giveUp, progress, readArguments } from '../terminal.ts'
import { readCases } from './prove/cases.ts'
import type { Section } from './prove/finding.ts'
import { lint, writeIds } from './prove/lint.ts'
import { killMatrix } from './prove/matrix.ts'
import { oracles } from './prove/oracles.ts'
import { singleFault } from './prove/singleFault.ts'

const file = 'vectors/flat.jsonl'
const { green, red, dim } = colors

if (!existsSync(file)) giveUp(2, `${file} is missing; npm run vectors makes it`)
const cases = readCases(file)

const matrix = async (): Promise<Section> => {
  const { section, matrix: found } = await killMatrix(cases, values.first === true)
  mkdirSync('dist/prove', { recursive: true })
  writeFileSync('dist/prove/kill-matrix.json', `${JSON.stringify(found, null, 1)}\n`)
  return section
}

const sections: Readonly<Record<string, () => Promise<Section>>> = {
  lint: () => lint(cases),
  faults: () => singleFault(cases),
  oracles: () => oracles(cases),
  matrix,
}
const options = { first: flag, 'write-ids': flag }
const { values, positionals: wanted } = readArguments(options, 'section', Object.keys(sections))
const isWriting = values['write-ids']
// An id is for ever, so no proof may be left out.
if (isWriting && wanted.length > 0) giveUp(2, '--write-ids needs every section: name none')

const shownAtMost = 200
const table: Array<string> = []
for (const [section, run] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(section)) continue
  const started = performance.now()
  const { name, what, held, of, findings, notes = [] } = await run()
  progress()
  for (const finding of findings.slice(0, shownAtMost)) console.log(`${red('✘')} ${name}: ${finding}`)
  if (findings.length > shownAtMost) console.log(`  ${name}: and ${findings.length - shownAtMost} more`)
  for (const note of notes) console.log(dim(`  ${name}: ${note}`))
  const holds = held === of && of > 0
  if (!holds) process.exitCode = 1
  const seconds = dim(`(${((performance.now() - started) / 1000).toFixed(1)} s)`)
  const counts = `${String(held).padStart(6)} of ${String(of).padEnd(6)}`
  table.push(`${holds ? green('✔') : red('✘')} ${name.padEnd(14)} ${counts} ${what} ${seconds}`)
  // No id will be written, so the minutes of the next sections can wait.
  if (isWriting && !holds) break
}
console.log(`\n${cases.length} cases\n${table.join('\n')}`)
if (isWriting) console.log(process.exitCode === 1 ? 'no id is written' : `${writeIds(cases)} new ids are written`)
