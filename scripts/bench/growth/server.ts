/** The server of `npm run load -- growth`, in its own process and on the built package. */
import { once } from 'node:events'
import { memoryGuard } from 'countersign/guards/memory'
import { verified } from 'countersign/http'
import { createVerifier, type Guard, noReplayGuard } from 'countersign/server'
import { maxAge } from '../load/requests.ts'
import { serveTurns } from '../load/turns.ts'
import { randomKey } from './randomKey.ts'

export interface Instructions {
  /** The public keys of those who send requests. */
  readonly callers: Readonly<Record<string, string>>
  /** How many apps there are with them. */
  readonly apps: number
  /** How many claims the guard holds before the first request; without it nothing is remembered. */
  readonly claims?: number
  readonly bodyLimit: number
}

const [{ callers, apps, claims, bodyLimit }] = (await once(process, 'message')) as [Instructions]

const others = Array.from({ length: apps - Object.keys(callers).length }, (_, i) => [`other-${i}`, randomKey()])
const keys = { ...callers, ...Object.fromEntries(others) }

let turns = 0
const filled = async (count: number): Promise<Guard> => {
  const cap = count + 1_000_000
  const guard = await memoryGuard({ maxAge, floor: 0, cap, quota: cap })
  const timestamp = Math.floor(Date.now() / 1000)
  for (let i = 0; i < count; i++) {
    const claim = { fingerprint: `key-${i % 100}`.padEnd(64, '0'), unique: `claim-${i}`, timestamp }
    guard.claim.atOnce?.(claim as never)
  }
  const own = guard as unknown as Guard
  const { claim } = guard
  // The same requests come in each turn.
  const anew = <C extends { readonly unique: string }>(given: C): C => ({
    ...given,
    unique: `${given.unique}:${turns}`,
  })
  return {
    ...own,
    claim: Object.assign((given: never) => claim(anew(given)), {
      atOnce: (given: never) => claim.atOnce?.(anew(given)),
    }),
  }
}

const guard = claims === undefined ? noReplayGuard('other rows measure the guard') : await filled(claims)
const verifier = await createVerifier({ keys, guard, maxAge, bodyLimit })
await serveTurns(async (answered) => {
  turns++
  return verified(verifier, (_, res) => {
    answered()
    res.end('ok')
  })
})
