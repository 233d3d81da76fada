/** The built command: its start, and the default run, cases and generated runs, against the package's own port. */
import { spawnSync } from 'node:child_process'
import { interleaved, median, type Row, rateOf } from './measure.ts'

const command = 'dist/apps/cli/main.js'

const run = (args: ReadonlyArray<string>) => (): number => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH } })
  if (status !== 0) throw new Error(`node ${args.slice(0, 2).join(' ')} failed`)
  return 1
}

export const cliRow = async (): Promise<Row> => {
  const ns = await interleaved({ node: run(['-e', '0']), command: run([command, '--version']) }, 25, 2, 'wall')
  return { id: 'cli-start', value: rateOf(ns.node, ns.command), unit: '× node -e 0' }
}

export const conformRow = async (): Promise<Row> => {
  const { conform } = await interleaved(
    { conform: run([command, 'conform', '--', process.execPath, command, 'port']) },
    9,
    0,
    'wall',
  )
  return { id: 'conform', value: median(conform) / 1e9, unit: 's for our own port' }
}
