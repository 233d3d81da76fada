/**
 * `highWaterHolder FILE` opens a memory guard with its high-water mark in FILE, writes `held` or why it cannot, and stays. With
 * `cluster` behind it, two workers of `node:cluster` do so.
 */
import cluster from 'node:cluster'
import { writeSync } from 'node:fs'
import { memoryGuard } from '../../../src/guards/memory/memory.ts'

const [file, how] = process.argv.slice(2) as [string, string | undefined]
if (how === 'cluster' && cluster.isPrimary) for (let i = 0; i < 2; i++) cluster.fork()
else
  writeSync(
    1,
    await memoryGuard({ highWater: file }).then(
      () => 'held\n',
      (e) => `${e.message}\n`,
    ),
  )
setInterval(() => {}, 60_000)
