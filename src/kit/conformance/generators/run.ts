/**
 * Generated runs: each generator draws its share. Our own implementation, with the port's policies, says what is right. What
 * fails is shrunk to the smallest input that still fails, and told once for each generator.
 */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { inspect } from '../../../core/untrusted.ts'
import { stepsOf } from '../codecs.ts'
import { type Fault, type Judgement, policiesOf } from '../compareAnswer.ts'
import type { Driver, Reply } from '../Driver.ts'
import { judgeReply } from '../judgeReply.ts'
import { keptBy, keptWords, type Put } from '../kept.ts'
import { createPort } from '../port.ts'
import type { GeneratedFailure, GeneratedReport, GeneratorReport, Verdict } from '../Report.ts'
import { enough } from '../randomness.ts'
import { shapeOf as causeOf } from '../reports/folds.ts'
import { longest, shown } from '../shown.ts'
import { shuffled } from '../shuffle.ts'
import type { Answer, Expectation, Hello, Inputs, Op, Vector } from '../Vector.ts'
import type { Drawn, GeneratedRun, Generator } from './Generator.ts'
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

const restarted = 'of a port that was started again'

const seedOf = (seed: string, name: string): number =>
  createHash('sha256').update(`${seed}/${name}`).digest().readInt32BE(0)

/** The runs of each generator: so many together, by their weights. */
export const sharesOf = (generators: ReadonlyArray<Generator>, runs: number): ReadonlyMap<Generator, number> => {
  const weights = generators.reduce((sum, { weight }) => sum + weight, 0)
  let before = 0
  let given = 0
  return new Map(
    generators.map((each) => {
      before += each.weight
      const share = Math.round((runs * before) / weights) - given
      given += share
      return [each, share]
    }),
  )
}

/**
 * How a generator draws at a place, as fast-check has it, `17` or `17:0:2`: one of each way first, in an order of the seed, and then
 * each of them again.
 */
const placesOf = ({ name, ways }: Generator, seed: string) => {
  const order = shuffled([...ways.keys()], `${seed}/${name}`)
  return (place: string) => {
    const [run, ...shrunk] = place.split(':')
    const round = Number(run) - (Number(run) % order.length)
    const way = order[Number(run) - round] as number
    const how = { seed: seedOf(seed, `${name}/${way + round}`), path: ['0', ...shrunk].join(':'), numRuns: 1 }
    return { run, way: ways[way] as fc.Arbitrary<Drawn<Op>>, how }
  }
}

/** What stands at a place; fast-check throws for one that no run leads to. */
const sampleOf = ({ way, how }: ReturnType<ReturnType<typeof placesOf>>): ReadonlyArray<Drawn<Op>> =>
  fc.sample(way, how)

/** What a generator draws at these places. */
const drawnAt = (generator: Generator, seed: string, places: ReadonlyArray<string>): ReadonlyArray<Drawn<Op>> => {
  const at = placesOf(generator, seed)
  return places.flatMap((place) => sampleOf(at(place)))
}

/** The share of each generator that draws anything; for a path, one run of its generator, if there is such a place. */
const sharesFor = ({ generators, runs, seed, path }: Draws) => {
  if (path === undefined)
    return [...sharesOf(generators, runs)].flatMap(([generator, share]) =>
      share === 0 ? [] : [{ generator, places: Array.from({ length: share }, (_, i) => String(i)) }],
    )
  const [, name, place = ''] = /^([^:]+):(\d+(?::\d+)*)$/.exec(path) ?? []
  return generators
    .filter((each) => each.name === name)
    .map((generator) => {
      const isThere = inspect(() => drawnAt(generator, seed, [place]).length > 0, false)
      return { generator, places: isThere ? [place] : [] }
    })
}

/** All runs that `run` puts to a port, if nothing fails. */
export const drawnFor = (draws: Draws): ReadonlyArray<GeneratedRun & Drawn<Op>> =>
  sharesFor(draws).flatMap(({ generator, places }) => {
    const { name, op } = generator
    return drawnAt(generator, draws.seed, places).map((drawn, i) => ({
      generator: name,
      op,
      ...drawn,
      path: `${name}:${places[i]}`,
    }))
  })

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

interface Wrong extends Fault {
  readonly drawn: Drawn<Op>
  /** That of the member that differs; empty where none fits. */
  readonly rule: string
  readonly expected: Expectation
  readonly got: string
}

const idle = ({ name, op }: Generator, verdict: Verdict): GeneratorReport => ({
  name,
  op,
  runs: 0,
  milliseconds: 0,
  verdict,
})

/** The report on runs that were never put to the port. */
export const notRun = (draws: Draws, stopped: string): GeneratedReport => ({
  seed: draws.seed,
  runs: 0,
  generators: sharesFor(draws).map(({ generator }) => idle(generator, 'not-run')),
  failures: [],
  rules: {},
  stopped,
})

/** Nonces of the port's own in an answer. */
const noncesOf = (of: unknown): ReadonlyArray<string> => JSON.stringify(of).match(/(?<=nonce_str=)[^,"]*/g) ?? []

/**
 * Histories shrink by their events. What is left may hold steps and keys that the fault does not need: a reader looks in vain for
 * their part. Leaves them out, first many together and then each alone, as long as `fails` says that the port is still wrong.
 */
const withoutIdle = async (drawn: Drawn<'verify'>, fails: (smaller: Drawn<Op>) => Promise<boolean>): Promise<void> => {
  let least = drawn
  for (const list of ['steps', 'keys', 'tokens'] as const) {
    const all = (): ReadonlyArray<unknown> => least.input[list] ?? []
    for (let size = Math.floor(all().length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < all().length && size < all().length; ) {
        const isKept = (_: unknown, i: number): boolean => i < at || i >= at + size
        const { input, rule, passes, names } = least
        const told =
          list === 'steps'
            ? { passes: [passes].flat().filter(isKept), names: names?.filter(isKept) }
            : { passes, names }
        const smaller = { rule, ...told, input: { ...input, [list]: all().filter(isKept) } } as Drawn<'verify'>
        if (await fails(smaller)) least = smaller
        else at += size
      }
    }
  }
}

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
  let timeOuts = 0
  let runs = 0
  let tellingMs = 0
  let searchMs = 10_000
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
    const isMany = times >= enough
    // A port may draw nonces ahead, and use them in a ring.
    const whens = ['a second time', ...(isMany ? Array.from({ length: 8 }, () => 'once more') : [])]
    // At once and again: a seed may be the second of the start.
    if (isMany && driver.fresh !== undefined) whens.push(restarted, restarted, restarted)
    for (const [i, when] of whens.entries()) {
      if (when === restarted) await driver.fresh?.()
      const few = !isMany || whens[i - 1] === restarted
      const reply = await driver.run(op, { ...(input as Inputs['sign']), times: few ? 2 : times }, limitMs)
      for (const nonce of reply._tag === 'Answer' ? noncesOf(reply.answer.value) : []) {
        if (known.has(nonce))
          return { verdict: 'fail', message: `the nonce ${nonce} comes again when the same is asked for ${when}` }
        known.add(nonce)
      }
    }
    return { verdict: 'pass' }
  }

  /** Of a request with two faults, the reason is that of the first check; a port has words of its own. */
  const judgedOrder = (expected: Expectation, { value }: Answer): Judgement => {
    const [, both, one, other] = [value].flat().map((step) => (step as { readonly reason?: unknown }).reason)
    const right = stepsOf(expected)[1]
    const wanted = right !== undefined && 'reason' in right ? right.reason : one
    if (typeof both !== 'string' || typeof one !== 'string') return { verdict: 'pass' }
    // One word for both faults tells no order; that of the suite is judged all the same.
    if (hello.reasons === undefined && one === other) return { verdict: 'pass' }
    order.of++
    if (both === (hello.reasons === undefined ? one : wanted)) order.agree++
    if (hello.reasons === undefined || both === wanted) return { verdict: 'pass' }
    const message =
      both === one
        ? `the reason ${both} is called ${wanted} in reasons.json, and the hello says that the reasons are the suite's`
        : `of two faults the reason is ${both}, and ${wanted} is that of the first check`
    return { verdict: 'fail', message }
  }

  /** What is wrong with the port's answer, if anything. */
  const wrongWith = async (generator: Generator, drawn: Drawn<Op>): Promise<Wrong | undefined> => {
    // Both at once: the port is another process.
    const replying = driver.run(generator.op, drawn.input, limitMs)
    const expected = await expectedOf(generator.op, drawn.input)
    return judge(generator, drawn, expected, await replying)
  }
  const judge = async (
    { op, kind }: Generator,
    drawn: Drawn<Op>,
    expected: Expectation,
    reply: Reply,
  ): Promise<Wrong | undefined> => {
    if (reply._tag === 'TimeOut') timeOuts++
    const vector = { id: '', since: '', comment: '', flags: [], op, input: drawn.input, expect: expected }
    let judged = await judgeReply(vector as unknown as Vector, reply, [])
    if (reply._tag !== 'Answer')
      return judged.verdict === 'pass' ? undefined : { drawn, expected, got: '', rule: '', ...judged }
    const { answer } = reply
    if (judged.verdict === 'pass' && kind === 'order') judged = judgedOrder(expected, answer)
    if (judged.verdict === 'pass' && !patient) judged = await judgedAgain(op, drawn.input, answer)
    if (judged.verdict === 'pass') return undefined
    const { trace: _, ...told } = answer
    const rule = kind === 'order' ? drawn.rule : ruleBroken(judged, drawn, expected, answer)
    return { drawn, expected, got: shown(told, longest), rule, ...judged }
  }

  for (const { generator, places } of sharesFor(settings)) {
    const { name, op, kind } = generator
    if (!hello.ops.includes(op) || timeOuts >= maxTimeOuts || (settings.bail && failures.length > 0)) {
      generators.push(idle(generator, hello.ops.includes(op) ? 'not-run' : 'unsupported'))
      continue
    }
    const started = performance.now()
    const before = runs
    let first: Wrong | undefined
    let smallest: Wrong | undefined
    let kept: ReadonlyArray<Put> | undefined
    let failedAt = 0
    let end = Number.POSITIVE_INFINITY
    const passes = async (each: Drawn<Op>): Promise<boolean> => {
      if (timeOuts >= maxTimeOuts || performance.now() > end) return true
      if (first === undefined) {
        note(each)
        runs++
      }
      const wrong = await wrongWith(generator, each)
      if (first === undefined) {
        settings.onRun(runs, failures.length)
        if (wrong === undefined) put.push({ op, input: each.input, ref: `${name}:${places[runs - before - 1]}` })
      }
      if (wrong === undefined) return true
      if (first === undefined) {
        first = wrong
        failedAt = performance.now()
        end = failedAt + leftMs()
        const isRight = async (reply: Reply) => (await judge(generator, each, wrong.expected, reply)) === undefined
        if (!patient && wrong.verdict !== 'timeout')
          kept = await keptBy(driver, put, { op, input: each.input, ref: '' }, isRight, searchMs, limitMs)
        if (kept !== undefined) searchMs = 0
        if (kept !== undefined) end = 0
      }
      smallest = wrong
      return false
    }
    const at = placesOf(generator, settings.seed)
    const endOnFailure = settings.path !== undefined || patient || isBrief || kind !== undefined
    const drawnOf = (i: number): ReadonlyArray<Drawn<Op>> =>
      places.slice(i, i + 1).flatMap((place) => sampleOf(at(place)))
    let path = ''
    let next = drawnOf(0)
    for (const [i, place] of places.entries()) {
      if (timeOuts >= maxTimeOuts) break
      const passing = passes(next[0] as Drawn<Op>)
      // While the port works.
      next = drawnOf(i + 1)
      if (await passing) continue
      const { run, way, how } = at(place)
      const isKnown = [true]
      const property = fc.asyncProperty(way, async (each) => (isKnown.pop() ? false : passes(each)))
      const { counterexamplePath } = await fc.check(property, { ...how, endOnFailure })
      // Where it was drawn, and how it shrinks.
      path = `${name}:${run}${counterexamplePath?.slice(1)}`
      break
    }
    if (op === 'verify' && kind !== 'order' && smallest !== undefined && !patient && !isBrief)
      await withoutIdle((smallest as Wrong).drawn as Drawn<'verify'>, async (each) => !(await passes(each)))
    const common = { name, op, runs: runs - before, milliseconds: Math.round(performance.now() - started) }
    if (first === undefined || smallest === undefined) {
      generators.push({ ...common, verdict: common.runs === 0 ? 'not-run' : 'pass' })
      continue
    }
    const canRepeat = !patient && !isBrief && kept === undefined && timeOuts < maxTimeOuts
    const again = canRepeat ? await wrongWith(generator, smallest.drawn) : smallest
    const { verdict, rule, message, drawn, expected, got, isAccepted, difference }: Wrong = again ?? first
    tellingMs += performance.now() - failedAt
    generators.push({ ...common, verdict })
    const cause = kept === undefined ? rule || causeOf(message) : keptWords
    const same = failures.find((one) => one.cause === cause)
    if (same !== undefined) {
      same.alsoIn.push(name)
      continue
    }
    // A member that was read wrongly may be another than the one that was changed.
    const isWhole = isAccepted !== undefined || difference !== undefined
    const change = isWhole && (drawn.names?.length === 1 || op !== 'verify') ? drawn.names?.[0] : undefined
    failures.push({
      generator: name,
      alsoIn: [],
      op,
      rule,
      cause,
      ...(change !== undefined && change !== drawn.rule && { change }),
      input: drawn.input,
      expected,
      got,
      path,
      message: kept === undefined ? message : `${keptWords}; ${message}`,
      isShrunk: again !== undefined && canRepeat,
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
