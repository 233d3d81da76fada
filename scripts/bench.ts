/**
 * `npm run bench`: what the hot paths cost beside the bare platform and beside other libraries, in one run. `-- --json` prints
 * one object a row; names of rows after that measure only those: `npm run bench -- verify-400`. `-- bundle-verify --why` says
 * where a bundle's bytes come from. Exit code 0: every target is met; 1: one is missed (the reader of `--json` compares for
 * himself, and gets 0); 2: there is no such row; 3: something could not be measured.
 */
import colors from 'picocolors'
import { type Group, groups } from './bench/groups.ts'
import { met, type Row } from './bench/measure.ts'

const args = process.argv.slice(2)
const json = args.includes('--json')
const why = args.includes('--why')
const wanted = args.filter((arg) => !arg.startsWith('--'))
const known = groups.flatMap(({ ids }) => ids)
const unknown = wanted.filter((id) => !known.includes(id))
const strange = args.filter((arg) => arg.startsWith('--') && arg !== '--json' && arg !== '--why')
if (unknown.length > 0 || strange.length > 0) {
  if (strange.length > 0) console.error(`no such option: ${strange.join(', ')}; there are --json and --why`)
  if (unknown.length > 0) console.error(`no such row: ${unknown.join(', ')}; the rows are ${known.join(', ')}`)
  process.exit(2)
}

const isWanted = (id: string): boolean => wanted.length === 0 || wanted.includes(id)

const figure = (n: number): string => (n >= 1000 ? Math.round(n).toLocaleString('en') : n.toPrecision(3))

const line = (row: Row): string => {
  const verdict = { true: colors.green('✔'), false: colors.red('✘'), undefined: ' ' }[`${met(row)}`]
  const target = row.target === undefined ? '–' : `${row.better === 'higher' ? '≥' : '≤'} ${figure(row.target)}`
  const told = `${row.id.padEnd(34)}${figure(row.value).padStart(10)}   ${target.padEnd(13)}${row.unit}`
  return `${verdict} ${row.target === undefined ? colors.dim(told) : told}`
}

const say = (text: string): void => {
  if (!json) console.log(text)
}

const { isTTY } = process.stderr
const progress = (text: string): void => {
  if (isTTY) process.stderr.write(`\r${text.padEnd(78)}${text === '' ? '\r' : ''}`)
}

/** The rows of a group that were asked for; none, and a word on stderr, if it cannot be measured. */
const measured = async ({ ids, measure }: Group): Promise<ReadonlyArray<Row> | undefined> => {
  try {
    return [await measure()].flat().filter(({ id }) => isWanted(id))
  } catch (error) {
    progress('')
    console.error(`${ids.filter(isWanted).join(', ')}: not measured: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

const chosen = groups.filter(({ ids }) => ids.some(isWanted))
const began = performance.now()
const counts = { met: 0, missed: 0, notMeasured: 0 }
say(colors.dim(`  ${'row'.padEnd(34)}${'value'.padStart(10)}   ${'target'.padEnd(13)}unit`))
for (const [i, group] of chosen.entries()) {
  const seconds = Math.round((performance.now() - began) / 1000)
  progress(`  ${i + 1} of ${chosen.length}, ${seconds} s: ${group.heading} …`)
  const rows = await measured(group)
  progress('')
  if (rows === undefined) counts.notMeasured++
  if (wanted.length === 0) say(colors.bold(group.heading))
  for (const row of rows ?? []) {
    if (met(row) !== undefined) counts[met(row) ? 'met' : 'missed']++
    console.log(json ? JSON.stringify(row) : line(row))
  }
}

if (why) {
  const { isProgram, whySoLarge } = await import('./bench/bundle.ts')
  for (const program of known.filter(isProgram).filter(isWanted))
    console.error(`\n${(await whySoLarge(program)).join('\n')}`)
}

const { met: kept, missed, notMeasured } = counts
const besides = notMeasured > 0 ? `, ${notMeasured} not measured` : ''
const verdict = `${kept} met, ${missed} missed${besides}, in ${Math.round((performance.now() - began) / 1000)} s`
say(missed + notMeasured > 0 ? colors.red(verdict) : colors.green(verdict))
process.exitCode = notMeasured > 0 ? 3 : missed > 0 && !json ? 1 : 0
