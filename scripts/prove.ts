/**
 * `npm run prove`: the vectors are worth something. Each negative is wrong in one way only, two implementations agree on
 * every case, every planted bug is noticed and no clean port is blamed. `-- matrix lint` runs only these sections; the others
 * are `faults` and `oracles`. `--write-ids` lists new ids first. What was found out is in dist/prove/.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import pc from 'picocolors'
import { readCases } from './prove/cases.ts'
import { progress, progressDone, type Section } from './prove/finding.ts'
import { lint, writeIds } from './prove/lint.ts'
import { killMatrix } from './prove/matrix.ts'
import { oracles } from './prove/oracles.ts'
import { page } from './prove/page.ts'
import { singleFault } from './prove/singleFault.ts'

const args = process.argv.slice(2)
const file = args.find((arg) => arg.startsWith('--cases='))?.slice('--cases='.length) ?? 'vectors/flat.jsonl'
const wanted = args.filter((arg) => !arg.startsWith('--'))
const { green, red, dim } = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)

if (!existsSync(file)) {
  console.error(`${file} is missing; npm run vectors makes it`)
  process.exit(2)
}
progress(`reading ${file}`)
const cases = readCases(file)
if (args.includes('--write-ids')) writeIds(cases)

const matrix = async (): Promise<Section> => {
  const { section, matrix: found } = await killMatrix(cases)
  mkdirSync('dist/prove', { recursive: true })
  writeFileSync('dist/prove/kill-matrix.html', page(found))
  writeFileSync('dist/prove/kill-matrix.json', `${JSON.stringify(found, null, 1)}\n`)
  return section
}

const sections: Readonly<Record<string, () => Promise<Section>>> = {
  lint: () => lint(cases),
  faults: () => singleFault(cases),
  oracles: () => oracles(cases),
  matrix,
}
const unknown = wanted.filter((name) => !Object.hasOwn(sections, name))
if (unknown.length > 0) {
  console.error(`no such section: ${unknown.join(', ')}; they are ${Object.keys(sections).join(', ')}`)
  process.exit(2)
}

const done: Array<Section & { readonly seconds: number }> = []
for (const [name, run] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const started = performance.now()
  const section = await run()
  done.push({ ...section, seconds: (performance.now() - started) / 1000 })
}
progressDone()

const shownAtMost = 200
for (const { name, findings, notes = [] } of done) {
  for (const finding of findings.slice(0, shownAtMost)) console.log(`${red('✘')} ${name}: ${finding}`)
  if (findings.length > shownAtMost) console.log(`  ${name}: and ${findings.length - shownAtMost} more`)
  for (const note of notes) console.log(dim(`  ${name}: ${note}`))
}
console.log(`\n${cases.length} cases`)
for (const { name, what, held, of, seconds } of done) {
  const mark = held === of && of > 0 ? green('✔') : red('✘')
  console.log(
    `${mark} ${name.padEnd(14)} ${String(held).padStart(6)} of ${String(of).padEnd(6)} ${what} ${dim(`(${seconds.toFixed(1)} s)`)}`,
  )
}
process.exitCode = done.every(({ held, of }) => held === of && of > 0) ? 0 : 1
