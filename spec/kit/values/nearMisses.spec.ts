/** Whatever makes a near miss of a valid value changes it: one that changes nothing would test nothing, and nobody would notice. */

import * as fc from 'fast-check'
import * as AuthType from '../../../src/core/AuthType.ts'
import { misspellings } from '../../../src/kit/values/base64.ts'
import { forBodies } from '../../../src/kit/values/forbidden/inBodies.ts'
import { forTargets, templatesFilled } from '../../../src/kit/values/forbidden/inTargets.ts'
import { toBytes } from '../../../src/kit/values/forbidden/textChanges.ts'
import type * as Gen from '../../../src/kit/values/Gen.ts'
import { type Item, items, writeCanonical } from '../../../src/kit/values/headers/HeaderWriter.ts'
import { lenientWriters } from '../../../src/kit/values/headers/lenientWriters.ts'
import { foreignKeyWriters, writers } from '../../../src/kit/values/headers/writers.ts'
import { alterationsBy, onePerTrigger } from '../../../src/kit/values/Normalization.ts'
import { neighbours } from '../../../src/kit/values/neighbours.ts'
import { assert, suite } from '../../support/suite.ts'

const acting = suite('near misses')

const sampleOf = <A>(gen: Gen.Gen<A>, count = 20): ReadonlyArray<A> =>
  fc.sample(gen.build(fc as unknown as Gen.Builder) as unknown as fc.Arbitrary<A>, { seed: 1, numRuns: count })

acting('each kind of edit makes neighbours of some text, and never the text itself', () => {
  for (const [edit, neighboursOf] of Object.entries(neighbours)) {
    const texts = ['a-1', '/a?b=C', 'AbCd==']
    assert.ok(texts.flatMap((text) => neighboursOf(text)).length > 0, `${edit}: no neighbour`)
    for (const text of texts) assert.not.ok(neighboursOf(text).includes(text), `${edit}: ${text} again`)
  }
})

acting('each way to write a header wrongly writes other lines than the valid ones', () => {
  const [credentials] = sampleOf(items, 1) as [ReadonlyArray<Item>]
  const canonical = writeCanonical(AuthType.standard, credentials)
  for (const gen of [...writers, ...lenientWriters, ...foreignKeyWriters]) {
    if (gen.labels.passes === true) continue
    for (const { value: write, change } of sampleOf(gen))
      assert.not.equal(write(AuthType.standard, credentials), canonical, change)
  }
})

acting('each misspelling of Base64 changes a text with one sign of padding, or one with two', () => {
  for (const [i, gen] of misspellings.entries()) {
    const changes = sampleOf(gen).flatMap((misspell) => ['AbCdEfE=', 'AbCdEQ=='].map((text) => misspell(text) !== text))
    assert.ok(changes.includes(true), `misspelling ${i} changes nothing`)
  }
})

acting('each trigger alters a URL or a body that a signer gets', () => {
  const idle = [
    ...forTargets.flatMap(onePerTrigger).filter((row) => alterationsBy(row, '/v1/jobs?b=2&a=1').length === 0),
    ...[...forBodies, templatesFilled]
      .flatMap(onePerTrigger)
      .filter((row) => alterationsBy(row, '{"b":1,"a":[1,2]}', toBytes).length === 0)
      .filter((row) => alterationsBy(row, '', toBytes).length === 0),
  ]
  assert.equal(
    idle.map(({ name, triggers }) => ({ name, triggers })),
    [],
  )
})
