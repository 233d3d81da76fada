/** What the specs of the generators share: the default runs, drawn once for all of them, and a port without policies. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import type { Policies } from '../../../../src/core/Policies.ts'
import { stepsOf } from '../../../../src/kit/conformance/codecs.ts'
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import { drawRuns } from '../../../../src/kit/conformance/generators/draws.ts'
import type { GeneratedInput, GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import type { Level } from '../../../../src/kit/conformance/levels.ts'
import { createPort, type Port } from '../../../../src/kit/conformance/port.ts'
import type { Inputs, Op, PortAnswer } from '../../../../src/kit/conformance/Vector.ts'
import { onlyOn, packaged } from '../ports/cases.ts'

const { COUNTERSIGN_ALL } = process.env
/** `whole.live.spec.ts` draws more. */
export const isWhole: boolean = COUNTERSIGN_ALL !== undefined
/** All of these, or one of them, another in every run. */
export const someOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  COUNTERSIGN_ALL === '1' ? all : fc.sample(fc.constantFrom(...all), 1)
/** Others in every run; those that `npm test` has not drawn, if it has drawn one. */
export const seeds: ReadonlyArray<string> = fc
  .sample(fc.nat(), isWhole ? 2 : 1)
  .slice(COUNTERSIGN_ALL === '1' ? 0 : -1)
  .map(String)
export const defaultRuns = 8500

const known = new Map<string, ReadonlyArray<GeneratedRun>>()
/** Of the default number of runs. */
export const drawnAt = (level: Level, seed: string): ReadonlyArray<GeneratedRun> => {
  const runs =
    known.get(`${level} ${seed}`) ?? drawRuns({ generators: generatorsOf(packaged, level), runs: defaultRuns, seed })
  known.set(`${level} ${seed}`, runs)
  return runs
}

/** What a generator draws in the default runs of these seeds. */
export const drawnBy = <O extends Op>(name: string): ReadonlyArray<GeneratedInput<O>> =>
  seeds.flatMap((seed) => drawnAt('full', seed).filter(({ generator }) => generator === name)) as never

/** A port that takes no policy but these. */
export const portWith = (...policies: ReadonlyArray<keyof Policies>): Port =>
  createPort({ version: '1', policies: onlyOn(policies) })

/** Whether the answer lets the input pass; for `verify`, each step. */
export const passed = (answer: PortAnswer, op: Op): GeneratedInput<Op>['passes'] =>
  op === 'verify' && answer.outcome === 'value'
    ? stepsOf(answer).map(({ outcome }) => outcome === 'accept')
    : answer.outcome !== 'reject'

/** Makes signers whose nonces are hashes of what this says, by how often one was started, and by how many were drawn before. */
export const signersBy = (nonceOf: (start: number, drawn: number, second: string) => string): (() => Port) => {
  let starts = 0
  let asked = 0
  return () => {
    const start = starts++
    let drawn = 0
    const whole = createPort({ version: '0' })
    const answer: Port['answer'] = async (op, input) => {
      const { times, nonce: _, ...one } = input as Inputs['sign']
      if (op !== 'sign' || times === undefined) return whole.answer(op, input)
      // Of later answers only the nonces are read.
      const isJudged = asked++ === 0
      const all = Array.from({ length: times }, async (_, i) => {
        const text = nonceOf(start, drawn++, `${one.timestamp}/${i}`)
        const nonce = createHash('sha256').update(text).digest('hex')
        return isJudged ? (await whole.answer(op, { ...one, nonce })).value : { authorization: `nonce_str=${nonce}` }
      })
      return { outcome: 'value', value: await Promise.all(all) }
    }
    return { ...whole, answer }
  }
}
