import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { interleaved, type Row, rateOf } from './measure.ts'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

const start = (args: ReadonlyArray<string>) => () => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH } })
  if (status !== 0) throw new Error(`node ${args[0]} failed`)
  return 1
}

export const cliRow = async (): Promise<Row> => {
  const ns = await interleaved({ node: start(['-e', '0']), command: start([command, '--version']) }, 25, 2, 'wall')
  return { id: 'cli-start', value: rateOf(ns.node, ns.command), target: 1.5, better: 'lower', unit: '× node -e 0' }
}
