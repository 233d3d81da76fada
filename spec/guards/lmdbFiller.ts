/**
 * A process that claims until the guard fails: `lmdbFiller PATH`. It writes one JSON object: how many claims were first,
 * what the failure said, what a repetition is answered then, and what was thrown past the guard.
 */
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { lmdbGuard } from '../../src/guards/lmdb.ts'

const thrown: Array<string> = []
process.on('uncaughtException', (e) => thrown.push(String(e)))

try {
  const guard = await lmdbGuard({ path: process.argv[2] as string, deadlineMs: 20_000 })
  const timestamp = Math.floor(Date.now() / 1000) + 10
  const answer = async (n: number) => {
    const claim = { fingerprint: 'a'.repeat(64), unique: `n-${n}`, timestamp } as NonceClaim
    const outcome = await guard.claim(claim)()
    return outcome._tag === 'Left' ? outcome.left : outcome.right
  }

  let firsts = 0
  let failure: unknown
  while (failure === undefined) {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => answer(firsts + i)))
    failure = answers.find((a) => a !== 'first')
    if (failure === undefined) firsts += 100
  }
  const repetition = await answer(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  process.stdout.write(JSON.stringify({ firsts, failure, repetition, thrown }))
} catch (e) {
  process.stdout.write(JSON.stringify({ refused: (e as Error).message, thrown }))
}
process.exit()
