/**
 * The offline mode, for a port that cannot be started here. `emit` writes the runs to a file; the port answers them elsewhere, into
 * a second file; `recorded` reads both and makes a driver that answers from the second.
 *
 *     runs      {"type":"run","seq":7,"op":"verify","input":{…}}
 *     answers   {"type":"answer","seq":7,"outcome":"accept"}
 *
 * The file of runs has no ids: a run is found again among the cases, or among the draws of the same seed, by its op and input. A run
 * that is neither is a canary, and our own port (the oracle) says the right answer to it.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { inspect } from '../../core/untrusted.ts'
import { canaries } from './canaries.ts'
import * as codecs from './codecs.ts'
import { type Driver, isNoHello, readAnswer, readHello } from './Driver.ts'
import { draw } from './generators/all.ts'
import { belongs, casesOf, type GeneratedSettings, type Level, levels, type Selection, selectionOf } from './levels.ts'
import { parseLine } from './lines.ts'
import type { Port } from './port.ts'
import { shown } from './shown.ts'
import { shuffled } from './shuffle.ts'
import type { Suite } from './suite.ts'
import { ops, type Vector } from './Vector.ts'

// ---- The file of runs

/** What to write to a file of runs. */
export interface EmitSettings extends Selection {
  /** Generated runs beside the cases; none unless set. */
  readonly generated?: GeneratedSettings | undefined
}

/**
 * The lines that the runner would write to a port, canaries and generated runs included. The seed decides their order and what
 * is generated.
 *
 * @example
 * ```ts
 * import { emit, readSuite } from 'countersign/conformance'
 *
 * const lines = emit({ suite: readSuite(), level: 'full', ids: ['timestamp/age-over-limit'] }, 'any').split('\n')
 * assert.equal(JSON.parse(lines[0] ?? '').type, 'hello')
 * ```
 */
export const emit = (settings: EmitSettings, seed: string): string => {
  const { suite, level, generated } = settings
  const cases = casesOf(selectionOf(settings, generated))
  const generatedRuns = generated === undefined ? [] : draw({ suite, level, seed, ...generated })
  const runs = shuffled([...cases, ...canaries(seed, level, { ops }), ...generatedRuns], seed)
  const hello = { type: 'hello', protocol: 1, suite: suite.version, level }
  const messages = [
    { ...hello, ...(generated && { generated: { seed, ...generated } }) },
    ...runs.map(({ op, input }, index) => ({ type: 'run', seq: index + 1, op, input })),
    { type: 'bye' },
  ]
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

const helloCodec = t.intersection([
  t.type({ type: t.literal('hello'), suite: t.string, level: codecs.oneOf(...levels) }),
  t.partial({
    generated: t.intersection([t.type({ seed: t.string, runs: t.number }), t.partial({ path: t.string })]),
  }),
])
const byeCodec = t.type({ type: t.literal('bye') })
const runCodec = t.type({ type: t.literal('run'), seq: t.number, op: t.string, input: t.unknown })

type EmittedRun = t.TypeOf<typeof runCodec>

/** The content of a file that `emit` wrote. On the left: why it is not such a file. */
const parseEmitted = (suite: Suite, emitted: string) => {
  const [helloLine = '', ...otherLines] = linesOf(emitted)
  const hello = helloCodec.decode(parseMessage(helloLine))
  if (E.isLeft(hello)) return E.left('its first line is not the hello that --write-runs writes')
  if (hello.right.suite !== suite.version) {
    const emittedSuite = shown(hello.right.suite)
    return E.left(
      `it has runs of suite ${emittedSuite}, but this is suite ${suite.version}; write it again with --write-runs`,
    )
  }
  if (!byeCodec.is(parseMessage(otherLines.at(-1) ?? '')))
    return E.left('it is not complete: its last line must be {"type":"bye"}; write it again with --write-runs')
  const runs: Array<EmittedRun> = []
  for (const [index, line] of otherLines.slice(0, -1).entries()) {
    const run = runCodec.decode(parseMessage(line))
    if (E.isLeft(run) || run.right.seq !== index + 1)
      return E.left(`its line ${index + 2} must be the run with seq ${index + 1}; write it again with --write-runs`)
    runs.push(run.right)
  }
  return E.right({ ...hello.right, runs })
}

const linesOf = (content: string): ReadonlyArray<string> => content.split('\n').filter((line) => line.trim() !== '')

/** An emitted run may be longer than an answer: `parseLine` would shorten it. */
const parseMessage = (line: string): unknown => inspect(() => JSON.parse(line), undefined)

// ---- A port that has already answered

export interface Recorded {
  readonly driver: Driver
  /** The canaries of the emitted runs. Each expects the oracle's answer. */
  readonly canaries: ReadonlyArray<Vector>
  /** The emitted cases. */
  readonly ids: ReadonlyArray<string>
  readonly level: Level
  /** The emitted generated runs, and the seed that draws them again. */
  readonly generated?: GeneratedSettings & { readonly seed: string }
}

/**
 * A port that has already answered. `emitted` and `answers` are texts of JSON lines; `oracle` answers the canaries. On the left:
 * why `emitted` cannot be judged. It was cut, or another version wrote it.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { createPort, emit, readSuite, recorded } from 'countersign/conformance'
 *
 * const suite = readSuite()
 * const emitted = emit({ suite, level: 'full', ids: ['timestamp/age-over-limit'] }, 'any')
 * const oracle = createPort({ version: '1.0.0' })
 * const made = await recorded(suite, emitted, '', oracle, 'answers.jsonl')
 * assert.ok(E.isRight(made))
 * assert.deepEqual(made.right.ids, ['timestamp/age-over-limit'])
 * ```
 */
export const recorded = async (
  suite: Suite,
  emitted: string,
  answers: string,
  oracle: Port,
  name: string,
): Promise<E.Either<string, Recorded>> => {
  const parsed = parseEmitted(suite, emitted)
  if (E.isLeft(parsed)) return parsed
  const { level, generated, runs } = parsed.right
  const otherRuns = withoutGenerated(runs, suite, level, generated)
  if (generated !== undefined && runs.length - otherRuns.length < generated.runs)
    return E.left(
      'generated runs are missing: the file was changed, or another version of countersign wrote it; write it again with --write-runs',
    )
  const { ids, unknownRuns } = findCases(suite, otherRuns)
  const seqsOf = queuesByInput(runs, ({ seq }) => seq)
  return E.right({
    driver: answeringDriver(answers, seqsOf, name),
    canaries: await canariesOf(unknownRuns, level, oracle),
    ids,
    level,
    ...(generated && { generated }),
  })
}

/** The emitted runs without those that the generators draw for the same seed. */
const withoutGenerated = (
  runs: ReadonlyArray<EmittedRun>,
  suite: Suite,
  level: Level,
  generated: Recorded['generated'],
): ReadonlyArray<EmittedRun> => {
  const drawnRuns = generated === undefined ? [] : draw({ suite, level, ...generated })
  const pathsOf = queuesByInput(drawnRuns, ({ path }) => path)
  return runs.filter((run) => pathsOf(run).shift() === undefined)
}

/** The ids of the cases among the runs, and the runs that are no case. */
const findCases = (suite: Suite, runs: ReadonlyArray<EmittedRun>) => {
  const idsOf = queuesByInput(suite.vectors, ({ id }) => id)
  const ids: Array<string> = []
  const unknownRuns: Array<EmittedRun> = []
  for (const run of runs) {
    const id = idsOf(run).shift()
    if (id === undefined) unknownRuns.push(run)
    else ids.push(id)
  }
  return { ids, unknownRuns }
}

/** Makes cases of runs that are in no file: the oracle's answer is the expected one. Leaves out malformed runs and other levels. */
const canariesOf = async (
  runs: ReadonlyArray<EmittedRun>,
  level: Level,
  oracle: Port,
): Promise<ReadonlyArray<Vector>> => {
  const vectors: Array<Vector> = []
  for (const { op, input } of runs) {
    const { trace: _, ...expect } = await oracle.answer(op, input)
    const comment = 'its answer to an extra run, which is not in the file, is wrong'
    const canary = codecs.vector.decode({ id: `canary/${op}`, since: '', comment, flags: [], op, input, expect })
    if (E.isRight(canary) && belongs(level, canary.right)) vectors.push(canary.right)
  }
  return vectors
}

/** A driver that answers each run as the file of answers does. `seqsOf` says under which numbers a run was emitted. */
const answeringDriver = (answers: string, seqsOf: QueueOf<number>, name: string): Driver => {
  const [helloLine = '', ...answerLines] = linesOf(answers)
  const { bySeq, repeatedSeqs } = answersBySeq(answerLines)
  return {
    command: name,
    hello: async () => {
      const hello = readHello(helloLine)
      return isNoHello(hello) ? { ...hello, detail: `${name}: ${hello.detail}` } : hello
    },
    run: async (op, input) => {
      const seqs = seqsOf({ op, input })
      const seq = seqs.shift()
      if (seq === undefined) return { _tag: 'Protocol', detail: 'the case is not among the emitted runs' }
      // The runner puts each canary twice: its number goes back to the end of the queue.
      seqs.push(seq)
      if (repeatedSeqs.has(seq)) return { _tag: 'Protocol', detail: `more than one answer has seq ${seq}` }
      const answer = bySeq.get(seq)
      return answer === undefined ? { _tag: 'Protocol', detail: `no answer has seq ${seq}` } : readAnswer(answer, seq)
    },
    stderr: () => '',
    restarts: () => 0,
    close: async () => {},
  }
}

const answerCodec = t.type({ seq: t.number })

/** The answers by their number, and the numbers that several answers have. A line that is no answer is ignored. */
const answersBySeq = (answerLines: ReadonlyArray<string>) => {
  const bySeq = new Map<number, unknown>()
  const repeatedSeqs = new Set<number>()
  for (const line of answerLines) {
    const answer = answerCodec.decode(parseLine(line))
    if (E.isLeft(answer)) continue
    const { seq } = answer.right
    if (bySeq.has(seq)) repeatedSeqs.add(seq)
    bySeq.set(seq, answer.right)
  }
  return { bySeq, repeatedSeqs }
}

// ---- Runs found again by their input

interface RunContent {
  readonly op: string
  readonly input: unknown
}

/** The queue of a run's ids, numbers or paths; empty for an unknown run. The caller takes from it. */
type QueueOf<A> = (run: RunContent) => Array<A>

/** One queue for each input, because several runs may have the same input: each is found once, in the order of `runs`. */
const queuesByInput = <R extends RunContent, A>(runs: ReadonlyArray<R>, markOf: (run: R) => A): QueueOf<A> => {
  const queues = new Map<string, Array<A>>()
  const queueOf = ({ op, input }: RunContent): Array<A> => {
    const key = JSON.stringify([op, input])
    const queue = queues.get(key) ?? []
    queues.set(key, queue)
    return queue
  }
  for (const run of runs) queueOf(run).push(markOf(run))
  return queueOf
}
