/**
 * Each policy acts in the generated runs, and the second implementation knows it. A policy that no generator draws, or that only
 * our own code obeys, would ship unproven.
 */
import { isDeepStrictEqual } from 'node:util'
import { type PolicyName, type PolicyPart, table } from '../../../../src/core/Policies.ts'
import type { GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import type { Answer, Inputs, Op } from '../../../../src/kit/conformance/Vector.ts'
import { createPlain } from '../../../support/plain/plain.ts'
import { assert, suite } from '../../../support/suite.ts'
import { drawnAt, passed, portWith, seeds } from './drawn.ts'

const policies = suite('each policy in the generated runs')

/** The operations in which a policy of this part can act. */
const opsOf: Readonly<Record<PolicyPart, ReadonlyArray<Op>>> = {
  request: ['verify'],
  header: ['parseAuthorization'],
  key: ['importKey', 'rsaVerify'],
  replay: ['verify'],
  job: ['decodeJob'],
}
/** Long histories cost much, and no policy needs one to act. */
const maxSteps = 20

const isShort = ({ op, input }: GeneratedRun): boolean =>
  op !== 'verify' || (input as Inputs['verify']).steps.length <= maxSteps

const runsFor = (part: PolicyPart, seed: string): ReadonlyArray<GeneratedRun> =>
  drawnAt('full', seed).filter((run) => opsOf[part].includes(run.op) && isShort(run))

const shown = (answer: Answer): string => JSON.stringify(answer).slice(0, 200)

const withoutPolicies = portWith()

for (const [name, { part }] of Object.entries(table))
  policies(`${name} changes some answer, and both implementations give the same one`, async () => {
    const port = portWith(name as PolicyName)
    const plain = createPlain({ policies: [name] })
    for (const seed of seeds) {
      let acting = 0
      for (const [i, { op, input, path }] of runsFor(part, seed).entries()) {
        const sent = JSON.parse(JSON.stringify(input))
        const on = await port.answer(op, sent)
        const off = await withoutPolicies.answer(op, sent)
        const acts = !isDeepStrictEqual([on.outcome, on.value], [off.outcome, off.value])
        if (acts) acting += 1
        // Where the policy does not act, a sample is enough: the labels of all runs are checked without any policy.
        if (!acts && i % 8 > 0) continue
        const twin = plain.answer(op, sent)
        const isSame = acts
          ? isDeepStrictEqual([twin.outcome, twin.value], [on.outcome, on.value])
          : isDeepStrictEqual(passed(twin, op), passed(on, op))
        assert.ok(isSame, `${path} of seed ${seed}: ${shown(on)} by our own port, ${shown(twin)} by the second one`)
      }
      assert.ok(
        acting > 0,
        `${name} acts in no ${opsOf[part].join(' or ')} run of seed ${seed}: mark a sample in kit/values`,
      )
    }
  })
