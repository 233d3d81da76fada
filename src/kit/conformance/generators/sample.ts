/**
 * A fixed sample of generated cases, for ports that never run the runner. Only the archive of the suite has it, since it is large.
 */
import { isDeepStrictEqual as same } from 'node:util'
import { __version as drawsBy } from 'fast-check'
import { ours } from '../../../core/Policies.ts'
import { stepsOf } from '../codecs.ts'
import type { Suite } from '../suite.ts'
import type { Expectation, Op, Vector, VerifyInput } from '../Vector.ts'
import { generatorsOf } from './all.ts'
import { drawRuns, shareOutRuns } from './draws.ts'
import type { GeneratedInput } from './Generator.ts'
import { oracleFor } from './oracle.ts'

export const seed = 'countersign'

/** The version of fast-check: another one may draw other cases from a seed. */
export { drawsBy }

/**
 * Longer cases are left out, and so are the generators of long histories. Cases in which the port draws a nonce are left out, because
 * no fixed answer is right for them.
 */
const longest = 20_000
const leftOut = ['crowd', 'throng', 'own-nonce']

const policies = Object.keys(ours)
const strict = oracleFor([])
const lenient = oracleFor(policies)
const takingOnly = new Map(policies.map((policy) => [policy, oracleFor([policy])]))

/** The judged part of an answer. Reasons are left out, because each port has its own. */
const judged = ({ outcome, value }: Expectation, op: Op): object =>
  op === 'verify' && outcome === 'value'
    ? stepsOf({ value }).map((step) => ({ ...step, reason: undefined }))
    : { outcome, value }

/** The lenient answer, with its last step refused, or refused as a whole. */
const refusing = (answer: Expectation, op: Op): object => {
  const taken = judged(answer, op)
  return Array.isArray(taken)
    ? [...taken.slice(0, -1), { outcome: 'reject', reason: undefined }]
    : { outcome: 'reject', value: undefined }
}

/** The answer that every port must give, for all policies. Undefined if it depends on more than one policy. */
const expectationOf = async (op: Op, input: unknown): Promise<Expectation | undefined> => {
  const [refused, taken] = await Promise.all([strict(op, input), lenient(op, input)])
  if (same(judged(refused, op), judged(taken, op))) return refused
  if (!same(judged(refused, op), refusing(taken, op))) return undefined
  const lastStep = stepsOf(refused).at(-1)
  const reason = refused.reason ?? (lastStep?.outcome === 'reject' ? lastStep.reason : '')
  for (const [policy, oracle] of takingOnly)
    if (same(judged(await oracle(op, input), op), judged(taken, op))) return { ...taken, reason, policy }
  return undefined
}

/** Each step of a batch as a case of its own: its requests do not depend on each other. */
const eachStep = ({ input, ...drawn }: GeneratedInput<Op>): ReadonlyArray<Pick<GeneratedInput<Op>, 'input' | 'rule'>> =>
  (input as VerifyInput).steps.map((step) => ({ ...drawn, input: { ...(input as VerifyInput), steps: [step] } }))

/** So many cases, one in each line. They are the same on every machine. */
export const sampleOf = async (suite: Suite, count: number): Promise<string> => {
  const generators = generatorsOf(suite, 'full').filter(({ name }) => !leftOut.includes(name))
  const cases: Array<string> = []
  for (const [generator, share] of shareOutRuns(generators, count)) {
    const { name, op } = generator
    let missing = share
    // Some cases are left out, so more are drawn than needed.
    const generated = drawRuns({ generators: [generator], runs: 2 * share, seed })
    for (const { input, rule } of generator.kind === 'batch' ? generated.flatMap(eachStep) : generated) {
      if (missing === 0) break
      if (JSON.stringify(input).length > longest) continue
      const expect = await expectationOf(op, input)
      if (expect === undefined) continue
      const id = `generated/${name}-${share - --missing}`
      const sampled = {
        id,
        since: suite.version,
        comment: `Drawn for the rule: ${rule}.`,
        flags: [],
        op,
        input,
        expect,
      }
      cases.push(`${JSON.stringify(sampled satisfies Omit<Vector, 'op' | 'input'> & { op: Op; input: unknown })}\n`)
    }
    if (missing > 0) throw new Error(`${name} lacks ${missing} cases: draw more`)
  }
  return cases.join('')
}
