/**
 * `npm run bench`: what the hot paths cost beside the bare platform, in one run. `-- --json` prints one object a row;
 * names of rows after that measure only those: `npm run bench -- verify-400`.
 */
import colors from 'picocolors'
import type { Row } from './bench/measure.ts'

/** Each group is loaded when it is measured, so that none carries another's machinery. */
const groups: ReadonlyArray<readonly [ids: ReadonlyArray<string>, measure: () => Promise<Row | ReadonlyArray<Row>>]> = [
  [['verify-400', 'verify-400-guard'], async () => (await import('./bench/verify.ts')).smallRows()],
  [['sign-400'], async () => (await import('./bench/sign.ts')).signRow()],
  [['verify-1m', 'verify-64m'], async () => (await import('./bench/verify.ts')).largeRows()],
  [['junk'], async () => (await import('./bench/verify.ts')).junkRow()],
  [['parse', 'parse-linear'], async () => (await import('./bench/parse.ts')).parseRows()],
  [['guard-bytes', 'guard-time'], async () => (await import('./bench/guard.ts')).guardRows()],
  [['conform'], async () => (await import('./bench/conform.ts')).conformRow()],
  [['diagnose-1', 'diagnose-2', 'diagnose-budget'], async () => (await import('./bench/diagnose.ts')).diagnoseRows()],
  [['cli-start'], async () => (await import('./bench/cli.ts')).cliRow()],
]

const args = process.argv.slice(2)
const json = args.includes('--json')
const wanted = args.filter((arg) => !arg.startsWith('--'))
const known = groups.flatMap(([ids]) => ids)
const unknown = wanted.filter((id) => !known.includes(id))
if (unknown.length > 0) {
  console.error(`no such row: ${unknown.join(', ')}; the rows are ${known.join(', ')}`)
  process.exit(2)
}

const figure = (n: number): string => (n >= 1000 ? Math.round(n).toLocaleString('en') : n.toPrecision(3))

const met = (row: Row): boolean => (row.better === 'higher' ? row.value >= row.target : row.value <= row.target)

const show = (row: Row): void => {
  if (json) {
    console.log(JSON.stringify(row))
    return
  }
  const verdict = met(row) ? colors.green('✔') : colors.red('✘')
  const target = `${row.better === 'higher' ? '≥' : '≤'} ${figure(row.target)}`
  console.log(`${verdict} ${row.id.padEnd(18)}${figure(row.value).padStart(11)}   ${target.padEnd(13)}${row.unit}`)
}

if (!json) console.log(colors.dim(`  ${'row'.padEnd(18)}${'value'.padStart(11)}   ${'target'.padEnd(13)}unit`))
for (const [ids, measure] of groups) {
  if (wanted.length > 0 && !ids.some((id) => wanted.includes(id))) continue
  if (process.stderr.isTTY) process.stderr.write(`  measuring ${ids.join(', ')} …\r`)
  const rows = await measure()
  if (process.stderr.isTTY) process.stderr.write(`${' '.repeat(60)}\r`)
  for (const row of [rows].flat()) if (wanted.length === 0 || wanted.includes(row.id)) show(row)
}
