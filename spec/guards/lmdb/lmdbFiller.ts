/**
 * `lmdbFiller PATH` claims until the guard has failed a hundred times. It writes one JSON object: how many claims were
 * first, the other answers, the answer to a repetition afterwards, and uncaught exceptions.
 */
import { lmdbGuard } from '../../../src/guards/lmdb/lmdb.ts'
import { claimOf, seconds } from '../claims.ts'

const thrown: Array<string> = []
process.on('uncaughtException', (e) => thrown.push(String(e)))

try {
  const guard = await lmdbGuard({ path: process.argv[2] as string, deadlineMs: 20_000 })
  const timestamp = seconds() + 10
  const answer = async (n: number) => {
    const outcome = await guard.claim(claimOf(n, timestamp))()
    if (outcome._tag === 'Right') return outcome.right
    return outcome.left._tag === 'guard_unavailable' ? outcome.left.detail : outcome.left._tag
  }

  let firsts = 0
  const failures = new Set<unknown>()
  for (let batch = 0, failed = 0; failed < 100; batch++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => answer(20 * batch + i)))
    firsts += answers.filter((a) => a === 'first').length
    for (const a of answers) if (a !== 'first') failures.add(a)
    if (failures.size > 0) failed++
  }
  const repetition = await answer(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  process.stdout.write(JSON.stringify({ firsts, failures: [...failures], repetition, thrown }))
} catch (e) {
  process.stdout.write(JSON.stringify({ refused: (e as Error).message, thrown }))
}
process.exit()
