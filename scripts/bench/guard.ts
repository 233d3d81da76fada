/**
 * The memory guard with a million living claims under steady load: claims expire as fast as new ones come.
 */
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { NonceClaim } from 'countersign'
import { type MemoryGuard, make } from 'countersign/guards/memory'
import { median, type Row } from './measure.ts'
import { now as begin } from './requests.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The program's live memory, in bytes. */
const held = (): number => {
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const alive = 1_000_000
// A claim lives 420 s and its generation some seconds more.
const perSecond = 2_400
const batch = 10_000
const keys: ReadonlyArray<string> = Array.from({ length: 8 }, () => randomBytes(32).toString('hex'))

export const guardRows = async (): Promise<ReadonlyArray<Row>> => {
  let now = begin
  const before = held()
  const entropy = { nonce: () => randomBytes(16).toString('hex') as never }
  const made = await make({ cap: 1_200_000 }, { clock: { now: () => now as never }, entropy })()
  if (made._tag === 'Left') throw new Error(made.left.detail)
  const guard: MemoryGuard = made.right

  let serial = 0
  const claims = (count: number): Array<NonceClaim> =>
    Array.from({ length: count }, () => {
      // A slice of a longer string, like a header's value.
      const unique = `app_id=app-1,nonce_str=${randomBytes(16).toString('hex')},timestamp=`.slice(23, 55)
      const timestamp = begin + Math.floor(serial / perSecond)
      return { fingerprint: keys[serial++ % keys.length], unique, timestamp } as NonceClaim
    })

  /** Nanoseconds per claim: four new ones, then the fourth again. */
  const turn = async (): Promise<number> => {
    const fresh = claims((batch * 4) / 5)
    const start = process.hrtime.bigint()
    for (let i = 0; i < fresh.length; i++) {
      const claim = fresh[i] as NonceClaim
      now = claim.timestamp
      const answer = await guard.claim(claim)()
      if (answer._tag === 'Left' || answer.right !== 'first') throw new Error('a new nonce was refused')
      if (i % 4 !== 3) continue
      const again = await guard.claim(claim)()
      if (again._tag === 'Left' || again.right !== 'repeated') throw new Error('a nonce was accepted twice')
    }
    return Number(process.hrtime.bigint() - start) / batch
  }

  const bytes: Array<number> = []
  const weigh = (): void => {
    bytes.push((held() - before) / guard.stats().claims)
  }
  while (guard.stats().claims < alive) await turn()
  weigh()
  const ns: Array<number> = []
  for (let round = 0; round < 101; round++) ns.push(await turn())
  weigh()

  return [
    { id: 'guard-bytes', value: Math.max(...bytes), unit: 'B a claim' },
    { id: 'guard-time', value: median(ns) / 1000, unit: 'µs a claim' },
  ]
}
