/** Every negative is wrong in exactly one way: the plain port refuses it, and without the check that it names lets it through. */

import { createPlain, type Plant } from '../../../spec/support/plain/plain.ts'
import { planted } from '../../../spec/support/planted/planted.ts'
import type { Vector } from '../../../src/kit/conformance/Vector.ts'
import { progress } from '../../terminal.ts'
import { judged, letsThrough, policySets } from './cases.ts'
import { counting, type Section } from './finding.ts'

const bug = (id: string): Plant | undefined => planted.find((each) => each.id === id)?.plant

/**
 * Other ways in which a check can be absent, by the check. Without the check of repeated items, for example, a port takes the first of
 * them, or the last. Without the check of its length, a signature may be verified in any way: RFC 8017 §8.2.2 does not say how.
 */
const otherWays: Readonly<Record<string, ReadonlyArray<Plant | undefined>>> = {
  'base64-alphabet': [bug('space-is-plus')],
  'header-once': [bug('last-line'), bug('join-lines')],
  'item-repeated': [bug('last-wins')],
  'method-token': [bug('unicode-upper-case')],
  'item-quote': [bug('strips-quotes')],
  'signature-length': [
    (clean) => ({
      verifySignature: (key, message, signature) =>
        signature.length !== key.bytes || clean.verifySignature(key, message, signature),
    }),
  ],
}

export const singleFault = async (cases: ReadonlyArray<Vector>): Promise<Section> => {
  const { claim, result } = counting()
  const clean = Object.values(policySets).map((policies) => createPlain({ policies }))
  const portsWithout = new Map<string, ReadonlyArray<ReturnType<typeof createPlain>>>()
  const without = (check: string) => {
    const made =
      portsWithout.get(check) ??
      [undefined, ...(otherWays[check] ?? [])].flatMap((plant) =>
        Object.values(policySets).map((policies) => createPlain({ without: check, policies, ...(plant && { plant }) })),
      )
    portsWithout.set(check, made)
    return made
  }
  for (const vector of cases) {
    const { id, op, input, fault } = vector
    if (fault === undefined) continue
    progress(`single faults: ${id}`)
    for (const port of clean) {
      const { passes, message } = await judged(vector, port.answer(op, input), port.hello.policies)
      claim(passes, () => `${id}: the plain port does not refuse it (${message})`)
      if (!passes) break
    }
    const { policy } = vector.expect
    const ports = without(fault).filter(({ hello }) => policy === undefined || !hello.policies.includes(policy))
    const answers = ports.map((port) => port.answer(op, input))
    claim(
      answers.some((answer) => letsThrough(vector, answer)),
      () => `${id}: without ${fault} it is still refused: ${JSON.stringify(answers[0]).slice(0, 160)}`,
    )
  }
  return { name: 'single faults', what: 'negatives refused by the one check that they name', ...result() }
}
