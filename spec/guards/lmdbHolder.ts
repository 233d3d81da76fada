/**
 * A process that takes the write lock of the database in PATH, says `held` and keeps the lock until it is killed, or for
 * five seconds of its own time.
 */
import { writeSync } from 'node:fs'
import { open } from 'lmdb'

const root = open({ path: process.argv[2] as string, noSubdir: false, overlappingSync: false, encoding: 'binary' })
root.transactionSync(() => {
  writeSync(1, 'held\n')
  const deadline = performance.now() + Number(process.argv[3] ?? 5_000)
  while (performance.now() < deadline) {}
})
