/**
 * A process that claims until it is killed: `lmdbClaimer PATH NAME`. It writes a line `NONCE TIMESTAMP` for each claim that
 * was first, after the guard has answered and not before.
 */
import { writeSync } from 'node:fs'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { lmdbGuard } from '../../src/guards/lmdb.ts'

const [path, name] = process.argv.slice(2) as [string, string]
const guard = await lmdbGuard({ path, floor: 0, deadlineMs: 60_000 })

const claimOn = async (worker: number): Promise<never> => {
  for (let n = 0; ; n++) {
    const unique = `${name}-${worker}-${n}`
    const timestamp = Math.floor(Date.now() / 1000) + (n % 60)
    const claim = { fingerprint: 'a'.repeat(64), unique, timestamp } as NonceClaim
    const answer = await guard.claim(claim)()
    if (answer._tag === 'Right' && answer.right === 'first') writeSync(1, `${unique} ${timestamp}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, (_, worker) => claimOn(worker)))
