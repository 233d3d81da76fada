/**
 * Generated runs: each generator draws its share. Our own implementation, with the port's policies, says what is right. What
 * fails is shrunk to the smallest input that still fails, and told once for each generator.
 */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { ours, type Policies } from '../../../core/Policies.ts'
import { stepsOf } from '../codecs.ts'
import { compareAnswer, type Judgement } from '../compareAnswer.ts'
import type { Driver, Reply } from '../Driver.ts'
import { keptBy, keptWords, type Put } from '../kept.ts'
import { createPort } from '../port.ts'
import type { GeneratedFailure, GeneratedReport, GeneratorReport, Verdict } from '../Report.ts'
import { enough } from '../randomness.ts'
import { replyWords } from '../replyWords.ts'
import { shapeOf as causeOf } from '../reports/folds.ts'
import { longest, shown } from '../shown.ts'
import { shuffled } from '../shuffle.ts'
import type { Answer, Expectation, Hello, Inputs, Op, Vector } from '../Vector.ts'
import type { GeneratedRun } from './GeneratedRun.ts'
import type { Drawn, Generator } from './Generator.ts'
import { withoutIdleSteps } from './idleSteps.ts'
import { ruleBroken } from './ruleBroken.ts'

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
  readonly rerun: (path: string, behind?: ReadonlyArray<Put>) => string
  /** What the cases took. */
  readonly spentMs?: number
  /** Nothing is shrunk. */
  readonly isBrief?: boolean | undefined
  /** The first failure is the last. */
  readonly bail?: boolean | undefined
  readonly onRun: (runs: number, failures: number) => void
}

/** Time for telling one failure: at most, and at least. */
const shrinkMs = { one: 10_000, least: 300 }
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
  /** That of the member that differs; empty where none fits. */
  readonly rule: string
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

/** Nonces of the port's own in an answer. */
const noncesOf = (of: unknown): ReadonlyArray<string> => JSON.stringify(of).match(/(?<=nonce_str=)[^,"]*/g) ?? []

/** Puts the runs to a port that has said hello. `earlier` is what was put to it before. */
export const run = async (
  driver: Driver,
  hello: Hello,
  settings: Settings,
  earlier: ReadonlyArray<Put> = [],
): Promise<GeneratedReport> => {
  const { patient = false, limitMs, isBrief = false } = settings
  const expectedOf = oracleFor(hello.policies)
  const failures: Array<GeneratedFailure & { readonly alsoIn: Array<string> }> = []
  const generators: Array<GeneratorReport> = []
  const rules = new Map<string, { inside: number; outside: number }>()
  const put = [...earlier]
  const order = { agree: 0, of: 0 }
  const began = performance.now()
  let [timeOuts, runs, tellingMs, searchMs] = [0, 0, 0, 10_000]
  /** Telling takes at most as long as the runs. */
  const leftMs = (): number =>
    Math.min(
      shrinkMs.one,
      Math.max(shrinkMs.least, performance.now() - began + (settings.spentMs ?? 0) - 2 * tellingMs),
    )

  const note = ({ rule, passes }: Drawn<Op>): void => {
    const met = rules.get(rule) ?? { inside: 0, outside: 0 }
    rules.set(rule, met)
    if (typeof passes === 'boolean' ? passes : passes.at(-1)) met.inside++
    else met.outside++
  }

  /** Nonces of the port's own are others when they are asked for again, also of a port that has just started. */
  const judgedAgain = async (op: Op, input: unknown, { value }: Answer): Promise<Judgement> => {
    const { times } = input as Inputs['sign']
    if (op !== 'sign' || times === undefined) return { verdict: 'pass' }
    const known = new Set(noncesOf(value))
    const restarts = times >= enough && driver.fresh !== undefined
    for (const when of ['a second time', 'of a port that was started again'].slice(0, restarts ? 2 : 1)) {
      if (when !== 'a second time') await driver.fresh?.()
      // The cases have asked for fewer before.
      const count = when === 'a second time' ? 2 : times / 2
      const reply = await driver.run(op, { ...(input as Inputs['sign']), times: count }, limitMs)
      const repeated = reply._tag === 'Answer' ? noncesOf(reply.answer.value).find((one) => known.has(one)) : undefined
      if (repeated !== undefined)
        return { verdict: 'fail', message: `the nonce ${repeated} comes again when the same is asked for ${when}` }
    }
    return { verdict: 'pass' }
  }

  /** Of a request with two faults, the reason is that of the first check; a port has words of its own. */
  const judgedOrder = (expected: Expectation, { value }: Answer): Judgement => {
    const [, both, one, other] = [value].flat().map((step) => (step as { readonly reason?: unknown }).reason)
    const right = stepsOf(expected)[1]
    const wanted = right !== undefined && 'reason' in right ? right.reason : one
    if (typeof both !== 'string' || typeof one !== 'string' || one === other) return { verdict: 'pass' }
    order.of++
    if (both === one) order.agree++
    if (hello.reasons === undefined || both === wanted) return { verdict: 'pass' }
    return { verdict: 'fail', message: `of two faults the reason is ${both}, and ${wanted} is that of the first check` }
  }

  /** What is wrong with the port's answer, if anything. */
  const wrongWith = async ({ op, kind }: Generator, drawn: Drawn<Op>): Promise<Wrong | undefined> => {
    // Both at once: the port is another process.
    const replying = driver.run(op, drawn.input, limitMs)
    const expected = await expectedOf(op, drawn.input)
    return judge(op, kind, drawn, expected, await replying)
  }
  const judge = async (
    op: Op,
    kind: Generator['kind'],
    drawn: Drawn<Op>,
    expected: Expectation,
    reply: Reply,
  ): Promise<Wrong | undefined> => {
    if (reply._tag !== 'Answer') {
      if (reply._tag === 'TimeOut') timeOuts++
      const [verdict, message] = replyWords(reply)
      return { drawn, expected, got: '', rule: '', verdict, message }
    }
    const vector = { id: '', since: '', comment: '', flags: [], op, input: drawn.input, expect: expected }
    const { answer } = reply
    let judged = await compareAnswer(vector as unknown as Vector, answer, [])
    if (judged.verdict === 'pass' && kind === 'order') judged = judgedOrder(expected, answer)
    if (judged.verdict === 'pass' && !patient) judged = await judgedAgain(op, drawn.input, answer)
    if (judged.verdict === 'pass') return undefined
    const { outcome, reason, value } = answer
    const rule = kind === 'order' ? drawn.rule : ruleBroken(judged, drawn, expected, answer)
    return { drawn, expected, got: shown({ outcome, reason, value }, longest), rule, ...judged }
  }

  for (const share of sharesFor(settings)) {
    const { generator } = share
    const { name, op, kind, drawn } = generator
    if (!hello.ops.includes(op) || timeOuts >= maxTimeOuts || (settings.bail && failures.length > 0)) {
      const verdict = hello.ops.includes(op) ? 'not-run' : 'unsupported'
      generators.push({ name, op, runs: 0, milliseconds: 0, verdict })
      continue
    }
    const started = performance.now()
    const before = runs
    let first: Wrong | undefined
    let smallest: Wrong | undefined
    let kept: ReadonlyArray<Put> | undefined
    let [failedAt, end] = [0, Number.POSITIVE_INFINITY]
    const passes = async (each: Drawn<Op>): Promise<boolean> => {
      if (timeOuts >= maxTimeOuts || performance.now() > end) return true
      if (first === undefined) {
        note(each)
        runs++
      }
      const wrong = await wrongWith(generator, each)
      if (first === undefined) {
        settings.onRun(runs, failures.length)
        if (wrong === undefined) put.push({ op, input: each.input, ref: `${name}:${share.place ?? runs - before - 1}` })
      }
      if (wrong === undefined) return true
      if (first === undefined) {
        first = wrong
        failedAt = performance.now()
        end = failedAt + leftMs()
        const isRight = async (reply: Reply): Promise<boolean> =>
          (await judge(op, kind, each, wrong.expected, reply)) === undefined
        if (!patient && wrong.verdict !== 'timeout')
          kept = await keptBy(driver, put, { op, input: each.input, ref: '' }, isRight, searchMs, limitMs)
        if (kept !== undefined) searchMs = 0
        if (kept !== undefined || isBrief) end = 0
      }
      smallest = wrong
      return false
    }
    /** The place of the smallest failure. */
    const search = async (): Promise<string> => {
      if (share.place === undefined && !patient && kind === undefined) {
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
    if (op === 'verify' && kind !== 'order' && smallest !== undefined && !patient)
      await withoutIdleSteps((smallest as Wrong).drawn as Drawn<'verify'>, async (each) => !(await passes(each)))
    const common = { name, op, runs: runs - before, milliseconds: Math.round(performance.now() - started) }
    if (first === undefined || smallest === undefined) {
      generators.push({ ...common, verdict: common.runs === 0 ? 'not-run' : 'pass' })
      continue
    }
    const canRepeat = !patient && kept === undefined && timeOuts < maxTimeOuts
    const again = canRepeat && !isBrief ? await wrongWith(generator, smallest.drawn) : smallest
    const { verdict, rule, message, ...told }: Wrong = again ?? first
    tellingMs += performance.now() - failedAt
    generators.push({ ...common, verdict })
    const words = kept === undefined ? message : `${keptWords}; ${message}`
    const key = kept === undefined ? rule || causeOf(message) : keptWords
    const same = failures.find((one) => one.cause === key)
    if (same !== undefined) {
      same.alsoIn.push(name)
      continue
    }
    const path = `${name}:${place}`
    const { input, names } = told.drawn
    const change = names?.length === 1 || op !== 'verify' ? names?.[0] : undefined
    failures.push({
      generator: name,
      alsoIn: [],
      op,
      rule,
      cause: key,
      ...(change !== undefined && change !== told.drawn.rule && { change }),
      input,
      expected: told.expected,
      got: told.got,
      message: words,
      path,
      isShrunk: again !== undefined && canRepeat && !isBrief,
      rerun: settings.rerun(path, kept),
    })
  }
  return {
    seed: settings.seed,
    runs,
    generators,
    failures,
    rules: Object.fromEntries(rules),
    ...(order.of > 0 && { order: { ...order, isJudged: hello.reasons !== undefined } }),
    ...(timeOuts >= maxTimeOuts && { stopped: `${timeOuts} runs had no answer in time` }),
  }
}
