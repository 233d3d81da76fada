// The search of `npm run evidence -- fuzz`, on a decoder with a known fault.
import { randomOf, type Searched, search } from '../../scripts/evidence/fuzz/engine.ts'
import { assert, suite } from '../support/suite.ts'

const searching = suite('the search of evidence -- fuzz')

const secret = 'fz!7'

/** Fails for texts that begin with the secret; each further character of it is a branch. */
const run = (seed: number, until: (runs: number) => boolean): Searched => {
  const counters = new Uint32Array(secret.length + 1)
  let runs = 0
  return search([Uint8Array.of(0x20)], {
    counters,
    words: [Buffer.from('f')],
    random: randomOf(seed),
    before: () => {
      runs++
    },
    check: (bytes) => {
      const text = Buffer.from(bytes).toString('latin1')
      let at = 0
      for (; at < secret.length && text[at] === secret[at]; at++) counters[at] = 1
      if (at === secret.length) throw new Error(`the secret, of ${bytes.length} bytes`)
    },
    isOver: () => until(runs),
  })
}

searching('climbs from branch to branch to a fault that chance would not find, and minimises it', () => {
  const { failures, branches, kept } = run(7, (runs) => runs > 40_000)
  assert.is(branches, secret.length - 1)
  const found = failures.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
  assert.equal(found, [secret], 'one fault, whatever the numbers in its message')
  assert.ok(kept.length >= secret.length - 1)
})

searching('repeats itself for the same seed', () => {
  const short = (runs: number): boolean => runs > 5000
  assert.equal(run(3, short).kept, run(3, short).kept)
})
