/** What the specs of the generators share: the default runs, drawn once for all of them, and a port without policies. */
import * as fc from 'fast-check'
import { ours, type Policies } from '../../../../src/core/Policies.ts'
import { stepsOf } from '../../../../src/kit/conformance/codecs.ts'
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import type { Drawn, GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import { drawnFor } from '../../../../src/kit/conformance/generators/run.ts'
import type { Level } from '../../../../src/kit/conformance/levels.ts'
import { createPort, type Port } from '../../../../src/kit/conformance/port.ts'
import type { Answer, Op } from '../../../../src/kit/conformance/Vector.ts'
import { packaged } from '../ports/cases.ts'

/** `whole.live.spec.ts` draws more, and so does COUNTERSIGN_ALL=1. */
export const isWhole: boolean = process.env.COUNTERSIGN_ALL !== undefined
/** Others in every run. */
export const seeds: ReadonlyArray<string> = fc.sample(fc.nat(), isWhole ? 2 : 1).map(String)
export const defaultRuns = 5400

const known = new Map<string, ReadonlyArray<GeneratedRun>>()
/** Of the default number of runs. */
export const drawnAt = (level: Level, seed: string): ReadonlyArray<GeneratedRun> => {
  const runs =
    known.get(`${level} ${seed}`) ?? drawnFor({ generators: generatorsOf(packaged, level), runs: defaultRuns, seed })
  known.set(`${level} ${seed}`, runs)
  return runs
}

/** What a generator draws in the default runs of these seeds. */
export const drawnBy = <O extends Op>(name: string): ReadonlyArray<Drawn<O>> =>
  seeds.flatMap((seed) => drawnAt('full', seed).filter(({ generator }) => generator === name)) as never

/** A port that takes no policy but these. */
export const portWith = (...policies: ReadonlyArray<keyof Policies>): Port =>
  createPort({
    version: '1',
    policies: Object.fromEntries(
      Object.keys(ours).map((name) => [name, policies.includes(name as keyof Policies)]),
    ) as unknown as Policies,
  })

/** Whether the answer lets the input pass; for `verify`, each step. */
export const passed = (answer: Answer, op: Op): Drawn<Op>['passes'] =>
  op === 'verify' && answer.outcome === 'value'
    ? stepsOf(answer).map(({ outcome }) => outcome === 'accept')
    : answer.outcome !== 'reject'
