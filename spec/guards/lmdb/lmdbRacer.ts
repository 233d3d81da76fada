/**
 * `lmdbRacer PATH RACE`, one of several processes that claim the same nonces. It claims each of `nonces` nonces `times`
 * times, `inFlight` at once, with the copies at most `spread` claims apart. Nonce number n is stamped `base + n`.
 * It writes `ready`, waits for input, and writes a JSON list of the nonces that were first.
 */
import { once } from 'node:events'
import { lmdbGuard } from '../../../src/guards/lmdb/lmdb.ts'
import { answer, claimOf } from '../claims.ts'

export interface Race {
  readonly nonces: number
  readonly times: number
  readonly inFlight: number
  readonly spread: number
  readonly base: number
  readonly cap: number
}

const [path, race] = process.argv.slice(2) as [string, string]
const { nonces, times, inFlight, spread, base, cap } = JSON.parse(race) as Race
const guard = await lmdbGuard({ path, floor: 0, deadlineMs: 60_000, cap, quota: cap })

const order = Array.from({ length: nonces * times }, (_, i) => {
  const nonce = Math.floor(i / times)
  return { nonce, place: i + Math.random() * spread }
}).sort((a, b) => a.place - b.place)

process.stdout.write('ready\n')
await once(process.stdin, 'data')

const first: Array<number> = []
const queue = order.values()
const claimAll = async (): Promise<void> => {
  for (const { nonce } of queue) {
    const got = await answer(guard, claimOf(nonce, base + nonce))
    if (got === 'guard_unavailable') throw new Error(got)
    if (got === 'first') first.push(nonce)
  }
}
await Promise.all(Array.from({ length: inFlight }, claimAll))
await guard.close()
process.stdout.write(JSON.stringify(first))
process.stdin.destroy()
