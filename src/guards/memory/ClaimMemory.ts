/**
 * What the memory guard remembers, and what it answers to a claim at a reading of the clock: a record and `decide`, without a
 * clock, a disk or a promise. A search over small histories runs the same function (spec/guards/memory).
 *
 * A claim's way: expired generations are forgotten, which may raise the floor; a claim below the floor is `forgotten`; one whose
 * hash is in the table is `repeated`; another one is put there.
 */
import type { Fingerprint } from '../../core/Fingerprint.ts'
import type { ClaimAnswer, NonceClaim } from '../../effects/ReplayGuard.ts'
import type { Alive, ClaimTable } from './ClaimTable.ts'
import * as Generations from './Generations.ts'
import type { Rules } from './MemorySettings.ts'
import * as SipHash from './sipHash.ts'

export interface Key extends Generations.Holder {
  readonly fingerprint: Fingerprint
  /** The hash state after the fingerprint. */
  readonly state: SipHash.State
}

export interface ClaimMemory {
  readonly rules: Pick<Rules, 'quota' | 'cap'>
  /** The hash state for a random key. */
  readonly seed: SipHash.State
  readonly keys: Map<Fingerprint, Key>
  readonly table: ClaimTable
  readonly generations: Generations.Generations<Key>
  /** The hash of the claim that is decided. */
  readonly hash: Int32Array
}

/** What a memory begins with. */
export interface Beginning {
  readonly rules: Pick<Rules, 'quota' | 'cap' | 'life'>
  readonly floor: number
  readonly seed: SipHash.State
  readonly table: ClaimTable
  readonly alive: Alive
}

export const make = ({ rules, floor, seed, table, alive }: Beginning): ClaimMemory => {
  const { life, cap } = rules
  const keys = new Map<Fingerprint, Key>()
  const release = (key: Key): void => void keys.delete(key.fingerprint)
  const generations = Generations.make({ alive, life, cap, sweep: table.sweep, release }, floor)
  return { rules, seed, keys, table, generations, hash: new Int32Array(4) }
}

/** The first floor: a restart forgets every claim, so that only later timestamps are surely new. */
export const startFloor = (floor: number | undefined, now: number, stored: number): number =>
  Math.max(floor ?? now, stored + 1)

/** Answers a claim, and remembers it if it is `first`. */
export const decide = (
  memory: ClaimMemory,
  { fingerprint, unique, timestamp }: NonceClaim,
  now: number,
): ClaimAnswer | 'full' => {
  const { rules, keys, table, generations, hash } = memory
  const { quota, cap } = rules
  Generations.advance(generations, now)
  if (timestamp < generations.floor) return 'forgotten'

  const key = keys.get(fingerprint) ?? newKey(memory, fingerprint)
  if (SipHash.digest(key.state, unique, hash) > 0x7f) SipHash.digest(key.state, wide(unique), hash)
  if (table.has(hash)) return 'repeated'
  if (key.live >= quota && quota < cap) return 'full'

  // Still `first`: evicting a generation may raise the floor above this timestamp, but the claim was new when it came.
  if (generations.size >= cap) Generations.forgetOne(generations)
  table.put(hash, generations.open.number)
  if (key.live === 0) keys.set(fingerprint, key)
  Generations.add(generations, key, timestamp, now)
  return 'first'
}

const newKey = ({ seed }: ClaimMemory, fingerprint: Fingerprint): Key => ({
  fingerprint,
  state: SipHash.absorb(seed, blocks(fingerprint)),
  live: 0,
  recent: 0,
})

/** A fingerprint's length and text, padded to blocks of eight bytes. The length makes the encoding prefix-free. */
const blocks = (fingerprint: string): string => {
  const { length } = fingerprint
  return length.toString(16).padStart(8, '0') + fingerprint.padEnd((length + 7) & ~7, '\0')
}

/** Non-ASCII text as two bytes per code unit, after a byte that ASCII text cannot contain. */
const wide = (text: string): string => {
  let bytes = '\xff'
  for (let i = 0; i < text.length; i++)
    bytes += String.fromCharCode(text.charCodeAt(i) & 0xff, text.charCodeAt(i) >>> 8)
  return bytes
}
