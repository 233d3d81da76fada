/**
 * `lmdbHolder PATH [MS]` takes the database's write lock, writes `held`, and keeps the lock for MS (5,000) milliseconds.
 */
import { open } from 'lmdb'
import { sayWholly } from '../sayWholly.ts'

const root = open({ path: process.argv[2] as string, noSubdir: false, overlappingSync: false, encoding: 'binary' })
root.transactionSync(() => {
  sayWholly('held')
  const deadline = performance.now() + Number(process.argv[3] ?? 5_000)
  while (performance.now() < deadline) {}
})
