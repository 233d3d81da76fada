/**
 * `lmdbClaimer PATH NAME` claims until it is killed. After each answer `first` it writes a line `NONCE TIMESTAMP`.
 */
import { lmdbGuard } from '../../../src/guards/lmdb/lmdb.ts'
import { answer, claimOf, seconds } from '../claims.ts'
import { sayWholly } from '../sayWholly.ts'

const [path, name] = process.argv.slice(2) as [string, string]
const guard = await lmdbGuard({ path, floor: 0, deadlineMs: 60_000 })

const claimOn = async (worker: number): Promise<never> => {
  for (let n = 0; ; n++) {
    const unique = `${name}-${worker}-${n}`
    const timestamp = seconds() + (n % 60)
    if ((await answer(guard, claimOf(unique, timestamp))) === 'first') sayWholly(`${unique} ${timestamp}`)
  }
}

await Promise.all(Array.from({ length: 16 }, (_, worker) => claimOn(worker)))
