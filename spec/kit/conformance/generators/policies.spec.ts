/**
 * Each policy acts in the generated runs, and the second implementation knows it. A policy that no generator draws, or that only
 * our own code obeys, would ship unproven.
 */
import { isDeepStrictEqual } from 'node:util'
import { type PolicyName, type PolicyPart, table } from '../../../../src/core/Policies.ts'
import { stepsOf } from '../../../../src/kit/conformance/codecs.ts'
import type { GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import type { Inputs, Op, PortAnswer } from '../../../../src/kit/conformance/Vector.ts'
import { createPlain } from '../../../support/plain/plain.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'
import { drawnAt, portWith, seeds } from './drawn.ts'

const policies = byTurns(4, suite('each policy in the generated runs'))

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

const shown = (answer: PortAnswer): string => JSON.stringify(answer).slice(0, 200)

/**
 * The second implementation remembers every nonce for ever. Our guard refuses as expired what it may have forgotten, so after
 * its clock has gone back it may refuse a fresh request; it never accepts what the other refuses.
 */
const verdictsAgree = (own: PortAnswer, twin: PortAnswer): boolean => {
  const twinSteps = stepsOf(twin)
  return stepsOf(own).every((step, i) => {
    const isForgotten = step.outcome === 'reject' && step.reason === 'timestamp_expired'
    return isForgotten || step.outcome === twinSteps[i]?.outcome
  })
}

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
        const isSame =
          op === 'verify'
            ? verdictsAgree(on, twin)
            : isDeepStrictEqual([twin.outcome, twin.value], [on.outcome, on.value])
        assert.ok(isSame, `${path} of seed ${seed}: ${shown(on)} by our own port, ${shown(twin)} by the second one`)
      }
      assert.ok(
        acting > 0,
        `${name} acts in no ${opsOf[part].join(' or ')} run of seed ${seed}: mark a sample in kit/values`,
      )
    }
  })
