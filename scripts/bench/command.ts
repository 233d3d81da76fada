/** The built command: the default run, cases and generated runs, against the package's own port. */
import { spawnSync } from 'node:child_process'
import { interleaved, median, type Row } from './measure.ts'

const command = 'dist/apps/cli/main.js'

const conform = (): number => {
  const args = [command, 'conform', '--', process.execPath, command, 'port']
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH } })
  if (status !== 0) throw new Error('our own port is not conformant')
  return 1
}

export const conformRow = async (): Promise<Row> => {
  const ns = await interleaved({ conform }, 9, 0, 'wall')
  return { id: 'conform', value: median(ns.conform) / 1e9, unit: 's for our own port' }
}
