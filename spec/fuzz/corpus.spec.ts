/** The laws of the decoders, for the inputs that `npm run evidence -- fuzz` has found worth keeping, and near them. */
import fc from 'fast-check'
import { readCorpus } from '../../scripts/evidence/fuzz/corpus.ts'
import { seedsOf } from '../../scripts/evidence/fuzz/seeds.ts'
import { targets } from '../support/fuzzTargets.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const fuzzing = suite('a decoder of foreign bytes')

for (const [name, { says, check }] of Object.entries(targets)) {
  const corpus = readCorpus(name)

  fuzzing(`keeps its laws for the corpus: ${says}`, () => {
    assert.ok(corpus.length > 0)
    for (const bytes of corpus) check(bytes)
  })

  fuzzing(`keeps its laws with a piece replaced: ${says}`, () =>
    forAll([fc.constantFrom(...corpus), fc.nat(), fc.nat({ max: 8 }), fc.uint8Array()], (bytes, at, length, piece) => {
      const from = at % (bytes.length + 1)
      check(new Uint8Array(Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(from + length)])))
    }),
  )
}

fuzzing('has seeds for the search', () => {
  assert.equal(Object.keys(seedsOf), Object.keys(targets))
  for (const seeds of Object.values(seedsOf)) assert.ok(seeds().length > 0)
})
