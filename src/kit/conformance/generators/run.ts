/**
 * Generated runs: each generator draws its share. Our own implementation, with the port's policies, says what is right. What
 * fails is shrunk to the smallest input that still fails, and told once for each generator.
 */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { ours, type Policies } from '../../../core/Policies.ts'
import { compareAnswer, type Judgement } from '../compareAnswer.ts'
import type { Driver } from '../Driver.ts'
import { createPort } from '../port.ts'
import type { GeneratedFailure, GeneratedReport, GeneratorReport, Verdict } from '../Report.ts'
import { replyWords } from '../replyWords.ts'
import { longest, shown } from '../shown.ts'
import { shuffled } from '../shuffle.ts'
import type { Answer, Expectation, Hello, Inputs, Op, Vector } from '../Vector.ts'
import type { GeneratedRun } from './GeneratedRun.ts'
import type { Drawn, Generator } from './Generator.ts'
import { withoutIdleSteps } from './idleSteps.ts'

/** The runs to draw. */
export interface Draws {
  readonly generators: ReadonlyArray<Generator>
  /** How many, shared out by the generators' weights. */
  readonly runs: number
  /** Same seed and version: same runs. */
  readonly seed: string
  /** Of a failure: `header:17:0:2` repeats only this. */
  readonly path?: string | undefined
}

export interface Settings extends Draws {
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
const maxTimeOuts = 3

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

interface Share {
  readonly generator: Generator
  readonly runs: number
  /** What was drawn where, as fast-check has it: `17:0:2`. */
  readonly place?: string
}

/** The share of each generator that draws anything; for a path, one run of its generator. */
const sharesFor = ({ generators, runs, path }: Draws): ReadonlyArray<Share> => {
  if (path === undefined)
    return [...sharesOf(generators, runs)].flatMap(([generator, share]) =>
      share === 0 ? [] : [{ generator, runs: share }],
    )
  const [, name, place = ''] = /^([^:]+):(\d+(?::\d+)*)$/.exec(path) ?? []
  return generators.filter((each) => each.name === name).map((generator) => ({ generator, runs: 1, place }))
}

/** The draws that a share begins with, in an order of the seed: one of each way that comes in every run. */
const examplesOf = ({ generator: { name, always = [] }, runs, place }: Share, seed: string): Array<[Drawn<Op>]> =>
  shuffled([...always.entries()], `${seed}/${name}`)
    .slice(0, place === undefined ? runs : Number.parseInt(place, 10) + 1)
    .flatMap(([i, each]) => fc.sample(each, { seed: seedOf(seed, `${name}/${i}`), numRuns: 1 }))
    .map((drawn) => [drawn])

/** What a generator draws; nothing if there is no such place. */
export const drawnBy = (share: Share, seed: string): ReadonlyArray<Drawn<Op>> => {
  const { generator, runs, place } = share
  try {
    return fc.sample(generator.drawn, {
      seed: seedOf(seed, generator.name),
      // A sample takes the values themselves, a check the arguments of its property.
      examples: examplesOf(share, seed).flat(),
      numRuns: runs,
      ...(place !== undefined && { path: place }),
    })
  } catch (fault) {
    // fast-check throws for a place that no run leads to.
    if (place !== undefined) return []
    throw fault
  }
}

/** All runs that `run` puts to a port, if nothing fails. */
export const drawnFor = (draws: Draws): ReadonlyArray<GeneratedRun> =>
  sharesFor(draws).flatMap((share) =>
    drawnBy(share, draws.seed).map((drawn, i) => {
      const { name, op } = share.generator
      return { generator: name, op, ...drawn, path: `${name}:${share.place ?? i}` }
    }),
  )

const policiesOf = (declared: ReadonlyArray<string>): Policies =>
  Object.fromEntries(Object.keys(ours).map((name) => [name, declared.includes(name)])) as unknown as Policies

/** What our own implementation expects of a port with these policies. */
export const oracleFor = (policies: ReadonlyArray<string>): ((op: Op, input: unknown) => Promise<Expectation>) => {
  const oracle = createPort({ version: '', policies: policiesOf(policies) })
  const reader = createPort({ version: '', policies: policiesOf([...policies, 'unknown-stage']) })
  const ask = async (op: Op, input: unknown): Promise<Expectation> => {
    const { trace: _, ...answer } = await oracle.answer(op, JSON.parse(JSON.stringify(input)))
    return answer as Expectation
  }
  return async (op, input) => {
    // Of many requests signed alike, the first says all that the judge compares.
    const first = op === 'sign' && (input as Inputs['sign']).times !== undefined ? { times: 1 } : {}
    const expected = await ask(op, { ...(input as object), ...first })
    if (op !== 'encodeJob' || expected.outcome !== 'value') return expected
    // A job may be written in many ways: what counts is what it says. A writer keeps a stage of another type under any policy.
    const { trace: _, ...read } = await reader.answer('decodeJob', { body: expected.value })
    return read as Expectation
  }
}

interface Wrong {
  readonly drawn: Drawn<Op>
  readonly expected: Expectation
  readonly got: string
  readonly verdict: Verdict
  readonly message: string
}

/** The report on runs that were never put to the port. */
export const notRun = (draws: Draws, stopped: string): GeneratedReport => ({
  seed: draws.seed,
  runs: 0,
  generators: sharesFor(draws).map(({ generator: { name, op } }) => ({
    name,
    op,
    runs: 0,
    milliseconds: 0,
    verdict: 'not-run',
  })),
  failures: [],
  rules: {},
  stopped,
})

/** Puts the runs to a port that has said hello. */
export const run = async (driver: Driver, hello: Hello, settings: Settings): Promise<GeneratedReport> => {
  const expectedOf = oracleFor(hello.policies)
  const failures: Array<GeneratedFailure & { readonly alsoIn: Array<string> }> = []
  const generators: Array<GeneratorReport> = []
  const rules = new Map<string, { inside: number; outside: number }>()
  let [timeOuts, runs, shrinkingMs] = [0, 0, 0]

  const note = ({ rule, passes }: Drawn<Op>): void => {
    const met = rules.get(rule) ?? { inside: 0, outside: 0 }
    rules.set(rule, met)
    if (typeof passes === 'boolean' ? passes : passes.at(-1)) met.inside++
    else met.outside++
  }

  /** Nonces of the port's own are others when they are asked for again, at the same time of the same request. */
  const judgedAgain = async (op: Op, input: unknown, { value }: Answer): Promise<Judgement> => {
    if (op !== 'sign' || (input as Inputs['sign']).times === undefined) return { verdict: 'pass' }
    const reply = await driver.run(op, { ...(input as Inputs['sign']), times: 2 }, settings.limitMs)
    const noncesOf = (of: unknown): ReadonlyArray<string> => JSON.stringify(of).match(/(?<=nonce_str=)[^,"]*/g) ?? []
    const known = new Set(noncesOf(value))
    const repeated =
      reply._tag === 'Answer' ? noncesOf(reply.answer.value).find((nonce) => known.has(nonce)) : undefined
    return repeated === undefined
      ? { verdict: 'pass' }
      : { verdict: 'fail', message: `the nonce ${repeated} comes again when the same is asked for a second time` }
  }

  /** What is wrong with the port's answer, if anything. */
  const wrongWith = async (op: Op, drawn: Drawn<Op>): Promise<Wrong | undefined> => {
    // Both at once: the port is another process.
    const replying = driver.run(op, drawn.input, settings.limitMs)
    const expected = await expectedOf(op, drawn.input)
    const reply = await replying
    if (reply._tag !== 'Answer') {
      if (reply._tag === 'TimeOut') timeOuts++
      const [verdict, message] = replyWords(reply)
      return { drawn, expected, got: '', verdict, message }
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
    let judged = await compareAnswer(vector, reply.answer, [])
    if (judged.verdict === 'pass' && settings.patient !== true)
      judged = await judgedAgain(op, drawn.input, reply.answer)
    if (judged.verdict === 'pass') return undefined
    const { outcome, reason, value } = reply.answer
    return { drawn, expected, got: shown({ outcome, reason, value }, longest), ...judged }
  }

  for (const share of sharesFor(settings)) {
    const { name, op, drawn } = share.generator
    if (!hello.ops.includes(op) || timeOuts >= maxTimeOuts) {
      const verdict = hello.ops.includes(op) ? 'not-run' : 'unsupported'
      generators.push({ name, op, runs: 0, milliseconds: 0, verdict })
      continue
    }
    const started = performance.now()
    const before = runs
    let first: Wrong | undefined
    let smallest: Wrong | undefined
    let began = 0
    const isOver = (): boolean =>
      timeOuts >= maxTimeOuts ||
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
    /** The place of the smallest failure. */
    const search = async (): Promise<string> => {
      if (share.place === undefined && settings.patient !== true) {
        const property = fc.asyncProperty(drawn, passes)
        const found = await fc.check(property, {
          seed: seedOf(settings.seed, name),
          examples: examplesOf(share, settings.seed),
          numRuns: share.runs,
        })
        return found.counterexamplePath ?? ''
      }
      for (const [i, each] of drawnBy(share, settings.seed).entries())
        if (!(await passes(each))) return share.place ?? String(i)
      return ''
    }
    const place = await search()
    if (op === 'verify' && smallest !== undefined && settings.patient !== true)
      await withoutIdleSteps((smallest as Wrong).drawn as Drawn<'verify'>, async (each) => !(await passes(each)))
    const common = { name, op, runs: runs - before, milliseconds: Math.round(performance.now() - started) }
    if (first === undefined || smallest === undefined) {
      generators.push({ ...common, verdict: common.runs === 0 ? 'not-run' : 'pass' })
      continue
    }
    shrinkingMs += performance.now() - began
    const canRepeat = settings.patient !== true && timeOuts < maxTimeOuts
    const again = canRepeat ? await wrongWith(op, smallest.drawn) : smallest
    const told: Wrong = again ?? first
    generators.push({ ...common, verdict: told.verdict })
    const same = failures.find(({ rule }) => rule === told.drawn.rule)
    if (same !== undefined) {
      same.alsoIn.push(name)
      continue
    }
    const path = `${name}:${place}`
    failures.push({
      generator: name,
      alsoIn: [],
      op,
      rule: told.drawn.rule,
      input: told.drawn.input,
      expected: told.expected,
      got: told.got,
      message: told.message,
      path,
      isShrunk: again !== undefined && canRepeat,
      rerun: settings.rerun(path),
    })
  }
  return {
    seed: settings.seed,
    runs,
    generators,
    failures,
    rules: Object.fromEntries(rules),
    ...(timeOuts >= maxTimeOuts && { stopped: `${timeOuts} runs had no answer in time` }),
  }
}
