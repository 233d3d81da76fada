/**
 * Generated runs: each generator draws its share. Our own implementation, with the port's policies, says what is right. What
 * fails is shrunk to the smallest input that still fails, and told once for each generator.
 */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { ours, type Policies } from '../../core/Policies.ts'
import type { Driver } from '../Driver.ts'
import { judge } from '../judge.ts'
import { createPort } from '../port.ts'
import type { GeneratedFailure, GeneratedReport } from '../Report.ts'
import { replyWords } from '../replyWords.ts'
import { longest, shown } from '../shown.ts'
import type { Expectation, Hello, Op, Vector } from '../Vector.ts'
import type { Drawn, Generator } from './Generator.ts'

export interface Settings {
  readonly generators: ReadonlyArray<Generator>
  /** How many, shared out by the generators' weights. */
  readonly runs: number
  /** Same seed and version: same runs. */
  readonly seed: string
  /** Of a failure: `header:17:0:2` repeats only this. */
  readonly path?: string | undefined
  /** The time limit for an answer. */
  readonly limitMs: number
  /** Recorded answers: there is none to a smaller input. */
  readonly patient?: boolean
  /** The command that repeats a failure. */
  readonly rerun: (path: string) => string
  readonly onRun: (runs: number, failures: number) => void
}

/** Time for shrinking one failure, and for all of them. */
const shrinkMs = { one: 10_000, all: 20_000 }
const mostTimeOuts = 3

const seedOf = (seed: string, name: string): number =>
  createHash('sha256').update(`${seed}/${name}`).digest().readInt32BE(0)

/** The runs of each generator: so many together, by their weights. */
export const sharesOf = (generators: ReadonlyArray<Generator>, runs: number): ReadonlyMap<Generator, number> => {
  const weights = generators.reduce((sum, { weight }) => sum + weight, 0)
  let [before, given] = [0, 0]
  return new Map(
    generators.map((each) => {
      before += each.weight
      const share = Math.round((runs * before) / weights) - given
      given += share
      return [each, share]
    }),
  )
}

const policiesOf = (declared: ReadonlyArray<string>): Policies =>
  Object.fromEntries(Object.keys(ours).map((name) => [name, declared.includes(name)])) as unknown as Policies

interface Wrong {
  readonly drawn: Drawn<Op>
  readonly expected: Expectation
  readonly got: string
  readonly message: string
}

/** Puts the runs to a port that has said hello. */
export const run = async (driver: Driver, hello: Hello, settings: Settings): Promise<GeneratedReport> => {
  const oracle = createPort({ version: '', policies: policiesOf(hello.policies) })
  const failures: Array<GeneratedFailure & { readonly alsoIn: Array<string> }> = []
  const generators: Array<GeneratedReport['generators'][number]> = []
  const rules = new Map<string, { inside: number; outside: number }>()
  let [timeOuts, runs, shrinkingMs] = [0, 0, 0]

  const note = ({ rule, passes }: Drawn<Op>): void => {
    const met = rules.get(rule) ?? { inside: 0, outside: 0 }
    rules.set(rule, met)
    if (typeof passes === 'boolean' ? passes : passes.at(-1)) met.inside++
    else met.outside++
  }

  const ask = async (op: Op, input: unknown): Promise<Expectation> => {
    const { trace: _, ...answer } = await oracle.answer(op, JSON.parse(JSON.stringify(input)))
    return answer as Expectation
  }

  /** A job may be written in many ways: what counts is what it says. */
  const expectedOf = async (op: Op, input: unknown): Promise<Expectation> => {
    const expected = await ask(op, input)
    return op === 'encodeJob' && expected.outcome === 'value' ? ask('decodeJob', { body: expected.value }) : expected
  }

  /** What is wrong with the port's answer, if anything. */
  const wrongWith = async (op: Op, drawn: Drawn<Op>): Promise<Wrong | undefined> => {
    const expected = await expectedOf(op, drawn.input)
    const reply = await driver.run(op, drawn.input, settings.limitMs)
    if (reply._tag !== 'Answer') {
      if (reply._tag === 'TimeOut') timeOuts++
      const [, message] = replyWords(reply)
      return { drawn, expected, got: '', message }
    }
    const vector = {
      id: '',
      since: '',
      comment: '',
      flags: [],
      op,
      input: drawn.input,
      expect: expected,
    } as unknown as Vector
    const judged = await judge(vector, reply.answer, [])
    if (judged.verdict === 'pass') return undefined
    const { outcome, reason, value } = reply.answer
    return { drawn, expected, got: shown({ outcome, reason, value }, longest), message: judged.message }
  }

  for (const [generator, share] of sharesOf(settings.generators, settings.runs)) {
    const { name, op, drawn } = generator
    const path = settings.path?.startsWith(`${name}:`) ? settings.path.slice(name.length + 1) : undefined
    if ((settings.path !== undefined && path === undefined) || !hello.ops.includes(op)) continue
    const started = performance.now()
    let first: Wrong | undefined
    let smallest: Wrong | undefined
    let began = 0
    const isOver = (): boolean =>
      timeOuts >= mostTimeOuts ||
      (first !== undefined && performance.now() - began > Math.min(shrinkMs.one, shrinkMs.all - shrinkingMs))
    const passes = async (each: Drawn<Op>): Promise<boolean> => {
      if (isOver()) return true
      if (first === undefined) {
        note(each)
        runs++
      }
      const wrong = await wrongWith(op, each)
      if (first === undefined) settings.onRun(runs, failures.length)
      if (wrong === undefined) return true
      if (first === undefined) {
        first = wrong
        began = performance.now()
      }
      smallest = wrong
      return false
    }
    const result = await fc.check(fc.asyncProperty(drawn, passes), {
      seed: seedOf(settings.seed, name),
      numRuns: path === undefined ? share : 1,
      ...(path !== undefined && { path }),
      endOnFailure: settings.patient === true || path !== undefined,
    })
    generators.push({ name, op, milliseconds: Math.round(performance.now() - started) })
    if (first === undefined || smallest === undefined) continue
    shrinkingMs += performance.now() - began
    const canRepeat = settings.patient !== true && timeOuts < mostTimeOuts
    const again = canRepeat ? await wrongWith(op, smallest.drawn) : smallest
    const told: Wrong = again ?? first
    const same = failures.find(({ rule }) => rule === told.drawn.rule)
    if (same !== undefined) {
      same.alsoIn.push(name)
      continue
    }
    const where = `${name}:${result.counterexamplePath ?? ''}`
    failures.push({
      generator: name,
      alsoIn: [],
      op,
      rule: told.drawn.rule,
      input: told.drawn.input,
      expected: told.expected,
      got: told.got,
      message: told.message,
      path: where,
      isShrunk: again !== undefined && canRepeat,
      rerun: settings.rerun(where),
    })
  }
  return {
    seed: settings.seed,
    runs,
    generators,
    failures,
    rules: Object.fromEntries(rules),
    ...(timeOuts >= mostTimeOuts && { stopped: `${timeOuts} runs had no answer in time` }),
  }
}
