/**
 * `lmdbOnce PATH NONCE [stay]` opens a guard, claims once, and writes one line: the answer, or why it cannot open. With `stay`
 * it closes the guard when its input ends, otherwise at once.
 */
import { once } from 'node:events'
import process from 'node:process'
import { lmdbGuard } from '../../../src/guards/lmdb/lmdb.ts'
import { answer, claimOf, seconds } from '../claims.ts'
import { sayWholly } from '../sayWholly.ts'

const [path = '', nonce = '', stay] = process.argv.slice(2)
try {
  const guard = await lmdbGuard({ path, floor: 0, deadlineMs: 60_000 })
  sayWholly(await answer(guard, claimOf(nonce, seconds())))
  if (stay === 'stay') await once(process.stdin.resume(), 'end')
  await guard.close()
} catch (error) {
  sayWholly(`refused: ${(error as Error).message}`)
}
