/**
 * One of several processes that claim the same: `lmdbRacer PATH SETTINGS`. Each of `nonces` nonces is claimed `times`
 * times, `inFlight` at once and with the copies `spread` claims apart at most; nonce number n is stamped `base + n`.
 * It says `ready`, begins when it is told to, and writes what was first: a JSON list of numbers.
 */
import { once } from 'node:events'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { lmdbGuard } from '../../src/guards/lmdb.ts'

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
const guard = await lmdbGuard({ path, floor: 0, deadlineMs: 60_000, cap })

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
    const claim = { fingerprint: 'a'.repeat(64), unique: `n-${nonce}`, timestamp: base + nonce } as NonceClaim
    const answer = await guard.claim(claim)()
    if (answer._tag === 'Left') throw new Error(answer.left._tag)
    if (answer.right === 'first') first.push(nonce)
  }
}
await Promise.all(Array.from({ length: inFlight }, claimAll))
await guard.close()
process.stdout.write(JSON.stringify(first))
process.stdin.destroy()
