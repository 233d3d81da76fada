/**
 * Puts generated inputs to a port, for `conform`, and reports what it gets wrong. For each generator:
 * 1. put its share of inputs to the port, up to the first wrong answer (`findFailure`); our own port says what is right
 * 2. ask whether the failure needs earlier runs: then the port keeps state (`stateBehind`)
 * 3. shrink the input (`shrink`)
 * 4. add it to the report, one failure for each cause (`addFailure`).
 */

import { ahead } from '../ahead.ts'
import { otherByteOrder } from '../byteOrder.ts'
import type { Driver, Reply } from '../Driver.ts'
import { findCause, keptWords, type Put, passesAlone } from '../kept.ts'
import type { CaseVerdict, GeneratedReport, GeneratorReport } from '../Report.ts'
import { shapeOf as causeOf } from '../reports/folds.ts'
import { shownInput } from '../shownInput.ts'
import type { Expectation, Hello, Op } from '../Vector.ts'
import { begin, storeOf, takeDrawn } from './drawAhead.ts'
import { type Draws, drawAt, type Place, placeFinder, type Share, sharesToDraw } from './draws.ts'
import type { GeneratedInput, Generator } from './Generator.ts'
import { judge, type Wrong, wrongIn, wrongWith } from './judge.ts'
import { oracleFor } from './oracle.ts'
import { membersOfRule } from './plainValues.ts'
import { canShrink, hasGivenUp, type Session, type Settings } from './Session.ts'
import { shrink, workToShrink } from './shrink.ts'

const idle = ({ name, op }: Generator, verdict: CaseVerdict): GeneratorReport => ({
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
  generators: sharesToDraw(draws).map(({ generator }) => idle(generator, 'not-run')),
  failures: [],
  rules: {},
  stopped,
})

const countRule = ({ rules }: Session, { rule, passes }: GeneratedInput<Op>): void => {
  const counts = rules.get(rule) ?? { inside: 0, outside: 0 }
  rules.set(rule, counts)
  const isInside = typeof passes === 'boolean' ? passes : passes.at(-1)
  if (isInside === true) counts.inside++
  else counts.outside++
}

/** The first run that failed. */
interface Found {
  readonly wrong: Wrong
  readonly place: Place
}

interface AskedRun {
  readonly name: string
  readonly place: Place
  readonly drawn: GeneratedInput<Op>
  /** What our own port answers, if the run was drawn before its turn. */
  readonly answering?: Promise<Expectation>
}

/** The runs of a generator. Each is drawn when the loop asks for it, unless the store has it already. */
function* drawnAtEach({ store, settings }: Session, { generator, places }: Share): Iterable<AskedRun> {
  const placeOf = placeFinder(generator, settings.seed)
  begin(store, generator)
  for (const name of places) {
    const place = placeOf(name)
    const stored = takeDrawn(store, generator, name)
    if (stored !== undefined) yield { name, place, ...stored }
    else for (const drawn of drawAt(place)) yield { name, place, drawn }
  }
}

const inputAt = (place: Place): unknown => drawAt(place)[0]?.input

/** A run that was put to the port. Its input is drawn again when it is read: thousands of inputs together take a hundred megabytes. */
const putFrom = (op: Op, place: Place, ref: string): Put => ({
  op,
  ref,
  get input() {
    return inputAt(place)
  },
})

/** Puts the runs of a generator to the port, up to the first that fails. */
const findFailure = async (session: Session, share: Share): Promise<Found | undefined> => {
  const { generator } = share
  const { name, op } = generator
  const { driver, settings, failures } = session
  const ask = ({ drawn, place }: AskedRun): Promise<Reply> =>
    driver.run(op, drawn.input, settings.limitMs, () => inputAt(place))
  for (const { question, reply } of ahead(drawnAtEach(session, share), driver.atOnce?.() ?? 1, ask)) {
    if (hasGivenUp(session)) break
    const { drawn, place, answering } = question
    countRule(session, drawn)
    session.runs++
    const wrong = await wrongIn(session, generator, drawn, reply, answering)
    settings.onRun(session.runs, failures.length)
    if (wrong !== undefined) {
      // Runs that were asked ahead are not judged, and must not come between this run and its repetitions.
      driver.abandon?.()
      return { wrong, place }
    }
    session.put.push(putFrom(op, place, `${name}:${question.name}`))
  }
  driver.abandon?.()
  return undefined
}

/** The earlier runs that the failure needs; empty if they were not found, and undefined if it needs none. */
const stateBehind = async (
  session: Session,
  generator: Generator,
  { drawn, expected, verdict }: Wrong,
): Promise<ReadonlyArray<Put> | undefined> => {
  const { driver, settings, put, work } = session
  if (settings.isRecorded === true || verdict === 'timeout') return undefined
  const suspect = {
    driver,
    work,
    limitMs: settings.limitMs,
    failed: { op: generator.op, input: drawn.input },
    earlier: put,
    isRight: async (reply: Reply) => (await judge(session, generator, drawn, expected, reply)) === undefined,
  }
  if (!(await passesAlone(suspect))) return undefined
  if (session.isStateFound) return []
  session.isStateFound = true
  return findCause(suspect)
}

/** The change that was made to a valid value, if it explains the failure. */
const changeOf = ({ op }: Generator, { wrong, needs }: Explained): string | undefined => {
  const { drawn, isAccepted, difference } = wrong
  const { rule, changes, input } = drawn
  // If only a member of the answer is wrong, the port may have misread another member than the changed one.
  const isWholeAnswer = isAccepted !== undefined || difference !== undefined
  const isOnlyChange = op !== 'verify' || changes?.length === 1
  const change = changes?.[0]
  const isNeeded = op === 'verify' || isChangeNeeded(rule, input, needs)
  return isWholeAnswer && isOnlyChange && isNeeded && change !== rule ? change : undefined
}

/** Whether the failure needs a member that the rule is about. With one member, or a rule about the whole input, it does. */
const isChangeNeeded = (rule: string, input: object, needs: ReadonlyArray<string>): boolean => {
  const changed = membersOfRule(rule)
  return changed === undefined || Object.keys(input).length === 1 || changed.some((name) => needs.includes(name))
}

interface Explained {
  readonly wrong: Wrong
  readonly path: string
  readonly state: ReadonlyArray<Put> | undefined
  readonly isShrunk: boolean
  readonly needs: ReadonlyArray<string>
}

/** A failure while generators are added to it. */
type Failing = Session['failures'][number]

/** Failures have one cause if they break one rule, or have one message where the rule of one of them is not known. */
const isSameCause = (one: Failing, other: Failing): boolean =>
  one.cause === other.cause ||
  (one.cause !== keptWords &&
    other.cause !== keptWords &&
    (one.rule === '' || other.rule === '') &&
    causeOf(one.message) === causeOf(other.message))

const sizeOf = ({ input }: Failing): number => shownInput(input).length

/** Adds a failure. Of several failures with one cause, the report has the one with the smallest input, which names the other generators. */
const addFailure = ({ failures, settings }: Session, generator: Generator, explained: Explained): void => {
  const failure = failureOf(generator, explained, settings)
  const index = failures.findIndex((each) => isSameCause(each, failure))
  const before = failures[index]
  if (before === undefined) {
    failures.push(failure)
    return
  }
  const isSmaller = failure.isShrunk && sizeOf(failure) < sizeOf(before)
  failures[index] = isSmaller
    ? { ...failure, alsoIn: [...before.alsoIn, before.generator] }
    : { ...before, alsoIn: [...before.alsoIn, failure.generator] }
}

const failureOf = (generator: Generator, explained: Explained, settings: Session['settings']): Failing => {
  const { name, op } = generator
  const { wrong, path, state, isShrunk, needs } = explained
  const { rule, message, drawn, expected, got } = wrong
  const known = wrong.isOtherByteOrder === true ? otherByteOrder : rule
  const cause = state === undefined ? known || causeOf(message) : keptWords
  const change = wrong.isOtherByteOrder === true ? undefined : changeOf(generator, explained)
  return {
    generator: name,
    alsoIn: [],
    op,
    rule,
    cause,
    ...(needs.length > 0 && { needs }),
    ...(change !== undefined && { change }),
    input: drawn.input,
    expected,
    got,
    path,
    message: state === undefined ? message : `${keptWords}; ${message}`,
    isShrunk,
    rerun: settings.rerun(path, state),
  }
}

/** Looks for state behind a failure, shrinks it, and puts the smallest input to the port once more. */
const explain = async (session: Session, generator: Generator, found: Found): Promise<Explained> => {
  const { settings, work } = session
  const allowed = workToShrink(session)
  const state = await stateBehind(session, generator, found.wrong)
  // A failure that needs earlier runs passes alone: smaller inputs say nothing.
  const { smallest, path, needs } = await shrink(
    session,
    generator,
    found,
    work.done + (state === undefined ? allowed : 0),
  )
  const canRepeat = canShrink(settings) && state === undefined && !hasGivenUp(session)
  const again = canRepeat ? await wrongWith(session, generator, smallest.drawn) : smallest
  return { wrong: again ?? found.wrong, path, state, needs, isShrunk: canRepeat && again !== undefined }
}

/** The report on a generator's runs. Adds its failure, if there is one, to the session. */
const runGenerator = async (session: Session, share: Share): Promise<GeneratorReport> => {
  const { hello, settings, failures, work } = session
  const { generator } = share
  const { name, op } = generator
  if (!hello.ops.includes(op)) return idle(generator, 'unsupported')
  const isBailed = settings.bail === true && failures.length > 0
  if (hasGivenUp(session) || isBailed) return idle(generator, 'not-run')

  const started = settings.now()
  const runsBefore = session.runs
  const found = await findFailure(session, share)
  const workBefore = work.done
  const explained = found && (await explain(session, generator, found))
  session.workOnFailures += work.done - workBefore
  if (explained !== undefined) addFailure(session, generator, explained)
  const runs = session.runs - runsBefore
  const milliseconds = Math.round(settings.now() - started)
  const verdict = explained?.wrong.verdict ?? (runs === 0 ? 'not-run' : 'pass')
  return { name, op, runs, milliseconds, verdict }
}

/** Puts the runs to a port that has said hello. `earlier` is what was put to it before. */
export const run = async (
  driver: Driver,
  hello: Hello,
  settings: Settings,
  earlier: ReadonlyArray<Put> = [],
): Promise<GeneratedReport> => {
  const shares = sharesToDraw(settings)
  const expectedOf = oracleFor(hello.policies)
  const session: Session = {
    driver,
    hello,
    settings,
    expectedOf,
    store: storeOf(shares, ({ op }) => hello.ops.includes(op), settings.seed, expectedOf),
    put: [...earlier],
    failures: [],
    rules: new Map(),
    order: { agree: 0, of: 0 },
    work: { done: earlier.length },
    runs: 0,
    timeOuts: 0,
    workOnFailures: 0,
    isStateFound: false,
    areManyNoncesNew: false,
  }
  const generators: Array<GeneratorReport> = []
  for (const share of shares) generators.push(await runGenerator(session, share))
  const { runs, failures, rules, order, timeOuts } = session
  return {
    seed: settings.seed,
    runs,
    generators,
    failures,
    rules: Object.fromEntries(rules),
    ...(order.of > 0 && { order: { ...order, isJudged: hello.reasons !== undefined } }),
    ...(hasGivenUp(session) && { stopped: `${timeOuts} runs had no answer in time` }),
  }
}
