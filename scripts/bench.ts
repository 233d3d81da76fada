/**
 * `npm run bench`: what the hot paths cost beside the bare platform and beside other libraries, in one run. `-- --json` prints
 * one object a row, and `-- --write` writes the figures that guides repeat into src/server/figures.json; names of rows after that
 * measure only those: `npm run bench -- verify-400`.
 * Exit code 0: every target is met; 1: one is missed, and stderr says which; 2: no such row; 3:
 * something could not be measured.
 */
import { type Group, groups } from './bench/groups.ts'
import type { Row } from './bench/measure.ts'
import { met, targets } from './bench/targets.ts'
import { changeOf, writeMeasured } from './figures.ts'
import { colors, flag, progress, readArguments } from './terminal.ts'

const known = groups.flatMap(({ ids }) => ids)
const { values, positionals: wanted } = readArguments({ json: flag, write: flag }, 'row', known)
const { json, write } = values

const isWanted = (id: string): boolean => wanted.length === 0 || wanted.includes(id)
const figure = (n: number): string => (n >= 1000 ? Math.round(n).toLocaleString('en') : n.toPrecision(3))

const isMet = ({ id, value }: Row): boolean | undefined => met(value, targets[id])

const line = (row: Row): string => {
  const target = targets[row.id]
  const verdict = { true: colors.green('✔'), false: colors.red('✘'), undefined: ' ' }[`${isMet(row)}`]
  const aim = target === undefined ? '–' : 'least' in target ? `≥ ${figure(target.least)}` : `≤ ${figure(target.most)}`
  const told = `${row.id.padEnd(34)}${figure(row.value).padStart(10)}   ${aim.padEnd(13)}${row.unit}`
  return `${verdict} ${target === undefined ? colors.dim(told) : told}`
}

const say = (text: string): void => {
  if (!json) console.log(text)
}

/** The wanted rows of a group; none, and a word on stderr, if it cannot be measured. */
const measured = async ({ ids, measure }: Group): Promise<ReadonlyArray<Row> | undefined> => {
  try {
    return [await measure()].flat().filter(({ id }) => isWanted(id))
  } catch (error) {
    progress()
    console.error(`${ids.filter(isWanted).join(', ')}: not measured: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

const chosen = groups.filter(({ ids }) => ids.some(isWanted))
const began = performance.now()
const secondsGone = (): number => Math.round((performance.now() - began) / 1000)
const counts = { met: 0, notMeasured: 0 }
const missed: Array<string> = []
const measuredRows = new Map<string, number>()
say(colors.dim(`  ${'row'.padEnd(34)}${'value'.padStart(10)}   ${'target'.padEnd(13)}unit`))
for (const [i, group] of chosen.entries()) {
  progress(`${i + 1} of ${chosen.length}, ${secondsGone()} s: ${group.heading} …`)
  const rows = await measured(group)
  progress()
  if (rows === undefined) counts.notMeasured++
  if (wanted.length === 0) say(colors.bold(group.heading))
  for (const row of rows ?? []) {
    measuredRows.set(row.id, row.value)
    if (isMet(row) === true) counts.met++
    if (isMet(row) === false) missed.push(row.id)
    console.log(json ? JSON.stringify({ ...row, ...targets[row.id] }) : line(row))
  }
}

if (write) for (const figure of writeMeasured(measuredRows)) console.error(changeOf(figure))

const { met: kept, notMeasured } = counts
const besides = notMeasured > 0 ? `, ${notMeasured} not measured` : ''
const verdict = `${kept} met, ${missed.length} missed${besides}, in ${secondsGone()} s`
say(missed.length + notMeasured > 0 ? colors.red(verdict) : colors.green(verdict))
if (missed.length > 0) console.error(`missed: ${missed.join(', ')}`)
process.exitCode = notMeasured > 0 ? 3 : missed.length > 0 ? 1 : 0
