/**
 * A set of 128-bit hashes, each with the generation in which it was added: 17 bytes per slot and no object per claim.
 *
 * Open addressing with linear probing, in shards, so that growing and cleaning take short steps. Nothing is deleted: the
 * slot of a dead generation counts as free until its shard is rebuilt without it.
 */

/** 1 at the number of each living generation, 0 elsewhere. Number 0 marks an empty slot and never lives. */
export type Alive = Uint8Array

export interface ClaimTable {
  /** Whether a living generation holds this hash. If not, the next `put` is for this hash. */
  readonly has: (hash: Int32Array) => boolean
  /** Adds the hash for which `has` has just answered no. Throws a RangeError, and changes nothing, when memory is out. */
  readonly put: (hash: Int32Array, generation: number) => void
  /** Frees dead slots in the next part of the table; `parts` calls visit all of it. */
  readonly sweep: () => void
  /** The size of the arrays. */
  readonly bytes: () => number
}

export const parts = 64

interface Shard {
  readonly slots: number
  /** Four words per slot. */
  readonly hashes: Int32Array
  /** One generation per slot; 0 is an empty slot, and some slots are always empty. */
  readonly owners: Uint8Array
  /** How many slots are not empty, dead ones included. */
  used: number
}

const emptyShard = (slots: number): Shard => ({
  slots,
  hashes: new Int32Array(slots * 4),
  owners: new Uint8Array(slots),
  used: 0,
})

// A shard is rebuilt when 4/5 full, and is 4/7 full afterwards: 21 to 30 bytes per claim. Emptier ones were no faster.
const full = 4 / 5
const room = 7 / 4
const least = 32

/** The slot where the search for a hash with this first word begins. */
const home = (word: number, slots: number): number => Math.floor(((word >>> 0) * slots) / 0x1_0000_0000)

/** The living claims of a shard, in a new shard of suitable size. */
const rebuilt = (old: Shard, alive: Alive): Shard => {
  let live = 0
  for (let i = 0; i < old.slots; i++) live += alive[old.owners[i] as number] as number
  const fresh = emptyShard(Math.max(least, Math.ceil(live * room)))
  for (let from = 0; from < old.slots; from++) {
    const owner = old.owners[from] as number
    if (alive[owner] === 0) continue
    let to = home(old.hashes[from * 4] as number, fresh.slots)
    while (fresh.owners[to] !== 0) to = to + 1 === fresh.slots ? 0 : to + 1
    fresh.owners[to] = owner
    for (let k = 0; k < 4; k++) fresh.hashes[to * 4 + k] = old.hashes[from * 4 + k] as number
  }
  fresh.used = live
  return fresh
}

/** A table for about `expected` claims. It begins small; more claims only make its shards larger. */
export const make = (expected: number, alive: Alive): ClaimTable => {
  // Up to 16,384 claims per shard: rebuilding one takes about a third of a millisecond.
  const count = 2 ** Math.min(12, Math.max(0, Math.ceil(Math.log2(expected / 16_384))))
  const shards = Array.from({ length: count }, () => emptyShard(least))
  // Where the last `has` ended: the slot for its hash.
  let place = 0
  let part = 0

  const has = (hash: Int32Array): boolean => {
    const a = hash[0] as number
    const b = hash[1] as number
    const c = hash[2] as number
    const d = hash[3] as number
    const { slots, hashes, owners } = shards[d & (count - 1)] as Shard
    place = -1
    for (let at = home(a, slots); ; at = at + 1 === slots ? 0 : at + 1) {
      const owner = owners[at] as number
      if (alive[owner] === 0) {
        if (place < 0) place = at
        if (owner === 0) return false
      } else if (
        hashes[at * 4] === a &&
        hashes[at * 4 + 1] === b &&
        hashes[at * 4 + 2] === c &&
        hashes[at * 4 + 3] === d
      ) {
        return true
      }
    }
  }

  const put = (hash: Int32Array, generation: number): void => {
    const index = (hash[3] as number) & (count - 1)
    let shard = shards[index] as Shard
    if (shard.owners[place] === 0 && shard.used + 1 > shard.slots * full) {
      shard = rebuilt(shard, alive)
      shards[index] = shard
      has(hash)
    }
    if (shard.owners[place] === 0) shard.used++
    shard.owners[place] = generation
    for (let k = 0; k < 4; k++) shard.hashes[place * 4 + k] = hash[k] as number
  }

  const sweep = (): void => {
    const end = Math.floor(((part + 1) * count) / parts)
    for (let i = Math.floor((part * count) / parts); i < end; i++) shards[i] = rebuilt(shards[i] as Shard, alive)
    part = part + 1 === parts ? 0 : part + 1
  }

  const bytes = (): number => shards.reduce((sum, { slots }) => sum + slots * 17, 0)

  return { has, put, sweep, bytes }
}
