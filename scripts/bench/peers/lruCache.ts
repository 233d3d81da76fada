/**
 * What most programs remember nonces with: lru-cache, with a million of them alive, in a steady stream, as the memory guard
 * is measured. Its best case: a cache for each key, so that the nonce alone is the cache's key; a nonce that is a string of
 * its own, and not a slice that holds on to its header; `true` for a value; a `max` to evict by, for a timer for each nonce
 * would cost much more; and a life of 420 s, for without one a nonce would be forgotten by count alone. It stands in for the
 * guard's bookkeeping only: it keeps no floor, so what it evicts early is accepted again.
 */
import { randomBytes } from 'node:crypto'
import { alive, batch, held, keys } from '../guard.ts'
import { median, type Row, rounds } from '../measure.ts'
import { load } from './Peer.ts'

interface Cache {
  readonly has: (key: string) => boolean
  readonly set: (key: string, value: true) => unknown
  readonly size: number
}

interface Library {
  readonly LRUCache: new (options: { max: number; ttl: number }) => Cache
}

export const lruCacheRows = async (): Promise<ReadonlyArray<Row>> => {
  const { LRUCache } = await load<Library>('lru-cache')
  const before = held()
  const caches = new Map(keys.map((key) => [key, new LRUCache({ max: alive / keys.length, ttl: 420_000 })]))

  const claim = (key: string, nonce: string): 'first' | 'repeated' => {
    const cache = caches.get(key) as Cache
    if (cache.has(nonce)) return 'repeated'
    cache.set(nonce, true)
    return 'first'
  }
  const size = (): number => [...caches.values()].reduce((sum, cache) => sum + cache.size, 0)

  /** Nanoseconds a claim: four new ones, then the fourth again, as with the guard. */
  const turn = (): number => {
    const nonces = Array.from({ length: (batch * 4) / 5 }, () => randomBytes(16).toString('hex'))
    const start = process.hrtime.bigint()
    for (let i = 0; i < nonces.length; i++) {
      const key = keys[i % keys.length] as string
      const nonce = nonces[i] as string
      if (claim(key, nonce) !== 'first') throw new Error('lru-cache refused a new nonce')
      if (i % 4 === 3 && claim(key, nonce) !== 'repeated') throw new Error('lru-cache took a nonce twice')
    }
    return Number(process.hrtime.bigint() - start) / batch
  }

  while (size() < alive) turn()
  const ns: Array<number> = []
  for (const _ of rounds(101)) ns.push(turn())
  const bytes = (held() - before) / size()
  return [
    { id: 'peer-lru-cache-bytes', value: bytes, better: 'lower', unit: 'B a claim' },
    { id: 'peer-lru-cache-time', value: median(ns) / 1000, better: 'lower', unit: 'µs a claim' },
  ]
}
