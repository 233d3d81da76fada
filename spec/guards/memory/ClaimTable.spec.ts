import fc from 'fast-check'
import * as ClaimTable from '../../../src/guards/memory/ClaimTable.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const table = (expected = 1000) => {
  const alive = new Uint8Array(256)
  alive[1] = 1
  return { alive, ...ClaimTable.make(expected, alive) }
}

/** Distinct words for distinct numbers, spread like a hash. */
const hashOf = (n: number): Int32Array =>
  Int32Array.of(
    Math.imul(n, 0x9e3779b1),
    n,
    Math.imul(n ^ 0x5bd1e995, 0x85ebca6b),
    Math.imul(n, 0xc2b2ae35) ^ (n >>> 7),
  )

/** Adds the hash if it is absent, and answers whether it was. */
const added = (t: ClaimTable.ClaimTable, hash: Int32Array, generation: number): boolean => {
  if (t.has(hash)) return false
  t.put(hash, generation)
  return true
}

const round = (t: ClaimTable.ClaimTable): void => {
  for (let i = 0; i < ClaimTable.parts; i++) t.sweep()
}

const holds = suite('ClaimTable')

holds('distinguishes hashes that differ in one bit', () => {
  const t = table()
  assert.ok(added(t, Int32Array.of(1, 2, 3, 4), 1))
  for (let word = 0; word < 4; word++) {
    for (let bit = 0; bit < 32; bit++) {
      const other = Int32Array.of(1, 2, 3, 4)
      other[word] = (other[word] as number) ^ (1 << bit)
      assert.ok(added(t, other, 1), `word ${word}, bit ${bit}`)
    }
  }
  assert.not.ok(added(t, Int32Array.of(1, 2, 3, 4), 1))
})

holds('keeps hashes that all start at the last slot, and wraps round', () => {
  const t = table()
  const all = Array.from({ length: 500 }, (_, i) => Int32Array.of(-1, i, 0, 0))
  for (const hash of all) assert.ok(added(t, hash, 1))
  for (const hash of all) assert.ok(t.has(hash))
})

holds('does not find the hashes of a dead generation', () => {
  const t = table()
  t.alive[2] = 1
  added(t, hashOf(1), 1)
  added(t, hashOf(2), 2)
  t.alive[2] = 0
  assert.ok(t.has(hashOf(1)))
  assert.not.ok(t.has(hashOf(2)))
})

holds('finds a hash behind the slot of a dead generation', () => {
  const t = table()
  t.alive[2] = 1
  added(t, Int32Array.of(7, 1, 0, 0), 2)
  added(t, Int32Array.of(7, 2, 0, 0), 1)
  t.alive[2] = 0
  assert.ok(t.has(Int32Array.of(7, 2, 0, 0)))
  assert.ok(added(t, Int32Array.of(7, 3, 0, 0), 1), 'into the freed slot')
  assert.ok(t.has(Int32Array.of(7, 2, 0, 0)))
})

holds('revives no hash when a number is reused after one round of sweeps, at every size', () => {
  for (const expected of [1, 20_000, 100_000, 5_000_000]) {
    const t = table(expected)
    for (let n = 0; n < 20_000; n++) added(t, hashOf(n), 1)
    t.alive[1] = 0
    round(t)
    t.alive[1] = 1
    for (let n = 0; n < 20_000; n++) assert.not.ok(t.has(hashOf(n)))
  }
})

holds('takes at most 31 bytes per claim at every size, and frees the memory of dead claims', () => {
  const t = table(200_000)
  const begin = t.bytes()
  for (let n = 0; n < 200_000; n++) {
    added(t, hashOf(n), 1)
    if (n > 5_000 && n % 1_000 === 0) assert.ok(t.bytes() / n <= 31, `${t.bytes() / n} B at ${n}`)
  }
  t.alive[1] = 0
  round(t)
  assert.is(t.bytes(), begin)
})

holds('reuses the slots of dead generations: under steady load, the size follows the living claims', () => {
  const t = table(100_000)
  for (let generation = 2; generation < 200; generation++) {
    t.alive[generation] = 1
    t.alive[generation - 10] = 0
    for (let n = 0; n < 1_000; n++) added(t, hashOf(generation * 1_000 + n), generation)
    t.sweep()
  }
  assert.ok(t.bytes() < 20_000 * 31, `${t.bytes()} B for 10,000 claims`)
})

holds('takes more claims than expected', () => {
  const t = table(1)
  for (let n = 0; n < 50_000; n++) assert.ok(added(t, hashOf(n), 1))
  for (let n = 0; n < 50_000; n++) assert.ok(t.has(hashOf(n)))
})

// Few words, so that hashes often share a slot or a shard, or are equal.
const word = fc.constantFrom(0, 1, -1, 0x7fffffff, -0x80000000, 0x12345678)
const step = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      hash: fc.tuple(word, word, word, word),
      generation: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), generation: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
)

holds('for all additions, deaths and sweeps: holds the hashes of living generations', () =>
  forAll([fc.constantFrom(1, 100_000), fc.array(step, { size: 'large' })], (expected, steps) => {
    const t = table(expected)
    const model = new Map<string, number>()
    for (let g = 1; g <= 5; g++) t.alive[g] = 1
    for (const s of steps) {
      if (s.do === 'sweep') t.sweep()
      if (s.do === 'kill') {
        t.alive[s.generation] = 0
        for (const [hash, generation] of model) if (generation === s.generation) model.delete(hash)
        // As Generations does: reuse a number after a round of sweeps.
        round(t)
        t.alive[s.generation] = 1
      }
      if (s.do === 'add') {
        const id = s.hash.join()
        assert.is(added(t, Int32Array.from(s.hash), s.generation), !model.has(id))
        if (!model.has(id)) model.set(id, s.generation)
      }
    }
    for (const id of model.keys()) assert.ok(t.has(Int32Array.from(id.split(',').map(Number))))
  }),
)
