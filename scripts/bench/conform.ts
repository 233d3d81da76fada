import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median, type Row } from './measure.ts'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** A whole run of our own port at level full, from the start of the command to its end. */
const seconds = (): number => {
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [command, 'conform', '--', process.execPath, command, 'port'])
  if (status !== 0) throw new Error('our own port is not conformant')
  return (performance.now() - started) / 1000
}

export const conformRow = async (): Promise<Row> => ({
  id: 'conform',
  value: median(Array.from({ length: 9 }, seconds)),
  target: 5,
  better: 'lower',
  unit: 's for our own port',
})
